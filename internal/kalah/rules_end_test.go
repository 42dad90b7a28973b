package kalah_test

import (
	"testing"

	"semeia/internal/kalah"
)

// with is a named rule set with some of its parts changed.
func with(t testing.TB, name string, change func(*kalah.Rules)) kalah.Rules {
	t.Helper()
	r := rules(t, name)
	change(&r)
	return r
}

func TestR12AStoreThatReachesWinAtEndsTheGameAtOnce(t *testing.T) {
	r := rules(t, "seventeen")
	s := sow(t, r, "<5,16,10,0,1,0,0,1,1,0,3,0,0>", 5)
	ended(t, s, kalah.Reached) // no extra turn, though the last seed fell into the store
	after(t, s, "<5,17,10,0,1,0,0,0,1,0,3,0,0>")
	won(t, s.After, "south")
	s = sow(t, r, "<5,12,9,1,0,1,0,1,1,1,0,5,1>", 1)
	ended(t, s, kalah.Reached) // by a capture
	s = sow(t, r, "<5,16,6,1,0,1,0,1,1,0,0,5,1>", 1)
	ended(t, s, kalah.Reached) // passed by
	after(t, s, "<5,21,6,0,1,1,0,1,1,0,0,0,1>")

	next(t, sow(t, r, "<5,15,9,1,0,0,0,1,2,0,4,0,0>", 5), kalah.South) // half is not enough
	next(t, sow(t, rules(t, "capture"), "<5,16,10,0,1,0,0,1,1,0,3,0,0>", 5), kalah.South)
	next(t, sow(t, rules(t, "standard"), "<6,24,14,2,0,0,0,0,1,4,0,2,0,1,0>", 6), kalah.South)
}

func TestR12ReachingIsLookedAtBeforeTheRows(t *testing.T) {
	r := with(t, "standard", func(r *kalah.Rules) { r.WinAt = 25 })
	const bothDue = "<6,24,20,0,0,0,0,0,1,1,2,0,0,0,0>"
	s := sow(t, r, bothDue, 6)
	ended(t, s, kalah.Reached)
	after(t, s, "<6,25,20,0,0,0,0,0,0,1,2,0,0,0,0>")
	s = sow(t, rules(t, "standard"), bothDue, 6)
	ended(t, s, kalah.RowEmpty)
	after(t, s, "<6,25,23,0,0,0,0,0,0,0,0,0,0,0,0>")

	// Seeds left over that lift a store past winAt do not change the reason.
	s = sow(t, r, "<6,20,20,0,0,0,0,0,1,1,2,0,0,3,1>", 6)
	ended(t, s, kalah.RowEmpty)
	after(t, s, "<6,21,27,0,0,0,0,0,0,0,0,0,0,0,0>")
}

func TestR12EitherEmptyRowEndsTheGame(t *testing.T) {
	r := rules(t, "standard")
	s := sow(t, r, "<6,20,20,0,0,0,0,0,1,1,2,0,0,3,1>", 6)
	ended(t, s, kalah.RowEmpty) // the mover's, even if an extra turn would be due
	after(t, s, "<6,21,27,0,0,0,0,0,0,0,0,0,0,0,0>")
	s = sow(t, r, "<6,20,20,1,0,0,1,1,0,0,0,0,0,5,0>", 1)
	ended(t, s, kalah.RowEmpty) // the other's, captured empty
	after(t, s, "<6,28,20,0,0,0,0,0,0,0,0,0,0,0,0>")

	next(t, sow(t, r, "<6,20,20,1,0,0,1,1,0,0,0,0,1,4,0>", 1), kalah.North) // one seed is a row
	late := rules(t, "late-end")
	next(t, sow(t, late, "<6,18,18,1,0,0,0,0,0,0,0,0,0,3,8>", 1), kalah.North) // South's is empty, North moves
	next(t, sow(t, late, "<6,24,22,1,0,0,0,0,1,0,0,0,0,0,0>", 6), kalah.South) // North's is, the extra turn is South's
	const sownAway = "<6,20,20,0,0,0,0,0,2,0,0,0,0,0,6>"                       // the mover's last seeds go into the other row
	next(t, sow(t, late, sownAway, 6), kalah.North)
	ended(t, sow(t, r, sownAway, 6), kalah.RowEmpty)
}

func TestR12ThePlayerWhoseTurnItIsHasNoSeed(t *testing.T) {
	for _, name := range []string{"sowing", "extra", "capture", "seventeen"} {
		r := rules(t, name)
		s := sow(t, r, "<5,15,14,1,0,1,0,1,0,0,0,0,0>", 1)
		ended(t, s, kalah.NoSeed)
		if s.After.Turn() != kalah.North {
			t.Errorf("%s: %s has no seed, want north", name, s.After.Turn())
		}
		s = sow(t, r, "<5,13,12,0,0,0,0,1,1,2,0,0,3>", 5)
		if !r.ExtraTurn {
			next(t, s, kalah.North)
			continue
		}
		ended(t, s, kalah.NoSeed) // an extra turn is due and the same player is stuck
		if s.After.Turn() != kalah.South {
			t.Errorf("%s: %s has no seed, want south", name, s.After.Turn())
		}
		// The other row is empty, but the extra turn is South's.
		next(t, sow(t, r, "<5,13,16,1,1,0,0,1,0,0,0,0,0>", 5), kalah.South)
	}
}

