package verify_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"semeia/internal/verify"
)

func TestTheGameAgreesWithTheVectors(t *testing.T) {
	for file, line := range map[string]string{"moves.jsonl": "480 of 480 agree\n", "games.jsonl": "60 of 60 agree\n", "slips.jsonl": "120 of 120 agree\n", "values.jsonl": "140 of 140 agree\n"} {
		var out bytes.Buffer
		ok, err := verify.Files(&out, []string{filepath.Join("testdata", file)})
		if err != nil || !ok || out.String() != line {
			t.Errorf("%s: %v, %v: %s", file, ok, err, out.String())
		}
	}
}

// check runs lines of vectors with the real rule sets, and more beside them.
func check(t *testing.T, rules string, lines ...string) (ok bool, out string, err error) {
	t.Helper()
	dir := t.TempDir()
	if rules == "" {
		text, err := os.ReadFile("testdata/rules.json")
		if err != nil {
			t.Fatal(err)
		}
		rules = string(text)
	}
	if rules != "none" {
		if err := os.WriteFile(filepath.Join(dir, "rules.json"), []byte(rules), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "vectors.jsonl")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	ok, err = verify.Files(&b, []string{file})
	return ok, b.String(), err
}

const (
	good = `{"rules": "capture", "board": "<5,6,8,2,3,0,1,0,3,1,6,0,2>", "mover": "south", "house": 1, "path": ["s2", "s3"], "captured": [["n3", 6]], "again": false, "after": "<5,12,8,0,4,1,1,0,3,1,0,0,2>", "next": "north"}`
	won  = `{"rules": "standard", "board": "<6,20,20,0,0,0,0,0,1,1,2,0,0,3,1>", "mover": "south", "house": 6, "path": ["s*"], "captured": [], "again": false, "after": "<6,21,27,0,0,0,0,0,0,0,0,0,0,0,0>", "over": "row empty", "winner": "north"}`
	part = `{"rules": "standard", "first": "south", "houses": [3, 6], "after": "<6,2,0,4,4,0,5,5,0,5,5,5,5,4,4>", "next": "north"}`
)

func TestADifferenceIsNamedWithItsLine(t *testing.T) {
	if ok, out, err := check(t, "", good, won, part); !ok || err != nil || out != "3 of 3 agree\n" {
		t.Fatalf("%v %v: %s", ok, err, out)
	}
	for _, c := range []struct{ line, from, to, says string }{
		{good, `"s2", "s3"`, `"s2", "s4"`, "path"},
		{good, `["s2", "s3"]`, `["s2"]`, "path"},
		{good, `["n3", 6]`, `["n3", 5]`, "captured"},
		{good, `["n3", 6]`, `["n2", 6]`, "captured"},
		{good, `[["n3", 6]]`, `[]`, "captured"},
		{good, `"again": false`, `"again": true`, "again"},
		{good, `<5,12,8`, `<5,8,12`, "after"},
		{good, `"next": "north"`, `"next": "south"`, "next"},
		{good, `, "next": "north"`, ``, "next"},
		{good, `"next": "north"`, `"over": "row empty", "winner": "south"`, "over"},
		{good, `"house": 1`, `"house": 2`, "path"},
		{good, `"rules": "capture"`, `"rules": "sowing"`, "captured"},
		{won, `"row empty"`, `"reached"`, "over"},
		{won, `"winner": "north"`, `"winner": "draw"`, "winner"},
		{won, `"over": "row empty", "winner": "north"`, `"next": "south"`, "next"},
		{part, `[3, 6]`, `[3, 5]`, "after"},
		{part, `"next": "north"`, `"next": "south"`, "next"},
		{part, `"south"`, `"north"`, "after"},
	} {
		changed := strings.Replace(c.line, c.from, c.to, 1)
		if changed == c.line {
			t.Fatalf("%q is not in %s", c.from, c.line)
		}
		ok, out, err := check(t, "", good, changed, won)
		if ok || err != nil || !strings.Contains(out, "line 2: ") || !strings.Contains(out, c.says+": the file has") || !strings.HasSuffix(out, "2 of 3 agree\n") {
			t.Errorf("%s → %s: %v %v: %s", c.from, c.to, ok, err, out)
		}
	}
}

func TestABrokenLineIsNamedAndTheOthersAreRead(t *testing.T) {
	for line, says := range map[string]string{
		`{`:                   "cannot be read",
		`nonsense`:            "cannot be read",
		`[]`:                  "cannot be read",
		``:                    "the line is empty",
		good + ` {}`:          "text after the end",
		`{"rules": "sowing"}`: "neither a move",
		strings.Replace(good, `"house": 1, `, ``, 1):                                 `"house" is missing`,
		strings.Replace(good, `"again": false, `, ``, 1):                             `"again" is missing`,
		strings.Replace(good, `"house": 1`, `"house": "1"`, 1):                       "cannot be read",
		strings.Replace(good, `"house": 1`, `"house": 3`, 1):                         "house is empty",
		strings.Replace(good, `"house": 1`, `"house": 6`, 1):                         "no such house",
		strings.Replace(good, `"house": 1`, `"hose": 1, "house": 1`, 1):              "unknown field",
		strings.Replace(good, `"capture"`, `"oware"`, 1):                             `no rule set "oware"`,
		strings.Replace(good, `"south"`, `"west"`, 1):                                "neither south nor north",
		strings.Replace(good, `<5,6,8,`, `<5,6,-8,`, 1):                              "negative",
		strings.Replace(good, `<5,6,8,`, `<5,7,8,`, 1):                               "33 seeds in all",
		strings.Replace(part, `[3, 6]`, `[3, 3]`, 1):                                 "move 2, house 3",
		strings.Replace(part, `[3, 6]`, `[3, 0]`, 1):                                 "no swap now",
		strings.Replace(part, `, "after": "<6,2,0,4,4,0,5,5,0,5,5,5,5,4,4>"`, ``, 1): `"after" is missing`,
		`{"rules": "capture", "slips": {}}`:                                          `"board" is missing`,
		`{"rules": "capture", "margin": []}`:                                         `"board" is missing`,
	} {
		ok, out, err := check(t, "", good, line, won)
		if ok || err != nil || !strings.Contains(out, "line 2: ") || !strings.Contains(out, says) || !strings.HasSuffix(out, "2 of 3 agree\n") {
			t.Errorf("%s: %v %v: %s", line, ok, err, out)
		}
	}
}

func TestAFileThatCannotBeUsedIsAnError(t *testing.T) {
	for what, c := range map[string]struct{ rules, line, says string }{
		"no rules.json":      {"none", good, "rules.json"},
		"broken rules.json":  {"{", good, "cannot be read"},
		"an unknown capture": {`{"x": {"houses": 1, "layout": [1], "extraTurn": true, "capture": "all", "end": "row", "leftover": "owner", "winAt": 0}}`, good, `no capture "all"`},
		"a wrong layout":     {`{"x": {"houses": 2, "layout": [1], "extraTurn": true, "capture": "both", "end": "row", "leftover": "owner", "winAt": 0}}`, good, "layout of 1"},
		"too many seeds":     {`{"x": {"houses": 1, "layout": [90], "extraTurn": true, "capture": "both", "end": "row", "leftover": "owner", "winAt": 0}}`, good, "house 1 with 90"},
		"a missing part":     {`{"x": {"houses": 1, "layout": [1], "capture": "both", "end": "row", "leftover": "owner", "winAt": 0}}`, good, `"extraTurn" is missing`},
		"an unknown part":    {`{"x": {"houses": 1, "layout": [1], "extraTurn": true, "capture": "both", "end": "row", "leftover": "owner", "winAt": 0, "dice": 2}}`, good, "unknown field"},
		"an empty file":      {"", "", "no vectors"},
		"an endless line":    {"", strings.Repeat("x", 2<<20), "longer than"},
	} {
		if ok, out, err := check(t, c.rules, c.line); ok || err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v %v: %s", what, ok, err, out)
		}
	}
	if _, err := verify.Files(&bytes.Buffer{}, []string{"testdata/nothing.jsonl"}); err == nil {
		t.Error("a file that is not there was verified")
	}
}

func TestASwapIsHouse0(t *testing.T) {
	pie := `{"pie": {"houses": 6, "layout": [4,4,4,4,4,4], "extraTurn": true, "capture": "both", "end": "row", "leftover": "owner", "winAt": 0, "pie": true}}`
	line := `{"rules": "pie", "first": "south", "houses": [3, 6, 0], "after": "<6,2,0,4,4,0,5,5,0,5,5,5,5,4,4>", "next": "north"}`
	if ok, out, err := check(t, pie, line); !ok || err != nil {
		t.Errorf("%v %v: %s", ok, err, out)
	}
}

func TestSeveralFilesAreToldApart(t *testing.T) {
	var out bytes.Buffer
	ok, err := verify.Files(&out, []string{"testdata/moves.jsonl", "testdata/games.jsonl"})
	if want := fmt.Sprintln("moves.jsonl: 480 of 480 agree") + fmt.Sprintln("games.jsonl: 60 of 60 agree"); !ok || err != nil || out.String() != want {
		t.Errorf("%v %v: %s", ok, err, out.String())
	}
}
