package solver

import (
	"context"
	"sync"
	"sync/atomic"

	"semeia/internal/kalah"
)

// aim is a position whose value is wanted: bounds on the margin of whoever is
// to move in it, and who is at work on it.
type aim struct {
	house     int // the move that leads there, from 1; 0: the position itself
	a, b      uint64
	n         int
	gain      int
	again     bool
	low, high int
	move      int // one that reaches low, where it is known; else noMove
	guess     int
	looks     [2]int // estimates of even and odd depth
	betas     [2]int // windows that are being searched
	busy      int    // how many
	quit      [2]*atomic.Bool
}

// question is one call: its aims are shared by the workers under mu, which is
// held between searches only.
type question struct {
	s      *Solver
	g      game
	ctx    context.Context
	a, b   uint64
	n      int
	table  *table
	budget budget
	depth  int
	spent  atomic.Uint64

	mu   sync.Mutex
	free *sync.Cond
	aims []aim
}

func (q *question) aim(house int, c *child) {
	t := aim{house: house, move: noMove, a: c.a, b: c.b, n: int(c.n), gain: int(c.gain), again: c.again}
	t.low, t.high = -t.n, t.n
	if q.g.over(t.a, t.b) {
		t.low = q.g.left(t.a, t.b)
		t.high = t.low
	}
	q.aims = append(q.aims, t)
}

func (q *question) eachMove() {
	var c child
	for h := range q.g.m {
		if q.a>>(lane*h)&laneMask != 0 {
			q.g.sow(q.a, q.b, q.n, h, &c)
			q.aim(h+1, &c)
		}
	}
}

func (q *question) whole() { q.aim(0, &child{a: q.a, b: q.b, n: int16(q.n)}) }

// run decides the aims, or does what the budget allows.
func (q *question) run() {
	w := q.s.pool.Get().(*worker)
	defer q.s.pool.Put(w)
	w.begin(q)
	defer func() { q.spent.Add(w.nodes) }()
	open := false
	for i := range q.aims {
		t := &q.aims[i]
		if t.low < t.high && t.n <= w.few {
			t.low = w.table.value(t.a, t.b, t.n)
			t.high = t.low
		}
		if t.low < t.high {
			if low, high, move, ok := q.s.cache.probe(t.a, t.b, q.g.id); ok {
				if low > t.low {
					t.move = move
				}
				t.low, t.high = max(low, t.low), min(high, t.high)
			}
		}
		open = open || t.low < t.high
	}
	if !open {
		return
	}
	q.s.cache.age.Add(1)
	q.estimate(w)
	q.free = sync.NewCond(&q.mu)
	var helpers sync.WaitGroup
	if q.n > w.few+2 {
	more:
		for range q.s.workers - 1 {
			select {
			case q.s.spare <- struct{}{}:
				helpers.Go(func() {
					defer func() { <-q.s.spare }()
					h := q.s.pool.Get().(*worker)
					defer q.s.pool.Put(h)
					h.begin(q)
					q.work(h)
					q.spent.Add(h.nodes)
				})
			default:
				break more
			}
		}
	}
	q.work(w)
	helpers.Wait()
}

// work searches windows of the aims until all are decided.
func (q *question) work(w *worker) {
	var quit atomic.Bool
	w.quit = &quit
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		t, beta, open := q.next(w)
		if !open {
			q.free.Broadcast()
			return
		}
		if t == nil {
			q.free.Wait()
			continue
		}
		quit.Store(false)
		slot := t.busy
		t.betas[slot], t.quit[slot] = beta, &quit
		t.busy++
		q.mu.Unlock()
		v := w.search(t.a, t.b, t.n, beta)
		low, _, move, known := w.cache.probe(t.a, t.b, w.id)
		q.mu.Lock()
		for i := range t.busy { // the slot may have moved
			if t.quit[i] == &quit {
				t.busy--
				t.betas[i], t.quit[i] = t.betas[t.busy], t.quit[t.busy]
				break
			}
		}
		q.free.Broadcast()
		if w.halted {
			if q.budget.stop.Load() {
				return
			}
			w.halted, w.quota = false, 0
			continue
		}
		if v >= beta {
			if v > t.low {
				t.low, t.move = v, noMove
			}
			if known && low >= t.low {
				t.move = move
			}
		} else {
			t.high = min(t.high, v)
		}
		t.guess = v
		for i := range t.busy { // a window outside the bounds is decided
			if t.betas[i] <= t.low || t.betas[i] > t.high {
				t.quit[i].Store(true)
			}
		}
	}
}

