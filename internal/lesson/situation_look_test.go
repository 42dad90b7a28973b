package lesson_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/solver"
)

// found is a line of the data, as it is written.
type found struct {
	Rules string      `json:"rules"`
	Sort  lesson.Kind `json:"sort"`
	Level int         `json:"level"`
	Board string      `json:"board"`
	Right string      `json:"right"`
	Offer []int       `json:"offer,omitempty"`
	Play  string      `json:"play"`
	Why   []foundWay  `json:"why"`

	seeds int
}

type foundWay struct {
	House  int    `json:"house"`
	Margin int    `json:"margin"`
	Line   string `json:"line,omitempty"`
}

// looked is a position with what the solver says of it, and what can be seen of
// each house without looking further.
type looked struct {
	t      testing.TB
	s      *solver.Solver
	set    kalah.Rules
	pos    kalah.Position
	margin map[int]int
	legal  []int
}

func look(t testing.TB, s *solver.Solver, set kalah.Rules, pos kalah.Position) *looked {
	l := &looked{t: t, s: s, set: set, pos: pos, margin: map[int]int{}}
	result := s.Solve(context.Background(), set, pos)
	if !result.Exact {
		t.Fatalf("%s: not exact", pos)
	}
	for _, m := range result.Margins {
		l.margin[m.House] = m.Margin
		l.legal = append(l.legal, m.House)
	}
	return l
}

// best is the house that gets most, and by how much it is better than any other
// in a way that matters: 0 where it does not. Where the game ends at a number,
// only who wins matters.
func (l *looked) best() (house, clear int) {
	top, second := -100, -100
	for h, m := range l.margin {
		if m > top {
			house, top, second = h, m, top
		} else {
			second = max(second, m)
		}
	}
	switch {
	case top > 0 && second <= 0, top-second >= 2 && l.set.WinAt == 0:
		return house, top - second
	}
	return house, 0
}

func (l *looked) sow(h int) kalah.Sowing {
	s, err := l.set.Sow(l.pos, h)
	if err != nil {
		l.t.Fatal(err)
	}
	return s
}

// tempts reports whether a house looks good at first sight: it plays again or
// captures, or where there is neither, it brings a seed into the kalah.
func (l *looked) tempts(h int) bool {
	s := l.sow(h)
	if !l.set.ExtraTurn {
		return lesson.Gained([]kalah.Sowing{s}) > 0
	}
	return s.Last().Store() || s.Captured() > 0
}

// line is a way of playing on in which nobody loses a seed against perfect play:
// the house, the rest of the turn and the other's turn. Of equal moves it takes
// the one that brings most at once.
func (l *looked) line(house int) (text string) {
	p := l.pos
	for {
		s, err := l.set.Sow(p, house)
		if err != nil {
			l.t.Fatal(err)
		}
		text += fmt.Sprint(house)
		if s.Over != kalah.NotOver || s.After.Turn() == kalah.South && s.Before.Turn() == kalah.North {
			return text
		}
		p = s.After
		next := look(l.t, l.s, l.set, p)
		best := next.legal[0]
		for _, h := range next.legal[1:] {
			if next.margin[h] > next.margin[best] || next.margin[h] == next.margin[best] && next.gain(h) > next.gain(best) {
				best = h
			}
		}
		house = best
	}
}

func (l *looked) gain(h int) int { return lesson.Gained([]kalah.Sowing{l.sow(h)}) }

// gains are what a line brings each side, and how often the other sows in it.
func (l *looked) gains(line string) (mine, theirs, often int) {
	p := l.pos
	for _, d := range line {
		s, err := l.set.Sow(p, int(d-'0'))
		if err != nil {
			l.t.Fatal(err)
		}
		if s.Mover() == kalah.South {
			mine += lesson.Gained([]kalah.Sowing{s})
		} else {
			theirs += lesson.Gained([]kalah.Sowing{s})
			often++
		}
		p = s.After
	}
	return mine, theirs, often
}

// bestMove is a situation in which one house gets most; on level 2 another one
// looks good.
func (l *looked) bestMove(f *found) bool {
	house, clear := l.best()
	others := slices.DeleteFunc(slices.Clone(l.legal), func(h int) bool { return h == house || !l.tempts(h) })
	if clear == 0 || len(l.legal) < 1+f.Level || f.Level == 2 && len(others) == 0 {
		return false
	}
	f.Right = fmt.Sprint(house)
	for i := range f.Why {
		f.Why[i].Line = l.line(f.Why[i].House)
	}
	return true
}

