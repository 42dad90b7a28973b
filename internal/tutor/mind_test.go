package tutor_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func beliefs(f tutor.Family) []tutor.Slip {
	return append([]tutor.Slip{tutor.NoSlip}, tutor.Slips(f)...)
}

func TestTheSlipsAreThoseOfTheCourseInItsOrder(t *testing.T) {
	want := map[tutor.Family][]tutor.Slip{
		tutor.LandingFamily: {"counts-start", "feeds-rival-store", "clockwise", "forgets-own-store", "one-too-far", "stays-on-own-row", "skips-start-house", "skips-empty-houses"},
		tutor.AgainFamily:   {"passing-is-enough", "only-once"},
		tutor.CaptureFamily: {"captures-other-side", "captures-occupied", "captures-nothing-facing", "faces-same-number", "takes-own-too", "leaves-own", "capture-plays-again"},
		tutor.EndFamily:     {"first-empty-wins", "rest-to-the-wrong-player", "counts-the-board"},
		tutor.CompareFamily: {"sign-turned", "counts-houses"},
	}
	for _, f := range tutor.Families() {
		got := tutor.Slips(f)
		if diff := cmp.Diff(want[f], got); diff != "" {
			t.Error(diff)
		}
		got[0] = "changed"
		if tutor.Slips(f)[0] == "changed" {
			t.Errorf("%s: the caller does not own the slice", f)
		}
	}
	if len(tutor.Families()) != len(want) || tutor.Slips("nonsense") != nil {
		t.Error("a family too many")
	}
}

func TestAMindIsADistributionAndACopyIsItsOwn(t *testing.T) {
	r, _ := kalah.Named("standard")
	rng := rand.New(rand.NewPCG(11, 0))
	for _, f := range tutor.Families() {
		pool := landingPool(t, r, rng)
		if f != tutor.LandingFamily {
			pool = otherPool(t, f, r, rng)
		}
		m := tutor.NewMind(f)
		for _, s := range beliefs(f) {
			if !near(m.P(s), 1/float64(len(beliefs(f)))) {
				t.Errorf("%s: %q begins with %v", f, s, m.P(s))
			}
		}
		for range 300 {
			c := pool[rng.IntN(len(pool))]
			a := c.Choices[rng.IntN(len(c.Choices))]
			before, twin := m, m
			m.Hear(c, a)
			if twin != before {
				t.Fatalf("%s: a copy heard too", f)
			}
			twin.Hear(c, a)
			if m != twin {
				t.Fatalf("%s: two minds that heard the same differ", f)
			}
			sum := 0.0
			for _, s := range beliefs(f) {
				p := m.P(s)
				if sum += p; !(p > 0 && p < 1) {
					t.Fatalf("%s: %q has %v", f, s, p)
				}
			}
			if !near(sum, 1) {
				t.Fatalf("%s: all beliefs together have %v", f, sum)
			}
		}
	}
}

func TestWhatTellsNothingChangesNothing(t *testing.T) {
	r, p := board(t, "capture", "<5,0,0,3,3,4,3,3,3,3,4,3,3>", kalah.South)
	c := landing(t, r, p, 5)
	m := tutor.NewMind(tutor.LandingFamily)
	m.Hear(c, c.Predict[tutor.OneTooFar])
	before := m
	m.Hear(c, tutor.DontKnow)
	m.Hear(c, "s9")
	m.Hear(c, "")
	m.Hear(tutor.CompareCase(12, 15, 0, 0), "gt 3")
	if m != before {
		t.Error("something was heard")
	}
	if g := m.Gain(tutor.CompareCase(12, 15, 0, 0)); g != 0 {
		t.Errorf("another family gains %v", g)
	}
	var none tutor.Mind
	none.Hear(c, "s1")
	if _, ok := none.Named(); ok || none.Gain(c) != 0 || none.Candidates(c, "s1") != nil {
		t.Error("the zero mind hears")
	}
	m = tutor.NewMind("nonsense")
	m.Hear(tutor.Case{Family: "nonsense", Choices: []tutor.Answer{"a"}}, "a")
	if m.P(tutor.NoSlip) != 1 {
		t.Error("a family without slips holds more than the rule")
	}
}

