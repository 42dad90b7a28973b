package lesson_test

import (
	"errors"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/tutor"
)

var sameExercise = []cmp.Option{cmp.AllowUnexported(kalah.Position{}), cmpopts.EquateEmpty()}

// recalled fails unless what is kept of an exercise's right answer makes the
// same exercise again.
func recalled(t *testing.T, e *lesson.Exercise) {
	t.Helper()
	a, ok := e.Attempted(string(e.Right))
	if !ok || !a.Right {
		t.Fatalf("%+v: the right answer is not right", e.Key)
	}
	again, err := lesson.Recall(&a)
	if err != nil {
		t.Fatalf("%+v: %v", e.Key, err)
	}
	if d := cmp.Diff(*e, again, sameExercise...); d != "" {
		t.Fatalf("%+v: %s", e.Key, d)
	}
}

// A made exercise's position, posed, is the same exercise but for its key.
func TestAPosedExerciseIsTheMadeOne(t *testing.T) {
	n := 0
	everyKind(t, func(t *testing.T, k lesson.Kind, rules string, level int) {
		if k == lesson.SetUp {
			return // is of no position
		}
		for seed := range uint64(40) {
			e, err := lesson.Make(key(k, rules, level, seed))
			if err != nil {
				t.Fatal(err)
			}
			p, err := lesson.Posed(k, level, e.Set, e.Pos, e.House, lesson.Pose{Offer: e.Offer, Claim: e.Claim})
			if err != nil {
				t.Fatalf("seed %d, %s house %d: %v", seed, e.Pos, e.House, err)
			}
			recalled(t, &p)
			made := e
			made.Key = p.Key
			if d := cmp.Diff(made, p, sameExercise...); d != "" {
				t.Fatalf("seed %d: %s", seed, d)
			}
			n++
		}
	})
	if n < 8000 {
		t.Errorf("only %d exercises", n)
	}
}

// The eight boards of a lesson that hold only what is spoken of.
func TestAPosedExerciseMayHaveFewSeeds(t *testing.T) {
	for _, c := range []struct {
		kind  lesson.Kind
		level int
		rules string
		board string
		house int
		more  lesson.Pose
		right tutor.Answer
	}{
		{lesson.Landing, 1, "sowing", "<5,0,0,0,0,3,0,0,0,0,0,0,0>", 3, lesson.Pose{}, "s*"},
		{lesson.Landing, 4, "standard", "<6,0,0,0,0,0,0,0,13,1,0,0,0,0,0>", 6, lesson.Pose{}, "s6"},
		{lesson.LastSeed, 2, "sowing", "<5,0,0,0,0,0,0,3,0,0,0,0,0>", 5, lesson.Pose{}, "n2"},
		{lesson.LastThree, 2, "sowing", "<5,0,0,0,0,0,0,3,0,0,0,0,0>", 5, lesson.Pose{}, "s* n1 n2"},
		{lesson.InKalah, 1, "sowing", "<5,4,0,0,0,0,0,3,0,0,0,0,0>", 5, lesson.Pose{}, "5"},
		{lesson.InKalah, 2, "capture", "<5,0,0,1,0,0,0,0,0,0,0,5,0>", 1, lesson.Pose{}, "5"},
		{lesson.WhatHappens, 1, "extra", "<5,0,0,0,0,3,0,1,1,0,0,0,0>", 3, lesson.Pose{}, "again kalah"},
		{lesson.ReachesKalah, 1, "extra", "<5,0,0,0,0,0,2,2,1,0,0,0,0>", 0, lesson.Pose{}, "4"},
		{lesson.Captures, 1, "capture", "<5,0,0,2,0,0,0,1,1,0,4,0,0>", 0, lesson.Pose{}, "1 4"},
		{lesson.CapturesNot, 1, "capture", "<5,0,0,1,0,1,0,3,1,4,0,2,0>", 0, lesson.Pose{Offer: []int{5, 1, 3}}, ""},
		{lesson.Chain, 1, "extra", "<5,0,0,0,0,0,2,1,1,0,0,0,0>", 0, lesson.Pose{}, ""},
		{lesson.Compare, 1, "sowing", "<5,2,5,0,0,0,0,1,0,0,0,0,0>", 0, lesson.Pose{}, "lt 3"},
		{lesson.StillTo, 1, "seventeen", "<5,14,2,0,0,0,0,1,0,0,0,0,0>", 0, lesson.Pose{}, "3"},
		{lesson.RowTotal, 1, "sowing", "<5,0,0,1,2,0,0,1,0,0,0,0,0>", 0, lesson.Pose{}, "4"},
		{lesson.WhoWon, 1, "standard", "<6,5,4,0,0,0,0,0,0,1,0,1,0,0,0>", 0, lesson.Pose{}, "5 6 north"},
		{lesson.Referee, 1, "sowing", "<5,0,0,0,0,3,0,0,0,0,0,0,0>", 3, lesson.Pose{}, "right"},
		{lesson.Referee, 2, "sowing", "<5,0,0,0,0,0,0,3,0,0,0,0,0>", 5, lesson.Pose{Claim: tutor.ForgetsOwnStore}, "1"},
		{lesson.Referee, 2, "sowing", "<5,0,0,0,0,0,0,3,0,0,0,0,0>", 5, lesson.Pose{Claim: tutor.StaysOnOwnRow}, "2"},
	} {
		r, _ := kalah.Named(c.rules)
		p, err := kalah.ParsePosition(c.board, kalah.South)
		if err != nil {
			t.Fatal(err)
		}
		e, err := lesson.Posed(c.kind, c.level, r, p, c.house, c.more)
		if err != nil {
			var fault lesson.PoseError
			if c.right == "" && errors.As(err, &fault) {
				continue
			}
			t.Errorf("%s %s: %v", c.kind, c.board, err)
			continue
		}
		if c.right != "" && e.Right != c.right {
			t.Errorf("%s %s: %q, want %q", c.kind, c.board, e.Right, c.right)
		}
		if problem := markedWrong(&e); problem != "" {
			t.Errorf("%s %s: %s", c.kind, c.board, problem)
		}
		recalled(t, &e)
	}
}

