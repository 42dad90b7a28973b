package web

import (
	"context"
	"net/http"
	"sync"
	"time"

	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/solver"
	"semeia/internal/tutor"
	"semeia/templates"
)

// How long the margins of a page may take: at first sight, and when somebody
// asks to look longer. In between stands [tutor.Thinking]: what a page's script
// waits for, or, without scripts, the page.
const (
	glance = 300 * time.Millisecond
	stare  = 20 * time.Second
)

// countsFor is how long a game that counts keeps its players from looking ahead
// after it was last played in.
const countsFor = 24 * time.Hour

// whatIf is the laboratory: a position with what every move comes to.
func (s *server) whatIf(r *request) error {
	if r.Limit(r.Now) < school.LastStage {
		return school.Fail(school.NotYet, "error.notyet")
	}
	counting, err := s.Store.Counting(r.Request().Context(), r.Reader, r.Now-countsFor.Milliseconds())
	if err != nil {
		return err
	}
	if counting != "" {
		if r.hx() {
			return school.Fail(school.Forbidden, "lab.counts")
		}
		shell := r.shell(r.L.T("lab.title"))
		shell.Inside = true
		return r.render(http.StatusForbidden, templates.LabShutPage(shell, "/games/"+counting))
	}
	b, problem := r.bench()
	state, refused := r.replay(&b)
	if problem == nil {
		problem = refused
	}
	if problem != nil {
		return s.showLab(r, b, state, problem)
	}
	return s.workBench(r, b, state)
}

// workBench does what a form of the page asks for, and leads to the view that
// comes of it.
func (s *server) workBench(r *request, b bench, state school.State) error {
	pos := state.Line.Pos
	to := func(b bench) error { return r.Redirect(http.StatusSeeOther, b.path()) }
	switch r.QueryParam("do") {
	case "rules":
		return to(b)
	case "mix":
		form, rules, ok := r.mixed()
		if !ok {
			return s.showLab(r, b, state, school.Fail(school.Invalid, "error.choice"), func(page *templates.Lab) { page.Mix, page.MixOpen = form.Mended(), true })
		}
		if r.QueryParam("as") == "other" {
			if !sameBoard(b.rules, rules) {
				return s.showLab(r, b, state, school.Fail(school.Invalid, "lab.otherboard"), func(page *templates.Lab) { page.Mix, page.MixOpen = form, true })
			}
			b.two, b.other = b.rules != rules, rules
			return to(b)
		}
		next := begun(rules)
		next.screen, next.hidden = b.screen, b.hidden
		if sameBoard(b.rules, rules) {
			next.two, next.other = b.two && b.other != rules, b.other
			if !b.whole() || len(b.played) > 0 {
				next = next.laid(pos)
			}
		}
		return to(next)
	case "set":
		typed, set, wrong := r.setUp(b.rules)
		if wrong != "" {
			return s.showLab(r, b, state, nil, func(page *templates.Lab) { page.SetWrong(typed, wrong) })
		}
		return to(b.laid(set))
	}
	if text := r.QueryParam("house"); text != "" {
		if len(b.played) >= labLimit {
			b = b.laid(pos)
		}
		house, ok := whole(text)
		if !ok {
			house = kalah.MaxHouses + 1 // no board has it
		}
		next := b.with(house)
		if _, refused := r.replay(&next); refused != nil {
			return s.showLab(r, b, state, refused)
		}
		return to(next)
	}
	return s.showLab(r, b, state, nil)
}

// showLab shows a view, with the sentence of what is not right above it. What a
// page's script asks for is the board alone, with margins that may take longer.
func (s *server) showLab(r *request, b bench, state school.State, problem *school.Error, more ...func(*templates.Lab)) error {
	v := s.labView(r, b, state)
	status := http.StatusOK
	if problem != nil {
		v.page.Notice, status = r.L.M(problem.Msg), statusOf[problem.Code]
	}
	for _, f := range more {
		f(&v.page)
	}
	if v.page.Setup.Wrong != "" {
		status = http.StatusUnprocessableEntity
	}
	if !b.hidden {
		v.worths(s.weigh(r, b, state.Line.Pos, r.patience(b)))
	}
	switch {
	case r.hx():
		return r.render(status, templates.LabBench(v.page))
	case b.screen:
		return r.render(status, templates.LabScreen(v.page))
	}
	return r.render(status, templates.LabPage(v.page))
}

// patience is how long the margins of this request may take.
func (r *request) patience(b bench) time.Duration {
	switch {
	case !r.hx() && r.QueryParam("wait") != "on":
		return glance
	case b.long:
		return stare
	}
	return tutor.Thinking
}

// weigh gives the margins of all moves under the rules of a view, and under the
// others where there are two. Only one reader at a time looks for longer than a
// bot may think: the others' bots and hints want the machine too.
func (s *server) weigh(r *request, b bench, pos kalah.Position, patience time.Duration) (both [2]solver.Result) {
	if patience > tutor.Thinking {
		if s.stares.TryLock() {
			defer s.stares.Unlock()
		} else {
			patience = tutor.Thinking
		}
	}
	ctx, cancel := context.WithTimeout(r.Request().Context(), patience)
	defer cancel()
	if !b.two {
		both[0] = s.Coach.Margins(ctx, b.rules, pos)
		return both
	}
	var wait sync.WaitGroup
	for i, rules := range [...]kalah.Rules{b.rules, b.other} {
		wait.Go(func() { both[i] = s.Coach.Margins(ctx, rules, pos) })
	}
	wait.Wait()
	return both
}
