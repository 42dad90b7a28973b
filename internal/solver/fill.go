package solver

import (
	"container/heap"
	"context"
	"sync"

	"semeia/internal/kalah"
)

// Filling is how far [Solver.Fill] has come.
type Filling struct {
	Opening bool // the first two moves are being worked on
	Seeds   int  // in play in the position that was proved last
	Proved  int  // by this call
	Waiting int  // positions known to be wanted, and not proved yet
}

// Fill puts into a book what a perfect player needs of its rules: the margins
// of all first and second moves, and then every position that the player can
// get into on either side, whatever the other one does, with the most seeds in
// play first and down to least. What is in the book already is not proved again.
//
// The table is made before anything else.
//
// after is called whenever a position has been proved, never by two at once;
// the book may be read then. Fill returns when all is done or ctx ends.
func (s *Solver) Fill(ctx context.Context, b *Book, least int, after func(Filling)) {
	s.Warm(ctx, b.rules)
	f := &filling{s: s, b: b, g: gameOf(b.rules, int(b.rules.Houses)), least: least, seen: map[wanted]bool{}, after: after}
	s.cache.open(f.g, b)
	f.idle = sync.NewCond(&f.mu)
	defer context.AfterFunc(ctx, func() { f.mu.Lock(); defer f.mu.Unlock(); f.idle.Broadcast() })()
	var start rows
	start.a, start.b = pack(b.rules.Start(kalah.South))
	f.state.Opening = true
	f.opening(start, 2)
	f.work(ctx)
	f.state.Opening = false
	f.want(wanted{start, true})
	f.want(wanted{start, false})
	f.work(ctx)
}

// wanted is a position in which the player is to move, or the other one.
type wanted struct {
	rows
	plays bool
}

// filling is one call of Fill; its workers share it under mu.
type filling struct {
	s     *Solver
	b     *Book
	g     game
	least int
	after func(Filling)

	mu    sync.Mutex
	idle  *sync.Cond
	seen  map[wanted]bool
	queue queue
	busy  int
	state Filling
}

// opening wants the values of all positions after up to so many moves.
func (f *filling) opening(k rows, moves int) {
	if f.g.over(k.a, k.b) {
		return
	}
	heap.Push(&f.queue, wanted{k, true})
	for h := 0; moves > 0 && h < f.g.m; h++ {
		if next, _, ok := f.g.after(k, h); ok {
			f.opening(next, moves-1)
		}
	}
}

// after is a position after a move of house h from 0, and whether the same
// player moves again; ok is false where the house is empty.
func (g *game) after(k rows, h int) (next rows, again, ok bool) {
	if k.a>>(lane*h)&laneMask == 0 {
		return rows{}, false, false
	}
	var c child
	g.sow(k.a, k.b, k.seeds(), h, &c)
	return rows{c.a, c.b}, c.again, true
}

// want puts a position into the queue, or what follows from it where the other
// one is to move: that one may do anything.
func (f *filling) want(w wanted) {
	if f.seen[w] || w.seeds() < f.least || f.g.over(w.a, w.b) {
		return
	}
	f.seen[w] = true
	if w.plays {
		heap.Push(&f.queue, w)
		return
	}
	for h := range f.g.m {
		if next, again, ok := f.g.after(w.rows, h); ok {
			f.want(wanted{next, !again})
		}
	}
}

// work empties the queue, with all workers.
func (f *filling) work(ctx context.Context) {
	var all sync.WaitGroup
	for range f.s.workers {
		all.Go(func() {
			f.mu.Lock()
			defer f.mu.Unlock()
			for ctx.Err() == nil {
				if len(f.queue) == 0 {
					if f.busy == 0 {
						f.idle.Broadcast()
						return
					}
					f.idle.Wait()
					continue
				}
				f.prove(ctx, heap.Pop(&f.queue).(wanted))
			}
		})
	}
	all.Wait()
}

// prove puts one position into the book, and then wants what follows from its
// best move. It is called with mu held.
func (f *filling) prove(ctx context.Context, w wanted) {
	e, ok := f.b.entries[w.rows]
	if !ok {
		p := f.b.position(w.rows)
		f.busy++
		f.mu.Unlock()
		m, _ := f.s.Value(ctx, f.b.rules, p)
		f.mu.Lock()
		f.busy--
		if !m.Exact {
			return // ctx has ended
		}
		f.b.Add(p, m)
		e = f.b.entries[w.rows]
		f.s.cache.learn(f.g, w.rows, e)
		f.state.Proved++
	}
	if !f.state.Opening {
		next, again, _ := f.g.after(w.rows, int(e.house)-1)
		f.want(wanted{next, again})
	}
	f.idle.Broadcast()
	if !ok {
		f.state.Seeds, f.state.Waiting = w.seeds(), len(f.queue)+f.busy
		f.after(f.state)
	}
}

// queue has the position with the most seeds in play first.
type queue []wanted

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].seeds() > q[j].seeds() }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(wanted)) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}
