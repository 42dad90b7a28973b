package tutor

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"semeia/internal/kalah"
	"semeia/internal/solver"
)

// Weighed is a decision of a finished game beside perfect play. Its numbers are
// for the player who decided: seeds more at the end than the other, if both
// play their best from then on; negative are seeds fewer.
type Weighed struct {
	*Step
	Rules  kalah.Rules
	Seen   bool // it has been looked at; if not, nothing below holds
	Margin int  // of what was played
	About  bool // Margin is an estimate
	Top    int  // the largest margin there was
	Open   bool // Top is an estimate: nothing is said about what was lost
	Best   []int
	forced bool // there was one choice only
}

// Lost is by how much another choice was better; 0 where that is not proved.
func (w *Weighed) Lost() int {
	if !w.Seen || w.Open || w.About || w.forced {
		return 0
	}
	return w.Top - w.Margin
}

// Kept reports whether it is proved that nothing was lost.
func (w *Weighed) Kept() bool {
	return w.Seen && (w.forced || !w.Open && !w.About && w.Top == w.Margin)
}

// Turned reports whether a game that could be won, or drawn, no longer could.
func (w *Weighed) Turned() bool {
	return w.Lost() > 0 && cmp.Compare(w.Top, 0) > cmp.Compare(w.Margin, 0)
}

// Review is all decisions of a game, in their order.
type Review []Weighed

// Weigh puts what is known of a game's decisions beside its steps: by the
// version of the deciding event the margins, as [WriteMargins] writes them.
// The error says that such a text does not fit the game.
func Weigh(r kalah.Rules, steps []Step, known map[int]string) (Review, error) {
	review := make(Review, len(steps))
	for i := len(steps) - 1; i >= 0; i-- {
		w := &review[i]
		w.Step, w.Rules = &steps[i], r
		text, ok := known[w.Version]
		if !ok {
			continue
		}
		margins, err := readMargins(text)
		if err != nil {
			return nil, err
		}
		if err := w.weigh(margins); err != nil {
			return nil, err
		}
		if i+1 < len(review) {
			w.hear(&review[i+1])
		}
	}
	return review, nil
}

// weigh takes the margins of all houses for its own.
func (w *Weighed) weigh(margins []solver.Margin) error {
	if len(margins) == 0 {
		return fmt.Errorf("tutor: no margins for move %d", w.Number)
	}
	margins = withSwap(w.Rules, w.Before, margins)
	result := solver.Result{Margins: margins}
	w.Top, w.Seen = result.Top(), true
	played := false
	for _, m := range margins {
		if !m.Exact {
			w.Open = true
		}
		if m.Margin == w.Top {
			w.Best = append(w.Best, m.House)
		}
		if m.House == w.Sowing.House {
			w.Margin, w.About, played = m.Margin, !m.Exact, true
		}
	}
	if !played {
		return fmt.Errorf("tutor: no margin for house %d of move %d", w.Sowing.House, w.Number)
	}
	w.forced = len(margins) == 1
	return nil
}

// withSwap is what margins are where seats may be swapped (R17), which a
// position alone does not show. To swap is to leave the same position to the
// other. So after an opening turn the second player gets the better side; while
// that turn goes on, only the decisions that follow can tell.
func withSwap(r kalah.Rules, l kalah.Line, margins []solver.Margin) []solver.Margin {
	if r.CanSwap(l) {
		result := solver.Result{Margins: margins}
		swap := solver.Margin{Margin: -result.Top(), Exact: true}
		for _, m := range margins {
			swap.Exact = swap.Exact && m.Exact
		}
		return append([]solver.Margin{swap}, margins...)
	}
	if !opening(r, l) {
		return margins
	}
	for i := range margins {
		m := &margins[i]
		next, s, err := r.Play(l, m.House)
		switch {
		case err != nil || s.Over != kalah.NotOver:
		case r.CanSwap(next):
			m.Margin = min(m.Margin, -m.Margin)
		default:
			m.Margin, m.Exact = min(m.Margin, 0), false
		}
	}
	return margins
}

// opening reports whether a swap is still to come (R17).
func opening(r kalah.Rules, l kalah.Line) bool {
	for h := 1; r.Pie && h <= l.Pos.Houses(); h++ {
		if next, s, err := r.Play(l, h); err == nil && (r.CanSwap(next) || s.Again && opening(r, next)) {
			return true
		}
	}
	return false
}

