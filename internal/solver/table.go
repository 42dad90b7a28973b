package solver

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"semeia/internal/kalah"
)

// table holds the value of every position of a rule set with few seeds in
// play: the mover's margin from those seeds, one byte a position.
//
// The positions with p seeds in the mover's row and q in the other lie
// together, by the rank of the mover's row and within it that of the other row.
// A row's rank among those of the same sum is the combinatorial number of the
// sums of its first 1, 2, … houses (Knuth, The Art of Computer Programming 4A,
// 7.2.1.3). A move that brings no seed into the store only moves seeds to the
// right, which makes those sums smaller: it leads to a lower rank, with the
// rows exchanged. In that order every position comes after all its children.
type table struct {
	g      game
	most   int // seeds the table will hold in the end
	offset [][]uint32
	count  []uint32 // rows by their sum
	values []int8
	ready  atomic.Int32          // all positions of up to so many seeds are there; -1 none
	judge  atomic.Pointer[judge] // what they teach of positions of more

	at, size int64 // on the shelf
	refs     int   // who uses it, guarded by the shelf
	used     int64 // when it was last asked for
}

// tableSize is the number of positions of up to most seeds in 2m houses,
// C(most+2m, 2m).
func tableSize(m, most int) int64 {
	c := int64(1)
	for i := 1; i <= 2*m; i++ {
		c = c * int64(most+i) / int64(i)
	}
	return c
}

func newTable(g game, most int, values []int8) *table {
	t := &table{g: g, most: most, values: values, count: make([]uint32, most+1), offset: make([][]uint32, most+1)}
	for p := range most + 1 {
		t.count[p] = uint32(1)
		for i := 1; i < g.m; i++ {
			t.count[p] = t.count[p] * uint32(p+i) / uint32(i)
		}
		t.offset[p] = make([]uint32, most+1-p)
	}
	at := uint32(0)
	for s := range most + 1 {
		for p := range s + 1 {
			t.offset[p][s-p] = at
			at += t.count[p] * t.count[s-p]
		}
	}
	t.ready.Store(-1)
	return t
}

// rank of a row among those of the same sum.
func (b *board) rank(row uint64) uint32 {
	sums := row * ones
	return b.choose[0][sums&laneMask] + b.choose[1][sums>>lane&laneMask] + b.choose[2][sums>>(2*lane)&laneMask] +
		b.choose[3][sums>>(3*lane)&laneMask] + b.choose[4][sums>>(4*lane)&laneMask]
}

// value of a position with n seeds in play, which must be ready.
func (t *table) value(a, b uint64, n int) int {
	p := sum(a)
	q := n - p
	return int(t.values[t.offset[p][q]+t.g.rank(a)*t.count[q]+t.g.rank(b)])
}

// build fills the table from no seeds up, with so many workers, until stop.
func (t *table) build(workers int, stop func() bool) {
	rows := make([][]uint64, t.most+1)
	for p := range rows {
		rows[p] = rowsOf(t.g.m, p, int(t.count[p]))
	}
	var l lessons
	for s := range t.most + 1 {
		// The pairs of sums p+q = s do not need each other.
		var next atomic.Int32
		work := func() {
			for {
				p := int(next.Add(1)) - 1
				if p > s/2 || stop() {
					return
				}
				t.pair(rows[p], rows[s-p], p, s-p)
			}
		}
		var wg sync.WaitGroup
		for range workers - 1 {
			wg.Go(work)
		}
		work()
		wg.Wait()
		if stop() {
			return
		}
		t.judge.Store(l.take(t, rows, s))
		t.ready.Store(int32(s))
	}
}

// judge estimates the mover's margin from the seeds in play: the sum of what
// each house and the one facing it are worth by the seeds in them. It decides
// the order of moves and so how long a search takes, never what it finds.
type judge [kalah.MaxHouses][pile + 1][pile + 1]int16

const (
	pile      = 15 // more in a house counts as this many
	judgeUnit = 16
)

// margin counts judgeUnit for a seed; without a judge all positions are alike.
func (j *judge) margin(m int, a, b uint64) int32 {
	if j == nil {
		return 0
	}
	v := int32(0)
	for h := range m {
		x, y := facing(m, h, a, b)
		v += int32(j[h][x][y])
	}
	return v
}

// facing gives the seeds of house h and of the house across, up to a pile.
func facing(m, h int, a, b uint64) (x, y uint64) {
	return min(a>>(uint(lane*h)&63)&laneMask, pile), min(b>>(uint(lane*(m-1-h))&63)&laneMask, pile)
}

// lessons make a judge by stochastic gradient descent on values from a table.
type lessons struct {
	worth, seen [kalah.MaxHouses][pile + 1][pile + 1]float32
}

// lesson is how many positions of each number of seeds are learnt from: enough
// for moves to be ordered well, at a twentieth of the time the table takes.
const lesson = 100_000

