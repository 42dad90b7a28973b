package lesson_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"semeia/internal/lesson"
	"semeia/internal/tutor"
)

var update = flag.Bool("update", false, "write testdata/exercises.golden anew (then raise lesson.Version)")

// Attempts keep keys, not exercises: a generator that makes another exercise of
// a key needs a new Version.
func TestExercisesAreThoseOfTheirVersion(t *testing.T) {
	const file = "testdata/exercises.golden"
	var got strings.Builder
	for i, k := range []lesson.Key{
		{Kind: lesson.Landing, Rules: "sowing", Level: 1},
		{Kind: lesson.Landing, Rules: "sowing", Level: 2},
		{Kind: lesson.Landing, Rules: "sowing", Level: 3},
		{Kind: lesson.Landing, Rules: "standard", Level: 4},
		{Kind: lesson.LastSeed, Rules: "sowing", Level: 2},
		{Kind: lesson.LastThree, Rules: "sowing", Level: 3},
		{Kind: lesson.InKalah, Rules: "sowing", Level: 1},
		{Kind: lesson.InKalah, Rules: "standard", Level: 2},
		{Kind: lesson.WhatHappens, Rules: "extra", Level: 2},
		{Kind: lesson.WhatHappens, Rules: "capture", Level: 3},
		{Kind: lesson.ReachesKalah, Rules: "extra", Level: 2},
		{Kind: lesson.Captures, Rules: "capture", Level: 2},
		{Kind: lesson.Captures, Rules: "standard", Level: 3},
		{Kind: lesson.CapturesNot, Rules: "capture", Level: 1},
		{Kind: lesson.Chain, Rules: "extra", Level: 2},
		{Kind: lesson.Compare, Rules: "sowing", Level: 2},
		{Kind: lesson.StillTo, Rules: "seventeen", Level: 1},
		{Kind: lesson.WhoWon, Rules: "standard", Level: 2},
		{Kind: lesson.RowTotal, Rules: "sowing", Level: 1},
		{Kind: lesson.SetUp, Rules: "standard", Level: 2},
		{Kind: lesson.BestMove, Rules: "sowing", Level: 1},
		{Kind: lesson.ThreeTurns, Rules: "extra", Level: 1},
		{Kind: lesson.GoodLooking, Rules: "capture", Level: 2},
		{Kind: lesson.Enough, Rules: "standard", Level: 2},
	} {
		k.Version, k.Seed = lesson.Version, uint64(i)*0x9e3779b97f4a7c15
		e, err := lesson.Make(k)
		if err != nil {
			t.Fatal(err)
		}
		got.WriteString(told(&e) + "\n")
	}
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	now := strings.Split(got.String(), "\n")
	for i, line := range strings.Split(string(want), "\n") {
		if i >= len(now) || now[i] != line {
			t.Fatalf("line %d of %s: the generator makes another exercise\n got %s\nwant %s", i+1, file, now[min(i, len(now)-1)], line)
		}
	}
}

func TestMarkRefusesWhatCannotBeGiven(t *testing.T) {
	for _, c := range []struct {
		kind    lesson.Kind
		rules   string
		refused []tutor.Answer
		wrong   []tutor.Answer // may be given, and right at most by chance
	}{
		{lesson.Landing, "sowing", []tutor.Answer{"", "s0", "s6", "e1", "s01", "S1", "s1 ", "3"}, []tutor.Answer{"n*", "s5"}},
		{lesson.LastThree, "sowing", []tutor.Answer{"s1", "s1 s2", "s1  s2 s3", "s1 s2 s6", "s1 s2 s3 s4"}, []tutor.Answer{"n* n* n*"}},
		{lesson.InKalah, "sowing", []tutor.Answer{"07", "-1", "+3", "33", "3.0", "", " 3", "99999999999999999999"}, []tutor.Answer{"0", "32"}},
		{lesson.WhatHappens, "extra", []tutor.Answer{"again", "capture own", "pass  own"}, []tutor.Answer{"again other"}},
		{lesson.WhatHappens, "capture", []tutor.Answer{"again", "own capture"}, []tutor.Answer{"capture other"}},
		{lesson.ReachesKalah, "extra", []tutor.Answer{"0", "6", "s1"}, []tutor.Answer{"1", "5"}},
		{lesson.Captures, "capture", []tutor.Answer{"3", "3 0", "6 1", "3 05", "3 33"}, []tutor.Answer{"3 32"}},
		{lesson.CapturesNot, "capture", []tutor.Answer{"1", "occupied", "6 occupied"}, nil},
		{lesson.Chain, "extra", []tutor.Answer{"", "5,4", "6 5", "5 0", tutor.Answer(strings.Repeat("5 ", 40) + "5")}, []tutor.Answer{"1", "5 5 5 5"}},
		{lesson.BestMove, "extra", []tutor.Answer{"0", "6", "s1", "1 2"}, []tutor.Answer{"1", "5"}},
		{lesson.GoodLooking, "capture", []tutor.Answer{"0", "6", "s1"}, nil},
		{lesson.ThreeTurns, "extra", []tutor.Answer{"", "5 4", "5 4 6", "5 4 3 2"}, []tutor.Answer{"1 1 1"}},
		{lesson.Enough, "seventeen", []tutor.Answer{"3", "03 1", "33 1", "3 6", "3 0", "1 2 3"}, []tutor.Answer{"0 1", "32 5"}},
		{lesson.Compare, "sowing", []tutor.Answer{"gt", "gt 0", "eq 0", "> 3", "gt 33", "lt 03"}, []tutor.Answer{"gt 32"}},
		{lesson.WhoWon, "sowing", []tutor.Answer{"17 15", "south 17 15", "17 15 me", "17 15 south x"}, []tutor.Answer{"1 2 south"}},
		{lesson.SetUp, "sowing", []tutor.Answer{"3 3 4 3", "3 3 4 3 3 3", "3 3 4 3 03"}, []tutor.Answer{"32 0 0 0 0"}},
	} {
		e, err := lesson.Make(key(c.kind, c.rules, 1, 3))
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range c.refused {
			if right, slips, ok := e.Mark(a); ok || right || slips != nil {
				t.Errorf("%s takes %q", c.kind, a)
			}
		}
		for _, a := range c.wrong {
			if right, _, ok := e.Mark(a); !ok || right != (a == e.Right) {
				t.Errorf("%s does not take %q", c.kind, a)
			}
		}
	}
}

func FuzzMark(f *testing.F) {
	var all []lesson.Exercise
	for _, rules := range []string{"sowing", "extra", "capture", "seventeen", "standard"} {
		for _, k := range lesson.Kinds(rules) {
			e, err := lesson.Make(key(k.Kind, rules, k.Levels, 1))
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(e.Right))
			all = append(all, e)
		}
	}
	f.Add("?")
	f.Add("gt 07")
	f.Fuzz(func(t *testing.T, s string) {
		for i := range all {
			e := &all[i]
			right, slips, ok := e.Mark(tutor.Answer(s))
			if right != (s == string(e.Right)) || (right || !ok) && slips != nil || right && !ok {
				t.Fatalf("%s: %q is %v %v %v", e.Kind, s, right, slips, ok)
			}
			if ok && (len(s) > 60 || strings.ContainsFunc(s, func(r rune) bool { return r > 'z' || r < ' ' }) || strings.TrimSpace(s) != s) {
				t.Fatalf("%s takes %q", e.Kind, s)
			}
			if !slices.IsSorted(slips) {
				t.Fatal(slips)
			}
		}
	})
}
