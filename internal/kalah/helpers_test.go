package kalah_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"semeia/internal/kalah"
)

// rules is a named rule set that must exist.
func rules(t testing.TB, name string) kalah.Rules {
	t.Helper()
	r, ok := kalah.Named(name)
	if !ok {
		t.Fatalf("no rule set %q", name)
	}
	return r
}

// board reads a position of any number of seeds with South to move.
func board(t testing.TB, text string) kalah.Position {
	t.Helper()
	p, err := kalah.ParsePosition(text, kalah.South)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sow plays house for South on the board, and the same for North on the
// mirrored board, which must come out as the exact mirror. South's sowing is
// returned.
func sow(t testing.TB, r kalah.Rules, text string, house int) kalah.Sowing {
	t.Helper()
	p := board(t, text)
	south, err := r.Sow(p, house)
	if err != nil {
		t.Fatalf("south plays %d in %s: %v", house, p, err)
	}
	north, err := r.Sow(p.Mirror(), house)
	if err != nil {
		t.Fatalf("north plays %d in %s: %v", house, p.Mirror(), err)
	}
	if problem := mirrored(south, north); problem != "" {
		t.Fatalf("house %d of %s is not the same for both seats: %s", house, p, problem)
	}
	return south
}

// mirrored says in what b is not the mirror of a; "" when it is.
func mirrored(a, b kalah.Sowing) string {
	for i := 1; i <= a.Seeds; i++ {
		at := a.At(i)
		at.Side = at.Side.Other()
		if b.At(i) != at {
			return fmt.Sprintf("seed %d falls into %s and %s", i, a.At(i), b.At(i))
		}
	}
	m := b
	m.Before, m.After = b.Before.Mirror(), b.After.Mirror()
	m.Swept[0], m.Swept[1] = b.Swept[1], b.Swept[0]
	if m != a {
		return fmt.Sprintf("%+v and %+v", a, b)
	}
	if a.LastFound() != b.LastFound() || a.Captured() != b.Captured() {
		return "what the last seed found or captured"
	}
	return ""
}

// path is the places where the seeds fell.
func path(s kalah.Sowing) (places []string) {
	for i := 1; i <= s.Seeds; i++ {
		places = append(places, s.At(i).String())
	}
	return places
}

// after checks the position that came of a sowing.
func after(t testing.TB, s kalah.Sowing, want string) {
	t.Helper()
	if got := s.After.String(); got != want {
		t.Errorf("house %d of %s: after %s, want %s", s.House, s.Before, got, want)
	}
}

// next checks who moves next, South having moved, and that the game goes on.
func next(t testing.TB, s kalah.Sowing, want kalah.Side) {
	t.Helper()
	if s.Over != kalah.NotOver || s.After.Turn() != want || s.Again != (want == kalah.South) {
		t.Errorf("house %d of %s: next %s, again %v, over %q; want next %s, not over",
			s.House, s.Before, s.After.Turn(), s.Again, s.Over, want)
	}
}

// ended checks that the game is over for a reason, with no extra turn.
func ended(t testing.TB, s kalah.Sowing, want kalah.Reason) {
	t.Helper()
	if s.Over != want || s.Again {
		t.Errorf("house %d of %s: over %q, again %v; want over %q and no extra turn",
			s.House, s.Before, s.Over, s.Again, want)
	}
}

// takes checks what a sowing captured.
func takes(t testing.TB, s kalah.Sowing, facing, own int) {
	t.Helper()
	if s.Facing != facing || s.Own != own || s.Captured() != facing+own {
		t.Errorf("house %d of %s: captured %d facing and %d own, %d in all; want %d and %d",
			s.House, s.Before, s.Facing, s.Own, s.Captured(), facing, own)
	}
}

// won checks the winner: "south", "north" or "draw".
func won(t testing.TB, p kalah.Position, want string) {
	t.Helper()
	winner, draw := p.Winner()
	got := winner.String()
	if draw {
		got = "draw"
	}
	if got != want {
		t.Errorf("%s: winner %s, want %s", p, got, want)
	}
}

// everyRules is every named set and every free combination, once each.
func everyRules(t testing.TB) (all []kalah.Rules) {
	t.Helper()
	seen := map[kalah.Rules]bool{}
	add := func(r kalah.Rules) {
		if !seen[r] {
			seen[r] = true
			all = append(all, r)
		}
	}
	for _, s := range kalah.Sets() {
		add(s.Rules)
	}
	for _, f := range everyFree() {
		r, err := f.Rules()
		if err != nil {
			t.Fatalf("%+v: %v", f, err)
		}
		add(r)
	}
	return all
}

func everyFree() (all []kalah.Free) {
	boards := []kalah.Free{{}}
	for houses := 3; houses <= 6; houses++ {
		for seeds := 1; seeds <= 6; seeds++ {
			boards = append(boards, kalah.Free{Houses: houses, Seeds: seeds})
		}
	}
	for _, f := range boards {
		for flags := range 8 {
			f.ExtraTurn, f.Majority, f.Pie = flags&1 != 0, flags&2 != 0, flags&4 != 0
			for f.Capture = kalah.NoCapture; f.Capture <= kalah.BothOrAlone; f.Capture++ {
				for f.End = kalah.Stuck; f.End <= kalah.Row; f.End++ {
					for f.Leftover = kalah.Nobody; f.Leftover <= kalah.Emptier; f.Leftover++ {
						all = append(all, f)
					}
				}
			}
		}
	}
	return all
}

// randomMove is a legal house chosen at random; 0 when the game is over.
func randomMove(rng *rand.Rand, r kalah.Rules, p kalah.Position) int {
	var legal [kalah.MaxHouses]int
	n := 0
	for h := 1; h <= p.Houses(); h++ {
		if r.Legal(p, h) == nil {
			legal[n] = h
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return legal[rng.IntN(n)]
}