// take learns from positions of s seeds, all of which are in the table, and
// gives the judge so far. The rows are those of [rowsOf] by their sum.
func (l *lessons) take(t *table, rows [][]uint64, s int) *judge {
	m := t.g.m
	rng := rand.New(rand.NewPCG(0, uint64(s))) // the same searches every time
	first := t.offset[0][s]
	positions := t.offset[s][0] + t.count[s] - first
	for range min(positions, lesson) {
		at := first + rng.Uint32N(positions)
		p := s
		for t.offset[p][s-p] > at {
			p--
		}
		place := at - t.offset[p][s-p]
		a, b := rows[p][place/t.count[s-p]], rows[s-p][place%t.count[s-p]]
		if t.g.over(a, b) {
			continue
		}
		off := float32(t.values[at])
		for h := range m {
			x, y := facing(m, h, a, b)
			off -= l.worth[h][x][y]
		}
		for h := range m {
			x, y := facing(m, h, a, b)
			// A mean at first; later the last thousands count, so that the
			// values of few seeds are outgrown.
			l.seen[h][x][y]++
			l.worth[h][x][y] += off / float32(m) * max(1/(1+l.seen[h][x][y]/8), 0.001)
		}
	}
	j := new(judge)
	for h := range m {
		for x := range pile + 1 {
			for y := range pile + 1 {
				j[h][x][y] = int16(l.worth[h][x][y] * judgeUnit)
			}
		}
	}
	return j
}

// rowsOf lists the rows of a sum by rank.
func rowsOf(m, p, count int) []uint64 {
	list := make([]uint64, count)
	var fill func(row uint64, h, left int)
	fill = func(row uint64, h, left int) {
		if h == m-1 {
			row |= uint64(left) << (lane * h)
			list[boards[m].rank(row)] = row
			return
		}
		for n := range left + 1 {
			fill(row|uint64(n)<<(lane*h), h+1, left-n)
		}
	}
	fill(0, 0, p)
	return list
}

// sown is a move of a row as far as it does not depend on the other row.
type sown struct {
	own, other uint64 // the row after it, and what falls into the other row
	rank       uint32 // of own
	sum        int32  // of own
	otherSum   int16
	gain       int8
	last       int8 // the own house that may capture, -1 none
	again      bool
}

// sowAll gives the moves of a row.
func (g *game) sowAll(row uint64, list *[kalah.MaxHouses]sown) []sown {
	n := 0
	for h := range g.m {
		seeds := row >> (lane * h) & laneMask
		if seeds == 0 {
			continue
		}
		s := &g.steps[h][seeds]
		own := row&^(laneMask<<(lane*h)) + s.own
		last := s.last
		if int(last) >= g.m || g.capture == kalah.NoCapture || own>>(lane*last)&laneMask != 1 {
			last = -1
		}
		list[n] = sown{own, s.other, g.rank(own), int32(sum(own)), int16(sum(s.other)), s.store, last, g.extra && int(s.last) == g.m}
		n++
	}
	return list[:n]
}

// pair fills the positions with p seeds in one row and q in the other, with
// either side to move, each after those of lower rank. ps is the shorter list.
func (t *table) pair(ps, qs []uint64, p, q int) {
	type moves struct {
		list [kalah.MaxHouses]sown
		n    int
	}
	inner := make([]moves, len(ps))
	for y, b := range ps {
		inner[y].n = len(t.g.sowAll(b, &inner[y].list))
	}
	one, other := t.offset[q][p], t.offset[p][q]
	var list [kalah.MaxHouses]sown
	for x, a := range qs {
		of := ps
		if p == q {
			of = ps[:x+1]
		}
		mine := t.g.sowAll(a, &list)
		at := one + uint32(x)*t.count[p]
		for y, b := range of {
			t.values[at+uint32(y)] = t.best(a, b, p, uint32(y), mine)
			theirs := &inner[y]
			t.values[other+uint32(y)*t.count[q]+uint32(x)] = t.best(b, a, q, uint32(x), theirs.list[:theirs.n])
		}
	}
}

// best is the value of a position all children of which are in the table: row
// a has the moves, row b q seeds and that rank.
func (t *table) best(a, b uint64, q int, rank uint32, moves []sown) int8 {
	g := &t.g
	if g.over(a, b) {
		return int8(g.left(a, b))
	}
	best := -128
	for i := range moves {
		s := &moves[i]
		own, ownSum, gain := s.rank, int(s.sum), int(s.gain)
		row, rowSum, rowRank := b, q, rank
		if s.other != 0 {
			row += s.other
			rowSum += int(s.otherSum)
		}
		if s.last >= 0 {
			facing := uint(lane*(g.m-1-int(s.last))) & 63
			if f := row >> facing & laneMask; f > 0 || g.capture == kalah.BothOrAlone {
				row -= f << facing
				rowSum -= int(f)
				gain += int(f)
				if g.capture != kalah.Opposite {
					gain++
					ownSum--
					own = g.rank(s.own - 1<<(uint(lane*int(s.last))&63))
				}
			}
		}
		if row != b {
			rowRank = g.rank(row)
		}
		var v int
		if s.again {
			v = gain + int(t.values[t.offset[ownSum][rowSum]+own*t.count[rowSum]+rowRank])
		} else {
			v = gain - int(t.values[t.offset[rowSum][ownSum]+rowRank*t.count[ownSum]+own])
		}
		best = max(best, v)
	}
	return int8(best)
}
