package store_test

import (
	"database/sql"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"semeia/internal/school"
	"semeia/internal/store"
	"semeia/internal/store/storetest"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// count asks the database itself for a number.
func count(t testing.TB, address, question string, args ...any) (n int) {
	t.Helper()
	db := raw(t, address)
	defer db.Close()
	must(t, db.QueryRow(question, args...).Scan(&n))
	return n
}

func query(t testing.TB, address, statement string) {
	t.Helper()
	db := raw(t, address)
	defer db.Close()
	_, err := db.Exec(statement)
	must(t, err)
}

// dump is every row of every table, but for what teachers did.
func dump(t testing.TB, address string) map[string][]string {
	t.Helper()
	db := raw(t, address)
	defer db.Close()
	all := map[string][]string{}
	for _, table := range []string{"teachers", "claims", "classes", "class_teachers", "pupils", "games", "moves", "sessions"} {
		rows, err := db.Query(`SELECT * FROM ` + table)
		must(t, err)
		defer rows.Close()
		names, err := rows.Columns()
		must(t, err)
		for rows.Next() {
			values := make([]any, len(names))
			for i := range values {
				values[i] = new(any)
			}
			must(t, rows.Scan(values...))
			line := ""
			for i, v := range values {
				line += fmt.Sprintf("%s=%v ", names[i], *v.(*any))
			}
			all[table] = append(all[table], line)
		}
		must(t, rows.Err())
		slices.Sort(all[table])
	}
	return all
}

func raw(t testing.TB, address string) *sql.DB {
	t.Helper()
	driver := "sqlite"
	if storetest.Postgres() {
		driver = "pgx"
	}
	db, err := sql.Open(driver, address)
	must(t, err)
	return db
}

// claim makes the first teacher, an administrator.
func claim(t testing.TB, s *store.Store) school.Teacher {
	t.Helper()
	teacher := school.Teacher{ID: school.NewID(), Name: "Dona Rosa", Login: "rosa"}
	must(t, s.Claim(ctx, teacher, "kept", 1000))
	teacher.Admin, teacher.Epoch = true, 1
	return teacher
}

// newTeacher adds a teacher who is no administrator.
func newTeacher(t testing.TB, s *store.Store, admin, login string) school.Teacher {
	t.Helper()
	teacher := school.Teacher{ID: school.NewID(), Name: "Prof. " + login, Login: login}
	must(t, s.AddTeacher(ctx, school.By{Teacher: admin, At: 1100}, teacher, "kept"))
	teacher.Epoch = 1
	return teacher
}

func newClass(t testing.TB, s *store.Store, by school.By, entry school.Entry) string {
	t.Helper()
	c := school.Class{ID: school.NewID(), Name: "3A", Lang: "pt", Entry: entry, CodeMinutes: 10, Gate: school.NewGate(), Aids: school.FullAids}
	must(t, s.AddClass(ctx, by, c))
	return c.ID
}

// add adds one child to a class.
func add(t testing.TB, s *store.Store, by school.By, class, name string, twin int) string {
	t.Helper()
	id := school.NewID()
	must(t, s.AddPupils(ctx, by, class, []school.Member{{ID: id, Name: name, Twin: twin}}))
	return id
}

// played keeps a game of an owner with that many moves.
func played(t testing.TB, s *store.Store, owner string, moves int) string {
	t.Helper()
	g := game(school.NewID(), owner)
	for i := range moves {
		g.Events = append(g.Events, school.Event{Version: i + 1, Kind: school.Move, Arg: 1, At: int64(2000 + i)})
	}
	_, err := s.AddGame(ctx, g)
	must(t, err)
	return g.ID
}

// staff is a school with an administrator and two teachers.
func staff(t testing.TB) (s *store.Store, address string, rosa, ana, beto school.By) {
	t.Helper()
	address = storetest.New(t)
	s = open(t, address)
	rosa = school.By{Teacher: claim(t, s).ID, At: 5000}
	ana = school.By{Teacher: newTeacher(t, s, rosa.Teacher, "ana").ID, At: 5000}
	beto = school.By{Teacher: newTeacher(t, s, rosa.Teacher, "beto").ID, At: 5000}
	return s, address, rosa, ana, beto
}

func TestOnlyTheFirstClaimsTheSchool(t *testing.T) {
	s := open(t, storetest.New(t))
	if claimed, err := s.Claimed(ctx); claimed || err != nil {
		t.Fatal(claimed, err)
	}
	want := claim(t, s)
	if claimed, err := s.Claimed(ctx); !claimed || err != nil {
		t.Fatal(claimed, err)
	}
	if err := s.Claim(ctx, school.Teacher{ID: school.NewID(), Name: "Late", Login: "late"}, "kept", 1001); code(err) != school.Stale {
		t.Error(err)
	}
	list, err := s.Teachers(ctx, want.ID)
	if d := cmp.Diff([]school.Teacher{want}, list); d != "" || err != nil {
		t.Error(d, err)
	}
}

func TestOfTenClaimsAtOnceOneMakesATeacher(t *testing.T) {
	address := storetest.New(t)
	s := open(t, address)
	var wg sync.WaitGroup
	var won atomic.Int32
	for i := range 10 {
		wg.Go(func() {
			switch err := s.Claim(ctx, school.Teacher{ID: school.NewID(), Name: "T", Login: fmt.Sprint("login", i)}, "kept", 1); code(err) {
			case "":
				won.Add(1)
			case school.Stale:
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := count(t, address, `SELECT count(*) FROM teachers WHERE admin`); n != 1 || won.Load() != 1 {
		t.Errorf("%d teachers, %d claims", n, won.Load())
	}
}

func TestOnlyAdministratorsManageTeachers(t *testing.T) {
	s, address, rosa, ana, beto := staff(t)
	before := dump(t, address)
	for _, by := range []school.By{ana, {Teacher: school.NewID()}, {}} {
		for what, err := range map[string]error{
			"add":    s.AddTeacher(ctx, by, school.Teacher{ID: school.NewID(), Name: "N", Login: "new"}, "kept"),
			"reset":  s.ResetPassword(ctx, by, beto.Teacher, "other"),
			"remove": s.RemoveTeacher(ctx, by, beto.Teacher),
		} {
			if code(err) != school.Forbidden {
				t.Errorf("%s: %v", what, err)
			}
		}
		if list, err := s.Teachers(ctx, by.Teacher); len(list) != 0 || err != nil {
			t.Errorf("sees %v, %v", list, err)
		}
	}
	if err := s.AddTeacher(ctx, rosa, school.Teacher{ID: school.NewID(), Name: "Other", Login: "ana"}, "kept"); code(err) != school.Invalid {
		t.Errorf("a login that is somebody's: %v", err)
	}
	if err := s.ResetPassword(ctx, rosa, school.NewID(), "other"); code(err) != school.NotFound {
		t.Errorf("nobody's password: %v", err)
	}
	if d := cmp.Diff(before, dump(t, address)); d != "" {
		t.Error(d)
	}
	if list, err := s.Teachers(ctx, rosa.Teacher); len(list) != 3 || list[0].Login != "ana" || list[2].Login != "rosa" || err != nil {
		t.Error(list, err)
	}
}

func TestANewPasswordEndsTheSessionsOfTheOld(t *testing.T) {
	s, _, rosa, ana, _ := staff(t)
	epoch := int64(1)
	for _, change := range []func() error{
		func() error {
			next, err := s.SetPassword(ctx, ana.Teacher, "by herself")
			if next != 2 {
				t.Errorf("epoch %d", next)
			}
			return err
		},
		func() error { return s.ResetPassword(ctx, rosa, ana.Teacher, "by Rosa") },
		func() error { return s.ResetByLogin(ctx, "ana", "at the machine") },
	} {
		must(t, s.NoteTry(ctx, ana.Teacher, false, 7000))
		if now, err := s.TeacherNow(ctx, ana.Teacher, epoch); err != nil || now.Tries != 1 || now.Tried != 7000 {
			t.Fatal(now, err)
		}
		must(t, change())
		if _, err := s.TeacherNow(ctx, ana.Teacher, epoch); code(err) != school.NotFound {
			t.Errorf("the old session goes on: %v", err)
		}
		epoch++
		if now, err := s.TeacherNow(ctx, ana.Teacher, epoch); err != nil || now.Tries != 0 {
			t.Error(now, err)
		}
	}
	if who, kept, err := s.TeacherByLogin(ctx, "ana"); who.ID != ana.Teacher || kept != "at the machine" || err != nil {
		t.Error(who, kept, err)
	}
	if kept, err := s.PasswordOf(ctx, ana.Teacher); kept != "at the machine" || err != nil {
		t.Error(kept, err)
	}
	if who, kept, err := s.TeacherByLogin(ctx, "nobody"); who.ID != "" || kept != "" || err != nil {
		t.Error(who, kept, err)
	}
	if err := s.ResetByLogin(ctx, "nobody", "x"); code(err) != school.NotFound {
		t.Error(err)
	}
	if _, err := s.SetPassword(ctx, school.NewID(), "x"); code(err) != school.NotFound {
		t.Error(err)
	}
	must(t, s.NoteTry(ctx, ana.Teacher, false, 8000))
	must(t, s.NoteTry(ctx, ana.Teacher, true, 9000))
	if now, err := s.TeacherNow(ctx, ana.Teacher, epoch); err != nil || now.Tries != 0 {
		t.Error(now, err)
	}
}

func TestNeitherOneselfNorTheOnlyTeacherOfAClassIsRemoved(t *testing.T) {
	s, _, rosa, ana, beto := staff(t)
	class := newClass(t, s, ana, school.ByName)
	for who, want := range map[string]school.Code{rosa.Teacher: school.Invalid, ana.Teacher: school.Invalid, school.NewID(): school.NotFound} {
		if err := s.RemoveTeacher(ctx, rosa, who); code(err) != want {
			t.Errorf("want %s: %v", want, err)
		}
	}
	if err := s.DropTeacher(ctx, ana, class, ana.Teacher); code(err) != school.Invalid {
		t.Errorf("the last one leaves the class: %v", err)
	}
	if err := s.DropTeacher(ctx, ana, class, beto.Teacher); code(err) != school.NotFound {
		t.Errorf("who does not teach it: %v", err)
	}
	if err := s.JoinTeacher(ctx, ana, class, "nobody"); code(err) != school.Invalid {
		t.Errorf("an unknown login: %v", err)
	}
	must(t, s.JoinTeacher(ctx, ana, class, "beto"))
	must(t, s.JoinTeacher(ctx, ana, class, "beto"))
	must(t, s.RemoveTeacher(ctx, rosa, ana.Teacher))
	if _, err := s.TeacherNow(ctx, ana.Teacher, 1); code(err) != school.NotFound {
		t.Errorf("the removed one goes on: %v", err)
	}
	if _, err := s.Class(ctx, ana.Teacher, class); code(err) != school.NotFound {
		t.Error(err)
	}
	list, err := s.TeachersOf(ctx, beto.Teacher, class)
	if err != nil || len(list) != 1 || list[0].ID != beto.Teacher {
		t.Error(list, err)
	}
	deeds, err := s.Deeds(ctx, beto.Teacher, class, 100)
	if err != nil || len(deeds) != 3 || deeds[0].Teacher != "" {
		t.Errorf("what the removed one did stays, without the name: %v %v", deeds, err)
	}
}

// One takes the other off the class while the administrator removes the first.
// On PostgreSQL both are held up until each has looked, before either is kept.
func TestNoClassIsLeftWithoutATeacherByTwoAtOnce(t *testing.T) {
	s, address, rosa, ana, beto := staff(t)
	class := newClass(t, s, ana, school.ByName)
	must(t, s.JoinTeacher(ctx, ana, class, "beto"))
	db := raw(t, address)
	defer db.Close()
	tx, err := db.Begin()
	must(t, err)
	if storetest.Postgres() {
		_, err = tx.Exec(`SELECT 1 FROM teachers WHERE id = $1 FOR UPDATE`, ana.Teacher)
		must(t, err)
	}
	var wg sync.WaitGroup
	wg.Go(func() { s.DropTeacher(ctx, ana, class, beto.Teacher) })
	time.Sleep(100 * time.Millisecond)
	wg.Go(func() { s.RemoveTeacher(ctx, rosa, ana.Teacher) })
	time.Sleep(100 * time.Millisecond)
	must(t, tx.Rollback())
	wg.Wait()
	if n := count(t, address, `SELECT count(*) FROM class_teachers`); n != 1 {
		t.Errorf("the class has %d teachers", n)
	}
}

func TestSessionsAreKeptOverwrittenEndedAndForgotten(t *testing.T) {
	s := open(t, storetest.New(t))
	k := s.Sessions()
	later := time.Now().Add(time.Hour)
	find := func(token, want string) {
		t.Helper()
		data, found, err := k.Find(token)
		if err != nil || found != (want != "") || string(data) != want {
			t.Errorf("%q %v %v, want %q", data, found, err, want)
		}
	}
	find("a", "")
	must(t, k.Commit("a", []byte("one"), later))
	must(t, k.Commit("b", []byte("\x00\xffother"), later))
	find("a", "one")
	must(t, k.Commit("a", []byte("two"), later))
	find("a", "two")
	find("b", "\x00\xffother")
	must(t, k.Commit("a", []byte("three"), time.Now().Add(-time.Second)))
	find("a", "")
	must(t, k.CommitCtx(store.Existing(ctx), "b", []byte("changed"), later))
	find("b", "changed")
	must(t, k.Commit("b", []byte("\x00\xffother"), later))
	must(t, k.CommitCtx(store.Existing(ctx), "ended", []byte("back"), later))
	find("ended", "")
	must(t, k.Commit("c", []byte("soon"), time.Now().Add(time.Minute)))
	_, err := s.Sweep(ctx, 0, time.Now().Add(30*time.Minute).UnixMilli())
	must(t, err)
	find("c", "")
	find("b", "\x00\xffother")
	must(t, k.Delete("b"))
	must(t, k.Delete("b"))
	find("b", "")
}
