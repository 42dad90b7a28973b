package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"semeia/internal/course"
	"semeia/lessons"
)

// here is the address of the page, without the program's.
func (p *person) here() string {
	p.t.Helper()
	return strings.TrimPrefix(eval[string](p, "location.href"), p.at.url)
}

// turns presses a key and waits for the view that it leads to.
func (p *person) turns(key, to string) {
	p.t.Helper()
	eval[bool](p, "window.before = true")
	p.press(key)
	p.until(key+" leads to "+to, fmt.Sprintf(`!window.before && document.readyState === "complete" && location.pathname + location.search === %q && document.body.classList.contains("js")`, to))
}

// TestTheProjectorByKeys goes through steps as a keyboard and as a presenter
// remote does: on, back, black, to the ends and out.
func TestTheProjectorByKeys(t *testing.T) {
	r := newPracticeRoom(t, "en", "Rui")
	p := r.sit("/sign-in", language("en"))
	p.signIn("ana", practicePassword)
	const lesson = "/teach/lessons/04-other-kalah"
	p.open(lesson)
	p.follow("a[rel=next]")
	first := lesson + "/seven"
	if got := p.here(); got != first {
		t.Fatalf("the plan leads to %s", got)
	}
	if p.has(telltales) {
		t.Error("the question is answered before anybody has asked for it")
	}
	// A remote: on with Page Down, which first brings the sowing to its end.
	p.turns("PageDown", first+"?show=1")
	p.until("the seeds are sown", `document.body.classList.contains("sowing")`)
	p.press("PageDown")
	p.until("the sowing is at its end", `!document.body.classList.contains("sowing") && document.querySelector("#after .last")`)
	if got := p.here(); got != first+"?show=1" {
		t.Fatalf("finishing the sowing led to %s", got)
	}
	p.turns("PageDown", lesson+"/empty-place")
	// Black with the point that a remote sends, and with B; what comes next only
	// brings the picture back.
	for _, key := range []string{".", "b"} {
		p.press(key)
		if !eval[bool](p, `document.body.classList.contains("black") && getComputedStyle(document.body, "::after").backgroundColor === "rgb(0, 0, 0)"`) {
			t.Errorf("%q does not blank the screen", key)
		}
		p.press(map[string]string{".": ".", "b": "PageDown"}[key])
		if eval[bool](p, `document.body.classList.contains("black")`) || p.here() != lesson+"/empty-place" {
			t.Errorf("the picture is not back after %q, or the view has changed: %s", key, p.here())
		}
	}
	// A house by its digit, and back to the board.
	p.turns("4", lesson+"/empty-place?house=4")
	p.until("the seeds are sown", `document.body.classList.contains("sowing")`)
	p.turns("PageUp", lesson+"/empty-place")
	p.turns("ArrowLeft", first+"?show=1")
	p.turns("Backspace", first)
	p.turns("ArrowRight", first+"?show=1")
	p.press(" ")
	p.until("the sowing is at its end", `!document.body.classList.contains("sowing")`)
	p.turns(" ", lesson+"/empty-place")
	p.turns("Enter", lesson+"/skip")
	p.turns("End", lesson+"/room")
	p.turns("Home", first)
	p.press("?")
	if !eval[bool](p, `document.getElementById("keys").open`) {
		t.Error("? does not show the keys")
	}
	p.press("Escape")
	if eval[bool](p, `document.getElementById("keys").open`) || p.here() != first {
		t.Error("Escape does not close the keys alone")
	}
	// Escape ends a sowing first, then leads out; F5 is the browser's and shows
	// the same view again.
	p.turns("PageDown", first+"?show=1")
	p.until("the seeds are sown", `document.body.classList.contains("sowing")`)
	p.press("Escape")
	p.until("the sowing is at its end", `!document.body.classList.contains("sowing")`)
	p.open(p.here())
	p.until("the seeds are sown again", `document.body.classList.contains("sowing")`)
	p.press("Escape")
	p.until("the sowing is at its end", `!document.body.classList.contains("sowing")`)
	eval[bool](p, "window.before = true")
	p.press("Escape")
	p.until("Escape leads to the plan", `!window.before && location.pathname === "`+lesson+`"`)
	// Enter on a link is the link's own.
	p.open(first)
	eval[bool](p, `(document.querySelector("[rel=prev]").focus(), true)`)
	eval[bool](p, "window.before = true")
	p.press("Enter")
	p.until("Enter follows the link that has the focus", `!window.before && location.pathname === "`+lesson+`"`)
	// Seed by seed: each press drops one.
	p.open(first + "?show=1")
	p.press("PageDown")
	p.until("the sowing is at its end", `!document.body.classList.contains("sowing")`)
	p.click("#bystep")
	for _, place := range []string{"s*", "n1", "n2"} {
		p.until("a seed has fallen into "+place, `document.querySelector('#after [data-place="`+place+`"] .count')`)
		p.press("PageDown")
	}
	if p.here() != first+"?show=1" {
		t.Errorf("stepping led to %s", p.here())
	}
	// The language is switched and the view stays.
	p.follow(`.langs button[value="sq"]`)
	if got := p.here() + " " + eval[string](p, "document.documentElement.lang"); got != first+"?show=1 sq" {
		t.Errorf("the language switch leads to %s", got)
	}
}

