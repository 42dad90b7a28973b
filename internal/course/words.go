package course

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/BurntSushi/toml"
	"golang.org/x/text/unicode/norm"

	"semeia/internal/i18n"
)

// Words are those that belong to a stage: by language and stage, so that no
// text speaks of a rule before its time.
type Words map[string][]stageWord

type stageWord struct {
	stage int
	words []string // folded; a trailing * stands for any ending
}

// ReadWords reads the list: tables of words, each with its stage and for every
// language entries of one or more words, of which any may end in *.
func ReadWords(text []byte) (Words, error) {
	var raw struct{ Words []map[string]any }
	md, err := toml.Decode(string(text), &raw)
	if err != nil {
		return nil, err
	}
	if unknown := md.Undecoded(); len(unknown) > 0 {
		return nil, &UnknownKeyError{unknown[0].String()}
	}
	w := Words{}
	for _, r := range raw.Words {
		stage, ok := r["stage"].(int64)
		if !ok {
			return nil, &UnknownKeyError{"stage"}
		}
		for key, value := range r {
			if key == "stage" {
				continue
			}
			entries, ok := value.([]any)
			if !ok || !slices.ContainsFunc(i18n.Langs[:], func(l i18n.Lang) bool { return l.Code == key }) {
				return nil, &UnknownKeyError{key}
			}
			for _, entry := range entries {
				e, ok := entry.(string)
				if !ok {
					return nil, &UnknownKeyError{key}
				}
				w[key] = append(w[key], stageWord{int(stage), strings.Fields(fold(e))})
			}
		}
	}
	return w, nil
}

// lacking are the stages from the second that have no words in a language: a
// fault of words.toml, whose text this is.
func (w Words) lacking(text []byte) (faults []Fault) {
	for stage := 2; stage <= 6; stage++ {
		line := 1
		if at := regexp.MustCompile(fmt.Sprintf(`(?m)^[ \t]*stage[ \t]*=[ \t]*%d\b`, stage)).FindIndex(text); at != nil {
			line += bytes.Count(text[:at[0]], []byte("\n"))
		}
		for _, lang := range i18n.Langs {
			if !slices.ContainsFunc(w[lang.Code], func(word stageWord) bool { return word.stage == stage }) {
				faults = append(faults, Fault{File: wordsFile, Line: line, Msg: i18n.Msg{Key: "check.words", Args: i18n.Args{"Stage": stage, "Lang": lang.Code}}})
			}
		}
	}
	return faults
}

// UnknownKeyError is a key that a file must not have.
type UnknownKeyError struct{ Key string }

func (e *UnknownKeyError) Error() string { return "course: unknown key " + e.Key }

// Later finds a word in a text that belongs to a stage after the given one.
// found is as it stands in the text. A word with a hyphen is as two; words on
// both sides of a full stop, a colon or an empty line are not together.
func (w Words) Later(lang string, stage int, text string) (found string, of int) {
	w.each(lang, stage, text, func(_ int, word string, of1 int) bool {
		found, of = word, of1
		return false
	})
	return found, of
}

// each tells of every word of a later stage, with its line in the text from 1,
// until told is false.
func (w Words) each(lang string, stage int, text string, told func(line int, word string, of int) bool) {
	all := tokens(text)
	for at := range all {
		for _, entry := range w[lang] {
			if entry.stage > stage && begins(all[at:], entry.words) {
				var found []string
				for _, t := range all[at : at+len(entry.words)] {
					found = append(found, t.shown)
				}
				if !told(all[at].line, strings.Join(found, " "), entry.stage) {
					return
				}
				break
			}
		}
	}
}

// token is a folded word, or where it is empty an end that no phrase goes over.
type token struct {
	text, shown string // shown is not folded
	line        int
}

func tokens(text string) (all []token) {
	for i, line := range strings.Split(shown(text), "\n") {
		trimmed := strings.TrimSpace(line)
		heading := strings.HasPrefix(trimmed, "#")
		if trimmed == "" || heading || strings.HasPrefix(trimmed, "- ") || strings.HasPrefix(trimmed, "* ") {
			all = append(all, token{line: i + 1})
		}
		start := -1
		for at, c := range line + " " {
			if unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.Is(unicode.M, c) {
				if start < 0 {
					start = at
				}
				continue
			}
			if start >= 0 {
				all = append(all, token{strings.ToLower(line[start:at]), line[start:at], i + 1})
				start = -1
			}
			if strings.ContainsRune(".!?…:;", c) {
				all = append(all, token{line: i + 1})
			}
		}
		if heading {
			all = append(all, token{line: i + 1})
		}
	}
	return all
}

// fold makes texts alike that differ only in capitals, in how accents are
// written, and in characters that do not show, such as soft hyphens.
func fold(text string) string { return strings.ToLower(shown(text)) }

func shown(text string) string {
	return norm.NFC.String(strings.Map(func(c rune) rune {
		if unicode.Is(unicode.Cf, c) {
			return -1
		}
		return c
	}, text))
}

func begins(text []token, words []string) bool {
	if len(words) > len(text) {
		return false
	}
	for i, word := range words {
		if stem, open := strings.CutSuffix(word, "*"); text[i].text != word && (!open || !strings.HasPrefix(text[i].text, stem)) {
			return false
		}
	}
	return len(words) > 0
}
