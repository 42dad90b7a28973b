package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/store"
)

// built compiles the program as the README says, and gives the file.
func built(t testing.TB) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "semeia")
	if runtime.GOOS == "windows" {
		file += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", file, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return file
}

// process is the built program as a process of its own. It is killed when the
// test ends, however that ends.
type process struct {
	url            string
	setup          string // the path of the link that claims the school
	cmd            *exec.Cmd
	stdout, stderr lines
	ended          chan struct{}
}

// launch starts the program, and does not wait for it.
func launch(t testing.TB, file, db string) *process {
	t.Helper()
	p := &process{cmd: exec.Command(file, "-addr", "127.0.0.1:0", "-db", db, "-lang", "en"), ended: make(chan struct{})}
	p.cmd.Stdout, p.cmd.Stderr = &p.stdout, &p.stderr
	p.cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "SEMEIA_") })
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.cmd.Wait()
		close(p.ended)
	}()
	t.Cleanup(p.kill)
	return p
}

var setupLink = regexp.MustCompile(`/setup/[a-z2-7]{26}`)

// up waits until the program has said where it listens, and with unclaimed
// also how the school is claimed. It is false when the program has ended.
func (p *process) up(t testing.TB, unclaimed bool) bool {
	t.Helper()
	for deadline := time.Now().Add(90 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		out := p.stdout.String()
		p.url, p.setup = address.FindString(out), setupLink.FindString(out)
		if p.url != "" && (p.setup != "" || !unclaimed) {
			return true
		}
		select {
		case <-p.ended:
			return false
		default:
		}
		if time.Now().After(deadline) {
			t.Fatalf("the program does not say where it listens: %s%s", out, p.stderr.String())
		}
	}
}

// kill ends the process at once, in the middle of whatever it does.
func (p *process) kill() {
	p.cmd.Process.Kill()
	<-p.ended
}

// stop ends it as Ctrl+C does.
func (p *process) stop(t testing.TB) {
	t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		p.kill() // Windows knows no signals
	}
	select {
	case <-p.ended:
	case <-time.After(15 * time.Second):
		t.Error("the program does not end")
	}
}

// desk is a browser without scripts at a computer of its own: cookies, one
// connection, the page it shows. It fills in forms as they stand in pages, so
// what is hidden in them goes with them.
type desk struct {
	c      *http.Client
	url    string // of the program
	path   string // of the page
	status int
	to     string // where the answer leads on
	page   string
	lasted time.Duration // from asking to having the whole answer
}

func newDesk(t testing.TB, url string) *desk {
	c := client(t)
	c.Transport = &http.Transport{MaxIdleConnsPerHost: 1}
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	t.Cleanup(c.CloseIdleConnections)
	return &desk{c: c, url: url}
}

// send asks for one answer and reads all of it; an error says that it did not
// come.
func (d *desk) send(method, path, kind string, body io.Reader, header ...string) error {
	req, err := http.NewRequest(method, d.url+path, body)
	if err != nil {
		return err
	}
	req.Header.Set("Accept-Language", "en")
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	asked := time.Now()
	answer, err := d.c.Do(req)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	d.lasted = time.Since(asked)
	d.status, d.to, d.path, d.page = answer.StatusCode, answer.Header.Get("Location"), path, string(text)
	return nil
}

// open shows a page, or the one it leads to.
func (d *desk) open(path string) error {
	err := d.send(http.MethodGet, path, "", nil)
	for range 5 {
		if err != nil || d.status != http.StatusSeeOther {
			break
		}
		err = d.send(http.MethodGet, d.to, "", nil)
	}
	return err
}

// press sends the page's form of that action, with "name=value" fields filled
// in, and gets the answer. It follows no redirect: that is an answer.
func (d *desk) press(action string, fields ...string) error { return d.sends(action, nil, fields) }

// presses is press as the page's script does it.
func (d *desk) presses(action string, fields ...string) error {
	return d.sends(action, []string{"HX-Request", "true"}, fields)
}

func (d *desk) sends(action string, header, fields []string) error {
	form, multi, err := d.form(action)
	if err != nil {
		return err
	}
	filled := map[string]bool{}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, "=")
		if !filled[name] {
			form.Del(name)
		}
		filled[name] = true
		form.Add(name, value)
	}
	if !multi {
		return d.send(http.MethodPost, action, "application/x-www-form-urlencoded", strings.NewReader(form.Encode()), header...)
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for name, values := range form {
		for _, v := range values {
			w.WriteField(name, v)
		}
	}
	w.Close()
	return d.send(http.MethodPost, action, w.FormDataContentType(), &b, header...)
}

