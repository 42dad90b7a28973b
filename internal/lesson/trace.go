package lesson

import (
	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// Bayesian knowledge tracing (Corbett and Anderson 1995) with PEDAGOGY's
// parameters; p(G) is the exercise's.
const (
	known   = 0.20 // p(L0): knows it before the first item
	learns  = 0.15 // p(T): learns it from an item
	slipsUp = 0.10 // p(S): errs though it is known
	keeps   = 0.95 // p(L) below which mastery is lost again

	wrongInRow   = 4
	unknownInRow = 3
	triesEnough  = 10
)

// Spans of time in milliseconds. Another day is known by the night between, so
// that no time zone is needed; the week and the month are a bit short, so that
// the same hour of the timetable counts.
const (
	hour     = 60 * 60 * 1000
	nextDay  = 12 * hour
	nextWeek = 6 * 24 * hour
	aMonth   = 27 * 24 * hour
)

// lookBacks are when a mastered skill is looked at again, after mastery.
var lookBacks = [...]int64{nextDay, nextWeek, aMonth}

// Standing is what a pupil can do in one skill, by the answers given so far.
type Standing struct {
	Skill        Skill
	P            float64 // p(L): probability that the pupil knows it
	Right, Wrong int     // answers to items built for the skill; "?" is wrong
	InRow        int     // right answers in a row, up to the last one
	Mastered     bool
	Star         bool  // and right in a mixed practice on a later day
	NeedsHelp    bool  // four wrong or three "?" in a row, or ten items without mastery
	Last         int64 // when last answered, 0: never; milliseconds
	Since        int64 // when mastered
	Due          int64 // when to look back, 0: not
	LookedBack   int   // right answers when it was due, of three

	wrongRow, unknownRow int
	tries                int // items since the start or since mastery was lost
	wide, past           uint8
}

// New is the standing before the first answer.
func New(s Skill) Standing { return Standing{Skill: s, P: known} }

// Trace folds a pupil's attempts, in the order they were given, into the
// standing in one skill. Attempts on other skills count as credit only.
func Trace(skill Skill, attempts []Attempt) Standing {
	s := New(skill)
	for i := range attempts {
		s.Add(&attempts[i])
	}
	return s
}

// TraceAll is [Trace] for every skill, in the order of the course.
func TraceAll(attempts []Attempt) []Standing {
	all := make([]Standing, len(skills))
	for i := range skills {
		all[i] = Trace(skills[i].Skill, attempts)
	}
	return all
}

// LookBack reports whether the skill is due to be looked at again.
func (s *Standing) LookBack(now int64) bool { return s.Mastered && s.Due > 0 && now >= s.Due }

// Add takes one more attempt into account, of this skill or another.
func (s *Standing) Add(a *Attempt) {
	if a.Skill != s.Skill {
		if a.Right && credits(a, s.Skill) {
			g, _ := chance(a)
			s.P = update(s.P, true, g)
		}
		return
	}
	info, _ := Of(s.Skill)
	g, wide := chance(a)
	s.P = update(s.P, a.Right, g)
	s.Last = a.At
	s.tries++
	if a.Right {
		s.Right++
		s.InRow++
		s.wrongRow, s.unknownRow = 0, 0
		s.wide, s.past = s.wide<<1, s.past<<1
		if wide {
			s.wide |= 1
		}
		if gone(a) > 1 {
			s.past |= 1
		}
	} else {
		s.Wrong++
		s.InRow, s.wide, s.past = 0, 0, 0
		s.wrongRow++
		s.unknownRow++
		if a.Answer != tutor.DontKnow {
			s.unknownRow = 0
		}
	}
	s.look(a)
	if !s.Mastered && s.P >= info.Needs() && s.shown(info.Past) {
		s.Mastered, s.Since = true, a.At
		s.Due = a.At + lookBacks[0]
	}
	s.settle()
}

// shown reports whether the last three answers are right (four where one of
// the three had few choices), one of them past the kalah where that is needed.
func (s *Standing) shown(past bool) bool {
	need, mask := 3, uint8(1<<3-1)
	if s.wide&mask != mask {
		need, mask = 4, 1<<4-1
	}
	return s.InRow >= need && (!past || s.past&mask != 0)
}

// look keeps the star and the looking back of a skill that was mastered before.
func (s *Standing) look(a *Attempt) {
	if !s.Mastered {
		return
	}
	if a.Right && a.Mixed && a.At >= s.Since+nextDay {
		s.Star = true
	}
	if s.Due == 0 || a.At < s.Due {
		return
	}
	if !a.Right { // again in the next lesson
		s.Due = a.At + nextDay
		return
	}
	s.LookedBack++
	s.Due = 0
	if s.LookedBack < len(lookBacks) {
		s.Due = max(s.Since+lookBacks[s.LookedBack], a.At+nextDay)
	}
}

// settle takes mastery away where p(L) has fallen below 0.95 (one slip of a
// pupil who can do it does not do that, two in a row do), and tells who needs
// help.
func (s *Standing) settle() {
	if s.Mastered {
		s.tries = 0
		if s.P < keeps {
			s.Mastered, s.Star, s.Since, s.Due, s.LookedBack = false, false, 0, 0, 0
		}
	}
	s.NeedsHelp = s.wrongRow >= wrongInRow || s.unknownRow >= unknownInRow || !s.Mastered && s.tries >= triesEnough
}

// Blame is for a slip that has been named by an answer to another skill's item
// and speaks against this one (see [Against]): p(L) falls as after a wrong
// answer; the row of right ones stays.
func (s *Standing) Blame() {
	s.P = update(s.P, false, 0.30)
	s.settle()
}

// update is one step of the tracing: the posterior of "knows it" given the
// answer, then the chance that it has been learnt now.
func update(p float64, right bool, guess float64) float64 {
	hit, miss := p*(1-slipsUp), (1-p)*guess
	if !right {
		hit, miss = p*slipsUp, (1-p)*(1-guess)
	}
	post := hit / (hit + miss)
	return post + (1-post)*learns
}

// chance is p(G) of an attempt's exercise, and whether it has enough choices for
// three right answers to count. An exercise that is no longer known counts as
// easy to guess.
func chance(a *Attempt) (guessed float64, wide bool) {
	r, err := kalah.ParseRules(a.Key.Rules)
	if err != nil || levels(a.Key.Kind, r) == 0 {
		return 0.30, false
	}
	if a.Key.Kind == Referee {
		e, err := Recall(a)
		if err != nil {
			return 0.30, false
		}
		return refereeChance(e.Pos.House(e.Pos.Turn(), e.House), e.Right)
	}
	return guess(a.Key.Kind, r), width(a.Key.Kind, r) >= enough
}

// gone is how far the seeds of an attempt's house go, as [reach] tells, of the
// house that a right answer names where that was the question; 1 where none is
// sown.
func gone(a *Attempt) int {
	side, ok := kalah.ParseSide(a.Mover)
	p, err := kalah.ParsePosition(a.Board, side)
	if !ok || err != nil {
		return 1
	}
	house := a.House
	if a.Key.Kind == Captures && a.Right {
		house = firstNumber(a.Answer)
	}
	return reach(p.Houses(), house, p.House(side, house))
}
