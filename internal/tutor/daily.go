package tutor

import (
	"context"
	"hash/fnv"
	"math/rand/v2"

	"semeia/internal/kalah"
	"semeia/internal/solver"
)

// Puzzle is a day's position of a rule set: exactly one house wins, every other
// one draws or loses against perfect play.
type Puzzle struct {
	Day    Day
	Rules  kalah.Rules
	Pos    kalah.Position // South is to move
	House  int            // the one that wins, 1..m
	Margin int            // by how many seeds, at the end
	// Moves are South's moves, extra turns counted, until South has more than half
	// of all seeds or the game is over, when both play perfectly.
	Moves int
	Quiet bool // the winning move neither captures nor gives an extra turn
	Level int  // how hard it is to find, 1..3
}

// Levels is how many there are.
const Levels = 3

// taste is what a stage's positions are like. They have so few seeds in play that
// they are solved without any table, and quickly.
type taste struct {
	low, high int // seeds in play
	many      int // more than these are much to look at
	long      int // more moves than these are a long way
}

var tastes = map[int]taste{
	1: {6, 16, 11, 9},
	2: {8, 18, 12, 7},
	3: {8, 20, 13, 5},
	4: {8, 20, 13, 5},
	5: {8, 22, 14, 4},
}

// fewest is how many houses there are to choose from at least.
const fewest = 3

// rhythm is the level that a day of the week asks for, Sunday first: an easy
// Monday, a hard Friday, a quiet end of the week.
var rhythm = [7]int{1, 1, 1, 2, 2, 3, 2}

// tries is how many fitting positions are looked at before the next best level
// is taken; most days need few.
const tries = 24

// turns: every position belongs to one of so many days in a row and is shown on
// no other, so that for so long none comes twice.
const turns = 61

// has reports whether a position may be shown on that day.
func (d Day) has(p kalah.Position) bool {
	sum := uint64(0)
	for _, side := range [...]kalah.Side{kalah.South, kalah.North} {
		for h := range p.Houses() + 1 { // 0 is the store
			sum = sum*31 + uint64(p.At(kalah.Place{Side: side, House: uint8(h)}))
		}
	}
	return sum%turns == uint64(d)%turns
}

// asker gives the margins of all moves; what it could not prove is marked.
type asker func(context.Context, kalah.Rules, kalah.Position) solver.Result

// puzzle makes the position of a day for a rule set of stages 1 to 5. It is a
// function of the two alone: the games it comes from are played by players of
// its own, with a generator of its own, and everything is solved to the end
// however long that takes. ok is false when ctx ended before.
func puzzle(ctx context.Context, ask asker, d Day, r kalah.Rules) (found Puzzle, ok bool) {
	g := newDice(d, r)
	want := rhythm[d.Weekday()]
	seen := 0
	for {
		for _, pos := range g.game(r) {
			if !d.has(pos) {
				continue
			}
			p, fits, ok := examine(ctx, ask, r, pos)
			if !ok {
				return Puzzle{}, false
			}
			if !fits {
				continue
			}
			p.Day = d
			if seen == 0 || away(p.Level, want) < away(found.Level, want) {
				found = p
			}
			if seen++; found.Level == want || seen == tries {
				return found, true
			}
			break // one of a game, so that days differ
		}
	}
}

func away(a, b int) int { return max(a-b, b-a) }

// examine solves a position and says whether it is one to ask about.
func examine(ctx context.Context, ask asker, r kalah.Rules, pos kalah.Position) (p Puzzle, fits, ok bool) {
	result := ask(ctx, r, pos)
	if !result.Exact {
		return p, false, false
	}
	winners := 0
	for _, m := range result.Margins {
		if m.Margin > 0 {
			winners++
			p.House, p.Margin = m.House, m.Margin
		}
	}
	if winners != 1 {
		return p, false, true
	}
	p.Rules, p.Pos = r, pos
	s, _ := r.Sow(pos, p.House)
	p.Quiet = !s.Again && s.Captured() == 0
	if p.Moves, ok = length(ctx, ask, r, s); !ok {
		return p, false, false
	}
	p.Level = level(&p)
	return p, true, true
}

// length counts South's moves from the winning one on, both playing perfectly;
// of equally good houses the one nearest to the kalah is played.
func length(ctx context.Context, ask asker, r kalah.Rules, s kalah.Sowing) (moves int, ok bool) {
	for moves = 1; s.Over == kalah.NotOver && s.After.Store(kalah.South) < r.Majority(); {
		result := ask(ctx, r, s.After)
		if !result.Exact {
			return 0, false
		}
		if s.After.Turn() == kalah.South {
			moves++
		}
		s, _ = r.Sow(s.After, result.Best[len(result.Best)-1])
	}
	return moves, true
}

// level: much in play, a long way and a move that does not show itself make a
// position harder, one step each. Where no move ever shows itself, that says
// nothing.
func level(p *Puzzle) int {
	like := tastes[p.Rules.Stage()]
	hard := 1
	if inPlay(p.Pos) > like.many {
		hard++
	}
	if p.Moves > like.long {
		hard++
	}
	if p.Quiet && p.Rules.ExtraTurn {
		hard++
	}
	return min(hard, Levels)
}

func inPlay(p kalah.Position) int { return p.InRow(kalah.South) + p.InRow(kalah.North) }

// dice decide in the games that the positions come from.
type dice struct{ pcg *rand.PCG }

func newDice(d Day, r kalah.Rules) dice {
	h := fnv.New64a()
	h.Write([]byte(r.String()))
	return dice{rand.NewPCG(uint64(d), h.Sum64())}
}

// roll gives 0..n-1. It is written out because the positions of days gone by
// hang on it.
func (g dice) roll(n int) int {
	return int(g.pcg.Uint64() % uint64(n))
}

// game plays a game and gives those positions of it that may be asked about,
// in the order of a shuffle, turned so that South is to move.
func (g dice) game(r kalah.Rules) (list []kalah.Position) {
	pos, over := r.Start(kalah.South), kalah.NotOver
	like := tastes[r.Stage()]
	for over == kalah.NotOver {
		if n := inPlay(pos); n >= like.low && n <= like.high && choices(r, pos) >= fewest &&
			max(pos.Store(kalah.South), pos.Store(kalah.North)) < r.Majority() {
			p := pos
			if p.Turn() == kalah.North {
				p = p.Mirror()
			}
			list = append(list, p)
		}
		s, _ := r.Sow(pos, g.choose(r, pos))
		pos, over = s.After, s.Over
	}
	for i := len(list) - 1; i > 0; i-- {
		j := g.roll(i + 1)
		list[i], list[j] = list[j], list[i]
	}
	return list
}

func choices(r kalah.Rules, p kalah.Position) (n int) {
	for h := 1; h <= p.Houses(); h++ {
		if r.Legal(p, h) == nil {
			n++
		}
	}
	return n
}

// choose plays as somebody does who likes to get many seeds at once, and now
// and then plays anything.
func (g dice) choose(r kalah.Rules, p kalah.Position) int {
	whim := g.roll(3) == 0
	house, most, alike := 0, -1, 0
	for h := 1; h <= p.Houses(); h++ {
		s, err := r.Sow(p, h)
		if err != nil {
			continue
		}
		worth := 0
		if !whim {
			worth = 2 * (s.After.Store(p.Turn()) - p.Store(p.Turn()))
			if s.Again {
				worth += 3
			}
		}
		switch {
		case worth > most:
			house, most, alike = h, worth, 1
		case worth == most:
			if alike++; g.roll(alike) == 0 {
				house = h
			}
		}
	}
	return house
}
