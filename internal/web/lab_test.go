package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"semeia/internal/school"
)

// lab is the laboratory's page for fields of the address, as a browser without
// scripts has it: the one that waits for its margins.
func (v *visitor) lab(fields ...string) page {
	v.t.Helper()
	return v.get(labAddress(append(fields, "wait=on")...))
}

func labAddress(fields ...string) string {
	q := url.Values{}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, "=")
		q.Add(name, value)
	}
	return "/lab?" + q.Encode()
}

// margins are those over the houses, by house: "-7 *2 ~1", with a star for the
// best and a tilde for what is not proved.
func (p page) margins() string {
	var all []string
	p.Find("#board .house").Each(func(_ int, c *goquery.Selection) {
		c.Find(".worth").Each(func(_ int, s *goquery.Selection) {
			text := strings.NewReplacer("★", "", "≈", "", "−", "-", "+", "").Replace(s.AttrOr("data-worth", s.Text()))
			text = strings.Join(strings.Fields(text), "")
			if s.HasClass("best") {
				text = "*" + text
			}
			if s.HasClass("about") {
				text = "~" + text
			}
			all = append(all, text)
		})
	})
	return strings.Join(all, " ")
}

// RULES.md: what is known.
func TestTheLaboratoryKnowsWhatIsKnown(t *testing.T) {
	v := open(t).visitor("en")
	for until := 0; ; until++ {
		p := v.lab("rules=capture")
		want(t, "status", p.status, 200)
		if got := p.margins(); !strings.Contains(got, "~") || until > 40 {
			want(t, "capture", got, "-7 -5 1 *2 *2")
			contains(t, "in words", p.text(".worthsays"), "The best houses: 4, 5. +2: Snail ends with 2 seeds more.")
			contains(t, "the legend", p.text(".legend"), "+3 Snail ends with 3 seeds more")
			want(t, "a house's name says it", p.Find(`#board button[value="4"]`).AttrOr("aria-label", ""), "house 4, 3 seeds; +2, the best")
			want(t, "nothing is about", p.Find(".legend .about, #longer").Length(), 0)
			break
		}
	}
	p := v.lab("rules=standard", "board=<6,18,22,0,0,0,0,0,8,0,0,0,0,0,0>", "turn=north")
	want(t, "over under these rules", p.margins(), "")
	contains(t, "and said", p.text("#say"), "The game is over on this board.")
	p = v.lab("rules=late-end", "board=<6,18,22,0,0,0,0,0,8,0,0,0,0,0,0>")
	want(t, "one move, and its end", p.margins(), "*-6")
}

func TestAHouseIsPlayedTakenBackAndLinkedTo(t *testing.T) {
	v := open(t).visitor("en")
	p := v.lab("rules=capture")
	want(t, "start", p.board(), "<5,0,0,3,3,4,3,3,3,3,4,3,3>")
	p = v.get(labAddress("rules=capture", "house=3"))
	want(t, "the address holds the move", p.request(), "/lab?rules=capture&played=3")
	want(t, "board", p.board(), "<5,1,0,3,3,0,4,4,4,3,4,3,3>")
	contains(t, "sentence", p.text("#say"), "Move 1. Snail plays house 3 with 4 seeds: the last one falls in house 1 of the other side.")
	contains(t, "who plays now", p.text("#say b"), "Now Bee plays.")
	want(t, "the other row can be played", p.buttons(), "n1 n2 n3 n4 n5")
	var trail []string
	p.Find("#board .count").Each(func(_ int, s *goquery.Selection) { trail = append(trail, s.AttrOr("data-count", "")) })
	want(t, "trail", strings.Join(trail, " "), "1 2 3 4")
	q := v.get(p.Find("#back").AttrOr("href", "none"))
	want(t, "one back", q.board(), "<5,0,0,3,3,4,3,3,3,3,4,3,3>")
	want(t, "nothing before it", q.Find("#back").Length(), 0)
	p = v.get(labAddress("rules=capture", "played=3", "house=2"))
	want(t, "moves", p.Find(".moves li").Length(), 2)
	q = v.get(p.Find(".moves li a").First().AttrOr("href", "none"))
	want(t, "back to any of them", q.request(), "/lab?rules=capture&played=3")

	q = v.get(labAddress("rules=capture", "played=3", "house=9"))
	want(t, "no such house", q.status, 422)
	contains(t, "and why", q.text("#notice"), "house")
	want(t, "the board stays", q.board(), "<5,1,0,3,3,0,4,4,4,3,4,3,3>")
	q = v.get(labAddress("rules=capture", "board=<5,0,0,3,3,0,7,3,3,3,4,3,3>", "house=3"))
	contains(t, "an empty house", q.text("#notice"), "House 3 is empty.")

	p = v.get(p.Find("#turned").AttrOr("href", "none"))
	want(t, "the other side plays", strings.HasPrefix(p.buttons(), "n"), true)
	p = v.get(p.Find("#start").AttrOr("href", "none"))
	want(t, "the start", p.board(), "<5,0,0,3,3,4,3,3,3,3,4,3,3>")
}

