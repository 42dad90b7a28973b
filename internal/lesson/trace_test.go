package lesson_test

import (
	"math"
	"testing"

	"semeia/internal/lesson"
	"semeia/internal/tutor"
)

const day = 24 * 60 * 60 * 1000

// given is an exercise answered rightly or wrongly.
func given(e *lesson.Exercise, right bool, at int64) lesson.Attempt {
	a := lesson.Attempt{
		At: at, Skill: e.Skill, Key: e.Key, Board: e.Pos.String(), Mover: "south",
		House: e.House, Answer: e.Right, Right: right,
	}
	if !right {
		a.Answer = "s1"
	}
	return a
}

// item makes an exercise of a level as an attempt on a skill.
func item(t testing.TB, s lesson.Skill, k lesson.Kind, rules string, level int, right bool) lesson.Attempt {
	t.Helper()
	e, err := lesson.Make(key(k, rules, level, 5))
	if err != nil {
		t.Fatal(err)
	}
	e.Skill = s
	return given(&e, right, 1)
}

// The figures by hand: 0.2 → right at guess 1/12.
func TestTheTracingIsPedagogys(t *testing.T) {
	right := item(t, "K1", lesson.Landing, "sowing", 1, true)
	wrong := item(t, "K1", lesson.Landing, "sowing", 1, false)
	g := 1.0 / 12
	after := func(p float64, ok bool) float64 {
		post := p * 0.9 / (p*0.9 + (1-p)*g)
		if !ok {
			post = p * 0.1 / (p*0.1 + (1-p)*(1-g))
		}
		return post + (1-post)*0.15
	}
	p, s := 0.2, lesson.New("K1")
	for i, ok := range []bool{true, false, false, true, true, true} {
		a := right
		if !ok {
			a = wrong
		}
		s.Add(&a)
		p = after(p, ok)
		if math.Abs(s.P-p) > 1e-12 {
			t.Fatalf("after %d answers: %v, want %v", i+1, s.P, p)
		}
	}
	if !s.Mastered || s.InRow != 3 || s.Right != 4 || s.Wrong != 2 {
		t.Errorf("%+v", s)
	}
}

func TestMasteryNeedsThreeRightAndOnePastTheKalah(t *testing.T) {
	near := item(t, "K2", lesson.Landing, "sowing", 1, true)
	past := item(t, "K2", lesson.Landing, "sowing", 2, true)
	for _, c := range []struct {
		what     string
		attempts []lesson.Attempt
		mastered bool
	}{
		{"two", []lesson.Attempt{past, past}, false},
		{"three", []lesson.Attempt{near, past, near}, true},
		{"none past", []lesson.Attempt{near, near, near, near, near}, false},
		{"past too long ago", []lesson.Attempt{past, near, near, near}, true}, // mastered at the third
	} {
		if s := lesson.Trace("K2", c.attempts); s.Mastered != c.mastered {
			t.Errorf("%s: %+v", c.what, s)
		}
	}
	few := item(t, "K11", lesson.ReachesKalah, "extra", 1, true)
	if s := lesson.Trace("K11", []lesson.Attempt{few, few, few}); s.Mastered {
		t.Error("three of five choices")
	}
	if s := lesson.Trace("K11", []lesson.Attempt{few, few, few, few}); !s.Mastered {
		t.Errorf("four of five choices: %+v", s)
	}
}

func TestOneSlipKeepsMasteryAndTwoLoseIt(t *testing.T) {
	right := item(t, "K1", lesson.Landing, "sowing", 1, true)
	wrong := item(t, "K1", lesson.Landing, "sowing", 1, false)
	s := lesson.Trace("K1", []lesson.Attempt{right, right, right, wrong})
	if !s.Mastered {
		t.Errorf("one slip: %+v", s)
	}
	if s.Add(&wrong); s.Mastered || s.Star {
		t.Errorf("two: %+v", s)
	}
}

func TestWhoNeedsHelp(t *testing.T) {
	right := item(t, "K2", lesson.Landing, "sowing", 1, true)
	wrong := item(t, "K2", lesson.Landing, "sowing", 1, false)
	unknown := wrong
	unknown.Answer = tutor.DontKnow
	times := func(n int, of ...lesson.Attempt) (all []lesson.Attempt) {
		for range n {
			all = append(all, of...)
		}
		return all
	}
	for _, c := range []struct {
		what     string
		attempts []lesson.Attempt
		help     bool
	}{
		{"three wrong", times(3, wrong), false},
		{"four wrong", times(4, wrong), true},
		{"and then right", append(times(4, wrong), right), false},
		{"two ?", times(2, unknown), false},
		{"three ?", times(3, unknown), true},
		{"? not in a row", append(times(2, unknown), wrong), false},
		{"nine items", times(9, right), false}, // none past the kalah: no mastery
		{"ten items", times(10, right), true},
	} {
		if s := lesson.Trace("K2", c.attempts); s.NeedsHelp != c.help {
			t.Errorf("%s: %+v", c.what, s)
		}
	}
}

