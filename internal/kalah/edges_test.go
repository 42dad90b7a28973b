package kalah_test

import (
	"errors"
	"fmt"
	"testing"

	"semeia/internal/kalah"
)

func TestR1EverySetRefusesTheSameMovesToBothSeats(t *testing.T) {
	for _, set := range kalah.Sets() {
		text := "<6,20,20,0,1,0,0,0,0,1,0,3,0,3,0>"
		if set.Rules.Houses == 5 {
			text = "<5,12,12,0,1,0,0,0,1,0,3,0,3>"
		}
		p := board(t, text, kalah.South)
		for _, p := range []kalah.Position{p, p.Mirror()} {
			for house, kind := range map[int]error{
				-1: kalah.ErrNoHouse, 0: kalah.ErrNoHouse, 7: kalah.ErrNoHouse, 258: kalah.ErrNoHouse,
				1: kalah.ErrEmptyHouse, 2: nil, 3: kalah.ErrEmptyHouse,
			} {
				s, err := set.Rules.Sow(p, house)
				if !errors.Is(err, kind) || !errors.Is(set.Rules.Legal(p, house), kind) {
					t.Errorf("%s, house %d of %s: %v, want %v", set.Name, house, p, err, kind)
				}
				if err != nil && s != (kalah.Sowing{}) {
					t.Errorf("%s, house %d: a refused move gives %+v", set.Name, house, s)
				}
			}
		}
	}
}

func TestR1AForcedMoveIsLeftToItsPlayer(t *testing.T) {
	s := sow(t, "standard", "<6,20,20,0,0,0,0,1,1,0,0,0,0,0,6>", 5)
	want(t, "after", s.After.String(), "<6,20,20,0,0,0,0,0,2,0,0,0,0,0,6>")
	want(t, "to move", s.After.Turn(), kalah.North)
	want(t, "over", s.Over, kalah.NotOver)
}

func TestR2NorthSowsFromTheOwnLeftToo(t *testing.T) {
	r := named(t, "standard")
	p := board(t, "<6,0,0,0,0,0,0,2,8,4,4,14,4,4,4>", kalah.South).Mirror()
	s, err := r.Sow(p, 6)
	if err != nil {
		t.Fatal(err)
	}
	want(t, "path", path(&s), "n* s1 s2 s3 s4 s5 s6 n1")
	if at := p.Facing(kalah.Place{Side: kalah.North, House: 2}); at.String() != "s5" {
		t.Errorf("n2 faces %s", at)
	}
}

func TestR3TheStoreByHowOftenItIsReached(t *testing.T) {
	for seeds, store := range map[int]int{1: 1, 2: 1, 11: 1, 12: 2, 22: 2, 23: 3} {
		s := sow(t, "sowing", fmt.Sprintf("<5,0,%d,0,0,0,1,%d,1,0,0,0,0>", 30-seeds, seeds), 5)
		want(t, fmt.Sprint(seeds, " seeds of house 5"), s.After.Store(kalah.South), store)
	}
	s := sow(t, "sowing", "<5,0,20,2,0,0,0,0,10,0,0,0,0>", 1)
	want(t, "not reached", s.After.Store(kalah.South), 0)
}

func TestR4ALastSeedAtTheOtherStoreFallsBehindIt(t *testing.T) {
	for seeds, last := range map[int]string{6: "n5", 7: "s1", 8: "s2"} {
		s := sow(t, "sowing", fmt.Sprintf("<5,0,%d,0,0,0,0,%d,1,1,1,1,2>", 26-seeds, seeds), 5)
		want(t, fmt.Sprint(seeds, " seeds"), s.Last().String(), last)
		want(t, "other store", s.After.Store(kalah.North), 26-seeds)
	}
}

func TestR5OneSeedLessOrMoreThanALap(t *testing.T) {
	for seeds, c := range map[int]struct {
		last  string
		found int
	}{10: {"s2", 0}, 11: {"s3", 0}, 12: {"s4", 1}, 22: {"s3", 1}, 33: {"s3", 2}} {
		s := sow(t, "sowing", fmt.Sprintf("<5,0,%d,0,0,%d,0,0,1,1,1,1,1>", 35-seeds, seeds), 3)
		want(t, fmt.Sprint(seeds, " seeds end in"), s.Last().String(), c.last)
		want(t, fmt.Sprint(seeds, " seeds, the last finds"), s.LastFound(), c.found)
	}
	// Two laps drop a seed into the start house before the last: no capture.
	s := sow(t, "standard", "<6,0,10,0,0,26,0,0,0,2,2,2,2,2,2>", 3)
	want(t, "captured after two laps", s.Captured(), 0)
}

