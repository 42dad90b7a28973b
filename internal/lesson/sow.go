package lesson

import (
	"strconv"

	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// plans gives the plan of a kind that is found in play.
func plans(k Kind) plan {
	switch k {
	case Landing:
		return plan{hoard: true, draw: drawPlace, look: lookLanding, tell: tellLanding}
	case LastSeed:
		return plan{hoard: true, draw: drawPlace, look: lookLastSeed, tell: tellLastSeed}
	case LastThree:
		return plan{hoard: true, draw: drawNear, look: lookLastThree, tell: tellLastThree}
	case InKalah:
		return plan{draw: drawInKalah, look: lookInKalah, tell: tellInKalah}
	case WhatHappens:
		return plan{hoard: true, draw: drawWhatHappens, look: lookWhatHappens, tell: tellWhatHappens}
	case ReachesKalah:
		return plan{draw: drawReaches, look: lookReaches, tell: tellReaches}
	case Captures:
		return plan{hoard: true, draw: drawCaptures, look: lookCaptures, tell: tellCaptures}
	case CapturesNot:
		return plan{draw: drawCapturesNot, look: lookCapturesNot, tell: tellCapturesNot}
	case Chain:
		return plan{draw: drawChain, look: lookChain, tell: tellChain}
	case Compare:
		return plan{draw: drawCompare, look: lookCompare, tell: tellCompare}
	case StillTo:
		return plan{look: lookStillTo, tell: tellStillTo}
	case WhoWon:
		return plan{end: endWhoWon, tell: tellWhoWon}
	case RowTotal:
		return plan{look: lookRowTotal, tell: tellRowTotal}
	case Referee:
		return plan{hoard: true, draw: drawPlace, look: lookReferee, tell: tellReferee}
	}
	return plan{}
}

// places are all places of the board, the asker's first, in sowing order.
func places(m int) []tutor.Answer {
	all := make([]tutor.Answer, 0, 2*m+2)
	for _, side := range [...]kalah.Side{kalah.South, kalah.North} {
		for h := 1; h <= m; h++ {
			all = append(all, tutor.Answer(kalah.Place{Side: side, House: uint8(h)}.String()))
		}
		all = append(all, tutor.Answer(kalah.Place{Side: side}.String()))
	}
	return all
}

// landing is where seed i of a sowing from house h falls.
func landing(p kalah.Position, h, i int) kalah.Place {
	s := kalah.Sowing{Before: p, House: h}
	return s.At(i)
}

// drawPlace draws the place where the last seed is to fall, so that each comes
// up about as often, and lets a single seed be asked for in one game of four: in
// play most houses hold one, and most laps round end in house 1.
func drawPlace(w *walker) {
	m := int(w.rules.Houses)
	w.single = w.below(4) == 0
	switch w.level {
	case 1:
		w.want = (2 + w.below(m)) % (m + 1) // houses 2 to m and the kalah
	case 2:
		w.want = 1 + w.below(m)
	case 3:
		w.want = 1 + w.below(m-1)
	}
}

// drawNear draws the place for LastThree: just past a kalah on levels 2 and 3.
func drawNear(w *walker) {
	drawPlace(w)
	if w.level == 2 || w.level == 3 {
		w.want = 1 + w.below(3)
	}
}

// lookSown takes the houses with n seeds or more that go as far as the level
// says: 1 ends in the own row or kalah, 2 on the other row, 3 goes round past
// the other kalah, 4 is a lap or more. On levels 1 to 3 they end where drawn.
func lookSown(w *walker, p kalah.Position, atLeast int) {
	for h := 1; h <= p.Houses(); h++ {
		n := p.House(kalah.South, h)
		if n >= atLeast && reach(p.Houses(), h, n) == w.level && (w.level == 4 || int(landing(p, h, n).House) == w.want) {
			w.take(spot{pos: p, house: h})
		}
	}
}

func lookLanding(w *walker, p kalah.Position) {
	if w.single {
		lookSown(w, p, 1)
	} else {
		lookSown(w, p, 2)
	}
}

func tellLanding(e *Exercise, s *spot) {
	e.Choices = places(s.pos.Houses())
	e.Right = tutor.Answer(landing(s.pos, s.house, s.pos.House(kalah.South, s.house)).String())
}

func lookLastSeed(w *walker, p kalah.Position) { lookSown(w, p, 2) }

func tellLastSeed(e *Exercise, s *spot) {
	tellLanding(e, s)
	e.Sown = s.pos.House(kalah.South, s.house) - 1
}

// lookLastThree leaves out the first moves, in which three seeds a house are so
// common that the same few boards would come up again and again.
func lookLastThree(w *walker, p kalah.Position) {
	if len(w.houses) >= 6 {
		lookSown(w, p, 3)
	}
}

func tellLastThree(e *Exercise, s *spot) {
	n := s.pos.House(kalah.South, s.house)
	e.Sown = n - 3
	e.Right = tutor.Answer(landing(s.pos, s.house, n-2).String() + " " +
		landing(s.pos, s.house, n-1).String() + " " + landing(s.pos, s.house, n).String())
}

// InKalah: level 1 has 1 to m seeds, of which one falls into the own kalah in
// half of the games; level 2, where there is a capture, captures in half of
// them. The game goes on afterwards.
func drawInKalah(w *walker) { w.want = w.below(2) }

func lookInKalah(w *walker, p kalah.Position) {
	m := p.Houses()
	for h := 1; h <= m; h++ {
		n := p.House(kalah.South, h)
		if n < 1 || n > m {
			continue
		}
		s, err := w.rules.Sow(p, h)
		if err != nil || s.Over != kalah.NotOver {
			continue
		}
		gain := s.After.Store(kalah.South) - p.Store(kalah.South)
		if w.level == 1 && s.Captured() == 0 && gain == w.want || w.level == 2 && (s.Captured() > 0) == (w.want == 1) {
			w.take(spot{pos: p, house: h})
		}
	}
}

func tellInKalah(e *Exercise, s *spot) {
	sown := sowing(e.Set, s.pos, s.house)
	e.Right = number(sown.After.Store(kalah.South))
}

// sowing plays a house that is known to be legal.
func sowing(r kalah.Rules, p kalah.Position, h int) kalah.Sowing {
	s, err := r.Sow(p, h)
	if err != nil {
		panic(err)
	}
	return s
}

func number(n int) tutor.Answer { return tutor.Answer(strconv.Itoa(n)) }

// What WhatHappens asks: what the move brings, and where the last seed falls. A
// right answer needs both, as in "again kalah", "capture own" or "pass other";
// the words and their order are those of [tutor.AgainCase].
const (
	again   = "again"
	capture = "capture"
	pass    = "pass" // neither: the other player moves next
)

var regions = [...]string{"kalah", "own", "other"}

// outcomes are what can be answered under a rule set; a rule that the set does
// not have is not named.
func outcomes(r kalah.Rules) []string {
	if r.Capture == kalah.NoCapture {
		return []string{again, pass}
	}
	return []string{again, capture, pass}
}

func happenings(r kalah.Rules) (all []tutor.Answer) {
	for _, what := range outcomes(r) {
		for _, where := range regions {
			all = append(all, tutor.Answer(what+" "+where))
		}
	}
	return all
}

// region is where on the board South's last seed fell.
func region(s *kalah.Sowing) string {
	switch last := s.Last(); {
	case last.Side == kalah.North:
		return "other"
	case last.Store():
		return "kalah"
	}
	return "own"
}

func outcome(s *kalah.Sowing) string {
	switch {
	case s.Again:
		return again
	case s.Captured() > 0:
		return capture
	}
	return pass
}

// WhatHappens: level 1 has four seeds or fewer, level 2 ends beyond the kalah, 3
// has three seeds or more and ends anywhere; on level 4 the asker has just had an
// extra turn, half of the moves give another, and none captures. What happens is drawn, so that
// each comes up about as often. The game goes on afterwards.
func drawWhatHappens(w *walker) {
	w.want = w.below(4)
	if w.level == midTurn && w.want == 1 {
		w.want = 0
	}
}

// midTurn is the level of WhatHappens in the middle of a turn.
const midTurn = 4

func lookWhatHappens(w *walker, p kalah.Position) {
	if w.level == midTurn && !w.again {
		return
	}
	m := p.Houses()
	for h := 1; h <= m; h++ {
		n := p.House(kalah.South, h)
		if n == 0 {
			continue
		}
		far := reach(m, h, n) > 1
		if w.level == 1 && n > 4 || w.level == 2 && !far || w.level == 3 && n < 3 {
			continue
		}
		s, err := w.rules.Sow(p, h)
		if err != nil || s.Over != kalah.NotOver {
			continue
		}
		kind := 3 // on the other side
		switch {
		case s.Again:
			kind = 0
		case s.Captured() > 0:
			kind = 1
		case s.Last().Side == kalah.South:
			kind = 2
		}
		if kind == w.want {
			w.take(spot{pos: p, house: h})
		}
	}
}

func tellWhatHappens(e *Exercise, s *spot) {
	e.Choices = happenings(e.Set)
	if e.Level == midTurn {
		e.Had = 1
	}
	sown := sowing(e.Set, s.pos, s.house)
	e.Right = tutor.Answer(outcome(&sown) + " " + region(&sown))
}
