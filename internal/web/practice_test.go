package web_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/internal/tutor"
	"semeia/templates"
)

// answers fills in a question's form and sends it: think gives the answer.
func (v *visitor) answers(p page, path string, answer string) page {
	v.t.Helper()
	fields := v.as(p)
	for _, name := range []string{"n", "seed", "since"} {
		fields = append(fields, name+"="+p.Find("[name="+name+"]").AttrOr("value", ""))
	}
	return v.post(path, append(fields, strings.Split(answer, "&")...)...)
}

// exerciseOf makes the exercise that a page asks, as the program does.
func (w *town) exerciseOf(p page, owner string, skill lesson.Skill) lesson.Exercise {
	w.t.Helper()
	history := must(w.kept.Attempts(context.Background(), owner))
	var seed uint64
	if _, err := fmt.Sscanf(p.Find("[name=seed]").AttrOr("value", ""), "%x", &seed); err != nil {
		w.t.Fatal(err)
	}
	return must(lesson.Candidate(skill, history, seed))
}

// form is an answer as the fields of its form, where it is given at once.
func form(e *lesson.Exercise, a tutor.Answer) (fields string, ok bool) {
	part := strings.Fields(string(a))
	switch e.Kind {
	case lesson.Landing, lesson.LastSeed, lesson.InKalah, lesson.RowTotal, lesson.StillTo, lesson.ReachesKalah, lesson.Referee,
		lesson.BestMove, lesson.GoodLooking:
		return "answer=" + string(a), true
	case lesson.LastThree, lesson.ThreeTurns:
		return "so=" + part[0] + "&so=" + part[1] + "&answer=" + part[2], true
	case lesson.Captures, lesson.CapturesNot, lesson.Enough:
		return "so=" + part[0] + "&answer=" + part[1], true
	case lesson.WhatHappens:
		return "what=" + part[0] + "&where=" + part[1], true
	case lesson.Compare:
		if len(part) == 1 {
			return "sign=eq", true
		}
		return "sign=" + part[0] + "&more=" + part[1], true
	case lesson.WhoWon:
		return "mine=" + part[0] + "&theirs=" + part[1] + "&who=" + part[2], true
	case lesson.SetUp:
		return "house=" + strings.Join(part, "&house="), true
	case lesson.Chain:
		for i, h := range part[:len(part)-1] {
			fields += fmt.Sprintf("so=%s&", h)
			_ = i
		}
		return fields + "answer=" + part[len(part)-1], true
	}
	return "", false
}

// A pupil who answers rightly goes through every skill, to mastery; each answer
// is kept once, with its position.
func TestAPupilWhoKnowsMastersEverySkill(t *testing.T) {
	w := newTown(t)
	w.check(w.kept.SetGate(context.Background(), w.byAna, w.one.ID, school.Gate{Mode: school.Held, Stage: 5, Before: 1}))
	v := w.signedIn(w.ines, w.codeOne)
	owner := school.OwnerOf(w.ines.ID)
	total := 0
	for _, info := range lesson.Skills(0) {
		path := "/practice/" + string(info.Skill)
		for n := 1; ; n++ {
			p := v.get(path)
			e := w.exerciseOf(p, owner, info.Skill)
			fields, ok := form(&e, e.Right)
			if !ok {
				t.Fatalf("%s cannot be answered", e.Kind)
			}
			q := v.answers(p, path, fields)
			if q.status != http.StatusOK || q.path != fmt.Sprintf("%s/%d", path, n) || !strings.Contains(q.text(".say"), "That is right.") {
				t.Fatalf("%s %s: %d %s %s", info.Skill, fields, q.status, q.path, q.words("main"))
			}
			total++
			again := v.answers(p, path, fields)
			want(t, "the same answer again", again.status, http.StatusConflict)
			if q.Find(".understood.full").Length() > 0 {
				break
			}
			if n == 12 {
				t.Fatalf("%s is not mastered after 12 right answers", info.Skill)
			}
		}
	}
	attempts := must(w.kept.Attempts(context.Background(), owner))
	want(t, "each is kept once", len(attempts), total)
	for _, a := range attempts {
		if a.Board == "" || !a.Right || len(a.Slips) > 0 {
			t.Errorf("%+v", a)
		}
	}
	ana := w.teaching(w.ana)
	p := ana.get("/teach/" + w.one.ID)
	want(t, "the teacher sees it", p.Find("#understanding ~ *, .progress tr").Length() > 0 && p.Find(".progress tbody tr").First().Find(".understood.full").Length() == len(lesson.Skills(0)), true)
	t.Logf("%d answers to master %d skills", total, len(lesson.Skills(0)))
}

