package web

import (
	"net/http"
	"slices"
	"strconv"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/tutor"
	"semeia/templates"
)

// review looks back at a finished game, as far as its moves have been looked
// at, and has the rest looked at. The page's script asks only how far that is.
func (s *server) review(r *request) error {
	v, err := s.viewOf(r)
	if err != nil {
		return err
	}
	if !v.looksBack() {
		return s.toGame(r)
	}
	weighed, err := s.weighed(v)
	if err != nil {
		return err
	}
	page := v.review(weighed)
	switch {
	case !r.hx():
		return r.render(http.StatusOK, templates.ReviewPage(page))
	case page.Done():
		r.Response().Header().Set("HX-Refresh", "true")
		return r.NoContent(http.StatusOK)
	}
	return r.render(http.StatusOK, templates.ReviewProgress(page))
}

// looksBack reports whether the reader may look back at the game: it has ended,
// with at least one move, and nothing is left to be compared.
func (v *view) looksBack() bool {
	return v.state.Ended() && len(v.state.Steps) > 0 && !v.hidesScore()
}

// weighed reads what is known of a game's moves, and asks for what is not.
func (s *server) weighed(v *view) (tutor.Review, error) {
	known, err := s.Store.Reviews(v.r.Request().Context(), v.g.ID)
	if err != nil {
		return nil, err
	}
	weighed, err := tutor.Weigh(v.g.Rules, v.state.Steps, known)
	if err != nil {
		return nil, err
	}
	s.Reviews.ask(v.g, v.state.Steps, known)
	return weighed, nil
}

// review is the page of a game whose moves have been weighed.
func (v *view) review(weighed tutor.Review) templates.Review {
	l := v.r.L
	page := templates.Review{
		Shell: v.r.shell(l.T("review.title")), ID: v.g.ID, Stage: v.page.Stage, Heading: v.page.Heading, Result: v.page.Result,
		Looked: weighed.Seen(), Of: len(weighed), WinAt: int(v.g.Rules.WinAt), Mine: v.mine,
	}
	page.Area, page.Review, page.Live = "play", true, true
	page.At = v.r.byPupil("/games/" + v.g.ID + "/review")
	var turns []int
	if page.Done() {
		turns = weighed.Turns(v.g.Human)
		v.praise(&page, weighed, len(turns))
	}
	v.graph(&page, weighed, turns)
	for n, i := range turns {
		page.Turns = append(page.Turns, v.turn(&weighed[i], n+1))
	}
	for i := range weighed {
		line := v.weighedLine(&weighed[i])
		line.Flag = slices.Index(turns, i) + 1
		page.Moves = append(page.Moves, line)
	}
	return page
}

// praise counts the child's moves that lost nothing, and says so where no move
// lost much.
func (v *view) praise(page *templates.Review, weighed tutor.Review, turns int) {
	kept, of, proved := 0, 0, true
	for i := range weighed {
		w := &weighed[i]
		proved = proved && (w.Kept() || w.Lost() > 0)
		if w.Player == kalah.Opener {
			of++
			if w.Kept() {
				kept++
			}
		}
	}
	if v.ear.Plays && kept > 0 {
		page.Kept = v.r.L.N("review.kept.you", kept, i18n.Args{"Of": of})
	}
	switch {
	case turns > 0:
	case proved:
		page.Calm = v.r.L.T("review.noturns")
	default:
		page.Calm = v.r.L.T("review.noturns.about")
	}
}

func (v *view) graph(page *templates.Review, weighed tutor.Review, turns []int) {
	l, points := v.r.L, weighed.Line()
	c := templates.NewGraph(points, turns, func(i int) kalah.Player { return weighed[i].Player })
	if c == nil {
		return
	}
	c.Name = l.T("review.chart")
	c.OpenerName = l.T("review.legend.they", i18n.Args{"Name": v.ear.Names[kalah.Opener]})
	c.GuestName = l.T("review.legend.they", i18n.Args{"Name": v.ear.Names[kalah.Guest]})
	c.Up = l.T("review.ahead.they", i18n.Args{"Name": v.ear.Names[kalah.Opener]})
	c.Down = l.T("review.ahead.they", i18n.Args{"Name": v.ear.Names[kalah.Guest]})
	if v.ear.Plays {
		c.OpenerName, c.Up = l.T("review.legend.you"), l.T("review.ahead.you")
	}
	for i, at := range turns {
		c.Flags[i].Name = l.T("review.flag", i18n.Args{"Flag": i + 1, "Number": weighed[at].Number})
	}
	page.Graph = c
}

