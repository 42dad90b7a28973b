package store_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"semeia/internal/school"
	"semeia/internal/store"
)

// names of a class as they are shown, in the order of bytes.
func names(t *testing.T, s *store.Store, by school.By, class string) string {
	t.Helper()
	pupils, err := s.PupilsOf(ctx, by.Teacher, class)
	must(t, err)
	var all []string
	for _, p := range pupils {
		all = append(all, p.Display())
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// B08.
func TestTwoChildrenOfOneNameAreTwo(t *testing.T) {
	s, _, _, ana, _ := staff(t)
	class := newClass(t, s, ana, school.ByPictures)
	first, second := school.NewID(), school.NewID()
	must(t, s.AddPupils(ctx, ana, class, []school.Member{{ID: first, Name: "Leandro", Twin: 1}, {ID: second, Name: "LEANDRO", Twin: 2}}))
	id := played(t, s, school.OwnerOf(first), 3)
	if got := names(t, s, ana, class); got != "LEANDRO 2, Leandro" {
		t.Error(got)
	}
	one, err := s.PupilRecord(ctx, ana.Teacher, class, first)
	if err != nil || len(one.Games) != 1 || one.Games[0].ID != id || one.Games[0].Version() != 3 {
		t.Errorf("%+v %v", one, err)
	}
	two, err := s.PupilRecord(ctx, ana.Teacher, class, second)
	if err != nil || len(two.Games) != 0 || two.Pupil.Card == one.Pupil.Card {
		t.Errorf("%+v %v", two, err)
	}
}

// D04: what is the same name is told by Unicode, not by the engine.
func TestWhichNamesAreTheSame(t *testing.T) {
	s, _, _, ana, _ := staff(t)
	for pair, same := range map[[2]string]bool{
		{"ËNDRRA", "Ëndrra"}: true, {"ÉRICA", "érica"}: true, {"E\u0308ndrra", "ëndrra"}: true,
		{"Inês", "Ines"}: false, {"Çela", "Cela"}: false, {"Ana", "Ana "}: false,
	} {
		class := newClass(t, s, ana, school.ByName)
		add(t, s, ana, class, pair[0], 1)
		err := s.AddPupils(ctx, ana, class, []school.Member{{ID: school.NewID(), Name: pair[1], Twin: 1}})
		if same && code(err) != school.Stale || !same && err != nil {
			t.Errorf("%q: %v", pair, err)
		}
	}
}

func TestOneChildAddedByTwentyAtOnceIsAddedOnce(t *testing.T) {
	s, _, _, ana, _ := staff(t)
	class := newClass(t, s, ana, school.ByName)
	var wg sync.WaitGroup
	var added atomic.Int32
	for range 20 {
		wg.Go(func() {
			members := []school.Member{{ID: school.NewID(), Name: "Ana", Twin: 1}, {ID: school.NewID(), Name: "Rui", Twin: 1}}
			switch err := s.AddPupils(ctx, ana, class, members); code(err) {
			case "":
				added.Add(1)
			case school.Stale:
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := names(t, s, ana, class); got != "Ana, Rui" || added.Load() != 1 {
		t.Errorf("%d times: %s", added.Load(), got)
	}
}

func TestWhatIsAddedTogetherIsAddedWholeOrNot(t *testing.T) {
	s, _, _, ana, _ := staff(t)
	class := newClass(t, s, ana, school.ByName)
	id := add(t, s, ana, class, "Rui", 1)
	for _, member := range []school.Member{{ID: school.NewID(), Name: "RUI", Twin: 1}, {ID: id, Name: "Bia", Twin: 1}} {
		if err := s.AddPupils(ctx, ana, class, []school.Member{{ID: school.NewID(), Name: "Ana", Twin: 1}, member}); code(err) != school.Stale {
			t.Errorf("%+v: %v", member, err)
		}
	}
	if got := names(t, s, ana, class); got != "Rui" {
		t.Error(got)
	}
}

func TestRenaming(t *testing.T) {
	s, _, _, ana, _ := staff(t)
	class := newClass(t, s, ana, school.ByName)
	add(t, s, ana, class, "Ana", 1)
	second := add(t, s, ana, class, "Ana", 2)
	third := add(t, s, ana, class, "Bia", 1)
	for _, c := range []struct{ id, name, want string }{
		{third, "Ana", "Ana, Ana 2, Ana 3"},
		{second, "ANA", "ANA 2, Ana, Ana 3"}, // case alone: the number stays
		{second, "Rui", "Ana, Ana 3, Rui"},
		{third, "ANÁ", "ANÁ, Ana, Rui"},
		{third, "ana", "Ana, Rui, ana 2"},
		{second, "Rui", "Ana, Rui, ana 2"},
	} {
		must(t, s.Rename(ctx, ana, class, c.id, c.name))
		if got := names(t, s, ana, class); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestRenamingAtOnceTellsAllApart(t *testing.T) {
	s, _, _, ana, _ := staff(t)
	class := newClass(t, s, ana, school.ByName)
	var wg sync.WaitGroup
	for i := range 10 {
		id := add(t, s, ana, class, fmt.Sprint("Child", i), 1)
		wg.Go(func() {
			if err := s.Rename(ctx, ana, class, id, "Ana"); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := names(t, s, ana, class); got != "Ana, Ana 10, Ana 2, Ana 3, Ana 4, Ana 5, Ana 6, Ana 7, Ana 8, Ana 9" {
		t.Error(got)
	}
}

func several(from, n int) (members []school.Member) {
	for i := range n {
		members = append(members, school.Member{ID: school.NewID(), Name: fmt.Sprint("Child ", from+i), Twin: 1})
	}
	return members
}

func TestAClassHasAHundredChildrenAtMost(t *testing.T) {
	s, address, _, ana, _ := staff(t)
	class, other := newClass(t, s, ana, school.ByName), newClass(t, s, ana, school.ByName)
	var wg sync.WaitGroup
	var added atomic.Int32
	for i := range 20 {
		wg.Go(func() {
			switch err := s.AddPupils(ctx, ana, class, several(i*7, 7)); code(err) {
			case "":
				added.Add(7)
			case school.Stale:
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := count(t, address, `SELECT count(*) FROM pupils`); n != 98 || added.Load() != 98 {
		t.Errorf("%d children, %d promised", n, added.Load())
	}
	must(t, s.AddPupils(ctx, ana, class, several(500, 2)))
	if err := s.AddPupils(ctx, ana, class, several(600, 1)); code(err) != school.Stale {
		t.Errorf("one too many: %v", err)
	}
	pupils, err := s.PupilsOf(ctx, ana.Teacher, class)
	must(t, err)
	add(t, s, ana, other, "Ana", 1)
	id := add(t, s, ana, other, "Rui", 1)
	if _, err := s.MovePupils(ctx, ana, other, class, []string{id}); code(err) != school.Invalid {
		t.Errorf("moved into a full class: %v", err)
	}
	if got := names(t, s, ana, other); got != "Ana, Rui" {
		t.Error(got)
	}
	must(t, s.BinPupils(ctx, ana, class, []string{pupils[0].ID}))
	if _, err := s.MovePupils(ctx, ana, other, class, []string{id}); err != nil {
		t.Errorf("into the free place: %v", err)
	}
	if err := s.RestorePupil(ctx, ana, class, pupils[0].ID); code(err) != school.Invalid {
		t.Errorf("brought back into a full class: %v", err)
	}
	// Two ways at once to the last place.
	must(t, s.BinPupils(ctx, ana, class, []string{id}))
	wg.Go(func() { _ = s.RestorePupil(ctx, ana, class, pupils[0].ID) })
	wg.Go(func() { _ = s.AddPupils(ctx, ana, class, several(700, 1)) })
	wg.Wait()
	if n := count(t, address, `SELECT count(*) FROM pupils WHERE deleted = 0 AND class_id = $1`, class); n != school.ClassSize {
		t.Errorf("%d children", n)
	}
}

func TestMovingTakesAllAlongAndTellsEqualNamesApart(t *testing.T) {
	s, address, _, ana, _ := staff(t)
	from, to := newClass(t, s, ana, school.ByName), newClass(t, s, ana, school.ByName)
	add(t, s, ana, to, "ANA", 1)
	one, two := add(t, s, ana, from, "Ana", 1), add(t, s, ana, from, "Ana", 2)
	id := played(t, s, school.OwnerOf(two), 2)
	before, err := s.Pupil(ctx, ana.Teacher, from, two)
	must(t, err)
	n, err := s.MovePupils(ctx, ana, from, to, []string{one, two})
	if n != 2 || err != nil {
		t.Fatal(n, err)
	}
	if got := names(t, s, ana, to); got != "ANA, Ana 2, Ana 3" {
		t.Error(got)
	}
	if got := names(t, s, ana, from); got != "" {
		t.Error(got)
	}
	after, c, err := s.PupilNow(ctx, two, before.Epoch)
	before.ClassID, before.Twin = to, 3
	if d := cmp.Diff(before, after); d != "" || err != nil || c.ID != to {
		t.Error(d, err)
	}
	if r, err := s.PupilRecord(ctx, ana.Teacher, to, two); err != nil || len(r.Games) != 1 || r.Games[0].ID != id {
		t.Error(r, err)
	}
	all := dump(t, address)
	for _, ids := range [][]string{{one, one}, {one, school.NewID()}} {
		if _, err := s.MovePupils(ctx, ana, to, from, ids); code(err) != school.NotFound {
			t.Error(err)
		}
	}
	if d := cmp.Diff(all, dump(t, address)); d != "" {
		t.Error(d)
	}
}

func TestMovingBothWaysAtOnceDoesNotJam(t *testing.T) {
	s, _, _, ana, _ := staff(t)
	a, b := newClass(t, s, ana, school.ByName), newClass(t, s, ana, school.ByName)
	var wg sync.WaitGroup
	for range 8 {
		p, q := add(t, s, ana, a, "Leandro", 1), add(t, s, ana, b, "Leandro", 1)
		for _, m := range [][3]string{{a, b, p}, {b, a, q}} {
			wg.Go(func() {
				if _, err := s.MovePupils(ctx, ana, m[0], m[1], []string{m[2]}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		must(t, s.BinPupils(ctx, ana, b, []string{p}))
		must(t, s.BinPupils(ctx, ana, a, []string{q}))
	}
}

func TestTheNextYearTakesTheChildrenAndArchivesTheClass(t *testing.T) {
	s, address, _, ana, beto := staff(t)
	from := newClass(t, s, ana, school.ByPictures)
	must(t, s.JoinTeacher(ctx, ana, from, "beto"))
	must(t, s.SetGate(ctx, ana, from, school.Gate{Mode: school.Opened, Stage: 4, Before: 2, From: 77}))
	_, err := s.OpenCode(ctx, ana, from, 99_000)
	must(t, err)
	stays, goes, twin := add(t, s, ana, from, "Zana", 1), add(t, s, ana, from, "Ana", 2), add(t, s, ana, from, "Rui", 1)
	id := played(t, s, school.OwnerOf(goes), 4)
	old, err := s.Class(ctx, ana.Teacher, from)
	must(t, err)
	next := school.Class{ID: school.NewID(), Name: "4A"}
	by := school.By{Teacher: ana.Teacher, At: 9000}
	if _, err := s.MoveUp(ctx, by, from, next, []string{goes, school.NewID()}); code(err) != school.NotFound {
		t.Errorf("with somebody unknown: %v", err)
	}
	n, err := s.MoveUp(ctx, by, from, next, []string{goes, twin})
	if n != 2 || err != nil {
		t.Fatal(n, err)
	}
	c, err := s.Class(ctx, beto.Teacher, next.ID)
	want := old
	want.ID, want.Name, want.Created, want.Code, want.CodeUntil = next.ID, "4A", 9000, "", 0
	if d := cmp.Diff(want, c); d != "" || err != nil {
		t.Error(d, err)
	}
	if c, err := s.Class(ctx, ana.Teacher, from); err != nil || c.Archived != 9000 || c.Code != "" {
		t.Error(c, err)
	}
	if got := names(t, s, ana, next.ID) + "; " + names(t, s, ana, from); got != "Ana, Rui; Zana" {
		t.Error(got)
	}
	if _, c, err := s.PupilNow(ctx, goes, 1); err != nil || c.ID != next.ID {
		t.Errorf("the session of who moved: %v", err)
	}
	if _, _, err := s.PupilNow(ctx, stays, 1); code(err) != school.NotFound {
		t.Errorf("the session of who stayed: %v", err)
	}
	if r, err := s.PupilRecord(ctx, beto.Teacher, next.ID, goes); err != nil || len(r.Games) != 1 || r.Games[0].ID != id || r.Games[0].Version() != 4 {
		t.Error(r, err)
	}
	// The same form again, and the same new class from a class that is not archived.
	must(t, s.Archive(ctx, by, from, false))
	all := dump(t, address)
	if _, err := s.MoveUp(ctx, by, from, next, []string{stays}); code(err) != school.Stale {
		t.Errorf("twice: %v", err)
	}
	if d := cmp.Diff(all, dump(t, address)); d != "" {
		t.Error(d)
	}
	must(t, s.Archive(ctx, by, from, true))
	if _, err := s.MoveUp(ctx, by, from, next, []string{stays}); code(err) != school.Invalid {
		t.Errorf("of an archived class: %v", err)
	}
}
