package main

import (
	"bytes"
	"context"
	"net/http"
	"net/http/cookiejar"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"time"
)

// program is the real program, started as a person starts it, on a free port
// of loopback.
type program struct {
	t    testing.TB
	url  string
	db   string
	stop func() (exit int, stdout, stderr string)
}

// lines is output that can be read while it is written.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

var address = regexp.MustCompile(`http://127\.0\.0\.1:\d+`)

// start runs the program with a database file (a new one when db is "") and
// waits until it has said where it listens.
func start(t testing.TB, db string, args ...string) *program {
	t.Helper()
	if db == "" {
		db = filepath.Join(t.TempDir(), "semeia.db")
	}
	ctx, cancel := context.WithCancel(context.Background())
	var stdout, stderr lines
	exit := make(chan int, 1)
	args = append([]string{"-addr", "127.0.0.1:0", "-db", db}, args...)
	go func() { exit <- run(ctx, args, func(string) string { return "" }, &stdout, &stderr) }()
	p := &program{t: t, db: db}
	var once sync.Once
	p.stop = func() (code int, out, errs string) {
		once.Do(func() {
			cancel()
			select {
			case code = <-exit:
			case <-time.After(15 * time.Second):
				t.Error("the program does not end")
			}
		})
		return code, stdout.String(), stderr.String()
	}
	t.Cleanup(func() { p.stop() })
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if p.url = address.FindString(stdout.String()); p.url != "" {
			return p
		}
		if time.Now().After(deadline) {
			t.Fatalf("the program does not say where it listens: %s%s", stdout.String(), stderr.String())
		}
	}
}

// client is a browser without a screen: cookies and forms, no scripts.
func client(t testing.TB) *http.Client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar, Timeout: 20 * time.Second}
}
