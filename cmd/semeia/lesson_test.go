package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"semeia/internal/i18n"
	"semeia/internal/school"
	"semeia/locales"
	"semeia/templates"
)

// room30 is a class of 30: two children of one name, letters of Portuguese and
// Albanian, and the signs that break a careless page.
var room30 = []string{
	"Ana Clara", "João", "Inês", "Conceição", "Zélia", "Ângela", "Óscar", "Érica", "Luís", "Tainá",
	"Mônica", "Sebastião", "Çlirim", "Gëzim", "Ëndrra", "Thellëza", "Besa", "Xhevdet", "Shpëtim", "Blerta Çeliku",
	"D'Ávila & N'Gola", "Maria das Dores", "Aílton", "Caíque", "Davi", "Helena", "Iracema", "Jônatas", "Kauã", "Ana Clara",
}

const lessonPassword = "quatro sementes 4"

// mostWords is how many words a page may ask a person to read in a lesson,
// besides the names.
const mostWords = 250

func loc(t testing.TB, code string) *i18n.Loc {
	t.Helper()
	catalogue, err := i18n.Load(locales.FS)
	if err != nil {
		t.Fatal(err)
	}
	l, ok := catalogue.Loc(code)
	if !ok {
		t.Fatalf("no language %s", code)
	}
	return l
}

// newSchool starts the program on an empty database and gives the setup link
// that it printed.
func newSchool(t *testing.T) (at *program, link string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var stdout, stderr lines
	exit := make(chan int, 1)
	db := filepath.Join(t.TempDir(), "semeia.db")
	go func() {
		exit <- run(ctx, []string{"-addr", "127.0.0.1:0", "-db", db}, func(string) string { return "" }, &stdout, &stderr)
	}()
	at = &program{t: t, db: db}
	t.Cleanup(func() {
		cancel()
		select {
		case <-exit:
		case <-time.After(15 * time.Second):
			t.Error("the program does not end")
		}
		if said := stderr.String(); said != "" {
			t.Errorf("the program complains: %s", said)
		}
	})
	setup := regexp.MustCompile(`http://127\.0\.0\.1:\d+/setup/\S+`)
	for deadline := time.Now().Add(20 * time.Second); link == ""; time.Sleep(5 * time.Millisecond) {
		link = setup.FindString(stdout.String())
		if time.Now().After(deadline) {
			t.Fatalf("no setup link: %s%s", stdout.String(), stderr.String())
		}
	}
	at.url = address.FindString(link)
	return at, link
}

// types puts a text where the focus is, sign by sign; letters that need an
// input method come as from one.
func (p *person) types(text string) {
	p.t.Helper()
	for _, r := range text {
		if r < 128 && r != '\n' {
			p.press(string(r))
		} else {
			p.paste(string(r))
		}
	}
}

// paste puts a whole text where the focus is.
func (p *person) paste(text string) {
	p.t.Helper()
	p.call(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.InsertText, input.InsertTextParams{Text: text})
		return err
	})
}

// with gives a selector for the element that has that text.
func (p *person) with(selector, text string) string {
	p.t.Helper()
	if !eval[bool](p, `(() => {
		document.querySelectorAll("[data-hit]").forEach((e) => delete e.dataset.hit);
		const e = [...document.querySelectorAll(`+quoted(selector)+`)].find((e) => e.textContent.trim() === `+quoted(text)+`);
		if (e) e.dataset.hit = "1";
		return !!e; })()`) {
		p.t.Fatalf("nothing says %q on %s: %s", text, p.path(), p.text("main"))
	}
	return "[data-hit]"
}

func (p *person) path() string {
	p.t.Helper()
	return eval[string](p, "location.pathname")
}

// tab is another tab of the same person.
func (p *person) tab(path string, settings ...setting) *person {
	p.t.Helper()
	ctx, cancel := chromedp.NewContext(p.ctx)
	p.t.Cleanup(cancel)
	q := &person{t: p.t, at: p.at, ctx: ctx}
	for _, s := range settings {
		s(q)
	}
	q.open(path)
	return q
}

// leads waits for the page that a key or click leads to.
func (p *person) leads(what string, press func()) {
	p.t.Helper()
	eval[bool](p, "window.before = true")
	press()
	p.until(what, `!window.before && document.readyState === "complete"`)
}

// back goes back in the browser; a page that comes out of a memory, and not
// from the program, is never waited out.
func (p *person) back() {
	p.t.Helper()
	p.leads("the page before is fetched again", func() { eval[bool](p, "(setTimeout(() => history.back(), 0), true)") })
}

func (p *person) cookie(name string) string {
	p.t.Helper()
	value := ""
	p.call(func(ctx context.Context, t *chromedp.Target) error {
		r, err := cdp.Call(ctx, t, network.GetCookies, network.GetCookiesParams{})
		for _, c := range r.Cookies {
			if c.Name == name {
				value = c.Value
			}
		}
		return err
	})
	return value
}

