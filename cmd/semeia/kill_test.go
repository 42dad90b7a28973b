package main

import (
	"database/sql"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
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

var kills = flag.Int("kills", 3, "how many times TestKill kills the program")

// TestKill kills the program with SIGKILL while a class plays, again and again
// on one database:
//
//	go test ./cmd/semeia -run TestKill -v -kills 20
//
// Whatever was answered must be there afterwards: moves, sign-ins, sign-outs. Of
// what was not answered, only the one request that each child had sent may be.
// A killed process leaves its writes to the system, so this says nothing about
// power cuts; that every commit is on the disk first (synchronous=FULL) is
// tested in internal/store.
func TestKill(t *testing.T) {
	file, db := built(t), storetest.New(t)
	began := time.Now()
	k := &killed{t: t, db: db}
	p := k.launch(file, true)
	teacher := newDesk(t, p.url)
	teacher.claims(t, p.setup)
	k.class = teacher.makesClass(t, school.ByName)
	for i, s := range k.class.seats {
		k.children = append(k.children, &child{k: k, seat: s, d: newDesk(t, p.url), leaves: i%5 == 0, tables: map[string]*table{}})
	}
	for round := range *kills {
		k.traffic(p, round)
		k.gone()
		before := k.check(k.copied())
		p = k.launch(file, false)
		after := k.check(db)
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("round %d: starting again changes what is kept: %s", round, diff)
		}
		k.settle(after)
		teacher.url = p.url
		must(t, teacher.open("/teach"))
		teacher.shows(t, http.StatusOK)
		for _, c := range k.children {
			c.d.url = p.url
			c.d.c.CloseIdleConnections()
			c.back()
		}
		if t.Failed() {
			t.Fatalf("round %d; the program says: %s", round, p.stderr.String())
		}
	}
	p.stop(t)
	k.settle(k.check(db))
	t.Logf("%d kills in %v: %d moves, %d sign-ins and %d sign-outs were answered, %d lost; %d requests were cut off, %d of them had been kept (%d moves, %d games, %d sign-outs), %d sign-ins at most",
		*kills, time.Since(began).Round(10*time.Millisecond), k.moves.Load(), k.ins.Load(), k.outs.Load(), k.lost,
		k.cuts.Load(), k.moreMoves+k.moreGames+k.moreOuts, k.moreMoves, k.moreGames, k.moreOuts, k.cutIns.Load())
}

// killed is a class and what has been answered to it.
type killed struct {
	t        *testing.T
	db       string
	class    class
	children []*child
	running  string // application_name of the process, on PostgreSQL
	dying    atomic.Bool

	moves, ins, outs, cuts, cutIns       atomic.Int64
	lost, moreMoves, moreGames, moreOuts int
}

// launch starts the program on the database, under a name of its own there.
func (k *killed) launch(file string, unclaimed bool) *process {
	k.t.Helper()
	db := k.db
	if store.IsPostgres(db) {
		k.running = "kill" + school.NewID()
		u, err := url.Parse(db)
		must(k.t, err)
		q := u.Query()
		q.Set("application_name", k.running)
		u.RawQuery = q.Encode()
		db = u.String()
	}
	p := launch(k.t, file, db)
	if !p.up(k.t, unclaimed) {
		k.t.Fatalf("the program does not start: %s", p.stderr.String())
	}
	return p
}

// gone waits until PostgreSQL, which outlives the program, has noticed.
func (k *killed) gone() {
	k.t.Helper()
	if !store.IsPostgres(k.db) {
		return
	}
	q := raw(k.t, k.db)
	defer q.Close()
	for deadline := time.Now().Add(10 * time.Second); one[int](k.t, q, `SELECT count(*) FROM pg_stat_activity WHERE application_name = $1`, k.running) > 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			k.t.Fatal("PostgreSQL still serves the program that was killed")
		}
	}
}

