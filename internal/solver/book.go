package solver

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"

	"semeia/internal/kalah"
)

//go:embed books
var books embed.FS

// Book holds what was proved of positions beforehand, because it takes too long
// when it is needed: for the side to move the margin and a best move. It is one
// rule set's, and knows the seeds in play only, as the search does.
type Book struct {
	rules   kalah.Rules
	entries map[rows]entry
}

// rows are a position's, the mover's first.
type rows struct{ a, b uint64 }

func (k rows) seeds() int { return sum(k.a) + sum(k.b) }

type entry struct {
	value int8 // the mover's margin from the seeds in play
	house int8 // from 1
}

// NewBook is an empty one. Rules that differ only in what does not change a
// margin have the same book.
func NewBook(r kalah.Rules) *Book {
	r.WinAt, r.Pie = 0, false
	return &Book{rules: r, entries: map[rows]entry{}}
}

// Rules of the book.
func (b *Book) Rules() kalah.Rules { return b.rules }

// Len is the number of positions.
func (b *Book) Len() int { return len(b.entries) }

// Find gives the margin of the side to move, and a move that reaches it.
func (b *Book) Find(p kalah.Position) (m Margin, ok bool) {
	var k rows
	k.a, k.b = pack(p)
	e, ok := b.entries[k]
	if !ok {
		return m, false
	}
	return Margin{House: int(e.house), Margin: p.Store(p.Turn()) - p.Store(p.Turn().Other()) + int(e.value), Exact: true}, true
}

// Add keeps a margin that was proved, and a move that reaches it.
func (b *Book) Add(p kalah.Position, m Margin) {
	if !m.Exact || m.House == 0 {
		panic("solver: nothing for a book")
	}
	var k rows
	k.a, k.b = pack(p)
	b.entries[k] = entry{int8(m.Margin - p.Store(p.Turn()) + p.Store(p.Turn().Other())), int8(m.House)}
}

// All gives every position, South to move, with all other seeds in North's
// store; the most seeds in play first, and always in the same order.
func (b *Book) All() iter.Seq2[kalah.Position, Margin] {
	return func(yield func(kalah.Position, Margin) bool) {
		for _, k := range b.sorted() {
			p := b.position(k)
			m, _ := b.Find(p)
			if !yield(p, m) {
				return
			}
		}
	}
}

func (b *Book) sorted() []rows {
	list := make([]rows, 0, len(b.entries))
	for k := range b.entries {
		list = append(list, k)
	}
	slices.SortFunc(list, func(x, y rows) int {
		if n := y.seeds() - x.seeds(); n != 0 {
			return n
		}
		return bytes.Compare(x.bytes(), y.bytes())
	})
	return list
}

// bytes are the seeds of each house, six a row.
func (k rows) bytes() []byte {
	var list []byte
	for _, row := range [...]uint64{k.a, k.b} {
		for h := range kalah.MaxHouses {
			list = append(list, byte(row>>(lane*h)&laneMask))
		}
	}
	return list
}

func (b *Book) position(k rows) kalah.Position {
	m := int(b.rules.Houses)
	cells := k.bytes()
	text := fmt.Sprintf("<%d,0,%d", m, b.rules.Seeds()-k.seeds())
	for _, row := range [...][]byte{cells[:m], cells[kalah.MaxHouses : kalah.MaxHouses+m]} {
		for _, n := range row {
			text += fmt.Sprintf(",%d", n)
		}
	}
	p, err := b.rules.Parse(text+">", kalah.South)
	if err != nil {
		panic(err) // only what Add took, or ReadBook checked, is in it
	}
	return p
}

// A book's file is compressed: a line that names the rules, and for each
// position the seeds of the twelve houses, margin and house, a byte each.
const bookMark = "semeia book "

// Write writes the book's file.
func (b *Book) Write(to io.Writer) error {
	z, err := gzip.NewWriterLevel(to, gzip.BestCompression)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(z)
	fmt.Fprintf(w, "%s%s\n", bookMark, b.rules)
	for _, k := range b.sorted() {
		e := b.entries[k]
		w.Write(k.bytes())
		w.Write([]byte{byte(e.value), byte(e.house)})
	}
	return errors.Join(w.Flush(), z.Close())
}

