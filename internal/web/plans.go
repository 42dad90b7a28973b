package web

import (
	"fmt"
	"net/http"
	"net/url"

	"semeia/internal/course"
	"semeia/internal/i18n"
	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/internal/tutor"
	"semeia/templates"
)

func planPath(l *course.Lesson) string { return "/teach/lessons/" + url.PathEscape(l.Folder) }

// lessonPlans lists all lessons for a teacher, and what is wrong with the school's own.
func (s *server) lessonPlans(r *request) error {
	c := s.Course.Course()
	page := templates.Plans{Shell: r.shell(r.L.T("plans.title"))}
	page.At, page.Area = "/teach/lessons", "teach"
	for _, f := range c.Faults {
		page.Faults = append(page.Faults, fmt.Sprintf("%s:%d: %s", f.File, f.Line, r.L.M(f.Msg)))
	}
	for stage := 1; stage <= school.LastStage; stage++ {
		part := templates.PlanStage{Number: stage}
		for _, l := range c.Of(stage) {
			part.Lessons = append(part.Lessons, r.planLink(l))
		}
		if len(part.Lessons) > 0 {
			page.Stages = append(page.Stages, part)
		}
	}
	return r.render(http.StatusOK, templates.PlansPage(page))
}

func (r *request) planLink(l *course.Lesson) templates.PlanLink {
	words := l.In(r.L.Code)
	link := templates.PlanLink{
		Lead: templates.WordsOf(r.L, words, -1), To: planPath(l), Screen: framesOf(l)[0].path(l), About: words.Lead, Minutes: l.Minutes, Own: l.Own,
	}
	for _, skill := range l.Skills {
		link.Skills = append(link.Skills, lesson.SkillName(r.L, skill))
	}
	return link
}

// taughtLesson is the lesson of the address.
func (s *server) taughtLesson(r *request) (*course.Course, *course.Lesson, error) {
	c := s.Course.Course()
	l := c.Lesson(r.Param("lesson"))
	if l == nil {
		return nil, nil, school.Fail(school.NotFound, "lesson.none")
	}
	return c, l, nil
}

// lessonPlan is what a teacher needs for a lesson.
func (s *server) lessonPlan(r *request) error {
	_, l, err := s.taughtLesson(r)
	if err != nil {
		return err
	}
	words := l.In(r.L.Code)
	page := templates.Plan{
		Shell: r.shell(r.L.T("plan.title", i18n.Args{"Title": words.Title})), PlanLink: r.planLink(l), Stage: l.Stage,
		Aim: words.Aim, Board: words.AtBoard, Ask: words.Ask, Pupils: lessonPath(l),
	}
	page.At, page.Area, page.Print = planPath(l), "teach", true
	for _, m := range l.Material {
		page.Material = append(page.Material, course.MaterialName(r.L, m))
	}
	for _, code := range l.Slips {
		slip := templates.PlanSlip{
			Letter: tutor.SlipLetter(r.L, code), Name: tutor.SlipName(r.L, code),
			Ask: tutor.AskSlip(r.L, code), Say: tutor.SayAgain(r.L, code, templates.StageRules(l.Stage)),
		}
		page.Slips = append(page.Slips, slip)
		// The main one; the next where no two questions tell it.
		if family, ok := tutor.FamilyOf(code); ok && len(page.Pair) == 0 {
			page.Pair, page.PairOf = contrast(r.L, family, code, l.Stage), slip
		}
	}
	for i := range l.Steps {
		page.Steps = append(page.Steps, templates.PlanStep{
			To: frame{step: i}.path(l), Title: words.Steps[i].Title, Kind: course.KindName(r.L, l.Steps[i].Kind),
		})
	}
	return r.render(http.StatusOK, templates.PlanPage(page))
}
