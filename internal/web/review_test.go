package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/solver"
	"semeia/internal/web"
)

// toTheEnd plays the first house that there is until the game is over.
func (v *visitor) toTheEnd(p page) page {
	v.t.Helper()
	for range 200 {
		houses := strings.Fields(p.buttons())
		if len(houses) == 0 {
			return p
		}
		p = v.moves(p, houses[0][1:])
	}
	v.t.Fatal("the game does not end")
	return p
}

// looked is the review once every move has been looked at.
func (v *visitor) looked(game string) page {
	v.t.Helper()
	for range 600 {
		p := v.get(game + "/review")
		if p.status != http.StatusOK || p.path != game+"/review" {
			v.t.Fatalf("no review: %d %s", p.status, p.path)
		}
		if p.Find("#progress").Length() == 0 {
			return p
		}
		time.Sleep(50 * time.Millisecond)
	}
	v.t.Fatal("it is never done")
	return page{}
}

// tiny is a game that the solver sees through at once.
var tiny = []string{"rules=free", "board=3", "seeds=1", "extra=on", "capture=both", "end=row", "leftover=owner", "winat=off", "pie=off"}

func TestLookingBackIsForThoseWhoSeeTheGame(t *testing.T) {
	w := newTown(t)
	ines := w.signedIn(w.ines, w.codeOne)
	want(t, "of a game that goes on", ines.get(w.gameOne+"/review").path, w.gameOne)
	p := ines.moves(ines.get(w.gameOne), 1)
	p = ines.post(w.gameOne+"/give-up", append(ines.as(p), "version="+p.version())...)
	want(t, "the way there", p.Find("#review").AttrOr("href", ""), w.gameOne+"/review")
	ana := w.teaching(w.ana)
	for role, v := range map[string]*visitor{"the child": ines, "the teacher": ana} {
		p := v.get(w.gameOne + "/review")
		want(t, role, p.status, http.StatusOK)
		want(t, role+" looks back", p.text("h1"), "Looking back")
		own := role == "the child"
		want(t, role+" may try again", v.get(w.gameOne+"/moves/1").Find(".retry").Length() == 1, own)
	}
	for role, v := range map[string]*visitor{"another pupil": w.signedIn(w.rui, w.codeOne), "a pupil of another class": w.signedIn(w.zana, w.codeTwo),
		"another teacher": w.teaching(w.besa), "an administrator": w.teaching(w.dora), "a visitor": w.visitor("en")} {
		want(t, role, v.get(w.gameOne+"/review").status, http.StatusNotFound)
		want(t, role+" tries again", v.acts(w.gameOne+"/moves/0/again").status, http.StatusNotFound)
	}
	want(t, "the teacher tries again", ana.acts(w.gameOne+"/moves/0/again").status, http.StatusForbidden)
	link := `.games a[href="` + w.gameOne + `/review"]`
	want(t, "on the child's page", ines.get("/me").Find(link).Length(), 1)
	want(t, "on the teacher's page", ana.get("/teach/"+w.one.ID+"/pupils/"+w.ines.ID).Find(link).Length(), 1)
	// A game that two play is of both.
	both := w.atOneComputer()
	p = both.plays("rules=sowing")
	p = both.moves(p, 1)
	p = both.sends(both.get(p.path + "/give-up").Find("form.ask"))
	want(t, "the other of two", w.signedIn(w.rui, w.codeOne).get(p.path+"/review").status, http.StatusOK)
}

