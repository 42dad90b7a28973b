package web

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"time"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/sheet"
	"semeia/internal/tutor"
	"semeia/templates"
)

// deedsShown is how many of the last deeds the page of a class's data lists.
const deedsShown = 100

// data is where a class's data leave, rest and go, and what was done in it.
func (s *server) data(r *request) error { return s.dataPage(r, http.StatusOK, s.done(r), false) }

func (s *server) dataPage(r *request, status int, notice string, wrong bool) error {
	c, err := s.taught(r)
	if err != nil {
		return err
	}
	deeds, err := s.Store.Deeds(r.Request().Context(), r.Teacher.ID, c.ID, deedsShown)
	if err != nil {
		return err
	}
	page := templates.Data{InClass: s.inClass(r, &c, "data"), Days: school.BinDays, Wrong: wrong}
	page.Notice = notice
	for _, d := range deeds {
		page.Deeds = append(page.Deeds, templates.DeedLine{At: templates.Moment(r.L, time.UnixMilli(d.At)), Who: d.Teacher, Text: templates.DeedText(r.L, d)})
	}
	return r.render(status, templates.DataPage(page))
}

// record reads everything of the class and notes that it leaves.
func (s *server) record(r *request) (school.Record, error) {
	ctx := r.Request().Context()
	record, err := s.Store.Record(ctx, r.Teacher.ID, r.id("class"))
	if err == nil {
		err = s.Store.NoteExport(ctx, r.by(), record.Class.ID, "")
	}
	return record, err
}

func (r *request) file(name, kind string, body []byte) error {
	h := r.Response().Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	return r.Blob(http.StatusOK, kind, body)
}

func (s *server) exportCSV(r *request) error {
	record, err := s.record(r)
	if err != nil {
		return err
	}
	return r.file("semeia-"+s.Now().Format(time.DateOnly)+".csv", "text/csv; charset=utf-8", sheet.ClassCSV(r.L, &record, r.Now))
}

func (s *server) exportJSON(r *request) error {
	record, err := s.record(r)
	if err != nil {
		return err
	}
	body, err := sheet.ClassJSON(&record)
	if err != nil {
		return err
	}
	return r.file("semeia-"+s.Now().Format(time.DateOnly)+".json", "application/json", body)
}

func (s *server) pupilRecord(r *request) (school.Class, school.PupilRecord, error) {
	c, err := s.taught(r)
	if err != nil {
		return c, school.PupilRecord{}, err
	}
	ctx := r.Request().Context()
	record, err := s.Store.PupilRecord(ctx, r.Teacher.ID, c.ID, r.id("pupil"))
	if err == nil {
		err = s.Store.NoteExport(ctx, r.by(), c.ID, record.Pupil.ID)
	}
	return c, record, err
}

func (s *server) exportPupilJSON(r *request) error {
	_, record, err := s.pupilRecord(r)
	if err != nil {
		return err
	}
	body, err := sheet.PupilJSON(&record)
	if err != nil {
		return err
	}
	return r.file("semeia-"+s.Now().Format(time.DateOnly)+".json", "application/json", body)
}

// exportPupilHTML is a page that explains itself: for parents who ask.
func (s *server) exportPupilHTML(r *request) error {
	c, record, err := s.pupilRecord(r)
	if err != nil {
		return err
	}
	page := templates.PupilFile{L: r.L, Class: c.Name, Name: record.Pupil.Display(), Day: templates.Day(r.L, s.Now())}
	for i := range record.Games {
		g := &record.Games[i]
		ear := tutor.Ear{Names: namesOf(r.L, g)}
		if g.Against == school.Bot {
			ear.Names[kalah.Opener] = record.Pupil.Display()
		}
		state, err := g.Replay()
		if err != nil {
			return err
		}
		game := templates.GameFile{Title: headingOf(r.L, g, ear), Stage: templates.StageName(r.L, g.Rules.Stage()), Day: r.day(g.Opened), Outcome: templates.OutcomeText(r.L, g, false)}
		for j := range state.Steps {
			game.Moves = append(game.Moves, told(r.L, g, ear, &state.Steps[j]).String())
		}
		page.Games = append(page.Games, game)
	}
	for i := range record.Attempts {
		if line, err := s.answerLine(r, &record.Attempts[i]); err == nil {
			page.Answers = append(page.Answers, line)
		}
	}
	lessons := s.Course.Course()
	for _, done := range record.Steps {
		page.Steps = append(page.Steps, templates.StepLine{Day: r.day(done.At), Text: stepNamed(r.L, lessons, done)})
	}
	var b bytes.Buffer
	if err := templates.PupilFilePage(page).Render(r.Request().Context(), &b); err != nil {
		return err
	}
	return r.file("semeia-"+s.Now().Format(time.DateOnly)+".html", "text/html; charset=utf-8", b.Bytes())
}

