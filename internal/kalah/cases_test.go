package kalah_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"semeia/internal/kalah"
)

// laid writes a position from the form in which faults are reported: both
// rows from their owner's left, and the stores South–North.
func laid(south, north, stores string) string {
	return fmt.Sprintf("<%d,%s,%s,%s>", 1+strings.Count(south, ","), stores, south, north)
}

// TestCasesFromTheField plays the positions of faults that users of other
// programs reported; the ids are those of our list. South plays, and North
// plays the mirror of it.
func TestCasesFromTheField(t *testing.T) {
	south, north := kalah.South, kalah.North
	for _, c := range []struct {
		id, rules   string
		row, facing string
		stores      string
		house       int
		after       string
		last        string
		captured    int
		over        kalah.Reason
		next        kalah.Side // where the game goes on
	}{
		{"A01 a lap captures", "standard", "13,0,2,0,1,3", "1,0,0,2,0,4", "12,10", 1,
			laid("0,1,3,1,2,4", "2,1,1,3,1,0", "19,10"), "s1", 6, kalah.NotOver, north},
		{"A01 a lap from house 3, nothing faced it before", "standard", "0,0,13,0,1,0", "1,2,0,0,5,0", "14,12", 3,
			laid("1,1,0,1,2,1", "2,3,1,0,6,1", "17,12"), "s3", 2, kalah.NotOver, north},
		{"A03 the facing seed was dropped by this move", "standard", "0,2,0,0,0,8", "1,1,0,0,2,0", "16,18", 6,
			laid("0,2,0,0,0,0", "2,2,1,1,3,0", "19,18"), "s1", 2, kalah.NotOver, north},
		{"A04 nothing facing", "standard", "1,0,3,0,0,2", "0,4,0,1,0,1", "18,18", 1,
			laid("0,1,3,0,0,2", "0,4,0,1,0,1", "18,18"), "s2", 0, kalah.NotOver, north},
		{"A04 nothing facing, empty capture", "empty-capture", "1,0,3,0,0,2", "0,4,0,1,0,1", "18,18", 1,
			laid("0,0,3,0,0,2", "0,4,0,1,0,1", "19,18"), "s2", 1, kalah.NotOver, north},
		{"A04 nothing facing, school board", "capture", "0,0,1,0,2", "3,0,4,0,2", "10,10", 3,
			laid("0,0,0,1,2", "3,0,4,0,2", "10,10"), "s4", 0, kalah.NotOver, north},
		{"A05 a long sowing passes the other store over", "standard", "0,2,1,0,0,9", "0,0,3,0,0,1", "16,16", 6,
			laid("1,3,1,0,0,0", "1,1,4,1,1,2", "17,16"), "s2", 0, kalah.NotOver, north},
		{"A06 last seed in the store and no seed left", "standard", "0,0,0,0,0,1", "1,2,0,0,3,1", "20,20", 6,
			laid("0,0,0,0,0,0", "0,0,0,0,0,0", "21,27"), "s*", 0, kalah.RowEmpty, south},
		{"A08 either row empty", "standard", "1,0,0,0,0,0", "0,0,0,0,3,8", "18,18", 1,
			laid("0,0,0,0,0,0", "0,0,0,0,0,0", "22,26"), "s2", 4, kalah.RowEmpty, south},
		{"A08 the mover cannot move", "late-end", "1,0,0,0,0,0", "0,0,0,0,3,8", "18,18", 1,
			laid("0,0,0,0,0,0", "0,0,0,0,0,8", "22,18"), "s2", 4, kalah.NotOver, north},
		{"A11 a draw by play", "standard", "1,0,0,0,0,0", "0,0,0,0,6,0", "17,24", 1,
			laid("0,0,0,0,0,0", "0,0,0,0,0,0", "24,24"), "s2", 7, kalah.RowEmpty, south},
		{"A12 past half the extra turn is given", "standard", "2,0,0,0,0,1", "4,0,2,0,1,0", "24,14", 6,
			laid("2,0,0,0,0,0", "4,0,2,0,1,0", "25,14"), "s*", 0, kalah.NotOver, south},
		{"A12 seventeen wins at once", "seventeen", "0,0,0,0,1", "2,0,3,0,0", "16,10", 5,
			laid("0,0,0,0,0", "2,0,3,0,0", "17,10"), "s*", 0, kalah.Reached, south},
		{"A16 an extra turn with nothing to move", "capture", "0,0,0,0,1", "1,2,0,0,3", "13,12", 5,
			laid("0,0,0,0,0", "1,2,0,0,3", "14,12"), "s*", 0, kalah.NoSeed, south},
		{"A26 the move that was posted twice", "standard", "0,3,0,0,0,14", "0,2,0,0,1,0", "14,14", 6,
			laid("1,4,1,1,1,1", "1,3,1,1,2,1", "16,14"), "s*", 0, kalah.NotOver, south},
		{"A32 only the facing seeds", "capture", "2,3,0,1,0", "3,1,6,0,2", "6,8", 1,
			laid("0,4,1,1,0", "3,1,0,0,2", "12,8"), "s3", 6, kalah.NotOver, north},
		{"A32 only the facing seeds, a lap", "capture", "11,0,2,0,1", "1,0,0,2,3", "6,6", 1,
			laid("1,1,3,1,2", "2,1,1,3,0", "11,6"), "s1", 4, kalah.NotOver, north},
		{"A33 an ordinary capture nothing explained", "standard", "3,0,3,6,0,0", "5,2,0,4,1,1", "10,13", 3,
			laid("3,0,0,7,1,0", "0,2,0,4,1,1", "16,13"), "s6", 6, kalah.NotOver, north},
	} {
		t.Run(c.id, func(t *testing.T) {
			s := sow(t, rules(t, c.rules), laid(c.row, c.facing, c.stores), c.house)
			after(t, s, c.after)
			if got := s.Last().String(); got != c.last {
				t.Errorf("last seed in %s, want %s", got, c.last)
			}
			if s.Captured() != c.captured {
				t.Errorf("captured %d, want %d", s.Captured(), c.captured)
			}
			if c.over == kalah.NotOver {
				next(t, s, c.next)
			} else {
				ended(t, s, c.over)
			}
		})
	}
}

