package web_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"semeia/internal/kalah"
	"semeia/internal/solver"
	"semeia/internal/tutor"
	"semeia/internal/web"
)

func TestAnAddressNeverOutgrowsItself(t *testing.T) {
	v := open(t).visitor("en")
	rules, err := kalah.ParseRules("free:6x6:turn:none:stuck:nobody:0") // games are long under it
	if err != nil {
		t.Fatal(err)
	}
	line, played := rules.Begin(kalah.South), []string{}
	for rules.Over(line.Pos) == kalah.NotOver && len(played) < 100 {
		for h := 6; h >= 1; h-- {
			if next, _, err := rules.Play(line, h); err == nil {
				line, played = next, append(played, fmt.Sprint(h))
				break
			}
		}
	}
	want(t, "a game long enough", len(played), 100)
	p := v.get(labAddress("rules="+rules.String(), "show=off", "played="+strings.Join(played, "-")))
	want(t, "status", p.status, 200)
	want(t, "board", p.board(), line.Pos.String())
	house := p.Find("#board button.cup").First().AttrOr("value", "")
	q := v.get(labAddress("rules="+rules.String(), "show=off", "played="+strings.Join(played, "-"), "house="+house))
	want(t, "it goes on", q.status, 200)
	contains(t, "from the board of then", q.request(), "&board=")
	contains(t, "with one move", q.request()+"&", "&played="+house+"&")
	q = v.get(labAddress("rules=capture", "look=longer", "show=off", "house=3"))
	want(t, "looking longer is for one position", q.request(), "/lab?rules=capture&played=3&show=off")
	p = v.get(labAddress("rules="+rules.String(), "show=off", "played="+strings.Repeat("1-", 5000)))
	want(t, "a thousand moves", p.status, 422)
}

// Whatever an address holds, a page comes back.
func TestRubbishInTheAddress(t *testing.T) {
	w := open(t, func(c *web.Config) { c.Coach = tutor.NewCoach(solver.New(solver.Options{Memory: 16 << 20})) })
	v := w.visitor("en")
	rng := rand.New(rand.NewPCG(11, 4))
	names := []string{"rules", "other", "board", "turn", "played", "house", "do", "as", "show", "view", "look", "s0", "s1", "n3", "houses", "seeds", "capture", "by"}
	values := []string{
		"", "capture", "standard", "empty-capture", "pie", "free:4x3:extra:both:row:owner:0", "free:9x9:x", "south", "north", "up", "1", "0", "7", "-1", "99999999999999999999", "1-2-3", "0-0", "3-0", "1--2", strings.Repeat("3-", 400),
		"<5,0,0,3,3,4,3,3,3,3,4,3,3>", "<5,0,0,3,3,4,3,3,3,3,4,3,4>", "<6,18,22,0,0,0,0,0,8,0,0,0,0,0,0>", "<5,32,0,0,0,0,0,0,0,0,0,0,0>", "<", "<>", "<1,0,0,1,1>", "<6" + strings.Repeat(",1", 60) + ">",
		"rules", "mix", "set", "on", "off", "screen", "\x00", "\xff\xfe", "é", "<script>", "%00", strings.Repeat("x", 3000),
	}
	for range 300 {
		var fields []string
		for range 1 + rng.IntN(6) {
			fields = append(fields, names[rng.IntN(len(names))]+"="+values[rng.IntN(len(values))])
		}
		fields = append(fields, "show=off")
		p := v.get(labAddress(fields...))
		if p.status != 200 && p.status != 422 {
			t.Errorf("%q: %d %s", fields, p.status, p.text("main"))
		}
		if p.Find("#board").Length() != 1 {
			t.Errorf("%q: no board", fields)
		}
	}
	if strings.Contains(w.log.String(), "ERROR") {
		t.Error(w.log)
	}
}

// fetches asks for a part of a page, as the page's script does.
func (v *visitor) fetches(path string) page {
	v.t.Helper()
	req, err := http.NewRequest(http.MethodGet, v.url+path, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	req.Header.Set("HX-Request", "true")
	return v.send(req)
}

func TestAScriptFetchesTheBoardAlone(t *testing.T) {
	v := open(t).visitor("en")
	address := labAddress("rules=capture", "board=<5,10,12,1,1,1,1,1,1,1,1,1,1>")
	p := v.fetches(address)
	want(t, "status", p.status, 200)
	want(t, "no whole page", p.Find("main, h1").Length(), 0)
	want(t, "the board", p.Find("#bench #board .house").Length(), 10)
	want(t, "with margins", strings.Count(p.margins(), " "), 4)
	want(t, "that asks no more", p.Find("[hx-get]").Length(), 0)
	v.plays("rules=sowing", "kind=counts")
	p = v.fetches(address)
	want(t, "in a game that counts", p.status, http.StatusForbidden)
	want(t, "nothing", p.margins(), "")
	contains(t, "but why", p.Text(), "a game that counts")
	want(t, "above the board", p.header.Get("HX-Retarget"), "#notice")
}
