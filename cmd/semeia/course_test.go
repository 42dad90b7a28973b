package main

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"

	"semeia/internal/course"
	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/internal/tutor"
	"semeia/lessons"
)

// hands is how a person uses a page.
type hands int

const (
	mouse hands = iota
	keyboard
	scriptless // by mouse, in a browser without scripts
)

// courseWalk is a pupil on the way through the course who answers rightly.
type courseWalk struct {
	*person
	room   *practiceRoom
	name   string
	lang   string
	how    hands
	words  course.Words
	course *course.Course
	pages  int
	seen   map[string]bool // lines that were reported
}

// TestTheWholeCourse walks from the first lesson through the standard game to
// the last one: in each language by mouse, in Portuguese without scripts and also
// by keyboard. Stages open by what the pupil can do; on every page there is no word
// of a later one. Without -pages two lessons only, in one language.
func TestTheWholeCourse(t *testing.T) {
	for _, c := range []struct {
		lang, tag string
		how       hands
	}{{"pt", "pt-BR", keyboard}, {"en", "en", mouse}, {"sq", "sq", mouse}, {"pt", "pt-BR", scriptless}} {
		if !*everyPage && (c.lang != "en" || c.how != mouse) {
			continue
		}
		t.Run(fmt.Sprintf("%s-%s", c.lang, [...]string{"mouse", "keyboard", "without-scripts"}[c.how]), func(t *testing.T) {
			t.Parallel()
			r := newPracticeRoom(t, c.lang, "Ana")
			must(t, r.kept.SetGate(context.Background(), school.By{Teacher: r.teacher, At: time.Now().UnixMilli()}, strings.TrimPrefix(r.class, "/teach/"), school.Gate{Mode: school.Auto, Stage: 1, Before: 1}))
			var more []setting
			if c.how == scriptless {
				more = append(more, noScript)
			}
			text, err := fs.ReadFile(lessons.FS, "words.toml")
			must(t, err)
			words, err := course.ReadWords(text)
			must(t, err)
			library, err := course.Open(lessons.FS, "")
			must(t, err)
			w := &courseWalk{
				person: r.comes("Ana", c.tag, more...), room: r, name: "Ana", lang: c.lang, how: c.how, words: words, course: library.Course(), seen: map[string]bool{},
			}
			if !*everyPage {
				w.around()
				for range 2 {
					w.stageGoesOn(1)
				}
				if w.open("/learn"); len(eval[[]string](w.person, `[...document.querySelectorAll(".lessonhouse.full")].map(String)`)) != 2 {
					t.Error("not through two lessons")
				}
				return
			}
			for stage := 1; stage <= school.LastStage; stage++ {
				w.around()
				for n := 0; w.reached() == stage && w.stageGoesOn(stage); n++ {
					if n == 400 {
						t.Fatalf("stage %d does not end", stage)
					}
				}
			}
			if got := w.reached(); got < school.LastStage {
				t.Errorf("the course ends at stage %d", got)
			}
			t.Logf("%d pages", w.pages)
		})
	}
}

// reached is the stage the pupil has come to.
func (w *courseWalk) reached() int {
	p := w.room.pupils[w.name]
	now, err := w.room.kept.Pupil(context.Background(), w.room.teacher, p.ClassID, p.ID)
	must(w.t, err)
	return now.Reached
}

func (w *courseWalk) history() []lesson.Attempt {
	history, err := w.room.kept.Attempts(context.Background(), school.OwnerOf(w.room.pupils[w.name].ID))
	must(w.t, err)
	return history
}

// look reads the page: no word of a later stage, no message missing.
func (w *courseWalk) look() {
	w.t.Helper()
	w.pages++
	lines := eval[[]string](w.person, `(() => {
		document.querySelectorAll("details").forEach((d) => d.open = true);
		const lines = document.body.innerText.split("\n");
		for (const name of ["aria-label", "title", "alt", "placeholder"]) for (const e of document.querySelectorAll("[" + name + "]")) lines.push(e.getAttribute(name));
		lines.push(document.title);
		return lines; })()`)
	stage := w.reached()
	for _, line := range lines {
		word, of := w.words.Later(w.lang, stage, line)
		if word == "" && !strings.Contains(line, "⟦") {
			continue
		}
		if key := word + line; !w.seen[key] {
			w.seen[key] = true
			w.t.Errorf("%s at stage %d: %q is of stage %d: %s", w.path(), stage, word, of, line)
		}
	}
}

