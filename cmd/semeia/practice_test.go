package main

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/internal/store"
	"semeia/internal/store/storetest"
	"semeia/internal/tutor"
)

// practiceRoom is the program on a database with a class whose pupils tap their
// name, and that database.
type practiceRoom struct {
	*program
	kept    *store.Store
	class   string
	teacher string // id
	code    string
	pupils  map[string]school.Pupil // by name
}

const practicePassword = "a long enough password"

func newPracticeRoom(t *testing.T, lang string, names ...string) *practiceRoom {
	t.Helper()
	ctx, db := context.Background(), storetest.New(t)
	kept, err := store.Open(ctx, db)
	must(t, err)
	t.Cleanup(func() { kept.Close() })
	ana := school.Teacher{ID: school.NewID(), Name: "Ana", Login: "ana"}
	must(t, kept.Claim(ctx, ana, school.HashPassword(practicePassword), time.Now().UnixMilli()))
	by := school.By{Teacher: ana.ID, At: time.Now().UnixMilli()}
	c := school.Class{ID: school.NewID(), Name: "3A", Lang: lang, Entry: school.ByName, CodeMinutes: 15, Gate: school.NewGate(), Aids: school.FullAids, TakeBack: true, Hints: true}
	must(t, kept.AddClass(ctx, by, c))
	var members []school.Member
	for _, name := range names {
		members = append(members, school.Member{ID: school.NewID(), Name: name, Twin: 1})
	}
	must(t, kept.AddPupils(ctx, by, c.ID, members))
	r := &practiceRoom{kept: kept, class: "/teach/" + c.ID, teacher: ana.ID, pupils: map[string]school.Pupil{}}
	list, err := kept.PupilsOf(ctx, ana.ID, c.ID)
	must(t, err)
	for _, p := range list {
		r.pupils[p.Name] = p
	}
	r.code, err = kept.OpenCode(ctx, by, c.ID, time.Now().Add(time.Hour).UnixMilli())
	must(t, err)
	r.program = start(t, db)
	return r
}

// comes signs a pupil in by a tap on the name.
func (r *practiceRoom) comes(name, lang string, settings ...setting) *person {
	r.t.Helper()
	p := r.sit("/join/"+r.code, append([]setting{language(lang), feature("prefers-reduced-motion", "reduce")}, settings...)...)
	p.follow(fmt.Sprintf(`form[action$="%s"] button`, r.pupils[name].ID))
	return p
}

// asks is the exercise that a pupil's page shows, made as the program makes it.
func (r *practiceRoom) asks(p *person, name string, skill lesson.Skill) lesson.Exercise {
	r.t.Helper()
	history, err := r.kept.Attempts(context.Background(), school.OwnerOf(r.pupils[name].ID))
	must(r.t, err)
	var seed uint64
	if _, err := fmt.Sscanf(eval[string](p, `document.querySelector("[name=seed]").value`), "%x", &seed); err != nil {
		r.t.Fatal(err)
	}
	e, err := lesson.Candidate(skill, history, seed)
	must(r.t, err)
	return e
}

// tapsPlaces gives an answer of places by tapping them one after the other.
func (p *person) tapsPlaces(answer tutor.Answer) {
	p.t.Helper()
	for _, part := range strings.Fields(string(answer)) {
		p.follow(fmt.Sprintf(`.board button[value="%s"]`, part))
	}
}

// picture is what is thought of a pupil now.
func (r *practiceRoom) picture(name string) *lesson.Picture {
	r.t.Helper()
	history, err := r.kept.Attempts(context.Background(), school.OwnerOf(r.pupils[name].ID))
	must(r.t, err)
	picture := lesson.Paint(history)
	return &picture
}