// telltales would give an answer away.
const telltales = ".last, .taken, .count, #after, template, button.cup"

// TestTheProjectorWithoutScripts goes through a lesson by its links.
func TestTheProjectorWithoutScripts(t *testing.T) {
	r := newPracticeRoom(t, "en", "Rui")
	p := r.sit("/sign-in", language("pt-BR"), noScript)
	p.signIn("ana", practicePassword)
	p.open("/teach/lessons/02-first-sowing")
	p.follow("a[rel=next]")
	trails := 0
	for !strings.HasSuffix(p.here(), "/03-own-kalah") {
		if p.has("#after .count") {
			trails++
		}
		if p.has("form.show button.cup") {
			p.follow("form.show button.cup")
			if !p.has("#after .count") {
				t.Error("a house that was chosen is not sown")
			}
		}
		p.follow("a[rel=next]")
	}
	if trails == 0 {
		t.Error("no trail is drawn")
	}
}

// fits looks at a view: what is wrong with it, how wide its houses are, and where
// "next" leads.
const fits = `(() => {
	const page = document.documentElement, bad = [];
	const next = document.querySelector("a[rel=next]").getAttribute("href");
	if (!document.body.classList.contains("screen")) return {bad: "", house: 0, next};
	if (page.scrollHeight > innerHeight) bad.push((page.scrollHeight - innerHeight) + " pixels too high");
	if (page.scrollWidth > innerWidth) bad.push((page.scrollWidth - innerWidth) + " pixels too wide");
	const board = document.querySelector(".board")?.getBoundingClientRect(), room = document.querySelector(".show, #after")?.getBoundingClientRect();
	if (board && (board.bottom > room.bottom + 1 || board.top < room.top - 1)) bad.push("the board is " + board.height + " high in a room of " + room.height);
	return {bad: bad.join(", "), house: document.querySelector(".board .house")?.getBoundingClientRect().width ?? 0, next};
})()`

// TestTheProjectorNeedsNoScrolling: every view fits on a screen of 1366 by 768; of
// a lesson of each size of board, with -pages of all lessons in all languages.
func TestTheProjectorNeedsNoScrolling(t *testing.T) {
	library, err := course.Open(lessons.FS, "")
	if err != nil {
		t.Fatal(err)
	}
	all := []*course.Lesson{library.Course().Lesson("04-other-kalah"), library.Course().Lesson("16-standard-game")}
	tags := []string{"pt-BR"}
	if *everyPage {
		all, tags = library.Course().Lessons, []string{"pt-BR", "en", "sq"}
	}
	r := newPracticeRoom(t, "en", "Rui")
	for _, tag := range tags {
		p := r.sit("/sign-in", language(tag), feature("prefers-reduced-motion", "reduce"), size(1366, 768))
		p.signIn("ana", practicePassword)
		views, smallest := 0, 1e9
		for _, l := range all {
			for at := "/teach/lessons/" + l.Folder; strings.HasPrefix(at, "/teach/lessons/"+l.Folder); {
				p.open(at)
				view := eval[struct {
					Bad, Next string
					House     float64
				}](p, fits)
				if view.Bad != "" {
					t.Errorf("%s: %s: %s", tag, at, view.Bad)
				}
				if view.House > 0 {
					smallest = min(smallest, view.House)
				}
				views++
				at = view.Next
			}
		}
		t.Logf("%s: %d views, the smallest house is %.0f pixels wide", tag, views, smallest)
		if smallest < 64 {
			t.Errorf("%s: a house of %.0f pixels", tag, smallest)
		}
	}
}