// around looks at the pages that are not on the path.
func (w *courseWalk) around() {
	w.t.Helper()
	for _, path := range []string{"/", "/me", "/play", "/practice", "/rules", fmt.Sprintf("/rules/%d", w.reached())} {
		w.open(path)
		w.look()
	}
	// The rules of a stage that brings a word do use it: so looking does see.
	if stage := w.reached(); stage > 1 && stage < school.LastStage {
		if word, _ := w.words.Later(w.lang, stage-1, w.text("main")); word == "" {
			w.t.Errorf("no word of stage %d on its own page of rules", stage)
		}
	}
}

// to follows what leads to another page, by mouse or by keyboard.
func (w *courseWalk) to(selector string) {
	w.t.Helper()
	if w.how != keyboard {
		w.follow(selector)
	} else {
		w.focus(selector)
		w.leads(selector+" leads on", func() { w.press("Enter") })
	}
	w.look()
}

// focus presses Tab until the focus is there.
func (w *courseWalk) focus(selector string) {
	w.t.Helper()
	for range 90 {
		if eval[bool](w.person, "document.activeElement.matches("+quoted(selector)+")") {
			return
		}
		w.press("Tab")
	}
	w.t.Fatalf("Tab does not reach %s on %s", selector, w.path())
}

// stageGoesOn does the next thing on the path, and reports whether there was one.
func (w *courseWalk) stageGoesOn(stage int) bool {
	w.t.Helper()
	w.open("/learn")
	w.look()
	if !w.has("#onward") || stage == school.LastStage && !w.has(".lessons li.next") {
		return false
	}
	w.to("#onward")
	switch path := w.path(); {
	case strings.HasPrefix(path, "/learn/"):
		folder := strings.Split(path, "/")[2]
		for n := 0; strings.Count(w.path(), "/") > 2; n++ {
			if n == 200 {
				w.t.Fatalf("%s does not end", folder)
			}
			w.step()
		}
	case strings.HasPrefix(path, "/practice/"):
		skill := lesson.Skill(strings.Split(path, "/")[2])
		w.t.Logf("stage %d: practises %s", stage, skill)
		w.answers(w.room.asks(w.person, w.name, skill), "")
	case path == "/play":
		w.to("#open")
		w.plays()
	default:
		w.t.Fatalf("the path leads to %s", path)
	}
	return true
}

// step does what a page of a lesson asks for.
func (w *courseWalk) step() {
	w.t.Helper()
	parts := strings.Split(w.path(), "/")
	l := w.course.Lesson(parts[2])
	step := &l.Steps[l.At(parts[3])]
	switch {
	case len(parts) == 5 || w.has(".told"):
		w.to("#onward")
	case w.has("[name=seed]"):
		item, again, _ := step.Asked(l.Given(step, w.history()))
		e, posed := lesson.Exercise{}, step.Items[item].Posed
		if posed != nil && !again {
			e = *posed
		} else {
			e = w.makes(step, item)
		}
		w.answers(e, "")
	case step.Kind == course.Touch && !w.has(".tapped"):
		w.to(fmt.Sprintf(`.board button[value="%s"]`, step.Touch[0]))
	case step.Kind == course.Try:
		w.to(".board button")
	case step.Kind == course.Play && !w.has("#onward"):
		if w.has(".stepgame a.button") {
			w.to(".stepgame a.button")
		} else {
			w.to("#begin")
		}
		w.plays()
		w.open("/learn/" + l.Folder)
		w.look()
	default:
		w.to("#onward")
	}
}

// makes is a question of a practise step, by the seed that stands in the page.
func (w *courseWalk) makes(step *course.Step, item int) lesson.Exercise {
	w.t.Helper()
	var seed uint64
	if _, err := fmt.Sscanf(eval[string](w.person, `document.querySelector("[name=seed]").value`), "%x", &seed); err != nil {
		w.t.Fatal(err)
	}
	q := step.Items[item]
	e, err := lesson.Make(lesson.Key{Kind: q.Kind, Rules: step.Rules, Level: q.Level, Seed: seed, Version: lesson.Version})
	must(w.t, err)
	return e
}

