package kalah_test

import (
	"fmt"
	"slices"

	"semeia/internal/kalah"
)

// walked is one move told a second time, by a walk from place to place that
// shares nothing with the package but the names of its types.
type walked struct {
	path        []kalah.Place
	found       int // seeds in the last place before the last seed fell
	facing, own int
	again       bool
	over        kalah.Reason
	next        kalah.Side
	swept       [2]int
	after       string
}

// walk plays house of the side to move by the letter of R1 to R13.
func walk(r kalah.Rules, p kalah.Position, house int) (w walked) {
	m, me, you := p.Houses(), p.Turn(), p.Turn().Other()
	houses := func(side kalah.Side) (row []kalah.Place) {
		for h := 1; h <= m; h++ {
			row = append(row, kalah.Place{Side: side, House: uint8(h)})
		}
		return row
	}
	store := func(side kalah.Side) kalah.Place { return kalah.Place{Side: side} }

	// The ring as the mover goes round it, from the own house 1: R2 to R5.
	ring := slices.Concat(houses(me), []kalah.Place{store(me)}, houses(you))
	lies := map[kalah.Place]int{}
	for _, place := range append(ring, store(you)) {
		lies[place] = p.At(place)
	}
	start := kalah.Place{Side: me, House: uint8(house)}
	hand := lies[start]
	lies[start] = 0
	for at := slices.Index(ring, start) + 1; hand > 0; at, hand = at+1, hand-1 {
		place := ring[at%len(ring)]
		w.path = append(w.path, place)
		w.found = lies[place]
		lies[place]++
	}

	// R8 to R11.
	last := w.path[len(w.path)-1]
	if r.Capture != kalah.NoCapture && slices.Contains(houses(me), last) && w.found == 0 {
		across := houses(you)[m-int(last.House)]
		switch w.facing = lies[across]; {
		case w.facing > 0 && r.Capture != kalah.Opposite, w.facing == 0 && r.Capture == kalah.BothOrAlone:
			w.own = 1
		}
		lies[across] -= w.facing
		lies[last] -= w.own
		lies[store(me)] += w.facing + w.own
	}

	// R6, R7 and the order of R12.
	left := func(side kalah.Side) (n int) {
		for _, place := range houses(side) {
			n += lies[place]
		}
		return n
	}
	w.again = r.ExtraTurn && last == store(me)
	w.next = you
	if w.again {
		w.next = me
	}
	switch {
	case r.WinAt > 0 && lies[store(me)] >= int(r.WinAt):
		w.over = kalah.Reached
	case r.End == kalah.Row && (left(me) == 0 || left(you) == 0):
		w.over = kalah.RowEmpty
	case r.End == kalah.Stuck && left(w.next) == 0:
		w.over = kalah.NoSeed
	}
	if w.over != kalah.NotOver {
		w.again = false
	}

	// R13.
	if w.over == kalah.RowEmpty || w.over == kalah.NoSeed {
		south, north := left(kalah.South), left(kalah.North)
		switch {
		case r.Leftover == kalah.Owner:
			w.swept = [2]int{south, north}
		case r.Leftover == kalah.Emptier && south == 0:
			w.swept = [2]int{north, 0}
		case r.Leftover == kalah.Emptier && north == 0:
			w.swept = [2]int{0, south}
		}
		if r.Leftover != kalah.Nobody {
			for _, place := range slices.Concat(houses(me), houses(you)) {
				lies[place] = 0
			}
		}
		lies[store(kalah.South)] += w.swept[0]
		lies[store(kalah.North)] += w.swept[1]
	}

	w.after = fmt.Sprintf("<%d,%d,%d", m, lies[store(kalah.South)], lies[store(kalah.North)])
	for _, place := range slices.Concat(houses(kalah.South), houses(kalah.North)) {
		w.after += fmt.Sprint(",", lies[place])
	}
	w.after += ">"
	return w
}

// told is what the package says of the same move.
func told(s kalah.Sowing) (w walked) {
	for i := 1; i <= s.Seeds; i++ {
		w.path = append(w.path, s.At(i))
	}
	w.found, w.facing, w.own, w.again, w.over = s.LastFound(), s.Facing, s.Own, s.Again, s.Over
	w.next, w.swept, w.after = s.After.Turn(), s.Swept, s.After.String()
	return w
}
