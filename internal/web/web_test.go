package web_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"semeia/internal/course"
	"semeia/internal/i18n"
	"semeia/internal/solver"
	"semeia/internal/store"
	"semeia/internal/store/storetest"
	"semeia/internal/tutor"
	"semeia/internal/web"
	"semeia/lessons"
	"semeia/locales"
)

// site is the pages over a real database in a folder of the test.
type site struct {
	t    testing.TB
	url  string
	log  *strings.Builder
	kept *store.Store
	now  *clock

	catalogue *i18n.Catalogue
}

// built is the course of the built-in lessons; nil while one of them has a fault,
// see [theCourse].
var built = sync.OnceValue(func() *course.Library {
	library, _ := course.Open(lessons.FS, "")
	return library
})

// theCourse is the same for a test that needs it.
func theCourse(t testing.TB) *course.Course {
	t.Helper()
	if built() == nil {
		_, err := course.Open(lessons.FS, "")
		t.Fatalf("a built-in lesson has a fault, see semeia check: %v", err)
	}
	return built().Course()
}

// clock is the time at a site, which a test may set forward.
type clock struct {
	mu    sync.Mutex
	ahead time.Duration
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}

// setupSecret is that of the link which claims the school.
const setupSecret = "for-the-first"

func open(t testing.TB, set ...func(*web.Config)) *site {
	t.Helper()
	c, err := i18n.Load(locales.FS)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := store.Open(context.Background(), storetest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	fallback, _ := c.Loc("en")
	log := &strings.Builder{}
	var mu sync.Mutex
	seed := uint64(0)
	now := &clock{}
	config := web.Config{
		Store: kept, Course: built(), Coach: coach, Catalogue: c, Fallback: fallback, Now: now.Now, Setup: setupSecret,
		Rand: func() *rand.Rand {
			mu.Lock()
			defer mu.Unlock()
			seed++
			return rand.New(rand.NewPCG(seed, 7))
		},
		Log: slog.New(slog.NewTextHandler(log, nil)),
	}
	for _, f := range set {
		f(&config)
	}
	if config.Reviews == nil {
		config.Reviews = web.NewReviewer(kept, coach, now.Now, config.Log)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var background sync.WaitGroup
	background.Go(func() { config.Reviews.Run(ctx) })
	t.Cleanup(background.Wait)
	t.Cleanup(cancel)
	handler, err := web.New(config)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return &site{t: t, url: server.URL, log: log, kept: kept, now: now, catalogue: c}
}

// coach is one for all sites: what it has found out once, it knows.
var coach = tutor.NewCoach(solver.New(solver.Options{Memory: 64 << 20}))

// visitor is somebody with a browser that runs no scripts.
type visitor struct {
	*site
	client *http.Client
	accept string
}

func (s *site) visitor(accept string) *visitor {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return &visitor{s, &http.Client{Jar: jar}, accept}
}

// page is an answer, parsed.
type page struct {
	*goquery.Document
	status int
	path   string
	header http.Header
}

func (v *visitor) send(req *http.Request) page {
	v.t.Helper()
	req.Header.Set("Accept-Language", v.accept)
	answer, err := v.client.Do(req)
	if err != nil {
		v.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	if strings.Contains(string(body), "⟦") {
		v.t.Errorf("%s: a message is missing: %s", req.URL.Path, regexp.MustCompile("⟦[^⟧]*⟧").FindString(string(body)))
	}
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(string(body)))
	if err != nil {
		v.t.Fatal(err)
	}
	return page{doc, answer.StatusCode, answer.Request.URL.Path, answer.Header}
}

func (v *visitor) get(path string) page {
	v.t.Helper()
	req, err := http.NewRequest(http.MethodGet, v.url+path, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	return v.send(req)
}

// post sends a form of "name=value" fields.
func (v *visitor) post(path string, fields ...string) page {
	v.t.Helper()
	form := url.Values{}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, "=")
		form.Add(name, value)
	}
	req, err := http.NewRequest(http.MethodPost, v.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		v.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return v.send(req)
}

var usual = map[string]string{"rules": "standard", "against": "neighbour", "starts": "me", "aids": "full", "kind": "practice"}

// plays opens a game as usual but for the fields given, and gives its page.
func (v *visitor) plays(fields ...string) page {
	v.t.Helper()
	form := map[string]string{}
	for name, value := range usual {
		form[name] = value
	}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, "=")
		form[name] = value
	}
	all := v.mark()
	for name, value := range form {
		all = append(all, name+"="+value)
	}
	p := v.post("/games", all...)
	if p.status != http.StatusOK || !strings.HasPrefix(p.path, "/games/") {
		v.t.Fatalf("no game: %d %s", p.status, p.text("main"))
	}
	return p
}

// moves plays a house. To what a game against the bot asks on the way, the
// answer is "I don't know yet".
func (v *visitor) moves(p page, house any) page {
	v.t.Helper()
	return v.unsure(v.post(p.path+"/moves", append(v.as(p), "version="+p.version(), fmt.Sprint("house=", house))...))
}

func (v *visitor) unsure(p page) page {
	v.t.Helper()
	for p.asks() {
		p = v.replies(p, "?")
	}
	return p
}

// asks reports whether a game's page asks a question.
func (p page) asks() bool { return p.Find("form.asked").Length() > 0 }

// replies answers the question of a game's page, by its form as it stands.
func (v *visitor) replies(p page, answer string) page {
	v.t.Helper()
	form := p.Find("form.asked")
	fields := []string{"answer=" + answer}
	form.Find("input").Each(func(_ int, s *goquery.Selection) {
		fields = append(fields, s.AttrOr("name", "")+"="+s.AttrOr("value", ""))
	})
	return v.post(form.AttrOr("action", ""), fields...)
}

func (p page) text(selector string) string {
	return strings.Join(strings.Fields(p.Find(selector).Text()), " ")
}

// words is the text with a space between the pieces of the page.
func (p page) words(selector string) string {
	var b strings.Builder
	var walk func(*goquery.Selection)
	walk = func(s *goquery.Selection) {
		s.Contents().Each(func(_ int, c *goquery.Selection) {
			if goquery.NodeName(c) == "#text" {
				b.WriteString(c.Text() + " ")
			} else {
				walk(c)
			}
		})
	}
	walk(p.Find(selector))
	return strings.Join(strings.Fields(b.String()), " ")
}

func (p page) version() string { return p.Find("#game").AttrOr("data-version", "") }

// board reads the seeds off the drawn board, as a reader would count them: in
// the notation, with the row of the place s1 first.
func (p page) board() string {
	n := func(place string) string {
		return p.Find(fmt.Sprintf(`#board [data-place="%s"]`, place)).AttrOr("data-n", "?")
	}
	m := p.Find("#board .row.near .cup").Length()
	parts := []string{fmt.Sprint(m), n("s*"), n("n*")}
	for _, side := range []string{"s", "n"} {
		for h := 1; h <= m; h++ {
			parts = append(parts, n(fmt.Sprint(side, h)))
		}
	}
	return "<" + strings.Join(parts, ",") + ">"
}

// buttons are the houses that can be chosen.
func (p page) buttons() string {
	var found []string
	p.Find("#board button.cup").Each(func(_ int, s *goquery.Selection) { found = append(found, s.AttrOr("data-place", "?")) })
	return strings.Join(found, " ")
}

func want[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %v\nwant %v", what, got, want)
	}
}

func contains(t testing.TB, what, got, want string) {
	t.Helper()
	if !strings.Contains(got, want) {
		t.Errorf("%s: %q does not say %q", what, got, want)
	}
}
