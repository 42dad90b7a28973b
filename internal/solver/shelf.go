package solver

import (
	"sync"
	"sync/atomic"
	"time"

	"semeia/internal/kalah"
)

// shelf keeps the tables of all rule sets within one slab of memory. A table
// is made when a position first needs it, one at a time, and goes when another
// needs the room and nobody uses it.
type shelf struct {
	mu       sync.Mutex
	size     int64
	largest  int64  // of a table
	slab     []int8 // from the first need on
	tables   []*table
	clock    int64
	building bool
	workers  int
	closed   atomic.Bool
	builders sync.WaitGroup

	positions, nanos atomic.Int64 // what building has done so far
}

// fewest seeds in play for which a table is worth making: below, a search is
// faster than any.
const fewest = 12

// largest table in positions, whatever the memory, unless a solver is patient:
// ten seconds of two cores, and a search from the start gains little from more
// (20 seeds of the standard board).
const largest = 250 << 20

// mostFor is how many seeds a table of m houses a side may hold: the standard
// board takes up to 45 % of the shelf, so that two rule sets can be laid side
// by side, and the smaller boards a sixth, so that those of three stages of the
// course stay beside it.
func (s *shelf) mostFor(m int) int {
	room := s.size / 6
	if m == 6 {
		room = s.size * 45 / 100
	}
	most := 0
	for most < kalah.MaxSeeds && tableSize(m, most+1) <= min(room, s.largest) {
		most++
	}
	return most
}

// take gives the table of a rule set, begun if need be, or nil; done gives it
// back. n is the number of seeds in play that asks for it.
func (s *shelf) take(g game, n int) *table {
	if n < fewest {
		// Whatever is there helps, but none is made.
		n = 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clock++
	for _, t := range s.tables {
		if t.g.id == g.id {
			t.used = s.clock
			t.refs++
			return t
		}
	}
	most := s.mostFor(g.m)
	if n == 0 || s.building || most < 4 || s.closed.Load() {
		return nil
	}
	size := tableSize(g.m, most)
	at, ok := s.room(size)
	if !ok {
		return nil
	}
	if s.slab == nil {
		s.slab = make([]int8, s.size)
	}
	t := newTable(g, most, s.slab[at:at+size:at+size])
	t.at, t.size, t.used, t.refs = at, size, s.clock, 2
	s.tables = append(s.tables, t)
	s.building = true
	s.builders.Go(func() {
		began := time.Now()
		t.build(s.workers, s.closed.Load)
		s.nanos.Add(int64(time.Since(began)))
		if n := int(t.ready.Load()); n >= 0 {
			s.positions.Add(tableSize(g.m, n))
		}
		s.mu.Lock()
		s.building = false
		t.refs--
		s.mu.Unlock()
	})
	return t
}

func (s *shelf) done(t *table) {
	if t != nil {
		s.mu.Lock()
		t.refs--
		s.mu.Unlock()
	}
}

// room finds a gap of a size, putting tables away, the longest unused first.
func (s *shelf) room(size int64) (at int64, ok bool) {
	for {
		if at, ok := s.gap(size); ok {
			return at, true
		}
		oldest := -1
		for i, t := range s.tables {
			if t.refs == 0 && (oldest < 0 || t.used < s.tables[oldest].used) {
				oldest = i
			}
		}
		if oldest < 0 {
			return 0, false
		}
		s.tables = append(s.tables[:oldest], s.tables[oldest+1:]...)
	}
}

// gap is the first free place of a size.
func (s *shelf) gap(size int64) (at int64, ok bool) {
	for moved := true; moved; {
		moved = false
		for _, t := range s.tables {
			if at < t.at+t.size && t.at < at+size {
				at, moved = t.at+t.size, true
			}
		}
	}
	return at, at+size <= s.size
}
