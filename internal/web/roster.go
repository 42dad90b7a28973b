package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"

	"semeia/internal/i18n"
	"semeia/internal/school"
	"semeia/templates"
)

const (
	// uploadPath is where a class list comes in, as text or as a file.
	uploadPath = "/teach/:class/list"

	// drainLimit is how much of a body that is too large is still read, so that
	// the browser gets to see the answer.
	drainLimit = 100 << 20
)

// readUpload reads the form of a class list: its fields, and under "file" the
// bytes of the file. A file that is too large is not kept, but answered.
func (r *request) readUpload() error {
	req := r.Request()
	kind, params, err := mime.ParseMediaType(req.Header.Get("Content-Type"))
	req.PostForm = url.Values{}
	limited := &io.LimitedReader{R: req.Body, N: drainLimit}
	if err != nil || kind != "multipart/form-data" {
		body, err := io.ReadAll(io.LimitReader(limited, 4*school.RosterBytes))
		if err != nil {
			return err
		}
		io.Copy(io.Discard, limited)
		if req.PostForm, err = url.ParseQuery(string(body)); err != nil {
			return school.Fail(school.Invalid, "error.bad")
		}
		return nil
	}
	parts := multipart.NewReader(limited, params["boundary"])
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return school.Fail(school.Invalid, "error.bad")
		}
		var b bytes.Buffer
		n, err := io.Copy(&b, io.LimitReader(part, school.RosterBytes+1))
		if err == nil && n > school.RosterBytes {
			_, err = io.Copy(io.Discard, part)
		}
		if err != nil {
			return school.Fail(school.TooLarge, "error.toolarge")
		}
		if len(req.PostForm) > 20 {
			return school.Fail(school.Invalid, "error.bad")
		}
		req.PostForm.Add(part.FormName(), b.String())
	}
}

// list is the page of a class's pupils, where names come in, move and go.
func (s *server) list(r *request) error {
	return s.listPage(r, http.StatusOK, "", s.done(r), false)
}

func (s *server) listPage(r *request, status int, typed, notice string, wrong bool) error {
	c, err := s.taught(r)
	if err != nil {
		return err
	}
	ctx := r.Request().Context()
	pupils, err := s.Store.PupilsOf(ctx, r.Teacher.ID, c.ID)
	if err != nil {
		return err
	}
	sortPupils(c.Lang, pupils)
	classes, err := s.Store.ClassesOf(ctx, r.Teacher.ID)
	if err != nil {
		return err
	}
	page := templates.List{InClass: s.inClass(r, &c, "list"), Typed: typed, Wrong: wrong}
	page.Notice = notice
	for i := range pupils {
		page.Rows = append(page.Rows, s.pupilRow(r, &c, &pupils[i]))
	}
	for _, other := range classes {
		if other.ID != c.ID && other.Archived == 0 {
			page.Others = append(page.Others, templates.ClassLink{ID: other.ID, Name: other.Name})
		}
	}
	return r.render(status, templates.ListPage(page))
}

// previewList shows line by line what an import would do; nothing is written.
func (s *server) previewList(r *request) error {
	f := r.Request().PostForm
	text := f.Get("names")
	var problem *i18n.Msg
	if file := f.Get("file"); file != "" {
		text, problem = school.DecodeRoster([]byte(file))
	} else {
		text, problem = school.DecodeRoster([]byte(text))
	}
	if problem != nil {
		return s.listPage(r, http.StatusUnprocessableEntity, "", r.L.M(*problem), true)
	}
	return s.preview(r, text, "")
}

// plan says what an import of a text would do to a class.
func (s *server) plan(r *request, c *school.Class, text string) ([]school.PlanLine, *i18n.Msg, error) {
	listed, problem := school.ReadRoster(text)
	if problem != nil {
		return nil, problem, nil
	}
	pupils, err := s.Store.PupilsOf(r.Request().Context(), r.Teacher.ID, c.ID)
	if err != nil {
		return nil, nil, err
	}
	sortPupils(c.Lang, pupils)
	var members []school.Member
	for _, p := range pupils {
		members = append(members, school.Member{ID: p.ID, Name: p.Name, Twin: p.Twin})
	}
	return school.PlanRoster(listed, members), nil, nil
}

