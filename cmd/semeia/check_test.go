package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// checked is what "semeia check" says of a folder of lessons, in English.
func checked(t *testing.T, dir string) (code int, said string) {
	t.Helper()
	var out bytes.Buffer
	code = run(t.Context(), []string{"check", "-lang", "en", "-lessons", dir}, func(string) string { return "" }, &out, &out)
	return code, out.String()
}

// example writes the lesson of the README into a folder.
func example(t *testing.T, dir string) {
	t.Helper()
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"03-my-corner/lesson.toml", "03-my-corner/en.md"} {
		_, rest, ok := strings.Cut(string(readme), "`mine/"+name+"`:\n\n")
		if !ok {
			t.Fatalf("the README has no %s", name)
		}
		var text strings.Builder
		for line := range strings.Lines(rest) {
			inside, ok := strings.CutPrefix(line, "    ")
			if !ok && line != "\n" {
				break
			}
			if !ok {
				inside = line
			}
			text.WriteString(inside)
		}
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheLessonOfTheReadmeIsGood(t *testing.T) {
	dir := t.TempDir()
	if code, said := checked(t, dir); code != 0 || !strings.Contains(said, "there is no lesson in "+dir) {
		t.Error(code, said)
	}
	example(t, dir)
	if code, said := checked(t, dir); code != 0 || !strings.HasSuffix(said, " 1 of your own: 03-my-corner\n") {
		t.Error(code, said)
	}
	itself := filepath.Join(dir, "03-my-corner")
	if code, said := checked(t, itself); code != 1 || !strings.Contains(said, "-lessons "+dir) {
		t.Error(code, said)
	}
	if err := os.Remove(filepath.Join(itself, "lesson.toml")); err != nil {
		t.Fatal(err)
	}
	if code, said := checked(t, dir); code != 1 || !strings.HasPrefix(said, filepath.Join(itself, "lesson.toml")+":1: ") {
		t.Error(code, said)
	}
	if code, said := checked(t, filepath.Join(dir, "none")); code != 1 || !strings.Contains(said, "no folder") {
		t.Error(code, said)
	}
}
