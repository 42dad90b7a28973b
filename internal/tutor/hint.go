package tutor

import (
	"cmp"
	"context"
	"slices"

	"semeia/internal/kalah"
	"semeia/internal/solver"
)

// Reason is why a hint shows its move. What each one claims stands with its
// predicate, see [Hint.Holds].
type Reason uint8

// The reasons, those that are easiest to explain first.
const (
	HintOnly     Reason = iota // the only house with seeds
	HintSwap                   // the seats are better the other way round (R17)
	HintMajority               // more than half of all seeds
	HintStarve                 // the other has no seed left: it is over, and not lost
	HintEnds                   // it is over, and not lost
	HintChain                  // several extra turns in a row
	HintCounting               // as many seeds as steps to the kalah: an extra turn
	HintAgain                  // an extra turn, otherwise
	HintTake                   // a capture
	HintSave                   // a heap that the other could capture
	HintShut                   // the other can capture nothing then
	HintSpoil                  // an extra turn that the other would have
	HintFeed                   // seeds for the other, who has none: play goes on

	// From here on a child has to look twice.
	HintExactly // the last seed in the kalah, where that is no extra turn
	HintHome    // seeds that fall into the kalah on the way
	HintEmpty   // the own row is empty, and what the other holds may count for nobody
	HintThreat  // a capture in the turn after
	HintReady   // an extra turn in the turn after
	HintKeep    // no seed goes across, and the own row counts in the end
	HintStay    // no seed goes across
	HintFew     // few seeds go across
	HintBalance // what it brings, and what it lets the other bring home

	// These say nothing about the move but that it is best.
	HintSame  // every house comes to the same
	HintLeast // every other house comes to less
	HintAhead // it looks best, as far as was looked

	reasons // how many
)

var reasonNames = [reasons]string{"only", "swap", "majority", "starve", "ends", "chain", "counting", "again", "take", "save", "shut", "spoil", "feed",
	"exactly", "home", "empty", "threat", "ready", "keep", "stay", "few", "balance", "same", "least", "ahead"}

func (r Reason) String() string { return reasonNames[r] }

// Hint is a move to be shown, and why.
type Hint struct {
	House  int // 1..m, or 0 for a swap of seats
	Reason Reason
	Sure   bool // proved: no other move keeps a larger margin

	Seeds int   // in the house, 0 for a swap
	N     int   // seeds that the reason speaks of: captured, saved, …
	At    int   // a house that it speaks of, 0: none
	Then  []int // of HintChain: the houses that follow
	Mine  int   // of HintEnds and HintStarve the kalahs at the end, of HintBalance what the move brings
	Their int   // of HintEnds and HintStarve: the other's
}

// Hint finds a move for the player to move: of those that keep the largest
// margin the one that is easiest to explain. It takes until ctx ends at most,
// and a little; what was not proved by then is not Sure. ok is false when the
// game is over.
func (c *Coach) Hint(ctx context.Context, r kalah.Rules, l kalah.Line) (h Hint, ok bool) {
	if r.Over(l.Pos) != kalah.NotOver {
		return Hint{}, false
	}
	if lone := loneHouse(l.Pos); lone > 0 && !r.CanSwap(l) {
		return Hint{House: lone, Seeds: l.Pos.House(l.Pos.Turn(), lone), Reason: HintOnly, Sure: true}, true
	}
	result := c.margins(ctx, r, l.Pos)
	if r.CanSwap(l) && result.Swap() {
		return Hint{Reason: HintSwap, Sure: result.Sure, N: -result.Top()}, true
	}
	seen := views(r, l.Pos, result)
	follow := func(p kalah.Position) []int { return c.follow(ctx, r, p) }
	var rivals [][]Hint
	for i := range seen {
		if !seen[i].best {
			rivals = append(rivals, claims(r, &seen[i], seen, result, func(p kalah.Position) []int { return longest(r, p) }))
		}
	}
	var found []claim
	for i := range seen {
		if !seen[i].best {
			continue
		}
		for _, h := range claims(r, &seen[i], seen, result, follow) {
			if h.Holds(r, l.Pos, result) {
				found = append(found, claim{h, h.shared(&seen[i], seen, rivals), len(rivals)})
			}
		}
	}
	return slices.MinFunc(found, byEase).Hint, true
}

// loneHouse is the only house with seeds of the side to move, 0 where there are
// several.
func loneHouse(p kalah.Position) (lone int) {
	for h := 1; h <= p.Houses(); h++ {
		if n := p.House(p.Turn(), h); n > 0 && n == p.InRow(p.Turn()) {
			lone = h
		}
	}
	return lone
}

// enough is how many positions are searched for a hint where the best move is
// known by then: what the others come to, it need not know.
const enough = 1_000_000

// quick is how many positions are searched for a hint when there was no time.
const quick = 20_000

// margins are those that could be found in the time, or else a quick estimate.
func (c *Coach) margins(ctx context.Context, r kalah.Rules, p kalah.Position) solver.Result {
	var result solver.Result
	if c.sit(ctx) {
		if result = c.solver.SolveWithin(ctx, r, p, enough); !result.Sure {
			result = c.solver.Solve(ctx, r, p)
		}
		c.stand()
	}
	if len(result.Margins) == 0 {
		result = c.solver.SolveWithin(context.WithoutCancel(ctx), r, p, quick)
	}
	return result
}

// claim is a hint that holds, and how many of the worse moves could be shown
// for the same reason as well.
type claim struct {
	Hint
	shared, worse int
}

// byEase orders claims: first what a child sees at once and what is true of no
// worse move; then what says nothing of the move but that it is best; last what
// is true of every move.
func byEase(a, b claim) int {
	return cmp.Or(
		cmp.Compare(a.rank(), b.rank()),
		cmp.Compare(a.Reason, b.Reason),
		cmp.Compare(b.strength(), a.strength()),
		cmp.Compare(b.House, a.House), // the nearest house first
	)
}

func (c *claim) rank() int {
	switch plain := c.Reason < HintExactly; {
	case c.Reason >= HintSame:
		return 4
	case c.shared == 0 && plain:
		return 0
	case c.shared == 0:
		return 1
	case c.shared == c.worse:
		return 5
	case plain:
		return 2
	}
	return 3
}

// strength compares hints of the same reason: the larger the better.
func (h *Hint) strength() int {
	switch h.Reason {
	case HintChain:
		return len(h.Then)
	case HintFew:
		return -h.N
	case HintBalance:
		return h.Mine - h.N
	}
	return h.N
}
