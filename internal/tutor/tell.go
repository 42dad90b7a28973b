package tutor

import (
	"strings"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
)

// Step is one thing that happened in a game: a sowing, or a swap of seats when
// Sowing.House is 0.
type Step struct {
	Number  int // 1 for the first
	Player  kalah.Player
	Before  kalah.Line
	After   kalah.Line
	Sowing  kalah.Sowing
	Version int // of the game, after this step
}

// Swap reports whether the players exchanged seats in this step.
func (s *Step) Swap() bool { return s.Sowing.House == 0 }

// Ear is who is being told: one of the players, addressed as "you", or people
// who look on (watchers, two at one screen, paper), who hear of both by name.
type Ear struct {
	Plays bool         // a player is being told
	Who   kalah.Player // which one, if Plays
	Names [2]string    // of opener and guest
}

func (e Ear) is(p kalah.Player) bool        { return e.Plays && e.Who == p }
func (e Ear) name(p kalah.Player) i18n.Args { return i18n.Args{"Name": e.Names[p]} }

// Telling is the sentence of a step in its parts, in the order they are said.
// Parts that do not apply are empty. They are apart so that a page can hold
// the score back until the child has compared the kalahs.
type Telling struct {
	Number   string // "Move 7."
	Move     string // house and seeds, where the last fell, what was captured
	Turn     string // an extra turn, or who plays now
	Kalahs   string // the two kalahs, when they changed
	Majority string // said once: more than half (R16)
	End      string // why the game is over and who gets the rest
	Result   string // the final numbers and who has more
}

// String is the whole telling in one line.
func (t Telling) String() string {
	return join(t.Number, t.Move, t.Turn, t.Kalahs, t.Majority, t.End, t.Result)
}

// Unscored is the telling without any number that gives the score away.
func (t Telling) Unscored() string {
	return join(t.Number, t.Move, t.Turn, t.End)
}

func join(parts ...string) string {
	var full []string
	for _, p := range parts {
		if p != "" {
			full = append(full, p)
		}
	}
	return strings.Join(full, " ")
}

// Tell says a step in words. It is the only place that makes such sentences.
func (e Ear) Tell(l *i18n.Loc, r kalah.Rules, s *Step) Telling {
	t := Telling{Number: l.N("say.number", s.Number)}
	if s.Swap() {
		t.Move = e.swap(l, s.Player)
		t.Turn = e.next(l, s.After.ToMove())
		return t
	}
	w := &s.Sowing
	t.Move = join(e.sowing(l, s), e.capture(l, r, s))
	if before, after := kalahs(w.Before), kalahs(w.After); before != after && w.Over == kalah.NotOver {
		t.Kalahs = e.Kalahs(l, s.After)
	}
	if r.TellsMajority() && w.Over == kalah.NotOver && w.Before.Store(w.Mover()) < r.Majority() && w.After.Store(w.Mover()) >= r.Majority() {
		if e.is(s.Player) {
			t.Majority = l.T("say.majority.you")
		} else {
			t.Majority = l.T("say.majority.they", e.name(s.Player))
		}
	}
	switch {
	case w.Over != kalah.NotOver:
		t.End = e.end(l, r, s)
		t.Result = e.Result(l, s.After)
	case w.Again && e.is(s.Player):
		t.Turn = l.T("say.again.you")
	case w.Again:
		t.Turn = l.T("say.again.they", e.name(s.Player))
	default:
		t.Turn = e.next(l, s.After.ToMove())
	}
	return t
}

func kalahs(p kalah.Position) [2]int {
	return [2]int{p.Store(kalah.South), p.Store(kalah.North)}
}

func (e Ear) next(l *i18n.Loc, p kalah.Player) string {
	if e.is(p) {
		return l.T("say.next.you")
	}
	return l.T("say.next.they", e.name(p))
}

// Next says whose turn it is, for a page that is opened between two moves.
func (e Ear) Next(l *i18n.Loc, line kalah.Line) string { return e.next(l, line.ToMove()) }

func (e Ear) swap(l *i18n.Loc, by kalah.Player) string {
	switch {
	case e.is(by):
		return l.T("say.swap.you")
	case e.Plays:
		return l.T("say.swap.they", e.name(by))
	}
	return l.T("say.swap.both", i18n.Args{"Name": e.Names[by], "Other": e.Names[by.Other()]})
}

// landing is where a last seed can fall, as sentences tell it apart.
type landing int

const (
	ownHouse   landing = iota
	emptyHouse         // an own house that was empty, and captures
	ownStore
	otherHouse   // a house of the other side
	yourHouse    // the same, when the other side is the one being told
	startHouse   // a whole lap
	startEmptied // a whole lap that captures
)

var sowingYou = map[landing]string{
	ownHouse:     "say.you.own",
	emptyHouse:   "say.you.empty",
	ownStore:     "say.you.store",
	otherHouse:   "say.you.other",
	startHouse:   "say.you.lap",
	startEmptied: "say.you.lapempty",
}

var sowingThey = map[landing]string{
	ownHouse:     "say.they.own",
	emptyHouse:   "say.they.empty",
	ownStore:     "say.they.store",
	otherHouse:   "say.they.other",
	yourHouse:    "say.they.yours",
	startHouse:   "say.they.lap",
	startEmptied: "say.they.lapempty",
}

