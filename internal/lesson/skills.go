package lesson

import (
	"slices"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// Practice is a kind and level that practise a skill.
type Practice struct {
	Kind    Kind
	Level   int
	Numbers bool // numbers over the houses may be asked for
}

// SkillInfo is what the course knows of a skill.
type SkillInfo struct {
	Skill Skill
	Stage int
	Rules []string // rule sets that practise it; exercises are made of the first
	// Practice fades the help: place the last seed, the last three, predict with
	// numbers, predict alone, what happens, find the house.
	Practice []Practice
	Family   tutor.Family // whose slips its items show; "" where they show none
	Opens    int          // the stage that opens when it is mastered, where that asks for more; else 0
	Past     bool         // has items past the kalah, and needs one for mastery
}

// Needs is p(L) at which the skill is mastered.
func (i SkillInfo) Needs() float64 {
	if i.Opens == 3 {
		return 0.98
	}
	return 0.95
}

var (
	school   = []string{"sowing", "extra", "capture", "seventeen"}
	turns    = school[1:]
	taking   = school[2:]
	reaching = school[3:]
	whole    = []string{"standard"}

	when = []Practice{
		{WhatHappens, 1, true}, {WhatHappens, 3, true}, {CapturesNot, 1, false},
		{WhatHappens, 2, false}, {Captures, 1, false},
	}
	what = []Practice{
		{InKalah, 2, true}, {Captures, 1, true}, {Captures, 3, true},
		{Captures, 2, false}, {Captures, 3, false},
	}
	ends = []Practice{{WhoWon, 1, true}, {WhoWon, 1, false}, {WhoWon, 2, false}}
	half = []Practice{{StillTo, 1, true}, {StillTo, 2, true}, {StillTo, 2, false}}
)

// skills are in the order of the course.
var skills = withPast([]SkillInfo{
	{Skill: "K0", Stage: 1, Rules: school, Family: tutor.LandingFamily, Practice: []Practice{
		{LastSeed, 1, true}, {LastThree, 1, true}, {SetUp, 2, true}, {Landing, 1, true}, {Landing, 1, false}}},
	{Skill: "K1", Stage: 1, Rules: school, Family: tutor.LandingFamily, Practice: []Practice{
		{LastSeed, 1, true}, {LastThree, 1, true}, {Landing, 1, true}, {Landing, 1, false}}},
	{Skill: "K2", Stage: 1, Rules: school, Family: tutor.LandingFamily, Practice: []Practice{
		{LastSeed, 2, true}, {LastThree, 2, true}, {Landing, 1, true}, {Landing, 2, true}, {Landing, 2, false}}},
	{Skill: "K3", Stage: 1, Rules: school, Family: tutor.LandingFamily, Practice: []Practice{
		{LastThree, 2, true}, {Landing, 2, true}, {Landing, 2, false}, {InKalah, 1, false}}},
	{Skill: "K4", Stage: 1, Rules: school, Family: tutor.LandingFamily, Practice: []Practice{
		{LastSeed, 3, true}, {LastThree, 3, true}, {Landing, 3, true}, {Landing, 3, false}}},
	{Skill: "K5", Stage: 1, Rules: school, Family: tutor.LandingFamily, Practice: []Practice{
		{LastSeed, 3, true}, {LastThree, 4, true}, {Landing, 3, true}, {Landing, 4, true}, {Landing, 4, false}}},
	{Skill: "K9", Stage: 1, Rules: school[:3], Family: tutor.EndFamily, Practice: ends},
	{Skill: "K10", Stage: 1, Rules: school, Family: tutor.CompareFamily, Practice: []Practice{
		{RowTotal, 1, true}, {Compare, 1, true}, {RowTotal, 2, false}, {Compare, 1, false}, {Compare, 2, false}}},
	{Skill: "K6", Stage: 2, Rules: turns, Family: tutor.AgainFamily, Opens: 3, Practice: []Practice{
		{WhatHappens, 1, true}, {WhatHappens, 2, true}, {WhatHappens, 3, true}, {WhatHappens, 3, false}, {WhatHappens, midTurn, false}}},
	{Skill: "K11", Stage: 2, Rules: turns, Family: tutor.LandingFamily, Opens: 3, Practice: []Practice{
		{ReachesKalah, 1, true}, {ReachesKalah, 1, false}, {ReachesKalah, 2, true}, {ReachesKalah, 2, false}}},
	{Skill: "K12", Stage: 2, Rules: turns, Opens: 3, Practice: []Practice{
		{Chain, 1, true}, {Chain, 1, false}, {Chain, 2, true}, {Chain, 2, false}}},
	{Skill: "K7", Stage: 3, Rules: taking, Family: tutor.CaptureFamily, Practice: when},
	{Skill: "K8", Stage: 3, Rules: taking, Family: tutor.CaptureFamily, Practice: what},
	{Skill: "K13", Stage: 4, Rules: reaching, Practice: append(half[:3:3], Practice{WhoWon, 1, false})},
	{Skill: "K7s", Stage: 5, Rules: whole, Family: tutor.CaptureFamily, Practice: when},
	{Skill: "K8s", Stage: 5, Rules: whole, Family: tutor.CaptureFamily, Practice: what},
	{Skill: "K9s", Stage: 5, Rules: whole, Family: tutor.EndFamily, Practice: ends},
	{Skill: "K13s", Stage: 5, Rules: whole, Practice: half},
})

// corners are for thinking about the whole game of a stage: beside the skills,
// of one situation after another, the easier ones first.
var corners = [...]SkillInfo{
	{Skill: "T1", Stage: 1, Rules: school[:1], Practice: []Practice{
		{BestMove, 1, true}, {GoodLooking, 1, true}, {BestMove, 2, true}, {GoodLooking, 2, true}}},
	{Skill: "T2", Stage: 2, Rules: school[1:2], Practice: []Practice{
		{BestMove, 1, true}, {ThreeTurns, 1, true}, {GoodLooking, 1, true},
		{BestMove, 2, true}, {ThreeTurns, 2, true}, {GoodLooking, 2, true}}},
	{Skill: "T3", Stage: 3, Rules: school[2:3], Practice: []Practice{
		{BestMove, 1, true}, {GoodLooking, 1, true}, {ThreeTurns, 1, true},
		{BestMove, 2, true}, {GoodLooking, 2, true}, {ThreeTurns, 2, true}}},
	{Skill: "T4", Stage: 4, Rules: school[3:], Practice: thinking},
	{Skill: "T5", Stage: 5, Rules: whole, Practice: thinking},
}

var thinking = []Practice{
	{Enough, 1, true}, {BestMove, 1, true}, {GoodLooking, 1, true}, {ThreeTurns, 1, true},
	{Enough, 2, true}, {BestMove, 2, true}, {GoodLooking, 2, true}, {ThreeTurns, 2, true},
}

// Corner is the thinking corner of a stage, which goes like a skill. It is none
// of [Skills]: it is not needed for mastery, and nothing opens by it. False
// where a stage has none.
func Corner(stage int) (SkillInfo, bool) {
	for _, c := range corners {
		if c.Stage == stage {
			return c, true
		}
	}
	return SkillInfo{}, false
}

func withPast(all []SkillInfo) []SkillInfo {
	for i := range all {
		all[i].Past = slices.ContainsFunc(all[i].Practice, func(p Practice) bool { return alwaysPast(p.Kind, p.Level) })
	}
	return all
}

// Skills are the skills of a stage in the order of the course; stage 0 gives
// those of all. What the slices in them hold must not be changed.
func Skills(stage int) (of []SkillInfo) {
	for _, s := range skills {
		if stage == 0 || s.Stage == stage {
			of = append(of, s)
		}
	}
	return of
}

// Of is what is known of a skill or a thinking corner, and false for a code
// that is neither.
func Of(s Skill) (SkillInfo, bool) {
	for _, info := range skills {
		if info.Skill == s {
			return info, true
		}
	}
	for _, c := range corners {
		if c.Skill == s {
			return c, true
		}
	}
	return SkillInfo{}, false
}

// skillOf is the skill that an exercise is for when nobody says otherwise: the
// one that practises that kind and level under these rules, else that kind at
// all; of equal ones that of the latest stage, and of these the first.
func skillOf(k Kind, rules string, level int) (best Skill) {
	if k == Referee { // it asks about the same sowings
		k = Landing
	}
	if Situation(k) {
		r, _ := kalah.Named(rules)
		corner, _ := Corner(r.Stage())
		return corner.Skill
	}
	most, stage := 0, 0
	for _, s := range skills {
		score := 0
		for _, p := range s.Practice {
			switch {
			case p.Kind != k:
			case p.Level == level:
				score = 3
			default:
				score = max(score, 1)
			}
		}
		if score > 0 && slices.Contains(s.Rules, rules) {
			score++
		}
		if score > most || score == most && score > 0 && s.Stage > stage {
			best, most, stage = s.Skill, score, s.Stage
		}
	}
	return best
}

// credits reports whether a right answer to an item of another skill also
// speaks for s, because the item cannot be got right without it:
//
//	any prediction of a sowing      one seed each, start in the next house
//	… past the own kalah            which way, own kalah gets one
//	… past the other kalah          other kalah is skipped, go on round
//	the house that reaches it       extra turn (K6); own kalah gets one
//	a chain                         extra turn, counting trick
//	which captures, and how many    when and what, under the same rules
//	which does not, and why         when
//	who won                         compares
func credits(a *Attempt, s Skill) bool {
	switch a.Key.Kind {
	case Landing, LastThree, WhatHappens, Referee:
		switch s {
		case "K0", "K1":
			return true
		case "K2", "K3":
			return gone(a) >= 2
		case "K4", "K5":
			return gone(a) >= 3
		}
	case InKalah:
		return s == "K3"
	case ReachesKalah:
		return s == "K3" || s == "K6"
	case Chain:
		return s == "K6" || s == "K11"
	case Captures, CapturesNot:
		standard := a.Key.Rules == "standard"
		switch s {
		case "K7":
			return !standard
		case "K7s":
			return standard
		case "K8":
			return !standard && a.Key.Kind == Captures
		case "K8s":
			return standard && a.Key.Kind == Captures
		}
	case WhoWon:
		return s == "K10"
	}
	return false
}

// Speaks reports whether answers to a kind of question say something about a
// skill: the kind practises it, or a right answer needs it (see [credits]).
func Speaks(k Kind, s Skill) bool {
	info, ok := Of(s)
	if !ok || slices.ContainsFunc(info.Practice, func(p Practice) bool { return p.Kind == k }) {
		return ok
	}
	switch k {
	case Landing, LastSeed, LastThree, Referee, InKalah, WhatHappens:
		return info.Stage == 1 && info.Family == tutor.LandingFamily // K0 to K5
	case ReachesKalah:
		return s == "K3" || s == "K6"
	case Chain:
		return s == "K6" || s == "K11"
	case WhoWon:
		return s == "K10" || s == "K13s"
	}
	return false
}

// Against is the skill that a named slip speaks against, under the rules of a
// stage; "" for a code that is no slip.
func Against(slip tutor.Slip, stage int) Skill {
	s := Skill("")
	switch slip {
	case tutor.OneTooFar, tutor.SkipsEmptyHouses:
		return "K0"
	case tutor.CountsStart:
		return "K1"
	case tutor.Clockwise:
		return "K2"
	case tutor.ForgetsOwnStore:
		return "K3"
	case tutor.FeedsRivalStore:
		return "K4"
	case tutor.StaysOnOwnRow, tutor.SkipsStartHouse:
		return "K5"
	case tutor.PassingIsEnough, tutor.OnlyOnce:
		return "K6"
	case tutor.SignTurned, tutor.CountsHouses:
		return "K10"
	case tutor.CapturesOtherSide, tutor.CapturesOccupied, tutor.CapturesNothingFacing, tutor.CapturePlaysAgain:
		s = "K7"
	case tutor.FacesSameNumber, tutor.TakesOwnToo, tutor.LeavesOwn:
		s = "K8"
	case tutor.FirstEmptyWins, tutor.RestToTheWrongPlayer, tutor.CountsTheBoard:
		s = "K9"
	}
	if s != "" && stage >= 5 {
		s += "s"
	}
	return s
}

// SkillName is the short label of a skill in a language.
func SkillName(l *i18n.Loc, s Skill) string {
	switch s {
	case "T1", "T2", "T3", "T4", "T5":
		return l.T("skill.thinking")
	case "K0":
		return l.T("skill.k0")
	case "K1":
		return l.T("skill.k1")
	case "K2":
		return l.T("skill.k2")
	case "K3":
		return l.T("skill.k3")
	case "K4":
		return l.T("skill.k4")
	case "K5":
		return l.T("skill.k5")
	case "K6":
		return l.T("skill.k6")
	case "K7":
		return l.T("skill.k7")
	case "K8":
		return l.T("skill.k8")
	case "K9":
		return l.T("skill.k9")
	case "K10":
		return l.T("skill.k10")
	case "K11":
		return l.T("skill.k11")
	case "K12":
		return l.T("skill.k12")
	case "K13":
		return l.T("skill.k13")
	case "K7s":
		return l.T("skill.k7s")
	case "K8s":
		return l.T("skill.k8s")
	case "K9s":
		return l.T("skill.k9s")
	case "K13s":
		return l.T("skill.k13s")
	}
	return ""
}
