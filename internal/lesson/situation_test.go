package lesson_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/solver"
	"semeia/internal/tutor"
)

// all are the lines of the data.
func allSituations(t *testing.T) (all []found) {
	t.Helper()
	text, err := os.ReadFile("situations.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var f found
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&f); err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	return all
}

// There are situations of every sort that fits a stage, on two levels, each
// board once, and no house is the answer too often.
func TestThereAreSituationsForEveryStage(t *testing.T) {
	boards := map[string]bool{}
	n, houses := map[string]int{}, map[string]int{}
	for _, f := range allSituations(t) {
		if boards[f.Board] {
			t.Errorf("%s comes twice", f.Board)
		}
		boards[f.Board] = true
		id := fmt.Sprint(f.Rules, " ", f.Sort, " ", f.Level)
		n[id]++
		houses[id+" house "+answer(&f)]++
	}
	for id, n := range houses {
		if n > aSet/2 {
			t.Errorf("%s is right %d times", id, n)
		}
	}
	for _, set := range kalah.Sets() {
		for _, k := range sorts {
			for level := 1; level <= 3; level++ {
				want := 0
				if set.Rules.Stage() < 6 && level < 3 && fitting(k.kind, set.Rules) {
					want = aSet
				}
				if have := n[fmt.Sprint(set.Name, " ", k.kind, " ", level)]; have != want {
					t.Errorf("%d of %s %s %d, want %d", have, set.Name, k.kind, level, want)
				}
			}
		}
	}
	for stage := 1; stage <= 5; stage++ {
		corner, ok := lesson.Corner(stage)
		if !ok || corner.Stage != stage {
			t.Errorf("stage %d has no corner", stage)
		}
		for _, p := range corner.Practice {
			delete(n, fmt.Sprint(corner.Rules[0], " ", p.Kind, " ", p.Level))
		}
	}
	if len(n) > 0 {
		t.Errorf("in no corner: %v", n)
	}
}

// What is kept of every situation is proved again: its board comes from play,
// the solver finds the same margins, nobody loses a seed by its lines, and its
// right answer is the only one.
func TestEverySituationIsProved(t *testing.T) {
	t.Parallel()
	s := solver.New(solver.Options{Memory: 64 << 20})
	t.Cleanup(s.Close)
	for _, f := range allSituations(t) {
		if problem := wrongWithSituation(t, s, &f); problem != "" {
			t.Errorf("%s %s %d %s: %s", f.Rules, f.Sort, f.Level, f.Board, problem)
		}
	}
}

func wrongWithSituation(t *testing.T, s *solver.Solver, f *found) string {
	set, _ := kalah.Named(f.Rules)
	first, _ := kalah.ParseSide(map[byte]string{'s': "south", 'n': "north"}[f.Play[0]])
	p := set.Start(first)
	for _, h := range f.Play[1:] {
		sown, err := set.Sow(p, int(h-'0'))
		if err != nil {
			return "the play is not legal"
		}
		p = sown.After
	}
	if p.String() != f.Board || p.Turn() != kalah.South {
		return "the play leads to " + p.String()
	}
	inRows := p.InRow(kalah.South) + p.InRow(kalah.North)
	if inRows > 26 {
		return "too many seeds"
	}
	l := look(t, s, set, p)
	var why []foundWay
	for _, h := range l.legal {
		why = append(why, foundWay{House: h, Margin: l.margin[h]})
	}
	if !slices.EqualFunc(why, f.Why, func(a, b foundWay) bool { return a.House == b.House && a.Margin == b.Margin }) {
		return fmt.Sprintf("the margins are %v", why)
	}
	for _, w := range f.Why {
		if problem := wrongWithLine(t, s, l, w); problem != "" {
			return problem
		}
		if (w.Line == "") != (f.Sort == lesson.ThreeTurns || f.Sort == lesson.Enough || f.Sort == lesson.GoodLooking && !slices.Contains(f.Offer, w.House)) {
			return "a line more or less"
		}
	}
	again := found{Level: f.Level, Why: why}
	for _, k := range sorts {
		if k.kind == f.Sort && !k.fits(l, &again) || again.Right != f.Right && again.Right != "" {
			return fmt.Sprintf("another answer: %q of %v", again.Right, again.Offer)
		}
	}
	if !slices.Equal(again.Offer, f.Offer) || again.Right == "" {
		return fmt.Sprintf("another offer: %v", again.Offer)
	}
	return wrongWithRight(l, f)
}

// wrongWithLine looks whether a line is one turn of each side, to its end, in
// which every move after the first keeps the largest margin.
func wrongWithLine(t *testing.T, s *solver.Solver, l *looked, w foundWay) string {
	p := l.pos
	for i, d := range w.Line {
		h := int(d - '0')
		if i == 0 && h != w.House {
			return "the line of another house"
		}
		if i > 0 {
			at := look(t, s, l.set, p)
			if at.margin[h] != slices.Max(values(at.margin)) {
				return fmt.Sprintf("line %s: house %d loses seeds", w.Line, h)
			}
		}
		sown, err := l.set.Sow(p, h)
		if err != nil {
			return "the line is not legal"
		}
		p = sown.After
		if last := sown.Over != kalah.NotOver || sown.Mover() == kalah.North && p.Turn() == kalah.South; last != (i == len(w.Line)-1) {
			return "the line ends elsewhere"
		}
	}
	return ""
}

