package tutor

import (
	"semeia/internal/i18n"
	"semeia/internal/kalah"
)

// gain is what a better choice would have done for its player.
type gain int

const (
	gainAgain gain = iota // an extra turn, which the played house did not bring
	gainTake              // a larger capture
	gainSave              // the other can capture after the played house, and nothing after the better one
	gainSpoil             // the other can play again after the played house, and not after the better one
	gainPlain             // none of these
)

// better is the best choice that is easiest to explain, 0 for a swap, with what
// it does and how many seeds that is about.
func (w *Weighed) better() (house int, why gain, seeds int) {
	house, why = w.Best[0], gainPlain
	for _, h := range w.Best {
		if g, n := w.gains(h); g < why {
			house, why, seeds = h, g, n
		}
	}
	return house, why, seeds
}

func (w *Weighed) gains(house int) (gain, int) {
	s, err := w.Rules.Sow(w.Before.Pos, house)
	if err != nil || w.Swap() {
		return gainPlain, 0 // seats are swapped
	}
	switch {
	case s.Again && !w.Sowing.Again:
		return gainAgain, 0
	case s.Captured() > w.Sowing.Captured():
		return gainTake, s.Captured()
	case s.Again || w.Sowing.Again:
		return gainPlain, 0
	}
	take, again := replies(w.Rules, &w.Sowing)
	takeThen, againThen := replies(w.Rules, &s)
	switch {
	case take > 0 && takeThen == 0:
		return gainSave, take
	case again && !againThen:
		return gainSpoil, 0
	}
	return gainPlain, 0
}

// replies are what the other can do right after a sowing: capture so many seeds
// at most, play again.
func replies(r kalah.Rules, s *kalah.Sowing) (take int, again bool) {
	for h := 1; h <= s.After.Houses(); h++ {
		if reply, err := r.Sow(s.After, h); err == nil {
			take, again = max(take, reply.Captured()), again || reply.Again
		}
	}
	return take, again
}

// Better is a best choice, the one that is easiest to explain; 0 for a swap.
func (w *Weighed) Better() int {
	house, _, _ := w.better()
	return house
}

// Less says how much less was kept than with the best choice, in few words.
// Only for a move that lost something.
func (w *Weighed) Less(l *i18n.Loc) string {
	house := w.Better()
	if house == 0 {
		return l.N("review.less.swap", w.Lost())
	}
	return l.N("review.less", w.Lost(), i18n.Args{"House": house})
}

// Turning says what the better choice at a turning point would have done, by
// how much, and whether the game turned.
func (e Ear) Turning(l *i18n.Loc, w *Weighed) string {
	house, why, n := w.better()
	args := i18n.Args{"House": w.Sowing.House, "Best": house}
	difference := ""
	if house == 0 {
		difference = l.N("review.turn.swap", w.Lost())
	} else {
		difference = l.N("review.turn", w.Lost(), args)
	}
	return join(e.why(l, why, n, args, w.Player), difference, e.turned(l, w))
}

func (e Ear) why(l *i18n.Loc, why gain, n int, args i18n.Args, mover kalah.Player) string {
	you, other := e.is(mover), mover.Other()
	switch why {
	case gainAgain:
		if you {
			return l.T("review.again.you", args)
		}
		return l.T("review.again.they", args, e.name(mover))
	case gainTake:
		if you {
			return l.N("review.take.you", n, args)
		}
		return l.N("review.take.they", n, args, e.name(mover))
	case gainSave:
		if e.is(other) {
			return l.N("review.save.yours", n, args)
		}
		return l.N("review.save.theirs", n, args, e.name(other))
	case gainSpoil:
		if e.is(other) {
			return l.T("review.spoil.yours", args)
		}
		return l.T("review.spoil.theirs", args, e.name(other))
	}
	return ""
}

// turned says who could win before and who can after.
func (e Ear) turned(l *i18n.Loc, w *Weighed) string {
	if !w.Turned() {
		return ""
	}
	other := w.Player.Other()
	names := i18n.Args{"Name": e.Names[w.Player], "Other": e.Names[other]}
	switch {
	case w.Top > 0 && w.Margin == 0 && e.is(w.Player):
		return l.T("review.windraw.you")
	case w.Top > 0 && w.Margin == 0:
		return l.T("review.windraw.they", names)
	case w.Top > 0 && e.is(w.Player):
		return l.T("review.winloss.you", names)
	case w.Top > 0 && e.is(other):
		return l.T("review.winloss.yours", names)
	case w.Top > 0:
		return l.T("review.winloss.both", names)
	case e.is(other):
		return l.T("review.drawloss.yours")
	}
	return l.T("review.drawloss.theirs", names)
}

// Lead says who will have more at a moment, and how many, as the opener's
// margin goes; about: it is an estimate.
func (e Ear) Lead(l *i18n.Loc, p Point) string {
	ahead, n := kalah.Opener, p.Margin
	if n < 0 {
		ahead, n = kalah.Guest, -n
	}
	you := e.is(ahead)
	switch {
	case n == 0 && p.About:
		return l.T("review.lead.about.same")
	case n == 0:
		return l.T("review.lead.same")
	case p.About && you:
		return l.N("review.lead.about.you", n)
	case p.About:
		return l.N("review.lead.about.they", n, e.name(ahead))
	case you:
		return l.N("review.lead.you", n)
	}
	return l.N("review.lead.they", n, e.name(ahead))
}
