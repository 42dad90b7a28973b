package templates

import (
	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/tutor"
)

// Claim is a way that somebody says a sowing goes, drawn on a board by numbers.
type Claim struct {
	Places []string // where each seed is claimed to fall
}

// Claim draws the way that a Referee claims, and the house it starts from.
// mirrored: the board is drawn from the other seat than the exercise's.
func (b *Board) Claim(e *lesson.Exercise, mirrored bool) (c Claim) {
	on := func(p kalah.Place) kalah.Place {
		if mirrored {
			p.Side = p.Side.Other()
		}
		return p
	}
	for i, p := range tutor.LandingTrail(e.Set, e.Pos, e.House, e.Claim) {
		cup := b.at(on(p))
		cup.Guess = append(cup.Guess, i+1)
		at := p // as the one who looks has it: South below
		at.Side = kalah.South
		if !cup.Near {
			at.Side = kalah.North
		}
		c.Places = append(c.Places, placeText(b.L, at.String()))
	}
	b.at(on(kalah.Place{Side: e.Pos.Turn(), House: uint8(e.House)})).Start = true
	return c
}

// Predict opens every place of the board as an answer to where the last seed
// falls, and marks the house that is sown. mirrored: see [Board.Claim].
func (b *Board) Predict(e *lesson.Exercise, mirrored bool) {
	for _, c := range b.cups() {
		at := c.Place
		if mirrored {
			at.Side = at.Side.Other()
		}
		c.Open, c.Answer, c.Name = true, at.String(), c.counted
		c.Start = at == kalah.Place{Side: kalah.South, House: uint8(e.House)}
	}
}

// RefereeText says what a claimed way came to, after an answer, and what the
// slip in it is; name is who claimed it.
func RefereeText(l *i18n.Loc, e *lesson.Exercise, a tutor.Answer, name string) string {
	args := i18n.Args{"Name": name, "Seed": string(e.Right)}
	switch right := a == e.Right; {
	case right && e.Claim == tutor.NoSlip:
		return l.T("referee.saw", args)
	case e.Claim == tutor.NoSlip:
		return l.T("referee.wasright", args)
	case right:
		return l.T("referee.found", args) + " " + tutor.SayAgain(l, e.Claim, e.Set)
	}
	return l.T("referee.waswrong", args) + " " + tutor.SayAgain(l, e.Claim, e.Set)
}

func seedArgs(seed int) i18n.Args { return i18n.Args{"Seed": seed} }
