package store_test

import (
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/internal/store"
)

// mastery are right answers to every skill of a stage, until all are mastered;
// the first is given at the time from.
func mastery(t testing.TB, stage int, from int64) (list []*lesson.Attempt) {
	t.Helper()
	for _, info := range lesson.Skills(stage) {
		var history []lesson.Attempt
		for standing := lesson.New(info.Skill); !standing.Mastered; standing = lesson.Trace(info.Skill, history) {
			if len(history) == 20 {
				t.Fatalf("%s is not mastered", info.Skill)
			}
			e, err := lesson.Candidate(info.Skill, history, uint64(len(history)))
			must(t, err)
			a, _ := e.Attempted(string(e.Right))
			a.N, a.At = len(history)+1, from+int64(len(list))
			history = append(history, a)
			list = append(list, &a)
		}
	}
	return list
}

// ended keeps a game under the rules of that name, with that outcome.
func ended(t testing.TB, s *store.Store, rules, owner, partner string, outcome school.Outcome) {
	t.Helper()
	g := game(school.NewID(), owner)
	g.Rules, _ = kalah.Named(rules)
	g.Partner, g.Outcome = partner, outcome
	_, err := s.AddGame(ctx, g)
	must(t, err)
}

func TestAStageIsReachedBySkillsAndAGame(t *testing.T) {
	s, _, _, ana, beto := staff(t)
	class := newClass(t, s, ana, school.ByName)
	ines, rui := add(t, s, ana, class, "Inês", 1), add(t, s, ana, class, "Rui", 1)
	owner := school.OwnerOf(ines)
	reach := func(what, pupil string, want int) {
		t.Helper()
		got, err := s.Reach(ctx, pupil, nil)
		must(t, err)
		p, err := s.Pupil(ctx, ana.Teacher, class, pupil)
		must(t, err)
		if got != want || p.Reached != want {
			t.Errorf("%s: %d, and %d is kept, want %d", what, got, p.Reached, want)
		}
	}
	reach("a new pupil", ines, 1)
	must(t, s.AddAttempts(ctx, owner, mastery(t, 1, 1000)...))
	reach("skills alone", ines, 1)
	for _, o := range []school.Outcome{school.Open, school.GaveUp, school.WonByUp} {
		ended(t, s, "sowing", owner, rui, o)
	}
	ended(t, s, "extra", owner, "", school.Won)
	ended(t, s, "sowing", "visitor", "", school.Won)
	reach("no game of the stage was finished", ines, 1)
	ended(t, s, "sowing", school.OwnerOf(rui), ines, school.Drawn)
	reach("a game as the partner", ines, 2)
	reach("the same game alone", rui, 1)
	must(t, s.AddAttempts(ctx, school.OwnerOf(rui), mastery(t, 1, 1000)...))
	reach("who opened the game", rui, 2)

	// The answers may be given; then they are not read.
	if got, err := s.Reach(ctx, ines, []lesson.Attempt{}); got != 2 || err != nil {
		t.Error(got, err)
	}
	second := mastery(t, 2, 5000)
	var history []lesson.Attempt
	for _, a := range second {
		history = append(history, *a)
	}
	if got, err := s.Reach(ctx, ines, history); got != 3 || err != nil {
		t.Errorf("by the answers given: %d %v", got, err)
	}
	reach("what is forgotten takes nothing away", ines, 3)

	for _, c := range []struct {
		by   school.By
		want map[string]school.Played
	}{
		{ana, map[string]school.Played{ines: {1: true, 2: true}, rui: {1: true}}},
		{beto, map[string]school.Played{}},
	} {
		got, err := s.ClassPlayed(ctx, c.by.Teacher, class)
		if d := cmp.Diff(c.want, got); err != nil || d != "" {
			t.Error(err, d)
		}
	}
	c, err := s.Class(ctx, ana.Teacher, class)
	must(t, err)
	list, err := s.ClassesOf(ctx, ana.Teacher)
	must(t, err)
	if c.Reached != 3 || list[0].Reached != 3 {
		t.Errorf("the furthest of the class: %d %d", c.Reached, list[0].Reached)
	}
	must(t, s.BinPupils(ctx, ana, class, []string{ines}))
	if c, err = s.Class(ctx, ana.Teacher, class); c.Reached != 2 || err != nil {
		t.Errorf("of those who are left: %d %v", c.Reached, err)
	}
	empty, err := s.Class(ctx, ana.Teacher, newClass(t, s, ana, school.ByName))
	if empty.Reached != 1 || err != nil {
		t.Errorf("of nobody: %d %v", empty.Reached, err)
	}
	if _, err := s.Reach(ctx, school.NewID(), nil); code(err) != school.NotFound {
		t.Error(err)
	}
}

// Two requests of one pupil that end at once leave the further stage.
func TestTheStageReachedNeverGoesDown(t *testing.T) {
	s, _, _, ana, _ := staff(t)
	class := newClass(t, s, ana, school.ByName)
	id := add(t, s, ana, class, "Inês", 1)
	ended(t, s, "sowing", school.OwnerOf(id), "", school.Lost)
	ended(t, s, "extra", school.OwnerOf(id), "", school.Won)
	var both [2][]lesson.Attempt // one has seen less than the other
	for _, a := range mastery(t, 1, 1000) {
		both[0], both[1] = append(both[0], *a), append(both[1], *a)
	}
	for _, a := range mastery(t, 2, 5000) {
		both[1] = append(both[1], *a)
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			if _, err := s.Reach(ctx, id, both[i%2]); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	p, err := s.Pupil(ctx, ana.Teacher, class, id)
	if p.Reached != 3 || err != nil {
		t.Error(p.Reached, err)
	}
}
