package web_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/school"
)

// masters keeps right answers of a pupil to the skills of a stage, but for
// those left out, until each is mastered.
func (w *town) masters(p school.Pupil, stage int, but ...lesson.Skill) {
	w.t.Helper()
	var list []*lesson.Attempt
	for _, info := range lesson.Skills(stage) {
		if len(but) > 0 && info.Skill == but[0] {
			continue
		}
		var history []lesson.Attempt
		for standing := lesson.New(info.Skill); !standing.Mastered; standing = lesson.Trace(info.Skill, history) {
			e := must(lesson.Candidate(info.Skill, history, uint64(len(history))))
			a, _ := e.Attempted(string(e.Right))
			a.N, a.At = len(history)+1, w.now.Now().UnixMilli()+int64(len(list))
			history = append(history, a)
			list = append(list, &a)
		}
	}
	w.check(w.kept.AddAttempts(context.Background(), school.OwnerOf(p.ID), list...))
}

// nearlyOver keeps a game of a pupil, and of a partner where one is given, that
// the opener's next move ends; it gives that move.
func (w *town) nearlyOver(rules string, p school.Pupil, partner string) (path string, house int) {
	w.t.Helper()
	set, _ := kalah.Named(rules)
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 1))
		g := school.Game{
			ID: school.NewID(), Owner: school.OwnerOf(p.ID), Partner: partner, Rules: set, Against: school.Neighbour,
			Aids: school.FullAids, Opened: 1000, Outcome: school.Open,
		}
		for {
			state := must(g.Replay())
			var houses []int
			for h := 1; h <= int(set.Houses); h++ {
				if set.Legal(state.Line.Pos, h) == nil {
					houses = append(houses, h)
				}
			}
			house = houses[rng.IntN(len(houses))]
			turn, err := g.Do(context.Background(), coach, school.Act{Kind: school.Move, House: house, Version: g.Version()}, 1000, rng)
			w.check(err)
			if turn.Outcome != school.Open {
				if state.Line.ToMove() != kalah.Opener {
					break
				}
				must(w.kept.AddGame(context.Background(), g))
				return "/games/" + g.ID, house
			}
			g.Events = append(g.Events, turn.Events...)
		}
	}
	w.t.Fatal("the guest always ends the game")
	return "", 0
}

// opens says which stages a pupil may enter, by the pages of the rules.
func (v *visitor) opens() (stages string) {
	for stage := 1; stage <= school.LastStage; stage++ {
		if v.get(fmt.Sprint("/rules/", stage)).status == http.StatusOK {
			stages += fmt.Sprint(stage)
		}
	}
	return stages
}

// ends makes the last move of a game.
func (v *visitor) ends(path string, house int) {
	v.t.Helper()
	p := v.get(path)
	if q := v.moves(p, house); q.status != http.StatusOK {
		v.t.Fatalf("%d %s", q.status, q.text("main"))
	}
}

// In a class that goes by itself a stage opens with all skills of the one before
// and a game of it played to the end, whichever comes last, without a teacher.
func TestAnAutomaticClassGoesByWhatItCanDo(t *testing.T) {
	w := newTown(t)
	w.check(w.kept.SetGate(context.Background(), w.byAna, w.one.ID, school.Gate{Mode: school.Auto, Stage: 1, Before: 1}))
	ines, rui := w.signedIn(w.ines, w.codeOne), w.signedIn(w.rui, w.codeOne)
	want(t, "at first", ines.opens(), "1")

	w.masters(w.ines, 1)
	want(t, "skills alone", ines.opens(), "1")
	up := ines.plays("rules=sowing")
	ines.post(up.path+"/give-up", append(ines.as(up), "version="+up.version())...)
	want(t, "with a game given up", ines.opens(), "1")
	path, house := w.nearlyOver("sowing", w.ines, "")
	ines.ends(path, house)
	want(t, "with a finished game", ines.opens(), "12")

	path, house = w.nearlyOver("sowing", w.rui, "")
	rui.ends(path, house)
	w.masters(w.rui, 1, "K10")
	want(t, "a game, and all skills but one", rui.opens(), "1")
	for n := 1; ; n++ {
		p := rui.get("/practice/K10")
		e := w.exerciseOf(p, school.OwnerOf(w.rui.ID), "K10")
		fields, _ := form(&e, e.Right)
		if rui.answers(p, "/practice/K10", fields).Find(".understood.full").Length() > 0 {
			break
		}
		if n == 12 {
			t.Fatal("K10 is not mastered")
		}
		want(t, "on the way", rui.opens(), "1")
	}
	want(t, "the last answer opens it", rui.opens(), "12")

	ana := w.teaching(w.ana)
	class := "/teach/" + w.one.ID
	p := ana.get(class)
	contains(t, "the teacher reads", p.text(".gate .now"), "Automatic: each child goes on by what it can do")
	want(t, "nothing to open by hand", p.Find(`#stages button`).Length()+p.Find(`.nowcell button`).Length(), 0)
	want(t, "the table goes as far as they", p.Find(".progress thead th").Length(), 2+len(lesson.Skills(1))+len(lesson.Skills(2)))
	contains(t, "in the list of classes", ana.get("/teach").text(".cards"), "automatic, up to stage 2")
	want(t, "no button for one child", ana.get(class+"/pupils/"+w.ines.ID).Find(`.gate [name=stage][value="3"]:not(option)`).Length(), 0)

	// What a class reached while it was held holds when it goes by itself.
	ana.acts(class+"/gate", "mode=held", "stage=1")
	want(t, "held back", ines.opens(), "1")
	ana.acts(class+"/gate", "mode=auto")
	want(t, "by itself again", ines.opens(), "12")
}

