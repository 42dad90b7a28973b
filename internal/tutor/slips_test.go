package tutor_test

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// simBoard is a position's text: m houses, the stores, South's houses and
// North's.
func simBoard(m, south, north int, cells []int) string {
	parts := []string{strconv.Itoa(m), strconv.Itoa(south), strconv.Itoa(north)}
	for _, n := range cells {
		parts = append(parts, strconv.Itoa(n))
	}
	return "<" + strings.Join(parts, ",") + ">"
}

func board(t testing.TB, rules, text string, turn kalah.Side) (kalah.Rules, kalah.Position) {
	t.Helper()
	r, ok := kalah.Named(rules)
	if !ok {
		t.Fatal(rules)
	}
	p, err := kalah.ParsePosition(text, turn)
	if err != nil {
		t.Fatal(err)
	}
	return r, p
}

func landing(t testing.TB, r kalah.Rules, p kalah.Position, house int) tutor.Case {
	t.Helper()
	c, err := tutor.LandingCase(r, p, house)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// sound holds a case to what every case owes: each belief of the family
// predicts a choice, choices are different, at least five, and short, and what
// is beside a choice is another one, both ways.
func sound(t testing.TB, c tutor.Case) {
	t.Helper()
	if n := len(c.Choices); n < 5 || n <= len(c.Predict)/2 {
		t.Errorf("only %d choices: %v", n, c.Choices)
	}
	if len(c.Predict) != 1+len(tutor.Slips(c.Family)) {
		t.Errorf("predictions: %v", c.Predict)
	}
	for s, a := range c.Predict {
		if f, _ := tutor.FamilyOf(s); s != tutor.NoSlip && f != c.Family || !slices.Contains(c.Choices, a) {
			t.Errorf("%s %q predicts %q of %v", c.Family, s, a, c.Choices)
		}
	}
	for i, a := range c.Choices {
		if a == tutor.DontKnow || a == "" || len(a) > 60 || slices.Contains(c.Choices[:i], a) {
			t.Errorf("choice %q of %v", a, c.Choices)
		}
	}
	for a, near := range c.Beside {
		for _, b := range near {
			if a == b || !slices.Contains(c.Choices, a) || !slices.Contains(c.Choices, b) || !slices.Contains(c.Beside[b], a) {
				t.Errorf("%q beside %q", b, a)
			}
		}
	}
}

func TestEveryCaseIsSoundAndTheMirroredOneItsMirror(t *testing.T) {
	for _, set := range kalah.Sets() {
		r := set.Rules
		rng := rand.New(rand.NewPCG(1, 2))
		played(r, 300, rng, func(p kalah.Position, house, had int) {
			q := p.Mirror()
			c, d := landing(t, r, p, house), landing(t, r, q, house)
			sound(t, c)
			for s, a := range c.Predict {
				if d.Predict[s] != mirrored(a) {
					t.Errorf("%v house %d, %q: %s, mirrored %s", p, house, s, a, d.Predict[s])
				}
			}
			for a, near := range c.Beside {
				for _, b := range near {
					if !slices.Contains(d.Beside[mirrored(a)], mirrored(b)) {
						t.Errorf("%s beside %s is lost in the mirror", b, a)
					}
				}
			}
			s, _ := r.Sow(p, house)
			if again, err := tutor.AgainCase(r, p, house, had); r.ExtraTurn && s.Over == kalah.NotOver {
				sound(t, again)
				if mirror, _ := tutor.AgainCase(r, q, house, had); err != nil || !cmp.Equal(again, mirror) {
					t.Errorf("%v house %d: %v %v", p, house, err, mirror)
				}
			} else if err == nil {
				t.Errorf("%v house %d: a case without a next player", p, house)
			}
			if capture, err := tutor.CaptureCase(r, p, house); r.Capture != kalah.NoCapture {
				sound(t, capture)
				if mirror, _ := tutor.CaptureCase(r, q, house); err != nil || !cmp.Equal(capture, mirror) {
					t.Errorf("%v house %d: %v %v", p, house, err, mirror)
				}
				if n := strings.Fields(string(capture.Predict[tutor.NoSlip])); n[0] != strconv.Itoa(s.Captured()) || (len(n) == 2) != s.Again {
					t.Errorf("%v house %d: %v", p, house, capture.Predict)
				}
			} else if err == nil {
				t.Errorf("%v house %d: a case without captures", p, house)
			}
			of := tutor.CompareCase(p.Store(kalah.South), p.Store(kalah.North), p.InRow(kalah.South), p.InRow(kalah.North))
			sound(t, of)
		})
	}
}

func mirrored(a tutor.Answer) tutor.Answer {
	if rest, south := strings.CutPrefix(string(a), "s"); south {
		return tutor.Answer("n" + rest)
	}
	return tutor.Answer("s" + string(a)[1:])
}

func TestAResultIsThatOfTheGame(t *testing.T) {
	for _, set := range kalah.Sets() {
		r, unswept := set.Rules, set.Rules
		unswept.Leftover = kalah.Nobody
		rng := rand.New(rand.NewPCG(3, 4))
		ends := 0
		played(unswept, 6000, rng, func(p kalah.Position, house, _ int) {
			s, _ := r.Sow(p, house)
			before, _ := unswept.Sow(p, house)
			if s.Over == kalah.NotOver {
				return
			}
			ends++
			c, err := tutor.EndCase(r, before.After)
			if err != nil {
				t.Fatal(err)
			}
			sound(t, c)
			winner, draw := s.After.Winner()
			who := winner.String()
			if draw {
				who = "draw"
			}
			want := strconv.Itoa(s.After.Store(kalah.South)) + " " + strconv.Itoa(s.After.Store(kalah.North)) + " " + who
			if got := c.Predict[tutor.NoSlip]; string(got) != want {
				t.Errorf("%s %v: %q, want %q", set.Name, before.After, got, want)
			}
			mirror, _ := tutor.EndCase(r, before.After.Mirror())
			for slip, a := range c.Predict {
				part := strings.Fields(string(a))
				other := map[string]string{"south": "north", "north": "south", "draw": "draw"}[part[2]]
				if got := string(mirror.Predict[slip]); got != part[1]+" "+part[0]+" "+other {
					t.Errorf("%s %v %q: %q, mirrored %q", set.Name, before.After, slip, a, got)
				}
			}
		})
		if ends < 10 {
			t.Errorf("%s: only %d ends", set.Name, ends)
		}
	}
}

// TestContrastingPairsTellTheSlipsApart holds PEDAGOGY to its word: with the
// answers to both moves, each of the beliefs is told from every other.
func TestContrastingPairsTellTheSlipsApart(t *testing.T) {
	six := []tutor.Slip{
		tutor.NoSlip, tutor.CountsStart, tutor.FeedsRivalStore, tutor.Clockwise,
		tutor.ForgetsOwnStore, tutor.OneTooFar, tutor.StaysOnOwnRow,
	}
	five := slices.DeleteFunc(slices.Clone(six), func(s tutor.Slip) bool { return s == tutor.FeedsRivalStore })
	for _, c := range []struct {
		rules, first, second string
		houses               [2]int
		apart                []tutor.Slip
	}{
		{"capture", "<5,0,0,3,3,4,3,3,3,3,4,3,3>", "<5,0,0,3,3,4,3,3,3,3,4,3,3>", [2]int{1, 5}, five},
		{"capture", "<5,6,6,0,0,0,0,7,3,3,2,3,2>", "<5,9,9,1,3,0,0,0,2,2,2,2,2>", [2]int{5, 1}, six},
		{"standard", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", [2]int{1, 6}, five},
		{"standard", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", "<6,9,9,4,3,0,3,0,8,2,2,2,2,2,2>", [2]int{1, 6}, six},
	} {
		r, p := board(t, c.rules, c.first, kalah.South)
		_, q := board(t, c.rules, c.second, kalah.South)
		one, two := landing(t, r, p, c.houses[0]), landing(t, r, q, c.houses[1])
		seen := map[[2]tutor.Answer]tutor.Slip{}
		for _, s := range c.apart {
			pair := [2]tutor.Answer{one.Predict[s], two.Predict[s]}
			if other, twice := seen[pair]; twice {
				t.Errorf("%s %s: %q and %q both answer %v", c.first, c.second, s, other, pair)
			}
			seen[pair] = s
		}
	}
	r, p := board(t, "capture", "<5,0,0,3,3,4,3,3,3,3,4,3,3>", kalah.South)
	for _, h := range []int{1, 5} {
		if c := landing(t, r, p, h); c.Predict[tutor.FeedsRivalStore] != c.Predict[tutor.NoSlip] {
			t.Errorf("house %d shows %s", h, tutor.FeedsRivalStore)
		}
	}
}

func TestATrailEndsWhereTheSlipAnswers(t *testing.T) {
	r, p := board(t, "capture", "<5,4,5,0,2,0,1,7,3,0,4,3,3>", kalah.South)
	for s, want := range map[tutor.Slip]string{
		tutor.NoSlip:           "s* n1 n2 n3 n4 n5 s1",
		tutor.CountsStart:      "s5 s* n1 n2 n3 n4 n5",
		tutor.FeedsRivalStore:  "s* n1 n2 n3 n4 n5 n*",
		tutor.Clockwise:        "s4 s3 s2 s1 n5 n4 n3",
		tutor.ForgetsOwnStore:  "n1 n2 n3 n4 n5 s1 s2",
		tutor.OneTooFar:        "s* n1 n2 n3 n4 n5 s1 s2",
		tutor.StaysOnOwnRow:    "s* s1 s2 s3 s4 s5 s*",
		tutor.SkipsStartHouse:  "s* n1 n2 n3 n4 n5 s1",
		tutor.SkipsEmptyHouses: "s* n1 n3 n4 n5 s2 s4",
		tutor.OnlyOnce:         "",
		"nonsense":             "",
	} {
		var way []string
		for _, at := range tutor.LandingTrail(r, p, 5, s) {
			way = append(way, at.String())
		}
		if got := strings.Join(way, " "); got != want {
			t.Errorf("%q goes %s, want %s", s, got, want)
		}
	}
	if tutor.LandingTrail(r, p, 1, tutor.NoSlip) != nil {
		t.Error("an empty house has a trail")
	}
	for _, name := range []string{"sowing", "standard"} {
		r, _ := kalah.Named(name)
		played(r, 200, rand.New(rand.NewPCG(5, 6)), func(p kalah.Position, house, _ int) {
			c := landing(t, r, p, house)
			for s, a := range c.Predict {
				way := tutor.LandingTrail(r, p, house, s)
				if way[len(way)-1].String() != string(a) {
					t.Errorf("%v house %d: %q answers %s and goes %v", p, house, s, a, way)
				}
			}
		})
	}
}

func TestWhatIllegalMovesAndOtherRulesGive(t *testing.T) {
	r, p := board(t, "standard", "<6,20,20,0,0,0,0,0,1,1,2,0,0,3,1>", kalah.South)
	if _, err := tutor.LandingCase(r, p, 1); !errors.Is(err, kalah.ErrEmptyHouse) {
		t.Error(err)
	}
	if _, err := tutor.CaptureCase(r, p, 7); !errors.Is(err, kalah.ErrNoHouse) {
		t.Error(err)
	}
	if _, err := tutor.AgainCase(r, p, 6, 0); !errors.Is(err, kalah.ErrOver) {
		t.Error(err)
	}
	if _, err := tutor.EndCase(r, p); err == nil {
		t.Error("a result of a game that goes on")
	}
	sowing, p := board(t, "sowing", "<5,0,0,3,3,4,3,3,3,3,4,3,3>", kalah.South)
	if _, err := tutor.AgainCase(sowing, p, 1, 0); err == nil {
		t.Error("extra turns in the rules without")
	}
	if _, err := tutor.CaptureCase(sowing, p, 1); err == nil {
		t.Error("captures in the rules without")
	}
}

// shown are the beliefs that answer otherwise than right, and what.
func shown(c tutor.Case) map[tutor.Slip]tutor.Answer {
	m := maps.Clone(c.Predict)
	maps.DeleteFunc(m, func(s tutor.Slip, a tutor.Answer) bool { return s != tutor.NoSlip && a == c.Predict[tutor.NoSlip] })
	return m
}

func TestWhatSlipsOfTheOtherFamiliesAnswer(t *testing.T) {
	type answers = map[tutor.Slip]tutor.Answer
	check := func(what string, c tutor.Case, err error, want answers) {
		t.Helper()
		if diff := cmp.Diff(want, shown(c)); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", what, err, diff)
		}
	}
	again := func(had int, text string, house int, want answers) {
		t.Helper()
		r, p := board(t, "extra", text, kalah.South)
		c, err := tutor.AgainCase(r, p, house, had)
		check(text, c, err, want)
	}
	const opening = "<5,0,0,3,3,4,3,3,3,3,4,3,3>"
	again(0, opening, 3, answers{"": "pass other", tutor.PassingIsEnough: "again other"})
	again(0, opening, 1, answers{"": "pass own"})
	again(0, "<5,0,0,3,3,4,2,4,3,3,4,3,3>", 4, answers{"": "again kalah"})
	again(1, "<5,0,0,3,3,4,2,4,3,3,4,3,3>", 4, answers{"": "again kalah", tutor.OnlyOnce: "pass kalah"})
	again(2, "<5,0,0,3,3,0,2,12,2,1,0,2,4>", 5, answers{"": "again kalah", tutor.OnlyOnce: "pass kalah"})
	again(0, "<5,0,0,11,3,0,2,4,2,1,0,5,4>", 1, answers{"": "pass own", tutor.PassingIsEnough: "again own"})

	capture := func(rules, text string, house int, want answers) {
		t.Helper()
		r, p := board(t, rules, text, kalah.South)
		c, err := tutor.CaptureCase(r, p, house)
		check(rules+" "+text, c, err, want)
	}
	// The last seed in the own empty house 2: house 4 faces it, with 5 seeds.
	capture("capture", "<5,6,8,1,0,3,0,1,3,1,2,5,2>", 1, answers{
		"": "5", tutor.TakesOwnToo: "6", tutor.FacesSameNumber: "1", tutor.CapturePlaysAgain: "5 again"})
	capture("standard", "<6,9,8,1,0,3,0,1,3,3,1,2,5,2,5>", 1, answers{
		"": "3", tutor.LeavesOwn: "2", tutor.FacesSameNumber: "2", tutor.CapturePlaysAgain: "3 again"})
	// The middle of the school board faces the same number.
	capture("capture", "<5,6,8,0,1,0,3,1,3,1,2,5,2>", 2, answers{
		"": "2", tutor.TakesOwnToo: "3", tutor.CapturePlaysAgain: "2 again"})
	// Nothing facing.
	capture("capture", "<5,9,10,1,0,3,0,1,3,1,2,0,2>", 1, answers{
		"": "0", tutor.CapturesNothingFacing: "1", tutor.FacesSameNumber: "1"})
	capture("empty-capture", "<6,9,10,1,0,3,0,1,3,3,1,2,4,0,10>", 1, answers{
		"": "1", tutor.LeavesOwn: "0", tutor.FacesSameNumber: "2", tutor.CapturePlaysAgain: "1 again"})
	// An own house with seeds.
	capture("capture", "<5,6,8,1,2,3,0,1,3,1,2,3,2>", 1, answers{"": "0", tutor.CapturesOccupied: "3"})
	capture("standard", "<6,9,8,1,2,3,0,1,1,3,1,2,5,2,5>", 1, answers{"": "0", tutor.CapturesOccupied: "3"})
	// An empty house of the other side.
	capture("capture", "<5,6,8,1,2,3,1,2,0,1,2,4,2>", 5, answers{"": "0"})
	capture("capture", "<5,6,8,1,2,3,1,3,2,0,1,3,2>", 5, answers{"": "0", tutor.CapturesOtherSide: "1"})
	// A seed in the own kalah plays again, and captures nothing.
	capture("capture", "<5,6,8,1,2,3,2,3,0,1,1,3,2>", 4, answers{"": "0 again"})

	end := func(rules, text string, turn kalah.Side, want answers) {
		t.Helper()
		r, p := board(t, rules, text, turn)
		c, err := tutor.EndCase(r, p)
		check(rules+" "+text, c, err, want)
	}
	end("capture", "<5,14,12,0,0,0,0,0,1,2,0,0,3>", kalah.South, answers{
		"": "14 12 south", tutor.RestToTheWrongPlayer: "20 12 south", tutor.CountsTheBoard: "14 18 north"})
	end("capture", "<5,12,14,0,0,0,0,0,1,2,0,0,3>", kalah.South, answers{
		"": "12 14 north", tutor.FirstEmptyWins: "12 14 south",
		tutor.RestToTheWrongPlayer: "18 14 south", tutor.CountsTheBoard: "12 20 north"})
	end("standard", "<6,21,20,0,0,0,0,0,0,1,2,0,0,3,1>", kalah.South, answers{
		"": "21 27 north", tutor.FirstEmptyWins: "21 27 south", tutor.RestToTheWrongPlayer: "28 20 south"})
	end("emptier-takes", "<6,21,20,0,0,0,0,0,0,1,2,0,0,3,1>", kalah.North, answers{
		"": "28 20 south", tutor.RestToTheWrongPlayer: "21 27 north", tutor.CountsTheBoard: "21 27 north"})
	end("seventeen", "<5,17,10,0,0,0,2,0,1,1,1,0,0>", kalah.South, answers{
		"": "17 10 south", tutor.CountsTheBoard: "19 13 south"})

	check("compare", tutor.CompareCase(12, 15, 4, 1), nil, answers{
		"": "lt 3", tutor.SignTurned: "gt 3", tutor.CountsHouses: "eq 0"})
	check("equal", tutor.CompareCase(9, 9, 4, 1), nil, answers{"": "eq 0", tutor.CountsHouses: "gt 3"})
	check("two heaps", tutor.CompareCase(9, 7, 0, 0), nil, answers{"": "gt 2", tutor.SignTurned: "lt 2"})
}
