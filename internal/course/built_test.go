package course_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"semeia/internal/course"
	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/lessons"
)

// built is the built-in course.
func built(t *testing.T) *course.Course {
	t.Helper()
	l, err := course.Open(lessons.FS, "")
	if err != nil {
		t.Fatal(err)
	}
	return l.Course()
}

func TestTheBuiltInLessonsHaveNoFault(t *testing.T) {
	faults, own, err := course.Check(lessons.FS, "")
	if err != nil || len(own) > 0 {
		t.Fatal(err, own)
	}
	c, err := catalogues()
	if err != nil {
		t.Fatal(err)
	}
	en, _ := c.Loc("en")
	for _, f := range faults {
		t.Errorf("%s:%d: %s", f.File, f.Line, en.M(f.Msg))
	}
}

// A lesson is whole in each language, step by step, and each step holds what
// its kind needs.
func TestEveryBuiltInLessonIsWholeInEveryLanguage(t *testing.T) {
	for _, l := range built(t).Lessons {
		if len(l.Texts) != len(i18n.Langs) || l.Own {
			t.Errorf("%s: %d languages", l.Folder, len(l.Texts))
		}
		for i, x := range l.Texts {
			if x.Lang != i18n.Langs[i].Code || x.Title == "" || x.Lead == "" || x.Aim == "" || x.AtBoard == "" || x.Ask == "" || len(x.Steps) != len(l.Steps) {
				t.Errorf("%s: %s is not whole", l.Folder, x.Lang)
			}
			for j, p := range x.Steps {
				if p.Title == "" || p.HTML == "" || p.Words == 0 {
					t.Errorf("%s: %s: %s is not there", l.Folder, x.Lang, l.Steps[j].ID)
				}
				if seconds := 60 * p.Words / wordsAMinute; seconds > 40 {
					t.Errorf("%s: %s: %s takes %d s to read aloud", l.Folder, x.Lang, l.Steps[j].ID, seconds)
				}
			}
		}
		for i := range l.Steps {
			s := &l.Steps[i]
			whole := map[course.Kind]bool{
				course.Read: true, course.Talk: true, course.Play: s.Starts != "", course.Try: s.Board != nil,
				course.Touch: len(s.Touch) > 0 && s.Board != nil, course.Watch: len(s.Moves) > 0,
				course.Predict: len(s.Items) == 1 && s.Items[0].Posed != nil && s.Skill != "", course.Practise: len(s.Items) > 0 && s.Skill != "",
			}[s.Kind]
			if !whole || l.At(s.ID) != i {
				t.Errorf("%s: %s %s is not whole", l.Folder, s.Kind, s.ID)
			}
			if s.Board != nil && (s.Board.Houses() != int(s.Set.Houses) || s.Board.Seeds() > s.Set.Seeds()) {
				t.Errorf("%s: %s: %s is no board for %s", l.Folder, s.ID, s.Board, s.Rules)
			}
			for j, m := range s.Moves {
				before := s.Board.String()
				if j > 0 {
					before = s.Moves[j-1].After.String()
				}
				if again, err := s.Set.Sow(m.Before, m.House); err != nil || m.Before.String() != before || again != m {
					t.Errorf("%s: %s: move %d: %v", l.Folder, s.ID, j+1, err)
				}
			}
		}
	}
}

const wordsAMinute = 130 // read aloud to children

// estimate is how many minutes a lesson takes without its games: the words of
// the longest language, 20 s a step and 35 s a question.
func estimate(l *course.Lesson) float64 {
	words, questions := 0, 0
	for _, x := range l.Texts {
		n := 0
		for _, p := range x.Steps {
			n += p.Words
		}
		words = max(words, n)
	}
	for _, s := range l.Steps {
		questions += len(s.Items)
	}
	return float64(words)/wordsAMinute + float64(20*len(l.Steps)+35*questions)/60
}

func TestALessonTakesAboutAsLongAsItSays(t *testing.T) {
	for _, l := range built(t).Lessons {
		takes := estimate(l)
		if said := float64(l.Minutes); takes < 6 || takes > 16 || takes < said-5 || takes > said+5 {
			t.Errorf("%s takes %.1f minutes, and says %d", l.Folder, takes, l.Minutes)
		}
	}
}

