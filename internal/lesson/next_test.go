package lesson_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/tutor"
)

func seeds(i int) uint64 { return 1000 + uint64(i) }

func minds(f tutor.Family) tutor.Mind { return tutor.NewMind(f) }

func TestEverySkillHasAWayThatExists(t *testing.T) {
	var names []lesson.Skill
	for stage := 1; stage <= 6; stage++ {
		for _, info := range lesson.Skills(stage) {
			names = append(names, info.Skill)
			if got, ok := lesson.Of(info.Skill); !ok || got.Stage != stage || (info.Needs() == 0.98) != (stage == 2) {
				t.Errorf("%+v", got)
			}
			for _, rules := range info.Rules {
				for _, p := range info.Practice {
					if _, err := lesson.Make(key(p.Kind, rules, p.Level, 1)); err != nil {
						t.Errorf("%s: %v", info.Skill, err)
					}
				}
				if r, _ := kalah.Named(rules); r.Stage() < stage {
					t.Errorf("%s of stage %d in %s", info.Skill, stage, rules)
				}
			}
			if r, _ := kalah.Named(info.Rules[0]); r.Stage() != stage {
				t.Errorf("%s begins in %s", info.Skill, info.Rules[0])
			}
		}
	}
	if want := []lesson.Skill{"K0", "K1", "K2", "K3", "K4", "K5", "K9", "K10", "K6", "K11", "K12", "K7", "K8", "K13", "K7s", "K8s", "K9s", "K13s"}; !slices.Equal(names, want) {
		t.Error(names)
	}
	if _, ok := lesson.Of("K14"); ok {
		t.Error("K14")
	}
}

// A made exercise names a skill that practises it, whoever made it.
func TestEveryExerciseIsForASkill(t *testing.T) {
	everyKind(t, func(t *testing.T, k lesson.Kind, rules string, level int) {
		e, err := lesson.Make(key(k, rules, level, 1))
		if _, ok := lesson.Of(e.Skill); err != nil || !ok {
			t.Errorf("for %q: %v", e.Skill, err)
		}
	})
}

func TestNextLeadsOnAndBack(t *testing.T) {
	var history []lesson.Attempt
	step := func(right bool) lesson.Exercise {
		t.Helper()
		e, i, err := lesson.Next("K2", history, seeds, tutor.NewMind(tutor.LandingFamily))
		if err != nil {
			t.Fatal(err)
		}
		again, j, err := lesson.Next("K2", history, seeds, tutor.NewMind(tutor.LandingFamily))
		if err != nil || i != j || !reflect.DeepEqual(e, again) {
			t.Fatal("another exercise the second time")
		}
		if one, err := lesson.Candidate("K2", history, seeds(i)); err != nil || !reflect.DeepEqual(e, one) {
			t.Fatal("the candidate is another exercise")
		}
		if e.Skill != "K2" || e.Rules != "sowing" {
			t.Fatalf("%+v", e)
		}
		history = append(history, given(&e, right, int64(len(history))))
		return e
	}
	if e := step(true); e.Kind != lesson.LastSeed {
		t.Errorf("first %s", e.Kind)
	}
	if e := step(true); e.Kind != lesson.LastThree {
		t.Errorf("then %s", e.Kind)
	}
	third := step(false)
	if third.Kind != lesson.Landing || !third.Numbers {
		t.Errorf("then %s", third.Kind)
	}
	if e := step(false); e.Kind != third.Kind || e.Level != third.Level || e.Pos == third.Pos && e.House == third.House {
		t.Errorf("a like item: %s %d", e.Kind, e.Level)
	}
	if e := step(true); e.Kind != lesson.LastThree {
		t.Errorf("after two wrong ones %s", e.Kind)
	}
	for range 4 {
		step(true)
	}
	if e := step(true); e.Kind != lesson.Landing || e.Level != 2 || e.Numbers && e.Level != 2 {
		t.Errorf("in the end %s %d", e.Kind, e.Level)
	}
	if s := lesson.Trace("K2", history); !s.Mastered {
		t.Errorf("%+v", s)
	}
	if _, _, err := lesson.Next("K99", nil, seeds, tutor.Mind{}); err == nil {
		t.Error("K99")
	}
}

// Among its candidates Next takes the one that splits the beliefs best.
func TestNextTakesWhatTellsMost(t *testing.T) {
	mind := tutor.NewMind(tutor.LandingFamily)
	var history []lesson.Attempt
	for range 3 { // up to Landing
		e, _, err := lesson.Next("K1", history, seeds, mind)
		if err != nil {
			t.Fatal(err)
		}
		history = append(history, given(&e, true, 1))
	}
	seeds := func(i int) uint64 { return uint64(50 + i) } // none of those given
	e, index, err := lesson.Next("K1", history, seeds, mind)
	if err != nil || e.Kind != lesson.Landing {
		t.Fatal(e.Kind, err)
	}
	for i := range 8 {
		other, err := lesson.Candidate("K1", history, seeds(i))
		if err != nil {
			t.Fatal(err)
		}
		if a, b := mind.Gain(*other.Case), mind.Gain(*e.Case); a > b+1e-6 || a == b && i < index {
			t.Errorf("candidate %d gains %.3f, the one taken %.3f", i, a, b)
		}
	}
}

