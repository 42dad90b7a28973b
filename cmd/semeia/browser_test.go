package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"semeia/static"
)

// questionThere: a game asks something, and nothing is being sown any more.
const questionThere = `!document.body.classList.contains("sowing") && !!document.querySelector("form.asked")`

// rest waits until a move has been shown and a house can be chosen or the
// game is over.
func (p *person) rest(after string) {
	p.t.Helper()
	done := fmt.Sprintf(`!document.body.classList.contains("sowing") && document.getElementById("game").dataset.version !== %q`, after)
	for {
		p.until("the move is done, or a question stands there", `(`+done+`) || `+questionThere)
		if !p.unsure() {
			return
		}
	}
}

// unsure says "I don't know yet" where a game against the bot asks something,
// when the page has rested for a moment, and reports whether it did.
func (p *person) unsure() bool {
	p.t.Helper()
	if !eval[bool](p, questionThere) {
		return false
	}
	time.Sleep(600 * time.Millisecond)
	p.click("#unsure")
	p.until("the question is gone", `!document.querySelector("form.asked") || document.body.classList.contains("sowing")`)
	return true
}

func (p *person) version() string {
	p.t.Helper()
	return eval[string](p, `document.getElementById("game").dataset.version`)
}

// seeds reads the board off the page in the notation.
func (p *person) seeds() string {
	p.t.Helper()
	return eval[string](p, `(() => {
		const n = (place) => document.querySelector('#board [data-place="' + place + '"]').dataset.n;
		const m = document.querySelectorAll("#board .row.near .cup").length, all = [m, n("s*"), n("n*")];
		for (const side of "sn") for (let h = 1; h <= m; h++) all.push(n(side + h));
		return "<" + all.join(",") + ">"; })()`)
}

const fast = "document.getElementById('speed').value = 'none', document.getElementById('speed').dispatchEvent(new Event('change', {bubbles: true}))"

// TestAWholeGameByMouse plays against the bot on the school board, sees the
// seeds fall once, and answers who has more at the end.
func TestAWholeGameByMouse(t *testing.T) {
	at := start(t, "")
	p := at.sit("/", language("pt-BR"))
	p.follow(`a[href="/play"].main`)
	p.plays("rules=capture", "against=easy", "starts=me")
	p.click(`button.cup[value="2"]`)
	p.until("the move begins, or a question stands there", `document.querySelector(".sower, form.asked")`)
	p.unsure()
	p.until("seeds fall one by one", `document.querySelector(".sower span")?.textContent === "1"`)
	p.until("the count stands by the places", `document.querySelector('[data-place="s3"] .count')?.dataset.count === "1"`)
	p.rest("0")
	if e := eval[string](p, `document.activeElement.dataset.place ?? document.activeElement.id`); !strings.HasPrefix(e, "s") {
		t.Errorf("the focus is on %q, not near the house that was played", e)
	}
	eval[bool](p, "("+fast+", true)")
	for !p.has("#compare") {
		v := p.version()
		p.click("#board button.cup")
		p.rest(v)
	}
	p.until("the question has the focus", `document.activeElement.id === "question"`)
	mine, theirs := eval[int](p, `+document.querySelector('#board [data-place="s*"]').dataset.n`), eval[int](p, `+document.querySelector('#board [data-place="n*"]').dataset.n`)
	sign := "eq"
	if mine < theirs {
		sign = "lt"
	} else if mine > theirs {
		sign = "gt"
	}
	if p.has("#result") {
		t.Error("the result stands there before the question is answered")
	}
	p.click(`.sign input[value="` + sign + `"]`)
	p.click(`input[name=more]`)
	p.until("the field has the focus", `document.activeElement.name === "more"`)
	more := fmt.Sprint(max(mine-theirs, theirs-mine))
	p.press(strings.Split(more, "")...)
	if got := eval[string](p, `document.activeElement.value`); got != more {
		t.Errorf("typed %q, the field has %q", more, got)
	}
	p.click(`#compare button.main`)
	p.until("the result is told", `document.getElementById("result")`)
	if sign == "gt" && !strings.Contains(p.text("#result"), "Você ganhou!") {
		t.Errorf("the result says %q", p.text("#result"))
	}
	p.follow("#rematch")
	if v := p.version(); v == "0" {
		t.Error("in the rematch the bot starts, and has not moved")
	}
}

