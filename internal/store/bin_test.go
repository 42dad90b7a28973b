package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"semeia/internal/lesson"
	"semeia/internal/school"
)

// The answers given in the games go along, each as the pupil's next on its
// skill; those of practice stay.
func TestTakingAlongMovesTheAnswersGivenInGames(t *testing.T) {
	s, _, _, ana, _ := staff(t)
	leandro := add(t, s, ana, newClass(t, s, ana, school.ByName), "Leandro", 1)
	answer := func(owner string, n int, origin string) {
		t.Helper()
		must(t, s.AddAttempts(ctx, owner, &lesson.Attempt{
			N: n, At: int64(n), Skill: "K1", Key: lesson.Key{Kind: lesson.Landing, Rules: "sowing", Level: 1}, Board: "<5,0,0,3,3,4,3,3,3,3,4,3,3>",
			Mover: "south", House: 1, Answer: "s4", Right: true, Origin: origin,
		}))
	}
	answer(school.OwnerOf(leandro), 1, "")
	answer("visitor", 1, "game:a/1")
	answer("visitor", 2, "")
	answer("visitor", 3, "game:a/4")
	if _, err := s.TakeAlong(ctx, "visitor", leandro); err != nil {
		t.Fatal(err)
	}
	if _, err := s.TakeAlong(ctx, school.OwnerOf(leandro), add(t, s, ana, newClass(t, s, ana, school.ByName), "Rui", 1)); err != nil {
		t.Fatal(err)
	}
	for owner, want := range map[string]string{school.OwnerOf(leandro): "1 2game:a/1 3game:a/4", "visitor": "2"} {
		list, err := s.Attempts(ctx, owner)
		must(t, err)
		slices.SortFunc(list, func(a, b lesson.Attempt) int { return a.N - b.N })
		var got []string
		for _, a := range list {
			got = append(got, fmt.Sprint(a.N, a.Origin))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", owner, got, want)
		}
	}
}

func TestTakingAlongMovesTheVisitorsGamesOnly(t *testing.T) {
	s, address, _, ana, _ := staff(t)
	class := newClass(t, s, ana, school.ByName)
	leandro, rui := add(t, s, ana, class, "Leandro", 1), add(t, s, ana, class, "Rui", 1)
	mine, also := played(t, s, "visitor", 2), played(t, s, "visitor", 0)
	played(t, s, "visitor2", 1)
	played(t, s, school.OwnerOf(rui), 1)
	if n, err := s.TakeAlong(ctx, "visitor", leandro); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	for owner, want := range map[string]int{"visitor": 0, "visitor2": 1, school.OwnerOf(rui): 1, school.OwnerOf(leandro): 2} {
		if games, err := s.GamesOf(ctx, owner, 10); len(games) != want || err != nil {
			t.Errorf("%s: %d games, %v", owner, len(games), err)
		}
	}
	if n := count(t, address, `SELECT count(*) FROM games WHERE id IN ($1, $2) AND pupil_id = $3`, mine, also, leandro); n != 2 {
		t.Errorf("%d", n)
	}
	turn := school.Turn{Events: []school.Event{{Version: 3, Kind: school.Move, Arg: 1, At: 1}}, Outcome: school.Open}
	if err := s.Append(ctx, mine, "visitor", 2, turn); code(err) != school.Forbidden {
		t.Errorf("the visitor goes on with it: %v", err)
	}
	must(t, s.Append(ctx, mine, school.OwnerOf(leandro), 2, turn))
	all := dump(t, address)
	for _, visitor := range []string{"visitor", "nobody", school.OwnerOf(leandro), school.OwnerOf(rui)} {
		if n, err := s.TakeAlong(ctx, visitor, rui); n != 0 || err != nil {
			t.Errorf("%s: %d, %v", visitor, n, err)
		}
	}
	if n, err := s.TakeAlong(ctx, "", rui); n != 0 || err == nil {
		t.Error("no owner:", n)
	}
	if n, err := s.TakeAlong(ctx, "visitor2", school.NewID()); n != 0 || err == nil {
		t.Error("nobody to take them:", n)
	}
	if d := cmp.Diff(all, dump(t, address)); d != "" {
		t.Error(d)
	}
}

