package solver

import "semeia/internal/kalah"

// A row packs into one word: house h (from 0, the owner's left) in the seven
// bits from 7h on. 72 seeds, the most a rule set has, leave a lane's top bit
// pattern below 128, so neither sowing nor a sum of lanes ever carries over.
// A position without its stores is two such words, the mover's row first.
const (
	lane     = 7
	laneMask = 1<<lane - 1
	rowBits  = lane * kalah.MaxHouses
	rowMask  = 1<<rowBits - 1
	// ones times a row gives in lane i the sum of lanes 0 to i.
	ones  = 1 | 1<<lane | 1<<(2*lane) | 1<<(3*lane) | 1<<(4*lane) | 1<<(5*lane)
	total = lane * (kalah.MaxHouses - 1) // the lane with the sum of all
)

func sum(row uint64) int { return int(row * ones >> total & laneMask) }

// step is what sowing n seeds from one house adds to both rows and the store.
type step struct {
	own, other uint64
	last       int8 // 0..m-1 own house, m own store, above: the other row
	store      int8
}

// board is what depends on the number of houses alone.
type board struct {
	m     int
	steps [kalah.MaxHouses][laneMask + 1]step
	// choose[j][y] is C(y+j, j+1), the term of the first j+1 houses holding y
	// seeds in a row's rank; zero for the last house, which the sum determines.
	choose [kalah.MaxHouses - 1][laneMask + 1]uint32
}

var boards = newBoards()

func newBoards() (list [kalah.MaxHouses + 1]*board) {
	for m := 1; m <= kalah.MaxHouses; m++ {
		b := &board{m: m}
		lap := 2*m + 1
		for h := range m {
			var s step
			s.last = int8(h)
			for n := 1; n <= kalah.MaxSeeds; n++ {
				at := (h + n) % lap
				switch {
				case at < m:
					s.own += 1 << (lane * at)
				case at == m:
					s.store++
				default:
					s.other += 1 << (lane * (at - m - 1))
				}
				s.last = int8(at)
				b.steps[h][n] = s
			}
		}
		for j := range m - 1 {
			for y := range kalah.MaxSeeds + 1 {
				c := 1
				for i := 1; i <= j+1; i++ {
					c = c * (y + i - 1) / i
				}
				b.choose[j][y] = uint32(c)
			}
		}
		list[m] = b
	}
	return list
}

// game is a rule set as the search needs it. What does not change a value is
// left out: the layout, the pie rule, and winAt, because a majority cannot be
// overtaken.
type game struct {
	*board
	id       uint64 // below ruleIDs
	extra    bool
	capture  kalah.Capture
	row      bool // the game ends with either row empty, not only the mover's
	leftover kalah.Leftover
	// stored: every seed ends in a store, so that a margin is even or odd as
	// the seeds in play are.
	stored bool
}

const ruleIDs = kalah.MaxHouses * 2 * 4 * 2 * 3

func gameOf(r kalah.Rules, houses int) game {
	g := game{
		board: boards[houses], extra: r.ExtraTurn, capture: r.Capture,
		row: r.End == kalah.Row, leftover: r.Leftover, stored: r.Leftover != kalah.Nobody,
	}
	id := uint64(houses-1)*2 + bit(g.extra)
	id = (id*4+uint64(r.Capture))*2 + bit(g.row)
	g.id = id*3 + uint64(r.Leftover)
	return g
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// pack takes the rows of a position, the mover's first.
func pack(p kalah.Position) (a, b uint64) {
	for h := range p.Houses() {
		a |= uint64(p.House(p.Turn(), h+1)) << (lane * h)
		b |= uint64(p.House(p.Turn().Other(), h+1)) << (lane * h)
	}
	return a, b
}

// child is a position after a move, seen by whoever moves next.
type child struct {
	a, b  uint64
	key   int32 // for the order of moves
	n     int16 // seeds in play
	gain  int16 // seeds the move brought into the mover's store
	house int8  // from 0
	again bool  // the mover keeps the turn
	took  bool  // a capture
}

// sow plays house h, which holds seeds, in a position with n seeds in play.
func (g *game) sow(a, b uint64, n, h int, c *child) {
	shift := uint(lane*h) & 63
	s := &g.steps[h][a>>shift&laneMask]
	a = a&^(laneMask<<shift) + s.own
	b += s.other
	gain := int(s.store)
	last := int(s.last)
	c.took = false
	if last < g.m && g.capture != kalah.NoCapture {
		at := uint(lane*last) & 63
		if a>>at&laneMask == 1 {
			facing := uint(lane*(g.m-1-last)) & 63
			if f := b >> facing & laneMask; f > 0 || g.capture == kalah.BothOrAlone {
				b -= f << facing
				gain += int(f)
				c.took = true
				if g.capture != kalah.Opposite {
					a -= 1 << at
					gain++
				}
			}
		}
	}
	c.n = int16(n - gain)
	c.gain = int16(gain)
	c.house = int8(h)
	if last == g.m && g.extra {
		c.again = true
		c.a, c.b = a, b
		return
	}
	c.again = false
	c.a, c.b = b, a
}

// over reports whether the game has ended (R12, winAt aside).
func (g *game) over(a, b uint64) bool { return a == 0 || b == 0 && g.row }

// left is the mover's margin from the seeds left over at the end (R13).
func (g *game) left(a, b uint64) int {
	switch g.leftover {
	case kalah.Owner:
		return sum(a) - sum(b)
	case kalah.Emptier:
		if a == 0 {
			return sum(b)
		}
		return -sum(a)
	}
	return 0
}
