package web

import (
	"net/http"

	"semeia/internal/school"
	"semeia/templates"
)

// showGame is the page of a game: for its owner the board to play on, for
// everybody else who has the address a view of it.
func (s *server) showGame(r *request) error {
	g, err := s.game(r)
	if err != nil {
		return err
	}
	page, err := s.page(r, &g)
	if err != nil {
		return err
	}
	return r.send(http.StatusOK, page)
}

// game reads the game of the request's address, as far as its reader may see
// it. A pupil's class decides on help and take-backs, now and not as it was
// when the game began.
func (s *server) game(r *request) (school.Game, error) {
	id := r.id("game")
	if id == "" {
		return school.Game{}, school.Fail(school.NotFound, "error.nogame")
	}
	g, err := s.Store.Game(r.Request().Context(), id, r.Reader)
	if err != nil {
		return g, err
	}
	if g.Rules.Stage() > r.Limit(r.Now) {
		return g, school.Fail(school.NotYet, "error.notyet")
	}
	if r.Partner != nil && r.Request().Method != http.MethodPost && !r.owns(&g) && g.Plays(r.Partner.ID) {
		r.taps(r.Partner.ID) // the game of one of two is shown to that one
	}
	if r.Pupil != nil && r.owns(&g) {
		g.Aids, g.Fixed = r.Class.Aids, !r.Class.TakeBack
	}
	return g, nil
}

// ofOwner does something with the reader's own game; of somebody else's it
// shows the board, and says whose it is not.
func (s *server) ofOwner(r *request, do func(*school.Game) error) error {
	g, err := s.game(r)
	if err != nil {
		return err
	}
	if !r.owns(&g) {
		return s.showWith(r, &g, school.Fail(school.Forbidden, "error.foreign"))
	}
	return do(&g)
}

// viewOf reads the game of the request's address as its reader sees it.
func (s *server) viewOf(r *request) (*view, error) {
	g, err := s.game(r)
	if err != nil {
		return nil, err
	}
	return s.view(r, &g)
}

// showWith shows the board as it is now, with the sentence of an error above
// it when there was one.
func (s *server) showWith(r *request, g *school.Game, problem *school.Error) error {
	v, err := s.view(r, g)
	if err != nil {
		return err
	}
	status := http.StatusOK
	if problem != nil {
		v.page.Notice = r.L.M(problem.Msg)
		status = statusOf[problem.Code]
	}
	return r.answer(status, v.page)
}

// answer sends the changing part to the page's script when it has posted, and
// the page to all others: a page's own address always gives the whole page.
func (r *request) answer(status int, page templates.Game) error {
	if r.hx() && r.Request().Method == http.MethodPost {
		return r.render(status, templates.GameView(page))
	}
	return r.render(status, templates.GamePage(page))
}

// watchGame is the changing part for those who look on, or nothing when the
// game has not gone on since the version they have.
func (s *server) watchGame(r *request) error {
	g, err := s.game(r)
	if err != nil {
		return err
	}
	have, ok := whole(r.QueryParam("have"))
	if ok && have == g.Version() {
		return r.NoContent(http.StatusNoContent)
	}
	v, err := s.view(r, &g)
	if err != nil {
		return err
	}
	if ok {
		v.since(have)
	}
	return r.render(http.StatusOK, templates.GameView(v.page))
}

func (s *server) toGame(r *request) error {
	return r.Redirect(http.StatusSeeOther, "/games/"+r.Param("game"))
}

func (s *server) move(r *request) error {
	// Something that is no number is house 0: no house on any board.
	house, _ := whole(r.form("house"))
	return s.ofOwner(r, func(g *school.Game) error {
		if sent, err := s.predicts(r, g, house); sent || err != nil {
			return err
		}
		return s.do(r, g, school.Act{Kind: school.Move, House: house})
	})
}

func (s *server) swap(r *request) error     { return s.act(r, school.Act{Kind: school.Swap}) }
func (s *server) takeBack(r *request) error { return s.act(r, school.Act{Kind: school.Back}) }
func (s *server) giveUp(r *request) error   { return s.act(r, school.Act{Kind: school.GiveUp}) }

// act does what the owner of a game wishes. A wish that is foreign, stale,
// repeated or against the rules changes nothing and shows the board as it is.
func (s *server) act(r *request, a school.Act) error {
	return s.ofOwner(r, func(g *school.Game) error { return s.do(r, g, a) })
}

func (s *server) do(r *request, g *school.Game, a school.Act) error {
	version, ok := whole(r.form("version"))
	if !ok {
		return s.showWith(r, g, school.Fail(school.Invalid, "error.bad"))
	}
	a.Version = version
	turn, err := g.Do(r.Request().Context(), s.Coach, a, s.Now().UnixMilli(), s.Rand())
	if err == nil {
		err = s.Store.Append(r.Request().Context(), g.ID, r.Owner(), version, turn)
	}
	switch school.CodeOf(err) {
	case school.Stale:
		// It may have gone on between our reading and writing: read again.
		now, err := s.game(r)
		if err != nil {
			return err
		}
		return s.showWith(r, &now, school.Fail(school.Stale, "error.stale"))
	case school.Invalid:
		return s.showWith(r, g, asSchool(err))
	}
	if err != nil {
		return err
	}
	if err := s.ended(r, g, turn.Outcome); err != nil {
		return err
	}
	if !r.hx() {
		return s.toGame(r)
	}
	g.Events, g.Outcome, g.Compared = append(g.Events, turn.Events...), turn.Outcome, false
	g.Helped = 0
	v, err := s.view(r, g)
	if err != nil {
		return err
	}
	v.since(version)
	return r.answer(http.StatusOK, v.page)
}

// askGiveUp is the question before giving up, on the board's page.
func (s *server) askGiveUp(r *request) error {
	v, err := s.viewOf(r)
	if err != nil {
		return err
	}
	if !v.page.CanGiveUp {
		return s.toGame(r)
	}
	v.page.AskGiveUp, v.page.Playing, v.page.Ask = true, false, nil
	v.board(v.state.Line, v.state.Last())
	return r.answer(http.StatusOK, v.page)
}

// listMoves is every move of a game, a sentence each.
func (s *server) listMoves(r *request) error {
	v, err := s.viewOf(r)
	if err != nil {
		return err
	}
	v.page.Moves = v.moves(0)
	v.page.Scripts, v.page.Inside = false, false
	v.page.At = r.Request().URL.RequestURI()
	v.page.Title = r.L.T("moves.title")
	return r.render(http.StatusOK, templates.MovesPage(v.page))
}

// showMove is the board as it was after a move, with the trail of that move.
func (s *server) showMove(r *request) error {
	v, err := s.viewOf(r)
	if err != nil {
		return err
	}
	n, ok := whole(r.Param("n"))
	if !ok || n > len(v.state.Steps) {
		return school.Fail(school.NotFound, "error.nomove")
	}
	v.at(n)
	v.page.At = r.Request().URL.RequestURI()
	if err := s.lookBack(v, n); err != nil {
		return err
	}
	return r.render(http.StatusOK, templates.GamePage(v.page))
}
