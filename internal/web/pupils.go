package web

import (
	"net/http"

	"semeia/internal/i18n"
	"semeia/internal/school"
	"semeia/templates"
)

// pupil is what a teacher sees of one child.
func (s *server) pupil(r *request) error {
	return s.pupilPage(r, http.StatusOK, s.done(r), false)
}

func (s *server) pupilPage(r *request, status int, notice string, wrong bool) error {
	c, err := s.taught(r)
	if err != nil {
		return err
	}
	ctx := r.Request().Context()
	p, err := s.Store.Pupil(ctx, r.Teacher.ID, c.ID, r.id("pupil"))
	if err != nil {
		return err
	}
	page := templates.PupilView{InClass: s.inClass(r, &c, "list"), Row: s.pupilRow(r, &c, &p), Name: p.Name, Entry: string(c.Entry), Wrong: wrong}
	page.At, page.Notice = "/teach/"+c.ID+"/pupils/"+p.ID, notice
	page.Gate = s.gateView(r, p.Gate, p.Reached)
	page.Gate.Limit, page.Gate.Auto = page.Row.Stage, page.Row.Auto
	page.ClassLimit = c.Gate.Limit(r.Now, p.Reached)
	page.CodeOpen = c.Open(r.Now)
	games, err := s.Store.GamesOf(ctx, school.OwnerOf(p.ID), 60)
	if err != nil {
		return err
	}
	for i := range games {
		page.Games = append(page.Games, s.pupilGame(r, &games[i], p.Display()))
	}
	if err := s.showHelp(r, &page, c.ID, p.ID); err != nil {
		return err
	}
	attempts, err := s.Store.PupilAttempts(ctx, r.Teacher.ID, c.ID, p.ID)
	if err != nil {
		return err
	}
	played, err := s.Store.ClassPlayed(ctx, r.Teacher.ID, c.ID)
	if err != nil {
		return err
	}
	s.showProgress(r, &page, attempts, played[p.ID])
	return r.render(status, templates.PupilPage(page))
}

// toPupil leads back to a pupil's page, or to the class's, where the form came
// from.
func (r *request) toPupil(done string) error {
	if r.form("from") == "class" {
		return r.toClass("?done=" + done)
	}
	return r.toClass("/pupils/" + r.id("pupil") + "?done=" + done)
}

func (s *server) renamePupil(r *request) error {
	name, problem := school.CleanName(r.form("name"))
	if problem != nil {
		return s.pupilPage(r, http.StatusUnprocessableEntity, r.L.M(*problem), true)
	}
	if err := s.Store.Rename(r.Request().Context(), r.by(), r.id("class"), r.id("pupil"), name); err != nil {
		return err
	}
	return r.toPupil("renamed")
}

func (s *server) setPupilGate(r *request) error {
	c, err := s.taught(r)
	if err != nil {
		return err
	}
	p, err := s.Store.Pupil(r.Request().Context(), r.Teacher.ID, c.ID, r.id("pupil"))
	if err != nil {
		return err
	}
	g, problem := s.gateOf(r, p.Limit(c.Gate, r.Now))
	if problem != nil {
		return s.pupilPage(r, http.StatusUnprocessableEntity, r.L.M(*problem), true)
	}
	if err := s.Store.SetPupilGate(r.Request().Context(), r.by(), c.ID, p.ID, g); err != nil {
		return err
	}
	return r.toPupil("gate")
}

// letInFor is how long a child who was let in has for tapping the name.
const letInFor = 5 * 60_000

func (s *server) letIn(r *request) error {
	if err := s.Store.LetIn(r.Request().Context(), r.by(), r.id("class"), r.id("pupil"), r.Now+letInFor); err != nil {
		return err
	}
	return r.toPupil("let-in")
}

func (s *server) unlock(r *request) error {
	if err := s.Store.Unlock(r.Request().Context(), r.by(), r.id("class"), r.id("pupil")); err != nil {
		return err
	}
	return r.toPupil("unlocked")
}

func (s *server) newSecrets(r *request) error {
	if err := s.Store.NewSecrets(r.Request().Context(), r.by(), r.id("class"), r.id("pupil")); err != nil {
		return err
	}
	return r.toPupil("secret")
}

func (s *server) restorePupil(r *request) error {
	if err := s.Store.RestorePupil(r.Request().Context(), r.by(), r.id("class"), r.id("pupil")); err != nil {
		return s.binAgain(r, err)
	}
	return r.Redirect(http.StatusSeeOther, "/teach/bin?done=restored")
}

// purgePupil deletes a child's data for good, once the name has been typed, or
// from the bin, once the box has been ticked.
func (s *server) purgePupil(r *request) error {
	ctx := r.Request().Context()
	if r.form("from") == "bin" {
		if r.form("sure") != "on" {
			return s.binAgain(r, school.Fail(school.Invalid, "bin.sure"))
		}
	} else {
		p, err := s.Store.Pupil(ctx, r.Teacher.ID, r.id("class"), r.id("pupil"))
		if err != nil {
			return err
		}
		if !typed(r.form("confirm"), p.Display()) {
			return s.pupilPage(r, http.StatusUnprocessableEntity, r.L.T("purge.typed", i18n.Args{"Name": p.Display()}), true)
		}
	}
	receipt, err := s.Store.PurgePupil(ctx, r.by(), r.id("class"), r.id("pupil"))
	if err != nil {
		return err
	}
	return r.toReceipt(receipt)
}

// typed reports whether a name was typed as it stands, case and spaces around
// it forgiven.
func typed(text, name string) bool {
	clean, problem := school.CleanName(text)
	return problem == nil && school.FoldName(clean) == school.FoldName(name)
}
