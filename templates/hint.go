package templates

import (
	"semeia/internal/i18n"
	"semeia/internal/kalah"
)

// HintSteps is how many steps the help in a game has: where to look, which
// house, why.
const HintSteps = 3

// GameHint is the help for the move that is to be made, as far as it was asked
// for: what was not is empty.
type GameHint struct {
	Steps            int
	Look, Which, Why string
}

// ask is what is on the button for the next step.
func (h *GameHint) ask(l *i18n.Loc) string {
	switch h.Steps {
	case 0:
		return l.T("hint.ask")
	case 1:
		return l.T("hint.ask.which")
	}
	return l.T("hint.ask.why")
}

// PointAt marks the house of a hint; house 0 is none.
func (b *Board) PointAt(at kalah.Place) {
	if at.Store() {
		return
	}
	c := b.at(at)
	c.Pointed = true
	c.Name = b.L.T("hint.cup", i18n.Args{"Cup": c.Name})
}

// helped says on a teacher's page how many moves of a game were made with help.
func (g GameLink) helped(l *i18n.Loc) string { return l.N("hint.helped.game", g.Helped) }