// wrongWithRight is what each sort promises, written for itself.
func wrongWithRight(l *looked, f *found) string {
	parts := strings.Fields(f.Right)
	margins := map[string]int{}
	for h, m := range l.margin {
		margins[fmt.Sprint(h)] = m
	}
	right, isThere := margins[parts[0]]
	ends := l.set.WinAt > 0
	switch f.Sort {
	case lesson.BestMove:
		for h, m := range margins {
			if h != f.Right && !(right > 0 && m <= 0 || right-m >= 2 && !ends) {
				return "house " + h + " is as good"
			}
		}
	case lesson.GoodLooking:
		if len(f.Offer) < 2 || len(f.Offer) > 3 || !slices.IsSorted(f.Offer) {
			return "the offer"
		}
		top := slices.Max(values(l.margin))
		for _, h := range f.Offer {
			if m := l.margin[h]; fmt.Sprint(h) != f.Right && m != top {
				return fmt.Sprintf("house %d is a mistake too", h)
			}
		}
		if right > top-3 || ends && (top <= 0 || right > 0) {
			return "it is no mistake"
		}
	case lesson.ThreeTurns:
		p := l.pos
		for i, d := range parts {
			s, err := l.set.Sow(p, int(d[0]-'0'))
			if err != nil || i < 2 && !s.Again {
				return "the turn ends before"
			}
			p = s.After
		}
		isThere = isThere && len(parts) == 3
	case lesson.Enough:
		need := l.set.Majority() - l.pos.Store(kalah.South)
		right, isThere = margins[parts[1]]
		if parts[0] != fmt.Sprint(need) || right <= 0 {
			return "it is not enough"
		}
	}
	if !isThere {
		return "no such answer"
	}
	return ""
}

// A child who thinks goes through the easier situations to the harder ones, and
// meets none twice while there are others.
func TestACornerLeadsOn(t *testing.T) {
	for stage := 1; stage <= 5; stage++ {
		corner, _ := lesson.Corner(stage)
		var history []lesson.Attempt
		boards := map[string]int{}
		for n := range 40 {
			e, _, err := lesson.Next(corner.Skill, history, func(i int) uint64 { return uint64(1000*n + i) }, tutor.NewMind(""))
			if err != nil {
				t.Fatal(err)
			}
			if p := corner.Practice[min(n, len(corner.Practice)-1)]; n < len(corner.Practice) && (e.Kind != p.Kind || e.Level != p.Level) {
				t.Errorf("stage %d: %s %d comes as number %d", stage, e.Kind, e.Level, n+1)
			}
			if e.Skill != corner.Skill || e.Case != nil || !lesson.Situation(e.Kind) {
				t.Errorf("%+v", e)
			}
			if boards[e.Pos.String()]++; boards[e.Pos.String()] > 1 {
				t.Errorf("stage %d: %s comes again as number %d", stage, e.Pos, n+1)
			}
			a, ok := e.Attempted(string(e.Right))
			if !ok || !a.Right {
				t.Fatal(e.Right)
			}
			a.N, a.At = n+1, int64(n+1)*60_000
			history = append(history, a)
		}
		// It is beside the skills: nothing is mastered by it, nothing opens, and
		// nothing is thought of the child.
		before, after := lesson.Paint(nil), lesson.Paint(history)
		for i := range after.Standings {
			if after.Standings[i] != before.Standings[i] {
				t.Errorf("stage %d: %+v", stage, after.Standings[i])
			}
		}
		if len(after.Slips) > 0 || after.Ready(stage) {
			t.Errorf("stage %d: %+v", stage, after)
		}
		if slices.ContainsFunc(lesson.Skills(0), func(i lesson.SkillInfo) bool { return i.Skill == corner.Skill }) {
			t.Errorf("%s is among the skills", corner.Skill)
		}
	}
	if c, ok := lesson.Corner(6); ok {
		t.Errorf("%+v", c)
	}
}

// Situations that are not among the data cannot be posed.
func TestOnlyASituationThatIsProvedIsPosed(t *testing.T) {
	f := allSituations(t)[0]
	r, _ := kalah.Named(f.Rules)
	p, _ := kalah.ParsePosition(f.Board, kalah.South)
	other, _ := kalah.ParsePosition("<5,0,0,3,3,4,3,3,3,3,4,3,3>", kalah.South)
	for _, c := range []struct {
		code  string
		level int
		pos   kalah.Position
		house int
		offer []int
	}{
		{lesson.PoseChecked, f.Level, other, 0, nil},
		{lesson.PoseLevel, 3 - f.Level, p, 0, nil},
		{lesson.PoseHouse, f.Level, p, 1, nil},
		{lesson.PoseOffer, f.Level, p, 0, []int{1, 2}},
		{"", f.Level, p, 0, nil},
	} {
		_, err := lesson.Posed(f.Sort, c.level, r, c.pos, c.house, lesson.Pose{Offer: c.offer})
		if want := (lesson.PoseError{Code: c.code}); c.code == "" && err != nil || c.code != "" && err != want {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
