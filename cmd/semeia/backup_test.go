package main

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"semeia/internal/i18n"
	"semeia/internal/store"
	"semeia/locales"
)

func TestBackupAndRestoreOfARunningProgram(t *testing.T) {
	at := start(t, "")
	copy := filepath.Join(t.TempDir(), "a copy.db")
	for lang, says := range map[string]string{"en": "made and checked", "pt": "feita e conferida", "sq": "u bë dhe u kontrollua"} {
		code, out, errs := once(t, map[string]string{"SEMEIA_DB": at.db}, "backup", "-lang", lang, copy)
		if code != 0 || errs != "" || strings.Count(out, "\n") != 1 || !strings.Contains(out, says) || !strings.Contains(out, copy) || !strings.Contains(out, " KB") {
			t.Errorf("%s: exit %d: %q %q", lang, code, out, errs)
		}
	}
	for lang, says := range map[string]string{"en": "A program has", "pt": "Um programa está", "sq": "Një program e ka"} {
		code, out, errs := once(t, nil, "restore", "-db", at.db, "-lang", lang, "-force", copy)
		if code != 1 || out != "" || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, says) {
			t.Errorf("%s: exit %d: %q %q", lang, code, out, errs)
		}
	}
	if code, _, errs := at.stop(); code != 0 || errs != "" {
		t.Errorf("exit %d: %s", code, errs)
	}
	code, out, errs := once(t, nil, "restore", "-db", at.db, "-lang", "en", copy)
	if code != 0 || errs != "" || strings.Count(out, "\n") != 1 || !strings.Contains(out, at.db+".before-restore-") {
		t.Errorf("exit %d: %q %q", code, out, errs)
	}
	code, out, errs = once(t, nil, "restore", "-db", filepath.Join(t.TempDir(), "new.db"), "-lang", "en", copy)
	if code != 0 || errs != "" || strings.Count(out, "\n") != 1 || strings.Contains(out, "before") {
		t.Errorf("exit %d: %q %q", code, out, errs)
	}
	start(t, at.db)
}

