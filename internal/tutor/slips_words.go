package tutor

import (
	"semeia/internal/i18n"
	"semeia/internal/kalah"
)

// words are the keys of a slip's texts.
type words struct {
	name   string // short label for teachers
	letter string // one capital letter, its own within the family
	say    string // to the child, with nothing to fill in
	ask    string // the teacher's card: what to ask
	again  string // the teacher's card: what to say
}

// slipWords holds every slip. A slip without say or again has it chosen by what
// happened, or by the rules.
var slipWords = map[Slip]words{
	CountsStart:      {"slip.name.counts-start", "slip.letter.counts-start", "slip.say.counts-start", "slip.ask.counts-start", "slip.again.counts-start"},
	FeedsRivalStore:  {"slip.name.feeds-rival-store", "slip.letter.feeds-rival-store", "slip.say.feeds-rival-store", "slip.ask.feeds-rival-store", "slip.again.feeds-rival-store"},
	Clockwise:        {"slip.name.clockwise", "slip.letter.clockwise", "slip.say.clockwise", "slip.ask.clockwise", "slip.again.clockwise"},
	ForgetsOwnStore:  {"slip.name.forgets-own-store", "slip.letter.forgets-own-store", "slip.say.forgets-own-store", "slip.ask.forgets-own-store", "slip.again.forgets-own-store"},
	OneTooFar:        {"slip.name.one-too-far", "slip.letter.one-too-far", "slip.say.one-too-far", "slip.ask.one-too-far", "slip.again.one-too-far"},
	StaysOnOwnRow:    {"slip.name.stays-on-own-row", "slip.letter.stays-on-own-row", "slip.say.stays-on-own-row", "slip.ask.stays-on-own-row", "slip.again.stays-on-own-row"},
	SkipsStartHouse:  {"slip.name.skips-start-house", "slip.letter.skips-start-house", "slip.say.skips-start-house", "slip.ask.skips-start-house", "slip.again.skips-start-house"},
	SkipsEmptyHouses: {"slip.name.skips-empty-houses", "slip.letter.skips-empty-houses", "slip.say.skips-empty-houses", "slip.ask.skips-empty-houses", "slip.again.skips-empty-houses"},

	PassingIsEnough: {"slip.name.passing-is-enough", "slip.letter.passing-is-enough", "", "slip.ask.passing-is-enough", "slip.again.passing-is-enough"},
	OnlyOnce:        {"slip.name.only-once", "slip.letter.only-once", "slip.say.only-once", "slip.ask.only-once", "slip.again.only-once"},

	CapturesOtherSide:     {"slip.name.captures-other-side", "slip.letter.captures-other-side", "slip.say.captures-other-side", "slip.ask.captures-other-side", "slip.again.captures-other-side"},
	CapturesOccupied:      {"slip.name.captures-occupied", "slip.letter.captures-occupied", "", "slip.ask.captures-occupied", "slip.again.captures-occupied"},
	CapturesNothingFacing: {"slip.name.captures-nothing-facing", "slip.letter.captures-nothing-facing", "", "slip.ask.captures-nothing-facing", "slip.again.captures-nothing-facing"},
	FacesSameNumber:       {"slip.name.faces-same-number", "slip.letter.faces-same-number", "", "slip.ask.faces-same-number", "slip.again.faces-same-number"},
	TakesOwnToo:           {"slip.name.takes-own-too", "slip.letter.takes-own-too", "slip.say.takes-own-too", "slip.ask.takes-own-too", "slip.again.takes-own-too"},
	LeavesOwn:             {"slip.name.leaves-own", "slip.letter.leaves-own", "slip.say.leaves-own", "slip.ask.leaves-own", "slip.again.leaves-own"},
	CapturePlaysAgain:     {"slip.name.capture-plays-again", "slip.letter.capture-plays-again", "slip.say.capture-plays-again", "slip.ask.capture-plays-again", "slip.again.capture-plays-again"},

	FirstEmptyWins:       {"slip.name.first-empty-wins", "slip.letter.first-empty-wins", "slip.say.first-empty-wins", "slip.ask.first-empty-wins", "slip.again.first-empty-wins"},
	RestToTheWrongPlayer: {"slip.name.rest-to-the-wrong-player", "slip.letter.rest-to-the-wrong-player", "", "slip.ask.rest-to-the-wrong-player", ""},
	CountsTheBoard:       {"slip.name.counts-the-board", "slip.letter.counts-the-board", "slip.say.counts-the-board", "slip.ask.counts-the-board", "slip.again.counts-the-board"},

	SignTurned:   {"slip.name.sign-turned", "slip.letter.sign-turned", "slip.say.sign-turned", "slip.ask.sign-turned", "slip.again.sign-turned"},
	CountsHouses: {"slip.name.counts-houses", "slip.letter.counts-houses", "slip.say.counts-houses", "slip.ask.counts-houses", "slip.again.counts-houses"},
}

