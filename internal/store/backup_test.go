package store_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"semeia/internal/school"
	"semeia/internal/store"
	"semeia/internal/store/storetest"
)

func key(err error) string {
	var e *school.Error
	if errors.As(err, &e) {
		return e.Msg.Key
	}
	return fmt.Sprint(err)
}

// tree is every file of a folder by its content.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		b, _ := os.ReadFile(filepath.Join(dir, e.Name()))
		all[e.Name()] = fmt.Sprintf("%d %x", len(b), sha256.Sum256(b))
	}
	return all
}

func write(t testing.TB, path string, b []byte) string {
	t.Helper()
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func ask(t testing.TB, path, question string) (says string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow(question).Scan(&says); err != nil {
		t.Fatal(err)
	}
	return says
}

// move adds a game with one move at a time of day.
func move(t testing.TB, s *store.Store, id string, at int64) {
	t.Helper()
	if _, err := s.AddGame(ctx, game(id, "ana")); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(ctx, id, "ana", 0, moveAt(1, at)); err != nil {
		t.Fatal(err)
	}
}

func moveAt(version int, at int64) school.Turn {
	return school.Turn{Events: []school.Event{{Version: version, Kind: school.Move, Arg: 3, At: at}}, Outcome: school.Open}
}

// data is a closed database in a folder of its own, with one move in it.
func data(t testing.TB, id string, at int64) (path string) {
	t.Helper()
	path = file(t)
	s := open(t, path)
	move(t, s, id, at)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// copied is a backup of a database, in a folder of its own.
func copied(t testing.TB, db string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "copy.db")
	if err := store.Backup(ctx, db, path); err != nil {
		t.Fatal(err)
	}
	if all := tree(t, filepath.Dir(path)); len(all) != 1 {
		t.Errorf("a backup is one file: %v", all)
	}
	return path
}

// has checks that a database holds the moves of these games and no others. It
// looks at a copy, so that the file stays as it is.
func has(t testing.TB, path string, ids ...string) {
	t.Helper()
	own := filepath.Join(t.TempDir(), "look.db")
	for _, end := range []string{"", "-wal"} {
		if b, err := os.ReadFile(path + end); err == nil {
			write(t, own+end, b)
		}
	}
	if says := ask(t, own, `PRAGMA integrity_check`); says != "ok" {
		t.Errorf("%s: %s", path, says)
	}
	if got := ask(t, own, `SELECT coalesce(group_concat(game_id, ' '), '') FROM (SELECT game_id FROM moves ORDER BY game_id)`); got != strings.Join(ids, " ") {
		t.Errorf("%s holds moves of %q, want %q", path, got, ids)
	}
}

// spoilt is a database with the first page of its moves overwritten.
func spoilt(t testing.TB, path string) string {
	root, err := strconv.Atoi(ask(t, path, `SELECT rootpage FROM sqlite_master WHERE name = 'moves'`))
	if err != nil {
		t.Fatal(err)
	}
	b := read(t, path)
	for i := range 4096 {
		b[(root-1)*4096+i] = 0xa5
	}
	return write(t, path, b)
}

func TestBackupRefusesAndLeavesAllAsItIs(t *testing.T) {
	text := []byte(strings.Repeat("This is a shopping list. ", 20))
	for want, cases := range map[string]map[string]func(dir, db string) (from, to string){
		"cmd.backup.missing": {
			"no database": func(dir, db string) (string, string) { return db + "x", dir + "/b" },
		},
		"cmd.db.none": {
			"text":   func(dir, db string) (string, string) { return write(t, dir+"/notes", text), dir + "/b" },
			"empty":  func(dir, db string) (string, string) { return write(t, dir+"/empty", nil), dir + "/b" },
			"folder": func(dir, db string) (string, string) { return dir, dir + "/b" },
		},
		"cmd.db.foreign": {
			"another program's": func(dir, db string) (string, string) {
				change(t, dir+"/f", `CREATE TABLE bookmarks (url TEXT)`)
				return dir + "/f", dir + "/b"
			},
		},
		"cmd.backup.same": {
			"itself":      func(dir, db string) (string, string) { return db, db },
			"another way": func(dir, db string) (string, string) { return db, dir + "/../" + filepath.Base(dir) + "/semeia.db" },
			"its log":     func(dir, db string) (string, string) { return db, db + "-wal" },
			"its index":   func(dir, db string) (string, string) { return db, db + "-shm" },
			"a link":      func(dir, db string) (string, string) { os.Symlink(db, dir+"/l"); return db, dir + "/l" },
			"a hard link": func(dir, db string) (string, string) { os.Link(db, dir+"/l"); return db, dir + "/l" },
			"from a link": func(dir, db string) (string, string) { os.Symlink(db, dir+"/l"); return dir + "/l", db + "-wal" },
		},
		"cmd.backup.taken": {
			"over text":     func(dir, db string) (string, string) { return db, write(t, dir+"/notes", text) },
			"over a folder": func(dir, db string) (string, string) { return db, dir },
		},
		"cmd.backup.used": {
			"a log beside": func(dir, db string) (string, string) { write(t, dir+"/b-wal", text); return db, dir + "/b" },
		},
		"cmd.backup.folder": {
			"no folder": func(dir, db string) (string, string) { return db, dir + "/no/b" },
		},
		"cmd.backup.damaged": {
			"damaged": func(dir, db string) (string, string) {
				write(t, dir+"/b", read(t, db))
				return spoilt(t, db), dir + "/b"
			},
			"without heads": func(dir, db string) (string, string) { change(t, db, `DELETE FROM games`); return db, dir + "/b" },
		},
	} {
		for name, prepare := range cases {
			db := data(t, "a", 1)
			dir := filepath.Dir(db)
			from, to := prepare(dir, db)
			before := tree(t, dir)
			if err := store.Backup(ctx, from, to); key(err) != want {
				t.Errorf("%s: %v, want %s", name, err, want)
			}
			if d := cmp.Diff(before, tree(t, dir)); d != "" {
				t.Errorf("%s: %s", name, d)
			}
		}
	}
	db := data(t, "a", 1)
	old := copied(t, db)
	before := tree(t, filepath.Dir(old))
	over, cancel := context.WithCancel(ctx)
	cancel()
	if err := store.Backup(over, db, old); err == nil {
		t.Error("cancelled, and yet made")
	}
	if d := cmp.Diff(before, tree(t, filepath.Dir(old))); d != "" {
		t.Error(d)
	}
}

func TestBackupWhileEightWriteHoldsEveryMoveAcknowledgedBefore(t *testing.T) {
	db := file(t)
	s := open(t, db)
	const writers = 8
	var done [writers]atomic.Int64
	for w := range writers {
		if _, err := s.AddGame(ctx, game(string(rune('a'+w)), "ana")); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	over := make(chan struct{})
	defer wg.Wait()
	defer close(over)
	for w := range writers {
		wg.Go(func() {
			for v := 0; ; v++ {
				select {
				case <-over:
					return
				case <-time.After(time.Millisecond): // SQLite's lock is not fair
				}
				if err := s.Append(ctx, string(rune('a'+w)), "ana", v, moveAt(v+1, int64(v))); err != nil {
					t.Error(err)
					return
				}
				done[w].Store(int64(v + 1))
			}
		})
	}
	dir := t.TempDir()
	for n := range 10 {
		time.Sleep(20 * time.Millisecond)
		var before [writers]int64
		for w := range writers {
			before[w] = done[w].Load()
		}
		path, err := filepath.Join(dir, "b.db"), error(nil)
		if n%2 == 0 {
			err = store.Backup(ctx, db, path)
		} else {
			path, err = s.BackupInto(ctx, dir, 3, time.Now())
		}
		if err != nil {
			t.Fatal(err)
		}
		there := filepath.Join(t.TempDir(), "semeia.db")
		if _, err := store.Restore(ctx, path, there, false); err != nil {
			t.Fatal(err)
		}
		r := open(t, there)
		for w := range writers {
			g, err := r.Game(ctx, string(rune('a'+w)), school.Reader{})
			if err != nil || int64(g.Version()) < before[w] {
				t.Errorf("%d of %d moves: %v", g.Version(), before[w], err)
			}
		}
		r.Close()
	}
}

func TestOnlyBackupsMadeByThemselvesAreRemovedOldestFirst(t *testing.T) {
	dir := t.TempDir()
	live := filepath.Join(dir, "semeia-20200101-000000.db") // a name to be mistaken
	s := open(t, live)
	others := []string{"semeia-20200101-000000.db.txt", "semeia-2020011-000000.db", "my-semeia-20200101-000000.db", "semeia-20201301-000000.db",
		"semeia-20200101-000000.5.db", "semeia.db", "SEMEIA-20200101-000000.db"}
	for _, name := range others {
		write(t, filepath.Join(dir, name), []byte("x"))
	}
	if err := os.Mkdir(filepath.Join(dir, "semeia-20200102-000000.db"), 0o755); err != nil {
		t.Fatal(err)
	}
	others = append(others, "semeia-20200102-000000.db", filepath.Base(live), filepath.Base(live)+"-wal", filepath.Base(live)+"-shm")
	at := time.Date(2026, 11, 30, 8, 15, 0, 0, time.Local)
	var made []string
	for day := range 6 {
		path, err := s.BackupInto(ctx, dir, 3, at.AddDate(0, 0, day))
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, filepath.Base(path))
	}
	if made[0] != "semeia-20261130-081500.db" {
		t.Error(made)
	}
	left := func(want ...string) {
		t.Helper()
		var got []string
		for name := range tree(t, dir) {
			got = append(got, name)
		}
		want = append(want, others...)
		slices.Sort(got)
		slices.Sort(want)
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	}
	left(made[3:]...)
	if last, err := store.LastKept(dir); err != nil || !last.Equal(at.AddDate(0, 0, 5)) {
		t.Error(last, err)
	}
	// A clock set back: the new one stays.
	path, err := s.BackupInto(ctx, dir, 2, at.AddDate(-10, 0, 0))
	if err != nil {
		t.Fatal(err)
	}
	left(filepath.Base(path), made[5])
	// One that fails removes nothing.
	over, cancel := context.WithCancel(ctx)
	cancel()
	if path, err := s.BackupInto(over, dir, 1, at.AddDate(1, 0, 0)); err == nil || path != "" {
		t.Error(path, err)
	}
	left(filepath.Base(path), made[5])
}

func TestBackupsOfAnyName(t *testing.T) {
	for _, name := range []string{"a b.db", "o'brien.db", `"q".db`, "ë?mode=memory.db", "50%25.db", "a#b.db", "file:x.db", "a;b.db", strings.Repeat("n", 200)} {
		dir := t.TempDir()
		db := filepath.Join(dir, "of "+name)
		s := open(t, db)
		move(t, s, "a", 1)
		copy := filepath.Join(dir, name)
		if err := store.Backup(ctx, db, copy); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		s.Close()
		if old, err := store.Restore(ctx, copy, db, false); err != nil || !strings.HasPrefix(old, db+".before-restore-") {
			t.Errorf("%s: %q %v", name, old, err)
		}
		if all := tree(t, dir); len(all) != 3 {
			t.Errorf("%s: %v", name, all)
		}
		has(t, copy, "a")
		has(t, db, "a")
	}
}

func TestOnPostgreSQLTheToolIsNamedWithoutThePassword(t *testing.T) {
	for address, want := range map[string]string{
		"postgres://u:secret@h:5432/d?sslmode=disable&password=secret&sslpassword=secret&search_path=x": "'postgres://u@h:5432/d?sslmode=disable'",
		"postgresql://u@/d?host=%2Fvar%2Frun&options=-c%20a%3Db":                                        "'postgresql://u@/d?host=%2Fvar%2Frun&options=-c%20a%3Db'",
		"postgres://u:secret@h/o'b": `'postgres://u@h/o'\''b'`,
		"postgres://u:sec%ret@h/d":  "'postgres://…'",
	} {
		var e *school.Error
		if err := store.Backup(ctx, address, "a'b"); !errors.As(err, &e) || e.Msg.Key != "cmd.backup.postgres" || e.Msg.Args["Line"] != "pg_dump -Fc -d "+want+` -f 'a'\''b'` {
			t.Errorf("%v %v", err, e.Msg.Args)
		}
		if _, err := store.Restore(ctx, "f", address, true); !errors.As(err, &e) || e.Msg.Key != "cmd.restore.postgres" || e.Msg.Args["Line"] != "pg_restore --clean --if-exists -d "+want+` 'f'` {
			t.Errorf("%v %v", err, e.Msg.Args)
		}
	}
	if storetest.Postgres() {
		if _, err := open(t, storetest.New(t)).BackupInto(ctx, t.TempDir(), 1, time.Now()); key(err) != "cmd.backup.postgres" {
			t.Error(err)
		}
	}
}
