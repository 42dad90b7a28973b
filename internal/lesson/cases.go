package lesson

import (
	"strings"

	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// caseOf is an exercise as far as beliefs go, with the answers in the form the
// exercise has; nil where it tells nothing of them. LastSeed and LastThree show
// the seeds that are down already, so that a way of one's own hardly shows.
func caseOf(e *Exercise) *tutor.Case {
	switch e.Kind {
	case Landing:
		return only(tutor.LandingCase(e.Set, e.Pos, e.House))
	case InKalah:
		if e.Level == 1 {
			return storeCase(e)
		}
		return takenCase(e)
	case WhatHappens:
		if e.Set.Capture == kalah.NoCapture || e.Had > 0 {
			c := only(tutor.AgainCase(e.Set, e.Pos, e.House, e.Had))
			if c != nil {
				c.Choices = e.Choices
			}
			return c
		}
		return happensCase(e)
	case ReachesKalah:
		return reachesCase(e)
	case Captures:
		return capturesCase(e)
	case WhoWon:
		return only(tutor.EndCase(e.Set, e.Pos))
	case Compare:
		return compareCase(e)
	}
	return nil
}

func only(c tutor.Case, err error) *tutor.Case {
	if err != nil {
		return nil
	}
	return &c
}

// storeCase: how many seeds are in the kalah when the seeds go a slip's way.
func storeCase(e *Exercise) *tutor.Case {
	own := kalah.Place{Side: e.Pos.Turn()}
	have := e.Pos.Store(own.Side)
	c := tutor.Case{Family: tutor.LandingFamily, Predict: map[tutor.Slip]tutor.Answer{}}
	for n := max(0, have-1); n <= have+3; n++ {
		c.Choices = append(c.Choices, number(n))
	}
	for _, s := range append(tutor.Slips(tutor.LandingFamily), tutor.NoSlip) {
		n := have
		for _, at := range tutor.LandingTrail(e.Set, e.Pos, e.House, s) {
			if at == own {
				n++
			}
		}
		c.Predict[s] = number(n)
	}
	return &c
}

// captureOf reads an answer of [tutor.CaptureCase].
func captureOf(a tutor.Answer) (n int, again bool) {
	digits, _, again := strings.Cut(string(a), " ")
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	return n, again
}

// takenCase: how many seeds are in the kalah after what a slip captures.
func takenCase(e *Exercise) *tutor.Case {
	c, err := tutor.CaptureCase(e.Set, e.Pos, e.House)
	if err != nil {
		return nil
	}
	s := sowing(e.Set, e.Pos, e.House)
	base := s.After.Store(s.Mover()) - s.Captured()
	most := 0
	for slip, a := range c.Predict {
		n, _ := captureOf(a)
		c.Predict[slip] = number(base + n)
		most = max(most, n)
	}
	c.Choices, c.Beside = nil, nil
	for n := max(0, base-1); n <= base+most+2; n++ {
		c.Choices = append(c.Choices, number(n))
	}
	return &c
}

// happensCase: whether a slip captures, in the words of WhatHappens. Who moves
// again after a capture says "again", where the others say "capture".
func happensCase(e *Exercise) *tutor.Case {
	c, err := tutor.CaptureCase(e.Set, e.Pos, e.House)
	if err != nil {
		return nil
	}
	s := sowing(e.Set, e.Pos, e.House)
	where := " " + region(&s)
	for slip, a := range c.Predict {
		what := pass
		switch n, more := captureOf(a); {
		case more:
			what = again
		case n > 0:
			what = capture
		}
		c.Predict[slip] = tutor.Answer(what + where)
	}
	c.Choices, c.Beside = e.Choices, nil
	return &c
}

// reachesCase: the house a slip of the way takes for the one that ends in the
// kalah. With none or several such houses the slip does not show.
func reachesCase(e *Exercise) *tutor.Case {
	store := tutor.Answer(kalah.Place{Side: e.Pos.Turn()}.String())
	ends := map[tutor.Slip][]tutor.Answer{}
	for h := 1; h <= e.Pos.Houses(); h++ {
		c, err := tutor.LandingCase(e.Set, e.Pos, h)
		if err != nil {
			continue
		}
		for slip, a := range c.Predict {
			if a == store {
				ends[slip] = append(ends[slip], number(h))
			}
		}
	}
	c := tutor.Case{
		Family: tutor.LandingFamily, Choices: e.Choices,
		Predict: map[tutor.Slip]tutor.Answer{tutor.NoSlip: e.Right},
	}
	for _, slip := range tutor.Slips(tutor.LandingFamily) {
		c.Predict[slip] = e.Right
		if len(ends[slip]) == 1 {
			c.Predict[slip] = ends[slip][0]
		}
	}
	return &c
}

// capturesCase: what a slip takes from the house that captures. Which house it
// would choose, is open when it sees several.
func capturesCase(e *Exercise) *tutor.Case {
	house := firstNumber(e.Right)
	c, err := tutor.CaptureCase(e.Set, e.Pos, house)
	if err != nil {
		return nil
	}
	most := 0
	for slip, a := range c.Predict {
		n, _ := captureOf(a)
		if c.Predict[slip] = e.Right; n > 0 {
			c.Predict[slip] = number(house) + " " + number(n)
		}
		most = max(most, n)
	}
	c.Choices, c.Beside = nil, map[tutor.Answer][]tutor.Answer{}
	for h := 1; h <= e.Pos.Houses(); h++ {
		for n := 1; n <= most+2; n++ {
			a := number(h) + " " + number(n)
			c.Choices = append(c.Choices, a)
			if n > 1 {
				before := number(h) + " " + number(n-1)
				c.Beside[a] = append(c.Beside[a], before)
				c.Beside[before] = append(c.Beside[before], a)
			}
		}
	}
	return &c
}

// compareCase is [tutor.CompareCase] with "eq" for "eq 0": equal heaps have no
// difference to be named.
func compareCase(e *Exercise) *tutor.Case {
	me, them := e.Pos.Turn(), e.Pos.Turn().Other()
	c := tutor.CompareCase(e.Pos.Store(me), e.Pos.Store(them), e.Pos.InRow(me), e.Pos.InRow(them))
	plain := func(a tutor.Answer) tutor.Answer {
		if a == "eq 0" {
			return "eq"
		}
		return a
	}
	for i, a := range c.Choices {
		c.Choices[i] = plain(a)
	}
	for slip, a := range c.Predict {
		c.Predict[slip] = plain(a)
	}
	beside := make(map[tutor.Answer][]tutor.Answer, len(c.Beside))
	for a, near := range c.Beside {
		for i := range near {
			near[i] = plain(near[i])
		}
		beside[plain(a)] = near
	}
	c.Beside = beside
	return &c
}