// sumOf stands for a plan's new pupils: what was shown is what is written.
func sumOf(plan []school.PlanLine) string {
	h := sha256.New()
	for _, line := range plan {
		if line.Fate == school.FateNew {
			fmt.Fprintf(h, "%s\x00%d\n", line.Name, line.Twin)
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

func (s *server) preview(r *request, text, notice string) error {
	c, err := s.taught(r)
	if err != nil {
		return err
	}
	if c.Archived > 0 {
		return school.Fail(school.Invalid, "error.archived")
	}
	plan, problem, err := s.plan(r, &c, text)
	if err != nil {
		return err
	}
	if problem != nil {
		return s.listPage(r, http.StatusUnprocessableEntity, cut(text, 20_000), r.L.M(*problem), true)
	}
	page := templates.Preview{InClass: s.inClass(r, &c, "list"), Text: text, Sum: sumOf(plan)}
	page.Notice = notice
	for _, line := range plan {
		view := templates.PreviewLine{Line: line.Line, Text: line.Text, Name: school.Display(line.Name, line.Twin), Fate: string(line.Fate)}
		if line.Fate == school.FateRefused {
			view.Name = ""
		}
		if line.Why != nil {
			view.Why = r.L.M(*line.Why)
		} else if line.Joined {
			view.Why = r.L.T("list.joined")
		}
		switch line.Fate {
		case school.FateNew:
			page.New++
		case school.FateThere:
			page.There++
		case school.FateMissing:
			page.Missing++
		case school.FateRefused:
			page.Refused++
		}
		page.Lines = append(page.Lines, view)
	}
	return r.render(http.StatusOK, templates.PreviewPage(page))
}

// importList writes what the preview showed. When the class has changed since,
// the preview is shown again.
func (s *server) importList(r *request) error {
	c, err := s.taught(r)
	if err != nil {
		return err
	}
	text, problem := school.DecodeRoster([]byte(r.form("names")))
	if problem != nil {
		return s.listPage(r, http.StatusUnprocessableEntity, "", r.L.M(*problem), true)
	}
	plan, problem, err := s.plan(r, &c, text)
	if err != nil {
		return err
	}
	if problem != nil {
		return s.listPage(r, http.StatusUnprocessableEntity, "", r.L.M(*problem), true)
	}
	if sumOf(plan) != r.form("sum") {
		return s.preview(r, text, r.L.T("roster.changed"))
	}
	var members []school.Member
	for _, line := range plan {
		if line.Fate == school.FateNew {
			members = append(members, school.Member{ID: school.NewID(), Name: line.Name, Twin: line.Twin})
		}
	}
	if len(members) > 0 {
		err = s.Store.AddPupils(r.Request().Context(), r.by(), c.ID, members)
		if school.CodeOf(err) == school.Stale && err != nil {
			return s.preview(r, text, r.L.T("roster.changed"))
		}
		if err != nil {
			return err
		}
	}
	return r.toClass(fmt.Sprintf("/list?done=imported&n=%d", len(members)))
}

// chosen are the pupils ticked in the list, each once.
func (r *request) chosen() []string {
	var list []string
	for _, id := range r.Request().PostForm["pupil"] {
		if school.ValidID(id) && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// choosePupils shows what moving or deleting the ticked pupils will do.
func (s *server) choosePupils(r *request) error {
	c, err := s.taught(r)
	if err != nil {
		return err
	}
	chosen := r.chosen()
	if len(chosen) == 0 {
		return s.listPage(r, http.StatusUnprocessableEntity, "", r.L.T("list.nobody"), true)
	}
	page := templates.Chosen{InClass: s.inClass(r, &c, "list"), Do: "bin", Days: school.BinDays}
	if r.form("do") == "move" {
		to := r.form("to")
		if !school.ValidID(to) {
			return s.listPage(r, http.StatusUnprocessableEntity, "", r.L.T("list.nowhere"), true)
		}
		other, err := s.Store.Class(r.Request().Context(), r.Teacher.ID, to)
		if err != nil {
			return err
		}
		page.Do, page.To = "move", templates.ClassLink{ID: other.ID, Name: other.Name}
	}
	if page.Rows, err = s.rowsOf(r, &c, chosen); err != nil {
		return err
	}
	return r.render(http.StatusOK, templates.ChosenPage(page))
}

// rowsOf are the rows of some pupils of a class, in its order.
func (s *server) rowsOf(r *request, c *school.Class, ids []string) (rows []templates.PupilRow, err error) {
	pupils, err := s.Store.PupilsOf(r.Request().Context(), r.Teacher.ID, c.ID)
	if err != nil {
		return nil, err
	}
	sortPupils(c.Lang, pupils)
	for i := range pupils {
		if slices.Contains(ids, pupils[i].ID) {
			rows = append(rows, s.pupilRow(r, c, &pupils[i]))
		}
	}
	if len(rows) != len(ids) {
		return nil, school.Fail(school.NotFound, "error.nopupil")
	}
	return rows, nil
}

func (s *server) movePupils(r *request) error {
	to := r.form("to")
	if !school.ValidID(to) || to == r.id("class") {
		return school.Fail(school.Invalid, "list.nowhere")
	}
	n, err := s.Store.MovePupils(r.Request().Context(), r.by(), r.id("class"), to, r.chosen())
	if err != nil {
		return err
	}
	return r.toClass(fmt.Sprintf("/list?done=moved&n=%d", n))
}

func (s *server) binPupils(r *request) error {
	if err := s.Store.BinPupils(r.Request().Context(), r.by(), r.id("class"), r.chosen()); err != nil {
		return err
	}
	return r.toClass("/list?done=binned")
}
