package kalah_test

import (
	"errors"
	"slices"
	"testing"

	"semeia/internal/kalah"
)

func TestR1AllSeedsOfOneOwnHouseThatIsNotEmpty(t *testing.T) {
	s := sow(t, rules(t, "sowing"), "<5,0,0,3,3,4,3,3,3,3,4,3,3>", 1)
	after(t, s, "<5,0,0,0,4,5,4,3,3,3,4,3,3>")
	if s.Seeds != 3 || s.House != 1 || s.Mover() != kalah.South {
		t.Errorf("sowed %d seeds of house %d of %s", s.Seeds, s.House, s.Mover())
	}
	for _, set := range kalah.Sets() {
		r := set.Rules
		p := board(t, "<6,20,20,0,1,0,0,0,0,1,0,3,0,3,0>")
		if r.Houses == 5 {
			p = board(t, "<5,12,12,0,1,0,0,0,1,0,3,0,3>")
		}
		for _, p := range []kalah.Position{p, p.Mirror()} {
			for house, want := range map[int]error{
				-1: kalah.ErrNoHouse, 0: kalah.ErrNoHouse, 7: kalah.ErrNoHouse, 300: kalah.ErrNoHouse,
				1: kalah.ErrEmptyHouse, 2: nil, 3: kalah.ErrEmptyHouse,
			} {
				if err := r.Legal(p, house); !errors.Is(err, want) {
					t.Errorf("%s, house %d of %s: %v, want %v", set.Name, house, p, err, want)
				}
				s, err := r.Sow(p, house)
				if !errors.Is(err, want) {
					t.Errorf("%s, sowing house %d of %s: %v, want %v", set.Name, house, p, err, want)
				}
				if err != nil && s != (kalah.Sowing{}) {
					t.Errorf("%s: an illegal move gives %+v", set.Name, s)
				}
			}
		}
	}
}

func TestR1AForcedMoveIsNotPlayedForAnybody(t *testing.T) {
	// North has one legal house left; after South's move it is still there.
	s := sow(t, rules(t, "standard"), "<6,20,20,0,0,0,0,1,1,0,0,0,0,0,6>", 5)
	after(t, s, "<6,20,20,0,0,0,0,0,2,0,0,0,0,0,6>")
	next(t, s, kalah.North)
}

func TestR1AFinishedGameHasNoMove(t *testing.T) {
	p := board(t, "<6,24,21,0,0,0,0,0,0,0,3,0,0,0,0>")
	for _, p := range []kalah.Position{p, p.WithTurn(kalah.North), p.Mirror()} {
		for house := 0; house <= 7; house++ {
			if err := rules(t, "standard").Legal(p, house); !errors.Is(err, kalah.ErrOver) {
				t.Errorf("%s, house %d: %v", p, house, err)
			}
		}
	}
	// Where only the player who is stuck ends the game, the other could move.
	if err := rules(t, "late-end").Legal(p.WithTurn(kalah.North), 2); err != nil {
		t.Error(err)
	}
}

func TestR2CounterClockwiseOneInEachPlace(t *testing.T) {
	s := sow(t, rules(t, "standard"), "<6,0,0,0,4,14,4,4,4,0,0,0,2,8,4>", 3)
	want := []string{"s4", "s5", "s6", "s*", "n1", "n2", "n3", "n4", "n5", "n6", "s1", "s2", "s3", "s4"}
	if got := path(s); !slices.Equal(got, want) {
		t.Errorf("path %v, want %v", got, want)
	}
	north, err := rules(t, "standard").Sow(s.Before.Mirror(), 3)
	if err != nil {
		t.Fatal(err)
	}
	want = []string{"n4", "n5", "n6", "n*", "s1", "s2", "s3", "s4", "s5", "s6", "n1", "n2", "n3", "n4"}
	if got := path(north); !slices.Equal(got, want) {
		t.Errorf("path %v, want %v", got, want)
	}
	after(t, s, "<6,1,0,1,5,1,6,5,5,1,1,1,3,9,5>")
}