// ReadBook reads a book's file. It checks that each entry can be a position of
// the rules, a margin of its seeds and a legal move; that they are true, the
// maker has proved.
func ReadBook(from io.Reader) (*Book, error) {
	z, err := gzip.NewReader(from)
	if err != nil {
		return nil, err
	}
	in := bufio.NewReader(z)
	line, err := in.ReadString('\n')
	if err != nil {
		return nil, err
	}
	name, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), bookMark)
	if !ok {
		return nil, errors.New("solver: no opening book")
	}
	r, err := kalah.ParseRules(name)
	if err != nil {
		return nil, err
	}
	b := NewBook(r)
	var item [2*kalah.MaxHouses + 2]byte
	for {
		if _, err := io.ReadFull(in, item[:]); errors.Is(err, io.EOF) {
			return b, nil
		} else if err != nil {
			return nil, err
		}
		var k rows
		seeds := 0
		for i, n := range item[:2*kalah.MaxHouses] {
			row := &k.a
			if i >= kalah.MaxHouses {
				row = &k.b
			}
			h := i % kalah.MaxHouses
			if seeds += int(n); n > kalah.MaxSeeds || n > 0 && h >= int(r.Houses) {
				return nil, errors.New("solver: no position in the opening book")
			}
			*row |= uint64(n) << (lane * h)
		}
		e := entry{int8(item[len(item)-2]), int8(item[len(item)-1])}
		if seeds > r.Seeds() || int(e.value) > seeds || int(e.value) < -seeds || e.house < 1 || int(e.house) > int(r.Houses) || item[e.house-1] == 0 {
			return nil, errors.New("solver: no margin in the opening book")
		}
		b.entries[k] = e
	}
}

// carried are the books in the program, by the rules as the search knows them.
var carried = sync.OnceValue(func() map[uint64]*Book {
	all := map[uint64]*Book{}
	files, err := books.ReadDir("books")
	for _, f := range files {
		var b *Book
		var raw []byte
		if raw, err = books.ReadFile("books/" + f.Name()); err == nil {
			b, err = ReadBook(bytes.NewReader(raw))
		}
		if err != nil {
			break
		}
		all[gameOf(b.rules, int(b.rules.Houses)).id] = b
	}
	if err != nil {
		panic(err) // the tests read them
	}
	return all
})

// open gives what is in a book to the searches. Such entries stay in the cache,
// as if they had taken the longest of all: so they are a sixteenth of it at most,
// those with the most seeds in play.
func (c *cache) open(g game, b *Book) {
	var with [kalah.MaxSeeds + 1]int
	for k := range b.entries {
		with[k.seeds()]++
	}
	least, room := kalah.MaxSeeds+1, len(c.words)/2/16
	for least > 0 && with[least-1] <= room {
		least--
		room -= with[least]
	}
	for k, e := range b.entries {
		if k.seeds() >= least {
			c.learn(g, k, e)
		}
	}
}

func (c *cache) learn(g game, k rows, e entry) {
	c.store(k.a, k.b, g.id, int(e.value), int(e.value), int(e.house)-1, workMask)
}

// bound bounds the aims of a question for each move by what is in the book.
func (b *Book) bound(q *question) {
	here, known := b.entries[rows{q.a, q.b}]
	for i := range q.aims {
		t := &q.aims[i]
		if e, ok := b.entries[rows{t.a, t.b}]; ok {
			t.low, t.high = int(e.value), int(e.value)
		}
		if !known {
			continue
		}
		// No move is better than the best one, which is as good as the position.
		v, best := int(here.value)-t.gain, t.house == int(here.house)
		if !t.again {
			v = -v
		}
		if best || t.again {
			t.high = min(t.high, v)
		}
		if best || !t.again {
			t.low = max(t.low, v)
		}
	}
}
