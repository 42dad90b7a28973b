package verify

import (
	"encoding/json"
	"fmt"

	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// slips checks where a move ends, and where a pupil with each slip of the
// landing family believes that it ends. Every slip must be there, and no other.
func slips(text []byte, fields map[string]json.RawMessage, rules map[string]kalah.Rules) error {
	if err := shape(fields, []string{"shows"}, "rules", "board", "mover", "house", "right", "slips"); err != nil {
		return err
	}
	var v struct {
		Rules string            `json:"rules"`
		Board string            `json:"board"`
		Mover string            `json:"mover"`
		House int               `json:"house"`
		Right string            `json:"right"`
		Slips map[string]string `json:"slips"`
		Shows []string          `json:"shows"`
	}
	if err := strict(text, &v); err != nil {
		return err
	}
	believed, err := object(fields["slips"])
	if err != nil {
		return fmt.Errorf("slips: %w", err)
	}
	var codes []string
	for _, s := range tutor.Slips(tutor.LandingFamily) {
		codes = append(codes, string(s))
	}
	if err := shape(believed, nil, codes...); err != nil {
		return fmt.Errorf("slips: %w", err)
	}
	r, before, err := position(v.Rules, v.Mover, v.Board, rules)
	if err != nil {
		return err
	}
	c, err := tutor.LandingCase(r, before, v.House)
	if err != nil {
		return fmt.Errorf("house %d: %w", v.House, err)
	}
	var d differences
	d.compare("right", v.Right, string(c.Predict[tutor.NoSlip]))
	for _, code := range codes {
		d.compare("slips: "+code, v.Slips[code], string(c.Predict[tutor.Slip(code)]))
	}
	return d.err()
}
