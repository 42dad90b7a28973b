package main

import (
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"semeia/internal/tutor"
)

// A child chooses each of the four, plays, sees it think before it sows, and
// plays it again.
func TestEachBotIsPlayed(t *testing.T) {
	at := start(t, "")
	p := at.sit("/", language("en"))
	for bot, name := range map[tutor.Bot]string{tutor.Beginner: "Caterpillar", tutor.Easy: "Ladybird", tutor.Medium: "Frog", tutor.Perfect: "Owl"} {
		p.plays("rules=free", "board=3", "seeds=2", "extra=off", "capture=none", "against="+string(bot), "starts=me")
		if got := p.text("#heading"); got != "You and "+name {
			t.Errorf("%s: %q", bot, got)
		}
		if shown(p, ".seat.far .thinks") {
			t.Errorf("%s thinks while nobody has moved", bot)
		}
		p.click(`button.cup[value="1"]`)
		p.until(name+" is seen to think", thinks)
		if got := p.text(".seat.far .thinks"); got != name+" is thinking." {
			t.Errorf("it says %q", got)
		}
		p.until("then it sows", `!document.body.classList.contains("thinking") && document.querySelector(".sower")`)
		p.rest("0")
		if shown(p, ".seat.far .thinks") || p.text("#thinking") != "" {
			t.Errorf("%s still thinks", bot)
		}
		eval[bool](p, "("+fast+", true)")
		for p.has("#board button.cup") {
			v := p.version()
			p.click("#board button.cup")
			p.rest(v)
		}
		p.click("#compare button[value=skip]")
		p.until("the result is told", `document.getElementById("result")`)
		p.follow("#rematch")
		if got := p.text("#heading"); got != "You and "+name {
			t.Errorf("the rematch of %s: %q", bot, got)
		}
		eval[bool](p, `(document.getElementById("speed").value = "normal", document.getElementById("speed").dispatchEvent(new Event("change", {bubbles: true})), true)`)
	}
}

// thinks: the bubble beside the bot is seen.
const thinks = `document.querySelector(".thinks")?.getClientRects().length > 0`

func shown(p *person, selector string) bool {
	return eval[bool](p, fmt.Sprintf(`document.querySelector(%q)?.getClientRects().length > 0`, selector))
}

// While an answer takes long the page shows who is thinking, and says it once;
// with reduced motion too.
func TestTheOwlIsSeenAndHeardToThink(t *testing.T) {
	at := start(t, "")
	for _, motion := range []string{"no-preference", "reduce"} {
		p := at.sit("/", language("en"), feature("prefers-reduced-motion", motion))
		p.plays("rules=standard-6", "against=perfect", "starts=me", "kind=counts")
		if shown(p, ".thinks") {
			t.Error("it thinks while nobody has moved")
		}
		eval[bool](p, `(window.heard = [], new MutationObserver(() => {
			const text = document.getElementById("thinking")?.textContent;
			if (text) window.heard.push(text);
		}).observe(document.getElementById("thinking"), {childList: true}), true)`)
		p.click(`button.cup[value="2"]`)
		p.until("the owl is seen to think", thinks)
		p.until("and heard", `window.heard.length > 0`)
		p.rest("0")
		if heard := eval[string](p, `window.heard.join("|")`); heard != "Owl is thinking." {
			t.Errorf("heard %q", heard)
		}
		if shown(p, ".thinks") {
			t.Error("it still thinks")
		}
		if said := p.text(".moves ol"); !strings.Contains(said, "Owl cannot see to the end of the game from here.") {
			t.Errorf("of 72 seeds the owl says nothing: %q", said)
		}
	}
}

// All of it can be chosen and played with the keyboard alone, and without
// scripts.
func TestABotIsChosenWithoutMouseAndScript(t *testing.T) {
	at := start(t, "")
	p := at.sit("/play", language("pt-BR"), noScript)
	for i := 0; eval[string](p, `document.activeElement.name ?? ""`) != "against"; i++ {
		if p.press("Tab"); i > 30 {
			t.Fatal("Tab does not reach the bots")
		}
	}
	p.press("ArrowDown", "ArrowDown", "ArrowDown")
	if got := eval[string](p, `document.activeElement.value`); got != "perfect" {
		t.Errorf("three on from the first is %q", got)
	}
	p.follow("#open")
	if got := p.text("#heading"); got != "Você e Coruja" {
		t.Errorf("the game is %q", got)
	}
}

// Nothing of the choice is cut off on the smallest phone.
func TestTheBotsFitASmallPage(t *testing.T) {
	at := start(t, "")
	for _, tag := range []string{"pt-BR", "en", "sq"} {
		p := at.sit("/play", size(320, 640), language(tag))
		if wide := eval[int](p, "document.documentElement.scrollWidth"); wide > 320 {
			t.Errorf("%s: the page is %d wide", tag, wide)
		}
		if out := eval[int](p, `[...document.querySelectorAll(".who .pick *")].filter((e) => { const r = e.getBoundingClientRect(); return r.right > 320 || r.left < 0; }).length`); out > 0 {
			t.Errorf("%s: %d things stand out of the page", tag, out)
		}
	}
}

var owls = flag.Int("owls", 0, "how many games against the perfect bot TestOwlsDoNotSlowThePages plays at once; 0: a few")