// TestTheSharesOfAnAnswer are those of PEDAGOGY: 0.80, 0.10, 0.10.
func TestTheSharesOfAnAnswer(t *testing.T) {
	choices := []tutor.Answer{"1", "2", "3", "4", "5", "6"}
	beside := map[tutor.Answer][]tutor.Answer{"1": {"2"}, "2": {"1", "3"}, "6": {"5"}}
	predict := map[tutor.Slip]tutor.Answer{tutor.NoSlip: "2", tutor.SignTurned: "6", tutor.CountsHouses: "2"}
	for _, c := range []struct {
		what  string
		of    tutor.Case
		heard tutor.Answer
		ratio float64 // of the belief in SignTurned to that in the rule
	}{
		{"predicted by one, far from the other", tutor.Case{Choices: choices, Beside: beside}, "6", 0.80 / (0.10 / 3)},
		{"beside the one", tutor.Case{Choices: choices, Beside: beside}, "5", 0.10 / (0.10 / 3)},
		{"one of two beside the right one", tutor.Case{Choices: choices, Beside: beside}, "3", (0.10 / 4) / (0.10 / 2)},
		{"right", tutor.Case{Choices: choices, Beside: beside}, "2", (0.10 / 4) / 0.80},
		{"nothing is beside anything", tutor.Case{Choices: choices}, "6", 0.80 / (0.20 / 5)},
		{"everything is beside", tutor.Case{Choices: []tutor.Answer{"1", "2", "6"}, Beside: map[tutor.Answer][]tutor.Answer{"2": {"1", "6"}}}, "6", 0.80 / (0.20 / 2)},
		{"not offered: all alike", tutor.Case{Choices: choices[:5]}, "2", (1.0 / 5) / 0.80},
	} {
		c.of.Family, c.of.Predict = tutor.CompareFamily, predict
		m := tutor.NewMind(tutor.CompareFamily)
		m.Hear(c.of, c.heard)
		if got := m.P(tutor.SignTurned) / m.P(tutor.NoSlip); !near(got, c.ratio) {
			t.Errorf("%s: %v, want %v", c.what, got, c.ratio)
		}
		if !near(m.P(tutor.CountsHouses), m.P(tutor.NoSlip)) {
			t.Errorf("%s: beliefs that predict the same are told apart", c.what)
		}
	}
}

// TestAGainIsTheExpectedDropInEntropy of a fresh mind, answer by answer.
func TestAGainIsTheExpectedDropInEntropy(t *testing.T) {
	r, _ := kalah.Named("standard")
	rng := rand.New(rand.NewPCG(12, 0))
	entropy := func(m *tutor.Mind, f tutor.Family) (h float64) {
		for _, s := range beliefs(f) {
			h -= m.P(s) * math.Log2(m.P(s))
		}
		return h
	}
	for _, f := range tutor.Families() {
		pool := landingPool(t, r, rng)
		if f != tutor.LandingFamily {
			pool = otherPool(t, f, r, rng)
		}
		for range 100 {
			c := pool[rng.IntN(len(pool))]
			fresh := tutor.NewMind(f)
			// P(answer) from the posterior of the rule: P(rule|a)·P(a) = P(a|rule)·P(rule).
			drop := entropy(&fresh, f)
			for _, a := range c.Choices {
				m := fresh
				m.Hear(c, a)
				drop -= chance(c, a, c.Predict[tutor.NoSlip]) * fresh.P(tutor.NoSlip) / m.P(tutor.NoSlip) * entropy(&m, f)
			}
			g := fresh.Gain(c)
			if math.Abs(g-drop) > 1e-6 {
				t.Errorf("%s: gain %v, want %v", f, g, drop)
			}
			if silent := len(shown(c)) == 1; silent != (g < 1e-9) {
				t.Errorf("%s: gain %v of a case that shows %v", f, g, shown(c))
			}
		}
	}
}

// chance is the probability of an answer under the belief that predicts p.
func chance(c tutor.Case, a, p tutor.Answer) float64 {
	n := len(c.Beside[p])
	far := len(c.Choices) - 1 - n
	switch {
	case a == p:
		return 0.80
	case n == 0:
		return 0.20 / float64(far)
	case slices.Contains(c.Beside[p], a):
		return 0.10 / float64(n)
	}
	return 0.10 / float64(far)
}

// says hears what a belief answers about a house of the school's opening, or
// of a board with long sowings.
func says(t *testing.T, m *tutor.Mind, s tutor.Slip, houses ...int) {
	t.Helper()
	for _, h := range houses {
		text := "<5,0,0,3,3,4,3,3,3,3,4,3,3>"
		if h > 5 {
			text, h = "<5,7,7,0,1,0,0,7,3,3,0,2,2>", 5
		}
		r, p := board(t, "capture", text, kalah.South)
		c := landing(t, r, p, h)
		m.Hear(c, c.Predict[s])
	}
}

