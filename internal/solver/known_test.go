package solver_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"semeia/internal/kalah"
	"semeia/internal/solver"
)

func rules(t testing.TB, name string) kalah.Rules {
	t.Helper()
	r, ok := kalah.Named(name)
	if !ok {
		t.Fatal(name)
	}
	return r
}

// Known values: by first move, for every side.
func TestTheSchoolBoardIsWorthWhatIsKnown(t *testing.T) {
	s := solver.New(solver.Options{})
	defer s.Close()
	for name, want := range map[string]string{
		"sowing": "[-1 -1 0 1 1]", "extra": "[-5 -3 1 1 1]", "capture": "[-7 -5 1 2 2]", "seventeen": "[-7 -5 1 2 2]",
	} {
		for _, side := range []kalah.Side{kalah.South, kalah.North} {
			r := rules(t, name)
			got := s.Solve(ctx, r, r.Start(side))
			var list []int
			for _, m := range got.Margins {
				list = append(list, m.Margin)
			}
			if fmt.Sprint(list) != want || !got.Exact {
				t.Errorf("%s: %v, want %s", name, got, want)
			}
		}
	}
}

// Known values; +8 and +10 are also the published ones (Rawlings; Irving,
// Donkers and Uiterwijk, "Solving Kalah", 2000).
func TestTheStandardBoardIsWorthWhatIsKnown(t *testing.T) {
	if !*long {
		return // minutes, and gigabytes: see the flag
	}
	s := solver.New(solver.Options{Memory: 4 << 30, NoBook: true})
	defer s.Close()
	for _, c := range []struct {
		name string
		want int
	}{{"standard-3", 2}, {"standard", 8}, {"empty-capture", 10}} {
		r := rules(t, c.name)
		began := time.Now()
		s.Warm(ctx, r)
		warm := time.Since(began)
		began = time.Now()
		m, nodes := s.Value(ctx, r, r.Start(kalah.South))
		took := time.Since(began)
		t.Logf("%s: %+d with house %d, %d nodes in %.1f s after %.1f s of tables", c.name, m.Margin, m.House, nodes, took.Seconds(), warm.Seconds())
		if m.Margin != c.want || !m.Exact {
			t.Errorf("%s: %v, want %d", c.name, m, c.want)
		}
	}
}

// kalahOf is Kalah(m,n); kalah.Free begins at three houses.
func kalahOf(t testing.TB, name string, m, n int) kalah.Rules {
	r := rules(t, name)
	r.Houses, r.Layout = uint8(m), [kalah.MaxHouses]uint8{}
	for h := range m {
		r.Layout[h] = uint8(n)
	}
	return r
}

// Irving, Donkers and Uiterwijk, "Solving Kalah", 2000, and Rawlings: the first
// player's margin for 1 to 4 seeds a house.
func TestPublishedValuesOfSmallerBoards(t *testing.T) {
	s := solver.New(solver.Options{NoBook: true})
	defer s.Close()
	for _, c := range []struct {
		name string
		m    int
		want []int
	}{
		{"standard", 4, []int{2, 6, 6, 2}}, {"standard", 5, []int{0, 2, 6, 10}}, {"standard", 6, []int{2, 6, 2}},
		{"empty-capture", 4, []int{2, 6, 8, 2}}, {"empty-capture", 5, []int{0, 0, 8, 12}}, {"empty-capture", 6, []int{2, 10, 2}},
	} {
		for i, want := range c.want {
			if c.m == 6 && i == 2 && !*all && !*long {
				continue
			}
			r := kalahOf(t, c.name, c.m, i+1)
			if got, _ := s.Value(ctx, r, r.Start(kalah.South)); got.Margin != want || !got.Exact {
				t.Errorf("%s, %d houses of %d: %+v, want %+d", c.name, c.m, i+1, got, want)
			}
		}
	}
}

func TestValueIsTheBestMargin(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	for name, s := range solvers(t) {
		for range several(100, 3000) {
			r := free(rng)
			p := small(rng, r, 1+rng.IntN(8))
			got, _ := s.Value(ctx, r, p)
			want := p.Store(p.Turn()) - p.Store(p.Turn().Other())
			if r.Over(p) == kalah.NotOver {
				result := s.Solve(ctx, r, p)
				want = result.Top()
			}
			if got.Margin != want || !got.Exact {
				t.Fatalf("%s: %s %s: %+v, want %d", name, r, p, got, want)
			}
		}
	}
}

