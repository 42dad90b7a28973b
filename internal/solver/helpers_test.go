package solver_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"semeia/internal/kalah"
	"semeia/internal/solver"
)

var (
	all  = flag.Bool("all", false, "the whole of every comparison, some of which take minutes")
	long = flag.Bool("long", false, "known values that take minutes")
)

var ctx = context.Background()

// several is how many of a whole number of cases are tried by default.
func several(some, whole int) int {
	if *all {
		return whole
	}
	return some
}

// small lays so many seeds anywhere in the houses and the others in the stores.
func small(rng *rand.Rand, r kalah.Rules, seeds int) kalah.Position {
	m := int(r.Houses)
	cells := make([]int, 2+2*m)
	seeds = min(seeds, r.Seeds())
	for range seeds {
		cells[2+rng.IntN(2*m)]++
	}
	if rng.IntN(4) == 0 { // heaps of a lap and more, which games seldom reach
		from, to := 2+rng.IntN(2*m), 2+rng.IntN(2*m)
		if from != to {
			cells[to] += cells[from]
			cells[from] = 0
		}
	}
	cells[0] = rng.IntN(r.Seeds() - seeds + 1)
	cells[1] = r.Seeds() - seeds - cells[0]
	text := []string{strconv.Itoa(m)}
	for _, n := range cells {
		text = append(text, strconv.Itoa(n))
	}
	p, err := kalah.ParsePosition("<"+strings.Join(text, ",")+">", kalah.Side(rng.IntN(2)))
	if err != nil {
		panic(err)
	}
	return p
}

// met plays at random until so many seeds are in play.
func met(rng *rand.Rand, r kalah.Rules, low, high int) kalah.Position {
	for {
		p := r.Start(kalah.Side(rng.IntN(2)))
		for r.Over(p) == kalah.NotOver {
			if n := p.InRow(kalah.South) + p.InRow(kalah.North); n <= high {
				if n >= low {
					return p
				}
				break
			}
			if s, err := r.Sow(p, 1+rng.IntN(p.Houses())); err == nil {
				p = s.After
			}
		}
	}
}

// free draws a free combination of the rule laboratory.
func free(rng *rand.Rand) kalah.Rules {
	f := kalah.Free{
		Houses: 3 + rng.IntN(4), Seeds: 1 + rng.IntN(6), ExtraTurn: rng.IntN(3) > 0, Capture: kalah.Capture(rng.IntN(4)),
		End: kalah.End(rng.IntN(2)), Leftover: kalah.Leftover(rng.IntN(3)), Majority: rng.IntN(2) == 0, Pie: rng.IntN(2) == 0,
	}
	if rng.IntN(7) == 0 {
		f.Houses = 0
	}
	r, err := f.Rules()
	if err != nil {
		panic(err)
	}
	return r
}

// differs says where a result is not what plain perfect play gives. A result
// that was stopped may leave margins open, never call a wrong one exact.
func differs(r kalah.Rules, p kalah.Position, got solver.Result, stopped bool) string {
	want, _ := solver.Plain(r, p)
	if r.Over(p) != kalah.NotOver {
		want = nil
	}
	if len(got.Margins) != len(want) {
		return fmt.Sprintf("%s %s %s: %v, want %v", r, p, p.Turn(), got, want)
	}
	exact, best := true, []int(nil)
	for i, m := range got.Margins {
		exact = exact && m.Exact
		if m.House != want[i].House || m.Exact && m != want[i] || !m.Exact && !stopped {
			return fmt.Sprintf("%s %s %s: %v, want %v", r, p, p.Turn(), got, want)
		}
		if m.Margin == got.Top() && (m.Exact || !got.Sure) {
			best = append(best, m.House)
		}
	}
	if got.Sure {
		most := 0
		for i, m := range want {
			if i == 0 || m.Margin > most {
				most = m.Margin
			}
		}
		if len(want) > 0 && (got.Top() != most || len(best) == 0) {
			return fmt.Sprintf("%s %s %s: %v is sure, but the largest is %+d", r, p, p.Turn(), got, most)
		}
	}
	if exact && !got.Sure || exact != got.Exact || fmt.Sprint(best) != fmt.Sprint(got.Best) || exact != (got.Depth == 0) && !stopped {
		return fmt.Sprintf("%s %s %s: %v does not agree with itself", r, p, p.Turn(), got)
	}
	return ""
}

// solvers of three kinds: all small positions from tables once they are warm,
// a search above tables of few seeds, and a search alone as long as nobody asks
// for as many seeds as a table is made for.
func solvers(t testing.TB) map[string]*solver.Solver {
	list := map[string]*solver.Solver{
		"tables": solver.New(solver.Options{Memory: 2 << 20}),
		"both":   solver.New(solver.Options{Memory: 1 << 17}),
		"search": solver.New(solver.Options{Memory: 1 << 20, Workers: 1}),
	}
	for _, s := range list {
		t.Cleanup(s.Close)
	}
	return list
}
