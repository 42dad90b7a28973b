package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// browserPath finds Chromium; without one the test is skipped, unless the
// environment says that it must run.
func browserPath(t testing.TB) string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("SEMEIA_REQUIRE_BROWSER") != "" {
		t.Fatal("no Chromium found: install the package chromium")
	}
	t.Skip("no Chromium found: install the package chromium to run the browser tests")
	return ""
}

// The browser is started once for all tests; each person has cookies and pages
// of their own in it.
var browser struct {
	once   sync.Once
	ctx    context.Context
	cancel func()
	err    error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if browser.cancel != nil {
		browser.cancel()
	}
	os.Exit(code)
}

func browserContext(t testing.TB) context.Context {
	path := browserPath(t)
	browser.once.Do(func() {
		ctx, cancelAllocator := chromedp.NewExecAllocator(context.Background(),
			chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.Headless, chromedp.DisableGPU, chromedp.NoFirstRun,
			chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
			chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
			chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("hide-scrollbars", true),
			chromedp.Flag("force-color-profile", "srgb"))
		ctx, cancel := chromedp.NewContext(ctx)
		browser.ctx = ctx
		browser.cancel = func() { cancel(); cancelAllocator() }
		browser.err = chromedp.Do(ctx)
	})
	if browser.err != nil {
		t.Fatalf("Chromium does not start: %v", browser.err)
	}
	return browser.ctx
}

// person sits at a page of the program in a real browser. Every console error,
// refused policy and request to another host fails the test.
type person struct {
	t    testing.TB
	at   *program
	ctx  context.Context
	mu   sync.Mutex
	seen []request
	bad  []string

	features []*emulation.MediaFeature // of [feature], all of them
}

// request is what went over the wire for one address.
type request struct {
	url   string
	bytes float64
}

type setting func(*person)

func size(width, height int64) setting {
	return func(p *person) {
		p.do(chromedp.EmulateViewport(width, height))
	}
}

func language(tag string) setting {
	return func(p *person) {
		p.call(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: "Mozilla/5.0", AcceptLanguage: tag})
			return err
		})
	}
}

func feature(name, value string) setting {
	return func(p *person) {
		p.features = append(p.features, &emulation.MediaFeature{Name: name, Value: value})
		p.call(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: p.features})
			return err
		})
	}
}

func noScript(p *person) {
	p.call(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	})
}

// sit opens a page of the program as a new person, with cookies of their own.
func (at *program) sit(path string, settings ...setting) *person {
	at.t.Helper()
	parent := browserContext(at.t)
	ctx, cancel := chromedp.NewContext(parent, chromedp.WithNewBrowserContext())
	p := &person{t: at.t, at: at, ctx: ctx}
	at.t.Cleanup(func() {
		cancel()
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, b := range p.bad {
			at.t.Errorf("in the browser: %s", b)
		}
	})
	p.do()
	p.watch()
	size(1366, 768)(p)
	for _, s := range settings {
		s(p)
	}
	p.open(path)
	return p
}

// watch listens to what the page asks for and complains about.
func (p *person) watch() {
	sizes := map[network.RequestID]string{}
	p.call(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, network.Enable, network.EnableParams{})
		return err
	})
	host := strings.TrimPrefix(p.at.url, "http://")
	err := chromedp.Listen(p.ctx, func(ev any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch e := ev.(type) {
		case *network.EventRequestWillBeSent:
			u, err := url.Parse(e.Request.URL)
			if err != nil || (u.Host != host && u.Scheme != "data" && u.Scheme != "about") {
				p.bad = append(p.bad, "request to "+e.Request.URL)
			}
			sizes[e.RequestID] = e.Request.URL
		case *network.EventLoadingFinished:
			p.seen = append(p.seen, request{sizes[e.RequestID], float64(e.EncodedDataLength)})
		}
	})
	if err != nil {
		p.t.Fatal(err)
	}
	go func() {
		for m, err := range chromedp.Console(p.ctx) {
			if err != nil {
				return
			}
			p.mu.Lock()
			text := m.String()
			if !expected(text) {
				p.bad = append(p.bad, text)
			}
			p.mu.Unlock()
		}
	}()
}

