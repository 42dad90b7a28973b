package store_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	_ "modernc.org/sqlite"

	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/store"
	"semeia/internal/store/storetest"
	"semeia/internal/tutor"
)

var ctx = context.Background()

func open(t testing.TB, path string) *store.Store {
	t.Helper()
	s, err := store.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func file(t testing.TB) string { return filepath.Join(t.TempDir(), "semeia.db") }

func game(id, owner string) school.Game {
	r, _ := kalah.Named("standard")
	return school.Game{ID: id, Owner: owner, Rules: r, First: kalah.North, Against: school.Neighbour, Aids: school.FullAids,
		Throws: []school.Throw{{Opener: 3, Guest: 3}, {Opener: 2, Guest: 5}}, Opened: 1000, Outcome: school.Open}
}

// positions are values.
var positions = cmp.Comparer(func(a, b kalah.Position) bool { return a == b })

func code(err error) school.Code {
	if err == nil {
		return ""
	}
	return school.CodeOf(err)
}

func TestAGameComesBackAsItWasKept(t *testing.T) {
	path := storetest.New(t)
	s := open(t, path)
	g := game("a", "ana")
	if id, err := s.AddGame(ctx, g); err != nil || id != "a" {
		t.Fatal(id, err)
	}
	turn, err := g.Do(ctx, nil, school.Act{Kind: school.Move, House: 3}, 2000, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Append(ctx, "a", "ana", 0, turn); err != nil {
		t.Fatal(err)
	}
	g.Events = turn.Events
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := open(t, path).Game(ctx, "a", school.Reader{})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(g, got, positions); d != "" {
		t.Error(d)
	}
}

func TestOnlyTheOwnerAddsAndOnlyToTheGameOfNow(t *testing.T) {
	s := open(t, storetest.New(t))
	if _, err := s.AddGame(ctx, game("a", "ana")); err != nil {
		t.Fatal(err)
	}
	turn := school.Turn{Events: []school.Event{{Version: 1, Kind: school.Move, Arg: 3, At: 5}}, Outcome: school.Open}
	for _, c := range []struct {
		id, owner string
		from      int
		want      school.Code
	}{
		{"a", "beto", 0, school.Forbidden}, {"a", "", 0, school.Forbidden}, {"b", "ana", 0, school.NotFound},
		{"a", "ana", 1, school.Stale}, {"a", "ana", 0, ""}, {"a", "ana", 0, school.Stale},
	} {
		if err := s.Append(ctx, c.id, c.owner, c.from, turn); code(err) != c.want {
			t.Errorf("%+v: %v", c, err)
		}
	}
	g, err := s.Game(ctx, "a", school.Reader{})
	if err != nil || g.Version() != 1 {
		t.Errorf("version %d, %v", g.Version(), err)
	}
	for owner, want := range map[string]school.Code{"beto": school.Forbidden, "ana": school.Stale} { // it is not over
		if err := s.SetCompared(ctx, "a", owner); code(err) != want {
			t.Errorf("%s: %v", owner, err)
		}
	}
	if _, err := s.AddGame(ctx, game("a", "beto")); code(err) != school.Forbidden {
		t.Errorf("a game of the same id for somebody else: %v", err)
	}
	if id, err := s.AddGame(ctx, game("a", "ana")); err != nil || id != "a" {
		t.Errorf("the same form again: %v %v", id, err)
	}
	re := game("c", "ana")
	re.RematchOf = "a"
	if id, err := s.AddGame(ctx, re); err != nil || id != "c" {
		t.Errorf("rematch: %v %v", id, err)
	}
	re.ID = "d"
	if id, err := s.AddGame(ctx, re); err != nil || id != "c" {
		t.Errorf("a second rematch opens the first again: %v %v", id, err)
	}
	games, err := s.GamesOf(ctx, "ana", 10)
	if err != nil || len(games) != 2 {
		t.Errorf("%d games, %v", len(games), err)
	}
}

// A36 of many at once: reading and then writing never ends in "locked".
func TestManyWritersAtOnceLoseNothing(t *testing.T) {
	s := open(t, storetest.New(t))
	const writers, moves = 20, 15
	for w := range writers {
		if _, err := s.AddGame(ctx, game(string(rune('a'+w)), "ana")); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			id := string(rune('a' + w))
			for m := range moves {
				if _, err := s.Game(ctx, id, school.Reader{}); err != nil {
					t.Error(err)
				}
				turn := school.Turn{Events: []school.Event{{Version: m + 1, Kind: school.Back, At: 1}}, Outcome: school.Open}
				if err := s.Append(ctx, id, "ana", m, turn); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for w := range writers {
		if g, err := s.Game(ctx, string(rune('a'+w)), school.Reader{}); err != nil || g.Version() != moves {
			t.Errorf("%d: %d moves, %v", w, g.Version(), err)
		}
	}
}

func TestEveryConnectionSyncsToTheDisk(t *testing.T) {
	s := open(t, file(t))
	for i, settings := range s.Settings(ctx, t) {
		if settings != "busy_timeout=5000 journal_mode=wal synchronous=2 foreign_keys=1 secure_delete=1" {
			t.Errorf("connection %d: %s", i, settings)
		}
	}
}

func TestAFileThatIsNotOursIsLeftUntouched(t *testing.T) {
	newer := file(t)
	if err := open(t, newer).Close(); err != nil {
		t.Fatal(err)
	}
	change(t, newer, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, TRUE)`)
	foreign := file(t)
	change(t, foreign, `CREATE TABLE bookmarks (url TEXT)`)
	text := file(t)
	if err := os.WriteFile(text, []byte(strings.Repeat("This is a shopping list. ", 20)), 0o644); err != nil {
		t.Fatal(err)
	}
	short := file(t)
	if err := os.WriteFile(short, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	for path, key := range map[string]string{newer: "cmd.db.newer", foreign: "cmd.db.foreign", text: "cmd.db.none", short: "cmd.db.none"} {
		before := sum(t, path)
		_, err := store.Open(ctx, path)
		var e *school.Error
		if !errors.As(err, &e) || e.Msg.Key != key {
			t.Errorf("want %s: %v", key, err)
		}
		if sum(t, path) != before {
			t.Errorf("%s: the file was changed", key)
		}
	}
	for _, path := range []string{t.TempDir(), filepath.Join(t.TempDir(), "no", "such", "folder", "x.db")} {
		_, err := store.Open(ctx, path)
		var e *school.Error
		if !errors.As(err, &e) || e.Msg.Key != "cmd.db.unopened" {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestAnyNameOfAFileWorks(t *testing.T) {
	for _, name := range []string{"a b.db", "ë?mode=ro.db", "50%.db", "a#b.db", "file:x.db"} {
		path := filepath.Join(t.TempDir(), name)
		if err := open(t, path).Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%s: not there: %v", name, err)
		}
		open(t, path)
	}
}

func change(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

func sum(t *testing.T, path string) [32]byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(b)
}

// A game from a position, and against one of the bots, comes back as it was
// kept, doubts of the perfect player with it.
func TestAGameFromAPositionComesBack(t *testing.T) {
	s := open(t, storetest.New(t))
	g := game("a", "ana")
	g.Against, g.Bot, g.Throws, g.Origin = school.Bot, tutor.Perfect, nil, "daily:2026-11-30"
	pos, err := g.Rules.Parse("<6,9,8,0,1,2,3,1,0,2,4,1,1,5,11>", kalah.North)
	if err != nil {
		t.Fatal(err)
	}
	g.From, g.First = pos, kalah.North
	g.Events = []school.Event{{Version: 1, Kind: school.Move, Arg: 2, At: 5, Unsure: true}}
	if _, err := s.AddGame(ctx, g); err != nil {
		t.Fatal(err)
	}
	turn := school.Turn{Events: []school.Event{{Version: 2, Kind: school.Move, Arg: 2, At: 6, Unsure: true}, {Version: 3, Kind: school.Move, Arg: 2, At: 7}}, Outcome: school.Open}
	if err := s.Append(ctx, "a", "ana", 1, turn); err != nil {
		t.Fatal(err)
	}
	g.Events = append(g.Events, turn.Events...)
	got, err := s.Game(ctx, "a", school.Reader{})
	if d := cmp.Diff(g, got, positions); d != "" || err != nil {
		t.Error(err, d)
	}
	if list, err := s.GamesOf(ctx, "ana", 1); err != nil || len(list) != 1 || list[0].Bot != tutor.Perfect || list[0].Origin != g.Origin {
		t.Error(list, err)
	}
}