// next chooses an aim and a window. open is false when all are decided; with
// no aim, all that is open has its workers.
func (q *question) next(w *worker) (t *aim, beta int, open bool) {
	if q.budget.stop.Load() {
		return nil, 0, false
	}
	for i := range q.aims {
		c := &q.aims[i]
		if c.low >= c.high {
			continue
		}
		open = true
		if c.busy < len(c.betas) && (t == nil || c.busy < t.busy) {
			if beta := q.window(c); beta > c.low && beta <= c.high {
				t = c
			}
		}
	}
	if t == nil {
		return nil, 0, open
	}
	return t, q.window(t), true
}

// window is the question to ask of an aim: is it at least so much? The first
// worker asks around the guess, a second for the other bound; a window outside
// the bounds means that there is nothing to ask.
func (q *question) window(t *aim) int {
	step := 1
	if q.g.stored {
		step = 2
	}
	beta := min(max(t.guess, t.low+step), t.high)
	if t.busy == 0 {
		return beta
	}
	taken := t.betas[0]
	if beta = taken + step; beta <= t.high {
		return beta
	}
	return taken - step
}

// estimate gives every open aim a guess, by looking some moves ahead and
// counting what is in the stores by then. The better the guess, the fewer
// windows are searched in vain, so more is spent on it the further the position
// is from the table. Looks of odd and even depth err to different sides: the
// guess is the middle of two.
func (q *question) estimate(w *worker) {
	enough := uint64(1) << min(max(q.n-w.few-6, 9), 19)
	for depth := 1; depth <= 20; depth++ {
		before := w.nodes
		for i := range q.aims {
			t := &q.aims[i]
			if t.low >= t.high {
				continue
			}
			v := w.look(t.a, t.b, t.n, depth, t.low, t.high)
			if w.halted {
				return
			}
			t.looks[depth&1] = v
			t.guess = v
			if depth > 1 {
				t.guess = (t.looks[0] + t.looks[1]) / 2
			}
			if q.g.stored && (t.guess-t.n)&1 != 0 {
				t.guess++
			}
		}
		q.depth = depth + 1
		if w.nodes-before > enough/4 {
			return
		}
	}
}

// look is a search of limited depth; its result is an estimate.
func (w *worker) look(a, b uint64, n, depth, alpha, beta int) int {
	if n <= w.few {
		return w.table.value(a, b, n)
	}
	if depth == 0 {
		if w.leftover == kalah.Owner {
			return (sum(a) - sum(b)) / 4
		}
		return 0
	}
	w.nodes++
	if w.quota--; w.quota < 0 && !w.poll() {
		return 0
	}
	best := -n
	for pass := range 2 {
		for h := w.m - 1; h >= 0; h-- {
			if a>>(uint(lane*h)&63)&laneMask == 0 {
				continue
			}
			var c child
			w.sow(a, b, n, h, &c)
			if (c.again || c.took) != (pass == 0) {
				continue
			}
			gain := int(c.gain)
			var v int
			switch {
			case w.over(c.a, c.b):
				v = w.left(c.a, c.b)
				if !c.again {
					v = -v
				}
			case c.again:
				v = w.look(c.a, c.b, int(c.n), depth, max(best, alpha)-gain, beta-gain)
			default:
				v = -w.look(c.a, c.b, int(c.n), depth-1, gain-beta, gain-max(best, alpha))
			}
			if w.halted {
				return 0
			}
			best = max(best, v+gain)
			if best >= beta {
				return best
			}
		}
	}
	return best
}
