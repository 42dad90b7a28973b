package verify_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// sample is every n-th line of a file of vectors.
func sample(t *testing.T, path string, n int) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := bufio.NewScanner(bytes.NewReader(text))
	for i := 0; s.Scan(); i++ {
		if i%n == 0 {
			lines = append(lines, s.Text())
		}
	}
	return lines
}

// spoilt is every line that differs from the given one in one field: taken
// away, null, of another type, and of another value.
func spoilt(t *testing.T, text string) map[string]string {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	put := func(what string, change func(f map[string]any)) {
		var f map[string]any
		if err := json.Unmarshal([]byte(text), &f); err != nil {
			t.Fatal(err)
		}
		change(f)
		changed, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		out[what] = string(changed)
	}
	for name, value := range fields {
		if name == "shows" {
			continue // words for people
		}
		put(name+" away", func(f map[string]any) { delete(f, name) })
		put(name+" null", func(f map[string]any) { f[name] = nil })
		put(name+" an object", func(f map[string]any) { f[name] = map[string]any{} })
		put(name+" by another case", func(f map[string]any) { f[strings.ToUpper(name)] = value; delete(f, name) })
		switch v := value.(type) {
		case bool:
			put(name+" turned", func(f map[string]any) { f[name] = !v })
		case float64:
			put(name+" and a half", func(f map[string]any) { f[name] = v + 0.5 })
			put(name+" 0", func(f map[string]any) { f[name] = 0 })
			put(name+" a text", func(f map[string]any) { f[name] = fmt.Sprint(v) })
		case string:
			put(name+" longer", func(f map[string]any) { f[name] = v + " " })
			put(name+" none", func(f map[string]any) { f[name] = "" })
		case []any:
			put(name+" one more", func(f map[string]any) { f[name] = append(v, "s1") })
			if len(v) > 0 {
				put(name+" one less", func(f map[string]any) { f[name] = v[:len(v)-1] })
				put(name+" null in it", func(f map[string]any) { f[name] = append(v[:len(v)-1:len(v)-1], nil) })
			}
			if first, ok := any(v).([]any); ok && name == "path" && len(first) > 1 {
				put("path run together", func(f map[string]any) {
					f[name] = append([]any{fmt.Sprint(v[0], " ", v[1])}, v[2:]...)
				})
			}
		}
	}
	put("an unknown field", func(f map[string]any) { f["note"] = "x" })
	return out
}

// TestEveryChangedFieldIsADisagreement holds for moves, whole games and slips
// alike.
func TestEveryChangedFieldIsADisagreement(t *testing.T) {
	lines := append(sample(t, "testdata/moves.jsonl", 24), sample(t, "testdata/games.jsonl", 10)...)
	lines = append(lines, sample(t, "testdata/slips.jsonl", 12)...)
	n := 0
	for _, text := range lines {
		var whats, changed []string
		for what, line := range spoilt(t, text) {
			whats, changed = append(whats, what), append(changed, line)
		}
		n += len(changed)
		// Groups small enough that no disagreement goes unprinted.
		for at := 0; at < len(changed); at += 40 {
			group := changed[at:min(at+40, len(changed))]
			ok, out, err := check(t, "", append([]string{text}, group...)...)
			if ok || err != nil || !strings.HasSuffix(out, fmt.Sprintf("1 of %d agree\n", len(group)+1)) {
				t.Errorf("%s: %v, %v", text, ok, err)
			}
			for i, line := range group {
				if !strings.Contains(out, fmt.Sprintf("line %d: ", i+2)) {
					t.Errorf("%s: agrees\n%s", whats[at+i], line)
				}
			}
		}
	}
	if n < 500 {
		t.Errorf("only %d changes were tried", n)
	}
}