func TestR3OneForTheOwnStoreEachTimeItIsReached(t *testing.T) {
	r := rules(t, "sowing")
	if s := sow(t, r, "<5,0,20,2,0,0,0,0,10,0,0,0,0>", 1); s.After.Store(kalah.South) != 0 {
		t.Errorf("not reached: %d in the store", s.After.Store(kalah.South))
	}
	if s := sow(t, r, "<5,0,20,0,0,0,0,2,10,0,0,0,0>", 5); s.After.Store(kalah.South) != 1 {
		t.Errorf("reached once: %d in the store", s.After.Store(kalah.South))
	}
	// The 12th seed after the first of house 5 comes to the store again.
	if s := sow(t, r, "<5,0,10,0,0,0,0,12,10,0,0,0,0>", 5); s.After.Store(kalah.South) != 2 {
		t.Errorf("reached twice: %d in the store", s.After.Store(kalah.South))
	}
}

func TestR4TheOtherStoreIsPassedOver(t *testing.T) {
	for _, c := range []struct {
		set, board string
		house      int
		last       string
	}{
		{"sowing", "<5,0,20,0,0,0,0,6,1,1,1,1,2>", 5, "n5"},
		{"sowing", "<5,0,19,0,0,0,0,7,1,1,1,1,2>", 5, "s1"},
		{"standard", "<6,16,16,0,2,1,0,0,9,0,0,3,0,0,1>", 6, "s2"},
		{"standard", "<6,0,0,0,0,0,0,0,40,1,1,1,1,1,3>", 6, "s*"},
	} {
		s := sow(t, rules(t, c.set), c.board, c.house)
		for _, place := range path(s) {
			if place == "n*" {
				t.Errorf("house %d of %s drops a seed in the other store: %v", c.house, c.board, path(s))
			}
		}
		if got := s.Last().String(); got != c.last {
			t.Errorf("house %d of %s ends in %s, want %s", c.house, c.board, got, c.last)
		}
		if got, want := s.After.Store(kalah.North), s.Before.Store(kalah.North)+s.Swept[kalah.North]; got != want {
			t.Errorf("house %d of %s: the other store has %d, want %d", c.house, c.board, got, want)
		}
	}
}

func TestR5ALapFallsBackIntoTheStartHouse(t *testing.T) {
	for _, c := range []struct {
		set, board string
		lap        int
	}{
		{"sowing", "<5,0,16,0,0,11,0,0,1,1,1,1,1>", 11},
		{"standard", "<6,0,30,0,0,13,0,0,0,1,1,1,1,1,0>", 13},
	} {
		r := rules(t, c.set)
		s := sow(t, r, c.board, 3)
		if r.Lap() != c.lap || s.Last().String() != "s3" {
			t.Errorf("%s: a lap is %d and ends in %s", c.set, r.Lap(), s.Last())
		}
	}
	after(t, sow(t, rules(t, "sowing"), "<5,0,16,0,0,11,0,0,1,1,1,1,1>", 3), "<5,1,16,1,1,1,1,1,2,2,2,2,2>")
	// One seed less or more does not end there.
	for seeds, last := range map[string]string{"10": "s2", "12": "s4"} {
		s := sow(t, rules(t, "sowing"), "<5,0,16,0,0,"+seeds+",0,0,1,1,1,1,1>", 3)
		if s.Last().String() != last {
			t.Errorf("%s seeds end in %s, want %s", seeds, s.Last(), last)
		}
	}
	// Two laps: the start house gets two, and the last seed finds one there.
	s := sow(t, rules(t, "capture"), "<5,0,0,0,0,22,0,0,2,2,2,2,2>", 3)
	after(t, s, "<5,2,0,2,2,2,2,2,4,4,4,4,4>")
	if s.LastFound() != 1 {
		t.Errorf("the last seed of two laps found %d", s.LastFound())
	}
	takes(t, s, 0, 0)
}

