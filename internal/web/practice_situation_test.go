package web_test

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"semeia/internal/course"
	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/internal/tutor"
	"semeia/lessons"
	"semeia/templates"
)

// A pupil finds the thinking corner of each open stage in the list of practice,
// answers there as in any exercise, and opens nothing by it.
func TestTheThinkingCornerIsPractisedLikeASkill(t *testing.T) {
	w := newTown(t)
	gate := func(stage int) {
		w.check(w.kept.SetGate(context.Background(), w.byAna, w.one.ID, school.Gate{Mode: school.Held, Stage: stage, Before: 1}))
	}
	v := w.signedIn(w.ines, w.codeOne)
	gate(1)
	want(t, "of the open stage", v.get("/practice").Find(`.corner a[href="/practice/T1"]`).Length(), 1)
	want(t, "not of a later one", v.get("/practice").Find(`a[href="/practice/T2"]`).Length(), 0)
	want(t, "a later one", v.get("/practice/T2").status, http.StatusForbidden)
	want(t, "none", v.get("/practice/T6").status, http.StatusNotFound)
	gate(5)
	owner := school.OwnerOf(w.ines.ID)
	for stage := 1; stage <= 5; stage++ {
		corner, _ := lesson.Corner(stage)
		path := "/practice/" + string(corner.Skill)
		want(t, path, v.get("/practice").Find(`.corner a[href="`+path+`"]`).Length(), 1)
		for n := 1; n <= len(corner.Practice); n++ {
			p := v.get(path)
			e := w.exerciseOf(p, owner, corner.Skill)
			fields, ok := form(&e, e.Right)
			if !ok {
				t.Fatalf("%s cannot be answered", e.Kind)
			}
			q := v.answers(p, path, fields)
			if q.status != http.StatusOK || q.path != fmt.Sprintf("%s/%d", path, n) || !strings.Contains(q.text(".say"), "That is right.") {
				t.Fatalf("%s %s: %d %s %s", e.Kind, fields, q.status, q.path, q.words("main"))
			}
			want(t, "the sowing is shown", q.Find("#steps li").Length(), 1)
		}
		// A wrong answer, part by part where it has several.
		p := v.get(path)
		e := w.exerciseOf(p, owner, corner.Skill)
		fields, _ := form(&e, wrongAnswer(&e))
		q := v.answers(p, path, fields)
		want(t, "a wrong one", q.status, http.StatusOK)
		contains(t, "a wrong one", q.words(".say"), "Not quite.")
	}
	picture := lesson.Paint(must(w.kept.Attempts(context.Background(), owner)))
	for _, s := range picture.Standings {
		if s != lesson.New(s.Skill) {
			t.Errorf("%+v", s)
		}
	}
	ana := w.teaching(w.ana)
	link := ana.get("/teach/" + w.one.ID + "/pupils/" + w.ines.ID).Find(`.answers a[href*="/T5/"]`)
	want(t, "the teacher sees the answers", link.Length() > 0, true)
	want(t, "and what they came to", ana.get(link.First().AttrOr("href", "/none")).status, http.StatusOK)
}

// wrongAnswer is one that can be given.
func wrongAnswer(e *lesson.Exercise) tutor.Answer {
	for _, a := range []tutor.Answer{"1", "2", "3", "4", "5", "0 1", "1 1 1"} {
		if right, _, ok := e.Mark(a); ok && !right {
			return a
		}
	}
	return tutor.DontKnow
}

// saidOfTheEnd and saidThen are what is told of a house, as in English.
var (
	saidOfTheEnd = regexp.MustCompile(`With house (\d) (?:(you can end) (\d+) ahead|(the other side can end) (\d+) ahead|(it ends in a draw)|(you can win)|(the other side can win))`)
	saidThen     = regexp.MustCompile(`After house (\d) the other side can (?:bring (\d+) seeds? into its kalah with its house (\d)|capture with its house (\d): (\d+) seeds?|sow (\d+) times in one turn: (\d+) seeds?)`)
)