// words counts what there is to read on a page. Names are not counted, and what
// is said of each child in the same words is counted once.
func (p *person) words() int {
	p.t.Helper()
	return eval[int](p, `(() => {
		const each = ".tiles > li, .names > li, .ticks > li, .signcards > li, .preview tbody > tr";
		const names = ".nametag, .tile > a, .tick span, .signcard .who, .preview th[scope=row], .vh";
		let n = 0;
		const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (walk.nextNode()) {
			const e = walk.currentNode.parentElement, item = e.closest(each);
			if (!e.checkVisibility() || e.closest(names) || (item && item !== item.parentElement.firstElementChild)) continue;
			n += (walk.currentNode.textContent.match(/[\p{L}\p{N}]+/gu) ?? []).length;
		}
		return n; })()`)
}

// reads checks that a page asks for no more than a page of reading, and looks
// like one of the program.
func (p *person) reads(what string) {
	p.t.Helper()
	n := p.words()
	p.t.Logf("    %s: %d words to read", what, n)
	if n == 0 || n > mostWords {
		p.t.Errorf("%s has %d words to read, want at most %d", what, n, mostWords)
	}
	if strings.Contains(p.text("body"), "⟦") {
		p.t.Errorf("%s: a message is missing", what)
	}
}

// secrets reads the pictures of each child off the page of cards.
func (p *person) secrets(l *i18n.Loc) map[string][]string {
	p.t.Helper()
	found := map[string][]string{}
	for _, card := range eval[[][]string](p, `[...document.querySelectorAll(".signcard")].map((c) => [c.querySelector(".who").textContent, ...[...c.querySelectorAll(".named small")].map((e) => e.textContent)])`) {
		found[card[0]] = pictures(p.t, l, card[1:])
	}
	return found
}

// pictures gives the values of pictures by their names in a language.
func pictures(t testing.TB, l *i18n.Loc, words []string) (values []string) {
	t.Helper()
	for _, word := range words {
		at := slices.IndexFunc(school.Pictures, func(picture string) bool { return templates.PictureName(l, picture) == word })
		if at < 0 {
			t.Fatalf("no picture is called %q in %s", word, l.Name)
		}
		values = append(values, school.Pictures[at])
	}
	return values
}

// others are three pictures, not those.
func others(secret []string) (wrong []string) {
	for _, picture := range school.Pictures {
		if !slices.Contains(secret, picture) && len(wrong) < 3 {
			wrong = append(wrong, picture)
		}
	}
	return wrong
}

// comesIn signs a child in by the mouse, up to the pictures.
func (p *person) comesIn(code, name string) {
	p.t.Helper()
	p.open("/join")
	p.click("[name=code]")
	p.types(code)
	p.follow("main form .main")
	p.follow(p.with(".nametag", name))
}

// taps chooses pictures and goes in.
func (p *person) taps(secret []string) {
	p.t.Helper()
	for _, picture := range secret {
		p.click(`.pic:has([value="` + picture + `"])`)
	}
	p.follow("main form .main")
}

// walker is a browser without scripts: pages, links, forms and cookies.
type walker struct {
	t      testing.TB
	at     *program
	c      *http.Client
	lang   string
	status int
	path   string
	page   *goquery.Document
}

func (at *program) walk(lang string) *walker {
	return &walker{t: at.t, at: at, c: client(at.t), lang: lang}
}

func (w *walker) send(method, to string, form url.Values) {
	w.t.Helper()
	if strings.HasPrefix(to, "/") {
		to = w.at.url + to
	}
	req, err := http.NewRequest(method, to, strings.NewReader(form.Encode()))
	if err != nil {
		w.t.Fatal(err)
	}
	req.Header.Set("Accept-Language", w.lang)
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	answer, err := w.c.Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	defer answer.Body.Close()
	w.status, w.path = answer.StatusCode, answer.Request.URL.Path
	if w.page, err = goquery.NewDocumentFromReader(answer.Body); err != nil {
		w.t.Fatal(err)
	}
}

func (w *walker) open(path string) { w.t.Helper(); w.send(http.MethodGet, path, nil) }

// submit sends the form that holds an element, with what stands in it. Fields
// are "name=value"; of a name that is given, nothing else is sent.
func (w *walker) submit(selector string, fields ...string) {
	w.t.Helper()
	e := w.page.Find(selector).First()
	form := e.Closest("form")
	if form.Length() == 0 {
		w.t.Fatalf("no form around %s on %s: %s", selector, w.path, w.text("main"))
	}
	values := url.Values{}
	form.Find("input, textarea, select").Each(func(_ int, s *goquery.Selection) {
		name, value := s.AttrOr("name", ""), s.AttrOr("value", "")
		_, checked := s.Attr("checked")
		switch {
		case name == "" || s.AttrOr("type", "") == "file", !checked && slices.Contains([]string{"radio", "checkbox"}, s.AttrOr("type", "")):
			return
		case goquery.NodeName(s) == "textarea":
			value = s.Text()
		case goquery.NodeName(s) == "select":
			value = s.Find("option[selected]").AttrOr("value", s.Find("option").AttrOr("value", ""))
		}
		values.Add(name, value)
	})
	if name := e.AttrOr("name", ""); goquery.NodeName(e) == "button" && name != "" {
		values.Set(name, e.AttrOr("value", ""))
	}
	given := map[string]bool{}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, "=")
		if !given[name] {
			values.Del(name)
		}
		given[name] = true
		values.Add(name, value)
	}
	if form.AttrOr("method", "get") == "post" {
		w.send(http.MethodPost, form.AttrOr("action", w.path), values)
	} else {
		w.send(http.MethodGet, w.path+"?"+values.Encode(), nil)
	}
}

