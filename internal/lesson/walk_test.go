package lesson_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"semeia/internal/kalah"
)

// plain is a board walked seed by seed, written from RULES.md alone: it shares
// nothing with package kalah but the rule set's data.
type plain struct {
	rules  kalah.Rules
	m      int
	houses [2][8]int // of South (0) and North (1); house 1 is index 1
	store  [2]int
	turn   int
}

// event is what a plain sowing did.
type event struct {
	path     []string
	captured int
	again    bool
	over     bool
	found    int  // seeds in the place of the last seed, just before
	facing   int  // seeds facing the last seed, just after it fell
	own      bool // the last seed fell into an own house
}

func begin(r kalah.Rules, first kalah.Side) *plain {
	b := &plain{rules: r, m: int(r.Houses), turn: int(first)}
	for side := range 2 {
		for h := 1; h <= b.m; h++ {
			b.houses[side][h] = int(r.Layout[h-1])
		}
	}
	return b
}

// on takes a position's numbers over.
func on(t testing.TB, r kalah.Rules, p kalah.Position) *plain {
	t.Helper()
	b := &plain{rules: r, m: p.Houses(), turn: int(p.Turn())}
	for _, side := range []kalah.Side{kalah.South, kalah.North} {
		for h := 1; h <= b.m; h++ {
			b.houses[side][h] = p.House(side, h)
		}
		b.store[side] = p.Store(side)
	}
	return b
}

func (b *plain) mirror() {
	b.houses[0], b.houses[1] = b.houses[1], b.houses[0]
	b.store[0], b.store[1] = b.store[1], b.store[0]
	b.turn = 1 - b.turn
}

func (b *plain) text() string {
	var s strings.Builder
	fmt.Fprintf(&s, "<%d,%d,%d", b.m, b.store[0], b.store[1])
	for side := range 2 {
		for h := 1; h <= b.m; h++ {
			fmt.Fprintf(&s, ",%d", b.houses[side][h])
		}
	}
	return s.String() + ">"
}

func (b *plain) row(side int) (n int) {
	for h := 1; h <= b.m; h++ {
		n += b.houses[side][h]
	}
	return n
}

func (b *plain) seeds() int { return b.row(0) + b.row(1) + b.store[0] + b.store[1] }

func (b *plain) over() bool {
	if w := int(b.rules.WinAt); w > 0 && (b.store[0] >= w || b.store[1] >= w) {
		return true
	}
	if b.rules.End == kalah.Row {
		return b.row(0) == 0 || b.row(1) == 0
	}
	return b.row(b.turn) == 0
}

// sow plays a house of the side to move and leaves seeds left over in the rows.
func (b *plain) sow(house int) (e event) {
	me := b.turn
	hand := b.houses[me][house]
	b.houses[me][house] = 0
	side, h := me, house // h = m+1 stands for a store
	for hand > 0 {
		h++
		if h == b.m+1 && side != me {
			side, h = me, 1
		} else if h > b.m+1 {
			side, h = 1-side, 1
		}
		if h == b.m+1 {
			e.found = b.store[me]
			b.store[me]++
			e.path = append(e.path, string("sn"[side])+"*")
		} else {
			e.found = b.houses[side][h]
			b.houses[side][h]++
			e.path = append(e.path, fmt.Sprintf("%c%d", "sn"[side], h))
		}
		hand--
	}
	stored := h == b.m+1
	e.own = side == me && !stored
	if !stored {
		e.facing = b.houses[1-side][b.m+1-h]
	}
	if e.own && e.found == 0 && b.rules.Capture != kalah.NoCapture && (e.facing > 0 || b.rules.Capture == kalah.BothOrAlone) {
		e.captured = e.facing
		b.houses[1-me][b.m+1-h] = 0
		if b.rules.Capture != kalah.Opposite {
			e.captured++
			b.houses[me][h] = 0
		}
		b.store[me] += e.captured
	}
	if !stored || !b.rules.ExtraTurn {
		b.turn = 1 - me
	}
	e.over = b.over()
	e.again = stored && b.rules.ExtraTurn && !e.over
	return e
}

func (e event) last() string { return e.path[len(e.path)-1] }

// settle gives the seeds left over to whom they belong.
func (b *plain) settle() {
	if w := int(b.rules.WinAt); w > 0 && (b.store[0] >= w || b.store[1] >= w) {
		return
	}
	rows := [2]int{b.row(0), b.row(1)}
	for side := range 2 {
		switch b.rules.Leftover {
		case kalah.Owner:
			b.store[side] += rows[side]
		case kalah.Emptier:
			if rows[side] == 0 {
				b.store[side] += rows[1-side]
			}
		}
	}
}

// chains gives all longest chains of extra turns, by their houses.
func (b *plain) chains() (best []string) {
	most := 0
	var walk func(b plain, so []string)
	walk = func(b plain, so []string) {
		switch {
		case len(so) > most:
			most, best = len(so), nil
			fallthrough
		case len(so) == most && most > 0:
			best = append(best, strings.Join(so, " "))
		}
		for h := 1; h <= b.m; h++ {
			c := b
			if c.houses[c.turn][h] == 0 {
				continue
			}
			if c.sow(h).again {
				walk(c, append(slices.Clone(so), fmt.Sprint(h)))
			}
		}
	}
	walk(*b, nil)
	return best
}