// What is told of a situation is so, whatever was answered; and its words are of
// the stage, in every language.
func TestWhatIsToldOfASituationIsSo(t *testing.T) {
	words := must(course.ReadWords(must(fs.ReadFile(lessons.FS, "words.toml"))))
	catalogue := open(t).catalogue
	told, ends, thens := 0, 0, 0
	for stage := 1; stage <= 5; stage++ {
		corner, _ := lesson.Corner(stage)
		for _, q := range corner.Practice {
			boards := map[string]bool{}
			for seed := range uint64(100) {
				e := must(lesson.Make(lesson.Key{Kind: q.Kind, Rules: corner.Rules[0], Level: q.Level, Seed: seed, Version: lesson.Version}))
				if boards[e.Pos.String()] {
					continue
				}
				boards[e.Pos.String()] = true
				for _, answer := range append([]tutor.Answer{tutor.DontKnow, e.Right, wrongAnswer(&e)}, e.Choices...) {
					attempt, ok := e.Attempted(string(answer))
					if !ok {
						t.Fatalf("%s %q", e.Kind, answer)
					}
					told++
					for _, lang := range i18n.Langs {
						l, _ := catalogue.Loc(lang.Code)
						page := templates.NewTold(templates.Shell{L: l}, &e, &attempt, tutor.NoSlip)
						ask := templates.NewAsk(templates.Shell{L: l}, &e, nil)
						text := strings.Join(append(page.Says, page.Head, ask.Text, ask.Title), "\n")
						if found, of := words.Later(lang.Code, stage, text); of > 0 || strings.ContainsAny(text, "⟦{<") {
							t.Errorf("%s %s: %q is of stage %d: %s", lang.Code, e.Kind, found, of, text)
						}
						if lang.Code == "en" {
							a, b := checkTold(t, &e, answer, page.Says)
							ends, thens = ends+a, thens+b
						}
					}
				}
			}
		}
	}
	t.Logf("%d answers told, %d sentences on the end, %d on the other's turn", told, ends, thens)
	if ends < 1000 || thens < 500 {
		t.Error("hardly anything is told")
	}
}

// checkTold compares sentences with the margins, and with the other's moves
// played on the board.
func checkTold(t *testing.T, e *lesson.Exercise, answer tutor.Answer, says []string) (ends, thens int) {
	t.Helper()
	number := func(s string) int { n, _ := strconv.Atoi(s); return n }
	text := strings.Join(says, "\n")
	spoken := map[int]bool{}
	for _, m := range saidOfTheEnd.FindAllStringSubmatch(text, -1) {
		ends++
		spoken[number(m[1])] = true
		way, ok := e.Way(number(m[1]))
		if !ok || m[2] != "" && way.Margin != number(m[3]) || m[4] != "" && way.Margin != -number(m[5]) ||
			m[6] != "" && way.Margin != 0 || m[7] != "" && way.Margin <= 0 || m[8] != "" && way.Margin >= 0 ||
			(m[2] != "" || m[4] != "") == (e.Set.WinAt > 0) && m[6] == "" {
			t.Errorf("%s %q: %s: %+v", e.Pos, answer, m[0], way)
		}
	}
	right := 0
	if e.Kind == lesson.BestMove || e.Kind == lesson.GoodLooking {
		if right = number(string(e.Right)); len(spoken) != 2 || !spoken[right] {
			t.Errorf("%s %q: two houses are not compared: %s", e.Pos, answer, text)
		}
	}
	for _, m := range saidThen.FindAllStringSubmatch(text, -1) {
		thens++
		way, _ := e.Way(number(m[1]))
		if !spoken[way.House] || (way.House == right) != (e.Kind == lesson.GoodLooking) {
			t.Errorf("%s %q: not of the worse house: %s", e.Pos, answer, m[0])
		}
		p, gained, turns, first, captured := e.Pos, 0, 0, 0, 0
		for _, h := range way.Line {
			s := must(e.Set.Sow(p, h))
			if s.Mover() == kalah.North {
				if turns++; turns == 1 {
					first = h
				}
				captured += s.Captured()
				gained += s.Captured()
				for i := 1; i <= s.Seeds; i++ {
					if s.At(i) == (kalah.Place{Side: kalah.North}) {
						gained++
					}
				}
			}
			p = s.After
		}
		so := false
		switch {
		case m[2] != "":
			so = turns == 1 && captured == 0 && gained == number(m[2]) && first == number(m[3])
		case m[4] != "":
			so = turns == 1 && captured > 0 && gained == number(m[5]) && first == number(m[4])
		default:
			so = turns > 1 && turns == number(m[6]) && gained == number(m[7])
		}
		if !so {
			t.Errorf("%s %q: %s: %v", e.Pos, answer, m[0], way.Line)
		}
	}
	if slices.Contains(says, "") {
		t.Errorf("%s: an empty sentence", e.Pos)
	}
	return ends, thens
}
