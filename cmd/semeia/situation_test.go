package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/internal/tutor"
)

// answersSituation gives an answer to a problem situation, part by part.
func (p *person) answersSituation(e *lesson.Exercise, answer tutor.Answer) {
	p.t.Helper()
	parts := strings.Fields(string(answer))
	if e.Kind == lesson.Enough {
		p.click("[name=answer][type=text]")
		p.press(strings.Split(parts[0], "")...)
		p.follow(".answer button.main")
		parts = parts[1:]
	}
	for _, part := range parts {
		p.follow(fmt.Sprintf(`.board button[value="%s"]`, part))
	}
}

// opensAll lets a class go as far as the whole game.
func (r *practiceRoom) opensAll() {
	r.t.Helper()
	by := school.By{Teacher: r.teacher, At: time.Now().UnixMilli()}
	must(r.t, r.kept.SetGate(context.Background(), by, strings.TrimPrefix(r.class, "/teach/"), school.Gate{Mode: school.Held, Stage: 5, Before: 1}))
}

// TestTheThinkingCornerInTheBrowser: from the list of practice into a corner, and
// through every kind of problem situation, right and wrong, on a small screen.
// With -shots FOLDER the pages are drawn at every size, light and dark.
func TestTheThinkingCornerInTheBrowser(t *testing.T) {
	for i, lang := range []struct{ code, tag string }{{"pt", "pt-BR"}, {"en", "en"}, {"sq", "sq"}} {
		t.Run(lang.code, func(t *testing.T) {
			l := loc(t, lang.code)
			r := newPracticeRoom(t, lang.code, "Rui")
			r.opensAll()
			p := r.comes("Rui", lang.tag, size(320, 640))
			stage := []int{4, 2, 5}[i]
			corner, _ := lesson.Corner(stage)
			path := "/practice/" + string(corner.Skill)
			p.open("/practice")
			p.narrow("the list")
			p.follow(fmt.Sprintf(`.corner a[href="%s"]`, path))
			n := len(corner.Practice) / 2
			if *everyPage || *shots != "" {
				n = len(corner.Practice)
			}
			for range n {
				p.open(path)
				e := r.asks(p, "Rui", corner.Skill)
				p.narrow(string(e.Kind))
				if e.Kind == lesson.GoodLooking {
					if open := eval[int](p, `document.querySelectorAll(".board button").length`); open != len(e.Offer) {
						t.Errorf("%d houses can be chosen, of %v", open, e.Offer)
					}
				}
				r.draws(lang.code, string(e.Kind)+"-asked", p)
				p.answersSituation(&e, e.Right)
				if said := p.text("#say"); !strings.Contains(said, l.T("told.right")) {
					t.Errorf("%s: after the right answer: %s", e.Kind, said)
				}
				p.narrow(string(e.Kind) + " answered")
				r.draws(lang.code, string(e.Kind)+"-right", p)
			}
			p.open(path)
			e := r.asks(p, "Rui", corner.Skill)
			for _, answer := range []tutor.Answer{"1", "2", "3", "4", "5", "0 1", "1 1 1"} {
				if right, _, ok := e.Mark(answer); ok && !right {
					p.answersSituation(&e, answer)
					break
				}
			}
			if said := p.text("#say"); !strings.Contains(said, l.T("told.wrong")) {
				t.Errorf("%s: after a wrong answer: %s", e.Kind, said)
			}
			r.draws(lang.code, string(e.Kind)+"-wrong", p)
			p.open("/practice")
			r.draws(lang.code, "list", p)
			picture := r.picture("Rui")
			for _, standing := range picture.Standings {
				if standing != lesson.New(standing.Skill) {
					t.Errorf("%+v", standing)
				}
			}
		})
	}
}

// narrow fails when a page is wider than the window.
func (p *person) narrow(what string) {
	p.t.Helper()
	if over := eval[int](p, "document.documentElement.scrollWidth - document.documentElement.clientWidth"); over > 0 {
		p.t.Errorf("%s: %d px too wide", what, over)
	}
}

// draws keeps pictures of a page at every size, light and dark, when asked.
func (r *practiceRoom) draws(lang, name string, p *person) {
	r.t.Helper()
	if *shots == "" {
		return
	}
	for _, look := range []struct {
		name          string
		width, height int64
		scheme        string
	}{{"320", 320, 640, "light"}, {"phone", 390, 844, "dark"}, {"lab", 1366, 768, "light"}} {
		size(look.width, look.height)(p)
		feature("prefers-color-scheme", look.scheme)(p)
		p.shot(filepath.Join(*shots, fmt.Sprintf("%s-%s-%s.png", name, lang, look.name)), true)
	}
	size(320, 640)(p)
	feature("prefers-color-scheme", "light")(p)
}
