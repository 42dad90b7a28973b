package main

import (
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"semeia/internal/kalah"
)

var load = flag.Duration("load", 0, "how long the load benchmark runs; 0: not at all")

// TestLoad measures what a room does to the program, on loopback only:
//
//	go test ./cmd/semeia -run TestLoad -v -load 30s
//
// First 50 boards, each a move a second, evenly spaced, every move on the disk
// before it is answered. Then the page of a board against a server of the same
// kind that answers a constant text, turn by turn in the same run.
func TestLoad(t *testing.T) {
	if *load == 0 {
		return
	}
	t.Run("moves", func(t *testing.T) { loadMoves(t, *load) })
	t.Run("page", loadPage)
}

const boards = 50

func loadMoves(t *testing.T, length time.Duration) {
	at := start(t, "")
	rules, _ := kalah.Named("standard")
	var mu sync.Mutex
	var took []time.Duration
	failed := 0
	var wg sync.WaitGroup
	began := time.Now().Add(time.Second)
	for i := range boards {
		wg.Go(func() {
			c := client(t)
			path, line, version := newTable(t, c, at, rules)
			for beat := began.Add(time.Duration(i) * time.Second / boards); beat.Before(began.Add(length)); beat = beat.Add(time.Second) {
				time.Sleep(time.Until(beat))
				if rules.Over(line.Pos) != kalah.NotOver {
					path, line, version = newTable(t, c, at, rules)
				}
				house := legal(rules, line.Pos, version)
				sent := time.Now()
				status := post(t, c, at.url+path+"/moves", url.Values{"version": {fmt.Sprint(version)}, "house": {fmt.Sprint(house)}}, "HX-Request", "true")
				lasted := time.Since(sent)
				line, _, _ = rules.Play(line, house)
				version++
				mu.Lock()
				took = append(took, lasted)
				if status != http.StatusOK {
					failed++
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	slices.Sort(took)
	p := func(q float64) time.Duration { return took[int(q*float64(len(took)-1))].Round(10 * time.Microsecond) }
	t.Logf("%d boards, a move a second each, for %v: %d moves, %d errors, median %v, p99 %v, longest %v", boards, length, len(took), failed, p(.5), p(.99), p(1))
	if failed > 0 || p(.99) > 40*time.Millisecond {
		t.Errorf("want no errors and p99 within 40ms")
	}
}

// newTable opens a game for two at one screen and says where it is.
func newTable(t testing.TB, c *http.Client, at *program, r kalah.Rules) (path string, line kalah.Line, version int) {
	t.Helper()
	answer, err := c.PostForm(at.url+"/games", url.Values{"rules": {r.String()}, "against": {"neighbour"}, "starts": {"me"}, "aids": {"full"}, "kind": {"practice"}})
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, answer.Body)
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK || !strings.HasPrefix(answer.Request.URL.Path, "/games/") {
		t.Fatalf("no game: %d at %s", answer.StatusCode, answer.Request.URL)
	}
	return answer.Request.URL.Path, r.Begin(kalah.South), 0
}

// legal is a house that may be played, another one from move to move. The game
// must not be over.
func legal(r kalah.Rules, p kalah.Position, n int) int {
	for {
		if house := n%p.Houses() + 1; r.Legal(p, house) == nil {
			return house
		}
		n++
	}
}

// post sends a form, reads the whole answer and gives its status.
func post(t testing.TB, c *http.Client, to string, form url.Values, header ...string) int {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, to, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	answer, err := c.Do(req)
	if err != nil {
		t.Error(err)
		return 0
	}
	defer answer.Body.Close()
	io.Copy(io.Discard, answer.Body)
	return answer.StatusCode
}

func loadPage(t *testing.T) {
	at := start(t, "")
	c := client(t)
	rules, _ := kalah.Named("standard")
	path, line, _ := newTable(t, c, at, rules)
	for n := range 20 {
		if rules.Over(line.Pos) != kalah.NotOver {
			t.Fatalf("the game is over after %d moves", n)
		}
		house := legal(rules, line.Pos, n)
		if status := post(t, c, at.url+path+"/moves", url.Values{"version": {fmt.Sprint(n)}, "house": {fmt.Sprint(house)}}); status != http.StatusOK {
			t.Fatalf("move %d: %d", n+1, status)
		}
		line, _, _ = rules.Play(line, house)
	}
	here, _ := url.Parse(at.url)
	cookies := []string{}
	for _, k := range c.Jar.Cookies(here) {
		cookies = append(cookies, k.Name+"="+k.Value)
	}

	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.GET("/", func(c echo.Context) error { return c.String(http.StatusOK, "Hello, World!") })
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	constant := &http.Server{Handler: e}
	go constant.Serve(listener)
	defer constant.Close()

	var page, text []float64
	for range 3 {
		text = append(text, rate(t, "http://"+listener.Addr().String()+"/", ""))
		page = append(page, rate(t, at.url+path, strings.Join(cookies, "; ")))
	}
	slices.Sort(page)
	slices.Sort(text)
	ratio := page[1] / text[1]
	t.Logf("requests a second, median of three: board page %.0f, constant text %.0f, ratio %.2f", page[1], text[1], ratio)
	if ratio < 0.2 {
		t.Errorf("want a ratio of at least 0.2")
	}
}

// rate asks for an address from 8 connections for two seconds, uncompressed,
// and gives the answers a second.
func rate(t *testing.T, address, cookies string) float64 {
	const connections, length = 8, 2 * time.Second
	c := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: connections}}
	defer c.CloseIdleConnections()
	var answers atomic.Int64
	var wg sync.WaitGroup
	end := time.Now().Add(length)
	for range connections {
		wg.Go(func() {
			req, err := http.NewRequest(http.MethodGet, address, nil)
			if err != nil {
				t.Error(err)
				return
			}
			req.Header.Set("Cookie", cookies)
			for time.Now().Before(end) {
				answer, err := c.Do(req)
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.StatusCode != http.StatusOK {
					t.Errorf("%s: %d %v", address, answer.StatusCode, err)
					return
				}
				answer.Body.Close()
				answers.Add(1)
			}
		})
	}
	wg.Wait()
	return float64(answers.Load()) / length.Seconds()
}
