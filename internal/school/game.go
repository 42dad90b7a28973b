package school

import (
	"math/rand/v2"

	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// Against says who plays the guest.
type Against string

const (
	Neighbour Against = "neighbour" // a second child at the same screen
	Bot       Against = "bot"
)

// Aids is how much counting help a game gives.
type Aids string

const (
	FullAids    Aids = "full"    // numerals, trail and hand are shown
	RequestAids Aids = "request" // shown when asked for
	NoAids      Aids = "none"
)

// Throw is one throw of the die by each player, 1..6 (R15).
type Throw struct{ Opener, Guest uint8 }

// Kind is what an event of a game is.
type Kind string

const (
	Move   Kind = "move"    // Arg: the house, 1..m
	Swap   Kind = "swap"    // Arg: 0, the house that records a swap (R17)
	Back   Kind = "back"    // a take-back; Arg: the version returned to
	GiveUp Kind = "give-up" // Arg: the player who gave up, 0 opener, 1 guest
)

// Event is one entry in a game's history. Entries are only ever added; the
// first has version 1.
type Event struct {
	Version int
	Kind    Kind
	Arg     int
	At      int64 // unix milliseconds
	Unsure  bool  // a move of the perfect player that was not proved to be best
}

// Game is a game as it is kept. South is whoever opened it.
type Game struct {
	ID      string
	Owner   string // hash of the visitor's cookie, or see [OwnerOf]
	Partner string // id of the pupil who plays the guest at the owner's computer; empty: nobody signed in does
	Rules   kalah.Rules
	First   kalah.Side
	// From is the position that the game began from; the zero Position stands for
	// the start of the rules. Its side to move is First.
	From      kalah.Position
	Origin    string  // where such a position came from: "daily:2026-11-30", "again:<game>/<moves>"; else empty
	Throws    []Throw // empty: who starts was chosen
	Against   Against
	Bot       tutor.Bot // who plays the guest against Bot
	Fixed     bool      // not kept: the class does without taking back
	Counts    bool      // it counts: a finished move is never taken back (R18)
	Aids      Aids
	Compared  bool   // the kalahs were compared, or the comparing skipped
	RematchOf string // the game this is the rematch of
	Opened    int64  // unix milliseconds
	Outcome   Outcome
	Events    []Event // by version, without gap
	Helped    int     // how many steps of help were asked for at this version
	// Names of the two pupils where there is a Partner, by [kalah.Player]; empty
	// for one who is in the bin. Not kept.
	Names [2]string
}

// Plays reports whether the game is a pupil's: opened by the pupil, or played
// as the other one of two.
func (g *Game) Plays(pupil string) bool {
	return pupil != "" && (g.Owner == OwnerOf(pupil) || g.Partner == pupil)
}

// Seat is the player that a pupil is in a game of two pupils.
func (g *Game) Seat(pupil string) kalah.Player {
	if g.Partner != "" && g.Partner == pupil {
		return kalah.Guest
	}
	return kalah.Opener
}

// PupilAt is the pupil who is that player in a game of two pupils; empty where
// it is not one.
func (g *Game) PupilAt(p kalah.Player) string {
	if g.Partner == "" {
		return ""
	}
	if p == kalah.Guest {
		return g.Partner
	}
	id, _ := PupilOf(g.Owner)
	return id
}

// Outcome is how a game ended, for the opener.
type Outcome string

const (
	Open    Outcome = "open"
	Won     Outcome = "won"
	Lost    Outcome = "lost"
	Drawn   Outcome = "drawn"
	GaveUp  Outcome = "gave-up" // the opener gave up
	WonByUp Outcome = "opponent-gave-up"
)

// For is the outcome as a player has it: one's win is the other's loss.
func (o Outcome) For(p kalah.Player) Outcome {
	if p == kalah.Opener {
		return o
	}
	switch o {
	case Won:
		return Lost
	case Lost:
		return Won
	case GaveUp:
		return WonByUp
	case WonByUp:
		return GaveUp
	}
	return o
}

// Version grows with every move, swap, take-back and giving up.
func (g *Game) Version() int { return len(g.Events) }

// State is a game replayed.
type State struct {
	Line   kalah.Line
	Steps  []tutor.Step // those that stand, take-backs taken into account
	GaveUp bool
	By     kalah.Player // who gave up
	Over   kalah.Reason
}

// Ended reports whether nothing more can be played.
func (s *State) Ended() bool { return s.GaveUp || s.Over != kalah.NotOver }

// Last is the last step that stands, nil at the start.
func (s *State) Last() *tutor.Step {
	if len(s.Steps) == 0 {
		return nil
	}
	return &s.Steps[len(s.Steps)-1]
}

// Begin is the game before its first move.
func (g *Game) Begin() kalah.Line {
	if g.From == (kalah.Position{}) {
		return g.Rules.Begin(g.First)
	}
	return g.Rules.Resume(g.From)
}

// Whole reports whether the game is one from the start of the rules.
func (g *Game) Whole() bool { return g.From == (kalah.Position{}) }

// Replay plays a game's events again. A kept game whose events do not follow
// the rules is damaged, and the error is that of the rules.
func (g *Game) Replay() (State, error) {
	s := State{Line: g.Begin()}
	for _, e := range g.Events {
		if err := g.apply(&s, e); err != nil {
			return s, err
		}
	}
	return s, nil
}

func (g *Game) apply(s *State, e Event) error {
	switch e.Kind {
	case Move, Swap:
		step := tutor.Step{Number: len(s.Steps) + 1, Player: s.Line.ToMove(), Before: s.Line, Version: e.Version}
		var err error
		if e.Kind == Swap {
			step.After, err = g.Rules.Swap(s.Line)
		} else {
			step.After, step.Sowing, err = g.Rules.Play(s.Line, e.Arg)
		}
		if err != nil {
			return err
		}
		s.Line, s.Over = step.After, step.Sowing.Over
		s.Steps = append(s.Steps, step)
	case Back:
		for len(s.Steps) > 0 && s.Steps[len(s.Steps)-1].Version > e.Arg {
			s.Line = s.Last().Before
			s.Steps = s.Steps[:len(s.Steps)-1]
		}
		s.Over = kalah.NotOver
	case GiveUp:
		s.GaveUp, s.By = true, kalah.Player(e.Arg)
	}
	return nil
}

// Human reports whether a person at the page decides for p.
func (g *Game) Human(p kalah.Player) bool { return p == kalah.Opener || g.Against == Neighbour }

// outcome of a state, for the opener.
func (s *State) outcome() Outcome {
	switch {
	case s.GaveUp && s.By == kalah.Opener:
		return GaveUp
	case s.GaveUp:
		return WonByUp
	case s.Over == kalah.NotOver:
		return Open
	}
	side, draw := s.Line.Pos.Winner()
	switch {
	case draw:
		return Drawn
	case s.Line.Sitting(side) == kalah.Opener:
		return Won
	}
	return Lost
}

// RollDice throws the die for both until the throws differ; the higher one
// starts (R15).
func RollDice(rng *rand.Rand) (throws []Throw, first kalah.Side) {
	for {
		t := Throw{uint8(1 + rng.IntN(6)), uint8(1 + rng.IntN(6))}
		throws = append(throws, t)
		switch {
		case t.Opener > t.Guest:
			return throws, kalah.South
		case t.Guest > t.Opener:
			return throws, kalah.North
		}
	}
}