func TestR6TheLastSeedInTheOwnStoreMovesAgain(t *testing.T) {
	const text = "<5,0,0,3,3,4,3,3,3,3,4,3,3>"
	s := sow(t, rules(t, "extra"), text, 3)
	next(t, s, kalah.North) // 4 seeds from house 3 pass the store
	s = sow(t, rules(t, "extra"), "<5,1,0,3,3,3,3,3,3,3,4,3,3>", 3)
	after(t, s, "<5,2,0,3,3,0,4,4,3,3,4,3,3>")
	next(t, s, kalah.South)
	s = sow(t, rules(t, "sowing"), "<5,1,0,3,3,3,3,3,3,3,4,3,3>", 3)
	next(t, s, kalah.North) // the same move where the rule is off
	if s.Last().String() != "s*" {
		t.Errorf("ends in %s", s.Last())
	}
	// Any number of times in a row.
	r := rules(t, "extra")
	for _, first := range []kalah.Side{kalah.South, kalah.North} {
		p := board(t, "<5,0,20,5,4,3,2,1,3,3,3,3,3>")
		if first == kalah.North {
			p = p.Mirror()
		}
		for i, house := range []int{5, 4, 5, 3, 5, 2, 5, 4, 5} {
			s, err := r.Sow(p, house)
			if err != nil || !s.Again || s.After.Turn() != first {
				t.Fatalf("turn %d of %s: again %v, %v", i+1, first, s.Again, err)
			}
			p = s.After
		}
	}
	// The last seed in the store after a whole lap and more.
	next(t, sow(t, r, "<5,0,0,0,0,14,0,0,3,3,4,4,4>", 3), kalah.South)
}

func TestR7PassingTheStoreGivesNothing(t *testing.T) {
	for _, set := range []string{"extra", "capture", "seventeen"} {
		s := sow(t, rules(t, set), "<5,0,0,3,3,4,3,3,3,3,4,3,3>", 5)
		after(t, s, "<5,1,0,3,3,4,3,0,4,4,4,3,3>")
		next(t, s, kalah.North)
	}
	s := sow(t, rules(t, "standard"), "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", 4)
	after(t, s, "<6,1,0,4,4,4,0,5,5,5,4,4,4,4,4>")
	next(t, s, kalah.North)
}

func TestR8CaptureInAnOwnHouseEmptyWhenTheSeedFell(t *testing.T) {
	r := rules(t, "standard")
	s := sow(t, r, "<6,13,10,1,0,2,4,0,1,3,2,4,0,5,3>", 1)
	after(t, s, "<6,19,10,0,0,2,4,0,1,3,2,4,0,0,3>")
	takes(t, s, 5, 1)
	next(t, s, kalah.North)
	// On a lap the start house counts: it had been emptied.
	s = sow(t, r, "<6,12,14,0,0,13,0,1,0,1,2,0,0,5,0>", 3)
	if s.LastFound() != 0 {
		t.Errorf("the last seed of a lap found %d", s.LastFound())
	}
	takes(t, s, 1, 1) // and a seed dropped by this very move counts
	// The house held seeds.
	s = sow(t, r, "<6,13,10,1,1,2,3,0,1,3,2,4,0,5,3>", 1)
	takes(t, s, 0, 0)
	if s.LastFound() != 1 {
		t.Errorf("the last seed found %d, want 1", s.LastFound())
	}
	// The rule is off.
	for _, set := range []string{"sowing", "extra"} {
		s = sow(t, rules(t, set), "<5,6,8,1,0,0,1,3,3,1,6,3,0>", 1)
		takes(t, s, 0, 0)
		after(t, s, "<5,6,8,0,1,0,1,3,3,1,6,3,0>")
	}
}

