package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// plays to the end posts moves from the page of a game until it is over, each
// the n-th of the houses that can be chosen; to what is asked on the way the
// answer is "I don't know yet". The kalahs are not compared.
const playsToTheEnd = `(async (path, picks) => {
	const parse = (html) => new DOMParser().parseFromString(html, "text/html");
	const post = async (form, more) => {
		const fields = new URLSearchParams();
		for (const i of form.querySelectorAll("input")) fields.append(i.name, i.value);
		for (const name in more) fields.append(name, more[name]);
		const answer = await fetch(form.getAttribute("action"), {method: "POST", body: fields});
		return parse(await answer.text());
	};
	let page = parse(await (await fetch(path)).text());
	for (let n = 0; n < 400; n++) {
		const asked = page.querySelector("form.asked"), houses = page.querySelectorAll("#board button.cup");
		if (asked) page = await post(asked, {answer: "?"});
		else if (houses.length) page = await post(page.querySelector("form#board"), {house: houses[picks[n %% picks.length] %% houses.length].value});
		else return page.querySelectorAll("#compare").length;
	}
	return -1;
})(%q, %s)`

// finishes plays the game that the page shows to its end, by houses picked in
// turn, and compares the kalahs.
func (p *person) finishes(picks string) (game string) {
	p.t.Helper()
	game = eval[string](p, `location.pathname`)
	if n := eval[int](p, fmt.Sprintf(playsToTheEnd, game, picks)); n != 1 {
		p.t.Fatalf("the game has no question at its end: %d", n)
	}
	p.open(game)
	return game
}

// reviewed opens the review and waits until every move has been looked at.
func (p *person) reviewed(game string) {
	p.t.Helper()
	p.open(game + "/review")
	p.until("every move has been looked at", `document.querySelector(".story") && !document.getElementById("progress")`)
}

var opensOnly = regexp.MustCompile(`^/games/[a-z2-7]{26}$`)

// TestLookingBackByMouse plays a game, compares, looks back, and tries again
// from a turning point.
func TestLookingBackByMouse(t *testing.T) {
	at := start(t, "")
	p := at.sit("/play", language("en"))
	p.plays("rules=capture", "against=easy", "starts=me")
	if p.has("#review") {
		t.Error("a game that goes on can be looked back at")
	}
	game := p.finishes("[0, 1, 0, 2]")
	if p.has("#review") {
		t.Error("before the kalahs are compared the game can be looked back at")
	}
	if p.open(game + "/review"); eval[string](p, "location.pathname") != game {
		t.Error("the review shows before the kalahs are compared")
	}
	p.click("#compare button[value=skip]")
	p.until("the result is told", `document.getElementById("result")`)
	p.follow("#review")
	p.until("every move has been looked at", `document.querySelector(".story") && !document.getElementById("progress")`)
	turns := eval[int](p, `document.querySelectorAll(".turn").length`)
	if flags := eval[int](p, `document.querySelectorAll("a.flag").length`); flags != turns || turns < 1 || turns > 3 {
		t.Fatalf("%d flags, %d turning points", flags, turns)
	}
	p.click(".flag circle")
	p.until("the flag leads to its move", `location.hash === "#turn-1" && document.querySelector(".turn:target")`)
	if e := p.text(".turn .say"); !strings.Contains(e, "difference") {
		t.Errorf("the turning point says %q", e)
	}
	p.click("#every summary")
	moves := eval[int](p, `document.querySelectorAll("#every li").length`)
	if marks := eval[int](p, `document.querySelectorAll(".moment").length`); marks != moves+1 {
		t.Errorf("%d marks for %d moves", marks, moves)
	}
	number := strings.Fields(p.text(".turn h3"))
	before := eval[string](p, `[...document.querySelectorAll("#turn-1 .cup")].map((c) => c.dataset.place + c.dataset.n).sort().join(" ")`)
	p.follow(`#every li:nth-child(` + number[len(number)-1] + `) a`)
	if e := p.text("#weighed"); !strings.Contains(e, "fewer than with house") && !strings.Contains(e, "Gave nothing away") {
		t.Errorf("the move says %q", e)
	}
	p.reviewed(game)
	p.follow(".turn .retry")
	if path := eval[string](p, "location.pathname"); !opensOnly.MatchString(path) || path == game {
		t.Fatalf("trying again leads to %s", path)
	}
	if p.version() == "0" {
		if now := eval[string](p, `[...document.querySelectorAll("#board .cup")].map((c) => c.dataset.place + c.dataset.n).sort().join(" ")`); now != before {
			t.Errorf("the new game begins with %s, want %s", now, before)
		}
	}
	if !p.has("#board button.cup, form.asked") {
		t.Error("nothing can be played in the new game")
	}
}

