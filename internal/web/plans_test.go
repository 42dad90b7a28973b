package web_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"semeia/internal/course"
	"semeia/internal/web"
	"semeia/lessons"
)

// onward is where a page leads.
func (p page) onward(rel string) string { return p.Find("a[rel="+rel+"]").AttrOr("href", "") }

// What is not on the page while a question stands, since it would tell.
const telltale = ".last, .taken, .count, #say, #after, #steps, template, button.cup"

// TestTheProjectorLeadsThroughTheWholeCourse follows "next" from the first plan to
// the end of the last lesson, and "back" from each view.
func TestTheProjectorLeadsThroughTheWholeCourse(t *testing.T) {
	c := theCourse(t)
	w := newTown(t)
	for _, lang := range []string{"en", "pt", "sq"} {
		v := w.teaching(w.ana)
		v.accept = lang
		seen := map[string]bool{}
		plans, questions, answers, moves := 0, 0, 0, 0
		before := ""
		for at := "/teach/lessons/" + c.Lessons[0].Folder; at != "/teach/lessons"; {
			if seen[at] {
				t.Fatalf("%s: the way leads round to %s", lang, at)
			}
			seen[at] = true
			p := v.get(at)
			if p.status != http.StatusOK {
				t.Fatalf("%s: %s: %d", lang, at, p.status)
			}
			next := p.onward("next")
			if p.Find("article.plan").Length() > 0 {
				plans++
				before, at = at, next
				continue
			}
			if prev := p.onward("prev"); prev != before {
				t.Errorf("%s: back from %s leads to %s, not to %s", lang, at, prev, before)
			}
			shown := strings.Contains(at, "show=1")
			asked := strings.Contains(next, "show=1") && !shown
			switch {
			case asked:
				questions++
				if n := p.Find(telltale).Length(); n > 0 {
					t.Errorf("%s: %s gives %d things of the answer away", lang, at, n)
				}
			case shown:
				answers++
				if p.text("main .say") == "" {
					t.Errorf("%s: %s does not say the answer", lang, at)
				}
			case strings.Contains(at, "at="):
				moves++
				if p.Find("#steps li").AttrOr("data-path", "") == "" {
					t.Errorf("%s: %s shows no move", lang, at)
				}
			}
			before, at = at, next
			if next == "" {
				t.Fatalf("%s: %s leads nowhere", lang, before)
			}
		}
		if plans != len(c.Lessons) || questions == 0 || questions != answers || moves == 0 {
			t.Errorf("%s: %d plans of %d lessons, %d questions, %d answers, %d moves", lang, plans, len(c.Lessons), questions, answers, moves)
		}
		for _, l := range c.Lessons {
			for i := range l.Steps {
				if !seen["/teach/lessons/"+l.Folder+"/"+l.Steps[i].ID] {
					t.Errorf("%s: the step %s of %s is left out", lang, l.Steps[i].ID, l.Folder)
				}
			}
		}
	}
}

// The answer on the projector is the right one, and its sowing goes where the
// seeds go.
func TestTheProjectorAnswersRightly(t *testing.T) {
	c := theCourse(t)
	w := newTown(t)
	v := w.teaching(w.ana)
	checked := 0
	for _, l := range c.Lessons {
		for i := range l.Steps {
			s := &l.Steps[i]
			path := "/teach/lessons/" + l.Folder + "/" + s.ID
			switch s.Kind {
			case course.Predict:
				e := s.Items[0].Posed
				if e.House == 0 {
					continue
				}
				sown, err := e.Set.Sow(e.Pos, e.House)
				if err != nil {
					t.Fatal(err)
				}
				p := v.get(path + "?show=1")
				want(t, path, p.Find("#after .last").AttrOr("data-place", ""), sown.Last().String())
				checked++
			case course.Touch:
				p := v.get(path + "?show=1")
				want(t, path, p.Find(".last").Length(), len(s.Touch))
				for _, at := range s.Touch {
					want(t, path, p.Find(`.last[data-place="`+at.String()+`"]`).Length(), 1)
				}
				checked++
			case course.Try:
				p := v.get(path)
				house := p.Find("button.cup").First()
				want(t, path, house.AttrOr("name", ""), "house")
				sown, err := s.Set.Sow(*s.Board, int(house.AttrOr("value", "0")[0]-'0'))
				if err != nil {
					t.Fatal(err)
				}
				p = v.get(path + "?house=" + house.AttrOr("value", ""))
				want(t, path, p.Find("#after .last").AttrOr("data-place", ""), sown.Last().String())
				want(t, path, p.onward("prev"), path)
				checked++
			}
		}
	}
	if checked < 50 {
		t.Errorf("only %d steps were looked at", checked)
	}
}

