package tutor

import (
	"context"
	"time"

	"semeia/internal/kalah"
	"semeia/internal/solver"
)

// glance is how long one who has time keeps a seat at the solver: so long at
// most does a player wait behind.
const glance = time.Second

// Look gives the margins of all moves to one who has time, as a review has. It
// takes a seat for a moment only, and then queues again behind the players.
// What could not be proved in so much time at the solver is an estimate. ok is
// false when ctx ended before that.
func (c *Coach) Look(ctx context.Context, r kalah.Rules, p kalah.Position, patience time.Duration) (result solver.Result, ok bool) {
	for spent := time.Duration(0); ; {
		if !c.sit(ctx) {
			return result, false
		}
		began := time.Now()
		now, cancel := context.WithTimeout(ctx, min(glance, patience-spent))
		result = c.solver.Solve(now, r, p)
		cancel()
		c.stand()
		spent += time.Since(began)
		switch {
		case result.Exact:
			return result, true
		case ctx.Err() != nil:
			return result, false
		case spent >= patience:
			return result, true
		}
	}
}