func (e Ear) sowing(l *i18n.Loc, s *Step) string {
	w := &s.Sowing
	last := w.Last()
	at := ownHouse
	switch {
	case last.Store():
		at = ownStore
	case last.Side != w.Mover() && e.Plays && !e.is(s.Player):
		at = yourHouse
	case last.Side != w.Mover():
		at = otherHouse
	case int(last.House) == w.House && w.Captured() > 0:
		at = startEmptied
	case int(last.House) == w.House:
		at = startHouse
	case w.Captured() > 0:
		at = emptyHouse
	}
	args := i18n.Args{"House": w.House, "To": int(last.House)}
	if e.is(s.Player) {
		return l.N(sowingYou[at], w.Seeds, args)
	}
	return l.N(sowingThey[at], w.Seeds, args, e.name(s.Player))
}

func (e Ear) capture(l *i18n.Loc, r kalah.Rules, s *Step) string {
	w := &s.Sowing
	if w.Captured() == 0 {
		return ""
	}
	args := i18n.Args{"From": int(w.After.Facing(w.Last()).House), "Sum": w.Captured()}
	you := e.is(s.Player)
	switch {
	case w.Facing == 0 && you:
		return l.T("say.capture.alone.you")
	case w.Facing == 0:
		return l.T("say.capture.alone.they", e.name(s.Player))
	case r.Capture == kalah.Opposite && you:
		return l.N("say.capture.opposite.you", w.Facing, args)
	case r.Capture == kalah.Opposite:
		return l.N("say.capture.opposite.they", w.Facing, args, e.name(s.Player))
	case you:
		return l.N("say.capture.both.you", w.Facing, args)
	}
	return l.N("say.capture.both.they", w.Facing, args, e.name(s.Player))
}

// Kalahs says what lies in the two kalahs.
func (e Ear) Kalahs(l *i18n.Loc, line kalah.Line) string {
	of := func(p kalah.Player) int { return line.Pos.Store(line.Seat(p)) }
	if e.Plays {
		other := e.Who.Other()
		return l.T("say.kalahs.you", i18n.Args{"Mine": of(e.Who), "Name": e.Names[other], "Theirs": of(other)})
	}
	return l.T("say.kalahs.both", i18n.Args{
		"Name": e.Names[kalah.Opener], "Mine": of(kalah.Opener),
		"Other": e.Names[kalah.Guest], "Theirs": of(kalah.Guest),
	})
}

func (e Ear) end(l *i18n.Loc, r kalah.Rules, s *Step) string {
	w := &s.Sowing
	var why string
	switch w.Over {
	case kalah.Reached:
		args := i18n.Args{"Number": int(r.WinAt)}
		if e.is(s.Player) {
			why = l.T("say.end.reached.you", args)
		} else {
			why = l.T("say.end.reached.they", args, e.name(s.Player))
		}
	case kalah.RowEmpty:
		why = l.T("say.end.row")
	case kalah.NoSeed:
		stuck := s.After.ToMove()
		if e.is(stuck) {
			why = l.T("say.end.stuck.you")
		} else {
			why = l.T("say.end.stuck.they", e.name(stuck))
		}
	}
	parts := []string{why}
	for _, side := range [...]kalah.Side{kalah.South, kalah.North} {
		n := w.Swept[side]
		if n == 0 {
			continue
		}
		p := s.After.Sitting(side)
		switch {
		case r.Leftover == kalah.Owner && e.is(p):
			parts = append(parts, l.N("say.rest.own.you", n))
		case r.Leftover == kalah.Owner:
			parts = append(parts, l.N("say.rest.own.they", n, e.name(p)))
		case e.is(p):
			parts = append(parts, l.N("say.rest.other.you", n))
		default:
			parts = append(parts, l.N("say.rest.other.they", n, e.name(p)))
		}
	}
	if left := w.After.InRow(kalah.South) + w.After.InRow(kalah.North); left > 0 {
		if w.Over == kalah.Reached {
			parts = append(parts, l.N("say.rest.stays", left))
		} else {
			parts = append(parts, l.N("say.rest.nobody", left))
		}
	}
	return join(parts...)
}

// Result says the final numbers and who has more (R14).
func (e Ear) Result(l *i18n.Loc, line kalah.Line) string {
	side, draw := line.Pos.Winner()
	most, least := line.Pos.Store(side), line.Pos.Store(side.Other())
	if draw {
		return l.T("say.result.draw", i18n.Args{"Number": most})
	}
	p := line.Sitting(side)
	args := i18n.Args{"Most": most, "Least": least, "Winner": e.Names[p], "Other": e.Names[p.Other()]}
	switch {
	case e.is(p):
		return l.N("say.result.win", most-least, args)
	case e.Plays:
		return l.N("say.result.loss", most-least, args)
	}
	return l.N("say.result.both", most-least, args)
}

// GaveUp says that a player ended the game before its end.
func (e Ear) GaveUp(l *i18n.Loc, by kalah.Player) string {
	switch {
	case e.is(by):
		return l.T("say.gaveup.you", e.name(by.Other()))
	case e.Plays:
		return l.T("say.gaveup.they", e.name(by))
	}
	return l.T("say.gaveup.both", i18n.Args{"Name": e.Names[by], "Other": e.Names[by.Other()]})
}
