package web

import (
	"net/http"
	"sync"
	"time"

	"golang.org/x/text/language"

	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/tutor"
	"semeia/templates"
)

// guesses slows wrong class codes and cards down for everybody together, one
// after the other: names of children stand behind a code. A right one never
// waits, and an address is never shut out: a room of children is one address.
type guesses struct{ mu sync.Mutex }

const guessPause = 50 * time.Millisecond

func (g *guesses) wrong() {
	g.mu.Lock()
	defer g.mu.Unlock()
	time.Sleep(guessPause)
}

// join is where pupils type the class code, or the code of their card.
func (s *server) join(r *request) error { return s.joinPage(r, http.StatusOK, "", "") }

func (s *server) joinPage(r *request, status int, typed, notice string) error {
	shell := r.shell(r.L.T("join.title"))
	page := templates.Join{Shell: shell, Typed: typed, Notice: notice, Two: r.two()}
	page.At, page.Area = page.Path("/join"), "join"
	return r.render(status, templates.JoinPage(page))
}

// two reports whether who signs in now will share the computer with the pupil
// who is signed in: the page "two at this computer" leads here.
func (r *request) two() bool {
	asked := r.QueryParam("two")
	if r.Request().Method == http.MethodPost {
		asked = r.form("two")
	}
	return asked == "1" && r.Pupil != nil && r.Partner == nil
}

// pairs says why a pupil cannot share the computer with the one who is signed in.
func (r *request) pairs(c *school.Class, pupil string) *school.Error {
	switch {
	case !r.two():
		return nil
	case c.ID != r.Class.ID:
		return school.Fail(school.Invalid, "pair.otherclass")
	case pupil == r.Pupil.ID:
		return school.Fail(school.Invalid, "pair.same")
	}
	return nil
}

// findRoom leads from a code to its page.
func (s *server) findRoom(r *request) error {
	typed := r.form("code")
	code, card, ok := school.ParseCode(typed)
	ctx := r.Request().Context()
	var err error
	switch {
	case !ok:
		err = school.Fail(school.NotFound, "join.nocode")
	case card:
		if _, _, err = s.Store.Card(ctx, code); err == nil {
			return r.Redirect(http.StatusSeeOther, templates.Join{Two: r.two()}.Path("/card/"+code))
		}
	default:
		if _, _, err = s.Store.Room(ctx, code, r.Now); err == nil {
			return r.Redirect(http.StatusSeeOther, templates.Join{Two: r.two()}.Path("/join/"+code))
		}
	}
	if school.CodeOf(err) != school.NotFound {
		return err
	}
	s.guesses.wrong()
	return s.joinPage(r, http.StatusUnprocessableEntity, cut(typed, 40), r.L.M(asSchool(err).Msg))
}

// cut keeps the beginning of a text, at most n characters.
func cut(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n])
	}
	return text
}

// openRoom reads the class of the address's code; one that is not open leads
// back to where codes are typed.
func (s *server) openRoom(r *request) (c school.Class, list []school.Pupil, err error) {
	code, card, ok := school.ParseCode(r.Param("code"))
	if ok && !card {
		c, list, err = s.Store.Room(r.Request().Context(), code, r.Now)
	} else {
		err = school.Fail(school.NotFound, "join.nocode")
	}
	if err != nil {
		if school.CodeOf(err) == school.NotFound {
			s.guesses.wrong()
		}
		return c, nil, err
	}
	if r.Pupil == nil {
		s.speak(r, c.Lang)
	}
	sortPupils(c.Lang, list)
	return c, list, nil
}

func sortPupils(lang string, list []school.Pupil) {
	school.SortNames(language.Make(lang), list, func(p school.Pupil) string { return p.Display() })
}

// roomAgain shows a room's problem on the page of codes.
func (s *server) roomAgain(r *request, err error) error {
	if school.CodeOf(err) != school.NotFound {
		return err
	}
	return s.joinPage(r, http.StatusNotFound, cut(r.Param("code"), 40), r.L.M(asSchool(err).Msg))
}

// room is the list of names: a tap says who I am.
func (s *server) room(r *request) error {
	c, list, err := s.openRoom(r)
	if err != nil {
		return s.roomAgain(r, err)
	}
	if problem := r.pairs(&c, ""); problem != nil {
		return s.pairAgain(r, c.Code, problem)
	}
	page := s.joining(r, &c)
	for i := range list {
		if page.Two && list[i].ID == r.Pupil.ID {
			continue
		}
		page.Names = append(page.Names, templates.NameTag{ID: list[i].ID, Name: list[i].Display(), Direct: c.Entry == school.ByName || list[i].LetIn > r.Now})
	}
	return r.render(http.StatusOK, templates.RoomPage(page))
}