func TestBackupAndRestoreRefuseInOneLine(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		run  string
		args []string
		code int
	}{
		{"backup", []string{"-db", filepath.Join(dir, "no.db"), filepath.Join(dir, "b.db")}, 1},
		{"restore", []string{"-db", filepath.Join(dir, "no.db"), filepath.Join(dir, "b.db")}, 1},
		{"backup", []string{"-db", "postgres://ana:secret@db.example/semeia", "b.dump"}, 1},
		{"restore", []string{"-db", "postgres://ana:secret@db.example/semeia", "b.dump"}, 1},
		{"backup", nil, 2}, {"restore", nil, 2}, {"backup", []string{"a", "b"}, 2}, {"restore", []string{""}, 2},
	} {
		for _, lang := range []string{"en", "pt", "sq"} {
			code, out, errs := once(t, map[string]string{"SEMEIA_LANG": lang}, append([]string{c.run}, c.args...)...)
			if code != c.code || out != "" || strings.Count(errs, "\n") != 1 || strings.Contains(errs, "⟦") || strings.Contains(errs, "secret") {
				t.Errorf("%v in %s: exit %d: %q %q", c.args, lang, code, out, errs)
			}
			if strings.Contains(strings.Join(c.args, " "), "postgres") && !strings.Contains(errs, "-d 'postgres://ana@db.example/semeia'") {
				t.Errorf("%v in %s: %q", c.args, lang, errs)
			}
		}
	}
	for _, run := range []string{"backup", "restore"} {
		for want, args := range map[int][]string{0: {"-h"}, 2: {"-colour", "red", "x"}} {
			if code, _, errs := once(t, nil, append([]string{run}, args...)...); code != want || !strings.Contains(errs, "semeia") {
				t.Errorf("%v: exit %d: %q", args, code, errs)
			}
		}
		if code, _, errs := once(t, nil, run, "-lang", "xx", "x"); code != 2 || !strings.Contains(errs, "xx") {
			t.Errorf("exit %d: %q", code, errs)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 0 {
		t.Errorf("made on the way: %v", left)
	}
}

func TestOptionsOfBackupsMadeByThemselves(t *testing.T) {
	dir := t.TempDir()
	if k, err := keepOf("semeia.db", dir, "24h", "14"); err != nil || k != (store.Keep{Dir: dir, Every: 24 * time.Hour, Last: 14}) {
		t.Error(k, err)
	}
	if k, err := keepOf("postgres://h/d", "", "x", "x"); err != nil || k != (store.Keep{}) {
		t.Error(k, err)
	}
	c, err := i18n.Load(locales.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range []struct{ db, dir, every, last, says string }{
		{"semeia.db", filepath.Join(dir, "no"), "24h", "14", filepath.Join(dir, "no")},
		{"semeia.db", dir, "daily", "14", "daily"}, {"semeia.db", dir, "1s", "14", "1s"}, {"semeia.db", dir, "-24h", "14", "-24h"},
		{"semeia.db", dir, "24h", "0", "-backup-keep"}, {"semeia.db", dir, "24h", "all", "all"},
		{"postgres://ana:secret@h/d", dir, "24h", "14", "pg_dump -Fc -d 'postgres://ana@h/d' -f '" + dir},
	} {
		k, err := keepOf(in.db, in.dir, in.every, in.last)
		if err == nil || k != (store.Keep{}) {
			t.Errorf("%+v: %v %v", in, k, err)
			continue
		}
		if text := readable(mustLoc(c, "en"), err); !strings.Contains(text, in.says) || strings.Contains(text, "secret") || strings.Contains(text, "⟦") {
			t.Errorf("%+v: %s", in, text)
		}
	}
}

// kept runs the loop with a clock that goes on by step at every look at it,
// until it has made so many backups, and gives their names.
func kept(t *testing.T, dir string, from time.Time, step time.Duration, n int) (names []string, log string) {
	t.Helper()
	s, err := store.Open(context.Background(), filepath.Join(t.TempDir(), "semeia.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var looks atomic.Int64
	now := func() time.Time { return from.Add(time.Duration(looks.Add(1)-1) * step) }
	var out lines
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		keepBackups(ctx, s, store.Keep{Dir: dir, Every: 10 * time.Millisecond, Last: 3}, slog.New(slog.NewTextHandler(&out, nil)), now)
	}()
	for deadline := time.Now().Add(10 * time.Second); strings.Count(out.String(), "msg=backup") < n; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("too few backups: %s", out.String())
		}
	}
	cancel()
	select {
	case <-ended:
	case <-time.After(5 * time.Second):
		t.Fatal("the loop does not end")
	}
	list, err := filepath.Glob(filepath.Join(dir, "semeia-*.db"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range list {
		names = append(names, filepath.Base(path))
	}
	return names, out.String()
}

func TestBackupsAreMadeByThemselves(t *testing.T) {
	at := time.Date(2026, 11, 30, 8, 15, 0, 0, time.Local)
	names, log := kept(t, t.TempDir(), at, time.Second, 5)
	if len(names) != 3 || strings.Contains(log, "level=ERROR") {
		t.Errorf("%v %s", names, log)
	}
	// A folder that is gone is said, and tried again.
	gone := filepath.Join(t.TempDir(), "gone")
	if names, log := kept(t, gone, at, time.Second, 2); len(names) != 0 || !strings.Contains(log, "cmd.backup.folder") {
		t.Errorf("%v %s", names, log)
	}
	// A backup from the time to come, after the clock was set back, holds up none.
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "semeia-20991231-235959.db"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if names, log := kept(t, dir, at, time.Second, 1); len(names) < 2 {
		t.Errorf("%v %s", names, log)
	}
}

func TestTheFirstBackupWaitsUntilTheNewestIsOldEnough(t *testing.T) {
	dir := t.TempDir()
	at := time.Date(2026, 11, 30, 8, 15, 0, 0, time.Local)
	if err := os.WriteFile(filepath.Join(dir, "semeia-20261130-080000.db"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(context.Background(), filepath.Join(t.TempDir(), "semeia.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	log := slog.New(slog.DiscardHandler)
	for _, c := range []struct {
		every time.Duration
		want  int
	}{{time.Hour, 1}, {15 * time.Minute, 2}} {
		ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
		keepBackups(ctx, s, store.Keep{Dir: dir, Every: c.every, Last: 9}, log, func() time.Time { return at })
		cancel()
		if names, _ := filepath.Glob(filepath.Join(dir, "*")); len(names) != c.want {
			t.Errorf("every %v: %v", c.every, names)
		}
	}
}
