package web_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/internal/tutor"
)

// A question on a position of the lesson: a wrong answer brings one like it,
// "I don't know yet" too; the answers are kept with where they were given.
func TestPredicting(t *testing.T) {
	w, l := kindsTown(t)
	owner := school.OwnerOf(w.ines.ID)
	history := func() []lesson.Attempt { return must(w.kept.Attempts(context.Background(), owner)) }
	step := &l.Steps[l.At("guess")]
	v := w.signedIn(w.ines, w.codeOne)
	p := w.upTo(v, l, "guess")
	want(t, "the position", p.shown(), "<5,0,0,2,0,0,0,0,0,0,0,0,1>")
	want(t, "every place can be tapped", p.Find(".board button.cup[name=answer]").Length(), 12)
	want(t, "no mark", p.Find(tells).Length(), 0)
	want(t, "not on yet", p.Find("button[name=do]").Length(), 0)
	want(t, "not by hand either", v.acts(p.path, "do=on").path, p.path)
	want(t, "nothing is done", len(must(w.kept.Steps(context.Background(), owner))[l.Folder]), l.At("guess"))
	for what, fields := range map[string]string{"no place": "answer=x9", "nothing": "", "a long one": "answer=" + strings.Repeat("s1 ", 100)} {
		q := v.answers(p, p.path, fields)
		want(t, what, q.status, http.StatusUnprocessableEntity)
		if q.text(".notice[role=alert]") == "" {
			t.Errorf("%s: no sentence", what)
		}
		want(t, what+": still asked", q.shown()+q.Find("[name=seed]").AttrOr("value", ""), p.shown()+p.Find("[name=seed]").AttrOr("value", ""))
	}
	for what, fields := range map[string][]string{"a foreign seed": {"n=1", "seed=77", "answer=s3"}, "an answer to come": {"n=2", "seed=0", "answer=s3"}, "nothing to go by": {"answer=s3"}} {
		want(t, what, v.acts(p.path, fields...).status, http.StatusConflict)
	}
	want(t, "nothing is kept", len(history()), 0)

	told := v.answers(p, p.path, "answer=s2")
	want(t, "wrong", told.path+" "+told.ways(), p.path+"/1 Next one")
	contains(t, "wrong", told.words("#say"), "It looks as if")
	want(t, "what was tapped and the way", told.Find("[data-place=s2].tapped").Length()*10+told.Find("#steps li").Length(), 11)
	want(t, "not on yet", told.on(), "")
	want(t, "sent twice", v.answers(p, p.path, "answer=s2").status, http.StatusConflict)
	want(t, "is kept once", len(history()), 1)
	like := v.follows(told.Find("#onward"))
	e := asked(t, l, step, like, history())
	want(t, "one like it", string(e.Kind)+fmt.Sprint(e.Level, e.Key == step.Items[0].Posed.Key), "landing1 false")
	told = v.answers(like, like.path, "answer=?")
	contains(t, "don't know", told.words("#say"), "Then let us look.")
	want(t, "from there on", told.path+" "+told.on(), p.path+"/2 Go on*")
	for i, a := range history() {
		want(t, "kept", fmt.Sprint(a.N, a.Skill, a.Origin, a.Right, a.Answer), fmt.Sprint(i+1, "K1", "lesson:00-kinds/guess", false, []tutor.Answer{"s2", "?"}[i]))
	}
	want(t, "Inês sees what she answered", v.get(p.path+"/1").status, http.StatusOK)
	w.does(w.rui, l, len(l.Steps))
	want(t, "Rui does not", w.signedIn(w.rui, w.codeOne).get(p.path+"/1").status, http.StatusNotFound)
	want(t, "a visitor does not", w.visitor("en").get(p.path+"/1").path, "/learn/00-kinds/look")
	want(t, "through", v.get(p.path).on(), "Go on*")
	q := v.answers(p, p.path, "answer=s3")
	want(t, "an answer too many", fmt.Sprint(q.status, " ", q.on(), len(history())), "409 Go on*2")
	p = v.goesOn(told)
	want(t, "on", p.path, "/learn/00-kinds/drill")

	// Answered right at once, after a lesson on another computer.
	rui := w.signedIn(w.rui, w.codeOne)
	p = rui.get("/learn/00-kinds/guess")
	told = rui.answers(p, p.path, "answer=s3")
	contains(t, "right", told.words("#say"), "That is right.")
	want(t, "on at once", told.on(), "Go on*")

	// A visitor's answers live with the cookie.
	visitor := w.visitor("en")
	for range 4 {
		visitor.goesOn(visitor.get(visitor.get("/learn/00-kinds").path + "?at=4&answer=s3"))
	}
	p = visitor.get("/learn/00-kinds")
	want(t, "a visitor", visitor.answers(p, "/learn/00-kinds/guess", "answer=s3").path, "/learn/00-kinds/guess/1")
	want(t, "hers alone", w.visitor("en").get("/learn/00-kinds/guess/1").path, "/learn/00-kinds/look")
}

