package web

import (
	"crypto/subtle"
	"net/http"
	"net/url"
	"strings"

	"semeia/internal/i18n"
	"semeia/internal/school"
	"semeia/templates"
)

// setup is the page behind the one-time link: the first teacher claims the
// school.
func (s *server) setup(r *request) error {
	if err := s.checkSetup(r); err != nil {
		return err
	}
	return s.setupPage(r, http.StatusOK, templates.TeacherForm{}, "")
}

// checkSetup finds nothing unless the link's secret is right and nobody has
// claimed the school.
func (s *server) checkSetup(r *request) error {
	claimed, err := s.Store.Claimed(r.Request().Context())
	if err != nil {
		return err
	}
	if claimed {
		return school.Fail(school.NotFound, "setup.claimed")
	}
	if s.Setup == "" || subtle.ConstantTimeCompare([]byte(r.Param("secret")), []byte(s.Setup)) != 1 {
		return school.Fail(school.NotFound, "setup.wrong")
	}
	return nil
}

func (s *server) setupPage(r *request, status int, form templates.TeacherForm, notice string) error {
	shell := r.shell(r.L.T("setup.title"))
	shell.At = r.Request().URL.Path
	return r.render(status, templates.SetupPage(templates.Staff{Shell: shell, Form: form, Notice: notice}))
}

func (s *server) claim(r *request) error {
	if err := s.checkSetup(r); err != nil {
		return err
	}
	t, form, problem := teacherOf(r)
	password := r.form("password")
	if problem == nil {
		problem = school.CheckPassword(password)
	}
	if problem == nil && password != r.form("again") {
		problem = &i18n.Msg{Key: "teacher.password.again"}
	}
	if problem != nil {
		return s.setupPage(r, http.StatusUnprocessableEntity, form, r.L.M(*problem))
	}
	if err := s.Store.Claim(r.Request().Context(), t, school.HashPassword(password), r.Now); err != nil {
		return err
	}
	if err := s.beginSession(r, keyTeacher, t.ID, 1); err != nil {
		return err
	}
	return r.Redirect(http.StatusSeeOther, "/teach")
}

// teacherOf reads a teacher's names from a form.
func teacherOf(r *request) (t school.Teacher, form templates.TeacherForm, problem *i18n.Msg) {
	form = templates.TeacherForm{Name: r.form("name"), Login: r.form("login")}
	t.ID = school.NewID()
	if t.Name, problem = school.CleanName(form.Name); problem != nil {
		return t, form, problem
	}
	t.Login, problem = school.CleanLogin(form.Login)
	return t, form, problem
}

// signInPage is where teachers sign in.
func (s *server) signInPage(r *request) error {
	if r.Teacher != nil {
		return r.Redirect(http.StatusSeeOther, "/teach")
	}
	return s.signInAgain(r, http.StatusOK, "", localPath(r.QueryParam("to")), "")
}

func (s *server) signInAgain(r *request, status int, login, to, notice string) error {
	shell := r.shell(r.L.T("signin.title"))
	shell.At = "/sign-in"
	if to != "/" {
		shell.At += "?to=" + url.QueryEscape(to)
	}
	claimed, err := s.Store.Claimed(r.Request().Context())
	if err != nil {
		return err
	}
	return r.render(status, templates.SignInPage(templates.Staff{
		Shell: shell, Form: templates.TeacherForm{Login: login}, To: to, Notice: notice, Unclaimed: !claimed,
	}))
}

// signInTeacher signs a teacher in. Wrong passwords are slowed for the sign-in
// name, never for the address: a whole school may be one address.
func (s *server) signInTeacher(r *request) error {
	ctx := r.Request().Context()
	typed, to := r.form("login"), localPath(r.form("to"))
	login, problem := school.CleanLogin(typed)
	if problem != nil {
		login = ""
	}
	t, kept, err := s.Store.TeacherByLogin(ctx, login)
	if err != nil {
		return err
	}
	if left := t.Tried + school.Wait(t.Tries, school.TeacherWait) - r.Now; left > 0 {
		return s.signInAgain(r, http.StatusTooManyRequests, typed, to, r.L.N("signin.wait", int((left+999)/1000)))
	}
	right := school.PasswordIs(kept, r.form("password"))
	if t.ID != "" {
		if err := s.Store.NoteTry(ctx, t.ID, right, r.Now); err != nil {
			return err
		}
	}
	if !right {
		return s.signInAgain(r, http.StatusUnprocessableEntity, typed, to, r.L.T("signin.wrong"))
	}
	if err := s.beginSession(r, keyTeacher, t.ID, t.Epoch); err != nil {
		return err
	}
	if !strings.HasPrefix(to, "/teach") {
		to = "/teach"
	}
	return r.Redirect(http.StatusSeeOther, to)
}

