package web_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"semeia/internal/course"
	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/internal/tutor"
	"semeia/lessons"
)

// kinds is a lesson with every kind of step.
const kinds = `
stage = 2
rules = "extra"
skills = ["K1"]
minutes = 5
slips = []
material = []

[[step]]
id = "look"
kind = "read"
board = "<5,0,0,2,0,0,0,0,0,0,0,0,1>"

[[step]]
id = "tap"
kind = "touch"
board = "<5,0,0,2,0,1,0,0,0,0,0,0,1>"
touch = ["s3", "n*"]

[[step]]
id = "sow"
kind = "try"
board = "<5,0,0,5,0,3,0,1,2,2,2,2,2>"

[[step]]
id = "see"
kind = "watch"
board = "<5,0,0,5,0,3,0,1,2,2,2,2,2>"
houses = [1, 3, 2, 2]

[[step]]
id = "guess"
kind = "predict"
ask = "landing 1"
board = "<5,0,0,2,0,0,0,0,0,0,0,0,1>"
house = 1
skill = "K1"

[[step]]
id = "drill"
kind = "practise"
skill = "K1"
exercises = ["landing 1", "last-three 1"]

[[step]]
id = "tell"
kind = "talk"

[[step]]
id = "game"
kind = "play"

[[step]]
id = "match"
kind = "play"
counts = true
starts = "me"
`

const kindsWords = `# All kinds

Every kind of step.

## look: The look
Look.

## tap: The tap
Tap.

## sow: The sow
Sow.

## see: The see
See.

## guess: The guess
Guess.

## drill: The drill
Drill.

## tell: The tell
Tell.

## game: The game
Play.

## match: The match
Play.
`

// kindsTown is a town whose class one may walk through that lesson.
func kindsTown(t testing.TB) (*town, *course.Lesson) {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "00-kinds/lesson.toml", kinds)
	write(t, dir, "00-kinds/en.md", kindsWords)
	use := lessonsIn(t, dir)
	w := newTown(t, use)
	w.check(w.kept.SetGate(context.Background(), w.byAna, w.one.ID, school.Gate{Mode: school.Held, Stage: 2, Before: 1}))
	library, err := course.Open(lessons.FS, dir)
	if err != nil {
		t.Fatal(err)
	}
	l := library.Course().Lesson("00-kinds")
	if l == nil {
		t.Fatal(library.Course().Faults)
	}
	return w, l
}

// upTo brings a pupil to a step of the lesson, and gives the step's page.
func (w *town) upTo(v *visitor, l *course.Lesson, id string) page {
	w.t.Helper()
	w.does(w.ines, l, l.At(id))
	p := v.get("/learn/" + l.Folder)
	want(w.t, "at", p.path, "/learn/"+l.Folder+"/"+id)
	return p
}

// shown is the board of a step, as [page.board] reads that of a game; of what an
// answer came to, the one after it.
func (p page) shown() string {
	board := p.Find(".board").First()
	n := func(place string) string { return board.Find(`[data-place="`+place+`"]`).AttrOr("data-n", "?") }
	m := board.Find(".row.near .cup").Length()
	parts := []string{fmt.Sprint(m), n("s*"), n("n*")}
	for _, side := range []string{"s", "n"} {
		for h := 1; h <= m; h++ {
			parts = append(parts, n(fmt.Sprint(side, h)))
		}
	}
	return "<" + strings.Join(parts, ",") + ">"
}

// tappable are the places that can be tapped.
func (p page) tappable() string {
	var found []string
	p.Find(".board button.cup").Each(func(_ int, s *goquerySelection) { found = append(found, s.AttrOr("data-place", "?")) })
	return strings.Join(found, " ")
}

// ways are what leads to other views of a step.
func (p page) ways() string {
	var all []string
	p.Find(".tools a:not(.quiet)").Each(func(_ int, s *goquerySelection) { all = append(all, s.Text()) })
	return strings.Join(all, ", ")
}

// on is the text of the button that leads to the next step; a star says that it
// is the one thing to do.
func (p page) on() string {
	button := p.Find("button[name=do]")
	if button.HasClass("main") {
		return button.Text() + "*"
	}
	return button.Text()
}

// goesOn presses that button.
func (v *visitor) goesOn(p page) page {
	v.t.Helper()
	return v.sends(p.Find("button[name=do]").Closest("form"), "do=on")
}

// tells are the marks of a page that could tell an answer.
const tells = ".count, .guess, .last, .tapped, .taken, #steps, #after"

