package tutor

import (
	"slices"

	"semeia/internal/kalah"
	"semeia/internal/solver"
)

// Holds reports whether all that the hint says is so in a position: its move is
// legal, none better is known, and its reason is true. It goes by the board and
// the path of the seeds, not by what chose the hint.
func (h *Hint) Holds(r kalah.Rules, p kalah.Position, result solver.Result) bool {
	g := ground{rules: r, before: p, result: result, me: p.Turn(), other: p.Turn().Other(), m: p.Houses()}
	if h.Reason == HintSwap {
		return g.swap(h)
	}
	var err error
	if g.sowing, err = r.Sow(p, h.House); err != nil || h.Seeds != p.House(g.me, h.House) {
		return false
	}
	g.after = g.sowing.After
	if !slices.Contains(result.Best, h.House) || h.Sure && !result.Sure && !g.only(h) {
		return false
	}
	return predicates[h.Reason](&g, h)
}

// ground is a move on its board, as predicates look at it.
type ground struct {
	rules         kalah.Rules
	before, after kalah.Position
	sowing        kalah.Sowing
	result        solver.Result
	me, other     kalah.Side
	m             int
}

var predicates = [reasons]func(*ground, *Hint) bool{
	HintOnly: (*ground).only, HintMajority: (*ground).majority, HintStarve: (*ground).starve, HintEnds: (*ground).ends,
	HintChain: (*ground).chain, HintCounting: (*ground).counting, HintAgain: (*ground).again, HintTake: (*ground).take,
	HintSave: (*ground).save, HintShut: (*ground).shut, HintSpoil: (*ground).spoil, HintFeed: (*ground).feed,
	HintExactly: (*ground).exactly, HintHome: (*ground).home, HintEmpty: (*ground).empty,
	HintThreat: (*ground).threat, HintReady: (*ground).ready, HintKeep: (*ground).keep, HintStay: (*ground).stay, HintFew: (*ground).few,
	HintBalance: (*ground).balance, HintSame: (*ground).same, HintLeast: (*ground).least, HintAhead: (*ground).ahead,
}

// fell is how many seeds of the sowing fell into a place.
func (g *ground) fell(at kalah.Place) (n int) {
	for i := 1; i <= g.sowing.Seeds; i++ {
		if g.sowing.At(i) == at {
			n++
		}
	}
	return n
}

// crossed is how many seeds a move drops on the other side.
func (g *ground) crossed(house int) (n int) {
	for i := 1; i <= g.before.House(g.me, house); i++ {
		if at := (house - 1 + i) % (2*g.m + 1); at > g.m {
			n++
		}
	}
	return n
}

// legal are the houses with seeds.
func (g *ground) legal() (all []int) {
	for house := 1; house <= g.m; house++ {
		if g.before.House(g.me, house) > 0 {
			all = append(all, house)
		}
	}
	return all
}

// others reports whether some house but the hint's, of those with seeds, has
// what is asked.
func (g *ground) others(h *Hint, has func(house int) bool) bool {
	return slices.ContainsFunc(g.legal(), func(house int) bool { return house != h.House && has(house) })
}

// over reports whether the game has ended by the move.
func (g *ground) over() bool { return g.rules.Over(g.after) != kalah.NotOver }

// passed reports whether the other moves now.
func (g *ground) passed() bool { return !g.over() && g.after.Turn() == g.other }

// reaches reports whether a house plays again in a position, whose side to move
// owns it.
func (g *ground) reaches(p kalah.Position, house int) bool {
	s, err := g.rules.Sow(p, house)
	return err == nil && g.rules.ExtraTurn && s.Last() == kalah.Place{Side: p.Turn()} && s.After.Turn() == p.Turn() && g.rules.Over(s.After) == kalah.NotOver
}

// captures is how many seeds a house takes from the facing house, and from
// which.
func (g *ground) captures(p kalah.Position, house int) (n, from int) {
	s, err := g.rules.Sow(p, house)
	if err != nil || g.rules.Capture == kalah.NoCapture || s.Last().Store() || s.Last().Side != p.Turn() || s.LastFound() > 0 {
		return 0, 0
	}
	facing := p.Facing(s.Last())
	n = p.At(facing)
	for i := 1; i <= s.Seeds; i++ {
		if s.At(i) == facing {
			n++
		}
	}
	return n, int(facing.House)
}

// turns goes through every whole turn of the side to move, each of its moves
// with the position it is made in.
func (g *ground) turns(p kalah.Position, visit func(p kalah.Position, house int)) {
	open := []kalah.Position{p}
	for len(open) > 0 {
		p = open[len(open)-1]
		open = open[:len(open)-1]
		for house := 1; house <= g.m; house++ {
			s, err := g.rules.Sow(p, house)
			if err != nil {
				continue
			}
			visit(p, house)
			if g.reaches(p, house) {
				open = append(open, s.After)
			}
		}
	}
}

