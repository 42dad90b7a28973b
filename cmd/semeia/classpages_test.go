package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/chromedp/chromedp"

	"semeia/internal/store/storetest"
	"semeia/locales"
)

// longName is as long as a name may be, nearly, and has no place to break.
const longName = "Wolfeschlegelsteinhausenbergerdorff Maximiliana-Theodora"

// axeScript is the checker of pages.
func axeScript(t testing.TB) string {
	t.Helper()
	f, err := os.Open("testdata/axe.min.js.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// texts holds the messages of a language by key, each in all its forms.
func texts(t testing.TB, code string) map[string]map[string]string {
	t.Helper()
	b, err := locales.FS.ReadFile(code + ".toml")
	if err != nil {
		t.Fatal(err)
	}
	var forms map[string]map[string]string
	if err := toml.Unmarshal(b, &forms); err != nil {
		t.Fatal(err)
	}
	return forms
}

var placeholder = regexp.MustCompile(`\{\{[^}]*\}\}`)

// english finds what is English and nothing of the language of that code.
type english struct {
	plain map[string]string // text to key
	forms []form
	own   []*regexp.Regexp
}

type form struct {
	key string
	re  *regexp.Regexp
}

func onlyEnglish(t testing.TB, code string) *english {
	t.Helper()
	pattern := func(text string) *regexp.Regexp {
		parts := placeholder.Split(text, -1)
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		return regexp.MustCompile(`^` + strings.Join(parts, `.+`) + `$`)
	}
	letters := regexp.MustCompile(`\pL{2}`)
	e := &english{plain: map[string]string{}}
	own := map[string]bool{}
	for _, forms := range texts(t, code) {
		for _, text := range forms {
			own[text] = true
			if strings.Contains(text, "{{") && letters.MatchString(placeholder.ReplaceAllString(text, "")) {
				e.own = append(e.own, pattern(text))
			}
		}
	}
	for key, forms := range texts(t, "en") {
		for _, text := range forms {
			switch {
			case own[text]:
			case !strings.Contains(text, "{{"):
				e.plain[text] = key
			case letters.MatchString(placeholder.ReplaceAllString(text, "")):
				e.forms = append(e.forms, form{key, pattern(text)})
			}
		}
	}
	return e
}

// key is of the English message that a text is, empty where it is none.
func (e *english) key(text string) string {
	if key := e.plain[text]; key != "" {
		return key
	}
	for _, f := range e.forms {
		if f.re.MatchString(text) && !slices.ContainsFunc(e.own, func(re *regexp.Regexp) bool { return re.MatchString(text) }) {
			return f.key
		}
	}
	return ""
}

// watcher looks at pages for everything that can be told of a page by itself.
type watcher struct {
	t       *testing.T
	axe     string
	english *english
	// The pages are in English: its texts are counted in known.
	isEnglish bool
	narrow    bool   // also at 320 px
	tabs      bool   // also by Tab
	shots     string // folder for pictures at 320 px
	width     int64
	seen      int
	known     int
}

// looks at the page on which a person is.
func (w *watcher) looks(p *person, name string) {
	w.t.Helper()
	w.seen++
	bad := func(format string, args ...any) {
		w.t.Helper()
		w.t.Errorf("%s (%s): %s", name, p.path(), fmt.Sprintf(format, args...))
	}
	eval[bool](p, "(() => {"+w.axe+"; return true; })()")
	if found := eval[string](p, `axe.run({resultTypes: ["violations"]}).then((r) => r.violations.map((v) => v.id + " at " + v.nodes.map((n) => n.target.join(" ") + " " + (n.any[0]?.message ?? "")).slice(0, 3).join(", ")).join("; "))`); found != "" {
		bad("axe: %s", found)
	}
	said := eval[[]string](p, `(() => {
		const foreign = (e) => e.closest("[lang]").lang !== document.documentElement.lang; // says so, and speaks it
		const said = [document.title.replace(/ · Semeia$/, "")];
		const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (walk.nextNode()) {
			const e = walk.currentNode.parentElement;
			if (!foreign(e) && !e.closest("script, style, textarea, .langs, .nametag, .tile > a, .tick span")) said.push(walk.currentNode.textContent);
		}
		for (const e of document.body.querySelectorAll("*")) for (const a of ["aria-label", "placeholder", "title", "alt"])
			if (e.hasAttribute(a) && !foreign(e)) said.push(e.getAttribute(a));
		return said.map((s) => s.replace(/\s+/g, " ").trim()).filter((s) => s); })()`)
	for _, text := range said {
		if strings.Contains(text, "⟦") {
			bad("a message is missing: %s", text)
		}
		if key := w.english.key(text); key != "" && w.isEnglish {
			w.known++
		} else if key != "" {
			bad("English: %q (%s)", text, key)
		}
	}
	if main := eval[[]string](p, `[...document.querySelectorAll(".main")].filter((e) => e.checkVisibility()).map((e) => e.textContent.trim())`); len(main) > 1 {
		bad("%d filled buttons: %q", len(main), main)
	}
	if without := eval[[]string](p, `!document.querySelector(".top .out") ? [] : [...document.forms].filter((f) => f.method === "post" && !f.querySelector("[name=as]")?.value).map((f) => f.getAttribute("action")).filter((a) => !["/sign-out", "/language", "/settings", "/sign-in", "/join"].includes(a))`); len(without) > 0 {
		bad("forms without the mark of who is signed in: %q", without)
	}
	if without := eval[[]string](p, `[...document.querySelectorAll("input:not([type=hidden]), select, textarea:not([hidden])")].filter((e) => !e.closest("[aria-hidden=true]") && !e.labels.length && !e.ariaLabel && !e.getAttribute("aria-labelledby")).map((e) => e.outerHTML)`); len(without) > 0 {
		bad("fields without a label: %q", without)
	}
	if twice := eval[[]string](p, `[...document.querySelectorAll("[id]")].map((e) => e.id).filter((id, i, all) => all.indexOf(id) !== i)`); len(twice) > 0 {
		bad("ids that stand there twice: %q", twice)
	}
	if w.narrow {
		size(320, 640)(p)
		if out := eval[[]string](p, `document.documentElement.scrollWidth <= innerWidth ? [] : [document.documentElement.scrollWidth + " px"].concat(
			[...document.body.querySelectorAll("*")].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + .5).map((e) => e.tagName + "." + e.className + " to " + Math.round(e.getBoundingClientRect().right) + " " + e.textContent.trim().slice(0, 30)).slice(-4))`); len(out) > 0 {
			bad("wider than 320 px: %q", out)
		}
		// What scrolls sideways in itself is not wider than the window, but hides.
		if out := eval[[]string](p, `[...document.body.querySelectorAll("*")].filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1 && ["auto", "scroll", "hidden"].includes(getComputedStyle(e).overflowX) && !e.closest(".vh") && e.clientWidth > 1).map((e) => e.tagName + "." + e.className + " " + e.scrollWidth + " in " + e.clientWidth)`); len(out) > 0 {
			bad("hides to the right at 320 px: %q", out)
		}
		if small := eval[[]string](p, `[...document.body.querySelectorAll("a.button, button, select, input:not([type=hidden]):not(.vh), summary, .nametag, .pick, .tick")].filter((e) => e.checkVisibility() && !e.closest("label")?.matches(".pick, .tick, .pic, .setting") && e.getBoundingClientRect().height < 43.5 && e.getBoundingClientRect().height > 0).map((e) => Math.round(e.getBoundingClientRect().height) + " px: " + e.outerHTML.slice(0, 80))`); len(small) > 0 {
			bad("too small for a finger: %q", small[:min(3, len(small))])
		}
		if w.shots != "" {
			p.shot(filepath.Join(w.shots, "320-"+strings.NewReplacer(" ", "-", "/", "").Replace(name)+".png"), true)
		}
		size(w.width, 800)(p)
	}
	if w.tabs {
		stops := eval[int](p, `(() => {
			document.activeElement?.blur?.();
			window.reached = new Set();
			addEventListener("focusin", (e) => window.reached.add(e.target));
			window.stops = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")].filter((e) => e.checkVisibility() && !e.disabled && e.tabIndex >= 0
				&& !(e.type === "radio" && !e.checked && document.querySelector('[type=radio][name="' + e.name + '"]:checked')));
			return window.stops.length; })()`)
		for range stops + 3 {
			p.press("Tab")
		}
		if never := eval[[]string](p, `window.stops.filter((e) => e.isConnected && !window.reached.has(e)).map((e) => e.outerHTML.slice(0, 100))`); len(never) > 0 {
			bad("Tab does not reach %q", never[:min(3, len(never))])
		}
		if eval[bool](p, `[...document.querySelectorAll("[tabindex]")].some((e) => e.tabIndex > 0)`) {
			bad("an order of Tab of its own")
		}
	}
}

// inForm sends the form that holds an element with what is given; it needs no
// mouse.
func (p *person) inForm(selector string, fields ...string) {
	p.t.Helper()
	list := make([][2]string, len(fields))
	for i, f := range fields {
		list[i][0], list[i][1], _ = strings.Cut(f, "=")
	}
	b := &strings.Builder{}
	for _, f := range list {
		fmt.Fprintf(b, "[%s,%s],", quoted(f[0]), quoted(f[1]))
	}
	p.leads("the form "+selector+" is answered", func() {
		if !eval[bool](p, `(() => {
			const at = document.querySelector(`+quoted(selector)+`);
			const form = at?.closest("form");
			if (!form) return false;
			form.noValidate = true;
			for (const [name, value] of [`+b.String()+`]) {
				const all = [...form.querySelectorAll('[name="' + name + '"]')];
				const e = all.find((e) => (e.type === "radio" || e.type === "checkbox") && e.value === value) ?? all[0];
				if (!e) return false;
				if (e.type === "radio" || e.type === "checkbox") e.checked = true; else e.value = value;
			}
			setTimeout(() => form.requestSubmit(at.tagName === "BUTTON" ? at : undefined), 0);
			return true; })()`) {
			p.t.Fatalf("no such form or field: %s %q on %s", selector, fields, p.path())
		}
	})
}

var everyPage = flag.Bool("pages", false, "look at every page in every language, light and dark, not at half of them")

// TestClassPages looks at every page of classes, of signing in and of setting
// up, also with errors, in every language, light and dark.
func TestClassPages(t *testing.T) {
	axe := axeScript(t)
	at, codes, password := demoSchool(t)
	fresh := start(t, "")
	unclaimed, link := newSchool(t)

	// What the demo lacks: a teacher more, a class with cards, one that is
	// empty, one in the archive, what lies in the bin, one who is stuck, one who
	// was let in, one with a gate of its own, a long name.
	w := at.walk("en")
	w.open("/sign-in")
	w.submit("main .main", "login=demo", "password="+password)
	w.wants(200, "/teach")
	w.open("/teach/staff")
	w.submit("main .paper .main", "name=Zana", "login=zana")
	zana := w.text(".secretline .mono")
	w.submit("main .paper .main", "name=Dita", "login=dita")
	href := func(name string) string {
		w.open("/teach")
		for _, e := range w.page.Find(".card.link").EachIter() {
			if e.Find("b").Text() == name {
				return e.AttrOr("href", "")
			}
		}
		t.Fatalf("no class %s", name)
		return ""
	}
	byPictures, byName := href("Demo 3A"), href("Demo 4B")
	cards := w.makes("Cards", "en", "Ana", "Ana", "D'Ávila & N'Gola", longName)
	w.open(cards.path + "/settings")
	w.submit("main .main", "entry=card")
	w.open(cards.path + "/cards")
	card := strings.ReplaceAll(w.page.Find(".signcard .mono").First().Text(), "-", "")
	w.makes("Old", "en", "Ana", "Rui")
	old := href("Old")
	w.open(old + "/data")
	w.submit(`form[action$="/archive"] button`)
	w.open("/teach")
	w.submit("[name=name]", "name=Empty")
	empty := strings.TrimSuffix(w.path, "/list")
	w.makes("Gone", "en", "Ana")
	w.open(href("Gone") + "/data")
	w.submit(`form[action$="/bin"] button`)
	w.open(byPictures)
	tiles := map[string]string{}
	for _, e := range w.page.Find(".tile a").EachIter() {
		tiles[e.Text()] = e.AttrOr("href", "")
	}
	w.open(tiles["Zélia"])
	w.submit(`[name=do][value=bin]`)
	w.submit("main .main")
	w.open(tiles["Bento"])
	w.submit(".gateform button", "mode=open", "stage=4", "date="+time.Now().AddDate(0, 1, 0).Format(time.DateOnly))
	w.wants(200, tiles["Bento"])
	w.open(tiles["Caio"])
	w.submit(`form[action$="/let-in"] button`)
	stuck := at.walk("en")
	for range 4 {
		stuck.open("/join/" + codes[0])
		stuck.tap(".nametag", "Davi")
		stuck.submit("main .main", "picture=fish")
	}

	var pages atomic.Int64
	t.Cleanup(func() { t.Logf("%d pages looked at", pages.Load()) })
	for i, lang := range []struct{ code, tag string }{{"pt", "pt-BR"}, {"en", "en"}, {"sq", "sq"}} {
		for j, scheme := range []string{"light", "dark"} {
			if !*everyPage && (i+j)%2 == 1 {
				continue // half of them on an ordinary day
			}
			t.Run(lang.code+" "+scheme, func(t *testing.T) {
				t.Parallel()
				see := &watcher{t: t, axe: axe, narrow: scheme == "light", tabs: scheme == "light" && lang.code == "en", width: []int64{1366, 390}[(i+len(scheme))%2]}
				if lang.code == "en" {
					see.english = onlyEnglish(t, "sq") // to see that English is known when it is met
				} else {
					see.english = onlyEnglish(t, lang.code)
				}
				see.isEnglish = lang.code == "en"
				if *shots != "" && scheme == "light" && lang.code == "sq" {
					see.shots = *shots
				}
				if see.tabs {
					see.width = 1366
				}
				sit := func(at *program, path string) *person {
					p := at.sit(path, language(lang.tag), feature("prefers-color-scheme", scheme), size(see.width, 800))
					p.t = t
					p.follow(`.langs button[value="` + lang.code + `"]`) // else a class's own language is spoken
					return p
				}
				on := func(p *person, name, path string) {
					t.Helper()
					p.open(path)
					see.looks(p, name)
				}

				// Setting up and signing in.
				p := sit(unclaimed, link)
				on(p, "setup", link)
				p.inForm("main .main", "name=Eva", "login=eva", "password=one thing only", "again=another thing")
				see.looks(p, "setup, other password")
				on(p, "setup, wrong link", "/setup/nothing")
				p = sit(fresh, "/sign-in")
				on(p, "sign-in, nobody yet", "/sign-in")
				p = sit(at, "/")
				on(p, "first page", "/")
				on(p, "sign-in", "/sign-in")
				p.inForm("main .main", "login=nobody", "password=wrong")
				see.looks(p, "sign-in, wrong")
				p.inForm("main .main", "login=dita", "password=wrong")
				for range 8 {
					p.inForm("main .main", "login=dita", "password=wrong")
				}
				see.looks(p, "sign-in, wait")
				on(p, "no such class", "/teach/"+strings.Repeat("a", 26)) // leads to signing in

				// Coming in.
				on(p, "join", "/join")
				p.inForm("main .main", "code=QQQQQQ")
				see.looks(p, "join, wrong code")
				on(p, "names", "/join/"+codes[0])
				p.follow(p.with("a.nametag", "Davi"))
				see.looks(p, "pictures")
				p.inForm("main .main", "picture=sun")
				see.looks(p, "pictures, wait")
				p.open("/join/" + codes[0])
				p.follow(p.with("a.nametag", "Gabriel"))
				p.inForm("main .main", "picture=sun")
				see.looks(p, "pictures, wrong")
				on(p, "names, by name", "/join/"+codes[1])
				on(p, "names, by card", "/join/"+cards.code)
				p.follow(p.with("a.nametag", "Ana"))
				see.looks(p, "pictures, by card")
				on(p, "card", "/card/"+card)
				on(p, "card, unknown", "/card/"+strings.Repeat("A", len(card)))
				p.plays("rules=sowing", "against=easy", "starts=me")
				p.open("/join/" + codes[1])
				p.follow(p.with("button.nametag", "Arben"))
				see.looks(p, "me, asked")
				if !p.has(".take") {
					t.Error("the question is not there")
				}
				p.follow(`.take button[value="leave"]`)
				see.looks(p, "me")
				on(p, "first page of a pupil", "/")
				on(p, "play, held", "/play")
				on(p, "not yet", "/rules/6")
				p.follow(".out button")
				p.open("/card/" + card)
				p.follow("main form .main")
				see.looks(p, "me, no games")

				// Teaching.
				p = sit(at, "/")
				p.signIn("demo", password)
				see.looks(p, "classes")
				p.inForm(`main [name=name]`, "name= ")
				see.looks(p, "classes, no name")
				for name, path := range map[string]string{
					"account": "/teach/account", "staff": "/teach/staff", "bin": "/teach/bin", "receipt": "/teach/receipt?classes=1&pupils=15&games=31&moves=402",
					"class": byPictures, "class, pictures": byPictures + "?secrets=on", "class, let in": byPictures + "?done=let-in", "class by name": byName, "class by card": cards.path + "?secrets=on",
					"class, empty": empty, "list, empty": empty + "/list", "class, archived": old, "list, archived": old + "/list", "data, archived": old + "/data", "settings, archived": old + "/settings",
					"cards, pictures": byPictures + "/cards", "cards, names": byName + "/cards", "cards, cards": cards.path + "/cards",
					"list": byPictures + "/list", "settings": byPictures + "/settings", "data": byPictures + "/data", "purge": byPictures + "/purge", "year": byPictures + "/year",
					"pupil": tiles["Álvaro"], "pupil, own gate": tiles["Bento"], "pupil, let in": tiles["Caio"], "pupil, stuck": tiles["Davi"], "no such pupil": byPictures + "/pupils/" + strings.Repeat("a", 26),
					"not found": "/teach/" + strings.Repeat("a", 26), "first page of a teacher": "/",
					"lessons": "/teach/lessons", "plan": "/teach/lessons/13-lap-capture", "no such lesson": "/teach/lessons/none", "projector, read": "/teach/lessons/01-board/words",
					"projector, talk": "/teach/lessons/01-board/room", "projector, question": "/teach/lessons/13-lap-capture/twelve", "projector, answer": "/teach/lessons/13-lap-capture/twelve?show=1",
					"projector, claim": "/teach/lessons/13-lap-capture/fair", "projector, claimed": "/teach/lessons/13-lap-capture/fair?show=1", "projector, try": "/teach/lessons/04-other-kalah/empty-place",
					"projector, play": "/teach/lessons/13-lap-capture/game", "projector, place": "/teach/lessons/01-board/big?show=1", "projector, practise": "/teach/lessons/01-board/lay?q=2",
				} {
					on(p, name, path)
				}
				for _, c := range []struct {
					name, path, form string
					fields           []string
				}{
					{"account, wrong", "/teach/account", "main .main", []string{"old=wrong", "password=something new", "again=something new"}},
					{"staff, wrong", "/teach/staff", "main .paper .main", []string{"name=Eva", "login=x"}},
					{"staff, taken", "/teach/staff", "main .paper .main", []string{"name=Eva", "login=demo"}},
					{"staff, password", "/teach/staff", `[action$="/reset"]:has([aria-label$="Dita"]) button`, nil},
					{"bin, not ticked", "/teach/bin", `[action$="/purge"] button`, nil},
					{"list, nothing", byPictures + "/list", "[name=names]", nil},
					{"list, no list", byPictures + "/list", "[name=names]", []string{"names=Ana, Rui, Bia"}},
					{"preview", byPictures + "/list", "[name=names]", []string{"names=Inês\nMarina\nLeandro\nLeandro\nLeandro\n" + longName + "\nAna\u200b Clara\n12345\n" + strings.Repeat("Nome", 30)}},
					{"preview, nobody new", byPictures + "/list", "[name=names]", []string{"names=Inês"}},
					{"chosen, nobody", byPictures + "/list", "[name=do][value=bin]", nil},
					{"settings, no name", byPictures + "/settings", "main .main", []string{"name= "}},
					{"settings, no such teacher", byPictures + "/settings", "[name=login]", []string{"login=nobody"}},
					{"purge, wrong name", byPictures + "/purge", "main .main", []string{"confirm=wrong"}},
					{"year, no name", byPictures + "/year", "main .main", []string{"name= "}},
					{"pupil, no name", tiles["Álvaro"], `[action$="/name"] button`, []string{"name= "}},
					{"pupil, wrong name", tiles["Álvaro"], `[action$="/purge"] button`, []string{"confirm=wrong"}},
				} {
					p.open(c.path)
					p.inForm(c.form, c.fields...)
					see.looks(p, c.name)
				}
				for _, do := range []string{"bin", "move"} {
					p.open(byPictures + "/list")
					eval[bool](p, `([...document.querySelectorAll(".ticks input")].slice(0, 3).forEach((e) => e.checked = true), true)`)
					p.inForm("[name=do][value=" + do + "]")
					see.looks(p, "chosen, "+do)
				}
				p.open(byPictures + "/year")
				eval[bool](p, `([...document.querySelectorAll(".ticks input")].slice(0, 2).forEach((e) => e.checked = false), true)`)
				p.inForm("main .main", "name=Demo 4A")
				see.looks(p, "year, preview")
				p.inForm("main .main", "confirm=wrong")
				see.looks(p, "year, wrong name")
				p.open(byPictures + "/year")
				eval[bool](p, `(document.querySelectorAll(".ticks input").forEach((e) => e.checked = false), true)`)
				p.inForm("main .main", "name=Demo 4A")
				see.looks(p, "year, nobody")
				p.open("/teach")
				eval[bool](p, `(document.querySelector("main [name=as]").value = "of-another", true)`)
				p.inForm("main [name=name]", "name=x")
				see.looks(p, "somebody else's form")

				// A teacher who is no administrator, in a browser of her own.
				q := sit(at, "/")
				q.signIn("zana", zana)
				see.looks(q, "classes, none")
				on(q, "staff, forbidden", "/teach/staff")
				on(q, "another's class", byPictures)
				pages.Add(int64(see.seen))
				if lang.code == "en" && see.known < see.seen {
					t.Errorf("only %d English texts were known as such on %d pages", see.known, see.seen)
				}
			})
		}
	}
}

// TestAPupilsFileReadsByItself: the page for parents is a file of its own.
func TestAPupilsFileReadsByItself(t *testing.T) {
	at, _, password := demoSchool(t)
	axe := axeScript(t)
	for _, lang := range []string{"pt-BR", "en", "sq"} {
		p := at.sit("/", language(lang))
		p.signIn("demo", password)
		p.follow(".cards .card.link")
		p.follow(".tile a")
		file := eval[string](p, `fetch(document.querySelector('[href$="/export.html"]').href).then((r) => r.text())`)
		p.do(chromedp.Navigate("about:blank"))
		eval[bool](p, "(document.open(), document.write("+quoted(file)+"), document.close(), true)")
		see := &watcher{t: t, axe: axe, narrow: true, width: 1366, isEnglish: lang == "en"}
		if see.english = onlyEnglish(t, "sq"); lang != "en" {
			see.english = onlyEnglish(t, lang[:2])
		}
		see.looks(p, "file of a pupil "+lang)
	}
}

// word is a word on a printed page, in points.
type word struct {
	x0, y0, x1, y1 float64
	text           string
}

var bboxWord = regexp.MustCompile(`<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*)</word>`)

// printed reads the words of each page of a PDF.
func printed(t testing.TB, file string) (pages [][]word) {
	t.Helper()
	out, err := exec.Command("pdftotext", "-bbox", file, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(out), "\n") {
		if strings.Contains(line, "<page ") {
			pages = append(pages, nil)
		}
		if m := bboxWord.FindStringSubmatch(line); m != nil {
			w := word{text: strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&#39;", "'").Replace(m[5])}
			for i, v := range []*float64{&w.x0, &w.y0, &w.x1, &w.y1} {
				*v, _ = strconv.ParseFloat(m[i+1], 64)
			}
			pages[len(pages)-1] = append(pages[len(pages)-1], w)
		}
	}
	return pages
}

// inLines sorts words as they are read.
func inLines(words []word) {
	slices.SortFunc(words, func(a, b word) int {
		if d := (a.y0 + a.y1) - (b.y0 + b.y1); d < -8 || d > 8 {
			return int(d)
		}
		return int(a.x0 - b.x0)
	})
}

// ink counts the dark points of a page of a PDF in a rectangle, in points.
func ink(t testing.TB, file string) func(page int, x0, y0, x1, y1 float64) int {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("pdftoppm", "-r", "72", "-gray", file, filepath.Join(dir, "p")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "p*.pgm"))
	slices.Sort(files)
	var images [][]byte
	var width, height int
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var depth int
		if _, err := fmt.Fscanf(bytes.NewReader(b), "P5\n%d %d\n%d\n", &width, &height, &depth); err != nil {
			t.Fatal(err)
		}
		images = append(images, b[len(b)-width*height:])
	}
	return func(page int, x0, y0, x1, y1 float64) (n int) {
		for y := max(0, int(y0)); y < min(height, int(y1)); y++ {
			for x := max(0, int(x0)); x < min(width, int(x1)); x++ {
				if images[page][y*width+x] < 128 {
					n++
				}
			}
		}
		return n
	}
}

// TestSignInCardsPrint (B11): for 31 children with pictures, cards and names,
// without scripts: A4, no card parted, all pictures and codes there, the names
// as they were typed, and in the language of the class.
func TestSignInCardsPrint(t *testing.T) {
	browserPath(t)
	for _, tool := range []string{"pdfinfo", "pdftotext", "pdftoppm"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("SEMEIA_REQUIRE_BROWSER") != "" {
				t.Fatalf("%s is missing: install the package poppler-utils", tool)
			}
			t.Skipf("%s is missing: install the package poppler-utils to look at printed cards", tool)
		}
	}
	at, link := newSchool(t)
	w := claims(at, link, "en")
	names := append(slices.Clone(room30), longName)
	want := slices.Clone(names)
	want[29] = "Ana Clara 2"
	slices.Sort(want)
	room := w.makes("3º A", "sq", names...)
	dir := *shots
	if dir == "" {
		dir = t.TempDir()
	}
	sq := loc(t, "sq")
	p := at.sit("/sign-in", language("en"), feature("prefers-color-scheme", "dark"), noScript)
	p.signIn("marta", lessonPassword)
	for _, entry := range []string{"pictures", "card", "name"} {
		w.open(room.path + "/settings")
		w.submit("main .main", "entry="+entry)
		p.open(room.path + "/cards")
		// What the page holds: name, address, and words of pictures or a code.
		cards := eval[[][]string](p, `[...document.querySelectorAll(".signcard")].map((c) => [".who", ".where", ".named small, .mono"].flatMap((s) => [...c.querySelectorAll(s)]).map((e) => e.textContent))`)
		var got []string
		for _, c := range cards {
			got = append(got, c[0])
		}
		sorted := slices.Clone(got)
		slices.Sort(sorted)
		if !slices.Equal(sorted, want) {
			t.Errorf("%s: the names are %q", entry, got)
		}
		if entry == "pictures" {
			if n := eval[int](p, `[...document.querySelectorAll(".signcard .named svg.picture")].filter((e) => e.children.length > 0 && e.getBoundingClientRect().width >= 40).length`); n != 31*3 {
				t.Errorf("%d pictures are drawn", n)
			}
			words := map[string]bool{}
			for key, forms := range texts(t, "sq") {
				if strings.HasPrefix(key, "picture.") {
					words[forms["other"]] = true
				}
			}
			for _, word := range cards[0][2:] {
				if !words[word] {
					t.Errorf("a card of a class that speaks Albanian says %q", word)
				}
			}
		}
		if entry == "name" {
			if got := p.text(".signcard"); !strings.Contains(got, sq.T("cards.name")) {
				t.Errorf("a card of a class that speaks Albanian says %q", got)
			}
		}
		file := filepath.Join(dir, "cards-"+entry+".pdf")
		p.pdf(file)
		info, err := exec.Command("pdfinfo", file).Output()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(info), "A4") {
			t.Errorf("%s: not A4: %s", entry, info)
		}
		pages := printed(t, file)
		dark := ink(t, file)
		t.Logf("%s: %d pages", entry, len(pages))
		if len(pages) > 4 { // eight to a sheet
			t.Errorf("%s: %d pages for 31 cards", entry, len(pages))
		}
		// Cards lie in two columns, row by row. Each card's address stands once in
		// it, so the cards of a column of a page are known by them.
		next := 0
		for n, page := range pages {
			var columns [2][]word
			for _, w := range page {
				columns[min(1, int((w.x0+w.x1)/2/297.6))] = append(columns[min(1, int((w.x0+w.x1)/2/297.6))], w)
			}
			var rows [2]int
			for i := range columns {
				inLines(columns[i])
				for _, w := range columns[i] {
					if strings.HasPrefix(w.text, "http") {
						rows[i]++
					}
				}
			}
			on := rows[0] + rows[1]
			t.Logf("%s: page %d has %d cards", entry, n+1, on)
			for i := range columns {
				var expect, found strings.Builder
				if n == 0 && i == 0 {
					expect.WriteString("3ºA")
				}
				for j := next + i; j < min(next+on, len(cards)); j += 2 {
					for _, text := range cards[j] {
						expect.WriteString(strings.ReplaceAll(text, " ", ""))
					}
					if entry == "name" {
						expect.WriteString(strings.ReplaceAll(eval[string](p, `document.querySelector(".signcard > span:last-child").textContent`), " ", ""))
					}
				}
				for _, w := range columns[i] {
					found.WriteString(w.text)
				}
				if expect.String() != found.String() {
					t.Errorf("%s, page %d, column %d: printed\n%s\nwant\n%s", entry, n+1, i+1, found.String(), expect.String())
				}
			}
			for _, w := range page {
				x, is := (w.x0+w.x1)/2, false
				switch entry {
				case "pictures":
					is = slices.ContainsFunc(cards, func(c []string) bool { return slices.Contains(c[2:], w.text) })
				case "card":
					is = slices.ContainsFunc(cards, func(c []string) bool { return c[2] == w.text })
				}
				// A picture of 36 pt or a QR of 96 pt is above its word.
				if is && entry == "pictures" && dark(n, x-18, w.y0-36, x+18, w.y0-1) < 20 {
					t.Errorf("page %d: no picture above %q", n+1, w.text)
				}
				if is && entry == "card" && dark(n, x-48, w.y0-100, x+48, w.y0-1) < 2000 {
					t.Errorf("page %d: no QR code above %q: %d", n+1, w.text, dark(n, x-48, w.y0-100, x+48, w.y0-1))
				}
			}
			next += on
		}
		if next != 31 {
			t.Errorf("%s: %d cards are printed", entry, next)
		}
	}
}