func TestPractisingToTheEnd(t *testing.T) {
	w, l := kindsTown(t)
	history := func() []lesson.Attempt {
		return must(w.kept.Attempts(context.Background(), school.OwnerOf(w.ines.ID)))
	}
	step := &l.Steps[l.At("drill")]
	v := w.signedIn(w.ines, w.codeOne)
	var given []string
	for n := 1; ; n++ {
		p := w.upTo(v, l, "drill")
		v = w.signedIn(w.ines, w.codeOne) // left and taken up again each time
		same := v.get(p.path)
		want(t, "the same question elsewhere", same.shown()+same.Find("[name=seed]").AttrOr("value", ""), p.shown()+p.Find("[name=seed]").AttrOr("value", ""))
		e := asked(t, l, step, same, history())
		given = append(given, string(e.Kind))
		fields, _ := form(&e, e.Right)
		switch n {
		case 1:
			fields = "answer=?"
		case 3: // the parts one by one
			parts := strings.Fields(string(e.Right))
			part := v.answers(same, same.path, "answer="+parts[0])
			want(t, "a part", fmt.Sprint(part.status, part.Find("input[name=so]").Length(), len(history())), "200 1 2")
			want(t, "marks of that part alone", part.Find(".guess").Length()*10+part.Find(tells).Length(), 11)
			part = v.answers(part, same.path, "so="+parts[0]+"&answer="+parts[1])
			want(t, "two parts", part.Find("input[name=so]").Length(), 2)
		}
		told := v.answers(same, same.path, fields)
		want(t, "told", told.path, fmt.Sprint(same.path, "/", n))
		if told.on() != "" {
			want(t, "on", v.goesOn(told).path, "/learn/00-kinds/tell")
			break
		}
		if n > 4 {
			t.Fatal("it does not end")
		}
		want(t, "next", told.ways(), "Next one")
		want(t, "not by hand", v.acts(same.path, "do=on").path, same.path)
	}
	want(t, "one more after the wrong one", strings.Join(given, " "), "landing landing last-three")
	want(t, "kept", len(history()), 3)
	if slices.ContainsFunc(history(), func(a lesson.Attempt) bool { return a.Origin != "lesson:00-kinds/drill" || a.Skill != "K1" }) {
		t.Errorf("%+v", history())
	}
	w.does(w.ines, l, len(l.Steps))
	contains(t, "at the end", v.get("/learn/00-kinds").words("main"), "You found 2 answers by yourself.")
	w.does(w.rui, l, len(l.Steps))
	if p := w.signedIn(w.rui, w.codeOne).get("/learn/00-kinds"); strings.Contains(p.words("main"), "You found") {
		t.Error("Rui is told of what Inês found")
	}
}

// The step of a game is done when one of that sort has been finished.
func TestPlayingInALesson(t *testing.T) {
	w, l := kindsTown(t)
	v := w.signedIn(w.ines, w.codeOne)
	begin := func(p page) page {
		t.Helper()
		return v.sends(p.Find("form[action='/games']"))
	}
	p := w.upTo(v, l, "game")
	want(t, "to begin", p.text("#begin")+p.on(), "Begin the game")
	not := func(what string) page {
		t.Helper()
		q := v.get("/learn/00-kinds/game")
		want(t, what, q.on(), "")
		want(t, what+": not by hand", v.acts(q.path, "do=on").path, q.path)
		return q
	}
	not("no game")
	w.finishes(w.ines, "sowing", false, school.Won)
	not("one of other rules")
	g := begin(p)
	game := g.path
	contains(t, "its rules", g.words("#game .facts, #game"), "Play again")
	p = not("an open one")
	want(t, "go on with it", p.ways()+" "+p.Find(".stepgame a").AttrOr("href", ""), "Go on with your game "+game)
	want(t, "or another", p.text("#begin"), "Another game")
	g = v.get(game + "/give-up")
	v.sends(g.Find("form.ask"))
	p = not("one given up")
	want(t, "nothing to go on with", p.ways(), "")
	path, house := w.nearlyOver("extra", w.ines, "")
	v.ends(path, house)
	p = v.get("/learn/00-kinds/game")
	want(t, "finished", p.on()+" "+p.text("#begin"), "Go on* Another game")
	contains(t, "finished", p.words(".stepgame"), "You have finished a game like this.")
	p = v.goesOn(p)
	want(t, "the next one", p.path, "/learn/00-kinds/match")
	want(t, "wants one that counts", p.on(), "")
	g = begin(p)
	want(t, "by its rules", v.get(g.path).words("#game") != "", true)
	p = v.get(p.path)
	want(t, "it counts: no other is offered", p.Find(".stepgame a").AttrOr("href", ""), g.path)
	opened := must(w.kept.Game(context.Background(), strings.TrimPrefix(g.path, "/games/"), school.Reader{Pupil: &w.ines}))
	want(t, "as the step says", fmt.Sprint(opened.Counts, opened.First, len(opened.Throws), opened.Against), "true south 0bot")
	want(t, "an open one is not enough", v.acts(p.path, "do=on").path, p.path)
	w.finishes(w.ines, "extra", true, school.Drawn)
	p = v.goesOn(v.get(p.path))
	want(t, "the end", p.path+" "+p.text("h1"), "/learn/00-kinds The lesson is done")
}