func TestMixedLooksBackFirst(t *testing.T) {
	if e, _, err := lesson.Mixed(1, nil, day, seeds, minds); err != nil || e.Skill != "K0" {
		t.Errorf("with no history %s, %v", e.Skill, err)
	}
	if _, _, err := lesson.Mixed(0, nil, day, seeds, minds); err == nil {
		t.Error("stage 0")
	}
	var history []lesson.Attempt
	for _, s := range []lesson.Skill{"K1", "K10"} { // K10 later
		k := lesson.Landing
		if s == "K10" {
			k = lesson.Compare
		}
		for range 3 {
			a := item(t, s, k, "sowing", 1, true)
			a.At = day + int64(len(history))
			history = append(history, a)
		}
	}
	begun := item(t, "K0", lesson.Landing, "sowing", 1, false)
	begun.At = 10
	history = append(history, begun)
	if e, _, _ := lesson.Mixed(3, history, day+1000, seeds, minds); e.Skill != "K0" || e.Rules != "seventeen" && e.Rules != "capture" {
		t.Errorf("nothing due: %s in %s", e.Skill, e.Rules)
	}
	e, _, err := lesson.Mixed(1, history, 2*day, seeds, minds)
	if err != nil || e.Skill != "K1" || e.Rules != "sowing" {
		t.Errorf("due: %s in %s, %v", e.Skill, e.Rules, err)
	}
	a := given(&e, true, 2*day)
	a.Mixed = true
	if e, _, _ := lesson.Mixed(1, append(history, a), 2*day, seeds, minds); e.Skill != "K10" {
		t.Errorf("then %s", e.Skill)
	}
	if s := lesson.Trace("K1", append(history, a)); !s.Star {
		t.Errorf("%+v", s)
	}
}

// Who knows a skill is through it soon, and who guesses is not, with the items
// that Next would give. Of skills with items of few choices it takes four right
// in a row, which one slip in ten alone keeps from 15 pupils of 100 within seven
// items; so the bound for those who know is that of the others.
func TestMastery(t *testing.T) {
	const runs = 2000
	rng := rand.New(rand.NewPCG(7, 12))
	for _, info := range lesson.Skills(0) {
		pool := map[lesson.Practice][]lesson.Attempt{}
		wide := true
		for _, p := range info.Practice {
			for seed := range uint64(12) {
				e, err := lesson.Make(key(p.Kind, info.Rules[0], p.Level, seed))
				if err != nil {
					t.Fatal(err)
				}
				e.Skill = info.Skill
				pool[p] = append(pool[p], given(&e, true, 1))
			}
			_, w := lesson.Chance(pool[p][0].Key)
			wide = wide && w
		}
		// run gives the number of items to mastery, limit+1 for none.
		run := func(limit int, knows bool) int {
			var own []lesson.Attempt
			s := lesson.New(info.Skill)
			for n := 1; n <= limit; n++ {
				p, _ := lesson.Choose(info, own)
				a := pool[p][rng.IntN(len(pool[p]))]
				hit, w := lesson.Chance(a.Key)
				switch {
				case knows:
					hit = 0.9
				case w:
					hit = 1.0 / 12
				case hit == 0.30:
					hit = 1.0 / 3
				}
				if a.Right = rng.Float64() < hit; !a.Right {
					a.Answer = "s1"
				}
				own = append(own, a)
				if s.Add(&a); s.Mastered {
					return n
				}
			}
			return limit + 1
		}
		soon, lucky, items := 0, 0, 0
		for range runs {
			if n := run(7, true); n <= 7 {
				soon++
				items += n
			}
			if run(20, false) <= 20 {
				lucky++
			}
		}
		through, guessed := float64(soon)/runs, float64(lucky)/runs
		t.Logf("%-5s eight choices or more in all items %-5v  knows: %5.1f %% within 7 items, %.1f on average  guesses: %4.2f %% within 20",
			info.Skill, wide, 100*through, float64(items)/float64(max(soon, 1)), 100*guessed)
		least, most := 0.94, 0.02
		if !wide {
			least, most = 0.82, 0.04
		}
		if through < least || guessed > most {
			t.Errorf("%s: %.3f of those who know, %.3f of those who guess", info.Skill, through, guessed)
		}
	}
}

func BenchmarkNext(b *testing.B) {
	history := someHistory(b, 500)
	mind := tutor.NewMind(tutor.LandingFamily)
	for b.Loop() {
		if _, _, err := lesson.Next("K3", history, seeds, mind); err != nil {
			b.Fatal(err)
		}
	}
}
