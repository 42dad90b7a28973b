package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/solver"
)

// solving is what the flags of solve say.
type solving struct {
	rules, turn, memory string
	value, stats, table bool
	noBook              bool
}

func solveFlags(o *options, f *flag.FlagSet) {
	f.StringVar(&o.solve.rules, "rules", "standard", "rule set, by name or as in free:4x3:extra:both:row:owner:0")
	f.StringVar(&o.solve.turn, "turn", "south", "side to move: south or north")
	f.StringVar(&o.solve.memory, "memory", "256MiB", "memory for all tables")
	f.BoolVar(&o.solve.value, "value", false, "prove the best margin only, not those of all houses")
	f.BoolVar(&o.solve.stats, "stats", false, "make the table first, and say what it all took")
	f.BoolVar(&o.solve.noBook, "no-book", false, "search, even where the opening book knows")
	f.BoolVar(&o.solve.table, "table", false, "Kalah(m,n) for m = 1..6 houses and n = 1..4 seeds")
}

// solve prints the final margin under perfect play of each house that may be
// played, in the given position or at the start.
func (p *call) solve(args []string) error {
	f := &p.o.solve
	memory, ok := bytesOf(f.memory)
	turn, okTurn := kalah.ParseSide(f.turn)
	if len(args) > 1 || len(args) == 1 && f.table || !ok || !okTurn {
		return errUsage
	}
	s := solver.New(solver.Options{Memory: memory, NoBook: f.noBook || f.table})
	defer s.Close()
	if f.table {
		return p.table(s)
	}
	r, err := kalah.ParseRules(f.rules)
	if err != nil {
		var names []string
		for _, set := range kalah.Sets() {
			names = append(names, set.Name)
		}
		return school.Fail(school.Invalid, "cmd.solve.norules", i18n.Args{"Name": f.rules, "List": strings.Join(names, ", ")})
	}
	pos := r.Start(turn)
	if len(args) == 1 {
		if pos, err = r.Parse(args[0], turn); err != nil {
			e := school.Fail(school.Invalid, "cmd.solve.noposition", i18n.Args{"Name": r.String()})
			e.Cause = err
			return e
		}
	}
	if r.Over(pos) != kalah.NotOver {
		fmt.Fprintln(p.stdout, p.loc.T("cmd.solve.over"))
		return nil
	}
	if f.stats {
		s.Warm(p.ctx, r)
	}
	began := time.Now()
	var margins []solver.Margin
	exact := true
	if f.value {
		m, _ := s.Value(p.ctx, r, pos)
		margins, exact = []solver.Margin{m}, m.Exact
	} else {
		result := s.Solve(p.ctx, r, pos)
		margins, exact = result.Margins, result.Exact
	}
	took := time.Since(began)
	for _, m := range margins {
		a := i18n.Args{"House": m.House, "Margin": fmt.Sprintf("%+d", m.Margin)}
		switch {
		case m.Exact && m.House == 0:
			fmt.Fprintln(p.stdout, p.loc.T("cmd.solve.value", a))
		case m.Exact:
			fmt.Fprintln(p.stdout, p.loc.T("cmd.solve.house", a))
		case m.House > 0:
			fmt.Fprintln(p.stdout, p.loc.T("cmd.solve.about", a))
		}
	}
	if f.stats {
		p.stats(s, took)
	}
	if !exact {
		fmt.Fprintln(p.stderr, p.loc.T("cmd.solve.stopped"))
		return errSaid
	}
	return nil
}

// yardstick is the fixed position on which the plain search is timed, so that
// seconds of another hour or machine can be compared.
const yardstick = "<5,8,9,1,2,0,2,1,2,0,3,3,1>"

func (p *call) stats(s *solver.Solver, took time.Duration) {
	st := s.Stats()
	say := func(key string, n float64, d time.Duration) {
		fmt.Fprintln(p.stdout, p.loc.T(key, i18n.Args{
			"Count": strconv.FormatFloat(n, 'f', 0, 64), "Seconds": fmt.Sprintf("%.3f", d.Seconds()),
			"Rate": fmt.Sprintf("%.0f", n/max(d.Seconds(), 1e-9)),
		}))
	}
	// The literals stand in the calls, where the test of the keys sees them.
	say("cmd.solve.searched", float64(st.Nodes), took)
	say("cmd.solve.tabled", float64(st.TablePositions), st.TableTime)
	fmt.Fprintln(p.stdout, p.loc.T("cmd.solve.memory", i18n.Args{"MiB": fmt.Sprintf("%.1f", float64(st.Memory)/(1<<20))}))

	r, _ := kalah.Named("capture")
	small, err := r.Parse(yardstick, kalah.South)
	if err != nil {
		panic(err) // a constant
	}
	began := time.Now()
	_, positions := solver.Plain(r, small)
	plain := time.Since(began)
	fresh := solver.New(solver.Options{Memory: 1 << 18, Workers: 1}) // hardly a table
	defer fresh.Close()
	fresh.SolveWithin(p.ctx, r, small, 1) // takes the memory
	began = time.Now()
	result := fresh.Solve(p.ctx, r, small)
	ours := time.Since(began)
	fmt.Fprintln(p.stdout, p.loc.T("cmd.solve.ratio", i18n.Args{
		"Position": yardstick, "Plain": int(positions), "PlainSeconds": fmt.Sprintf("%.4f", plain.Seconds()), "Count": int(result.Nodes),
		"Seconds": fmt.Sprintf("%.4f", ours.Seconds()), "Ratio": fmt.Sprintf("%.0f", plain.Seconds()/max(ours.Seconds(), 1e-9)),
	}))
}

// table prints Kalah(m,n) a line for each m, so that the small boards are there
// while the large ones are still being solved.
func (p *call) table(s *solver.Solver) error {
	fmt.Fprintln(p.stdout, p.loc.T("cmd.solve.table"))
	for m := 1; m <= kalah.MaxHouses; m++ {
		line := strconv.Itoa(m)
		for _, name := range []string{"standard", "empty-capture"} {
			line += "   " + name
			for n := 1; n <= 4; n++ {
				r, _ := kalah.Named(name)
				r.Houses, r.Layout = uint8(m), [kalah.MaxHouses]uint8{}
				for h := range m {
					r.Layout[h] = uint8(n)
				}
				if m == kalah.MaxHouses && n > 2 {
					s.Warm(p.ctx, r)
				}
				v, _ := s.Value(p.ctx, r, r.Start(kalah.South))
				if !v.Exact {
					fmt.Fprintln(p.stderr, p.loc.T("cmd.solve.stopped"))
					return errSaid
				}
				line += fmt.Sprintf(" %+3d", v.Margin)
			}
		}
		fmt.Fprintln(p.stdout, line)
	}
	return nil
}

// bytesOf reads an amount of memory, as in 256MiB or 4GiB.
func bytesOf(text string) (int64, bool) {
	shift := 0
	for unit, s := range map[string]int{"KiB": 10, "MiB": 20, "GiB": 30} {
		if rest, ok := strings.CutSuffix(text, unit); ok {
			text, shift = rest, s
			break
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if errors.Is(err, strconv.ErrRange) || err != nil || n < 1 || n > 1<<40>>shift {
		return 0, false
	}
	return n << shift, true
}