// account is a teacher's own page.
func (s *server) account(r *request) error { return s.accountPage(r, http.StatusOK, s.done(r), false) }

func (s *server) accountPage(r *request, status int, notice string, wrong bool) error {
	shell := r.shell(r.L.T("account.title"))
	shell.At, shell.Area = "/teach/account", "account"
	return r.render(status, templates.AccountPage(templates.Staff{Shell: shell, Notice: notice, Wrong: wrong, Form: templates.TeacherForm{Login: r.Teacher.Login}}))
}

// setPassword changes the own password; all other sessions end.
func (s *server) setPassword(r *request) error {
	ctx := r.Request().Context()
	kept, err := s.Store.PasswordOf(ctx, r.Teacher.ID)
	if err != nil {
		return err
	}
	refuse := func(text string) error { return s.accountPage(r, http.StatusUnprocessableEntity, text, true) }
	if left := r.Teacher.Tried + school.Wait(r.Teacher.Tries, school.TeacherWait) - r.Now; left > 0 {
		return refuse(r.L.N("signin.wait", int((left+999)/1000)))
	}
	right := school.PasswordIs(kept, r.form("old"))
	if err := s.Store.NoteTry(ctx, r.Teacher.ID, right, r.Now); err != nil {
		return err
	}
	if !right {
		return refuse(r.L.T("account.wrong"))
	}
	password := r.form("password")
	if problem := school.CheckPassword(password); problem != nil {
		return refuse(r.L.M(*problem))
	}
	if password != r.form("again") {
		return refuse(r.L.T("teacher.password.again"))
	}
	epoch, err := s.Store.SetPassword(ctx, r.Teacher.ID, school.HashPassword(password))
	if err != nil {
		return err
	}
	if err := s.beginSession(r, keyTeacher, r.Teacher.ID, epoch); err != nil {
		return err
	}
	return r.Redirect(http.StatusSeeOther, "/teach/account?done=password")
}

// staff is the page of all teachers, for an administrator.
func (s *server) staff(r *request) error {
	return s.staffPage(r, http.StatusOK, templates.Staff{Notice: s.done(r)})
}

func (s *server) staffPage(r *request, status int, page templates.Staff) error {
	list, err := s.Store.Teachers(r.Request().Context(), r.Teacher.ID)
	if err != nil {
		return err
	}
	page.Shell = r.shell(r.L.T("staff.title"))
	page.At, page.Area = "/teach/staff", "staff"
	page.Me, page.Teachers = r.Teacher.ID, list
	return r.render(status, templates.StaffPage(page))
}

// addTeacher adds a teacher with a first password, which is shown once.
func (s *server) addTeacher(r *request) error {
	t, form, problem := teacherOf(r)
	if problem != nil {
		return s.staffPage(r, http.StatusUnprocessableEntity, templates.Staff{Form: form, Notice: r.L.M(*problem), Wrong: true})
	}
	password := school.NewPassword()
	err := s.Store.AddTeacher(r.Request().Context(), r.by(), t, school.HashPassword(password))
	if school.CodeOf(err) == school.Invalid && err != nil {
		return s.staffPage(r, http.StatusUnprocessableEntity, templates.Staff{Form: form, Notice: r.L.M(asSchool(err).Msg), Wrong: true})
	}
	if err != nil {
		return err
	}
	return s.staffPage(r, http.StatusOK, templates.Staff{For: t.Name, Login: t.Login, Password: password})
}

// resetPassword gives a teacher a new password, which is shown once.
func (s *server) resetPassword(r *request) error {
	ctx := r.Request().Context()
	password := school.NewPassword()
	if err := s.Store.ResetPassword(ctx, r.by(), r.id("teacher"), school.HashPassword(password)); err != nil {
		return err
	}
	page := templates.Staff{Password: password}
	list, err := s.Store.Teachers(ctx, r.Teacher.ID)
	if err != nil {
		return err
	}
	for _, t := range list {
		if t.ID == r.id("teacher") {
			page.For, page.Login = t.Name, t.Login
		}
	}
	if r.id("teacher") == r.Teacher.ID { // the own session would end before the page is read
		if err := s.beginSession(r, keyTeacher, r.Teacher.ID, r.Teacher.Epoch+1); err != nil {
			return err
		}
	}
	return s.staffPage(r, http.StatusOK, page)
}

func (s *server) removeTeacher(r *request) error {
	err := s.Store.RemoveTeacher(r.Request().Context(), r.by(), r.id("teacher"))
	if err != nil && school.CodeOf(err) == school.Invalid {
		return s.staffPage(r, http.StatusUnprocessableEntity, templates.Staff{Notice: r.L.M(asSchool(err).Msg), Wrong: true})
	}
	if err != nil {
		return err
	}
	return r.Redirect(http.StatusSeeOther, "/teach/staff?done=removed")
}
