package tutor_test

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"semeia/internal/course"
	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/solver"
	"semeia/internal/tutor"
	"semeia/lessons"
)

var hintsFlag = flag.Int("hints", 150, "positions of every stage in which a hint is asked for")

// met calls visit with n games between two moves, as they are met in play: half
// of the moves are those of a bot, the others anything. most bounds the seeds in
// play.
func met(r kalah.Rules, n, most int, rng *rand.Rand, visit func(kalah.Line)) {
	for n > 0 {
		l := r.Begin(kalah.Side(rng.IntN(2)))
		for r.Over(l.Pos) == kalah.NotOver && n > 0 {
			if rng.IntN(3) == 0 && l.Pos.InRow(kalah.South)+l.Pos.InRow(kalah.North) <= most {
				n--
				visit(l)
			}
			house := 1 + rng.IntN(l.Pos.Houses())
			for r.Legal(l.Pos, house) != nil {
				house = 1 + rng.IntN(l.Pos.Houses())
			}
			if rng.IntN(2) == 0 {
				soon, cancel := context.WithTimeout(ctx, 20*time.Millisecond) // for whether it swaps
				house = coach.Choose(soon, tutor.Easy, r, l, rng).House
				cancel()
				if house == 0 {
					l, _ = r.Swap(l)
					continue
				}
			}
			l, _, _ = r.Play(l, house)
		}
	}
}

// languages are the catalogue's, by code, with the words of the stages.
func languages(t *testing.T) (all []*i18n.Loc, words course.Words) {
	t.Helper()
	for _, lang := range i18n.Langs {
		all = append(all, loc(t, lang.Code))
	}
	text, err := fs.ReadFile(lessons.FS, "words.toml")
	if err != nil {
		t.Fatal(err)
	}
	if words, err = course.ReadWords(text); err != nil {
		t.Fatal(err)
	}
	return all, words
}

// told checks the words of a hint: whole, and of the stage of its rules.
func told(t *testing.T, all []*i18n.Loc, words course.Words, r kalah.Rules, h *tutor.Hint) {
	t.Helper()
	for _, l := range all {
		look, which, why := h.Look(l, "Beto"), h.Which(l), h.Why(l, r, "Beto")
		if strings.ContainsAny(look, "0123456789") {
			t.Errorf("%s: where to look gives a number away: %q", l.Code, look)
		}
		for _, text := range []string{look, which, why} {
			if text == "" || strings.ContainsAny(text, "⟦{") || strings.Contains(text, "  ") || strings.Contains(text, "no value") {
				t.Errorf("%s: %+v: %q", l.Code, h, text)
			}
			if found, of := words.Later(l.Code, r.Stage(), text); of > 0 {
				t.Errorf("%s, stage %d: %q: %q is of stage %d", l.Code, r.Stage(), text, found, of)
			}
		}
	}
}

// The move of a hint is legal and none keeps a larger margin; what it says is so
// and in words of its stage; and it is seldom that nothing can be said of the
// move.
func TestAHintIsRightTrueAndOfItsStage(t *testing.T) {
	all, words := languages(t)
	for _, set := range kalah.Sets()[:5] {
		r := set.Rules
		most := r.Seeds()
		if set.Stage == 5 {
			most = 36
		}
		count := map[tutor.Reason]int{}
		unsure := 0
		met(r, *hintsFlag, most, rand.New(rand.NewPCG(uint64(set.Stage), 61)), func(l kalah.Line) {
			limited, cancel := context.WithTimeout(ctx, tutor.Thinking)
			h, ok := coach.Hint(limited, r, l)
			cancel()
			if !ok || r.Legal(l.Pos, h.House) != nil {
				t.Fatalf("%s %s: %+v %v", set.Name, l.Pos, h, ok)
			}
			count[h.Reason]++
			if !h.Sure {
				unsure++
			}
			result := coach.Margins(ctx, r, l.Pos)
			if !result.Exact || h.Sure && !slices.Contains(result.Best, h.House) {
				t.Errorf("%s %s: house %d loses margin: %+v", set.Name, l.Pos, h.House, result.Margins)
			}
			p := l.Pos
			for i, house := range h.Then {
				s, _ := r.Sow(p, append([]int{h.House}, h.Then...)[i])
				p = s.After
				if next := coach.Margins(ctx, r, p); h.Sure && !slices.Contains(next.Best, house) {
					t.Errorf("%s: house %d loses margin at %s, after house %d", set.Name, house, p, h.House)
				}
			}
			if !h.Holds(r, l.Pos, solver.Result{Exact: h.Sure, Sure: h.Sure, Margins: result.Margins, Best: []int{h.House}}) && !h.Holds(r, l.Pos, result) {
				t.Errorf("%s %s: %+v does not hold", set.Name, l.Pos, h)
			}
			told(t, all, words, r, &h)
		})
		last := 0
		report := ""
		for _, reason := range tutor.Reasons() {
			if count[reason] == 0 {
				continue
			}
			report += fmt.Sprintf(" %s %.1f", reason, 100*float64(count[reason])/float64(*hintsFlag))
			if reason >= tutor.HintSame {
				last += count[reason]
			}
		}
		t.Logf("%s, of 100:%s; not sure %.1f", set.Name, report, 100*float64(unsure)/float64(*hintsFlag))
		if 4*last > *hintsFlag {
			t.Errorf("%s: of %d hints %d say nothing of the move", set.Name, *hintsFlag, last)
		}
	}
}

