package web_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"semeia/internal/school"
	"semeia/internal/web"
)

const password = "a long enough password"

var passwordHash = school.HashPassword(password)

// town is a school with two classes of different teachers: Ana, an
// administrator, teaches class one with the pupils Inês and Rui; Besa teaches
// class two with the pupil Zana; Dora is an administrator who teaches nobody.
type town struct {
	*site
	ana, besa, dora  school.Teacher
	one, two         school.Class
	ines, rui, zana  school.Pupil
	gameOne, gameTwo string // of Inês, of Zana
	visitorsGame     string
	codeOne, codeTwo string
	byAna, byBesa    school.By
}

func newTown(t testing.TB, set ...func(*web.Config)) *town {
	t.Helper()
	w := &town{site: open(t, set...)}
	ctx, now := context.Background(), w.now.Now().UnixMilli()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	w.ana = school.Teacher{ID: school.NewID(), Name: "Ana Teixeira", Login: "ana"}
	w.besa = school.Teacher{ID: school.NewID(), Name: "Besa Hoxha", Login: "besa"}
	w.dora = school.Teacher{ID: school.NewID(), Name: "Dora", Login: "dora", Admin: true}
	must(w.kept.Claim(ctx, w.ana, passwordHash, now))
	w.byAna, w.byBesa = school.By{Teacher: w.ana.ID, At: now}, school.By{Teacher: w.besa.ID, At: now}
	must(w.kept.AddTeacher(ctx, w.byAna, w.besa, passwordHash))
	must(w.kept.AddTeacher(ctx, w.byAna, w.dora, passwordHash))
	class := func(by school.By, name, lang string) school.Class {
		c := school.Class{ID: school.NewID(), Name: name, Lang: lang, Entry: school.ByPictures, CodeMinutes: 15, Gate: school.NewGate(), Aids: school.FullAids, TakeBack: true, Hints: true}
		must(w.kept.AddClass(ctx, by, c))
		return c
	}
	w.one, w.two = class(w.byAna, "Class One", "en"), class(w.byBesa, "Klasa Dy", "sq")
	add := func(by school.By, c school.Class, names ...string) (list []school.Pupil) {
		for _, name := range names {
			m := school.Member{ID: school.NewID(), Name: name, Twin: 1}
			must(w.kept.AddPupils(ctx, by, c.ID, []school.Member{m}))
			p, err := w.kept.Pupil(ctx, by.Teacher, c.ID, m.ID)
			must(err)
			list = append(list, p)
		}
		return list
	}
	pupils := add(w.byAna, w.one, "Inês", "Rui")
	w.ines, w.rui = pupils[0], pupils[1]
	w.zana = add(w.byBesa, w.two, "Zana")[0]
	var err error
	w.codeOne, err = w.kept.OpenCode(ctx, w.byAna, w.one.ID, now+15*60_000)
	must(err)
	w.codeTwo, err = w.kept.OpenCode(ctx, w.byBesa, w.two.ID, now+15*60_000)
	must(err)
	w.gameOne = w.signedIn(w.ines, w.codeOne).plays("rules=sowing").path
	w.gameTwo = w.signedIn(w.zana, w.codeTwo).plays("rules=sowing").path
	w.visitorsGame = w.visitor("en").plays("rules=sowing").path
	return w
}

// signedIn is a pupil who has come in by the class code and the pictures.
func (w *town) signedIn(p school.Pupil, code string) *visitor {
	w.t.Helper()
	v := w.visitor("en")
	page := v.enters(code, p.ID, p.Pictures)
	if page.path != "/me" || page.status != http.StatusOK {
		w.t.Fatalf("%s does not get in: %d %s %s", p.Name, page.status, page.path, page.text("main"))
	}
	return v
}

// enters goes the way of a pupil: code, name, pictures.
func (v *visitor) enters(code, pupil string, pictures []string) page {
	v.t.Helper()
	fields := v.as(v.get("/join/" + code + "/" + pupil))
	for _, p := range pictures {
		fields = append(fields, "picture="+p)
	}
	return v.post("/join/"+code+"/"+pupil, fields...)
}

// as are the fields of a page's forms that say for whom they act.
func (v *visitor) as(p page) (fields []string) {
	for _, name := range []string{"as", "by"} {
		if value, ok := p.Find(`input[name="` + name + `"]`).First().Attr("value"); ok {
			fields = append(fields, name+"="+value)
		}
	}
	return fields
}

// mark is the same, from a page that is there for everybody.
func (v *visitor) mark() []string { return v.as(v.get("/play")) }

// teaching is a teacher who has signed in.
func (w *town) teaching(t school.Teacher) *visitor {
	w.t.Helper()
	v := w.visitor("en")
	if p := v.post("/sign-in", "login="+t.Login, "password="+password); p.path != "/teach" {
		w.t.Fatalf("%s does not get in: %d %s", t.Name, p.status, p.text("main"))
	}
	return v
}

// acts posts a form as the reader of now.
func (v *visitor) acts(path string, fields ...string) page {
	v.t.Helper()
	return v.post(path, append(v.mark(), fields...)...)
}

// silent does not follow redirects.
func (v *visitor) silent() *visitor {
	c := *v.client
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &visitor{v.site, &c, v.accept}
}

// cookie is the value of the session's cookie.
func (v *visitor) session() string {
	u, _ := url.Parse(v.url)
	for _, c := range v.client.Jar.Cookies(u) {
		if c.Name == "semeia_session" {
			return c.Value
		}
	}
	return ""
}

// everything is all that is kept of the two classes, to see that nothing has
// changed.
func (w *town) everything() string {
	w.t.Helper()
	ctx := context.Background()
	var b strings.Builder
	for _, c := range []struct{ teacher, class string }{{w.ana.ID, w.one.ID}, {w.besa.ID, w.two.ID}} {
		r, err := w.kept.Record(ctx, c.teacher, c.class)
		fmt.Fprintf(&b, "%+v %v\n", r, err)
		bin, err := w.kept.Bin(ctx, c.teacher)
		fmt.Fprintf(&b, "%+v %v\n", bin, err)
		classes, err := w.kept.ClassesOf(ctx, c.teacher)
		fmt.Fprintf(&b, "%+v %v\n", classes, err)
	}
	staff, err := w.kept.Teachers(ctx, w.ana.ID)
	fmt.Fprintf(&b, "%+v %v\n", staff, err)
	return b.String()
}

func networks(t testing.TB, list ...string) (all []*net.IPNet) {
	t.Helper()
	for _, text := range list {
		_, n, err := net.ParseCIDR(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	return all
}

type goquerySelection = goquery.Selection