// archive puts a class away, or takes it out again.
func (s *server) archive(r *request) error {
	away := r.form("do") != "revive"
	if err := s.Store.Archive(r.Request().Context(), r.by(), r.id("class"), away); err != nil {
		return err
	}
	if away {
		return r.toClass("/data?done=archived")
	}
	return r.toClass("?done=revived")
}

// binClass puts a class into the bin.
func (s *server) binClass(r *request) error {
	if err := s.Store.BinClass(r.Request().Context(), r.by(), r.id("class")); err != nil {
		return err
	}
	return r.Redirect(http.StatusSeeOther, "/teach/bin?done=binned")
}

func (s *server) restoreClass(r *request) error {
	if err := s.Store.RestoreClass(r.Request().Context(), r.by(), r.id("class")); err != nil {
		return err
	}
	return r.Redirect(http.StatusSeeOther, "/teach/bin?done=restored")
}

// bin is what can still be brought back.
func (s *server) bin(r *request) error { return s.binPage(r, http.StatusOK, s.done(r), false) }

func (s *server) binPage(r *request, status int, notice string, wrong bool) error {
	list, err := s.Store.Bin(r.Request().Context(), r.Teacher.ID)
	if err != nil {
		return err
	}
	page := templates.Bin{Shell: r.shell(r.L.T("bin.title")), Days: school.BinDays, Notice: notice, Wrong: wrong}
	page.At, page.Area = "/teach/bin", "teach"
	for _, b := range list {
		page.Items = append(page.Items, templates.BinItem{Binned: b, Day: r.day(b.Deleted + school.BinLife)})
	}
	return r.render(status, templates.BinPage(page))
}

func (s *server) binAgain(r *request, err error) error {
	if school.CodeOf(err) != school.Invalid {
		return err
	}
	return s.binPage(r, http.StatusUnprocessableEntity, r.L.M(asSchool(err).Msg), true)
}

// askPurge shows what deleting for good would delete.
func (s *server) askPurge(r *request) error { return s.purgePage(r, http.StatusOK, "", false) }

func (s *server) purgePage(r *request, status int, notice string, wrong bool) error {
	record, err := s.Store.Record(r.Request().Context(), r.Teacher.ID, r.id("class"))
	if err != nil {
		return err
	}
	page := templates.Purge{InClass: s.inClass(r, &record.Class, "data"), Wrong: wrong, Pupils: len(record.Pupils), Kept: s.kept(r)}
	page.At, page.Notice = "/teach/"+record.Class.ID+"/purge", notice
	for _, p := range record.Pupils {
		for i := range p.Games {
			if p.Games[i].Seat(p.Pupil.ID) == kalah.Opener { // one of two pupils is in the records of both
				page.Games++
			}
		}
	}
	return r.render(status, templates.PurgePage(page))
}

// purge deletes the pupils of a class, or the class with them, for good, once
// its name has been typed; from the bin, once the box has been ticked.
func (s *server) purge(r *request) error {
	ctx := r.Request().Context()
	var receipt school.Receipt
	var err error
	if r.form("from") == "bin" {
		if r.form("sure") != "on" {
			return s.binAgain(r, school.Fail(school.Invalid, "bin.sure"))
		}
		receipt, err = s.Store.PurgeClass(ctx, r.by(), r.id("class"))
	} else {
		c, missing := s.taught(r)
		if missing != nil {
			return missing
		}
		if !typed(r.form("confirm"), c.Name) {
			return s.purgePage(r, http.StatusUnprocessableEntity, r.L.T("purge.typed", i18n.Args{"Name": c.Name}), true)
		}
		if r.form("do") == "pupils" {
			receipt, err = s.Store.PurgePupils(ctx, r.by(), c.ID)
		} else {
			receipt, err = s.Store.PurgeClass(ctx, r.by(), c.ID)
		}
	}
	if err != nil {
		return err
	}
	return r.toReceipt(receipt)
}

func (r *request) toReceipt(n school.Receipt) error {
	return r.Redirect(http.StatusSeeOther, fmt.Sprintf("/teach/receipt?classes=%d&pupils=%d&games=%d&moves=%d&answers=%d&steps=%d", n.Classes, n.Pupils, n.Games, n.Moves, n.Answers, n.Steps))
}