// TestLookingBackByKeyboard reaches a flag, its move and a new game with Tab
// and Enter.
func TestLookingBackByKeyboard(t *testing.T) {
	at := start(t, "")
	p := at.sit("/play", language("pt-BR"), feature("prefers-reduced-motion", "reduce"))
	p.plays("rules=capture", "against=easy", "starts=me")
	game := p.finishes("[0, 1, 0, 2]")
	p.click("#compare button[value=skip]")
	p.until("the result is told", `document.getElementById("result")`)
	p.reviewed(game)
	tabTo := func(selector string) {
		t.Helper()
		for i := 0; !eval[bool](p, `document.activeElement.matches(`+quoted(selector)+`)`); i++ {
			if p.press("Tab"); i > 60 {
				t.Fatalf("Tab does not reach %s", selector)
			}
		}
	}
	tabTo("a.flag")
	p.press("Enter")
	p.until("the flag leads to its move", `location.hash === "#turn-1"`)
	tabTo(".turn .retry")
	eval[bool](p, "window.before = true")
	p.press("Enter")
	p.until("a new game is there", `!window.before && document.readyState === "complete" && document.getElementById("game")`)
	if path := eval[string](p, "location.pathname"); !opensOnly.MatchString(path) || path == game {
		t.Errorf("trying again leads to %s", path)
	}
}

// TestLookingBackWithoutScripts: a link asks how far it is, and forms and
// links do the rest.
func TestLookingBackWithoutScripts(t *testing.T) {
	at := start(t, "")
	p := at.sit("/play", language("sq"), noScript)
	game := p.plays("rules=sowing", "against=easy", "starts=me")
	p.follow("#giveup")
	p.follow("form.ask button.main")
	p.open(game + "/review")
	if eval[string](p, "location.pathname") != game {
		t.Error("a game without a move is looked back at")
	}
	p.plays("rules=sowing", "against=easy", "starts=me")
	game = p.finishes("[0, 1, 0, 2]")
	p.follow("#compare button[value=skip]")
	p.follow("#review")
	for i := 0; p.has("#progress"); i++ {
		if i > 100 {
			t.Fatalf("it is never done: %s", p.text("#progress"))
		}
		p.follow("#refresh")
	}
	if !p.has(".story .moment") {
		t.Fatal("nothing is drawn")
	}
	p.follow(".turn .tools a, .title .tools a")
	p.open(game + "/moves/1")
	p.follow(".retry")
	if path := eval[string](p, "location.pathname"); !opensOnly.MatchString(path) || path == game {
		t.Errorf("trying again leads to %s", path)
	}
}

// TestReviewShots takes pictures of looking back, when asked (-shots FOLDER).
func TestReviewShots(t *testing.T) {
	if *shots == "" {
		return
	}
	at := start(t, "")
	sizes := []struct {
		name          string
		width, height int64
	}{{"lab", 1366, 768}, {"phone", 390, 844}, {"small", 320, 640}, {"projector", 1920, 1080}}
	for i, size1 := range sizes {
		for _, scheme := range []string{"light", "dark"} {
			p := at.sit("/play", size(size1.width, size1.height), language([]string{"pt-BR", "en", "sq"}[i%3]), feature("prefers-color-scheme", scheme))
			rules := []string{"capture", "sowing", "standard-3", "capture"}[i]
			p.plays("rules="+rules, "against=easy", "starts=me")
			game := p.finishes("[0, 1, 0, 2]")
			take := func(name string) { p.shot(filepath.Join(*shots, size1.name+"-"+scheme+"-"+name+".png"), true) }
			p.click("#compare button[value=skip]")
			p.until("the result is told", `document.getElementById("result")`)
			take("end")
			p.follow("#review")
			take("begun")
			p.reviewed(game)
			take("review")
			eval[bool](p, `(document.querySelector(".story").scrollIntoView(), true)`)
			p.shot(filepath.Join(*shots, size1.name+"-"+scheme+"-drawing.png"), false)
			p.click("#every summary")
			take("list")
			p.open(game + "/moves/3")
			take("move")
		}
	}
}