// TestAWholeGameByKeyboard uses Tab, arrows, Enter and digits only.
func TestAWholeGameByKeyboard(t *testing.T) {
	at := start(t, "")
	p := at.sit("/play?rules=extra", language("sq"), feature("prefers-reduced-motion", "reduce"))
	for i := 0; eval[string](p, `document.activeElement.id`) != "open"; i++ {
		if p.press("Tab"); i > 40 {
			t.Fatal("Tab does not reach the button that opens the game")
		}
	}
	eval[bool](p, "window.before = true")
	p.press("Enter")
	p.until("the board is there", `!window.before && document.readyState === "complete" && document.querySelector("#board button.cup")`)
	for i := 0; !eval[bool](p, `document.activeElement.matches("button.cup")`); i++ {
		if p.press("Tab"); i > 20 {
			t.Fatal("Tab does not reach a house")
		}
	}
	stops := eval[int](p, `document.querySelectorAll('#board button.cup[tabindex="0"]').length`)
	if stops != 1 {
		t.Errorf("%d tab stops among the houses, want one", stops)
	}
	first := eval[string](p, `document.activeElement.dataset.place`)
	p.press("ArrowRight")
	if second := eval[string](p, `document.activeElement.dataset.place`); second <= first {
		t.Errorf("the arrow leads from %s to %s", first, second)
	}
	p.press("ArrowLeft")
	v := p.version()
	p.press("Enter")
	p.rest(v)
	// A digit of a house that cannot be chosen: the server says why.
	if empty := eval[string](p, `document.querySelector("#board .row.near .cup.empty")?.dataset.place ?? ""`); empty != "" {
		v = p.version()
		p.press(empty[1:])
		p.until("a sentence says why not", `document.getElementById("notice").textContent.includes("bosh")`)
		if p.version() != v {
			t.Error("an empty house was played")
		}
	}
	p.press("?")
	p.until("the help opens", `document.getElementById("help").open`)
	for i := 0; !p.has("#compare"); i++ {
		v := p.version()
		p.press(eval[string](p, fmt.Sprintf(`(() => { const all = [...document.querySelectorAll("#board button.cup")]; return all[%d %% all.length].value; })()`, i)))
		p.rest(v)
	}
	p.until("the focus is on the question", `document.activeElement.id === "question"`)
	for i := 0; eval[string](p, `document.activeElement.value ?? ""`) != "skip"; i++ {
		if p.press("Tab"); i > 20 {
			t.Fatal("Tab does not reach the button that shows the result")
		}
	}
	p.press("Enter")
	p.until("the result is told", `document.getElementById("result")`)
}

// TestAWholeGameWithoutScripts plays with the page's scripts off.
func TestAWholeGameWithoutScripts(t *testing.T) {
	at := start(t, "")
	p := at.sit("/", language("en"), noScript)
	p.plays("rules=seventeen", "against=easy", "starts=me")
	p.follow("#numbers")
	if p.has(".board.numerals") {
		t.Error("the numbers are still there")
	}
	for p.has("#board button.cup, #unsure") {
		if p.has("#unsure") {
			p.follow("#unsure")
		} else {
			p.follow("#board button.cup")
		}
	}
	p.follow(`#compare button[value=skip]`)
	if !p.has("#result") {
		t.Error("no result")
	}
	p.follow(".moves li a")
	if !p.has(`#board [data-place]`) || p.has("#board button") {
		t.Error("looking back at a move shows no board, or one to play on")
	}
}

func TestReducedMotionShowsTheTrailAtOnce(t *testing.T) {
	at := start(t, "")
	p := at.sit("/play", feature("prefers-reduced-motion", "reduce"))
	p.plays("rules=sowing", "against=neighbour", "starts=me")
	eval[bool](p, `(window.moved = false, new MutationObserver(() => { if (document.querySelector(".sower")) window.moved = true; }).observe(document.body, {childList: true, subtree: true}), true)`)
	p.click(`button.cup[value="3"]`)
	p.rest("0")
	if eval[bool](p, "window.moved") {
		t.Error("a hand moved")
	}
	if got := eval[string](p, `["s4", "s5", "s*", "n1"].map((c) => document.querySelector('[data-place="' + c + '"] .count')?.dataset.count).join(" ")`); got != "1 2 3 4" {
		t.Errorf("the trail is %q", got)
	}
}

