package solver

import (
	"math"
	"testing"

	"semeia/internal/kalah"
)

// The search is reached here from within: a question around it allocates.
func TestASearchAllocatesNothing(t *testing.T) {
	for _, set := range kalah.Sets() {
		q := question{g: gameOf(set.Rules, int(set.Rules.Houses))}
		q.budget.nodes.Store(math.MaxInt64)
		w := worker{game: q.g, cache: newCache(1 << 16), few: -1, budget: &q.budget}
		a, b := uint64(2|1<<(2*lane)|2<<(3*lane)), uint64(2|1<<lane|1<<(3*lane))
		nodes := uint64(0)
		allocated := testing.AllocsPerRun(3, func() {
			clear(w.cache.words)
			for beta := -3; beta < 4; beta++ {
				w.search(a, b, sum(a)+sum(b), beta)
			}
			w.look(a, b, sum(a)+sum(b), 4, -9, 9)
			nodes, w.nodes = w.nodes, 0
		})
		if allocated != 0 || nodes < 30 || w.halted {
			t.Errorf("%s: %v allocations in %d nodes", set.Name, allocated, nodes)
		}
	}
}

// A row's rank is its place among those of its sum, and moves to the right
// lower it: what the order of building rests on.
func TestRanksAreWholeAndFallWithMovesToTheRight(t *testing.T) {
	for m := 1; m <= kalah.MaxHouses; m++ {
		for p := range 9 {
			count := uint32(1)
			for i := 1; i < m; i++ {
				count = count * uint32(p+i) / uint32(i)
			}
			rows := rowsOf(m, p, int(count))
			for i, row := range rows {
				if sum(row) != p || boards[m].rank(row) != uint32(i) {
					t.Fatalf("%d houses: %x has rank %d, want %d", m, row, boards[m].rank(row), i)
				}
				for h := range m {
					n := int(row >> (lane * h) & laneMask)
					if n == 0 || h+n >= m {
						continue
					}
					right := row&^(laneMask<<(lane*h)) + boards[m].steps[h][n].own
					if boards[m].rank(right) >= uint32(i) {
						t.Fatalf("%d houses: %x is not below %x", m, right, row)
					}
				}
			}
		}
	}
}

// The whole position is in an entry: no other finds it, whatever the place.
func TestAnEntryIsFoundByItsPositionOnly(t *testing.T) {
	c := newCache(1)
	clear(c.words)
	c.store(5, 9, 17, -3, 4, 2, 1)
	if low, high, move, ok := c.probe(5, 9, 17); !ok || low != -3 || high != 4 || move != 2 {
		t.Error(low, high, move, ok)
	}
	for i := range uint64(1 << 12) {
		for _, k := range [][3]uint64{{5, 9, i % ruleIDs}, {i, 9, 17}, {5, i, 17}} {
			if _, _, _, ok := c.probe(k[0], k[1], k[2]); ok && k != [3]uint64{5, 9, 17} {
				t.Fatal(k)
			}
		}
	}
	// An entry half written by another is none.
	l := c.line(5, 9, 17)
	for i := 1; i < bucket; i += 2 {
		l[i] ^= 1 << lowAt
	}
	if _, _, _, ok := c.probe(5, 9, 17); ok {
		t.Error("a torn entry was read")
	}
}
