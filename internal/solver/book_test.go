package solver_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"semeia/internal/kalah"
	"semeia/internal/solver"
)

var proofs = flag.Int("book", 2, "how many entries of each book are proved again; -1: all")

// A small book for the tests: four houses of three.
func smallBook(t *testing.T) (*solver.Book, kalah.Rules) {
	r, err := kalah.ParseRules("free:4x3:extra:both:row:owner:0")
	if err != nil {
		t.Fatal(err)
	}
	s := solver.New(solver.Options{Memory: 16 << 20, NoBook: true})
	t.Cleanup(s.Close)
	b := solver.NewBook(r)
	s.Fill(ctx, b, 6, func(solver.Filling) {})
	return b, r
}

// The player who follows the book is in it as long as there are so many seeds,
// whatever the other one does and whoever begins, and every margin is right.
func TestABookHoldsAllThatItsPlayerMeets(t *testing.T) {
	b, r := smallBook(t)
	s := solver.New(solver.Options{Memory: 16 << 20, NoBook: true})
	t.Cleanup(s.Close)
	met := 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		mine := kalah.Side(seed % 2)
		for p := r.Start(kalah.South); r.Over(p) == kalah.NotOver && p.InRow(kalah.South)+p.InRow(kalah.North) >= 6; {
			house := 1 + rng.IntN(4)
			if p.Turn() == mine {
				m, ok := b.Find(p)
				if !ok {
					t.Fatalf("%v is not in the book", p)
				}
				if v, _ := s.Value(ctx, r, p); v.Margin != m.Margin || !m.Exact {
					t.Fatalf("%v: the book says %+d, it is %+d", p, m.Margin, v.Margin)
				}
				house = m.House
				met++
			}
			if move, err := r.Sow(p, house); err == nil {
				p = move.After
			}
		}
	}
	if met < 400 {
		t.Error("only", met)
	}
	// All margins of the first two moves.
	for _, first := range []int{0, 1, 2, 3, 4} {
		p := r.Start(kalah.South)
		if move, err := r.Sow(p, max(first, 1)); err == nil && first > 0 {
			p = move.After
		}
		for h := 1; h <= 4; h++ {
			if move, err := r.Sow(p, h); err == nil {
				if _, ok := b.Find(move.After); !ok {
					t.Errorf("after %d, %d", first, h)
				}
			}
		}
	}
}

// Filling may stop anywhere: what is there is right, and going on ends in the
// same book.
func TestFillingGoesOnAfterAStop(t *testing.T) {
	whole, r := smallBook(t)
	b := solver.NewBook(r)
	for rounds := 0; b.Len() < whole.Len(); rounds++ {
		if rounds > whole.Len() {
			t.Fatal("it does not go on")
		}
		s := solver.New(solver.Options{Memory: 16 << 20, NoBook: true})
		stopped, stop := context.WithCancel(ctx)
		s.Fill(stopped, b, 6, func(at solver.Filling) {
			if at.Proved >= 40 {
				stop()
			}
		})
		stop()
		s.Close()
		var file bytes.Buffer
		if err := b.Write(&file); err != nil {
			t.Fatal(err)
		}
		read, err := solver.ReadBook(&file)
		if err != nil || read.Rules() != b.Rules() || !maps.Equal(maps.Collect(read.All()), maps.Collect(b.All())) {
			t.Fatal("it does not come back as it was written:", err)
		}
		b = read
	}
	for p, m := range whole.All() {
		// Which of two best moves stands there, chance decides, and so what follows.
		if got, ok := b.Find(p); ok && got.Margin != m.Margin {
			t.Errorf("%v: %+d and %+d", p, got.Margin, m.Margin)
		}
	}
}

func TestWhatIsNoBookIsRefused(t *testing.T) {
	pack := func(text string) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write([]byte(text))
		z.Close()
		return b.Bytes()
	}
	const head = "semeia book standard\n"
	good := string([]byte{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 8, 3})
	if b, err := solver.ReadBook(bytes.NewReader(pack(head + good))); err != nil || b.Len() != 1 {
		t.Fatal(err)
	}
	for what, file := range map[string][]byte{
		"empty":           nil,
		"plain":           []byte(head + good),
		"no rules":        pack("semeia book nothing\n" + good),
		"other mark":      pack("some book standard\n" + good),
		"half an entry":   pack(head + good[:9]),
		"cut":             pack(head + good)[:30],
		"too many seeds":  pack(head + "\x09" + good[1:]),
		"empty house":     pack(head + "\x04\x04\x00" + good[3:]),
		"house 0":         pack(head + good[:13] + "\x00"),
		"house 7":         pack(head + good[:13] + "\x07"),
		"too much margin": pack(head + good[:12] + "\x31\x03"),
		"no such house":   pack("semeia book capture\n" + good),
	} {
		if b, err := solver.ReadBook(bytes.NewReader(file)); err == nil {
			t.Errorf("%s: read as a book of %d", what, b.Len())
		}
	}
}

