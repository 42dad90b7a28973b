package templates

import (
	"strings"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/tutor"
)

// Screen is a view of a step on the projector. Of Board and Told at most one is
// there.
type Screen struct {
	Shell
	Lead
	Kind        string // of the step
	Short       bool   // its words are few
	Next, Prev  string // addresses of the views around it
	First, Last string // of the first and the last step
	Plan        string
	Close       string // says where the plan is, where it is no lesson's
	Path        string // of the step
	Answer      bool   // next shows the answer

	Part    string // which question it is
	Says    string // the question, or what was sown
	Choices [][]string
	Claimed []string // where each seed is claimed to fall
	Facts   []string // of a game
	Hint    string   // to the question
	Then    string   // what the class does now
	Board   *Board
	Choose  bool // houses of the board can be sown
	Again   bool // leads back to the board as it was, to sow another house
	Told    *Told
}

// Sown reports whether a sowing is shown.
func (v *Screen) Sown() bool { return v.Told != nil && v.Told.Step != nil }

// Pose shows a question to a room: as a pupil's page asks it, with nothing to
// tap.
func (v *Screen) Pose(e *lesson.Exercise) {
	l := v.L
	ask := NewAsk(v.Shell, e, nil)
	v.Says, v.Board, v.Claimed = ask.Text, ask.Board, ask.Claim.Places
	if e.Kind == lesson.WhatHappens {
		v.Says += " " + l.T("ask.where")
	}
	v.Hint = l.T("present.decide")
	for _, c := range v.Board.cups() {
		c.Open = false
	}
	names := func(all []Choice) (row []string) {
		for _, c := range all {
			row = append(row, c.name(l))
		}
		return row
	}
	switch e.Kind {
	case lesson.Compare:
		v.Choices = [][]string{{"<", "=", ">"}}
	case lesson.CapturesNot, lesson.GoodLooking:
		var houses []string
		for _, h := range e.Offer {
			houses = append(houses, l.T("ask.house", houseArgs(h)))
		}
		v.Choices = [][]string{houses}
	case lesson.WhatHappens, lesson.WhoWon:
		v.Choices = [][]string{names(ask.Whats)}
	}
}

// Solve shows the answer to a question, where a house is sown with its way.
// Nobody has answered on the projector: it tells what somebody is told who did
// not know yet.
func (v *Screen) Solve(e *lesson.Exercise) {
	attempt, _ := e.Attempted(string(tutor.DontKnow))
	told := NewTold(v.Shell, e, &attempt, tutor.NoSlip)
	told.Head = ""
	switch e.Kind { // what the sentences alone do not say
	case lesson.InKalah, lesson.Compare, lesson.WhoWon, lesson.WhatHappens:
		told.Head = v.L.T("reteach.right", answerArgs(AnswerText(v.L, e, e.Right)))
	}
	if e.Kind == lesson.SetUp {
		told.After = DrawStep(v.L, e.Set.Begin(kalah.South).Pos)
	}
	v.Told = &told
}

// Show shows a move.
func (v *Screen) Show(set kalah.Rules, m *kalah.Sowing) {
	told := NewMove(v.Shell, set, m)
	v.Told = &told
}

// Point marks the places that a step asks for.
func (v *Screen) Point(places []kalah.Place) {
	var names []string
	for _, at := range places {
		v.Board.at(at).Last = true
		names = append(names, yours(v.L, at))
	}
	v.Says = v.L.T("present.here", i18n.Args{"Places": strings.Join(names, ", ")})
}

// yours names a place to those who sit on the side of the own row.
func yours(l *i18n.Loc, at kalah.Place) string {
	switch {
	case at.Side == kalah.North:
		return placeText(l, at.String())
	case at.Store():
		return l.T("present.mykalah")
	}
	return l.T("present.myhouse", houseArgs(int(at.House)))
}
