package solver

import "semeia/internal/kalah"

// Plain is the reference that the solver is held against: perfect play by the
// definition, over package kalah, every position met kept in a map. It gives
// the final margin of each house, those that may not be played left out, and
// the number of positions. It is slow and takes memory without bound: for small
// positions only. As everywhere here WinAt is left aside.
func Plain(r kalah.Rules, p kalah.Position) (margins []Margin, positions uint64) {
	r.WinAt = 0
	known := map[kalah.Position]int{}
	var value func(p kalah.Position) int
	after := func(p kalah.Position, house int) (int, bool) {
		s, err := r.Sow(p, house)
		if err != nil {
			return 0, false
		}
		v := value(s.After)
		if s.After.Turn() != p.Turn() {
			v = -v
		}
		return v, true
	}
	value = func(p kalah.Position) int {
		if v, ok := known[p]; ok {
			return v
		}
		positions++
		best := -kalah.MaxSeeds - 1
		if r.Over(p) != kalah.NotOver {
			best = p.Store(p.Turn()) - p.Store(p.Turn().Other())
		} else {
			for house := 1; house <= p.Houses(); house++ {
				if v, ok := after(p, house); ok {
					best = max(best, v)
				}
			}
		}
		known[p] = best
		return best
	}
	for house := 1; house <= p.Houses(); house++ {
		if v, ok := after(p, house); ok {
			margins = append(margins, Margin{House: house, Margin: v, Exact: true})
		}
	}
	return margins, positions
}
