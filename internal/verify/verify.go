// Package verify holds the game against vector files: moves and whole games
// with everything that must come of them, kept as data, a JSON object a line.
//
// A file is read with the rules.json that lies beside it, which describes each
// rule set by its parts; a set need not be one that the program knows by name.
package verify

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"semeia/internal/kalah"
)

// maxLine is the longest line that is read, in bytes.
const maxLine = 1 << 20

// maxComplaints is how many disagreements of one file are printed; the last
// line counts them all.
const maxComplaints = 50

// Files checks every file and prints for each "480 of 480 agree", or before
// it each disagreement with its line. ok is false on any disagreement; a line
// that cannot be read is one. The error is for a file that cannot be read at
// all, that holds no vectors, or that has no usable rules.json beside it.
func Files(w io.Writer, paths []string) (ok bool, err error) {
	ok = true
	for _, path := range paths {
		rules, err := readRules(filepath.Join(filepath.Dir(path), "rules.json"))
		if err != nil {
			return false, err
		}
		f, err := os.Open(path)
		if err != nil {
			return false, err
		}
		prefix := ""
		if len(paths) > 1 {
			prefix = filepath.Base(path) + ": "
		}
		agreed, all, err := file(w, prefix, f, rules)
		f.Close()
		if err != nil {
			return false, fmt.Errorf("%s: %w", path, err)
		}
		if all == 0 {
			return false, fmt.Errorf("%s: no vectors in it", path)
		}
		fmt.Fprintf(w, "%s%d of %d agree\n", prefix, agreed, all)
		ok = ok && agreed == all
	}
	return ok, nil
}

func file(w io.Writer, prefix string, r io.Reader, rules map[string]kalah.Rules) (agreed, all int, err error) {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, maxLine)
	complaints := 0
	for n := 1; scanner.Scan(); n++ {
		all++
		problem := line(scanner.Bytes(), rules)
		if problem == nil {
			agreed++
			continue
		}
		complaints++
		if complaints <= maxComplaints {
			fmt.Fprintf(w, "%sline %d: %v\n", prefix, n, problem)
		}
	}
	if complaints > maxComplaints {
		fmt.Fprintf(w, "%sand %d more\n", prefix, complaints-maxComplaints)
	}
	if errors.Is(scanner.Err(), bufio.ErrTooLong) {
		return agreed, all, fmt.Errorf("line %d is longer than %d bytes", all+1, maxLine)
	}
	return agreed, all, scanner.Err()
}

// line checks one vector, whose kind shows in its fields.
func line(text []byte, rules map[string]kalah.Rules) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return errors.New("the line is empty")
	}
	var fields map[string]json.RawMessage
	if err := strict(text, &fields); err != nil {
		return err
	}
	has := func(name string) bool { _, ok := fields[name]; return ok }
	switch {
	case has("slips"):
		return errors.New("this version does not know vectors of slips yet")
	case has("margin"):
		return errors.New("this version does not know vectors of values yet")
	case has("path"):
		return move(text, fields, rules)
	case has("houses"):
		return game(text, fields, rules)
	}
	return errors.New("neither a move (with a path) nor a game (with houses)")
}

// strict decodes one JSON value and nothing after it, with every field known.
func strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("cannot be read: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("cannot be read: text after the end of the object")
	}
	return nil
}

// shape holds an object to its fields: all those that are needed, none that
// is neither needed nor optional, and none that is null. Names are compared as
// they are; the decoder alone would fold their case.
func shape(fields map[string]json.RawMessage, optional []string, needed ...string) error {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(needed, name) && !slices.Contains(optional, name) {
			return fmt.Errorf("cannot be read: unknown field %q", name)
		}
		if string(fields[name]) == "null" {
			return fmt.Errorf("cannot be read: the field %q is null", name)
		}
	}
	for _, name := range needed {
		if _, ok := fields[name]; !ok {
			return fmt.Errorf("the field %q is missing", name)
		}
	}
	return nil
}

// extras are the fields that a vector need not have.
var extras = []string{"next", "over", "winner", "shows"}

// ending is how a vector says what follows: the side that moves next, or why
// the game is over and who has won.
type ending struct {
	Next   string `json:"next"`
	Over   string `json:"over"`
	Winner string `json:"winner"`
}

func endingOf(p kalah.Position, over kalah.Reason) ending {
	if over == kalah.NotOver {
		return ending{Next: p.Turn().String()}
	}
	winner, draw := p.Winner()
	e := ending{Over: over.String(), Winner: winner.String()}
	if draw {
		e.Winner = "draw"
	}
	return e
}

// differences collects what does not agree.
type differences []string

func (d *differences) compare(field string, want, got any) {
	if w, g := fmt.Sprint(want), fmt.Sprint(got); w != g {
		*d = append(*d, fmt.Sprintf("%s: the file has %s, the program %s", field, quoted(w), quoted(g)))
	}
}

