package tutor_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"semeia/internal/kalah"
	"semeia/internal/solver"
	"semeia/internal/tutor"
)

var (
	daysTested = flag.Int("days", 20, "how many days' positions are made and proved again")
	golden     = flag.Bool("golden", false, "write testdata/daily.txt again: every day gone by gets another position")
)

// stageRules are the rule sets that have a position each day.
func stageRules() (all []kalah.Rules) {
	for _, set := range kalah.Sets() {
		if set.Stage <= 5 {
			all = append(all, set.Rules)
		}
	}
	return all
}

func newAlmanac(t testing.TB) *tutor.Almanac {
	s := solver.New(solver.Options{Memory: 64 << 20})
	t.Cleanup(s.Close)
	return tutor.NewAlmanac(tutor.NewCoach(s))
}

func ofDay(t testing.TB, a *tutor.Almanac, d tutor.Day, r kalah.Rules) tutor.Puzzle {
	t.Helper()
	p, err := a.Of(context.Background(), d, r)
	if err != nil {
		t.Fatalf("%s %s: %v", d, r, err)
	}
	return p
}

// TestOnlyOneHouseWinsTheDaysPosition proves each one again: by the plain search
// where that can, and with WinAt by playing the win out.
func TestOnlyOneHouseWinsTheDaysPosition(t *testing.T) {
	almanac := newAlmanac(t)
	for _, r := range stageRules() {
		seen := map[kalah.Position]tutor.Day{}
		levels := [tutor.Levels + 1]int{}
		for d := tutor.FirstDay; d < tutor.FirstDay+tutor.Day(*daysTested); d++ {
			p := ofDay(t, almanac, d, r)
			if p.Day != d || p.Rules != r || p.Pos.Turn() != kalah.South || r.Over(p.Pos) != kalah.NotOver || p.Pos.Seeds() != r.Seeds() {
				t.Fatalf("%s %s: %+v", d, r, p)
			}
			if last, ok := seen[p.Pos]; ok && d-last <= 60 {
				t.Errorf("%s %s: as on %s", d, r, last)
			}
			seen[p.Pos] = d
			for _, side := range [...]kalah.Side{kalah.South, kalah.North} {
				if p.Pos.Store(side) >= r.Majority() {
					t.Errorf("%s %s: %s is decided", d, r, p.Pos)
				}
			}
			inPlay := p.Pos.InRow(kalah.South) + p.Pos.InRow(kalah.North)
			if inPlay < 6 {
				t.Errorf("%s %s: %s has hardly any seed in play", d, r, p.Pos)
			}
			if inPlay <= 11 {
				winners, legal := 0, 0
				margins, _ := solver.Plain(r, p.Pos)
				for _, m := range margins {
					legal++
					if m.Margin > 0 {
						winners++
						if m.House != p.House || m.Margin != p.Margin {
							t.Errorf("%s %s: house %d with %+d, want house %d with %+d", d, r, m.House, m.Margin, p.House, p.Margin)
						}
					}
				}
				if winners != 1 || legal < 3 {
					t.Errorf("%s %s: %d of %d houses win in %s", d, r, winners, legal, p.Pos)
				}
			}
			s, err := r.Sow(p.Pos, p.House)
			if err != nil || p.Quiet == (s.Again || s.Captured() > 0) {
				t.Errorf("%s %s: house %d in %s: %v", d, r, p.House, p.Pos, err)
			}
			if p.Level < 1 || p.Level > tutor.Levels || p.Moves < 1 {
				t.Fatalf("%s %s: level %d, %d moves", d, r, p.Level, p.Moves)
			}
			levels[p.Level]++
		}
		t.Logf("%s: levels %v", r, levels[1:])
		for level := 1; level <= tutor.Levels; level++ {
			if levels[level]*14 < *daysTested { // once in a fortnight at least
				t.Errorf("%s: level %d on %d of %d days", r, level, levels[level], *daysTested)
			}
		}
	}
}

