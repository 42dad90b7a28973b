// Package lesson is the course: which skills there are, exercises made and
// marked, and what a pupil can do by the answers given.
//
// It knows the game and the tutor, nothing of pupils, storage or pages: an
// exercise is made from five values alone, and everything it says of a pupil is
// computed from attempts.
package lesson

import (
	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// Skill is what an exercise practises, by its code: "K0" to "K13", with an
// s the skills that the standard game keeps for its own rules ("K7s"), and "T1"
// to "T5" for thinking about a stage's whole game (see [Corner]).
type Skill string

// Kind is what an exercise asks.
type Kind string

const (
	Landing      Kind = "landing"       // tap where the last seed lands
	LastSeed     Kind = "last-seed"     // all seeds but one are sown: place the last
	LastThree    Kind = "last-three"    // place the last three, in order
	InKalah      Kind = "in-kalah"      // how many seeds are in the own kalah afterwards
	WhatHappens  Kind = "what-happens"  // again, capture or pass, and where the last seed falls
	ReachesKalah Kind = "reaches-kalah" // which house ends in the kalah
	Captures     Kind = "captures"      // which house captures, and how many
	CapturesNot  Kind = "captures-not"  // which of these captures nothing, and why
	Chain        Kind = "chain"         // the houses of a chain of extra turns
	Compare      Kind = "compare"       // two kalahs: sign, and how many more
	StillTo      Kind = "still-to"      // how many still to more than half
	WhoWon       Kind = "who-won"       // the result, by the end and the rest
	RowTotal     Kind = "row-total"     // how many seeds in a row
	SetUp        Kind = "set-up"        // seeds for each house at the start
	Referee      Kind = "referee"       // is a claimed sowing right, or where does it go wrong first
	BestMove     Kind = "best-move"     // which house gets most in the end
	ThreeTurns   Kind = "three-turns"   // the three houses of a turn, of which two play again
	Enough       Kind = "enough"        // how many still to more than half, and which house brings them
	GoodLooking  Kind = "good-looking"  // which of these houses looks good and is a mistake
)

// Version of the generator: attempts keep it, so that an exercise can be made
// again as it was.
const Version = 1

// Key names an exercise: the same key gives the same exercise everywhere.
type Key struct {
	Kind    Kind
	Rules   string // name of a rule set, as in "sowing"
	Level   int    // from 1: few seeds, past the kalah, laps …
	Seed    uint64
	Version int
}

// Exercise is a question with all that is needed to show and to mark it. Its
// pointers and slices are the caller's own.
type Exercise struct {
	Key
	Skill Skill
	Set   kalah.Rules
	Pos   kalah.Position // the asked player sits South, and is to move but for [WhoWon]
	House int            // the house that is played; 0 where none is
	Offer []int          // of CapturesNot and GoodLooking: the houses to choose between
	Sown  int            // of LastSeed and LastThree: seeds sown before the question
	Had   int            // of WhatHappens: extra turns that the asker has had in this turn
	Claim tutor.Slip     // of Referee: whose way is claimed; NoSlip: the right one
	// Choices are all answers a person can give by tapping; empty where a number
	// or several parts are typed or put together.
	Choices []tutor.Answer
	Right   tutor.Answer
	Case    *tutor.Case // for the slips; nil where the exercise tells nothing of them
	Guess   float64     // probability of the right answer by guessing, for [Trace]
	Ways    []Way       // of a [Situation]: what each house with seeds comes to
	Past    bool        // the answer lies past the kalah (or needs a lap)
	Numbers bool        // numbers over the houses may be asked for; set by [Next]
}

// Attempt is an answer that was given, as it is kept.
type Attempt struct {
	N      int   // the pupil's attempt on this skill, from 1
	At     int64 // milliseconds since 1970
	Skill  Skill
	Key    Key
	Board  string // kalah.Position's text
	Mover  string // "south", "north": who is asked
	House  int
	Answer tutor.Answer
	Right  bool
	Slips  []tutor.Slip // those whose belief gives this answer
	Millis int
	Help   string // help used: "", "numbers", "hint" …
	Mixed  bool   // given in a mixed practice
	// Origin is where it was given: "" in practice, "lesson:<folder>/<step>", or
	// "game:<id>/<version>".
	Origin string
}
