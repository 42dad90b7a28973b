package lesson_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/solver"
)

var makeFlag = flag.Bool("make", false, "look for problem situations and write situations.jsonl anew (two or three minutes)")

const (
	aSet      = 24 // situations of a kind, rule set and level
	sameHouse = 9  // of these at most with the same answer (or first house)
	sameSeeds = 6  // and with the same number of seeds in the rows
)

// spans are how many seeds are in the rows, by rule set and level; for [lesson.Enough]
// only the largest counts.
var spans = map[string][2][2]int{
	"sowing": {{3, 9}, {10, 15}}, "extra": {{4, 15}, {16, 23}}, "capture": {{4, 10}, {11, 20}},
	"seventeen": {{4, 10}, {11, 20}}, "standard": {{5, 12}, {13, 26}},
}

// TestMakeSituations writes the data, when asked:
//
//	go test ./internal/lesson -run TestMakeSituations -make
func TestMakeSituations(t *testing.T) {
	if !*makeFlag {
		return
	}
	s := solver.New(solver.Options{})
	t.Cleanup(s.Close)
	rng := rand.New(rand.NewPCG(6, 7))
	var out bytes.Buffer
	lines := json.NewEncoder(&out)
	lines.SetEscapeHTML(false)
	boards := map[string]bool{}
	for _, name := range []string{"sowing", "extra", "capture", "seventeen", "standard"} {
		set, _ := kalah.Named(name)
		full := map[string]int{}
		have := map[string][]found{}
		wanted := 0
		for _, k := range sorts {
			if fitting(k.kind, set) {
				wanted += 2
			}
		}
		games := 0
		for ; len(full) < wanted && games < 500_000; games++ {
			f, ok := fromAGame(t, rng, s, set, name, func(k lesson.Kind, level int) bool { return full[fmt.Sprint(k, level)] == 0 })
			id := fmt.Sprint(f.Sort, f.Level)
			same, like := 0, 0
			for _, g := range have[id] {
				same += yes(answer(&g) == answer(&f))
				like += yes(g.seeds == f.seeds)
			}
			if !ok || boards[f.Board] || same == sameHouse || like == sameSeeds {
				continue
			}
			boards[f.Board] = true
			if have[id] = append(have[id], f); len(have[id]) == aSet {
				full[id] = games + 1
			}
		}
		for _, k := range sorts {
			for level := 1; level <= 2; level++ {
				id := fmt.Sprint(k.kind, level)
				if !fitting(k.kind, set) {
					continue
				}
				t.Logf("%s %s %d: %d after %d games", name, k.kind, level, len(have[id]), full[id])
				slices.SortStableFunc(have[id], func(a, b found) int { return a.seeds - b.seeds })
				for _, f := range have[id] {
					if err := lines.Encode(f); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
	if err := os.WriteFile("situations.jsonl", out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// answer is the house that a situation is about.
func answer(f *found) string {
	parts := strings.Fields(f.Right)
	if f.Sort == lesson.Enough {
		return parts[1]
	}
	return parts[0]
}

// fromAGame plays as children do, often for an extra turn or a capture, and
// gives at most one situation of the game.
func fromAGame(t testing.TB, rng *rand.Rand, s *solver.Solver, set kalah.Rules, name string, open func(lesson.Kind, int) bool) (found, bool) {
	first := kalah.Side(rng.IntN(2))
	play := []byte(first.String()[:1])
	often := rng.Float64()
	for p := set.Start(first); set.Over(p) == kalah.NotOver; {
		l := &looked{t: t, s: s, set: set, pos: p}
		for h := 1; h <= p.Houses(); h++ {
			if p.House(p.Turn(), h) > 0 {
				l.legal = append(l.legal, h)
			}
		}
		inRows := p.InRow(kalah.South) + p.InRow(kalah.North)
		if p.Turn() == kalah.South && inRows <= spans[name][1][1] && len(l.legal) > 1 && rng.Float64() < often {
			l = look(t, s, set, p)
			for level := 1; level <= 2; level++ {
				span := spans[name][level-1]
				for _, k := range sorts {
					if !fitting(k.kind, set) || !open(k.kind, level) || k.kind != lesson.Enough && (inRows < span[0] || inRows > span[1]) {
						continue
					}
					f := found{Rules: name, Sort: k.kind, Level: level, Board: p.String(), Play: string(play), seeds: inRows}
					for _, h := range l.legal {
						f.Why = append(f.Why, foundWay{House: h, Margin: l.margin[h]})
					}
					if k.fits(l, &f) {
						return f, true
					}
				}
			}
		}
		h := l.legal[rng.IntN(len(l.legal))]
		for _, other := range l.legal {
			if rng.IntN(3) > 0 && l.tempts(other) {
				h = other
			}
		}
		sown := l.sow(h)
		play = append(play, byte('0'+h))
		p = sown.After
	}
	return found{}, false
}
