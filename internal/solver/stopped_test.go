package solver_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"semeia/internal/kalah"
	"semeia/internal/solver"
)

// TestStoppedByTheClock: several callers at once, each with two workers, ask one
// solver with hardly any memory, and are stopped by their contexts at any moment
// while tables are made and put away. What is called proved must be what a
// solver says that nobody stops.
func TestStoppedByTheClock(t *testing.T) {
	busy := solver.New(solver.Options{Memory: 1 << 20, Workers: 3})
	defer busy.Close()
	calm := solver.New(solver.Options{Memory: 128 << 20})
	defer calm.Close()
	sets := kalah.Sets()
	if !*all {
		sets = sets[:4] // the school board
	}
	var (
		callers    sync.WaitGroup
		mu         sync.Mutex
		open, done int
	)
	for i := range 4 {
		callers.Go(func() {
			rng := rand.New(rand.NewPCG(8, uint64(i)))
			for range several(40, 1500) {
				r := sets[rng.IntN(len(sets))].Rules
				p := small(rng, r, 14+rng.IntN(8))
				want := calm.Solve(ctx, r, p)
				for range 4 {
					stopped, cancel := context.WithTimeout(ctx, time.Duration(rng.IntN(1<<rng.IntN(22))))
					got := busy.Solve(stopped, r, p)
					cancel()
					if len(got.Margins) != len(want.Margins) {
						t.Errorf("%s %s %s: %v, want %v", r, p, p.Turn(), got, want)
						return
					}
					for j, m := range got.Margins {
						if m.Exact && m != want.Margins[j] {
							t.Errorf("%s %s %s: %v, want %v", r, p, p.Turn(), got, want)
							return
						}
					}
					if got.Sure && slices.ContainsFunc(got.Best, func(h int) bool { return !slices.Contains(want.Best, h) }) {
						t.Errorf("%s %s %s: sure of %v, want %v", r, p, p.Turn(), got.Best, want.Best)
						return
					}
					mu.Lock()
					if got.Exact {
						done++
					} else {
						open++
					}
					mu.Unlock()
				}
			}
		})
	}
	callers.Wait()
	t.Logf("%d were stopped, %d were not", open, done)
	if open < 20 || done < 20 {
		t.Errorf("%d were stopped, %d were not", open, done)
	}
}
