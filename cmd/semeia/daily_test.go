package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/solver"
	"semeia/internal/tutor"
)

// puzzler knows the days' positions, and how they are won.
type puzzler struct {
	t       *testing.T
	solver  *solver.Solver
	almanac *tutor.Almanac
}

func newPuzzler(t *testing.T) *puzzler {
	s := solver.New(solver.Options{Memory: 64 << 20})
	t.Cleanup(s.Close)
	return &puzzler{t, s, tutor.NewAlmanac(tutor.NewCoach(s))}
}

func (z *puzzler) of(day, rules string) tutor.Puzzle {
	z.t.Helper()
	d, ok := tutor.ParseDay(day)
	set, known := kalah.Named(rules)
	if !ok || !known {
		z.t.Fatal(day, rules)
	}
	p, err := z.almanac.Of(context.Background(), d, set)
	must(z.t, err)
	return p
}

// house is a best one on the board that the page shows.
func (z *puzzler) house(p *person, r kalah.Rules) string {
	z.t.Helper()
	pos, err := r.Parse(p.seeds(), kalah.South)
	must(z.t, err)
	best := z.solver.Solve(context.Background(), r, pos).Best
	if len(best) == 0 {
		z.t.Fatalf("no house in %s", pos)
	}
	return strconv.Itoa(best[0])
}

// opensToday goes to a game from today's position of a stage.
func (z *puzzler) opensToday(p *person, stage int, rules string, enter func(selector string)) tutor.Puzzle {
	z.t.Helper()
	p.follow(`main a[href="/daily"]`)
	button := "#open" + strconv.Itoa(stage)
	action := eval[string](p, `new URL(document.querySelector("`+button+`").form.action).pathname`)
	puzzle := z.of(strings.Split(action, "/")[2], rules)
	enter(button)
	if !p.has("#dailyask") || p.seeds() != puzzle.Pos.String() {
		z.t.Fatalf("not the day's position: %s, want %s", p.seeds(), puzzle.Pos)
	}
	return puzzle
}

// tabs goes on by Tab until that element has the focus.
func (p *person) tabs(selector string) {
	p.t.Helper()
	for range 150 {
		if eval[bool](p, `document.activeElement.matches(`+quoted(selector)+`)`) {
			return
		}
		p.press("Tab")
	}
	p.t.Fatalf("%s is not reached by Tab", selector)
}

// seesItSolved skips the comparing by the mouse; a click may be lost while the page
// is painted.
func (p *person) seesItSolved() {
	p.t.Helper()
	for tries := 0; p.has("#compare") && tries < 5; tries++ {
		p.click(`#compare button[value=skip]`)
		for wait := 0; p.has("#compare") && wait < 40; wait++ {
			time.Sleep(50 * time.Millisecond)
		}
	}
	p.until("it is solved", `document.querySelector("#dailyend.solved")`)
}

func TestTheDaysPositionByMouse(t *testing.T) {
	z, at := newPuzzler(t), start(t, "")
	p := at.sit("/", language("pt-BR"))
	puzzle := z.opensToday(p, 3, "capture", p.follow)
	eval[bool](p, "("+fast+", true)")
	for !p.has("#compare") {
		v := p.version()
		if v == "0" && z.house(p, puzzle.Rules) != strconv.Itoa(puzzle.House) {
			t.Fatalf("house %s, want %d", z.house(p, puzzle.Rules), puzzle.House)
		}
		p.click(`#board button[value="` + z.house(p, puzzle.Rules) + `"]`)
		p.rest(v)
		if p.has("#dailyask") {
			t.Fatal("it is still asked for")
		}
	}
	if p.has("#dailyend") {
		t.Error("it is said to be solved before the kalahs are compared")
	}
	p.seesItSolved()
	p.follow("#dayall")
	if state := eval[string](p, `document.querySelector("#stage3 ~ .dailyfacts svg[role=img]").getAttribute("aria-label")`); state != "resolvida" {
		t.Errorf("the day's page says %q", state)
	}
	p.follow("#earlier")
	if !p.has(".days .ring") {
		t.Error("the list of days does not show it")
	}
}

