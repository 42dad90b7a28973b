package kalah_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"semeia/internal/kalah"
)

// anyPosition lays the seeds of the rules anywhere, so that houses of two laps
// and more, which games seldom reach, are met too.
func anyPosition(t *rapid.T, r kalah.Rules) kalah.Position {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "lay"), 1))
	cells := make([]int, 2+2*int(r.Houses))
	for left := r.Seeds(); left > 0; {
		n := 1 + rng.IntN(left)
		if rng.IntN(4) > 0 {
			n = 1 + rng.IntN(min(left, 3))
		}
		cells[rng.IntN(len(cells))] += n
		left -= n
	}
	text := []string{strconv.Itoa(int(r.Houses))}
	for _, n := range cells {
		text = append(text, strconv.Itoa(n))
	}
	p, err := r.Parse("<"+strings.Join(text, ",")+">", kalah.Side(rng.IntN(2)))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestEveryMoveOnAnyBoardAgreesWithAPlainWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.Custom(drawRules).Draw(t, "rules")
		for range 20 {
			p := anyPosition(t, r)
			for house := 1; house <= p.Houses(); house++ {
				if r.Legal(p, house) != nil {
					continue
				}
				s, err := r.Sow(p, house)
				if err != nil {
					t.Fatal(err)
				}
				if problem := differsFromWalk(r, s); problem != "" {
					t.Fatal(problem)
				}
				if s.After.Seeds() != r.Seeds() {
					t.Fatalf("%s %s house %d: seeds lost: %s", r, p, house, s.After)
				}
				for _, side := range sides {
					if s.Swept[side] > 0 && s.After.Store(side) < p.Store(side)+s.Swept[side] {
						t.Fatalf("%s %s house %d: swept %v, after %s", r, p, house, s.Swept, s.After)
					}
				}
			}
		}
	})
}

func TestBothSeatsGetTheSameSowingOnAnyBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.Custom(drawRules).Draw(t, "rules")
		p := anyPosition(t, r)
		if q := p.Mirror(); q.Mirror() != p || q.Turn() == p.Turn() || q.InRow(kalah.South) != p.InRow(kalah.North) {
			t.Fatalf("%s mirrors to %s", p, q)
		}
		for house := 0; house <= p.Houses()+1; house++ {
			a, errA := r.Sow(p, house)
			b, errB := r.Sow(p.Mirror(), house)
			if errA != errB {
				t.Fatalf("%s %s house %d: %v and %v", r, p, house, errA, errB)
			}
			if errA != nil {
				continue
			}
			if problem := mirrored(a, b); problem != "" {
				t.Fatalf("%s: house %d of %s: %s", r, house, p, problem)
			}
		}
	})
}

func TestNoQuestionChangesAPosition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.Custom(drawRules).Draw(t, "rules")
		l := r.Begin(kalah.South)
		l.Pos = anyPosition(t, r)
		if problem := questioned(r, l); problem != "" {
			t.Fatal(problem)
		}
	})
}

// TestRulesOneLetterOffAreNotTaken changes every byte of every text in turn;
// what is still taken must be the text of the rules it is taken for.
func TestRulesOneLetterOffAreNotTaken(t *testing.T) {
	for _, text := range []string{"sowing", "standard-3", "empty-capture", "free:school:extra:opposite:row:owner:17:pie", "free:4x3:turn:both-or-alone:stuck:emptier:0"} {
		if _, err := kalah.ParseRules(text); err != nil {
			t.Fatal(err)
		}
		var near []string
		for i := range text {
			near = append(near, text[:i]+text[i+1:], text[:i]+text[i:i+1]+text[i:], text[:i]+strings.ToUpper(text[i:i+1])+text[i+1:])
			for _, c := range []string{" ", ":", "0", "5", "x", "\x00", "é"} {
				near = append(near, text[:i]+c+text[i+1:], text[:i]+c+text[i:])
			}
		}
		for _, n := range append(near, text+":", text+" ", text+"\n") {
			if r, err := kalah.ParseRules(n); err == nil && r.String() != n {
				t.Errorf("%q was taken as %q", n, r)
			}
		}
	}
}