// In the laboratory too: every rule set, and any mix of rules.
func TestAHintIsTrueUnderAnyRules(t *testing.T) {
	all, words := languages(t)
	rng := rand.New(rand.NewPCG(71, 72))
	sets := []kalah.Rules{}
	for _, set := range kalah.Sets() {
		sets = append(sets, set.Rules)
	}
	for range 20 {
		r, err := kalah.Free{
			Houses: 3 + rng.IntN(4), Seeds: 1 + rng.IntN(3), ExtraTurn: rng.IntN(2) == 0, Capture: kalah.Capture(rng.IntN(4)), End: kalah.End(rng.IntN(2)),
			Leftover: kalah.Leftover(rng.IntN(3)), Majority: rng.IntN(2) == 0, Pie: rng.IntN(2) == 0,
		}.Rules()
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, r)
	}
	for _, r := range sets {
		met(r, 15, 24, rng, func(l kalah.Line) {
			h, ok := coach.Hint(ctx, r, l)
			if result := coach.Margins(ctx, r, l.Pos); !ok || !h.Sure || !h.Holds(r, l.Pos, result) {
				t.Errorf("%s %s: %+v", r, l.Pos, h)
			}
			told(t, all, words, r, &h)
		})
	}
}

// Without time the hint says so, and what it says is still true.
func TestAHintWithoutTimeSaysSo(t *testing.T) {
	all, words := languages(t)
	fresh := solver.New(solver.Options{Memory: 8 << 20})
	defer fresh.Close()
	hasty := tutor.NewCoach(fresh)
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	r, _ := kalah.Named("standard-6")
	unsure := 0
	met(r, 60, r.Seeds(), rand.New(rand.NewPCG(81, 82)), func(l kalah.Line) {
		h, ok := hasty.Hint(stopped, r, l)
		if !ok || r.Legal(l.Pos, h.House) != nil {
			t.Fatalf("%s: %+v", l.Pos, h)
		}
		told(t, all, words, r, &h)
		says := strings.HasSuffix(h.Why(loc(t, "en"), r, "Beto"), "I cannot see to the end of the game here.")
		if says == h.Sure {
			t.Errorf("%+v: says so: %v", h, says)
		}
		if h.Sure {
			return
		}
		unsure++
		if !h.Holds(r, l.Pos, solver.Result{Best: []int{h.House}}) {
			t.Errorf("%s: %+v does not hold", l.Pos, h)
		}
	})
	if unsure < 30 {
		t.Errorf("only %d of 60 are not sure", unsure)
	}
}

func TestThereIsNoHintWhereTheGameIsOver(t *testing.T) {
	r, p := board(t, "sowing", "<5,10,22,0,0,0,0,0,0,0,0,0,0>", kalah.South)
	if h, ok := coach.Hint(ctx, r, r.Resume(p)); ok {
		t.Errorf("%+v", h)
	}
}

// R17: where the other seat is better the hint is to swap, and only there.
func TestR17TheHintIsToSwapWhereTheOtherSeatIsBetter(t *testing.T) {
	all, words := languages(t)
	r, err := kalah.Free{Houses: 4, Seeds: 2, ExtraTurn: true, Capture: kalah.Both, End: kalah.Row, Leftover: kalah.Owner, Pie: true}.Rules()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[bool]int{}
	for house := 1; house <= 4; house++ {
		l, s, _ := r.Play(r.Begin(kalah.South), house)
		if s.Again {
			continue
		}
		h, ok := coach.Hint(ctx, r, l)
		result := coach.Margins(ctx, r, l.Pos)
		if swap := h.Reason == tutor.HintSwap; !ok || swap != result.Swap() || swap != (h.House == 0) || !h.Holds(r, l.Pos, result) {
			t.Errorf("after house %d: %+v, %+v", house, h, result)
		}
		seen[result.Swap()]++
		told(t, all, words, r, &h)
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("%v: want both", seen)
	}
}

// In the opening the book knows the best move, though not what all the others
// come to: that is enough for a hint that is sure, and quick.
func TestAHintInTheOpeningIsSure(t *testing.T) {
	r, _ := kalah.Named("standard")
	l := r.Begin(kalah.South)
	for l.Pos.InRow(kalah.South)+l.Pos.InRow(kalah.North) >= 40 {
		within, cancel := context.WithTimeout(ctx, tutor.Thinking)
		h, ok := coach.Hint(within, r, l)
		cancel()
		if !ok || !h.Sure {
			t.Fatalf("%v: %+v", l.Pos, h)
		}
		l, _, _ = r.Play(l, h.House)
	}
}