func TestASlipIsNamedAfterTwoAnswersAndClearedAfterThree(t *testing.T) {
	type phase struct {
		belief tutor.Slip
		houses []int
	}
	for _, c := range []struct {
		what   string
		phases []phase
		want   tutor.Slip
	}{
		{"nothing", nil, ""},
		{"one answer alone", []phase{{tutor.CountsStart, []int{1}}}, ""},
		{"two answers", []phase{{tutor.CountsStart, []int{1, 5}}}, tutor.CountsStart},
		{"the same item twice", []phase{{tutor.Clockwise, []int{1, 1}}}, tutor.Clockwise},
		{"two that also speak for another", []phase{{tutor.ForgetsOwnStore, []int{4, 5}}}, ""},
		{"with one that sets them apart", []phase{{tutor.ForgetsOwnStore, []int{4, 5, 1}}}, tutor.ForgetsOwnStore},
		{"where it does not show", []phase{{tutor.FeedsRivalStore, []int{1, 2, 3, 4, 5}}}, ""},
		{"where it shows", []phase{{tutor.FeedsRivalStore, []int{9, 9}}}, tutor.FeedsRivalStore},
		{"two right answers do not clear", []phase{{tutor.Clockwise, []int{1, 3, 5}}, {tutor.NoSlip, []int{1, 3}}}, tutor.Clockwise},
		{"three do", []phase{{tutor.Clockwise, []int{1, 3, 5}}, {tutor.NoSlip, []int{1, 3, 5}}}, ""},
		{"not where it does not show", []phase{{tutor.FeedsRivalStore, []int{9, 9}}, {tutor.NoSlip, []int{1, 2, 3, 4, 5}}}, tutor.FeedsRivalStore},
		{"an answer that speaks for it begins anew", []phase{{tutor.Clockwise, []int{1, 3, 5}}, {tutor.NoSlip, []int{1, 3}}, {tutor.Clockwise, []int{2}}, {tutor.NoSlip, []int{1, 3}}}, tutor.Clockwise},
		{"after many", []phase{{tutor.Clockwise, []int{1, 2, 3, 4, 5, 1, 2, 3, 4, 5}}, {tutor.NoSlip, []int{1, 3, 5}}}, ""},
		{"cleared, one answer is not enough", []phase{{tutor.Clockwise, []int{1, 3, 5}}, {tutor.NoSlip, []int{1, 3, 5}}, {tutor.Clockwise, []int{2}}}, ""},
		{"named again", []phase{{tutor.Clockwise, []int{1, 3, 5}}, {tutor.NoSlip, []int{1, 3, 5}}, {tutor.Clockwise, []int{2, 4, 1}}}, tutor.Clockwise},
		{"another instead", []phase{{tutor.Clockwise, []int{1, 3, 5}}, {tutor.CountsStart, []int{1, 3, 5, 2, 4}}}, tutor.CountsStart},
		{"two far apart", []phase{{tutor.Clockwise, []int{1}}, {tutor.NoSlip, []int{1, 3, 5}}, {tutor.Clockwise, []int{2}}}, ""},
		{"two after thirty right ones", []phase{{tutor.NoSlip, slices.Repeat([]int{1, 3, 5}, 10)}, {tutor.OneTooFar, []int{1, 3}}}, ""},
		{"five after thirty right ones", []phase{{tutor.NoSlip, slices.Repeat([]int{1, 3, 5}, 10)}, {tutor.OneTooFar, []int{1, 3, 5, 2, 4}}}, tutor.OneTooFar},
	} {
		m := tutor.NewMind(tutor.LandingFamily)
		for _, p := range c.phases {
			says(t, &m, p.belief, p.houses...)
		}
		got, ok := m.Named()
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q %v, want %q", c.what, got, ok, c.want)
		}
	}
}

func TestCandidatesAreTheSlipsThatWouldAnswerSo(t *testing.T) {
	r, p := board(t, "capture", "<5,0,0,3,3,4,3,3,3,3,4,3,3>", kalah.South)
	c := landing(t, r, p, 4) // s5 s* n1; two slips say n2
	m := tutor.NewMind(tutor.LandingFamily)
	for a, want := range map[tutor.Answer][]tutor.Slip{
		"n2": {tutor.ForgetsOwnStore, tutor.OneTooFar}, "s*": {tutor.CountsStart}, "s1": {tutor.Clockwise, tutor.StaysOnOwnRow},
		"n1": nil, "n*": nil, tutor.DontKnow: nil,
	} {
		if diff := cmp.Diff(want, m.Candidates(c, a)); diff != "" {
			t.Errorf("%s: %s", a, diff)
		}
	}
	says(t, &m, tutor.OneTooFar, 1)
	if got := m.Candidates(c, "n2"); !slices.Equal(got, []tutor.Slip{tutor.OneTooFar, tutor.ForgetsOwnStore}) {
		t.Errorf("the most probable is not the first: %v", got)
	}
}

// TestTheOrderOfAnswersHardlyMatters: beliefs drift a little from item to item,
// so the order counts, but not for who is believed most.
func TestTheOrderOfAnswersHardlyMatters(t *testing.T) {
	for _, s := range tutor.Slips(tutor.LandingFamily)[:6] {
		one, two := tutor.NewMind(tutor.LandingFamily), tutor.NewMind(tutor.LandingFamily)
		says(t, &one, s, 1, 2, 3, 4, 5, 9)
		says(t, &two, s, 9, 5, 4, 3, 2, 1)
		for _, b := range beliefs(tutor.LandingFamily) {
			if math.Abs(one.P(b)-two.P(b)) > 0.02 {
				t.Errorf("%s: %q has %v one way and %v the other", s, b, one.P(b), two.P(b))
			}
		}
	}
}

func BenchmarkGain(b *testing.B) {
	r, p := board(b, "standard", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", kalah.South)
	c := landing(b, r, p, 6)
	m := tutor.NewMind(tutor.LandingFamily)
	for b.Loop() {
		m.Gain(c)
	}
}