func TestStarAndLookingBack(t *testing.T) {
	right := item(t, "K1", lesson.Landing, "sowing", 1, true)
	at := func(a lesson.Attempt, at int64, mixed, ok bool) *lesson.Attempt {
		a.At, a.Mixed, a.Right = at, mixed, ok
		return &a
	}
	s := lesson.New("K1")
	for range 3 {
		s.Add(at(right, 10*day, false, true))
	}
	if s.Star || s.LookBack(10*day) || !s.LookBack(11*day) {
		t.Fatalf("mastered: %+v", s)
	}
	if s.Add(at(right, 10*day+1000, true, true)); s.Star || !s.LookBack(11*day) {
		t.Errorf("the same day: %+v", s)
	}
	if s.Add(at(right, 11*day, true, true)); !s.Star || s.LookBack(11*day+1) || !s.LookBack(17*day) {
		t.Errorf("the next lesson: %+v", s)
	}
	if s.Add(at(right, 17*day, true, false)); !s.LookBack(18*day) || s.LookedBack != 1 {
		t.Errorf("wrong after a week comes again in the next lesson: %+v", s)
	}
	s.Add(at(right, 18*day, true, true))
	if s.LookBack(30*day) || !s.LookBack(38*day) {
		t.Errorf("after a week: %+v", s)
	}
	if s.Add(at(right, 40*day, true, true)); s.LookBack(400 * day) {
		t.Errorf("after a month: %+v", s)
	}
}

func TestARightAnswerCreditsWhatItPassesThrough(t *testing.T) {
	far := item(t, "K5", lesson.Landing, "sowing", 3, true)
	near := item(t, "K1", lesson.Landing, "sowing", 1, true)
	wrong := item(t, "K5", lesson.Landing, "sowing", 3, false)
	for _, c := range []struct {
		a     lesson.Attempt
		skill lesson.Skill
		moves bool
	}{
		{far, "K3", true}, {far, "K4", true}, {far, "K2", true}, {far, "K7", false},
		{near, "K0", true}, {near, "K3", false}, {near, "K4", false},
		{wrong, "K3", false},
		{item(t, "K8", lesson.Captures, "capture", 1, true), "K7", true},
		{item(t, "K8", lesson.Captures, "capture", 1, true), "K7s", false},
		{item(t, "K8s", lesson.Captures, "standard", 1, true), "K7s", true},
		{item(t, "K12", lesson.Chain, "extra", 1, true), "K6", true},
	} {
		s := lesson.Trace(c.skill, []lesson.Attempt{c.a})
		if (s.P > 0.2) != c.moves || s.Right+s.Wrong+s.InRow != 0 {
			t.Errorf("%s %s for %s: %+v", c.a.Key.Kind, c.a.Board, c.skill, s)
		}
	}
	s := lesson.New("K4")
	s.Add(&far)
	p := s.P
	if s.Blame(); s.P >= p || s.Wrong != 0 {
		t.Errorf("blame: %+v", s)
	}
	for _, f := range tutor.Families() {
		for _, slip := range tutor.Slips(f) {
			for _, stage := range []int{3, 5} {
				if _, ok := lesson.Of(lesson.Against(slip, stage)); !ok {
					t.Errorf("%s speaks against nothing in stage %d", slip, stage)
				}
			}
		}
	}
}

func TestTheFoldIsTheSameInSteps(t *testing.T) {
	history := someHistory(t, 120)
	for _, info := range lesson.Skills(0) {
		s := lesson.New(info.Skill)
		for i := range history {
			s.Add(&history[i])
		}
		if s != lesson.Trace(info.Skill, history) {
			t.Error(info.Skill)
		}
	}
}

// someHistory is a pupil's attempts over all skills.
func someHistory(t testing.TB, n int) (history []lesson.Attempt) {
	all := lesson.Skills(0)
	for i := range n {
		info := all[i/8%len(all)]
		p := info.Practice[i%len(info.Practice)]
		e, err := lesson.Make(key(p.Kind, info.Rules[0], p.Level, uint64(i)))
		if err != nil {
			t.Fatal(err)
		}
		e.Skill = info.Skill
		history = append(history, given(&e, i%4 != 0, int64(i)*60000))
	}
	return history
}

func BenchmarkTrace500(b *testing.B) {
	history := someHistory(b, 500)
	for b.Loop() {
		if s := lesson.Trace("K3", history); s.P == 0 {
			b.Fatal(s)
		}
	}
}

func BenchmarkTraceAll500(b *testing.B) {
	history := someHistory(b, 500)
	for b.Loop() {
		if s := lesson.TraceAll(history); len(s) == 0 {
			b.Fatal(s)
		}
	}
}
