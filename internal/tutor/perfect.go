package tutor

import (
	"context"
	"math/rand/v2"
	"time"

	"semeia/internal/kalah"
	"semeia/internal/solver"
)

const (
	// swapDepth is how far a bot looks before it decides on the pie swap where
	// the solver has no answer: one decision in a game, which may take its time.
	swapDepth = 6

	// firstShare is the share of the time left that is given to one move, waiting
	// for a seat included: a turn may go on, and then the next one has the rest.
	firstShare = 0.7

	// aside is how many positions are searched for what is not the value itself:
	// for other moves that are as good, or for the estimates of all moves. With
	// nobody else at the solver there is leisure to find all moves that are as
	// good, so that no two games need be alike.
	aside, leisure = 20_000, 1_000_000
)

// perfect asks the solver for a best move, and for its estimate where that has
// no proof in time.
func (c *Coach) perfect(ctx context.Context, r kalah.Rules, l kalah.Line, rng *rand.Rand) Choice {
	legal := legalHouses(r, l.Pos)
	if len(legal) == 1 && !r.CanSwap(l) {
		return Choice{House: legal[0]}
	}
	soon, cancel := share(ctx)
	defer cancel()
	if soon.Err() != nil || !c.sit(soon) {
		if r.CanSwap(l) && search(r, l.Pos, swapDepth, -unbounded, unbounded) < 0 {
			return Choice{Unsure: true}
		}
		return Choice{House: habits[Medium].choose(r, l.Pos, rng), Unsure: true}
	}
	defer c.stand()
	m, _ := c.solver.Value(soon, r, l.Pos)
	if m.Exact {
		if m.Margin < 0 && r.CanSwap(l) {
			return Choice{}
		}
		best := c.best(soon, r, l.Pos, m)
		return Choice{House: best[rng.IntN(len(best))]}
	}
	// What the search has found out by now is in the solver's tables.
	guess := c.solver.SolveWithin(context.WithoutCancel(ctx), r, l.Pos, aside)
	if guess.Swap() && r.CanSwap(l) {
		return Choice{Unsure: !guess.Sure}
	}
	return Choice{House: guess.Best[rng.IntN(len(guess.Best))], Unsure: !guess.Sure}
}

// share is a context that leaves some of ctx's time to what comes after.
func share(ctx context.Context) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Duration(firstShare*float64(time.Until(end))))
}

// best are the houses that are known to reach the proved margin m of a
// position, its own among them. The caller has a seat.
func (c *Coach) best(ctx context.Context, r kalah.Rules, p kalah.Position, m solver.Margin) (best []int) {
	nodes := int64(aside)
	if len(c.seats) == 1 {
		nodes = leisure
	}
	all := c.solver.SolveWithin(ctx, r, p, nodes)
	for _, move := range all.Margins {
		if move.House == m.House || move.Exact && move.Margin == m.Margin {
			best = append(best, move.House)
		}
	}
	return best
}

// swaps decides on the pie swap, as perfect play does where there is time to
// know it (R17).
func (c *Coach) swaps(ctx context.Context, r kalah.Rules, l kalah.Line) bool {
	soon, cancel := share(ctx)
	defer cancel()
	if soon.Err() == nil && c.sit(soon) {
		defer c.stand()
		if m, _ := c.solver.Value(soon, r, l.Pos); m.Exact {
			return m.Margin < 0
		}
	}
	return search(r, l.Pos, swapDepth, -unbounded, unbounded) < 0
}