func TestTheDaysPositionByKeyboard(t *testing.T) {
	z, at := newPuzzler(t), start(t, "")
	p := at.sit("/learn", language("sq"), feature("prefers-reduced-motion", "reduce"))
	enter := func(selector string) {
		p.tabs(selector)
		eval[bool](p, "window.before = true")
		p.press("Enter")
		p.until("the next page is there", "!window.before && document.readyState === 'complete'")
	}
	puzzle := z.opensToday(p, 5, "standard", enter)
	p.tabs("#board button")
	for !p.has("#compare") {
		v := p.version()
		p.press(z.house(p, puzzle.Rules))
		p.rest(v)
	}
	p.tabs(`#compare button[value=skip]`)
	p.press("Enter")
	p.until("it is solved", `document.querySelector("#dailyend.solved")`)
	enter("#dayall")
}

func TestTheDaysPositionWithoutScripts(t *testing.T) {
	z, at := newPuzzler(t), start(t, "")
	p := at.sit("/", language("en"), noScript)
	puzzle := z.opensToday(p, 1, "sowing", p.follow)
	first := true
	for p.has("#board button.cup, #unsure") {
		switch {
		case p.has("#unsure"):
			p.follow("#unsure")
		case first: // not the one that wins
			p.follow(fmt.Sprintf(`#board button.cup:not([value="%d"])`, puzzle.House))
			first = false
		default:
			p.follow("#board button.cup")
		}
	}
	p.follow(`#compare button[value=skip]`)
	if !strings.HasPrefix(p.text("#dailyend"), "Not solved yet.") {
		t.Errorf("at the end: %q", p.text("#dailyend"))
	}
	p.follow("#again")
	if p.seeds() != puzzle.Pos.String() || p.version() != "0" {
		t.Errorf("once more: %s", p.seeds())
	}
}

// TestDailyShots takes pictures of the pages of the day's position, when asked:
//
//	go test ./cmd/semeia -run TestDailyShots -shots FOLDER
func TestDailyShots(t *testing.T) {
	if *shots == "" {
		return
	}
	z := newPuzzler(t)
	r := newPracticeRoom(t, "pt", "Ana", "Rui")
	by := school.By{Teacher: r.teacher, At: time.Now().UnixMilli()}
	must(t, r.kept.SetGate(context.Background(), by, strings.TrimPrefix(r.class, "/teach/"), school.Gate{Mode: school.Opened, Stage: 3, Before: 3}))
	for _, s := range []struct {
		name          string
		width, height int64
		lang, scheme  string
	}{{"lab", 1366, 768, "pt-BR", "light"}, {"dark", 1366, 768, "sq", "dark"}, {"phone", 390, 844, "en", "light"}, {"small", 320, 640, "sq", "light"}, {"projector", 1920, 1080, "pt-BR", "dark"}} {
		take := func(p *person, name string, whole bool) {
			p.shot(filepath.Join(*shots, "daily-"+s.name+"-"+name+".png"), whole)
			if wide := eval[int](p, "document.documentElement.scrollWidth"); wide > int(s.width) {
				t.Errorf("%s %s is %d wide", s.name, name, wide)
			}
		}
		p := r.sit("/", language(s.lang), size(s.width, s.height), feature("prefers-color-scheme", s.scheme), feature("prefers-reduced-motion", "reduce"))
		take(p, "home", true)
		puzzle := z.opensToday(p, 3, "capture", p.follow)
		take(p, "game", true)
		for !p.has("#compare") {
			v := p.version()
			p.click(`#board button[value="` + z.house(p, puzzle.Rules) + `"]`)
			p.rest(v)
		}
		p.seesItSolved()
		take(p, "solved", true)
		p.follow("#dayall")
		take(p, "day", true)
		p.follow("#earlier")
		take(p, "month", true)
		child := r.comes("Ana", s.lang, size(s.width, s.height), feature("prefers-color-scheme", s.scheme))
		take(child, "me", true)
		child.open("/daily")
		take(child, "pupil", true)
		teacher := r.sit("/sign-in", size(s.width, s.height), language(s.lang), feature("prefers-color-scheme", s.scheme), feature("prefers-reduced-motion", "reduce"))
		teacher.signIn("ana", practicePassword)
		teacher.open("/teach/daily/" + puzzle.Day.String() + "/standard")
		take(teacher, "question", false)
		teacher.follow("a[rel=next]")
		take(teacher, "answer", false)
		teacher.open("/daily")
		take(teacher, "teacher", false)
	}
}
