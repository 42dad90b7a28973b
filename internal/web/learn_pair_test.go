package web_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"semeia/internal/school"
)

// given is what Inês and Rui have answered in a step, in the order of each.
func (w *town) given(origin string) (all [2]string) {
	w.t.Helper()
	for i, p := range []school.Pupil{w.ines, w.rui} {
		for _, a := range must(w.kept.Attempts(context.Background(), school.OwnerOf(p.ID))) {
			if a.Origin == origin {
				all[i] += string(a.Answer) + " "
			}
		}
	}
	return all
}

// done is how many steps of a lesson Inês and Rui have done.
func (w *town) done(folder string) [2]int {
	w.t.Helper()
	ctx := context.Background()
	return [2]int{len(must(w.kept.Steps(ctx, school.OwnerOf(w.ines.ID)))[folder]), len(must(w.kept.Steps(ctx, school.OwnerOf(w.rui.ID)))[folder])}
}

// Of two at one computer each answers what a step asks, and it is kept for the
// one who tapped; when both are through, both go on.
func TestTwoInALesson(t *testing.T) {
	w, l := kindsTown(t)
	v := w.atOneComputer()
	p := v.get("/learn/" + l.Folder)
	want(t, "the first step", p.path+" "+p.text(".tap .now"), "/learn/00-kinds/look Now Inês taps.")
	p = v.goesOn(p)
	want(t, "both have done it", w.done(l.Folder), [2]int{1, 1})
	// Looking takes no turn; a tap on the board stays with the one who taps.
	p = v.get(p.path + "?by=" + w.rui.ID)
	want(t, "Rui's tap", p.Find("form.practice input[name=by]").AttrOr("value", ""), w.rui.ID)
	want(t, "nor does going on", v.goesOn(v.get(p.path+"?answer=s3&by="+w.rui.ID)).text(".tap .now"), "Now Inês taps.")
	want(t, "both have done it", w.done(l.Folder), [2]int{2, 2})
	for range 2 {
		p = v.goesOn(v.get("/learn/" + l.Folder + "/" + l.Steps[w.done(l.Folder)[0]].ID + "?at=4&answer=1"))
	}

	// One question each.
	const origin = "lesson:00-kinds/guess"
	want(t, "asked", p.path+" "+p.text(".tap .now"), "/learn/00-kinds/guess Now Inês taps.")
	told := v.answers(p, p.path, "answer=s3")
	want(t, "who tapped", told.text(".tap .now")+" "+told.text(".tap .then"), "Inês tapped. Next, Rui taps.")
	want(t, "kept for her", w.given(origin), [2]string{"s3 ", ""})
	want(t, "not on yet: Rui is not through", told.on()+told.ways(), "Next one")
	want(t, "not by hand", v.post(p.path, "as="+p.Find("[name=as]").AttrOr("value", ""), "by="+w.ines.ID, "do=on").path, p.path)
	want(t, "nothing is done", w.done(l.Folder), [2]int{4, 4})
	want(t, "her form again", v.answers(p, p.path, "answer=s2").status, http.StatusConflict)
	p = v.follows(told.Find("#onward"))
	want(t, "Rui's", p.text(".tap .now"), "Now Rui taps.")
	want(t, "not the board that both have just seen answered", p.shown() == "<5,0,0,2,0,0,0,0,0,0,0,0,1>", false)
	told = v.answers(p, p.path, "answer=n*")
	want(t, "who tapped, and taps again", told.text(".tap .now")+" "+told.text(".tap .then"), "Rui tapped. Next, Rui taps.")
	contains(t, "what it came to", told.words("#say"), "Not quite.")
	want(t, "kept for him", w.given(origin), [2]string{"s3 ", "n* "})
	p = v.follows(told.Find("#onward"))
	want(t, "Inês is through: Rui again", p.text(".tap .now"), "Now Rui taps.")
	by := v.as(p)
	want(t, "and the form says so", by[1], "by="+w.rui.ID)
	told = v.answers(p, p.path, "answer=?")
	want(t, "both are through", told.on(), "Go on*")
	want(t, "each sees their own", v.get(p.path+"/1?by="+w.ines.ID).words("#say") != v.get(p.path+"/1?by="+w.rui.ID).words("#say"), true)
	want(t, "Inês has given one", v.get(p.path+"/2?by="+w.ines.ID).status, http.StatusNotFound)
	want(t, "hers leads on too", v.get(p.path+"/1?by="+w.ines.ID).on(), "Go on*")
	p = v.goesOn(told)
	want(t, "on", p.path, "/learn/00-kinds/drill")
	want(t, "for both", w.done(l.Folder), [2]int{5, 5})

	// Several questions: in turn.
	turns := ""
	for n := 0; p.Find("[name=seed]").Length() > 0; n++ {
		who := w.ines
		if strings.Contains(p.text(".tap .now"), "Rui") {
			who = w.rui
		}
		turns += who.Name[:1]
		e := asked(t, l, &l.Steps[l.At("drill")], p, must(w.kept.Attempts(context.Background(), school.OwnerOf(who.ID))))
		fields, _ := form(&e, e.Right)
		told = v.answers(p, p.path, fields)
		contains(t, "right", told.words("#say"), "That is right.")
		want(t, "who tapped", told.text(".tap .now"), who.Name+" tapped.")
		if told.on() != "" {
			break
		}
		p = v.follows(told.Find("#onward"))
		if n > 9 {
			t.Fatal("it does not end")
		}
	}
	want(t, "in turn", turns, "IRIR")
	v.goesOn(told)
	want(t, "for both", w.done(l.Folder), [2]int{6, 6})
	v.goesOn(v.get("/learn/00-kinds/tell"))

	// A game of the two.
	w.finishes(w.ines, "extra", false, school.Won)
	p = v.get("/learn/00-kinds/game")
	want(t, "Rui has finished none", p.on(), "")
	bots := v.plays("rules=extra", "against=bot")
	p = v.get("/learn/00-kinds/game")
	want(t, "a game with the bee is not offered", p.ways(), "")
	want(t, "nor in the way", bots.status, http.StatusOK)
	g := v.sends(p.Find("form[action='/games']"))
	want(t, "of the two", g.text("h1"), "Inês and Rui")
	p = v.get("/learn/00-kinds/game")
	want(t, "to go on with", p.Find(".stepgame a").AttrOr("href", ""), g.path)
	for _, one := range []school.Pupil{w.ines, w.rui} {
		want(t, one.Name+": not done", v.get("/learn/00-kinds/game?by="+one.ID).on(), "")
		want(t, one.Name+": not by hand", v.post(p.path, "as="+p.Find("[name=as]").AttrOr("value", ""), "by="+one.ID, "do=on").path, p.path)
	}
	path, house := w.nearlyOver("extra", w.ines, w.rui.ID)
	v.ends(path, house)
	p = v.goesOn(v.get("/learn/00-kinds/game"))
	want(t, "on, with one game", p.path, "/learn/00-kinds/match")
	want(t, "for both", w.done(l.Folder), [2]int{8, 8})
	w.finishes(w.ines, "extra", true, school.Won)
	want(t, "one that counts, of Inês alone", v.get(p.path).on(), "")
	w.finishes(w.rui, "extra", true, school.Lost)
	p = v.goesOn(v.get(p.path))
	want(t, "the end", p.text("h1"), "The lesson is done")
}

