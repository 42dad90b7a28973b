package i18n_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/BurntSushi/toml"

	"semeia/internal/i18n"
	"semeia/locales"
)

func catalogue(t *testing.T) *i18n.Catalogue {
	t.Helper()
	c, err := i18n.Load(locales.FS)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func loc(t *testing.T, c *i18n.Catalogue, code string) *i18n.Loc {
	t.Helper()
	l, ok := c.Loc(code)
	if !ok {
		t.Fatalf("no language %q", code)
	}
	return l
}

type forms map[string]map[string]string

func texts(t *testing.T, code string) forms {
	t.Helper()
	raw, err := fs.ReadFile(locales.FS, code+".toml")
	if err != nil {
		t.Fatal(err)
	}
	var f forms
	if err := toml.Unmarshal(raw, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

var placeholder = regexp.MustCompile(`\{\{\.\w+\}\}`)

func names(text string) []string {
	found := placeholder.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

func TestEveryCatalogueHasEveryKeyFormAndPlaceholder(t *testing.T) {
	en := texts(t, "en")
	for _, code := range []string{"pt", "sq"} {
		other := texts(t, code)
		for key := range other {
			if _, ok := en[key]; !ok {
				t.Errorf("%s: the key %q is not in en", code, key)
			}
		}
		for key, form := range en {
			for name, text := range form {
				theirs, ok := other[key][name]
				if !ok {
					t.Errorf("%s: %q has no form %q", code, key, name)
					continue
				}
				mine, others := names(text), names(theirs)
				if name == "one" { // "1 seed" may be a word in one language and a number in another
					mine, others = without(mine), without(others)
				}
				if !slices.Equal(mine, others) {
					t.Errorf("%s: %q %s has %v, en has %v", code, key, name, others, mine)
				}
			}
		}
	}
	for _, code := range []string{"en", "pt", "sq"} {
		for key, form := range texts(t, code) {
			for name, text := range form {
				if name != "one" && name != "other" && (name != "many" || code != "pt") {
					t.Errorf("%s: %q has the form %q", code, key, name)
				}
				if strings.TrimSpace(text) != text || text == "" || strings.ContainsAny(text, "<>&") && !strings.HasPrefix(key, "compare.") || strings.Contains(text, "  ") {
					t.Errorf("%s: %q: %q", code, key, text)
				}
				if strings.Contains(placeholder.ReplaceAllString(text, ""), "{") {
					t.Errorf("%s: %q holds more than placeholders: %q", code, key, text)
				}
			}
			if _, counted := form["one"]; counted != strings.Contains(form["other"], "{{.N}}") {
				t.Errorf("%s: %q: {{.N}} and the form \"one\" go together", code, key)
			} else if _, many := form["many"]; code == "pt" && many != counted {
				t.Errorf("%s: %q: the form \"many\" is for a million, and is owed", code, key)
			}
		}
	}
}

func without(names []string) []string {
	return slices.DeleteFunc(names, func(s string) bool { return s == "{{.N}}" })
}

// A key in the code is a whole literal, so that both directions can be seen.
func TestEveryKeyUsedExistsAndEveryKeyIsUsed(t *testing.T) {
	en := texts(t, "en")
	groups := map[string]bool{}
	for key := range en {
		groups[key[:strings.IndexByte(key, '.')]] = true
	}
	literal := regexp.MustCompile(`"([a-z]+)((?:\.[a-z0-9-]+)+)"`)
	used := map[string]bool{}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata" || d.Name() == "vendor") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, ".templ") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "_templ.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range literal.FindAllStringSubmatch(string(text), -1) {
			key := m[1] + m[2]
			used[key] = true
			if _, ok := en[key]; !ok && groups[m[1]] && !slices.Contains([]string{".js", ".json", ".db", ".css", ".toml"}, filepath.Ext(key)) {
				t.Errorf("%s uses the key %q, which no catalogue has", path, key)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for key := range en {
		if !used[key] {
			t.Errorf("nobody uses the key %q", key)
		}
	}
}

func TestD01EachCountTakesItsForm(t *testing.T) {
	c := catalogue(t)
	for code, want := range map[string]map[int]string{
		"pt": {0: "casa 2, com 0 semente", 1: "casa 2, com 1 semente", 2: "casa 2, com 2 sementes", 21: "casa 2, com 21 sementes", 1000000: "casa 2, com 1000000 sementes"},
		"en": {0: "house 2, 0 seeds", 1: "house 2, 1 seed", 2: "house 2, 2 seeds", 21: "house 2, 21 seeds"},
		"sq": {0: "gropa 2, me 0 fara", 1: "gropa 2, me 1 farë", 2: "gropa 2, me 2 fara", 21: "gropa 2, me 21 fara"},
	} {
		l := loc(t, c, code)
		for n, text := range want {
			if got := l.N("cup.house", n, i18n.Args{"House": 2}); got != text {
				t.Errorf("%s %d: %q, want %q", code, n, got, text)
			}
		}
	}
}

func TestD02TheReadersLanguageIsFound(t *testing.T) {
	c := catalogue(t)
	for _, fallback := range []string{"pt", "en", "sq"} {
		for accept, want := range map[string]string{
			"pt-BR,pt;q=0.9,en;q=0.8": "pt", "pt-PT": "pt", "pt": "pt", "sq-XK,sq;q=0.9": "sq", "SQ-al": "sq",
			"en-GB;q=0.4,sq;q=0.9": "sq", "pt;q=0,en": "en", "en-US,en;q=0.5": "en", "pt-u-rg-brzzzz": "pt",
			"de-DE,fr;q=0.9,sq;q=0.1": "sq", "fr-FR,de;q=0.5,en;q=0.3": "en",
			"fr-FR": fallback, "*": fallback, "pt;q=abc,,;": fallback, "": fallback, "pt;q=0": fallback,
			strings.Repeat("x", 10000): fallback, "\x00": fallback, "en;q=2": "en",
		} {
			got := c.Choose("", accept, loc(t, c, fallback)).Code
			if accept == "en;q=2" {
				continue // out of range: any answer but a panic
			}
			if got != want {
				t.Errorf("%q with %s: %s, want %s", accept, fallback, got, want)
			}
		}
		for chosen, want := range map[string]string{"sq": "sq", "pt": "pt", "xx": "en", "": "en", "../en": "en"} {
			if got := c.Choose(chosen, "en", loc(t, c, fallback)).Code; got != want {
				t.Errorf("chosen %q: %s, want %s", chosen, got, want)
			}
		}
	}
}

func TestAMessageThatCannotBeMadeShowsItsKey(t *testing.T) {
	l := loc(t, catalogue(t), "sq")
	for got, want := range map[string]string{
		l.T("no.such"):                 "⟦no.such⟧",
		l.N("no.such", 2):              "⟦no.such⟧",
		l.T("game.you"):                "⟦game.you⟧", // its name is missing
		l.M(i18n.Msg{Key: "nav.play"}): "Luaj",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestACatalogueWithAFaultIsRefusedOrNamed(t *testing.T) {
	if _, err := i18n.Load(fstest.MapFS{"pt.toml": {Data: []byte("")}, "en.toml": {Data: []byte("")}}); err == nil {
		t.Error("a language is missing and nobody says so")
	}
	bad := fstest.MapFS{}
	for _, code := range []string{"pt", "en", "sq"} {
		bad[code+".toml"] = &fstest.MapFile{Data: []byte("[\"a.b\"]\nother = \"{{if .X}}\"\n")}
	}
	c, err := i18n.Load(bad)
	if err != nil {
		t.Fatal(err)
	}
	if got := loc(t, c, "en").T("a.b"); got != "⟦a.b⟧" {
		t.Errorf("%q", got)
	}
}

func ExampleLoc_N() {
	c, _ := i18n.Load(locales.FS)
	l, _ := c.Loc("pt")
	fmt.Println(l.N("card.seeds", 32))
	// Output: 32 sementes ao todo
}
