package templates

import (
	"strings"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/lesson"
)

// praise names what a right answer shows that the child has done; it never
// praises the child.
func praise(l *i18n.Loc, e *lesson.Exercise) string {
	switch e.Kind {
	case lesson.Landing, lesson.LastSeed, lesson.LastThree:
		return praiseWay(l, e)
	case lesson.InKalah, lesson.RowTotal, lesson.StillTo, lesson.Enough, lesson.Compare:
		return l.T("praise.counted")
	case lesson.WhoWon:
		return l.T("praise.result")
	case lesson.WhatHappens:
		switch what, _, _ := strings.Cut(string(e.Right), " "); what {
		case "again":
			return l.T("praise.again")
		case "capture":
			return l.T("praise.capture")
		}
		return l.T("praise.pass")
	case lesson.ReachesKalah:
		return l.T("praise.reaches")
	case lesson.BestMove:
		return l.T("praise.bestmove")
	case lesson.GoodLooking:
		return l.T("praise.goodlooking")
	case lesson.Chain, lesson.ThreeTurns:
		return l.T("praise.chain")
	case lesson.Captures:
		return l.T("praise.capture")
	case lesson.CapturesNot:
		return l.T("praise.capturesnot")
	case lesson.Referee:
		return l.T("praise.referee")
	case lesson.SetUp:
		return l.T("praise.setup")
	}
	return ""
}

func praiseWay(l *i18n.Loc, e *lesson.Exercise) string {
	switch lesson.Reach(e.Pos, e.House) {
	case 1:
		if e.Pos.House(kalah.South, e.House) == e.Pos.Houses()+1-e.House {
			return l.T("praise.kalah")
		}
		return l.T("praise.start")
	case 2:
		return l.T("praise.past")
	case 3:
		return l.T("praise.skips")
	}
	return l.T("praise.lap")
}
