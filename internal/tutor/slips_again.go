package tutor

import (
	"errors"

	"semeia/internal/kalah"
)

var (
	errNoExtraTurn = errors.New("tutor: no extra turn in these rules")
	errNoCapture   = errors.New("tutor: no capture in these rules")
	errNotOver     = errors.New("tutor: the game is not over")
)

// AgainCase asks, of a house that the side to move plays, who moves next and
// where the last seed fell: two words with a space between them. The first is
// "again" (the mover moves again) or "pass", the second "kalah" (the mover's),
// "own" or "other" (a house of the row): six answers, of which no two are
// beside each other.
//
// had is the number of extra turns that the mover has had in this turn already.
//
//	PassingIsEnough  says "again" where a seed fell into the kalah on the way
//	OnlyOnce         says "pass" in the kalah where had > 0
//
// The error is that of [kalah.Rules.Legal], [kalah.ErrOver] where the move ends
// the game, so that nobody moves next, or tells of rules without extra turn.
func AgainCase(r kalah.Rules, p kalah.Position, house, had int) (Case, error) {
	if !r.ExtraTurn {
		return Case{}, errNoExtraTurn
	}
	s, err := r.Sow(p, house)
	switch {
	case err != nil:
		return Case{}, err
	case s.Over != kalah.NotOver:
		return Case{}, kalah.ErrOver
	}
	at := " own"
	switch last := s.Last(); {
	case last.Store():
		at = " kalah"
	case last.Side != s.Mover():
		at = " other"
	}
	answer := func(again bool) Answer {
		if again {
			return Answer("again" + at)
		}
		return Answer("pass" + at)
	}
	return Case{
		Family:  AgainFamily,
		Choices: []Answer{"again kalah", "again own", "again other", "pass kalah", "pass own", "pass other"},
		Predict: map[Slip]Answer{
			NoSlip:          answer(s.Again),
			PassingIsEnough: answer(s.Seeds > p.Houses()-house),
			OnlyOnce:        answer(s.Again && had == 0),
		},
	}, nil
}