// request is the whole address of the page.
func (p page) request() string {
	return p.Find(`form.langs input[name="back"]`).AttrOr("value", "")
}

func TestAPositionIsSetUpByHand(t *testing.T) {
	v := open(t).visitor("en")
	fields := func(change ...string) []string {
		all := map[string]string{"do": "set", "rules": "capture", "turn": "north", "s0": "10", "n0": "12"}
		for h := 1; h <= 5; h++ {
			all[fmt.Sprint("s", h)], all[fmt.Sprint("n", h)] = "1", "1"
		}
		for _, c := range change {
			name, value, _ := strings.Cut(c, "=")
			all[name] = value
		}
		var list []string
		for name, value := range all {
			list = append(list, name+"="+value)
		}
		return list
	}
	p := v.get(labAddress(fields()...))
	want(t, "status", p.status, 200)
	want(t, "board", p.board(), "<5,10,12,1,1,1,1,1,1,1,1,1,1>")
	want(t, "whose turn", p.buttons(), "n1 n2 n3 n4 n5")
	contains(t, "in the address", p.request(), "/lab?rules=capture&board=%3C5%2C10")
	for what, c := range map[string]struct{ change, says string }{
		"one seed missing":   {"s0=9", "There are 31 of 32 seeds on the board: 1 seed is missing."},
		"two too many":       {"n3=3", "There are 34 seeds on the board, and only 32 belong there: 2 seeds too many."},
		"not a number":       {"n3=many", "Each place needs a whole number of seeds, from 0 to 32."},
		"a negative one":     {"s1=-1", "Each place needs a whole number"},
		"half a seed":        {"s1=1.5", "Each place needs a whole number"},
		"nothing":            {"s2=", "Each place needs a whole number"},
		"far too many seeds": {"s2=999", "There are 1030 seeds on the board"},
	} {
		p := v.get(labAddress(fields(c.change)...))
		want(t, what, p.status, 422)
		contains(t, what, p.text(".setup .notice"), c.says)
		name, value, _ := strings.Cut(c.change, "=")
		want(t, what+": what was typed", p.Find(`.setup input[name="`+name+`"]`).AttrOr("value", "-"), value)
		want(t, what+": the rest too", p.Find(`.setup input[name="n5"]`).AttrOr("value", "-"), "1")
		want(t, what+": the turn", p.Find(`.setup input[value="north"][checked]`).Length(), 1)
		want(t, what+": the form is open", p.Find(`.setup[open]`).Length(), 1)
	}
	sq := v.site.visitor("sq").get(labAddress(fields("s0=9")...))
	contains(t, "in the reader's language", sq.text(".setup .notice"), "mungon 1 farë")
}