// A game of two pupils at one computer counts for both.
func TestAGameOfTwoOpensTheStageForBoth(t *testing.T) {
	w := newTown(t)
	w.check(w.kept.SetGate(context.Background(), w.byAna, w.one.ID, school.Gate{Mode: school.Auto, Stage: 1, Before: 1}))
	w.masters(w.ines, 1)
	w.masters(w.rui, 1)
	ines, rui := w.signedIn(w.ines, w.codeOne), w.signedIn(w.rui, w.codeOne)
	path, house := w.nearlyOver("sowing", w.ines, w.rui.ID)
	ines.ends(path, house)
	want(t, "who opened it, and the partner", ines.opens()+" "+rui.opens(), "12 12")
}

// A game played before signing in counts when the pupil takes it along.
func TestAGameTakenAlongOpensTheStage(t *testing.T) {
	w := newTown(t)
	ctx := context.Background()
	w.check(w.kept.SetGate(ctx, w.byAna, w.one.ID, school.Gate{Mode: school.Auto, Stage: 1, Before: 1}))
	w.masters(w.ines, 1)
	v := w.visitor("en")
	p := v.plays("rules=sowing")
	for n := 0; p.Find("#board button.cup").Length() > 0 && n < 300; n++ {
		place := p.Find("#board button.cup").First().AttrOr("data-place", "")
		p = v.moves(page{p.Document, p.status, "/games/" + strings.Split(p.path, "/")[2], p.header}, strings.TrimLeft(place, "sn"))
	}
	v.enters(w.codeOne, w.ines.ID, w.ines.Pictures)
	want(t, "before", v.opens(), "1")
	v.acts("/me/games", "do=take")
	want(t, "after", v.opens(), "12")
}

// A held class: the page counts who is ready and opens the next stage with one
// click, for all or for one.
func TestATeacherSeesWhoIsReadyAndOpensTheNextStage(t *testing.T) {
	w := newTown(t)
	ines, rui := w.signedIn(w.ines, w.codeOne), w.signedIn(w.rui, w.codeOne)
	ana := w.teaching(w.ana)
	class := "/teach/" + w.one.ID
	read := func(what, count, row string) page {
		t.Helper()
		p := ana.get(class)
		contains(t, what, p.text("#stages"), count)
		want(t, what, p.Find(`#stages button`).Length(), 1)
		contains(t, what, p.words(".progress tbody tr"), row)
		return p
	}
	read("at first", "0 of 2 are ready for stage 2.", "")
	w.masters(w.ines, 1)
	read("skills alone", "0 of 2 are ready for stage 2.", "still to come: a game to the end")
	contains(t, "on the page of the child", ana.get(class+"/pupils/"+w.ines.ID).text(".gate"), "still to come: a game to the end")
	path, house := w.nearlyOver("sowing", w.ines, "")
	ines.ends(path, house)
	p := read("one is ready", "1 of 2 is ready for stage 2.", "ready to go on Open stage 2")
	contains(t, "the part that is fetched again", ana.get(class+"/room").text("#stages"), "1 of 2 is ready for stage 2.")
	contains(t, "on the page of the child", ana.get(class+"/pupils/"+w.ines.ID).text(".gate"), "ready to go on")
	want(t, "and still held", ines.opens(), "1")

	// For one child, from its row.
	click := func(form *goquerySelection) page {
		t.Helper()
		var fields []string
		form.Find("input, button").Each(func(_ int, f *goquerySelection) {
			fields = append(fields, f.AttrOr("name", "")+"="+f.AttrOr("value", ""))
		})
		return ana.post(form.AttrOr("action", ""), fields...)
	}
	q := click(p.Find(".nowcell form"))
	want(t, "back to the class", q.path, class)
	want(t, "for one", ines.opens()+" "+rui.opens(), "12 1")
	read("who goes ahead is not waited for", "0 of 1 are ready for stage 2.", "")
	want(t, "its skills are in the table", ana.get(class).Find(".progress thead th").Length(), 2+len(lesson.Skills(1))+len(lesson.Skills(2)))

	// For all, twice: whom a stage was opened for is not held back there.
	click(ana.get(class).Find("#stages form"))
	want(t, "for all", ines.opens()+" "+rui.opens(), "12 12")
	p = click(ana.get(class).Find("#stages form"))
	contains(t, "said", p.text(".gate .now"), "Held at stage 3")
	want(t, "for all again", ines.opens()+" "+rui.opens(), "123 123")

	// From the page of the child.
	click(ana.get(class + "/pupils/" + w.rui.ID).Find(".gate form:not(.gateform)"))
	want(t, "for one, from its page", ines.opens()+" "+rui.opens(), "123 1234")

	ana.acts(class+"/gate", "mode=held", "stage=6")
	want(t, "after the last stage there is none", ana.get(class).Find("#stages button").Length(), 0)
	deeds := ana.get(class + "/data").words("main")
	for _, text := range []string{"Inês", "stage 2", "stage 3"} {
		contains(t, "the list of what was done", deeds, text)
	}
}
