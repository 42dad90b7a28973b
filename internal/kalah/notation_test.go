package kalah_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"semeia/internal/kalah"
)

func TestThePositionIsReadAndWrittenInPlayersOrder(t *testing.T) {
	const text = "<6,2,4,6,5,4,3,2,1,1,2,3,4,5,6>"
	p := board(t, text)
	if p.Houses() != 6 || p.Turn() != kalah.South || p.Store(kalah.South) != 2 || p.Store(kalah.North) != 4 {
		t.Errorf("%s reads as %+v", text, p)
	}
	for h := 1; h <= 6; h++ {
		if p.House(kalah.South, h) != 7-h || p.House(kalah.North, h) != h {
			t.Errorf("house %d holds %d and %d", h, p.House(kalah.South, h), p.House(kalah.North, h))
		}
		at := kalah.Place{Side: kalah.South, House: uint8(h)}
		if facing := p.Facing(at); facing != (kalah.Place{Side: kalah.North, House: uint8(7 - h)}) || p.Facing(facing) != at {
			t.Errorf("%s faces %s", at, facing)
		}
	}
	if p.InRow(kalah.South) != 21 || p.InRow(kalah.North) != 21 || p.Seeds() != 48 {
		t.Errorf("%d, %d, %d seeds", p.InRow(kalah.South), p.InRow(kalah.North), p.Seeds())
	}
	if p.String() != text || p.WithTurn(kalah.North).String() != text {
		t.Errorf("%s is written %s", text, p)
	}
	if got := p.Mirror().String(); got != "<6,4,2,1,2,3,4,5,6,6,5,4,3,2,1>" {
		t.Errorf("the mirror is %s", got)
	}
}

func TestNoSuchHouseHoldsNothing(t *testing.T) {
	p := rules(t, "sowing").Start(kalah.South)
	for _, h := range []int{-1, 0, 6, 7, 1000} {
		if n := p.House(kalah.North, h); n != 0 {
			t.Errorf("house %d holds %d", h, n)
		}
	}
	if n := p.At(kalah.Place{Side: kalah.South, House: 200}); n != 0 {
		t.Errorf("house 200 holds %d", n)
	}
}