func (s *server) joining(r *request, c *school.Class) templates.Join {
	page := templates.Join{Shell: r.shell(c.Name), Code: c.Code, Class: c.Name, Cards: c.Entry == school.ByCard, Pictures: school.Pictures, Two: r.two()}
	page.At, page.Area = page.Path("/join/"+c.Code), "join"
	return page
}

// pairAgain says on the page of codes why two do not share the computer.
func (s *server) pairAgain(r *request, typed string, problem *school.Error) error {
	return s.joinPage(r, statusOf[problem.Code], typed, r.L.M(problem.Msg))
}

// askSecret is the page of the twelve pictures.
func (s *server) askSecret(r *request) error {
	c, list, err := s.openRoom(r)
	if err != nil {
		return s.roomAgain(r, err)
	}
	if problem := r.pairs(&c, r.id("pupil")); problem != nil {
		return s.pairAgain(r, c.Code, problem)
	}
	for _, p := range list {
		if p.ID == r.id("pupil") {
			return s.secretPage(r, http.StatusOK, &c, &p, "")
		}
	}
	return school.Fail(school.NotFound, "error.nopupil")
}

func (s *server) secretPage(r *request, status int, c *school.Class, p *school.Pupil, notice string) error {
	page := s.joining(r, c)
	page.At = page.Path("/join/" + c.Code + "/" + p.ID)
	page.Who = templates.NameTag{ID: p.ID, Name: p.Display(), Direct: c.Entry == school.ByName || p.LetIn > r.Now}
	page.Notice = notice
	return r.render(status, templates.SecretPage(page))
}

// enter signs a pupil in.
func (s *server) enter(r *request) error {
	c, list, err := s.openRoom(r)
	if err != nil {
		return s.roomAgain(r, err)
	}
	chosen := r.Request().PostForm["picture"]
	if len(chosen) > len(school.Pictures) {
		return school.Fail(school.Invalid, "error.bad")
	}
	if problem := r.pairs(&c, r.id("pupil")); problem != nil {
		return s.pairAgain(r, c.Code, problem)
	}
	p, err := s.Store.EnterByCode(r.Request().Context(), c.Code, r.id("pupil"), chosen, r.Now)
	if err == nil {
		return s.entered(r, &p)
	}
	code := school.CodeOf(err)
	if code != school.Invalid && code != school.Slow {
		return s.roomAgain(r, err)
	}
	for i := range list {
		if list[i].ID == p.ID {
			// What was tapped is not shown again: the next child may sit here.
			return s.secretPage(r, statusOf[code], &c, &list[i], r.L.M(asSchool(err).Msg))
		}
	}
	return err
}

// entered begins the session of a pupil, or of two when p is the second at this
// computer.
func (s *server) entered(r *request, p *school.Pupil) error {
	first, second := p, (*school.Pupil)(nil)
	if r.two() {
		first, second = r.Pupil, p
	}
	if err := s.beginPupils(r, first, second); err != nil {
		return err
	}
	return r.Redirect(http.StatusSeeOther, "/me")
}

// cardOf reads the pupil of the address's card.
func (s *server) cardOf(r *request) (p school.Pupil, c school.Class, err error) {
	code, card, ok := school.ParseCode(r.Param("card"))
	if ok && card {
		p, c, err = s.Store.Card(r.Request().Context(), code)
	} else {
		err = school.Fail(school.NotFound, "join.nocard")
	}
	if err != nil && school.CodeOf(err) == school.NotFound {
		s.guesses.wrong()
	}
	if err == nil && r.Pupil == nil {
		s.speak(r, c.Lang)
	}
	return p, c, err
}

// card is where the QR of a card leads: one button, since looking at a page
// signs nobody in.
func (s *server) card(r *request) error {
	p, c, err := s.cardOf(r)
	if err != nil {
		return s.cardAgain(r, err)
	}
	if problem := r.pairs(&c, p.ID); problem != nil {
		return s.pairAgain(r, p.Card, problem)
	}
	page := templates.Join{Shell: r.shell(c.Name), Class: c.Name, Code: p.Card, Who: templates.NameTag{Name: p.Display()}, Two: r.two()}
	page.At = page.Path("/card/" + p.Card)
	// A card that is scanned comes without the wish to be two.
	page.CanTwo = r.Pupil != nil && r.Partner == nil && r.Class.ID == c.ID && r.Pupil.ID != p.ID
	return r.render(http.StatusOK, templates.CardPage(page))
}

