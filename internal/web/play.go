package web

import (
	"net/http"
	"net/url"
	"slices"

	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/tutor"
	"semeia/templates"
)

// play is the page where a game is chosen.
func (s *server) play(r *request) error {
	form := templates.NewPlayForm()
	if name := r.QueryParam("rules"); name != "" {
		if set, ok := kalah.Named(name); ok && set.Stage() <= r.Limit(r.Now) {
			form.Rules, form.Against = name, string(templates.UsualBot(set.Stage()))
		}
	}
	return s.playPage(r, http.StatusOK, form, "")
}

func (s *server) playPage(r *request, status int, form templates.PlayForm, notice string) error {
	page := templates.Play{Shell: r.shell(r.L.T("play.title")), Form: form, Notice: notice}
	page.Area = "play"
	if r.Request().Method != http.MethodGet {
		page.At = "/play"
	}
	// The new game's id is part of the form: sent twice, it opens one game.
	page.ID = school.NewID()
	return r.render(status, templates.PlayPage(page))
}

// openGame opens a game as chosen, and sends its owner to the board.
func (s *server) openGame(r *request) error {
	f := r.Request().PostForm
	form := templates.PlayForm{
		Rules: f.Get("rules"), Against: f.Get("against"), Starts: f.Get("starts"), Aids: f.Get("aids"), Kind: f.Get("kind"),
		Board: f.Get("board"), Seeds: f.Get("seeds"), Extra: f.Get("extra"), Capture: f.Get("capture"),
		End: f.Get("end"), Leftover: f.Get("leftover"), WinAt: f.Get("winat"), Pie: f.Get("pie"),
	}
	if r.Pupil != nil {
		form.Aids = string(r.Class.Aids) // the class decides
	}
	g, ok := gameOf(form)
	id := f.Get("id")
	if id == "" {
		id = school.NewID()
	}
	if !ok || !school.ValidID(id) {
		return s.playPage(r, http.StatusUnprocessableEntity, form.Mended(), r.L.T("error.choice"))
	}
	if g.Rules.Stage() > r.Limit(r.Now) {
		return school.Fail(school.NotYet, "error.notyet")
	}
	g.ID, g.Owner, g.Opened = id, r.owner(), s.Now().UnixMilli()
	if g.Against == school.Neighbour {
		g.Partner = r.partner()
	}
	rng := s.Rand()
	switch form.Starts {
	case "die":
		g.Throws, g.First = school.RollDice(rng)
	case "other":
		g.First = kalah.North
	}
	return s.begin(r, g)
}

// begin keeps a new game, with the bot's opening turn where it starts.
func (s *server) begin(r *request, g school.Game) error {
	turn, err := g.Opening(r.Request().Context(), s.Coach, g.Opened, s.Rand())
	if err != nil {
		return err
	}
	g.Events, g.Outcome = turn.Events, turn.Outcome
	id, err := s.Store.AddGame(r.Request().Context(), g)
	if err != nil {
		return err
	}
	return r.Redirect(http.StatusSeeOther, "/games/"+url.PathEscape(id))
}

// gameOf reads a choice; ok is false when a part of it is none of those the
// form offers.
func gameOf(form templates.PlayForm) (g school.Game, ok bool) {
	ok = true
	if form.Rules == "free" {
		g.Rules, ok = freeOf(form)
	} else {
		g.Rules, ok = kalah.Named(form.Rules)
	}
	g.Against, g.Aids = school.Against(form.Against), school.Aids(form.Aids)
	switch bot := tutor.Bot(form.Against); {
	case g.Against == school.Bot: // as forms said it when there was one bot
		g.Bot = tutor.Easy
	case slices.Contains(tutor.Bots[:], bot):
		g.Against, g.Bot = school.Bot, bot
	case g.Against != school.Neighbour:
		ok = false
	}
	switch g.Aids {
	case school.FullAids, school.RequestAids, school.NoAids:
	default:
		ok = false
	}
	switch form.Kind {
	case "practice":
	case "counts":
		g.Counts = true
	default:
		ok = false
	}
	switch form.Starts {
	case "die", "me", "other":
	default:
		ok = false
	}
	return g, ok
}

func freeOf(form templates.PlayForm) (kalah.Rules, bool) {
	var f kalah.Free
	var okCapture, okEnd, okLeftover bool
	if form.Board != "school" {
		houses, okHouses := whole(form.Board)
		seeds, okSeeds := whole(form.Seeds)
		if !okHouses || !okSeeds || houses == 0 {
			return kalah.Rules{}, false
		}
		f.Houses, f.Seeds = houses, seeds
	}
	f.Capture, okCapture = kalah.ParseCapture(form.Capture)
	f.End, okEnd = kalah.ParseEnd(form.End)
	f.Leftover, okLeftover = kalah.ParseLeftover(form.Leftover)
	f.ExtraTurn, f.Majority, f.Pie = form.Extra == "on", form.WinAt == "on", form.Pie == "on"
	for _, v := range []string{form.Extra, form.WinAt, form.Pie} {
		if v != "on" && v != "off" {
			return kalah.Rules{}, false
		}
	}
	if !okCapture || !okEnd || !okLeftover {
		return kalah.Rules{}, false
	}
	rules, err := f.Rules()
	return rules, err == nil
}

// rematch opens the same game again; the other player starts (R15).
func (s *server) rematch(r *request) error {
	return s.ofOwner(r, func(old *school.Game) error {
		if old.Outcome == school.Open {
			return s.showWith(r, old, school.Fail(school.Invalid, "error.notover"))
		}
		return s.begin(r, school.Game{
			ID: school.NewID(), Owner: old.Owner, Partner: old.Partner, Rules: old.Rules, First: old.First.Other(), Against: old.Against, Bot: old.Bot,
			Counts: old.Counts, Aids: old.Aids, RematchOf: old.ID, Opened: s.Now().UnixMilli(),
		})
	})
}
