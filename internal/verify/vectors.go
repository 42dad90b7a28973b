package verify

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"semeia/internal/kalah"
)

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

// compare takes values of one type, or texts of which "" is nothing.
func (d *differences) compare(field string, want, got any) {
	if w, g := shown(want), shown(got); w != g {
		*d = append(*d, fmt.Sprintf("%s: the file has %s, the program %s", field, w, g))
	}
}

// shown keeps a value on one line, and two different values apart.
func shown(v any) string {
	switch v := v.(type) {
	case string:
		if v == "" {
			return "nothing"
		}
		return strconv.Quote(v)
	case []string:
		return fmt.Sprintf("%q", v)
	}
	return fmt.Sprint(v)
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

// position reads what every vector of a position begins with: its rules, who is
// to move, and the board.
func position(name, mover, board string, rules map[string]kalah.Rules) (kalah.Rules, kalah.Position, error) {
	r, err := ruleSet(name, rules)
	if err != nil {
		return r, kalah.Position{}, err
	}
	turn, err := side("mover", mover)
	if err != nil {
		return r, kalah.Position{}, err
	}
	p, err := r.Parse(board, turn)
	if err != nil {
		return r, p, fmt.Errorf("board: %w", err)
	}
	return r, p, nil
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
	r, before, err := position(v.Rules, v.Mover, v.Board, rules)
	if err != nil {
		return err
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
	d.compare("path", v.Path, path)
	d.compare("captured", v.Captured, captured)
	d.compare("again", v.Again, s.Again)
	d.compare("after", v.After, s.After.String())
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
	over := r.Over(l.Pos) // a board may be laid out so that no move is possible
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
	d.compare("after", v.After, l.Pos.String())
	want := endingOf(l.Pos, over)
	if over == kalah.NotOver && v.ending == (ending{}) {
		want.Next = "" // a game told in part need not say who is next
	}
	d.compareEnding(v.ending, want)
	return d.err()
}