// tap follows the link or sends the form whose text is that.
func (w *walker) tap(selector, text string) {
	w.t.Helper()
	e := w.page.Find(selector).FilterFunction(func(_ int, s *goquery.Selection) bool { return strings.TrimSpace(s.Text()) == text })
	if e.Length() == 0 {
		w.t.Fatalf("nothing says %q on %s: %s", text, w.path, w.text("main"))
	}
	if href, ok := e.Attr("href"); ok {
		w.open(href)
		return
	}
	form := e.Closest("form")
	w.send(http.MethodPost, form.AttrOr("action", ""), url.Values{"as": {form.Find("[name=as]").AttrOr("value", "")}})
}

func (w *walker) text(selector string) string {
	return strings.Join(strings.Fields(w.page.Find(selector).Text()), " ")
}

// wants fails unless the page is that one.
func (w *walker) wants(status int, path string) {
	w.t.Helper()
	if w.status != status || w.path != path {
		w.t.Fatalf("status %d at %s, want %d at %s: %s", w.status, w.path, status, path, w.text("main"))
	}
}

// comesIn signs a child in, by the pages.
func (w *walker) comesIn(code, name string, secret []string) {
	w.t.Helper()
	w.open("/join")
	w.submit("main .main", "code="+code)
	w.tap(".nametag", name)
	w.taps(secret)
}

func (w *walker) taps(secret []string) {
	w.t.Helper()
	var fields []string
	for _, picture := range secret {
		if w.page.Find(`.pic [value="`+picture+`"]`).Length() != 1 {
			w.t.Fatalf("no picture %s on %s", picture, w.path)
		}
		fields = append(fields, "picture="+picture)
	}
	w.submit("main .main", fields...)
}

// classroom is a class whose code is open, made by the pages.
type classroom struct {
	teacher    *walker
	path, code string
	secrets    map[string][]string
}

// claims sets the school up, as a walker.
func claims(at *program, link, lang string) *walker {
	at.t.Helper()
	w := at.walk(lang)
	w.open(link)
	w.submit("main .main", "name=Marta Sá", "login=marta", "password="+lessonPassword, "again="+lessonPassword)
	w.wants(200, "/teach")
	return w
}

func (w *walker) makes(class, lang string, names ...string) (c classroom) {
	w.t.Helper()
	c.teacher = w
	w.open("/teach")
	w.submit("[name=name]", "name="+class, "lang="+lang)
	c.path = strings.TrimSuffix(w.path, "/list")
	w.wants(200, c.path+"/list")
	w.submit("[name=names]", "names="+strings.Join(names, "\n"))
	w.submit("main .main")
	w.wants(200, c.path+"/list")
	w.open(c.path + "/cards")
	c.secrets = map[string][]string{}
	// The words stand by the pictures; in which language is not asked here.
	var all []*i18n.Loc
	for _, code := range []string{"pt", "en", "sq"} {
		all = append(all, loc(w.t, code))
	}
	w.page.Find(".signcard").Each(func(_ int, s *goquery.Selection) {
		var secret []string
		s.Find(".named small").Each(func(_ int, s *goquery.Selection) {
			for _, picture := range school.Pictures {
				if slices.ContainsFunc(all, func(l *i18n.Loc) bool { return templates.PictureName(l, picture) == s.Text() }) {
					secret = append(secret, picture)
				}
			}
		})
		c.secrets[s.Find(".who").Text()] = secret
	})
	w.open(c.path)
	w.submit(`.code button[value="open"]`)
	w.wants(200, c.path)
	c.code = w.text(".bigcode [aria-hidden]")
	if len(c.secrets) != len(names) || c.code == "" {
		w.t.Fatalf("%d of %d have pictures, the code is %q", len(c.secrets), len(names), c.code)
	}
	return c
}

