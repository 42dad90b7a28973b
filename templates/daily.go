package templates

import (
	"time"

	"semeia/internal/i18n"
	"semeia/internal/school"
	"semeia/internal/tutor"
)

// Daily is the page of a day's positions.
type Daily struct {
	Shell
	Path       string // the day's own address
	Weekday    string
	Date       string
	Today      bool
	Cards      []DailyCard
	Prev, Next string // addresses of the days around it; may be empty
	Earlier    string // of the month it is in
}

// DailyCard is the position of one stage.
type DailyCard struct {
	Stage  int
	To     string // where it is opened
	Board  *Board
	Level  int
	Mark   Mark   // not begun, on the way, solved
	Main   bool   // it is the one thing to do
	ID     string // of the game that is opened
	Screen string // its address for the projector; empty: the reader is no teacher
}

// DailyMonth lists the days of a month.
type DailyMonth struct {
	Shell
	Heading    string
	Days       []DailyDay
	Prev, Next *DailyLink
}

// DailyLink leads to another month.
type DailyLink struct{ To, Text string }

// DailyDay is a line of the list.
type DailyDay struct {
	To, Weekday, Date string
	Today             bool
	Solved            []int // the stages whose position is solved
}

// GameDaily is what a game from a day's position says of it.
type GameDaily struct {
	To     string // the day's page
	Title  string
	Ask    string // what there is to do; empty after the first move
	Said   string // whether it was solved, at the end
	Solved bool
	Again  string // where it is opened once more
	ID     string // of that game
}

// DailyPath is the address of a day.
func DailyPath(d tutor.Day) string { return "/daily/" + d.String() }

// Weekday is the name of a day of the week.
func Weekday(l *i18n.Loc, d time.Weekday) string {
	keys := [...]string{
		"date.weekday.0", "date.weekday.1", "date.weekday.2", "date.weekday.3", "date.weekday.4", "date.weekday.5", "date.weekday.6",
	}
	return l.T(keys[d])
}

// Month is a month with its year.
func Month(l *i18n.Loc, t time.Time) string {
	keys := [...]string{
		"date.month.1", "date.month.2", "date.month.3", "date.month.4", "date.month.5", "date.month.6",
		"date.month.7", "date.month.8", "date.month.9", "date.month.10", "date.month.11", "date.month.12",
	}
	return l.T(keys[t.Month()-1], i18n.Args{"Year": t.Year()})
}

// NewGameDaily is what a game from the position of day d says of it.
func NewGameDaily(l *i18n.Loc, d tutor.Day, g *school.Game) *GameDaily {
	return &GameDaily{
		To: DailyPath(d), Title: l.T("daily.of", i18n.Args{"Day": Day(l, d.Time())}),
		Again: DailyPath(d) + "/" + g.Rules.String(), ID: school.NewID(),
	}
}

func (c DailyCard) level(l *i18n.Loc) string {
	keys := [tutor.Levels]string{"daily.level.1", "daily.level.2", "daily.level.3"}
	return l.T(keys[c.Level-1])
}

func (c DailyCard) state(l *i18n.Loc) string {
	switch c.Mark {
	case MarkFull:
		return l.T("daily.solved")
	case MarkHalf:
		return l.T("outcome.open")
	}
	return l.T("daily.unsolved")
}

func (c DailyCard) button(l *i18n.Loc) string {
	switch c.Mark {
	case MarkFull:
		return l.T("daily.again")
	case MarkHalf:
		return l.T("learn.goon")
	}
	return l.T("daily.open")
}
