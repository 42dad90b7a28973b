package course_test

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"semeia/internal/course"
	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/locales"
)

// base is a good course of two small lessons, by file. The caller owns it.
func base(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	root := os.DirFS(filepath.Join("testdata", "base"))
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(root, name)
		files[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range i18n.Langs {
		speakEnglish(files, lang.Code)
	}
	return files
}

// speakEnglish gives a language that a course does not have the English words.
func speakEnglish(files map[string]string, code string) {
	for name := range maps.Clone(files) {
		dir, file := path.Split(name)
		if _, ok := files[dir+code+".md"]; file == "en.md" && !ok {
			files[dir+code+".md"] = files[name]
		}
	}
	if words := files["words.toml"]; !strings.Contains(words, "\n"+code+" = ") {
		files["words.toml"] = regexp.MustCompile(`(?m)^en( = .*)$`).ReplaceAllString(words, "$0\n"+code+"$1")
	}
}

func mapFS(files map[string]string) fstest.MapFS {
	m := fstest.MapFS{}
	for name, text := range files {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}

// folderOf writes files into a new folder.
func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		write(t, dir, name, text)
	}
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// variant is the base with one fault.
type variant struct {
	key      string // of the message
	file     string // below 03-small where it has no folder; "" is the folder itself
	old, new string // an edit; a file is removed where both are ""
	at       string // begins the line of the fault in the changed file; "" is line 1
	in       string // file of the fault where it is another
}

func (v *variant) path() string { return in3(v.file) }

func in3(file string) string {
	if strings.Contains(file, "/") || file == "words.toml" {
		return file
	}
	return "03-small/" + file
}

// apply makes the edit, and gives where the fault is to be found.
func (v *variant) apply(t *testing.T, files map[string]string) (file string, line int) {
	t.Helper()
	name := v.path()
	text, ok := files[name]
	switch {
	case v.old == "" && v.new == "" && ok:
		delete(files, name)
	case v.old == "":
		files[name] = v.new
	case strings.Count(text, v.old) < 1:
		t.Fatalf("%s has no %q", name, v.old)
	default:
		files[name] = strings.Replace(text, v.old, v.new, 1)
	}
	if file = name; v.in != "" {
		file = strings.TrimSuffix(in3(v.in), "/")
	}
	if line = 1; v.at != "" {
		before, _, ok := strings.Cut("\n"+files[file], "\n"+v.at)
		if !ok {
			t.Fatalf("no line of %s begins with %q", file, v.at)
		}
		line += strings.Count(before, "\n")
	}
	return file, line
}

func (v *variant) want(t *testing.T, faults []course.Fault, file string, line int) {
	t.Helper()
	if len(faults) != 1 || faults[0].Msg.Key != v.key || faults[0].File != file || faults[0].Line != line {
		t.Errorf("%s: %q → %q: want %s at %s:%d, have %d:", v.file, v.old, v.new, v.key, file, line, len(faults))
		for _, f := range faults {
			t.Errorf("\t%s:%d: %s %v", f.File, f.Line, f.Msg.Key, f.Msg.Args)
		}
	}
	catalogue, err := catalogues()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		for _, lang := range i18n.Langs {
			l, _ := catalogue.Loc(lang.Code)
			if said := l.M(f.Msg); strings.ContainsAny(said, "⟦{") || strings.Contains(said, "no value") {
				t.Errorf("%s: %s", lang.Code, said)
			}
		}
	}
}

var catalogues = sync.OnceValues(func() (*i18n.Catalogue, error) { return i18n.Load(locales.FS) })

func TestTheBaseIsGood(t *testing.T) {
	faults, _, err := course.Check(mapFS(base(t)), "")
	if err != nil || len(faults) > 0 {
		t.Fatal(err, faults)
	}
	empty := fstest.MapFS{"words.toml": &fstest.MapFile{}}
	if _, own, err := course.Check(empty, folderOf(t, base(t))); err != nil || len(own) > 0 {
		t.Fatal("as own lessons:", err, own)
	}
}

// Editors write files in many ways that mean the same.
func TestLineEndsMarksAndAccentsDoNotMatter(t *testing.T) {
	for name, change := range map[string]func(string) string{
		"Windows line ends": func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"byte order mark":   func(s string) string { return "\ufeff" + s },
		"both":              func(s string) string { return "\ufeff" + strings.ReplaceAll(s, "\n", "\r\n") },
		"no last line end":  func(s string) string { return strings.TrimRight(s, "\n") },
		"spaces at the end": func(s string) string { return strings.ReplaceAll(s, "\n", "  \n") },
		"quoted keys": func(s string) string {
			return regexp.MustCompile(`(?m)^([a-z]+) = `).ReplaceAllString(s, `"$1" = `)
		},
		"spaced brackets": func(s string) string { return strings.ReplaceAll(s, "[[step]]", "  [[ step ]] # one") },
		"lines of a list": func(s string) string { return strings.ReplaceAll(s, `["K13", "K8"]`, "[\n  \"K13\",\n  \"K8\",\n]") },
	} {
		files := base(t)
		for file, text := range files {
			if file != "words.toml" {
				files[file] = change(text)
			}
		}
		if faults, _, err := course.Check(mapFS(files), ""); err != nil || len(faults) > 0 {
			t.Errorf("%s: %v %v", name, err, faults)
		}
		// A fault is found on the same line all the same.
		toml := "03-small/lesson.toml"
		files[toml] = strings.Replace(files[toml], "landing 1", "landing 9", 1)
		want := 1 + strings.Count(files[toml][:strings.Index(files[toml], "landing 9")], "\n")
		if faults, _, _ := course.Check(mapFS(files), ""); len(faults) != 1 || faults[0].Line != want {
			t.Errorf("%s: want line %d: %v", name, want, faults)
		}
	}
}

