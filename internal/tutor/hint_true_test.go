package tutor_test

import (
	"math/rand/v2"
	"testing"

	"semeia/internal/kalah"
	"semeia/internal/solver"
	"semeia/internal/tutor"
)

// Each reason by itself: where it is true, and where something like it is not.
func TestAReasonIsTrueOnlyWhereItIs(t *testing.T) {
	type hint = tutor.Hint
	for _, c := range []struct {
		what, rules, board string
		hint               hint
		want               bool
	}{
		{"one house with seeds", "sowing", "<5,10,10,0,0,2,0,0,3,3,2,1,1>", hint{House: 3, Reason: tutor.HintOnly}, true},
		{"two houses with seeds", "sowing", "<5,10,10,0,1,2,0,0,3,3,2,1,0>", hint{House: 3, Reason: tutor.HintOnly}, false},

		{"16 and one more", "seventeen", "<5,16,10,0,0,0,0,1,2,0,3,0,0>", hint{House: 5, Reason: tutor.HintMajority, N: 17}, true},
		{"15 and one more", "seventeen", "<5,15,11,0,0,0,0,1,2,0,3,0,0>", hint{House: 5, Reason: tutor.HintMajority, N: 16}, false},
		{"17 already", "standard", "<6,25,13,2,0,0,0,0,1,4,0,2,0,1,0>", hint{House: 6, Reason: tutor.HintMajority, N: 26}, false},
		{"24 and one more", "standard", "<6,24,14,2,0,0,0,0,1,4,0,2,0,1,0>", hint{House: 6, Reason: tutor.HintMajority, N: 25}, true},
		{"a capture to 25", "standard", "<6,20,18,1,0,1,0,0,2,0,0,0,0,6,0>", hint{House: 1, Reason: tutor.HintMajority, N: 27}, true},
		{"16 and one more, no rule of the stage", "capture", "<5,16,10,0,0,0,0,1,2,0,3,0,0>", hint{House: 5, Reason: tutor.HintMajority, N: 17}, false},

		{"the other has none", "sowing", "<5,16,14,0,1,0,0,1,0,0,0,0,0>", hint{House: 5, Reason: tutor.HintStarve, Mine: 17, Their: 14}, true},
		{"the other has none and more in the kalah", "sowing", "<5,14,16,0,1,0,0,1,0,0,0,0,0>", hint{House: 5, Reason: tutor.HintStarve, Mine: 15, Their: 16}, false},
		{"the other has one", "sowing", "<5,16,13,0,1,0,0,1,0,0,1,0,0>", hint{House: 5, Reason: tutor.HintStarve, Mine: 17, Their: 13}, false},
		{"the rest is its owner's", "standard", "<6,24,22,0,1,0,0,0,1,0,0,0,0,0,0>", hint{House: 6, Reason: tutor.HintStarve, Mine: 25, Their: 22}, false},

		{"the last seed in the kalah", "standard", "<6,24,20,0,0,0,0,0,1,0,0,1,0,2,0>", hint{House: 6, Reason: tutor.HintEnds, Mine: 25, Their: 23}, true},
		{"other numbers", "standard", "<6,24,20,0,0,0,0,0,1,0,0,1,0,2,0>", hint{House: 6, Reason: tutor.HintEnds, Mine: 26, Their: 22}, false},
		{"it goes on", "standard", "<6,24,20,0,0,0,0,1,0,0,0,1,0,2,0>", hint{House: 5, Reason: tutor.HintEnds, Mine: 24, Their: 20}, false},

		{"5, then 4", "extra", "<5,4,4,3,3,0,2,1,3,3,4,3,2>", hint{House: 5, Reason: tutor.HintChain, Then: []int{4}, At: 4, N: 2}, true},
		{"4, then 5: the nearest was not first", "extra", "<5,4,4,3,3,0,2,1,3,3,4,3,2>", hint{House: 4, Reason: tutor.HintChain, Then: []int{5}, At: 5, N: 2}, false},
		{"one too many", "extra", "<5,4,4,3,3,0,2,1,3,3,4,3,2>", hint{House: 5, Reason: tutor.HintChain, Then: []int{4}, At: 4, N: 3}, false},
		{"no such rule", "sowing", "<5,4,4,3,3,0,2,1,3,3,4,3,2>", hint{House: 5, Reason: tutor.HintChain, Then: []int{4}, At: 4, N: 2}, false},

		{"3 seeds, 3 steps", "extra", "<5,0,0,3,3,3,3,3,4,3,4,3,3>", hint{House: 3, Reason: tutor.HintCounting}, true},
		{"3 seeds, 4 steps", "extra", "<5,0,0,3,3,3,3,3,4,3,4,3,3>", hint{House: 2, Reason: tutor.HintCounting}, false},
		{"the last seed of the row: no extra turn", "standard", "<6,20,20,0,0,0,0,0,1,1,2,0,0,3,1>", hint{House: 6, Reason: tutor.HintCounting}, false},
		{"14 seeds, 3 steps and a lap", "extra", "<5,1,1,1,1,14,1,1,3,3,2,2,2>", hint{House: 3, Reason: tutor.HintAgain}, true},
		{"3 seeds, no lap", "extra", "<5,0,0,3,3,3,3,3,4,3,4,3,3>", hint{House: 3, Reason: tutor.HintAgain}, false},
		{"13 seeds, 3 steps and a lap", "extra", "<5,1,1,1,1,13,1,1,3,3,3,2,2>", hint{House: 3, Reason: tutor.HintAgain}, false},

		{"6 facing", "capture", "<5,6,8,2,3,0,1,0,3,1,6,0,2>", hint{House: 1, Reason: tutor.HintTake, N: 6, At: 3}, true},
		{"not 5", "capture", "<5,6,8,2,3,0,1,0,3,1,6,0,2>", hint{House: 1, Reason: tutor.HintTake, N: 5, At: 3}, false},
		{"a house that is not empty", "capture", "<5,6,8,2,3,1,1,0,3,1,5,0,2>", hint{House: 1, Reason: tutor.HintTake, N: 5, At: 3}, false},
		{"nothing facing", "capture", "<5,10,10,1,0,3,0,1,3,1,2,0,1>", hint{House: 1, Reason: tutor.HintTake, At: 2}, false},
		{"a lone seed", "empty-capture", "<6,18,18,1,0,3,0,0,2,0,4,0,1,0,1>", hint{House: 1, Reason: tutor.HintTake, At: 2}, true},
		{"A01 a lap", "standard", "<6,12,10,13,0,2,0,1,3,1,0,0,2,0,4>", hint{House: 1, Reason: tutor.HintTake, N: 5, At: 1}, true},
		{"no such rule", "extra", "<5,6,8,2,3,0,1,0,3,1,6,0,2>", hint{House: 1, Reason: tutor.HintTake, N: 6, At: 3}, false},

		{"5 go away from house 2, which n2 reaches", "capture", "<5,8,8,0,5,0,1,0,0,2,1,0,7>", hint{House: 2, Reason: tutor.HintSave, N: 5, At: 2}, true},
		{"5 stay there", "capture", "<5,8,8,0,5,0,1,0,0,2,1,0,7>", hint{House: 4, Reason: tutor.HintSave, N: 5, At: 2}, false},
		{"nothing reaches the facing house", "capture", "<5,8,8,0,5,0,1,0,0,1,0,0,9>", hint{House: 2, Reason: tutor.HintSave, N: 5, At: 2}, false},
		{"an extra turn: the other does not move", "capture", "<5,8,8,0,4,0,1,0,0,2,1,0,8>", hint{House: 2, Reason: tutor.HintSave, N: 4, At: 2}, false},

		{"no capture after it", "capture", "<5,8,8,0,5,0,1,0,0,2,1,0,7>", hint{House: 2, Reason: tutor.HintShut, N: 5, At: 4}, true},
		{"other numbers", "capture", "<5,8,8,0,5,0,1,0,0,2,1,0,7>", hint{House: 2, Reason: tutor.HintShut, N: 4, At: 4}, false},
		{"the capture is still there", "capture", "<5,8,8,0,5,0,1,0,0,2,1,0,7>", hint{House: 4, Reason: tutor.HintShut, N: 5, At: 2}, false},

		{"n5 has one step, and gets another seed", "extra", "<5,8,8,0,0,0,0,8,0,3,0,0,1>", hint{House: 5, Reason: tutor.HintSpoil, At: 5}, false}, // n2 gets its fourth seed
		{"n5 has one step, and gets another seed; no other", "extra", "<5,8,8,0,0,0,0,6,2,0,0,0,1>", hint{House: 5, Reason: tutor.HintSpoil, At: 5}, true},
		{"n5 is not reached", "extra", "<5,8,8,0,0,0,0,5,2,0,0,0,1>", hint{House: 5, Reason: tutor.HintSpoil, At: 5}, false},
		{"n1 would not have played again", "extra", "<5,8,8,0,0,0,0,6,2,0,0,0,1>", hint{House: 5, Reason: tutor.HintSpoil, At: 1}, false},

		{"one goes over", "sowing", "<5,14,14,2,0,0,0,2,0,0,0,0,0>", hint{House: 5, Reason: tutor.HintFeed, N: 1}, true},
		{"none goes over", "sowing", "<5,14,14,2,0,0,0,2,0,0,0,0,0>", hint{House: 1, Reason: tutor.HintFeed, N: 1}, false},
		{"the other has one", "sowing", "<5,14,13,2,0,0,0,2,0,0,1,0,0>", hint{House: 5, Reason: tutor.HintFeed, N: 1}, false},
		{"every house sends some over", "sowing", "<5,14,14,0,0,0,3,2,0,0,0,0,0>", hint{House: 5, Reason: tutor.HintFeed, N: 1}, false},

		{"the last seed in the kalah, no rule of it", "sowing", "<5,0,0,3,3,3,3,3,4,3,4,3,3>", hint{House: 3, Reason: tutor.HintExactly}, true},
		{"with an extra turn it is another reason", "extra", "<5,0,0,3,3,3,3,3,4,3,4,3,3>", hint{House: 3, Reason: tutor.HintExactly}, false},
		{"past the kalah", "sowing", "<5,0,0,3,3,3,3,3,4,3,4,3,3>", hint{House: 4, Reason: tutor.HintExactly}, false},

		{"one falls in the kalah", "sowing", "<5,0,0,3,3,4,3,3,3,3,4,3,3>", hint{House: 4, Reason: tutor.HintHome, N: 1}, true},
		{"none falls in the kalah", "sowing", "<5,0,0,3,3,4,3,3,3,3,4,3,3>", hint{House: 1, Reason: tutor.HintHome}, false},
		{"a capture does not count", "capture", "<5,6,8,2,3,0,1,0,3,1,6,0,2>", hint{House: 1, Reason: tutor.HintHome, N: 6}, false},
		{"two, after a lap", "sowing", "<5,1,1,1,1,14,1,1,3,3,2,2,2>", hint{House: 3, Reason: tutor.HintHome, N: 2}, true},

		{"the row is empty", "sowing", "<5,12,12,0,0,0,0,2,1,1,2,1,1>", hint{House: 5, Reason: tutor.HintEmpty}, true},
		{"the rest is its owner's", "standard", "<6,20,20,0,0,0,0,0,2,1,1,1,1,1,1>", hint{House: 6, Reason: tutor.HintEmpty}, false},
		{"the row is not empty", "sowing", "<5,11,12,1,0,0,0,2,1,1,2,1,1>", hint{House: 5, Reason: tutor.HintEmpty}, false},

		{"then 4 facing", "capture", "<5,8,8,1,0,0,1,1,1,1,4,0,1>", hint{House: 1, Reason: tutor.HintThreat, N: 4, At: 2}, true},
		{"it is there already", "capture", "<5,8,8,0,1,0,1,1,1,1,4,0,1>", hint{House: 4, Reason: tutor.HintThreat, N: 4, At: 2}, false},
		{"not 3", "capture", "<5,8,8,1,0,0,1,1,1,1,4,0,1>", hint{House: 1, Reason: tutor.HintThreat, N: 3, At: 2}, false},

		{"then 2 seeds, 2 steps", "extra", "<5,8,8,1,0,1,1,0,1,1,4,0,1>", hint{House: 3, Reason: tutor.HintReady, N: 2, At: 4}, true},
		{"2 seeds, 2 steps already", "extra", "<5,8,8,1,0,1,2,0,1,1,4,0,1>", hint{House: 1, Reason: tutor.HintReady, N: 2, At: 4}, false},
		{"1 seed, 2 steps", "extra", "<5,8,8,1,0,1,0,0,1,1,4,0,1>", hint{House: 3, Reason: tutor.HintReady, N: 1, At: 4}, false},
		{"no such rule", "sowing", "<5,8,8,1,0,1,1,0,1,1,4,0,1>", hint{House: 3, Reason: tutor.HintReady, N: 2, At: 4}, false},

		{"none across, the rest is its owner's", "standard", "<6,10,10,2,0,0,0,4,4,4,2,2,2,2,2>", hint{House: 1, Reason: tutor.HintKeep}, true},
		{"some across", "standard", "<6,10,10,2,0,0,0,4,4,4,2,2,2,2,2>", hint{House: 5, Reason: tutor.HintKeep}, false},
		{"the rest is nobody's", "sowing", "<5,8,8,1,0,1,1,3,1,1,4,0,1>", hint{House: 1, Reason: tutor.HintKeep}, false},
		{"none across", "sowing", "<5,8,8,1,0,1,1,3,1,1,4,0,1>", hint{House: 1, Reason: tutor.HintStay}, true},
		{"none from any house", "sowing", "<5,8,8,1,0,1,1,1,1,1,4,0,1>", hint{House: 1, Reason: tutor.HintStay}, false},
		{"some across", "sowing", "<5,8,8,1,0,1,1,3,1,1,4,0,1>", hint{House: 5, Reason: tutor.HintStay}, false},

		{"one across, three from the other", "sowing", "<5,8,8,0,0,0,3,4,1,1,4,0,1>", hint{House: 4, Reason: tutor.HintFew, N: 1}, true},
		{"three across", "sowing", "<5,8,8,0,0,0,3,4,1,1,4,0,1>", hint{House: 5, Reason: tutor.HintFew, N: 3}, false},
		{"as many from the other", "sowing", "<5,8,8,0,0,0,3,2,1,1,4,0,1>", hint{House: 4, Reason: tutor.HintFew, N: 1}, false},
		{"another sends none", "sowing", "<5,8,8,0,1,0,3,4,1,1,4,0,1>", hint{House: 4, Reason: tutor.HintFew, N: 1}, false},

		{"1 now, and nothing comes back", "sowing", "<5,8,8,1,0,0,0,1,1,0,0,0,0>", hint{House: 5, Reason: tutor.HintBalance, Mine: 1, N: 0}, true},
		{"0 now", "sowing", "<5,8,8,1,0,0,0,1,1,0,0,0,0>", hint{House: 1, Reason: tutor.HintBalance, Mine: 0, N: 0}, false},
		{"1 now, and 1 at most", "sowing", "<5,8,8,1,0,0,0,1,1,0,0,0,1>", hint{House: 5, Reason: tutor.HintBalance, Mine: 1, N: 1}, true},
		{"other numbers", "sowing", "<5,8,8,1,0,0,0,1,1,0,0,0,1>", hint{House: 5, Reason: tutor.HintBalance, Mine: 1, N: 2}, false},
	} {
		r, p := board(t, c.rules, c.board, kalah.South)
		h := c.hint
		h.Seeds, h.Sure = p.House(kalah.South, h.House), true
		result := solver.Result{Exact: true, Sure: true, Best: []int{h.House}}
		for _, turned := range []kalah.Position{p, p.Mirror()} {
			if got := h.Holds(r, turned, result); got != c.want {
				t.Errorf("%s: %s, %s of %+v: %v", c.what, turned, h.Reason, h, got)
			}
		}
		if !c.want {
			continue
		}
		result.Best = []int{6}
		if h.Holds(r, p, result) && h.House != 6 {
			t.Errorf("%s: it holds where another house is better", c.what)
		}
		result = solver.Result{Best: []int{h.House}}
		if h.Holds(r, p, result) && p.InRow(kalah.South) > h.Seeds {
			t.Errorf("%s: it is sure of what is not proved", c.what)
		}
		if h.Seeds++; h.Holds(r, p, solver.Result{Exact: true, Sure: true, Best: []int{h.House}}) {
			t.Errorf("%s: it holds with a seed more", c.what)
		}
	}
}