// TestALessonBegins does what a teacher and 30 children do in the first minutes
// with the program, from an empty database on.
func TestALessonBegins(t *testing.T) {
	pt := loc(t, "pt")
	began := time.Now()
	last := began
	step := func(what string) {
		now := time.Now()
		t.Logf("%6.2f s  %s", now.Sub(last).Seconds(), what)
		last = now
	}
	at, link := newSchool(t)
	step("the program is started and says its setup link")

	p := at.sit(link, language("pt-BR"))
	p.reads("setup")
	p.click("[name=name]")
	p.types("Marta Sá")
	for _, text := range []string{"marta", lessonPassword, lessonPassword} {
		p.press("Tab")
		p.types(text)
	}
	p.leads("the school is set up", func() { p.press("Enter") })
	if p.path() != "/teach" {
		t.Fatalf("setting up leads to %s: %s", p.path(), p.text("main"))
	}
	step("the school is set up")

	p.reads("classes")
	p.click("[name=name]")
	p.types("3º A")
	p.follow("main form .main")
	class := strings.TrimSuffix(p.path(), "/list")
	step("the class is made")

	p.reads("list")
	p.click("[name=names]")
	p.paste(strings.Join(room30, "\n"))
	p.follow("main form .main")
	p.reads("preview")
	if got := p.text(".counts .new b"); got != "30" {
		t.Errorf("the preview has %s new pupils: %s", got, p.text(".counts"))
	}
	if got := strings.Split(eval[string](p, `[...document.querySelectorAll(".preview tbody th")].map((e) => e.textContent.trim()).join("|")`), "|"); !slices.Equal(got[:29], room30[:29]) || got[29] != "Ana Clara 2" {
		t.Errorf("the preview names %q", got)
	}
	step("30 names are pasted and looked at")

	p.follow("main form .main")
	p.reads("list of 30")
	if n := eval[int](p, `document.querySelectorAll(".ticks li").length`); n != 30 {
		t.Errorf("%d pupils are in the list", n)
	}
	step("they are in the class")

	p.follow(`.tabs a[href="` + class + `"]`)
	p.reads("class")
	cards := p.tab(class+"/cards", language("pt-BR"))
	cards.reads("cards")
	secrets := cards.secrets(pt)
	if len(secrets) != 30 {
		t.Fatalf("%d cards", len(secrets))
	}
	step("the cards are there to print")

	p.follow(`.code button[value="open"]`)
	p.reads("class with its code")
	code := p.text(".bigcode [aria-hidden]")
	if got := p.text(".bigcode .vh"); strings.NewReplacer(" ", "", "-", "").Replace(got) != code {
		t.Errorf("the code is %s and read as %q", code, got)
	}
	eval[bool](p, `window.same = document.querySelector(".gate details").open = true`)
	step("the code is open: " + code)

	names := append(slices.Clone(room30[:29]), "Ana Clara 2")
	// Three of the 30 remember it wrong: one at a screen, two others.
	wrong := map[string]bool{"D'Ávila & N'Gola": true, "Çlirim": true, "Ana Clara 2": true}
	said := pt.T("join.wrong")
	tell := cards // the teacher's second tab
	told := func(name string) []string {
		t.Helper()
		tell.open(class + "?secrets=on")
		return pictures(t, pt, eval[[]string](tell, `[...[...document.querySelectorAll(".tile")].find((e) => e.querySelector("a").textContent === `+quoted(name)+`).querySelectorAll(".named small")].map((e) => e.textContent)`))
	}
	for _, name := range []string{"D'Ávila & N'Gola", "Ëndrra", "Ana Clara"} {
		c := at.sit("/join", language("en"), size(1366, 768))
		c.reads("join")
		c.comesIn(code, name)
		c.reads("pictures")
		if low := eval[float64](c, `document.querySelector("main form .main").getBoundingClientRect().bottom - innerHeight`); low > 0 {
			t.Errorf("the button below the pictures is %.0f px below the edge of a lab's screen", low)
		}
		if wrong[name] {
			c.taps(others(secrets[name]))
			if got := c.text("main [role=alert]"); got != said {
				t.Errorf("after wrong pictures the page says %q", got)
			}
			if c.has(".pic input:checked") {
				t.Error("the pictures that were tapped are shown to the next child")
			}
			c.reads("pictures after wrong ones")
			c.taps(told(name))
		} else {
			c.taps(secrets[name])
		}
		if c.path() != "/me" || c.text("h1") != name {
			t.Fatalf("%s is at %s as %q: %s", name, c.path(), c.text("h1"), c.text("main"))
		}
		if lang := eval[string](c, "document.documentElement.lang"); lang != "pt-BR" {
			t.Errorf("%s reads %s in a class that speaks Portuguese", name, lang)
		}
		c.reads("my page")
	}
	tell.reads("class with pictures")
	step("3 children come in by mouse, one at the second try")

	for _, name := range names {
		if slices.Contains([]string{"D'Ávila & N'Gola", "Ëndrra", "Ana Clara"}, name) {
			continue
		}
		w := at.walk("sq")
		if wrong[name] {
			w.comesIn(code, name, others(secrets[name]))
			if got := w.text("main [role=alert]"); w.status != 422 || got != said {
				t.Errorf("after wrong pictures: %d %q", w.status, got)
			}
			w.taps(told(name))
		} else {
			w.comesIn(code, name, secrets[name])
		}
		w.wants(200, "/me")
		if got := w.text("h1"); got != name {
			t.Errorf("%s is greeted as %q", name, got)
		}
	}
	step("27 children come in by the pages, two at the second try")

	// The number and the names are fetched one after the other.
	p.until("the teacher sees 30 in", `document.querySelector(".bigcount b").textContent === "30" && document.querySelectorAll(".tile.in").length === 30`)
	if took := time.Since(last); took > 10*time.Second {
		t.Errorf("the teacher sees 30 after %v", took)
	}
	if !eval[bool](p, `window.same && document.querySelector(".gate details").open`) {
		t.Error("the teacher's page was loaded again, or the form in it was closed")
	}
	p.reads("class with 30 in")
	if *shots != "" {
		p.shot(filepath.Join(*shots, "lesson-class.png"), true)
		tell.shot(filepath.Join(*shots, "lesson-pictures.png"), true)
	}
	step("the teacher sees that all are in")
	total := time.Since(began)
	t.Logf("%6.2f s  all", total.Seconds())
	if total > 180*time.Second {
		t.Errorf("it took %v", total)
	}
}

