package tutor_test

import (
	"strings"
	"testing"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/tutor"
	"semeia/locales"
)

func loc(t testing.TB, code string) *i18n.Loc {
	t.Helper()
	c, err := i18n.Load(locales.FS)
	if err != nil {
		t.Fatal(err)
	}
	l, ok := c.Loc(code)
	if !ok {
		t.Fatal(code)
	}
	return l
}

// step plays a house in a position that is laid out for the test.
func step(t testing.TB, rules, board string, turn kalah.Side, house int) (kalah.Rules, *tutor.Step) {
	t.Helper()
	r, ok := kalah.Named(rules)
	if !ok {
		t.Fatal(rules)
	}
	l := r.Begin(turn)
	pos, err := kalah.ParsePosition(board, turn)
	if err != nil {
		t.Fatal(err)
	}
	l.Pos = pos
	s := &tutor.Step{Number: 7, Player: l.ToMove(), Before: l}
	if s.After, s.Sowing, err = r.Play(l, house); err != nil {
		t.Fatal(err)
	}
	return r, s
}

var (
	child   = tutor.Ear{Plays: true, Who: kalah.Opener, Names: [2]string{"Ana", "Beto"}}
	onlooks = tutor.Ear{Names: [2]string{"Ana", "Beto"}}
)

// The whole sentence, in the order: number, house and seeds, where the last
// fell, capture with its numbers, extra turn or who plays now, the kalahs, the
// end and the result.
func TestASentenceSaysEverythingInItsOrder(t *testing.T) {
	for _, c := range []struct {
		what, rules, board string
		turn               kalah.Side
		house              int
		ear                tutor.Ear
		en                 string
	}{
		{"a plain move", "sowing", "<5,0,0,3,3,4,3,3,3,3,4,3,3>", kalah.South, 2, child,
			"Move 7. House 2 with 3 seeds: the last one falls in your house 5. Now Beto plays."},
		{"one seed", "sowing", "<5,10,10,1,1,1,1,0,3,3,1,1,0>", kalah.South, 4, child,
			"Move 7. House 4 with 1 seed: it falls in your house 5. Now Beto plays."},
		{"an extra turn", "standard", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", kalah.South, 3, child,
			"Move 7. House 3 with 4 seeds: the last one falls in your kalah. Play again! In the kalahs: you 1, Beto 0."},
		{"a capture on the school board", "capture", "<5,6,8,2,3,0,1,0,3,1,6,0,2>", kalah.South, 1, child,
			"Move 7. House 1 with 2 seeds: the last one falls in your house 3, which was empty. You capture the 6 facing seeds from house 3. Now Beto plays. In the kalahs: you 12, Beto 8."},
		{"A33 a capture of both", "standard", "<6,10,13,3,0,3,6,0,0,5,2,0,4,1,1>", kalah.South, 3, onlooks,
			"Move 7. Ana plays house 3 with 3 seeds: the last one falls in their own house 6, which was empty. Ana captures the 5 facing seeds from house 1 and their own: 6 into their own kalah. Now Beto plays. In the kalahs: Ana 16, Beto 13."},
		{"A04 nothing is captured, and nothing said of it", "standard", "<6,18,18,1,0,3,0,0,2,0,4,0,1,0,1>", kalah.South, 1, child,
			"Move 7. House 1 with 1 seed: it falls in your house 2. Now Beto plays."},
		{"a lone seed", "empty-capture", "<6,18,18,1,0,3,0,0,2,0,4,0,1,0,1>", kalah.South, 1, child,
			"Move 7. House 1 with 1 seed: it falls in your house 2, which was empty. Nothing lies facing it: your lone seed goes into your kalah. Now Beto plays. In the kalahs: you 19, Beto 18."},
		{"the other reaches the child's side", "sowing", "<5,0,0,3,3,4,3,3,3,3,4,3,3>", kalah.North, 5, child,
			"Move 7. Beto plays house 5 with 3 seeds: the last one falls on your side, in house 2. Now you play. In the kalahs: you 0, Beto 1."},
		{"A06 an end in the kalah: no extra turn", "standard", "<6,20,20,0,0,0,0,0,1,1,2,0,0,3,1>", kalah.South, 6, child,
			"Move 7. House 6 with 1 seed: it falls in your kalah. A row is empty: the game is over. Beto takes the 7 seeds left in their own row. You have 21, Beto has 27: Beto has 6 more and wins."},
		{"A12 more than half, and play goes on", "standard", "<6,24,14,2,0,0,0,0,1,4,0,2,0,1,0>", kalah.South, 6, child,
			"Move 7. House 6 with 1 seed: it falls in your kalah. Play again! In the kalahs: you 25, Beto 14. Already won: you have more than half."},
		{"A12 not said a second time", "standard", "<6,25,13,2,0,0,0,0,1,4,0,2,0,1,0>", kalah.South, 6, child,
			"Move 7. House 6 with 1 seed: it falls in your kalah. Play again! In the kalahs: you 26, Beto 13."},
		{"not a rule of stage 3", "capture", "<5,16,10,1,0,0,0,1,0,2,0,2,0>", kalah.South, 5, child,
			"Move 7. House 5 with 1 seed: it falls in your kalah. Play again! In the kalahs: you 17, Beto 10."},
		{"seventeen", "seventeen", "<5,16,10,0,0,0,0,1,2,0,3,0,0>", kalah.South, 5, child,
			"Move 7. House 5 with 1 seed: it falls in your kalah. You have reached 17: the game is over. The other 5 seeds stay on the board. You win! You have 17, Beto has 10: 7 more for you."},
		{"A16 stuck", "capture", "<5,13,12,0,0,0,0,1,1,2,0,0,3>", kalah.South, 5, child,
			"Move 7. House 5 with 1 seed: it falls in your kalah. You have no seeds left to play: the game is over. The 6 seeds left on the board count for nobody. You win! You have 14, Beto has 12: 2 more for you."},
		{"A11 a draw", "standard", "<6,17,24,1,0,0,0,0,0,0,0,0,0,6,0>", kalah.South, 1, onlooks,
			"Move 7. Ana plays house 1 with 1 seed: it falls in their own house 2, which was empty. Ana captures the 6 facing seeds from house 5 and their own: 7 into their own kalah. A row is empty: the game is over. The same number: 24 and 24. It is a draw."},
	} {
		r, s := step(t, c.rules, c.board, c.turn, c.house)
		if got := c.ear.Tell(loc(t, "en"), r, s).String(); got != c.en {
			t.Errorf("%s:\n got %s\nwant %s", c.what, got, c.en)
		}
	}
}

