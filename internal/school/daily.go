package school

import (
	"strings"

	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

const dailyOrigin = "daily:"

// DailyOrigin is the origin of a game that began from the position of a day.
func DailyOrigin(d tutor.Day) string { return dailyOrigin + d.String() }

// Daily is the day whose position the game began from.
func (g *Game) Daily() (d tutor.Day, ok bool) {
	text, ok := strings.CutPrefix(g.Origin, dailyOrigin)
	if !ok {
		return 0, false
	}
	return tutor.ParseDay(text)
}

// DailyKey names a day's position.
type DailyKey struct {
	Day   tutor.Day
	Rules kalah.Rules
}

// DailyGames is what somebody has made of a day's position.
type DailyGames struct {
	Open   string // id of a game that is not over; empty: there is none
	Solved bool   // one was won against the perfect player
}
