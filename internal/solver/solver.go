// Package solver plays Kalah perfectly: the final margin of every legal move,
// for every rule set of package kalah.
//
// It searches on the seeds in play only. What lies in the stores changes no
// choice, so a position is two rows, the mover's first, and its value is the
// margin that the mover still gets from the seeds in them; the stores are added
// at the end. An extra turn keeps the side.
//
// A value is found by a row of yes-or-no searches ("is it at least so much?",
// null windows) that share their findings in a transposition table and close
// in on it from both sides (Plaat and others, "Best-first fixed-depth minimax
// algorithms", 1996). A search ends early where the seeds in play cannot reach
// the window, where a child's known bounds decide, or where few seeds are left:
// for those a table holds every value, made in the background when a rule set
// first needs one. Until it is ready the search only takes longer.
//
// Nothing is reported as exact that such searches, or a table, did not prove:
// a search that was stopped leaves no trace in the tables, and the margins it
// would have decided are marked as estimates.
package solver

import (
	"context"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"semeia/internal/kalah"
)

// Options bound a solver; zero values are the usual ones.
type Options struct {
	Memory  int64 // bytes for all tables together; 256 MiB if 0. A book that is opened takes some more
	Workers int   // at most so many searches for one question; GOMAXPROCS if 0
	NoBook  bool  // the opening books stay closed
	Patient bool  // tables as large as the memory has room for, however long they take to make
}

// Solver answers questions of any number of callers at once. They share its
// tables. Memory is taken when a question first needs it.
type Solver struct {
	workers int
	first   sync.Once
	memory  int64
	cache   *cache
	shelf   shelf
	spare   chan struct{} // a token for each worker beyond the callers' own
	pool    sync.Pool
	nodes   atomic.Uint64
	noBook  bool
	opened  sync.Map // ids of the rules whose book is in the cache
}