func TestR6ExtraTurnsFollowEachOther(t *testing.T) {
	r := named(t, "extra")
	p := board(t, "<5,0,20,5,4,3,2,1,3,3,3,3,3>", kalah.South)
	for _, p := range []kalah.Position{p, p.Mirror()} {
		mover := p.Turn()
		for i, house := range []int{5, 4, 5, 3, 5, 2, 5, 4, 5} {
			s, err := r.Sow(p, house)
			if err != nil || !s.Again || s.After.Turn() != mover {
				t.Fatalf("turn %d of %s: again %v, %v", i+1, mover, s.Again, err)
			}
			p = s.After
		}
	}
	want(t, "after a lap and more", sow(t, "extra", "<5,0,0,0,0,14,0,0,3,3,4,4,4>", 3).Again, true)
}

func TestR8AHouseThatHeldSeedsDoesNotCapture(t *testing.T) {
	s := sow(t, "standard", "<6,13,10,1,1,2,3,0,1,3,2,4,0,5,3>", 1)
	want(t, "found", s.LastFound(), 1)
	want(t, "captured", s.Captured(), 0)
	s = sow(t, "standard", "<6,13,10,1,0,2,4,0,1,3,2,4,0,5,3>", 1)
	want(t, "found", s.LastFound(), 0)
	want(t, "captured", s.Captured(), 6)
}

func TestR9EveryCaptureWithAndWithoutFacingSeeds(t *testing.T) {
	const facing, alone = "<5,8,10,1,0,1,0,1,1,1,1,5,3>", "<5,8,10,1,0,1,0,1,3,2,3,0,3>"
	for _, c := range []struct {
		capture     kalah.Capture
		board       string
		facing, own int
		after       string
	}{
		{kalah.NoCapture, facing, 0, 0, "<5,8,10,0,1,1,0,1,1,1,1,5,3>"},
		{kalah.Opposite, facing, 5, 0, "<5,13,10,0,1,1,0,1,1,1,1,0,3>"},
		{kalah.Both, facing, 5, 1, "<5,14,10,0,0,1,0,1,1,1,1,0,3>"},
		{kalah.BothOrAlone, facing, 5, 1, "<5,14,10,0,0,1,0,1,1,1,1,0,3>"},
		{kalah.NoCapture, alone, 0, 0, "<5,8,10,0,1,1,0,1,3,2,3,0,3>"},
		{kalah.Opposite, alone, 0, 0, "<5,8,10,0,1,1,0,1,3,2,3,0,3>"},
		{kalah.Both, alone, 0, 0, "<5,8,10,0,1,1,0,1,3,2,3,0,3>"},
		{kalah.BothOrAlone, alone, 0, 1, "<5,9,10,0,0,1,0,1,3,2,3,0,3>"},
	} {
		r := named(t, "capture")
		r.Capture = c.capture
		p := board(t, c.board, kalah.South)
		for _, p := range []kalah.Position{p, p.Mirror()} {
			s, err := r.Sow(p, 1)
			if err != nil {
				t.Fatal(err)
			}
			after := s.After
			if p.Turn() == kalah.North {
				after = after.Mirror()
			}
			what := fmt.Sprintf("%s, %s %s", c.capture, c.board, p.Turn())
			want(t, what+": facing", s.Facing, c.facing)
			want(t, what+": own", s.Own, c.own)
			want(t, what+": after", after.String(), c.after)
			want(t, what+": R10, again", s.Again, false)
			want(t, what+": R10, to move", s.After.Turn(), p.Turn().Other())
		}
	}
}

func TestR10AnEmptyCaptureEndsTheTurnToo(t *testing.T) {
	s := sow(t, "empty-capture", "<6,18,18,1,0,3,0,0,2,0,4,0,1,0,1>", 1)
	want(t, "captured", s.Captured(), 1)
	want(t, "to move", s.After.Turn(), kalah.North)
}

