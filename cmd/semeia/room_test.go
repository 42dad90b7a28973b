package main

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"semeia/internal/school"
	"semeia/internal/store"
	"semeia/internal/store/storetest"
)

// TestARoomPlaysWhileTheTeacherReads (C05): 30 children make 20 moves each, all
// at once, while the teacher looks at one page of the class after the other.
func TestARoomPlaysWhileTheTeacherReads(t *testing.T) {
	const moves = 20
	db := storetest.New(t)
	at, teacher := staffed(t, db)
	c := teacher.makesClass(t, school.ByName)

	var wg sync.WaitGroup
	done, looked := make(chan struct{}), 0
	wg.Go(func() {
		pages := []string{c.path, c.path + "/room", c.path + "/list", c.path + "/pupils/" + c.seats[0].id}
		for {
			select {
			case <-done:
				return
			default:
			}
			if err := teacher.send(http.MethodGet, pages[looked%len(pages)], "", nil); err != nil || teacher.status != http.StatusOK {
				t.Errorf("the teacher's %s: %d %v", teacher.path, teacher.status, err)
				return
			}
			looked++
		}
	})
	desks := make([]*desk, len(c.seats))
	for i, s := range c.seats {
		desks[i] = newDesk(t, at.url)
		desks[i].comesIn(t, c, s)
	}
	var mu sync.Mutex
	var took []time.Duration
	var class sync.WaitGroup
	began := time.Now()
	for i, s := range c.seats {
		class.Go(func() {
			d := desks[i]
			if err := playsOn(d, moves, func(lasted time.Duration) {
				mu.Lock()
				defer mu.Unlock()
				took = append(took, lasted)
			}); err != nil {
				t.Errorf("%s: %v", s.name, err)
			}
		})
	}
	class.Wait()
	lasted := time.Since(began)
	close(done)
	wg.Wait()
	if t.Failed() {
		return
	}
	if _, _, errs := at.stop(); strings.Contains(errs, "level=") {
		t.Errorf("the program has something to say: %s", errs)
	}

	kept, err := store.Open(t.Context(), db)
	must(t, err)
	defer kept.Close()
	stored := 0
	for _, s := range c.seats {
		reader := school.Reader{Pupil: &school.Pupil{ID: s.id}}
		games, err := kept.GamesOf(t.Context(), school.OwnerOf(s.id), 60)
		must(t, err)
		own := 0
		for _, g := range games {
			whole, err := kept.Game(t.Context(), g.ID, reader)
			must(t, err)
			own += len(whole.Events)
		}
		if own != moves {
			t.Errorf("%s has %d moves, want %d", s.name, own, moves)
		}
		stored += own
	}
	if want := moves * len(c.seats); stored != want || len(took) != want {
		t.Errorf("%d moves are kept, %d were answered, want %d", stored, len(took), want)
	}
	slices.Sort(took)
	p := func(q float64) time.Duration { return took[int(q*float64(len(took)-1))].Round(10 * time.Microsecond) }
	t.Logf("%d moves by %d children in %v, median %v, p99 %v, longest %v; the teacher read %d pages meanwhile",
		stored, len(c.seats), lasted.Round(time.Millisecond), p(.5), p(.99), p(1), looked)
}

// playsOn makes that many moves, in a new game whenever one is over, and says
// how long each has lasted.
func playsOn(d *desk, moves int, say func(time.Duration)) error {
	var g *table
	for range moves {
		if g == nil || g.over() {
			var err error
			if g, err = d.chooses("sowing"); err != nil {
				return err
			}
			if err := d.sits(g); err != nil {
				return err
			}
			if err := d.open(d.to); err != nil {
				return err
			}
		}
		house := g.next()
		if err := d.presses(g.path()+"/moves", fmt.Sprint("house=", house)); err != nil {
			return err
		}
		if d.status != http.StatusOK {
			return fmt.Errorf("house %d: %d %s", house, d.status, d.page)
		}
		g.played(house)
		if have := d.attr("#game", "data-version"); have != fmt.Sprint(len(g.houses)) {
			return fmt.Errorf("the board shows version %s after %d moves", have, len(g.houses))
		}
		say(d.lasted)
	}
	return nil
}

// secrets reads every child's pictures off the teacher's page, by their names.
func secrets(t testing.TB, teacher *desk, c class) map[string][]string {
	t.Helper()
	must(t, teacher.open(c.path+"?secrets=on"))
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(teacher.page))
	must(t, err)
	found := map[string][]string{}
	doc.Find(".tile").Each(func(_ int, s *goquery.Selection) {
		id := strings.TrimPrefix(s.AttrOr("id", ""), "p")
		s.Find(".secret small").Each(func(_ int, s *goquery.Selection) { found[id] = append(found[id], s.Text()) })
	})
	return found
}

