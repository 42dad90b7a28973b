package templates

import (
	"strconv"
	"strings"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/tutor"
)

// Progress is what a teacher sees of a class's understanding.
type Progress struct {
	Skills []SkillHead
	Lines  []ProgressLine
	Help   []ProgressLine // who needs help
	Slips  []SlipGroup    // mistakes that are named, the most frequent first
	All    int            // how many go where the class goes
	Ready  int            // how many of these are ready for the next stage
	Sorted string         // "help" or by name
	Shown  string         // "help" or all
}

// SkillHead is the head of a column.
type SkillHead struct{ Code, Name string }

// ProgressLine is a pupil's line.
type ProgressLine struct {
	ID, Name string
	Cells    []ProgressCell
	Help     []string // names of skills
	Idle     int      // minutes since the last answer, where it matters
	Step     Step
}

// Step is how near a pupil is to the stage after the one that is open.
type Step struct {
	Next  int
	Ready bool // for it
	Game  bool // only a finished game is missing
	Auto  bool // it opens by itself
}

func (s Step) text(l *i18n.Loc) string {
	switch {
	case s.Ready:
		return l.T("progress.ready")
	case s.Game:
		return l.T("progress.game")
	}
	return ""
}

// Worry sorts by who needs a teacher most.
func (l ProgressLine) Worry() int {
	worry := 10 * len(l.Help)
	for _, c := range l.Cells {
		if c.Slip != "" {
			worry++
		}
	}
	return worry
}

// ProgressCell is a skill of a pupil.
type ProgressCell struct {
	Mark     Mark
	Help     bool
	Skill    string // its name
	Slip     string // code of the slip that is named against it
	Letter   string
	SlipName string
}

// Text is the cell in words.
func (c ProgressCell) Text(l *i18n.Loc) string {
	text := l.T(markKeys[c.Mark])
	if c.Slip != "" {
		text = c.SlipName
	}
	if c.Help {
		text += " · " + l.T("progress.help")
	}
	return text
}

// SlipGroup is a mistake and who makes it.
type SlipGroup struct {
	Slip, Letter, Name string
	Who                []string
}

func (g SlipGroup) names() string { return strings.Join(g.Who, ", ") }

// SlipView is the page of a mistake in a class.
type SlipView struct {
	InClass
	Letter, Name string
	Who          []SlipWho
	Ask, Say     string
	Pair         []AnswerLine
}

// SlipWho is a pupil who makes it, with the last answers that show it.
type SlipWho struct {
	ID, Name string
	Answers  []AnswerLine
}

// AnswerLine is an answer as teachers read it.
type AnswerLine struct {
	Title    string // of the kind
	Question string
	Answer   string // what was answered
	Correct  string // what is right
	Right    bool
	Day      string
	Board    *Board
	Link     string // where it is played again; empty: nowhere
}

// NewAnswerLine tells an attempt.
func NewAnswerLine(l *i18n.Loc, e *lesson.Exercise, a *lesson.Attempt, day string) AnswerLine {
	ask := NewAsk(Shell{L: l}, e, nil)
	line := AnswerLine{
		Title: lesson.KindName(l, e.Kind), Question: ask.Text, Answer: AnswerText(l, e, a.Answer), Correct: AnswerText(l, e, e.Right),
		Right: a.Right, Day: day,
	}
	b := Draw(l, e.Pos, kalah.South, tutor.Ear{Plays: true}, nil)
	b.Small = true
	for _, c := range b.cups() {
		c.Start = !c.Place.Store() && c.Place.Side == kalah.South && int(c.Place.House) == e.House
		c.Last = c.Place.String() == string(e.Right)
		c.Tapped = c.Place.String() == string(a.Answer) && !a.Right
	}
	if e.Kind == lesson.Referee {
		b.Claim(e, false)
	}
	line.Board = b
	return line
}

// AnswerText is an answer in words.
func AnswerText(l *i18n.Loc, e *lesson.Exercise, a tutor.Answer) string {
	if a == tutor.DontKnow {
		return l.T("ask.dontknow")
	}
	parts := strings.Fields(string(a))
	switch e.Kind {
	case lesson.Landing, lesson.LastSeed, lesson.LastThree:
		for i, p := range parts {
			parts[i] = placeText(l, p)
		}
		return strings.Join(parts, ", ")
	case lesson.Referee:
		if a == "right" {
			return l.T("referee.right")
		}
		return l.T("referee.seed", i18n.Args{"Seed": string(a)})
	case lesson.WhatHappens:
		if len(parts) == 2 {
			for _, w := range wheres {
				if w.Value == parts[1] {
					return l.T(whats[parts[0]]) + " · " + l.T(w.Key)
				}
			}
		}
	case lesson.Compare:
		sign := map[string]string{"gt": ">", "lt": "<", "eq": "="}[parts[0]]
		return strings.Join(append([]string{sign}, parts[1:]...), " ")
	case lesson.CapturesNot:
		for _, r := range reasons {
			if len(parts) == 2 && r.Value == parts[1] {
				return parts[0] + ": " + l.T(r.Key)
			}
		}
	case lesson.Enough:
		if house, err := strconv.Atoi(parts[len(parts)-1]); err == nil && len(parts) == 2 {
			return parts[0] + " · " + l.T("ask.house", houseArgs(house))
		}
	case lesson.WhoWon:
		for _, w := range winners {
			if len(parts) == 3 && w.Value == parts[2] {
				return parts[0] + " : " + parts[1] + " · " + l.T(w.Key)
			}
		}
	}
	return strings.Join(parts, ", ")
}

func placeText(l *i18n.Loc, place string) string {
	house := i18n.Args{"House": strings.TrimLeft(place, "sn")}
	switch {
	case place == "s*":
		return l.T("place.mykalah")
	case place == "n*":
		return l.T("place.otherkalah")
	case strings.HasPrefix(place, "s"):
		return l.T("place.myhouse", house)
	}
	return l.T("place.otherhouse", house)
}

// StageSet is the name of a stage's rule set, StageRules the rules; stages
// past the last named one count as that.
func StageSet(stage int) string { return stageCards[min(stage, len(stageCards))-1].Rules }

// StageRules are the rules of a stage.
func StageRules(stage int) kalah.Rules {
	rules, _ := kalah.Named(StageSet(stage))
	return rules
}

// SkillLine is a skill of a pupil over time.
type SkillLine struct {
	Name             string
	Mark             Mark
	Answers          int
	Letter, SlipName string
	Chart            string // a path in a box of 120 × 40: p(L) after each answer
	From, To         int    // p(L) in hundredths, first and last
}

// Chart draws a row of probabilities as a path.
func Chart(ps []float64) string {
	if len(ps) < 2 {
		return ""
	}
	var b strings.Builder
	for i, p := range ps {
		sign := "L"
		if i == 0 {
			sign = "M"
		}
		x, y := 120*float64(i)/float64(len(ps)-1), 38-36*p
		b.WriteString(sign + strconv.FormatFloat(x, 'f', 1, 64) + " " + strconv.FormatFloat(y, 'f', 1, 64))
	}
	return b.String()
}