// The reasons that go by the margins.
func TestAReasonThatGoesByTheMargins(t *testing.T) {
	r, p := board(t, "sowing", "<5,8,8,1,0,1,1,3,1,1,4,0,1>", kalah.South)
	exact := func(best ...int) solver.Result { return solver.Result{Exact: true, Sure: true, Best: best} }
	for _, c := range []struct {
		hint   tutor.Hint
		result solver.Result
		want   bool
	}{
		{tutor.Hint{Reason: tutor.HintSame}, exact(1, 3, 4, 5), true},
		{tutor.Hint{Reason: tutor.HintSame}, exact(1, 3, 4), false},
		{tutor.Hint{Reason: tutor.HintLeast, N: 1}, exact(1), true},
		{tutor.Hint{Reason: tutor.HintLeast, N: 1}, exact(1, 3), false},
		{tutor.Hint{Reason: tutor.HintLeast, N: 2}, exact(1, 3), true},
		{tutor.Hint{Reason: tutor.HintLeast, N: 4}, exact(1, 3, 4, 5), false},
		{tutor.Hint{Reason: tutor.HintAhead}, exact(1), false},
		{tutor.Hint{Reason: tutor.HintAhead}, solver.Result{Best: []int{1}}, true},
		{tutor.Hint{Reason: tutor.HintAhead}, solver.Result{Best: []int{3}}, false},
		{tutor.Hint{Reason: tutor.HintLeast, N: 1}, solver.Result{Best: []int{1}}, false},
		{tutor.Hint{Reason: tutor.HintSame}, solver.Result{Best: []int{1, 3, 4, 5}}, false},
	} {
		c.hint.House, c.hint.Seeds, c.hint.Sure = 1, 1, c.result.Sure
		if got := c.hint.Holds(r, p, c.result); got != c.want {
			t.Errorf("%s with %+v: %v", c.hint.Reason, c.result, got)
		}
	}
	pie, _ := kalah.Named("pie")
	behind := solver.Result{Exact: true, Sure: true, Margins: []solver.Margin{{House: 1, Margin: -3, Exact: true}}}
	ahead := solver.Result{Exact: true, Sure: true, Margins: []solver.Margin{{House: 1, Margin: 3, Exact: true}}}
	for _, c := range []struct {
		rules  kalah.Rules
		n      int
		result solver.Result
		want   bool
	}{{pie, 3, behind, true}, {pie, 2, behind, false}, {pie, 3, ahead, false}, {pie, -3, ahead, false}, {r, 3, behind, false}} {
		h := tutor.Hint{Reason: tutor.HintSwap, N: c.n, Sure: true}
		if got := h.Holds(c.rules, c.rules.Start(kalah.South), c.result); got != c.want {
			t.Errorf("swap for %d with %+v: %v", c.n, c.result, got)
		}
	}
}

