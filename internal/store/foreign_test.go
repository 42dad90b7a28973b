package store_test

import (
	"errors"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"

	"semeia/internal/school"
	"semeia/internal/store"
)

// actor is a teacher with a class and a pupil of the own.
type actor struct {
	school.By
	login, class, pupil string
}

// target is a class of Ana's with three pupils, the last in the bin.
type target struct {
	class, pupil, binned, game string
}

func newActor(t *testing.T, s *store.Store, by school.By, login string) actor {
	t.Helper()
	class := newClass(t, s, by, school.ByName)
	return actor{by, login, class, add(t, s, by, class, "Flora", 1)}
}

func newTarget(t *testing.T, s *store.Store, by school.By) target {
	t.Helper()
	x := target{class: newClass(t, s, by, school.ByPictures)}
	x.pupil = add(t, s, by, x.class, "Leandro", 1)
	add(t, s, by, x.class, "Leandro", 2)
	x.binned = add(t, s, by, x.class, "Inês", 1)
	x.game = played(t, s, school.OwnerOf(x.pupil), 3)
	must(t, s.BinPupils(ctx, by, x.class, []string{x.binned}))
	_, err := s.OpenCode(ctx, by, x.class, 99_000)
	must(t, err)
	return x
}

// errSeen says that a method of reading gave what it must not give.
var errSeen = errors.New("seen")

func seen(is bool, err error) error {
	if err == nil && is {
		return errSeen
	}
	return err
}

type attempts map[string]func(s *store.Store, a actor, x target) error

// readings are the methods that read a class or its pupils.
var readings = attempts{
	"Class": func(s *store.Store, a actor, x target) error {
		c, err := s.Class(ctx, a.Teacher, x.class)
		return seen(c.ID != "", err)
	},
	"ClassesOf": func(s *store.Store, a actor, x target) error {
		list, err := s.ClassesOf(ctx, a.Teacher)
		is := false
		for _, c := range list {
			is = is || c.ID == x.class
		}
		return seen(is, err)
	},
	"PupilsOf": func(s *store.Store, a actor, x target) error {
		list, err := s.PupilsOf(ctx, a.Teacher, x.class)
		return seen(len(list) > 0, err)
	},
	"Pupil": func(s *store.Store, a actor, x target) error {
		p, err := s.Pupil(ctx, a.Teacher, x.class, x.pupil)
		return seen(p.ID != "", err)
	},
	"Record": func(s *store.Store, a actor, x target) error {
		r, err := s.Record(ctx, a.Teacher, x.class)
		return seen(r.Class.ID != "", err)
	},
	"PupilRecord": func(s *store.Store, a actor, x target) error {
		r, err := s.PupilRecord(ctx, a.Teacher, x.class, x.pupil)
		return seen(r.Pupil.ID != "", err)
	},
	"Game": func(s *store.Store, a actor, x target) error {
		g, err := s.Game(ctx, x.game, school.Reader{Visitor: "visitor", Teacher: &school.Teacher{ID: a.Teacher}})
		return seen(g.Owner != "", err)
	},
}

// listings are read by the teachers of a class in the bin too.
var listings = attempts{
	"TeachersOf": func(s *store.Store, a actor, x target) error {
		list, err := s.TeachersOf(ctx, a.Teacher, x.class)
		return seen(len(list) > 0, err)
	},
	"Deeds": func(s *store.Store, a actor, x target) error {
		list, err := s.Deeds(ctx, a.Teacher, x.class, 100)
		return seen(len(list) > 0, err)
	},
	"Bin": func(s *store.Store, a actor, x target) error {
		list, err := s.Bin(ctx, a.Teacher)
		return seen(len(list) > 0, err)
	},
}

// changes are the methods that an archived class refuses.
var changes = attempts{
	"SetClass": func(s *store.Store, a actor, x target) error {
		return s.SetClass(ctx, a.By, school.Class{ID: x.class, Name: "Mine", Lang: "sq", Entry: school.ByName, CodeMinutes: 5, Aids: school.NoAids})
	},
	"OpenCode": func(s *store.Store, a actor, x target) error {
		code, err := s.OpenCode(ctx, a.By, x.class, 999_000)
		return seen(code != "", err)
	},
	"CloseCode": func(s *store.Store, a actor, x target) error { return s.CloseCode(ctx, a.By, x.class) },
	"SetGate": func(s *store.Store, a actor, x target) error {
		return s.SetGate(ctx, a.By, x.class, school.Gate{Mode: school.Auto, Stage: 1, Before: 1})
	},
	"JoinTeacher": func(s *store.Store, a actor, x target) error { return s.JoinTeacher(ctx, a.By, x.class, a.login) },
	"DropTeacher": func(s *store.Store, a actor, x target) error { return s.DropTeacher(ctx, a.By, x.class, a.Teacher) },
	"AddPupils": func(s *store.Store, a actor, x target) error {
		return s.AddPupils(ctx, a.By, x.class, []school.Member{{ID: school.NewID(), Name: "New", Twin: 1}})
	},
	"MovePupils away": func(s *store.Store, a actor, x target) error {
		_, err := s.MovePupils(ctx, a.By, x.class, a.class, []string{x.pupil})
		return err
	},
	"MovePupils into": func(s *store.Store, a actor, x target) error {
		_, err := s.MovePupils(ctx, a.By, a.class, x.class, []string{a.pupil})
		return err
	},
}