func quoted(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

func (d differences) err() error {
	if len(d) == 0 {
		return nil
	}
	return errors.New(strings.Join(d, "; "))
}

func (d *differences) compareEnding(want, got ending) {
	d.compare("next", want.Next, got.Next)
	d.compare("over", want.Over, got.Over)
	d.compare("winner", want.Winner, got.Winner)
}

func ruleSet(name string, rules map[string]kalah.Rules) (kalah.Rules, error) {
	r, ok := rules[name]
	if !ok {
		return r, fmt.Errorf("rules.json has no rule set %q", name)
	}
	return r, nil
}

func side(field, name string) (kalah.Side, error) {
	s, ok := kalah.ParseSide(name)
	if !ok {
		return s, fmt.Errorf("%s: %q is neither south nor north", field, name)
	}
	return s, nil
}

// taken is ["n3", 5]: seeds taken from a place.
type taken struct {
	place string
	seeds int
}

func (t taken) String() string { return fmt.Sprintf("%q %d", t.place, t.seeds) }

func (t *taken) UnmarshalJSON(text []byte) error {
	var pair []json.RawMessage
	if err := json.Unmarshal(text, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return fmt.Errorf("captured: want a place and a number, not %s", text)
	}
	if err := json.Unmarshal(pair[0], &t.place); err != nil {
		return err
	}
	return json.Unmarshal(pair[1], &t.seeds)
}

func move(text []byte, fields map[string]json.RawMessage, rules map[string]kalah.Rules) error {
	if err := shape(fields, extras, "rules", "board", "mover", "house", "path", "captured", "again", "after"); err != nil {
		return err
	}
	var v struct {
		Rules    string   `json:"rules"`
		Board    string   `json:"board"`
		Mover    string   `json:"mover"`
		House    int      `json:"house"`
		Path     []string `json:"path"`
		Captured []taken  `json:"captured"`
		Again    bool     `json:"again"`
		After    string   `json:"after"`
		Shows    []string `json:"shows"`
		ending
	}
	if err := strict(text, &v); err != nil {
		return err
	}
	r, err := ruleSet(v.Rules, rules)
	if err != nil {
		return err
	}
	mover, err := side("mover", v.Mover)
	if err != nil {
		return err
	}
	before, err := r.Parse(v.Board, mover)
	if err != nil {
		return fmt.Errorf("board: %w", err)
	}
	s, err := r.Sow(before, v.House)
	if err != nil {
		return fmt.Errorf("house %d: %w", v.House, err)
	}
	path := make([]string, s.Seeds)
	for i := range path {
		path[i] = s.At(i + 1).String()
	}
	captured := []taken{}
	if s.Facing > 0 {
		captured = append(captured, taken{before.Facing(s.Last()).String(), s.Facing})
	}
	if s.Own > 0 {
		captured = append(captured, taken{s.Last().String(), s.Own})
	}
	var d differences
	d.compare("path", fmt.Sprintf("%q", v.Path), fmt.Sprintf("%q", path))
	d.compare("captured", v.Captured, captured)
	d.compare("again", v.Again, s.Again)
	d.compare("after", v.After, s.After)
	d.compareEnding(v.ending, endingOf(s.After, s.Over))
	return d.err()
}

func game(text []byte, fields map[string]json.RawMessage, rules map[string]kalah.Rules) error {
	if err := shape(fields, extras, "rules", "first", "houses", "after"); err != nil {
		return err
	}
	var v struct {
		Rules  string   `json:"rules"`
		First  string   `json:"first"`
		Houses []int    `json:"houses"`
		After  string   `json:"after"`
		Shows  []string `json:"shows"`
		ending
	}
	if err := strict(text, &v); err != nil {
		return err
	}
	r, err := ruleSet(v.Rules, rules)
	if err != nil {
		return err
	}
	first, err := side("first", v.First)
	if err != nil {
		return err
	}
	l := r.Begin(first)
	over := kalah.NotOver
	for i, house := range v.Houses {
		if house == 0 {
			l, err = r.Swap(l)
		} else {
			var s kalah.Sowing
			l, s, err = r.Play(l, house)
			over = s.Over
		}
		if err != nil {
			return fmt.Errorf("move %d, house %d: %w", i+1, house, err)
		}
	}
	var d differences
	d.compare("after", v.After, l.Pos)
	want := endingOf(l.Pos, over)
	if over == kalah.NotOver && v.ending == (ending{}) {
		want.Next = "" // a game told in part need not say who is next
	}
	d.compareEnding(v.ending, want)
	return d.err()
}

// readRules reads rule sets by name from a JSON object.
func readRules(path string) (map[string]kalah.Rules, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var sets map[string]json.RawMessage
	if err := strict(text, &sets); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(sets) == 0 {
		return nil, fmt.Errorf("%s: no rule sets in it", path)
	}
	rules := make(map[string]kalah.Rules, len(sets))
	for name, set := range sets {
		r, err := rulesOf(set)
		if err != nil {
			return nil, fmt.Errorf("%s: rule set %q: %w", path, name, err)
		}
		rules[name] = r
	}
	return rules, nil
}

func rulesOf(text []byte) (kalah.Rules, error) {
	var fields map[string]json.RawMessage
	if err := strict(text, &fields); err != nil {
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