func TestCaseA08PlayGoesOnToTheLastSeed(t *testing.T) {
	r := rules(t, "late-end")
	p := board(t, laid("0,0,0,0,0,0", "0,0,0,0,0,8", "22,18")).WithTurn(kalah.North)
	for house := 1; house <= 5; house++ {
		if err := r.Legal(p, house); !errors.Is(err, kalah.ErrEmptyHouse) {
			t.Errorf("North's house %d: %v, want house 6 only", house, err)
		}
	}
	s, err := r.Sow(p, 6)
	if err != nil || s.Over != kalah.NotOver {
		t.Fatalf("North's house 6: over %q, %v", s.Over, err)
	}
	// Both play perfectly from there.
	if margin := best(r, s.After); margin != 27-21 {
		t.Errorf("South wins by %d, want 27–21", margin)
	}
}

// best is South's final margin with perfect play, for boards of a few seeds.
func best(r kalah.Rules, p kalah.Position) int {
	if r.Over(p) != kalah.NotOver {
		return p.Store(kalah.South) - p.Store(kalah.North)
	}
	worst := map[kalah.Side]int{kalah.South: -kalah.MaxSeeds, kalah.North: kalah.MaxSeeds}[p.Turn()]
	for house := 1; house <= p.Houses(); house++ {
		s, err := r.Sow(p, house)
		if err != nil {
			continue
		}
		if p.Turn() == kalah.South {
			worst = max(worst, best(r, s.After))
		} else {
			worst = min(worst, best(r, s.After))
		}
	}
	return worst
}