// TestALessonWithoutScripts is the same walk with three children, in a browser
// that runs no scripts.
func TestALessonWithoutScripts(t *testing.T) {
	at, link := newSchool(t)
	p := at.sit("/", language("sq"), noScript)
	p.open(link)
	p.click("[name=name]")
	p.types("Mira Hoxha")
	for _, text := range []string{"mira.h", lessonPassword, lessonPassword} {
		p.press("Tab")
		p.types(text)
	}
	p.follow("main form .main")
	p.click("[name=name]")
	p.types("4 B")
	p.follow("main form .main")
	class := strings.TrimSuffix(p.path(), "/list")
	p.click("[name=names]")
	p.paste("Çlirim\nËndrra\nD'Ávila & N'Gola\n")
	p.follow("main form .main")
	p.follow("main form .main")
	p.open(class + "/cards")
	if p.has("#print") && eval[bool](p, `document.getElementById("print").checkVisibility()`) {
		t.Error("without scripts a button stands there that does nothing")
	}
	secrets := p.secrets(loc(t, "sq"))
	p.follow(`.tabs a[href="` + class + `"]`)
	p.follow(`.code button[value="open"]`)
	code := p.text(".bigcode [aria-hidden]")
	for name, secret := range secrets {
		w := at.walk("sq")
		w.comesIn(code, name, secret)
		w.wants(200, "/me")
	}
	p.follow(`#names a.quiet`)
	if got := p.text(".bigcount b"); got != "3" {
		t.Errorf("the teacher sees %s in", got)
	}
	child := at.sit("/join", language("sq"), noScript)
	child.comesIn(code, "Ëndrra")
	child.taps(secrets["Ëndrra"])
	if child.text("h1") != "Ëndrra" {
		t.Errorf("Ëndrra reads %q", child.text("main"))
	}
	// The rest of what a lesson needs: a stage, one who forgot, the end.
	p.follow(".gate form button[name=stage]")
	child.open("/play")
	if !child.has(`[name=rules][value="extra"]`) {
		t.Error("stage 2 is not there for the child")
	}
	child.follow(".out button")
	if child.path() != "/join" {
		t.Errorf("signing out leads to %s", child.path())
	}
	p.follow(`#names a.quiet`)
	p.follow(`.tile:not(.in) form button`)
	if !strings.Contains(p.text(".notice.good"), loc(t, "sq").T("done.letin")) {
		t.Errorf("after letting in: %q", p.text(".notice"))
	}
	child.open("/join/" + code)
	child.follow(child.with("button.nametag", "Ëndrra"))
	if child.path() != "/me" {
		t.Errorf("who was let in is at %s", child.path())
	}
	p.follow(`.code button[value="close"]`)
	if p.has(".bigcode") {
		t.Error("the code is still there")
	}
}

// goes presses Tab until the focus is where it should be, and wants to see the
// focus at each stop.
func (p *person) goes(selector string) {
	p.t.Helper()
	for range 80 {
		p.press("Tab")
		p.seesFocus()
		if eval[bool](p, "document.activeElement.matches("+quoted(selector)+")") {
			return
		}
	}
	p.t.Fatalf("Tab does not reach %s on %s", selector, p.path())
}

func (p *person) seesFocus() {
	p.t.Helper()
	if bad := eval[string](p, `(() => {
		const e = document.activeElement;
		if (e === document.body || e === document.documentElement) return "";
		const seen = (e) => { const s = getComputedStyle(e); return s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2; };
		const shows = [e, e.nextElementSibling, e.closest("label")].filter(Boolean);
		const r = e.getBoundingClientRect();
		const what = location.pathname + ": " + e.outerHTML.slice(0, 120);
		if (!shows.some(seen)) return "the focus is not seen at " + what;
		if (r.bottom < 1 || r.top > innerHeight - 1) return "the focus is off the screen at " + what;
		return ""; })()`); bad != "" {
		p.t.Error(bad)
	}
}

