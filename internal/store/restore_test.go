package store_test

import (
	"bufio"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pressly/goose/v3"

	"semeia/internal/school"
	"semeia/internal/store"
)

// TestHolder is no test: it is the other process of those below, which has a
// database open, makes a move and ends when its input does.
func TestHolder(t *testing.T) {
	path := os.Getenv("SEMEIA_TEST_HOLD")
	if path == "" {
		return // it is started by other tests
	}
	s := open(t, path)
	move(t, s, "late", 9000)
	fmt.Println("ready")
	io.Copy(io.Discard, os.Stdin)
}

// elsewhere has a database opened by another process, which made a move. end
// ends that process well, kill at once.
func elsewhere(t *testing.T, path string) (end, kill func()) {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^TestHolder$")
	c.Env = append(os.Environ(), "SEMEIA_TEST_HOLD="+path)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	end = func() { in.Close(); io.Copy(io.Discard, out); c.Wait() }
	t.Cleanup(end)
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		t.Fatalf("the other process says %q %v", line, err)
	}
	return end, func() { c.Process.Kill(); end() }
}

// C06: what is in the write-ahead log is in the backup.
func TestC06AMoveMadeJustBeforeIsInTheBackup(t *testing.T) {
	db := data(t, "a", 1000)
	early := copied(t, db)
	end, _ := elsewhere(t, db)
	if len(read(t, db+"-wal")) == 0 {
		t.Error("this test wants the move in the log")
	}
	copy := copied(t, db)
	has(t, copy, "a", "late")
	machine := filepath.Join(t.TempDir(), "semeia.db")
	if old, err := store.Restore(ctx, copy, machine, false); err != nil || old != "" {
		t.Error(old, err)
	}
	if g, err := open(t, machine).Game(ctx, "late", school.Reader{}); err != nil || g.Version() != 1 {
		t.Error(g.Version(), err)
	}
	for _, force := range []bool{false, true} {
		main, log := read(t, db), read(t, db+"-wal")
		if _, err := store.Restore(ctx, early, db, force); key(err) != "cmd.restore.used" {
			t.Errorf("restored under a running program: %v", err)
		}
		if string(main) != string(read(t, db)) || string(log) != string(read(t, db+"-wal")) || len(tree(t, filepath.Dir(db))) != 3 {
			t.Error("the files of the running program were changed")
		}
	}
	end()
	has(t, db, "a", "late")
	old, err := store.Restore(ctx, early, db, true)
	if err != nil {
		t.Fatal(err)
	}
	has(t, db, "a")
	has(t, old, "a", "late")
}

func TestALogThatACrashLeftIsNotReplayedOverTheNewData(t *testing.T) {
	for name, spoil := range map[string]func(db string){
		"whole":   func(string) {},
		"missing": func(db string) { os.Remove(db) },
		"empty":   func(db string) { os.Truncate(db, 0) },
		"cut":     func(db string) { os.Truncate(db, 5000) },
		"garbage": func(db string) { write(t, db, []byte(strings.Repeat("garbage!", 4096))) },
		"journal": func(db string) { write(t, db+"-journal", read(t, db+"-wal")) },
	} {
		db := data(t, "a", 1000)
		early := copied(t, db)
		_, kill := elsewhere(t, db)
		kill()
		if len(read(t, db+"-wal")) == 0 {
			t.Fatal("this test wants a log")
		}
		spoil(db)
		old, err := store.Restore(ctx, early, db, true)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, end := range []string{"-wal", "-shm", "-journal"} {
			if _, err := os.Stat(db + end); err == nil {
				t.Errorf("%s: %s lies there still", name, end)
			}
		}
		if err := open(t, db).Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		has(t, db, "a")
		if name == "whole" {
			has(t, old, "a", "late")
		}
		if logs, _ := filepath.Glob(db + ".before-restore-*-wal"); name == "missing" && (old != "" || len(logs) != 1) {
			t.Errorf("%s: %q %v", name, old, logs)
		}
	}
}

