package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"testing"

	"semeia/internal/store/storetest"
)

// demoSchool starts the program on a demo database; it gives the class codes
// and the teacher's password.
func demoSchool(t *testing.T) (at *program, codes []string, password string) {
	t.Helper()
	db := storetest.New(t)
	var out, errs bytes.Buffer
	if code := run(context.Background(), []string{"demo", "-db", db, "-lang", "en"}, func(string) string { return "" }, &out, &errs); code != 0 {
		t.Fatalf("demo: %d %s", code, errs.String())
	}
	password = regexp.MustCompile(`password (\S+)`).FindStringSubmatch(out.String())[1]
	for _, m := range regexp.MustCompile(`class code (\w+)`).FindAllStringSubmatch(out.String(), -1) {
		codes = append(codes, m[1])
	}
	return start(t, db), codes, password
}

// signIn signs a teacher in by the form.
func (p *person) signIn(login, password string) {
	p.t.Helper()
	p.open("/sign-in")
	p.fill("login", login)
	p.fill("password", password)
	p.follow("main form .main")
}

// fill puts a value into a field, as typing it all would.
func (p *person) fill(name, value string) {
	p.t.Helper()
	if !eval[bool](p, fmt.Sprintf(`(() => { const e = document.querySelector('main [name="%s"]'); if (!e) return false; e.value = %q; return true; })()`, name, value)) {
		p.t.Fatalf("no field %s on %s", name, eval[string](p, "location.pathname"))
	}
}

// TestClassShots takes pictures of the pages of classes, when asked:
//
//	go test ./cmd/semeia -run TestClassShots -shots FOLDER
func TestClassShots(t *testing.T) {
	if *shots == "" {
		return
	}
	at, codes, password := demoSchool(t)
	for i, s := range []struct {
		name          string
		width, height int64
		lang, scheme  string
	}{{"lab", 1366, 768, "pt-BR", "light"}, {"dark", 1366, 768, "en", "dark"}, {"phone", 390, 844, "sq", "light"}, {"small", 320, 640, "pt-BR", "dark"}, {"projector", 1920, 1080, "sq", "light"}} {
		_ = i
		p := at.sit("/", size(s.width, s.height), language(s.lang), feature("prefers-color-scheme", s.scheme))
		take := func(name string) {
			p.shot(filepath.Join(*shots, "class-"+s.name+"-"+name+".png"), true)
		}
		take("home")
		p.open("/join")
		take("join")
		p.open("/join/" + codes[0])
		take("names")
		p.follow("a.nametag")
		take("pictures")
		p.open("/join/" + codes[1])
		p.follow("button.nametag")
		take("me")
		p.open("/play")
		take("play")
		p.open("/rules/5")
		take("notyet")
		p.open("/sign-in")
		take("sign-in")
		p.signIn("demo", password)
		take("teach")
		p.follow(".cards .card.link")
		take("class")
		class := eval[string](p, "location.pathname")
		p.open(class + "?secrets=on")
		take("secrets")
		p.open(class + "/cards")
		take("cards")
		p.open(class + "/list")
		take("list")
		p.fill("names", "Nome;Número\nInês;1\nMarina;2\nLeandro;3\nAna\u200b Clara;4\n")
		p.follow("main form .main")
		take("preview")
		p.open(class + "/settings")
		take("settings")
		p.open(class + "/data")
		take("data")
		p.open(class + "/purge")
		take("purge")
		p.open(class + "/year")
		take("year")
		p.open(class)
		p.follow(".tile > a")
		take("pupil")
		p.open(class)
		if p.has(".progress a.letter") {
			p.follow(".progress a.letter")
			take("slip")
		}
		p.open("/teach/bin")
		take("bin")
		p.open("/teach/staff")
		take("staff")
		p.open("/teach/account")
		take("account")
	}
}
