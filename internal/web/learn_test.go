package web_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"semeia/internal/course"
	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/internal/web"
	"semeia/lessons"
	"semeia/templates"
)

// lessonsIn is a site that has the lessons of a folder too.
func lessonsIn(t testing.TB, dir string) func(*web.Config) {
	t.Helper()
	library, err := course.Open(lessons.FS, dir)
	if err != nil {
		t.Fatal(err)
	}
	return func(c *web.Config) { c.Course = library }
}

func write(t testing.TB, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// does notes that a pupil has done the first n steps of a lesson.
func (w *town) does(p school.Pupil, l *course.Lesson, n int) {
	w.t.Helper()
	for i := range n {
		w.check(w.kept.DoStep(context.Background(), []string{school.OwnerOf(p.ID)}, l.Folder, l.Steps[i].ID, 1000))
	}
}

// finishes keeps a game of a pupil that has ended.
func (w *town) finishes(p school.Pupil, rules string, counts bool, outcome school.Outcome) {
	w.t.Helper()
	set, ok := kalah.Named(rules)
	if !ok {
		w.t.Fatal(rules)
	}
	must(w.kept.AddGame(context.Background(), school.Game{
		ID: school.NewID(), Owner: school.OwnerOf(p.ID), Rules: set, Against: school.Bot, Counts: counts, Aids: school.FullAids, Opened: 1000, Outcome: outcome,
	}))
}

// next is what the path says comes next: sentence, button, where it leads.
func (p page) next() string {
	return p.text(".onward .say") + " | " + p.text("#onward") + " | " + p.Find("#onward").AttrOr("href", "")
}

func TestThePathOfAVisitorIsTheWholeCourse(t *testing.T) {
	c := theCourse(t)
	p := open(t).visitor("en").get("/learn")
	want(t, "stages", p.Find(".pathstage").Length(), school.LastStage)
	want(t, "none is shut", p.Find(".shut").Length(), 0)
	want(t, "lessons", p.Find(".lessons li").Length(), len(c.Lessons))
	for i, l := range c.Lessons {
		link := p.Find(".lessons li a").Eq(i)
		want(t, "leads to", link.AttrOr("href", ""), "/learn/"+l.Folder)
		want(t, "named", link.Find("b").Text(), l.In("en").Title)
		want(t, "how far", link.Find("svg").AttrOr("aria-label", ""), "not begun")
	}
	want(t, "next", p.next(), fmt.Sprintf("Next: “%s” | Begin | /learn/%s", c.Lessons[0].In("en").Title, c.Lessons[0].Folder))
	want(t, "and marked", p.Find(".lessons li").First().HasClass("next"), true)
}

// Where the class is held at a stage, the next one has a number and nothing
// else, and those after it are not even named.
func TestThePathOfAHeldPupilEndsWhereTheClassIs(t *testing.T) {
	c := theCourse(t)
	w := newTown(t)
	w.check(w.kept.SetGate(context.Background(), w.byBesa, w.two.ID, school.Gate{Mode: school.Auto, Stage: 1, Before: 1}))
	for what, v := range map[string]*visitor{
		"Your teacher opens this one.":                   w.signedIn(w.ines, w.codeOne),
		"It opens when you can do what comes before it.": w.signedIn(w.zana, w.codeTwo),
	} {
		v.post("/language", "lang=en")
		p := v.get("/learn")
		want(t, "stages", p.Find(".pathstage").Length(), 2)
		want(t, "the second one", p.words(".pathstage.shut"), "2 Stage 2 "+what)
		want(t, "leads nowhere", p.Find(".pathstage.shut a").Length(), 0)
		en, _ := w.catalogue.Loc("en")
		all := p.words("main")
		for stage := 2; stage <= school.LastStage; stage++ {
			names := []string{templates.StageName(en, stage)}
			for _, l := range c.Of(stage) {
				names = append(names, l.In("en").Title, l.Folder)
			}
			for _, name := range names {
				if strings.Contains(all, name) {
					t.Errorf("the path speaks of %q", name)
				}
			}
			want(t, "a link to it", p.Find(`a[href^="/learn/`+c.Of(stage)[0].Folder+`"]`).Length(), 0)
		}
	}
}

// At each point one thing comes next: a lesson, a skill, a game, waiting.
func TestWhatComesNext(t *testing.T) {
	c := theCourse(t)
	w := newTown(t)
	v := w.signedIn(w.ines, w.codeOne)
	all := c.Of(1)
	title := func(l *course.Lesson) string { return l.In("en").Title }
	want(t, "a lesson that is not begun", v.get("/learn").next(), fmt.Sprintf("Next: “%s” | Begin | /learn/%s", title(all[0]), all[0].Folder))
	w.does(w.ines, all[0], 2)
	p := v.get("/learn")
	want(t, "one that is begun", p.next(), fmt.Sprintf("You stopped in the middle of “%s”. | Go on | /learn/%s", title(all[0]), all[0].Folder))
	want(t, "where", p.text(".lessons li.next .at"), fmt.Sprintf("Step 3 of %d", len(all[0].Steps)))
	want(t, "how far", p.Find(".lessons li.next svg").AttrOr("aria-label", ""), "on the way")
	w.does(w.ines, all[1], len(all[1].Steps))
	p = v.get("/learn")
	want(t, "one that is through", p.Find(".lessons li svg").Eq(1).AttrOr("aria-label", ""), "gone through")
	w.does(w.ines, all[0], len(all[0].Steps))
	want(t, "is not done twice", v.get("/learn").next(), fmt.Sprintf("Next: “%s” | Begin | /learn/%s", title(all[2]), all[2].Folder))
	want(t, "nothing of skills yet", v.get("/learn").Find(".lacking").Length(), 0)
	for _, l := range all {
		w.does(w.ines, l, len(l.Steps))
	}
	en, _ := w.catalogue.Loc("en")
	p = v.get("/learn")
	first := lesson.Skills(1)[0].Skill
	want(t, "a skill", p.next(), fmt.Sprintf("Before the next rule, practise a bit more: %s. | Practise | /practice/%s", lesson.SkillName(en, first), first))
	want(t, "all that is lacking", p.Find(".lacking li").Length(), len(lesson.Skills(1))+1)
	w.masters(w.ines, 1)
	w.finishes(w.ines, "sowing", false, school.GaveUp)
	p = v.get("/learn")
	want(t, "a game", p.next(), "Before the next rule, finish a game. | Play | /play?rules=sowing")
	want(t, "that is lacking", p.words(".lacking li"), "finish a game")
	want(t, "where it leads", v.follows(p.Find("#onward")).Find("[name=rules][checked]").AttrOr("value", ""), "sowing")
	w.finishes(w.ines, "sowing", false, school.Lost)
	p = v.get("/learn")
	want(t, "waiting", p.next(), "You have done all lessons so far. Your teacher opens the next rule. |  | ")
	want(t, "nothing lacks", p.Find(".lacking").Length(), 0)
	w.check(w.kept.SetGate(context.Background(), w.byAna, w.one.ID, school.Gate{Mode: school.Held, Stage: school.LastStage, Before: 1}))
	want(t, "the next stage", v.get("/learn").next(), fmt.Sprintf("Next: “%s” | Begin | /learn/%s", title(c.Of(2)[0]), c.Of(2)[0].Folder))
	for stage := 2; stage <= school.LastStage; stage++ {
		for _, l := range c.Of(stage) {
			w.does(w.ines, l, len(l.Steps))
		}
		if stage < school.LastStage {
			w.masters(w.ines, stage)
			w.finishes(w.ines, templates.StageSet(stage), false, school.Drawn)
		}
	}
	want(t, "nothing", v.get("/learn").next(), "You have done all lessons. Now play. | Play | /play")
}

// Whoever leaves a lesson takes it up where it was left, wherever that is.
func TestALessonIsTakenUpWhereItWasLeft(t *testing.T) {
	l := theCourse(t).Lessons[0]
	w := newTown(t)
	for at := range l.Steps {
		w.does(w.ines, l, at)
		step := "/learn/" + l.Folder + "/" + l.Steps[at].ID
		v := w.signedIn(w.ines, w.codeOne) // another computer each time
		p := v.get("/learn/" + l.Folder)
		want(t, "taken up at", p.path, step)
		want(t, "heading", p.text("h1"), l.In("en").Steps[at].Title)
		want(t, "steps that can be gone to", p.Find(".dots a").Length(), at)
		for later := at + 1; later < len(l.Steps); later++ {
			path := "/learn/" + l.Folder + "/" + l.Steps[later].ID
			want(t, "a later one leads to", v.get(path).path, step)
			want(t, "what came of an answer there", v.get(path+"/1").path, step)
			want(t, "not by hand", v.acts(path, "do=on").path, step)
		}
		for earlier := range at {
			path := "/learn/" + l.Folder + "/" + l.Steps[earlier].ID
			want(t, "an earlier one, again", v.get(path).path, path)
		}
	}
	done := must(w.kept.Steps(context.Background(), school.OwnerOf(w.ines.ID)))[l.Folder]
	want(t, "none was skipped", len(done), len(l.Steps)-1)
	w.does(w.ines, l, len(l.Steps))
	p := w.signedIn(w.ines, w.codeOne).get("/learn/" + l.Folder)
	want(t, "the end", p.path+" "+p.text("h1"), "/learn/"+l.Folder+" The lesson is done")
	want(t, "what was done", p.Find(".did li").Length(), len(l.Steps))
	want(t, "each can be seen again", p.Find(".dots a").Length(), len(l.Steps))
	want(t, "the skills", p.Find(".skills li").Length(), len(l.Skills))
	want(t, "nothing was answered", strings.Contains(p.words("main"), "You found"), false)
	second := theCourse(t).Lessons[1]
	want(t, "what is next", p.next(), fmt.Sprintf("Next: “%s” | Begin | /learn/%s", second.In("en").Title, second.Folder))
	want(t, "Rui has done nothing", w.signedIn(w.rui, w.codeOne).get("/learn/"+l.Folder).path, "/learn/"+l.Folder+"/"+l.Steps[0].ID)
	// A visitor's steps live with the cookie; teachers may look at any.
	v := w.visitor("en")
	p = v.get("/learn/" + l.Folder)
	for p.Find("[name=do]").Length() == 0 {
		p = v.get(p.path + "?answer=" + l.Steps[0].Touch[0].String())
	}
	p = v.sends(p.Find("[name=do]").Closest("form"), "do=on")
	want(t, "a visitor goes on", p.path, "/learn/"+l.Folder+"/"+l.Steps[1].ID)
	want(t, "and on", v.get("/learn/"+l.Folder).path, "/learn/"+l.Folder+"/"+l.Steps[1].ID)
	want(t, "another one", w.visitor("en").get("/learn/"+l.Folder).path, "/learn/"+l.Folder+"/"+l.Steps[0].ID)
	last := "/learn/" + l.Folder + "/" + l.Steps[len(l.Steps)-1].ID
	want(t, "a teacher", w.teaching(w.ana).get(last).path, last)
}

// A lesson of a stage that is not open is told of by the one sentence, and by
// nothing of it; what is not there is said not to be there.
func TestALessonThatIsNotOpenOrNotThere(t *testing.T) {
	c := theCourse(t)
	w := newTown(t)
	v := w.signedIn(w.ines, w.codeOne)
	l := c.Of(2)[0]
	step := "/learn/" + l.Folder + "/" + l.Steps[0].ID
	for _, p := range []page{
		v.get("/learn/" + l.Folder), v.get("/learn/" + l.Folder + "/none"), v.get(step), v.get(step + "?answer=s1"), v.get(step + "/1"),
		v.acts(step, "do=on"), v.acts(step, "n=1", "seed=0", "answer=s1"), v.acts("/learn/"+l.Folder+"/none", "do=on"),
	} {
		want(t, p.path, p.status, http.StatusForbidden)
		contains(t, p.path, p.words("main"), "This stage is not open for you yet. It opens in class.")
		for _, word := range []string{l.In("en").Title, l.In("en").Steps[0].Title} {
			if strings.Contains(p.words("body")+p.text("title"), word) {
				t.Errorf("%s says %q", p.path, word)
			}
		}
	}
	first := "/learn/" + c.Lessons[0].Folder
	here := first + "/" + c.Lessons[0].Steps[0].ID
	for _, path := range []string{"/learn/99-none", "/learn/99-none/x", "/learn/99-none/x/1", first + "/none", first + "/none/1", here + "/1", here + "/0", here + "/x", here + "/99999999999999999999", "/learn/%00", "/learn/..%2f..", first + "/%00"} {
		want(t, path, v.get(path).status, http.StatusNotFound)
	}
	for _, path := range []string{"/learn/99-none/x", first + "/none"} {
		want(t, path+", sent", v.acts(path, "do=on").status, http.StatusNotFound)
	}
	want(t, "nothing is kept", len(must(w.kept.Steps(context.Background(), school.OwnerOf(w.ines.ID)))), 0)
}