// harvest is the most that a capture of the side to move takes in its turn,
// and the most that it takes from each house.
func (g *ground) harvest(p kalah.Position) (most int, from [kalah.MaxHouses + 1]int) {
	g.turns(p, func(p kalah.Position, house int) {
		n, at := g.captures(p, house)
		from[at] = max(from[at], n)
		most = max(most, n)
	})
	return most, from
}

// haul is the most that comes into the kalah of the side to move in its turn,
// but for what is swept at the end.
func (g *ground) haul(p kalah.Position) (most int) {
	side, had := p.Turn(), p.Store(p.Turn())
	g.turns(p, func(p kalah.Position, house int) {
		s, _ := g.rules.Sow(p, house)
		most = max(most, s.After.Store(side)-s.Swept[side]-had)
	})
	return most
}

// lead is how many seeds more than the other the mover can have got at the end
// of the other's next turn, beginning with a house.
func (g *ground) lead(p kalah.Position, house int) int {
	s, _ := g.rules.Sow(p, house)
	got := s.After.Store(g.me) - p.Store(g.me)
	switch {
	case g.rules.Over(s.After) != kalah.NotOver:
		return got - (s.After.Store(g.other) - p.Store(g.other))
	case s.After.Turn() == g.other:
		return got - g.haul(s.After)
	}
	best := -kalah.MaxSeeds
	for next := 1; next <= g.m; next++ {
		if s.After.House(g.me, next) > 0 {
			best = max(best, g.lead(s.After, next))
		}
	}
	return got + best
}

// only: no other house has seeds.
func (g *ground) only(h *Hint) bool {
	return g.before.InRow(g.me) == g.before.House(g.me, h.House)
}

// swap: from where the other sits now, N seeds more at least.
func (g *ground) swap(h *Hint) bool {
	return g.rules.Pie && h.House == 0 && g.result.Top() < 0 && h.N == -g.result.Top() && h.Sure == g.result.Sure
}

// majority: N seeds in the kalah, more than half of all for the first time, and
// the rules of the stage say what that means.
func (g *ground) majority(h *Hint) bool {
	n := g.before.Store(g.me) + g.fell(kalah.Place{Side: g.me}) + g.sowing.Captured()
	return g.rules.TellsMajority() && n == h.N && 2*n > g.rules.Seeds() && 2*g.before.Store(g.me) <= g.rules.Seeds()
}

// starve: the other is to move and has no seed, what is left counts for nobody,
// and the kalahs are as told, none fewer in the mover's.
func (g *ground) starve(h *Hint) bool {
	return g.rules.Leftover == kalah.Nobody && g.after.Turn() == g.other && g.after.InRow(g.other) == 0 && g.ends(h)
}

// ends: the game is over, and the kalahs are as told.
func (g *ground) ends(h *Hint) bool {
	return g.over() && g.after.Store(g.me) == h.Mine && g.after.Store(g.other) == h.Their && h.Mine >= h.Their
}

// chain: the house and then those that follow all play again, N in all.
func (g *ground) chain(h *Hint) bool {
	if len(h.Then) == 0 || h.N != 1+len(h.Then) || h.At != h.Then[0] {
		return false
	}
	p := g.before
	for _, house := range append([]int{h.House}, h.Then...) {
		if !g.reaches(p, house) {
			return false
		}
		s, _ := g.rules.Sow(p, house)
		p = s.After
	}
	return true
}

// counting: as many seeds as steps, and an extra turn by it.
func (g *ground) counting(h *Hint) bool {
	return h.Seeds+h.House == g.m+1 && g.reaches(g.before, h.House)
}

// again: an extra turn after a lap or more.
func (g *ground) again(h *Hint) bool {
	return h.Seeds > 2*g.m && g.reaches(g.before, h.House)
}

// take: a capture of N facing seeds by a seed that falls in house At; 0 where a
// lone seed is taken.
func (g *ground) take(h *Hint) bool {
	n, facing := g.captures(g.before, h.House)
	return n == h.N && facing == g.m+1-h.At && facing > 0 && (n > 0 || g.rules.Capture == kalah.BothOrAlone)
}

// save: as the board stands the other can capture the N seeds of house At in
// one turn, and after the move nothing so large.
func (g *ground) save(h *Hint) bool {
	if h.N < 2 || h.N != g.before.House(g.me, h.At) || !g.passed() {
		return false
	}
	_, from := g.harvest(g.before.WithTurn(g.other))
	most, _ := g.harvest(g.after)
	return from[h.At] >= h.N && most < h.N
}

