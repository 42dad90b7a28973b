package web

import (
	"net/http"

	"semeia/internal/i18n"
	"semeia/internal/school"
	"semeia/templates"
)

// rules is the page of a stage's rules.
func (s *server) rules(r *request) error {
	stage, ok := whole(r.Param("stage"))
	if !ok || stage < 1 || stage > 6 {
		return school.Fail(school.NotFound, "error.nostage")
	}
	if stage > r.Limit(r.Now) {
		return school.Fail(school.NotYet, "error.notyet")
	}
	shell := r.shell(r.L.T("rules.title", i18n.Args{"Number": stage}))
	shell.Area, shell.Print = "rules", true
	page, err := templates.NewRules(shell, stage)
	if err != nil {
		return err
	}
	page.Questions = r.QueryParam("questions") == "on"
	return r.render(http.StatusOK, templates.RulesPage(page))
}

func (s *server) rulesIndex(r *request) error {
	return r.Redirect(http.StatusSeeOther, "/rules/1")
}
