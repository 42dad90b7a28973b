package verify_test

import (
	"strings"
	"testing"
)

// TestEveryChangedValueIsADisagreement: a margin more, less, null where a move
// is legal, a number where none is, a house too many or too few, another best,
// another board.
func TestEveryChangedValueIsADisagreement(t *testing.T) {
	const text = `{"rules": "sowing", "board": "<5,11,9,2,0,0,1,0,0,0,3,5,1>", "mover": "south", "margin": [1, null, null, 1, null], "best": 1}`
	const other = `{"rules": "capture", "margin": [1, null]}`
	for _, c := range []struct{ from, to, says string }{
		{`[1, null`, `[0, null`, "margin: the file has"},
		{`[1, null`, `[null, null`, "margin: the file has [null,null,null,1,null], the program [1,null,null,1,null]"},
		{`[1, null`, `[1, 1`, "margin: the file has"},
		{`1, null]`, `1, 0]`, "margin: the file has"},
		{`1, null]`, `1]`, "margin: the file has"},
		{`1, null]`, `1, null, null]`, "margin: the file has"},
		{`[1, null, null, 1, null]`, `[]`, "margin: the file has"},
		{`[1, null, null, 1, null]`, `null`, "null"},
		{`[1, null, null, 1, null]`, `1`, "cannot be read"},
		{`[1, null, null, 1, null]`, `["1", null, null, 1, null]`, "cannot be read"},
		{`"best": 1`, `"best": 2`, "best: the file has 2, the program 1"},
		{`"best": 1`, `"best": null`, "null"},
		{`, "best": 1`, ``, `"best" is missing`},
		{`"mover": "south"`, `"mover": "north"`, "margin: the file has"},
		{`"mover": "south"`, `"mover": null`, "null"},
		{`"rules": "sowing"`, `"rules": "oware"`, "no rule set"},
		{`<5,11,9,2,0,0,1,0,`, `<5,11,9,1,1,0,1,0,`, "margin: the file has"},
		{`<5,11,9,2,0,0,1,0,`, `<5,14,9,0,0,0,0,0,`, "over"},
		{`<5,11,9,`, `<5,12,9,`, "33 seeds in all"},
		{`"best"`, `"Best"`, "unknown field"},
		{text, other, `"board" is missing`},
	} {
		changed := strings.Replace(text, c.from, c.to, 1)
		ok, out, err := check(t, "", text, changed, text)
		if changed == text || ok || err != nil || !strings.Contains(out, c.says) || !strings.HasPrefix(out, "line 2: ") || !strings.HasSuffix(out, "\n2 of 3 agree\n") {
			t.Errorf("%s → %s: %v %v: %s", c.from, c.to, ok, err, out)
		}
	}
}
