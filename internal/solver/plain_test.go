package solver_test

import (
	"math/rand/v2"
	"testing"

	"semeia/internal/kalah"
)

func TestNamedRulesAgreeWithPlainPerfectPlay(t *testing.T) {
	list := solvers(t)
	for i, set := range kalah.Sets() {
		t.Run(set.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, uint64(i)))
			list["tables"].Warm(ctx, set.Rules)
			list["both"].Warm(ctx, set.Rules)
			for name, s := range list {
				for range several(150, 10_000) {
					p := small(rng, set.Rules, 1+rng.IntN(9))
					if problem := differs(set.Rules, p, s.Solve(ctx, set.Rules, p), false); problem != "" {
						t.Fatalf("%s: %s", name, problem)
					}
				}
			}
		})
	}
}

func TestFreeCombinationsAgreeWithPlainPerfectPlay(t *testing.T) {
	list := solvers(t)
	rng := rand.New(rand.NewPCG(2, 0))
	for range 200 {
		r := free(rng)
		for name, s := range list {
			if name != "search" {
				s.Warm(ctx, r)
			}
			for range several(4, 100) {
				p := small(rng, r, 1+rng.IntN(9))
				if problem := differs(r, p, s.Solve(ctx, r, p), false); problem != "" {
					t.Fatalf("%s: %s", name, problem)
				}
			}
		}
	}
}

// Positions large enough that a solver searches above its table.
func TestSearchAboveATableAgreesWithPlainPerfectPlay(t *testing.T) {
	list := solvers(t)
	rng := rand.New(rand.NewPCG(3, 0))
	rules := []kalah.Rules{free(rng), free(rng), free(rng), free(rng)}
	for _, set := range kalah.Sets() {
		rules = append(rules, set.Rules)
	}
	for _, r := range rules {
		list["both"].Warm(ctx, r)
		for range several(2, 60) {
			p := small(rng, r, 9+rng.IntN(4))
			if problem := differs(r, p, list["both"].Solve(ctx, r, p), false); problem != "" {
				t.Fatal(problem)
			}
		}
	}
}

// TestAStoppedSearchCallsNothingExactThatIsNot stops at random nodes, and asks
// the same solver again: nothing that a stopped search left behind may count.
func TestAStoppedSearchCallsNothingExactThatIsNot(t *testing.T) {
	list := solvers(t)
	rng := rand.New(rand.NewPCG(4, 0))
	open, closed := 0, 0
	for range several(60, 2000) {
		r := kalah.Sets()[rng.IntN(len(kalah.Sets()))].Rules
		if rng.IntN(2) == 0 {
			r = free(rng)
		}
		p := small(rng, r, 6+rng.IntN(5))
		for _, name := range []string{"both", "search"} {
			for range 4 {
				got := list[name].SolveWithin(ctx, r, p, int64(rng.IntN(1<<rng.IntN(12))))
				if problem := differs(r, p, got, true); problem != "" {
					t.Fatalf("%s: %s", name, problem)
				}
				if got.Exact {
					closed++
				} else {
					open++
				}
			}
			if problem := differs(r, p, list[name].Solve(ctx, r, p), false); problem != "" {
				t.Fatalf("%s, at last: %s", name, problem)
			}
		}
	}
	if open < 50 || closed < 50 {
		t.Errorf("%d were stopped and %d were not", open, closed)
	}
}
