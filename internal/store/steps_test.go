package store_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/store"
	"semeia/internal/store/storetest"
)

// done are the steps of an owner in their order, by lesson.
func done(t testing.TB, s *store.Store, owner string) map[string]map[string]bool {
	t.Helper()
	all, err := s.Steps(ctx, owner)
	must(t, err)
	return all
}

func TestAStepIsDoneOnce(t *testing.T) {
	s, address, _, ana, _ := staff(t)
	class := newClass(t, s, ana, school.ByName)
	ines, rui := add(t, s, ana, class, "Inês", 1), add(t, s, ana, class, "Rui", 1)
	if got := done(t, s, school.OwnerOf(ines)); len(got) != 0 {
		t.Error(got)
	}
	must(t, s.DoStep(ctx, []string{school.OwnerOf(ines)}, "01-board", "big", 1000))
	must(t, s.DoStep(ctx, []string{school.OwnerOf(ines)}, "01-board", "big", 2000))
	must(t, s.DoStep(ctx, []string{school.OwnerOf(ines), school.OwnerOf(rui)}, "01-board", "big", 3000)) // a pair, one of whom has done it
	must(t, s.DoStep(ctx, []string{school.OwnerOf(rui), school.OwnerOf(ines)}, "02-first", "big", 4000))
	must(t, s.DoStep(ctx, []string{"visitor"}, "01-board", "words", 5000))
	must(t, s.DoStep(ctx, nil, "01-board", "none", 6000))
	for owner, want := range map[string]map[string]map[string]bool{
		school.OwnerOf(ines): {"01-board": {"big": true}, "02-first": {"big": true}},
		school.OwnerOf(rui):  {"01-board": {"big": true}, "02-first": {"big": true}},
		"visitor":            {"01-board": {"words": true}},
		"":                   {},
	} {
		if d := cmp.Diff(want, done(t, s, owner)); d != "" {
			t.Errorf("%q: %s", owner, d)
		}
	}
	if n := count(t, address, `SELECT count(*) FROM steps WHERE pupil_id IS NULL`); n != 1 {
		t.Errorf("%d steps are nobody's", n)
	}
	r, err := s.PupilRecord(ctx, ana.Teacher, class, ines)
	want := []school.Step{{Lesson: "01-board", Step: "big", At: 1000}, {Lesson: "02-first", Step: "big", At: 4000}}
	if d := cmp.Diff(want, r.Steps); d != "" || err != nil {
		t.Error(d, err)
	}
	of, err := s.Record(ctx, ana.Teacher, class)
	if err != nil || len(of.Pupils) != 2 || len(of.Pupils[0].Steps)+len(of.Pupils[1].Steps) != 4 {
		t.Errorf("%+v %v", of, err)
	}
}

// A pair's step is done by both or by none.
func TestAStepOfTwoIsOfBoth(t *testing.T) {
	s, _, _, ana, _ := staff(t)
	class := newClass(t, s, ana, school.ByName)
	ines := school.OwnerOf(add(t, s, ana, class, "Inês", 1))
	if err := s.DoStep(ctx, []string{ines, school.OwnerOf(school.NewID())}, "01-board", "big", 1000); err == nil {
		t.Error("somebody who is not there has done a step")
	}
	if got := done(t, s, ines); len(got) != 0 {
		t.Error(got)
	}
	var all sync.WaitGroup
	for i := range 10 {
		all.Go(func() {
			if err := s.DoStep(ctx, []string{ines}, "01-board", fmt.Sprint("s", i%2), int64(i)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if d := cmp.Diff(map[string]map[string]bool{"01-board": {"s0": true, "s1": true}}, done(t, s, ines)); d != "" {
		t.Error(d)
	}
}

// Deleting for good takes the steps along and counts them; the bin keeps them,
// and moving to another class does too.
func TestStepsGoWithThePupil(t *testing.T) {
	s, address, _, ana, _ := staff(t)
	class, other := newClass(t, s, ana, school.ByName), newClass(t, s, ana, school.ByName)
	ines, rui := add(t, s, ana, class, "Inês", 1), add(t, s, ana, class, "Rui", 1)
	for _, step := range []string{"a", "b", "c"} {
		must(t, s.DoStep(ctx, []string{school.OwnerOf(ines), school.OwnerOf(rui)}, "01-board", step, 1000))
	}
	must(t, s.DoStep(ctx, []string{"visitor"}, "01-board", "a", 1000))
	must(t, s.BinPupils(ctx, ana, class, []string{ines}))
	must(t, s.RestorePupil(ctx, ana, class, ines))
	_, err := s.MovePupils(ctx, ana, class, other, []string{ines})
	must(t, err)
	if got := done(t, s, school.OwnerOf(ines)); len(got["01-board"]) != 3 {
		t.Error(got)
	}
	steps := func(want int) {
		t.Helper()
		if n := count(t, address, `SELECT count(*) FROM steps`); n != want {
			t.Errorf("%d steps, want %d", n, want)
		}
	}
	steps(7)
	r, err := s.PurgePupil(ctx, ana, other, ines)
	if d := cmp.Diff(school.Receipt{Pupils: 1, Steps: 3}, r); d != "" || err != nil {
		t.Error(d, err)
	}
	steps(4)
	if got := done(t, s, school.OwnerOf(ines)); len(got) != 0 {
		t.Error(got)
	}
	must(t, s.BinClass(ctx, school.By{Teacher: ana.Teacher, At: 5000}, class))
	r, err = s.Sweep(ctx, 5001, 5001)
	if d := cmp.Diff(school.Receipt{Classes: 1, Pupils: 1, Steps: 3}, r); d != "" || err != nil {
		t.Error(d, err)
	}
	steps(1) // the visitor's
}

// A game counts once it was played to its end: for who opened it and for the
// partner, each sort once.
func TestFinishedGames(t *testing.T) {
	s := open(t, storetest.New(t))
	ana := school.By{Teacher: claim(t, s).ID, At: 5000}
	class := newClass(t, s, ana, school.ByName)
	ines, rui := add(t, s, ana, class, "Inês", 1), add(t, s, ana, class, "Rui", 1)
	keep := func(rules, owner, partner string, counts bool, outcome school.Outcome) {
		t.Helper()
		g := game(school.NewID(), owner)
		g.Rules, _ = kalah.Named(rules)
		g.Partner, g.Counts, g.Outcome = partner, counts, outcome
		_, err := s.AddGame(ctx, g)
		must(t, err)
	}
	finished := func(what, owner, want string) {
		t.Helper()
		list, err := s.FinishedGames(ctx, owner)
		must(t, err)
		got := ""
		for _, name := range []string{"sowing", "extra", "standard"} {
			set, _ := kalah.Named(name)
			for _, f := range list {
				if f.Rules == set {
					got += name
					if f.Counts {
						got += "*"
					}
					got += " "
				}
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	for _, o := range []school.Outcome{school.Open, school.GaveUp, school.WonByUp} {
		keep("sowing", school.OwnerOf(ines), rui, true, o)
	}
	finished("none", school.OwnerOf(ines), "")
	keep("sowing", school.OwnerOf(ines), rui, false, school.Won)
	keep("sowing", school.OwnerOf(ines), rui, false, school.Lost)
	keep("extra", school.OwnerOf(rui), "", true, school.Drawn)
	keep("standard", "visitor", "", false, school.Lost)
	finished("who opened it", school.OwnerOf(ines), "sowing ")
	finished("the partner", school.OwnerOf(rui), "sowing extra* ")
	finished("a visitor", "visitor", "standard ")
	finished("another one", "somebody", "")
	finished("nobody", "", "")
}
