package lesson

import (
	"semeia/internal/i18n"
	"semeia/internal/kalah"
)

// kinds are all kinds in the order of the course.
var kinds = [...]Kind{
	SetUp, LastSeed, LastThree, Landing, InKalah, RowTotal, Compare, WhoWon,
	WhatHappens, ReachesKalah, Chain, Captures, CapturesNot, StillTo, Referee,
	ThreeTurns, Enough, BestMove, GoodLooking,
}

// KindInfo is a kind with its levels 1..Levels.
type KindInfo struct {
	Kind   Kind
	Levels int
}

// Kinds gives the kinds that exist for a named rule set, in the order of the
// course; none when there is no such rule set. The caller owns the slice.
func Kinds(rules string) (all []KindInfo) {
	r, ok := kalah.Named(rules)
	if !ok {
		return nil
	}
	for _, k := range kinds {
		if n := levels(k, r); n > 0 {
			all = append(all, KindInfo{k, n})
		}
	}
	return all
}

// levels is the number of levels a kind has under a rule set, 0 where it does
// not fit: no question uses a rule that the set does not have. What each level
// holds stands with the function that makes it.
func levels(k Kind, r kalah.Rules) int {
	switch k {
	case Landing, LastSeed, LastThree, Referee:
		return 4
	case SetUp, RowTotal, Compare, WhoWon:
		return 2
	case InKalah:
		if r.Capture == kalah.NoCapture {
			return 1
		}
		return 2
	case WhatHappens:
		if r.ExtraTurn {
			return midTurn
		}
	case ReachesKalah, Chain:
		if r.ExtraTurn {
			return 2
		}
	case Captures:
		if r.Capture != kalah.NoCapture {
			return 3
		}
	case CapturesNot:
		// With the empty capture "nothing facing" is no reason.
		if r.Capture == kalah.Opposite || r.Capture == kalah.Both {
			return 1
		}
	case StillTo:
		if r.TellsMajority() {
			return 2
		}
	case BestMove, GoodLooking, ThreeTurns, Enough:
		return situationLevels(k, r)
	}
	return 0
}

// enough is the number of choices from which three right answers in a row
// count; with fewer it takes four.
const enough = 8

// typed stands for the number of choices where an answer is typed or put
// together from parts.
const typed = 12

// width is the number of answers among which a guess would choose. That of a
// Referee depends on its seeds: see [refereeChance].
func width(k Kind, r kalah.Rules) int {
	m := int(r.Houses)
	switch k {
	case Landing, LastSeed, LastThree:
		return 2*m + 2
	case InKalah:
		return 3 // as many as before, one more, or some other number
	case WhatHappens:
		return len(outcomes(r)) * len(regions)
	case ReachesKalah, BestMove:
		return m
	case GoodLooking:
		return offered // or fewer
	case CapturesNot:
		return len(reasons) * offered
	}
	return typed
}

// guess is the probability of a right answer by guessing, at most 0.30.
func guess(k Kind, r kalah.Rules) float64 {
	return min(0.30, 1/float64(width(k, r)))
}

// reach says how far n seeds from house h of m go: 1 ends in the own row or
// kalah, 2 on the other row, 3 goes round past the other kalah, 4 is a lap or
// more.
func reach(m, h, n int) int {
	switch {
	case n > 2*m:
		return 4
	case n > 2*m+1-h:
		return 3
	case n > m+1-h:
		return 2
	}
	return 1
}

// Reach is how far the seeds of a house of the side to move go, and so the level
// at which [Landing] asks about it: 1 ends in the own row or kalah, 2 on the
// other row, 3 goes round past the other kalah, 4 is a lap or more.
func Reach(p kalah.Position, house int) int {
	return reach(p.Houses(), house, p.House(p.Turn(), house))
}

// alwaysPast reports whether every exercise of that kind and level has its
// answer past the own kalah.
func alwaysPast(k Kind, level int) bool {
	switch k {
	case Landing, LastSeed, LastThree, Referee:
		return level > 1
	case WhatHappens:
		return level == 2
	case Captures:
		return level == 3
	}
	return false
}

// KindName is the title of a kind of exercise in a language.
func KindName(l *i18n.Loc, k Kind) string {
	switch k {
	case Landing:
		return l.T("exercise.landing")
	case LastSeed:
		return l.T("exercise.last-seed")
	case LastThree:
		return l.T("exercise.last-three")
	case InKalah:
		return l.T("exercise.in-kalah")
	case WhatHappens:
		return l.T("exercise.what-happens")
	case ReachesKalah:
		return l.T("exercise.reaches-kalah")
	case Captures:
		return l.T("exercise.captures")
	case CapturesNot:
		return l.T("exercise.captures-not")
	case Chain:
		return l.T("exercise.chain")
	case Compare:
		return l.T("exercise.compare")
	case StillTo:
		return l.T("exercise.still-to")
	case WhoWon:
		return l.T("exercise.who-won")
	case RowTotal:
		return l.T("exercise.row-total")
	case SetUp:
		return l.T("exercise.set-up")
	case Referee:
		return l.T("exercise.referee")
	case BestMove:
		return l.T("exercise.best-move")
	case ThreeTurns:
		return l.T("exercise.three-turns")
	case Enough:
		return l.T("exercise.enough")
	case GoodLooking:
		return l.T("exercise.good-looking")
	}
	return ""
}