// Games against the perfect bot on the standard board, all moves posted at
// once, do not slow the pages of the others:
//
//	go test ./cmd/semeia -run TestOwls -v -owls 30
//
// Without the flag a few games are played, and the bounds leave room for what
// else the machine does.
func TestOwlsDoNotSlowThePages(t *testing.T) {
	n, slack := *owls, time.Duration(0)
	if n == 0 {
		n, slack = 4, 2*time.Second
	}
	at := start(t, "")
	playing := make([]*owl, n)
	for i := range playing {
		playing[i] = newOwl(t, at)
	}
	reader := client(t)
	page := func() time.Duration {
		began := time.Now()
		answer, err := reader.Get(at.url + "/play")
		if err != nil {
			t.Error(err)
			return 0
		}
		io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
		return time.Since(began)
	}
	var quiet, busy []time.Duration
	for range 100 {
		quiet = append(quiet, page())
	}
	var mu sync.Mutex
	var turns []time.Duration
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 2 {
			var all sync.WaitGroup
			for _, o := range playing {
				all.Go(func() {
					if lasted, ok := o.move(t, at); ok {
						mu.Lock()
						turns = append(turns, lasted)
						mu.Unlock()
					}
				})
			}
			all.Wait()
		}
	}()
	for over := false; !over; {
		select {
		case <-done:
			over = true
		case <-time.After(20 * time.Millisecond):
			busy = append(busy, page())
		}
	}
	slices.Sort(quiet)
	slices.Sort(busy)
	slices.Sort(turns)
	p95 := func(d []time.Duration) time.Duration { return d[(len(d)-1)*95/100].Round(10 * time.Microsecond) }
	t.Logf("%d games: pages p95 %v quiet, %v of %d busy; turns median %v, longest %v", n, p95(quiet), p95(busy), len(busy), turns[len(turns)/2].Round(time.Millisecond), turns[len(turns)-1].Round(time.Millisecond))
	if p95(busy) > 300*time.Millisecond+slack {
		t.Errorf("the pages take %v at p95, %v when it is quiet", p95(busy), p95(quiet))
	}
	if most := turns[len(turns)-1]; most > 3*time.Second+p95(busy)+slack {
		t.Errorf("a turn took %v", most)
	}
}

// owl is a game against the perfect bot, in which the child plays the house
// that comes first.
type owl struct {
	c                    *http.Client
	path, version, house string
}

func newOwl(t testing.TB, at *program) *owl {
	t.Helper()
	o := &owl{c: client(t)}
	answer, err := o.c.PostForm(at.url+"/games", url.Values{"rules": {"standard"}, "against": {"perfect"}, "starts": {"me"}, "aids": {"full"}, "kind": {"counts"}})
	if err != nil {
		t.Fatal(err)
	}
	o.path = answer.Request.URL.Path
	o.read(t, answer)
	return o
}

func (o *owl) read(t testing.TB, answer *http.Response) {
	t.Helper()
	defer answer.Body.Close()
	doc, err := goquery.NewDocumentFromReader(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Errorf("%s: %d %v", o.path, answer.StatusCode, err)
		return
	}
	o.version = doc.Find("#game").AttrOr("data-version", "")
	o.house = doc.Find("#board button.cup").AttrOr("value", "")
}

// move plays until the bot has had its turn, and says how long that one took;
// not ok when the game is over.
func (o *owl) move(t testing.TB, at *program) (lasted time.Duration, ok bool) {
	for o.house != "" {
		before, _ := strconv.Atoi(o.version)
		req, err := http.NewRequest(http.MethodPost, at.url+o.path+"/moves", strings.NewReader(url.Values{"version": {o.version}, "house": {o.house}}.Encode()))
		if err != nil {
			t.Error(err)
			return 0, false
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("HX-Request", "true")
		began := time.Now()
		answer, err := o.c.Do(req)
		if err != nil {
			t.Error(err)
			return 0, false
		}
		o.read(t, answer)
		lasted = time.Since(began)
		if after, _ := strconv.Atoi(o.version); after != before+1 {
			return lasted, after > before
		}
	}
	return 0, false
}

// TestBotShots takes pictures of the choice and of a game with each bot, when
// asked:
//
//	go test ./cmd/semeia -run TestBotShots -shots FOLDER
func TestBotShots(t *testing.T) {
	if *shots == "" {
		return
	}
	at := start(t, "")
	for i, view := range []struct {
		name          string
		width, height int64
		scheme        string
	}{{"lab", 1366, 768, "light"}, {"lab-dark", 1366, 768, "dark"}, {"phone", 390, 844, "light"}, {"phone-dark", 390, 844, "dark"}, {"small", 320, 640, "light"}} {
		p := at.sit("/play", size(view.width, view.height), language([]string{"pt-BR", "en", "sq"}[i%3]), feature("prefers-color-scheme", view.scheme))
		p.shot(filepath.Join(*shots, view.name+"-choice.png"), true)
		for _, bot := range tutor.Bots {
			rules := "capture"
			if bot == tutor.Perfect {
				rules = "standard-6"
			}
			p.plays("rules="+rules, "against="+string(bot), "starts=me", "kind=counts")
			p.click(`button.cup[value="2"]`)
			p.until("it thinks", thinks)
			p.shot(filepath.Join(*shots, view.name+"-"+string(bot)+"-thinks.png"), false)
			p.rest("0")
			p.shot(filepath.Join(*shots, view.name+"-"+string(bot)+".png"), false)
		}
	}
}