func TestNotationIsReadStrictly(t *testing.T) {
	for _, c := range []struct {
		text string
		at   int
		what string
	}{
		{"", 0, `want "<"`},
		{"<", 1, `want ">"`},
		{"<>", 1, "a number is missing"},
		{"<,>", 1, "a number is missing"},
		{"5,0,0", 0, `want "<"`},
		{"<5,0,0,3,3,4,3,3,3,3,4,3,3", 26, `want ">" at the end`},

		{"<5,0,0,3,3,4,3,3,3,3,4,3>", 24, "12 numbers, want 13"},
		{"<5>", 2, "1 numbers, want 13"},
		{"<5,0,0,3,3,4,3,3,3,3,4,3,3,0>", 27, "too many numbers, want 13"},
		{"<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4,0>", 31, "too many numbers, want 15"},
		{"<5,0,0,3,3,4,3,3,3,3,4,3,3,>", 27, "a number is missing"},
		{"<5,0,,3,3,4,3,3,3,3,4,3,3>", 5, "a number is missing"},

		{"<5,0,0,3,3,4,3,3,3,3,4,3,3> ", 27, "text after"},
		{"<5,0,0,3,3,4,3,3,3,3,4,3,3>x", 27, "text after"},
		{"<5,0,0,3,3,4,3,3,3,3,4,3,3>\n", 27, "text after"},
		{"<5,0,0,3,3,4,3,3,3,3,4,3,3>>", 27, "text after"},
		{"<5,0,0,3,3,4,3,3,3,3,4,3,3><5,0,0,3,3,4,3,3,3,3,4,3,3>", 27, "text after"},
		{" <5,0,0,3,3,4,3,3,3,3,4,3,3>", 0, `want "<"`},
		{"\ufeff<5,0,0,3,3,4,3,3,3,3,4,3,3>", 0, `want "<"`},
		{"<5, 0,0,3,3,4,3,3,3,3,4,3,3>", 3, "want a number"},
		{"<5,0 ,0,3,3,4,3,3,3,3,4,3,3>", 3, "want a number"},
		{"< 5,0,0,3,3,4,3,3,3,3,4,3,3>", 1, "want a number"},
		{"<<5,0,0,3,3,4,3,3,3,3,4,3,3>", 1, "want a number"},

		{"<5,-1,1,3,3,4,3,3,3,3,4,3,3>", 3, "negative"},
		{"<5,-0,0,3,3,4,3,3,3,3,4,3,3>", 3, "negative"},
		{"<-5,0,0,3,3,4,3,3,3,3,4,3,3>", 1, "negative"},
		{"<5,+1,1,3,3,4,3,3,3,3,4,3,3>", 3, "want a number"},
		{"<5,00,0,3,3,4,3,3,3,3,4,3,3>", 3, "leading zero"},
		{"<5,0,0,03,3,4,3,3,3,3,4,3,3>", 7, "leading zero"},
		{"<05,0,0,3,3,4,3,3,3,3,4,3,3>", 1, "leading zero"},
		{"<5,0,0,3.5,3,4,3,3,3,3,4,3,3>", 7, "want a number"},
		{"<5,0,0,1e1,3,4,3,3,3,3,4,3,3>", 7, "want a number"},
		{"<5,0,0,0x3,3,4,3,3,3,3,4,3,3>", 7, "want a number"},
		{"<5,0,0,three,3,4,3,3,3,3,4,3,3>", 7, "want a number"},
		{"<٥,0,0,3,3,4,3,3,3,3,4,3,3>", 1, "want a number"},
		{"<5,0;0,3,3,4,3,3,3,3,4,3,3>", 3, "want a number"},

		{"<7,0,0,3,3>", 1, "want 1 to 6 houses"},
		{"<0,0,0>", 1, "want 1 to 6 houses"},
		{"<5000,0,0>", 1, "want 1 to 6 houses"},
		{"<99999999999999999999,0,0>", 1, "want 1 to 6 houses"},
		{"<5,0,73,0,0,0,0,0,0,0,0,0,0>", 5, "more than 72 seeds"},
		{"<5,0,0,36,0,0,0,0,37,0,0,0,0>", 18, "more than 72 seeds"},
		{"<5,0,256,0,0,0,0,0,0,0,0,0,0>", 5, "more than 72 seeds"},
		{"<5,0,4294967296,0,0,0,0,0,0,0,0,0,0>", 5, "more than 72 seeds"},
		{"<5,0,18446744073709551616,3,3,4,3,3,3,3,4,3,3>", 5, "more than 72 seeds"},
		{"<5,0,99999999999999999999,3,3,4,3,3,3,3,4,3,3>", 5, "more than 72 seeds"},
		{"<5,0," + strings.Repeat("9", 100_000) + ",3,3,4,3,3,3,3,4,3,3>", 5, "more than 72 seeds"},
	} {
		p, err := kalah.ParsePosition(c.text, kalah.South)
		wrong(t, c.text, p, err, c.at, c.what)
	}
}

// wrong checks that an error of the parser says what and where, in few words
// whatever the text.
func wrong(t *testing.T, text string, p kalah.Position, err error, at int, what string) {
	t.Helper()
	if len(text) > 80 {
		text = text[:80]
	}
	var bad *kalah.NotationError
	if !errors.As(err, &bad) {
		t.Errorf("%q: %v, want a NotationError", text, err)
		return
	}
	if bad.At != at || !strings.Contains(bad.What, what) || p != (kalah.Position{}) {
		t.Errorf("%q: at %d %s, and %s; want at %d %s", text, bad.At, bad.What, p, at, what)
	}
	if m := bad.Error(); !strings.Contains(m, fmt.Sprintf("column %d: ", at+1)) || !strings.Contains(m, bad.What) || len(m) > 500 {
		t.Errorf("%q is told as %s", text, m)
	}
}

