package lesson

import (
	"slices"

	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// posed is the version of keys whose exercise was not made but posed: the
// position is the attempt's, and the seed holds what else was chosen.
const posed = 0

// Pose is what some kinds ask for beside a position and a house.
type Pose struct {
	Offer []int      // of CapturesNot: the three houses to choose between; of GoodLooking: none, or its own
	Claim tutor.Slip // of Referee: whose way is claimed; NoSlip: the right one
}

// PoseError says by a code why a question cannot be posed.
type PoseError struct{ Code string }

func (e PoseError) Error() string { return "lesson: the question cannot be posed: " + e.Code }

// The codes of a [PoseError].
const (
	PoseKind    = "kind"     // no such question under these rules
	PoseLevel   = "level"    // no such level, or the position is one of another level
	PoseBoard   = "board"    // another number of houses than the rules have
	PoseSeeds   = "seeds"    // more seeds than the rules have
	PoseTurn    = "turn"     // South is not to move
	PoseOver    = "over"     // the game is over
	PoseNotOver = "not-over" // the game is not over, and who won is asked
	PoseHouse   = "house"    // no such house, or a house where none is asked about
	PoseEmpty   = "empty"    // the house is empty
	PoseFew     = "few"      // the house holds fewer seeds than are asked about
	PoseEnds    = "ends"     // the move ends the game, so that what it brings is not clear
	PoseNone    = "none"     // nothing is a right answer
	PoseSeveral = "several"  // more than one answer is right
	PoseOffer   = "offer"    // not three different houses with seeds to choose between
	PoseClaim   = "claim"    // the claimed way is that of no landing slip, or the right one
	PoseChecked = "checked"  // the board is none of the situations that the solver has looked through
)

// Posed makes the exercise of a given position, as [Make] makes it of one that
// it finds, but for counting: how large the numbers of a level are, is the
// poser's affair. South is to move, for [WhoWon] whoever would be; the position
// may hold fewer seeds than the rules have. house is the one that is played,
// and 0 for kinds that ask for one or for none. The error is a [PoseError]: a
// question that is posed has exactly one right answer.
func Posed(kind Kind, level int, r kalah.Rules, pos kalah.Position, house int, more Pose) (Exercise, error) {
	fail := func(code string) (Exercise, error) { return Exercise{}, PoseError{code} }
	top := levels(kind, r)
	switch {
	case kind == SetUp || top == 0:
		return fail(PoseKind)
	case level < 1 || level > top:
		return fail(PoseLevel)
	case pos.Houses() != int(r.Houses):
		return fail(PoseBoard)
	case pos.Seeds() > r.Seeds():
		return fail(PoseSeeds)
	case kind != WhoWon && pos.Turn() != kalah.South:
		return fail(PoseTurn)
	case kind != WhoWon && r.Over(pos) != kalah.NotOver:
		return fail(PoseOver)
	case kind == WhoWon && r.Over(pos) == kalah.NotOver:
		return fail(PoseNotOver)
	}
	k := Key{Kind: kind, Rules: r.String(), Level: level, Version: posed}
	if Situation(kind) {
		return poseSituation(k, pos, house, more)
	}
	s := spot{pos: pos, house: house}
	code := ""
	switch kind {
	case Landing, LastSeed, LastThree, Referee, InKalah, WhatHappens:
		if code = poseHouse(kind, level, r, pos, house); code == "" && kind == Referee && more.Claim != tutor.NoSlip &&
			firstWrong(r, pos, house, more.Claim) == 0 {
			code = PoseClaim
		}
		k.Seed = claimSeed(more.Claim)
	default:
		if house != 0 {
			return fail(PoseHouse)
		}
		switch kind {
		case ReachesKalah:
			s.reason, code = poseReaches(r, pos)
		case Captures:
			s.reason, code = poseCaptures(level, r, pos)
		case CapturesNot:
			code = poseCapturesNot(r, &s, more.Offer)
			k.Seed = offerSeed(s.offer)
		case Chain:
			code = poseChain(level, r, pos)
		case StillTo:
			if pos.Store(kalah.South) >= r.Majority() {
				code = PoseNone
			}
		}
	}
	if code != "" {
		return fail(code)
	}
	e := Exercise{Key: k, Skill: skillOf(kind, k.Rules, level), Set: r, Guess: guess(kind, r)}
	tell(&e, &s)
	return e, nil
}

// poseSituation poses one of the situations of the data, by its board.
func poseSituation(k Key, p kalah.Position, house int, more Pose) (Exercise, error) {
	s, ok := situationAt(k.Kind, k.Rules, p.String())
	switch {
	case house != 0:
		return Exercise{}, PoseError{PoseHouse}
	case !ok:
		return Exercise{}, PoseError{PoseChecked}
	case s.Level != k.Level:
		return Exercise{}, PoseError{PoseLevel}
	case len(more.Offer) > 0 && !slices.Equal(slices.Sorted(slices.Values(more.Offer)), s.Offer):
		return Exercise{}, PoseError{PoseOffer}
	}
	return s.exercise(k, skillOf(k.Kind, k.Rules, k.Level)), nil
}

// poseHouse looks at a question about the sowing of one house.
func poseHouse(kind Kind, level int, r kalah.Rules, p kalah.Position, house int) (code string) {
	n := p.House(kalah.South, house)
	switch {
	case house < 1 || house > p.Houses():
		return PoseHouse
	case n == 0:
		return PoseEmpty
	}
	s := sowing(r, p, house)
	far := reach(p.Houses(), house, n)
	switch kind {
	case InKalah:
		switch {
		case s.Swept != [2]int{}:
			return PoseEnds
		case level == 1 && s.Captured() > 0:
			return PoseLevel
		}
		return ""
	case WhatHappens:
		switch {
		case s.Over != kalah.NotOver:
			return PoseEnds
		case alwaysPast(kind, level) && far == 1, level == midTurn && s.Captured() > 0:
			return PoseLevel
		}
		return ""
	case LastThree:
		if n < 3 {
			return PoseFew
		}
	case LastSeed, Referee:
		if n < 2 {
			return PoseFew
		}
	}
	if far != level {
		return PoseLevel
	}
	return ""
}

// poseReaches gives the one house whose last seed ends in the kalah.
func poseReaches(r kalah.Rules, p kalah.Position) (house int, code string) {
	for h := 1; h <= p.Houses(); h++ {
		s, err := r.Sow(p, h)
		switch {
		case err != nil || !s.Last().Store():
		case house > 0:
			return 0, PoseSeveral
		case !s.Again:
			return 0, PoseEnds
		default:
			house = h
		}
	}
	if house == 0 {
		return 0, PoseNone
	}
	return house, ""
}

// poseCaptures gives the one house that captures.
func poseCaptures(level int, r kalah.Rules, p kalah.Position) (house int, code string) {
	for h := 1; h <= p.Houses(); h++ {
		s, err := r.Sow(p, h)
		switch {
		case err != nil || s.Captured() == 0:
		case house > 0:
			return 0, PoseSeveral
		case s.Over != kalah.NotOver:
			return 0, PoseEnds
		default:
			house = h
		}
	}
	switch far := house > 0 && reach(p.Houses(), house, p.House(kalah.South, house)) > 1; {
	case house == 0:
		return 0, PoseNone
	case level == 1 && far, level == 3 && !far:
		return 0, PoseLevel
	}
	return house, ""
}

// poseCapturesNot fills in a spot: of the three houses two capture, and one does
// not for a single reason.
func poseCapturesNot(r kalah.Rules, s *spot, offer []int) (code string) {
	offer = slices.Compact(slices.Sorted(slices.Values(offer))) // in the order of the board
	if len(offer) != offered {
		return PoseOffer
	}
	copy(s.offer[:], offer)
	for _, h := range offer {
		sown, err := r.Sow(s.pos, h)
		switch {
		case err != nil:
			return PoseOffer
		case sown.Over != kalah.NotOver:
			return PoseEnds
		case sown.Captured() > 0:
			continue
		case s.house > 0:
			return PoseSeveral
		}
		if s.house, s.reason = h, whyNot(&sown); s.reason < 0 {
			return PoseSeveral
		}
	}
	if s.house == 0 {
		return PoseNone
	}
	return ""
}

// offerSeed holds an offer in the seed of a posed key, as digits.
func offerSeed(offer [offered]int) (seed uint64) {
	for _, h := range offer {
		seed = 10*seed + uint64(h)
	}
	return seed
}

func offerOf(seed uint64) (offer []int) {
	for ; seed > 0; seed /= 10 {
		offer = append(offer, int(seed%10))
	}
	return offer
}

// poseChain wants a longest chain of level+1 extra turns, in one way only.
func poseChain(level int, r kalah.Rules, p kalah.Position) (code string) {
	switch n, ways := longest(r, p, 0, level+1); {
	case n == 0:
		return PoseNone
	case n != level+1:
		return PoseLevel
	case ways != 1:
		return PoseSeveral
	}
	return ""
}

// pose is what a posed key chose beside its position.
func pose(k Key) (p Pose) {
	switch k.Kind {
	case CapturesNot:
		p.Offer = offerOf(k.Seed)
	case Referee:
		p.Claim = claimed(k, kalah.Rules{}, kalah.Position{}, 0)
	}
	return p
}
