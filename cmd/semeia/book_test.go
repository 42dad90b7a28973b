package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"semeia/internal/solver"
)

// A book grows in its file, stops when the time is over, goes on from what is
// there, and says how far it is.
func TestBookFromTheCommandLine(t *testing.T) {
	file := filepath.Join(t.TempDir(), "small")
	length := func() int {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		b, err := solver.ReadBook(f)
		if err != nil {
			t.Fatal(err)
		}
		return b.Len()
	}
	small := []string{"book", "-rules", "free:4x3:extra:both:row:owner:0", "-memory", "16MiB", "-least", "8", "-lang", "en", file}
	if code, out, errs := once(t, nil, append(small, "-time", "1ns")...); code != 0 || strings.Contains(out, "Everything") || length() != 0 {
		t.Fatalf("exit %d: %s%s", code, out, errs)
	}
	code, out, errs := once(t, nil, small...)
	whole := length()
	if code != 0 || !strings.Contains(out, "0 positions so far") || !strings.Contains(out, "first and second moves") || !strings.Contains(out, "Everything down to the fewest seeds is in it.") || whole < 100 {
		t.Fatalf("exit %d, %d positions: %s%s", code, whole, out, errs)
	}
	if code, out, _ := once(t, nil, small...); code != 0 || length() != whole || strings.Contains(out, "waiting") {
		t.Errorf("a whole book is worked on again: exit %d, %d positions instead of %d: %s", code, length(), whole, out)
	}
	if files, err := os.ReadDir(filepath.Dir(file)); err != nil || len(files) != 1 {
		t.Error("something is left beside the book:", files, err)
	}
	bad := filepath.Join(t.TempDir(), "bad")
	if err := os.WriteFile(bad, []byte("no book"), 0o600); err != nil {
		t.Fatal(err)
	}
	for lang, says := range map[string]string{"en": "is no opening book", "pt": "não é um livro de aberturas", "sq": "nuk është libër hapjesh"} {
		if code, out, errs := once(t, nil, "book", "-lang", lang, bad); code != 1 || !strings.Contains(errs, says) {
			t.Errorf("%s: exit %d: %s%s", lang, code, out, errs)
		}
	}
	if raw, err := os.ReadFile(bad); err != nil || string(raw) != "no book" {
		t.Error("a file that is no book is written over")
	}
	for _, args := range [][]string{{"book"}, {"book", file, file}, {"book", "-memory", "much", file}, {"book", "-least", "-1", file}} {
		if code, _, errs := once(t, nil, args...); code != 2 {
			t.Errorf("%v: exit %d: %s", args, code, errs)
		}
	}
}
