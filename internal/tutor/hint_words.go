package tutor

import (
	"semeia/internal/i18n"
	"semeia/internal/kalah"
)

// A hint is told in three steps, to the player to move as "you"; other is the
// name of the one who plays against.

// Look says where to look, and names no house.
func (h *Hint) Look(l *i18n.Loc, other string) string {
	name := i18n.Args{"Name": other}
	switch h.Reason {
	case HintOnly:
		return l.T("hint.look.only")
	case HintSwap:
		return l.T("hint.look.swap")
	case HintMajority:
		return l.T("hint.look.majority")
	case HintStarve, HintEnds:
		return l.T("hint.look.ends")
	case HintChain:
		return l.T("hint.look.chain")
	case HintCounting:
		return l.T("hint.look.counting")
	case HintAgain, HintExactly:
		return l.T("hint.look.again")
	case HintTake:
		if h.At == h.House {
			return l.T("hint.look.lap")
		}
		return l.T("hint.look.take")
	case HintSave, HintShut:
		return l.T("hint.look.guard", name)
	case HintSpoil:
		return l.T("hint.look.spoil", name)
	case HintFeed:
		return l.T("hint.look.feed")
	case HintHome:
		return l.T("hint.look.home")
	case HintEmpty:
		return l.T("hint.look.empty")
	case HintThreat:
		return l.T("hint.look.threat")
	case HintReady:
		return l.T("hint.look.ready")
	case HintKeep, HintStay:
		return l.T("hint.look.stay")
	case HintFew:
		return l.T("hint.look.few")
	case HintBalance:
		return l.T("hint.look.balance", name)
	}
	return l.T("hint.look.think", name)
}

// Which says which house.
func (h *Hint) Which(l *i18n.Loc) string {
	if h.Reason == HintSwap {
		return l.T("hint.which.swap")
	}
	return l.N("hint.which", h.Seeds, i18n.Args{"House": h.House})
}

// Why says why, with the numbers, and whether it is not sure. r are the rules
// that the hint was found by.
func (h *Hint) Why(l *i18n.Loc, r kalah.Rules, other string) string {
	why := h.why(l, r, i18n.Args{"Name": other, "At": h.At, "Mine": h.Mine, "Their": h.Their})
	if h.Sure {
		return why
	}
	return join(why, l.T("hint.unsure"))
}

func (h *Hint) why(l *i18n.Loc, r kalah.Rules, args i18n.Args) string {
	switch h.Reason {
	case HintOnly:
		return l.T("hint.why.only")
	case HintSwap:
		return l.N("hint.why.swap", h.N, args)
	case HintMajority:
		return l.T("hint.why.majority", i18n.Args{"Mine": h.N, "All": r.Seeds()})
	case HintStarve, HintEnds:
		return h.whyEnds(l, args)
	case HintChain:
		return l.N("hint.why.chain", h.N, args)
	case HintCounting:
		return l.N("hint.why.counting", h.Seeds)
	case HintAgain:
		return l.T("hint.why.again")
	case HintTake:
		return h.whyTake(l, r, args)
	case HintSave:
		return l.N("hint.why.save", h.N, args)
	case HintShut:
		return l.N("hint.why.shut", h.N, args)
	case HintSpoil:
		return l.T("hint.why.spoil", args)
	case HintFeed:
		return l.N("hint.why.feed", h.N, args)
	case HintExactly:
		return l.N("hint.why.exactly", h.Seeds)
	case HintHome:
		return l.N("hint.why.home", h.N)
	case HintEmpty:
		return l.T("hint.why.empty")
	case HintThreat:
		return l.N("hint.why.threat", h.N, args)
	case HintReady:
		return l.N("hint.why.ready", h.N, args)
	case HintKeep:
		return l.T("hint.why.keep")
	case HintStay:
		return l.N("hint.why.stay", h.Seeds)
	case HintFew:
		return l.N("hint.why.few", h.N)
	case HintBalance:
		return h.whyBalance(l, args)
	case HintSame:
		return l.T("hint.why.same")
	case HintAhead:
		return l.T("hint.why.ahead")
	}
	if h.N > 1 {
		return l.T("hint.why.more")
	}
	return l.T("hint.why.least")
}

func (h *Hint) whyEnds(l *i18n.Loc, args i18n.Args) string {
	switch {
	case h.Mine == h.Their:
		return l.T("hint.why.draw", args)
	case h.Reason == HintStarve:
		return l.T("hint.why.starve", args)
	}
	return l.T("hint.why.ends", args)
}

func (h *Hint) whyTake(l *i18n.Loc, r kalah.Rules, args i18n.Args) string {
	args["Sum"] = h.N + 1
	lap := h.At == h.House
	switch {
	case h.N == 0:
		return l.T("hint.why.alone", args)
	case r.Capture == kalah.Opposite && lap:
		return l.N("hint.why.lap.opposite", h.N)
	case r.Capture == kalah.Opposite:
		return l.N("hint.why.take.opposite", h.N, args)
	case lap:
		return l.N("hint.why.lap.both", h.N, args)
	}
	return l.N("hint.why.take.both", h.N, args)
}

func (h *Hint) whyBalance(l *i18n.Loc, args i18n.Args) string {
	switch {
	case h.N == 0 && h.Mine == 0:
		return l.T("hint.why.balance.none", args)
	case h.N == 0:
		return l.T("hint.why.balance.only", args)
	case h.Mine == 0:
		return l.N("hint.why.balance.most", h.N, args)
	}
	return l.N("hint.why.balance.some", h.N, args)
}
