package web_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"semeia/internal/course"
	"semeia/internal/i18n"
	"semeia/internal/lesson"
	"semeia/internal/school"
)

// Every step of every lesson is shown, and tells nothing before the tap. To
// every question the answer may be "I don't know yet": then one like it comes,
// also under rules of which few exercises are made.
func TestEveryStepOfTheCourse(t *testing.T) {
	w := newTown(t)
	owner := school.OwnerOf(w.ines.ID)
	w.check(w.kept.SetGate(context.Background(), w.byAna, w.one.ID, school.Gate{Mode: school.Held, Stage: school.LastStage, Before: 1}))
	v := w.signedIn(w.ines, w.codeOne)
	for n, l := range theCourse(t).Lessons {
		lang := i18n.Langs[n%len(i18n.Langs)]
		v.post("/language", "lang="+lang.Code)
		for i := range l.Steps {
			s := &l.Steps[i]
			path := "/learn/" + l.Folder + "/" + s.ID
			p := v.get("/learn/" + l.Folder)
			if p.status != http.StatusOK || p.path != path || p.text("h1") != l.In(lang.Code).Steps[i].Title {
				t.Fatalf("%s: %d %s %s", path, p.status, p.path, p.words("main"))
			}
			want(t, path+": marked as in another language", p.Find("main [lang]").Length(), 0)
			want(t, path+": told that seeds are fewer", p.Find(".lesson > .note").Length() > 0, s.Small())
			referee := len(s.Items) > 0 && s.Items[0].Kind == lesson.Referee // what is claimed is drawn
			if marks := p.Find(tells); marks.Length() > 0 && !referee {
				t.Errorf("%s: %s tells something: %s", path, s.Kind, marks.AttrOr("class", ""))
			}
			if len(s.Items) > 0 {
				w.doesNotKnow(v, l, s, p, owner)
			}
			if s.Kind == course.Touch {
				for _, right := range s.Touch {
					want(t, path+": go on", v.get(path+"?answer="+right.String()).Find("button.main[name=do]").Length(), 1)
				}
			}
			w.check(w.kept.DoStep(context.Background(), []string{owner}, l.Folder, s.ID, 1000))
		}
		end := v.get("/learn/" + l.Folder)
		want(t, l.Folder+": the end", fmt.Sprint(end.status, end.path, end.Find(".did li").Length()), fmt.Sprint(200, "/learn/"+l.Folder, len(l.Steps)))
	}
}

// doesNotKnow answers so, and looks at the question that comes next.
func (w *town) doesNotKnow(v *visitor, l *course.Lesson, s *course.Step, p page, owner string) {
	w.t.Helper()
	told := v.answers(p, p.path, "answer=?")
	if told.status != http.StatusOK || told.path != p.path+"/1" {
		w.t.Fatalf("%s: %d %s %s", p.path, told.status, told.path, told.words("main"))
	}
	like := v.follows(told.Find("#onward"))
	if like.status != http.StatusOK {
		w.t.Fatalf("%s: %d %s", p.path, like.status, like.words("main"))
	}
	e := asked(w.t, l, s, like, must(w.kept.Attempts(context.Background(), owner)))
	want(w.t, p.path+": one like it", fmt.Sprint(e.Kind, " ", e.Level), fmt.Sprint(s.Items[0].Kind, " ", s.Items[0].Level))
	fields, ok := form(&e, e.Right)
	want(w.t, p.path+": can be answered", ok, true)
	want(w.t, p.path+": and is right", v.answers(like, p.path, fields).Find(".told.right").Length(), 1)
}