// What chooses and what proves agree, for every legal move; and no number but
// the right one holds.
func TestEveryClaimHoldsAndNoOtherNumberDoes(t *testing.T) {
	seen := map[tutor.Reason]int{}
	rng := rand.New(rand.NewPCG(91, 92))
	for _, set := range kalah.Sets() {
		r := set.Rules
		met(r, 40, 24, rng, func(l kalah.Line) {
			result := coach.Margins(ctx, r, l.Pos)
			for _, h := range tutor.ClaimsOf(r, l.Pos, result) {
				if h.Reason == tutor.HintSame || h.Reason == tutor.HintLeast || h.Reason == tutor.HintAhead {
					continue
				}
				best := solver.Result{Exact: true, Sure: true, Best: []int{h.House}}
				if !h.Holds(r, l.Pos, best) {
					t.Errorf("%s %s: %s of %+v does not hold", set.Name, l.Pos, h.Reason, h)
				}
				seen[h.Reason]++
				for _, spoil := range []func(*tutor.Hint) bool{
					func(h *tutor.Hint) bool { h.N++; return h.N > 1 },
					func(h *tutor.Hint) bool { h.N--; return h.N >= 0 },
					func(h *tutor.Hint) bool {
						h.Mine++
						return h.Reason == tutor.HintEnds || h.Reason == tutor.HintStarve || h.Reason == tutor.HintBalance
					},
					func(h *tutor.Hint) bool { h.Their++; return h.Reason == tutor.HintEnds || h.Reason == tutor.HintStarve },
				} {
					if wrong := h; spoil(&wrong) && wrong.Holds(r, l.Pos, best) {
						t.Errorf("%s %s: %s of %+v holds, and so does %+v", set.Name, l.Pos, h.Reason, h, wrong)
					}
				}
			}
		})
	}
	if len(seen) < 17 {
		t.Errorf("only %d reasons are claimed", len(seen))
	}
	t.Log(seen)
}