// old makes a database of the first version, with one game.
func old(t *testing.T) string {
	t.Helper()
	path := file(t)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	p, err := goose.NewProvider(goose.DialectSQLite3, db, os.DirFS("migrations"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(fmt.Sprintf("PRAGMA application_id = %d", 0x53656d65)); err != nil {
		t.Fatal(err)
	}
	if _, err := p.UpTo(ctx, 1); err != nil {
		t.Fatal(err)
	}
	g := `INSERT INTO games VALUES ('a', 'ana', 'standard', 'south', '', 'neighbour', TRUE, 'full', FALSE, NULL, 1, 1, 1, 'open')`
	if _, err := db.Exec(g + `; INSERT INTO moves VALUES ('a', 1, 'move', 3, 1)`); err != nil {
		t.Fatal(err)
	}
	return path
}

const version = `SELECT max(version_id) FROM goose_db_version`

func TestABackupOfAnOlderProgramIsBroughtUpToDate(t *testing.T) {
	path := old(t)
	before := tree(t, filepath.Dir(path))
	copy := copied(t, path)
	if d := cmp.Diff(before, tree(t, filepath.Dir(path))); d != "" || ask(t, copy, version) != "1" {
		t.Errorf("a backup leaves the version as it is: %s %s", ask(t, copy, version), d)
	}
	sum := tree(t, filepath.Dir(copy))
	db := data(t, "b", 1)
	now := ask(t, db, version)
	if _, err := store.Restore(ctx, copy, db, true); err != nil {
		t.Fatal(err)
	}
	if ask(t, db, version) != now {
		t.Error("the restored data are not up to date")
	}
	has(t, db, "a")
	if d := cmp.Diff(sum, tree(t, filepath.Dir(copy))); d != "" {
		t.Errorf("the backup was changed: %s", d)
	}
}

func TestRestoreRefusesAndLeavesAllAsItIs(t *testing.T) {
	text := []byte(strings.Repeat("This is a shopping list. ", 20))
	for want, cases := range map[string]map[string]func(dir, db string) string{
		"cmd.restore.missing": {"missing": func(dir, db string) string { return dir + "/no" }},
		"cmd.restore.same": {
			"itself": func(dir, db string) string { return db },
			"a link": func(dir, db string) string { os.Symlink(db, dir+"/l"); return dir + "/l" },
		},
		"cmd.db.none": {
			"text":   func(dir, db string) string { return write(t, dir+"/notes", text) },
			"empty":  func(dir, db string) string { return write(t, dir+"/empty", nil) },
			"folder": func(dir, db string) string { return dir },
		},
		"cmd.db.foreign": {
			"another program's": func(dir, db string) string { change(t, dir+"/f", `CREATE TABLE b (u TEXT)`); return dir + "/f" },
		},
		"cmd.db.newer": {
			"a newer program's": func(dir, db string) string {
				newer := copied(t, db)
				change(t, newer, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, TRUE)`)
				return newer
			},
		},
		"cmd.restore.damaged": {
			"a bad page":      func(dir, db string) string { return spoilt(t, copied(t, db)) },
			"cut":             func(dir, db string) string { c := copied(t, db); os.Truncate(c, 20000); return c },
			"without parents": func(dir, db string) string { c := copied(t, db); change(t, c, `DELETE FROM games`); return c },
		},
		"cmd.restore.newer": {
			"older data": func(dir, db string) string { return copied(t, data(t, "b", 4999)) },
		},
	} {
		for name, prepare := range cases {
			db := data(t, "a", 5000)
			dir := filepath.Dir(db)
			from := prepare(dir, db)
			here, there := tree(t, dir), tree(t, filepath.Dir(from))
			_, err := store.Restore(ctx, from, db, want != "cmd.restore.newer")
			if key(err) != want {
				t.Errorf("%s: %v, want %s", name, err, want)
			}
			if d := cmp.Diff(here, tree(t, dir)) + cmp.Diff(there, tree(t, filepath.Dir(from))); d != "" {
				t.Errorf("%s: %s", name, d)
			}
		}
	}
	foreign := file(t)
	change(t, foreign, `CREATE TABLE bookmarks (url TEXT)`)
	before := tree(t, filepath.Dir(foreign))
	if _, err := store.Restore(ctx, data(t, "a", 1), foreign, true); key(err) != "cmd.db.foreign" {
		t.Error(err)
	}
	if d := cmp.Diff(before, tree(t, filepath.Dir(foreign))); d != "" {
		t.Error(d)
	}
}

func TestForcePutsOlderDataInThePlaceOfNewer(t *testing.T) {
	db := data(t, "a", 5000)
	_, err := store.Restore(ctx, data(t, "b", 4000), db, false)
	var e *school.Error
	if !errors.As(err, &e) || e.Msg.Args["Have"] != time.UnixMilli(5000).Format(time.DateTime) || e.Msg.Args["Until"] != time.UnixMilli(4000).Format(time.DateTime) {
		t.Errorf("both times are named: %v", err)
	}
	for _, c := range []struct {
		id    string
		at    int64
		force bool
	}{{"b", 4000, true}, {"c", 4000, false}, {"d", 6000, false}} {
		before := ask(t, db, `SELECT game_id FROM moves`)
		old, err := store.Restore(ctx, data(t, c.id, c.at), db, c.force)
		if err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		has(t, db, c.id)
		has(t, old, before)
	}
	if all := tree(t, filepath.Dir(db)); len(all) != 4 {
		t.Errorf("the old data of each lie beside: %v", all)
	}
}

func TestRestoreWaitsUntilNobodyHasTheDatabaseOpen(t *testing.T) {
	db := data(t, "a", 1000)
	from := data(t, "b", 2000)
	s := open(t, db) // idle: it has asked nothing since
	before := tree(t, filepath.Dir(db))
	for range 3 {
		if _, err := store.Restore(ctx, from, db, true); key(err) != "cmd.restore.used" {
			t.Errorf("restored under an open store: %v", err)
		}
	}
	if d := cmp.Diff(before, tree(t, filepath.Dir(db))); d != "" {
		t.Error(d)
	}
	move(t, s, "c", 3000)
	s.Close()
	if _, err := store.Restore(ctx, from, db, true); err != nil {
		t.Error(err)
	}
	has(t, db, "b")
}

func TestABackupThatIsACopyOfAnOpenDatabaseBringsItsLog(t *testing.T) {
	live := data(t, "a", 1000)
	_, kill := elsewhere(t, live)
	kill()
	from := filepath.Join(t.TempDir(), "copy.db")
	write(t, from, read(t, live))
	write(t, from+"-wal", read(t, live+"-wal"))
	before := tree(t, filepath.Dir(from))
	db := data(t, "b", 1)
	if err := os.Chmod(db, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(db, link); err != nil {
		t.Skip(err)
	}
	old, err := store.Restore(ctx, from, link, false)
	if err != nil {
		t.Fatal(err)
	}
	has(t, db, "a", "late")
	has(t, old, "b")
	if d := cmp.Diff(before, tree(t, filepath.Dir(from))); d != "" {
		t.Errorf("the backup was changed: %s", d)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is no link any more")
	}
	if info, err := os.Stat(db); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("who may read the data has changed: %v", info.Mode())
	}
}

func TestADamagedDatabaseIsNoHindrance(t *testing.T) {
	for name, spoil := range map[string]func(db string){
		"garbage":    func(db string) { write(t, db, []byte(strings.Repeat("garbage!", 4096))) },
		"zeros":      func(db string) { write(t, db, make([]byte, 8192)) },
		"empty":      func(db string) { write(t, db, nil) },
		"one letter": func(db string) { write(t, db, []byte("x")) },
		"a bad page": func(db string) { spoilt(t, db) },
		"cut":        func(db string) { os.Truncate(db, 9000) },
	} {
		db := data(t, "a", 1000)
		from := data(t, "b", 2000)
		spoil(db)
		bad := tree(t, filepath.Dir(db))["semeia.db"]
		old, err := store.Restore(ctx, from, db, false)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		has(t, db, "b")
		all := tree(t, filepath.Dir(db))
		if len(all) != 2 || name != "a bad page" && name != "cut" && all[filepath.Base(old)] != bad {
			t.Errorf("%s: what was there is not beside it: %v", name, all)
		}
	}
}