// receipt counts what went, and says until when copies still hold it.
func (s *server) receipt(r *request) error {
	page := templates.Receipt{Shell: r.shell(r.L.T("receipt.title")), Kept: s.kept(r)}
	page.Area = "teach"
	for _, field := range []struct {
		name string
		n    *int
	}{{"classes", &page.Classes}, {"pupils", &page.Pupils}, {"games", &page.Games}, {"moves", &page.Moves}, {"answers", &page.Answers}, {"steps", &page.Steps}} {
		n, ok := whole(cmp.Or(r.QueryParam(field.name), "0"))
		if !ok {
			return school.Fail(school.Invalid, "error.bad")
		}
		*field.n = n
	}
	return r.render(http.StatusOK, templates.ReceiptPage(page))
}

// kept is the day until which automatic backups still hold what is deleted
// now; empty where there are none.
func (s *server) kept(r *request) string {
	if s.KeptFor == 0 {
		return ""
	}
	return templates.Day(r.L, s.Now().Add(s.KeptFor))
}

// year is where a class's year ends.
func (s *server) year(r *request) error {
	c, err := s.taught(r)
	if err != nil {
		return err
	}
	return s.yearPage(r, http.StatusOK, &c, "", nil, "", false)
}

func (s *server) yearPage(r *request, status int, c *school.Class, name string, stay map[string]bool, notice string, wrong bool) error {
	pupils, err := s.Store.PupilsOf(r.Request().Context(), r.Teacher.ID, c.ID)
	if err != nil {
		return err
	}
	sortPupils(c.Lang, pupils)
	page := templates.Year{InClass: s.inClass(r, c, "data"), Name: name, Wrong: wrong}
	page.At, page.Notice = "/teach/"+c.ID+"/year", notice
	for i := range pupils {
		page.Rows = append(page.Rows, templates.YearRow{PupilRow: s.pupilRow(r, c, &pupils[i]), Stays: stay[pupils[i].ID]})
	}
	return r.render(status, templates.YearPage(page))
}

// previewYear shows who would move up and who would stay.
func (s *server) previewYear(r *request) error {
	c, err := s.taught(r)
	if err != nil {
		return err
	}
	return s.previewYearPage(r, http.StatusOK, &c, "")
}

func (s *server) previewYearPage(r *request, status int, c *school.Class, notice string) error {
	pupils, err := s.Store.PupilsOf(r.Request().Context(), r.Teacher.ID, c.ID)
	if err != nil {
		return err
	}
	sortPupils(c.Lang, pupils)
	going := map[string]bool{}
	for _, id := range r.chosen() {
		going[id] = true
	}
	stay := map[string]bool{}
	page := templates.YearPreview{InClass: s.inClass(r, c, "data"), ID: school.NewID()}
	for i := range pupils {
		row := s.pupilRow(r, c, &pupils[i])
		if going[row.ID] {
			page.Going = append(page.Going, row)
		} else {
			stay[row.ID] = true
			page.Staying = append(page.Staying, row)
		}
	}
	name, problem := school.CleanName(r.form("name"))
	if problem != nil {
		return s.yearPage(r, http.StatusUnprocessableEntity, c, r.form("name"), stay, r.L.M(*problem), true)
	}
	if len(page.Going) == 0 {
		return s.yearPage(r, http.StatusUnprocessableEntity, c, name, stay, r.L.T("list.nobody"), true)
	}
	if id := r.form("id"); school.ValidID(id) {
		page.ID = id
	}
	page.At, page.Notice, page.Name, page.Wrong = "/teach/"+c.ID+"/year", notice, name, notice != ""
	return r.render(status, templates.YearPreviewPage(page))
}

// moveUp makes next year's class, once the old one's name has been typed.
func (s *server) moveUp(r *request) error {
	c, err := s.taught(r)
	if err != nil {
		return err
	}
	name, problem := school.CleanName(r.form("name"))
	id := r.form("id")
	if problem != nil || !school.ValidID(id) {
		return school.Fail(school.Invalid, "error.bad")
	}
	if !typed(r.form("confirm"), c.Name) {
		return s.previewYearPage(r, http.StatusUnprocessableEntity, &c, r.L.T("purge.typed", i18n.Args{"Name": c.Name}))
	}
	n, err := s.Store.MoveUp(r.Request().Context(), r.by(), c.ID, school.Class{ID: id, Name: name}, r.chosen())
	if err != nil {
		return err
	}
	return r.Redirect(http.StatusSeeOther, fmt.Sprintf("/teach/%s/list?done=moved&n=%d", id, n))
}