// TestPracticeInTheBrowser: a pupil who knows masters a skill, and one with a
// mistake is found out: the child reads the sentence, the teacher sees the
// mistake, who makes it, and what to say. Every landing slip, in every language
// with -pages, else each in one language.
func TestPracticeInTheBrowser(t *testing.T) {
	slips := tutor.Slips(tutor.LandingFamily)
	for i, lang := range []struct{ code, tag string }{{"pt", "pt-BR"}, {"en", "en"}, {"sq", "sq"}} {
		t.Run(lang.code, func(t *testing.T) {
			l := loc(t, lang.code)
			names := []string{"Rui"}
			for _, slip := range slips {
				names = append(names, "P "+string(slip))
			}
			r := newPracticeRoom(t, lang.code, names...)
			p := r.comes("Rui", lang.tag)
			for n := 0; ; n++ {
				p.open("/practice/K1")
				e := r.asks(p, "Rui", "K1")
				p.tapsPlaces(e.Right)
				if said := p.text("#say"); !strings.Contains(said, l.T("told.right")) {
					t.Fatalf("after the right answer: %s", said)
				}
				if p.has(".understood.full") && r.picture("Rui").Of("K1").Mastered {
					break
				}
				if n == 12 {
					t.Fatal("K1 is not mastered after 12 right answers")
				}
			}
			var found []tutor.Slip
			for j, slip := range slips {
				if !*everyPage && j%3 != i {
					continue
				}
				name := "P " + string(slip)
				p := r.comes(name, lang.tag)
				sentence := ""
				for n := 0; len(r.picture(name).Slips) == 0; n++ {
					if n == 30 {
						t.Fatalf("%s is not named after 30 answers", slip)
					}
					skill := lesson.Against(slip, 1)
					if n%3 == 2 {
						skill = "K1"
					}
					p.open("/practice/" + string(skill))
					e := r.asks(p, name, skill)
					answer := e.Right
					if e.Case != nil {
						answer = e.Case.Predict[slip]
					}
					switch e.Kind {
					case lesson.InKalah:
						p.fill("answer", string(answer))
						p.follow(".answer button.main")
					case lesson.SetUp:
						for i, seeds := range strings.Fields(string(answer)) {
							eval[bool](p, fmt.Sprintf(`(document.querySelectorAll("[name=house]")[%d].value = "%s", true)`, i, seeds))
						}
						p.follow(".answer button.main")
					default:
						p.tapsPlaces(answer)
					}
					if own := tutor.SaySlip(l, slip, e.Set, nil); answer != e.Right && strings.Contains(p.text("#say"), own) {
						sentence = own
					}
				}
				if named := r.picture(name).Slips[0].Slip; named != slip {
					t.Errorf("%s is taken for %s", slip, named)
				}
				if sentence == "" {
					t.Errorf("%s: the child never reads its sentence", slip)
				}
				found = append(found, slip)
			}
			teacher := r.sit("/sign-in", language(lang.tag))
			teacher.signIn("ana", practicePassword)
			for _, slip := range found {
				teacher.open(r.class)
				teacher.follow(fmt.Sprintf(`.progress a.letter[href$="/slips/%s"]`, slip))
				page := teacher.text("main")
				for _, want := range []string{tutor.SlipName(l, slip), tutor.AskSlip(l, slip), "P " + string(slip)} {
					if !strings.Contains(page, want) {
						t.Errorf("%s: the teacher does not read %q", slip, want)
					}
				}
			}
			t.Logf("mistakes found: %v", found)
		})
	}
}

// By keyboard alone, and without scripts.
func TestPracticeByKeyboardAndWithoutScripts(t *testing.T) {
	r := newPracticeRoom(t, "en", "Ana", "Rui")
	p := r.comes("Ana", "en")
	p.open("/practice/K1")
	e := r.asks(p, "Ana", "K1")
	reach := func(what, script string) {
		t.Helper()
		for range 60 {
			p.press("Tab")
			if eval[bool](p, script) {
				return
			}
		}
		t.Fatalf("Tab does not reach %s", what)
	}
	reach("the right place", fmt.Sprintf(`document.activeElement.value === "%s" && getComputedStyle(document.activeElement.querySelector("svg")).outlineStyle !== "none"`, e.Right))
	p.press("Enter")
	p.until("the answer is told", `document.getElementById("say") !== null && document.readyState === "complete"`)
	if said := p.text("#say"); !strings.Contains(said, "That is right.") {
		t.Errorf("by keyboard: %s", said)
	}
	reach("the next one", `document.activeElement.id === "onward"`)
	p.press("Enter")
	p.until("the next question", `document.querySelector("[name=n]")?.value === "2"`)

	q := r.comes("Rui", "en", noScript)
	q.open("/practice/K1")
	e = r.asks(q, "Rui", "K1")
	wrong := "n*"
	q.follow(fmt.Sprintf(`.board button[value="%s"]`, wrong))
	if said := q.text("#say"); !strings.Contains(said, "Not quite.") {
		t.Errorf("without scripts: %s", said)
	}
	if n := eval[int](q, `document.querySelectorAll("#after .count").length`); n == 0 {
		t.Error("without scripts no trail is drawn")
	}
	if !q.has(`#after .tapped[data-place="n*"]`) {
		t.Error("without scripts the own answer is not marked")
	}
	q.follow("#onward")
	if n := eval[string](q, `document.querySelector("[name=n]").value`); n != "2" {
		t.Errorf("without scripts the next question is number %s", n)
	}
}