func TestReadingTouchingAndTalking(t *testing.T) {
	w, l := kindsTown(t)
	v := w.signedIn(w.ines, w.codeOne)
	p := v.get("/learn/" + l.Folder)
	want(t, "read", p.text("h1")+" "+p.text(".words")+" "+p.shown()+" "+p.on(), "The look Look. <5,0,0,2,0,0,0,0,0,0,0,0,1> Go on*")
	want(t, "nothing to tap", p.Find(".board button.cup").Length(), 0)
	contains(t, "few seeds", p.words(".note"), "This board holds fewer seeds than a game.")
	want(t, "nothing else to be sent", v.acts(p.path, "answer=s1").path, p.path)
	p = v.goesOn(p)

	want(t, "touch", p.path+" "+p.on(), "/learn/00-kinds/tap ")
	want(t, "every place can be tapped alike", p.Find(".board button.cup[name=answer]").Length(), 12)
	want(t, "no mark", p.Find(tells).Length(), 0)
	p = v.get(p.path + "?answer=s1")
	contains(t, "wrong", p.text("#say"), "You tapped here: ")
	want(t, "what was tapped, nothing else", p.Find(tells).Length()*10+p.Find(`[data-place=s1].tapped`).Length(), 11)
	want(t, "go on, if one likes", p.on(), "Go on")
	for _, right := range []string{"s3", "n*"} {
		p = v.get("/learn/00-kinds/tap?answer=" + right)
		contains(t, "right", p.text("#say"), "Yes: ")
		want(t, "go on", p.on(), "Go on*")
	}
	for _, nonsense := range []string{"x", "s9", "", "%00", "3", strings.Repeat("s", 5000)} {
		q := v.get("/learn/00-kinds/tap?answer=" + nonsense)
		want(t, "nonsense", fmt.Sprint(q.status, q.text("#say"), q.on(), q.Find(tells).Length()), "2000")
	}
	p = v.goesOn(p)
	want(t, "the next one", p.path, "/learn/00-kinds/sow")
	want(t, "once more, and on", v.get("/learn/00-kinds/tap").on(), "Go on")
	p = w.upTo(v, l, "tell")
	want(t, "talk", p.text(".words")+p.on(), "Tell.We have talked about it*")
	want(t, "the next one", v.goesOn(p).path, "/learn/00-kinds/game")
	want(t, "sent again", v.goesOn(p).path, "/learn/00-kinds/game")
}

// Any own house can be sown; after one that ends in the kalah the board can be
// gone on with, and it can always be begun anew.
func TestTrying(t *testing.T) {
	w, l := kindsTown(t)
	v := w.signedIn(w.ines, w.codeOne)
	p := w.upTo(v, l, "sow")
	start := p.shown()
	want(t, "at first", p.tappable()+" | "+p.ways()+" | "+p.on(), "s1 s3 s5 |  | Go on")
	want(t, "no mark", p.Find(tells).Length(), 0)
	p = v.get(p.path + "?answer=1")
	want(t, "sown", p.shown(), "<5,1,0,0,1,4,1,2,2,2,2,2,2>")
	want(t, "seed by seed", p.Find("#steps li").Length(), 1)
	want(t, "then", p.ways()+" | "+p.on(), "Go on sowing from here, From the start | Go on*")
	p = v.follows(p.Find(".tools a").First())
	want(t, "going on", p.shown()+p.tappable()+" | "+p.ways(), "<5,1,0,0,1,4,1,2,2,2,2,2,2>s2 s3 s4 s5 | From the start")
	form := p.Find("form.practice")
	query := "?answer=2"
	form.Find("input[name=so]").Each(func(_ int, s *goquerySelection) { query += "&so=" + s.AttrOr("value", "") })
	p = v.get(form.AttrOr("action", "") + query)
	want(t, "sown", p.shown(), "<5,1,0,0,0,5,1,2,2,2,2,2,2>")
	want(t, "the turn ends", p.ways(), "Another house")
	want(t, "from the start", v.follows(p.Find(".tools a").First()).shown(), start)
	for _, nonsense := range []string{
		"?answer=2", "?answer=9", "?answer=x", "?so=2", "?so=x&so=1", "?so=1&so=1&so=1", "?so=1&so=2&so=3", "?so=", "?answer=99999999999999999999",
		"?so=" + strings.Repeat("1&so=", 3000),
	} {
		q := v.get("/learn/00-kinds/sow" + nonsense)
		want(t, nonsense[:min(len(nonsense), 30)], fmt.Sprint(q.status, q.shown(), q.tappable()), "200"+start+"s1 s3 s5")
	}
	want(t, "how often one likes, then on", v.goesOn(p).path, "/learn/00-kinds/see")
}

func TestWatching(t *testing.T) {
	w, l := kindsTown(t)
	v := w.signedIn(w.ines, w.codeOne)
	p := w.upTo(v, l, "see")
	start := p.shown()
	want(t, "at first", start+" | "+p.ways()+" | "+p.on(), "<5,0,0,5,0,3,0,1,2,2,2,2,2> | Show the move | ")
	want(t, "no mark", p.Find(tells).Length(), 0)
	want(t, "nothing to tap", p.Find(".board button.cup").Length(), 0)
	for i := range 4 {
		p = v.follows(p.Find("#onward"))
		want(t, "sown", p.Find("#steps li").Length(), 1)
		after := l.Steps[l.At("see")].Moves[i].After
		contains(t, "board", after.String(), strings.TrimSuffix(p.shown(), ">"))
		ways := "Next move, From the start | "
		if i == 3 {
			ways = "From the start | Go on*"
		}
		want(t, "then", p.ways()+" | "+p.on(), ways)
	}
	for at, shown := range map[string]string{"0": start, "-1": start, "x": start, "": start, "1.5": start, "5": p.shown(), "99": p.shown(), "99999999999999999999": start} {
		q := v.get("/learn/00-kinds/see?at=" + at)
		want(t, "at="+at, fmt.Sprint(q.status, q.shown()), "200"+shown)
	}
	want(t, "on", v.goesOn(p).path, "/learn/00-kinds/guess")
	want(t, "again, and on without looking", v.get("/learn/00-kinds/see").on(), "Go on")
}

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
