package lesson

import (
	"strconv"
	"strings"

	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// Compare: the asker's kalah against the other, as in "gt 5" (five more),
// "lt 3" or "eq". On level 1 neither holds more than nine seeds, on level 2 one
// holds ten or more. Which sign it is, is drawn.
func drawCompare(w *walker) { w.want = w.below(5) }

func lookCompare(w *walker, p kalah.Position) {
	mine, theirs := p.Store(kalah.South), p.Store(kalah.North)
	fits := mine == theirs
	switch w.want {
	case 0, 1:
		fits = mine > theirs
	case 2, 3:
		fits = mine < theirs
	}
	most := max(mine, theirs)
	if fits && mine+theirs >= 3 && (most > 9) == (w.level == 2) {
		w.take(spot{pos: p})
	}
}

func tellCompare(e *Exercise, s *spot) {
	e.Right = comparison(s.pos.Store(kalah.South), s.pos.Store(kalah.North))
}

func comparison(mine, theirs int) tutor.Answer {
	switch {
	case mine > theirs:
		return "gt " + number(mine-theirs)
	case mine < theirs:
		return "lt " + number(theirs-mine)
	}
	return "eq"
}

// StillTo: how many seeds the asker's kalah still needs to hold more than half
// of all; on level 1 five or fewer, on level 2 more, and the kalah is not
// empty.
func lookStillTo(w *walker, p kalah.Position) {
	have := p.Store(kalah.South)
	left := w.rules.Majority() - have
	if left > 0 && have > 0 && (left > 5) == (w.level == 2) {
		w.take(spot{pos: p})
	}
}

func tellStillTo(e *Exercise, s *spot) {
	e.Right = number(e.Set.Majority() - s.pos.Store(kalah.South))
}

// RowTotal: how many seeds lie in the asker's own row; on level 1 ten or
// fewer, on level 2 more. At least two houses hold seeds.
func lookRowTotal(w *walker, p kalah.Position) {
	if filled(p) > 1 && (p.InRow(kalah.South) > 10) == (w.level == 2) {
		w.take(spot{pos: p})
	}
}

func tellRowTotal(e *Exercise, s *spot) { e.Right = number(s.pos.InRow(kalah.South)) }

// WhoWon: the game is over, the seeds left over still lie in the rows, and the
// turn is that of the player whose turn it would be. The answer is what the
// asker and the other hold in the end and who won, as in "17 15 south", "15 17
// north" or "16 16 draw" (the form of [tutor.EndCase]). On level 1 no more than six
// seeds are left over, on level 2 seven or more.
func endWhoWon(w *walker, s *kalah.Sowing) {
	p := unswept(w.rules, s)
	left := p.InRow(kalah.South) + p.InRow(kalah.North)
	if (left > 6) != (w.level == 2) {
		return
	}
	if w.mirrored = w.below(2) == 1; w.mirrored {
		p = p.Mirror()
	}
	w.take(spot{pos: p})
}

// unswept is the position after a last sowing before the seeds left over are
// given to anybody.
func unswept(r kalah.Rules, s *kalah.Sowing) kalah.Position {
	r.Leftover = kalah.Nobody
	return sowing(r, s.Before, s.House).After
}

// final gives what South's and North's kalah hold when a finished position has
// been settled.
func final(r kalah.Rules, p kalah.Position) (south, north int) {
	south, north = p.Store(kalah.South), p.Store(kalah.North)
	inSouth, inNorth := p.InRow(kalah.South), p.InRow(kalah.North)
	if r.Over(p) == kalah.Reached {
		return south, north
	}
	switch r.Leftover {
	case kalah.Owner:
		return south + inSouth, north + inNorth
	case kalah.Emptier:
		if inSouth == 0 {
			south += inNorth
		}
		if inNorth == 0 {
			north += inSouth
		}
	}
	return south, north
}

func tellWhoWon(e *Exercise, s *spot) {
	south, north := final(e.Set, s.pos)
	e.Right = result(south, north)
}

func result(south, north int) tutor.Answer {
	who := "draw"
	switch {
	case south > north:
		who = "south"
	case north > south:
		who = "north"
	}
	return number(south) + " " + number(north) + " " + tutor.Answer(who)
}

// setUp makes a SetUp: how many seeds each of the asker's houses still gets
// before a game, as in "3 3 4 3 3". On level 1 the board is empty, on level 2
// some seeds lie already. The other row and the kalahs are empty.
func setUp(w *walker, e *Exercise) {
	m := int(w.rules.Houses)
	laid := make([]int, m)
	for left := 0; w.level == 2 && left == 0; {
		for i := range laid {
			laid[i] = w.below(int(w.rules.Layout[i]) + 1)
			left += int(w.rules.Layout[i]) - laid[i]
		}
	}
	var text, right strings.Builder
	text.WriteString("<" + strconv.Itoa(m) + ",0,0")
	for i, n := range laid {
		text.WriteString("," + strconv.Itoa(n))
		if i > 0 {
			right.WriteByte(' ')
		}
		right.WriteString(strconv.Itoa(int(w.rules.Layout[i]) - n))
	}
	text.WriteString(strings.Repeat(",0", m) + ">")
	p, err := kalah.ParsePosition(text.String(), kalah.South)
	if err != nil {
		panic(err) // the text is written here
	}
	e.Pos, e.Right = p, tutor.Answer(right.String())
}
