package web

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"semeia/internal/i18n"
	"semeia/internal/school"
	"semeia/internal/sheet"
	"semeia/templates"
)

// teach is a teacher's classes.
func (s *server) teach(r *request) error {
	return s.teachPage(r, http.StatusOK, templates.Teach{Form: templates.ClassForm{Lang: r.L.Code}, Notice: s.done(r)})
}

func (s *server) teachPage(r *request, status int, page templates.Teach) error {
	list, err := s.Store.ClassesOf(r.Request().Context(), r.Teacher.ID)
	if err != nil {
		return err
	}
	page.Shell = r.shell(r.L.T("teach.title"))
	page.At, page.Area = "/teach", "teach"
	page.ID = school.NewID()
	for i := range list {
		c := &list[i]
		link := templates.ClassLink{ID: c.ID, Name: c.Name, Pupils: c.Pupils, Open: c.Open(r.Now), Stage: c.Gate.Limit(r.Now, c.Reached), Auto: c.Gate.Mode == school.Auto}
		if c.Archived > 0 {
			page.Archived = append(page.Archived, link)
		} else {
			page.Classes = append(page.Classes, link)
		}
	}
	return r.render(status, templates.TeachPage(page))
}

// addClass makes a class: at stage 1, signing in with pictures.
func (s *server) addClass(r *request) error {
	form := templates.ClassForm{Name: r.form("name"), Lang: r.form("lang")}
	name, problem := school.CleanName(form.Name)
	_, known := s.Catalogue.Loc(form.Lang)
	id := r.form("id")
	if !known || !school.ValidID(id) {
		return school.Fail(school.Invalid, "error.bad")
	}
	if problem != nil {
		return s.teachPage(r, http.StatusUnprocessableEntity, templates.Teach{Form: form, Notice: r.L.M(*problem), Wrong: true})
	}
	err := s.Store.AddClass(r.Request().Context(), r.by(), school.Class{
		ID: id, Name: name, Lang: form.Lang, Entry: school.ByPictures, CodeMinutes: 15,
		Gate: school.NewGate(), Aids: school.FullAids, TakeBack: true, Hints: true,
	})
	if err != nil {
		return err
	}
	return r.Redirect(http.StatusSeeOther, "/teach/"+id+"/list")
}

// taught reads the class of the address, which the teacher must teach.
func (s *server) taught(r *request) (school.Class, error) {
	return s.Store.Class(r.Request().Context(), r.Teacher.ID, r.id("class"))
}

// inClass is the frame of a class's pages.
func (s *server) inClass(r *request, c *school.Class, tab string) templates.InClass {
	shell := r.shell(c.Name)
	shell.At, shell.Area = "/teach/"+c.ID, "teach"
	if tab != "class" {
		shell.At += "/" + tab
	}
	return templates.InClass{Shell: shell, ID: c.ID, Class: c.Name, Tab: tab, Notice: s.done(r), Archived: c.Archived > 0}
}

// class is the page from which a lesson is led.
func (s *server) class(r *request) error {
	page, err := s.cockpit(r)
	if err != nil {
		return err
	}
	return r.render(http.StatusOK, templates.ClassPage(page))
}

// classRoom is the part of it that changes while children come in.
func (s *server) classRoom(r *request) error {
	page, err := s.cockpit(r)
	if err != nil {
		return err
	}
	return r.render(http.StatusOK, templates.ClassRoom(page))
}

func (s *server) cockpit(r *request) (templates.Cockpit, error) {
	page := templates.Cockpit{}
	c, err := s.taught(r)
	if err != nil {
		return page, err
	}
	list, err := s.Store.PupilsOf(r.Request().Context(), r.Teacher.ID, c.ID)
	if err != nil {
		return page, err
	}
	sortPupils(c.Lang, list)
	page.InClass = s.inClass(r, &c, "class")
	page.Live = true
	page.Secrets = r.QueryParam("secrets") == "on"
	page.Entry, page.Minutes = string(c.Entry), c.CodeMinutes
	if c.Open(r.Now) {
		page.Code = c.Code
		page.Left = int((c.CodeUntil - r.Now + 59_999) / 60_000)
		if page.Left > 180 {
			page.Until = templates.Moment(r.L, time.UnixMilli(c.CodeUntil).In(s.Now().Location()))
		}
	}
	page.Address = s.lab(r) + "/join"
	page.Gate = s.gateView(r, c.Gate, c.Reached)
	for i := range list {
		row := s.pupilRow(r, &c, &list[i])
		if row.In {
			page.In++
		}
		page.Rows = append(page.Rows, row)
	}
	page.Progress, err = s.progress(r, &c, page.Rows)
	page.Gate.Ready, page.Gate.All = page.Progress.Ready, page.Progress.All
	return page, err
}