// copied is the database as the dead program left it: of a SQLite file a copy,
// since opening the file itself would already mend it.
func (k *killed) copied() string {
	k.t.Helper()
	if store.IsPostgres(k.db) {
		return k.db
	}
	to := filepath.Join(k.t.TempDir(), "left.db")
	for _, end := range []string{"", "-wal"} {
		b, err := os.ReadFile(k.db + end)
		must(k.t, err)
		must(k.t, os.WriteFile(to+end, b, 0o600))
	}
	return to
}

// traffic lets all children sign in and play as fast as they can, and kills the
// program under them.
func (k *killed) traffic(p *process, round int) {
	k.t.Helper()
	k.dying.Store(false)
	had := k.moves.Load()
	var wg sync.WaitGroup
	begin := make(chan struct{})
	for _, c := range k.children {
		wg.Go(func() {
			<-begin
			if err := c.busy(); err == nil {
				k.t.Errorf("%s stopped before the program did", c.name)
			} else if !k.dying.Load() {
				k.t.Errorf("%s: %v", c.name, err)
			}
		})
	}
	close(begin)
	wait := time.Duration(100+rand.IntN(400)) * time.Millisecond
	time.Sleep(wait)
	for deadline := time.Now().Add(20 * time.Second); k.moves.Load() == had && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond) // a slow machine: not before there is something to lose
	}
	k.dying.Store(true)
	p.kill()
	wg.Wait()
	if k.moves.Load() == had {
		k.t.Fatalf("round %d: no move in %v: %s", round, wait, p.stderr.String())
	}
}

// holding is what a database holds.
type holding struct {
	Games    map[string][]int // the houses of each game, in order
	Owners   map[string]string
	Sessions int
}

// check reads a database and looks whether it is sound in itself.
func (k *killed) check(db string) holding {
	t := k.t
	t.Helper()
	q := raw(t, db)
	defer q.Close()
	sound(t, q, db)
	found := holding{Games: map[string][]int{}, Owners: map[string]string{}, Sessions: one[int](t, q, `SELECT count(*) FROM sessions`)}
	versions := map[string]int{}
	each(t, q, `SELECT id, pupil_id, version FROM games`, func(rows *sql.Rows) error {
		var id, pupil string
		var version int
		err := rows.Scan(&id, &pupil, &version)
		found.Games[id], found.Owners[id], versions[id] = []int{}, pupil, version
		return err
	})
	each(t, q, `SELECT game_id, version, kind, arg FROM moves ORDER BY game_id, version`, func(rows *sql.Rows) error {
		var id, kind string
		var version, house int
		err := rows.Scan(&id, &version, &kind, &house)
		found.Games[id] = append(found.Games[id], house)
		if n := len(found.Games[id]); version != n || kind != "move" {
			t.Errorf("game %s: %s of version %d is number %d", id, kind, version, n)
		}
		return err
	})
	for id, houses := range found.Games {
		if versions[id] != len(houses) {
			t.Errorf("game %s has version %d and %d moves", id, versions[id], len(houses))
		}
	}
	var pupils []string
	each(t, q, `SELECT id FROM pupils ORDER BY id`, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		pupils = append(pupils, id)
		return err
	})
	var seats []string
	for _, s := range k.class.seats {
		seats = append(seats, s.id)
	}
	slices.Sort(seats)
	if !slices.Equal(pupils, seats) {
		t.Errorf("the pupils are %v, want %v", pupils, seats)
	}
	return found
}

func each(t testing.TB, q *sql.DB, query string, row func(*sql.Rows) error) {
	t.Helper()
	rows, err := q.Query(query)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		must(t, row(rows))
	}
	must(t, rows.Err())
}

