package tutor

import "slices"

// The slips, by the codes of PEDAGOGY.md.
const (
	CountsStart      Slip = "counts-start"       // drops the first seed into the house just emptied
	FeedsRivalStore  Slip = "feeds-rival-store"  // puts a seed into the other store
	Clockwise        Slip = "clockwise"          // goes the other way
	ForgetsOwnStore  Slip = "forgets-own-store"  // passes the own store by
	OneTooFar        Slip = "one-too-far"        // counts one too many
	StaysOnOwnRow    Slip = "stays-on-own-row"   // turns back after the own store
	SkipsStartHouse  Slip = "skips-start-house"  // passes the start house by on a lap
	SkipsEmptyHouses Slip = "skips-empty-houses" // drops seeds only where seeds lie

	PassingIsEnough Slip = "passing-is-enough" // any seed in the store gives an extra turn
	OnlyOnce        Slip = "only-once"         // no second extra turn in a row

	CapturesOtherSide     Slip = "captures-other-side"     // captures in an empty house of the other row
	CapturesOccupied      Slip = "captures-occupied"       // captures in an own house that held seeds
	CapturesNothingFacing Slip = "captures-nothing-facing" // takes the lone seed though nothing faces it
	FacesSameNumber       Slip = "faces-same-number"       // house h is thought to face house h
	TakesOwnToo           Slip = "takes-own-too"           // takes the capturing seed where it stays
	LeavesOwn             Slip = "leaves-own"              // leaves the capturing seed where it is taken
	CapturePlaysAgain     Slip = "capture-plays-again"     // moves again after a capture

	FirstEmptyWins       Slip = "first-empty-wins"         // the player whose row is empty has won
	RestToTheWrongPlayer Slip = "rest-to-the-wrong-player" // gives the seeds left over to somebody else
	CountsTheBoard       Slip = "counts-the-board"         // counts seeds in the houses that count for no one

	SignTurned   Slip = "sign-turned"   // writes < for >
	CountsHouses Slip = "counts-houses" // compares kalah and row together
)

var (
	landingSlips = []Slip{
		CountsStart, FeedsRivalStore, Clockwise, ForgetsOwnStore,
		OneTooFar, StaysOnOwnRow, SkipsStartHouse, SkipsEmptyHouses,
	}
	againSlips   = []Slip{PassingIsEnough, OnlyOnce}
	captureSlips = []Slip{
		CapturesOtherSide, CapturesOccupied, CapturesNothingFacing, FacesSameNumber,
		TakesOwnToo, LeavesOwn, CapturePlaysAgain,
	}
	endSlips     = []Slip{FirstEmptyWins, RestToTheWrongPlayer, CountsTheBoard}
	compareSlips = []Slip{SignTurned, CountsHouses}
)

// Families are all families, in the order of PEDAGOGY's table. The caller owns
// the slice.
func Families() []Family {
	return []Family{LandingFamily, AgainFamily, CaptureFamily, EndFamily, CompareFamily}
}

// Slips are the slips of a family in the order of PEDAGOGY's table; none for a
// family that is not there. The caller owns the slice.
func Slips(f Family) []Slip { return slices.Clone(slipsOf(f)) }

func slipsOf(f Family) []Slip {
	switch f {
	case LandingFamily:
		return landingSlips
	case AgainFamily:
		return againSlips
	case CaptureFamily:
		return captureSlips
	case EndFamily:
		return endSlips
	case CompareFamily:
		return compareSlips
	}
	return nil
}

// FamilyOf is the family of a slip, and false for a code that is none.
func FamilyOf(s Slip) (Family, bool) {
	for _, f := range Families() {
		if slices.Contains(slipsOf(f), s) {
			return f, true
		}
	}
	return "", false
}