func TestAPupilsGameIsSeenByThePupilAndTheTeachers(t *testing.T) {
	s, _, rosa, ana, beto := staff(t)
	x := newTarget(t, s, ana)
	must(t, s.JoinTeacher(ctx, ana, x.class, "beto"))
	carla := newTeacher(t, s, rosa.Teacher, "carla")
	newClass(t, s, school.By{Teacher: carla.ID, At: 1}, school.ByName)
	other := add(t, s, ana, x.class, "Rui", 1)
	teacher := func(id string) school.Reader { return school.Reader{Teacher: &school.Teacher{ID: id}} }
	look := func(what string, r school.Reader, want school.Code) {
		t.Helper()
		g, err := s.Game(ctx, x.game, r)
		if code(err) != want || want == "" && g.Version() != 3 {
			t.Errorf("%s: %v", what, err)
		}
	}
	see := func(taught school.Code) {
		t.Helper()
		look("a teacher", teacher(ana.Teacher), taught)
		look("the second teacher", teacher(beto.Teacher), taught)
		look("nobody", school.Reader{}, school.NotFound)
		look("a visitor", school.Reader{Visitor: "visitor"}, school.NotFound)
		look("a visitor who knows the owner", school.Reader{Visitor: school.OwnerOf(x.pupil)}, school.NotFound)
		look("another pupil", school.Reader{Pupil: &school.Pupil{ID: other}}, school.NotFound)
		look("a foreign teacher", teacher(carla.ID), school.NotFound)
		look("an administrator", teacher(rosa.Teacher), school.NotFound)
	}
	look("the pupil", school.Reader{Pupil: &school.Pupil{ID: x.pupil}}, "")
	see("")
	must(t, s.BinPupils(ctx, ana, x.class, []string{x.pupil}))
	see(school.NotFound)
	must(t, s.RestorePupil(ctx, ana, x.class, x.pupil))
	see("")
	must(t, s.BinClass(ctx, ana, x.class))
	see(school.NotFound)
	must(t, s.RestoreClass(ctx, ana, x.class))
	see("")
	must(t, s.DropTeacher(ctx, ana, x.class, beto.Teacher))
	look("who taught it once", teacher(beto.Teacher), school.NotFound)
	visitors := played(t, s, "visitor", 1)
	if g, err := s.Game(ctx, visitors, school.Reader{}); err != nil || g.Owner != "visitor" {
		t.Errorf("a visitor's game is anybody's to look at: %v", err)
	}
}

func TestTheBinGivesBackWhatWasDeleted(t *testing.T) {
	s, _, _, ana, _ := staff(t)
	x := newTarget(t, s, ana)
	epoch := func(id string) int64 {
		p, err := s.Pupil(ctx, ana.Teacher, x.class, id)
		must(t, err)
		return p.Epoch
	}
	before := epoch(x.pupil)
	must(t, s.BinPupils(ctx, school.By{Teacher: ana.Teacher, At: 6000}, x.class, []string{x.pupil}))
	if _, _, err := s.PupilNow(ctx, x.pupil, before); code(err) != school.NotFound {
		t.Errorf("a session goes on: %v", err)
	}
	list, err := s.Bin(ctx, ana.Teacher)
	want := []school.Binned{
		{ID: x.pupil, Name: "Leandro", Class: "3A", ClassID: x.class, Deleted: 6000},
		{ID: x.binned, Name: "Inês", Class: "3A", ClassID: x.class, Deleted: 5000},
	}
	if d := cmp.Diff(want, list); d != "" || err != nil {
		t.Error(d, err)
	}
	must(t, s.BinClass(ctx, school.By{Teacher: ana.Teacher, At: 7000}, x.class))
	list, err = s.Bin(ctx, ana.Teacher)
	if d := cmp.Diff([]school.Binned{{ID: x.class, Name: "3A", ClassID: x.class, Deleted: 7000}}, list); d != "" || err != nil {
		t.Error(d, err)
	}
	if err := s.BinClass(ctx, ana, x.class); code(err) != school.NotFound {
		t.Errorf("twice: %v", err)
	}
	must(t, s.RestoreClass(ctx, ana, x.class))
	if err := s.RestoreClass(ctx, ana, x.class); code(err) != school.NotFound {
		t.Errorf("twice: %v", err)
	}
	list, err = s.Bin(ctx, ana.Teacher)
	if d := cmp.Diff(want, list); d != "" || err != nil {
		t.Error(d, err)
	}
	must(t, s.RestorePupil(ctx, ana, x.class, x.pupil))
	if err := s.RestorePupil(ctx, ana, x.class, x.pupil); code(err) != school.NotFound {
		t.Errorf("twice: %v", err)
	}
	if r, err := s.PupilRecord(ctx, ana.Teacher, x.class, x.pupil); err != nil || len(r.Games) != 1 || r.Games[0].Version() != 3 {
		t.Error(r, err)
	}
	if _, _, err := s.PupilNow(ctx, x.pupil, before); code(err) != school.NotFound {
		t.Errorf("an ended session goes on again: %v", err)
	}
	if _, _, err := s.PupilNow(ctx, x.pupil, epoch(x.pupil)); err != nil {
		t.Error(err)
	}
}

