package tutor_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"semeia/internal/course"
	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/solver"
	"semeia/internal/tutor"
	"semeia/lessons"
)

// stepsOf plays houses from a line, 0 for a swap.
func stepsOf(t testing.TB, r kalah.Rules, line kalah.Line, houses ...int) (steps []tutor.Step) {
	t.Helper()
	for i, h := range houses {
		s := tutor.Step{Number: i + 1, Player: line.ToMove(), Before: line, Version: 2*i + 1}
		var err error
		if h == 0 {
			s.After, err = r.Swap(line)
		} else {
			s.After, s.Sowing, err = r.Play(line, h)
		}
		if err != nil {
			t.Fatal(err)
		}
		line = s.After
		steps = append(steps, s)
	}
	return steps
}

// weigh solves every decision and reads it back from its text.
func weigh(t testing.TB, coach *tutor.Coach, r kalah.Rules, steps []tutor.Step) tutor.Review {
	t.Helper()
	known := map[int]string{}
	for i := len(steps) - 1; i >= 0; i-- {
		result, ok := coach.Look(ctx, r, steps[i].Before.Pos, time.Minute)
		if !ok || !result.Exact {
			t.Fatalf("move %d is not proved", i+1)
		}
		known[steps[i].Version] = tutor.WriteMargins(result)
	}
	review, err := tutor.Weigh(r, steps, known)
	if err != nil {
		t.Fatal(err)
	}
	return review
}

func laidOut(t testing.TB, rules, board string, turn kalah.Side) (kalah.Rules, kalah.Line) {
	t.Helper()
	r, _ := kalah.Named(rules)
	p, err := kalah.ParsePosition(board, turn)
	if err != nil {
		t.Fatal(err)
	}
	return r, r.Resume(p)
}

// reviewCoach is one for all tests: what it has found out once, it knows.
var reviewCoach = sync.OnceValue(func() *tutor.Coach { return tutor.NewCoach(solver.New(solver.Options{Memory: 96 << 20})) })

func anybody(kalah.Player) bool { return true }

// byRules are the margins of the player to move under perfect play, by nothing
// but the rules.
type byRules struct {
	kalah.Rules
	known map[kalah.Line]int
}

// each is the margin of every house, and of a swap as house 0.
func (r byRules) each(l kalah.Line) map[int]int {
	choices := map[int]int{}
	for h := range l.Pos.Houses() + 1 {
		var next kalah.Line
		var err error
		if h == 0 {
			next, err = r.Swap(l)
		} else {
			next, _, err = r.Play(l, h)
		}
		if err != nil {
			continue
		}
		choices[h] = r.top(next)
		if next.ToMove() != l.ToMove() {
			choices[h] = -choices[h]
		}
	}
	return choices
}

func (r byRules) top(l kalah.Line) int {
	if r.Over(l.Pos) != kalah.NotOver {
		return l.Pos.Store(l.Pos.Turn()) - l.Pos.Store(l.Pos.Turn().Other())
	}
	if _, ok := r.known[l]; !ok {
		top := -kalah.MaxSeeds
		for _, v := range r.each(l) {
			top = max(top, v)
		}
		r.known[l] = top
	}
	return r.known[l]
}

