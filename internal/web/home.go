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
	if r.Owner != "" {
		games, err := s.Keeper.GamesOf(r.Request().Context(), r.Owner, 50)
		if err != nil {
			return err
		}
		for _, g := range games {
			if g.Outcome == school.Open && len(page.GoOn) < goOnLimit {
				names := namesOf(r.L, &g)
				page.GoOn = append(page.GoOn, templates.GameLink{
					ID: g.ID, Face: guestFace(&g), Text: headingOf(r.L, &g, earOf(&g, true, names)),
					Stage: templates.StageName(r.L, g.Rules.Stage()),
				})
			}
		}
	}
	return r.render(http.StatusOK, templates.HomePage(page))
}