// A pupil with a slip is found out, and the teacher sees which one, who, and
// what to say.
func TestASlipIsNamedToTheTeacher(t *testing.T) {
	for _, slip := range tutor.Slips(tutor.LandingFamily) {
		t.Run(string(slip), func(t *testing.T) {
			w := newTown(t)
			v := w.signedIn(w.ines, w.codeOne)
			owner := school.OwnerOf(w.ines.ID)
			ana := w.teaching(w.ana)
			class := "/teach/" + w.one.ID
			said := false
			for n := 1; ; n++ {
				skill := lesson.Against(slip, 1) // and now and then another one, as in a lesson
				if n%3 == 0 {
					skill = "K1"
				}
				path := "/practice/" + string(skill)
				p := v.get(path)
				e := w.exerciseOf(p, owner, skill)
				answer := e.Right
				if e.Case != nil {
					answer = e.Case.Predict[slip]
				}
				fields, _ := form(&e, answer)
				q := v.answers(p, path, fields)
				if q.status == http.StatusUnprocessableEntity {
					t.Fatalf("%s cannot be answered with %q", e.Kind, fields)
				}
				en := "It looks as if"
				said = said || answer != e.Right && strings.Contains(q.words(".say"), en)
				if len(lesson.Paint(must(w.kept.Attempts(context.Background(), owner))).Slips) > 0 {
					break
				}
				if n == 30 {
					t.Fatal("not named after 30 answers")
				}
			}
			if !said {
				t.Error("the child was told nothing of it")
			}
			link := ana.get(class).Find(`.progress a.letter[href$="/slips/` + string(slip) + `"]`)
			want(t, "in the table", link.Length(), 1)
			page := ana.get(class + "/slips/" + string(slip))
			contains(t, "who", page.words(".whoslips"), "Inês")
			want(t, "their answers", page.Find(".whoslips .answers li").Length() > 0, true)
			again := ana.get(page.Find(".whoslips .answers a").First().AttrOr("href", "/none"))
			want(t, "played again for the teacher", fmt.Sprint(again.status, again.Find("#steps li").Length(), again.Find("#after .tapped, #after .guess").Length() > 0), "200 1 true")
			want(t, "not for another teacher", w.teaching(w.besa).get(again.path).status, http.StatusNotFound)
			want(t, "a contrast pair", page.Find(".pair2 figure").Length(), 2)
			if page.words(".steps") == "" || strings.Contains(page.words("main"), "⟦") {
				t.Error(page.words("main"))
			}
		})
	}
}

// What is no answer, foreign or stale is answered by a sentence, and nothing is
// kept.
func TestABadAnswerKeepsNothing(t *testing.T) {
	w := newTown(t)
	v := w.signedIn(w.ines, w.codeOne)
	p := v.get("/practice/K1")
	n, seed := p.Find("[name=n]").AttrOr("value", ""), p.Find("[name=seed]").AttrOr("value", "")
	send := func(fields ...string) page { return v.post("/practice/K1", append(v.as(p), fields...)...) }
	for what, c := range map[string]struct {
		status int
		fields []string
	}{
		"no place":          {422, []string{"n=" + n, "seed=" + seed, "answer=x9"}},
		"nothing":           {422, []string{"n=" + n, "seed=" + seed}},
		"a long one":        {422, []string{"n=" + n, "seed=" + seed, "answer=" + strings.Repeat("s1 ", 100)}},
		"a foreign seed":    {409, []string{"n=" + n, "seed=1", "answer=s1"}},
		"no number":         {409, []string{"n=" + n, "seed=zz", "answer=s1"}},
		"an answer to come": {409, []string{"n=7", "seed=" + seed, "answer=s1"}},
		"no count":          {409, []string{"seed=" + seed, "answer=s1"}},
	} {
		q := send(c.fields...)
		want(t, what, q.status, c.status)
		if q.text(".notice") == "" {
			t.Errorf("%s: no sentence", what)
		}
	}
	for path, status := range map[string]int{"/practice/K99": 404, "/practice/K1/1": 404, "/practice/K1/x": 404, "/practice/K6": 403, "/practice/K6/1": 403, "/practice/%00": 404} {
		want(t, path, v.get(path).status, status)
	}
	want(t, "of a stage not open", v.acts("/practice/K6", "n=1", "seed=1", "answer=?").status, 403)
	want(t, "nothing is kept", len(must(w.kept.Attempts(context.Background(), school.OwnerOf(w.ines.ID)))), 0)
	// "I don't know yet" is an answer.
	q := send("n="+n, "seed="+seed, "answer=?")
	contains(t, "don't know", q.words(".say"), "Then let us look.")
	want(t, "kept", len(must(w.kept.Attempts(context.Background(), school.OwnerOf(w.ines.ID)))), 1)
	want(t, "not another pupil's", w.signedIn(w.rui, w.codeOne).get("/practice/K1/1").status, 404)
	// A visitor's answers live with the cookie.
	visitor := w.visitor("en")
	first := visitor.get("/practice/K0")
	visitor.answers(first, "/practice/K0", "answer=?")
	want(t, "a visitor's", visitor.get("/practice/K0/1").status, 200)
	want(t, "another visitor's", w.visitor("en").get("/practice/K0/1").status, 404)
}

