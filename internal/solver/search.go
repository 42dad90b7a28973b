package solver

import (
	"math"
	"math/bits"
	"sync/atomic"

	"semeia/internal/kalah"
)

// worker is one line of search. What it shares with others it reaches by
// pointers to atomics alone.
type worker struct {
	game
	cache  *cache
	table  *table // may be nil
	few    int    // the table answers up to so many seeds; -1 none
	judge  *judge // orders the moves; nil as long as no table has taught one
	nodes  uint64
	quota  int64 // nodes until the next poll
	budget *budget
	quit   *atomic.Bool // ends this search only; may be nil
	halted bool
}

// budget is what the workers of one question may spend together.
type budget struct {
	stop  atomic.Bool
	nodes atomic.Int64 // left
}

const pollEvery = 1024

// poll fetches the next quota; false ends the search.
func (w *worker) poll() bool {
	if w.table != nil {
		w.few = int(w.table.ready.Load())
		w.judge = w.table.judge.Load()
	}
	if w.budget.stop.Load() || w.quit != nil && w.quit.Load() {
		w.halted = true
		return false
	}
	left := w.budget.nodes.Add(-pollEvery) + pollEvery
	if left <= 0 {
		w.budget.stop.Store(true)
		w.halted = true
		return false
	}
	w.quota = min(left, pollEvery) - 1
	return true
}

// search proves that the mover's margin from the n seeds in play is at least
// beta, or that it is less. The result r is a bound of the same kind: with
// r >= beta the margin is at least r, otherwise at most r. The game must not be
// over and n above w.few. When w.halted is set the result means nothing.
func (w *worker) search(a, b uint64, n, beta int) int {
	if w.stored && (beta-n)&1 != 0 {
		beta++
	}
	if beta > n {
		return n
	}
	if beta <= -n {
		return -n
	}
	w.nodes++
	if w.quota--; w.quota < 0 && !w.poll() {
		return 0
	}
	low, high, known, ok := w.cache.probe(a, b, w.id)
	if ok {
		if low >= beta {
			return low
		}
		if high < beta {
			return high
		}
	} else {
		low, high, known = -n, n, noMove
	}
	began := w.nodes

	var moves [kalah.MaxHouses]child
	count := 0
	best, bestMove := -n, noMove
	for h := w.m - 1; h >= 0; h-- {
		if a>>(uint(lane*h)&63)&laneMask == 0 {
			continue
		}
		c := &moves[count]
		w.sow(a, b, n, h, c)
		cn, gain := int(c.n), int(c.gain)
		lo, hi := -cn, cn
		switch {
		case w.over(c.a, c.b):
			lo = w.left(c.a, c.b)
			hi = lo
		case cn <= w.few:
			lo = w.table.value(c.a, c.b, cn)
			hi = lo
		default:
			if l, u, _, ok := w.cache.probe(c.a, c.b, w.id); ok {
				lo, hi = l, u
			}
		}
		if !c.again {
			lo, hi = -hi, -lo
		}
		lo += gain
		hi += gain
		if lo > best {
			best, bestMove = lo, h
			if lo >= beta {
				w.cache.store(a, b, w.id, max(low, lo), high, h, 0)
				return lo
			}
		}
		if hi < beta {
			// It cannot help; what it could be at most bounds the result.
			if hi > best {
				best, bestMove = hi, h
			}
			continue
		}
		count++
	}
	if count > 1 { // often the bounds of the children have decided
		for i := range count {
			c := &moves[i]
			c.key = w.order(c, int(c.house) == known)
		}
	}
	for i := range count {
		pick := i
		for j := i + 1; j < count; j++ {
			if moves[j].key > moves[pick].key {
				pick = j
			}
		}
		if pick != i {
			moves[i], moves[pick] = moves[pick], moves[i]
		}
		c := &moves[i]
		gain := int(c.gain)
		var v int
		if c.again {
			v = gain + w.search(c.a, c.b, int(c.n), beta-gain)
		} else {
			v = gain - w.search(c.a, c.b, int(c.n), gain-beta+1)
		}
		if w.halted {
			return 0
		}
		if v > best {
			best, bestMove = v, int(c.house)
			if v >= beta {
				break
			}
		}
	}
	if best >= beta {
		low = max(low, best)
	} else {
		high = min(high, best)
		bestMove = known // of a search that found a good one
	}
	w.cache.store(a, b, w.id, low, high, bestMove, uint64(bits.Len64(w.nodes-began)))
	return best
}

// order says how early a move is tried: the move that was best before, and then
// by what the judge expects after it. Seeds that are in the store by then count
// several times as much, and an extra turn as ten of them: the fewer seeds are
// in play and the fewer replies there are, the less it takes to prove a move
// good enough.
func (w *worker) order(c *child, known bool) int32 {
	if known {
		return math.MaxInt32
	}
	k := w.judge.margin(w.m, c.a, c.b)
	if !c.again {
		k = -k
	}
	k += 6 * judgeUnit * int32(c.gain)
	if c.again {
		k += 60 * judgeUnit
	}
	return k*kalah.MaxHouses + int32(c.house)
}