func TestTwoRuleSetsOnOnePosition(t *testing.T) {
	v := open(t).visitor("en")
	// A04: the lone seed, with nothing facing it.
	p := v.lab("rules=standard", "other=empty-capture", "board=<6,18,18,1,0,3,0,0,2,0,4,0,1,0,1>")
	row := p.Find(".compared tbody tr").First()
	contains(t, "under the first", row.Find("td").Eq(0).Text(), "just sows")
	contains(t, "under the other", row.Find("td").Eq(1).Text(), "captures 1 seed")
	contains(t, "they part", row.Text(), "different")
	contains(t, "elsewhere they do not", p.Find(".compared tbody tr").Eq(2).Text(), "the same")
	want(t, "margins of both over each house", p.Find(`#board [data-place="s1"] .worth`).Length(), 2)
	contains(t, "with letters", p.Find(`#board [data-place="s1"] .worth`).Eq(1).AttrOr("data-worth", ""), "B ")

	p = v.get(labAddress("rules=standard", "other=empty-capture", "board=<6,18,18,1,0,3,0,0,2,0,4,0,1,0,1>", "house=1"))
	contains(t, "both are told", p.text(".compared"), "House 1, played under both:")
	boards := p.Find(".compared .board")
	want(t, "and drawn", boards.Length(), 2)
	for i, n := range []string{"18", "19"} {
		want(t, "kalah", boards.Eq(i).Find(`[data-place="s*"]`).AttrOr("data-n", ""), n)
	}
	q := v.get(p.Find("#exchanged").AttrOr("href", "none"))
	contains(t, "the other way round", q.request(), "/lab?rules=empty-capture&other=standard")

	// R9: both seeds, or the facing ones alone.
	p = v.lab("rules=free:6x4:extra:opposite:row:owner:0", "other=standard", "board=<6,18,22,1,0,0,0,0,0,1,0,0,0,6,0>", "house=1")
	boards = p.Find(".compared .board")
	want(t, "the facing ones", boards.Eq(0).Find(`[data-place="s*"]`).AttrOr("data-n", ""), "24")
	want(t, "both, and the row is empty", boards.Eq(1).Find(`[data-place="s*"]`).AttrOr("data-n", ""), "25")
	contains(t, "what differs in the rules", p.text(".labrules"), "a capture takes the facing seeds")

	// R12: under one the game is over.
	p = v.lab("rules=late-end", "other=standard", "board=<6,18,22,0,0,0,0,0,8,0,0,0,0,0,0>")
	contains(t, "over under the other", p.text(".worthsays"), "With these rules the game would be over here.")
	want(t, "one margin", p.margins(), "*A-6")

	p = v.lab("rules=capture", "other=standard")
	want(t, "another board", p.status, 422)
	contains(t, "and why", p.text("#notice"), "different boards")
	want(t, "no comparison", p.Find(".compared").Length(), 0)
	p = v.lab("rules=standard", "other=standard-3")
	want(t, "other seeds", p.status, 422)
	v.lab("rules=capture").Find(`select[name="other"] option`).Each(func(_ int, o *goquery.Selection) {
		if value := o.AttrOr("value", ""); value != "" {
			want(t, value, v.lab("rules=capture", "other="+value, "show=off").status, 200)
		}
	})
}

func TestOtherRulesAreChosen(t *testing.T) {
	v := open(t).visitor("en")
	board := "board=<6,18,18,1,0,3,0,0,2,0,4,0,1,0,1>"
	p := v.get(labAddress("do=rules", "rules=late-end", "other=unclaimed", board, "show=off"))
	want(t, "the position stays", p.board(), board[6:])
	contains(t, "both", p.request(), "/lab?rules=late-end&other=unclaimed&board=")
	p = v.get(labAddress("do=rules", "rules=sowing", "other=unclaimed", board, "show=off"))
	want(t, "what does not fit is left behind", p.request(), "/lab?rules=sowing&show=off")
	p = v.get(labAddress("rules=standard", board, "show=off", "do=mix", "as=rules", "houses=6", "seeds=4", "extra=off", "capture=opposite", "end=stuck", "leftover=emptier", "winat=on", "pie=off"))
	want(t, "a mix of one's own, on the same board", p.request(), "/lab?rules=free%3A6x4%3Aturn%3Aopposite%3Astuck%3Aemptier%3A25&"+url.Values{"board": {board[6:]}}.Encode()+"&show=off")
	p = v.get(labAddress("rules=standard", "show=off", "do=mix", "as=other", "houses=4", "seeds=2", "extra=off", "capture=opposite", "end=stuck", "leftover=emptier", "winat=on", "pie=off"))
	want(t, "another board beside it", p.status, 422)
	want(t, "the choices stay", p.Find(`select[name="houses"] option[selected]`).AttrOr("value", ""), "4")
	p = v.get(labAddress("rules=standard", "show=off", "do=mix", "as=rules", "houses=4", "seeds=2", "extra=off", "capture=opposite", "end=stuck", "leftover=emptier", "winat=on", "pie=on"))
	want(t, "a small board", p.board(), "<4,0,0,2,2,2,2,2,2,2,2>")
	p = v.get(labAddress("rules=standard", "do=mix", "as=rules", "houses=9", "seeds=2", "extra=perhaps"))
	want(t, "rubbish", p.status, 422)
}

