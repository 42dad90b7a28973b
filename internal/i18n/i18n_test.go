package i18n_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/BurntSushi/toml"
	goi18n "github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

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

// owed are the plural forms that a language chooses among, each with one of the
// numbers that take it, or -1 where several do: the forms of 0 to 200 and of a
// million.
func owed(t *testing.T, tag string) map[string]int {
	t.Helper()
	all := ""
	for _, form := range []string{"zero", "one", "two", "few", "many", "other"} {
		all += form + " = \"" + form + "\"\n"
	}
	bundle := goi18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("toml", toml.Unmarshal)
	if _, err := bundle.ParseMessageFileBytes([]byte("[n]\n"+all), tag+".toml"); err != nil {
		t.Fatal(err)
	}
	l := goi18n.NewLocalizer(bundle, tag)
	of := map[string]int{}
	for i := range 202 {
		n := i
		if i > 200 {
			n = 1_000_000
		}
		form, err := l.Localize(&goi18n.LocalizeConfig{MessageID: "n", PluralCount: n})
		if err != nil {
			t.Fatalf("%s: the plural of %d: %v", tag, n, err)
		}
		if _, ok := of[form]; ok {
			n = -1
		}
		of[form] = n
	}
	return of
}

// lacks says what a catalogue lacks beside the English one, which has the form
// "one" where a text is counted.
func lacks(code string, en, own forms, owed map[string]int) (all []string) {
	say := func(format string, args ...any) {
		all = append(all, code+".toml: "+fmt.Sprintf(format, args...))
	}
	for _, key := range slices.Sorted(maps.Keys(own)) {
		if _, ok := en[key]; !ok {
			say("the key %q is not in en.toml", key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(en)) {
		if _, ok := own[key]; !ok {
			say("the text %q is missing", key)
			continue
		}
		want := map[string]int{"other": -1}
		if _, counted := en[key]["one"]; counted {
			want = owed
		}
		for _, form := range slices.Sorted(maps.Keys(want)) {
			text, ok := own[key][form]
			if !ok {
				say("%q has no form %q", key, form)
				continue
			}
			mine, others := names(text), names(en[key]["other"])
			if want[form] >= 0 || form == "one" { // "1 seed" may be a word in one language and a number in another
				mine, others = without(mine), without(others)
			}
			if !slices.Equal(mine, others) {
				say("%q %s has %v, en.toml has %v", key, form, mine, others)
			}
		}
		for _, form := range slices.Sorted(maps.Keys(own[key])) {
			if _, ok := want[form]; !ok {
				say("%q has the form %q, which it does not need", key, form)
			}
		}
	}
	return all
}

func TestEveryCatalogueHasEveryKeyFormAndPlaceholder(t *testing.T) {
	en := texts(t, "en")
	for _, lang := range i18n.Langs {
		own := texts(t, lang.Code)
		for _, what := range lacks(lang.Code, en, own, owed(t, lang.Tag)) {
			t.Error(what)
		}
		for key, form := range own {
			for _, text := range form {
				if strings.TrimSpace(text) != text || text == "" || strings.ContainsAny(text, "<>&") && !strings.HasPrefix(key, "compare.") || strings.Contains(text, "  ") {
					t.Errorf("%s: %q: %q", lang.Code, key, text)
				}
				if strings.Contains(placeholder.ReplaceAllString(text, ""), "{") {
					t.Errorf("%s: %q holds more than placeholders: %q", lang.Code, key, text)
				}
			}
		}
	}
	for key, form := range en {
		if _, counted := form["one"]; counted != strings.Contains(form["other"], "{{.N}}") {
			t.Errorf("en: %q: {{.N}} and the form \"one\" go together", key)
		}
	}
}

func TestEachLanguageOwesItsPluralForms(t *testing.T) {
	for tag, want := range map[string]string{
		"en": "one other", "sq": "one other", "pt-BR": "many one other", "es": "many one other",
		"pl": "few many one", "ar": "few many one other two zero", "ja": "other",
	} {
		if got := strings.Join(slices.Sorted(maps.Keys(owed(t, tag))), " "); got != want {
			t.Errorf("%s owes %s, want %s", tag, got, want)
		}
	}
}

func TestWhatANewCatalogueLacksIsNamed(t *testing.T) {
	en := forms{"a.hat": {"other": "A hat for {{.Name}}"}, "a.hats": {"one": "1 hat", "other": "{{.N}} hats"}}
	owed := owed(t, "es")
	for _, c := range []struct {
		own  forms
		want string
	}{
		{forms{"a.hat": {"other": "{{.Name}}"}, "a.hats": {"one": "un", "many": "{{.N}} de", "other": "{{.N}}"}}, ""},
		{forms{"a.hats": {"one": "un", "many": "{{.N}} de", "other": "{{.N}}"}}, `es.toml: the text "a.hat" is missing`},
		{forms{"a.hat": {"other": "{{.Name}}"}, "a.hats": {"one": "un", "other": "{{.N}}"}}, `es.toml: "a.hats" has no form "many"`},
		{forms{"a.hat": {"other": "{{.Nome}}"}, "a.hats": {"one": "un", "many": "{{.N}} de", "other": "{{.N}}"}}, `es.toml: "a.hat" other has [{{.Nome}}], en.toml has [{{.Name}}]`},
		{forms{"a.hat": {"other": "{{.Name}}", "few": "x"}, "a.hats": {"one": "un", "many": "{{.N}} de", "other": "{{.N}}"}}, `es.toml: "a.hat" has the form "few", which it does not need`},
		{forms{"a.hat": {"other": "{{.Name}}"}, "a.hats": {"one": "un", "many": "muchos", "other": "{{.N}}"}}, ""}, // only a million takes it
		{forms{"a.hat": {"other": "{{.Name}}"}, "a.hats": {"one": "un", "many": "{{.N}} de", "other": "muchos"}}, `es.toml: "a.hats" other has [], en.toml has [{{.N}}]`},
		{forms{"a.hat": {"other": "{{.Name}}"}, "b": {}, "a.hats": {"one": "un", "many": "{{.N}} de", "other": "{{.N}}"}}, `es.toml: the key "b" is not in en.toml`},
	} {
		if got := strings.Join(lacks("es", en, c.own, owed), "; "); got != c.want {
			t.Errorf("%v: %s, want %s", c.own, got, c.want)
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
	foreign := slices.DeleteFunc([]string{"fr", "de", "cy", "eu", "zu", "mt"}, func(code string) bool { _, ours := c.Loc(code); return ours })
	others := strings.NewReplacer("FR", foreign[0], "DE", foreign[1])
	for _, lang := range i18n.Langs {
		fallback := lang.Code
		for accept, want := range map[string]string{
			"pt-BR,pt;q=0.9,en;q=0.8": "pt", "pt-PT": "pt", "pt": "pt", "sq-XK,sq;q=0.9": "sq", "SQ-al": "sq",
			"en-GB;q=0.4,sq;q=0.9": "sq", "pt;q=0,en": "en", "en-US,en;q=0.5": "en", "pt-u-rg-brzzzz": "pt",
			"DE,FR;q=0.9,sq;q=0.1": "sq", "FR,DE;q=0.5,en;q=0.3": "en",
			"FR": fallback, "*": fallback, "pt;q=abc,,;": fallback, "": fallback, "pt;q=0": fallback,
			strings.Repeat("x", 10000): fallback, "\x00": fallback, "en;q=2": "en",
		} {
			accept = others.Replace(accept)
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
	for _, lang := range i18n.Langs {
		bad[lang.Code+".toml"] = &fstest.MapFile{Data: []byte("[\"a.b\"]\nother = \"{{if .X}}\"\n")}
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
