package kalah_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"semeia/internal/kalah"
)

// laid makes a position from the form faults are reported in: both rows from
// their owner's left, and the stores South–North.
func laid(t testing.TB, south, north string, stores string, turn kalah.Side) kalah.Position {
	t.Helper()
	return board(t, fmt.Sprintf("<%d,%s,%s,%s>", 1+strings.Count(south, ","), stores, south, north), turn)
}

// TestCasesFromTheField plays the positions of faults that users of other
// programs reported; the ids are those of our list.
func TestCasesFromTheField(t *testing.T) {
	for _, c := range []struct {
		id, rules            string
		south, north, stores string
		house                int
		after                string
		captured             int
		again                bool
		over                 kalah.Reason
	}{
		{"A01 a lap captures", "standard", "13,0,2,0,1,3", "1,0,0,2,0,4", "12,10", 1, "<6,19,10,0,1,3,1,2,4,2,1,1,3,1,0>", 6, false, kalah.NotOver},
		{"A01 a lap from house 3", "standard", "0,0,13,0,1,0", "1,2,0,0,5,0", "14,12", 3, "<6,17,12,1,1,0,1,2,1,2,3,1,0,6,1>", 2, false, kalah.NotOver},
		{"A03 a seed dropped by this move", "standard", "0,2,0,0,0,8", "1,1,0,0,2,0", "16,18", 6, "<6,19,18,0,2,0,0,0,0,2,2,1,1,3,0>", 2, false, kalah.NotOver},
		{"A04 nothing facing", "standard", "1,0,3,0,0,2", "0,4,0,1,0,1", "18,18", 1, "<6,18,18,0,1,3,0,0,2,0,4,0,1,0,1>", 0, false, kalah.NotOver},
		{"A04 nothing facing, empty capture", "empty-capture", "1,0,3,0,0,2", "0,4,0,1,0,1", "18,18", 1, "<6,19,18,0,0,3,0,0,2,0,4,0,1,0,1>", 1, false, kalah.NotOver},
		{"A04 nothing facing, school board", "capture", "0,0,1,0,2", "3,0,4,0,2", "10,10", 3, "<5,10,10,0,0,0,1,2,3,0,4,0,2>", 0, false, kalah.NotOver},
		{"A05 a long sowing skips the other store", "standard", "0,2,1,0,0,9", "0,0,3,0,0,1", "16,16", 6, "<6,17,16,1,3,1,0,0,0,1,1,4,1,1,2>", 0, false, kalah.NotOver},
		{"A06 last seed in the store and no seeds left", "standard", "0,0,0,0,0,1", "1,2,0,0,3,1", "20,20", 6, "<6,21,27,0,0,0,0,0,0,0,0,0,0,0,0>", 0, false, kalah.RowEmpty},
		{"A08 either row empty", "standard", "1,0,0,0,0,0", "0,0,0,0,3,8", "18,18", 1, "<6,22,26,0,0,0,0,0,0,0,0,0,0,0,0>", 4, false, kalah.RowEmpty},
		{"A08 the mover cannot move", "late-end", "1,0,0,0,0,0", "0,0,0,0,3,8", "18,18", 1, "<6,22,18,0,0,0,0,0,0,0,0,0,0,0,8>", 4, false, kalah.NotOver},
		{"A11 a draw by play", "standard", "1,0,0,0,0,0", "0,0,0,0,6,0", "17,24", 1, "<6,24,24,0,0,0,0,0,0,0,0,0,0,0,0>", 7, false, kalah.RowEmpty},
		{"A12 an extra turn past half", "standard", "2,0,0,0,0,1", "4,0,2,0,1,0", "24,14", 6, "<6,25,14,2,0,0,0,0,0,4,0,2,0,1,0>", 0, true, kalah.NotOver},
		{"A12 seventeen wins at once", "seventeen", "0,0,0,0,1", "2,0,3,0,0", "16,10", 5, "<5,17,10,0,0,0,0,0,2,0,3,0,0>", 0, false, kalah.Reached},
		{"A16 an extra turn with nothing to move", "capture", "0,0,0,0,1", "1,2,0,0,3", "13,12", 5, "<5,14,12,0,0,0,0,0,1,2,0,0,3>", 0, false, kalah.NoSeed},
		{"A26 the move that was posted twice", "standard", "0,3,0,0,0,14", "0,2,0,0,1,0", "14,14", 6, "<6,16,14,1,4,1,1,1,1,1,3,1,1,2,1>", 0, true, kalah.NotOver},
		{"A32 only the facing seeds", "capture", "2,3,0,1,0", "3,1,6,0,2", "6,8", 1, "<5,12,8,0,4,1,1,0,3,1,0,0,2>", 6, false, kalah.NotOver},
		{"A32 only the facing seeds, a lap", "capture", "11,0,2,0,1", "1,0,0,2,3", "6,6", 1, "<5,11,6,1,1,3,1,2,2,1,1,3,0>", 4, false, kalah.NotOver},
		{"A33 an ordinary capture", "standard", "3,0,3,6,0,0", "5,2,0,4,1,1", "10,13", 3, "<6,16,13,3,0,0,7,1,0,0,2,0,4,1,1>", 6, false, kalah.NotOver},
	} {
		t.Run(c.id, func(t *testing.T) {
			p := laid(t, c.south, c.north, c.stores, kalah.South)
			s := sow(t, c.rules, p.String(), c.house)
			want(t, "after", s.After.String(), c.after)
			want(t, "captured", s.Captured(), c.captured)
			want(t, "again", s.Again, c.again)
			want(t, "over", s.Over, c.over)
		})
	}
	t.Run("A08 and then North must play 6", func(t *testing.T) {
		s, err := named(t, "late-end").Sow(board(t, "<6,22,18,0,0,0,0,0,0,0,0,0,0,0,8>", kalah.North), 6)
		if err != nil {
			t.Fatal(err)
		}
		want(t, "over", s.Over, kalah.NotOver)
	})
	t.Run("A17 an empty house is no free turn", func(t *testing.T) {
		r := named(t, "standard")
		l, _, err := r.Play(r.Begin(kalah.South), 3)
		if err != nil {
			t.Fatal(err)
		}
		want(t, "after", l.Pos.String(), "<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4>")
		same, _, err := r.Play(l, 3)
		if !errors.Is(err, kalah.ErrEmptyHouse) || same != l {
			t.Errorf("%v, %v", same, err)
		}
	})
}

