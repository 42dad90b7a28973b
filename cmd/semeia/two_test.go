package main

import (
	"database/sql"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"semeia/internal/school"
	"semeia/internal/store/storetest"
)

// TestTwoProgramsOnOneDatabase starts two programs at the same moment on an
// empty database, over and over. On PostgreSQL both must come up; on a SQLite
// file one may say why not, and come up when it is started again. What is done
// at one then holds at the other at once, and the data stays sound.
func TestTwoProgramsOnOneDatabase(t *testing.T) {
	file := built(t)
	refused := 0
	for round := range 5 {
		db := storetest.New(t)
		both := []*process{launch(t, file, db), launch(t, file, db)}
		var at []*process
		for _, p := range both {
			if p.up(t, true) {
				at = append(at, p)
				continue
			}
			refused++
			said := strings.TrimSpace(p.stderr.String())
			if code := p.cmd.ProcessState.ExitCode(); storetest.Postgres() || code != 1 || !strings.Contains(said, db) || strings.Contains(said, "another program") || strings.Contains(said, "\n") {
				t.Errorf("round %d: a program does not start: %d %s", round, code, said)
			} else {
				t.Logf("round %d: one of them says: %s", round, said)
			}
		}
		if len(at) == 0 {
			t.Fatalf("round %d: none of them starts", round)
		}
		for len(at) < 2 { // once the other is up, it must do
			p := launch(t, file, db)
			if !p.up(t, true) {
				t.Fatalf("round %d: beside the other it does not start: %s", round, p.stderr.String())
			}
			at = append(at, p)
		}
		q := raw(t, db)
		migrated(t, q)
		for _, p := range at {
			d := newDesk(t, p.url)
			must(t, d.open("/readyz"))
			d.shows(t, http.StatusOK)
		}
		teacher := claimsOnce(t, q, at)
		c := teacher.makesClass(t, school.ByName)
		playsAtBoth(t, at, c)
		gateAtBoth(t, at, c, teacher)
		leavesAtBoth(t, at, c, teacher)
		sound(t, q, db)
		for _, p := range at {
			p.stop(t)
			if said := p.stderr.String(); said != "" {
				t.Errorf("round %d: a program complains: %s", round, said)
			}
		}
		sound(t, q, db)
		q.Close()
		if p := launch(t, file, db); !p.up(t, false) || p.setup != "" {
			t.Errorf("round %d: afterwards the program does not start: %s", round, p.stderr.String())
		} else {
			p.stop(t)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("5 times two programs at once: both at once came up %d times", 5-refused)
}

// migrated checks that each version was applied, and once.
func migrated(t *testing.T, q *sql.DB) {
	t.Helper()
	var have []int
	each(t, q, `SELECT version_id FROM goose_db_version WHERE is_applied ORDER BY version_id`, func(rows *sql.Rows) error {
		var v int
		err := rows.Scan(&v)
		have = append(have, v)
		return err
	})
	for i, v := range have {
		if v != i {
			t.Errorf("the versions applied are %v", have)
		}
	}
	if len(have) < 3 {
		t.Errorf("the versions applied are %v", have)
	}
}

// claimsOnce claims the school at all programs at the same moment, each by its
// own link, and gives the desk of whoever was first.
func claimsOnce(t *testing.T, q *sql.DB, at []*process) (teacher *desk) {
	t.Helper()
	if at[0].setup == at[1].setup {
		t.Errorf("both show the link %s", at[0].setup)
	}
	desks := make([]*desk, len(at))
	for i, p := range at {
		desks[i] = newDesk(t, p.url)
		must(t, desks[i].open(p.setup))
		desks[i].shows(t, http.StatusOK)
	}
	var wg sync.WaitGroup
	for i, p := range at {
		wg.Go(func() {
			if err := desks[i].press(p.setup, "name=Zoe", fmt.Sprint("login=zoe", i), "password="+teacherPassword, "again="+teacherPassword); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, d := range desks {
		switch {
		case d.status == http.StatusSeeOther && d.to == "/teach" && teacher == nil:
			teacher = d
		case d.status != http.StatusConflict && d.status != http.StatusNotFound || !strings.Contains(d.text("main"), "already set up") || d.session() != "":
			t.Errorf("a claim that came second is answered by %d %s", d.status, d.text("main"))
		}
	}
	if teacher == nil {
		t.Fatal("nobody could claim the school")
	}
	for what, n := range map[string]int{"claims": one[int](t, q, `SELECT count(*) FROM claims`), "teachers": one[int](t, q, `SELECT count(*) FROM teachers`), "sessions": one[int](t, q, `SELECT count(*) FROM sessions`)} {
		if n != 1 {
			t.Errorf("%d %s after two claims at once", n, what)
		}
	}
	for _, p := range at {
		d := newDesk(t, p.url)
		must(t, d.open(p.setup))
		if d.status != http.StatusNotFound {
			t.Errorf("a link after the claim: %d", d.status)
		}
	}
	return teacher
}

// playsAtBoth: a pupil who has signed in at one is in at the other, and a game
// opened at one is played at both by turns. What is stale at one is so at both.
func playsAtBoth(t *testing.T, at []*process, c class) {
	t.Helper()
	d := newDesk(t, at[0].url)
	d.comesIn(t, c, c.seats[0])
	for _, p := range at {
		d.url = p.url
		must(t, d.open("/me"))
		if d.text("h1") != c.seats[0].name {
			t.Fatalf("at %s it is %d %s", p.url, d.status, d.text("h1"))
		}
	}
	g := d.plays(t, "sowing")
	moves := g.path() + "/moves"
	for n := range 8 {
		d.url = at[n%2].url
		must(t, d.open(g.path()))
		if have := d.attr("#game", "data-version"); have != fmt.Sprint(n) {
			t.Fatalf("move %d is made, the other program shows version %s", n, have)
		}
		old, house := *d, g.next()
		must(t, d.submit(moves, fmt.Sprint("house=", house)))
		d.shows(t, http.StatusOK)
		g.played(house)
		for _, p := range at { // the page as it was before the move, sent again
			stale := old
			stale.url = p.url
			must(t, stale.press(moves, fmt.Sprint("house=", house)))
			if stale.status != http.StatusConflict || stale.attr("#game", "data-version") != fmt.Sprint(n+1) || !strings.Contains(stale.text("#notice"), "has gone on") {
				t.Errorf("a stale move is answered by %d %s", stale.status, stale.text("#notice"))
			}
		}
	}
	// The same page sent to both at once: one of them plays.
	for range 5 {
		if g.over() {
			break
		}
		must(t, d.open(g.path()))
		house, sent := g.next(), [2]desk{*d, *d}
		var wg sync.WaitGroup
		for i := range sent {
			sent[i].url = at[i].url
			wg.Go(func() {
				if err := sent[i].presses(moves, fmt.Sprint("house=", house)); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		answers := []int{sent[0].status, sent[1].status}
		slices.Sort(answers)
		if !slices.Equal(answers, []int{http.StatusOK, http.StatusConflict}) {
			t.Errorf("one move at both at once is answered by %v", answers)
		}
		g.played(house)
		for _, p := range at {
			d.url = p.url
			must(t, d.open(g.path()))
			if have := d.attr("#game", "data-version"); have != fmt.Sprint(len(g.houses)) {
				t.Errorf("version %s after %d moves", have, len(g.houses))
			}
		}
	}
}

// gateAtBoth: a gate set at one is obeyed at the other at the next request.
func gateAtBoth(t *testing.T, at []*process, c class, teacher *desk) {
	t.Helper()
	d := newDesk(t, at[1].url)
	d.comesIn(t, c, c.seats[1])
	for n, stage := range []int{2, 1, 2, 1} {
		here, there := at[n%2], at[(n+1)%2]
		d.url = there.url
		must(t, d.open("/play"))
		choose := *d
		teacher.url = here.url
		must(t, teacher.open(c.path))
		must(t, teacher.submit(c.path+"/gate", "mode=held", fmt.Sprint("stage=", stage)))
		teacher.shows(t, http.StatusOK)
		rules, opened := http.StatusForbidden, http.StatusForbidden
		if stage == 2 {
			rules, opened = http.StatusOK, http.StatusSeeOther
		}
		must(t, choose.press("/games", "rules=extra", "against=neighbour", "starts=me", "kind=practice"))
		if choose.status != opened {
			t.Errorf("stage %d was set at one, a game of stage 2 at the other: %d %s", stage, choose.status, choose.text("main"))
		}
		for _, p := range []*process{there, here} {
			d.url = p.url
			must(t, d.open("/rules/2"))
			if d.status != rules {
				t.Errorf("stage %d was set at one, the rules of stage 2: %d", stage, d.status)
			}
		}
	}
}

// leavesAtBoth: who signs out at one is out at the other.
func leavesAtBoth(t *testing.T, at []*process, c class, teacher *desk) {
	t.Helper()
	for n, s := range c.seats[2:6] {
		here, there := at[n%2], at[(n+1)%2]
		d := newDesk(t, here.url)
		d.comesIn(t, c, s)
		session := d.session()
		if !knows(t, there.url, session) {
			t.Errorf("%s is not in at the other", s.name)
		}
		must(t, d.submit("/sign-out"))
		if knows(t, there.url, session) || knows(t, here.url, session) {
			t.Errorf("%s has signed out and is still in", s.name)
		}
	}
	old := teacher.session()
	teacher.url = at[0].url
	must(t, teacher.open("/teach"))
	teacher.shows(t, http.StatusOK)
	must(t, teacher.submit("/sign-out"))
	d := newDesk(t, at[1].url)
	must(t, d.send(http.MethodGet, "/teach", "", nil, "Cookie", "semeia_session="+old))
	if d.status != http.StatusSeeOther || !strings.HasPrefix(d.to, "/sign-in") {
		t.Errorf("the teacher has signed out at one and sees at the other: %d %s", d.status, d.to)
	}
}
