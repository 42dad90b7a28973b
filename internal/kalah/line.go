package kalah

// Player is one of the two who play: the opener, who sits South at first, and
// the guest. A swap under the pie rule changes who sits where.
type Player uint8

const (
	Opener Player = iota
	Guest
)

// Other is the facing player.
func (p Player) Other() Player { return p ^ 1 }

// Line is a game between two moves: the position, who sits where, and whether
// a swap is open. It is a comparable value.
type Line struct {
	Pos     Position
	Swapped bool // the players have exchanged seats (R17)
	first   Side
	phase   phase
}

type phase uint8

const (
	opening phase = iota // the first player's opening turn, extra turns included
	answer               // the second player's first decision
	later
)

// Begin is the game before the first move, with first to move.
func (r Rules) Begin(first Side) Line {
	return Line{Pos: r.Start(first), first: first}
}

// Resume is a game that goes on from a position: the opening lies behind it, and
// nobody swaps any more.
func (r Rules) Resume(p Position) Line { return Line{Pos: p, first: p.turn, phase: later} }

// Seat is the side at which a player sits.
func (l Line) Seat(p Player) Side {
	if l.Swapped {
		p = p.Other()
	}
	return Side(p)
}

// Sitting is the player who sits at a side.
func (l Line) Sitting(s Side) Player {
	p := Player(s)
	if l.Swapped {
		p = p.Other()
	}
	return p
}

// ToMove is the player whose turn it is.
func (l Line) ToMove() Player { return l.Sitting(l.Pos.turn) }

// CanSwap reports whether the player to move may swap seats instead of moving
// (R17): the pie rule is on, the first player's whole opening turn is over,
// and this is the second player's first decision.
func (r Rules) CanSwap(l Line) bool {
	return r.Pie && l.phase == answer && r.Over(l.Pos) == NotOver
}

// Swap exchanges the seats. The position and the side to move stay, so the
// first player moves next, from the other seat. The error is [ErrNoSwap].
func (r Rules) Swap(l Line) (Line, error) {
	if !r.CanSwap(l) {
		return l, ErrNoSwap
	}
	l.Swapped = true
	l.phase = later
	return l, nil
}

// Play plays house (1..m) for the player to move; errors as [Rules.Legal].
func (r Rules) Play(l Line, house int) (Line, Sowing, error) {
	s, err := r.Sow(l.Pos, house)
	if err != nil {
		return l, Sowing{}, err
	}
	l.Pos = s.After
	switch {
	case l.phase == answer:
		l.phase = later
	case l.phase == opening && l.Pos.turn != l.first:
		l.phase = answer
	}
	return l, s, nil
}
