package web

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"semeia/internal/course"
	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/templates"
)

// asks is what the reader is to answer in a step; through: everything was.
func (s *server) asks(w *walker, l *course.Lesson, i int) (a asked, through bool, err error) {
	step := &l.Steps[i]
	given := l.Given(step, w.history)
	at, again, through := step.Asked(given)
	a = asked{n: count(w.history, step.Skill) + 1, path: stepPath(l, i)}
	item := step.Items[at]
	if item.Posed != nil && !again {
		seen, err := s.seen(w, l, step, item.Posed)
		if err != nil {
			return a, through, err
		}
		if !seen {
			a.Exercise = *item.Posed
			return a, through, nil
		}
	}
	owner := w.owner()
	info, _ := lesson.Of(step.Skill)
	a.Exercise, err = lesson.Given(step.Skill, step.Rules, item.Practice, again, w.history, func(c int) uint64 {
		return seed(owner, l.Folder+"/"+step.ID, len(given), c)
	}, mindOf(info.Family, w.history))
	return a, through, err
}

// seen reports whether the other one of two has answered a question of the
// lesson in this step: both have read then what it came to.
func (s *server) seen(w *walker, l *course.Lesson, step *course.Step, e *lesson.Exercise) (bool, error) {
	if w.Partner == nil {
		return false, nil
	}
	history, err := s.Store.Attempts(w.Request().Context(), school.OwnerOf(w.Partner.ID))
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(l.Given(step, history), func(a lesson.Attempt) bool {
		return a.Key == e.Key && a.Board == e.Pos.String()
	}), nil
}

// question is the page of a step that asks. Of two at one computer it is asked
// of the one who is not through yet.
func (s *server) question(w *walker, l *course.Lesson, i, status int, so []string, notice string) error {
	a, through, err := s.asks(w, l, i)
	if err != nil {
		return err
	}
	if through && w.Partner != nil && w.taps(w.Partner.ID) {
		if w.history, err = s.history(w.request); err != nil {
			return err
		}
		if a, through, err = s.asks(w, l, i); err != nil {
			return err
		}
	}
	page := w.page(l, i)
	if through {
		page.GoOn, page.GoOnMain = w.L.T("lesson.on"), true
		page.Says = w.L.T("lesson.answered")
		return w.render(status, templates.StepPage(page))
	}
	ask := s.askView(w.request, &a, so, notice)
	ask.Shell, ask.Stop = page.Shell, "/learn"
	page.Ask = &ask
	return w.render(status, templates.StepPage(page))
}

// doStep takes what was done in a step: an answer, or that it is through.
func (s *server) doStep(r *request) error { return s.onStep(r, s.doStepAt) }

func (s *server) doStepAt(w *walker, l *course.Lesson, i int) error {
	step := &l.Steps[i]
	if w.form("do") != "on" {
		if len(step.Items) == 0 {
			return w.Redirect(http.StatusSeeOther, stepPath(l, i))
		}
		return s.answerStep(w, l, i)
	}
	if through, err := s.through(w, l, i); err != nil {
		return err
	} else if !through {
		return w.Redirect(http.StatusSeeOther, stepPath(l, i))
	}
	w.owner() // a visitor who has none yet gets one
	if err := s.Store.DoStep(w.Request().Context(), w.owners(), l.Folder, step.ID, w.Now); err != nil {
		return err
	}
	to := lessonPath(l)
	if i+1 < len(l.Steps) {
		to = stepPath(l, i+1)
	}
	return w.Redirect(http.StatusSeeOther, to)
}

// through reports whether a step can be done: what is to be answered in it has
// been, by both of two, and its game has been played.
func (s *server) through(w *walker, l *course.Lesson, i int) (bool, error) {
	switch step := &l.Steps[i]; step.Kind {
	case course.Play:
		return w.played(step.Set, step.Counts), nil
	case course.Predict, course.Practise:
		for _, owner := range w.owners() {
			if done, err := s.answered(w, l, i, owner); !done || err != nil {
				return false, err
			}
		}
		return len(w.owners()) > 0, nil
	}
	return true, nil
}

// answered reports whether an owner has answered all that a step asks.
func (s *server) answered(w *walker, l *course.Lesson, i int, owner string) (done bool, err error) {
	history, err := s.Store.Attempts(w.Request().Context(), owner)
	_, _, done = l.Steps[i].Asked(l.Given(&l.Steps[i], history))
	return done, err
}

// answerStep keeps an answer given in a step, and leads to what it came to.
func (s *server) answerStep(w *walker, l *course.Lesson, i int) error {
	a, through, err := s.asks(w, l, i)
	if err != nil {
		return err
	}
	if through || w.form("n") != strconv.Itoa(a.n) || w.form("seed") != strconv.FormatUint(a.Seed, 16) {
		return s.question(w, l, i, http.StatusConflict, nil, w.L.T("practice.stale"))
	}
	so, answer, complete := templates.ReadAnswer(&a.Exercise, w.Request().PostForm)
	if !complete {
		return s.question(w, l, i, http.StatusOK, so, "")
	}
	attempt, ok := a.Attempted(answer)
	if !ok {
		return s.question(w, l, i, http.StatusUnprocessableEntity, nil, w.L.T("practice.bad"))
	}
	attempt.Skill, attempt.Origin = l.Steps[i].Skill, l.Origin(&l.Steps[i])
	if err := s.keep(w.request, &a, &attempt, w.history); err != nil {
		return err
	}
	n := len(l.Given(&l.Steps[i], w.history)) + 1
	return w.Redirect(http.StatusSeeOther, w.byPupil(fmt.Sprintf("%s/%d", stepPath(l, i), n)))
}

// learnAnswer shows what the n-th answer in a step came to.
func (s *server) learnAnswer(r *request) error { return s.onStep(r, s.learnAnswerAt) }

func (s *server) learnAnswerAt(w *walker, l *course.Lesson, i int) error {
	step := &l.Steps[i]
	n, ok := whole(w.Param("n"))
	given := l.Given(step, w.history)
	if !ok || n < 1 || n > len(given) {
		return school.Fail(school.NotFound, "practice.noanswer")
	}
	at := slices.IndexFunc(w.history, func(a lesson.Attempt) bool { return a.Skill == given[n-1].Skill && a.N == given[n-1].N })
	told, err := s.told(w.request, w.history[:at+1])
	if err != nil {
		return err
	}
	page := w.page(l, i)
	page.At = page.Path + "/" + w.Param("n")
	page.Lead.HTML, page.Small = "", false // the words were for before
	page.Shell.Told = told.Shell.Told
	told.Shell = page.Shell
	page.Told, page.Answered = &told, true
	_, _, mine := step.Asked(given)
	others := true
	if w.Partner != nil {
		if others, err = s.answered(w, l, i, school.OwnerOf(w.Partner.ID)); err != nil {
			return err
		}
	}
	page.Stays = others && !mine
	if mine && others {
		page.GoOn, page.GoOnMain = w.L.T("lesson.on"), true
	} else {
		page.Ways = []templates.Way{{To: page.Path, Text: w.L.T("told.next"), Main: true}}
	}
	return w.render(http.StatusOK, templates.StepPage(page))
}
