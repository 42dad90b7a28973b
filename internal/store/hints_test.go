package store_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"semeia/internal/school"
)

// set changes something behind the store's back.
func set(t testing.TB, address, statement string, args ...any) {
	t.Helper()
	db := raw(t, address)
	defer db.Close()
	_, err := db.Exec(statement, args...)
	must(t, err)
}

// Help comes one step after the other, and however often one is asked for.
func TestHelpComesStepByStep(t *testing.T) {
	s, address, _, _, _ := staff(t)
	game := played(t, s, "visitor", 2)
	before := dump(t, address)
	for i, c := range []struct{ step, steps int }{{3, 1}, {1, 1}, {2, 2}, {2, 2}, {1, 2}, {3, 3}, {3, 3}, {1, 3}} {
		if steps, err := s.AskHint(ctx, game, "visitor", "", 2, c.step, 7); err != nil || steps != c.steps {
			t.Errorf("%d: step %d: %d, %v", i, c.step, steps, err)
		}
	}
	if g, err := s.Game(ctx, game, school.Reader{}); err != nil || g.Version() != 2 || g.Helped != 3 {
		t.Errorf("version %d: %d, %v", g.Version(), g.Helped, err)
	}
	if n := count(t, address, `SELECT count(*) FROM hints WHERE pupil_id IS NULL`); n != 1 {
		t.Errorf("%d rows", n)
	}
	if d := cmp.Diff(before, dump(t, address)); d != "" { // A21
		t.Errorf("the game has changed: %s", d)
	}
}

func TestHelpIsRefused(t *testing.T) {
	s, address, _, ana, _ := staff(t)
	class := newClass(t, s, ana, school.ByName)
	rui := add(t, s, ana, class, "Rui", 1)
	open, gone, counts, daily := played(t, s, "visitor", 2), played(t, s, "visitor", 2), played(t, s, "visitor", 2), played(t, s, "visitor", 2)
	mine := played(t, s, school.OwnerOf(rui), 1)
	must(t, s.Append(ctx, gone, "visitor", 2, school.Turn{Events: []school.Event{{Version: 3, Kind: school.GiveUp, At: 1}}, Outcome: school.GaveUp}))
	set(t, address, `UPDATE games SET counts = TRUE WHERE id = $1`, counts)
	set(t, address, `UPDATE games SET origin = 'daily:2026-11-30' WHERE id = $1`, daily)
	all := dump(t, address)
	for what, c := range map[string]struct {
		game, owner string
		version     int
		want        school.Code
	}{
		"of another":         {open, "another", 2, school.Forbidden},
		"an old version":     {open, "visitor", 1, school.Stale},
		"one to come":        {open, "visitor", 3, school.Stale},
		"no game":            {school.NewID(), "visitor", 2, school.NotFound},
		"it is over":         {gone, "visitor", 3, school.Stale},
		"it counts":          {counts, "visitor", 2, school.Stale},
		"a day's position":   {daily, "visitor", 2, school.Stale},
		"the class has none": {mine, school.OwnerOf(rui), 1, school.Stale},
	} {
		if _, err := s.AskHint(ctx, c.game, c.owner, "", c.version, 1, 7); code(err) != c.want {
			t.Errorf("%s: %v", what, err)
		}
	}
	if d := cmp.Diff(all, dump(t, address)); d != "" {
		t.Error(d)
	}
}

// Helped moves are counted for those who teach the class; they go into the
// pupil's record, along with a visitor's games, and away with the pupil.
func TestHelpIsCountedKeptAndDeleted(t *testing.T) {
	s, address, _, ana, besa := staff(t)
	class := newClass(t, s, ana, school.ByName)
	set(t, address, `UPDATE classes SET hints = TRUE`)
	rui := add(t, s, ana, class, "Rui", 1)
	owner := school.OwnerOf(rui)
	game, brought := played(t, s, owner, 2), played(t, s, "visitor", 2)
	ask := func(game, owner, pupil string, version int, at int64) {
		t.Helper()
		_, err := s.AskHint(ctx, game, owner, pupil, version, 1, at)
		must(t, err)
	}
	ask(game, owner, rui, 2, 100)
	ask(brought, "visitor", "", 2, 50)
	if _, err := s.TakeAlong(ctx, "visitor", rui); err != nil {
		t.Fatal(err)
	}
	helped := func(teacher school.By, class string) (int, map[string]int) {
		t.Helper()
		n, games, err := s.Helped(ctx, teacher.Teacher, class, rui, 60)
		must(t, err)
		return n, games
	}
	if n, games := helped(ana, class); n != 0 || len(games) != 0 {
		t.Errorf("no move is made yet: %d %v", n, games)
	}
	for _, g := range []string{game, brought} {
		must(t, s.Append(ctx, g, owner, 2, school.Turn{Events: []school.Event{{Version: 3, Kind: school.Move, Arg: 1, At: 1}}, Outcome: school.Open}))
	}
	n, games := helped(ana, class)
	if d := cmp.Diff(map[string]int{game: 1, brought: 1}, games); n != 1 || d != "" {
		t.Errorf("%d of late, %s", n, d)
	}
	if n, games := helped(besa, class); n != 0 || len(games) != 0 {
		t.Errorf("another teacher is told: %d %v", n, games)
	}
	if n, games := helped(ana, newClass(t, s, ana, school.ByName)); n != 0 || len(games) != 0 {
		t.Errorf("in another class: %d %v", n, games)
	}
	record, err := s.PupilRecord(ctx, ana.Teacher, class, rui)
	must(t, err)
	if d := cmp.Diff([]school.Hint{{Game: brought, Version: 2, Steps: 1, At: 50}, {Game: game, Version: 2, Steps: 1, At: 100}}, record.Hints); d != "" {
		t.Error(d)
	}
	if _, err := s.PurgePupil(ctx, ana, class, rui); err != nil {
		t.Fatal(err)
	}
	if n := count(t, address, `SELECT count(*) FROM hints`); n != 0 {
		t.Errorf("%d rows are left", n)
	}
}
