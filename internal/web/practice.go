package web

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/internal/tutor"
	"semeia/templates"
)

// mixed is the practice of all open stages together.
const mixed = "mixed"

// practice lists the skills and thinking corners of the open stages, with what
// the reader can do.
func (s *server) practice(r *request) error {
	history, err := s.history(r)
	if err != nil {
		return err
	}
	page := templates.PracticeList{Shell: r.shell(r.L.T("practice.title"))}
	page.At, page.Area = "/practice", "practice"
	picture := lesson.Paint(history)
	for stage := 1; stage <= min(page.Limit, 5); stage++ {
		group := templates.SkillGroup{Stage: stage}
		for _, info := range lesson.Skills(stage) {
			standing := picture.Of(info.Skill)
			group.Skills = append(group.Skills, templates.SkillLink{
				Code: string(info.Skill), Name: lesson.SkillName(r.L, info.Skill), Mark: templates.MarkOf(&standing), Back: standing.LookBack(r.Now),
			})
		}
		if corner, ok := lesson.Corner(stage); ok {
			standing := lesson.Trace(corner.Skill, history)
			group.Corner = templates.SkillLink{
				Code: string(corner.Skill), Name: lesson.SkillName(r.L, corner.Skill), Mark: templates.MarkOf(&standing),
			}
		}
		page.Groups = append(page.Groups, group)
	}
	return r.render(http.StatusOK, templates.PracticePage(page))
}

// history is every answer the reader has given.
func (s *server) history(r *request) ([]lesson.Attempt, error) {
	if r.Owner() == "" {
		return nil, nil
	}
	return s.Store.Attempts(r.Request().Context(), r.Owner())
}

// asked is the exercise that a reader is to answer next.
type asked struct {
	lesson.Exercise
	n     int    // which attempt on the skill it will be
	mixed bool   // in the mixed practice
	path  string // of the practice
}

// seed of a candidate: nobody else gets the same, and nobody can choose.
func seed(owner string, skill string, n, i int) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s/%s/%d/%d", owner, skill, n, i))
	return binary.BigEndian.Uint64(sum[:])
}

// practised is the skill of the address; the error is [school.NotFound] where
// there is none, [school.NotYet] where its stage is not open.
func (r *request) practised() (lesson.Skill, error) {
	skill := lesson.Skill(r.Param("skill"))
	if skill == mixed {
		return skill, nil
	}
	info, ok := lesson.Of(skill)
	switch {
	case !ok:
		return skill, school.Fail(school.NotFound, "practice.noskill")
	case info.Stage > r.Limit(r.Now):
		return skill, school.Fail(school.NotYet, "error.notyet")
	}
	return skill, nil
}

func count(history []lesson.Attempt, skill lesson.Skill) (n int) {
	for i := range history {
		if history[i].Skill == skill {
			n++
		}
	}
	return n
}

// next chooses what the reader is asked: the same until it is answered.
func (s *server) next(r *request, skill lesson.Skill, history []lesson.Attempt) (asked, error) {
	owner := r.owner()
	minds := func(f tutor.Family) tutor.Mind { return mindOf(f, history) }
	if skill != mixed {
		a := asked{n: count(history, skill) + 1, path: "/practice/" + string(skill)}
		info, _ := lesson.Of(skill)
		var err error
		a.Exercise, _, err = lesson.Next(skill, history, func(i int) uint64 { return seed(owner, string(skill), a.n, i) }, minds(info.Family))
		return a, err
	}
	a := asked{mixed: true, path: "/practice/" + mixed}
	var err error
	a.Exercise, _, err = lesson.Mixed(min(r.Limit(r.Now), 5), history, r.Now, func(i int) uint64 { return seed(owner, mixed, len(history), i) }, minds)
	a.n = count(history, a.Skill) + 1
	return a, err
}

// mindOf is what is thought of somebody's beliefs in a family. An attempt that
// can no longer be made again tells nothing.
func mindOf(f tutor.Family, history []lesson.Attempt) tutor.Mind {
	m := tutor.NewMind(f)
	for i := range history {
		if info, ok := lesson.Of(history[i].Skill); !ok || info.Family != f {
			continue
		}
		if e, err := lesson.Recall(&history[i]); err == nil && e.Case != nil {
			m.Hear(*e.Case, history[i].Answer)
		}
	}
	return m
}

// exercise is the page of a question.
func (s *server) exercise(r *request) error {
	skill, err := r.practised()
	if err != nil {
		return err
	}
	history, err := s.history(r)
	if err != nil {
		return err
	}
	a, err := s.next(r, skill, history)
	if err != nil {
		return err
	}
	return s.askPage(r, http.StatusOK, &a, nil, "")
}

// askPage shows a question; so are the parts of an answer that were given
// already, where it has several.
func (s *server) askPage(r *request, status int, a *asked, so []string, notice string) error {
	return r.render(status, templates.AskPage(s.askView(r, a, so, notice)))
}

func (s *server) askView(r *request, a *asked, so []string, notice string) templates.Ask {
	page := templates.NewAsk(r.shell(lesson.KindName(r.L, a.Kind)), &a.Exercise, so)
	page.At, page.Area, page.Path = a.path, "practice", a.path
	page.SkillName = lesson.SkillName(r.L, a.Skill)
	if a.mixed {
		page.SkillName = r.L.T("practice.mixed")
	}
	page.N, page.Seed, page.Since = a.n, strconv.FormatUint(a.Seed, 16), r.Now
	page.Notice = notice
	page.Board.Numerals = r.numerals()
	page.CanShow = !page.Board.Numerals && r.aids() != school.NoAids && len(so) == 0
	return page
}