// New makes a solver. It does no work yet.
func New(o Options) *Solver {
	if o.Memory <= 0 {
		o.Memory = 256 << 20
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	s := &Solver{workers: o.Workers, memory: o.Memory, spare: make(chan struct{}, o.Workers-1), noBook: o.NoBook}
	s.shelf.workers = o.Workers
	s.shelf.largest = largest
	if o.Patient {
		s.shelf.largest = math.MaxUint32 // a position's place in a table is such a number
	}
	s.pool.New = func() any { return new(worker) }
	return s
}

// Close ends work in the background and waits for it. The solver still
// answers afterwards, and makes no more tables.
func (s *Solver) Close() {
	s.shelf.closed.Store(true)
	s.shelf.builders.Wait()
}

// open takes the memory: the largest power of two up to a quarter for the
// transposition table, the rest for tables of few seeds.
func (s *Solver) open() {
	s.first.Do(func() {
		s.cache = newCache(s.memory / 4)
		s.shelf.mu.Lock()
		s.shelf.size = s.memory - int64(8*len(s.cache.words))
		s.shelf.mu.Unlock()
	})
}

// Margin is what a move leads to.
type Margin struct {
	House  int  // 1..m; in the answer of [Solver.Value] 0 unless Exact
	Margin int  // seeds in the mover's store less those in the other's, at the end
	Exact  bool // proved; otherwise an estimate
}

// Result is the answer for a position.
type Result struct {
	Exact   bool     // every margin is proved
	Sure    bool     // Best is proved: no move has a larger margin than those
	Depth   int      // moves looked ahead for the estimates; 0 when none was needed
	Margins []Margin // of the legal moves by house; none when the game is over
	Best    []int    // the houses of the largest margin, where it is proved those alone of which it is
	Nodes   uint64   // positions searched, those answered by a table aside
}

// Top is the largest margin, 0 when the game is over.
func (r *Result) Top() int {
	top := 0
	for i, m := range r.Margins {
		if i == 0 || m.Margin > top {
			top = m.Margin
		}
	}
	return top
}

// Swap reports whether perfect play swaps seats, asked of the position in which
// the second player may (R17): the swap leaves the side to move to the first
// player, and so its margin.
func (r *Result) Swap() bool { return r.Top() < 0 }

// Solve gives the margins of all moves of the side to move. It takes as long as
// it takes; ctx stops it.
func (s *Solver) Solve(ctx context.Context, r kalah.Rules, p kalah.Position) Result {
	return s.SolveWithin(ctx, r, p, math.MaxInt64)
}

// SolveWithin is Solve with a limit of positions searched.
func (s *Solver) SolveWithin(ctx context.Context, r kalah.Rules, p kalah.Position, nodes int64) Result {
	if r.Over(p) != kalah.NotOver {
		return Result{Exact: true, Sure: true}
	}
	q := s.ask(ctx, r, p, nodes)
	q.eachMove()
	s.book(r, p).bound(q)
	s.answer(q)
	stores := p.Store(p.Turn()) - p.Store(p.Turn().Other())
	result := Result{Exact: true, Nodes: q.spent.Load()}
	proved, most := math.MinInt, math.MinInt // the largest margin that is, and that may be
	for i := range q.aims {
		t := &q.aims[i]
		m := Margin{House: t.house, Exact: t.low == t.high}
		v := t.low
		if !m.Exact {
			v = min(max(t.guess, t.low), t.high)
			result.Exact = false
			result.Depth = q.depth
		}
		high := t.high
		if !t.again {
			v, high = -v, -t.low
		}
		m.Margin = stores + t.gain + v
		if most = max(most, stores+t.gain+high); m.Exact {
			proved = max(proved, m.Margin)
		}
		result.Margins = append(result.Margins, m)
	}
	result.Sure = proved == most
	top := result.Top()
	for _, m := range result.Margins {
		if m.Margin == top && (m.Exact || !result.Sure) {
			result.Best = append(result.Best, m.House)
		}
	}
	return result
}

// Value is the final margin for the side to move alone, which takes less than
// the margins of all its moves.
func (s *Solver) Value(ctx context.Context, r kalah.Rules, p kalah.Position) (m Margin, nodes uint64) {
	m, q := s.worth(ctx, r, p)
	if q == nil {
		return m, 0
	}
	if m.Exact {
		m.House, m.Exact = s.reaching(ctx, r, p, m.Margin, q)
	}
	return m, q.spent.Load()
}

// worth is the margin of a position with a move only where the book has one; q
// is nil where nothing had to be searched.
func (s *Solver) worth(ctx context.Context, r kalah.Rules, p kalah.Position) (m Margin, q *question) {
	stores := p.Store(p.Turn()) - p.Store(p.Turn().Other())
	if r.Over(p) != kalah.NotOver {
		return Margin{Margin: stores, Exact: true}, nil
	}
	if m, ok := s.book(r, p).Find(p); ok {
		return m, nil
	}
	q = s.ask(ctx, r, p, math.MaxInt64)
	q.whole()
	s.answer(q)
	t := &q.aims[0]
	m.Margin = stores + min(max(t.guess, t.low), t.high)
	m.Exact = t.low == t.high
	return m, q
}

// reaching finds a move that leads to the margin that was proved to be the
// largest; ok is false when ctx ended before.
func (s *Solver) reaching(ctx context.Context, r kalah.Rules, p kalah.Position, margin int, q *question) (house int, ok bool) {
	t := &q.aims[0]
	if t.move < q.g.m {
		return t.move + 1, true
	}
	// What was found out of the position after a move may be there still.
	var c child
	for h := range q.g.m {
		if t.a>>(lane*h)&laneMask == 0 {
			continue
		}
		q.g.sow(t.a, t.b, t.n, h, &c)
		low, high, _, ok := s.cache.probe(c.a, c.b, q.g.id)
		if !c.again {
			low = -high
		}
		if ok && low+int(c.gain) >= t.low {
			return h + 1, true
		}
	}
	for h := 1; h <= p.Houses(); h++ {
		move, err := r.Sow(p, h)
		if err != nil {
			continue
		}
		v, after := s.worth(ctx, r, move.After)
		if after != nil {
			q.spent.Add(after.spent.Load())
		}
		if !v.Exact {
			return 0, false
		}
		if v.Margin == margin && move.After.Turn() == p.Turn() || v.Margin == -margin && move.After.Turn() != p.Turn() {
			return h, true
		}
	}
	return 0, false
}

// book is that of a rule set, opened; an empty one where there is none.
func (s *Solver) book(r kalah.Rules, p kalah.Position) *Book {
	if s.noBook {
		return &Book{}
	}
	g := gameOf(r, p.Houses())
	b := carried()[g.id]
	if b == nil {
		return &Book{}
	}
	if _, opened := s.opened.LoadOrStore(g.id, true); !opened {
		s.open()
		s.cache.open(g, b)
	}
	return b
}

// ask prepares a question.
func (s *Solver) ask(ctx context.Context, r kalah.Rules, p kalah.Position, nodes int64) *question {
	s.open()
	q := &question{g: gameOf(r, p.Houses()), s: s, ctx: ctx}
	q.a, q.b = pack(p)
	q.n = sum(q.a) + sum(q.b)
	q.budget.nodes.Store(nodes)
	return q
}

// answer runs a question to its end.
func (s *Solver) answer(q *question) {
	q.table = s.shelf.take(q.g, q.n)
	defer s.shelf.done(q.table)
	stop := context.AfterFunc(q.ctx, func() { q.budget.stop.Store(true) })
	defer stop()
	if q.ctx.Err() != nil {
		q.budget.stop.Store(true)
	}
	q.run()
	s.nodes.Add(q.spent.Load())
}

// Stats is what a solver has done and holds.
type Stats struct {
	Nodes          uint64        // positions searched
	TablePositions int64         // positions put into tables
	TableTime      time.Duration // that it took
	Tables         int           // that there are
	Building       bool
	Memory         int64 // bytes taken
}

// Stats may be asked at any time.
func (s *Solver) Stats() Stats {
	st := Stats{Nodes: s.nodes.Load(), TablePositions: s.shelf.positions.Load(), TableTime: time.Duration(s.shelf.nanos.Load())}
	s.shelf.mu.Lock()
	defer s.shelf.mu.Unlock()
	st.Tables, st.Building = len(s.shelf.tables), s.shelf.building
	if s.shelf.size > 0 {
		st.Memory = int64(8*len(s.cache.words)) + int64(len(s.shelf.slab))
	}
	return st
}

// Warm makes the table of a rule set, if there is room for it, and waits until
// it is there or ctx ends.
func (s *Solver) Warm(ctx context.Context, r kalah.Rules) {
	s.open()
	g := gameOf(r, int(r.Houses))
	for ctx.Err() == nil {
		t := s.shelf.take(g, r.Seeds())
		s.shelf.done(t)
		if t != nil && int(t.ready.Load()) == t.most || s.shelf.closed.Load() || t == nil && !s.Stats().Building {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func (w *worker) begin(q *question) {
	*w = worker{game: q.g, cache: q.s.cache, table: q.table, few: -1, budget: &q.budget}
	if w.table != nil {
		w.few = int(w.table.ready.Load())
	}
}