// form is what the page's form of that action would send as it stands, without
// a button.
func (d *desk) form(action string) (form url.Values, multi bool, err error) {
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(d.page))
	if err != nil {
		return nil, false, err
	}
	found := doc.Find(`form[method="post"][action="` + action + `"]`).First()
	if found.Length() == 0 {
		return nil, false, fmt.Errorf("%s (%d) has no form for %s", d.path, d.status, action)
	}
	form = url.Values{}
	found.Find("input[name], select[name], textarea[name]").Each(func(_ int, s *goquery.Selection) {
		name, value := s.AttrOr("name", ""), s.AttrOr("value", "")
		_, checked := s.Attr("checked")
		switch {
		case s.Is("textarea"):
			value = s.Text()
		case s.Is("select"):
			chosen := s.Find("option[selected]")
			if chosen.Length() == 0 {
				chosen = s.Find("option").First()
			}
			value = chosen.AttrOr("value", chosen.Text())
		case s.Is(`[type="file"]`), s.Is(`[type="radio"], [type="checkbox"]`) && !checked:
			return
		}
		form.Add(name, value)
	})
	return form, found.AttrOr("enctype", "") == "multipart/form-data", nil
}

// submit is press and then the page it leads to.
func (d *desk) submit(action string, fields ...string) error {
	err := d.press(action, fields...)
	if err == nil && d.status == http.StatusSeeOther {
		err = d.open(d.to)
	}
	return err
}

// texts are the texts of the page's elements.
func (d *desk) texts(selector string) (list []string) {
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(d.page))
	if err != nil {
		return nil
	}
	doc.Find(selector).Each(func(_ int, s *goquery.Selection) { list = append(list, strings.Join(strings.Fields(s.Text()), " ")) })
	return list
}

func (d *desk) text(selector string) string { return strings.Join(d.texts(selector), " ") }

// attr is an attribute of the page's first such element.
func (d *desk) attr(selector, name string) string {
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(d.page))
	if err != nil {
		return ""
	}
	return doc.Find(selector).First().AttrOr(name, "")
}

// session is the cookie that says who is signed in, empty for none.
func (d *desk) session() string {
	here, _ := url.Parse(d.url)
	for _, k := range d.c.Jar.Cookies(here) {
		if k.Name == "semeia_session" {
			return k.Value
		}
	}
	return ""
}

// knows reports whether a program takes a session for that of a pupil.
func knows(t testing.TB, at, session string) bool {
	t.Helper()
	d := newDesk(t, at)
	must(t, d.send(http.MethodGet, "/me", "", nil, "Cookie", "semeia_session="+session))
	return d.status == http.StatusOK
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// shows stops the test unless the page has that status.
func (d *desk) shows(t testing.TB, status int) {
	t.Helper()
	if d.status != status {
		t.Fatalf("%s: %d, want %d: %s", d.path, d.status, status, d.text("main"))
	}
}

// seat is a pupil as the class page shows it.
type seat struct{ id, name string }

// class is a class that has been set up through its pages.
type class struct {
	path, code string
	seats      []seat
}

const teacherPassword = "correct horse battery"

// claims sets the school up through its link.
func (d *desk) claims(t testing.TB, link string) {
	t.Helper()
	must(t, d.open(link))
	must(t, d.submit(link, "name=Zoe", "login=zoe", "password="+teacherPassword, "again="+teacherPassword))
	d.shows(t, http.StatusOK)
	if d.path != "/teach" {
		t.Fatalf("the school is not claimed: %s %s", d.path, d.text("main"))
	}
}

// staffed starts the program in this process, on a database with a teacher, and
// gives the desk where the teacher has signed in.
func staffed(t testing.TB, db string) (*program, *desk) {
	t.Helper()
	kept, err := store.Open(t.Context(), db)
	must(t, err)
	must(t, kept.Claim(t.Context(), school.Teacher{ID: school.NewID(), Name: "Zoe", Login: "zoe"}, school.HashPassword(teacherPassword), time.Now().UnixMilli()))
	must(t, kept.Close())
	at := start(t, db)
	d := newDesk(t, at.url)
	must(t, d.open("/sign-in"))
	must(t, d.submit("/sign-in", "login=zoe", "password="+teacherPassword))
	d.shows(t, http.StatusOK)
	return at, d
}

// makesClass makes a class of 30, as a teacher does it: names pasted, looked
// at, confirmed; how they sign in; the code opened.
func (d *desk) makesClass(t testing.TB, entry school.Entry) class {
	t.Helper()
	var names []string
	for _, c := range demoClasses {
		names = append(names, c.pupils...)
	}
	must(t, d.open("/teach"))
	must(t, d.submit("/teach", "name=Turma 3A", "lang=en"))
	d.shows(t, http.StatusOK)
	c := class{path: strings.TrimSuffix(d.path, "/list")}
	must(t, d.submit(c.path+"/list", "names="+strings.Join(names, "\n")))
	d.shows(t, http.StatusOK)
	must(t, d.submit(c.path+"/list/add"))
	d.shows(t, http.StatusOK)
	must(t, d.open(c.path+"/settings"))
	must(t, d.submit(c.path+"/settings", "entry="+string(entry), "minutes=120"))
	d.shows(t, http.StatusOK)
	must(t, d.open(c.path))
	must(t, d.submit(c.path+"/code", "do=open"))
	d.shows(t, http.StatusOK)
	c.code = d.text(".bigcode [aria-hidden]")
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(d.page))
	must(t, err)
	doc.Find(".tile").Each(func(_ int, s *goquery.Selection) {
		c.seats = append(c.seats, seat{strings.TrimPrefix(s.AttrOr("id", ""), "p"), s.Find("a").First().Text()})
	})
	if len(c.seats) != len(names) || c.code == "" {
		t.Fatalf("%d pupils, code %q: %s", len(c.seats), c.code, d.text("main"))
	}
	return c
}

