package course

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"semeia/internal/i18n"
)

// Bounds of a text, so that a child can take it in.
const (
	longestTitle   = 45 // characters
	longestHeading = 40
	longestLead    = 60 // words
	// longestText is the words that are read aloud to children in 40 seconds, at
	// some 130 a minute.
	longestText = 86
)

// section is a part of a lesson's words: a heading of the second level and what
// stands below it.
type section struct {
	id, title string
	colon     bool // between them
	line      int  // of the heading
	body      []string
}

// readText reads NN-name/xx.md.
func (r *reader) readText(file, lang string, content []byte) *Text {
	t := &Text{Lang: lang, Steps: make([]Passage, len(r.lesson.Steps))}
	lead, sections := section{line: 1}, []section(nil)
	part := &lead
	lines := strings.Split(string(bytes.TrimPrefix(content, []byte("\ufeff"))), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\r")
	}
	for i, line := range lines {
		heading := strings.TrimLeft(line, "#")
		level := len(line) - len(heading)
		switch {
		case level == 0:
			part.body = append(part.body, line)
			continue
		case level == 1 && t.Title == "" && len(sections) == 0:
			t.Title = strings.TrimSpace(heading)
			lead.line = i + 1
		case level == 2 && heading != "":
			id, title, colon := strings.Cut(heading, ":")
			sections = append(sections, section{id: strings.TrimSpace(id), title: strings.TrimSpace(title), colon: colon, line: i + 1})
			part = &sections[len(sections)-1]
		default:
			heading = "" // too deep, or a second title
		}
		if !strings.HasPrefix(heading, " ") {
			r.at(file, i+1, "check.text.heading")
		}
	}
	r.later(file, lang, strings.Join(lines, "\n"))
	if t.Title == "" {
		r.at(file, 1, "check.text.title")
	} else if n := len([]rune(t.Title)); n > longestTitle {
		r.at(file, lead.line, "check.text.longtitle", i18n.Args{"Have": n, "Most": longestTitle})
	}
	t.Lead = strings.Join(strings.Fields(strings.Join(lead.body, " ")), " ")
	if n := len(strings.Fields(t.Lead)); n == 0 || n > longestLead {
		r.at(file, lead.line, "check.text.lead", i18n.Args{"Most": longestLead})
	}
	r.readSections(file, t, sections)
	return t
}

// later finds words of a later stage, one in a line.
func (r *reader) later(file, lang, text string) {
	last := 0
	r.words.each(lang, r.lesson.Stage, text, func(line int, word string, of int) bool {
		if line > last {
			r.at(file, line, "check.text.later", i18n.Args{"Word": word, "Stage": of, "Own": r.lesson.Stage})
			last = line
		}
		return true
	})
}

func (r *reader) readSections(file string, t *Text, sections []section) {
	plan := map[string]*string{"@aim": &t.Aim, "@board": &t.AtBoard, "@ask": &t.Ask}
	seen := map[string]bool{}
	last, moved := -1, r.lost
	lost := r.lost // what is missing may stand there by another name
	for _, s := range sections {
		to, ofPlan := plan[s.id]
		at := r.lesson.At(s.id)
		switch {
		case !ofPlan && strings.HasPrefix(s.id, "@"):
			r.at(file, s.line, "check.text.part", i18n.Args{"Part": s.id, "All": "@aim, @board, @ask"})
			lost = true
			continue
		case !ofPlan && at < 0 && r.lost:
			continue
		case !ofPlan && at < 0 && !s.colon && strings.Contains(s.id, " "):
			id, title, _ := strings.Cut(s.id, " ")
			if r.lesson.At(id) < 0 {
				id, title = r.lesson.Steps[0].ID, s.id
			}
			r.at(file, s.line, "check.text.colon", i18n.Args{"Step": id, "Title": strings.TrimSpace(title)})
			lost = true
			continue
		case !ofPlan && at < 0:
			r.at(file, s.line, "check.text.nostep", i18n.Args{"Step": s.id})
			lost = true
			continue
		case seen[s.id] && !r.lost:
			r.at(file, s.line, "check.text.twice", i18n.Args{"Step": s.id})
			continue
		}
		seen[s.id] = true
		html, words := r.markdown(file, &s)
		if ofPlan {
			if *to = html; words == 0 && !r.own {
				r.at(file, s.line, "check.text.plan", i18n.Args{"Part": s.id})
			}
			continue
		}
		if at > last {
			last = at
		} else if !moved { // told once
			r.at(file, s.line, "check.text.order", i18n.Args{"Step": s.id})
			moved = true
		}
		t.Steps[at] = Passage{s.title, html, words}
		if n := len([]rune(s.title)); n == 0 || n > longestHeading {
			r.at(file, s.line, "check.text.title2", i18n.Args{"Step": s.id, "Most": longestHeading})
		}
		if words == 0 {
			r.at(file, s.line, "check.text.empty", i18n.Args{"Step": s.id})
		} else if words > longestText {
			r.at(file, s.line, "check.text.long", i18n.Args{"Step": s.id, "Have": words, "Most": longestText})
		}
	}
	if lost {
		return
	}
	for _, s := range r.lesson.Steps {
		if !seen[s.ID] {
			r.at(file, 1, "check.text.missing", i18n.Args{"Step": s.ID})
		}
	}
	for _, id := range []string{"@aim", "@board", "@ask"} {
		if !seen[id] && !r.own {
			r.at(file, 1, "check.text.plan", i18n.Args{"Part": id})
		}
	}
}

var markdown = goldmark.New()

// markdown turns a section into HTML: paragraphs, lists and emphasis, nothing
// else and nothing that leads elsewhere.
func (r *reader) markdown(file string, s *section) (html string, words int) {
	source := []byte(strings.Join(s.body, "\n"))
	doc := markdown.Parser().Parse(text.NewReader(source))
	var plain strings.Builder
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Document, *ast.List, *ast.Emphasis:
		case *ast.Text:
			plain.Write(n.Segment.Value(source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				plain.WriteByte(' ')
			}
		case *ast.Paragraph, *ast.ListItem, *ast.TextBlock:
			plain.WriteByte(' ')
		default:
			line := s.line + 1 + bytes.Count(source[:max(0, n.Pos())], []byte("\n"))
			r.at(file, line, "check.text.markup", i18n.Args{"Step": s.id})
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	var b bytes.Buffer
	if err := markdown.Renderer().Render(&b, source, doc); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.String(), len(strings.Fields(plain.String()))
}
