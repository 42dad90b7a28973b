// Package course is the lessons: read from their files, checked, and put in the
// order in which a child walks along them.
//
// A lesson is a folder NN-name with lesson.toml, which holds what is the same
// in every language, and one Markdown file a language with the words. The
// package knows nothing of pupils, storage or pages.
package course

import (
	"cmp"
	"slices"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/tutor"
)

// Kind is what a step of a lesson asks of a child.
type Kind string

const (
	Read     Kind = "read"     // words, and a board to look at where there is one
	Touch    Kind = "touch"    // tap a place that the words name
	Try      Kind = "try"      // sow any own house, as often as liked
	Watch    Kind = "watch"    // moves sown seed by seed
	Predict  Kind = "predict"  // one question on a position of the lesson
	Practise Kind = "practise" // questions that are made
	Play     Kind = "play"     // a game
	Talk     Kind = "talk"     // a question for the room
)

// Course is all lessons in their order, and what is wrong with a teacher's own.
type Course struct {
	Lessons []*Lesson
	Faults  []Fault
}

// Lesson is one lesson. It is shared and must not be changed.
type Lesson struct {
	Folder   string // "03-own-kalah"
	Own      bool   // from a teacher's folder
	Stage    int    // 1 to 6
	Rules    string // name of the rule set
	Skills   []lesson.Skill
	Minutes  int
	Slips    []tutor.Slip // to expect
	Material []string     // codes of [materials]
	Steps    []Step
	Texts    []*Text // in the order of [i18n.Langs]; at least one
}

// Step is a step of a lesson. What a kind does not have is zero.
type Step struct {
	ID        string
	Kind      Kind
	Explains  []string // rules, "R1" to "R18"
	Practises []string
	Rules     string // name of the rule set
	Set       kalah.Rules

	Board  *kalah.Position // nil: none
	Touch  []kalah.Place   // of Touch: the right ones
	Moves  []kalah.Sowing  // of Watch
	Skill  lesson.Skill    // of Predict and Practise: what the answers speak for
	Items  []Item          // of Predict and Practise: the questions in their order
	Counts bool            // of Play: touch-move
	Starts string          // of Play: "die", "me", "other"
}

// Item is one question: of a kind and level, on a position of the lesson where
// Posed is there.
type Item struct {
	lesson.Practice
	Posed *lesson.Exercise
}

// Small reports whether the board holds fewer seeds than the game: what a
// reader is to be told, but for a board without any.
func (s *Step) Small() bool {
	return s.Board != nil && s.Board.Seeds() > 0 && s.Board.Seeds() < s.Set.Seeds()
}

// Text is a lesson's words in one language. HTML is made here from Markdown
// without any HTML of its author's.
type Text struct {
	Lang    string // code
	Title   string
	Lead    string
	Steps   []Passage // as [Lesson.Steps]
	Aim     string    // HTML: what pupils can do afterwards
	AtBoard string    // HTML: what to do at the board
	Ask     string    // HTML: what to ask the class
}

// Passage is the words of a step.
type Passage struct {
	Title string
	HTML  string
	Words int
}

// In is the lesson's words in a language, or in the first that it has: then the
// Text's own Lang says which.
func (l *Lesson) In(code string) *Text {
	for _, t := range l.Texts {
		if t.Lang == code {
			return t
		}
	}
	return l.Texts[0]
}

// At finds a step by its id; -1 where there is none.
func (l *Lesson) At(id string) int {
	return slices.IndexFunc(l.Steps, func(s Step) bool { return s.ID == id })
}

// Origin is what an answer given in a step is kept with.
func (l *Lesson) Origin(s *Step) string { return "lesson:" + l.Folder + "/" + s.ID }

// Lesson finds a lesson by its folder; nil where there is none.
func (c *Course) Lesson(folder string) *Lesson {
	for _, l := range c.Lessons {
		if l.Folder == folder {
			return l
		}
	}
	return nil
}

// Of are the lessons of a stage.
func (c *Course) Of(stage int) (of []*Lesson) {
	for _, l := range c.Lessons {
		if l.Stage == stage {
			of = append(of, l)
		}
	}
	return of
}

func (c *Course) sort() {
	slices.SortFunc(c.Lessons, func(a, b *Lesson) int {
		return cmp.Or(cmp.Compare(a.Stage, b.Stage), cmp.Compare(a.Folder, b.Folder))
	})
}

// Asked says where somebody stands in a step's questions, by the answers given
// in it, in their order: which item comes, whether as a second try after a wrong
// answer, and whether all are through. A right answer leads on; a wrong one to
// one like it, and from there on.
func (s *Step) Asked(answers []lesson.Attempt) (item int, again, done bool) {
	for i := range answers {
		if !answers[i].Right && !again {
			again = true
			continue
		}
		item, again = item+1, false
	}
	if item >= len(s.Items) {
		return len(s.Items) - 1, false, true
	}
	return item, again, false
}

// Given are the answers among a history that were given in a step.
func (l *Lesson) Given(s *Step, history []lesson.Attempt) (in []lesson.Attempt) {
	origin := l.Origin(s)
	for i := range history {
		if history[i].Origin == origin {
			in = append(in, history[i])
		}
	}
	return in
}

// Fault is what is wrong with a lesson's files: where, and what to do.
type Fault struct {
	File string // below the folder of lessons, "03-own-kalah/lesson.toml"
	Line int    // from 1
	Msg  i18n.Msg
}

// materials are what a lesson may need in the room.
var materials = []string{"board", "seeds", "die", "cards", "paper", "projector"}

// MaterialName is a material in a language; "" for what is none.
func MaterialName(l *i18n.Loc, code string) string {
	switch code {
	case "board":
		return l.T("material.board")
	case "seeds":
		return l.T("material.seeds")
	case "die":
		return l.T("material.die")
	case "cards":
		return l.T("material.cards")
	case "paper":
		return l.T("material.paper")
	case "projector":
		return l.T("material.projector")
	}
	return ""
}

// KindName is what a step is, as a plan lists it.
func KindName(l *i18n.Loc, k Kind) string {
	switch k {
	case Read:
		return l.T("step.read")
	case Touch:
		return l.T("step.touch")
	case Try:
		return l.T("step.try")
	case Watch:
		return l.T("step.watch")
	case Predict:
		return l.T("step.predict")
	case Practise:
		return l.T("step.practise")
	case Play:
		return l.T("step.play")
	case Talk:
		return l.T("step.talk")
	}
	return ""
}

// ruleStage is the stage that brings a rule, by its number; 0 for none.
func ruleStage(rule string) int {
	switch rule {
	case "R1", "R2", "R3", "R4", "R5", "R12", "R13", "R14", "R15", "R18":
		return 1
	case "R6", "R7":
		return 2
	case "R8", "R9", "R10", "R11":
		return 3
	case "R16":
		return 4
	case "R17":
		return 6
	}
	return 0
}