// comesIn signs a pupil in by the name.
func (d *desk) comesIn(t testing.TB, c class, s seat) {
	t.Helper()
	must(t, d.open("/join/"+c.code))
	must(t, d.submit("/join/"+c.code+"/"+s.id))
	if d.path != "/me" || d.text("h1") != s.name {
		t.Fatalf("%s does not come in: %d %s %s", s.name, d.status, d.path, d.text("main"))
	}
}

// table is a game for two at one screen, as the one who plays it knows it.
type table struct {
	id     string
	rules  kalah.Rules
	line   kalah.Line
	houses []int // of the moves that were answered
}

func (g *table) path() string { return "/games/" + g.id }

func (g *table) over() bool { return g.rules.Over(g.line.Pos) != kalah.NotOver }

// next is some house that may be played.
func (g *table) next() int { return legal(g.rules, g.line.Pos, rand.IntN(g.line.Pos.Houses())) }

func (g *table) played(house int) {
	g.line, _, _ = g.rules.Play(g.line, house)
	g.houses = append(g.houses, house)
}

// chooses fills in the form for a new game: rules of that name, a neighbour. It
// is sent with sits.
func (d *desk) chooses(rules string) (*table, error) {
	if err := d.open("/play"); err != nil {
		return nil, err
	}
	form, _, err := d.form("/games")
	if err != nil {
		return nil, err
	}
	r, _ := kalah.Named(rules)
	return &table{id: form.Get("id"), rules: r, line: r.Begin(kalah.South)}, nil
}

func (d *desk) sits(g *table) error {
	return d.press("/games", "rules="+g.rules.String(), "against=neighbour", "starts=me", "kind=practice")
}

// plays opens a game and shows its board.
func (d *desk) plays(t testing.TB, rules string) *table {
	t.Helper()
	g, err := d.chooses(rules)
	must(t, err)
	must(t, d.sits(g))
	must(t, d.open(d.to))
	d.shows(t, http.StatusOK)
	if d.path != g.path() {
		t.Fatalf("no game: %s", d.path)
	}
	return g
}

// raw opens a database beneath the program.
func raw(t testing.TB, db string) *sql.DB {
	t.Helper()
	driver := "sqlite"
	if store.IsPostgres(db) {
		driver = "pgx"
	}
	q, err := sql.Open(driver, db)
	must(t, err)
	t.Cleanup(func() { q.Close() })
	return q
}

// one reads a single value.
func one[T any](t testing.TB, q *sql.DB, query string, args ...any) (v T) {
	t.Helper()
	if err := q.QueryRow(query, args...).Scan(&v); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return v
}

// sound checks a SQLite file with SQLite's own means; PostgreSQL has none that
// are cheap.
func sound(t testing.TB, q *sql.DB, db string) {
	t.Helper()
	if store.IsPostgres(db) {
		return
	}
	if text := one[string](t, q, `PRAGMA integrity_check`); text != "ok" {
		t.Errorf("integrity_check: %s", text)
	}
	rows, err := q.Query(`PRAGMA foreign_key_check`)
	must(t, err)
	defer rows.Close()
	if rows.Next() {
		t.Error("foreign_key_check has found rows")
	}
	must(t, rows.Err())
}