// turn tells a turning point.
func (v *view) turn(w *tutor.Weighed, flag int) templates.TurnView {
	l, better := v.r.L, w.Better()
	t := templates.TurnView{
		Flag: flag, Number: w.Number, Face: v.faceOf(w.Player), Text: v.ear.Turning(l, w), NewID: school.NewID(),
		Played: v.played(w), After: v.ear.Lead(l, w.Point(w.Margin)), Instead: v.ear.Lead(l, w.Point(w.Top)),
		Better: l.T("review.better.swap"),
	}
	line := w.Before
	near := kalah.South
	if v.ear.Plays {
		near = line.Seat(kalah.Opener)
	}
	t.Board = templates.Draw(l, line.Pos, near, v.ear, line.Sitting)
	t.Board.Small = true
	if better > 0 {
		t.Better = l.T("review.better", i18n.Args{"Best": better})
		t.Board.Point(line.Pos.Turn(), better)
	}
	return t
}

func (v *view) faceOf(p kalah.Player) string {
	switch {
	case p == kalah.Guest:
		return guestFace(v.g)
	case v.ear.Plays:
		return "you"
	}
	return "snail"
}

// played says who chose what.
func (v *view) played(w *tutor.Weighed) string {
	l := v.r.L
	you := v.ear.Plays && w.Player == v.ear.Who
	name := i18n.Args{"Name": v.ear.Names[w.Player], "House": w.Sowing.House}
	switch {
	case w.Swap() && you:
		return l.T("review.swap.you")
	case w.Swap():
		return l.T("review.swap.they", name)
	case you:
		return l.T("review.move.you", name)
	}
	return l.T("review.move.they", name)
}

// kept says what a move lost, or that it lost nothing.
func (v *view) kept(w *tutor.Weighed) string {
	switch l := v.r.L; {
	case !w.Seen:
		return l.T("review.unseen")
	case w.Lost() > 0:
		return w.Less(l)
	case w.Kept():
		return l.T("review.kept")
	default:
		return l.T("review.unsure")
	}
}

func (v *view) weighedLine(w *tutor.Weighed) templates.WeighedLine {
	line := templates.WeighedLine{Number: w.Number, Who: v.played(w), What: v.kept(w), Guest: w.Player == kalah.Guest, Lost: w.Lost() > 0}
	if w.Seen {
		line.How = v.ear.Lead(v.r.L, w.Point(w.Margin))
	}
	return line
}

// lookBack adds to the moment after a move what is known of that move, and the
// way to play on from there.
func (s *server) lookBack(v *view, n int) error {
	if !v.looksBack() {
		return nil
	}
	weighed, err := s.weighed(v)
	if err != nil {
		return err
	}
	replay := v.page.Replay
	replay.Review = true
	if n > 0 && weighed[n-1].Seen {
		line := v.weighedLine(&weighed[n-1])
		replay.What, replay.How = line.What, line.How
	}
	if v.mine && v.g.Rules.Over(v.state.Line.Pos) == kalah.NotOver {
		replay.NewID = school.NewID()
	}
	return nil
}

// again opens a game for practice from the moment after a move of a finished
// one, against the same guest. The opener sits South when a game begins.
func (s *server) again(r *request) error {
	return s.ofOwner(r, func(old *school.Game) error {
		v, err := s.view(r, old)
		if err != nil {
			return err
		}
		if !v.looksBack() {
			return s.showWith(r, old, school.Fail(school.Invalid, "error.notover"))
		}
		n, ok := whole(r.Param("n"))
		if !ok || n > len(v.state.Steps) {
			return school.Fail(school.NotFound, "error.nomove")
		}
		id := r.form("id")
		if id == "" {
			id = school.NewID()
		}
		if !school.ValidID(id) {
			return school.Fail(school.Invalid, "error.bad")
		}
		g := school.Game{
			ID: id, Owner: old.Owner, Partner: old.Partner, Rules: old.Rules, First: old.First, From: old.From, Against: old.Against, Bot: old.Bot,
			Aids: old.Aids, Opened: s.Now().UnixMilli(), Origin: "again:" + old.ID + "/" + strconv.Itoa(n),
		}
		if n > 0 {
			line := v.state.Steps[n-1].After
			g.From = line.Pos
			if line.Seat(kalah.Opener) == kalah.North {
				g.From = g.From.Mirror()
			}
			g.First = g.From.Turn()
		}
		if g.Rules.Over(g.Begin().Pos) != kalah.NotOver {
			return s.showWith(r, old, school.Fail(school.Invalid, "error.over"))
		}
		return s.begin(r, g)
	})
}
