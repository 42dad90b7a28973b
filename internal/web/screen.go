package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"semeia/internal/course"
	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/templates"
)

// frame is one view of a lesson on the projector. All of it is in the address,
// so that every view can be linked to, reloaded and gone back to.
type frame struct {
	step int
	at   int  // of Watch: how many moves have been shown
	item int  // of Predict and Practise: which question, from 0
	show bool // the answer is shown
}

// framesOf are the views of a lesson, as "next" leads through them.
func framesOf(l *course.Lesson) (all []frame) {
	for i := range l.Steps {
		switch s := &l.Steps[i]; s.Kind {
		case course.Touch:
			all = append(all, frame{step: i}, frame{step: i, show: true})
		case course.Watch:
			for at := 0; at <= len(s.Moves); at++ {
				all = append(all, frame{step: i, at: at})
			}
		case course.Predict, course.Practise:
			for item := range s.Items {
				all = append(all, frame{step: i, item: item}, frame{step: i, item: item, show: true})
			}
		default:
			all = append(all, frame{step: i})
		}
	}
	return all
}

// path is the address of a view.
func (f frame) path(l *course.Lesson) string {
	path := planPath(l) + "/" + url.PathEscape(l.Steps[f.step].ID)
	q := url.Values{}
	if f.at > 0 {
		q.Set("at", strconv.Itoa(f.at))
	}
	if f.item > 0 {
		q.Set("q", strconv.Itoa(f.item+1))
	}
	if f.show {
		q.Set("show", "1")
	}
	if len(q) > 0 {
		path += "?" + q.Encode()
	}
	return path
}

// frame is the view of the address, and where it is among those of the lesson. A
// number that is none of the step's leads to its first view.
func (r *request) frame(l *course.Lesson, step int) (f frame, at int) {
	all := framesOf(l)
	f = frame{step: step, show: r.QueryParam("show") == "1"}
	f.at, _ = whole(r.QueryParam("at"))
	if n, ok := whole(r.QueryParam("q")); ok {
		f.item = n - 1
	}
	if at = slices.Index(all, f); at < 0 {
		f = frame{step: step}
		at = slices.Index(all, f)
	}
	return f, at
}

// fewWords can stand larger than others.
const fewWords = 45

// screen is a step on the projector.
func (s *server) screen(r *request) error {
	c, l, err := s.taughtLesson(r)
	if err != nil {
		return err
	}
	i := l.At(r.Param("step"))
	if i < 0 {
		return school.Fail(school.NotFound, "lesson.nostep")
	}
	step, words := &l.Steps[i], l.In(r.L.Code)
	f, at := r.frame(l, i)
	page := templates.Screen{
		Shell: r.shell(words.Steps[i].Title), Lead: templates.WordsOf(r.L, words, i), Kind: string(step.Kind),
		Plan: planPath(l), Path: frame{step: i}.path(l), First: frame{}.path(l), Last: frame{step: len(l.Steps) - 1}.path(l),
	}
	page.Small, page.Short = step.Small(), words.Steps[i].Words <= fewWords
	all := framesOf(l)
	page.Prev, page.Next = page.Plan, after(c, l)
	if at > 0 {
		page.Prev = all[at-1].path(l)
	}
	if at+1 < len(all) {
		page.Next = all[at+1].path(l)
		page.Answer = all[at+1].step == i && all[at+1].show
	}
	switch step.Kind {
	case course.Predict, course.Practise:
		e, err := exerciseAt(l, step, f.item)
		if err != nil {
			return err
		}
		if len(step.Items) > 1 {
			page.Part = r.L.T("present.of", i18n.Args{"At": f.item + 1, "Of": len(step.Items)})
		}
		if f.show {
			page.HTML, page.Small = "", false // the words were for before
			page.Solve(&e)
		} else {
			page.Pose(&e)
		}
	case course.Touch:
		page.Board = templates.DrawStep(r.L, *step.Board)
		if f.show {
			page.Point(step.Touch)
		}
	case course.Watch:
		page.Board = templates.DrawStep(r.L, *step.Board)
		if f.at > 0 {
			page.Show(step.Set, &step.Moves[f.at-1])
		}
	case course.Try:
		r.tryHouse(step, &page)
	case course.Play:
		page.Board = templates.DrawStep(r.L, step.Set.Begin(kalah.South).Pos)
		page.Facts, page.Then = templates.Facts(r.L, step.Set), r.L.T("present.play", i18n.Args{"At": i + 1})
	default:
		if step.Board != nil {
			page.Board = templates.DrawStep(r.L, *step.Board)
		}
	}
	r.likes(&page)
	return r.render(http.StatusOK, templates.ScreenPage(page))
}

// after is where a lesson's last view leads: to the plan of the next lesson.
func after(c *course.Course, l *course.Lesson) string {
	if i := slices.Index(c.Lessons, l); i+1 < len(c.Lessons) {
		return planPath(c.Lessons[i+1])
	}
	return "/teach/lessons"
}

// exerciseAt is a question of a step as every class sees it: one that is not
// posed by the lesson is made from the lesson's, the step's and the question's
// names.
func exerciseAt(l *course.Lesson, step *course.Step, item int) (lesson.Exercise, error) {
	asked := step.Items[item]
	if asked.Posed != nil {
		return *asked.Posed, nil
	}
	info, _ := lesson.Of(step.Skill)
	return lesson.Given(step.Skill, step.Rules, asked.Practice, false, nil, func(i int) uint64 {
		return seed("screen", l.Folder+"/"+step.ID, item, i)
	}, mindOf(info.Family, nil))
}

// tryHouse shows the house of the address sown, or the board to choose one.
func (r *request) tryHouse(step *course.Step, page *templates.Screen) {
	house, _ := whole(r.QueryParam("house"))
	if move, err := step.Set.Sow(*step.Board, house); err == nil {
		page.Show(step.Set, &move)
		page.Again, page.Prev = true, page.Path
		return
	}
	page.Board, page.Choose = templates.DrawStep(r.L, *step.Board).Choose(step.Set, *step.Board), true
}

// likes puts boards and sowings as the reader likes them.
func (r *request) likes(page *templates.Screen) {
	if page.Told != nil {
		page.Board = nil
		page.Told.Speed, page.Told.Voice = r.Look.Speed, r.Look.Voice
		page.Told.Before.Numerals, page.Told.After.Numerals = r.numerals(), r.numerals()
	} else if page.Board != nil {
		page.Board.Numerals = r.numerals()
	}
}