// settle compares what was answered with what is kept, and takes over what was
// kept without an answer.
func (k *killed) settle(found holding) {
	t := k.t
	t.Helper()
	known, in := map[string]bool{}, 0
	for _, c := range k.children {
		if c.in {
			in++
		}
		if g := c.asked; g != nil { // a game whose opening was not answered
			c.asked = nil
			if _, there := found.Games[g.id]; there {
				c.tables[g.id], c.now = g, g
				k.moreGames++
			}
		}
		for id, g := range c.tables {
			known[id] = true
			houses, there := found.Games[id]
			if !there || found.Owners[id] != c.id {
				k.lost++
				t.Errorf("%s: game %s is lost, of %q: %d moves", c.name, id, found.Owners[id], len(g.houses))
				continue
			}
			if n := len(g.houses); len(houses) < n || !slices.Equal(houses[:n], g.houses) {
				k.lost++
				t.Errorf("%s: game %s has the moves %v, answered were %v", c.name, id, houses, g.houses)
				continue
			}
			more := houses[len(g.houses):]
			switch {
			case len(more) == 0:
			case len(more) == 1 && g == c.now && more[0] == c.sent:
				g.played(more[0])
				k.moreMoves++
			default:
				t.Errorf("%s: game %s has moves that were never sent: %v after %v", c.name, id, more, g.houses)
			}
		}
		c.sent = 0
	}
	for id := range found.Games {
		if !known[id] {
			t.Errorf("game %s of pupil %s was never asked for", id, found.Owners[id])
		}
	}
	// The teacher, those who are in, and sign-ins without an answer, whose
	// session nobody has the cookie of.
	if most := 1 + in + int(k.cutIns.Load()); found.Sessions > most {
		t.Errorf("%d sessions are kept, at most %d were begun", found.Sessions, most)
	}
}

// child is a pupil at a computer of its own, and what it has been answered.
type child struct {
	k *killed
	seat
	d      *desk
	leaves bool // signs out and in again all the time

	in      bool     // signed in, and not out again
	leaving bool     // has asked to sign out without an answer
	ended   []string // sessions that were signed out
	tables  map[string]*table
	now     *table // the game being played
	asked   *table // a game whose opening has not been answered
	sent    int    // the house of a move that has not been answered
}

// busy signs in, plays, signs out and in again, until a request fails. What it
// notes it notes when the answer has come.
func (c *child) busy() (err error) {
	defer func() {
		if c.asked != nil || c.sent != 0 || c.leaving {
			c.k.cuts.Add(1)
		}
	}()
	if c.in && c.leaves {
		if err := c.signOut(); err != nil {
			return err
		}
	}
	for n := 1; ; n++ {
		switch {
		case !c.in:
			err = c.signIn()
		case c.leaves && n%4 == 0:
			err = c.signOut()
		case c.now == nil || c.now.over():
			err = c.sit()
		default:
			err = c.move()
		}
		if err != nil {
			return err
		}
	}
}

func (c *child) answered(what string, status int) error {
	if c.d.status != status {
		return fmt.Errorf("%s: %d, want %d: %s", what, c.d.status, status, c.d.text("main"))
	}
	return nil
}

func (c *child) signIn() error {
	if err := c.d.open("/join/" + c.k.class.code); err != nil {
		return err
	}
	if err := c.d.press("/join/" + c.k.class.code + "/" + c.id); err != nil {
		c.k.cuts.Add(1)
		c.k.cutIns.Add(1)
		return err
	}
	if err := c.answered("signing in", http.StatusSeeOther); err != nil {
		return err
	}
	c.in = true
	c.k.ins.Add(1)
	return c.show()
}

func (c *child) show() error {
	if c.now == nil {
		return nil
	}
	if err := c.d.open(c.now.path()); err != nil {
		return err
	}
	return c.answered("its game", http.StatusOK)
}

func (c *child) signOut() error {
	if err := c.d.open("/me"); err != nil {
		return err
	}
	session := c.d.session()
	c.leaving = true
	if err := c.d.press("/sign-out"); err != nil {
		return err
	}
	c.leaving = false
	if err := c.answered("signing out", http.StatusSeeOther); err != nil {
		return err
	}
	c.in = false
	c.ended = append(c.ended, session)
	c.k.outs.Add(1)
	return nil
}

func (c *child) sit() error {
	g, err := c.d.chooses("sowing")
	if err != nil {
		return err
	}
	c.asked = g
	if err := c.d.sits(g); err != nil {
		return err
	}
	c.asked = nil
	if err := c.answered("a game", http.StatusSeeOther); err != nil {
		return err
	}
	c.tables[g.id], c.now = g, g
	return c.show()
}

