package web_test

import (
	"net/http"
	"strings"
	"testing"

	"semeia/internal/i18n"
)

// A lesson that the school has written, in Portuguese only.
const (
	own = `
stage = 1
rules = "sowing"
skills = ["K1"]
minutes = 5
slips = []
material = []

[[step]]
id = "um"
kind = "read"
board = "<5,0,0,2,0,0,0,0,0,0,0,0,1>"

[[step]]
id = "dois"
kind = "predict"
ask = "landing 1"
board = "<5,0,0,2,0,0,0,0,0,0,0,0,1>"
house = 1
skill = "K1"
`
	ownWords = "# Nossa lição\n\nUma lição da nossa escola.\n\n## um: O jardim\nOlhe **bem**.\n\n## dois: A conta\nConte.\n"
)

// A school's own lessons stand among the others as soon as their files are
// there; who reads another language is told so.
func TestTheOwnLessonsOfASchool(t *testing.T) {
	dir := t.TempDir()
	w := newTown(t, lessonsIn(t, dir))
	v := w.signedIn(w.ines, w.codeOne)
	before := v.get("/learn").Find(".lessons li").Length()
	want(t, "not there yet", v.get("/learn/00-nossa").status, http.StatusNotFound)
	write(t, dir, "00-nossa/lesson.toml", own)
	write(t, dir, "00-nossa/pt.md", ownWords)
	p := v.get("/learn")
	want(t, "there", p.Find(".lessons li").Length(), before+1)
	link := p.Find(".lessons li").First()
	want(t, "first by its number", link.Find("a").AttrOr("href", ""), "/learn/00-nossa")
	want(t, "its words are Portuguese", link.Find("b").AttrOr("lang", "")+" "+link.Find("small[lang]").AttrOr("lang", ""), "pt-BR pt-BR")
	want(t, "and that is said in English", link.Find(".note").Text()+link.Find(".note").AttrOr("lang", ""), "This lesson is written in: Português.")
	p = v.follows(p.Find("#onward"))
	want(t, "a step", p.path, "/learn/00-nossa/um")
	for _, of := range []string{"h1", ".title .stage", ".words"} {
		want(t, of, p.Find(of).AttrOr("lang", ""), "pt-BR")
	}
	want(t, "its words", p.text("h1")+" "+p.Find(".words strong").Text(), "O jardim bem")
	contains(t, "the note", p.words(".note"), "This lesson is written in: Português.")
	want(t, "no place else is Portuguese", p.Find(".tools [lang], .board [lang]").Length(), 0)
	p = v.goesOn(p)
	en, _ := w.catalogue.Loc("en")
	want(t, "the question is English", p.Find("#ask").AttrOr("lang", "")+p.text("#ask"), en.N("ask.landing", 2, i18n.Args{"House": 1}))
	told := v.answers(p, p.path, "answer=s3")
	want(t, "through", told.on(), "Go on*")
	p = v.goesOn(told)
	want(t, "the end", p.text("h1")+" "+p.Find(".did li").First().AttrOr("lang", "")+" "+p.text(".did li:first-child"), "The lesson is done pt-BR O jardim")
	v.post("/language", "lang=pt")
	for _, path := range []string{"/learn", "/learn/00-nossa", "/learn/00-nossa/um"} {
		p = v.get(path)
		want(t, path+" in Portuguese needs no note", p.Find("main [lang]").Length(), 0)
		if strings.Contains(p.words(".note"), "Português") {
			t.Errorf("%s: %s", path, p.words(".note"))
		}
	}
	v.post("/language", "lang=en")

	// What was done in it stays when it is written anew.
	write(t, dir, "00-nossa/lesson.toml", own+"\n[[step]]\nid = \"tres\"\nkind = \"talk\"\n")
	write(t, dir, "00-nossa/pt.md", ownWords+"\n## tres: A conversa\nConversem.\n")
	want(t, "a step more", v.get("/learn/00-nossa").path, "/learn/00-nossa/tres")
	// One that cannot be read is not shown to the class; all others are, and the
	// teacher is told.
	write(t, dir, "00-nossa/lesson.toml", "stage = one")
	write(t, dir, "09-outra/lesson.toml", strings.Replace(own, "s1", "x1", 1))
	write(t, dir, "09-outra/pt.md", strings.Replace(ownWords, "## dois", "## doze", 1))
	p = v.get("/learn")
	want(t, "as before", p.Find(".lessons li").Length(), before)
	want(t, "nothing of it", strings.Contains(p.words("body"), "nossa"), false)
	for _, path := range []string{"/learn/00-nossa", "/learn/00-nossa/um", "/learn/00-nossa/dois/1", "/learn/09-outra"} {
		want(t, path, v.get(path).status, http.StatusNotFound)
	}
	contains(t, "the teacher reads where", w.teaching(w.ana).get("/teach/lessons").words("main"), "00-nossa/lesson.toml:1")
	write(t, dir, "00-nossa/lesson.toml", own)
	write(t, dir, "00-nossa/pt.md", ownWords)
	want(t, "mended", v.get("/learn/00-nossa").text("h1"), "The lesson is done")
	// One of the same name stands for the built-in one.
	write(t, dir, theCourse(t).Lessons[0].Folder+"/lesson.toml", own)
	write(t, dir, theCourse(t).Lessons[0].Folder+"/pt.md", ownWords)
	p = v.get("/learn")
	want(t, "instead", p.Find(".lessons li").Length(), before+1)
	want(t, "its title", p.Find(".lessons li b").Eq(1).Text(), "Nossa lição")
	if strings.Contains(w.log.String(), "ERROR") {
		t.Error(w.log)
	}
}