// TestDemo: the demo fills an empty database and says how to come in.
func TestDemo(t *testing.T) {
	for _, lang := range []string{"pt", "en", "sq"} {
		db := storetest.New(t)
		demo := func() (code int, out, errs string) {
			var stdout, stderr bytes.Buffer
			code = run(context.Background(), []string{"demo", "-db", db, "-lang", lang}, func(string) string { return "" }, &stdout, &stderr)
			return code, stdout.String(), stderr.String()
		}
		code, out, errs := demo()
		if code != 0 || errs != "" {
			t.Fatalf("demo: %d %s", code, errs)
		}
		again, said, errs := demo()
		if again == 0 || said != "" || strings.Count(strings.TrimSpace(errs), "\n") > 0 || strings.TrimSpace(errs) == "" || strings.Contains(errs, "⟦") {
			t.Errorf("demo again: %d %q %q", again, said, errs)
		}
		l := loc(t, lang)
		// The sentences hold what is needed, whatever their words are.
		var password string
		var codes []string
		for _, line := range strings.Split(out, "\n") {
			for key, into := range map[string]func([]string){
				"cmd.demo.signin": func(m []string) { password = m[len(m)-1] },
				"cmd.demo.class":  func(m []string) { codes = append(codes, m[len(m)-1]) },
			} {
				text := texts(t, lang)[key]["other"]
				parts := placeholder.Split(text, -1)
				for i := range parts {
					parts[i] = regexp.QuoteMeta(parts[i])
				}
				if m := regexp.MustCompile(`^` + strings.Join(parts, `(.+)`) + `$`).FindStringSubmatch(line); m != nil {
					into(m)
				}
			}
		}
		if password == "" || len(codes) != 2 || strings.Contains(out, "⟦") {
			t.Fatalf("%s: the demo says %q", lang, out)
		}
		at := start(t, db)
		w := at.walk(l.Tag)
		w.open("/sign-in")
		w.submit("main .main", "login=demo", "password="+password)
		w.wants(200, "/teach")
		seen := map[string]bool{}
		queue := []string{"/teach"}
		many := map[string]int{"/games/": 24, "/daily/": 12, "/teach/daily/": 12} // pages of a kind that are opened
		for len(queue) > 0 {
			path := queue[0]
			queue = queue[1:]
			w.open(path)
			if w.status != 200 || strings.Contains(w.text("body"), "⟦") {
				t.Errorf("%s %s: %d %.100s", lang, path, w.status, w.text("main"))
			}
			if lang != "en" && strings.HasPrefix(path, "/games/") {
				continue // looked at in English
			}
			for _, e := range w.page.Find("main a[href]").EachIter() {
				u, err := url.Parse(e.AttrOr("href", ""))
				if err != nil || u.Host != "" || strings.Contains(u.Path, "/export.") || seen[u.Path] {
					continue
				}
				seen[u.Path] = true
				enough := false
				for kind := range many {
					if strings.HasPrefix(u.Path, kind) {
						many[kind]--
						enough = many[kind] < 0
					}
				}
				if enough {
					continue
				}
				queue = append(queue, u.Path)
			}
		}
		t.Logf("%s: %d pages hold", lang, len(seen))
		if len(seen) < 80 {
			t.Errorf("%s: only %d pages", lang, len(seen))
		}
		for i, code := range codes {
			c := at.walk(l.Tag)
			c.open("/join")
			c.submit("main .main", "code="+code)
			c.wants(200, "/join/"+code)
			if n := c.page.Find(".nametag").Length(); n != 15 {
				t.Errorf("class %d has %d names", i, n)
			}
		}
		if code, _, errs := at.stop(); code != 0 || errs != "" {
			t.Errorf("%d %s", code, errs)
		}
	}
}