func (s *server) cardAgain(r *request, err error) error {
	if school.CodeOf(err) != school.NotFound {
		return err
	}
	return s.joinPage(r, http.StatusNotFound, cut(r.Param("card"), 40), r.L.M(asSchool(err).Msg))
}

func (s *server) enterByCard(r *request) error {
	p, c, err := s.cardOf(r)
	if err != nil {
		return s.cardAgain(r, err)
	}
	if problem := r.pairs(&c, p.ID); problem != nil {
		return s.pairAgain(r, p.Card, problem)
	}
	if p, err = s.Store.EnterByCard(r.Request().Context(), p.Card, r.Now); err != nil {
		return err
	}
	return s.entered(r, &p)
}

// me is a pupil's own page.
func (s *server) me(r *request) error {
	ctx := r.Request().Context()
	page := templates.Me{Shell: r.shell(r.Pupil.Display()), Class: r.Class.Name}
	page.At, page.Area = r.byPupil("/me"), "me"
	page.SecondURL = templates.Join{Two: true}.Path("/join")
	if r.Class.Open(r.Now) && r.Class.Entry != school.ByCard {
		page.SecondURL = templates.Join{Two: true}.Path("/join/" + r.Class.Code)
	}
	w, err := s.walk(r)
	if err != nil {
		return err
	}
	page.Next, _ = w.onward()
	games, err := s.Store.GamesOf(ctx, r.Owner(), 60)
	if err != nil {
		return err
	}
	for i := range games {
		g := &games[i]
		if g.Rules.Stage() > page.Limit {
			continue
		}
		if link := s.gameLink(r, g); g.Outcome == school.Open {
			page.Open = append(page.Open, link)
		} else {
			page.Done = append(page.Done, link)
		}
	}
	if r.Visitor != "" && !s.sessions.GetBool(ctx, keyAsked) {
		found, err := s.Store.GamesOf(ctx, r.Visitor, 60)
		if err != nil {
			return err
		}
		for i := range found {
			page.Found = append(page.Found, s.gameLink(r, &found[i]))
		}
	}
	return r.render(http.StatusOK, templates.MePage(page))
}

// leave lets one of two go, and the other sit on alone. For one alone it does
// nothing.
func (s *server) leave(r *request) error {
	if r.Partner == nil {
		return r.Redirect(http.StatusSeeOther, "/me")
	}
	if !r.taps(r.form("who")) {
		return school.Fail(school.Invalid, "error.bad")
	}
	gone, stays := r.Pupil, r.Partner
	if err := s.beginPupils(r, stays, nil); err != nil {
		return err
	}
	if err := s.Store.Left(r.Request().Context(), gone.ID); err != nil {
		return err
	}
	return r.Redirect(http.StatusSeeOther, "/me")
}

// takeAlong answers whether the games played here before signing in are the
// pupil's. It is asked once, and never answered by itself: computers are shared.
func (s *server) takeAlong(r *request) error {
	ctx := r.Request().Context()
	if r.form("do") == "take" && r.Visitor != "" {
		if _, err := s.Store.TakeAlong(ctx, r.Visitor, r.Pupil.ID); err != nil {
			return err
		}
		if err := s.reach(r, r.Pupil, nil); err != nil {
			return err
		}
	}
	if err := s.changeSession(r, keyAsked, true); err != nil {
		return err
	}
	return r.Redirect(http.StatusSeeOther, "/me")
}

// gameLink leads its player to a game.
func (s *server) gameLink(r *request, g *school.Game) templates.GameLink {
	link := s.pupilGame(r, g, "")
	link.Text, link.Outcome = headingOf(r.L, g, earOf(g, true, namesOf(r.L, g))), templates.OutcomeText(r.L, g, true)
	link.Reviewed = link.Reviewed && (g.Compared || r.aids() == school.NoAids || g.Outcome == school.GaveUp || g.Outcome == school.WonByUp)
	return link
}

// pupilGame leads others to the game of the pupil of that name.
func (s *server) pupilGame(r *request, g *school.Game, name string) templates.GameLink {
	names := namesOf(r.L, g)
	if g.Against == school.Bot {
		names[kalah.Opener] = name
	}
	return templates.GameLink{
		ID: g.ID, Face: guestFace(g), Text: headingOf(r.L, g, tutor.Ear{Names: names}),
		Stage: templates.StageName(r.L, g.Rules.Stage()), Outcome: templates.OutcomeText(r.L, g, false), Day: r.day(g.Opened),
		Reviewed: g.Outcome != school.Open,
	}
}

// day is a moment's date as the reader writes it.
func (r *request) day(ms int64) string { return templates.Day(r.L, time.UnixMilli(ms)) }
