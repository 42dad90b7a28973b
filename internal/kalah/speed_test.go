package kalah_test

import (
	"math/rand/v2"
	"testing"

	"semeia/internal/kalah"
)

// someMove is a legal move of a position in a random game.
type someMove struct {
	rules kalah.Rules
	at    kalah.Position
	house int
}

// someMoves are the moves of random games, of every named rule set in turn.
func someMoves(n int) (moves []someMove) {
	rng := rand.New(rand.NewPCG(1, 2))
	for {
		for _, set := range kalah.Sets() {
			r := set.Rules
			for p := r.Start(sides[rng.IntN(2)]); r.Over(p) == kalah.NotOver; {
				if len(moves) == n {
					return moves
				}
				house := randomMove(rng, r, p)
				moves = append(moves, someMove{r, p, house})
				s, err := r.Sow(p, house)
				if err != nil {
					panic(err) // randomMove gives legal moves
				}
				p = s.After
			}
		}
	}
}

func TestAMoveDoesNotAllocate(t *testing.T) {
	moves := someMoves(1000)
	i := 0
	for name, one := range map[string]func(m someMove, l kalah.Line) error{
		"Sow":  func(m someMove, _ kalah.Line) error { _, err := m.rules.Sow(m.at, m.house); return err },
		"Play": func(m someMove, l kalah.Line) error { _, _, err := m.rules.Play(l, m.house); return err },
		"Sow, refused": func(m someMove, _ kalah.Line) error {
			if _, err := m.rules.Sow(m.at, 0); err != kalah.ErrNoHouse {
				return kalah.ErrOver
			}
			return nil
		},
	} {
		allocations := testing.AllocsPerRun(len(moves), func() {
			m := moves[i%len(moves)]
			i++
			l := m.rules.Begin(kalah.South)
			l.Pos = m.at
			if err := one(m, l); err != nil {
				t.Error(err)
			}
		})
		if allocations != 0 {
			t.Errorf("%s allocates %v times", name, allocations)
		}
	}
}

// BenchmarkSow is a move with all it reports, over positions of every rule
// set; the aim is 100 ns.
func BenchmarkSow(b *testing.B) {
	moves := someMoves(1 << 12)
	i := 0
	for b.Loop() {
		m := &moves[i&(1<<12-1)]
		i++
		if s, err := m.rules.Sow(m.at, m.house); err != nil || s.Seeds == 0 {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N), "ns/move")
}