// R17.
func TestSeatsAreSwappedInTheLaboratory(t *testing.T) {
	v := open(t).visitor("en")
	pie := "rules=free:3x2:extra:both:row:owner:0:pie"
	p := v.lab(pie)
	contains(t, "the note", p.text(".worthsays"), "the other side may swap seats")
	want(t, "not yet", p.Find("#swap").Length(), 0)
	p = v.lab(pie, "played=3")
	top := p.margins()
	contains(t, "what it comes to", p.text("#swap"), "Swap seats: ")
	want(t, "there are margins", top != "", true)
	p = v.get(p.Find("#swap").AttrOr("href", "none"))
	contains(t, "sentence", p.text("#say"), "Bee swaps seats: Bee and Snail change rows. Now Snail plays.")
	want(t, "the side to move stays", p.buttons(), "n1 n2 n3")
	want(t, "once", v.lab(pie, "played=3-0-0").status, 422)
}

func TestMarginsAreHiddenUntilAskedFor(t *testing.T) {
	w := newTown(t)
	v := w.visitor("en")
	p := v.lab("rules=capture", "show=off")
	want(t, "none", p.margins(), "")
	want(t, "in no name either", p.Find(`#board button[value="4"]`).AttrOr("aria-label", ""), "house 4, 3 seeds")
	contains(t, "asked first", p.text(".worthsays"), "Decide first")
	p = v.get(p.Find("#shown").AttrOr("href", "none") + "&wait=on")
	want(t, "then shown", p.margins() != "", true)
	want(t, "no screen for a visitor", v.lab("view=screen").Find("body.screen").Length(), 0)

	ana := w.teaching(w.ana)
	p = ana.lab("rules=capture", "view=screen")
	want(t, "the projector", p.Find("body.screen").Length(), 1)
	want(t, "hides them", p.margins(), "")
	p = ana.get(p.Find("#shown").AttrOr("href", "none") + "&wait=on")
	want(t, "until the button", p.margins() != "", true)
	p = ana.get(labAddress("rules=capture", "view=screen", "show=on", "house=3"))
	want(t, "the next move is decided first again", p.request()+p.margins(), "/lab?rules=capture&played=3&view=screen")
	want(t, "out", ana.get(p.Find("#plan").AttrOr("href", "none")).Find("body.screen").Length(), 0)
}

// What cannot be proved in time is marked as such, and nothing claims to be best.
func TestWhatIsNotProvedIsMarked(t *testing.T) {
	hard := []string{"rules=standard-5", "board=<6,0,0,5,5,5,5,5,5,5,5,5,5,5,5>"}
	v := open(t).visitor("en")
	p := v.get(labAddress(hard...))
	if got := p.margins(); got == "" || strings.Contains(got, "*") || !strings.Contains(got, "~") {
		t.Errorf("margins %q", got)
	}
	contains(t, "in words", p.text(".worthsays"), "Not looked at to the end yet.")
	contains(t, "in a name", p.Find(`#board button[value="4"]`).AttrOr("aria-label", ""), "; about ")
	contains(t, "in the legend", p.text(".legend"), "≈ about: not looked at to the end")
	want(t, "a script asks for better ones", p.Find("#bench").AttrOr("hx-get", ""), "/lab?rules=standard-5")
	contains(t, "the page itself without scripts", p.Find("head noscript").Text(), "/lab?rules=standard-5&amp;wait=on")
	p = v.lab(hard...)
	want(t, "that one asks no more", p.Find("#bench[hx-get], noscript").Length(), 0)
	contains(t, "and offers to look longer", p.Find("#longer").AttrOr("href", ""), "&look=longer")
}