func TestLookingBackComesAfterComparing(t *testing.T) {
	s := open(t)
	v := s.visitor("en")
	p := v.toTheEnd(v.plays(tiny...))
	want(t, "to be compared", p.Find("#compare").Length(), 1)
	want(t, "no way there", p.Find("#review").Length(), 0)
	want(t, "not by the address", v.get(p.path+"/review").path, p.path)
	want(t, "nor beside a move", v.get(p.path+"/moves/1").Find("#weighed, .retry").Length(), 0)
	want(t, "those who look on may", s.visitor("en").get(p.path+"/review").path, p.path+"/review")
	v.post(p.path+"/compare", append(v.as(p), "do=skip")...)
	want(t, "the way there", v.get(p.path).Find("#review").Length(), 1)
	review := v.looked(p.path)
	moves := review.Find("#every li").Length()
	want(t, "marks", review.Find(".moment").Length(), moves+1)
	want(t, "flags", review.Find("a.flag").Length(), review.Find(".turn").Length())
	for n := 1; n <= moves; n++ {
		line := review.Find("#every li").Eq(n - 1)
		said := v.get(fmt.Sprintf("%s/moves/%d", p.path, n)).text("#weighed")
		for _, part := range []string{line.Find("span").Eq(0).Text(), line.Find("span").Eq(1).Text()} {
			contains(t, fmt.Sprint("move ", n), said, part)
		}
	}
	want(t, "the end cannot be played on", v.get(fmt.Sprintf("%s/moves/%d", p.path, moves)).Find(".retry").Length(), 0)
	want(t, "not by a form either", v.acts(fmt.Sprintf("%s/moves/%d/again", p.path, moves)).status, http.StatusUnprocessableEntity)
	want(t, "nor from a move that was not made", v.acts(p.path+"/moves/99/again").status, http.StatusNotFound)
	want(t, "nor under a name that is none", v.acts(p.path+"/moves/0/again", "id=x").status, http.StatusUnprocessableEntity)
	// The page's script asks how far it is, and reloads when it is done.
	req, _ := http.NewRequest(http.MethodGet, v.url+p.path+"/review", nil)
	req.Header.Set("HX-Request", "true")
	want(t, "done", v.send(req).header.Get("HX-Refresh"), "true")
	// After a take-back the game goes on; what was known stays known.
	p = v.get(p.path)
	p = v.post(p.path+"/back", append(v.as(p), "version="+p.version())...)
	want(t, "it goes on", v.get(p.path+"/review").path, p.path)
	p = v.toTheEnd(v.get(p.path))
	v.post(p.path+"/compare", append(v.as(p), "do=skip")...)
	want(t, "looked at again", v.looked(p.path).Find("#every li").Length() > 0, true)
}

// Trying again begins at the moment that is shown, with the same guest, and its
// opener sits South, wherever that was.
func TestTryingAgainFromAMove(t *testing.T) {
	s := open(t)
	v := s.visitor("en")
	p := v.plays("rules=free", "board=3", "seeds=2", "extra=off", "capture=none", "end=row", "leftover=owner", "winat=off", "pie=on")
	p = v.moves(p, 1)
	p = v.post(p.path+"/swap", append(v.as(p), "version="+p.version())...)
	p = v.moves(p, 2)
	p = v.sends(v.get(p.path + "/give-up").Find("form.ask"))
	id := strings.TrimPrefix(p.path, "/games/")
	old := must(s.kept.Game(context.Background(), id, school.Reader{}))
	state := must(old.Replay())
	for n := 0; n <= len(state.Steps); n++ {
		again := school.NewID()
		for range 2 { // a form sent twice opens one game
			want(t, "opened", v.acts(fmt.Sprintf("%s/moves/%d/again", p.path, n), "id="+again).path, "/games/"+again)
		}
		g := must(s.kept.Game(context.Background(), again, school.Reader{}))
		line, now := old.Begin(), must(g.Replay()).Line
		if n > 0 {
			line = state.Steps[n-1].After
		}
		want(t, "where it came from", g.Origin, fmt.Sprintf("again:%s/%d", id, n))
		want(t, "who moves", now.ToMove(), line.ToMove())
		want(t, "the opener", now.Seat(kalah.Opener), kalah.South)
		want(t, "practice", g.Counts || g.Against != school.Neighbour || g.Rules != old.Rules, false)
		for _, who := range []kalah.Player{kalah.Opener, kalah.Guest} {
			for h := 0; h <= 3; h++ {
				at := func(l kalah.Line) int { return l.Pos.At(kalah.Place{Side: l.Seat(who), House: uint8(h)}) }
				want(t, fmt.Sprintf("after %d, player %d, house %d", n, who, h), at(now), at(line))
			}
		}
	}
	// Against the bot: it moves first where it is its turn.
	p = v.plays(append(tiny, "against=medium")...)
	p = v.toTheEnd(p)
	v.post(p.path+"/compare", append(v.as(p), "do=skip")...)
	old = must(s.kept.Game(context.Background(), strings.TrimPrefix(p.path, "/games/"), school.Reader{}))
	for i, step := range must(old.Replay()).Steps[:2] {
		game := v.acts(fmt.Sprintf("%s/moves/%d/again", p.path, i))
		g := must(s.kept.Game(context.Background(), strings.TrimPrefix(game.path, "/games/"), school.Reader{}))
		want(t, "the same bot", g.Bot, old.Bot)
		want(t, "the bot has moved", len(g.Events) > 0, step.Player == kalah.Guest)
	}
}

