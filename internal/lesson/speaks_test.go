package lesson_test

import (
	"strings"
	"testing"

	"semeia/internal/lesson"
)

func TestAQuestionSpeaksForItsSkills(t *testing.T) {
	for kind, want := range map[lesson.Kind]string{
		lesson.SetUp:        "K0",
		lesson.Landing:      "K0 K1 K2 K3 K4 K5",
		lesson.LastSeed:     "K0 K1 K2 K3 K4 K5",
		lesson.LastThree:    "K0 K1 K2 K3 K4 K5",
		lesson.Referee:      "K0 K1 K2 K3 K4 K5",
		lesson.InKalah:      "K0 K1 K2 K3 K4 K5 K8 K8s",
		lesson.RowTotal:     "K10",
		lesson.Compare:      "K10",
		lesson.WhoWon:       "K9 K10 K13 K9s K13s",
		lesson.WhatHappens:  "K0 K1 K2 K3 K4 K5 K6 K7 K7s",
		lesson.ReachesKalah: "K3 K6 K11",
		lesson.Chain:        "K6 K11 K12",
		lesson.Captures:     "K7 K8 K7s K8s",
		lesson.CapturesNot:  "K7 K7s",
		lesson.StillTo:      "K13 K13s",
		lesson.BestMove:     "T1 T2 T3 T4 T5",
		lesson.GoodLooking:  "T1 T2 T3 T4 T5",
		lesson.ThreeTurns:   "T2 T3 T4 T5",
		lesson.Enough:       "T4 T5",
		"no-such":           "",
	} {
		var all []string
		skills := lesson.Skills(0)
		for stage := 1; stage <= 5; stage++ {
			corner, _ := lesson.Corner(stage)
			skills = append(skills, corner)
		}
		for _, info := range skills {
			if lesson.Speaks(kind, info.Skill) {
				all = append(all, string(info.Skill))
			}
		}
		if got := strings.Join(all, " "); got != want {
			t.Errorf("%s speaks for %s, want %s", kind, got, want)
		}
		if lesson.Speaks(kind, "K14") || lesson.Speaks(kind, "") {
			t.Errorf("%s speaks for no skill", kind)
		}
	}
}