func (s *server) pupilRow(r *request, c *school.Class, p *school.Pupil) templates.PupilRow {
	row := templates.PupilRow{
		ID: p.ID, Name: p.Display(), Pictures: p.Pictures, Card: school.Grouped(p.Card, 5), LetIn: p.LetIn > r.Now,
		In:    p.Seen > 0 && r.Now-p.Seen < int64(sessionLife/time.Millisecond),
		Tries: p.Tries, Stage: p.Limit(c.Gate, r.Now), Own: p.Gate.Mode != school.Follows,
		Auto: p.Gate.Over(c.Gate).Mode == school.Auto,
	}
	if left := p.Tried + school.Wait(p.Tries, school.PupilWait) - r.Now; left > 0 {
		row.Wait = int((left + 999) / 1000)
	}
	return row
}

// lab is the address to show to others: never one that only this machine
// understands, where there is a better one.
func (s *server) lab(r *request) string {
	if s.PublicURL == "" && len(s.Lab) > 0 && isLocal(r.Request().Host) {
		return s.Lab[0]
	}
	return s.base(r)
}

// code opens or closes the class for signing in.
func (s *server) code(r *request) error {
	ctx := r.Request().Context()
	if r.form("do") == "close" {
		if err := s.Store.CloseCode(ctx, r.by(), r.id("class")); err != nil {
			return err
		}
		return r.toClass("")
	}
	c, err := s.taught(r)
	if err != nil {
		return err
	}
	minutes := c.CodeMinutes
	if asked, ok := whole(r.form("minutes")); ok && slices.Contains(school.CodeMinutes, asked) {
		minutes = asked
	}
	if _, err := s.Store.OpenCode(ctx, r.by(), c.ID, r.Now+int64(minutes)*60_000); err != nil {
		return err
	}
	return r.toClass("")
}

// toClass leads back to a page of the class after something was done.
func (r *request) toClass(rest string) error {
	return r.Redirect(http.StatusSeeOther, "/teach/"+r.id("class")+rest)
}

// gateView is a gate as its form shows it; reached is the stage of the pupil
// whose it is, or of the class's furthest.
func (s *server) gateView(r *request, g school.Gate, reached int) templates.GateForm {
	form := templates.GateForm{Mode: string(g.Mode), Stage: g.Stage, Limit: g.Limit(r.Now, reached), Auto: g.Mode == school.Auto}
	if g.Mode == school.Opened && g.From > r.Now {
		form.Date = time.UnixMilli(g.From).In(s.Now().Location()).Format(time.DateOnly)
		form.Day = r.day(g.From)
	}
	return form
}

// gateOf reads a gate's form. limit is the last stage that is open now: what
// stays so until the date, where one is given.
func (s *server) gateOf(r *request, limit int) (school.Gate, *i18n.Msg) {
	g := school.Gate{Mode: school.Mode(r.form("mode")), Stage: 1, Before: limit}
	switch g.Mode {
	case school.Held, school.Opened:
		stage, ok := whole(r.form("stage"))
		if !ok {
			return g, &i18n.Msg{Key: "error.choice"}
		}
		g.Stage = stage
	}
	if date := r.form("date"); g.Mode == school.Opened && date != "" {
		day, err := time.ParseInLocation(time.DateOnly, date, s.Now().Location())
		if err != nil || day.Year() < 2000 || day.Year() > 9999 {
			return g, &i18n.Msg{Key: "gate.date"}
		}
		if day.UnixMilli() > r.Now {
			g.From = day.UnixMilli()
		}
	}
	if !g.Valid() {
		return g, &i18n.Msg{Key: "error.choice"}
	}
	return g, nil
}

func (s *server) setGate(r *request) error {
	c, err := s.taught(r)
	if err != nil {
		return err
	}
	g, problem := s.gateOf(r, c.Gate.Limit(r.Now, c.Reached))
	if problem == nil && g.Mode == school.Follows {
		problem = &i18n.Msg{Key: "error.choice"}
	}
	if problem != nil {
		return &school.Error{Code: school.Invalid, Msg: *problem}
	}
	if err := s.Store.SetGate(r.Request().Context(), r.by(), c.ID, g); err != nil {
		return err
	}
	return r.toClass("?done=gate")
}

// cards are the sign-in cards of a class, for printing.
func (s *server) cards(r *request) error {
	c, err := s.taught(r)
	if err != nil {
		return err
	}
	list, err := s.Store.PupilsOf(r.Request().Context(), r.Teacher.ID, c.ID)
	if err != nil {
		return err
	}
	sortPupils(c.Lang, list)
	page := templates.Cards{InClass: s.inClass(r, &c, "cards"), Entry: string(c.Entry), Addresses: s.addresses(r)}
	page.Print = true
	if page.For, _ = s.Catalogue.Loc(c.Lang); page.For == nil {
		page.For = r.L
	}
	base := s.lab(r)
	if asked := r.QueryParam("address"); slices.Contains(page.Addresses, asked) {
		base = asked
	}
	page.Address = base
	for i := range list {
		card := templates.SignInCard{Name: list[i].Display(), Pictures: list[i].Pictures, Code: school.Grouped(list[i].Card, 5)}
		if c.Entry == school.ByCard {
			if card.QR, err = sheet.NewQR(base + "/card/" + list[i].Card); err != nil {
				return err
			}
		}
		page.Cards = append(page.Cards, card)
	}
	return r.render(http.StatusOK, templates.CardsPage(page))
}