// Games at random on small boards, under every rule: what a review says of each
// decision is what the rules say.
func TestAReviewIsTrue(t *testing.T) {
	coach, rng := reviewCoach(), rand.New(rand.NewPCG(6, 5))
	turned, swaps, unsure := 0, 0, 0
	for n := range 120 {
		free := kalah.Free{Houses: 3, Seeds: 1 + n%2, ExtraTurn: n%3 > 0, Pie: n%4 == 3,
			Capture: kalah.Capture(n % 4), End: kalah.End(n / 4 % 2), Leftover: kalah.Leftover(n / 8 % 3)}
		r, err := free.Rules()
		if err != nil {
			t.Fatal(err)
		}
		line := r.Begin(kalah.Side(n % 2))
		var houses []int
		for at := line; r.Over(at.Pos) == kalah.NotOver; {
			h := rng.IntN(4)
			var next kalah.Line
			if h == 0 {
				next, err = r.Swap(at)
			} else {
				next, _, err = r.Play(at, h)
			}
			if err == nil {
				at, houses = next, append(houses, h)
			}
		}
		steps, rules := stepsOf(t, r, line, houses...), byRules{r, map[kalah.Line]int{}}
		review := weigh(t, coach, r, steps)
		points := review.Line()
		if len(points) != len(steps)+1 {
			t.Fatalf("%d points for %d moves", len(points), len(steps))
		}
		for i := range review {
			w := &review[i]
			top, each := rules.top(w.Before), rules.each(w.Before)
			margin := each[w.Sowing.House]
			if r.CanSwap(w.Before) {
				swaps++
			}
			if r.Pie && w.Open {
				// Of another opening turn the rows of this game say nothing.
				if unsure++; w.Lost() != 0 || w.Kept() || w.Number > 3 {
					t.Errorf("%s %s: %+v", r, w.Before.Pos, w)
				}
				continue
			}
			if w.Margin != margin || w.Top != top || w.Lost() != top-margin || w.Kept() != (top == margin) || w.About || w.Open {
				t.Fatalf("%s %s %s, house %d: %+v, want margin %d, top %d", r, w.Before.Pos, w.Before.Pos.Turn(), w.Sowing.House, w, margin, top)
			}
			for _, h := range w.Best {
				if each[h] != top {
					t.Errorf("house %d is not best in %s", h, w.Before.Pos)
				}
			}
			before, after := points[i].Margin, points[i+1].Margin
			if w.Player == kalah.Guest {
				before, after = -before, -after
			}
			if before-after != w.Lost() {
				t.Errorf("the line falls by %d where %d were lost", before-after, w.Lost())
			}
			if w.Turned() != (w.Lost() > 0 && cmp.Compare(top, 0) > cmp.Compare(margin, 0)) {
				t.Errorf("%d to %d: turned %v", top, margin, w.Turned())
			}
		}
		last := steps[len(steps)-1].After
		end := last.Pos.Store(last.Seat(kalah.Opener)) - last.Pos.Store(last.Seat(kalah.Guest))
		if p := points[len(points)-1]; p != (tutor.Point{Known: true, Margin: end}) {
			t.Errorf("the line ends at %+v, the game at %d", p, end)
		}
		turns := review.Turns(func(p kalah.Player) bool { return p == kalah.Opener })
		if len(turns) > 3 {
			t.Errorf("%d turning points", len(turns))
		}
		for k, i := range turns {
			turned++
			if w := &review[i]; w.Lost() < 2 && !w.Turned() || k > 0 && turns[k-1] >= i {
				t.Errorf("turning points %v of %+v", turns, review)
			}
		}
	}
	if turned < 100 || swaps < 10 || unsure > swaps {
		t.Errorf("%d turning points, %d swaps and %d decisions before them that are not known show nothing", turned, swaps, unsure)
	}
}

