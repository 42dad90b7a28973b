package verify_test

import (
	"strings"
	"testing"
)

const slip = `{"rules": "capture", "board": "<5,7,16,0,0,0,0,0,0,0,0,0,9>", "mover": "north", "house": 5, "right": "n3", "slips": {"counts-start": "n2", "feeds-rival-store": "n2", "clockwise": "s1", "forgets-own-store": "n4", "one-too-far": "n4", "stays-on-own-row": "n2", "skips-start-house": "n3", "skips-empty-houses": "n*"}}`

func TestEverySlipIsHeldToItsPlace(t *testing.T) {
	for _, c := range []struct{ from, to, says string }{
		{`"right": "n3"`, `"right": "n2"`, `right: the file has "n2", the program "n3"`},
		{`"counts-start": "n2"`, `"counts-start": "n3"`, `slips: counts-start: the file has "n3", the program "n2"`},
		{`"skips-empty-houses": "n*"`, `"skips-empty-houses": "s*"`, `slips: skips-empty-houses: the file has "s*", the program "n*"`},
		{`, "clockwise": "s1"`, ``, `slips: the field "clockwise" is missing`},
		{`"clockwise"`, `"clockwise": "s2", "clockwise"`, `slips: cannot be read: the field "clockwise" is there twice`},
		{`"clockwise": "s1"`, `"clockwise": null`, `slips: cannot be read: null in the field "clockwise"`},
		{`"clockwise": "s1"`, `"clockwise": ""`, `slips: the field "clockwise" is empty`},
		{`"clockwise": "s1"`, `"clockwise": 1`, `cannot be read`},
		{`"clockwise"`, `"only-once"`, `slips: cannot be read: unknown field "only-once"`},
		{`"north"`, `"south"`, `house 5: kalah: the game is over`},
		{`"house": 5`, `"house": 4`, `house 4: kalah: the house is empty`},
		{`"house": 5`, `"house": 6`, `house 6: kalah: no such house`},
		{`"mover"`, `"path": ["n2"], "mover"`, `unknown field "path"`},
		{`"capture"`, `"oware"`, `no rule set "oware"`},
		{`<5,7,16`, `<5,7,15`, `board: `},
	} {
		changed := strings.Replace(slip, c.from, c.to, 1)
		ok, out, err := check(t, "", slip, changed, good)
		if changed == slip || ok || err != nil || !strings.HasPrefix(out, "line 2: ") || !strings.Contains(out, c.says) || !strings.HasSuffix(out, "\n2 of 3 agree\n") {
			t.Errorf("%s → %s: %v %v: %s", c.from, c.to, ok, err, out)
		}
	}
}
