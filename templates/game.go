package templates

import (
	"strconv"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
)

// Game is the page of a game.
type Game struct {
	Shell
	ID      string
	Version int
	Stage   string // "Stage 2 · Play again"
	Heading string
	Notice  string // why nothing happened, in one sentence
	Told    string // what came of an answer about the last move

	Earlier []MoveLine // sentences since the reader's last decision, for those who listen; Number is the version
	Number  string     // "Move 7."
	Say     string     // what just happened
	Turn    string     // who plays now, or the call to play again

	Board     *Board
	Near, Far Seat
	Steps     []StepData // what happened since the page that asked

	Moves []MoveLine // newest last, those that stand
	More  bool       // there are earlier ones than those in Moves

	Mine       bool // the reader may act
	Playing    bool // the reader may choose a house now
	CanSwap    bool
	CanBack    bool
	CanGiveUp  bool
	AskGiveUp  bool // the question before giving up is open
	Ask        *GameAsk
	Hint       *GameHint // help may be asked for now
	Ended      bool
	Reviewed   bool // the game may be looked back at
	Compare    *Compare
	Result     string
	Throws     []ThrowLine
	Starts     string // who starts, after the dice
	Facts      []string
	RulesStage int
	WatchURL   string // for others to look on; empty: a pupil's game is not for others

	Daily   *GameDaily // of a game from a day's position
	Replay  *Replay    // an earlier moment is shown
	Aids    string     // "full", "request", "none"
	Numbers bool       // numerals are on
	Trails  bool       // the count stands by the places
	Speed   string
	Voice   bool
}

// GameAsk is a question in a game, on its board: where the last seed of a move
// lands, or whether a claim is right.
type GameAsk struct {
	Text  string
	House int    // that is to be sown
	Start string // its place
	Claim *Claim // nil: a move is asked about
	Since int64  // when it was asked, unix milliseconds
}

// Seat is the plate beside a row.
type Seat struct {
	Face, Name string
	Now        bool   // this seat is to move
	Thinks     string // says that a bot here is thinking; empty: it is no bot, or has nothing left to think of
}

// MoveLine is one line of the list of moves.
type MoveLine struct {
	Number int
	Text   string
	New    bool // since the reader's last decision
}

// ThrowLine is one throw of the die by both.
type ThrowLine struct {
	A, B int
	Text string
}

// Replay is where the reader stands in the moves that were made.
type Replay struct {
	At, Of    int
	Review    bool   // the game may be looked back at
	What, How string // what the move kept, and who is ahead then; may be empty
	NewID     string // of the game that trying again from here opens; empty: nobody may
	WhatIf    string // the laboratory with this position; empty: not for the reader, or not yet
}

// Compare asks which kalah holds more, before the result is said.
type Compare struct {
	Question   string
	Mine       int
	Theirs     int
	MineFace   string
	TheirsFace string
	MineName   string
	TheirsName string
	Sign, More string // what was answered, if wrong
	Wrong      string // what is wrong with it
	ShowPairs  bool
	Lines      []PairLine
}

// PairLine is up to ten seeds of each kalah, one to one.
type PairLine struct{ Mine, Theirs int }

// Pairs lays two heaps beside each other in lines of ten.
func Pairs(mine, theirs int) (lines []PairLine) {
	for at := 0; at < max(mine, theirs); at += 10 {
		lines = append(lines, PairLine{min(10, max(0, mine-at)), min(10, max(0, theirs-at))})
	}
	return lines
}

// pairPath draws n seeds in a row, at a height.
func pairPath(n, y int) string {
	p := pattern{}
	for i := range n {
		p.dots = append(p.dots, dot{float64(22 + 32*i + i/5*12), float64(y)})
	}
	return p.path()
}

// pairTies draws a line between each pair.
func pairTies(n int) string {
	b := []byte{}
	for i := range n {
		b = append(b, 'M')
		b = strconv.AppendInt(b, int64(22+32*i+i/5*12), 10)
		b = append(b, " 22v44"...)
	}
	return string(b)
}

// Speeds are the speeds of sowing, in the order of the choice: the value and
// the key of its name.
var Speeds = [...]struct{ Value, Key string }{
	{"slow", "speed.slow"}, {"normal", "speed.normal"}, {"step", "speed.step"}, {"none", "speed.none"},
}

// Facts are the rules in a few words each, for the card on a game's page. A
// rule that is off is not named.
func Facts(l *i18n.Loc, r kalah.Rules) []string {
	facts := []string{
		l.N("card.houses", int(r.Houses)),
		l.N("card.seeds", r.Seeds()),
	}
	if r.ExtraTurn {
		facts = append(facts, l.T("card.extra"))
	}
	switch r.Capture {
	case kalah.Opposite:
		facts = append(facts, l.T("card.opposite"))
	case kalah.Both:
		facts = append(facts, l.T("card.both"))
	case kalah.BothOrAlone:
		facts = append(facts, l.T("card.alone"))
	}
	if r.WinAt > 0 {
		facts = append(facts, l.N("card.winat", int(r.WinAt)))
	}
	if r.End == kalah.Row {
		facts = append(facts, l.T("card.row"))
	} else {
		facts = append(facts, l.T("card.stuck"))
	}
	switch r.Leftover {
	case kalah.Owner:
		facts = append(facts, l.T("card.owner"))
	case kalah.Emptier:
		facts = append(facts, l.T("card.emptier"))
	default:
		facts = append(facts, l.T("card.nobody"))
	}
	if r.TellsMajority() && r.WinAt == 0 {
		facts = append(facts, l.N("card.majority", r.Majority()-1))
	}
	if r.Pie {
		facts = append(facts, l.T("card.pie"))
	}
	return facts
}

// StageName is the name of a stage 1..6.
func StageName(l *i18n.Loc, stage int) string {
	keys := [...]string{"stage.1", "stage.2", "stage.3", "stage.4", "stage.5", "stage.6"}
	return l.T(keys[stage-1])
}