func (c *child) move() error {
	c.sent = c.now.next()
	if err := c.d.presses(c.now.path()+"/moves", fmt.Sprint("house=", c.sent)); err != nil {
		return err
	}
	house := c.sent
	c.sent = 0
	if err := c.answered("a move", http.StatusOK); err != nil {
		return err
	}
	c.now.played(house)
	c.k.moves.Add(1)
	return nil
}

// back looks whether the child finds itself after the program was started
// again: signed in as it was, or out as it was, at the game as it was.
func (c *child) back() {
	t := c.k.t
	t.Helper()
	for _, session := range c.ended {
		if knows(t, c.d.url, session) {
			t.Errorf("%s signed out, and is in again", c.name)
		}
	}
	c.ended = nil
	if !c.in {
		return
	}
	must(t, c.d.send(http.MethodGet, "/me", "", nil))
	if c.leaving && c.d.status == http.StatusSeeOther {
		c.in = false // it was done, only not answered
		c.k.moreOuts++
	}
	c.leaving = false
	if !c.in {
		return
	}
	if c.d.status != http.StatusOK || c.d.text("h1") != c.name {
		c.k.lost++
		t.Errorf("%s is no longer signed in: %d %q", c.name, c.d.status, c.d.text("h1"))
		return
	}
	if c.now == nil {
		return
	}
	must(t, c.show())
	if version := c.d.attr("#game", "data-version"); version != fmt.Sprint(len(c.now.houses)) {
		t.Errorf("%s: the page shows version %s, kept are %d moves", c.name, version, len(c.now.houses))
	}
	if !c.now.over() {
		if _, _, err := c.d.form(c.now.path() + "/moves"); err != nil {
			t.Errorf("%s cannot play on: %v", c.name, err)
		}
	}
}

// TestKillAtTheFirstStart kills the program while it makes its database. What
// it leaves must never be taken for somebody else's: not when it is started
// again, and not when it is started once more.
func TestKillAtTheFirstStart(t *testing.T) {
	file := built(t)
	twice := func(what, db string) {
		t.Helper()
		for n := range 2 {
			p := launch(t, file, db)
			if !p.up(t, true) {
				t.Fatalf("%s: start %d: %s", what, n+1, p.stderr.String())
			}
			p.stop(t)
		}
	}
	began := time.Now()
	p := launch(t, file, storetest.New(t))
	if !p.up(t, true) {
		t.Fatal(p.stderr.String())
	}
	usual := time.Since(began)
	p.kill()
	early := 0
	for range *kills {
		db := storetest.New(t)
		p := launch(t, file, db)
		wait := time.Duration(rand.Int64N(int64(usual)))
		time.Sleep(wait)
		p.kill()
		if address.FindString(p.stdout.String()) == "" {
			early++
		}
		twice(fmt.Sprintf("killed after %v", wait), db)
	}
	t.Logf("%d kills in the first %v, %d of them before the program was up", *kills, usual.Round(time.Millisecond), early)
	if storetest.Postgres() {
		return
	}

	// Two moments that chance finds seldom.
	db := storetest.New(t)
	marked(t, db)
	journal := append([]byte("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"), // of a file that was empty before
		0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 16, 0)
	must(t, os.WriteFile(db+"-journal", append(journal, make([]byte, 512-len(journal))...), 0o600))
	twice("killed while the first page was written", db)

	db = storetest.New(t)
	marked(t, db, `PRAGMA journal_mode = WAL`,
		`CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY AUTOINCREMENT, version_id INTEGER NOT NULL, is_applied INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT (datetime('now')))`,
		`INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, 1)`)
	twice("killed before the first version was applied", db)
}

// marked makes a SQLite file that bears the program's mark.
func marked(t testing.TB, db string, more ...string) {
	t.Helper()
	q := raw(t, db)
	defer q.Close()
	for _, statement := range append([]string{`PRAGMA application_id = 0x53656d65`}, more...) {
		if _, err := q.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}