// hear takes over what is proved of the next decision: it began where this one
// led.
func (w *Weighed) hear(next *Weighed) {
	if !w.About || !next.Seen || next.Open {
		return
	}
	w.Margin, w.About = next.asHas(w.Player, next.Top), false
	if w.forced {
		w.Top, w.Open = w.Margin, false
	}
}

// asHas is a margin of the deciding player as p has it.
func (w *Weighed) asHas(p kalah.Player, margin int) int {
	if w.Player == p {
		return margin
	}
	return -margin
}

// Seen is how many decisions have been looked at.
func (r Review) Seen() (n int) {
	for i := range r {
		if r[i].Seen {
			n++
		}
	}
	return n
}

// Point is a moment of a game: how many seeds more the opener will have at the
// end, if both play their best from there on.
type Point struct {
	Known  bool
	About  bool // an estimate
	Margin int
}

// Point is the moment after a choice of that margin.
func (w *Weighed) Point(margin int) Point {
	return Point{Known: w.Seen, About: w.Seen && (w.About && margin == w.Margin || w.Open && margin == w.Top), Margin: w.asHas(kalah.Opener, margin)}
}

// Line are the moments of a game: before the first move, and after each.
func (r Review) Line() []Point {
	points := make([]Point, len(r)+1)
	for i := range r {
		w := &r[i]
		if i == 0 && w.Seen {
			points[0] = Point{true, w.Open, w.asHas(kalah.Opener, w.Top)}
		}
		switch {
		case w.Seen:
			points[i+1] = Point{true, w.About, w.asHas(kalah.Opener, w.Margin)}
		case i+1 < len(r) && r[i+1].Seen:
			next := &r[i+1]
			points[i+1] = Point{true, next.Open, next.asHas(kalah.Opener, next.Top)}
		}
	}
	return points
}

const (
	mostTurns   = 3 // turning points that are told
	ownTurns    = 2 // of these the child's own, where the other has some too
	leastLost   = 2 // seeds that make a turning point
	turnedExtra = 8 // seeds that a turned game counts for beside those lost
)

// Turns are the indices of the moves at which the game turned, two or three at
// most, in their order: those that lost most. Of what a child did itself it
// learns more, and so that goes first; own tells whose moves these are.
func (r Review) Turns(own func(kalah.Player) bool) []int {
	var mine, others []int
	for i := range r {
		w := &r[i]
		switch {
		case w.Lost() < leastLost && !w.Turned():
		case own(w.Player):
			mine = append(mine, i)
		default:
			others = append(others, i)
		}
	}
	weight := func(i int) int {
		if r[i].Turned() {
			return r[i].Lost() + turnedExtra
		}
		return r[i].Lost()
	}
	heaviest := func(a, b int) int { return cmp.Or(cmp.Compare(weight(b), weight(a)), cmp.Compare(a, b)) }
	slices.SortFunc(mine, heaviest)
	slices.SortFunc(others, heaviest)
	if len(others) > 0 {
		mine = mine[:min(len(mine), ownTurns)]
	}
	others = others[:min(len(others), ownTurns, mostTurns-min(len(mine), mostTurns))]
	turns := append(mine[:min(len(mine), mostTurns)], others...)
	slices.Sort(turns)
	return turns
}

// WriteMargins is the text of the margins of all moves, by house: "1:+3 2:-1
// 4:+2~", where ~ marks an estimate.
func WriteMargins(result solver.Result) string {
	parts := make([]string, len(result.Margins))
	for i, m := range result.Margins {
		parts[i] = fmt.Sprintf("%d:%+d", m.House, m.Margin)
		if !m.Exact {
			parts[i] += "~"
		}
	}
	return strings.Join(parts, " ")
}

func readMargins(text string) (margins []solver.Margin, err error) {
	for _, part := range strings.Fields(text) {
		short, about := strings.CutSuffix(part, "~")
		house, margin, ok := strings.Cut(short, ":")
		m := solver.Margin{Exact: !about}
		var err1, err2 error
		m.House, err1 = strconv.Atoi(house)
		m.Margin, err2 = strconv.Atoi(margin)
		if !ok || err1 != nil || err2 != nil || m.House < 1 {
			return nil, fmt.Errorf("tutor: %q is no margin", part)
		}
		margins = append(margins, m)
	}
	return margins, nil
}