func TestComingBackToATakenName(t *testing.T) {
	s, _, _, ana, _ := staff(t)
	class := newClass(t, s, ana, school.ByName)
	first, second := add(t, s, ana, class, "Ana", 1), add(t, s, ana, class, "Ana", 2)
	step := func(want string) {
		t.Helper()
		if got := names(t, s, ana, class); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	must(t, s.BinPupils(ctx, ana, class, []string{first}))
	step("Ana 2")
	must(t, s.RestorePupil(ctx, ana, class, first))
	step("Ana, Ana 2") // the own number was free
	must(t, s.BinPupils(ctx, ana, class, []string{first, second}))
	newest := add(t, s, ana, class, "ANA", 1)
	must(t, s.RestorePupil(ctx, ana, class, first))
	step("ANA, Ana 2")
	must(t, s.RestorePupil(ctx, ana, class, second))
	step("ANA, Ana 2, Ana 3")
	must(t, s.BinPupils(ctx, ana, class, []string{newest}))
	add(t, s, ana, class, "ana", 1)
	must(t, s.RestorePupil(ctx, ana, class, newest))
	step("ANA 4, Ana 2, Ana 3, ana")
}

// All that a purge must leave as it was is there before the child comes.
func TestAPurgeTakesEverythingOfThePupilAndNothingElse(t *testing.T) {
	s, address, _, ana, _ := staff(t)
	x := newTarget(t, s, ana)
	played(t, s, "visitor", 2)
	before := dump(t, address)
	id := add(t, s, ana, x.class, "Thellëza", 1)
	first := played(t, s, school.OwnerOf(id), 3)
	re := game(school.NewID(), school.OwnerOf(id))
	re.RematchOf = first
	_, err := s.AddGame(ctx, re)
	must(t, err)
	played(t, s, "taken", 4)
	_, err = s.TakeAlong(ctx, "taken", id)
	must(t, err)
	must(t, s.Rename(ctx, ana, x.class, id, "Thëllëza"))
	must(t, s.SetPupilGate(ctx, ana, x.class, id, school.Gate{Mode: school.Auto, Stage: 1, Before: 1}))
	must(t, s.BinPupils(ctx, ana, x.class, []string{id}))
	r, err := s.PurgePupil(ctx, ana, x.class, id)
	if d := cmp.Diff(school.Receipt{Pupils: 1, Games: 3, Moves: 7}, r); d != "" || err != nil {
		t.Error(d, err)
	}
	if d := cmp.Diff(before, dump(t, address)); d != "" {
		t.Error(d)
	}
	if n := count(t, address, `SELECT count(*) FROM audit WHERE pupil_id = $1`, id); n != 0 {
		t.Errorf("%d deeds name the pupil", n)
	}
	if r, err := s.PurgePupil(ctx, ana, x.class, id); code(err) != school.NotFound || r != (school.Receipt{}) {
		t.Errorf("twice: %v %v", r, err)
	}
	deeds, err := s.Deeds(ctx, ana.Teacher, x.class, 100)
	if err != nil || len(deeds) == 0 {
		t.Error(deeds, err)
	}
	for _, d := range deeds {
		if d.Pupil != "" {
			t.Errorf("%+v", d)
		}
	}
}

func TestPurgingAClassOrItsPupilsCountsAll(t *testing.T) {
	s, address, _, ana, _ := staff(t)
	newTarget(t, s, ana)
	before := dump(t, address)
	for what, ready := range map[string]func(class string) error{
		"as it is":   func(string) error { return nil },
		"archived":   func(class string) error { return s.Archive(ctx, ana, class, true) },
		"in the bin": func(class string) error { return s.BinClass(ctx, ana, class) },
	} {
		x := newTarget(t, s, ana)
		played(t, s, school.OwnerOf(x.binned), 5)
		must(t, ready(x.class))
		r, err := s.PurgeClass(ctx, ana, x.class)
		if d := cmp.Diff(school.Receipt{Classes: 1, Pupils: 3, Games: 2, Moves: 8}, r); d != "" || err != nil {
			t.Errorf("%s: %s %v", what, d, err)
		}
		if d := cmp.Diff(before, dump(t, address)); d != "" {
			t.Errorf("%s: %s", what, d)
		}
		if n := count(t, address, `SELECT count(*) FROM audit WHERE class_id = $1`, x.class); n != 0 {
			t.Errorf("%s: %d deeds stay", what, n)
		}
		if _, err := s.PurgeClass(ctx, ana, x.class); code(err) != school.NotFound {
			t.Errorf("%s: twice: %v", what, err)
		}
	}
	class := newClass(t, s, ana, school.ByName)
	before = dump(t, address)
	played(t, s, school.OwnerOf(add(t, s, ana, class, "Ana", 1)), 2)
	add(t, s, ana, class, "Ana", 2)
	for _, want := range []school.Receipt{{Pupils: 2, Games: 1, Moves: 2}, {}} {
		r, err := s.PurgePupils(ctx, ana, class)
		if d := cmp.Diff(want, r); d != "" || err != nil {
			t.Error(d, err)
		}
		if d := cmp.Diff(before, dump(t, address)); d != "" {
			t.Error(d)
		}
	}
}

func TestTheBinIsEmptiedAfterSevenDays(t *testing.T) {
	s, address, _, ana, _ := staff(t)
	const binned = 1_000_000
	by := school.By{Teacher: ana.Teacher, At: binned}
	x, gone, later := newTarget(t, s, ana), newTarget(t, s, ana), newTarget(t, s, ana)
	must(t, s.RestorePupil(ctx, ana, x.class, x.binned))
	must(t, s.RestorePupil(ctx, ana, later.class, later.binned))
	must(t, s.BinPupils(ctx, by, x.class, []string{x.pupil}))
	must(t, s.BinClass(ctx, by, gone.class))
	must(t, s.BinPupils(ctx, school.By{Teacher: ana.Teacher, At: binned + 5}, later.class, []string{later.pupil}))
	query(t, address, `UPDATE pupils SET deleted = 1000000 WHERE deleted = 5000`) // in the bin of the class in the bin
	all := dump(t, address)
	sweep := func(now int64, want school.Receipt) {
		t.Helper()
		r, err := s.Sweep(ctx, now-school.BinLife, now)
		if d := cmp.Diff(want, r); d != "" || err != nil {
			t.Errorf("%s %v", d, err)
		}
	}
	sweep(binned+school.BinLife-1, school.Receipt{})
	sweep(binned+school.BinLife, school.Receipt{})
	if d := cmp.Diff(all, dump(t, address)); d != "" {
		t.Error(d)
	}
	sweep(binned+school.BinLife+1, school.Receipt{Classes: 1, Pupils: 4, Games: 2, Moves: 6})
	sweep(binned+school.BinLife+1, school.Receipt{})
	list, err := s.Bin(ctx, ana.Teacher)
	if err != nil || len(list) != 1 || list[0].ID != later.pupil {
		t.Error(list, err)
	}
	if n := count(t, address, `SELECT count(*) FROM pupils`); n != 5 {
		t.Errorf("%d pupils are left", n)
	}
	must(t, s.RestorePupil(ctx, by, later.class, later.pupil))
	sweep(binned+10*school.BinLife, school.Receipt{})
}
