package kalah_test

import (
	"errors"
	"testing"

	"semeia/internal/kalah"
)

var sides = []kalah.Side{kalah.South, kalah.North}

// play plays houses in order; every one must be legal.
func play(t testing.TB, r kalah.Rules, l kalah.Line, houses ...int) kalah.Line {
	t.Helper()
	for _, house := range houses {
		var err error
		if l, _, err = r.Play(l, house); err != nil {
			t.Fatalf("house %d of %s: %v", house, l.Pos, err)
		}
	}
	return l
}

// noSwap checks that a swap is refused and leaves the game as it is.
func noSwap(t testing.TB, why string, r kalah.Rules, l kalah.Line) {
	t.Helper()
	same, err := r.Swap(l)
	if r.CanSwap(l) || !errors.Is(err, kalah.ErrNoSwap) || same != l {
		t.Errorf("%s: %s may swap (%v)", why, l.Pos, err)
	}
}

func TestR17ASwapChangesWhoSitsWhereAndNothingElse(t *testing.T) {
	r := rules(t, "pie")
	for _, first := range sides {
		start := r.Begin(first)
		if start.Pos != r.Start(first) || start.ToMove() != kalah.Player(first) {
			t.Errorf("%s first: %s moves in %s", first, start.Pos.Turn(), start.Pos)
		}
		l := play(t, r, start, 1)
		starter, other := kalah.Player(first), kalah.Player(first).Other()
		if !r.CanSwap(l) || l.ToMove() != other {
			t.Fatalf("%s first: may swap is %v, player %d to move", first, r.CanSwap(l), l.ToMove())
		}
		swapped, err := r.Swap(l)
		if err != nil {
			t.Fatal(err)
		}
		if swapped.Pos != l.Pos || swapped.Pos.Turn() != first.Other() {
			t.Errorf("a swap changed %s to %s", l.Pos, swapped.Pos)
		}
		if swapped.ToMove() != starter || swapped.Seat(starter) != first.Other() || swapped.Seat(other) != first {
			t.Errorf("after the swap player %d moves, %d sits %s", swapped.ToMove(), starter, swapped.Seat(starter))
		}
		for _, side := range sides {
			if swapped.Seat(swapped.Sitting(side)) != side || l.Seat(l.Sitting(side)) != side {
				t.Errorf("who sits %s does not sit there", side)
			}
			if swapped.Sitting(side) != l.Sitting(side).Other() {
				t.Errorf("%s is the same player's seat after a swap", side)
			}
		}
	}
}

func TestR17TheWholeOpeningTurnComesFirst(t *testing.T) {
	r := rules(t, "pie")
	for _, first := range sides {
		l := r.Begin(first)
		noSwap(t, "before the first move", r, l)
		l = play(t, r, l, 3)
		if l.Pos.Turn() != first {
			t.Fatal("house 3 of the standard board gives an extra turn")
		}
		noSwap(t, "in an extra turn of the opening", r, l)
		if l = play(t, r, l, 6); !r.CanSwap(l) {
			t.Error("the opening turn is over and no swap is open")
		}
	}
}

func TestR17OnceAndInsteadOfTheSecondPlayersFirstMove(t *testing.T) {
	r := rules(t, "pie")
	for _, first := range sides {
		l := play(t, r, r.Begin(first), 1)
		swapped, err := r.Swap(l)
		if err != nil {
			t.Fatal(err)
		}
		noSwap(t, "a second time", r, swapped)
		noSwap(t, "a second time, a turn later", r, play(t, r, swapped, 1))
		noSwap(t, "after a move of the second player", r, play(t, r, l, 1))
		// The second player moved, and has an extra turn.
		again := play(t, r, l, 3)
		if again.Pos.Turn() == first {
			t.Fatal("want an extra turn")
		}
		noSwap(t, "in an extra turn of the second player", r, again)
	}
}

func TestR17OnlyWhereTheRuleIsOnAndTheGameGoesOn(t *testing.T) {
	for _, set := range kalah.Sets() {
		for _, first := range sides {
			l := play(t, set.Rules, set.Rules.Begin(first), 1)
			if set.Rules.Pie != set.Rules.CanSwap(l) {
				t.Errorf("%s: may swap is %v", set.Name, set.Rules.CanSwap(l))
			}
			if !set.Rules.Pie {
				noSwap(t, set.Name, set.Rules, l)
			}
		}
	}
	r := rules(t, "pie")
	l := play(t, r, r.Begin(kalah.South), 1)
	l.Pos = board(t, "<6,21,27,0,0,0,0,0,0,0,0,0,0,0,0>").WithTurn(kalah.North)
	noSwap(t, "after the end", r, l)
}

func TestR17House0IsNoMove(t *testing.T) {
	r := rules(t, "pie")
	l := play(t, r, r.Begin(kalah.South), 1)
	same, s, err := r.Play(l, 0)
	if !errors.Is(err, kalah.ErrNoHouse) || same != l || s != (kalah.Sowing{}) {
		t.Errorf("playing house 0: %v, %v", same, err)
	}
}
