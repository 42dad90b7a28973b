package tutor_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// TestEverySlipHasItsWords in each language, and letters tell the slips of a
// family apart.
func TestEverySlipHasItsWords(t *testing.T) {
	sowings := []*kalah.Sowing{nil}
	school, _ := kalah.Named("capture")
	played(school, 300, rand.New(rand.NewPCG(7, 8)), func(p kalah.Position, house, _ int) {
		s, _ := school.Sow(p, house)
		sowings = append(sowings, &s)
	})
	for _, code := range []string{"pt", "en", "sq"} {
		l := loc(t, code)
		for _, f := range tutor.Families() {
			letters := map[string]tutor.Slip{}
			for _, s := range tutor.Slips(f) {
				letter := tutor.SlipLetter(l, s)
				if other, twice := letters[letter]; twice || len(letter) != 1 || letter < "A" || letter > "Z" {
					t.Errorf("%s: %s has the letter %q, as %q", code, s, letter, other)
				}
				letters[letter] = s
				texts := []string{tutor.SlipName(l, s), tutor.AskSlip(l, s)}
				for _, set := range kalah.Sets() {
					texts = append(texts, tutor.SayAgain(l, s, set.Rules))
					for _, w := range sowings {
						texts = append(texts, tutor.SaySlip(l, s, set.Rules, w))
					}
				}
				for _, text := range texts {
					if text == "" || strings.ContainsAny(text, "⟦{") {
						t.Fatalf("%s: %s: %q", code, s, text)
					}
				}
			}
		}
		for _, s := range []tutor.Slip{tutor.NoSlip, "nonsense"} {
			if text := tutor.SlipName(l, s) + tutor.SlipLetter(l, s) + tutor.AskSlip(l, s) + tutor.SayAgain(l, s, school) + tutor.SaySlip(l, s, school, nil); text != "" {
				t.Errorf("%s: %q has words: %q", code, s, text)
			}
		}
	}
}

func TestASentenceFitsTheMove(t *testing.T) {
	for _, c := range []struct {
		slip        tutor.Slip
		rules, text string
		house       int
		want        string
	}{
		{tutor.PassingIsEnough, "extra", "<5,0,0,3,3,4,3,3,3,3,4,3,3>", 4, "Passing your kalah is not enough. The last one fell on the other side, and the turn passes."},
		{tutor.PassingIsEnough, "extra", "<5,0,0,11,3,0,2,4,2,1,0,5,4>", 1, "Passing your kalah is not enough. The last one fell in your row, and the turn passes."},
		{tutor.CapturesOccupied, "capture", "<5,6,8,1,2,3,0,1,3,1,2,3,2>", 1, "The last one fell in your house 2, which had 2 seeds. Only an empty house captures."},
		{tutor.CapturesOccupied, "capture", "<5,6,8,1,1,3,0,1,3,1,2,4,2>", 1, "The last one fell in your house 2, which had 1 seed. Only an empty house captures."},
		{tutor.FacesSameNumber, "capture", "<5,6,8,1,0,3,0,1,3,1,2,5,2>", 1, "Your house 2 faces house 4 of the other side. Look straight across."},
		{tutor.CapturesNothingFacing, "capture", "<5,9,10,1,0,3,0,1,3,1,2,0,2>", 1, "Your house 2 was empty, but the facing house has no seeds. You capture nothing, and your seed stays there."},
		{tutor.CapturesNothingFacing, "capture", "<5,6,8,1,0,3,0,1,3,1,2,5,2>", 1, "With no seeds in the facing house you capture nothing. Your seed stays there."},
		{tutor.RestToTheWrongPlayer, "standard", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", 1, "The seeds left in a row go to whoever plays that row."},
		{tutor.RestToTheWrongPlayer, "capture", "<5,0,0,3,3,4,3,3,3,3,4,3,3>", 1, "The seeds left in the houses count for nobody."},
		{tutor.CountsTheBoard, "emptier-takes", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", 1, "The seeds left in a row go to whoever has the empty row."},
	} {
		r, p := board(t, c.rules, c.text, kalah.South)
		s, err := r.Sow(p, c.house)
		if err != nil {
			t.Fatal(err)
		}
		if got := tutor.SaySlip(loc(t, "en"), c.slip, r, &s); got != c.want {
			t.Errorf("%s: %q, want %q", c.slip, got, c.want)
		}
	}
}
