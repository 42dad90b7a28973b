package lesson

import (
	"strconv"

	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// offered is the number of houses that CapturesNot offers.
const offered = 3

// reasons are why a sowing captures nothing, in the order they are offered.
var reasons = [...]string{"other-side", "occupied", "nothing-facing"}

// filled is the number of South's houses that hold seeds.
func filled(p kalah.Position) (n int) {
	for h := 1; h <= p.Houses(); h++ {
		if p.House(kalah.South, h) > 0 {
			n++
		}
	}
	return n
}

func ownHouses(m int) []tutor.Answer {
	all := make([]tutor.Answer, m)
	for i := range all {
		all[i] = number(i + 1)
	}
	return all
}

// ReachesKalah: exactly one own house gives an extra turn, and three or more
// hold seeds. On level 1 it is one of the three houses next to the kalah; on
// level 2 it is drawn from all of them, no more than one house is empty, and
// another house is one seed off.
func drawReaches(w *walker) {
	m := int(w.rules.Houses)
	if w.level == 1 {
		w.want = m - w.below(3)
	} else {
		w.want = 1 + w.below(m)
	}
}

func lookReaches(w *walker, p kalah.Position) {
	m := p.Houses()
	lap := w.rules.Lap()
	full, near := 0, false
	for h := 1; h <= m; h++ {
		n := p.House(kalah.South, h)
		if n == 0 {
			continue
		}
		full++
		steps := m + 1 - h
		if (n%lap == steps) != (h == w.want) {
			return
		}
		near = near || n == steps-1 || n == steps+1
	}
	if p.House(kalah.South, w.want) == 0 || full < 3 || w.level == 2 && (full < m-1 || !near) {
		return
	}
	if s, err := w.rules.Sow(p, w.want); err == nil && s.Again {
		w.take(spot{pos: p, reason: w.want})
	}
}

func tellReaches(e *Exercise, s *spot) {
	e.Choices = ownHouses(s.pos.Houses())
	e.Right = number(s.reason)
}

// Captures: exactly one own house captures, three or more hold seeds, and the
// game goes on afterwards. The answer is the house and the number of seeds that
// the capture takes (with the capturing seed where it is taken too), as in
// "3 5". Level 1 does not go beyond the own row; on level 2 at least four
// houses hold seeds and another of them also ends in an empty house; on level 3
// the capturing seed comes round past the other kalah. On levels 1 and 2 the
// house is drawn.
func drawCaptures(w *walker) { w.want = 1 + w.below(int(w.rules.Houses)-1) }

func lookCaptures(w *walker, p kalah.Position) {
	m := p.Houses()
	house, tempting := 0, false
	for h := 1; h <= m; h++ {
		s, err := w.rules.Sow(p, h)
		switch {
		case err != nil:
		case s.Captured() == 0:
			tempting = tempting || !s.Last().Store() && s.LastFound() == 0
		case house > 0 || s.Over != kalah.NotOver:
			return
		default:
			house = h
		}
	}
	if house == 0 || filled(p) < 3 || w.level < 3 && house != w.want {
		return
	}
	far := reach(m, house, p.House(kalah.South, house)) > 1
	if w.level == 1 && !far || w.level == 2 && filled(p) > 3 && tempting || w.level == 3 && far {
		w.take(spot{pos: p, reason: house})
	}
}

func tellCaptures(e *Exercise, s *spot) {
	sown := sowing(e.Set, s.pos, s.reason)
	e.Right = number(s.reason) + " " + number(sown.Captured())
}

// CapturesNot: three own houses are offered, of which two capture and one does
// not, as in "2 occupied". The reason is drawn and is the only one.
func drawCapturesNot(w *walker) { w.want = w.below(len(reasons)) }

// whyNot is the one reason why a sowing captures nothing, as an index of
// reasons; -1 when it captures, ends in a kalah or has no single reason.
func whyNot(s *kalah.Sowing) int {
	last := s.Last()
	switch empty := s.LastFound() == 0; {
	case s.Captured() > 0 || last.Store():
		return -1
	case last.Side == kalah.North:
		if empty {
			return 0
		}
	case !empty:
		if facingAtEnd(s) > 0 {
			return 1
		}
	default:
		return 2
	}
	return -1
}

// facingAtEnd is the number of seeds facing the last seed when it had fallen.
// The sowing must not have captured.
func facingAtEnd(s *kalah.Sowing) int {
	n := s.Before.At(s.Before.Facing(s.Last()))
	for i := 1; i <= s.Seeds; i++ {
		if s.At(i) == s.Before.Facing(s.Last()) {
			n++
		}
	}
	return n
}

func lookCapturesNot(w *walker, p kalah.Position) {
	var takes, not [kalah.MaxHouses]int
	t, n := 0, 0
	for h := 1; h <= p.Houses(); h++ {
		s, err := w.rules.Sow(p, h)
		if err != nil || s.Over != kalah.NotOver {
			continue
		}
		if s.Captured() > 0 {
			takes[t] = h
			t++
		} else if whyNot(&s) == w.want {
			not[n] = h
			n++
		}
	}
	if t < 2 {
		return
	}
	for i := range n {
		offer := [offered]int{takes[0], takes[1], not[i]}
		if t > 2 {
			j := w.below(t)
			offer[0], offer[1] = takes[j], takes[(j+1)%t]
		}
		for a := 1; a < offered; a++ { // in the order of the board
			for b := a; b > 0 && offer[b] < offer[b-1]; b-- {
				offer[b], offer[b-1] = offer[b-1], offer[b]
			}
		}
		w.take(spot{pos: p, offer: offer, house: not[i], reason: w.want})
	}
}

func tellCapturesNot(e *Exercise, s *spot) {
	e.House = 0 // which house it is, is the question
	e.Offer = []int{s.offer[0], s.offer[1], s.offer[2]}
	for _, h := range e.Offer {
		for _, why := range reasons {
			e.Choices = append(e.Choices, number(h)+" "+tutor.Answer(why))
		}
	}
	e.Right = number(s.house) + " " + tutor.Answer(reasons[s.reason])
}

// Chain: the longest chain of extra turns in this turn, by its houses in
// order, as in "5 4". Level 1 has two extra turns, level 2 three. No other
// order or choice gives as many. The first house is drawn from the three next
// to the kalah.
func drawChain(w *walker) { w.want = int(w.rules.Houses) - w.below(3) }

func lookChain(w *walker, p kalah.Position) {
	if p.House(kalah.South, w.want) == 0 {
		return
	}
	want := w.level + 1
	if n, ways := longest(w.rules, p, 0, want); n != want || ways != 1 {
		return
	}
	if s, err := w.rules.Sow(p, w.want); err == nil && s.Again {
		if n, _ := longest(w.rules, s.After, 1, want); n == want {
			w.take(spot{pos: p})
		}
	}
}

// longest is the number of extra turns in the longest chain from p and how
// many chains are that long. It stops at more than limit, and the number is
// then only known to be greater.
func longest(r kalah.Rules, p kalah.Position, got, limit int) (best, ways int) {
	best, ways = got, 1
	if got > limit {
		return best, ways
	}
	for h := 1; h <= p.Houses(); h++ {
		n := p.House(p.Turn(), h)
		if n == 0 || n%r.Lap() != p.Houses()+1-h {
			continue
		}
		s, err := r.Sow(p, h)
		if err != nil || !s.Again {
			continue
		}
		b, v := longest(r, s.After, got+1, limit)
		switch {
		case b > best:
			best, ways = b, v
		case b == best:
			ways += v
		}
		if best > limit {
			break
		}
	}
	return best, ways
}

func tellChain(e *Exercise, s *spot) {
	p := s.pos
	for left := e.Level + 1; left > 0; left-- {
		for h := 1; h <= p.Houses(); h++ {
			sown, err := e.Set.Sow(p, h)
			if err != nil || !sown.Again {
				continue
			}
			if n, _ := longest(e.Set, sown.After, 1, left); n == left {
				if e.Right != "" {
					e.Right += " "
				}
				e.Right += tutor.Answer(strconv.Itoa(h))
				p = sown.After
				break
			}
		}
	}
}
