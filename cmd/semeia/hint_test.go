package main

import (
	"path/filepath"
	"testing"
)

// taught goes through the three steps of the help; next asks for one, and does
// not wait. The house that is marked at the end comes back.
func (p *person) taught(next func()) (house string) {
	p.t.Helper()
	for _, step := range []string{"1", "2", "3"} {
		next()
		p.until("step "+step+" of the help", `document.getElementById("hint-`+step+`")`)
		if marked := p.has("#board .pointed .point"); marked != (step > "1") {
			p.t.Errorf("step %s: a house is marked: %v", step, marked)
		}
	}
	if p.has("#teach") {
		p.t.Error("after the third step there is another")
	}
	return eval[string](p, `document.querySelector("#board .pointed").value`)
}

// gone checks that the help went with the move, and can be asked for again.
func (p *person) gone() {
	p.t.Helper()
	if p.has("#hint-1") || p.has(".pointed") {
		p.t.Error("the help is still there after the move")
	}
	if !p.has("#teach") {
		p.t.Error("help cannot be asked for again")
	}
}

func TestHelpInAGameByMouse(t *testing.T) {
	at := start(t, "")
	p := at.sit("/play", language("pt-BR"), feature("prefers-reduced-motion", "reduce"))
	p.plays("rules=extra", "against=neighbour", "starts=me")
	axe := axeScript(t)
	house := p.taught(func() { p.click("#teach") })
	eval[bool](p, "(() => {"+axe+"; return true; })()")
	if found := eval[string](p, `axe.run({resultTypes: ["violations"]}).then((r) => r.violations.map((v) => v.id + " at " + v.nodes.map((n) => n.target.join(" ")).join(", ")).join("; "))`); found != "" {
		t.Errorf("axe: %s", found)
	}
	v := p.version()
	p.click(`#board button[value="` + house + `"]`)
	p.rest(v)
	p.gone()
	// What was asked for stays where the page is loaded anew.
	p.click("#teach")
	p.until("where to look", `document.getElementById("hint-1")`)
	said := p.text("#hint")
	p.open(p.path())
	if p.text("#hint") != said {
		t.Errorf("%q, and before %q", p.text("#hint"), said)
	}
}

// By keyboard alone: the focus stays on the button, then goes to what is said,
// and the next Tab of the board is one stop.
func TestHelpInAGameByKeyboard(t *testing.T) {
	at := start(t, "")
	p := at.sit("/play", language("en"), feature("prefers-reduced-motion", "reduce"))
	p.plays("rules=capture", "against=neighbour", "starts=me")
	house := p.taught(func() {
		p.tabs("#teach")
		p.press("Enter")
	})
	p.until("the focus is on what is said", `document.activeElement.id === "hint"`)
	v := p.version()
	p.press(house)
	p.rest(v)
	p.gone()
}

func TestHelpInAGameWithoutScripts(t *testing.T) {
	at := start(t, "")
	p := at.sit("/", language("sq"), noScript)
	p.plays("rules=seventeen", "against=neighbour", "starts=me")
	house := p.taught(func() { p.follow("#teach") })
	p.follow(`#board button[value="` + house + `"]`)
	p.gone()
}

// TestHintShots takes pictures of the help, when asked:
//
//	go test ./cmd/semeia -run TestHintShots -shots FOLDER
func TestHintShots(t *testing.T) {
	if *shots == "" {
		return
	}
	at := start(t, "")
	for _, s := range []struct {
		name          string
		width, height int64
		lang, scheme  string
	}{{"lab", 1366, 768, "pt-BR", "light"}, {"phone", 390, 844, "sq", "light"}, {"small", 320, 640, "en", "light"}, {"dark", 1366, 768, "en", "dark"}} {
		p := at.sit("/play", size(s.width, s.height), language(s.lang), feature("prefers-color-scheme", s.scheme), feature("prefers-reduced-motion", "reduce"))
		for _, rules := range []string{"extra", "standard"} {
			p.plays("rules="+rules, "against=neighbour", "starts=me")
			v := p.version()
			p.click(`#board button[value="2"]`)
			p.rest(v)
			p.shot(filepath.Join(*shots, "hint-"+s.name+"-"+rules+"-0.png"), true)
			p.taught(func() { p.click("#teach") })
			p.shot(filepath.Join(*shots, "hint-"+s.name+"-"+rules+"-3.png"), true)
			if wide := eval[int](p, "document.documentElement.scrollWidth"); wide > int(s.width) {
				t.Errorf("%s: %d wide", s.name, wide)
			}
		}
	}
}
