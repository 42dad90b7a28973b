package web

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"semeia/internal/i18n"
	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/internal/sheet"
	"semeia/internal/tutor"
	"semeia/templates"
)

// gallery keeps the pictures of pupils. A picture is that of so many answers:
// answers are only added, so it holds until there are more. It is safe for
// concurrent use.
type gallery struct {
	mu   sync.Mutex
	kept map[string]lesson.Picture
}

// picturesKept bounds the gallery: some 3 KB each.
const picturesKept = 4000

// pictures of all pupils of a class, painted anew where answers have come.
func (s *server) pictures(r *request, class string) (map[string]lesson.Picture, error) {
	ctx := r.Request().Context()
	counts, err := s.Store.CountAttempts(ctx, r.Teacher.ID, class)
	if err != nil {
		return nil, err
	}
	all := make(map[string]lesson.Picture, len(counts))
	var missing []string
	s.gallery.mu.Lock()
	for id, n := range counts {
		if p, ok := s.gallery.kept[id]; ok && p.Answers == n {
			all[id] = p
		} else if n == 0 {
			all[id] = lesson.Paint(nil)
		} else {
			missing = append(missing, id)
		}
	}
	s.gallery.mu.Unlock()
	var attempts map[string][]lesson.Attempt
	if len(missing) > 8 { // one question for all is then the cheaper one
		if attempts, err = s.Store.ClassAttempts(ctx, r.Teacher.ID, class); err != nil {
			return nil, err
		}
	}
	for _, id := range missing {
		list, ok := attempts[id]
		if !ok {
			if list, err = s.Store.PupilAttempts(ctx, r.Teacher.ID, class, id); err != nil {
				return nil, err
			}
		}
		all[id] = lesson.Paint(list)
	}
	s.gallery.mu.Lock()
	defer s.gallery.mu.Unlock()
	if s.gallery.kept == nil || len(s.gallery.kept) > picturesKept {
		s.gallery.kept = map[string]lesson.Picture{}
	}
	for _, id := range missing {
		s.gallery.kept[id] = all[id]
	}
	return all, nil
}

// progress fills the table of pupils and skills, and what a teacher is to see
// first: who needs help, which mistake several make, who is ready. Its columns go
// as far as any pupil may go.
func (s *server) progress(r *request, c *school.Class, rows []templates.PupilRow) (t templates.Progress, err error) {
	pictures, err := s.pictures(r, c.ID)
	if err != nil {
		return t, err
	}
	played, err := s.Store.ClassPlayed(r.Request().Context(), r.Teacher.ID, c.ID)
	if err != nil {
		return t, err
	}
	at := c.Gate.Limit(r.Now, c.Reached)
	limit := at
	for i := range rows {
		limit = max(limit, rows[i].Stage)
	}
	for _, info := range lesson.Skills(0) {
		if info.Stage <= limit {
			t.Skills = append(t.Skills, templates.SkillHead{Code: string(info.Skill), Name: lesson.SkillName(r.L, info.Skill)})
		}
	}
	slips := map[tutor.Slip][]string{}
	for i := range rows {
		p := pictures[rows[i].ID]
		line := templates.ProgressLine{ID: rows[i].ID, Name: rows[i].Name, Step: stepOf(&rows[i], &p, played[rows[i].ID])}
		for _, head := range t.Skills {
			standing := p.Of(lesson.Skill(head.Code))
			cell := templates.ProgressCell{Mark: templates.MarkOf(&standing), Help: standing.NeedsHelp, Skill: head.Name}
			for _, named := range p.Slips {
				if string(named.Skill) == head.Code {
					cell.Slip, cell.Letter, cell.SlipName = string(named.Slip), tutor.SlipLetter(r.L, named.Slip), tutor.SlipName(r.L, named.Slip)
				}
			}
			if cell.Help {
				line.Help = append(line.Help, head.Name)
			}
			line.Cells = append(line.Cells, cell)
		}
		for _, named := range p.Slips {
			slips[named.Slip] = append(slips[named.Slip], rows[i].Name)
		}
		if rows[i].In && p.Last > 0 && r.Now-p.Last < 50*60_000 {
			line.Idle = int((r.Now - p.Last) / 60_000)
		}
		if !rows[i].Own { // what opens for the class opens for these
			t.All++
			if school.Ready(at, &p, played[rows[i].ID]) {
				t.Ready++
			}
		}
		if len(line.Help) > 0 {
			t.Help = append(t.Help, line)
		}
		t.Lines = append(t.Lines, line)
	}
	for slip, names := range slips {
		t.Slips = append(t.Slips, templates.SlipGroup{Slip: string(slip), Letter: tutor.SlipLetter(r.L, slip), Name: tutor.SlipName(r.L, slip), Who: names})
	}
	slices.SortFunc(t.Slips, func(a, b templates.SlipGroup) int {
		return cmp.Or(cmp.Compare(len(b.Who), len(a.Who)), cmp.Compare(a.Slip, b.Slip))
	})
	if r.QueryParam("sort") == "help" {
		t.Sorted = "help"
		slices.SortStableFunc(t.Lines, func(a, b templates.ProgressLine) int { return cmp.Compare(b.Worry(), a.Worry()) })
	}
	if r.QueryParam("show") == "help" {
		t.Shown = "help"
		t.Lines = slices.DeleteFunc(t.Lines, func(l templates.ProgressLine) bool { return l.Worry() == 0 })
	}
	return t, nil
}