// addresses a teacher can choose from for what is printed.
func (s *server) addresses(r *request) []string {
	if s.PublicURL != "" {
		return []string{s.base(r)}
	}
	all := slices.Clone(s.Lab)
	if own := s.base(r); !isLocal(r.Request().Host) && !slices.Contains(all, own) {
		all = append([]string{own}, all...)
	}
	if len(all) == 0 {
		all = []string{s.base(r)}
	}
	return all
}

// classSettings are a class's name, language and how it works.
func (s *server) classSettings(r *request) error {
	c, err := s.taught(r)
	if err != nil {
		return err
	}
	return s.settingsPage(r, http.StatusOK, &c, s.done(r), false)
}

func (s *server) settingsPage(r *request, status int, c *school.Class, notice string, wrong bool) error {
	staff, err := s.Store.TeachersOf(r.Request().Context(), r.Teacher.ID, c.ID)
	if err != nil {
		return err
	}
	page := templates.ClassSettings{InClass: s.inClass(r, c, "settings"), Teachers: staff, Me: r.Teacher.ID, Wrong: wrong, Form: templates.ClassForm{
		Name: c.Name, Lang: c.Lang, Entry: string(c.Entry), Minutes: strconv.Itoa(c.CodeMinutes), Aids: string(c.Aids),
		Back: templates.OnOff(c.TakeBack), Hints: templates.OnOff(c.Hints),
	}}
	page.Notice = notice
	return r.render(status, templates.SettingsPage(page))
}

func (s *server) setClass(r *request) error {
	c, err := s.taught(r)
	if err != nil {
		return err
	}
	old := c.Name
	name, problem := school.CleanName(r.form("name"))
	c.Name, c.Lang, c.Entry, c.Aids = r.form("name"), r.form("lang"), school.Entry(r.form("entry")), school.Aids(r.form("aids"))
	c.TakeBack, c.Hints = r.form("back") == "on", r.form("hints") == "on"
	minutes, ok := whole(r.form("minutes"))
	_, known := s.Catalogue.Loc(c.Lang)
	if !ok || !known || !slices.Contains(school.CodeMinutes, minutes) || !slices.Contains(school.Entries, c.Entry) ||
		!slices.Contains([]school.Aids{school.FullAids, school.RequestAids, school.NoAids}, c.Aids) {
		return school.Fail(school.Invalid, "error.choice")
	}
	c.CodeMinutes = minutes
	if problem != nil {
		c.Name = old
		return s.settingsPage(r, http.StatusUnprocessableEntity, &c, r.L.M(*problem), true)
	}
	c.Name = name
	if err := s.Store.SetClass(r.Request().Context(), r.by(), c); err != nil {
		return err
	}
	return r.toClass("/settings?done=saved")
}

func (s *server) joinTeacher(r *request) error {
	login, problem := school.CleanLogin(r.form("login"))
	var err error
	if problem == nil {
		err = s.Store.JoinTeacher(r.Request().Context(), r.by(), r.id("class"), login)
	} else {
		err = school.Fail(school.Invalid, "class.teachers.unknown")
	}
	return s.settled(r, err)
}

func (s *server) dropTeacher(r *request) error {
	err := s.Store.DropTeacher(r.Request().Context(), r.by(), r.id("class"), r.id("teacher"))
	if err == nil && r.id("teacher") == r.Teacher.ID {
		return r.Redirect(http.StatusSeeOther, "/teach")
	}
	return s.settled(r, err)
}

// settled shows the settings again, with what was wrong.
func (s *server) settled(r *request, err error) error {
	if err == nil {
		return r.toClass("/settings?done=saved")
	}
	if school.CodeOf(err) != school.Invalid {
		return err
	}
	c, again := s.taught(r)
	if again != nil {
		return again
	}
	return s.settingsPage(r, http.StatusUnprocessableEntity, &c, r.L.M(asSchool(err).Msg), true)
}

// doneTexts are the sentences that say after a redirect what was done.
var doneTexts = map[string]string{
	"saved": "done.saved", "gate": "done.gate", "renamed": "done.renamed", "let-in": "done.letin", "unlocked": "done.unlocked",
	"secret": "done.secret", "binned": "done.binned", "restored": "done.restored", "archived": "done.archived", "revived": "done.revived",
	"password": "done.password", "removed": "done.removed",
}

// done is the sentence for the address's ?done=.
func (s *server) done(r *request) string {
	what := r.QueryParam("done")
	switch n, ok := whole(r.QueryParam("n")); {
	case ok && what == "imported":
		return r.L.N("done.imported", n)
	case ok && what == "moved":
		return r.L.N("done.moved", n)
	case doneTexts[what] != "":
		return r.L.T(doneTexts[what])
	}
	return ""
}