func TestR11AFirstSeedInTheOwnStoreIsNoCapture(t *testing.T) {
	for _, set := range []string{"capture", "standard", "empty-capture"} {
		text := "<6,0,21,1,2,3,0,5,1,1,4,1,1,4,5>"
		house := 6
		if set == "capture" {
			text, house = "<5,0,11,1,2,3,0,1,1,4,1,4,4>", 5
		}
		s := sow(t, set, text, house)
		want(t, set+": captured", s.Captured(), 0)
		want(t, set+": again", s.Again, true)
	}
	s := sow(t, "empty-capture", "<6,18,18,1,1,2,0,0,2,0,4,0,1,0,1>", 1)
	want(t, "empty capture in a house that held seeds", s.Captured(), 0)
}

func TestR12WinAtIsLookedAtFirst(t *testing.T) {
	r := named(t, "standard")
	r.WinAt = 25
	// The store is reached and the row emptied by one move: nobody sweeps.
	s, err := r.Sow(board(t, "<6,24,14,0,0,0,0,0,1,4,0,2,0,3,0>", kalah.South), 6)
	if err != nil {
		t.Fatal(err)
	}
	want(t, "over", s.Over, kalah.Reached)
	want(t, "again", s.Again, false)
	want(t, "after", s.After.String(), "<6,25,14,0,0,0,0,0,0,4,0,2,0,3,0>")
	want(t, "swept", s.Swept, [2]int{})
	// One seed short of it: the row is empty, and the sweep alone passes the mark.
	s, err = r.Sow(board(t, "<6,14,23,0,0,0,0,0,1,4,0,2,0,3,1>", kalah.South), 6)
	if err != nil {
		t.Fatal(err)
	}
	want(t, "over", s.Over, kalah.RowEmpty)
	want(t, "swept", s.Swept, [2]int{0, 10})
	// 16 of 17 is not enough, and a capture reaches as well as a sowing.
	want(t, "16", sow(t, "seventeen", "<5,15,10,1,0,0,0,1,2,0,4,0,0>", 5).Over, kalah.NotOver)
	want(t, "by a capture", sow(t, "seventeen", "<5,14,10,1,0,0,0,1,1,2,1,3,0>", 1).Over, kalah.Reached)
}

func TestR12EitherRowEndsTheGame(t *testing.T) {
	// A capture empties the other row, not the mover's.
	s := sow(t, "standard", "<6,20,20,1,0,0,0,3,0,0,0,0,0,4,0>", 1)
	want(t, "over", s.Over, kalah.RowEmpty)
	want(t, "after", s.After.String(), "<6,28,20,0,0,0,0,0,0,0,0,0,0,0,0>")
	// Stuck is the player whose turn it is: after a capture that is the other.
	s = sow(t, "late-end", "<6,20,20,1,0,0,0,3,0,0,0,0,0,4,0>", 1)
	want(t, "over", s.Over, kalah.NoSeed)
	want(t, "swept", s.Swept, [2]int{3, 0})
	// The own row is empty, yet the other plays on.
	s = sow(t, "capture", "<5,10,12,0,0,0,0,2,1,2,2,0,3>", 5)
	want(t, "over", s.Over, kalah.NotOver)
	want(t, "to move", s.After.Turn(), kalah.North)
}

func TestR13LeftOverSeedsWhereThePlayerIsStuck(t *testing.T) {
	for leftover, after := range map[kalah.Leftover]string{
		kalah.Nobody:  "<5,14,12,0,0,0,0,0,1,2,0,0,3>",
		kalah.Owner:   "<5,14,18,0,0,0,0,0,0,0,0,0,0>",
		kalah.Emptier: "<5,20,12,0,0,0,0,0,0,0,0,0,0>",
	} {
		r := named(t, "capture")
		r.Leftover = leftover
		p := board(t, "<5,13,12,0,0,0,0,1,1,2,0,0,3>", kalah.South)
		for _, p := range []kalah.Position{p, p.Mirror()} {
			s, err := r.Sow(p, 5)
			if err != nil {
				t.Fatal(err)
			}
			got := s.After
			if p.Turn() == kalah.North {
				got = got.Mirror()
			}
			want(t, leftover.String(), got.String(), after)
			want(t, leftover.String()+": over", s.Over, kalah.NoSeed)
		}
	}
}