// A turning point says what the better house would have done, and who could
// win. The margins were computed; here they are known.
func TestATurningPointInWords(t *testing.T) {
	coach := reviewCoach()
	en := loc(t, "en")
	for _, c := range []struct {
		what, rules, board string
		turn               kalah.Side
		house, top, margin int
		best               []int
		ear                tutor.Ear
		say                string
	}{
		{"seeds alone", "sowing", "<5,1,1,4,3,4,0,4,4,3,4,0,4>", kalah.South, 2, 1, -1, []int{5}, child,
			"House 5 makes a difference of 2 seeds at the end. Here the game turned. Before this move you could win. After it, Beto can."},
		{"of the other", "sowing", "<5,1,1,4,0,5,1,5,4,3,4,0,4>", kalah.North, 1, 1, -1, []int{3, 5}, child,
			"House 3 makes a difference of 2 seeds at the end. Here the game turned. Before this move Beto could win. After it, you can."},
		{"two who are named", "sowing", "<5,1,1,4,0,5,1,5,4,3,4,0,4>", kalah.North, 1, 1, -1, []int{3, 5}, onlooks,
			"House 3 makes a difference of 2 seeds at the end. Here the game turned. Before this move Beto could win. After it, Ana can."},
		{"a win becomes a draw", "sowing", "<5,1,0,3,3,4,3,0,0,5,5,4,4>", kalah.South, 1, 2, 0, []int{2}, child,
			"House 2 makes a difference of 2 seeds at the end. Here the game turned. Before this move you could win. After it, a draw is left."},
		{"a draw is lost by the other", "sowing", "<5,3,2,0,2,1,3,7,1,5,0,2,6>", kalah.North, 1, 0, -3, []int{4}, child,
			"House 4 makes a difference of 3 seeds at the end. Here the game turned. Before this move a draw was left. After it, you can win."},
		{"an extra turn", "extra", "<5,9,11,0,0,2,1,1,4,0,2,2,0>", kalah.South, 3, 0, -7, []int{5}, child,
			"With house 5 the last seed falls in your kalah, and you play again. House 5 makes a difference of 7 seeds at the end. Here the game turned. Before this move a draw was left. After it, Beto can win."},
		{"an extra turn of the other", "extra", "<5,5,7,0,4,1,4,1,1,6,2,0,1>", kalah.North, 3, 5, -1, []int{5}, child,
			"With house 5 the last seed falls in the own kalah, and Beto plays again. House 5 makes a difference of 6 seeds at the end. Here the game turned. Before this move Beto could win. After it, you can."},
		{"one that the other has then", "extra", "<5,1,1,1,5,2,5,4,0,4,5,4,0>", kalah.South, 3, 1, -3, []int{4, 5}, child,
			"After house 3, Beto can play again. After house 4, Beto cannot. House 4 makes a difference of 4 seeds at the end. Here the game turned. Before this move you could win. After it, Beto can."},
		{"one that the child has then", "extra", "<5,1,0,0,4,1,5,4,4,0,5,4,4>", kalah.North, 1, 1, -5, []int{5}, child,
			"After house 1, you can play again. After house 5, you cannot. House 5 makes a difference of 6 seeds at the end. Here the game turned. Before this move Beto could win. After it, you can."},
		{"a capture", "capture", "<5,4,3,1,0,7,2,3,0,5,1,5,1>", kalah.South, 3, 3, -3, []int{1}, child,
			"With house 1 you capture 5 seeds. House 1 makes a difference of 6 seeds at the end. Here the game turned. Before this move you could win. After it, Beto can."},
		{"a heap that is captured then", "capture", "<5,2,2,1,2,2,6,3,1,0,7,0,6>", kalah.South, 2, 1, -4, []int{4, 5}, child,
			"After house 2, Beto can capture 7 seeds right away. After house 4 there is nothing to capture. House 4 makes a difference of 5 seeds at the end. Here the game turned. Before this move you could win. After it, Beto can."},
		{"who is behind stays behind", "capture", "<5,2,3,2,1,4,8,3,1,0,0,1,7>", kalah.South, 1, -1, -10, []int{5}, child,
			"House 5 makes a difference of 9 seeds at the end."},
	} {
		r, line := laidOut(t, c.rules, c.board, c.turn)
		review := weigh(t, coach, r, stepsOf(t, r, line, c.house))
		w := &review[0]
		if w.Top != c.top || w.Margin != c.margin || w.Lost() != c.top-c.margin {
			t.Errorf("%s: margin %d of %d, want %d of %d", c.what, w.Margin, w.Top, c.margin, c.top)
		}
		if d := gocmp.Diff(c.best, w.Best); d != "" {
			t.Errorf("%s: %s", c.what, d)
		}
		if d := gocmp.Diff(c.say, c.ear.Turning(en, w)); d != "" {
			t.Errorf("%s: %s", c.what, d)
		}
		if d := gocmp.Diff([]int{0}, review.Turns(func(kalah.Player) bool { return false })); d != "" {
			t.Errorf("%s: %s", c.what, d)
		}
	}
}

// The words of a review belong to its stage: games at random, each turning point
// and each line of the list in every language.
func TestAReviewUsesNoLaterWord(t *testing.T) {
	text, err := lessons.FS.ReadFile("words.toml")
	if err != nil {
		t.Fatal(err)
	}
	words, err := course.ReadWords(text)
	if err != nil {
		t.Fatal(err)
	}
	coach, rng := reviewCoach(), rand.New(rand.NewPCG(1, 2))
	read := map[string]bool{}
	langs := []*i18n.Loc{loc(t, "pt"), loc(t, "en"), loc(t, "sq")}
	for n := range 24 {
		set := kalah.Sets()[n%4]
		line := set.Rules.Begin(kalah.Side(n % 2))
		var houses []int
		for at := line; set.Rules.Over(at.Pos) == kalah.NotOver; {
			h := 1 + rng.IntN(5)
			if next, _, err := set.Rules.Play(at, h); err == nil {
				at, houses = next, append(houses, h)
			}
		}
		steps := stepsOf(t, set.Rules, line, houses...)
		for steps[0].Before.Pos.InRow(kalah.South)+steps[0].Before.Pos.InRow(kalah.North) > 16 && len(steps) > 1 {
			steps = steps[1:] // what is known at once is enough
		}
		review := weigh(t, coach, set.Rules, steps)
		for i := range review {
			w := &review[i]
			for _, l := range langs {
				for _, ear := range []tutor.Ear{child, onlooks} {
					said := []string{ear.Lead(l, w.Point(w.Margin)), ear.Lead(l, w.Point(w.Top))}
					if w.Lost() > 0 {
						said = append(said, ear.Turning(l, w), w.Less(l))
					}
					for _, s := range said {
						key := fmt.Sprint(l.Code, set.Stage, s)
						if read[key] {
							continue
						}
						read[key] = true
						if word, of := words.Later(l.Code, set.Stage, s); word != "" || strings.Contains(s, "⟦") {
							t.Fatalf("stage %d says %q of stage %d: %s", set.Stage, word, of, s)
						}
					}
				}
			}
		}
	}
}