func TestNotationIsReadStrictly(t *testing.T) {
	for text, at := range map[string]int{
		"":                              0,
		"5,0,0":                         0,
		"<5,0,0,3,3,4,3,3,3,3,4,3,3":    26,
		"<5,0,0,3,3,4,3,3,3,3,4,3>":     24,
		"<5,0,0,3,3,4,3,3,3,3,4,3,3,0>": 27,
		"<5,0,0,3,3,4,3,3,3,3,4,3,3> ":  27,
		"<5,0,0,3,3,4,3,3,3,3,4,3,3>x":  27,
		" <5,0,0,3,3,4,3,3,3,3,4,3,3>":  0,
		"<5,-1,1,3,3,4,3,3,3,3,4,3,3>":  3,
		"<5,+1,1,3,3,4,3,3,3,3,4,3,3>":  3,
		"<5, 0,0,3,3,4,3,3,3,3,4,3,3>":  3,
		"<5,00,0,3,3,4,3,3,3,3,4,3,3>":  3,
		"<5,0,,3,3,4,3,3,3,3,4,3,3>":    5,
		"<5,0,0,3,3,4,3,3,3,3,4,3,3,>":  27,
		"<5,0,0,3.5,3,4,3,3,3,3,4,3,3>": 7,
		"<7,0,0,3,3>":                   1,
		"<0,0,0>":                       1,
		"<>":                            1,
		"<5,0,99999999999999999999,3,3,4,3,3,3,3,4,3,3>": 5,
		"<5,0,73,0,0,0,0,0,0,0,0,0,0>":                   5,
		"<5,0,256,0,0,0,0,0,0,0,0,0,0>":                  5,
		"<٥,0,0,3,3,4,3,3,3,3,4,3,3>":                    1,
	} {
		_, err := kalah.ParsePosition(text, kalah.South)
		var bad *kalah.NotationError
		if !errors.As(err, &bad) {
			t.Errorf("%q: %v, want a NotationError", text, err)
			continue
		}
		if bad.At != at || bad.What == "" || !strings.Contains(bad.Error(), fmt.Sprint("column ", at+1)) {
			t.Errorf("%q: %v at %d, want at %d", text, err, bad.At, at)
		}
	}
	r := named(t, "sowing")
	for _, text := range []string{"<5,1,0,3,3,4,3,3,3,3,4,3,3>", "<5,0,0,3,3,4,3,3,3,3,4,3,2>", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>"} {
		if _, err := r.Parse(text, kalah.South); err == nil {
			t.Errorf("%s belongs to other rules, and was taken", text)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, s := range []string{"<5,0,0,3,3,4,3,3,3,3,4,3,3>", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", "<1,0,0,1,1>", "<5,", "<-1>", "<5,0,0,3,3,4,3,3,3,3,4,3,3>>", "<6,72,0,0,0,0,0,0,0,0,0,0,0,0,0>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := kalah.ParsePosition(text, kalah.North)
		if err == nil {
			if p.String() != text {
				t.Errorf("%q reads as %q", text, p.String())
			}
			return
		}
		var bad *kalah.NotationError
		if !errors.As(err, &bad) || bad.At < 0 || bad.At > len(text) {
			t.Errorf("%q: %v", text, err)
		}
	})
}
