package web_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"semeia/internal/course"
	"semeia/internal/school"
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
