package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"semeia/internal/course"
	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/templates"
)

// learnStep is the page of a step.
func (s *server) learnStep(r *request) error { return s.onStep(r, s.learnStepAt) }

func (s *server) learnStepAt(w *walker, l *course.Lesson, i int) error {
	step := &l.Steps[i]
	page := w.page(l, i)
	goOn := func(main bool) { page.GoOn, page.GoOnMain = w.L.T("lesson.on"), main }
	switch step.Kind {
	case course.Read, course.Talk:
		if step.Board != nil {
			page.Board = w.numbered(*step.Board)
		}
		if step.Kind == course.Talk {
			page.Talk, page.GoOn, page.GoOnMain = true, w.L.T("lesson.talked"), true
		} else {
			goOn(true)
		}
	case course.Touch:
		page.Board, page.Choose = w.numbered(*step.Board).Offer(), true
		if right, tapped := w.touched(step, &page); tapped {
			goOn(right)
		} else if w.done[l.Folder][step.ID] {
			goOn(false)
		}
	case course.Try:
		s.tried(w, step, &page)
		goOn(page.Told != nil)
	case course.Watch:
		s.watched(w, step, &page)
		if at, _ := whole(w.QueryParam("at")); at >= len(step.Moves) || w.done[l.Folder][step.ID] {
			goOn(at >= len(step.Moves))
		}
	case course.Predict, course.Practise:
		return s.question(w, l, i, http.StatusOK, nil, "")
	case course.Play:
		if err := s.stepGame(w, step, &page); err != nil {
			return err
		}
		if page.Game.Done {
			goOn(true)
		}
	}
	return w.render(http.StatusOK, templates.StepPage(page))
}

// touched says what a tap came to.
func (w *walker) touched(step *course.Step, page *templates.LessonStep) (right, tapped bool) {
	name := w.QueryParam("answer")
	for _, at := range page.Board.Places() {
		if at.String() != name {
			continue
		}
		args := i18n.Args{"Place": page.Board.CupSays(at)}
		right = slices.Contains(step.Touch, at)
		page.Board.Tap(at, right)
		if right {
			page.Says = w.L.T("lesson.touch.right", args)
			return true, true
		}
		page.Says = w.L.T("lesson.touch.wrong", args)
		return false, true
	}
	return false, false
}

// tried shows a house sown, or the board to choose one. So long as it is the
// child's turn again the board goes on; else it is as at the start. Which houses
// were sown stands in the address.
func (s *server) tried(w *walker, step *course.Step, page *templates.LessonStep) {
	pos := *step.Board
	page.So = w.QueryParams()["so"]
	for i, text := range page.So {
		house, _ := whole(text)
		move, err := step.Set.Sow(pos, house)
		if err != nil || !move.Again || i > 50 {
			pos, page.So = *step.Board, nil
			break
		}
		pos = move.After
	}
	house, _ := whole(w.QueryParam("answer"))
	move, err := step.Set.Sow(pos, house)
	if err != nil {
		page.Board, page.Choose = w.numbered(pos).OfferSowing(step.Set, pos), true
		if len(page.So) > 0 {
			page.Ways = []templates.Way{{To: page.Path, Text: w.L.T("lesson.fromstart")}}
		}
		return
	}
	s.show(w, page, step.Set, &move)
	if move.Again {
		so := url.Values{"so": append(page.So, strconv.Itoa(house))}
		page.Ways = []templates.Way{{To: page.Path + "?" + so.Encode(), Text: w.L.T("lesson.goontry")}, {To: page.Path, Text: w.L.T("lesson.fromstart")}}
	} else {
		page.Ways = []templates.Way{{To: page.Path, Text: w.L.T("lesson.another.house")}}
	}
}

// watched shows the moves of a demonstration one after the other.
func (s *server) watched(w *walker, step *course.Step, page *templates.LessonStep) {
	at, _ := whole(w.QueryParam("at"))
	if at > len(step.Moves) {
		at = len(step.Moves)
	}
	if at > 0 {
		s.show(w, page, step.Set, &step.Moves[at-1])
	} else {
		page.Board = w.numbered(*step.Board)
	}
	if at < len(step.Moves) {
		text := w.L.T("lesson.show")
		if at > 0 {
			text = w.L.T("lesson.nextmove")
		}
		page.Ways = append(page.Ways, templates.Way{To: page.Path + "?at=" + strconv.Itoa(at+1), Text: text, Main: true})
	}
	if at > 0 && len(step.Moves) > 1 {
		page.Ways = append(page.Ways, templates.Way{To: page.Path, Text: w.L.T("lesson.fromstart")})
	}
}

func (s *server) show(w *walker, page *templates.LessonStep, set kalah.Rules, move *kalah.Sowing) {
	told := templates.NewMove(page.Shell, set, move)
	told.Speed, told.Voice = w.Look.Speed, w.Look.Voice
	told.Before.Numerals, told.After.Numerals = w.numerals(), w.numerals()
	page.Shell.Told = true
	page.Told = &told
}

// stepGame fills in the game of a step: one to begin, one to go on with.
func (s *server) stepGame(w *walker, step *course.Step, page *templates.LessonStep) error {
	g := &templates.StepGame{
		ID: school.NewID(), Rules: step.Rules, Against: string(templates.UsualBot(step.Set.Stage())), Starts: step.Starts, Aid: string(w.aids()), Kind: "practice",
		Facts: templates.Facts(w.L, step.Set), Done: w.played(step.Set, step.Counts),
	}
	if step.Counts {
		g.Kind = "counts"
	}
	if w.Partner != nil {
		g.Against = string(school.Neighbour)
	}
	page.Game = g
	if w.Owner() == "" {
		return nil
	}
	games, err := s.Store.GamesOf(w.Request().Context(), w.Owner(), 60)
	if err != nil {
		return err
	}
	for i := range games {
		game := &games[i]
		if game.Outcome == school.Open && game.Rules == step.Set && (game.Counts || !step.Counts) && (w.Partner == nil || game.Plays(w.Partner.ID)) {
			g.Open = "/games/" + url.PathEscape(game.ID)
			break
		}
	}
	return nil
}