func TestAGameThatGoesOnAfterItsEndIsRefused(t *testing.T) {
	for _, text := range sample(t, "testdata/games.jsonl", 20) {
		for _, house := range []string{"1", "6", "0", "-1", "9"} {
			longer := strings.Replace(text, `], "after"`, ", "+house+`], "after"`, 1)
			ok, out, err := check(t, "", text, longer)
			says := "the game is over"
			if house == "0" {
				says = "no swap now"
			}
			if ok || err != nil || !strings.Contains(out, "line 2: move ") || !strings.Contains(out, says) {
				t.Errorf("house %s after the end: %v %v: %s", house, ok, err, out)
			}
		}
	}
}

func TestEveryDisagreementIsPrinted(t *testing.T) {
	lines := make([]string, 70)
	for i := range lines {
		lines[i] = "{}"
	}
	ok, out, err := check(t, "", append(lines, good)...)
	if ok || err != nil || strings.Count(out, "line ") != 70 || !strings.HasSuffix(out, "\n1 of 71 agree\n") {
		t.Errorf("%v %v: %s", ok, err, out)
	}
}

func TestTheLongestLineIsAMebibyte(t *testing.T) {
	pad := func(n int) string { return good + strings.Repeat(" ", n-len(good)) }
	if ok, out, err := check(t, "", good, pad(1<<20-2)); !ok || err != nil {
		t.Errorf("just short of it: %v, %s", err, out)
	}
	ok, _, err := check(t, "", good, pad(1<<20+1), good)
	if ok || err == nil || !strings.Contains(err.Error(), "line 2 is longer than 1048576 bytes") {
		t.Errorf("longer: %v, %v", ok, err)
	}
}

func TestRuleSetsAreReadStrictly(t *testing.T) {
	const whole = `{"houses": 5, "layout": [3,3,4,3,3], "extraTurn": true, "capture": "opposite", "end": "stuck", "leftover": "nobody", "winAt": 0}`
	use := func(set string) error {
		_, _, err := check(t, `{"capture": `+set+`}`, good)
		return err
	}
	if err := use(whole); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, says string }{
		{`"houses": 5`, `"houses": 4`, "layout of 5"},
		{`"houses": 5`, `"houses": 0`, "layout of 5"},
		{`"houses": 5`, `"houses": 7`, "7 houses"},
		{`"houses": 5`, `"houses": "5"`, "cannot be read"},
		{`"houses": 5`, `"houses": null`, "houses"},
		{`[3,3,4,3,3]`, `[3,3,4,3]`, "layout of 4"},
		{`[3,3,4,3,3]`, `[3,3,4,3,-3]`, "house 5 with -3 seeds"},
		{`[3,3,4,3,3]`, `[3,3,4,3,9223372036854775807]`, "house 5"},
		{`[3,3,4,3,3]`, `[3,3,4,3,4611686018427387904]`, "house 5"},
		{`"extraTurn": true`, `"extraTurn": 1`, "cannot be read"},
		{`"extraTurn": true`, `"extraTurn": null`, `"extraTurn"`},
		{`"opposite"`, `"Opposite"`, `no capture "Opposite"`},
		{`"stuck"`, `"late"`, `no end "late"`},
		{`"nobody"`, `"all"`, `no left over "all"`},
		{`"winAt": 0`, `"winAt": -1`, "winAt -1"},
		{`"winAt": 0`, `"winAt": 33`, "winAt 33"},
		{`"winAt": 0`, `"winAt": 273`, "winAt 273"},
		{`, "winAt": 0`, ``, `"winAt" is missing`},
		{`"winAt": 0`, `"winAt": 0, "pie": "yes"`, "cannot be read"},
		{`"winAt"`, `"winat"`, "winat"},
	} {
		set := strings.Replace(whole, c.from, c.to, 1)
		if err := use(set); set == whole || err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), `rule set "capture"`) {
			t.Errorf("%s → %s: %v", c.from, c.to, err)
		}
	}
	for _, rules := range []string{"[]", "null", `"x"`, `{} {}`, `{"x": []}`, `{"x": null}`, "\xff"} {
		if _, _, err := check(t, rules, good); err == nil || !strings.Contains(err.Error(), "rules.json") {
			t.Errorf("rules.json %s: %v", rules, err)
		}
	}
}