// touches are the methods that change one pupil of a class.
var touches = attempts{
	"SetPupilGate": func(s *store.Store, a actor, x target) error {
		return s.SetPupilGate(ctx, a.By, x.class, x.pupil, school.Gate{Mode: school.Held, Stage: 4, Before: 1})
	},
	"Rename":     func(s *store.Store, a actor, x target) error { return s.Rename(ctx, a.By, x.class, x.pupil, "Other") },
	"LetIn":      func(s *store.Store, a actor, x target) error { return s.LetIn(ctx, a.By, x.class, x.pupil, 99_000) },
	"Unlock":     func(s *store.Store, a actor, x target) error { return s.Unlock(ctx, a.By, x.class, x.pupil) },
	"NewSecrets": func(s *store.Store, a actor, x target) error { return s.NewSecrets(ctx, a.By, x.class, x.pupil) },
	"MoveUp": func(s *store.Store, a actor, x target) error {
		_, err := s.MoveUp(ctx, a.By, x.class, school.Class{ID: school.NewID(), Name: "4A"}, []string{x.pupil})
		return err
	},
	"BinPupils": func(s *store.Store, a actor, x target) error {
		return s.BinPupils(ctx, a.By, x.class, []string{x.pupil})
	},
	"RestorePupil": func(s *store.Store, a actor, x target) error { return s.RestorePupil(ctx, a.By, x.class, x.binned) },
	"PurgePupil": func(s *store.Store, a actor, x target) error {
		_, err := s.PurgePupil(ctx, a.By, x.class, x.pupil)
		return err
	},
	"PurgePupil in the bin": func(s *store.Store, a actor, x target) error {
		_, err := s.PurgePupil(ctx, a.By, x.class, x.binned)
		return err
	},
}

// ends are what can be done with an archived class.
var ends = attempts{
	"Archive":      func(s *store.Store, a actor, x target) error { return s.Archive(ctx, a.By, x.class, true) },
	"revive":       func(s *store.Store, a actor, x target) error { return s.Archive(ctx, a.By, x.class, false) },
	"BinClass":     func(s *store.Store, a actor, x target) error { return s.BinClass(ctx, a.By, x.class) },
	"RestoreClass": func(s *store.Store, a actor, x target) error { return s.RestoreClass(ctx, a.By, x.class) },
	"PurgeClass": func(s *store.Store, a actor, x target) error {
		_, err := s.PurgeClass(ctx, a.By, x.class)
		return err
	},
	"PurgePupils": func(s *store.Store, a actor, x target) error {
		_, err := s.PurgePupils(ctx, a.By, x.class)
		return err
	},
	"NoteExport":       func(s *store.Store, a actor, x target) error { return s.NoteExport(ctx, a.By, x.class, "") },
	"NoteExport pupil": func(s *store.Store, a actor, x target) error { return s.NoteExport(ctx, a.By, x.class, x.pupil) },
}

// state is everything there is, what teachers did included.
func state(t *testing.T, s *store.Store, address string) any {
	t.Helper()
	all, err := s.AllClasses(ctx)
	must(t, err)
	var records []school.Record
	for _, c := range all {
		r, err := s.RecordOf(ctx, c.ID)
		must(t, err)
		records = append(records, r)
	}
	return []any{records, dump(t, address), count(t, address, `SELECT count(*) FROM audit`)}
}

func TestAClassIsSeenAndChangedByItsTeachersAlone(t *testing.T) {
	s, address, rosa, ana, beto := staff(t)
	x, binned := newTarget(t, s, ana), newTarget(t, s, ana)
	must(t, s.BinClass(ctx, ana, binned.class))
	actors := []actor{newActor(t, s, rosa, "rosa"), newActor(t, s, beto, "beto"), {By: school.By{Teacher: school.NewID()}}, {}}
	before := state(t, s, address)
	for _, a := range actors {
		for _, table := range []attempts{readings, listings, changes, touches, ends} {
			for what, try := range table {
				for _, x := range []target{x, binned} {
					_, listing := listings[what]
					if err := try(s, a, x); code(err) != school.NotFound && (!listing && readings[what] == nil || err != nil) {
						t.Errorf("%s by %q: %v", what, a.login, err)
					}
					after := state(t, s, address)
					if d := cmp.Diff(before, after, positions); d != "" {
						t.Errorf("%s by %q changed: %s", what, a.login, d)
					}
					before = after
				}
			}
		}
	}
}

