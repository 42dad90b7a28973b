package kalah_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"semeia/internal/kalah"
)

// free draws a free combination of the rule laboratory.
func free() *rapid.Generator[kalah.Rules] {
	return rapid.Custom(func(t *rapid.T) kalah.Rules {
		r, err := kalah.Free{
			Houses: rapid.SampledFrom([]int{0, 3, 4, 5, 6}).Draw(t, "houses"), Seeds: rapid.IntRange(1, 6).Draw(t, "seeds"),
			ExtraTurn: rapid.Bool().Draw(t, "extra"), Capture: kalah.Capture(rapid.IntRange(0, 3).Draw(t, "capture")),
			End: kalah.End(rapid.IntRange(0, 1).Draw(t, "end")), Leftover: kalah.Leftover(rapid.IntRange(0, 2).Draw(t, "leftover")),
			Majority: rapid.Bool().Draw(t, "majority"), Pie: rapid.Bool().Draw(t, "pie"),
		}.Rules()
		if err != nil {
			t.Fatal(err)
		}
		return r
	})
}

func anyRules() *rapid.Generator[kalah.Rules] {
	return rapid.Custom(func(t *rapid.T) kalah.Rules {
		if rapid.Bool().Draw(t, "named") {
			return rapid.SampledFrom(kalah.Sets()).Draw(t, "set").Rules
		}
		return free().Draw(t, "free")
	})
}

// longest is more moves than any game has: a seed never leaves a store, and a
// turn that puts none into one brings seeds nearer to it.
const longest = 2000

// TestEveryGameKeepsTheLaws plays random games of every kind of rules to their
// end and holds each move against a plain walk over the rules.
func TestEveryGameKeepsTheLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRules().Draw(t, "rules")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		p := r.Start(kalah.Side(rng.IntN(2)))
		for moves := 0; r.Over(p) == kalah.NotOver; moves++ {
			if moves > longest {
				t.Fatalf("%v: no end after %d moves", r, moves)
			}
			house := 1 + rng.IntN(p.Houses())
			if r.Legal(p, house) != nil {
				continue
			}
			before := p
			s, err := r.Sow(p, house)
			if err != nil {
				t.Fatalf("%v %v house %d: legal, and refused: %v", r, p, house, err)
			}
			if p != before || s.Before != before {
				t.Fatal("a question changed the position")
			}
			if s.After.Seeds() != r.Seeds() {
				t.Fatalf("%v %v house %d: seeds lost: %v", r, p, house, s.After)
			}
			if got, want := told(&s), walk(r, p, house); got != want {
				t.Fatalf("%v %v %v house %d:\n got %s\nwant %s", r, p, p.Turn(), house, got, want)
			}
			m, err := r.Sow(p.Mirror(), house)
			if err != nil || m.After != s.After.Mirror() {
				t.Fatalf("%v %v house %d: the mirror gives %v, %v", r, p, house, m.After, err)
			}
			if q, err := r.Parse(s.After.String(), s.After.Turn()); err != nil || q != s.After {
				t.Fatalf("%v reads as %v, %v", s.After, q, err)
			}
			if (s.Over != kalah.NotOver) != (r.Over(s.After) != kalah.NotOver) {
				t.Fatalf("%v %v: over is %v by the move and %v by the position", r, s.After, s.Over, r.Over(s.After))
			}
			p = s.After
		}
		for house := 0; house <= p.Houses()+1; house++ {
			if _, err := r.Sow(p, house); err != kalah.ErrOver {
				t.Fatalf("house %d after the end: %v", house, err)
			}
		}
	})
}

func told(s *kalah.Sowing) string {
	return fmt.Sprint(path(s), " found ", s.LastFound(), " captured ", s.Facing, s.Own, " again ", s.Again, " over ", s.Over, " next ", s.After.Turn(), " ", s.After)
}

// walk is a second telling of the rules, from places to numbers of seeds,
// written for this test and sharing nothing with the package.
func walk(r kalah.Rules, p kalah.Position, house int) string {
	m, me, you := p.Houses(), p.Turn(), p.Turn().Other()
	at := map[kalah.Place]int{}
	for h := 0; h <= m; h++ {
		at[kalah.Place{Side: me, House: uint8(h)}] = p.At(kalah.Place{Side: me, House: uint8(h)})
		at[kalah.Place{Side: you, House: uint8(h)}] = p.At(kalah.Place{Side: you, House: uint8(h)})
	}
	ring := []kalah.Place{}
	for _, side := range []kalah.Side{me, you} {
		for h := 1; h <= m; h++ {
			ring = append(ring, kalah.Place{Side: side, House: uint8(h)})
		}
		if side == me {
			ring = append(ring, kalah.Place{Side: me})
		}
	}
	hand := at[ring[house-1]]
	at[ring[house-1]] = 0
	trail, found, i := "", 0, house-1
	for n := 0; n < hand; n++ {
		i = (i + 1) % len(ring)
		found = at[ring[i]]
		at[ring[i]]++
		if n > 0 {
			trail += " "
		}
		trail += ring[i].String()
	}
	last, mine := ring[i], kalah.Place{Side: me}
	facing, own := 0, 0
	if r.Capture != kalah.NoCapture && last.Side == me && last.House > 0 && found == 0 {
		across := kalah.Place{Side: you, House: uint8(m+1) - last.House}
		facing = at[across]
		if facing > 0 || r.Capture == kalah.BothOrAlone {
			at[across] = 0
			if r.Capture != kalah.Opposite {
				own = 1
				at[last] = 0
			}
			at[mine] += facing + own
		}
	}
	again := r.ExtraTurn && last == mine
	next := you
	if again {
		next = me
	}
	sum := func(side kalah.Side) (n int) {
		for h := 1; h <= m; h++ {
			n += at[kalah.Place{Side: side, House: uint8(h)}]
		}
		return n
	}
	over := kalah.NotOver
	switch {
	case r.WinAt > 0 && at[mine] >= int(r.WinAt):
		over = kalah.Reached
	case r.End == kalah.Row && (sum(me) == 0 || sum(you) == 0):
		over = kalah.RowEmpty
	case r.End == kalah.Stuck && sum(next) == 0:
		over = kalah.NoSeed
	}
	if over != kalah.NotOver {
		again = false
	}
	if over == kalah.RowEmpty || over == kalah.NoSeed {
		left := map[kalah.Side]int{me: sum(me), you: sum(you)}
		for _, side := range []kalah.Side{me, you} {
			to := side
			if r.Leftover == kalah.Emptier {
				to = side.Other()
			}
			if r.Leftover == kalah.Nobody || r.Leftover == kalah.Emptier && left[to] != 0 {
				continue
			}
			at[kalah.Place{Side: to}] += left[side]
			for h := 1; h <= m; h++ {
				at[kalah.Place{Side: side, House: uint8(h)}] = 0
			}
		}
	}
	text := fmt.Sprintf("<%d,%d,%d", m, at[kalah.Place{Side: kalah.South}], at[kalah.Place{Side: kalah.North}])
	for _, side := range []kalah.Side{kalah.South, kalah.North} {
		for h := 1; h <= m; h++ {
			text += fmt.Sprint(",", at[kalah.Place{Side: side, House: uint8(h)}])
		}
	}
	return fmt.Sprint(trail, " found ", found, " captured ", facing, own, " again ", again, " over ", over, " next ", next, " ", text, ">")
}

