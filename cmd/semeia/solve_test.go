package main

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"
)

func TestSolveFromTheCommandLine(t *testing.T) {
	const board = "<5,5,5,0,4,4,0,5,0,0,4,3,2>" // of values.jsonl
	for lang, says := range map[string]string{
		"en": "house 2: +1\nhouse 3: +1\nhouse 5: +1\n", "pt": "casa 2: +1\ncasa 3: +1\ncasa 5: +1\n", "sq": "gropa 2: +1\ngropa 3: +1\ngropa 5: +1\n",
	} {
		if code, out, errs := once(t, nil, "solve", "-memory", "1MiB", "-rules", "sowing", board, "-lang", lang); code != 0 || out != says {
			t.Errorf("%s: exit %d: %s%s", lang, code, out, errs)
		}
		code, out, errs := once(t, nil, "solve", "-memory", "1MiB", "-rules", "sowing", "-value", "-stats", board, "-lang", lang)
		if code != 0 || errs != "" || strings.Contains(out, "⟦") || strings.Count(out, "\n") != 5 || !regexp.MustCompile(`\+1\n(.*: \d+ .* \d+\.\d+ s, \d+ .*\n){2}`).MatchString(out) {
			t.Errorf("%s: exit %d: %s%s", lang, code, out, errs)
		}
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"<5,16,16,0,0,0,0,0,0,0,0,0,0>", "-rules", "sowing"}, 0, "The game is over"},
		{[]string{board, "-rules", "oware"}, 1, "no rule set oware. There are: sowing, "},
		{[]string{board, "-rules", "standard"}, 1, "no position of standard. ("},
		{[]string{"-memory", "0"}, 2, "semeia solve"},
		{[]string{"-memory", "9999999GiB"}, 2, "semeia solve"},
		{[]string{"-turn", "west"}, 2, "semeia solve"},
		{[]string{"-table", board}, 2, "semeia solve"},
		{[]string{board, board}, 2, "semeia solve"},
		{[]string{"-turn", "north", "-rules", "free:3x1:extra:both:row:owner:0", "-memory", "1MiB"}, 0, "house 3: "},
	} {
		if code, out, errs := once(t, nil, append([]string{"solve", "-lang", "en"}, c.args...)...); code != c.code || !strings.Contains(out+errs, c.says) {
			t.Errorf("%v: exit %d: %s%s", c.args, code, out, errs)
		}
	}
}

// A search that is interrupted says which margins it did not prove.
func TestSolveInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	code := run(ctx, []string{"solve", "-lang", "en", "-memory", "1MiB", "-no-book"}, func(string) string { return "" }, &out, &errs)
	if code != 1 || strings.Count(out.String(), ", not proved\n") != 6 || errs.String() != "Stopped before everything was proved.\n" {
		t.Errorf("exit %d: %s%s", code, out.String(), errs.String())
	}
}