// TestALessonByKeyboard is the same walk with the keyboard alone, and a child
// who comes in by it.
func TestALessonByKeyboard(t *testing.T) {
	at, link := newSchool(t)
	p := at.sit(link, language("en"), feature("prefers-reduced-motion", "reduce"))
	p.goes("[name=name]")
	p.types("Eva")
	for _, text := range []string{"eva", lessonPassword, lessonPassword} {
		p.press("Tab")
		p.types(text)
	}
	p.goes("main form .main")
	p.leads("the school is set up", func() { p.press("Enter") })
	p.goes("[name=name]")
	p.types("3A")
	p.leads("the class is made", func() { p.press("Enter") })
	class := strings.TrimSuffix(p.path(), "/list")
	p.goes("[name=names]")
	for i, name := range []string{"Ana Clara", "D'Ávila & N'Gola", "Rui"} {
		if i > 0 {
			p.press("Enter")
		}
		p.types(name)
	}
	p.goes("main form .main")
	p.leads("the preview", func() { p.press(" ") })
	p.goes("main form .main")
	p.leads("they are in", func() { p.press("Enter") })
	p.goes(`.ticks input`)
	p.press(" ")
	if !p.has(".ticks input:checked") {
		t.Error("the space bar does not tick")
	}
	p.press(" ")
	p.goes(`.ticks li:last-child a`)
	p.leads("a child's page", func() { p.press("Enter") })
	secret := pictures(t, loc(t, "en"), eval[[]string](p, `[...document.querySelectorAll(".named small")].map((e) => e.textContent)`))
	p.goes(`.tabs a[href="` + class + `"]`)
	p.leads("the class", func() { p.press("Enter") })
	p.goes(`.code button[value="open"]`)
	p.leads("the code is open", func() { p.press(" ") })
	code := p.text(".bigcode [aria-hidden]")

	// The page is fetched again under the fingers: the focus stays.
	p.goes(`.tile:last-child form button`)

	c := at.sit("/join", language("en"))
	c.goes("[name=code]")
	c.types(code)
	c.leads("the names", func() { c.press("Enter") })
	c.goes(`li:last-child > a.nametag`)
	if got := eval[string](c, "document.activeElement.textContent.trim()"); got != "Rui" {
		t.Errorf("the last name is %q", got)
	}
	c.leads("the pictures", func() { c.press("Enter") })
	for _, picture := range school.Pictures { // in the order of the page
		if slices.Contains(secret, picture) {
			c.goes(`[value="` + picture + `"]`)
			c.press(" ")
		}
	}
	c.goes("main form .main")
	c.leads("the child is in", func() { c.press("Enter") })
	if c.path() != "/me" {
		t.Fatalf("the child is at %s: %s", c.path(), c.text("main"))
	}
	p.until("the teacher sees one in", `document.querySelector(".bigcount b").textContent === "1"`)
	// The button that had the focus has gone with its child coming in, so it
	// may be anywhere but nowhere; another tile's keeps it.
	p.goes(`.tile:first-child form button`)
	held := eval[string](p, `document.activeElement.getAttribute("aria-label")`)
	c.goes(".out button")
	c.leads("the child is out", func() { c.press("Enter") })
	p.until("the teacher sees none in", `document.querySelector(".bigcount b").textContent === "0"`)
	if got := eval[string](p, `document.activeElement.getAttribute("aria-label") ?? document.activeElement.outerHTML.slice(0, 60)`); got != held {
		t.Errorf("while the page was fetched again the focus went from %q to %q", held, got)
	}
	p.leads("who was let in", func() { p.press("Enter") })
	if !strings.Contains(p.text(".notice.good"), "tap the name") {
		t.Errorf("after letting in: %q", p.text(".notice"))
	}
	p.goes(".gate form button[name=stage]")
	p.leads("stage 2", func() { p.press(" ") })
	p.goes(".out button")
	p.leads("the teacher is out", func() { p.press("Enter") })
	if p.path() != "/" {
		t.Errorf("signing out leads to %s", p.path())
	}
}

