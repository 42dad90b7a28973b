package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/tutor"
	"semeia/templates"
)

// dailyStages are the stages that have a position each day.
const dailyStages = 5

// today is the date where the server is.
func (s *server) today() tutor.Day { return max(tutor.DayOf(s.Now()), tutor.FirstDay) }

// daily is today's positions.
func (s *server) daily(r *request) error { return s.dayPage(r, s.today(), "/daily") }

// day is the positions of another day.
func (s *server) day(r *request) error {
	d, err := s.dayOf(r)
	if err != nil {
		return err
	}
	return s.dayPage(r, d, templates.DailyPath(d))
}

// dayOf is the day of the address; what is still to come is not shown.
func (s *server) dayOf(r *request) (tutor.Day, error) {
	d, ok := tutor.ParseDay(r.Param("day"))
	if !ok || d < tutor.FirstDay || d > s.today() {
		return 0, school.Fail(school.NotFound, "daily.none")
	}
	return d, nil
}

// puzzle is the position of a day for a stage.
func (s *server) puzzle(ctx context.Context, d tutor.Day, stage int) (tutor.Puzzle, error) {
	p, err := s.almanac.Of(ctx, d, templates.StageRules(stage))
	if errors.Is(err, tutor.ErrUnsolved) {
		return p, school.Fail(school.Slow, "daily.later")
	}
	return p, err
}

// puzzleOf is the position of the address.
func (s *server) puzzleOf(r *request) (tutor.Puzzle, error) {
	d, err := s.dayOf(r)
	if err != nil {
		return tutor.Puzzle{}, err
	}
	rules, ok := kalah.Named(r.Param("rules"))
	switch {
	case !ok || rules.Stage() > dailyStages:
		return tutor.Puzzle{}, school.Fail(school.NotFound, "daily.none")
	case rules.Stage() > r.Limit(r.Now):
		return tutor.Puzzle{}, school.Fail(school.NotYet, "error.notyet")
	}
	return s.puzzle(r.Request().Context(), d, rules.Stage())
}

// dailyGames is what the reader has made of the positions of some days; nothing
// for a visitor who has done nothing yet.
func (s *server) dailyGames(r *request, first, last tutor.Day) (map[school.DailyKey]school.DailyGames, error) {
	if r.Owner() == "" {
		return nil, nil
	}
	return s.Store.DailyGames(r.Request().Context(), r.Owner(), first, last)
}

func (s *server) dayPage(r *request, d tutor.Day, at string) error {
	games, err := s.dailyGames(r, d, d)
	if err != nil {
		return err
	}
	date := templates.Day(r.L, d.Time())
	page := templates.Daily{
		Shell: r.shell(r.L.T("daily.of", i18n.Args{"Day": date})), Weekday: templates.Weekday(r.L, d.Weekday()), Date: date,
		Today: d == s.today(), Earlier: monthPath(d.Time()),
	}
	page.At, page.Area = r.byPupil(at), "play"
	if d > tutor.FirstDay {
		page.Prev = templates.DailyPath(d - 1)
	}
	if !page.Today {
		page.Next = templates.DailyPath(d + 1)
	}
	for stage := 1; stage <= min(page.Limit, dailyStages); stage++ {
		p, err := s.puzzle(r.Request().Context(), d, stage)
		if err != nil {
			return err
		}
		card := templates.DailyCard{
			Stage: stage, To: templates.DailyPath(d) + "/" + p.Rules.String(), Board: templates.DrawStep(r.L, p.Pos), Level: p.Level,
			Mark: markOf(games[school.DailyKey{Day: d, Rules: p.Rules}]), ID: school.NewID(),
		}
		card.Board.Small, card.Board.Numerals = true, r.numerals()
		if r.Teacher != nil {
			card.Screen = "/teach" + card.To
		}
		page.Cards = append(page.Cards, card)
	}
	for i := len(page.Cards) - 1; i >= 0; i-- {
		if page.Cards[i].Mark != templates.MarkFull {
			page.Cards[i].Main = true
			break
		}
	}
	return r.render(http.StatusOK, templates.DailyPage(page))
}

func markOf(g school.DailyGames) templates.Mark {
	switch {
	case g.Open != "":
		return templates.MarkHalf
	case g.Solved:
		return templates.MarkFull
	}
	return templates.MarkNone
}

// openDaily opens a practice game from a day's position against the perfect
// player, or leads to the one that is open.
func (s *server) openDaily(r *request) error {
	p, err := s.puzzleOf(r)
	if err != nil {
		return err
	}
	id := r.form("id")
	if !school.ValidID(id) {
		return school.Fail(school.Invalid, "error.bad")
	}
	g := school.Game{
		ID: id, Owner: r.owner(), Rules: p.Rules, First: p.Pos.Turn(), From: p.Pos, Origin: school.DailyOrigin(p.Day),
		Against: school.Bot, Bot: tutor.Perfect, Aids: r.aids(), Opened: r.Now,
	}
	games, err := s.dailyGames(r, p.Day, p.Day)
	if err != nil {
		return err
	}
	if open := games[school.DailyKey{Day: p.Day, Rules: p.Rules}].Open; open != "" {
		return r.Redirect(http.StatusSeeOther, "/games/"+url.PathEscape(open))
	}
	return s.begin(r, g)
}