func TestAQuestionThatCannotBePosedSaysWhy(t *testing.T) {
	const (
		start   = "<5,0,0,3,3,4,3,3,3,3,4,3,3>"
		one     = "<5,0,0,0,0,0,0,1,3,0,0,0,0>"
		another = "<6,0,0,1,0,0,0,0,0,1,0,0,0,0,0>"
	)
	for _, c := range []struct {
		code  string
		kind  lesson.Kind
		level int
		rules string
		board string
		house int
		more  lesson.Pose
	}{
		{lesson.PoseKind, "none", 1, "sowing", start, 1, lesson.Pose{}},
		{lesson.PoseKind, lesson.SetUp, 1, "sowing", start, 0, lesson.Pose{}},
		{lesson.PoseKind, lesson.Chain, 1, "sowing", start, 0, lesson.Pose{}},
		{lesson.PoseKind, lesson.Captures, 1, "extra", start, 0, lesson.Pose{}},
		{lesson.PoseLevel, lesson.Landing, 5, "sowing", start, 1, lesson.Pose{}},
		{lesson.PoseLevel, lesson.Landing, 0, "sowing", start, 1, lesson.Pose{}},
		{lesson.PoseLevel, lesson.Landing, 2, "sowing", start, 1, lesson.Pose{}},
		{lesson.PoseLevel, lesson.Referee, 1, "sowing", start, 5, lesson.Pose{}},
		{lesson.PoseLevel, lesson.WhatHappens, 2, "extra", start, 1, lesson.Pose{}},
		{lesson.PoseLevel, lesson.InKalah, 1, "capture", "<5,0,0,1,0,0,0,0,1,0,0,5,0>", 1, lesson.Pose{}},
		{lesson.PoseLevel, lesson.Captures, 3, "capture", "<5,0,0,2,0,0,0,1,1,0,4,0,0>", 0, lesson.Pose{}},
		{lesson.PoseLevel, lesson.Chain, 2, "extra", "<5,0,0,0,0,0,2,1,1,0,0,0,0>", 0, lesson.Pose{}},
		{lesson.PoseBoard, lesson.Landing, 1, "sowing", another, 1, lesson.Pose{}},
		{lesson.PoseSeeds, lesson.Landing, 1, "sowing", "<5,1,0,3,3,4,3,3,3,3,4,3,3>", 1, lesson.Pose{}},
		{lesson.PoseOver, lesson.Landing, 1, "sowing", "<5,0,0,0,0,0,0,0,3,0,0,0,0>", 1, lesson.Pose{}},
		{lesson.PoseOver, lesson.Compare, 1, "seventeen", "<5,17,0,1,0,0,0,0,3,0,0,0,0>", 0, lesson.Pose{}},
		{lesson.PoseNotOver, lesson.WhoWon, 1, "sowing", start, 0, lesson.Pose{}},
		{lesson.PoseHouse, lesson.Landing, 1, "sowing", start, 0, lesson.Pose{}},
		{lesson.PoseHouse, lesson.Landing, 1, "sowing", start, 6, lesson.Pose{}},
		{lesson.PoseHouse, lesson.Landing, 1, "sowing", start, -1, lesson.Pose{}},
		{lesson.PoseHouse, lesson.RowTotal, 1, "sowing", start, 1, lesson.Pose{}},
		{lesson.PoseEmpty, lesson.Landing, 1, "sowing", one, 1, lesson.Pose{}},
		{lesson.PoseFew, lesson.LastSeed, 1, "sowing", one, 5, lesson.Pose{}},
		{lesson.PoseFew, lesson.LastThree, 1, "sowing", "<5,0,0,0,0,0,2,0,3,0,0,0,0>", 4, lesson.Pose{}},
		{lesson.PoseFew, lesson.Referee, 1, "sowing", one, 5, lesson.Pose{}},
		{lesson.PoseEnds, lesson.WhatHappens, 1, "extra", "<5,0,0,0,0,0,0,1,0,0,0,0,0>", 5, lesson.Pose{}},
		{lesson.PoseEnds, lesson.InKalah, 1, "standard", "<6,0,0,0,0,0,0,0,1,2,0,0,0,0,0>", 6, lesson.Pose{}},
		{lesson.PoseEnds, lesson.ReachesKalah, 1, "extra", "<5,0,0,0,0,0,0,1,1,0,0,0,0>", 0, lesson.Pose{}},
		{lesson.PoseEnds, lesson.Captures, 1, "capture", "<5,0,0,1,0,0,0,0,0,0,0,4,0>", 0, lesson.Pose{}},
		{lesson.PoseNone, lesson.ReachesKalah, 1, "extra", "<5,0,0,1,1,1,0,0,1,0,0,0,0>", 0, lesson.Pose{}},
		{lesson.PoseNone, lesson.Captures, 1, "capture", start, 0, lesson.Pose{}},
		{lesson.PoseNone, lesson.Chain, 1, "extra", "<5,0,0,1,1,1,0,0,1,0,0,0,0>", 0, lesson.Pose{}},
		{lesson.PoseNone, lesson.StillTo, 1, "standard", "<6,25,0,1,0,0,0,0,0,1,0,0,0,0,0>", 0, lesson.Pose{}},
		{lesson.PoseSeveral, lesson.ReachesKalah, 1, "extra", "<5,0,0,1,0,0,2,1,1,0,0,0,0>", 0, lesson.Pose{}},
		{lesson.PoseSeveral, lesson.Captures, 1, "capture", "<5,0,0,1,0,1,0,1,1,4,0,2,0>", 0, lesson.Pose{}},
		{lesson.PoseSeveral, lesson.Chain, 1, "extra", "<5,0,0,5,0,3,3,12,1,0,0,0,0>", 0, lesson.Pose{}},
		{lesson.PoseOffer, lesson.CapturesNot, 1, "capture", start, 0, lesson.Pose{}},
		{lesson.PoseOffer, lesson.CapturesNot, 1, "capture", start, 0, lesson.Pose{Offer: []int{1, 1, 2}}},
		{lesson.PoseOffer, lesson.CapturesNot, 1, "capture", "<5,0,0,1,0,1,0,1,1,4,0,2,0>", 0, lesson.Pose{Offer: []int{1, 2, 3}}},
		{lesson.PoseSeveral, lesson.CapturesNot, 1, "capture", start, 0, lesson.Pose{Offer: []int{1, 2, 4}}},
		{lesson.PoseClaim, lesson.Referee, 1, "sowing", start, 1, lesson.Pose{Claim: tutor.OneTooFar}},
		{lesson.PoseClaim, lesson.Referee, 1, "sowing", start, 1, lesson.Pose{Claim: tutor.FeedsRivalStore}},
		{lesson.PoseClaim, lesson.Referee, 1, "sowing", start, 1, lesson.Pose{Claim: tutor.SignTurned}},
	} {
		r, _ := kalah.Named(c.rules)
		p, err := kalah.ParsePosition(c.board, kalah.South)
		if err != nil {
			t.Fatal(err)
		}
		_, err = lesson.Posed(c.kind, c.level, r, p, c.house, c.more)
		if err != (lesson.PoseError{Code: c.code}) {
			t.Errorf("%s/%d %s house %d: %v, want %q", c.kind, c.level, c.board, c.house, err, c.code)
		}
		north, _ := kalah.ParsePosition(c.board, kalah.North)
		if _, err := lesson.Posed(lesson.RowTotal, 1, r, north, 0, lesson.Pose{}); c.board == start && err != (lesson.PoseError{Code: lesson.PoseTurn}) {
			t.Errorf("with North to move: %v", err)
		}
	}
}