// progressCSV is the table for a spreadsheet.
func (s *server) progressCSV(r *request) error {
	page, err := s.cockpit(r)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	w := sheet.NewTable(&b, r.L)
	head := []string{r.L.T("csv.name")}
	for _, skill := range page.Progress.Skills {
		head = append(head, skill.Name)
	}
	w.Write(head)
	for _, line := range page.Progress.Lines {
		row := []string{sheet.Harmless(line.Name)}
		for _, cell := range line.Cells {
			row = append(row, cell.Text(r.L))
		}
		w.Write(row)
	}
	w.Flush()
	if err := s.Store.NoteExport(r.Request().Context(), r.by(), page.ID, ""); err != nil {
		return err
	}
	return r.file("semeia-"+s.Now().Format(time.DateOnly)+".csv", "text/csv; charset=utf-8", b.Bytes())
}

// answersShown is how many of the last answers a page shows.
const answersShown = 20

// slipPage shows who makes a mistake, by which answers it is known, and how to
// teach it again in three minutes.
func (s *server) slipPage(r *request) error {
	slip := tutor.Slip(r.Param("slip"))
	family, ok := tutor.FamilyOf(slip)
	if !ok {
		return school.Fail(school.NotFound, "practice.noslip")
	}
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
	pictures, err := s.pictures(r, c.ID)
	if err != nil {
		return err
	}
	page := templates.SlipView{InClass: s.inClass(r, &c, "class"), Letter: tutor.SlipLetter(r.L, slip), Name: tutor.SlipName(r.L, slip)}
	page.At = "/teach/" + c.ID + "/slips/" + string(slip)
	stage := 0
	for i := range pupils {
		if !slices.ContainsFunc(pictures[pupils[i].ID].Slips, func(n lesson.NamedSlip) bool { return n.Slip == slip }) {
			continue
		}
		attempts, err := s.Store.PupilAttempts(ctx, r.Teacher.ID, c.ID, pupils[i].ID)
		if err != nil {
			return err
		}
		// Nobody is taught by a rule that they have not met.
		if own := pupils[i].Limit(c.Gate, r.Now); stage == 0 || own < stage {
			stage = own
		}
		who := templates.SlipWho{ID: pupils[i].ID, Name: pupils[i].Display()}
		for j := len(attempts) - 1; j >= 0 && len(who.Answers) < 3; j-- {
			if slices.Contains(attempts[j].Slips, slip) {
				if line, err := s.answerLine(r, &attempts[j]); err == nil {
					line.Link = replayLink(c.ID, pupils[i].ID, &attempts[j])
					who.Answers = append(who.Answers, line)
				}
			}
		}
		page.Who = append(page.Who, who)
	}
	if stage == 0 {
		stage = c.Gate.Limit(r.Now, c.Reached)
	}
	stage = min(stage, 5)
	page.Ask, page.Say = tutor.AskSlip(r.L, slip), tutor.SayAgain(r.L, slip, templates.StageRules(stage))
	page.Pair = contrast(r.L, family, slip, stage)
	return r.render(http.StatusOK, templates.SlipPage(page))
}