// What was not proved is not said to be lost, unless the next decision proves it.
func TestWhatIsNotProvedIsNotClaimed(t *testing.T) {
	r, line := laidOut(t, "capture", "<5,4,3,1,0,7,2,3,0,5,1,5,1>", kalah.South)
	steps := stepsOf(t, r, line, 3, 2)
	for _, c := range []struct {
		what          string
		first, second string
		lost          int
		kept          bool
		line          []tutor.Point
	}{
		{"nothing is known", "", "", 0, false, []tutor.Point{{}, {}, {}}},
		{"all is proved", "1:+3 3:-3 4:-3 5:-3", "2:+3 3:+3 4:+1 5:-1", 6, false, []tutor.Point{{true, false, 3}, {true, false, -3}, {true, false, -3}}},
		{"the best is an estimate", "1:+3~ 3:-3 4:-3 5:-3", "", 0, false, []tutor.Point{{true, true, 3}, {true, false, -3}, {}}},
		{"what was played is one, and the next decision proves it", "1:+3 3:-1~ 4:-3 5:-3", "2:+3 3:+3 4:+1 5:-1", 0, false, []tutor.Point{{true, true, 3}, {true, false, -3}, {true, false, -3}}},
		{"what was played is one", "1:+3 3:-1~ 4:-3 5:-3", "", 0, false, []tutor.Point{{true, true, 3}, {true, true, -1}, {}}},
		{"only the second is known", "", "2:+3 3:+3 4:+1 5:-1~", 0, false, []tutor.Point{{}, {true, true, -3}, {true, false, -3}}},
		{"it is the only house, and the next decision proves it", "3:+5~", "2:+3 3:+3 4:+1 5:-1", 0, true, []tutor.Point{{true, false, -3}, {true, false, -3}, {true, false, -3}}},
	} {
		known := map[int]string{}
		if c.first != "" {
			known[steps[0].Version] = c.first
		}
		if c.second != "" {
			known[steps[1].Version] = c.second
		}
		review, err := tutor.Weigh(r, steps, known)
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		if review[0].Lost() != c.lost || review[0].Kept() != c.kept || review.Seen() != len(known) {
			t.Errorf("%s: lost %d, kept %v, %d seen", c.what, review[0].Lost(), review[0].Kept(), review.Seen())
		}
		if d := gocmp.Diff(c.line, review.Line()); d != "" {
			t.Errorf("%s: %s", c.what, d)
		}
	}
	for _, text := range []string{"x", "1", "1:", "1:x", ":+3", "0:+3", "1:+3~~", "2:+1"} {
		if _, err := tutor.Weigh(r, steps, map[int]string{steps[0].Version: text}); err == nil {
			t.Errorf("%q is taken for margins of house 3", text)
		}
	}
}

// Of the two or three the child's own go first, but one of the other is shown
// where there is one.
func TestWhichTurningPointsAreShown(t *testing.T) {
	r, line := laidOut(t, "sowing", "<5,0,0,7,7,7,7,7,7,7,7,7,7>", kalah.South)
	steps := stepsOf(t, r, line, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
	// lost by each move in turn, the opener's first
	margins := func(lost ...int) map[int]string {
		known := map[int]string{}
		for i, n := range lost {
			house := steps[i].Sowing.House
			better := 1 + house%5
			m := []solver.Margin{{House: house, Margin: 40 - n, Exact: true}, {House: better, Margin: 40, Exact: true}}
			known[steps[i].Version] = tutor.WriteMargins(solver.Result{Margins: m})
		}
		return known
	}
	opener := func(p kalah.Player) bool { return p == kalah.Opener }
	for _, c := range []struct {
		what string
		lost []int
		own  func(kalah.Player) bool
		want []int
	}{
		{"none", []int{1, 1, 0, 1}, opener, nil},
		{"the child's three", []int{2, 0, 5, 1, 3, 0, 4, 0}, opener, []int{2, 4, 6}},
		{"two of the child, one of the other", []int{2, 9, 5, 1, 3, 8, 4, 0}, opener, []int{1, 2, 6}},
		{"one of the child, two of the other", []int{2, 9, 0, 7, 1, 8, 1, 0}, opener, []int{0, 1, 5}},
		{"none of the child", []int{0, 9, 0, 7, 1, 8, 1, 0}, opener, []int{1, 5}},
		{"of two children", []int{2, 9, 5, 1, 3, 8, 4, 0}, anybody, []int{1, 2, 5}},
		{"a turned game before more seeds", []int{20, 0, 41, 0, 25, 0, 26, 0}, opener, []int{2, 4, 6}},
	} {
		review, err := tutor.Weigh(r, steps, margins(c.lost...))
		if err != nil {
			t.Fatal(err)
		}
		if d := gocmp.Diff(c.want, review.Turns(c.own)); d != "" {
			t.Errorf("%s: %s", c.what, d)
		}
	}
}