// taps opens a child's page of pictures and sends those of these names, or,
// with wrong, three others. It gives the answer's status, 0 for none.
func (d *desk) taps(t testing.TB, c class, s seat, names []string, wrong bool) int {
	t.Helper()
	at := "/join/" + c.code + "/" + s.id
	err := d.open(at)
	if err != nil {
		t.Error(err)
		return 0
	}
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(d.page))
	if err != nil {
		t.Error(err)
		return 0
	}
	var fields []string
	doc.Find(".pic").Each(func(_ int, s *goquery.Selection) {
		if slices.Contains(names, s.Find("b").Text()) != wrong && len(fields) < school.SecretLength {
			fields = append(fields, "picture="+s.Find("input").AttrOr("value", ""))
		}
	})
	if len(fields) != school.SecretLength {
		t.Errorf("%s: %d of the pictures %v are there", s.name, len(fields), names)
	}
	if err := d.press(at, fields...); err != nil {
		t.Error(err)
		return 0
	}
	return d.status
}

var seconds = regexp.MustCompile(`^Wait [1-5] seconds?, then try again`)

// TestAClassSignsInWithPictures (B14): 30 children at one address, all at once,
// three of them with wrong pictures first. Then one guesses on and on, and has
// to wait, alone, until the teacher helps.
func TestAClassSignsInWithPictures(t *testing.T) {
	at, teacher := staffed(t, storetest.New(t))
	c := teacher.makesClass(t, school.ByPictures)
	pictures := secrets(t, teacher, c)
	desks := make([]*desk, len(c.seats))
	began := time.Now()
	var wg sync.WaitGroup
	for i, s := range c.seats {
		desks[i] = newDesk(t, at.url)
		wg.Go(func() {
			d := desks[i]
			err := d.open("/join")
			if err == nil {
				err = d.submit("/join", "code="+strings.ToLower(c.code))
			}
			if err != nil || d.status != http.StatusOK {
				t.Errorf("%s: %d %v", s.name, d.status, err)
			}
			if i%10 == 0 {
				if status := d.taps(t, c, s, pictures[s.id], true); status != http.StatusUnprocessableEntity || d.session() != "" {
					t.Errorf("%s with wrong pictures: %d", s.name, status)
				}
			}
			if status := d.taps(t, c, s, pictures[s.id], false); status != http.StatusSeeOther {
				t.Errorf("%s: %d %s", s.name, status, d.text(".notice"))
			}
			if err := d.open(d.to); err != nil || d.path != "/me" || d.text("h1") != s.name {
				t.Errorf("%s is at %s: %s %v", s.name, d.path, d.text("h1"), err)
			}
		})
	}
	wg.Wait()
	lasted := time.Since(began)
	if lasted > time.Minute {
		t.Errorf("signing in took %v", lasted)
	}
	must(t, teacher.open(c.path))
	if n := len(teacher.texts(".tile .mark.in")); n != len(c.seats) || teacher.text(".bigcount b") != fmt.Sprint(n) {
		t.Errorf("the teacher sees %d in, %s", n, teacher.text(".bigcount"))
	}
	t.Logf("%d children are in after %v, with 3 wrong tries", len(c.seats), lasted.Round(time.Millisecond))

	who, other := 4, 5
	for _, i := range []int{who, other} {
		must(t, desks[i].submit("/sign-out"))
	}
	d, s := desks[who], c.seats[who]
	var answers []int
	for range 5 {
		answers = append(answers, d.taps(t, c, s, pictures[s.id], true))
	}
	if want := []int{422, 422, 422, 429, 429}; !slices.Equal(answers, want) {
		t.Errorf("five wrong tries are answered by %v, want %v", answers, want)
	}
	if text := d.text("p.notice"); !seconds.MatchString(text) {
		t.Errorf("the child that has to wait reads %q", text)
	}
	if status := d.taps(t, c, s, pictures[s.id], false); status != http.StatusTooManyRequests {
		t.Errorf("the right pictures, too early: %d", status)
	}
	if status := desks[other].taps(t, c, c.seats[other], pictures[c.seats[other].id], false); status != http.StatusSeeOther {
		t.Errorf("another child, meanwhile: %d", status)
	}
	must(t, teacher.open(c.path))
	if text := teacher.text(".stuck b"); text != s.name {
		t.Errorf("the teacher is told that %q is stuck, want %q", text, s.name)
	}
	must(t, teacher.submit(c.path+"/pupils/"+s.id+"/unlock"))
	teacher.shows(t, http.StatusOK)
	if status := d.taps(t, c, s, pictures[s.id], false); status != http.StatusSeeOther {
		t.Errorf("after the teacher has helped: %d %s", status, d.text("p.notice"))
	}
	if n := len(teacher.texts(".stuck li")); n != 0 {
		t.Errorf("%d are stuck after that", n)
	}
}