// goodLooking is a situation in which a house looks good and loses three or
// more, because of what the other can do then; one or two others lose nothing,
// and one of them looks good as well.
func (l *looked) goodLooking(f *found) bool {
	top := slices.Max(values(l.margin))
	var keep []int
	good := false
	for _, h := range l.legal {
		if l.margin[h] == top {
			keep = append(keep, h)
			good = good || l.tempts(h)
		}
	}
	if !good || len(l.legal) < 1+f.Level {
		return false
	}
	if len(keep) > 2 {
		slices.SortStableFunc(keep, func(a, b int) int { return yes(l.tempts(b)) - yes(l.tempts(a)) })
		keep = keep[:2]
	}
	mistake := 0
	for _, h := range l.legal {
		if l.margin[h] > top-3 || !l.tempts(h) || l.set.WinAt > 0 && (top <= 0 || l.margin[h] > 0) {
			continue
		}
		line := l.line(h)
		mine, theirs, often := l.gains(line)
		fair := true
		if l.set.ExtraTurn { // what opens must be to be seen
			fair = theirs > mine && often <= 3
			for _, k := range keep {
				_, then, _ := l.gains(l.line(k))
				fair = fair && theirs >= then+2
			}
		}
		if fair && (mistake == 0 || l.margin[h] < l.margin[mistake]) {
			mistake = h
		}
	}
	if mistake == 0 {
		return false
	}
	f.Right = fmt.Sprint(mistake)
	f.Offer = append(keep, mistake)
	slices.Sort(f.Offer)
	for i := range f.Why {
		if slices.Contains(f.Offer, f.Why[i].House) {
			f.Why[i].Line = l.line(f.Why[i].House)
		}
	}
	return true
}

// threeTurns is a situation in which two houses play again, one after the other,
// and a third captures or, where there is no capture, plays again too: each time
// no other house is as good.
func (l *looked) threeTurns(f *found) bool {
	now := l
	var houses []string
	for turn := range 3 {
		if turn > 0 {
			now = look(l.t, l.s, l.set, now.pos)
		}
		house, clear := now.best()
		if clear == 0 || len(now.legal) < 2 {
			return false
		}
		s := now.sow(house)
		switch {
		case turn < 2 && !s.Again, turn == 2 && !s.Again && s.Captured() == 0:
			return false
		}
		houses = append(houses, fmt.Sprint(house))
		now = &looked{t: l.t, s: l.s, set: l.set, pos: s.After}
	}
	f.Right = strings.Join(houses, " ")
	return true
}

// enough is a situation in which exactly one house brings, in one sowing, what
// is lacking to more than half, and others bring less; on level 1 three or fewer
// are lacking.
func (l *looked) enough(f *found) bool {
	have := l.pos.Store(kalah.South)
	lacking := l.set.Majority() - have
	if lacking < 1 || (lacking > 3) != (f.Level == 2) || len(l.legal) < 2 {
		return false
	}
	house, less := 0, false
	for _, h := range l.legal {
		switch n := l.gain(h); {
		case n < lacking:
			less = less || n > 0
		case house > 0:
			return false
		default:
			house = h
		}
	}
	f.Right = fmt.Sprint(lacking, " ", house)
	return house > 0 && less
}

func yes(b bool) int {
	if b {
		return 1
	}
	return 0
}

func values(m map[int]int) (all []int) {
	for _, v := range m {
		all = append(all, v)
	}
	return all
}

// sorts are the kinds with what makes them.
var sorts = []struct {
	kind lesson.Kind
	fits func(*looked, *found) bool
}{
	{lesson.ThreeTurns, (*looked).threeTurns}, {lesson.Enough, (*looked).enough},
	{lesson.GoodLooking, (*looked).goodLooking}, {lesson.BestMove, (*looked).bestMove},
}

// fitting reports whether there are situations of a kind under a rule set.
func fitting(k lesson.Kind, set kalah.Rules) bool {
	return k == lesson.BestMove || k == lesson.GoodLooking || k == lesson.ThreeTurns && set.ExtraTurn || k == lesson.Enough && set.TellsMajority()
}