// Where one of two is further, they go on there together; alone again, the
// other one takes up what is missing.
func TestTwoOfDifferentProgress(t *testing.T) {
	w, l := kindsTown(t)
	w.does(w.ines, l, l.At("tell"))
	v := w.atOneComputer()
	for _, by := range []school.Pupil{w.ines, w.rui} {
		p := v.get("/learn/" + l.Folder + "?by=" + by.ID)
		want(t, by.Name, p.path, "/learn/00-kinds/tell")
	}
	v.goesOn(v.get("/learn/00-kinds/tell?by=" + w.rui.ID))
	want(t, "done", w.done(l.Folder), [2]int{7, 1})
	want(t, "Inês alone", w.signedIn(w.ines, w.codeOne).get("/learn/"+l.Folder).path, "/learn/00-kinds/game")
	want(t, "Rui alone", w.signedIn(w.rui, w.codeOne).get("/learn/"+l.Folder).path, "/learn/00-kinds/look")
	// The lower limit holds for both.
	w.check(w.kept.SetPupilGate(context.Background(), w.byAna, w.one.ID, w.rui.ID, school.Gate{Mode: school.Held, Stage: 1, Before: 1}))
	for _, by := range []school.Pupil{w.ines, w.rui} {
		for _, path := range []string{"/learn/" + l.Folder, "/learn/00-kinds/game"} {
			want(t, fmt.Sprint(by.Name, " ", path), v.get(path+"?by="+by.ID).status, http.StatusForbidden)
		}
		want(t, by.Name+": the path", v.get("/learn?by="+by.ID).Find(".pathstage").Length(), 2)
	}
}
