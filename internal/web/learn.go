package web

import (
	"net/http"
	"net/url"
	"slices"

	"semeia/internal/course"
	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/internal/store"
	"semeia/templates"
)

// walker is a reader on the way through the course: what was answered, which
// steps are done, which games were played to their end. Of two at one computer
// a step is done that either has done, a game is played that both have played,
// and the answers are those of the one whose tap it is.
type walker struct {
	*request
	course   *course.Course
	history  []lesson.Attempt
	done     map[string]map[string]bool
	finished [][]store.Finished // of each who sits here
	picture  *lesson.Picture    // see [walker.can]
}

// can is what the reader can do, as the gate sees it: also a slip that was found
// in the answers to other questions counts.
func (w *walker) can() *lesson.Picture {
	if w.picture == nil {
		picture := lesson.Paint(w.history)
		w.picture = &picture
	}
	return w.picture
}

func (s *server) walk(r *request) (*walker, error) {
	w := &walker{request: r, course: s.Course.Course(), done: map[string]map[string]bool{}}
	var err error
	if w.history, err = s.history(r); err != nil {
		return nil, err
	}
	for _, owner := range r.owners() {
		done, err := s.Store.Steps(r.Request().Context(), owner)
		if err != nil {
			return nil, err
		}
		for folder, steps := range done {
			if w.done[folder] == nil {
				w.done[folder] = steps
				continue
			}
			for id := range steps {
				w.done[folder][id] = true
			}
		}
		finished, err := s.Store.FinishedGames(r.Request().Context(), owner)
		if err != nil {
			return nil, err
		}
		w.finished = append(w.finished, finished)
	}
	return w, nil
}

// owners are the reader's, of two at one computer both; none for a visitor who
// has done nothing yet.
func (r *request) owners() (all []string) {
	if r.Owner() != "" {
		all = append(all, r.Owner())
	}
	if r.Partner != nil {
		all = append(all, school.OwnerOf(r.Partner.ID))
	}
	return all
}

// at is the first step of a lesson that is not done; the number of steps when
// all are. Steps a lesson no longer has do not count.
func (w *walker) at(l *course.Lesson) int {
	for i := range l.Steps {
		if !w.done[l.Folder][l.Steps[i].ID] {
			return i
		}
	}
	return len(l.Steps)
}

// played reports whether a game of a step's sort was played to its end.
func (w *walker) played(set kalah.Rules, counts bool) bool {
	return w.have(func(f store.Finished) bool { return f.Rules == set && (f.Counts || !counts) })
}

// have reports whether everybody who sits here has finished such a game.
func (w *walker) have(such func(store.Finished) bool) bool {
	for _, games := range w.finished {
		if !slices.ContainsFunc(games, such) {
			return false
		}
	}
	return len(w.finished) > 0
}

// mark of a lesson: not begun, on the way, through.
func (w *walker) mark(l *course.Lesson) templates.Mark {
	switch n := w.at(l); {
	case n == len(l.Steps):
		return templates.MarkFull
	case n > 0:
		return templates.MarkHalf
	}
	return templates.MarkNone
}

// lacking is what a reader still has to show in a stage before the next rule:
// skills that are not mastered, and a game of the stage.
func (w *walker) lacking(stage int) (skills []templates.SkillLink, game string) {
	if stage >= school.LastStage {
		return nil, ""
	}
	for _, info := range lesson.Skills(stage) {
		if s := w.can().Of(info.Skill); !s.Mastered {
			skills = append(skills, templates.SkillLinkOf(w.L, &s))
		}
	}
	if !w.have(func(f store.Finished) bool { return f.Rules.Stage() == stage }) {
		game = "/play?rules=" + templates.StageSet(stage)
	}
	return skills, game
}

