package solver_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"semeia/internal/kalah"
	"semeia/internal/solver"
)

// spread solves positions, one at a time with both cores, and reports how long
// they took: margins of all moves, tables warm, 256 MiB.
func spread(b *testing.B, s *solver.Solver, r kalah.Rules, list []kalah.Position) {
	var times []time.Duration
	nodes := uint64(0)
	began := time.Now()
	for _, p := range list {
		at := time.Now()
		result := s.Solve(ctx, r, p)
		times = append(times, time.Since(at))
		nodes += result.Nodes
		if !result.Exact {
			b.Fatal(p)
		}
	}
	total := time.Since(began).Seconds()
	slices.Sort(times)
	ms := func(per int) float64 { return times[(len(times)-1)*per/100].Seconds() * 1000 }
	b.ReportMetric(ms(50), "ms/median")
	b.ReportMetric(ms(99), "ms/p99")
	b.ReportMetric(ms(100), "ms/most")
	b.ReportMetric(float64(nodes)/float64(len(list)), "nodes/position")
	b.ReportMetric(float64(nodes)/total, "nodes/s")
	b.ReportMetric(0, "ns/op")
}

// warm is a solver with the table of a rule set, and reports its making.
func warm(b *testing.B, o solver.Options, r kalah.Rules) *solver.Solver {
	s := solver.New(o)
	b.Cleanup(s.Close)
	s.Warm(ctx, r)
	st := s.Stats()
	b.Logf("%d positions in tables, %.1f s, %.1f million a second", st.TablePositions, st.TableTime.Seconds(), float64(st.TablePositions)/st.TableTime.Seconds()/1e6)
	return s
}

// Positions met in random play on the school board, from the start to the end.
func BenchmarkSchoolBoard(b *testing.B) {
	for _, name := range []string{"sowing", "extra", "capture", "seventeen"} {
		b.Run(name, func(b *testing.B) {
			r := rules(b, name)
			s := warm(b, solver.Options{}, r)
			for b.Loop() {
				rng := rand.New(rand.NewPCG(1, 1))
				var list []kalah.Position
				for len(list) < 1000 {
					for p := r.Start(kalah.South); r.Over(p) == kalah.NotOver; {
						list = append(list, p)
						house := 1 + rng.IntN(5)
						for r.Legal(p, house) != nil {
							house = 1 + rng.IntN(5)
						}
						move, err := r.Sow(p, house)
						if err != nil {
							b.Fatal(err)
						}
						p = move.After
					}
				}
				spread(b, s, r, list)
			}
		})
	}
}

// 100 positions each of standard, with at most so many seeds in play.
func BenchmarkStandard(b *testing.B) {
	r := rules(b, "standard")
	for _, c := range []struct {
		name      string
		low, high int
	}{{"32", 29, 32}, {"36", 33, 36}, {"40", 37, 40}} {
		b.Run(c.name, func(b *testing.B) {
			s := warm(b, solver.Options{}, r)
			for b.Loop() {
				rng := rand.New(rand.NewPCG(2, 2))
				var list []kalah.Position
				for range 100 {
					list = append(list, met(rng, r, c.low, c.high))
				}
				spread(b, s, r, list)
			}
		})
	}
}

// The first player's margin from the start, without a book, tables included.
func BenchmarkStart(b *testing.B) {
	for _, name := range []string{"standard", "empty-capture"} {
		b.Run(name, func(b *testing.B) {
			r := rules(b, name)
			for b.Loop() {
				s := solver.New(solver.Options{Memory: 4 << 30, NoBook: true})
				s.Warm(ctx, r)
				began := time.Now()
				m, nodes := s.Value(ctx, r, r.Start(kalah.South))
				took := time.Since(began).Seconds()
				s.Close()
				b.ReportMetric(float64(m.Margin), "margin")
				b.ReportMetric(float64(nodes), "nodes")
				b.ReportMetric(float64(nodes)/took, "nodes/s")
				b.ReportMetric(s.Stats().TableTime.Seconds(), "s/table")
			}
		})
	}
}