func TestOneFaultIsToldOnceAndWhereItIs(t *testing.T) {
	t.Parallel()
	for _, v := range variants {
		files := base(t)
		file, line := v.apply(t, files)
		faults, own, err := course.Check(mapFS(files), "")
		if err != nil || own != nil {
			t.Errorf("%s: %v %v", v.key, err, own)
		}
		v.want(t, faults, file, line)
		if _, err := course.Open(mapFS(files), ""); err == nil || !strings.Contains(err.Error(), v.key) {
			t.Errorf("%s: opened: %v", v.key, err)
		}
	}
}

func TestOneFaultInAnOwnLessonIsToldOnceAndWhereItIs(t *testing.T) {
	t.Parallel()
	built := base(t)
	for _, v := range slices.Concat(ownVariants, variants) {
		if v.key == "check.language" || v.key == "check.text.plan" || v.key == "check.order" || v.key == "check.words" {
			continue // only the built-in lessons must have these, and be in order
		}
		if v.key == "check.minutes" {
			v.new = "minutes = 90"
			v.at = v.new
		}
		files := base(t)
		file, line := v.apply(t, files)
		delete(files, "words.toml")
		if v.key == "check.folder" {
			files["Mine/en.md"] = "# Mine\n\nMy own.\n\n## one: One\nLook.\n"
		}
		faults, own, err := course.Check(mapFS(built), folderOf(t, files))
		if err != nil || len(faults) > 0 {
			t.Errorf("%s: %v %v", v.key, err, faults)
		}
		v.want(t, own, file, line)
	}
}

func TestAnOwnLessonMayHaveOneLanguageAndNoPlan(t *testing.T) {
	files := base(t)
	for _, lang := range i18n.Langs {
		if lang.Code != "en" {
			delete(files, "03-small/"+lang.Code+".md")
		}
		if lang.Code != "sq" {
			delete(files, "04-next/"+lang.Code+".md")
		}
	}
	plan := strings.Index(files["03-small/en.md"], "## @aim")
	files["03-small/en.md"] = files["03-small/en.md"][:plan]
	if _, own, err := course.Check(mapFS(base(t)), folderOf(t, files)); err != nil || len(own) > 0 {
		t.Error(err, own)
	}
}

// A lesson may ask about problem situations: of those there are, or of one that
// it shows.
func TestALessonMayAskAboutSituations(t *testing.T) {
	e, err := lesson.Make(lesson.Key{Kind: lesson.GoodLooking, Rules: "seventeen", Level: 2, Version: lesson.Version})
	if err != nil {
		t.Fatal(err)
	}
	files := base(t)
	toml := "03-small/lesson.toml"
	for old, now := range map[string]string{
		"\"captures 1\"\nboard = \"<5,1,1,3,1,2,0,1,1,3,0,2,2>\"\nskill = \"K8\"": "\"good-looking 2\"\nboard = \"" + e.Pos.String() + "\"\nskill = \"T4\"",
		"skill = \"K13\"\nexercises = [\"still-to 1\", \"still-to 2\"]":           "skill = \"T4\"\nexercises = [\"enough 1\", \"three-turns 2\"]",
	} {
		if strings.Count(files[toml], old) != 1 {
			t.Fatalf("no %q", old)
		}
		files[toml] = strings.Replace(files[toml], old, now, 1)
	}
	if _, own, err := course.Check(mapFS(base(t)), folderOf(t, files)); err != nil || len(own) > 0 {
		t.Error(err, own)
	}
}

// Every message of the check is tested here, but for those that cannot come.
func TestEveryMessageHasAVariant(t *testing.T) {
	text, err := fs.ReadFile(locales.FS, "en.toml")
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]int{
		"check.unreadable": 1, // TestAFolderThatGoesAwayIsTold
		"check.make":       1, // below
	}
	for _, v := range slices.Concat(variants, ownVariants) {
		have[v.key]++
	}
	exist := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\["(check\.[a-z0-9.]+)"\]`).FindAllStringSubmatch(string(text), -1) {
		exist[m[1]] = true
		if have[m[1]] == 0 {
			t.Errorf("%s has no variant", m[1])
		}
	}
	for _, key := range slices.Sorted(maps.Keys(have)) {
		if !exist[key] {
			t.Errorf("%s is no message", key)
		}
	}
	// "check.make" would be for a kind and level that exist, and of which none is
	// found: there are none.
	for _, set := range kalah.Sets() {
		for _, k := range lesson.Kinds(set.Name) {
			for level := 1; level <= k.Levels; level++ {
				if _, err := lesson.Make(lesson.Key{Kind: k.Kind, Rules: set.Name, Level: level, Version: lesson.Version}); err != nil {
					t.Error("a variant of check.make:", err)
				}
			}
		}
	}
}