// onward is the one thing that comes next on the path, and the lesson it is in
// where it is one.
func (w *walker) onward() (o templates.Onward, next *course.Lesson) {
	limit := w.Limit(w.Now)
	for stage := 1; stage <= limit; stage++ {
		for _, l := range w.course.Of(stage) {
			if at := w.at(l); at < len(l.Steps) {
				args := i18n.Args{"Title": l.In(w.L.Code).Title}
				o = templates.Onward{Text: w.L.T("learn.next", args), Button: w.L.T("learn.begin"), To: lessonPath(l)}
				if at > 0 {
					o.Text, o.Button = w.L.T("learn.next.on", args), w.L.T("learn.goon")
				}
				return o, l
			}
		}
		switch skills, game := w.lacking(stage); {
		case len(skills) > 0:
			return templates.Onward{
				Text: w.L.T("learn.next.skill", i18n.Args{"Skill": skills[0].Name}), Button: w.L.T("learn.practise"), To: "/practice/" + skills[0].Code,
			}, nil
		case game != "":
			return templates.Onward{Text: w.L.T("learn.next.game"), Button: w.L.T("learn.play"), To: game}, nil
		}
	}
	if limit < school.LastStage {
		return templates.Onward{Text: w.L.T("learn.next.wait")}, nil
	}
	return templates.Onward{Text: w.L.T("learn.next.none"), Button: w.L.T("learn.play"), To: "/play"}, nil
}

func lessonPath(l *course.Lesson) string { return "/learn/" + url.PathEscape(l.Folder) }

func stepPath(l *course.Lesson, i int) string {
	return lessonPath(l) + "/" + url.PathEscape(l.Steps[i].ID)
}

// stepNamed names a step that was done, of a lesson that may be gone since.
func stepNamed(l *i18n.Loc, c *course.Course, done school.Step) string {
	of := c.Lesson(done.Lesson)
	if of == nil {
		return done.Lesson + ": " + done.Step
	}
	words := of.In(l.Code)
	if i := of.At(done.Step); i >= 0 {
		return words.Title + ": " + words.Steps[i].Title
	}
	return words.Title + ": " + done.Step
}

// learn is the path: stages and lessons, what is next, what is held.
func (s *server) learn(r *request) error {
	w, err := s.walk(r)
	if err != nil {
		return err
	}
	page := templates.Path{Shell: r.shell(r.L.T("learn.title"))}
	page.At, page.Area = "/learn", "learn"
	next := (*course.Lesson)(nil)
	page.Next, next = w.onward()
	for stage := 1; stage <= school.LastStage; stage++ {
		part := templates.PathStage{Number: stage, Open: stage <= page.Limit}
		if !part.Open {
			part.Shut = w.shut(stage)
			page.Stages = append(page.Stages, part)
			break // what comes after it is far away
		}
		through := true
		for _, l := range w.course.Of(stage) {
			words := l.In(r.L.Code)
			lead := templates.WordsOf(r.L, words, -1)
			link := templates.LessonLink{
				To: lessonPath(l), Title: words.Title, Lead: words.Lead, Mark: w.mark(l), At: w.at(l), Of: len(l.Steps), Next: l == next,
				Note: lead.Note, Tag: lead.Tag,
			}
			through = through && link.Mark == templates.MarkFull
			part.Lessons = append(part.Lessons, link)
		}
		if through {
			part.Lacking, part.Game = w.lacking(stage)
		}
		page.Stages = append(page.Stages, part)
	}
	return r.render(http.StatusOK, templates.PathPage(page))
}

// shut says what opens the next stage.
func (w *walker) shut(stage int) string {
	if w.Pupil != nil && w.Pupil.Gate.Over(w.Class.Gate).Mode == school.Auto {
		return w.L.T("learn.shut.auto")
	}
	return w.L.T("learn.shut")
}

// lessonOf is the lesson of the address; the error is [school.NotFound] where
// there is none, [school.NotYet] where its stage is not open.
func (w *walker) lessonOf() (*course.Lesson, error) {
	l := w.course.Lesson(w.Param("lesson"))
	switch {
	case l == nil:
		return nil, school.Fail(school.NotFound, "lesson.none")
	case l.Stage > w.Limit(w.Now):
		return nil, school.Fail(school.NotYet, "error.notyet")
	}
	return l, nil
}