func TestSteppingAndSkipping(t *testing.T) {
	at := start(t, "")
	p := at.sit("/play")
	p.plays("rules=sowing", "against=neighbour", "starts=me")
	eval[bool](p, `(document.getElementById("speed").value = "step", document.getElementById("speed").dispatchEvent(new Event("change", {bubbles: true})), true)`)
	p.click(`button.cup[value="1"]`)
	for _, place := range []string{"s2", "s3"} {
		p.until("a seed has fallen into "+place, `document.querySelector('[data-place="`+place+`"] .count')`)
		time.Sleep(150 * time.Millisecond)
		p.click("#next")
	}
	p.click("#skip")
	p.rest("0")
	if got := p.seeds(); got != "<5,0,0,0,4,5,4,3,3,3,4,3,3>" {
		t.Errorf("the board is %s", got)
	}
}

func TestTheLanguageIsSwitchedInMidGame(t *testing.T) {
	at := start(t, "")
	p := at.sit("/play", language("pt-BR"))
	path := p.plays("rules=extra", "against=neighbour", "starts=me")
	eval[bool](p, "("+fast+", true)")
	p.click(`button.cup[value="3"]`)
	p.rest("0")
	for _, c := range []struct{ code, tag, says string }{
		{"sq", "sq", "Tani luan Bleta."}, {"en", "en", "Now Bee plays."}, {"pt", "pt-BR", "Agora joga Abelha."},
	} {
		p.follow(`.langs button[value="` + c.code + `"]`)
		if got := eval[string](p, `location.pathname + " " + document.documentElement.lang`); got != path+" "+c.tag {
			t.Errorf("%s: at %s", c.code, got)
		}
		if !strings.Contains(p.text("#say"), c.says) || p.version() != "1" {
			t.Errorf("%s: %q at version %s", c.code, p.text("#say"), p.version())
		}
	}
}

// A26: two tabs and a double click, the Back button.
func TestA26TwoTabsDoubleClickAndBack(t *testing.T) {
	at := start(t, "")
	p := at.sit("/play")
	path := p.plays("rules=standard", "against=neighbour", "starts=me")
	eval[bool](p, "("+fast+", true)")
	xy := eval[[]float64](p, `(() => { const r = document.querySelector('button.cup[value="3"]').getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`)
	p.do(chromedp.MouseClickXY(xy[0], xy[1], chromedp.ClickCount(1)), chromedp.MouseClickXY(xy[0], xy[1], chromedp.ClickCount(2)))
	p.rest("0")
	if p.version() != "1" {
		t.Errorf("a double click made version %s", p.version())
	}
	time.Sleep(200 * time.Millisecond)
	if says := p.text("#notice"); says != "" {
		t.Errorf("after a double click the page says %q", says)
	}
	ctx, cancel := chromedp.NewContext(p.ctx)
	defer cancel()
	q := &person{t: t, at: at, ctx: ctx}
	q.open(path)
	q.click(`button.cup[value="6"]`)
	q.until("the move is shown in the second tab", `document.getElementById("game").dataset.version === "2" && !document.body.classList.contains("sowing")`)
	p.click(`button.cup[value="1"]`)
	p.until("the first tab learns that the game has gone on", `document.getElementById("notice").textContent.trim() !== ""`)
	if p.version() != "2" || p.seeds() != q.seeds() {
		t.Errorf("version %s, %s in one tab and %s in the other", p.version(), p.seeds(), q.seeds())
	}
	p.follow(`.facts a`)
	p.do(chromedp.NavigateBack())
	p.until("the board of now is there", `document.getElementById("game")?.dataset.version === "2" && document.readyState === "complete"`)
}

func TestTheGameIsThereAfterARestart(t *testing.T) {
	db := filepath.Join(t.TempDir(), "semeia.db")
	at := start(t, db)
	p := at.sit("/play")
	path := p.plays("rules=standard", "against=neighbour", "starts=me")
	eval[bool](p, "("+fast+", true)")
	p.click(`button.cup[value="3"]`)
	p.rest("0")
	before := p.seeds()
	addr := strings.TrimPrefix(at.url, "http://")
	if code, out, errs := at.stop(); code != 0 || errs != "" {
		t.Errorf("exit %d: %s %s", code, out, errs)
	}
	p.click(`button.cup[value="6"]`)
	p.until("the page says that nobody answers", `document.getElementById("offline").textContent !== ""`)
	start(t, db, "-addr", addr)
	p.click(`button.cup[value="6"]`)
	p.rest("1")
	if got := p.seeds(); got != "<6,2,0,4,4,0,5,5,0,5,5,5,5,4,4>" || before != "<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4>" {
		t.Errorf("%s became %s", before, got)
	}
	p.open(path + "/moves")
	if n := eval[int](p, `document.querySelectorAll(".allmoves li").length`); n != 2 {
		t.Errorf("%d moves are kept, want 2", n)
	}
}