// TestTheNextChildAtTheSameComputer: nothing of the first is left for the next.
func TestTheNextChildAtTheSameComputer(t *testing.T) {
	at, link := newSchool(t)
	room := claims(at, link, "pt-BR").makes("3A", "pt", "Zuleica", "Benedito")
	pt := loc(t, "pt")
	p := at.sit("/join", language("pt-BR"), feature("prefers-reduced-motion", "reduce"))
	// A session that somebody put there beforehand is not the one that begins.
	planted := "planted-by-somebody-who-sat-here-before-1234"
	p.call(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, network.SetCookie, network.SetCookieParams{Name: "semeia_session", Value: planted, URL: at.url})
		return err
	})
	p.comesIn(room.code, "Zuleica")
	p.taps(room.secrets["Zuleica"])
	first := p.cookie("semeia_session")
	if first == "" || first == planted {
		t.Fatalf("the session after signing in is %q", first)
	}
	game := p.plays("rules=sowing", "against=easy", "starts=me")
	p.open("/me")
	mark := eval[string](p, `document.querySelector("[name=as]")?.value ?? ""`)
	if mark == "" {
		p.open("/play")
		mark = eval[string](p, `document.querySelector("[name=as]").value`)
		p.open("/me")
	}
	old := p.tab("/play", language("pt-BR")) // a form of the first child's, in another tab
	board := p.tab(game, language("pt-BR"))  // and a board to play on

	p.follow(".out button")
	if p.path() != "/join" || strings.Contains(p.text("body"), "Zuleica") {
		t.Errorf("after signing out: %s %s", p.path(), p.text("body"))
	}
	if got := p.cookie("semeia_session"); got == first {
		t.Error("the session's cookie is still there")
	}
	p.back()
	if p.path() != "/join" || strings.Contains(p.text("body"), "Zuleica") {
		t.Errorf("Back shows %s: %s", p.path(), p.text("body"))
	}
	p.open("/me")
	if p.path() != "/join" {
		t.Errorf("/me leads to %s after signing out", p.path())
	}
	w := at.walk("pt-BR")
	u, _ := url.Parse(at.url)
	w.c.Jar.SetCookies(u, []*http.Cookie{{Name: "semeia_session", Value: first}})
	w.open("/me")
	if w.path != "/join" {
		t.Errorf("the first child's session still leads to %s", w.path)
	}

	p.comesIn(room.code, "Benedito")
	p.taps(room.secrets["Benedito"])
	second := p.cookie("semeia_session")
	if second == "" || second == first {
		t.Errorf("the second child has the session %q after %q", second, first)
	}
	if p.text("h1") != "Benedito" || strings.Contains(p.text("body"), "Zuleica") {
		t.Errorf("the second child reads %s", p.text("body"))
	}

	said := pt.T("error.otherperson")
	old.follow("#open")
	if !strings.Contains(old.text("main"), said) {
		t.Errorf("a form of the first child's is answered with %s: %s", old.path(), old.text("main"))
	}
	if got := old.text("main h1"); got == "" || got == pt.T("error.title.stale") {
		t.Errorf("no game has gone on, but the page is headed %q", got)
	}
	board.click("#board button.cup")
	board.until("the board says that somebody else is here", `document.getElementById("notice").textContent.includes(`+quoted(said)+`)`)
	for _, c := range []struct{ to, body string }{
		{"/games", "rules=sowing&against=bot&starts=me&aids=full&kind=practice&as=" + mark},
		{"/games", "rules=sowing&against=bot&starts=me&aids=full&kind=practice"},
		{"/me/games", "do=take&as=" + mark},
		{game + "/moves", "version=0&house=1&as=" + mark},
	} {
		got := eval[string](p, fmt.Sprintf(`fetch(%q, {method: "POST", headers: {"Content-Type": "application/x-www-form-urlencoded"}, body: %q}).then(async (r) => r.status + " " + await r.text())`, c.to, c.body))
		if !strings.HasPrefix(got, "409") || !strings.Contains(got, said) {
			t.Errorf("%s with %s: %.100s", c.to, c.body, got)
		}
	}
	p.open("/me")
	if p.has(".games li") {
		t.Errorf("the second child has games: %s", p.text(".games"))
	}
	p.open(game) // to look at, at most
	if p.has("#board button.cup") || strings.Contains(p.text("body"), "Zuleica") {
		t.Errorf("the first child's board: %s", p.text("body"))
	}
	// All the way back: whatever is shown is the second child's.
	for range 12 {
		if eval[int](p, "navigation.currentEntry.index") == 0 {
			break
		}
		p.back()
		top := p.text(".top")
		if !strings.Contains(top, "Benedito") || strings.Contains(top, "Zuleica") {
			t.Errorf("Back shows %s with %q", p.path(), top)
		}
		if p.path() == "/me" && p.text("h1") != "Benedito" {
			t.Errorf("Back shows the page of %s", p.text("h1"))
		}
	}
}

// TestGamesOfBeforeSigningIn: they are offered once, and nothing moves by
// itself.
func TestGamesOfBeforeSigningIn(t *testing.T) {
	at, link := newSchool(t)
	room := claims(at, link, "pt-BR").makes("3A", "pt", "Zuleica", "Benedito")
	for _, c := range []struct {
		answer, name string
		games        int
	}{{"leave", "Zuleica", 0}, {"take", "Benedito", 1}} {
		p := at.sit("/play", language("pt-BR"), feature("prefers-reduced-motion", "reduce"))
		game := p.plays("rules=sowing", "against=easy", "starts=me")
		p.click("#board button.cup")
		p.rest("0")
		p.comesIn(room.code, c.name)
		p.taps(room.secrets[c.name])
		has := func(what string, asked bool, games int) {
			t.Helper()
			if p.has(".take") != asked || eval[int](p, `document.querySelectorAll(".games li").length`) != games {
				t.Errorf("%s, %s: asked %v, games: %s", c.name, what, p.has(".take"), p.text(".games"))
			}
		}
		has("at first", true, 0)
		p.reads("the question whose game it was")
		p.open(game)
		if p.has("#board button.cup") {
			t.Errorf("%s plays on in a game that was not taken along", c.name)
		}
		p.open("/me")
		has("not answered", true, 0)
		p.follow(`.take button[value="` + c.answer + `"]`)
		has("answered", false, c.games)
		p.open("/me")
		has("later", false, c.games)
		p.open(game)
		if p.has("#board button.cup") != (c.games > 0) {
			t.Errorf("%s, %s: may play %v", c.name, c.answer, p.has("#board button.cup"))
		}
		p.open("/")
		if n := eval[int](p, `document.querySelectorAll(".goon li").length`); n != c.games {
			t.Errorf("%s: the first page offers %d games", c.name, n)
		}
		room.teacher.open(room.path)
		room.teacher.tap(".tile a", c.name)
		if n := room.teacher.page.Find(".games li").Length(); n != c.games {
			t.Errorf("%s: the teacher sees %d games", c.name, n)
		}
		p.follow(".out button")
		if c.answer == "take" { // it is nobody's at this browser now
			p.open(game)
			if p.has("#board button.cup") {
				t.Error("a game that was taken along can be played by the next visitor")
			}
			p.comesIn(room.code, "Zuleica")
			p.taps(room.secrets["Zuleica"])
			has("another child is offered a game that was taken along", false, 0)
		}
	}
}