// expected are the complaints that belong to a test: a refused move is answered
// with a 4xx status, and while the program is down htmx says so.
func expected(text string) bool {
	for _, part := range []string{"the server responded with a status of 4", "ERR_CONNECTION_REFUSED", "htmx:sendError", "htmx:afterRequest"} {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

// traffic forgets what went over the wire and gives what it was.
func (p *person) traffic() []request {
	p.mu.Lock()
	defer p.mu.Unlock()
	seen := p.seen
	p.seen = nil
	return seen
}

func (p *person) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

func (p *person) call(f func(ctx context.Context, t *chromedp.Target) error) {
	p.t.Helper()
	p.do(chromedp.Func(f))
}

func (p *person) open(path string) {
	p.t.Helper()
	if !strings.HasPrefix(path, "http") {
		path = p.at.url + path
	}
	p.do(chromedp.Navigate(path))
}

// eval asks the page; it also works where the page's own scripts are off.
func eval[T any](p *person, script string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", script, err)
	}
	return v
}

// until waits for the page to fulfil a condition.
func (p *person) until(what, script string) {
	p.t.Helper()
	deadline := time.Now().Add(30 * time.Second)
	for {
		v, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("!!("+script+")"))
		if err == nil && v {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("waited in vain until %s (%v); the page says: %s", what, err, p.text("body"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func (p *person) has(selector string) bool {
	p.t.Helper()
	return eval[bool](p, "!!document.querySelector("+quoted(selector)+")")
}

func (p *person) text(selector string) string {
	p.t.Helper()
	return strings.Join(strings.Fields(eval[string](p, "document.querySelector("+quoted(selector)+")?.textContent ?? ''")), " ")
}

// click uses the mouse in the middle of an element, or of its first line.
func (p *person) click(selector string) {
	p.t.Helper()
	at := eval[[]float64](p, `(() => { const e = document.querySelector(`+quoted(selector)+`);
		if (!e) return [];
		e.scrollIntoView({block: "center"});
		const r = e.getClientRects()[0]; return [r.left + r.width / 2, r.top + r.height / 2]; })()`)
	if len(at) != 2 {
		p.t.Fatalf("nothing to click: %s", selector)
	}
	p.do(chromedp.MouseClickXY(at[0], at[1]))
}

// press types a key by its name or character.
func (p *person) press(keys ...string) {
	p.t.Helper()
	codes := map[string]int64{"Enter": 13, "Tab": 9, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Home": 36, "End": 35, " ": 32, "PageUp": 33, "PageDown": 34, "Backspace": 8}
	for _, key := range keys {
		p.call(func(ctx context.Context, t *chromedp.Target) error {
			down := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: key, WindowsVirtualKeyCode: codes[key]}
			switch {
			case key == "Enter":
				down.Text = "\r"
			case len(key) == 1:
				down.Text = key
			}
			if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, down); err != nil {
				return err
			}
			_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyUp, Key: key, WindowsVirtualKeyCode: codes[key]})
			return err
		})
	}
}

// follow clicks what leads to another page and waits for it. A browser drops
// clicks on a page that it has not yet painted, so a person clicks again.
func (p *person) follow(selector string) {
	p.t.Helper()
	eval[bool](p, "window.before = true")
	const there = "!window.before && document.readyState === 'complete'"
	for range 5 {
		p.click(selector)
		for range 100 {
			time.Sleep(20 * time.Millisecond)
			if there, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](there)); err == nil && there {
				return
			}
			if still, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("!!window.before")); err == nil && !still {
				p.until("the next page is there", there)
				return
			}
		}
	}
	p.t.Fatalf("%s leads nowhere; the page says: %s", selector, p.text("body"))
}

func (p *person) shot(path string, whole bool) {
	p.t.Helper()
	var picture []byte
	p.call(func(ctx context.Context, t *chromedp.Target) error {
		r, err := cdp.Call(ctx, t, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: "png", CaptureBeyondViewport: &whole})
		picture = r.Data
		return err
	})
	if err := os.WriteFile(path, picture, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

func (p *person) pdf(path string) {
	p.t.Helper()
	b, err := chromedp.Run(p.ctx, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize()))
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(path, b, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// plays opens a game through the form: choices are "name=value".
func (p *person) plays(choices ...string) (path string) {
	p.t.Helper()
	p.open("/play")
	for _, c := range choices {
		name, value, _ := strings.Cut(c, "=")
		eval[bool](p, fmt.Sprintf(`(() => {
			const e = document.querySelector('[name=%s][value="%s"]') ?? document.querySelector('select[name=%s]');
			for (let d = e; d; d = d.parentElement) if (d.tagName === "DETAILS") d.open = true;
			if (e.tagName === "SELECT") e.value = %q; else e.checked = true;
			return true; })()`, name, value, name, value))
	}
	p.follow("#open")
	return strings.TrimPrefix(eval[string](p, "location.href"), p.at.url)
}
