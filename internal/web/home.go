package web

import (
	"net/http"

	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/tutor"
	"semeia/templates"
)

// goOnLimit is how many open games the first page offers to go on with.
const goOnLimit = 4

func (s *server) home(r *request) error {
	page := templates.Home{Shell: r.shell(r.L.T("home.title"))}
	rules, _ := kalah.Named("sowing")
	sowing, err := rules.Sow(rules.Start(kalah.South), 3)
	if err != nil {
		return err
	}
	ear := tutor.Ear{Plays: true}
	page.Board = templates.Draw(r.L, sowing.After, kalah.South, ear, nil).Mark(&sowing)
	if r.Owner() != "" {
		games, err := s.Store.GamesOf(r.Request().Context(), r.Owner(), 50)
		if err != nil {
			return err
		}
		for _, g := range games {
			if g.Outcome == school.Open && g.Rules.Stage() <= page.Limit && len(page.GoOn) < goOnLimit {
				page.GoOn = append(page.GoOn, s.gameLink(r, &g))
			}
		}
	}
	return r.render(http.StatusOK, templates.HomePage(page))
}
