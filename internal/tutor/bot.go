package tutor

import (
	"context"
	"math/rand/v2"

	"semeia/internal/kalah"
)

// Bot is one of the four who play against a child. The zero Bot is none.
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

// Choose decides for the player to move. The game must not be over. Unless ctx
// ends first, the same rng state gives the same choice.
func (c *Coach) Choose(ctx context.Context, b Bot, r kalah.Rules, l kalah.Line, rng *rand.Rand) Choice {
	return Choice{House: garden.choose(r, l, rng)}
}

// habit is how a bot plays that looks a little ahead and now and then plays by
// whim, so that a child can win.
type habit struct {
	whim  float64 // share of moves that are played without looking, 0..1
	depth int     // turns looked ahead when it does look
}

var garden = habit{whim: 0.35, depth: 2}

// swapDepth is how far the bot looks before it decides on the pie swap, which
// is one decision in a game and may take its time.
const swapDepth = 6

func (b habit) choose(r kalah.Rules, l kalah.Line, rng *rand.Rand) int {
	if r.CanSwap(l) && search(r, l.Pos, swapDepth, -unbounded, unbounded) < 0 {
		return 0
	}
	var legal []int
	for h := 1; h <= l.Pos.Houses(); h++ {
		if r.Legal(l.Pos, h) == nil {
			legal = append(legal, h)
		}
	}
	if rng.Float64() < b.whim {
		return legal[rng.IntN(len(legal))]
	}
	rng.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	best, most := legal[0], -unbounded
	for _, h := range legal {
		s, _ := r.Sow(l.Pos, h)
		if v := value(r, &s, b.depth, -unbounded, unbounded); v > most {
			best, most = h, v
		}
	}
	return best
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
