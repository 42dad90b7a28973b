package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// questioned plays against the bot until it is asked what is wanted: "/moves" a
// prediction, "/claim" a claim. make plays the n-th move and does not wait.
func (p *person) questioned(wanted string, move func(n int)) {
	p.t.Helper()
	for range 30 {
		p.plays("rules=sowing", "against=easy", "starts=me")
		eval[bool](p, "("+fast+", true)")
		for n := 0; p.has("#board button.cup") && n < 12; n++ {
			v := p.version()
			move(n)
			p.until("the move is done, or a question stands there", fmt.Sprintf(`!document.body.classList.contains("sowing") && (document.getElementById("game").dataset.version !== %q || document.querySelector("form.asked"))`, v))
			time.Sleep(100 * time.Millisecond) // nobody is as fast as this: the page settles
			if p.has(`form.asked[action$="` + wanted + `"]`) {
				return
			}
			p.rest(v)
		}
	}
	p.t.Fatalf("nothing of %s is asked in 30 games", wanted)
}

// digit plays the n-th open house by its digit.
func (p *person) digit(n int) {
	p.t.Helper()
	p.press(eval[string](p, fmt.Sprintf(`(() => { const all = [...document.querySelectorAll("#board button.cup")]; return all[%d %% all.length].value; })()`, n)))
}

// Both questions by keyboard alone, with the page's scripts.
func TestQuestionsInAGameByKeyboard(t *testing.T) {
	at := start(t, "")
	p := at.sit("/play", language("en"), feature("prefers-reduced-motion", "reduce"))
	p.questioned("/moves", p.digit)
	v, board := p.version(), p.seeds()
	p.until("the focus is on the question", `document.activeElement.id === "question"`)
	start := eval[string](p, `document.querySelector("form.asked").dataset.ask`)
	p.press("Tab")
	p.until("then on the house that is sown", `document.activeElement.dataset.place === `+quoted(start))
	if n := eval[int](p, `document.querySelectorAll('#board button.cup[tabindex="0"]').length`); n != 1 {
		t.Errorf("%d tab stops among the places, want one", n)
	}
	p.press("2") // no place is called so
	p.press("ArrowRight")
	time.Sleep(600 * time.Millisecond)
	if p.version() != v || p.seeds() != board {
		t.Error("something was sown before the answer")
	}
	p.press("Enter")
	p.until("the move is made", fmt.Sprintf(`document.getElementById("game").dataset.version !== %q && document.getElementById("told").textContent !== ""`, v))

	p.questioned("/claim", p.digit)
	v, board = p.version(), p.seeds()
	p.until("the focus is on the question", `document.activeElement.id === "question"`)
	time.Sleep(600 * time.Millisecond)
	p.press("1")
	p.until("the sowing is shown", `document.getElementById("told").textContent !== "" && !document.querySelector("form.asked")`)
	if p.version() != v || p.seeds() == board {
		t.Errorf("after the answer: version %s, %s", p.version(), p.seeds())
	}
	p.until("the focus is by the houses", `document.activeElement.matches("button.cup, #question")`)
	eval[bool](p, "window.before = true")
	p.digit(0)
	p.rest(v) // the game goes on
	if !eval[bool](p, "window.before === true") {
		t.Error("the move after the answer has loaded the page anew")
	}
	if says := p.text("#notice"); says != "" {
		t.Errorf("the move after the answer: %s", says)
	}
}

// A double click on a house is one move and no answer.
func TestADoubleClickAnswersNothing(t *testing.T) {
	at := start(t, "")
	p := at.sit("/play", language("en"))
	p.questioned("/moves", func(n int) {
		xy := eval[[]float64](p, fmt.Sprintf(`(() => { const all = [...document.querySelectorAll("#board button.cup")], e = all[%d %% all.length]; e.scrollIntoView({block: "center"}); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`, n))
		p.do(chromedp.MouseClickXY(xy[0], xy[1], chromedp.ClickCount(1)), chromedp.MouseClickXY(xy[0], xy[1], chromedp.ClickCount(2)))
	})
	v := p.version()
	time.Sleep(400 * time.Millisecond)
	if p.version() != v || !p.has(`form.asked[action$="/moves"]`) {
		t.Error("a double click has answered the question")
	}
}

// Both questions without scripts.
func TestQuestionsInAGameWithoutScripts(t *testing.T) {
	at := start(t, "")
	p := at.sit("/", language("pt-BR"), noScript)
	seen := map[string]bool{}
	for range 30 {
		p.plays("rules=sowing", "against=easy", "starts=me")
		for n := 0; p.has("#board button.cup") && n < 12 && len(seen) < 2; n++ {
			p.follow("#board button.cup")
			for p.has("form.asked") {
				action := eval[string](p, `document.querySelector("form.asked").getAttribute("action")`)
				kind := action[strings.LastIndex(action, "/"):]
				seen[kind] = true
				answer := `#board button.cup[value="n1"]`
				if kind == "/claim" {
					answer = `.referee button[value="right"]`
				}
				p.follow(answer)
				if p.text("#told") == "" {
					t.Errorf("%s: nothing is said to the answer", kind)
				}
			}
		}
		if len(seen) == 2 {
			return
		}
	}
	t.Errorf("in 30 games only %v", seen)
}