// TestGates: a class held at stage 1, in its language; one click for the next;
// one child who may go on.
func TestGates(t *testing.T) {
	at, link := newSchool(t)
	w := claims(at, link, "en")
	p := at.sit("/sign-in", language("en"))
	p.signIn("marta", lessonPassword)
	for _, lang := range []string{"pt", "sq"} {
		l := loc(t, lang)
		room := w.makes("Class "+lang, lang, "Rui", "Besa")
		child := at.sit("/join", language("en")) // a computer that speaks English
		child.comesIn(room.code, "Rui")
		child.taps(room.secrets["Rui"])
		other := at.walk("en")
		other.comesIn(room.code, "Besa", room.secrets["Besa"])
		stages := func(who string, want ...string) {
			t.Helper()
			var got []string
			if who == "Rui" {
				child.open("/play")
				got = strings.Split(eval[string](child, `[...document.querySelectorAll("[name=rules]")].map((e) => e.value).join()`), ",")
			} else {
				other.open("/play")
				other.page.Find("[name=rules]").Each(func(_ int, s *goquery.Selection) { got = append(got, s.AttrOr("value", "")) })
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %s may choose %q, want %q", lang, who, got, want)
			}
		}
		notyet := func(who string, stage int, shut bool) {
			t.Helper()
			path := fmt.Sprint("/rules/", stage)
			other.open(path)
			text, status := other.text("main"), other.status
			if who == "Rui" {
				child.open(path)
				text = child.text("main")
				status = eval[int](child, `fetch(location.href).then((r) => r.status)`)
			}
			if (status == 403) != shut || strings.Contains(text, l.T("error.notyet")) != shut {
				t.Errorf("%s: %s at %s: %d %.120s", lang, who, path, status, text)
			}
		}
		stages("Rui", "sowing")
		stages("Besa", "sowing")
		notyet("Rui", 1, false)
		notyet("Rui", 2, true)
		notyet("Besa", 2, true)
		child.open("/rules/2")
		if got := eval[string](child, "document.documentElement.lang"); got != l.Tag {
			t.Errorf("%s: the page speaks %s", lang, got)
		}
		if text := child.text("main"); !strings.Contains(text, l.T("error.notyet")) {
			t.Errorf("%s: %s", lang, text)
		}
		other.open("/play?rules=extra") // the address does not open it either
		if other.page.Find(`[value="extra"]`).Length() > 0 {
			t.Errorf("%s: an address opens stage 2", lang)
		}
		other.open("/play")
		other.submit("#open", "rules=extra")
		if other.status != 403 || !strings.Contains(other.text("main"), l.T("error.notyet")) {
			t.Errorf("%s: a form opens stage 2: %d %s", lang, other.status, other.text("main"))
		}

		p.open(room.path)
		p.follow(".gate form button[name=stage]")
		stages("Rui", "sowing", "extra")
		stages("Besa", "sowing", "extra")
		notyet("Rui", 2, false)
		notyet("Rui", 3, true)

		p.follow(p.with(".tile a", "Rui"))
		p.click(".gate summary")
		p.click(`.gate [name=mode][value="held"]`)
		eval[bool](p, `(document.querySelector(".gate select[name=stage]").value = "4", true)`)
		p.follow(".gate .gateform button")
		if got := p.text(".notice.good"); got != loc(t, "en").T("done.gate") {
			t.Errorf("after setting the gate: %q", got)
		}
		stages("Rui", "sowing", "extra", "capture", "seventeen")
		stages("Besa", "sowing", "extra")
		notyet("Rui", 4, false)
		notyet("Rui", 5, true)
		notyet("Besa", 4, true)
		p.open(room.path)
		if got := p.text(".tile:has(small)"); !strings.Contains(got, "Rui") || !strings.Contains(got, "4") {
			t.Errorf("the class page does not say that Rui has a gate: %q", got)
		}
		// The class goes on to 3; Rui keeps 4, and then goes with the class again.
		p.follow(".gate form button[name=stage]")
		stages("Besa", "sowing", "extra", "capture")
		stages("Rui", "sowing", "extra", "capture", "seventeen")
		p.follow(p.with(".tile a", "Rui"))
		p.click(".gate summary")
		p.click(`.gate [name=mode][value="class"]`)
		p.follow(".gate .gateform button")
		stages("Rui", "sowing", "extra", "capture")
	}
}