// learnLesson leads to the step that comes next, or says what was done.
func (s *server) learnLesson(r *request) error {
	w, err := s.walk(r)
	if err != nil {
		return err
	}
	l, err := w.lessonOf()
	if err != nil {
		return err
	}
	if at := w.at(l); at < len(l.Steps) {
		return r.Redirect(http.StatusSeeOther, stepPath(l, at))
	}
	words := l.In(r.L.Code)
	page := templates.LessonEnd{Shell: r.shell(words.Title), Lead: templates.WordsOf(r.L, words, -1)}
	page.At, page.Area = lessonPath(l), "learn"
	page.Dots = w.dots(l, words, len(l.Steps))
	page.House = templates.LessonLink{Mark: templates.MarkFull, At: len(l.Steps)}
	right := 0
	for i := range l.Steps {
		page.Did = append(page.Did, words.Steps[i].Title)
		for _, a := range l.Given(&l.Steps[i], w.history) {
			if a.Right {
				right++
			}
		}
	}
	if right > 0 {
		page.Found = r.L.N("lesson.found", right)
	}
	for _, skill := range l.Skills {
		standing := w.can().Of(skill)
		page.Skills = append(page.Skills, templates.SkillLinkOf(r.L, &standing))
	}
	page.Next, _ = w.onward()
	return r.render(http.StatusOK, templates.LessonEndPage(page))
}

// dots are the steps of a lesson as links, as far as they can be gone to; now
// is the step that is shown.
func (w *walker) dots(l *course.Lesson, words *course.Text, now int) (dots []templates.Dot) {
	at := w.at(l)
	for i := range l.Steps {
		d := templates.Dot{Title: words.Steps[i].Title, State: "then"}
		if w.done[l.Folder][l.Steps[i].ID] {
			d.State = "done"
		}
		if i <= at || d.State == "done" || w.Teacher != nil {
			d.To = stepPath(l, i)
		}
		if i == now {
			d.State = "now"
		}
		dots = append(dots, d)
	}
	return dots
}

// stepOf is the step of the address. ok is false, and the reader has been sent
// to the one that comes next, where those before it are not done; a teacher may
// look at any.
func (w *walker) stepOf() (l *course.Lesson, i int, ok bool, err error) {
	if l, err = w.lessonOf(); err != nil {
		return nil, 0, false, err
	}
	i = l.At(w.Param("step"))
	if i < 0 {
		return nil, 0, false, school.Fail(school.NotFound, "lesson.nostep")
	}
	if at := w.at(l); i > at && !w.done[l.Folder][l.Steps[i].ID] && w.Teacher == nil {
		return l, i, false, w.Redirect(http.StatusSeeOther, stepPath(l, at))
	}
	return l, i, true, nil
}

// onStep does something in the step of the address, where the reader may be there.
func (s *server) onStep(r *request, do func(w *walker, l *course.Lesson, i int) error) error {
	w, err := s.walk(r)
	if err != nil {
		return err
	}
	l, i, ok, err := w.stepOf()
	if err != nil || !ok {
		return err
	}
	return do(w, l, i)
}

// page is the frame of a step.
func (w *walker) page(l *course.Lesson, i int) templates.LessonStep {
	words := l.In(w.L.Code)
	page := templates.LessonStep{Shell: w.shell(words.Steps[i].Title), Lead: templates.WordsOf(w.L, words, i), Path: stepPath(l, i)}
	page.At, page.Area = page.Path, "learn"
	page.Dots = w.dots(l, words, i)
	page.Small = l.Steps[i].Small()
	return page
}

// numbered draws a lesson's board with numbers as the reader has them.
func (w *walker) numbered(pos kalah.Position) *templates.Board {
	b := templates.DrawStep(w.L, pos)
	b.Numerals = w.numerals()
	return b
}