// answerLine is an answer as teachers read it, with the board it was given on.
func (s *server) answerLine(r *request, a *lesson.Attempt) (templates.AnswerLine, error) {
	e, err := lesson.Recall(a)
	if err != nil {
		return templates.AnswerLine{}, err
	}
	return templates.NewAnswerLine(r.L, &e, a, r.day(a.At)), nil
}

func replayLink(class, pupil string, a *lesson.Attempt) string {
	return fmt.Sprintf("/teach/%s/pupils/%s/answers/%s/%d", class, pupil, a.Skill, a.N)
}

// contrast is a pair of questions for the board, on which the slip shows: two
// different houses of one position where that can be had.
func contrast(l *i18n.Loc, f tutor.Family, slip tutor.Slip, stage int) (pair []templates.AnswerLine) {
	rules := templates.StageSet(stage)
	kind := map[tutor.Family]lesson.Kind{
		tutor.LandingFamily: lesson.Landing, tutor.AgainFamily: lesson.WhatHappens, tutor.CaptureFamily: lesson.WhatHappens,
		tutor.EndFamily: lesson.WhoWon, tutor.CompareFamily: lesson.Compare,
	}[f]
	if lesson.Against(slip, 1) == "K8" {
		kind = lesson.InKalah // what is captured, not whether
	}
	if f == tutor.AgainFamily && stage > 2 {
		rules = "extra" // with captures the question is another one
	}
	levels := 0
	for _, k := range lesson.Kinds(rules) {
		if k.Kind == kind {
			levels = k.Levels
		}
	}
	// One on which the slip shows, and one on which it does not: what is the
	// difference? Where it always shows, two on which it does, of different
	// levels.
	for _, shows := range []bool{true, false, true} {
		for at := 0; at < 400 && levels > 0 && len(pair) < 2; at++ {
			if len(pair) == 1 && at%levels == 0 && levels > 1 && shows {
				continue
			}
			e, err := lesson.Make(lesson.Key{Kind: kind, Rules: rules, Level: 1 + at%levels, Seed: uint64(at), Version: lesson.Version})
			if err != nil || e.Case == nil {
				continue
			}
			if thinks, ok := e.Case.Predict[slip]; ok && (thinks != e.Right) == shows {
				a, _ := e.Attempted(string(thinks))
				pair = append(pair, templates.NewAnswerLine(l, &e, &a, ""))
				break
			}
		}
	}
	return pair
}

// stepOf is how near a pupil is to the stage after the one that is open.
func stepOf(row *templates.PupilRow, can *lesson.Picture, played school.Played) templates.Step {
	step := templates.Step{Next: row.Stage + 1, Auto: row.Auto}
	step.Ready = school.Ready(row.Stage, can, played)
	step.Game = row.Stage < school.LastStage && can.Ready(row.Stage) && !step.Ready
	return step
}

// showProgress fills a pupil's page with the skills over time, the last answers
// and how near the next stage is.
func (s *server) showProgress(r *request, page *templates.PupilView, attempts []lesson.Attempt, played school.Played) {
	picture := lesson.Paint(attempts)
	page.Step = stepOf(&page.Row, &picture, played)
	for _, info := range lesson.Skills(0) {
		standing := lesson.New(info.Skill)
		var course []float64
		answers := 0
		for i := range attempts {
			standing.Add(&attempts[i])
			if attempts[i].Skill == info.Skill {
				answers++
				course = append(course, standing.P)
			}
		}
		if answers == 0 && info.Stage > page.ClassLimit {
			continue
		}
		line := templates.SkillLine{Name: lesson.SkillName(r.L, info.Skill), Mark: templates.MarkOf(&standing), Answers: answers, Chart: templates.Chart(course)}
		if len(course) > 0 {
			line.From, line.To = int(100*course[0]), int(100*course[len(course)-1])
		}
		for _, named := range picture.Slips {
			if named.Skill == info.Skill {
				line.Letter, line.SlipName = tutor.SlipLetter(r.L, named.Slip), tutor.SlipName(r.L, named.Slip)
			}
		}
		page.Skills = append(page.Skills, line)
	}
	for i := len(attempts) - 1; i >= 0 && len(page.Answers) < answersShown; i-- {
		if line, err := s.answerLine(r, &attempts[i]); err == nil {
			line.Link = replayLink(page.ID, page.Row.ID, &attempts[i])
			page.Answers = append(page.Answers, line)
		}
	}
}