func TestAPositionMustBelongToTheRules(t *testing.T) {
	for _, c := range []struct {
		rules, text string
		at          int
		what        string
	}{
		{"sowing", "<5,1,0,3,3,4,3,3,3,3,4,3,3>", 3, "33 seeds in all, the rules have 32"},
		{"sowing", "<5,0,0,3,3,4,3,3,3,3,4,3,2>", 3, "31 seeds in all, the rules have 32"},
		{"sowing", "<5,0,0,0,0,0,0,0,0,0,0,0,0>", 3, "0 seeds in all, the rules have 32"},
		{"sowing", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", 1, "6 houses a side, the rules have 5"},
		{"standard", "<5,0,0,3,3,4,3,3,3,3,4,3,3>", 1, "5 houses a side, the rules have 6"},
		{"standard", "<6,0,0,3,3,3,3,3,3,3,3,3,3,3,3>", 3, "36 seeds in all, the rules have 48"},
		{"standard", "<6,-4,0,4,4,4,4,4,4,4,4,4,4,4,4>", 3, "negative"},
	} {
		p, err := rules(t, c.rules).Parse(c.text, kalah.North)
		wrong(t, c.text, p, err, c.at, c.what)
	}
	for _, set := range kalah.Sets() {
		for _, first := range sides {
			start := set.Rules.Start(first)
			if p, err := set.Rules.Parse(start.String(), first); err != nil || p != start {
				t.Errorf("%s: the start reads as %v, %v", set.Name, p, err)
			}
		}
	}
}

func TestSidesAndPlacesHaveNames(t *testing.T) {
	for _, side := range sides {
		if s, ok := kalah.ParseSide(side.String()); !ok || s != side {
			t.Errorf("%s reads as %s, %v", side, s, ok)
		}
	}
	for _, text := range []string{"", "South", "SOUTH", "west", "south ", "s"} {
		if s, ok := kalah.ParseSide(text); ok {
			t.Errorf("%q reads as %s", text, s)
		}
	}
	for want, place := range map[string]kalah.Place{
		"s3": {Side: kalah.South, House: 3}, "n1": {Side: kalah.North, House: 1},
		"s*": {Side: kalah.South}, "n*": {Side: kalah.North},
	} {
		if place.String() != want || place.Store() != strings.HasSuffix(want, "*") {
			t.Errorf("%s is written %s", want, place)
		}
	}
}

// FuzzParsePosition: the reader never panics; what it takes is written back
// byte for byte, and what it refuses it refuses at a place in the text.
func FuzzParsePosition(f *testing.F) {
	for _, set := range kalah.Sets() {
		f.Add(set.Rules.Start(kalah.South).String())
	}
	for _, text := range []string{
		"", "<", "<>", "<5,", "<5,>", "<-1>", "<1,0,0,1,1>", "<1,72,0,0,0>", "<7,0,0>", "<5,0,0,3,3,4,3,3,3,3,4,3,3>>",
		"<6,72,0,0,0,0,0,0,0,0,0,0,0,0,0>", "<6,27,21,0,0,0,0,0,0,0,0,0,0,0,0>", "<6,0,73,0,0,0,0,0,0,0,0,0,0,0,0>",
		"<5,00,0,3,3,4,3,3,3,3,4,3,3>", "<5,+1,-1,3,3,4,3,3,3,3,4,3,3>", "<5,0,99999999999999999999,3,3,4,3,3,3,3,4,3,3>",
		" <5, 0,0,3,3,4,3,3,3,3,4,3,3>", "<5,0,0,3,3,4,3,3,3,3,4,3,3>\x00", "<\xff\xfe>", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4>",
	} {
		f.Add(text)
	}
	standard := rules(f, "standard")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := kalah.ParsePosition(text, kalah.North)
		if err == nil {
			if p.String() != text || p.Turn() != kalah.North || p.Seeds() > kalah.MaxSeeds || p.Houses() < 1 || p.Houses() > kalah.MaxHouses {
				t.Errorf("%q reads as %s", text, p)
			}
		} else {
			refused(t, text, err)
		}
		if q, err := standard.Parse(text, kalah.North); err != nil {
			refused(t, text, err)
		} else if q != p || q.Seeds() != 48 || q.Houses() != 6 {
			t.Errorf("%q is a position of standard: %s", text, q)
		}
	})
}

func refused(t *testing.T, text string, err error) {
	t.Helper()
	var bad *kalah.NotationError
	if !errors.As(err, &bad) || bad.At < 0 || bad.At > len(text) || bad.What == "" || bad.Text != text || bad.Error() == "" {
		t.Errorf("%q: %v", text, err)
	}
}