// answers gives an answer, the right one where none is given, and reads what it
// came to.
func (w *courseWalk) answers(e lesson.Exercise, answer tutor.Answer) {
	w.t.Helper()
	if answer == "" {
		answer = e.Right
	}
	parts := strings.Fields(string(answer))
	button := ".answer button.main, form.practice button.main"
	switch e.Kind {
	case lesson.InKalah, lesson.RowTotal, lesson.StillTo:
		w.writes("answer", parts[0])
		w.to(button)
	case lesson.WhatHappens:
		w.chooses("what", parts[0])
		w.chooses("where", parts[1])
		w.to(button)
	case lesson.Captures:
		w.to(fmt.Sprintf(`.board button[value="%s"]`, parts[0]))
		w.writes("answer", parts[1])
		w.to(button)
	case lesson.Enough:
		w.writes("answer", parts[0])
		w.to(button)
		w.to(fmt.Sprintf(`.board button[value="%s"]`, parts[1]))
	case lesson.CapturesNot:
		w.to(fmt.Sprintf(`.board button[value="%s"]`, parts[0]))
		w.chooses("answer", parts[1])
		w.to(button)
	case lesson.Compare:
		w.chooses("sign", parts[0])
		if len(parts) > 1 {
			w.writes("more", parts[1])
		}
		w.to(button)
	case lesson.WhoWon:
		w.writes("mine", parts[0])
		w.writes("theirs", parts[1])
		w.chooses("who", parts[2])
		w.to(button)
	case lesson.SetUp:
		for i, seeds := range parts {
			w.writes(fmt.Sprintf("house:%d", i), seeds)
		}
		w.to(button)
	case lesson.Referee:
		w.to(fmt.Sprintf(`.referee button[value="%s"]`, parts[0]))
	default:
		for _, part := range parts {
			w.to(fmt.Sprintf(`.board button[value="%s"]`, part))
		}
	}
	l := loc(w.t, w.lang)
	if said := w.text("#say"); answer == e.Right && !strings.Contains(said, l.T("told.right")) {
		w.t.Errorf("%s: after the right answer %q to %s %d: %s", w.path(), answer, e.Kind, e.Level, said)
	}
}

// writes puts a number into a field; "house:2" is the third of that name.
func (w *courseWalk) writes(name, value string) {
	w.t.Helper()
	name, at, _ := strings.Cut(name, ":")
	if at == "" {
		at = "0"
	}
	selector := fmt.Sprintf(`main [name="%s"][type=text]`, name)
	if w.how == keyboard {
		for range 90 {
			if eval[bool](w.person, "document.activeElement === document.querySelectorAll("+quoted(selector)+")["+at+"]") {
				w.types(value)
				return
			}
			w.press("Tab")
		}
		w.t.Fatalf("Tab does not reach %s on %s", selector, w.path())
	}
	eval[bool](w.person, fmt.Sprintf(`(document.querySelectorAll(%s)[%s].value = %q, true)`, quoted(selector), at, value))
}

// chooses one of a few.
func (w *courseWalk) chooses(name, value string) {
	w.t.Helper()
	wanted := fmt.Sprintf(`main input[name="%s"][value="%s"]`, name, value)
	if w.how != keyboard {
		w.click(fmt.Sprintf(`main label:has(input[name="%s"][value="%s"])`, name, value))
	} else {
		w.focus(fmt.Sprintf(`main input[name="%s"]`, name))
		w.press(" ")
		for range 6 {
			if eval[bool](w.person, "document.querySelector("+quoted(wanted)+").checked") {
				break
			}
			w.press("ArrowDown")
		}
	}
	if !eval[bool](w.person, "document.querySelector("+quoted(wanted)+").checked") {
		w.t.Fatalf("%s is not chosen on %s", wanted, w.path())
	}
}

// plays a game to its end, by the first house that is open each time.
func (w *courseWalk) plays() {
	w.t.Helper()
	for n := 0; ; n++ {
		if n == 300 {
			w.t.Fatalf("%s does not end", w.path())
		}
		w.look()
		switch {
		case w.has("form.asked"):
			if w.how == scriptless {
				w.follow("#unsure")
			} else {
				w.unsure()
				w.until("nothing moves", `!document.body.classList.contains("sowing")`)
			}
		case w.has("#board button.cup"):
			if w.how == scriptless {
				w.follow("#board button.cup")
				continue
			}
			v := w.version()
			if w.how == keyboard {
				w.focus("#board button.cup")
				w.press("Enter")
			} else {
				w.click("#board button.cup")
			}
			w.until("the move is done, or a question stands there", fmt.Sprintf(`!document.body.classList.contains("sowing") && (document.getElementById("game").dataset.version !== %q || document.querySelector("form.asked"))`, v))
		default:
			if w.has(`#compare button[value="skip"]`) {
				if w.how == scriptless {
					w.follow(`#compare button[value="skip"]`)
				} else {
					// A click on what is just being painted is lost: a person clicks again.
					for n := 0; n < 100 && !w.has("#result"); n++ {
						if n%25 == 0 {
							w.click(`#compare button[value="skip"]`)
						}
						time.Sleep(100 * time.Millisecond)
					}
				}
				w.look()
			}
			if !w.has("#result") {
				w.t.Fatalf("the game stands still: %s", w.text("main"))
			}
			return
		}
	}
}