// say is a text by its key; nothing for NoSlip and for codes that are no slip.
func say(l *i18n.Loc, key string) string {
	if key == "" {
		return ""
	}
	return l.T(key)
}

// SlipName is the short label of a slip for teachers; "" for NoSlip.
func SlipName(l *i18n.Loc, s Slip) string { return say(l, slipWords[s].name) }

// SlipLetter is one capital letter for a slip in a teacher's table, different
// from those of the other slips of its family in that language; "" for NoSlip.
func SlipLetter(l *i18n.Loc, s Slip) string { return say(l, slipWords[s].letter) }

// AskSlip is the question of the teacher's card that brings a slip to light.
func AskSlip(l *i18n.Loc, s Slip) string { return say(l, slipWords[s].ask) }

// SayAgain is what the teacher's card says about a slip: the rule once more, in
// one or two sentences, as the rules at hand have it.
func SayAgain(l *i18n.Loc, s Slip, r kalah.Rules) string {
	switch {
	case s == RestToTheWrongPlayer, s == CountsTheBoard && r.Leftover == kalah.Emptier:
		return rest(l, r)
	}
	return say(l, slipWords[s].again)
}

// SaySlip says to a child what an answer looks like, given the slip that it
// speaks for, and what is right. w is the sowing that was asked about; it may be
// nil where there was none (the end, comparing). The families of extra turn and
// capture take their numbers from it: where it is nil, or shows nothing of the
// slip, the sentence of [SayAgain] is said.
func SaySlip(l *i18n.Loc, s Slip, r kalah.Rules, w *kalah.Sowing) string {
	if s == RestToTheWrongPlayer || s == CountsTheBoard && r.Leftover == kalah.Emptier {
		return rest(l, r)
	}
	if key := slipWords[s].say; key != "" {
		return l.T(key)
	}
	if w == nil || w.Last().Store() {
		return SayAgain(l, s, r)
	}
	last := w.Last()
	own := last.Side == w.Mover()
	facing := w.Before.Facing(last)
	args := i18n.Args{"House": int(last.House), "From": int(facing.House)}
	switch {
	case s == PassingIsEnough && own:
		return l.T("slip.say.passing-is-enough.own")
	case s == PassingIsEnough:
		return l.T("slip.say.passing-is-enough.other")
	case s == CapturesOccupied && own && w.LastFound() > 0:
		return l.N("slip.say.captures-occupied", w.LastFound(), args)
	case s == CapturesNothingFacing && own && w.LastFound() == 0 && fallen(w, facing) == 0:
		return l.T("slip.say.captures-nothing-facing", args)
	case s == FacesSameNumber && own:
		return l.T("slip.say.faces-same-number", args)
	}
	return SayAgain(l, s, r)
}

// rest says who gets the seeds that are left over (R13).
func rest(l *i18n.Loc, r kalah.Rules) string {
	switch r.Leftover {
	case kalah.Owner:
		return l.T("slip.say.rest-to-the-wrong-player.owner")
	case kalah.Emptier:
		return l.T("slip.say.rest-to-the-wrong-player.emptier")
	}
	return l.T("slip.say.rest-to-the-wrong-player.nobody")
}