// Each language in its own words: the samples of the tone to hit.
func TestTheToneInEachLanguage(t *testing.T) {
	for code, parts := range map[string][]string{
		"pt": {"Casa 1, com 2 sementes: a última cai na sua casa 3, que estava vazia.", "Você captura as 6 sementes da casa 3", "Agora joga Beto."},
		"sq": {"Gropa 1, me 2 fara: e fundit bie në gropën 3 të rreshtit tënd, që ishte bosh.", "Ti kap 6 farat e gropës 3 përballë.", "Tani luan Beto."},
	} {
		r, s := step(t, "capture", "<5,6,8,2,3,0,1,0,3,1,6,0,2>", kalah.South, 1)
		got := child.Tell(loc(t, code), r, s).String()
		for _, part := range parts {
			if !strings.Contains(got, part) {
				t.Errorf("%s: %q is not in %q", code, part, got)
			}
		}
	}
	for code, want := range map[string]string{"pt": "Jogue de novo!", "sq": "Luaj përsëri!", "en": "Play again!"} {
		r, s := step(t, "standard", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", kalah.South, 3)
		if got := child.Tell(loc(t, code), r, s).Turn; got != want {
			t.Errorf("%s: %q", code, got)
		}
	}
}

// Every sentence of random games exists in every language and for every ear,
// and what is unscored gives nothing away.
func TestEveryMoveCanBeToldToEverybody(t *testing.T) {
	for _, code := range []string{"pt", "en", "sq"} {
		l := loc(t, code)
		for seed, set := range kalah.Sets() {
			r := set.Rules
			line := r.Begin(kalah.Side(seed % 2))
			for n := 1; r.Over(line.Pos) == kalah.NotOver; n++ {
				s := &tutor.Step{Number: n, Player: line.ToMove(), Before: line}
				house := n*(seed+3)%line.Pos.Houses() + 1
				for r.Legal(line.Pos, house) != nil {
					house = house%line.Pos.Houses() + 1
				}
				s.After, s.Sowing, _ = r.Play(line, house)
				for _, ear := range []tutor.Ear{child, onlooks, {Plays: true, Who: kalah.Guest, Names: child.Names}} {
					told := ear.Tell(l, r, s)
					if text := told.String(); strings.Contains(text, "⟦") || strings.Contains(text, "  ") || !strings.HasPrefix(text, told.Number) {
						t.Fatalf("%s %s: %q", code, set.Name, text)
					}
					if (told.Result != "") != (s.Sowing.Over != kalah.NotOver) || (told.Turn == "") != (s.Sowing.Over != kalah.NotOver) {
						t.Fatalf("%s %s: %+v", code, set.Name, told)
					}
				}
				line = s.After
			}
		}
	}
}