// The page before the answer is the same whatever the answer is: only seeds,
// houses and numbers of the question differ.
func TestNoAnswerShowsBeforeItIsGiven(t *testing.T) {
	en, _ := open(t).catalogue.Loc("en")
	question := regexp.MustCompile(`aria-label="[^"]*"|\d+|\bd="[^"]*"| stroke-width="[^"]*"| empty\b| start\b|seeds?\b|, ?with|, empty|(it|the last one) falls`)
	claimed := regexp.MustCompile(`<span class="guess"[^>]*></span>|<button name="answer" value="\d+".*?</button>|<li>[^<]*</li>`)
	for _, set := range kalah.Sets() {
		for _, kind := range lesson.Kinds(set.Name) {
			for level := 1; level <= kind.Levels; level++ {
				seen := map[string]tutor.Answer{}
				for seed := range uint64(12) {
					e := must(lesson.Make(lesson.Key{Kind: kind.Kind, Rules: set.Name, Level: level, Seed: seed, Version: lesson.Version}))
					ask := templates.NewAsk(templates.Shell{L: en}, &e, nil)
					var b bytes.Buffer
					if err := templates.AskPage(ask).Render(context.Background(), &b); err != nil {
						t.Fatal(err)
					}
					text := b.String()
					if kind.Kind == lesson.CapturesNot || kind.Kind == lesson.GoodLooking { // which houses are offered is part of the question
						text = regexp.MustCompile(`<(button|div) class="cup house near[^>]*>`).ReplaceAllString(strings.ReplaceAll(text, "</button>", "</div>"), "")
					}
					if kind.Kind == lesson.Referee { // what is claimed, is the question
						text = claimed.ReplaceAllString(text, "")
					}
					seen[question.ReplaceAllString(text, "")] = e.Right
				}
				if len(seen) > 1 {
					texts := []string{}
					for text := range seen {
						texts = append(texts, text)
					}
					at := 0
					for at < len(texts[0]) && at < len(texts[1]) && texts[0][at] == texts[1][at] {
						at++
					}
					t.Errorf("%s %s level %d: pages differ with the answer: …%s… and …%s…", kind.Kind, set.Name, level, cutAt(texts[0], at), cutAt(texts[1], at))
				}
			}
		}
	}
}

func cutAt(text string, at int) string { return text[max(0, at-60):min(len(text), at+60)] }

var speed = flag.Bool("speed", false, "measure the page of a class of 100 pupils with 50,000 answers")

// TestTheClassPageIsFast measures, when asked:
//
//	go test ./internal/web -run TestTheClassPageIsFast -v -speed
func TestTheClassPageIsFast(t *testing.T) {
	if !*speed {
		return
	}
	w := newTown(t)
	ctx := context.Background()
	var made []lesson.Attempt
	for i, info := range lesson.Skills(1) {
		history := []lesson.Attempt{}
		for n := 1; n <= 63; n++ {
			e := must(lesson.Candidate(info.Skill, history, uint64(i*1000+n)))
			answer := e.Right
			if n%3 == 0 && len(e.Choices) > 0 {
				answer = e.Choices[n%len(e.Choices)]
			}
			a, _ := e.Attempted(string(answer))
			a.N, a.At = n, int64(n)*60_000
			history = append(history, a)
		}
		made = append(made, history...)
	}
	made = made[:500]
	for i := range 98 {
		m := school.Member{ID: school.NewID(), Name: fmt.Sprintf("Pupil %d", i), Twin: 1}
		w.check(w.kept.AddPupils(ctx, w.byAna, w.one.ID, []school.Member{m}))
	}
	all := must(w.kept.PupilsOf(ctx, w.ana.ID, w.one.ID))
	for _, p := range all {
		list := make([]*lesson.Attempt, len(made))
		for i := range made {
			list[i] = &made[i]
		}
		w.check(w.kept.AddAttempts(ctx, school.OwnerOf(p.ID), list...))
	}
	ana := w.teaching(w.ana)
	took := func(path string) time.Duration {
		began := time.Now()
		if p := ana.get(path); p.status != http.StatusOK {
			t.Fatal(p.status)
		}
		return time.Since(began)
	}
	class := "/teach/" + w.one.ID
	first := took(class)
	cached := time.Hour
	for range 5 {
		cached = min(cached, took(class))
	}
	t.Logf("%d pupils, %d answers: everything recomputed %v, with mastery kept %v", len(all), len(all)*len(made), first.Round(time.Millisecond), cached.Round(time.Millisecond))
	if first > 2*time.Second || cached > 100*time.Millisecond {
		t.Errorf("want at most 2s and 100ms")
	}
}
