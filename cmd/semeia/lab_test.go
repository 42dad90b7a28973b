package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// worthsThere: what the page's script fetched has come.
const worthsThere = `document.querySelector("#board .worth") && !document.querySelector("#bench[hx-get]")`

const labBoard = "board=%3C5%2C10%2C12%2C1%2C1%2C1%2C1%2C1%2C1%2C1%2C1%2C1%2C1%3E"

// TestTheLaboratoryByMouse plays houses, goes back by the browser and by the link,
// lays another rule set beside and sets a position up.
func TestTheLaboratoryByMouse(t *testing.T) {
	at := start(t, "")
	p := at.sit("/", language("en"))
	p.follow(`a[href="/lab"]`)
	p.until("the margins are there", worthsThere)
	first := p.here()
	p.follow(`#board button.cup[value="3"]`)
	if got := p.here(); got != "/lab?rules=capture&played=3" {
		t.Fatalf("the move leads to %s", got)
	}
	p.follow(`#board button.cup[value="2"]`)
	p.follow("#back")
	if got := p.here(); got != "/lab?rules=capture&played=3" {
		t.Errorf("one back is %s", got)
	}
	eval[bool](p, "(history.go(-3), true)")
	p.until("the browser's Back leads to the first board", `location.pathname + location.search === `+quoted(first)+` && document.readyState === "complete"`)
	if got := p.seeds(); got != "<5,0,0,3,3,4,3,3,3,3,4,3,3>" {
		t.Errorf("there the board is %s", got)
	}
	eval[bool](p, `(document.querySelector("select[name=other]").value = "sowing", true)`)
	p.follow("#choose")
	p.until("both margins stand over each house", worthsThere+` && document.querySelectorAll('#board [data-place="s1"] .worth').length === 2`)
	if n := eval[int](p, `document.querySelectorAll(".compared tbody tr").length`); n != 5 {
		t.Errorf("%d houses are compared", n)
	}
	p.follow(`#board button.cup[value="5"]`)
	p.click("#setup summary")
	eval[bool](p, `(document.querySelector("#setup input[name=s1]").value = "9", true)`)
	p.follow("#set")
	if said := p.text("#setup .notice"); !strings.Contains(said, "too many") || eval[string](p, `document.querySelector("#setup input[name=s1]").value`) != "9" {
		t.Errorf("a wrong position: %q", said)
	}
	// What is hidden stays hidden until it is asked for.
	p.follow("#shown")
	if p.has("#board .worth") {
		t.Error("the margins are not hidden")
	}
	p.follow("#shown")
	p.until("the margins are back", worthsThere)
}

// TestTheLaboratoryByKeyboard uses Tab, arrows, Enter and digits only.
func TestTheLaboratoryByKeyboard(t *testing.T) {
	at := start(t, "")
	p := at.sit("/lab?rules=capture&"+labBoard, language("sq"))
	p.until("the margins are there", worthsThere)
	for i := 0; !eval[bool](p, `document.activeElement.matches("button.cup")`); i++ {
		if p.press("Tab"); i > 30 {
			t.Fatal("Tab does not reach a house")
		}
	}
	if n := eval[int](p, `document.querySelectorAll('#board button.cup[tabindex="0"]').length`); n != 1 {
		t.Errorf("%d tab stops among the houses", n)
	}
	p.press("ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home", "ArrowRight")
	if place := eval[string](p, `document.activeElement.dataset.place`); place != "s2" {
		t.Errorf("the arrows lead to %s", place)
	}
	turns := func(key, played string) {
		t.Helper()
		eval[bool](p, "window.before = true")
		p.press(key)
		p.until(key+" plays", `!window.before && document.readyState === "complete" && location.search.endsWith("played=`+played+`")`)
	}
	turns("Enter", "2")
	turns("4", "2-4")
	p.press("6") // no house of this board
	p.click("#setup summary")
	p.click("#setup input[name=s1]")
	p.press("3")
	if got := p.here(); !strings.HasSuffix(got, "played=2-4") {
		t.Errorf("a digit in a field played a house: %s", got)
	}
}

// TestTheLaboratoryWithoutScripts waits for the margins itself.
func TestTheLaboratoryWithoutScripts(t *testing.T) {
	at := start(t, "")
	p := at.sit("/lab?rules=standard-6", language("pt-BR"), noScript)
	p.until("the page has waited", `location.search.includes("wait=on") && document.querySelector("#board .worth.about")`)
	if !p.has("#longer") {
		t.Error("it does not offer to look longer")
	}
	p.open("/lab?rules=capture&other=sowing&" + labBoard)
	p.follow(`#board button.cup[value="5"]`)
	if !p.has("#board .count") || !strings.Contains(p.here(), "played=5") {
		t.Errorf("no trail, at %s", p.here())
	}
	p.follow("#turned")
	p.follow("#exchanged")
	if got := p.here(); !strings.HasPrefix(got, "/lab?rules=sowing&other=capture&board=") {
		t.Errorf("the other way round is %s", got)
	}
}