// The same calls succeed for the teacher: so the test above tests something.
func TestItsTeacherSeesAndChangesAClass(t *testing.T) {
	s, _, _, ana, _ := staff(t)
	for _, table := range []attempts{readings, listings, changes, touches, ends} {
		for what, try := range table {
			a, x := newActor(t, s, ana, "ana"), newTarget(t, s, ana)
			switch what {
			case "DropTeacher":
				must(t, s.JoinTeacher(ctx, ana, x.class, "beto"))
			case "RestoreClass":
				must(t, s.BinClass(ctx, ana, x.class))
			}
			if err := try(s, a, x); err != nil && err != errSeen {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
}

// The pupil of one class is not reached through another one of the same teacher.
func TestAPupilIsReachedThroughItsOwnClassOnly(t *testing.T) {
	s, address, _, ana, _ := staff(t)
	a, x := newActor(t, s, ana, "ana"), newTarget(t, s, ana)
	wrong := target{class: a.class, pupil: x.pupil, binned: x.binned}
	table := maps.Clone(touches)
	table["Pupil"], table["PupilRecord"] = readings["Pupil"], readings["PupilRecord"]
	table["MovePupils"] = func(s *store.Store, a actor, x target) error {
		_, err := s.MovePupils(ctx, a.By, x.class, newClass(t, s, ana, school.ByName), []string{a.pupil, x.pupil})
		return err
	}
	for what, try := range table {
		before := state(t, s, address)
		if what == "MovePupils" { // makes a class
			before = nil
		}
		if err := try(s, a, wrong); code(err) != school.NotFound {
			t.Errorf("%s: %v", what, err)
		}
		if d := cmp.Diff(before, state(t, s, address), positions); d != "" && before != nil {
			t.Errorf("%s changed: %s", what, d)
		}
	}
	if p, err := s.Pupil(ctx, ana.Teacher, a.class, a.pupil); err != nil || p.ID != a.pupil {
		t.Errorf("the one that could move went alone: %v", err)
	}
}

func TestAnArchivedClassIsReadAndNotChanged(t *testing.T) {
	s, address, _, ana, _ := staff(t)
	a, x := newActor(t, s, ana, "ana"), newTarget(t, s, ana)
	before, err := s.Pupil(ctx, ana.Teacher, x.class, x.pupil)
	must(t, err)
	must(t, s.Archive(ctx, ana, x.class, true))
	if _, _, err := s.PupilNow(ctx, x.pupil, before.Epoch); code(err) != school.NotFound {
		t.Errorf("a session goes on: %v", err)
	}
	table := maps.Clone(changes)
	maps.Copy(table, touches)
	for what, try := range table {
		before := state(t, s, address)
		var e *school.Error
		if err := try(s, a, x); !errors.As(err, &e) || e.Code != school.Invalid || e.Msg.Key != "error.archived" {
			t.Errorf("%s: %v", what, err)
		}
		if d := cmp.Diff(before, state(t, s, address), positions); d != "" {
			t.Errorf("%s changed: %s", what, d)
		}
	}
	for what, try := range readings {
		if err := try(s, a, x); err != errSeen {
			t.Errorf("%s: %v", what, err)
		}
	}
	must(t, s.NoteExport(ctx, ana, x.class, ""))
	must(t, s.BinClass(ctx, ana, x.class))
	must(t, s.RestoreClass(ctx, ana, x.class))
	if c, err := s.Class(ctx, ana.Teacher, x.class); err != nil || c.Archived != ana.At || c.Code != "" || c.CodeUntil != 0 {
		t.Errorf("%+v %v", c, err)
	}
	must(t, s.Archive(ctx, ana, x.class, false))
	must(t, s.Rename(ctx, ana, x.class, x.pupil, "Other"))
}

func TestAClassInTheBinIsNotSeen(t *testing.T) {
	s, _, _, ana, _ := staff(t)
	a, x := newActor(t, s, ana, "ana"), newTarget(t, s, ana)
	must(t, s.BinClass(ctx, ana, x.class))
	for what, try := range readings {
		if err := try(s, a, x); err != nil && code(err) != school.NotFound {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, table := range []attempts{changes, touches} {
		for what, try := range table {
			if err := try(s, a, x); code(err) != school.NotFound {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
}
