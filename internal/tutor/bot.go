package tutor

import (
	"context"
	"math/rand/v2"

	"semeia/internal/kalah"
)

// Bot is one of the four who play against a child. The zero Bot is none, and
// plays as Easy does.
type Bot string

const (
	Beginner Bot = "beginner" // plays by the rules, and misses much
	Easy     Bot = "easy"
	Medium   Bot = "medium"
	Perfect  Bot = "perfect" // never gives a seed away where it can see to the end
)

// Bots are all of them, the weakest first.
var Bots = [...]Bot{Beginner, Easy, Medium, Perfect}

// Choice is what a bot decided: a house 1..m, or 0 for a swap under the pie
// rule.
type Choice struct {
	House  int
	Unsure bool // of Perfect: nobody has proved that it is best
}

// Choose decides for the player to move. The game must not be over. The same
// rng state gives the same choice, unless ctx ends first; of several best moves
// Perfect may also take another one when the solver knows more.
func (c *Coach) Choose(ctx context.Context, b Bot, r kalah.Rules, l kalah.Line, rng *rand.Rand) Choice {
	if b == Perfect {
		return c.perfect(ctx, r, l, rng)
	}
	if r.CanSwap(l) && c.swaps(ctx, r, l) {
		return Choice{}
	}
	h, known := habits[b]
	if !known {
		h = habits[Easy]
	}
	return Choice{House: h.choose(r, l.Pos, rng)}
}

// habit is how a bot plays that looks a little ahead and now and then plays by
// whim, so that a child can win.
type habit struct {
	whim  float64 // share of moves that are played without looking, 0..1
	depth int     // turns looked ahead when it does look
}

// habits are such that each is beaten about as clearly by the next one, and the
// last by Perfect (TestTournament).
var habits = map[Bot]habit{
	Beginner: {whim: 0.70, depth: 1},
	Easy:     {whim: 0.35, depth: 2},
	Medium:   {whim: 0.10, depth: 5},
}

func (b habit) choose(r kalah.Rules, p kalah.Position, rng *rand.Rand) int {
	legal := legalHouses(r, p)
	if rng.Float64() < b.whim {
		return legal[rng.IntN(len(legal))]
	}
	rng.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	best, most := legal[0], -unbounded
	for _, h := range legal {
		s, _ := r.Sow(p, h)
		if v := value(r, &s, b.depth, most, unbounded); v > most {
			best, most = h, v
		}
	}
	return best
}

func legalHouses(r kalah.Rules, p kalah.Position) (legal []int) {
	for h := 1; h <= p.Houses(); h++ {
		if r.Legal(p, h) == nil {
			legal = append(legal, h)
		}
	}
	return legal
}

const unbounded = 10 * kalah.MaxSeeds

// value is what a sowing is worth to its mover, in seeds of final or present
// difference, searched within the window low..high.
func value(r kalah.Rules, s *kalah.Sowing, depth, low, high int) int {
	switch {
	case s.Over != kalah.NotOver:
		return margin(s.After, s.Mover())
	case s.Again:
		return search(r, s.After, depth, low, high)
	}
	return -search(r, s.After, depth-1, -high, -low)
}

// search is the worth of a position to the side to move: negamax over depth
// turns; an extra turn is not a new one.
func search(r kalah.Rules, p kalah.Position, depth, low, high int) int {
	if depth <= 0 {
		return margin(p, p.Turn())
	}
	best := -unbounded
	for h := p.Houses(); h >= 1; h-- {
		s, err := r.Sow(p, h)
		if err != nil {
			continue
		}
		best = max(best, value(r, &s, depth, max(low, best), high))
		if best >= high {
			break
		}
	}
	return best
}

func margin(p kalah.Position, side kalah.Side) int {
	return p.Store(side) - p.Store(side.Other())
}
