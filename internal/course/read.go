package course

import (
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/tutor"
)

// Minutes a lesson takes; a teacher's own may be shorter or longer.
const (
	fewestMinutes, mostMinutes       = 10, 15
	fewestOwnMinutes, mostOwnMinutes = 1, 60
)

var (
	folderName = regexp.MustCompile(`^[0-9][0-9]-[a-z0-9]+(-[a-z0-9]+)*$`)
	stepName   = regexp.MustCompile(`^[a-z][a-z0-9-]{0,30}$`)
)

// plainLesson is lesson.toml as it is written.
type plainLesson struct {
	stage, minutes          int
	rules                   string
	skills, slips, material []string
	steps                   []map[string]toml.Primitive
}

func (p *plainLesson) fields() map[string]any {
	return map[string]any{
		"stage": &p.stage, "rules": &p.rules, "skills": &p.skills, "minutes": &p.minutes,
		"slips": &p.slips, "material": &p.material, "step": &p.steps,
	}
}

// reader reads one lesson and gathers its faults.
type reader struct {
	files  fs.FS
	folder string
	own    bool
	words  Words
	lesson *Lesson // nil when lesson.toml cannot be read at all
	head   *table
	steps  []*table
	lost   bool // the steps cannot be told apart, or there are none
	faults []Fault
}

const tomlFile = "lesson.toml"

func (r *reader) at(file string, line int, key string, args ...i18n.Args) {
	f := Fault{File: path.Join(r.folder, file), Line: line, Msg: i18n.Msg{Key: key}}
	if len(args) > 0 {
		f.Msg.Args = args[0]
	}
	r.faults = append(r.faults, f)
}

// wrong is a fault of lesson.toml: step -1 is what stands before the first. One
// that another fault of the table may have caused is not told.
func (r *reader) wrong(step int, field, key string, args ...i18n.Args) {
	if t := r.table(step); !t.doubt || slices.Contains(t.read, field) {
		r.at(tomlFile, t.of(field), key, args...)
	}
}

// readLesson reads the lesson of a folder.
func readLesson(files fs.FS, folder string, own bool, words Words) *reader {
	r := &reader{files: files, folder: folder, own: own, words: words}
	if !folderName.MatchString(folder) {
		r.at("", 1, "check.folder", i18n.Args{"Folder": folder})
	}
	content, ok := r.content(tomlFile)
	if !ok {
		return r
	}
	var raw map[string]toml.Primitive
	md, err := toml.Decode(string(content), &raw)
	if err != nil {
		line := 1
		var parse toml.ParseError
		if errors.As(err, &parse) {
			line = max(1, parse.Position.Line)
		}
		r.at(tomlFile, line, "check.toml")
		return r
	}
	r.lesson = &Lesson{Folder: folder, Own: own}
	r.head, r.steps = tablesOf(string(content))
	var plain plainLesson
	r.fill(-1, &md, raw, plain.fields())
	r.readHead(&plain)
	for i, raw := range plain.steps {
		var plain plainStep
		r.fill(i, &md, raw, plain.fields())
		r.step(i, &plain)
	}
	languages := 0
	for _, lang := range i18n.Langs {
		name := lang.Code + ".md"
		if _, err := fs.Stat(files, path.Join(folder, name)); err != nil {
			if !own {
				r.at(name, 1, "check.language", i18n.Args{"File": name})
			}
			continue
		}
		languages++
		if content, ok := r.content(name); ok {
			r.lesson.Texts = append(r.lesson.Texts, r.readText(name, lang.Code, content))
		}
	}
	names := languageFiles()
	for _, name := range textFiles(r.files, folder) {
		if !slices.Contains(names, name) {
			r.at(name, 1, "check.text.language", i18n.Args{"File": name, "All": strings.Join(names, ", ")})
			languages++ // told already
		}
	}
	if own && languages == 0 {
		r.at("", 1, "check.nolanguage", i18n.Args{"All": strings.Join(names, ", ")})
	}
	r.lesson.Stage = plain.stage
	return r
}

// languageFiles are the names of the files of words.
func languageFiles() (all []string) {
	for _, lang := range i18n.Langs {
		all = append(all, lang.Code+".md")
	}
	return all
}