// shut: the other can capture nothing in the next turn, but after house At it
// could take N.
func (g *ground) shut(h *Hint) bool {
	s, err := g.rules.Sow(g.before, h.At)
	if err != nil || h.N == 0 || !g.passed() || s.After.Turn() != g.other || g.rules.Over(s.After) != kalah.NotOver {
		return false
	}
	most, _ := g.harvest(g.after)
	could, _ := g.harvest(s.After)
	return most == 0 && could == h.N
}

// spoil: as the board stands the other could play again with house At; one seed
// more falls in it and then it cannot, nor with a house with which it could not
// before.
func (g *ground) spoil(h *Hint) bool {
	stands := g.before.WithTurn(g.other)
	if !g.passed() || !g.reaches(stands, h.At) || g.reaches(g.after, h.At) || g.after.House(g.other, h.At) != g.before.House(g.other, h.At)+1 {
		return false
	}
	for house := 1; house <= g.m; house++ {
		if g.reaches(g.after, house) && !g.reaches(stands, house) {
			return false
		}
	}
	return true
}

// feed: the other has no seed and gets N; without them the game would be over,
// and what is left would count for nobody.
func (g *ground) feed(h *Hint) bool {
	return g.rules.Leftover == kalah.Nobody && g.before.InRow(g.other) == 0 && g.passed() && g.after.InRow(g.other) == h.N &&
		g.others(h, func(house int) bool {
			s, _ := g.rules.Sow(g.before, house)
			return s.After.InRow(g.other) == 0 && g.rules.Over(s.After) != kalah.NotOver
		})
}

// exactly: the last seed falls in the kalah, and none goes to the other side; an
// extra turn is not among the rules.
func (g *ground) exactly(h *Hint) bool {
	return !g.rules.ExtraTurn && h.Seeds+h.House == g.m+1
}

// home: N seeds fall in the kalah.
func (g *ground) home(h *Hint) bool { return h.N > 0 && g.fell(kalah.Place{Side: g.me}) == h.N }

// empty: the own row is empty, the other moves, and what is left at the end
// counts for nobody.
func (g *ground) empty(*Hint) bool {
	return g.passed() && g.after.InRow(g.me) == 0 && g.rules.Leftover == kalah.Nobody && g.rules.End == kalah.Stuck
}

// threat: if the mover were to move again, house At would capture N seeds or
// more than one; it would not have before.
func (g *ground) threat(h *Hint) bool {
	now, _ := g.captures(g.after.WithTurn(g.me), h.At)
	was, _ := g.captures(g.before, h.At)
	return g.passed() && now == h.N && now >= 2 && was == 0
}

// ready: if the mover were to move again, house At with its N seeds would play
// again; it would not have before.
func (g *ground) ready(h *Hint) bool {
	return g.passed() && g.after.House(g.me, h.At) == h.N && g.reaches(g.after.WithTurn(g.me), h.At) && !g.reaches(g.before, h.At)
}

// keep: no seed goes to the other side, other houses send some there, and what
// is left in the own row at the end is the mover's.
func (g *ground) keep(h *Hint) bool {
	return g.rules.Leftover == kalah.Owner && !g.over() && g.crossed(h.House) == 0 && g.others(h, func(house int) bool { return g.crossed(house) > 0 })
}

// stay: none of the seeds goes to the other side, and other houses send some
// there.
func (g *ground) stay(h *Hint) bool {
	return g.crossed(h.House) == 0 && g.others(h, func(house int) bool { return g.crossed(house) > 0 })
}

// few: N seeds go to the other side, no house sends fewer, and some send more.
func (g *ground) few(h *Hint) bool {
	return h.N > 0 && g.crossed(h.House) == h.N && !g.others(h, func(house int) bool { return g.crossed(house) < h.N }) &&
		g.others(h, func(house int) bool { return g.crossed(house) > h.N })
}

// balance: the move brings Mine seeds into the kalah, the other gets N at most
// in the next turn, and no house leaves the mover further ahead by then; some
// leave less.
func (g *ground) balance(h *Hint) bool {
	if !g.passed() || g.after.Store(g.me)-g.before.Store(g.me) != h.Mine || g.haul(g.after) != h.N {
		return false
	}
	lead := g.lead(g.before, h.House)
	return !g.others(h, func(house int) bool { return g.lead(g.before, house) > lead }) &&
		g.others(h, func(house int) bool { return g.lead(g.before, house) < lead })
}

// same: every house keeps the same margin.
func (g *ground) same(*Hint) bool { return g.result.Exact && len(g.result.Best) == len(g.legal()) }

// least: N houses keep the largest margin, and the others less.
func (g *ground) least(h *Hint) bool {
	return g.result.Exact && len(g.result.Best) == h.N && h.N < len(g.legal())
}

// ahead: it is not proved, and no estimate is larger.
func (g *ground) ahead(*Hint) bool { return !g.result.Exact }
