package school_test

import (
	"testing"

	"semeia/internal/lesson"
	"semeia/internal/school"
)

// can is the picture of a pupil who has mastered the stages and nothing else.
func can(stages ...int) *lesson.Picture {
	p := lesson.Paint(nil)
	for i := range p.Standings {
		info, _ := lesson.Of(p.Standings[i].Skill)
		for _, stage := range stages {
			if info.Stage == stage {
				p.Standings[i].Mastered = true
			}
		}
	}
	return &p
}

func played(stages ...int) (p school.Played) {
	for _, stage := range stages {
		p[stage] = true
	}
	return p
}

func TestAStageIsPassedBySkillsAndAGame(t *testing.T) {
	some := can(1)
	some.Standings[0].Mastered = false
	for what, c := range map[string]struct {
		can    *lesson.Picture
		played school.Played
		stage  int
		ready  bool
	}{
		"nothing":            {can(), played(), 1, false},
		"skills alone":       {can(1), played(), 1, false},
		"a game alone":       {can(), played(1), 1, false},
		"both":               {can(1), played(1), 1, true},
		"all skills but one": {some, played(1), 1, false},
		"of another stage":   {can(1), played(2), 1, false},
		"stage 5":            {can(5), played(5), 5, true},
		"the laboratory":     {can(1, 2, 3, 4, 5), played(1, 2, 3, 4, 5, 6), 6, false},
	} {
		if got := school.Ready(c.stage, c.can, c.played); got != c.ready {
			t.Errorf("%s: %v", what, got)
		}
	}
}

func TestTheStageReachedFollowsThoseThatWerePassed(t *testing.T) {
	for what, c := range map[string]struct {
		from   int
		can    *lesson.Picture
		played school.Played
		want   int
	}{
		"nothing yet":               {1, can(), played(), 1},
		"the first":                 {1, can(1), played(1), 2},
		"two":                       {1, can(1, 2), played(1, 2), 3},
		"not the second":            {1, can(1, 3), played(1, 2, 3), 2},
		"a later one counts then":   {2, can(2, 3), played(1, 2, 3), 4},
		"what is forgotten":         {2, can(), played(1), 2},
		"forgotten, and the second": {2, can(2), played(1, 2), 3},
		"all":                       {1, can(1, 2, 3, 4, 5), played(1, 2, 3, 4, 5), school.LastStage},
		"at the end":                {school.LastStage, can(1, 2, 3, 4, 5), played(1, 2, 3, 4, 5, 6), school.LastStage},
	} {
		if got := school.Reached(c.from, c.can, c.played); got != c.want {
			t.Errorf("%s: %d, want %d", what, got, c.want)
		}
	}
}
