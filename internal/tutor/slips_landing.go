package tutor

import "semeia/internal/kalah"

// LandingCase asks where the last seed falls when the side to move plays a
// house. Choices are all places of the board, "s1" to "n*"; beside a place are
// its two neighbours on the ring with both stores. The error is that of
// [kalah.Rules.Legal].
//
// What each slip answers is PEDAGOGY's table.
func LandingCase(r kalah.Rules, p kalah.Position, house int) (Case, error) {
	if err := r.Legal(p, house); err != nil {
		return Case{}, err
	}
	m := p.Houses()
	c := Case{
		Family:  LandingFamily,
		Choices: make([]Answer, 2*m+2),
		Predict: make(map[Slip]Answer, 1+len(landingSlips)),
		Beside:  make(map[Answer][]Answer, 2*m+2),
	}
	for k := range c.Choices {
		c.Choices[k] = placeAnswer(ringPlace(m, kalah.South, k))
	}
	for k, a := range c.Choices {
		n := len(c.Choices)
		c.Beside[a] = []Answer{c.Choices[(k+n-1)%n], c.Choices[(k+1)%n]}
	}
	c.Predict[NoSlip] = placeAnswer(lastOf(p, house, NoSlip))
	for _, s := range landingSlips {
		c.Predict[s] = placeAnswer(lastOf(p, house, s))
	}
	return c, nil
}

// LandingTrail is the way the seeds of a house go for a pupil with a slip of the
// landing family, place by place; for NoSlip, the right one. It has a place a
// seed, but for OneTooFar, which counts one more than there are seeds. A move
// that is not legal and a slip of another family have no trail.
func LandingTrail(r kalah.Rules, p kalah.Position, house int, s Slip) []kalah.Place {
	if f, ok := FamilyOf(s); r.Legal(p, house) != nil || s != NoSlip && (!ok || f != LandingFamily) {
		return nil
	}
	at := walk(p, house, s)
	trail := make([]kalah.Place, steps(p, house, s))
	for i := range trail {
		trail[i] = at(i + 1)
	}
	return trail
}

func lastOf(p kalah.Position, house int, s Slip) kalah.Place {
	return walk(p, house, s)(steps(p, house, s))
}

// steps is the number of places a pupil with a slip thinks to go.
func steps(p kalah.Position, house int, s Slip) int {
	n := p.House(p.Turn(), house)
	if s == OneTooFar {
		return n + 1
	}
	return n
}

// walk is the way a slip goes from a house: the place of its step i ≥ 1. Places
// are counted on the ring from the mover's house 1 (0) over the own store (m)
// and the other row (m+1 to 2m) to the other store (2m+1).
func walk(p kalah.Position, house int, s Slip) func(i int) kalah.Place {
	m, start := p.Houses(), house-1
	lap := 2*m + 1
	on := func(k int) kalah.Place { return ringPlace(m, p.Turn(), k) }
	switch s {
	case CountsStart:
		return func(i int) kalah.Place { return on((start + i - 1) % lap) }
	case FeedsRivalStore:
		return func(i int) kalah.Place { return on((start + i) % (lap + 1)) }
	case Clockwise:
		return func(i int) kalah.Place { return on((start + i*(lap-1)) % lap) } // lap−1 forward is one back
	case ForgetsOwnStore:
		return func(i int) kalah.Place {
			k := (start + i) % (2 * m)
			if k >= m {
				k++
			}
			return on(k)
		}
	case StaysOnOwnRow:
		return func(i int) kalah.Place { return on((start + i) % (m + 1)) }
	case SkipsStartHouse:
		return func(i int) kalah.Place { return on((start + 1 + (i-1)%(lap-1)) % lap) }
	case SkipsEmptyHouses:
		var open []kalah.Place // where seeds lie, and the own store, from the start house on
		for i := 1; i < lap; i++ {
			if at := on((start + i) % lap); at.Store() || p.At(at) > 0 {
				open = append(open, at)
			}
		}
		return func(i int) kalah.Place { return open[(i-1)%len(open)] }
	}
	return func(i int) kalah.Place { return on((start + i) % lap) }
}

// ringPlace is place k of the ring with both stores, from side's house 1.
func ringPlace(m int, side kalah.Side, k int) kalah.Place {
	if k > m {
		side, k = side.Other(), k-m-1
	}
	if k == m {
		return kalah.Place{Side: side}
	}
	return kalah.Place{Side: side, House: uint8(k + 1)}
}

func placeAnswer(p kalah.Place) Answer { return Answer(p.String()) }
