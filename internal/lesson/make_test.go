package lesson_test

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/tutor"
)

var seedsFlag = flag.Int("seeds", 100, "exercises to make of every kind, rule set and level")

func key(k lesson.Kind, rules string, level int, seed uint64) lesson.Key {
	return lesson.Key{Kind: k, Rules: rules, Level: level, Seed: seed, Version: lesson.Version}
}

// everyKind calls f for every kind, rule set and level there is.
func everyKind(t *testing.T, f func(t *testing.T, k lesson.Kind, rules string, level int)) {
	for _, set := range kalah.Sets() {
		for _, k := range lesson.Kinds(set.Name) {
			for level := 1; level <= k.Levels; level++ {
				t.Run(fmt.Sprintf("%s/%s/%d", set.Name, k.Kind, level), func(t *testing.T) { f(t, k.Kind, set.Name, level) })
			}
		}
	}
}

// Every exercise is legal, comes from play, has the right answer that a plain
// walk over the rules finds, and no other.
func TestEveryExerciseHoldsAgainstThePlainRules(t *testing.T) {
	everyKind(t, func(t *testing.T, k lesson.Kind, rules string, level int) {
		t.Parallel()
		different := map[string]bool{}
		worst := 0
		for seed := range uint64(*seedsFlag) {
			e, rec, err := lesson.Made(key(k, rules, level, seed))
			if err != nil {
				t.Fatal(err)
			}
			if problem := wrongWith(t, &e, rec); problem != "" {
				t.Fatalf("seed %d, %s house %d, right %q: %s", seed, e.Pos, e.House, e.Right, problem)
			}
			different[fmt.Sprint(e.Pos, e.House, e.Offer)] = true
			worst = max(worst, rec.Games)
		}
		least := *seedsFlag * 60 / 100
		if k == lesson.SetUp && level == 1 {
			least = 1 // the start itself
		}
		if lesson.Situation(k) {
			least = min(least, aSet*3/4)
		}
		if len(different) < least {
			t.Errorf("%d of %d exercises differ, want %d", len(different), *seedsFlag, least)
		}
		if worst > 400 { // some ten milliseconds
			t.Errorf("%d games until one fitted", worst)
		}
	})
}

func wrongWith(t *testing.T, e *lesson.Exercise, rec lesson.Record) string {
	if e.Kind == lesson.SetUp {
		if e.Pos.InRow(kalah.North)+e.Pos.Store(kalah.South)+e.Pos.Store(kalah.North) > 0 {
			return "seeds elsewhere"
		}
	} else {
		b := begin(e.Set, rec.First)
		for _, h := range rec.Houses {
			if b.over() || b.houses[b.turn][h] == 0 {
				return "the play is not legal"
			}
			b.sow(int(h))
		}
		if rec.Mirrored {
			b.mirror()
		}
		switch {
		case b.text() != e.Pos.String() || b.turn != int(e.Pos.Turn()):
			return "the play leads to " + b.text()
		case b.seeds() != e.Set.Seeds():
			return "seeds are lost"
		case b.over() != (e.Kind == lesson.WhoWon):
			return "over, or not"
		case !b.over() && e.Pos.Turn() != kalah.South:
			return "the asked player is not to move"
		}
	}
	if want := rights(t, e); !slices.Equal(want, []string{string(e.Right)}) {
		return fmt.Sprintf("right by the plain rules: %q", want)
	}
	if e.House > 0 {
		n := e.Pos.House(kalah.South, e.House)
		if n == 0 || e.Past != (n > e.Pos.Houses()+1-e.House) {
			return "house or Past"
		}
	}
	if lesson.AlwaysPast(e.Kind, e.Level) && !e.Past {
		return "not past the kalah"
	}
	return markedWrong(e)
}

// markedWrong says what Mark gets wrong about an exercise.
func markedWrong(e *lesson.Exercise) string {
	if right, slips, ok := e.Mark(e.Right); !right || slips != nil || !ok {
		return "the right answer is not right"
	}
	if right, slips, ok := e.Mark(tutor.DontKnow); right || slips != nil || !ok {
		return "?"
	}
	for i, a := range e.Choices {
		if right, _, ok := e.Mark(a); !ok || right != (a == e.Right) || slices.Contains(e.Choices[:i], a) {
			return "choice " + string(a)
		}
	}
	if len(e.Right) > 60 {
		return "too long"
	}
	if e.Case == nil {
		return ""
	}
	if e.Case.Predict[tutor.NoSlip] != e.Right || !slices.Contains(e.Case.Choices, e.Right) {
		return "the case has another right answer"
	}
	for slip, a := range e.Case.Predict {
		family, _ := tutor.FamilyOf(slip)
		if slip != tutor.NoSlip && family != e.Case.Family || !slices.Contains(e.Case.Choices, a) {
			return fmt.Sprintf("slip %q answers %q", slip, a)
		}
		if right, slips, ok := e.Mark(a); !ok || right != (a == e.Right) || !right && !slices.Contains(slips, slip) {
			return fmt.Sprintf("slip %q with %q is marked %v %v %v", slip, a, right, slips, ok)
		}
	}
	return ""
}