// textFile is the name of a file of words, also of a language that is none of
// the program's.
var textFile = regexp.MustCompile(`^[A-Za-z]{2,3}([-_][A-Za-z]+)?\.md$`)

// textFiles are the files of words in the folder of a lesson, by name.
func textFiles(files fs.FS, folder string) (all []string) {
	entries, _ := fs.ReadDir(files, folder) // what is not there is told elsewhere
	for _, e := range entries {
		if textFile.MatchString(e.Name()) {
			all = append(all, e.Name())
		}
	}
	return all
}

// longestFile is more than any lesson has, in bytes.
const longestFile = 1 << 18

func (r *reader) content(name string) ([]byte, bool) {
	content, err := fs.ReadFile(r.files, path.Join(r.folder, name))
	switch {
	case err != nil:
		r.at(name, 1, "check.file", i18n.Args{"File": name})
	case len(content) > longestFile:
		r.at(name, 1, "check.encoding", i18n.Args{"File": name})
	case !utf8.Valid(content):
		r.at(name, undecodable(content), "check.encoding", i18n.Args{"File": name})
	default:
		return content, true
	}
	return nil, false
}

// undecodable is the first line that is not UTF-8.
func undecodable(content []byte) (line int) {
	for line = 1; len(content) > 0; {
		c, n := utf8.DecodeRune(content)
		if c == utf8.RuneError && n == 1 {
			break
		}
		if c == '\n' {
			line++
		}
		content = content[n:]
	}
	return line
}

func (r *reader) readHead(p *plainLesson) {
	l := r.lesson
	l.Stage, l.Rules, l.Minutes = p.stage, p.rules, p.minutes
	if l.Stage < 1 || l.Stage > 6 {
		r.wrong(-1, "stage", "check.stage", i18n.Args{"Stage": l.Stage})
		l.Stage = 6
	}
	r.rules(-1, l.Rules)
	fewest, most := fewestMinutes, mostMinutes
	if r.own {
		fewest, most = fewestOwnMinutes, mostOwnMinutes
	}
	if l.Minutes < fewest || l.Minutes > most {
		r.wrong(-1, "minutes", "check.minutes", i18n.Args{"Fewest": fewest, "Most": most})
	}
	for _, s := range p.skills {
		if r.skill(-1, "skills", s) {
			l.Skills = append(l.Skills, lesson.Skill(s))
		}
	}
	if len(p.skills) == 0 {
		r.wrong(-1, "skills", "check.noskill")
	}
	for _, s := range p.slips {
		slip := tutor.Slip(s)
		if against, ok := lesson.Of(lesson.Against(slip, l.Stage)); !ok || against.Stage > l.Stage {
			r.wrong(-1, "slips", "check.slip", i18n.Args{"Slip": s})
		} else {
			l.Slips = append(l.Slips, slip)
		}
	}
	for _, m := range p.material {
		if !slices.Contains(materials, m) {
			r.wrong(-1, "material", "check.material", i18n.Args{"Material": m, "All": strings.Join(materials, ", ")})
		}
	}
	l.Material = p.material
	if len(p.steps) == 0 {
		r.wrong(-1, "step", "check.nosteps")
		r.lost = true
	}
}

// rules reads the name of a rule set.
func (r *reader) rules(step int, name string) (kalah.Rules, bool) {
	set, ok := kalah.Named(name)
	if !ok {
		r.wrong(step, "rules", "check.rules", i18n.Args{"Rules": name})
	} else if set.Stage() > r.lesson.Stage {
		r.wrong(step, "rules", "check.rules.later", i18n.Args{"Rules": name, "Stage": set.Stage(), "Own": r.lesson.Stage})
	}
	return set, ok
}

func (r *reader) skill(step int, field, code string) bool {
	info, ok := lesson.Of(lesson.Skill(code))
	switch {
	case !ok:
		r.wrong(step, field, "check.skill", i18n.Args{"Skill": code})
	case info.Stage > r.lesson.Stage:
		r.wrong(step, field, "check.skill.later", i18n.Args{"Skill": code, "Stage": info.Stage, "Own": r.lesson.Stage})
	}
	return ok && info.Stage <= r.lesson.Stage
}