// TestTheDaysPositionIsWonByItsHouse plays each one out: after the house that
// wins the perfect answer does not help, after every other one it does.
func TestTheDaysPositionIsWonByItsHouse(t *testing.T) {
	s := solver.New(solver.Options{Memory: 64 << 20})
	t.Cleanup(s.Close)
	almanac := tutor.NewAlmanac(tutor.NewCoach(s))
	for _, r := range stageRules() {
		for d := tutor.FirstDay; d < tutor.FirstDay+tutor.Day(min(*daysTested, 60)); d++ {
			p := ofDay(t, almanac, d, r)
			for house := 1; house <= p.Pos.Houses(); house++ {
				move, err := r.Sow(p.Pos, house)
				if err != nil {
					continue
				}
				for move.Over == kalah.NotOver {
					best := s.Solve(context.Background(), r, move.After)
					if move, err = r.Sow(move.After, best.Best[0]); err != nil {
						t.Fatal(err)
					}
				}
				side, draw := move.After.Winner()
				if won := side == kalah.South && !draw; won != (house == p.House) {
					t.Errorf("%s %s: house %d of %s ends in %s, house %d is to win", d, r, house, p.Pos, move.After, p.House)
				}
			}
		}
	}
}

// The positions of days gone by stay: this is what they are.
func TestTheDaysPositionsAreThoseOfTheFile(t *testing.T) {
	almanac := newAlmanac(t)
	var b bytes.Buffer
	for _, day := range []string{"2026-01-01", "2026-02-28", "2026-03-06", "2026-11-30", "2027-12-31", "2031-08-15"} {
		d, ok := tutor.ParseDay(day)
		if !ok || d.String() != day {
			t.Fatal(day, d)
		}
		for _, r := range stageRules() {
			p := ofDay(t, almanac, d, r)
			fmt.Fprintf(&b, "%s %s %s house %d margin %d moves %d quiet %v level %d\n", d, r, p.Pos, p.House, p.Margin, p.Moves, p.Quiet, p.Level)
		}
	}
	name := filepath.Join("testdata", "daily.txt")
	if *golden {
		if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil || !bytes.Equal(b.Bytes(), want) {
		t.Errorf("%v: other positions than those of %s:\n%s", err, name, b.String())
	}
}

func TestAllWhoAskForADayGetTheSame(t *testing.T) {
	almanac := newAlmanac(t)
	rules := stageRules()
	want := newAlmanac(t)
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			r := rules[i%len(rules)]
			ctx, cancel := context.WithCancel(context.Background())
			if i%4 == 1 { // somebody leaves before it is there
				cancel()
			}
			p, err := almanac.Of(ctx, tutor.FirstDay+3, r)
			cancel()
			switch {
			case i%4 == 1 && errors.Is(err, context.Canceled):
			case err != nil:
				t.Error(err)
			case p != ofDay(t, want, tutor.FirstDay+3, r):
				t.Errorf("%s: %+v", r, p)
			}
		})
	}
	all.Wait()
}

func TestAPositionThatCouldNotBeCheckedIsNotShown(t *testing.T) {
	almanac := newAlmanac(t)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	r := stageRules()[4]
	if p, err := almanac.Of(ended, tutor.FirstDay, r); !errors.Is(err, context.Canceled) || p != (tutor.Puzzle{}) {
		t.Errorf("%+v, %v", p, err)
	}
	if p := ofDay(t, almanac, tutor.FirstDay, r); p.House == 0 {
		t.Errorf("%+v", p)
	}
}

func TestDaysAreDates(t *testing.T) {
	west := time.FixedZone("west", -5*60*60)
	for _, c := range []struct {
		at   time.Time
		want string
	}{
		{time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), "2026-01-01"},
		{time.Date(2026, 3, 1, 23, 59, 59, 0, west), "2026-03-01"},
		{time.Date(2028, 2, 29, 12, 0, 0, 0, time.UTC), "2028-02-29"},
		{time.Date(1969, 12, 31, 0, 0, 0, 0, time.UTC), "1969-12-31"},
	} {
		d := tutor.DayOf(c.at)
		if d.String() != c.want || d.Time().Weekday() != c.at.Weekday() {
			t.Errorf("%s: %s, %s", c.at, d, d.Time().Weekday())
		}
	}
	if tutor.FirstDay.String() != "2026-01-01" {
		t.Error(tutor.FirstDay)
	}
	for _, text := range []string{"", "2026-1-1", "2026-02-30", "2026-01-01 ", "x", "2026-01"} {
		if d, ok := tutor.ParseDay(text); ok {
			t.Errorf("%q is read as %s", text, d)
		}
	}
}

// BenchmarkDay makes a day's position from nothing.
func BenchmarkDay(b *testing.B) {
	for _, r := range stageRules() {
		b.Run(r.String(), func(b *testing.B) {
			d := tutor.FirstDay
			for b.Loop() {
				ofDay(b, newAlmanac(b), d, r)
				d++
			}
		})
	}
}