// The books in the program: small enough, at one with themselves, and a sample
// of each proved again without it.
func TestTheBooksAreTrue(t *testing.T) {
	files, err := os.ReadDir("books")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	size := int64(0)
	for _, f := range files {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
		raw, err := os.ReadFile("books/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		b, err := solver.ReadBook(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		r := b.Rules()
		if f.Name() != r.String() {
			t.Errorf("%s is the book of %s", f.Name(), r)
		}
		bySeeds := map[int]int{}
		var list []kalah.Position
		for p, m := range b.All() {
			list = append(list, p)
			bySeeds[p.InRow(kalah.South)+p.InRow(kalah.North)]++
			for h := 1; h <= p.Houses(); h++ {
				move, err := r.Sow(p, h)
				if err != nil {
					if h == m.House {
						t.Errorf("%v: house %d: %v", p, h, err)
					}
					continue
				}
				next, ok := b.Find(move.After)
				if !ok {
					continue
				}
				if move.After.Turn() != p.Turn() {
					next.Margin = -next.Margin
				}
				if next.Margin > m.Margin || h == m.House && next.Margin != m.Margin {
					t.Errorf("%v: %+d with house %d, but %+d with house %d", p, m.Margin, m.House, next.Margin, h)
				}
			}
		}
		t.Logf("%s: %d positions, by seeds in play %v", f.Name(), b.Len(), bySeeds)
		s := solver.New(solver.Options{NoBook: true})
		defer s.Close()
		n := min(*proofs, len(list))
		if *proofs < 0 {
			n = len(list)
		} else if len(list) > 0 && *proofs <= 2 {
			list = list[len(list)*9/10:] // the quicker ones
		}
		for _, i := range rand.New(rand.NewPCG(uint64(len(list)), 7)).Perm(len(list))[:min(n, len(list))] {
			want, _ := b.Find(list[i])
			if v, _ := s.Value(ctx, r, list[i]); !v.Exact || v.Margin != want.Margin {
				t.Errorf("%v: the book says %+d, it is %+d", list[i], want.Margin, v.Margin)
			}
			move, err := r.Sow(list[i], want.House)
			if err != nil {
				t.Fatal(err)
			}
			v, _ := s.Value(ctx, r, move.After)
			if move.After.Turn() != list[i].Turn() {
				v.Margin = -v.Margin
			}
			if v.Margin != want.Margin {
				t.Errorf("%v: house %d gives %+d, not %+d", list[i], want.House, v.Margin, want.Margin)
			}
		}
	}
	if size > 4<<20 {
		t.Errorf("%d bytes of books", size)
	}
}

// With the book a question about the opening is answered at once, and as
// without it.
func TestTheBookAnswers(t *testing.T) {
	r := rules(t, "standard")
	s := solver.New(solver.Options{Memory: 16 << 20})
	t.Cleanup(s.Close)
	result := s.Solve(ctx, r, r.Start(kalah.South))
	if !result.Exact || result.Nodes != 0 {
		t.Fatalf("%+v", result)
	}
	for i, want := range []int{-14, -10, 8, -2, -8, 4} {
		if got := result.Margins[i]; got.Margin != want {
			t.Errorf("house %d: %+d, want %+d", got.House, got.Margin, want)
		}
	}
}

// Where the book knows the best move, it is sure, though what the other moves
// come to is not proved.
func TestTheBookIsSureOfItsMove(t *testing.T) {
	r := rules(t, "standard")
	s := solver.New(solver.Options{Memory: 16 << 20})
	t.Cleanup(s.Close)
	p := r.Start(kalah.South)
	for range 5 {
		m, _ := s.Value(ctx, r, p)
		got := s.SolveWithin(ctx, r, p, 1)
		if !got.Sure || got.Top() != m.Margin || !slices.Contains(got.Best, m.House) {
			t.Fatalf("%v: %+v, and the book says house %d, %+d", p, got, m.House, m.Margin)
		}
		for _, move := range got.Margins {
			if slices.Contains(got.Best, move.House) != (move.Exact && move.Margin == m.Margin) {
				t.Errorf("%v: best are %v of %+v", p, got.Best, got.Margins)
			}
		}
		move, err := r.Sow(p, m.House)
		if err != nil {
			t.Fatal(err)
		}
		p = move.After
	}
}
