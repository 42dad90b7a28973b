package lesson

import (
	"fmt"
	"math"

	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// candidates is the number of exercises of a kind and level between which
// [Next] chooses.
const candidates = 8

// splits is the number of bits an item has to promise before it is preferred
// for what it tells of slips.
const splits = 0.01

// Next chooses a pupil's next exercise in a skill. history are the pupil's
// attempts, of all skills or of this one; seeds gives the seeds of the
// candidates 0..7, always the same for the same i; mind is that of the skill's
// family. The same arguments give the same exercise. index is the candidate
// that was taken: [Candidate] makes it again from its seed.
//
// Right answers lead on along the skill's practice, two wrong ones in a row
// lead back. After one wrong answer comes a like item; otherwise, while the
// family has something to split, the candidate with the greatest expected
// gain, which is a contrasting one. A skill that needs an item past the kalah
// gets one in any three.
func Next(skill Skill, history []Attempt, seeds func(i int) uint64, mind tutor.Mind) (e Exercise, index int, err error) {
	info, ok := Of(skill)
	if !ok {
		return Exercise{}, 0, fmt.Errorf("lesson: no skill %q", skill)
	}
	return next(info, info.Rules[0], history, seeds, &mind)
}

// Candidate makes the exercise that [Next] makes of one seed for the same skill
// and history.
func Candidate(skill Skill, history []Attempt, seed uint64) (Exercise, error) {
	info, ok := Of(skill)
	if !ok {
		return Exercise{}, fmt.Errorf("lesson: no skill %q", skill)
	}
	p, _ := choose(&info, ownOf(skill, history))
	return practise(&info, info.Rules[0], p, seed)
}

func practise(info *SkillInfo, rules string, p Practice, seed uint64) (Exercise, error) {
	e, err := Make(Key{Kind: p.Kind, Rules: rules, Level: p.Level, Seed: seed, Version: Version})
	e.Skill, e.Numbers = info.Skill, p.Numbers
	return e, err
}

// Given chooses an exercise of a kind and level that somebody else has decided
// on, as a lesson does, as [Next] would: like the last one answered where that
// was wrong, else what tells most of slips.
func Given(skill Skill, rules string, p Practice, like bool, history []Attempt, seeds func(i int) uint64, mind tutor.Mind) (Exercise, error) {
	info, ok := Of(skill)
	if !ok {
		return Exercise{}, fmt.Errorf("lesson: no skill %q", skill)
	}
	e, _, err := best(&info, rules, p, like, ownOf(skill, history), seeds, &mind)
	return e, err
}

func next(info SkillInfo, rules string, history []Attempt, seeds func(i int) uint64, mind *tutor.Mind) (Exercise, int, error) {
	own := ownOf(info.Skill, history)
	p, like := choose(&info, own)
	return best(&info, rules, p, like, own, seeds, mind)
}

// best of the candidates.
func best(info *SkillInfo, rules string, p Practice, like bool, own []Attempt, seeds func(i int) uint64, mind *tutor.Mind) (e Exercise, index int, err error) {
	like = like && len(own) > 0
	most := math.Inf(-1)
	for i := range candidates {
		c, err := practise(info, rules, p, seeds(i))
		if err != nil {
			return Exercise{}, 0, err
		}
		worth := 0.0
		switch {
		case like:
			worth = -unlike(&c, &own[len(own)-1])
		case c.Case != nil:
			if g := mind.Gain(*c.Case); g >= splits {
				worth = math.Round(g * 1e6) // the last bits differ between machines
			}
		}
		if repeats(&c, own[max(0, len(own)-6):]) {
			worth -= 1e9
		} else if Situation(c.Kind) && repeats(&c, own) { // there are others
			worth -= 1e6
		}
		if worth > most {
			e, index, most = c, i, worth
		}
	}
	return e, index, nil
}

func ownOf(s Skill, history []Attempt) (own []Attempt) {
	for _, a := range history {
		if a.Skill == s {
			own = append(own, a)
		}
	}
	return own
}

// choose is the practice that comes next after the attempts on a skill, and
// whether it should be like the last item.
func choose(info *SkillInfo, own []Attempt) (p Practice, like bool) {
	top := len(info.Practice)
	step, wrong, near := 0, 0, 0 // near: right in a row, not past the kalah
	for i := range own {
		if a := &own[i]; a.Right {
			step, wrong, near = min(step+1, top), 0, near+1
			if info.Past && gone(a) > 1 {
				near = 0
			}
		} else {
			if wrong++; wrong > 1 {
				step = max(step-1, 0)
			}
			near = 0
		}
	}
	if wrong == 1 {
		last := own[len(own)-1].Key
		for _, p := range info.Practice {
			if p.Kind == last.Kind && p.Level == last.Level {
				return p, true
			}
		}
	}
	if step == top { // the end is reached: the later half in turn
		step -= 1 + len(own)%((top+1)/2)
	}
	if p = info.Practice[step]; info.Past && near >= 2 && !alwaysPast(p.Kind, p.Level) {
		for i, q := range info.Practice {
			if alwaysPast(q.Kind, q.Level) {
				p = q
				if i >= step {
					break
				}
			}
		}
	}
	return p, false
}

// unlike tells how far an exercise is from an attempt: by house and seeds where
// a house is played, else every candidate is as like.
func unlike(e *Exercise, a *Attempt) float64 {
	side, _ := kalah.ParseSide(a.Mover)
	p, err := kalah.ParsePosition(a.Board, side)
	if err != nil || e.House == 0 || a.House == 0 {
		return 0
	}
	h := e.House - a.House
	n := e.Pos.House(e.Pos.Turn(), e.House) - p.House(side, a.House)
	return float64(max(h, -h) + max(n, -n))
}

// repeats reports whether one of the attempts was on the same item.
func repeats(e *Exercise, own []Attempt) bool {
	for _, a := range own {
		if a.Key == e.Key || a.House == e.House && a.Board == e.Pos.String() && a.Key.Kind == e.Kind {
			return true
		}
	}
	return false
}

// Mixed chooses an exercise of a mixed practice, among the skills of the stages
// up to stage: first one that is due to be looked back at, the longest due
// first; else one of those begun, that which was answered longest ago; else the
// first of the course. Exercises are under the rules of the latest open stage
// that practises the skill. minds gives the mind of a family.
func Mixed(stage int, history []Attempt, now int64, seeds func(i int) uint64, minds func(tutor.Family) tutor.Mind) (e Exercise, index int, err error) {
	var best Standing
	found := false
	for _, info := range skills {
		if info.Stage > stage {
			continue
		}
		s := Trace(info.Skill, history)
		if !found || before(&s, &best, now) {
			best, found = s, true
		}
	}
	if !found {
		return Exercise{}, 0, fmt.Errorf("lesson: no stage %d", stage)
	}
	info, _ := Of(best.Skill)
	rules := info.Rules[0]
	for _, name := range info.Rules {
		if r, ok := kalah.Named(name); ok && r.Stage() <= stage && fits(&info, r) {
			rules = name
		}
	}
	mind := minds(info.Family)
	return next(info, rules, history, seeds, &mind)
}

// fits reports whether all of a skill's practice exists under the rules.
func fits(info *SkillInfo, r kalah.Rules) bool {
	for _, p := range info.Practice {
		if levels(p.Kind, r) < p.Level {
			return false
		}
	}
	return true
}

// before reports whether a comes before b in a mixed practice.
func before(a, b *Standing, now int64) bool {
	if x, y := a.LookBack(now), b.LookBack(now); x || y {
		return x && (!y || a.Due < b.Due)
	}
	if x, y := a.Last > 0, b.Last > 0; x != y {
		return x
	}
	return a.Last < b.Last
}