// counting is a solver that counts how often it was asked for a position, and
// after so many questions waits until the program ends.
type counting struct {
	mu    sync.Mutex
	asked map[kalah.Position]int
	left  int
}

func (c *counting) Look(ctx context.Context, r kalah.Rules, p kalah.Position, patience time.Duration) (solver.Result, bool) {
	c.mu.Lock()
	c.left--
	stuck := c.left < 0
	if !stuck {
		c.asked[p]++
	}
	c.mu.Unlock()
	if stuck {
		<-ctx.Done()
		return solver.Result{}, false
	}
	return coach.Look(ctx, r, p, patience)
}

// A program that ends in the middle leaves what it has found, and the next one
// goes on from there; several at once share the work. Nothing is asked twice.
func TestAReviewGoesOnWhereItWas(t *testing.T) {
	var config web.Config
	s := open(t, func(c *web.Config) { config = *c })
	v := s.visitor("en")
	p := v.toTheEnd(v.plays(tiny...))
	v.post(p.path+"/compare", append(v.as(p), "do=skip")...)
	id := strings.TrimPrefix(p.path, "/games/")
	known := func() int { return len(must(s.kept.Reviews(context.Background(), id))) }
	asked := map[kalah.Position]int{}
	program := func(left int) (at *visitor, end func()) {
		look := &counting{asked: asked, left: left}
		config := config
		config.Reviews = web.NewReviewer(s.kept, look, config.Now, config.Log)
		handler := must(web.New(config))
		ctx, cancel := context.WithCancel(context.Background())
		var all sync.WaitGroup
		all.Go(func() { config.Reviews.Run(ctx) })
		server := httptest.NewServer(handler)
		other := *s
		other.url = server.URL
		return &visitor{&other, v.client, "en"}, func() { server.Close(); cancel(); all.Wait() }
	}
	first, end := program(2)
	page := first.get(p.path + "/review")
	want(t, "the page asks again by itself", page.Find("#progress[hx-trigger='every 2s']").Length(), 1)
	want(t, "and by a link", page.Find("a#refresh").AttrOr("href", ""), p.path+"/review")
	for i := 0; known() < 2; i++ {
		if time.Sleep(20 * time.Millisecond); i > 500 {
			t.Fatal("nothing is looked at")
		}
	}
	moves := len(replayed(s, id).Steps)
	page = first.get(p.path + "/review")
	contains(t, "how far it is", page.text("#progress"), fmt.Sprintf("Moves looked at: 2 of %d", moves))
	want(t, "turning points wait for the whole", page.Find(".turn").Length(), 0)
	want(t, "the end is drawn", page.Find(".moment").Length(), 3)
	end()
	want(t, "what was found stays", known(), 2)
	second, end := program(1000)
	defer end()
	second.looked(p.path)
	want(t, "all is known", known(), moves)
	for at, n := range asked {
		if n != 1 {
			t.Errorf("%s was asked %d times", at, n)
		}
	}
	want(t, "every position was asked", len(asked), moves)
	if strings.Contains(s.log.String(), "ERROR") {
		t.Error(s.log)
	}
}

func replayed(s *site, id string) school.State {
	g := must(s.kept.Game(context.Background(), id, school.Reader{}))
	return must(g.Replay())
}
