package tutor

import (
	"context"
	"runtime"
	"time"

	"semeia/internal/kalah"
	"semeia/internal/solver"
)

// Thinking is the longest time that a bot takes for its turn, extra turns
// included, and a hint to be found.
const Thinking = 2700 * time.Millisecond

// Coach plays and helps: it asks the solver, for so many callers at once that
// the pages stay quick. It is safe for concurrent use.
type Coach struct {
	solver *solver.Solver
	seats  chan struct{}
}

// NewCoach is a coach who asks s, which stays the caller's to close.
func NewCoach(s *solver.Solver) *Coach {
	return &Coach{solver: s, seats: make(chan struct{}, min(runtime.NumCPU(), runtime.GOMAXPROCS(0)))}
}

// sit waits for a seat at the solver; false when ctx ended before there was
// one. Who got one calls stand.
func (c *Coach) sit(ctx context.Context) bool {
	select {
	case c.seats <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (c *Coach) stand() { <-c.seats }

// Margins are the final margins of all moves of the side to move. What could
// not be proved before ctx ended is marked as an estimate, and nothing is in
// it when there was no time at all.
func (c *Coach) Margins(ctx context.Context, r kalah.Rules, p kalah.Position) solver.Result {
	if !c.sit(ctx) {
		return solver.Result{}
	}
	defer c.stand()
	return c.solver.Solve(ctx, r, p)
}