func TestOthersWatchWithoutTouching(t *testing.T) {
	at := start(t, "")
	p := at.sit("/play", language("en"))
	path := p.plays("rules=sowing", "against=easy", "starts=me")
	q := at.sit(path, language("en"), feature("prefers-reduced-motion", "reduce"))
	if q.has("#board button") || !strings.Contains(q.text("#heading"), "Snail and Ladybird") {
		t.Errorf("a watcher has %q and can choose", q.text("#heading"))
	}
	eval[bool](p, "("+fast+", true)")
	p.click(`button.cup[value="3"]`)
	p.rest("0")
	q.until("the watcher sees the move", `document.getElementById("game").dataset.version !== "0"`)
	if p.seeds() != q.seeds() {
		t.Errorf("%s and %s", p.seeds(), q.seeds())
	}
}

// A24: on the screen North's houses run from right to left, its store is at
// the left, and below 560 px the board makes a quarter turn.
func TestA24TheBoardLiesTheRightWayRound(t *testing.T) {
	at := start(t, "")
	for _, width := range []int64{1366, 560, 390, 320} {
		p := at.sit("/play", size(width, 800))
		for _, rules := range []string{"sowing", "standard"} {
			p.plays("rules="+rules, "against=neighbour", "starts=other", "aids=full")
			order := func(axis string, places ...string) {
				t.Helper()
				list := `["` + strings.Join(places, `","`) + `"]`
				if !eval[bool](p, list+`.map((c) => document.querySelector('#board [data-place="' + c + '"] svg').getBoundingClientRect()).map((r) => r.`+axis+`).every((v, i, all) => i === 0 || all[i - 1] < v)`) {
					t.Errorf("%d px, %s: along %s the order is not %v", width, rules, axis, places)
				}
			}
			if width >= 560 {
				order("left", "n*", "n5", "n4", "n3", "n2", "n1", "s*")
				order("left", "n*", "s1", "s2", "s3", "s4", "s5", "s*")
				order("top", "n1", "s1")
			} else {
				order("top", "n*", "s1", "s2", "s3", "s4", "s5", "s*")
				order("top", "n*", "n5", "n4", "n3", "n2", "n1", "s*")
				order("left", "s1", "n1")
			}
			small := eval[[]float64](p, `[...document.querySelectorAll("#board .house svg")].map((e) => e.getBoundingClientRect().width)`)
			for _, w := range small {
				if w < 64 {
					t.Errorf("%d px, %s: a house is %.0f px wide", width, rules, w)
					break
				}
			}
			if over := eval[float64](p, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
				t.Errorf("%d px, %s: the page is %.0f px too wide", width, rules, over)
			}
		}
	}
}

// The script draws seeds on their way as the server draws them at rest.
func TestScriptAndServerDrawTheSamePatterns(t *testing.T) {
	at := start(t, "")
	p := at.sit("/play")
	p.plays("rules=standard-6", "against=neighbour", "starts=me")
	eval[bool](p, "("+fast+", true)")
	seen := map[string]bool{}
	check := func() {
		bad := eval[string](p, `(async () => {
			const { drawing } = await import(`+quoted(static.URL("seeds.js"))+`);
			for (const c of document.querySelectorAll("#board .cup")) {
				const d = drawing(Number(c.dataset.n), c.classList.contains("store"));
				const rim = c.querySelector(".rim"), seed = c.querySelector(".seed");
				if (rim.getAttribute("d") !== d.path || seed.getAttribute("d") !== d.path || rim.getAttribute("stroke-width") !== d.outline || seed.getAttribute("stroke-width") !== d.width)
					return c.dataset.place + " with " + c.dataset.n + ": " + d.path + " and " + rim.getAttribute("d");
			}
			return ""; })()`)
		if bad != "" {
			t.Fatal(bad)
		}
		for _, n := range strings.Split(eval[string](p, `[...document.querySelectorAll("#board .cup")].map((c) => (c.classList.contains("store") ? "store" : "house") + c.dataset.n).join(" ")`), " ") {
			seen[n] = true
		}
	}
	for check(); p.has("#board button.cup"); check() {
		v := p.version()
		p.click("#board .row button.cup:last-of-type")
		p.rest(v)
	}
	if len(seen) < 20 {
		t.Errorf("only %d patterns were seen", len(seen))
	}
}