func TestR13WhoGetsTheSeedsLeftOver(t *testing.T) {
	const (
		southEmpty = "<6,20,20,0,0,0,0,0,1,1,2,0,0,3,1>" // South plays 6 and an extra turn is due
		northEmpty = "<6,20,20,1,0,0,1,1,0,0,0,0,0,5,0>" // South plays 1 and captures North's last
		bothEmpty  = "<6,17,24,1,0,0,0,0,0,0,0,0,0,6,0>" // South plays 1 and captures everything
	)
	for _, c := range []struct {
		leftover kalah.Leftover
		board    string
		house    int
		after    string
		swept    [2]int
	}{
		{kalah.Nobody, southEmpty, 6, "<6,21,20,0,0,0,0,0,0,1,2,0,0,3,1>", [2]int{0, 0}},
		{kalah.Owner, southEmpty, 6, "<6,21,27,0,0,0,0,0,0,0,0,0,0,0,0>", [2]int{0, 7}},
		{kalah.Emptier, southEmpty, 6, "<6,28,20,0,0,0,0,0,0,0,0,0,0,0,0>", [2]int{7, 0}},
		{kalah.Nobody, northEmpty, 1, "<6,26,20,0,0,0,1,1,0,0,0,0,0,0,0>", [2]int{0, 0}},
		{kalah.Owner, northEmpty, 1, "<6,28,20,0,0,0,0,0,0,0,0,0,0,0,0>", [2]int{2, 0}},
		{kalah.Emptier, northEmpty, 1, "<6,26,22,0,0,0,0,0,0,0,0,0,0,0,0>", [2]int{0, 2}},
		{kalah.Nobody, bothEmpty, 1, "<6,24,24,0,0,0,0,0,0,0,0,0,0,0,0>", [2]int{0, 0}},
		{kalah.Owner, bothEmpty, 1, "<6,24,24,0,0,0,0,0,0,0,0,0,0,0,0>", [2]int{0, 0}},
		{kalah.Emptier, bothEmpty, 1, "<6,24,24,0,0,0,0,0,0,0,0,0,0,0,0>", [2]int{0, 0}},
	} {
		for end, reason := range map[kalah.End]kalah.Reason{kalah.Row: kalah.RowEmpty, kalah.Stuck: kalah.NoSeed} {
			s := sow(t, with(t, "standard", func(r *kalah.Rules) { r.End, r.Leftover = end, c.leftover }), c.board, c.house)
			ended(t, s, reason)
			after(t, s, c.after)
			if s.Swept != c.swept {
				t.Errorf("%s, %s: swept %v, want %v", c.board, c.leftover, s.Swept, c.swept)
			}
		}
	}
}

func TestR13IsForTheEndOnlyAndNotForWinAt(t *testing.T) {
	for _, leftover := range []kalah.Leftover{kalah.Nobody, kalah.Owner, kalah.Emptier} {
		r := with(t, "standard", func(r *kalah.Rules) { r.Leftover, r.WinAt = leftover, 25 })
		s := sow(t, r, "<6,24,16,0,0,0,0,0,1,1,2,0,0,3,1>", 6)
		ended(t, s, kalah.Reached)
		after(t, s, "<6,25,16,0,0,0,0,0,0,1,2,0,0,3,1>")
		s = sow(t, r, "<6,20,19,1,0,0,0,0,1,1,2,0,0,3,1>", 6)
		next(t, s, kalah.South)
		after(t, s, "<6,21,19,1,0,0,0,0,0,1,2,0,0,3,1>")
		if s.Swept != [2]int{} {
			t.Errorf("swept %v in the middle of a game", s.Swept)
		}
	}
}

func TestR14MoreSeedsInTheStoreWins(t *testing.T) {
	for text, want := range map[string]string{
		"<6,27,21,0,0,0,0,0,0,0,0,0,0,0,0>": "south",
		"<6,21,27,0,0,0,0,0,0,0,0,0,0,0,0>": "north",
		"<6,24,24,0,0,0,0,0,0,0,0,0,0,0,0>": "draw",
		"<6,25,23,0,0,0,0,0,0,0,0,0,0,0,0>": "south",
		"<5,10,11,0,0,0,0,0,1,4,4,2,0>":     "north", // what lies in the houses does not count
		"<5,14,13,0,0,0,0,0,1,2,2,0,0>":     "south",
		"<5,13,13,0,0,0,0,0,1,3,2,0,0>":     "draw",
	} {
		p := board(t, text)
		won(t, p, want)
		won(t, p.WithTurn(kalah.North), want)
		mirrored := map[string]string{"south": "north", "north": "south", "draw": "draw"}
		won(t, p.Mirror(), mirrored[want])
	}
}

func TestR16TheMajorityIsMoreThanHalfOfAllSeeds(t *testing.T) {
	for name, n := range map[string]int{
		"sowing": 17, "extra": 17, "capture": 17, "seventeen": 17,
		"standard": 25, "standard-3": 19, "standard-5": 31, "standard-6": 37,
		"empty-capture": 25, "late-end": 25, "unclaimed": 25, "emptier-takes": 25, "pie": 25,
	} {
		r := rules(t, name)
		if got := r.Majority(); got != n || 2*got <= r.Seeds() || 2*(got-1) > r.Seeds() {
			t.Errorf("%s: more than half of %d is %d, want %d", name, r.Seeds(), got, n)
		}
	}
	if got := (kalah.Rules{Houses: 3, Layout: [kalah.MaxHouses]uint8{1, 1, 1}}).Majority(); got != 4 {
		t.Errorf("more than half of 6 is %d", got)
	}
}

func TestR16IsToldFromStage4OnAndOnTheStandardBoard(t *testing.T) {
	for _, set := range kalah.Sets() {
		if got, want := set.Rules.TellsMajority(), set.Stage >= 4; got != want {
			t.Errorf("%s, stage %d: told is %v", set.Name, set.Stage, got)
		}
	}
	r := with(t, "sowing", func(r *kalah.Rules) { r.Capture = kalah.Both })
	if !r.TellsMajority() {
		t.Error("a free combination belongs to stage 6, where it is told")
	}
}