// About half of the claims are right, the others are those of every slip that
// can show, and the answer names the first seed by which ways differ.
func TestAClaimIsRightHalfOfTheTime(t *testing.T) {
	right, all := 0, 0
	slips := map[tutor.Slip]int{}
	for _, rules := range []string{"sowing", "standard"} {
		for level := 1; level <= 4; level++ {
			for seed := range uint64(300) {
				e, err := lesson.Make(key(lesson.Referee, rules, level, seed*0x9e3779b97f4a7c15))
				if err != nil {
					t.Fatal(err)
				}
				all++
				slips[e.Claim]++
				way := tutor.LandingTrail(e.Set, e.Pos, e.House, e.Claim)
				n := len(way)
				if n != e.Pos.House(kalah.South, e.House) || len(e.Choices) != n+1 || e.Case != nil {
					t.Fatalf("%+v", e)
				}
				if e.Claim == tutor.NoSlip {
					right++
					if e.Right != "right" || e.Guess != 0.30 {
						t.Fatalf("%+v", e)
					}
					continue
				}
				first, _ := strconv.Atoi(string(e.Right))
				path := tutor.LandingTrail(e.Set, e.Pos, e.House, tutor.NoSlip)
				if first < 1 || !slices.Equal(path[:first-1], way[:first-1]) || path[first-1] == way[first-1] {
					t.Fatalf("%v claimed for %v: %q", way, path, e.Right)
				}
				if want := min(0.30, 1/float64(n+1)); e.Guess != want {
					t.Fatalf("guess %v, want %v", e.Guess, want)
				}
			}
		}
	}
	if right*100 < all*45 || right*100 > all*55 {
		t.Errorf("%d of %d claims are right", right, all)
	}
	for _, s := range tutor.Slips(tutor.LandingFamily) {
		if n := slips[s]; (n == 0) != (s == tutor.OneTooFar) {
			t.Errorf("%s is claimed %d times", s, n)
		}
	}
}

// Who always says that it is right, does not master a skill by it as fast as
// who finds the wrong seeds.
func TestTheEasyAnswerOfARefereeCountsLess(t *testing.T) {
	r, _ := kalah.Named("sowing")
	p, _ := kalah.ParsePosition("<5,0,0,0,0,0,0,9,1,0,0,0,0>", kalah.South)
	standing := func(claim tutor.Slip, n int) lesson.Standing {
		e, err := lesson.Posed(lesson.Referee, 3, r, p, 5, lesson.Pose{Claim: claim})
		if err != nil {
			t.Fatal(err)
		}
		a, _ := e.Attempted(string(e.Right))
		a.Skill = "K4"
		return lesson.Trace("K4", slices.Repeat([]lesson.Attempt{a}, n))
	}
	if easy, hard := standing(tutor.NoSlip, 3), standing(tutor.FeedsRivalStore, 3); easy.Mastered || !hard.Mastered || easy.P >= hard.P {
		t.Errorf("%+v and %+v", easy, hard)
	}
}
