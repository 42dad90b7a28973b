package web

import (
	"context"
	"strings"
	"sync"

	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/tutor"
	"semeia/templates"
)

// hints remembers what was found, so that the steps of one hint are of one hint
// and a page that is opened again is there at once.
type hints struct {
	mu    sync.Mutex
	found map[hintKey]tutor.Hint
}

type hintKey struct {
	game    string
	version int
}

// hintsKept is how many are remembered; then all are forgotten.
const hintsKept = 2000

// findHint gives the hint for a game as it stands: it takes as long as a bot's move
// at most. ok is false when the game is over.
func (s *server) findHint(ctx context.Context, g *school.Game, line kalah.Line) (h tutor.Hint, ok bool) {
	key := hintKey{g.ID, g.Version()}
	s.hints.mu.Lock()
	h, ok = s.hints.found[key]
	s.hints.mu.Unlock()
	if ok {
		return h, true
	}
	// Whoever has left comes back to the same page: it is thought through.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tutor.Thinking)
	defer cancel()
	if h, ok = s.Coach.Hint(ctx, g.Rules, line); !ok {
		return h, false
	}
	s.hints.mu.Lock()
	defer s.hints.mu.Unlock()
	if s.hints.found == nil || len(s.hints.found) >= hintsKept {
		s.hints.found = map[hintKey]tutor.Hint{}
	}
	if earlier, there := s.hints.found[key]; there {
		return earlier, true // two pages asked at once
	}
	s.hints.found[key] = h
	return h, true
}

// helps reports whether the reader may ask for help in a game, whoever's turn it
// is: it is the reader's own and for practice, it is no day's position, and the
// class does with hints.
func (r *request) helps(g *school.Game) bool {
	return r.owns(g) && !g.Counts && !strings.HasPrefix(g.Origin, "daily:") && (r.Pupil == nil || r.Class.Hints)
}

// hint goes one step further with the help for the move that is to be made. A
// form that is sent twice goes one.
func (s *server) hint(r *request) error {
	return s.ofOwner(r, func(g *school.Game) error {
		version, ok := whole(r.form("version"))
		shown, told := whole(r.form("steps"))
		if !ok || !told || shown >= templates.HintSteps {
			return s.showWith(r, g, school.Fail(school.Invalid, "error.bad"))
		}
		if !r.helps(g) {
			return s.showWith(r, g, school.Fail(school.Forbidden, "hint.none"))
		}
		if version != g.Version() {
			return s.showWith(r, g, school.Fail(school.Stale, "error.stale"))
		}
		v, err := s.view(r, g)
		if err != nil {
			return err
		}
		if v.page.Hint == nil {
			return s.showWith(r, g, school.Fail(school.Stale, "hint.none"))
		}
		pupil := ""
		if v.r.Pupil != nil {
			pupil = v.r.Pupil.ID
		}
		if g.Helped, err = s.Store.AskHint(r.Request().Context(), g.ID, r.Owner(), pupil, version, shown+1, r.Now); school.CodeOf(err) == school.Stale && err != nil {
			now, err := s.game(r)
			if err != nil {
				return err
			}
			return s.showWith(r, &now, school.Fail(school.Stale, "error.stale"))
		}
		switch {
		case err != nil:
			return err
		case !r.hx():
			return s.toGame(r)
		}
		return s.showWith(r, g, nil)
	})
}

// help puts the help on the page, as far as it was asked for, where the reader
// may ask for it now.
func (s *server) help(v *view) error {
	if !v.page.Playing || v.page.Ask != nil || !v.r.helps(v.g) || !v.g.Human(v.state.Line.ToMove()) {
		return nil
	}
	ctx := v.r.Request().Context()
	steps := v.g.Helped
	v.page.Hint = &templates.GameHint{Steps: steps}
	if steps == 0 {
		return nil
	}
	h, ok := s.findHint(ctx, v.g, v.state.Line)
	if !ok {
		return nil
	}
	l, other := v.r.L, v.ear.Names[v.state.Line.ToMove().Other()]
	v.page.Hint.Look = h.Look(l, other)
	if steps > 1 {
		v.page.Hint.Which = h.Which(l)
		v.page.Board.PointAt(kalah.Place{Side: v.state.Line.Pos.Turn(), House: uint8(h.House)})
	}
	if steps > 2 {
		v.page.Hint.Why = h.Why(l, v.g.Rules, other)
	}
	return nil
}

// helpedFor is how long ago help counts as of late on a pupil's page.
const helpedFor = 7 * 24 * 60 * 60 * 1000

// showHelp says on a teacher's page of a pupil how many moves were made with
// help.
func (s *server) showHelp(r *request, page *templates.PupilView, class, pupil string) error {
	recent, games, err := s.Store.Helped(r.Request().Context(), r.Teacher.ID, class, pupil, r.Now-helpedFor)
	if err != nil {
		return err
	}
	page.Helped = recent
	for i := range page.Games {
		page.Games[i].Helped = games[page.Games[i].ID]
	}
	return nil
}