func TestTheSecondPlayerSwapsIntoTheBetterSeat(t *testing.T) {
	s := solver.New(solver.Options{NoBook: true})
	defer s.Close()
	r, err := kalah.Free{Houses: 3, Seeds: 3, ExtraTurn: true, Capture: kalah.Both, End: kalah.Row, Leftover: kalah.Owner, Pie: true}.Rules()
	if err != nil {
		t.Fatal(err)
	}
	swaps := map[bool]int{}
	for house := 1; house <= 3; house++ {
		l, _, err := r.Play(r.Begin(kalah.South), house)
		if err != nil {
			t.Fatal(err)
		}
		if !r.CanSwap(l) {
			continue
		}
		result := s.Solve(ctx, r, l.Pos)
		margins, _ := solver.Plain(r, l.Pos)
		top := -99
		for _, m := range margins {
			top = max(top, m.Margin)
		}
		if result.Swap() != (top < 0) {
			t.Errorf("house %d: %v", house, result)
		}
		swaps[result.Swap()]++
	}
	if len(swaps) == 0 {
		t.Error("nobody could swap")
	}
}

func TestAQuestionEndsWithItsContext(t *testing.T) {
	s := solver.New(solver.Options{Memory: 8 << 20})
	defer s.Close()
	r := rules(t, "standard-6")
	for _, wait := range []time.Duration{0, time.Millisecond, 100 * time.Millisecond} {
		stopped, cancel := context.WithTimeout(ctx, wait)
		began := time.Now()
		got := s.Solve(stopped, r, r.Start(kalah.South))
		cancel()
		if got.Exact || len(got.Margins) != 6 || len(got.Best) == 0 || time.Since(began) > wait+2*time.Second {
			t.Errorf("%v: %v after %v", wait, got, time.Since(began))
		}
		if wait > 50*time.Millisecond && got.Depth < 4 {
			t.Errorf("%v: looked %d moves ahead", wait, got.Depth)
		}
	}
}

// TestSixteenCallersShareOneSolver: with the race detector this is the test of
// what they share. Memory is tight, so that tables come and go meanwhile.
func TestSixteenCallersShareOneSolver(t *testing.T) {
	s := solver.New(solver.Options{Memory: 1 << 19, Workers: 4})
	defer s.Close()
	var callers sync.WaitGroup
	for i := range 16 {
		callers.Go(func() {
			rng := rand.New(rand.NewPCG(6, uint64(i%8))) // two of a kind
			for range several(12, 300) {
				r := free(rng)
				p := small(rng, r, 4+rng.IntN(9)) // some ask for a table
				got := s.SolveWithin(ctx, r, p, 1<<(8+rng.IntN(20)))
				if problem := differs(r, p, got, !got.Exact); problem != "" {
					t.Error(problem)
					return
				}
			}
		})
	}
	callers.Wait()
}

func TestMemoryStaysUnderTheBound(t *testing.T) {
	const bound = 32 << 20
	heap := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	// The book is the program's, and open once for all.
	standard := rules(t, "standard")
	solver.New(solver.Options{Memory: 1 << 20}).Value(ctx, standard, standard.Start(kalah.South))
	before := heap()
	s := solver.New(solver.Options{Memory: bound})
	defer s.Close()
	rng := rand.New(rand.NewPCG(7, 0))
	most := int64(0)
	for i := range several(4000, 100_000) {
		r := free(rng)
		p := small(rng, r, 2+rng.IntN(14))
		if got := s.Solve(ctx, r, p); !got.Exact {
			t.Fatalf("%s %s: %v", r, p, got)
		}
		if i%1000 == 999 {
			most = max(most, heap()-before)
			if st := s.Stats(); st.Memory > bound {
				t.Fatalf("%+v", st)
			}
		}
	}
	t.Logf("%.1f MiB of %.1f at most, %+v", float64(most)/(1<<20), float64(bound)/(1<<20), s.Stats())
	if most > bound+bound/16 {
		t.Errorf("%d bytes, the bound is %d", most, bound)
	}
	runtime.KeepAlive(s)
}
