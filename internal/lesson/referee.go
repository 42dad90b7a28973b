package lesson

import (
	"slices"

	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// Referee: somebody claims a way for the seeds of the asked player's house,
// which is the right one about half the time and else that of a landing slip.
// The answer is "right", or the first seed that is claimed to fall where it does
// not, as in "4". Levels are those of Landing, with two seeds or more.

// fair is the answer that the claimed way is right.
const fair tutor.Answer = "right"

func lookReferee(w *walker, p kalah.Position) { lookSown(w, p, 2) }

func tellReferee(e *Exercise, s *spot) {
	e.Claim = claimed(e.Key, e.Set, s.pos, s.house)
	e.Right = fair
	if i := firstWrong(e.Set, s.pos, s.house, e.Claim); i > 0 {
		e.Right = number(i)
	}
	e.Choices = append(e.Choices, fair)
	for i := range s.pos.House(s.pos.Turn(), s.house) {
		e.Choices = append(e.Choices, number(i+1))
	}
}

// claimsOf are the landing slips whose way can be claimed of a sowing: it has as
// many seeds as there are, and differs from the right one.
func claimsOf(r kalah.Rules, p kalah.Position, house int) (all []tutor.Slip) {
	for _, s := range tutor.Slips(tutor.LandingFamily) {
		if firstWrong(r, p, house, s) > 0 {
			all = append(all, s)
		}
	}
	return all
}

// ClaimOf is the claim about a sowing that a seed stands for: the right way in
// half of all seeds, else one of [claimsOf]; where there is none, the right way.
func ClaimOf(seed uint64, r kalah.Rules, p kalah.Position, house int) tutor.Slip {
	from := source{seed}
	all := claimsOf(r, p, house)
	if from.below(2) == 0 || len(all) == 0 {
		return tutor.NoSlip
	}
	return all[from.below(len(all))]
}

// claimed is the claim of a Referee's key: a posed one names it.
func claimed(k Key, r kalah.Rules, p kalah.Position, house int) tutor.Slip {
	if k.Version != posed {
		return ClaimOf(k.Seed, r, p, house)
	}
	if slips := tutor.Slips(tutor.LandingFamily); k.Seed > 0 && k.Seed <= uint64(len(slips)) {
		return slips[k.Seed-1]
	}
	return tutor.NoSlip
}

// claimSeed is the seed by which a posed Referee names its claim.
func claimSeed(s tutor.Slip) uint64 {
	return uint64(slices.Index(tutor.Slips(tutor.LandingFamily), s) + 1)
}

// firstWrong is the first seed of a slip's way that falls where it does not;
// 0 where none does, and where the way has another number of seeds.
func firstWrong(r kalah.Rules, p kalah.Position, house int, s tutor.Slip) int {
	right, way := tutor.LandingTrail(r, p, house, tutor.NoSlip), tutor.LandingTrail(r, p, house, s)
	if len(right) != len(way) {
		return 0
	}
	for i := range way {
		if way[i] != right[i] {
			return i + 1
		}
	}
	return 0
}

// refereeChance is [chance] of a Referee: half of the claims are right, so that
// "right" is guessed as easily as anything may be; a number is not.
func refereeChance(n int, right tutor.Answer) (guessed float64, wide bool) {
	if right == fair {
		return 0.30, false
	}
	return min(0.30, 1/float64(n+1)), n+1 >= enough
}