func TestCaseA11BothSidesCanWin(t *testing.T) {
	for stores, want := range map[string]string{"27,21": "south", "21,27": "north", "24,24": "draw"} {
		t.Run("A11 "+stores, func(t *testing.T) {
			won(t, board(t, laid("0,0,0,0,0,0", "0,0,0,0,0,0", stores)), want)
		})
	}
	s := sow(t, rules(t, "standard"), laid("1,0,0,0,0,0", "0,0,0,0,6,0", "17,24"), 1)
	won(t, s.After, "draw")
	won(t, s.After.Mirror(), "draw")
}

func TestCaseA12HalfIsOfTheSeedsOfBothSides(t *testing.T) {
	for _, c := range []struct {
		id, rules    string
		south, north int
		more         bool
	}{
		{"A12 13–4", "standard", 13, 4, false},
		{"A12 24–20", "standard", 24, 20, false},
		{"A12 25–14", "standard", 25, 14, true},
		{"A12 9–2", "seventeen", 9, 2, false},
		{"A12 16–10", "seventeen", 16, 10, false},
		{"A12 17–10", "seventeen", 17, 10, true},
	} {
		t.Run(c.id, func(t *testing.T) {
			r := rules(t, c.rules)
			for _, stores := range [][2]int{{c.south, c.north}, {c.north, c.south}} {
				left := r.Seeds() - c.south - c.north
				text := fmt.Sprintf("<%d,%d,%d%s,%d%s,%d>", r.Houses, stores[0], stores[1],
					strings.Repeat(",0", int(r.Houses)-1), 1, strings.Repeat(",0", int(r.Houses)-1), left-1)
				p, err := r.Parse(text, kalah.South)
				if err != nil {
					t.Fatal(err)
				}
				if more := max(p.Store(kalah.South), p.Store(kalah.North)) >= r.Majority(); more != c.more {
					t.Errorf("%s: more than half is %v", p, more)
				}
				if over := r.Over(p) != kalah.NotOver; over != (c.more && r.WinAt > 0) {
					t.Errorf("%s: over is %v", p, over)
				}
			}
		})
	}
}

func TestCaseA17AnEmptyHouseIsNoFreeTurn(t *testing.T) {
	r := rules(t, "standard")
	for _, first := range sides {
		t.Run("A17 "+first.String(), func(t *testing.T) {
			l, s, err := r.Play(r.Begin(first), 3)
			if err != nil || !s.Again || l.Pos.Turn() != first {
				t.Fatalf("house 3: again %v, %v", s.Again, err)
			}
			same, s, err := r.Play(l, 3)
			if !errors.Is(err, kalah.ErrEmptyHouse) || same != l || s != (kalah.Sowing{}) {
				t.Errorf("house 3 once more: %v, %+v, %v", same.Pos, s, err)
			}
		})
	}
}

func TestCaseA21AQuestionChangesNothing(t *testing.T) {
	for _, set := range kalah.Sets() {
		t.Run("A21 "+set.Name, func(t *testing.T) {
			r := set.Rules
			l := play(t, r, r.Begin(kalah.North), 1)
			kept := l
			for range 10 {
				if problem := questioned(r, l); problem != "" {
					t.Fatal(problem)
				}
			}
			if l != kept {
				t.Errorf("%v became %v", kept, l)
			}
		})
	}
}

func TestCaseA26TheSameMoveOfTheSamePositionIsOneMove(t *testing.T) {
	r := rules(t, "standard")
	p := board(t, laid("0,3,0,0,0,14", "0,2,0,0,1,0", "14,14"))
	first, _ := r.Sow(p, 6)
	second, _ := r.Sow(p, 6)
	if first != second {
		t.Errorf("%+v and %+v", first, second)
	}
	// What the fault looks like: the move once more, of the new position.
	twice := sow(t, r, first.After.String(), 6)
	after(t, twice, laid("1,4,1,1,1,0", "1,3,1,1,2,1", "17,14"))
}
