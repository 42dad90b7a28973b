package kalah

import "strconv"

// Side is a seat at the board. South sits below, North above.
type Side uint8

const (
	South Side = iota
	North
)

// Other is the facing seat.
func (s Side) Other() Side { return s ^ 1 }

func (s Side) String() string {
	if s == North {
		return "north"
	}
	return "south"
}

// ParseSide reads "south" or "north".
func ParseSide(s string) (Side, bool) {
	switch s {
	case "south":
		return South, true
	case "north":
		return North, true
	}
	return South, false
}

// Place is one place on the board: a house 1..m of a side, or with House 0
// the side's store.
type Place struct {
	Side  Side
	House uint8
}

// Store reports whether the place is a store.
func (p Place) Store() bool { return p.House == 0 }

// String is "s3" or "n1" for a house and "s*" or "n*" for a store.
func (p Place) String() string {
	row := "s"
	if p.Side == North {
		row = "n"
	}
	if p.Store() {
		return row + "*"
	}
	return row + strconv.Itoa(int(p.House))
}

// Position is a board and whose turn it is. It is a comparable value.
//
// The cells lie in sowing order: South's houses 1..m, South's store, North's
// houses 1..m, North's store; cells beyond the two stores are zero.
type Position struct {
	cells  [2 * (MaxHouses + 1)]uint8
	houses uint8
	turn   Side
}

// Houses is the number of houses a side.
func (p Position) Houses() int { return int(p.houses) }

// Turn is the side to move.
func (p Position) Turn() Side { return p.turn }

// WithTurn is the same board with side to move.
func (p Position) WithTurn(side Side) Position {
	p.turn = side
	return p
}

// row0 is the cell of side's house 1 and store0 that of its store.
func (p *Position) row0(side Side) int   { return int(side) * (int(p.houses) + 1) }
func (p *Position) store0(side Side) int { return p.row0(side) + int(p.houses) }

// House is the number of seeds in house h of side, 0 when there is no such
// house.
func (p Position) House(side Side, h int) int {
	if h < 1 || h > int(p.houses) {
		return 0
	}
	return int(p.cells[p.row0(side)+h-1])
}

// Store is the number of seeds in side's store.
func (p Position) Store(side Side) int { return int(p.cells[p.store0(side)]) }

// At is the number of seeds at a place.
func (p Position) At(at Place) int {
	if at.Store() {
		return p.Store(at.Side)
	}
	return p.House(at.Side, int(at.House))
}

// InRow is the number of seeds in side's houses.
func (p Position) InRow(side Side) int {
	n := 0
	row := p.row0(side)
	for _, c := range p.cells[row : row+int(p.houses)] {
		n += int(c)
	}
	return n
}

// Seeds is the number of seeds on the whole board.
func (p Position) Seeds() int {
	n := 0
	for _, c := range p.cells {
		n += int(c)
	}
	return n
}

// Facing is the house across the board: house h faces house m+1-h.
func (p Position) Facing(at Place) Place {
	return Place{at.Side.Other(), p.houses + 1 - at.House}
}

// Mirror is the same position with the two seats exchanged.
func (p Position) Mirror() Position {
	q := Position{houses: p.houses, turn: p.turn.Other()}
	n := int(p.houses) + 1
	copy(q.cells[:n], p.cells[n:2*n])
	copy(q.cells[n:2*n], p.cells[:n])
	return q
}