// TestPlansPrint: a plan is one or two sheets of A4; of two lessons, with -pages of
// all of them in all languages.
func TestPlansPrint(t *testing.T) {
	browserPath(t)
	if _, err := exec.LookPath("pdfinfo"); err != nil {
		if os.Getenv("SEMEIA_REQUIRE_BROWSER") != "" {
			t.Fatal("pdfinfo is missing: install the package poppler-utils")
		}
		t.Skip("pdfinfo is missing: install the package poppler-utils to look at printed plans")
	}
	library, err := course.Open(lessons.FS, "")
	if err != nil {
		t.Fatal(err)
	}
	all := []*course.Lesson{library.Course().Lesson("13-lap-capture"), library.Course().Lesson("18-standard-captures")}
	tags := []string{"pt-BR"}
	if *everyPage {
		all, tags = library.Course().Lessons, []string{"pt-BR", "en", "sq"}
	}
	r := newPracticeRoom(t, "en", "Rui")
	for _, tag := range tags {
		p := r.sit("/sign-in", language(tag), feature("prefers-color-scheme", "dark"))
		p.signIn("ana", practicePassword)
		for _, l := range all {
			p.open("/teach/lessons/" + l.Folder)
			file := filepath.Join(t.TempDir(), "plan.pdf")
			p.pdf(file)
			info, err := exec.Command("pdfinfo", file).Output()
			if err != nil {
				t.Fatal(err)
			}
			fields := map[string]string{}
			for _, line := range strings.Split(string(info), "\n") {
				name, value, _ := strings.Cut(line, ":")
				fields[name] = strings.TrimSpace(value)
			}
			if n := fields["Pages"]; n != "1" && n != "2" || !strings.Contains(fields["Page size"], "A4") {
				t.Errorf("%s %s: %s pages of %s", tag, l.Folder, n, fields["Page size"])
			}
		}
	}
}

// TestPresentShots takes pictures of plans and of steps on the projector, when
// asked:
//
//	go test ./cmd/semeia -run TestPresentShots -shots FOLDER
func TestPresentShots(t *testing.T) {
	if *shots == "" {
		return
	}
	r := newPracticeRoom(t, "en", "Rui")
	for _, s := range []struct {
		name          string
		width, height int64
		lang, scheme  string
	}{{"lab", 1366, 768, "pt-BR", "light"}, {"hall", 1920, 1080, "en", "dark"}, {"hallday", 1920, 1080, "sq", "light"}, {"phone", 390, 844, "en", "light"}} {
		p := r.sit("/sign-in", size(s.width, s.height), language(s.lang), feature("prefers-color-scheme", s.scheme), feature("prefers-reduced-motion", "reduce"))
		p.signIn("ana", practicePassword)
		take := func(name string, whole bool) {
			p.shot(filepath.Join(*shots, "present-"+s.name+"-"+name+".png"), whole)
		}
		take("teach", true)
		p.open(r.class)
		take("class", true)
		p.open("/teach/lessons")
		take("plans", true)
		for _, lesson := range []string{"01-board", "04-other-kalah", "13-lap-capture"} {
			p.open("/teach/lessons/" + lesson)
			take("plan-"+lesson[:2], true)
		}
		for name, path := range map[string]string{
			"touch": "01-board/mine", "touched": "01-board/mine?show=1", "both": "01-board/big?show=1", "read": "01-board/words", "readonly": "01-board/build", "talk": "01-board/room",
			"setup": "01-board/lay", "setup2": "01-board/lay?show=1", "total": "01-board/count?show=1",
			"predict": "04-other-kalah/seven", "predicted": "04-other-kalah/seven?show=1", "try": "04-other-kalah/empty-place", "tried": "04-other-kalah/empty-place?house=4",
			"watch": "04-other-kalah/skip", "watched": "04-other-kalah/skip?at=1", "judge": "04-other-kalah/judge", "judged": "04-other-kalah/judge?show=1", "practise": "04-other-kalah/long-ways?q=3", "practised": "04-other-kalah/long-ways?q=3&show=1",
			"what": "13-lap-capture/twelve", "whatso": "13-lap-capture/twelve?show=1", "captures": "13-lap-capture/real?show=1", "play": "13-lap-capture/game", "talk3": "13-lap-capture/save",
			"standard": "16-standard-game/" + firstBoard(t, "16-standard-game"), "lab": "20-laboratory/" + firstBoard(t, "20-laboratory"),
		} {
			p.open("/teach/lessons/" + path)
			take(name, false)
		}
		moving := r.sit("/sign-in", size(s.width, s.height), language(s.lang), feature("prefers-color-scheme", s.scheme))
		moving.signIn("ana", practicePassword)
		moving.open("/teach/lessons/04-other-kalah/skip?at=1")
		moving.until("half is sown", `document.querySelector(".sower span")?.textContent === "3"`)
		moving.shot(filepath.Join(*shots, "present-"+s.name+"-sowing.png"), false)
		p.open("/teach/lessons/04-other-kalah/seven")
		p.press("?")
		take("keys", false)
		if s.name == "hall" {
			for _, lesson := range []string{"01-board", "13-lap-capture", "05-round"} {
				p.open("/teach/lessons/" + lesson)
				p.pdf(filepath.Join(*shots, "plan-"+lesson+".pdf"))
			}
		}
	}
}

// firstBoard is the first step of a lesson that has a board.
func firstBoard(t *testing.T, folder string) string {
	library, err := course.Open(lessons.FS, "")
	if err != nil {
		t.Fatal(err)
	}
	l := library.Course().Lesson(folder)
	for i := range l.Steps {
		if l.Steps[i].Board != nil {
			return l.Steps[i].ID
		}
	}
	return l.Steps[0].ID
}