// rights are all right answers by the plain rules.
func rights(t *testing.T, e *lesson.Exercise) (all []string) {
	start := on(t, e.Set, e.Pos)
	play := func(h int) event {
		b := *start
		return b.sow(h)
	}
	switch e.Kind {
	case lesson.Landing, lesson.LastSeed:
		ev := play(e.House)
		if e.Kind == lesson.LastSeed && e.Sown != len(ev.path)-1 {
			return nil
		}
		return []string{ev.last()}
	case lesson.LastThree:
		ev := play(e.House)
		if e.Sown != len(ev.path)-3 {
			return nil
		}
		return []string{strings.Join(ev.path[e.Sown:], " ")}
	case lesson.Referee:
		path := play(e.House).path
		for i, at := range tutor.LandingTrail(e.Set, e.Pos, e.House, e.Claim) {
			if at.String() != path[i] {
				return []string{strconv.Itoa(i + 1)}
			}
		}
		return []string{"right"}
	case lesson.InKalah:
		b := *start
		b.sow(e.House)
		return []string{strconv.Itoa(b.store[0])}
	case lesson.WhatHappens:
		ev := play(e.House)
		what, where := "pass", "other"
		switch {
		case ev.again:
			what = "again"
		case ev.captured > 0:
			what = "capture"
		}
		switch {
		case ev.last() == "s*":
			where = "kalah"
		case ev.own:
			where = "own"
		}
		return []string{what + " " + where}
	case lesson.ReachesKalah, lesson.Captures, lesson.CapturesNot:
		for h := 1; h <= start.m; h++ {
			if start.houses[0][h] == 0 || len(e.Offer) > 0 && !slices.Contains(e.Offer, h) {
				continue
			}
			ev := play(h)
			switch {
			case e.Kind == lesson.ReachesKalah:
				if ev.last() == "s*" {
					all = append(all, strconv.Itoa(h))
				}
			case e.Kind == lesson.Captures:
				if ev.captured > 0 {
					all = append(all, fmt.Sprint(h, " ", ev.captured))
				}
			case ev.captured == 0:
				all = append(all, fmt.Sprint(h, " ", reason(ev)))
			}
		}
		return all
	case lesson.Chain:
		if all = start.chains(); len(all) > 0 && len(strings.Fields(all[0])) != e.Level+1 {
			return nil
		}
		return all
	case lesson.Compare:
		switch d := start.store[0] - start.store[1]; {
		case d > 0:
			return []string{fmt.Sprint("gt ", d)}
		case d < 0:
			return []string{fmt.Sprint("lt ", -d)}
		}
		return []string{"eq"}
	case lesson.StillTo:
		return []string{strconv.Itoa(e.Set.Seeds()/2 + 1 - start.store[0])}
	case lesson.Enough:
		need := e.Set.Seeds()/2 + 1 - start.store[0]
		for h := 1; h <= start.m; h++ {
			b := *start
			if b.houses[0][h] == 0 {
				continue
			}
			if b.sow(h); b.store[0]-start.store[0] >= need {
				all = append(all, fmt.Sprint(need, " ", h))
			}
		}
		return all
	case lesson.ThreeTurns: // that no other is as good, is for the solver to say
		b := *start
		for i, h := range strings.Fields(string(e.Right)) {
			if ev := b.sow(int(h[0] - '0')); !ev.again && (i < 2 || ev.captured == 0 && ev.last() != "s*") {
				return nil
			}
		}
		return []string{string(e.Right)}
	case lesson.BestMove, lesson.GoodLooking: // by the margins, which the solver says
		for _, w := range e.Ways {
			best, worst := w.Margin, w.Margin
			for _, v := range e.Ways {
				if best = max(best, v.Margin); e.Offer == nil || slices.Contains(e.Offer, v.House) {
					worst = min(worst, v.Margin)
				}
			}
			if e.Kind == lesson.BestMove && w.Margin == best || e.Kind == lesson.GoodLooking && slices.Contains(e.Offer, w.House) && w.Margin == worst {
				all = append(all, strconv.Itoa(w.House))
			}
		}
		return all
	case lesson.RowTotal:
		return []string{strconv.Itoa(start.row(0))}
	case lesson.WhoWon:
		start.settle()
		who := "draw"
		if d := start.store[0] - start.store[1]; d > 0 {
			who = "south"
		} else if d < 0 {
			who = "north"
		}
		return []string{fmt.Sprint(start.store[0], " ", start.store[1], " ", who)}
	case lesson.SetUp:
		var still []string
		for h := 1; h <= start.m; h++ {
			still = append(still, strconv.Itoa(int(e.Set.Layout[h-1])-start.houses[0][h]))
		}
		return []string{strings.Join(still, " ")}
	}
	return nil
}

