package templates

import (
	"strconv"
	"strings"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/tutor"
)

// askSituation fills in a question about a whole position; so are the parts
// answered already.
func (a *Ask) askSituation(e *lesson.Exercise, so []string) {
	l := a.L
	a.Widget = "house"
	switch e.Kind {
	case lesson.BestMove:
		a.Text = l.T("ask.bestmove")
		if e.Set.WinAt > 0 {
			a.Text = l.T("ask.winning")
		}
	case lesson.GoodLooking:
		a.Text = l.T("ask.goodlooking")
	case lesson.ThreeTurns:
		a.Text = l.T("ask.threeturns")
	case lesson.Enough:
		if len(so) == 0 {
			a.Widget, a.Text = "number", l.T("ask.stillto", i18n.Args{"Goal": e.Set.Majority()})
			return
		}
		n, _ := strconv.Atoi(so[0])
		a.Text = l.N("ask.enough", n)
	}
}

// situationHouse is the house whose sowing is shown: the one that was asked
// for, or the first of them.
func situationHouse(e *lesson.Exercise) int {
	parts := strings.Fields(string(e.Right))
	house, _ := strconv.Atoi(parts[0])
	if e.Kind == lesson.Enough {
		house, _ = strconv.Atoi(parts[1])
	}
	return house
}

// sayWhy tells why an answer is right and another is not, after what the move
// itself does. All of it follows from what the solver has found out.
func (t *Told) sayWhy(e *lesson.Exercise, answer tutor.Answer) {
	l, right := t.L, situationHouse(e)
	say := func(text string) {
		if text != "" {
			t.Says = append(t.Says, text)
		}
	}
	switch e.Kind {
	case lesson.BestMove, lesson.GoodLooking:
		chosen, _ := strconv.Atoi(string(answer))
		other, ok := e.Way(chosen)
		if !ok || chosen == right {
			other = rival(e, right)
		}
		best, _ := e.Way(right)
		if e.Kind == lesson.GoodLooking {
			best, other = other, best // the right answer is the mistake
		}
		say(afterwards(l, e, other))
		say(atTheEnd(l, e, other))
		say(atTheEnd(l, e, best))
	case lesson.ThreeTurns:
		t.Says = append([]string{l.T("told.chain", i18n.Args{"Houses": strings.Join(strings.Fields(string(e.Right)), ", ")})}, t.Says...)
		say(l.N("why.together", lesson.Gained(e.Turn())))
	case lesson.Enough:
		needed, _, _ := strings.Cut(string(e.Right), " ")
		n, _ := strconv.Atoi(needed)
		say(l.N("why.enough", n, i18n.Args{"House": right}))
	}
}

// rival is the best of the other houses to choose between, of equal ones the
// nearest to the kalah.
func rival(e *lesson.Exercise, right int) (best lesson.Way) {
	for _, w := range e.Ways {
		if w.House != right && len(w.Line) > 0 && (best.House == 0 || w.Margin >= best.Margin) {
			best = w
		}
	}
	return best
}

// afterwards is what the other side can do after a turn, and whether the game is
// over by it; "" where that is not worth a word. Nobody loses a seed by the line
// it tells of.
func afterwards(l *i18n.Loc, e *lesson.Exercise, w lesson.Way) string {
	mine, theirs := e.Answered(w)
	last, n := &mine[len(mine)-1], lesson.Gained(theirs)
	args := i18n.Args{"Own": w.House, "Turns": len(theirs)}
	text := ""
	if len(theirs) > 0 {
		last = &theirs[len(theirs)-1]
		args["House"] = theirs[0].House
		switch {
		case n == 0:
		case len(theirs) > 1:
			text = l.N("why.turns", n, args)
		case last.Captured() > 0:
			text = l.N("why.captures", n, args)
		default:
			text = l.N("why.brings", n, args)
		}
	}
	if last.Over == kalah.NotOver || last.Over == kalah.Reached {
		return text
	}
	// Seeds that count for nobody are still in the rows.
	left := last.After.InRow(kalah.South) + last.After.InRow(kalah.North)
	switch {
	case text != "" && left > 0:
		return text + " " + l.N("why.left", left)
	case text != "":
		return text + " " + l.T("why.over")
	case left > 0:
		return l.N("why.end.left", left, args)
	}
	return l.T("why.end.over", args)
}

// atTheEnd is what a house comes to when nobody makes a mistake. Where the game
// ends at a number, only who wins is known.
func atTheEnd(l *i18n.Loc, e *lesson.Exercise, w lesson.Way) string {
	house := i18n.Args{"House": w.House}
	counts := e.Set.WinAt == 0
	switch {
	case w.Margin > 0 && counts:
		return l.N("why.ahead", w.Margin, house)
	case w.Margin > 0:
		return l.T("why.wins", house)
	case w.Margin == 0:
		return l.T("why.draw", house)
	case counts:
		return l.N("why.behind", -w.Margin, house)
	}
	return l.T("why.loses", house)
}