func TestR14SeedsInTheHousesDoNotCount(t *testing.T) {
	p := board(t, "<5,12,11,0,0,0,0,0,3,3,3,0,0>", kalah.South)
	if winner, draw := p.Winner(); winner != kalah.South || draw {
		t.Errorf("%s, draw %v", winner, draw)
	}
	if winner, draw := p.Mirror().Winner(); winner != kalah.North || draw {
		t.Errorf("mirrored: %s, draw %v", winner, draw)
	}
}

func TestR16HalfIsNoMajority(t *testing.T) {
	// Half of all seeds is still a draw to come; half of one side's is nothing.
	for name, stores := range map[string]map[int]bool{
		"standard":  {13: false, 24: false, 25: true},
		"seventeen": {9: false, 16: false, 17: true},
	} {
		for n, more := range stores {
			want(t, fmt.Sprint("A12 ", name, " with ", n), n >= named(t, name).Majority(), more)
		}
	}
	for _, r := range everyFree(t) {
		if m := r.Majority(); 2*m <= r.Seeds() || 2*(m-1) > r.Seeds() {
			t.Fatalf("%s: majority %d of %d", r, m, r.Seeds())
		}
		if r.WinAt != 0 && int(r.WinAt) != r.Majority() {
			t.Fatalf("%s: winAt %d, majority %d", r, r.WinAt, r.Majority())
		}
	}
}

func TestR17NeitherInTheOpeningTurnNorTwiceNorLater(t *testing.T) {
	r := named(t, "pie")
	for _, first := range []kalah.Side{kalah.South, kalah.North} {
		l := r.Begin(first)
		starter := l.ToMove()
		want(t, "at the start", r.CanSwap(l), false)
		if same, err := r.Swap(l); !errors.Is(err, kalah.ErrNoSwap) || same != l {
			t.Errorf("a swap at the start: %v", err)
		}
		for _, house := range []int{3, 6} {
			var err error
			if l, _, err = r.Play(l, house); err != nil {
				t.Fatal(err)
			}
		}
		want(t, "after the whole opening turn", r.CanSwap(l), true)
		want(t, "the second player decides", l.ToMove(), starter.Other())
		s, err := r.Swap(l)
		if err != nil {
			t.Fatal(err)
		}
		want(t, "position and side to move", s.Pos, l.Pos)
		want(t, "the first player moves next", s.ToMove(), starter)
		want(t, "seats", s.Seat(kalah.Opener), kalah.North)
		want(t, "sitting", s.Sitting(kalah.South), kalah.Guest)
		for _, later := range []kalah.Line{s, played(t, r, s, 2), played(t, r, l, 2), played(t, r, played(t, r, l, 2), 1)} {
			want(t, "a swap later", r.CanSwap(later), false)
			if same, err := r.Swap(later); !errors.Is(err, kalah.ErrNoSwap) || same != later {
				t.Errorf("a swap later: %v", err)
			}
		}
		// An extra turn of the second player is no second chance.
		want(t, "in an extra turn", r.CanSwap(played(t, r, played(t, r, r.Begin(first), 1), 2)), false)
	}
}

func played(t *testing.T, r kalah.Rules, l kalah.Line, house int) kalah.Line {
	t.Helper()
	l, _, err := r.Play(l, house)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// everyFree is every free combination there is.
func everyFree(t *testing.T) (all []kalah.Rules) {
	t.Helper()
	for board := range 25 { // the school board, then 3x1 to 6x6
		f := kalah.Free{Houses: 3 + (board-1)/6, Seeds: 1 + (board-1)%6}
		if board == 0 {
			f = kalah.Free{}
		}
		for bits := range 8 * 4 * 2 * 3 {
			f.ExtraTurn, f.Majority, f.Pie = bits&1 > 0, bits&2 > 0, bits&4 > 0
			f.Capture, f.End, f.Leftover = kalah.Capture(bits/8%4), kalah.End(bits/32%2), kalah.Leftover(bits/64)
			r, err := f.Rules()
			if err != nil {
				t.Fatalf("%+v: %v", f, err)
			}
			all = append(all, r)
		}
	}
	return all
}
