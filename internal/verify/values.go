package verify

import (
	"context"
	"encoding/json"
	"errors"

	"semeia/internal/kalah"
	"semeia/internal/solver"
)

// margins prints as in the file: null for a house that may not be played.
type margins []*int

func (m margins) String() string {
	text, _ := json.Marshal([]*int(m))
	return string(text)
}

// values checks the final margin of each house under perfect play, null for
// those that may not be played, and the best of them.
func values(s *solver.Solver, text []byte, fields map[string]json.RawMessage, rules map[string]kalah.Rules) error {
	if err := shape(fields, []string{"shows"}, "rules", "board", "mover", "margin", "best"); err != nil {
		return err
	}
	var v struct {
		Rules  string   `json:"rules"`
		Board  string   `json:"board"`
		Mover  string   `json:"mover"`
		Margin margins  `json:"margin"`
		Best   int      `json:"best"`
		Shows  []string `json:"shows"`
	}
	if err := strict(text, &v); err != nil {
		return err
	}
	if v.Margin == nil {
		return errors.New("cannot be read: null in the field \"margin\"")
	}
	r, p, err := position(v.Rules, v.Mover, v.Board, rules)
	if err != nil {
		return err
	}
	if r.Over(p) != kalah.NotOver {
		return errors.New("board: the game is over")
	}
	result := s.Solve(context.Background(), r, p)
	got := make(margins, p.Houses())
	for _, m := range result.Margins {
		got[m.House-1] = &m.Margin
	}
	var d differences
	d.compare("margin", v.Margin, got)
	d.compare("best", v.Best, result.Top())
	return d.err()
}
