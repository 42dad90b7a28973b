package tutor

import (
	"context"
	"slices"

	"semeia/internal/kalah"
	"semeia/internal/solver"
)

// sight is a move with what it does and what may follow.
type sight struct {
	kalah.Sowing
	best   bool
	margin int
	gain   int    // into the own kalah, seeds swept at the end aside
	across int    // seeds that fall on the other side
	reply  outing // of the other; zero where the turn does not pass
	net    int    // seeds after the other's next turn, at best
}

// passes reports whether the other moves next.
func (v *sight) passes() bool { return !v.Again && v.Over == kalah.NotOver }

// outing is what a whole turn, extra turns included, can do at most.
type outing struct {
	most  int                       // seeds into the own kalah
	take  int                       // seeds of one capture, the capturing seed aside
	from  [kalah.MaxHouses + 1]int  // by the other's house: seeds that can be captured from it
	again [kalah.MaxHouses + 1]bool // by own house: it plays again at once
}

// out looks at all that the side to move can do in its turn.
func out(r kalah.Rules, p kalah.Position) (o outing) {
	o.look(r, p, 0)
	return o
}

func (o *outing) look(r kalah.Rules, p kalah.Position, gained int) {
	o.most = max(o.most, gained)
	for h := 1; h <= p.Houses(); h++ {
		s, err := r.Sow(p, h)
		if err != nil {
			continue
		}
		if s.Facing > 0 {
			at := s.After.Facing(s.Last()).House
			o.from[at] = max(o.from[at], s.Facing)
			o.take = max(o.take, s.Facing)
		}
		if gained == 0 && s.Again {
			o.again[h] = true
		}
		total := gained + gainOf(&s)
		o.most = max(o.most, total)
		if s.Again {
			o.look(r, s.After, total)
		}
	}
}

// gainOf is what a sowing brings into the mover's kalah, what is swept at the
// end aside.
func gainOf(s *kalah.Sowing) int {
	return s.After.Store(s.Mover()) - s.Before.Store(s.Mover()) - s.Swept[s.Mover()]
}

// balance is the most that the side to move can be ahead by the end of the
// other's next turn, in seeds that come into the kalahs.
func balance(r kalah.Rules, p kalah.Position) int {
	best := -kalah.MaxSeeds
	for h := 1; h <= p.Houses(); h++ {
		if s, err := r.Sow(p, h); err == nil {
			best = max(best, netOf(r, &s))
		}
	}
	return best
}

func netOf(r kalah.Rules, s *kalah.Sowing) int {
	net := gainOf(s)
	switch {
	case s.Again:
		net += balance(r, s.After)
	case s.Over == kalah.NotOver:
		o := out(r, s.After)
		net -= o.most
	default:
		net += s.Swept[s.Mover()] - s.Swept[s.Mover().Other()]
	}
	return net
}

// views are all legal moves, seen.
func views(r kalah.Rules, p kalah.Position, result solver.Result) []sight {
	seen := make([]sight, 0, len(result.Margins))
	for _, m := range result.Margins {
		s, err := r.Sow(p, m.House)
		if err != nil {
			continue
		}
		v := sight{Sowing: s, best: slices.Contains(result.Best, m.House), margin: m.Margin, gain: gainOf(&s), net: netOf(r, &s)}
		for i := 1; i <= s.Seeds; i++ {
			if s.At(i).Side != s.Mover() {
				v.across++
			}
		}
		if v.passes() {
			v.reply = out(r, s.After)
		}
		seen = append(seen, v)
	}
	return seen
}

// claims are the reasons that seem to hold for a move. follow gives the extra
// turns that are to be counted as a chain.
func claims(r kalah.Rules, v *sight, seen []sight, result solver.Result, follow func(kalah.Position) []int) []Hint {
	var all []Hint
	add := func(why Reason, h Hint) {
		h.House, h.Seeds, h.Sure, h.Reason = v.House, v.Seeds, result.Sure, why
		all = append(all, h)
	}
	m, me, p := v.Before.Houses(), v.Mover(), v.Before
	other := me.Other()
	if len(seen) == 1 { // and a swap is open
		add(HintOnly, Hint{})
	}
	if had, has := p.Store(me), v.After.Store(me)-v.Swept[me]; r.TellsMajority() && had < r.Majority() && has >= r.Majority() {
		add(HintMajority, Hint{N: has})
	}
	if mine, their := v.After.Store(me), v.After.Store(other); v.Over != kalah.NotOver && mine >= their {
		why := HintEnds
		if v.Over == kalah.NoSeed && v.After.Turn() == other && r.Leftover == kalah.Nobody {
			why = HintStarve
		}
		add(why, Hint{Mine: mine, Their: their})
	}
	if v.Again {
		if then := follow(v.After); len(then) > 0 {
			add(HintChain, Hint{Then: then, At: then[0], N: 1 + len(then)})
		}
		if v.Seeds == m+1-v.House {
			add(HintCounting, Hint{})
		} else {
			add(HintAgain, Hint{})
		}
	}
	if v.Captured() > 0 {
		add(HintTake, Hint{N: v.Facing, At: int(v.Last().House)})
	}
	if !r.ExtraTurn && v.Seeds == m+1-v.House {
		add(HintExactly, Hint{})
	}
	if n := v.gain - v.Captured(); n > 0 {
		add(HintHome, Hint{N: n})
	}
	onOthers(r, v, seen, add)
	if v.passes() {
		if v.After.InRow(me) == 0 && r.Leftover == kalah.Nobody && r.End == kalah.Stuck {
			add(HintEmpty, Hint{})
		}
		onNext(r, v, add)
	}
	if len(seen) > 1 {
		least, most := v.across, 0
		for i := range seen {
			if w := &seen[i]; w.House != v.House {
				least, most = min(least, w.across), max(most, w.across)
			}
		}
		switch {
		case v.across == 0 && most > 0 && r.Leftover == kalah.Owner && v.Over == kalah.NotOver:
			add(HintKeep, Hint{})
		case v.across == 0 && most > 0:
			add(HintStay, Hint{})
		case v.across == least && most > least:
			add(HintFew, Hint{N: v.across})
		}
	}
	level := true
	for i := range seen {
		level = level && seen[i].margin == v.margin
	}
	switch {
	case !result.Exact:
		add(HintAhead, Hint{})
	case level:
		add(HintSame, Hint{})
	default:
		add(HintLeast, Hint{N: len(result.Best)})
	}
	return all
}

