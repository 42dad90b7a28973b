package static_test

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"semeia/static"
)

func TestVendoredFilesAreThoseOfTheirVersions(t *testing.T) {
	text, err := os.ReadFile("vendor/VERSIONS")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		f := strings.Fields(line)
		listed[f[0]] = f[1]
	}
	files, err := filepath.Glob("vendor/*.js")
	if err != nil || len(files) != len(listed) {
		t.Fatalf("%d files, %d listed, %v", len(files), len(listed), err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(b)
		if got := hex.EncodeToString(sum[:]); got != listed[filepath.Base(file)] {
			t.Errorf("%s: %s is not the sum that VERSIONS has", file, got)
		}
	}
}

// What the policy of the pages or htmx without eval would drop without a word.
func TestNothingThatFailsSilentlyIsWritten(t *testing.T) {
	files, err := filepath.Glob("../templates/*.templ")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"hx-on", "js:", "javascript:", "morph:{", " style=", "<style", "onclick=", "<script>", "hx-vars", `hx-trigger="click[`} {
			if bad == "<style" && filepath.Base(file) == "file.templ" {
				continue // a file that leaves the program and brings its own style
			}
			if strings.Contains(string(b), bad) {
				t.Errorf("%s holds %q", file, bad)
			}
		}
	}
}

func TestFilesAreServedUnderTheirHashOnly(t *testing.T) {
	ask := func(path, encoding string) (*httptest.ResponseRecorder, bool) {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("Accept-Encoding", encoding)
		w := httptest.NewRecorder()
		return w, static.ServeHTTP(w, r)
	}
	for name, kind := range map[string]string{"semeia.css": "text/css", "game.js": "text/javascript", "favicon.svg": "image/svg+xml", "vendor/htmx.min.js": "text/javascript"} {
		w, ok := ask(static.URL(name), "gzip")
		if !ok || !strings.HasPrefix(w.Header().Get("Content-Type"), kind) || w.Header().Get("Content-Encoding") != "gzip" || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %v %v", name, ok, w.Header())
		}
		if plain, ok := ask(static.URL(name), ""); !ok || plain.Header().Get("Content-Encoding") != "" || plain.Body.Len() <= w.Body.Len() {
			t.Errorf("%s without compression: %v", name, plain.Header())
		}
	}
	for _, path := range []string{"/static/000000000000/semeia.css", static.URL("static.go"), static.URL("../go.mod"), static.URL(""), "/static/semeia.css"} {
		if _, ok := ask(path, ""); ok {
			t.Errorf("%s is served", path)
		}
	}
}
