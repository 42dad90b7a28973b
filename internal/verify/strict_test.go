package verify_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"semeia/internal/verify"
)

// TestNothingIsReadAsIfItWereRight: what the decoder of JSON would let pass,
// taking null for zero and the last of two fields of one name.
func TestNothingIsReadAsIfItWereRight(t *testing.T) {
	const pie = `{"pie": {"houses": 6, "layout": [4,4,4,4,4,4], "extraTurn": true, "capture": "both", "end": "row", "leftover": "owner", "winAt": 0, "pie": true}}`
	const swapped = `{"rules": "pie", "first": "south", "houses": [3, 6, 0], "after": "<6,2,0,4,4,0,5,5,0,5,5,5,5,4,4>", "next": "north"}`
	for _, c := range []struct{ rules, line, from, to, says string }{
		{pie, swapped, `[3, 6, 0]`, `[3, 6, null]`, "null"},
		{"", good, `["n3", 6]`, `["n3", null]`, "null"},
		{"", good, `["n3", 6]`, `[null, 6]`, "null"},
		{"", good, `["n3", 6]`, `null`, "null"},
		{"", good, `"house": 1`, `"house": 2, "house": 1`, `"house" is there twice`},
		{"", good, `"after"`, `"after": "<5,1,0,3,3,4,3,3,3,3,4,3,3>", "after"`, `"after" is there twice`},
		{"", won, `"winner"`, `"next": "", "winner"`, "next"},
		{"", won, `"winner": "north"`, `"winner": "nobody\n"`, `winner: the file has "nobody\n"`},
		{"", good, `"path": ["s2", "s3"], `, ``, `"path" is missing`},
		{"", part, `"houses": [3, 6], `, ``, `"houses" is missing`},
		{"", good, `<5,12,8,`, `<5,12,-8,`, "after"},
	} {
		changed := strings.Replace(c.line, c.from, c.to, 1)
		ok, out, err := check(t, c.rules, c.line, changed, c.line)
		if changed == c.line || ok || err != nil || !strings.Contains(out, c.says) ||
			!strings.HasPrefix(out, "line 2: ") || !strings.HasSuffix(out, "\n2 of 3 agree\n") || strings.Count(out, "\n") != 2 {
			t.Errorf("%s → %s: %v %v: %s", c.from, c.to, ok, err, out)
		}
	}
}

func TestRuleSetsTakeNoNullAndNoNameTwice(t *testing.T) {
	const set = `{"houses": 5, "layout": [3,3,4,3,3], "extraTurn": true, "capture": "opposite", "end": "stuck", "leftover": "nobody", "winAt": 0}`
	for rules, says := range map[string]string{
		`{"capture": ` + strings.Replace(set, "[3,3,4", "[3,null,4", 1) + `}`:             "null",
		`{"capture": ` + strings.Replace(set, `"end"`, `"winAt": 1, "end"`, 1) + `}`:      `"winAt" is there twice`,
		`{"capture": ` + set + `, "capture": ` + strings.Replace(set, "0", "17", 1) + `}`: `"capture" is there twice`,
	} {
		if _, _, err := check(t, rules, good); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", rules, err)
		}
	}
}

// TestRulesComeFromTheirPartsAndNotByTheirNames plays on a board that no rule
// set of the course has, and calls other rules "standard".
func TestRulesComeFromTheirPartsAndNotByTheirNames(t *testing.T) {
	const rules = `{
		"pair": {"houses": 2, "layout": [2,1], "extraTurn": true, "capture": "none", "end": "row", "leftover": "emptier", "winAt": 4},
		"standard": {"houses": 1, "layout": [2], "extraTurn": false, "capture": "both", "end": "stuck", "leftover": "nobody", "winAt": 0}
	}`
	ok, out, err := check(t, rules,
		`{"rules": "pair", "first": "north", "houses": [1], "after": "<2,0,1,2,1,0,2>", "next": "north"}`,
		`{"rules": "pair", "first": "north", "houses": [], "after": "<2,0,0,2,1,2,1>", "next": "north"}`,
		`{"rules": "pair", "first": "north", "houses": [1, 2], "after": "<2,3,2,0,0,0,0>"}`,
		`{"rules": "standard", "first": "south", "houses": [1], "after": "<1,1,0,0,3>"}`,
		`{"rules": "standard", "board": "<1,1,0,0,3>", "mover": "north", "house": 1, "path": ["n*", "s1", "n1"], "captured": [["s1", 1], ["n1", 1]], "again": false, "after": "<1,1,3,0,0>", "over": "no seed to move", "winner": "north"}`,
	)
	if ok || err != nil || !strings.HasPrefix(out, "line 3: ") || !strings.HasSuffix(out, "\n4 of 5 agree\n") {
		t.Errorf("%v %v: %s", ok, err, out)
	}
}

func TestABlankLineIsNoVectorExceptAtTheEnd(t *testing.T) {
	for _, end := range []string{"\n", "\n\n", "\r\n", "\n \n\t\n"} {
		if ok, out, err := check(t, "", good, won+end); !ok || err != nil || out != "2 of 2 agree\n" {
			t.Errorf("%q at the end: %v %v: %s", end, ok, err, out)
		}
	}
	for _, text := range []string{"\n", " ", "\n\n\n"} {
		if ok, _, err := check(t, "", text); ok || err == nil || !strings.Contains(err.Error(), "no vectors") {
			t.Errorf("a file of %q: %v %v", text, ok, err)
		}
	}
	ok, out, err := check(t, "", good, "", "", won)
	if ok || err != nil || !strings.HasPrefix(out, "line 2: ") || !strings.Contains(out, "\nline 3: ") || !strings.HasSuffix(out, "\n2 of 4 agree\n") {
		t.Errorf("in the middle: %v %v: %s", ok, err, out)
	}
}

// TestAnUnusableFileDoesNotHideTheOthers: its error is given, and the files
// after it are checked all the same.
func TestAnUnusableFileDoesNotHideTheOthers(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(dir, "empty.jsonl")
	if err := os.WriteFile(empty, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	ok, err := verify.Files(&out, []string{empty, "testdata/gone.jsonl", "testdata", "testdata/games.jsonl"})
	if ok || err == nil || out.String() != "games.jsonl: 60 of 60 agree\n" {
		t.Errorf("%v %v: %s", ok, err, out.String())
	}
	for _, says := range []string{"empty.jsonl", "gone.jsonl"} {
		if err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%v says nothing of %s", err, says)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestAReportThatCannotBeWrittenIsAnError(t *testing.T) {
	if ok, err := verify.Files(full{}, []string{"testdata/games.jsonl"}); ok || err == nil {
		t.Errorf("%v %v", ok, err)
	}
}