// subjects are what the course must have a lesson of, by the lessons' folders.
var subjects = map[string]string{
	"the board": `board`, "first sowing": `first-sowing`, "own kalah": `own-kalah`, "other kalah": `other-kalah`,
	"round": `round`, "the end": `the-end`, "a whole game": `whole-game`, "extra turn": `extra-turn`,
	"counting trick": `counting-trick`, "chains": `chains`, "capture": `capture`, "captures nothing": `captures-nothing`,
	"lap": `lap.*`, "seventeen": `seventeen`, "how to win": `how-to-win`, "standard game": `standard-game`,
	"its end": `standard-end`, "its captures": `standard-captures`, "how to win it": `win-standard`,
	"laboratory": `laboratory`, "story": `story`,
}

const leastQuestions = 4 // of a skill, in the practise steps of its stage

// missing is what a course does not have and must.
func missing(c *course.Course) (all []string) {
	explained, practised := map[string]int{}, map[string]map[string]bool{}
	skilled, questions := map[lesson.Skill]bool{}, map[lesson.Skill]int{}
	names := ""
	for _, l := range c.Lessons {
		names += l.Folder[3:] + "\n"
		for _, s := range l.Skills {
			skilled[s] = true
		}
		for _, s := range l.Steps {
			for _, r := range s.Explains {
				explained[r]++
			}
			for _, r := range s.Practises {
				if practised[r] == nil {
					practised[r] = map[string]bool{}
				}
				practised[r][l.Origin(&s)] = true
				for _, item := range s.Items[min(1, len(s.Items)):] { // the first is the step's own
					if item.Kind != s.Items[0].Kind {
						practised[r][l.Origin(&s)+" "+string(item.Kind)] = true
					}
				}
			}
			if info, _ := lesson.Of(s.Skill); s.Kind == course.Practise && info.Stage == l.Stage {
				questions[s.Skill] += len(s.Items)
			}
		}
	}
	for i := range 18 {
		rule := fmt.Sprintf("R%d", i+1)
		if explained[rule] == 0 {
			all = append(all, rule+" is not explained")
		}
		if n := len(practised[rule]); n < 2 {
			all = append(all, fmt.Sprintf("%s is practised in %d ways", rule, n))
		}
	}
	for _, info := range lesson.Skills(0) {
		if !skilled[info.Skill] {
			all = append(all, string(info.Skill)+" has no lesson")
		}
		if n := questions[info.Skill]; n < leastQuestions {
			all = append(all, fmt.Sprintf("%s has %d questions", info.Skill, n))
		}
	}
	for _, subject := range slices.Sorted(maps.Keys(subjects)) {
		if !regexp.MustCompile(`(?m)^(` + subjects[subject] + `)$`).MatchString(names) {
			all = append(all, "no lesson of "+subject)
		}
	}
	return all
}

func TestTheCourseHasAllItMust(t *testing.T) {
	c := built(t)
	if n := len(c.Lessons); n < 18 {
		t.Errorf("%d lessons", n)
	}
	for _, what := range missing(c) {
		t.Error(what)
	}
}

// Every lesson is needed: without any one of them something is missing.
func TestNoLessonCanBeLeftOut(t *testing.T) {
	c := built(t)
	whole := missing(c)
	for i, l := range c.Lessons {
		without := &course.Course{Lessons: slices.Delete(slices.Clone(c.Lessons), i, i+1)}
		lacks := slices.DeleteFunc(missing(without), func(s string) bool { return slices.Contains(whole, s) })
		if len(lacks) == 0 {
			t.Errorf("%s is not needed", l.Folder)
		}
		t.Logf("without %s: %s", l.Folder, strings.Join(lacks, ", "))
	}
}

// The course goes up through all stages, and no rules come before their time.
func TestTheCourseGoesUp(t *testing.T) {
	c := built(t)
	stage := 1
	for _, l := range c.Lessons {
		if l.Stage < stage || l.Stage > stage+1 {
			t.Errorf("%s of stage %d after stage %d", l.Folder, l.Stage, stage)
		}
		stage = l.Stage
		for _, s := range l.Steps {
			if set, ok := kalah.Named(s.Rules); !ok || set.Stage() > l.Stage || set != s.Set {
				t.Errorf("%s: %s: %s", l.Folder, s.ID, s.Rules)
			}
		}
	}
	if stage != 6 {
		t.Errorf("the last stage is %d", stage)
	}
	for i := 1; i < len(c.Lessons); i++ {
		if c.Lessons[i].Folder < c.Lessons[i-1].Folder {
			t.Errorf("%s comes after %s", c.Lessons[i].Folder, c.Lessons[i-1].Folder)
		}
	}
}
