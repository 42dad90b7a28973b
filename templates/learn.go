package templates

import (
	"strconv"

	"github.com/a-h/templ"

	"semeia/internal/course"
	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/lesson"
)

// Path is the course as one child walks it.
type Path struct {
	Shell
	Next   Onward
	Stages []PathStage
}

// Onward is the one thing that comes next; Text is empty when nothing does.
type Onward struct{ Text, Button, To string }

// PathStage is a stage of the path. One that is not open shows its number alone.
type PathStage struct {
	Number  int
	Open    bool
	Shut    string // why not, and what opens it
	Lessons []LessonLink
	Lacking []SkillLink // still to be mastered before the next rule, once the lessons are through
	Game    string      // where a game of the stage is opened that is still lacking
}

// LessonLink leads to a lesson.
type LessonLink struct {
	To, Title, Lead string
	Mark            Mark
	At, Of          int    // steps done
	Next            bool   // this one comes next
	Note            string // in another language only
	Tag             string // that language, for the lang attribute
}

// Lead is what stands above the board in a step of a lesson.
type Lead struct {
	Lesson, Heading string
	HTML            string // made by course: no author's HTML
	Tag             string // language of the words where it is another than the page's
	Note            string // that it is another language
	Dots            []Dot
	N, Of           int
	Small           bool // fewer seeds than in the game
}

// Dot is a step in the row of steps: done, now, or to come.
type Dot struct {
	To    string // empty: not yet
	Title string
	State string // "done", "now", "then"
}

// LessonStep is the page of a step. Of Ask, Told, Board and Game at most one is
// there.
type LessonStep struct {
	Shell
	Lead
	Path     string // of the step
	Board    *Board
	Choose   bool     // places of the board can be tapped
	So       []string // houses that were sown before, of Try
	Says     string   // what a tap came to
	Talk     bool     // a question for the room
	Ask      *Ask
	Told     *Told
	Game     *StepGame
	Ways     []Way  // to other parts of the step: the next move, once more
	GoOn     string // text of the button that leads on; empty: not yet
	GoOnMain bool   // it is the one thing to do
}

// Way leads to another view of the same step.
type Way struct {
	To, Text string
	Main     bool
}

// StepGame is the game of a step.
type StepGame struct {
	ID                          string // of the new one
	Rules, Against, Starts, Aid string
	Kind                        string // "practice", "counts"
	Facts                       []string
	Open                        string // address of one that is not finished
	Done                        bool   // one has been finished
}

// LessonEnd is the page after the last step.
type LessonEnd struct {
	Shell
	Lead
	House  LessonLink // the lesson as a house full of seeds
	Did    []string   // what was done, a heading each
	Found  string     // how many questions were answered rightly
	Skills []SkillLink
	Next   Onward
}

// DrawStep draws a position of a lesson: the child's row is below.
func DrawStep(l *i18n.Loc, pos kalah.Position) *Board {
	return Draw(l, pos, kalah.South, theEar(l), nil)
}

// Offer opens every place of a board, to be tapped.
func (b *Board) Offer() *Board {
	for _, c := range b.cups() {
		c.Open, c.Answer, c.Name = true, c.Place.String(), c.counted
	}
	return b
}

// OfferSowing opens the own houses that can be sown.
func (b *Board) OfferSowing(r kalah.Rules, pos kalah.Position) *Board {
	b.Choose(r, pos)
	for _, c := range b.cups() {
		if c.Open {
			c.Answer = strconv.Itoa(int(c.Place.House))
		}
	}
	return b
}

// Tap marks the place that was tapped, and whether it is one that was looked for.
func (b *Board) Tap(at kalah.Place, right bool) *Board {
	b.at(at).Tapped, b.at(at).Last = true, right
	return b
}

// Places are all places of a board.
func (b *Board) Places() (all []kalah.Place) {
	for _, c := range b.cups() {
		all = append(all, c.Place)
	}
	return all
}

// CupSays names a place, as it is read out.
func (b *Board) CupSays(at kalah.Place) string { return b.at(at).Name }

// NewMove tells one move of a lesson.
func NewMove(s Shell, set kalah.Rules, m *kalah.Sowing) Told {
	t := Told{Shell: s, Right: true}
	t.show(set, m)
	return t
}

// WordsOf fills a lead from a lesson's words for a reader.
func WordsOf(l *i18n.Loc, t *course.Text, step int) Lead {
	lead := Lead{Lesson: t.Title}
	if step >= 0 {
		lead.Heading, lead.HTML, lead.N, lead.Of = t.Steps[step].Title, t.Steps[step].HTML, step+1, len(t.Steps)
	}
	if t.Lang != l.Code {
		for _, lang := range i18n.Langs {
			if lang.Code == t.Lang {
				lead.Tag, lead.Note = lang.Tag, l.T("lesson.otherlang", i18n.Args{"Lang": lang.Name})
			}
		}
	}
	return lead
}

// SkillLinkOf leads to the practice of a skill.
func SkillLinkOf(l *i18n.Loc, s *lesson.Standing) SkillLink {
	return SkillLink{Code: string(s.Skill), Name: lesson.SkillName(l, s.Skill), Mark: MarkOf(s)}
}

// lessonMarks are the words for how far a lesson has been walked.
var lessonMarks = map[Mark]string{MarkNone: "learn.mark.none", MarkHalf: "learn.mark.half", MarkFull: "learn.mark.full"}

func atArgs(n, of int) i18n.Args { return i18n.Args{"At": n, "Of": of} }

func numberArgs(n int) i18n.Args { return i18n.Args{"Number": n} }

func dotArgs(n int, title string) i18n.Args { return i18n.Args{"Number": n, "Title": title} }

// tagged names the language of a text where it is not the page's.
func tagged(tag string) templ.Attributes {
	if tag == "" {
		return nil
	}
	return templ.Attributes{"lang": tag}
}
