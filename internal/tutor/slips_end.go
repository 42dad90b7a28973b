package tutor

import (
	"slices"
	"strconv"

	"semeia/internal/kalah"
)

// EndCase asks for the result of a game that is over in p: all seeds of the last
// move lie where they fell, and the rest is still in the houses. An answer is
// South's number, North's, and who has won ("south", "north" or "draw"):
// "17 15 south". Choices are the numbers with the rest for nobody, for its
// owner, for either side, and one seed miscounted, each with all three winners;
// nothing is beside anything.
//
//	FirstEmptyWins        the right numbers, and the winner is the one whose row is empty
//	RestToTheWrongPlayer  the rest goes to the player whose row is empty; where these take it, to its owner
//	CountsTheBoard        every seed counts for the row it lies in
//
// Where the game ended by a number reached, only CountsTheBoard shows. With both
// rows empty it is the side to move whose row counts as the empty one. The error
// is for a game that is not over.
func EndCase(r kalah.Rules, p kalah.Position) (Case, error) {
	over := r.Over(p)
	if over == kalah.NotOver {
		return Case{}, errNotOver
	}
	empty := p.Turn()
	if p.InRow(empty) > 0 {
		empty = empty.Other()
	}
	alone := result{p.Store(kalah.South), p.Store(kalah.North)}
	owner := alone.plus(kalah.South, p.InRow(kalah.South)).plus(kalah.North, p.InRow(kalah.North))
	emptier := alone.plus(empty, p.InRow(empty.Other()))
	right, wrong := alone, emptier
	switch {
	case over == kalah.Reached:
		wrong = alone
	case r.Leftover == kalah.Owner:
		right = owner
	case r.Leftover == kalah.Emptier:
		right, wrong = emptier, owner
	}
	first := right.winner()
	if over != kalah.Reached {
		first = empty.String()
	}
	c := Case{Family: EndFamily, Predict: map[Slip]Answer{
		NoSlip:               right.answer(right.winner()),
		FirstEmptyWins:       right.answer(first),
		RestToTheWrongPlayer: wrong.answer(wrong.winner()),
		CountsTheBoard:       owner.answer(owner.winner()),
	}}
	other := alone.plus(empty.Other(), p.InRow(empty.Other()))
	for _, n := range []result{
		alone, owner, emptier, other,
		right.plus(kalah.South, 1), right.plus(kalah.North, 1), right.plus(kalah.South, -1), right.plus(kalah.North, -1),
	} {
		for _, who := range []string{"south", "north", "draw"} {
			if a := n.answer(who); n[0] >= 0 && n[1] >= 0 && !slices.Contains(c.Choices, a) {
				c.Choices = append(c.Choices, a)
			}
		}
	}
	return c, nil
}

// result is the seeds of South and of North.
type result [2]int

func (r result) plus(side kalah.Side, n int) result {
	r[side] += n
	return r
}

func (r result) winner() string {
	switch {
	case r[kalah.South] > r[kalah.North]:
		return kalah.South.String()
	case r[kalah.South] < r[kalah.North]:
		return kalah.North.String()
	}
	return "draw"
}

func (r result) answer(who string) Answer {
	return Answer(strconv.Itoa(r[kalah.South]) + " " + strconv.Itoa(r[kalah.North]) + " " + who)
}

// CompareCase asks which sign stands between two kalahs, mine first, and how
// many more the larger one holds: "gt 5" (>), "lt 5" (<) or "eq 0" (=). myRow
// and theirRow are the seeds in the two rows, 0 and 0 where only two heaps are
// shown. Choices are both signs with every difference from 1 to two more than
// any belief predicts, at least to 5, and "eq 0"; beside an answer are the next
// differences with the same sign.
//
//	SignTurned    the other sign, and the right difference
//	CountsHouses  compares kalah and row together
func CompareCase(mine, theirs, myRow, theirRow int) Case {
	d, whole := mine-theirs, mine+myRow-theirs-theirRow
	c := Case{Family: CompareFamily, Beside: map[Answer][]Answer{}, Predict: map[Slip]Answer{
		NoSlip: compareAnswer(d), SignTurned: compareAnswer(-d), CountsHouses: compareAnswer(whole),
	}}
	most := max(3, d, -d, whole, -whole) + 2
	for n := -most; n <= most; n++ {
		c.Choices = append(c.Choices, compareAnswer(n))
		for _, near := range []int{n - 1, n + 1} {
			if -most <= near && near <= most {
				c.Beside[compareAnswer(n)] = append(c.Beside[compareAnswer(n)], compareAnswer(near))
			}
		}
	}
	return c
}

func compareAnswer(d int) Answer {
	switch {
	case d > 0:
		return Answer("gt " + strconv.Itoa(d))
	case d < 0:
		return Answer("lt " + strconv.Itoa(-d))
	}
	return "eq 0"
}
