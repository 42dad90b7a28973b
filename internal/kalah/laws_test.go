package kalah_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"semeia/internal/kalah"
)

// drawn is a game that a property is tried on: any rules, any side first and
// any legal moves. A failing one is shortened by rapid.
func drawn(t *rapid.T, everyMove func(r kalah.Rules, s kalah.Sowing)) (r kalah.Rules, end kalah.Sowing) {
	r = rapid.Custom(drawRules).Draw(t, "rules")
	p := r.Start(rapid.SampledFrom(sides).Draw(t, "first"))
	for moves := 0; ; moves++ {
		if moves > longest(r) {
			t.Fatalf("%s: no end after %d moves", r, moves)
		}
		houses := legal(r, p)
		house := houses[rapid.IntRange(0, len(houses)-1).Draw(t, "move")]
		s, err := r.Sow(p, house)
		if err != nil {
			t.Fatalf("%s: house %d of %s is legal, and refused: %v", r, house, p, err)
		}
		everyMove(r, s)
		if s.Over != kalah.NotOver {
			return r, s
		}
		p = s.After
	}
}

func drawRules(t *rapid.T) kalah.Rules {
	if rapid.Bool().Draw(t, "named") {
		return rapid.SampledFrom(kalah.Sets()).Draw(t, "set").Rules
	}
	r, err := kalah.Free{
		Houses: rapid.SampledFrom([]int{0, 3, 4, 5, 6}).Draw(t, "houses"), Seeds: rapid.IntRange(1, 6).Draw(t, "seeds"),
		ExtraTurn: rapid.Bool().Draw(t, "extra turn"), Capture: kalah.Capture(rapid.IntRange(0, 3).Draw(t, "capture")),
		End: kalah.End(rapid.IntRange(0, 1).Draw(t, "end")), Leftover: kalah.Leftover(rapid.IntRange(0, 2).Draw(t, "left over")),
		Majority: rapid.Bool().Draw(t, "majority"), Pie: rapid.Bool().Draw(t, "pie"),
	}.Rules()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// longest is more moves than a game can have. A move that puts no seed into
// the own store stays in the own row and brings seeds nearer to the store, so
// fewer than seeds × houses of them come one after the other; and no seed ever
// leaves a store.
func longest(r kalah.Rules) int { return (r.Seeds() + 1) * r.Seeds() * int(r.Houses) }

// legal is the houses that may be played, in order.
func legal(r kalah.Rules, p kalah.Position) (houses []int) {
	for h := 1; h <= p.Houses(); h++ {
		if r.Legal(p, h) == nil {
			houses = append(houses, h)
		}
	}
	return houses
}

func TestSeedsAreNeverLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn(t, func(r kalah.Rules, s kalah.Sowing) {
			if s.After.Seeds() != r.Seeds() {
				t.Fatalf("%s: %d seeds of %d after house %d of %s: %s", r, s.After.Seeds(), r.Seeds(), s.House, s.Before, s.After)
			}
			for _, side := range sides {
				if s.After.Store(side) < s.Before.Store(side) {
					t.Fatalf("%s: %s's store lost seeds by house %d of %s", r, side, s.House, s.Before)
				}
			}
		})
	})
}

func TestAMoveAgreesWithAPlainWalkRoundTheBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn(t, func(r kalah.Rules, s kalah.Sowing) {
			if problem := differsFromWalk(r, s); problem != "" {
				t.Fatal(problem)
			}
		})
	})
}

func differsFromWalk(r kalah.Rules, s kalah.Sowing) string {
	got, want := told(s), walk(r, s.Before, s.House)
	if reflect.DeepEqual(got, want) && s.Last() == want.path[len(want.path)-1] && s.Captured() == want.facing+want.own {
		return ""
	}
	return fmt.Sprintf("%s: house %d of %s, %s to move:\n got %+v\nwant %+v", r, s.House, s.Before, s.Before.Turn(), got, want)
}

func TestAMoveOfTheMirrorIsTheMirrorOfTheMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn(t, func(r kalah.Rules, s kalah.Sowing) {
			if s.Before.Mirror().Mirror() != s.Before {
				t.Fatalf("the mirror of the mirror of %s is %s", s.Before, s.Before.Mirror().Mirror())
			}
			m, err := r.Sow(s.Before.Mirror(), s.House)
			if err != nil {
				t.Fatal(err)
			}
			if problem := mirrored(s, m); problem != "" {
				t.Fatalf("%s: house %d of %s: %s", r, s.House, s.Before, problem)
			}
		})
	})
}

func TestAPositionReadsAsItIsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn(t, func(r kalah.Rules, s kalah.Sowing) {
			p := s.After
			if q, err := r.Parse(p.String(), p.Turn()); err != nil || q != p || q.String() != p.String() {
				t.Fatalf("%s reads as %s, %v", p, q, err)
			}
		})
	})
}

// questioned asks everything there is to ask of a game and its moves, and
// says what changed by it; "" when nothing did.
func questioned(r kalah.Rules, l kalah.Line) string {
	keptRules, kept := r, l
	p := l.Pos
	_, _, _, _, _ = r.Over(p), r.Majority(), r.TellsMajority(), r.CanSwap(l), r.Seeds()
	_, _ = p.Winner()
	_, _, _, _ = p.String(), p.Mirror(), p.WithTurn(p.Turn().Other()), p.Seeds()
	for h := -1; h <= p.Houses()+1; h++ {
		for _, side := range sides {
			place := kalah.Place{Side: side, House: uint8(max(h, 0))}
			_, _, _, _, _ = p.At(place), p.House(side, h), p.InRow(side), p.Store(side), p.Facing(place)
		}
		legal := r.Legal(p, h)
		s, err := r.Sow(p, h)
		if legal != err {
			return fmt.Sprintf("house %d of %s: %v by Legal and %v by Sow", h, p, legal, err)
		}
		if _, _, err := r.Play(l, h); legal != err {
			return fmt.Sprintf("house %d of %s: %v by Legal and %v by Play", h, p, legal, err)
		}
		if err == nil {
			keptMove := s
			path(s)
			_, _, _, _ = s.LastFound(), s.Last(), s.Captured(), s.Mover()
			if s != keptMove || s.Before != kept.Pos {
				return fmt.Sprintf("house %d of %s became %+v", h, kept.Pos, s)
			}
		}
	}
	_, _ = r.Swap(l)
	if p != kept.Pos || l != kept || r != keptRules {
		return fmt.Sprintf("%v became %v", kept, l)
	}
	return ""
}

func TestAQuestionNeverChangesAGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn(t, func(r kalah.Rules, s kalah.Sowing) {
			l := r.Begin(kalah.South)
			l.Pos = s.After
			if problem := questioned(r, l); problem != "" {
				t.Fatal(problem)
			}
		})
	})
}

// TestR16AMajorityCannotLose holds also where seeds are left over to the
// other side.
func TestR16AMajorityCannotLose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		more := map[kalah.Side]bool{}
		r, end := drawn(t, func(r kalah.Rules, s kalah.Sowing) {
			for _, side := range sides {
				if s.After.Store(side) >= r.Majority() {
					more[side] = true
				}
			}
		})
		winner, draw := end.After.Winner()
		if more[winner.Other()] || draw && more[winner] {
			t.Errorf("%s: %s had more than half and did not win: %s", r, winner.Other(), end.After)
		}
	})
}

// TestEveryRuleSetPlaysToItsEnd plays a game of every rule set and of every
// free combination, and holds each move against the plain walk.
func TestEveryRuleSetPlaysToItsEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 32))
	reasons := map[kalah.Reason]int{}
	for i, r := range everyRules(t) {
		p := r.Start(sides[i%2])
		for moves := 0; r.Over(p) == kalah.NotOver; moves++ {
			house := randomMove(rng, r, p)
			if house == 0 || moves > longest(r) {
				t.Fatalf("%s: stands still after %d moves in %s", r, moves, p)
			}
			s, err := r.Sow(p, house)
			if err != nil {
				t.Fatal(err)
			}
			if problem := differsFromWalk(r, s); problem != "" {
				t.Fatal(problem)
			}
			if over := r.Over(s.After) != kalah.NotOver; over != (s.Over != kalah.NotOver) {
				t.Fatalf("%s: %s is over: %v by the position, %v by the move", r, s.After, over, !over)
			}
			if s.Over != kalah.NotOver {
				reasons[s.Over]++
			}
			p = s.After
		}
		for house := range p.Houses() + 2 {
			if _, err := r.Sow(p, house); err != kalah.ErrOver {
				t.Fatalf("%s: house %d after the end: %v", r, house, err)
			}
		}
	}
	if len(reasons) != 3 {
		t.Errorf("ends seen: %v, want each of the three", reasons)
	}
}
