package web_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"semeia/internal/school"
	"semeia/internal/web"
)

// try is how a route is used rightly: the form, and something to be done before.
type try struct {
	form   []string
	before func(*town)
}

// tries has a row for every route; one without fails the test. {…} stands for
// what the town has.
var tries = map[string]try{
	"GET /": {}, "GET /play": {}, "GET /rules": {}, "GET /rules/:stage": {}, "GET /lab": {}, "GET /static/*": {}, "GET /healthz": {}, "GET /readyz": {},
	"POST /language": {form: []string{"lang=pt"}}, "POST /settings": {form: []string{"numbers=on"}},
	"POST /games":            {form: []string{"rules=sowing", "against=bot", "starts=me", "aids=full", "kind=practice"}},
	"GET /games/:game":       {},
	"GET /games/:game/watch": {}, "GET /games/:game/moves": {}, "GET /games/:game/moves/:n": {}, "GET /games/:game/swap": {}, "GET /games/:game/back": {},
	"GET /games/:game/give-up": {}, "GET /games/:game/compare": {}, "GET /games/:game/rematch": {},
	"POST /games/:game/moves":   {form: []string{"version=0", "house=1"}},
	"POST /games/:game/swap":    {form: []string{"version=0"}},
	"POST /games/:game/back":    {form: []string{"version=0"}},
	"POST /games/:game/give-up": {form: []string{"version=0"}},
	"POST /games/:game/compare": {form: []string{"do=skip"}},
	"GET /games/:game/hint":     {}, "POST /games/:game/hint": {form: []string{"version=0", "steps=0"}},
	"GET /games/:game/claim": {}, "POST /games/:game/claim": {form: []string{"version=0", "answer=?"}},
	"POST /games/:game/rematch": {},
	"GET /daily":                {}, "GET /daily/earlier": {}, "GET /daily/:day": {}, "GET /daily/:day/:rules": {}, "POST /daily/:day/:rules": {form: []string{"id={id}"}}, "GET /teach/daily/:day/:rules": {},
	"GET /games/:game/moves/:n/again": {}, "POST /games/:game/moves/:n/again": {}, "GET /games/:game/review": {},
	"GET /practice": {}, "GET /practice/:skill": {}, "POST /practice/:skill": {form: []string{"n=1", "seed=no", "answer=?"}}, "GET /practice/:skill/:n": {},
	"GET /learn": {}, "GET /learn/:lesson": {}, "GET /learn/:lesson/:step": {}, "POST /learn/:lesson/:step": {form: []string{"do=on"}}, "GET /learn/:lesson/:step/:n": {},
	"GET /teach/:class/slips/:slip": {}, "GET /teach/:class/pupils/:pupil/answers/:skill/:n": {}, "GET /teach/:class/progress.csv": {},
	"GET /join": {}, "POST /join": {form: []string{"code={code}"}},
	"GET /join/:code": {}, "GET /join/:code/:pupil": {}, "POST /join/:code/:pupil": {form: []string{"picture=none"}},
	"GET /card/:card": {}, "POST /card/:card": {},
	"GET /me": {}, "POST /me/games": {form: []string{"do=leave"}}, "POST /me/leave": {form: []string{"who={pupil}"}}, "POST /sign-out": {},
	"GET /setup/:secret": {}, "POST /setup/:secret": {form: []string{"name=X", "login=xxx", "password=" + password, "again=" + password}},
	"GET /sign-in": {}, "POST /sign-in": {form: []string{"login=nobody", "password=wrong"}},

	"GET /teach": {}, "POST /teach": {form: []string{"id={id}", "name=Another", "lang=pt"}},
	"GET /teach/account": {}, "POST /teach/account": {form: []string{"old=" + password, "password=another long one", "again=another long one"}},
	"GET /teach/staff": {}, "POST /teach/staff": {form: []string{"name=New", "login=newcomer"}},
	"POST /teach/staff/:teacher/reset": {}, "POST /teach/staff/:teacher/remove": {before: func(w *town) { w.shareTwo() }},
	"GET /teach/bin": {}, "GET /teach/receipt": {},
	"GET /teach/lessons": {}, "GET /teach/lessons/:lesson": {}, "GET /teach/lessons/:lesson/:step": {},
	"GET /teach/:class": {}, "GET /teach/:class/room": {}, "GET /teach/:class/cards": {}, "GET /teach/:class/list": {}, "GET /teach/:class/settings": {},
	"GET /teach/:class/data": {}, "GET /teach/:class/export.csv": {}, "GET /teach/:class/export.json": {}, "GET /teach/:class/purge": {}, "GET /teach/:class/year": {},
	"POST /teach/:class/code":                     {form: []string{"do=close"}},
	"POST /teach/:class/gate":                     {form: []string{"mode=held", "stage=2"}},
	"POST /teach/:class/list":                     {form: []string{"names=Bia"}},
	"POST /teach/:class/list/add":                 {form: []string{"names=Bia", "sum={sum}"}},
	"POST /teach/:class/list/choose":              {form: []string{"do=bin", "pupil={pupil}"}},
	"POST /teach/:class/list/move":                {form: []string{"to={other}", "pupil={pupil}"}},
	"POST /teach/:class/list/bin":                 {form: []string{"pupil={pupil}"}},
	"POST /teach/:class/settings":                 {form: []string{"name=Renamed", "lang=pt", "entry=name", "minutes=30", "aids=none", "back=off", "hints=off"}},
	"POST /teach/:class/teachers":                 {form: []string{"login=dora"}},
	"POST /teach/:class/teachers/:teacher/remove": {before: func(w *town) { w.shareOne() }},
	"POST /teach/:class/archive":                  {}, "POST /teach/:class/bin": {},
	"POST /teach/:class/restore":      {before: func(w *town) { w.binOne() }},
	"POST /teach/:class/purge":        {form: []string{"do=class", "confirm=class one"}},
	"POST /teach/:class/year":         {form: []string{"name=Next", "pupil={pupil}"}},
	"POST /teach/:class/year/up":      {form: []string{"id={id}", "name=Next", "pupil={pupil}", "confirm=Class One"}},
	"GET /teach/:class/pupils/:pupil": {}, "GET /teach/:class/pupils/:pupil/export.html": {}, "GET /teach/:class/pupils/:pupil/export.json": {},
	"POST /teach/:class/pupils/:pupil/name":    {form: []string{"name=Inês S."}},
	"POST /teach/:class/pupils/:pupil/gate":    {form: []string{"mode=auto"}},
	"POST /teach/:class/pupils/:pupil/let-in":  {},
	"POST /teach/:class/pupils/:pupil/unlock":  {},
	"POST /teach/:class/pupils/:pupil/secret":  {},
	"POST /teach/:class/pupils/:pupil/restore": {before: func(w *town) { w.binInes() }},
	"POST /teach/:class/pupils/:pupil/purge":   {form: []string{"confirm=inês"}},
}

