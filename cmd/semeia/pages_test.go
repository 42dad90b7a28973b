package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"semeia/internal/kalah"
)

// TestEveryPageIsAccessible runs axe over every page in every language, light
// and dark.
func TestEveryPageIsAccessible(t *testing.T) {
	f, err := os.Open("testdata/axe.min.js.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	axe, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	at := start(t, "")
	for i, lang := range []string{"pt-BR", "en", "sq"} {
		for j, scheme := range []string{"light", "dark"} {
			p := at.sit("/play", language(lang), feature("prefers-color-scheme", scheme), size([]int64{1366, 390, 1366}[i], 800))
			fresh := p.plays("rules=extra", "against=easy", "starts=die")
			p.open("/play")
			moved := p.plays("rules=capture", "against=neighbour", "starts=me")
			eval[bool](p, "("+fast+", true)")
			p.click(`button.cup[value="1"]`)
			p.rest("0")
			p.open("/play")
			ended := p.plays("rules=free", "board=3", "seeds=1", "against=neighbour", "starts=me")
			for p.has("#board button.cup") {
				v := p.version()
				p.click("#board button.cup")
				p.rest(v)
			}
			pages := []string{"/", "/play", "/play?rules=pie", fresh, moved, moved + "/moves", moved + "/moves/1", moved + "/give-up", ended, "/nowhere"}
			for stage := 1; stage <= 6; stage++ {
				pages = append(pages, fmt.Sprint("/rules/", stage))
			}
			p.open("/practice/K1")
			p.follow(`.board button[value="n*"]`)
			pages = append(pages, "/practice", "/practice/mixed", "/practice/K1/1")
			for _, skill := range []string{"K0", "K3", "K6", "K7", "K9", "K10", "K11"} {
				pages = append(pages, "/practice/"+skill)
			}
			look := func(page string) {
				p.open(page)
				eval[bool](p, "(() => {"+string(axe)+"; return true; })()")
				found := eval[string](p, `axe.run({resultTypes: ["violations"]}).then((r) => r.violations.map((v) => v.id + " at " + v.nodes.map((n) => n.target.join(" ") + " " + (n.any[0]?.message ?? "")).slice(0, 3).join(", ")).join("; "))`)
				if found != "" {
					t.Errorf("%s %s %s: %s", lang, scheme, page, found)
				}
				if text := p.text("body"); strings.Contains(text, "⟦") {
					t.Errorf("%s %s: a message is missing", lang, page)
				}
			}
			for n, page := range pages {
				// Every page in every language, in one of the two lights.
				if *everyPage || (n+i+j)%2 == 0 {
					look(page)
				}
			}
			p.open(ended)
			p.click(`#compare button[value="skip"]`)
			p.until("the result is said", `document.getElementById("result")`)
			look(ended + "/review")
		}
	}
}

// TestWeight: what a visit to a board and a move weigh on the wire.
func TestWeight(t *testing.T) {
	at := start(t, "")
	p := at.sit("/play", language("pt-BR"))
	path := p.plays("rules=standard", "against=easy", "starts=me")
	eval[bool](p, "("+fast+", true)")
	for range 6 {
		v := p.version()
		p.click("#board button.cup:last-of-type")
		p.rest(v)
	}
	q := at.sit(path, language("pt-BR")) // nothing in the cache, and a page with moves
	time.Sleep(500 * time.Millisecond)
	sum, n := 0.0, 0
	for _, r := range q.traffic() {
		sum += r.bytes
		n++
	}
	t.Logf("first visit to a board: %d requests, %.1f KB", n, sum/1000)
	if n == 0 || n > 10 || sum > 60_000 {
		t.Errorf("want at most 10 requests and 60 KB")
	}
	p.traffic()
	v := p.version()
	p.click("#board button.cup")
	p.rest(v)
	time.Sleep(200 * time.Millisecond)
	sum = 0
	for _, r := range p.traffic() {
		sum += r.bytes
	}
	t.Logf("a move: %.1f KB", sum/1000)
	if sum == 0 || sum > 12_000 {
		t.Errorf("want at most 12 KB a move")
	}
}

// TestRuleSheetsPrint: one A4 page for each stage and language, with its rules
// and without the navigation; the questions are a second page when asked for.
func TestRuleSheetsPrint(t *testing.T) {
	browserPath(t)
	for _, tool := range []string{"pdfinfo", "pdftotext"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("SEMEIA_REQUIRE_BROWSER") != "" {
				t.Fatalf("%s is missing: install the package poppler-utils", tool)
			}
			t.Skipf("%s is missing: install the package poppler-utils to look at printed sheets", tool)
		}
	}
	at := start(t, "")
	dir := *shots
	if dir == "" {
		dir = t.TempDir()
	}
	for _, lang := range []struct{ tag, code, nav string }{{"pt-BR", "pt", "Jogar com estas regras"}, {"en", "en", "Play by these rules"}, {"sq", "sq", "Luaj me këto rregulla"}} {
		p := at.sit("/", language(lang.tag), feature("prefers-color-scheme", "dark"))
		for stage := 1; stage <= 7; stage++ {
			path, pages := fmt.Sprint("/rules/", stage), "1"
			if stage == 7 {
				path, pages = "/rules/5?questions=on", "2"
			}
			p.open(path)
			file := filepath.Join(dir, fmt.Sprintf("rules-%s-%d.pdf", lang.code, stage))
			p.pdf(file)
			info, err := exec.Command("pdfinfo", file).Output()
			if err != nil {
				t.Fatal(err)
			}
			fields := map[string]string{}
			for _, line := range strings.Split(string(info), "\n") {
				name, value, _ := strings.Cut(line, ":")
				fields[name] = strings.TrimSpace(value)
			}
			if fields["Pages"] != pages || !strings.Contains(fields["Page size"], "A4") {
				t.Errorf("%s %s: %s pages of %s", lang.code, path, fields["Pages"], fields["Page size"])
			}
			text, err := exec.Command("pdftotext", "-layout", file, "-").Output()
			if err != nil {
				t.Fatal(err)
			}
			title := p.text(".sheet h1")
			if !strings.Contains(string(text), title) || strings.Contains(string(text), lang.nav) || strings.Contains(string(text), "Shqip") {
				t.Errorf("%s %s: the sheet lacks %q or shows the navigation", lang.code, path, title)
			}
			for i, h2 := range strings.Split(eval[string](p, `[...document.querySelectorAll(".sheet:not(.noprint) .ruleitem :is(h2,h3)")].map((e) => e.textContent).join("|")`), "|") {
				if words := strings.Fields(h2); !strings.Contains(string(text), words[0]) {
					t.Errorf("%s %s: item %d, %q, is not on the sheet", lang.code, path, i+1, h2)
				}
			}
			smallest := 99.0
			out, err := exec.Command("pdftotext", "-bbox", file, "-").Output()
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range strings.Split(string(out), "\n") {
				var x0, y0, x1, y1 float64
				if _, err := fmt.Sscanf(strings.TrimSpace(line), `<word xMin="%f" yMin="%f" xMax="%f" yMax="%f">`, &x0, &y0, &x1, &y1); err == nil {
					smallest = min(smallest, y1-y0)
				}
			}
			if smallest < 11 { // a line box is never lower than its type
				t.Errorf("%s %s: a word %.1f pt high", lang.code, path, smallest)
			}
		}
	}
}

// TestAllRuleSetsOpen plays the first move of every named rule set, in a
// browser at phone size.
func TestAllRuleSetsOpen(t *testing.T) {
	at := start(t, "")
	p := at.sit("/play", size(390, 844), feature("prefers-reduced-motion", "reduce"))
	for _, set := range kalah.Sets() {
		p.plays("rules="+set.Name, "against=easy", "starts=me")
		p.click(`#board button.cup`)
		p.rest("0")
	}
}
