package tutor

import (
	"slices"
	"strconv"
	"strings"

	"semeia/internal/kalah"
)

// CaptureCase asks, of a house that the side to move plays, how many seeds go
// into the kalah by capture, and whether the mover moves again: "0", "4", or
// with a word behind it "0 again", "4 again". Choices are the numbers from 0 to
// two more than any belief predicts, at least to 5, each with and without the
// word; beside a number are the next ones with the same word (a seed
// miscounted).
//
// What is captured where a slip sees a capture is what the rules at hand would
// take there, with the board as it is when the last seed has fallen:
//
//	CapturesOtherSide      an empty house of the other row captures what faces it, in the own row
//	CapturesOccupied       an own house that held seeds captures; of its own seeds, only the last counts
//	CapturesNothingFacing  with nothing facing, the lone seed is taken: 1
//	FacesSameNumber        house h takes from the other row's house h, and nothing where that is empty
//	TakesOwnToo            one more than the facing seeds (rules that leave the capturing seed)
//	LeavesOwn              only the facing seeds (rules that take the capturing seed)
//	CapturePlaysAgain      the right number, and again
//
// Where a slip is the rule itself, as TakesOwnToo in the standard game, it
// answers what is right. The error is that of [kalah.Rules.Legal] or tells of
// rules without capture.
func CaptureCase(r kalah.Rules, p kalah.Position, house int) (Case, error) {
	if r.Capture == kalah.NoCapture {
		return Case{}, errNoCapture
	}
	s, err := r.Sow(p, house)
	if err != nil {
		return Case{}, err
	}
	right, again := s.Captured(), s.Again
	c := Case{Family: CaptureFamily, Predict: map[Slip]Answer{NoSlip: captureAnswer(right, again)}}
	for _, slip := range captureSlips {
		c.Predict[slip] = captureAnswer(right, again)
	}
	predict := func(slip Slip, n int) { c.Predict[slip] = captureAnswer(n, again) }

	last := s.Last()
	own := 0 // what the rules take of the capturing seed
	if r.Capture != kalah.Opposite {
		own = 1
	}
	// takes is a capture of that many facing seeds.
	takes := func(facing int) int {
		if facing == 0 && r.Capture != kalah.BothOrAlone {
			return 0
		}
		return facing + own
	}
	facing := 0
	if !last.Store() {
		facing = fallen(&s, p.Facing(last))
	}
	switch {
	case last.Store():
	case last.Side != s.Mover() && s.LastFound() == 0:
		predict(CapturesOtherSide, takes(facing))
	case last.Side != s.Mover():
	case s.LastFound() > 0:
		predict(CapturesOccupied, takes(facing))
	default:
		predict(FacesSameNumber, takes(fallen(&s, kalah.Place{Side: last.Side.Other(), House: last.House})))
		if facing == 0 && right == 0 {
			predict(CapturesNothingFacing, 1)
		}
		if right > 0 {
			predict(TakesOwnToo, facing+1)
			predict(LeavesOwn, facing)
			c.Predict[CapturePlaysAgain] = captureAnswer(right, true)
		}
	}
	c.Choices, c.Beside = captureChoices(c.Predict)
	return c, nil
}

func captureAnswer(n int, again bool) Answer {
	a := strconv.Itoa(n)
	if again {
		a += " again"
	}
	return Answer(a)
}

// captureChoices are the numbers about those that are predicted, and what is
// beside each.
func captureChoices(predict map[Slip]Answer) (choices []Answer, beside map[Answer][]Answer) {
	most := 3
	for _, a := range predict {
		number, _, _ := strings.Cut(string(a), " ")
		n, _ := strconv.Atoi(number)
		most = max(most, n)
	}
	beside = map[Answer][]Answer{}
	for _, again := range []bool{false, true} {
		for n := range most + 3 {
			choices = append(choices, captureAnswer(n, again))
		}
		for n := range most + 3 {
			var near []Answer
			for _, a := range []Answer{captureAnswer(n-1, again), captureAnswer(n+1, again)} {
				if slices.Contains(choices, a) {
					near = append(near, a)
				}
			}
			beside[captureAnswer(n, again)] = near
		}
	}
	return choices, beside
}

// fallen is what lies in a house when the last seed of a sowing has fallen,
// before anything is captured.
func fallen(s *kalah.Sowing, at kalah.Place) int {
	n := s.Before.At(at)
	if at == (kalah.Place{Side: s.Mover(), House: uint8(s.House)}) {
		n = 0
	}
	for i := range s.Seeds {
		if s.At(i+1) == at {
			n++
		}
	}
	return n
}
