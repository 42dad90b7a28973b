package kalah_test

import (
	"errors"
	"testing"

	"semeia/internal/kalah"
)

func named(t testing.TB, name string) kalah.Rules {
	t.Helper()
	r, ok := kalah.Named(name)
	if !ok {
		t.Fatalf("no rule set %q", name)
	}
	return r
}

func board(t testing.TB, text string, turn kalah.Side) kalah.Position {
	t.Helper()
	p, err := kalah.ParsePosition(text, turn)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sow plays a house for South, and its mirror for North, which must come out
// as the exact mirror. It gives South's.
func sow(t testing.TB, rules, text string, house int) *kalah.Sowing {
	t.Helper()
	r := named(t, rules)
	p := board(t, text, kalah.South)
	s, err := r.Sow(p, house)
	if err != nil {
		t.Fatalf("%s %s house %d: %v", rules, text, house, err)
	}
	m, err := r.Sow(p.Mirror(), house)
	if err != nil {
		t.Fatalf("mirrored: %v", err)
	}
	if m.After != s.After.Mirror() || m.Facing != s.Facing || m.Own != s.Own || m.Again != s.Again || m.Over != s.Over ||
		m.Swept != [2]int{s.Swept[1], s.Swept[0]} || m.Last().Side != s.Last().Side.Other() {
		t.Errorf("%s %s house %d: the mirror gives %v", rules, text, house, m.After)
	}
	return &s
}

func path(s *kalah.Sowing) (places string) {
	for i := 1; i <= s.Seeds; i++ {
		if i > 1 {
			places += " "
		}
		places += s.At(i).String()
	}
	return places
}

func want[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestR1AllSeedsOfOneOwnHouseThatIsNotEmpty(t *testing.T) {
	s := sow(t, "standard", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", 1)
	want(t, "start house", s.After.House(kalah.South, 1), 0)
	want(t, "seeds sown", s.Seeds, 4)
	r, p := named(t, "standard"), board(t, "<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4>", kalah.South)
	for house, kind := range map[int]error{3: kalah.ErrEmptyHouse, 0: kalah.ErrNoHouse, 7: kalah.ErrNoHouse, -1: kalah.ErrNoHouse} {
		if _, err := r.Sow(p, house); !errors.Is(err, kind) {
			t.Errorf("house %d: %v, want %v", house, err, kind)
		}
	}
	if _, err := named(t, "sowing").Sow(named(t, "sowing").Start(kalah.South), 6); !errors.Is(err, kalah.ErrNoHouse) {
		t.Errorf("house 6 on the school board: %v", err)
	}
	// One legal house is still a decision of the player: nothing moves by itself.
	one := board(t, "<6,20,20,0,0,0,1,0,0,4,3,0,0,0,0>", kalah.South)
	want(t, "still open", r.Over(one), kalah.NotOver)
}

func TestR2OneInEachPlaceCounterClockwise(t *testing.T) {
	want(t, "path", path(sow(t, "sowing", "<5,0,0,3,3,4,3,3,3,3,4,3,3>", 1)), "s2 s3 s4")
	want(t, "path round", path(sow(t, "sowing", "<5,4,4,0,0,1,0,12,3,2,2,2,2>", 5)), "s* n1 n2 n3 n4 n5 s1 s2 s3 s4 s5 s*")
}

func TestR3TheOwnStoreGetsOneEachTime(t *testing.T) {
	s := sow(t, "sowing", "<5,4,4,0,0,1,0,12,3,2,2,2,2>", 5)
	want(t, "own store", s.After.Store(kalah.South), 6)
}

func TestR4TheOtherStoreIsPassedOver(t *testing.T) {
	s := sow(t, "standard", "<6,16,16,0,2,1,0,0,9,0,0,3,0,0,1>", 6)
	want(t, "other store", s.After.Store(kalah.North), 16)
	want(t, "last seed", s.Last().String(), "s2")
}

func TestR5TheStartHouseIsNotPassedOver(t *testing.T) {
	for rules, text := range map[string]string{
		"sowing":   "<5,4,6,0,0,11,0,3,0,3,0,0,5>",
		"standard": "<6,14,12,0,0,13,0,1,0,1,2,0,0,5,0>",
	} {
		s := sow(t, rules, text, 3)
		want(t, "a lap", s.Seeds, named(t, rules).Lap())
		want(t, "last seed", s.Last().String(), "s3")
	}
}

func TestR6LastSeedInTheOwnStoreMovesAgain(t *testing.T) {
	start := "<5,0,0,3,3,4,3,3,3,3,4,3,3>"
	s := sow(t, "extra", start, 3)
	want(t, "last seed of 4 from house 3", s.Last().String(), "n1")
	s = sow(t, "standard", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", 3)
	want(t, "again", s.Again, true)
	want(t, "to move", s.After.Turn(), kalah.South)
	s = sow(t, "sowing", "<5,0,0,3,3,4,2,4,3,3,4,3,3>", 4)
	want(t, "no extra turn where the rule is off", s.Again, false)
	want(t, "to move", s.After.Turn(), kalah.North)
}

func TestR7PassingTheStoreGivesNothing(t *testing.T) {
	s := sow(t, "extra", "<5,0,0,3,3,4,3,3,3,3,4,3,3>", 5)
	want(t, "again", s.Again, false)
	want(t, "to move", s.After.Turn(), kalah.North)
}

func TestR8CaptureLooksAtTheMomentTheLastSeedFalls(t *testing.T) {
	s := sow(t, "capture", "<5,6,8,2,3,0,1,0,3,1,6,0,2>", 1)
	want(t, "captured", s.Facing, 6)
	// The start house of a lap had been emptied, and the facing one just got a seed.
	s = sow(t, "capture", "<5,6,6,11,0,2,0,1,1,0,0,2,3>", 1)
	want(t, "captured on a lap", s.Facing, 4)
	// A seed dropped into the facing house by this very move counts.
	s = sow(t, "standard", "<6,16,18,0,2,0,0,0,8,1,1,0,0,2,0>", 6)
	want(t, "captured just dropped", s.Facing, 1)
}

func TestR9WhatACaptureTakes(t *testing.T) {
	text := "<6,10,13,3,0,3,6,0,0,5,2,0,4,1,1>"
	for rules, own := range map[string]int{"standard": 1, "empty-capture": 1} {
		s := sow(t, rules, text, 3)
		want(t, rules+" facing", s.Facing, 5)
		want(t, rules+" own", s.Own, own)
		want(t, rules+" store", s.After.Store(kalah.South), 16)
	}
	s := sow(t, "capture", "<5,6,8,2,3,0,1,0,3,1,6,0,2>", 1)
	want(t, "opposite leaves the own seed", s.After.House(kalah.South, 3), 1)
	lone := "<6,18,18,1,0,3,0,0,2,0,4,0,1,0,1>"
	want(t, "standard with nothing facing", sow(t, "standard", lone, 1).Captured(), 0)
	want(t, "empty capture takes the lone seed", sow(t, "empty-capture", lone, 1).Captured(), 1)
}

func TestR10ACaptureEndsTheTurn(t *testing.T) {
	s := sow(t, "capture", "<5,6,8,2,3,0,1,0,3,1,6,0,2>", 1)
	want(t, "again", s.Again, false)
	want(t, "to move", s.After.Turn(), kalah.North)
}

func TestR11NothingElseCaptures(t *testing.T) {
	for what, c := range map[string]struct {
		text  string
		house int
	}{
		"on the other side, in an empty house": {"<6,10,10,0,0,4,0,0,2,0,5,5,5,5,2>", 6},
		"in a house that held seeds":           {"<6,10,10,1,2,0,0,0,3,5,5,5,5,2,0>", 1},
		"opposite an empty house":              {"<6,10,10,1,0,3,0,0,3,5,5,5,6,0,0>", 1},
	} {
		s := sow(t, "standard", c.text, c.house)
		want(t, what, s.Captured(), 0)
	}
	want(t, "where captures are off", sow(t, "extra", "<5,6,8,2,3,0,1,0,3,1,6,0,2>", 1).Captured(), 0)
}

func TestR12TheEndIsLookedAtAfterEachMove(t *testing.T) {
	s := sow(t, "seventeen", "<5,16,10,0,0,0,0,1,2,0,3,0,0>", 5)
	want(t, "reached", s.Over, kalah.Reached)
	want(t, "the rest stays", s.After.InRow(kalah.North), 5)
	s = sow(t, "standard", "<6,20,20,0,0,0,0,0,1,1,2,0,0,3,1>", 6)
	want(t, "row", s.Over, kalah.RowEmpty)
	want(t, "no extra turn at the end", s.Again, false)
	s = sow(t, "capture", "<5,13,12,0,0,0,0,1,1,2,0,0,3>", 5)
	want(t, "stuck after an extra turn", s.Over, kalah.NoSeed)
	want(t, "the same player is stuck", s.After.Turn(), kalah.South)
	s = sow(t, "late-end", "<6,18,18,1,0,0,0,0,0,0,0,0,0,3,8>", 1)
	want(t, "an empty row is no end where the other side can move", s.Over, kalah.NotOver)
	if _, err := named(t, "standard").Sow(board(t, "<6,27,21,0,0,0,0,0,0,0,0,0,0,0,0>", kalah.South), 1); !errors.Is(err, kalah.ErrOver) {
		t.Errorf("a move after the end: %v", err)
	}
}

func TestR13WhoGetsTheSeedsLeftOver(t *testing.T) {
	text := "<6,20,20,0,0,0,0,0,1,1,2,0,0,3,1>"
	for rules, c := range map[string]struct{ south, north, left int }{
		"standard":      {21, 27, 0},
		"emptier-takes": {28, 20, 0},
		"unclaimed":     {21, 20, 7},
	} {
		s := sow(t, rules, text, 6)
		want(t, rules+" south", s.After.Store(kalah.South), c.south)
		want(t, rules+" north", s.After.Store(kalah.North), c.north)
		want(t, rules+" left", s.After.InRow(kalah.South)+s.After.InRow(kalah.North), c.left)
	}
	both, err := kalah.Free{Houses: 3, Seeds: 1, ExtraTurn: true, Capture: kalah.Both, End: kalah.Row, Leftover: kalah.Emptier}.Rules()
	if err != nil {
		t.Fatal(err)
	}
	s, err := both.Sow(board(t, "<3,1,3,1,0,0,0,1,0>", kalah.South), 1)
	if err != nil {
		t.Fatal(err)
	}
	want(t, "both rows empty: nothing to take", s.After.String(), "<3,3,3,0,0,0,0,0,0>")
}

func TestR14MoreSeedsInTheStoreWins(t *testing.T) {
	for text, c := range map[string]struct {
		winner kalah.Side
		draw   bool
	}{
		"<6,27,21,0,0,0,0,0,0,0,0,0,0,0,0>": {kalah.South, false},
		"<6,21,27,0,0,0,0,0,0,0,0,0,0,0,0>": {kalah.North, false},
		"<6,24,24,0,0,0,0,0,0,0,0,0,0,0,0>": {kalah.South, true},
	} {
		winner, draw := board(t, text, kalah.South).Winner()
		if draw != c.draw || !draw && winner != c.winner {
			t.Errorf("%s: %v %v", text, winner, draw)
		}
	}
}

func TestR16MajorityIsMoreThanHalfOfAllSeeds(t *testing.T) {
	for rules, n := range map[string]int{"sowing": 17, "seventeen": 17, "standard-3": 19, "standard": 25, "standard-5": 31, "standard-6": 37} {
		want(t, rules, named(t, rules).Majority(), n)
	}
	for rules, tells := range map[string]bool{"sowing": false, "extra": false, "capture": false, "seventeen": true, "standard": true, "late-end": true} {
		want(t, rules+" speaks of it", named(t, rules).TellsMajority(), tells)
	}
}

func TestR17ASwapChangesWhoSitsWhereAndNothingElse(t *testing.T) {
	r := named(t, "pie")
	l := r.Begin(kalah.South)
	play := func(house int) {
		t.Helper()
		var err error
		if l, _, err = r.Play(l, house); err != nil {
			t.Fatal(err)
		}
	}
	play(3)
	want(t, "no swap in the opening turn, after an extra turn", r.CanSwap(l), false)
	play(6)
	want(t, "swap at the second player's first decision", r.CanSwap(l), true)
	want(t, "the guest decides", l.ToMove(), kalah.Guest)
	swapped, err := r.Swap(l)
	if err != nil {
		t.Fatal(err)
	}
	want(t, "position", swapped.Pos, l.Pos)
	want(t, "the first player moves next", swapped.ToMove(), kalah.Opener)
	want(t, "from the other seat", swapped.Seat(kalah.Opener), kalah.North)
	if _, err := r.Swap(swapped); !errors.Is(err, kalah.ErrNoSwap) {
		t.Errorf("a second swap: %v", err)
	}
	play(1)
	want(t, "too late after a move", r.CanSwap(l), false)
	std := named(t, "standard")
	l, _, err = std.Play(std.Begin(kalah.North), 1)
	want(t, "no swap without the rule", err == nil && std.CanSwap(l), false)
	l, _, err = r.Play(r.Begin(kalah.North), 1)
	want(t, "swap for South when North began", err == nil && r.CanSwap(l), true)
}