func (s *server) toDay(r *request) error {
	return r.Redirect(http.StatusSeeOther, "/daily/"+url.PathEscape(r.Param("day")))
}

const monthForm = "2006-01"

func monthPath(t time.Time) string { return "/daily/earlier?month=" + t.Format(monthForm) }

// earlierDays lists the days of a month; without one in the address, of this.
func (s *server) earlierDays(r *request) error {
	today := s.today()
	month := today.Time()
	if text := r.QueryParam("month"); text != "" {
		var err error
		if month, err = time.Parse(monthForm, text); err != nil {
			return school.Fail(school.NotFound, "daily.none")
		}
	}
	start := time.Date(month.Year(), month.Month(), 1, 0, 0, 0, 0, time.UTC)
	first, last := max(tutor.DayOf(start), tutor.FirstDay), min(tutor.DayOf(start.AddDate(0, 1, -1)), today)
	if first > last {
		return school.Fail(school.NotFound, "daily.none")
	}
	games, err := s.dailyGames(r, first, last)
	if err != nil {
		return err
	}
	page := templates.DailyMonth{Shell: r.shell(r.L.T("daily.earlier") + " · " + templates.Month(r.L, start)), Heading: templates.Month(r.L, start)}
	page.At, page.Area = r.byPupil(monthPath(start)), "play"
	for d := last; d >= first; d-- {
		line := templates.DailyDay{
			To: templates.DailyPath(d), Weekday: templates.Weekday(r.L, d.Weekday()), Date: templates.Day(r.L, d.Time()), Today: d == today,
		}
		for stage := 1; stage <= min(page.Limit, dailyStages); stage++ {
			if games[school.DailyKey{Day: d, Rules: templates.StageRules(stage)}].Solved {
				line.Solved = append(line.Solved, stage)
			}
		}
		page.Days = append(page.Days, line)
	}
	if first > tutor.FirstDay {
		page.Prev = monthLink(r, start.AddDate(0, -1, 0))
	}
	if last < today {
		page.Next = monthLink(r, start.AddDate(0, 1, 0))
	}
	return r.render(http.StatusOK, templates.DailyMonthPage(page))
}

func monthLink(r *request, t time.Time) *templates.DailyLink {
	return &templates.DailyLink{To: monthPath(t), Text: templates.Month(r.L, t)}
}

// daily puts on a game's page what it has of a day's position: what there is to
// find before the first move, and when the result is said whether it was found.
func (v *view) daily() {
	d, ok := v.g.Daily()
	if !ok {
		return
	}
	day := templates.NewGameDaily(v.r.L, d, v.g)
	switch {
	case !v.mine || v.hidesScore():
	case !v.state.Ended() && len(v.state.Steps) == 0:
		day.Ask = v.r.L.T("daily.ask")
	case !v.state.Ended():
	case v.g.Outcome == school.Won:
		day.Solved, day.Said = true, v.r.L.T("daily.won")
	default:
		day.Said = v.r.L.T("daily.notwon")
	}
	v.page.Daily = day
}

// dailyScreen is a day's position on the projector: the question, then the house.
func (s *server) dailyScreen(r *request) error {
	p, err := s.puzzleOf(r)
	if err != nil {
		return err
	}
	stage := p.Rules.Stage()
	path := "/teach" + templates.DailyPath(p.Day) + "/" + p.Rules.String()
	page := templates.Screen{
		Shell: r.shell(r.L.T("daily.of", i18n.Args{"Day": templates.Day(r.L, p.Day.Time())})), Kind: "daily", Short: true,
		Plan: templates.DailyPath(p.Day), Path: path, First: path, Last: path + "?show=1",
	}
	page.Close = r.L.T("daily.others")
	page.Heading, page.N, page.Of = page.Title, 1, 2
	page.Lesson = r.L.T("stage.line", i18n.Args{"Number": stage, "Name": templates.StageName(r.L, stage)})
	if r.QueryParam("show") == "1" {
		move, err := p.Rules.Sow(p.Pos, p.House)
		if err != nil {
			return err
		}
		page.Show(p.Rules, &move)
		page.Then, page.N = r.L.T("daily.screen.why", i18n.Args{"House": p.House}), 2
		page.Prev, page.Next = path, page.Plan
	} else {
		page.Says, page.Hint, page.Board = r.L.T("daily.screen.ask"), r.L.T("present.decide"), templates.DrawStep(r.L, p.Pos)
		page.Prev, page.Next, page.Answer = page.Plan, page.Last, true
	}
	r.likes(&page)
	return r.render(http.StatusOK, templates.ScreenPage(page))
}