// TestTheLaboratoryOnTheProjector: by the keys of a presenter, nothing shown
// before it is asked for, nothing to scroll.
func TestTheLaboratoryOnTheProjector(t *testing.T) {
	r := newPracticeRoom(t, "en", "Rui")
	p := r.sit("/sign-in", language("en"))
	p.signIn("ana", practicePassword)
	p.follow(`a[href="/lab"]`)
	p.follow("#big")
	const screen = "/lab?rules=capture&view=screen"
	if got := p.here(); got != screen || p.has("#board .worth") {
		t.Fatalf("the projector is at %s and shows margins: %v", got, p.has("#board .worth"))
	}
	p.turns("ArrowRight", screen+"&show=on")
	p.until("the margins are there", worthsThere)
	p.turns("3", "/lab?rules=capture&played=3&view=screen")
	p.turns("2", "/lab?rules=capture&played=3-2&view=screen")
	p.turns("PageUp", "/lab?rules=capture&played=3&view=screen")
	p.turns("Home", screen)
	p.press("?")
	if !eval[bool](p, `document.getElementById("keys").open`) {
		t.Error("? does not show the keys")
	}
	p.press("Escape")
	p.turns("PageDown", screen+"&show=on")
	eval[bool](p, "window.before = true")
	p.press("Escape")
	p.until("Escape leads out", `!window.before && location.search === "?rules=capture"`)

	for _, s := range [][2]int64{{1366, 768}, {1920, 1080}} {
		size(s[0], s[1])(p)
		for _, rules := range []string{"rules=capture", "rules=capture&other=sowing", "rules=standard&played=3-6", "rules=standard&other=empty-capture&played=3-6", "rules=pie", "rules=seventeen&other=capture&played=5"} {
			for _, show := range []string{"", "&show=on"} {
				p.open("/lab?" + rules + "&view=screen" + show)
				if show != "" {
					p.until("the margins are there", worthsThere)
				}
				found := eval[struct {
					Bad   string
					House float64
				}](p, fits)
				if found.Bad != "" || found.House < 90 {
					t.Errorf("%d by %d, %s%s: %s, a house is %.0f wide", s[0], s[1], rules, show, found.Bad, found.House)
				}
			}
		}
	}
}

// TestTheLaboratoryIsAccessible: axe, and 320 pixels are enough.
func TestTheLaboratoryIsAccessible(t *testing.T) {
	axe := axeScript(t)
	r := newPracticeRoom(t, "en", "Rui")
	for i, lang := range []string{"en", "pt-BR", "sq"} {
		for _, scheme := range []string{"light", "dark"} {
			p := r.sit("/sign-in", language(lang), feature("prefers-color-scheme", scheme))
			p.signIn("ana", practicePassword)
			width := []int64{1366, 390, 320}[i]
			for _, path := range []string{
				"/lab?rules=capture&" + labBoard, "/lab?rules=capture&other=sowing&played=5", "/lab?rules=standard-6", "/lab?rules=capture&show=off",
				"/lab?rules=capture&do=set&s0=1", "/lab?rules=capture&view=screen", "/lab?rules=capture&other=sowing&view=screen&show=on",
			} {
				size(width, 800)(p)
				if strings.Contains(path, "screen") {
					size(1366, 768)(p)
				}
				p.open(path)
				if !strings.Contains(path, "screen") || strings.Contains(path, "show=on") {
					p.until("nothing is fetched any more", `!document.querySelector("#bench[hx-get]")`)
				}
				eval[bool](p, "(() => {"+axe+"; return true; })()")
				if found := eval[string](p, `axe.run({resultTypes: ["violations"]}).then((r) => r.violations.map((v) => v.id + " at " + v.nodes.map((n) => n.target.join(" ") + " " + (n.any[0]?.message ?? "")).slice(0, 3).join(", ")).join("; "))`); found != "" {
					t.Errorf("%s %s %s: %s", lang, scheme, path, found)
				}
				if over := eval[float64](p, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
					t.Errorf("%s %d px: %s is %.0f px too wide", lang, width, path, over)
				}
				if text := p.text("body"); strings.Contains(text, "⟦") {
					t.Errorf("%s %s: a message is missing", lang, path)
				}
			}
		}
	}
}

// TestLabShots takes pictures of the laboratory, when asked:
//
//	go test ./cmd/semeia -run TestLabShots -shots FOLDER
func TestLabShots(t *testing.T) {
	if *shots == "" {
		return
	}
	r := newPracticeRoom(t, "pt", "Rui")
	for _, s := range []struct {
		name          string
		width, height int64
		lang, scheme  string
	}{{"lab", 1366, 768, "pt-BR", "light"}, {"dark", 1366, 768, "sq", "dark"}, {"phone", 390, 844, "en", "light"}, {"small", 320, 640, "sq", "light"}, {"projector", 1920, 1080, "pt-BR", "dark"}} {
		p := r.sit("/sign-in", language(s.lang), feature("prefers-color-scheme", s.scheme))
		p.signIn("ana", practicePassword)
		size(s.width, s.height)(p)
		for i, path := range []string{
			"/lab?rules=capture&played=3", "/lab?rules=standard&other=empty-capture&board=%3C6%2C18%2C18%2C1%2C0%2C3%2C0%2C0%2C2%2C0%2C4%2C0%2C1%2C0%2C1%3E&played=1",
			"/lab?rules=standard", "/lab?rules=capture&show=off", "/lab?rules=capture&do=set&s0=1&n0=2&s1=3",
			"/lab?rules=capture&view=screen", "/lab?rules=capture&view=screen&show=on&played=3", "/lab?rules=standard&other=empty-capture&view=screen&show=on&board=%3C6%2C18%2C18%2C1%2C0%2C3%2C0%2C0%2C2%2C0%2C4%2C0%2C1%2C0%2C1%3E",
		} {
			p.open(path)
			p.until("nothing is fetched any more", `!document.querySelector("#bench[hx-get]")`)
			p.shot(filepath.Join(*shots, fmt.Sprintf("lab-%s-%d.png", s.name, i+1)), s.width < 1000 || i < 5)
		}
	}
}