// numerals: as the class says, else as the reader likes.
func (r *request) numerals() bool { return numerals(r.aids(), r.Look) }

// aids are the counting helps of the reader's class; a visitor has all.
func (r *request) aids() school.Aids {
	if r.Pupil != nil {
		return r.Class.Aids
	}
	return school.FullAids
}

// longestThought is the longest time that is kept for an answer, in
// milliseconds: after that the child was elsewhere.
const longestThought = 60 * 60 * 1000

// answer takes an answer, or one part of it. It is kept before anything is
// said about it; a form that is sent twice keeps one.
func (s *server) answer(r *request) error {
	skill, err := r.practised()
	if err != nil {
		return err
	}
	history, err := s.history(r)
	if err != nil {
		return err
	}
	a, err := s.next(r, skill, history)
	if err != nil {
		return err
	}
	if r.form("n") != strconv.Itoa(a.n) || r.form("seed") != strconv.FormatUint(a.Seed, 16) {
		return s.askPage(r, http.StatusConflict, &a, nil, r.L.T("practice.stale"))
	}
	so, answer, whole := templates.ReadAnswer(&a.Exercise, r.Request().PostForm)
	if !whole {
		return s.askPage(r, http.StatusOK, &a, so, "")
	}
	attempt, ok := a.Attempted(answer)
	if !ok {
		return s.askPage(r, http.StatusUnprocessableEntity, &a, nil, r.L.T("practice.bad"))
	}
	if err := s.keep(r, &a, &attempt, history); err != nil {
		return err
	}
	to := fmt.Sprintf("/practice/%s/%d", attempt.Skill, attempt.N)
	if a.mixed {
		to += "?from=mixed"
	}
	return r.Redirect(http.StatusSeeOther, r.byPupil(to))
}

// keep keeps an answer before anything is said about it, once however often it
// is sent: history is what was answered before. It may open a stage, and of two
// at one computer it is the other one's tap then.
func (s *server) keep(r *request, a *asked, attempt *lesson.Attempt, history []lesson.Attempt) error {
	attempt.N, attempt.At, attempt.Mixed = a.n, r.Now, a.mixed
	if r.aids() == school.RequestAids && r.numerals() {
		attempt.Help = "numbers"
	}
	attempt.Millis = thought(r)
	err := s.Store.AddAttempts(r.Request().Context(), r.owner(), attempt)
	if school.CodeOf(err) == school.Stale && err != nil {
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.reach(r, r.Pupil, append(history, *attempt)); err != nil {
		return err
	}
	return s.passTurn(r)
}

// feedback shows what an answer came to: the seeds one by one, the way they
// went and the way the child seems to have gone, and one sentence.
func (s *server) feedback(r *request) error {
	skill, err := r.practised()
	if err != nil {
		return err
	}
	history, err := s.history(r)
	if err != nil {
		return err
	}
	n, ok := whole(r.Param("n"))
	at := slices.IndexFunc(history, func(a lesson.Attempt) bool { return a.Skill == skill && a.N == n })
	if !ok || at < 0 {
		return school.Fail(school.NotFound, "practice.noanswer")
	}
	page, err := s.told(r, history[:at+1])
	if err != nil {
		return err
	}
	page.Area, page.Next, page.NextText = "practice", "/practice/"+string(skill), r.L.T("told.next")
	page.Answered = true
	if r.QueryParam("from") == mixed {
		page.Next = "/practice/" + mixed
		page.SkillName = r.L.T("practice.mixed")
	}
	return r.render(http.StatusOK, templates.ToldPage(page))
}

// told is the page of the last attempt of a history.
func (s *server) told(r *request, history []lesson.Attempt) (templates.Told, error) {
	attempt := &history[len(history)-1]
	e, err := lesson.Recall(attempt)
	if err != nil {
		return templates.Told{}, err
	}
	info, _ := lesson.Of(attempt.Skill)
	mind := mindOf(info.Family, history)
	slip := tutor.NoSlip
	if e.Case != nil {
		if likely := mind.Candidates(*e.Case, attempt.Answer); len(likely) > 0 {
			slip = likely[0]
		}
	}
	page := templates.NewTold(r.shell(lesson.KindName(r.L, e.Kind)), &e, attempt, slip)
	page.At = r.Request().URL.RequestURI()
	page.SkillName = lesson.SkillName(r.L, attempt.Skill)
	standing := lesson.Trace(attempt.Skill, history)
	page.Mark = templates.MarkOf(&standing)
	page.Speed, page.Voice = r.Look.Speed, r.Look.Voice
	page.Before.Numerals, page.After.Numerals = r.numerals(), r.numerals()
	return page, nil
}

// replay shows a teacher what a pupil's answer came to, as the child saw it.
func (s *server) replay(r *request) error {
	history, err := s.Store.PupilAttempts(r.Request().Context(), r.Teacher.ID, r.id("class"), r.id("pupil"))
	if err != nil {
		return err
	}
	n, ok := whole(r.Param("n"))
	at := slices.IndexFunc(history, func(a lesson.Attempt) bool { return string(a.Skill) == r.Param("skill") && a.N == n })
	if !ok || at < 0 {
		return school.Fail(school.NotFound, "practice.noanswer")
	}
	page, err := s.told(r, history[:at+1])
	if err != nil {
		return err
	}
	page.Area, page.Next, page.NextText = "teach", "/teach/"+r.id("class")+"/pupils/"+r.id("pupil"), r.L.T("answer.back")
	return r.render(http.StatusOK, templates.ToldPage(page))
}