func TestRulesReadAsTheyAreWritten(t *testing.T) {
	seen := map[string]kalah.Rules{}
	check := func(r kalah.Rules) {
		text := r.String()
		if back, err := kalah.ParseRules(text); err != nil || back != r {
			t.Fatalf("%q reads as %v, %v", text, back, err)
		}
		if other, ok := seen[text]; ok && other != r {
			t.Fatalf("two rule sets are written %q", text)
		}
		seen[text] = r
	}
	for _, s := range kalah.Sets() {
		check(s.Rules)
		want(t, "name", s.Rules.String(), s.Name)
		want(t, "stage of "+s.Name, s.Rules.Stage(), s.Stage)
	}
	for houses := 0; houses <= 6; houses++ {
		for seeds := 0; seeds <= 7; seeds++ {
			for bits := range 1 << 3 {
				for c := range kalah.Capture(5) {
					for e := range kalah.End(3) {
						for l := range kalah.Leftover(4) {
							f := kalah.Free{Houses: houses, Seeds: seeds, ExtraTurn: bits&1 > 0, Majority: bits&2 > 0, Pie: bits&4 > 0, Capture: c, End: e, Leftover: l}
							r, err := f.Rules()
							within := (houses == 0 || houses >= 3 && seeds >= 1 && seeds <= 6) && c <= 3 && e <= 1 && l <= 2
							if (err == nil) != within {
								t.Fatalf("%+v: %v", f, err)
							}
							if err == nil {
								check(r)
							}
						}
					}
				}
			}
		}
	}
	want(t, "rule sets in all", len(seen), 25*2*2*2*4*2*3)
	for _, text := range []string{"", "free", "Standard", "standard ", "free:2x3:extra:both:row:owner:0", "free:7x3:extra:both:row:owner:0", "free:0x3:extra:both:row:owner:0",
		"free:4x0:extra:both:row:owner:0", "free:4x7:extra:both:row:owner:0", "free:school:extra:both:row:owner:16", "free:school:extra:both:row:owner:17:cake", "free:school:extra:both:row:owner:17:pie:pie",
		"free:6x4:extra:both:row:owner:0", "free:school:yes:both:row:owner:17", "free:school:extra:all:row:owner:17", "free:4x3:extra:both:row:owner:013"} {
		if r, err := kalah.ParseRules(text); err == nil {
			t.Errorf("%q was taken as %v", text, r)
		}
	}
}

// positions are those of random games of every rule set.
func positions(n int) (rules []kalah.Rules, at []kalah.Position, house []int) {
	rng := rand.New(rand.NewPCG(1, 2))
	sets := kalah.Sets()
	for len(at) < n {
		r := sets[rng.IntN(len(sets))].Rules
		for p := r.Start(kalah.South); r.Over(p) == kalah.NotOver && len(at) < n; {
			h := 1 + rng.IntN(p.Houses())
			s, err := r.Sow(p, h)
			if err != nil {
				continue
			}
			rules, at, house = append(rules, r), append(at, p), append(house, h)
			p = s.After
		}
	}
	return rules, at, house
}

func TestAMoveDoesNotAllocate(t *testing.T) {
	rules, at, house := positions(100)
	i := 0
	n := testing.AllocsPerRun(200, func() {
		l := rules[i].Begin(kalah.South)
		l.Pos = at[i]
		if _, _, err := rules[i].Play(l, house[i]); err != nil {
			t.Fatal(err)
		}
		if _, err := rules[i].Sow(at[i], 0); err == nil {
			t.Fatal("house 0 was played")
		}
		i = (i + 1) % len(at)
	})
	want(t, "allocations a move", n, 0)
}

// BenchmarkSow is a move with everything it reports; the aim is 100 ns.
func BenchmarkSow(b *testing.B) {
	rules, at, house := positions(4096)
	i := 0
	for b.Loop() {
		if s, err := rules[i].Sow(at[i], house[i]); err != nil || s.Seeds == 0 {
			b.Fatal(err)
		}
		i = (i + 1) & 4095
	}
}
