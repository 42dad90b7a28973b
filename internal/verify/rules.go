package verify

import (
	"fmt"
	"maps"
	"os"
	"slices"

	"semeia/internal/kalah"
)

// readRules reads rule sets by name from a JSON object.
func readRules(path string) (map[string]kalah.Rules, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	sets, err := object(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(sets) == 0 {
		return nil, fmt.Errorf("%s: no rule sets in it", path)
	}
	rules := make(map[string]kalah.Rules, len(sets))
	for _, name := range slices.Sorted(maps.Keys(sets)) {
		r, err := rulesOf(sets[name])
		if err != nil {
			return nil, fmt.Errorf("%s: rule set %q: %w", path, name, err)
		}
		rules[name] = r
	}
	return rules, nil
}

func rulesOf(text []byte) (kalah.Rules, error) {
	fields, err := object(text)
	if err != nil {
		return kalah.Rules{}, err
	}
	if err := shape(fields, []string{"pie"}, "houses", "layout", "extraTurn", "capture", "end", "leftover", "winAt"); err != nil {
		return kalah.Rules{}, err
	}
	var v struct {
		Houses    int    `json:"houses"`
		Layout    []int  `json:"layout"`
		ExtraTurn bool   `json:"extraTurn"`
		Capture   string `json:"capture"`
		End       string `json:"end"`
		Leftover  string `json:"leftover"`
		WinAt     int    `json:"winAt"`
		Pie       bool   `json:"pie"`
	}
	if err := strict(text, &v); err != nil {
		return kalah.Rules{}, err
	}
	r := kalah.Rules{ExtraTurn: v.ExtraTurn, Pie: v.Pie}
	if v.Houses < 1 || v.Houses > kalah.MaxHouses || len(v.Layout) != v.Houses {
		return r, fmt.Errorf("%d houses with a layout of %d, want 1 to %d of each", v.Houses, len(v.Layout), kalah.MaxHouses)
	}
	r.Houses = uint8(v.Houses)
	total := 0
	for h, n := range v.Layout {
		if n < 0 || n > kalah.MaxSeeds || total+2*n > kalah.MaxSeeds {
			return r, fmt.Errorf("layout: house %d with %d seeds, at most %d in all", h+1, n, kalah.MaxSeeds)
		}
		total += 2 * n
		r.Layout[h] = uint8(n)
	}
	if v.WinAt < 0 || v.WinAt > total {
		return r, fmt.Errorf("winAt %d, there are %d seeds", v.WinAt, total)
	}
	r.WinAt = uint8(v.WinAt)
	var ok bool
	if r.Capture, ok = kalah.ParseCapture(v.Capture); !ok {
		return r, fmt.Errorf("no capture %q", v.Capture)
	}
	if r.End, ok = kalah.ParseEnd(v.End); !ok {
		return r, fmt.Errorf("no end %q", v.End)
	}
	if r.Leftover, ok = kalah.ParseLeftover(v.Leftover); !ok {
		return r, fmt.Errorf("no left over %q", v.Leftover)
	}
	return r, nil
}