// reason is the one reason why a move captures nothing, or what is unclear.
func reason(ev event) string {
	switch {
	case ev.last() == "s*":
		return "kalah"
	case !ev.own && ev.found == 0:
		return "other-side"
	case !ev.own:
		return "other-side and occupied"
	case ev.found > 0 && ev.facing == 0:
		return "occupied and nothing-facing"
	case ev.found > 0:
		return "occupied"
	}
	return "nothing-facing"
}

func TestUnknownKeysAreErrors(t *testing.T) {
	for _, k := range []lesson.Key{
		{Kind: "none", Rules: "sowing", Level: 1, Version: 1},
		{Kind: lesson.Landing, Rules: "none", Level: 1, Version: 1},
		{Kind: lesson.Landing, Rules: "sowing", Level: 0, Version: 1},
		{Kind: lesson.Landing, Rules: "sowing", Level: 5, Version: 1},
		{Kind: lesson.Landing, Rules: "sowing", Level: 1, Version: 0},
		{Kind: lesson.Landing, Rules: "sowing", Level: 1, Version: 2},
		{Kind: lesson.WhatHappens, Rules: "sowing", Level: 1, Version: 1},
		{Kind: lesson.Captures, Rules: "extra", Level: 1, Version: 1},
		{Kind: lesson.StillTo, Rules: "capture", Level: 1, Version: 1},
		{Kind: lesson.CapturesNot, Rules: "empty-capture", Level: 1, Version: 1},
		{Kind: lesson.ThreeTurns, Rules: "sowing", Level: 1, Version: 1},
		{Kind: lesson.Enough, Rules: "capture", Level: 1, Version: 1},
		{Kind: lesson.BestMove, Rules: "standard-3", Level: 1, Version: 1},
		{Kind: lesson.GoodLooking, Rules: "capture", Level: 3, Version: 1},
	} {
		if e, err := lesson.Make(k); err == nil {
			t.Errorf("%+v gives %+v", k, e)
		}
	}
	if lesson.Kinds("none") != nil {
		t.Error("kinds of no rule set")
	}
}

// What is shown must not tell the answer: the choices depend on the board, the
// rules and the offer alone, in their order too.
func TestChoicesDoNotTellTheAnswer(t *testing.T) {
	everyKind(t, func(t *testing.T, k lesson.Kind, rules string, level int) {
		var first []tutor.Answer
		for seed := range uint64(20) {
			e, err := lesson.Make(key(k, rules, level, seed))
			if err != nil {
				t.Fatal(err)
			}
			if k == lesson.CapturesNot { // by the offer, which is in the order of the board
				if !slices.IsSorted(e.Offer) || len(e.Choices) != 9 || e.House != 0 {
					t.Fatalf("%+v", e)
				}
				continue
			}
			if k == lesson.GoodLooking { // by the offer
				if !slices.IsSorted(e.Offer) || len(e.Choices) != len(e.Offer) || e.House != 0 {
					t.Fatalf("%+v", e)
				}
				continue
			}
			if k == lesson.Referee { // by the number of seeds
				if n := e.Pos.House(kalah.South, e.House); len(e.Choices) != n+1 || e.Choices[0] != "right" || e.Choices[n] != tutor.Answer(strconv.Itoa(n)) {
					t.Fatalf("%+v", e)
				}
				continue
			}
			if seed == 0 {
				first = e.Choices
			}
			if !slices.Equal(first, e.Choices) {
				t.Fatalf("%q and %q", first, e.Choices)
			}
		}
	})
}

func TestTheSameKeyGivesTheSameExercise(t *testing.T) {
	everyKind(t, func(t *testing.T, k lesson.Kind, rules string, level int) {
		a, errA := lesson.Make(key(k, rules, level, 1<<63+7))
		b, errB := lesson.Make(key(k, rules, level, 1<<63+7))
		if errA != nil || errB != nil || told(&a) != told(&b) {
			t.Errorf("%s and %s: %v %v", told(&a), told(&b), errA, errB)
		}
	})
}

// told is an exercise as the golden file keeps it.
func told(e *lesson.Exercise) string {
	return fmt.Sprintf("%s %s %d %d v%d | %s %s house %d offer %v sown %d | %q of %q | guess %.3f past %v skill %s",
		e.Kind, e.Rules, e.Level, e.Seed, e.Version, e.Pos, e.Pos.Turn(), e.House, e.Offer, e.Sown, e.Right, e.Choices, e.Guess, e.Past, e.Skill)
}

func BenchmarkMake(b *testing.B) {
	var keys []lesson.Key
	for _, set := range kalah.Sets() {
		for _, k := range lesson.Kinds(set.Name) {
			for level := 1; level <= k.Levels; level++ {
				keys = append(keys, key(k.Kind, set.Name, level, 0))
			}
		}
	}
	i := 0
	for b.Loop() {
		k := keys[i%len(keys)]
		k.Seed = uint64(i)
		i++
		if _, err := lesson.Make(k); err != nil {
			b.Fatal(err)
		}
	}
}