func TestR8TheFacingHouseIsLookedAtAfterTheSowing(t *testing.T) {
	// n6 was empty and gets its seed from this very move.
	s := sow(t, rules(t, "standard"), "<6,16,18,0,2,0,0,0,8,1,1,0,0,2,0>", 6)
	takes(t, s, 1, 1)
	after(t, s, "<6,19,18,0,2,0,0,0,0,2,2,1,1,3,0>")
}

func TestR9WhatACaptureTakes(t *testing.T) {
	facing := "<5,10,10,1,0,1,0,1,1,1,1,5,1>"
	alone := "<5,10,10,1,0,1,0,1,3,2,2,0,2>"
	for _, c := range []struct {
		capture     kalah.Capture
		board       string
		facing, own int
		after       string
	}{
		{kalah.NoCapture, facing, 0, 0, "<5,10,10,0,1,1,0,1,1,1,1,5,1>"},
		{kalah.Opposite, facing, 5, 0, "<5,15,10,0,1,1,0,1,1,1,1,0,1>"},
		{kalah.Both, facing, 5, 1, "<5,16,10,0,0,1,0,1,1,1,1,0,1>"},
		{kalah.BothOrAlone, facing, 5, 1, "<5,16,10,0,0,1,0,1,1,1,1,0,1>"},
		{kalah.NoCapture, alone, 0, 0, "<5,10,10,0,1,1,0,1,3,2,2,0,2>"},
		{kalah.Opposite, alone, 0, 0, "<5,10,10,0,1,1,0,1,3,2,2,0,2>"},
		{kalah.Both, alone, 0, 0, "<5,10,10,0,1,1,0,1,3,2,2,0,2>"},
		{kalah.BothOrAlone, alone, 0, 1, "<5,11,10,0,0,1,0,1,3,2,2,0,2>"},
	} {
		r := rules(t, "capture")
		r.Capture = c.capture
		s := sow(t, r, c.board, 1)
		takes(t, s, c.facing, c.own)
		after(t, s, c.after)
		next(t, s, kalah.North)
	}
}

func TestR10ACaptureEndsTheTurn(t *testing.T) {
	for _, capture := range []kalah.Capture{kalah.Opposite, kalah.Both, kalah.BothOrAlone} {
		r := rules(t, "capture")
		r.Capture = capture
		next(t, sow(t, r, "<5,10,10,1,0,1,0,1,1,1,1,5,1>", 1), kalah.North)
		next(t, sow(t, r, "<5,10,10,1,0,1,0,1,3,2,2,0,2>", 5), kalah.South) // no capture, an extra turn
	}
	r := rules(t, "empty-capture")
	next(t, sow(t, r, "<6,18,18,1,0,3,0,0,2,0,4,0,1,0,1>", 1), kalah.North)
}

func TestR11NothingElseCaptures(t *testing.T) {
	r := rules(t, "standard")
	for _, c := range []struct {
		why, board string
		house      int
	}{
		{"on the other side, in an empty house", "<6,10,20,4,4,0,0,0,2,0,4,4,0,0,0>", 6},
		{"in an own house that held seeds", "<6,10,20,1,1,0,0,4,2,2,4,4,0,0,0>", 1},
		{"opposite an empty house", "<6,18,18,1,0,3,0,0,2,0,4,0,1,0,1>", 1},
		{"in the own store", "<6,0,21,1,2,3,0,5,1,1,4,1,1,4,4>", 6},
	} {
		s := sow(t, r, c.board, c.house)
		if s.Captured() != 0 {
			t.Errorf("%s: captured %d", c.why, s.Captured())
		}
	}
	// A first seed in the empty store, opposite nothing: still no capture.
	s := sow(t, rules(t, "empty-capture"), "<6,0,21,1,2,3,0,5,1,1,4,1,1,4,4>", 6)
	takes(t, s, 0, 0)
	next(t, s, kalah.South)
	// both-or-alone too wants an own house that was empty.
	takes(t, sow(t, rules(t, "empty-capture"), "<6,18,18,1,1,2,0,0,2,0,4,0,1,0,1>", 1), 0, 0)
}