// onOthers claims what a move does to the other's plans.
func onOthers(r kalah.Rules, v *sight, seen []sight, add func(Reason, Hint)) {
	me, other, p := v.Mover(), v.Mover().Other(), v.Before
	if !v.passes() {
		return
	}
	plan := out(r, p.WithTurn(other))
	heap := 0
	for g := 1; g <= p.Houses(); g++ {
		n := p.House(me, g)
		if n >= 2 && plan.from[g] >= n && v.reply.take < n && n > p.House(me, heap) {
			heap = g
		}
	}
	if heap > 0 {
		add(HintSave, Hint{N: p.House(me, heap), At: heap})
	}
	lost, worst := 0, 0
	for i := range seen {
		if w := &seen[i]; w.reply.take > worst {
			worst, lost = w.reply.take, w.House
		}
	}
	if v.reply.take == 0 && worst > 0 {
		add(HintShut, Hint{N: worst, At: lost})
	}
	spoilt, fresh := 0, false
	for k := 1; k <= p.Houses(); k++ {
		if plan.again[k] && !v.reply.again[k] && v.After.House(other, k) == p.House(other, k)+1 {
			spoilt = k
		}
		fresh = fresh || v.reply.again[k] && !plan.again[k]
	}
	if spoilt > 0 && !fresh {
		add(HintSpoil, Hint{At: spoilt})
	}
	if p.InRow(other) == 0 && r.Leftover == kalah.Nobody {
		for i := range seen {
			if seen[i].Over == kalah.NoSeed {
				add(HintFeed, Hint{N: v.across})
				break
			}
		}
	}
	ahead, differs := true, false
	for i := range seen {
		ahead = ahead && seen[i].net <= v.net
		differs = differs || seen[i].net < v.net
	}
	if ahead && differs {
		add(HintBalance, Hint{Mine: v.gain, N: v.reply.most})
	}
}

// onNext claims what a move makes possible for the turn after.
func onNext(r kalah.Rules, v *sight, add func(Reason, Hint)) {
	me := v.Mover()
	then := v.After.WithTurn(me)
	if r.Over(then) != kalah.NotOver {
		return
	}
	for h := then.Houses(); h >= 1; h-- {
		s, err := r.Sow(then, h)
		if err != nil {
			continue
		}
		was, _ := r.Sow(v.Before, h)
		if s.Facing >= 2 && was.Facing == 0 {
			add(HintThreat, Hint{N: s.Facing, At: h})
		}
		if s.Again && !was.Again {
			add(HintReady, Hint{N: s.Seeds, At: h})
		}
	}
}

// follow is a row of extra turns from a position, the longest of those in which
// every move keeps the margin.
func (c *Coach) follow(ctx context.Context, r kalah.Rules, p kalah.Position) (best []int) {
	result := c.Margins(ctx, r, p)
	if !result.Sure {
		return nil
	}
	for i := len(result.Best) - 1; i >= 0; i-- {
		s, err := r.Sow(p, result.Best[i])
		if err != nil || !s.Again {
			continue
		}
		if row := append([]int{s.House}, c.follow(ctx, r, s.After)...); len(row) > len(best) {
			best = row
		}
	}
	return best
}

// longest is the longest row of extra turns that the side to move can have.
func longest(r kalah.Rules, p kalah.Position) (best []int) {
	for h := p.Houses(); h >= 1; h-- {
		if s, err := r.Sow(p, h); err == nil && s.Again {
			if row := append([]int{h}, longest(r, s.After)...); len(row) > len(best) {
				best = row
			}
		}
	}
	return best
}

// kind is a reason as rivals have it: some differ only in words.
func (r Reason) kind() Reason {
	switch r {
	case HintAgain:
		return HintCounting
	case HintStarve:
		return HintEnds
	case HintKeep:
		return HintStay
	}
	return r
}

// shared is how many worse moves could be shown for the same reason as well as
// v, whose hint it is: rivals are the claims of each of them.
func (h *Hint) shared(v *sight, seen []sight, rivals [][]Hint) (n int) {
	if h.Reason == HintBalance {
		for i := range seen {
			if w := &seen[i]; !w.best && w.net >= v.net {
				n++
			}
		}
		return n
	}
	for _, claims := range rivals {
		if slices.ContainsFunc(claims, func(c Hint) bool { return c.Reason.kind() == h.Reason.kind() && c.strength() >= h.strength() }) {
			n++
		}
	}
	return n
}