func (w *town) shareTwo() {
	w.check(w.kept.JoinTeacher(context.Background(), w.byBesa, w.two.ID, "ana"))
}
func (w *town) shareOne() {
	w.check(w.kept.JoinTeacher(context.Background(), w.byAna, w.one.ID, "dora"))
}
func (w *town) binOne() { w.check(w.kept.BinClass(context.Background(), w.byAna, w.one.ID)) }
func (w *town) binInes() {
	w.check(w.kept.BinPupils(context.Background(), w.byAna, w.one.ID, []string{w.ines.ID}))
}

func (w *town) check(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// fill puts what the town has into a route and a form.
func (w *town) fill(route string, t try) (path string, form []string) {
	teacher := w.besa.ID // whom an administrator resets
	if strings.Contains(route, ":class/teachers") {
		teacher = w.dora.ID
	}
	path = strings.NewReplacer(":class", w.one.ID, ":pupil", w.ines.ID, ":teacher", teacher, ":game", strings.TrimPrefix(w.gameOne, "/games/"),
		":stage", "1", ":day", "2026-01-01", ":rules", "sowing", ":lesson", "01-board", ":step", "big", ":code", w.codeOne, ":card", w.ines.Card, ":secret", setupSecret, ":n", "0", ":skill", "K1", ":slip", "counts-start", "/static/*", "/static/x").Replace(route)
	if strings.HasSuffix(path, "/receipt") {
		path += "?classes=0&pupils=1&games=2&moves=3&answers=4&steps=5"
	}
	sum := ""
	for _, f := range t.form {
		if strings.Contains(f, "{sum}") {
			sum = w.teaching(w.ana).acts("/teach/"+w.one.ID+"/list", "names=Bia").Find("input[name=sum]").AttrOr("value", "")
		}
	}
	other := school.Class{ID: school.NewID(), Name: "Other", Lang: "pt", Entry: school.ByName, CodeMinutes: 15, Gate: school.NewGate(), Aids: school.FullAids}
	for _, f := range t.form {
		if strings.Contains(f, "{other}") {
			w.check(w.kept.AddClass(context.Background(), w.byAna, other))
		}
		form = append(form, strings.NewReplacer("{id}", school.NewID(), "{pupil}", w.ines.ID, "{code}", w.codeOne, "{sum}", sum, "{other}", other.ID).Replace(f))
	}
	return path, form
}

// TestEveryRouteForEveryRole goes through the route table: who may not, gets
// nowhere and changes nothing; who may, does.
func TestEveryRouteForEveryRole(t *testing.T) {
	shared := newTown(t)
	for _, route := range web.Routes() {
		try, ok := tries[route.Name]
		if !ok {
			t.Errorf("%s has no row: how is it used, and by whom?", route.Name)
			continue
		}
		method, pattern, _ := strings.Cut(route.Name, " ")
		w := shared
		if method == http.MethodPost {
			w = newTown(t)
		}
		if try.before != nil {
			try.before(w)
		}
		path, form := w.fill(pattern, try)
		use := func(v *visitor) page {
			if method == http.MethodPost {
				return v.silent().post(path, append(v.mark(), form...)...)
			}
			return v.silent().get(path)
		}
		refused := func(role string, v *visitor, status int) {
			t.Helper()
			before := w.everything()
			if p := use(v); p.status != status {
				t.Errorf("%s by %s: %d, want %d: %s", route.Name, role, p.status, status, p.text("main"))
			}
			if after := w.everything(); after != before {
				t.Errorf("%s by %s has changed something:\n%s\n%s", route.Name, role, before, after)
			}
		}
		signIn := http.StatusSeeOther
		if method == http.MethodPost {
			signIn = http.StatusForbidden
		}
		zana := func() *visitor { return w.signedIn(w.zana, w.codeTwo) }
		switch route.Who {
		case "teachers":
			refused("a visitor", w.visitor("en"), signIn)
			refused("a pupil", zana(), signIn)
			if strings.Contains(pattern, ":class") {
				refused("another teacher", w.teaching(w.besa), http.StatusNotFound)
				if !strings.Contains(pattern, ":class/teachers/:teacher") {
					refused("an administrator who does not teach it", w.teaching(w.dora), http.StatusNotFound)
				}
			}
		case "admins":
			refused("a visitor", w.visitor("en"), signIn)
			refused("a pupil", zana(), signIn)
			refused("a teacher", w.teaching(w.besa), http.StatusForbidden)
		case "pupils":
			refused("a visitor", w.visitor("en"), signIn)
			refused("a teacher", w.teaching(w.ana), signIn)
		}
		if strings.Contains(pattern, ":game") {
			for role, v := range map[string]*visitor{"a visitor": w.visitor("en"), "another pupil": w.signedIn(w.rui, w.codeOne), "a pupil of another class": zana(), "another teacher": w.teaching(w.besa)} {
				if pattern == "/games/:game/swap" || pattern == "/games/:game/back" || pattern == "/games/:game/compare" || pattern == "/games/:game/claim" || pattern == "/games/:game/hint" || pattern == "/games/:game/rematch" || pattern == "/games/:game/moves/:n/again" {
					if method == http.MethodGet {
						continue // leads to the game's page, which is refused
					}
				}
				refused(role, v, http.StatusNotFound)
			}
			if method == http.MethodPost {
				refused("the own teacher", w.teaching(w.ana), http.StatusForbidden)
			}
		}
		// And rightly.
		var v *visitor
		switch {
		case route.Who == "teachers", route.Who == "admins":
			v = w.teaching(w.ana)
		case route.Who == "pupils", strings.Contains(pattern, ":game"), pattern == "/games":
			v = w.signedIn(w.ines, w.codeOne)
		default:
			v = w.visitor("en")
		}
		want := map[string]int{
			"POST /join/:code/:pupil": http.StatusUnprocessableEntity, "POST /sign-in": http.StatusUnprocessableEntity, // wrong ones
			"GET /card/:card": http.StatusNotFound, "POST /card/:card": http.StatusNotFound, // the class does not use cards
			"GET /setup/:secret": http.StatusNotFound, "POST /setup/:secret": http.StatusNotFound, // claimed already
			"GET /practice/:skill/:n": http.StatusNotFound, "GET /learn/:lesson/:step/:n": http.StatusNotFound, "GET /teach/:class/pupils/:pupil/answers/:skill/:n": http.StatusNotFound, "POST /practice/:skill": http.StatusConflict, // never asked
			"GET /static/*": http.StatusNotFound, "POST /games/:game/swap": 422, "POST /games/:game/back": 422, "POST /games/:game/rematch": 422, "POST /games/:game/moves/:n/again": 422, "POST /games/:game/compare": 409, "POST /games/:game/claim": 409,
		}[route.Name]
		if p := use(v); p.status != want && (want != 0 || p.status != http.StatusOK && p.status != http.StatusSeeOther) {
			t.Errorf("%s, rightly: %d: %s", route.Name, p.status, p.text("main"))
		}
		if strings.Contains(w.log.String(), "ERROR") {
			t.Fatalf("%s: the log has errors: %s", route.Name, w.log)
		}
	}
	for name := range tries {
		found := false
		for _, route := range web.Routes() {
			found = found || route.Name == name
		}
		if !found {
			t.Errorf("%s is no route", name)
		}
	}
}

// An id that can be none is asked for nowhere: PostgreSQL would not even read it.
func TestAnAddressThatCanBeNoneFindsNothing(t *testing.T) {
	w := newTown(t)
	v := w.teaching(w.ana)
	for _, id := range []string{"x", "%00", "%ff%fe", strings.Repeat("a", 26) + "a", strings.Repeat("a", 25) + "1", "..%2f..", "%E2%80%8B", strings.Repeat("z", 26)} {
		for _, path := range []string{"/games/%s", "/teach/%s", "/teach/%s/list", "/join/%s", "/card/%s", "/setup/%s", "/teach/" + w.one.ID + "/pupils/%s", "/join/" + w.codeOne + "/%s"} {
			path = fmt.Sprintf(path, id)
			if p := v.get(path); p.status != http.StatusNotFound {
				t.Errorf("%s: %d", path, p.status)
			}
		}
	}
	if strings.Contains(w.log.String(), "ERROR") {
		t.Error(w.log)
	}
}
