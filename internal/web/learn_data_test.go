package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"semeia/internal/school"
)

// What a child did in lessons leaves with everything else that is kept of it,
// and goes with it.
func TestStepsAreExportedAndDeleted(t *testing.T) {
	w := newTown(t)
	l := theCourse(t).Lessons[0]
	w.does(w.ines, l, 2)
	w.check(w.kept.DoStep(context.Background(), []string{school.OwnerOf(w.ines.ID)}, "99-gone", "away", 2000))
	w.check(w.kept.DoStep(context.Background(), []string{school.OwnerOf(w.ines.ID)}, l.Folder, "gone", 3000))
	v := w.signedIn(w.ines, w.codeOne)
	first := theCourse(t).Lessons[1]
	for i := range first.Steps {
		if len(first.Steps[i].Items) > 0 {
			w.does(w.ines, first, i)
			p := v.get("/learn/" + first.Folder)
			v.answers(p, p.path, "answer=?")
			break
		}
	}
	ana := w.teaching(w.ana)
	path := "/teach/" + w.one.ID
	type pupil struct {
		Steps   []struct{ At, Lesson, Step string }
		Answers []struct{ Origin string }
	}
	read := func(what string, p pupil, err error) {
		t.Helper()
		done := must(w.kept.Steps(context.Background(), school.OwnerOf(w.ines.ID)))
		if want := len(done[l.Folder]) + len(done[first.Folder]) + 1; err != nil || len(p.Steps) != want || len(p.Answers) != 1 {
			t.Fatalf("%s: %v %+v", what, err, p)
		}
		want(t, what, fmt.Sprint(p.Steps[0]), fmt.Sprintf("{1970-01-01T00:00:01Z %s %s}", l.Folder, l.Steps[0].ID))
		contains(t, what, p.Answers[0].Origin, "lesson:"+first.Folder+"/")
	}
	body, _ := ana.raw(path + "/pupils/" + w.ines.ID + "/export.json")
	var one pupil
	err := json.Unmarshal([]byte(body), &one)
	read("of a pupil", one, err)
	body, _ = ana.raw(path + "/export.json")
	var class struct{ Pupils []pupil }
	err = json.Unmarshal([]byte(body), &class)
	read("of the class", class.Pupils[0], err)
	contains(t, "Rui has done none", body, `"steps": []`)
	for lang, words := range map[string][]string{"en": {"steps of lessons", "the answers and the steps"}, "pt": {"passos de lições", "as respostas e os passos"}, "sq": {"hapa mësimesh", "përgjigjet dhe hapat"}} {
		ana.post("/language", "lang="+lang)
		p := ana.get(path + "/pupils/" + w.ines.ID + "/export.html")
		for _, want := range append(words, l.In(lang).Title+": "+l.In(lang).Steps[0].Title, l.In(lang).Title+": gone", "99-gone: away") {
			contains(t, lang, p.words("main"), want)
		}
	}
	ana.post("/language", "lang=en")
	p := ana.acts(path+"/pupils/"+w.ines.ID+"/purge", "confirm=Inês")
	contains(t, "the receipt", p.words("main"), fmt.Sprintf("1 pupil 1 game 0 moves 1 answer %d steps of lessons", len(one.Steps)))
	want(t, "gone", len(must(w.kept.Steps(context.Background(), school.OwnerOf(w.ines.ID)))), 0)
	contains(t, "a receipt of before", ana.get("/teach/receipt?pupils=1&games=2&moves=3").words("main"), "1 pupil 2 games 3 moves 0 answers 0 steps of lessons")
	for _, query := range []string{"steps=-1", "steps=x", "pupils=1x", "moves=99999999999999999999", "games=" + strings.Repeat("9", 4000)} {
		if p := ana.get("/teach/receipt?" + query); p.status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d", query[:8], p.status)
		}
	}
}