func TestWhoMayBeInTheLaboratory(t *testing.T) {
	w := newTown(t)
	ctx := context.Background()
	zana := w.signedIn(w.zana, w.codeTwo)
	p := zana.lab()
	want(t, "held at stage 1", p.status, http.StatusForbidden)
	contains(t, "not yet", p.text("main"), "ende nuk është e hapur për ty")
	w.check(w.kept.SetGate(ctx, w.byBesa, w.two.ID, school.Gate{Mode: school.Held, Stage: 5, Before: 5}))
	want(t, "held at stage 5", zana.lab().status, http.StatusForbidden)
	w.check(w.kept.SetGate(ctx, w.byBesa, w.two.ID, school.Gate{Mode: school.Held, Stage: 6, Before: 6}))
	want(t, "stage 6", zana.lab("rules=sowing").status, http.StatusOK)
	want(t, "a visitor", w.visitor("en").lab("rules=sowing").status, http.StatusOK)
	want(t, "a teacher", w.teaching(w.dora).lab("rules=sowing").status, http.StatusOK)

	says := map[string]string{"a pupil": "Je në mes të një loje që vlen.", "a visitor": "You are in the middle of a game that counts."}
	for what, v := range map[string]*visitor{"a pupil": zana, "a visitor": w.visitor("en")} {
		v.plays("rules=sowing")
		want(t, what+": practice does not matter", v.lab("rules=sowing").status, http.StatusOK)
		game := v.plays("rules=sowing", "kind=counts")
		p := v.lab("rules=sowing")
		want(t, what+" in a game that counts", p.status, http.StatusForbidden)
		contains(t, what, p.text("main"), says[what])
		want(t, what+": no margin", p.margins()+p.Find("#board").AttrOr("id", ""), "")
		want(t, what+": the way to it", p.Find("#game").AttrOr("href", ""), game.path)
		v.post(game.path+"/give-up", append(v.as(game), "version=0")...)
		want(t, what+" afterwards", v.lab("rules=sowing").status, http.StatusOK)
		game = v.plays("rules=sowing", "kind=counts")
		want(t, what+" again", v.lab("rules=sowing").status, http.StatusForbidden)
	}
	w.check(w.kept.SetGate(ctx, w.byAna, w.one.ID, school.Gate{Mode: school.Held, Stage: 6, Before: 6}))
	game := w.signedIn(w.rui, w.codeOne).plays("rules=sowing", "kind=counts")
	two := w.atOneComputer()
	p = two.lab("rules=sowing")
	want(t, "beside one who is in a game that counts", p.status, http.StatusForbidden)
	want(t, "the way to it", p.Find("#game").AttrOr("href", ""), game.path)

	teacher := w.teaching(w.ana)
	teacher.plays("rules=sowing", "kind=counts")
	want(t, "a teacher looks all the same", teacher.lab("rules=sowing").status, http.StatusOK)
	v := w.visitor("en")
	v.plays("rules=sowing", "kind=counts")
	w.now.add(25 * 60 * 60 * 1e9)
	want(t, "one left lying since yesterday", v.lab("rules=sowing").status, http.StatusOK)
}

// The replay of a finished game leads to the laboratory, for those to whom it is
// open.
func TestAFinishedGameLeadsToTheLaboratory(t *testing.T) {
	v := open(t).visitor("en")
	p := v.plays("rules=capture", "kind=counts")
	p = v.moves(p, 4)
	want(t, "not while it goes on", v.get(p.path+"/moves/1").Find("#whatif").Length(), 0)
	p = v.moves(p, 5)
	v.post(p.path+"/give-up", "version="+p.version())
	q := v.get(p.path + "/moves/1")
	want(t, "afterwards", q.Find("#whatif").Length(), 1)
	lab := v.get(q.Find("#whatif").AttrOr("href", "none"))
	want(t, "with its position", lab.board(), q.board())
}