// A number in the address that is none of the step's leads to its first view.
func TestTheProjectorTakesAnyAddress(t *testing.T) {
	c := theCourse(t)
	w := newTown(t)
	v := w.teaching(w.ana)
	for _, l := range c.Lessons[:8] {
		for i := range l.Steps {
			path := "/teach/lessons/" + l.Folder + "/" + l.Steps[i].ID
			first := v.get(path)
			for _, q := range []string{"?at=999", "?at=-1", "?q=0", "?q=99", "?house=9", "?house=x", "?show=2", "?at=%00"} {
				p := v.get(path + q)
				if p.status != http.StatusOK || p.onward("next") != first.onward("next") || p.onward("prev") != first.onward("prev") {
					t.Errorf("%s: %d, on to %s", path+q, p.status, p.onward("next"))
				}
			}
		}
	}
	for _, path := range []string{"/teach/lessons/99-none", "/teach/lessons/01-board/none", "/teach/lessons/..%2f..", "/teach/lessons/%00"} {
		if p := v.get(path); p.status != http.StatusNotFound {
			t.Errorf("%s: %d", path, p.status)
		}
	}
}

// TestPlansHoldWhatATeacherNeeds looks at each part of the plan, and at its words
// in the teacher's language.
func TestPlansHoldWhatATeacherNeeds(t *testing.T) {
	c := theCourse(t)
	w := newTown(t)
	for _, lang := range []struct{ code, aim string }{{"en", "Aim"}, {"pt", "Objetivo"}, {"sq", "Qëllimi"}} {
		v := w.teaching(w.ana)
		v.accept = lang.code
		list := v.get("/teach/lessons")
		want(t, "lessons in the list", list.Find(".planlist h3").Length(), len(c.Lessons))
		for _, l := range c.Lessons {
			p := v.get("/teach/lessons/" + l.Folder)
			words := l.In(lang.code)
			want(t, l.Folder, p.text("h1"), words.Title)
			contains(t, l.Folder, p.text(".plan"), lang.aim)
			want(t, l.Folder+": steps", p.Find(".plansteps li").Length(), len(l.Steps))
			want(t, l.Folder+": mistakes", p.Find(".planslips li").Length(), len(l.Slips))
			if len(l.Slips) > 0 && p.Find(".pair2 figure").Length() != 2 {
				t.Errorf("%s: no pair of questions for %s", l.Folder, l.Slips[0])
			}
			for _, part := range []string{words.Aim, words.AtBoard, words.Ask} {
				text, _, _ := strings.Cut(strings.TrimPrefix(part[strings.IndexByte(part, '>')+1:], "\n<li>"), "<")
				if text = strings.TrimSpace(text); len(text) > 3 && !strings.Contains(text, "&") {
					contains(t, l.Folder, p.text(".plan"), strings.Join(strings.Fields(text), " "))
				}
			}
		}
	}
}

// TestAFaultInTheSchoolsOwnLessonIsToldToTeachers: the list names file and line,
// and nobody else reads of it; what is whole is there, marked as the school's own.
func TestAFaultInTheSchoolsOwnLessonIsToldToTeachers(t *testing.T) {
	theCourse(t)
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	whole := "stage = 1\nrules = \"sowing\"\nskills = [\"K0\"]\nminutes = 5\n\n[[step]]\nid = \"hello\"\nkind = \"talk\"\n"
	write("30-ours/lesson.toml", whole)
	write("30-ours/pt.md", "# A nossa horta\n\nSementes da escola.\n\n## hello: Olá\nO que cresce na nossa horta?\n")
	write("31-broken/lesson.toml", strings.Replace(whole, "\"talk\"", "\"dance\"", 1))
	write("31-broken/pt.md", "# Quebrada\n\nNada.\n\n## hello: Olá\nOlá.\n")
	library, err := course.Open(lessons.FS, dir)
	if err != nil {
		t.Fatal(err)
	}
	w := &town{site: open(t, func(c *web.Config) { c.Course = library })}
	v := w.visitor("en")
	v.post("/setup/"+setupSecret, "name=Ana", "login=ana", "password="+password, "again="+password)
	p := v.get("/teach/lessons")
	contains(t, "the faults", p.text(".faults"), "31-broken/lesson.toml:8: ")
	if strings.Contains(p.text(".planlist"), "Quebrada") {
		t.Error("a lesson with a fault is in the list")
	}
	ours := p.Find(`.planlist li:has(a[href="/teach/lessons/30-ours"])`)
	contains(t, "an own lesson", ours.Text(), "From your school’s own folder")
	contains(t, "a lesson in one language", ours.Text(), "Português")
	if tag := ours.Find("h3").AttrOr("lang", ""); tag != "pt-BR" {
		t.Errorf("its title is said to be in %q", tag)
	}
	for _, path := range []string{"/teach/lessons/30-ours", "/teach/lessons/30-ours/hello"} {
		p := v.get(path)
		contains(t, path, p.text("main"), "This lesson is written in: Português.")
	}
	if p := v.get("/teach/lessons/31-broken"); p.status != http.StatusNotFound {
		t.Errorf("a lesson with a fault has a plan: %d", p.status)
	}
	stranger := w.visitor("en")
	for _, path := range []string{"/", "/learn", "/learn/31-broken", "/teach/lessons"} {
		if p := stranger.get(path); strings.Contains(p.text("body"), "31-broken") {
			t.Errorf("a visitor reads of the fault on %s", path)
		}
	}
}
