package kalah

import "errors"

// The kinds of illegal move. A caller compares with errors.Is.
var (
	ErrNoHouse    = errors.New("kalah: no such house")
	ErrEmptyHouse = errors.New("kalah: the house is empty")
	ErrOver       = errors.New("kalah: the game is over")
	ErrNoSwap     = errors.New("kalah: no swap now")
)

// Reason says why a game is over (R12).
type Reason uint8

const (
	NotOver  Reason = iota
	Reached         // a store reached WinAt
	RowEmpty        // a row is empty
	NoSeed          // the player whose turn it is has no seed to move
)

func (r Reason) String() string {
	return [...]string{"", "reached", "row empty", "no seed to move"}[r]
}

// Sowing is one move and all it did.
type Sowing struct {
	Before Position // the mover is Before.Turn()
	After  Position // with captures and, at the end, the left over seeds moved
	House  int      // the house played, 1..m
	Seeds  int      // seeds sown, at least 1
	Facing int      // seeds captured from the facing house; 0: none
	Own    int      // 1 when the capturing seed itself was taken, else 0
	Again  bool     // an extra turn that really follows
	Over   Reason
	Swept  [2]int // by the end rule: seeds that South's and North's store got
}

// Mover is the side that sowed.
func (s *Sowing) Mover() Side { return s.Before.turn }

// At is the place where seed i of 1..Seeds fell: counter-clockwise from the
// house after the start house, the own store taken along and the other store
// passed over (R2 to R5).
func (s *Sowing) At(i int) Place {
	m := int(s.Before.houses)
	k := (s.House - 1 + i) % (2*m + 1)
	switch {
	case k < m:
		return Place{s.Before.turn, uint8(k + 1)}
	case k == m:
		return Place{s.Before.turn, 0}
	}
	return Place{s.Before.turn.Other(), uint8(k - m)}
}

// Last is the place where the last seed fell.
func (s *Sowing) Last() Place { return s.At(s.Seeds) }

// Captured is the number of seeds the move captured.
func (s *Sowing) Captured() int { return s.Facing + s.Own }

// LastFound is the number of seeds that lay in the place of the last seed at
// the moment before it fell.
func (s *Sowing) LastFound() int {
	last := s.Last()
	n := s.Before.At(last)
	if last == (Place{s.Mover(), uint8(s.House)}) {
		n = 0
	}
	for i := s.Seeds - s.Before.lap(); i >= 1; i -= s.Before.lap() {
		n++
	}
	return n
}

func (p *Position) lap() int { return 2*int(p.houses) + 1 }

// Legal reports nil when house may be played in p, and otherwise [ErrOver],
// [ErrNoHouse] or [ErrEmptyHouse].
func (r Rules) Legal(p Position, house int) error {
	if r.Over(p) != NotOver {
		return ErrOver
	}
	if house < 1 || house > int(p.houses) {
		return ErrNoHouse
	}
	if p.cells[p.row0(p.turn)+house-1] == 0 {
		return ErrEmptyHouse
	}
	return nil
}

// Over says whether the game is over in p, and why (R12). Whether it is, the
// position alone tells. Why it ended, [Sowing.Over] tells: seeds left over that
// were moved at the end (R13) may have lifted a store to WinAt afterwards.
func (r Rules) Over(p Position) Reason {
	if w := int(r.WinAt); w > 0 && (p.Store(South) >= w || p.Store(North) >= w) {
		return Reached
	}
	if r.End == Row {
		if p.rowEmpty(South) || p.rowEmpty(North) {
			return RowEmpty
		}
		return NotOver
	}
	if p.rowEmpty(p.turn) {
		return NoSeed
	}
	return NotOver
}

func (p *Position) rowEmpty(side Side) bool {
	row := p.row0(side)
	for _, c := range p.cells[row : row+int(p.houses)] {
		if c != 0 {
			return false
		}
	}
	return true
}

// Winner gives the side with more seeds in the store; draw is true when both
// hold the same (R14). It is meant for a position in which the game is over.
func (p Position) Winner() (winner Side, draw bool) {
	s, n := p.Store(South), p.Store(North)
	if n > s {
		return North, false
	}
	return South, s == n
}

// Sow plays house (1..m) of the side to move. It does not allocate. The error
// is that of [Rules.Legal], and then the Sowing is zero.
func (r Rules) Sow(p Position, house int) (Sowing, error) {
	if err := r.Legal(p, house); err != nil {
		return Sowing{}, err
	}
	m := int(p.houses)
	mover := p.turn
	q := p
	start := p.row0(mover) + house - 1
	skip := p.store0(mover.Other())
	seeds := int(q.cells[start])
	q.cells[start] = 0
	cell := start
	for range seeds {
		cell++
		if cell == skip {
			cell++
		}
		if cell == 2*m+2 {
			cell = 0
		}
		q.cells[cell]++
	}
	s := Sowing{Before: p, House: house, Seeds: seeds}
	store := p.store0(mover)
	if row := p.row0(mover); r.Capture != NoCapture && cell >= row && cell < store && q.cells[cell] == 1 {
		facing := 2*m - cell // cells 0..m-1 face 2m..m+1
		if n := q.cells[facing]; n > 0 || r.Capture == BothOrAlone {
			q.cells[facing] = 0
			s.Facing = int(n)
			q.cells[store] += n
			if r.Capture != Opposite {
				q.cells[cell] = 0
				q.cells[store]++
				s.Own = 1
			}
		}
	}
	again := r.ExtraTurn && cell == store
	if !again {
		q.turn = mover.Other()
	}
	s.Over = r.Over(q)
	if s.Over == NotOver {
		s.Again = again
	} else if s.Over != Reached {
		s.Swept = r.sweep(&q)
	}
	s.After = q
	return s, nil
}

// sweep gives the seeds left in the houses to whom they belong (R13).
func (r Rules) sweep(p *Position) (swept [2]int) {
	if r.Leftover == Nobody {
		return swept
	}
	southEmpty, northEmpty := p.rowEmpty(South), p.rowEmpty(North)
	for _, row := range [...]Side{South, North} {
		to := row
		if r.Leftover == Emptier {
			to = row.Other()
			if (to == South && !southEmpty) || (to == North && !northEmpty) {
				continue
			}
		}
		at := p.row0(row)
		for i := at; i < at+int(p.houses); i++ {
			swept[to] += int(p.cells[i])
			p.cells[i] = 0
		}
	}
	p.cells[p.store0(South)] += uint8(swept[South])
	p.cells[p.store0(North)] += uint8(swept[North])
	return swept
}
