package web_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/tutor"
)

// botNames are the bots as forms and English pages call them.
var botNames = []struct {
	bot  tutor.Bot
	name string
}{{tutor.Beginner, "Caterpillar"}, {tutor.Easy, "Ladybird"}, {tutor.Medium, "Frog"}, {tutor.Perfect, "Owl"}}

func TestTheBotsAreOfferedWithWhatTheyDo(t *testing.T) {
	v := open(t).visitor("en")
	p := v.get("/play")
	cards := p.Find(".who .pick")
	want(t, "four bots and the neighbour", cards.Length(), len(botNames)+1)
	faces := map[string]bool{}
	for i, b := range botNames {
		card := cards.Eq(i)
		want(t, "value", card.Find("input").AttrOr("value", ""), string(b.bot))
		want(t, "name", card.Find("b").Text(), b.name)
		if card.Find("small").Text() == "" {
			t.Errorf("%s: how it plays is not said", b.name)
		}
		drawn, err := goquery.OuterHtml(card.Find("svg.face"))
		if err != nil || faces[drawn] {
			t.Errorf("%s has no face of its own: %v", b.name, err)
		}
		faces[drawn] = true
	}
	for path, first := range map[string]tutor.Bot{"/play": tutor.Beginner, "/play?rules=extra": tutor.Beginner, "/play?rules=capture": tutor.Easy, "/play?rules=standard": tutor.Easy} {
		chosen := v.get(path).Find(".who input[checked]")
		want(t, path, chosen.Length(), 1)
		want(t, path, chosen.AttrOr("value", ""), string(first))
	}
}

// The bot that was chosen plays, is shown wherever the game is, and plays the
// rematch.
func TestAGameKeepsItsBot(t *testing.T) {
	v := open(t).visitor("en")
	for _, b := range botNames {
		p := v.plays("rules=free", "board=3", "seeds=1", "winat=off", "extra=on", "capture=both", "end=row", "leftover=owner", "pie=off", "against="+string(b.bot))
		want(t, "heading", p.text("#heading"), "You and "+b.name)
		want(t, "seat", p.Find(".seat.far > span").First().Text(), b.name)
		card, _ := goquery.OuterHtml(v.get("/play").Find(`.who input[value="` + string(b.bot) + `"]`).Parent().Find("svg.face"))
		seat, _ := goquery.OuterHtml(p.Find(".seat.far > svg.face"))
		want(t, "face", seat, card)
		contains(t, "to go on with", v.get("/").text(".goon"), "You and "+b.name)
		for p.Find("#board button.cup").Length() > 0 {
			p = v.moves(p, p.Find("#board button.cup").First().AttrOr("value", ""))
		}
		p = v.post(p.path+"/compare", append(v.as(p), "do=skip")...)
		p = v.post(p.path+"/rematch", v.as(p)...)
		want(t, "status", p.status, http.StatusOK)
		want(t, "rematch", p.text("#heading"), "You and "+b.name)
		v.post(p.path+"/give-up", append(v.as(p), "version="+p.version())...)
	}
	want(t, "a form of before", v.plays("against=bot").text("#heading"), "You and Ladybird")
	for _, none := range []string{"", "Perfect", "chance", "owl"} {
		want(t, none, v.post("/games", append(v.mark(), "rules=sowing", "starts=me", "aids=full", "kind=practice", "against="+none)...).status, http.StatusUnprocessableEntity)
	}
}

// What the perfect bot could not see to the end of is said with the move, in
// the list of moves and in the records; of what is proved nothing is said.
func TestAnUnsureMoveIsMarked(t *testing.T) {
	w := newTown(t)
	rules, _ := kalah.Named("sowing")
	g := school.Game{
		ID: school.NewID(), Owner: school.OwnerOf(w.ines.ID), Rules: rules, First: kalah.North, Against: school.Bot, Bot: tutor.Perfect, Counts: true,
		Aids: school.FullAids, Opened: 1000, Outcome: school.Open,
		Events: []school.Event{{Version: 1, Kind: school.Move, Arg: 2, At: 1000, Unsure: true}, {Version: 2, Kind: school.Move, Arg: 1, At: 1001}, {Version: 3, Kind: school.Move, Arg: 3, At: 1001}},
	}
	must(w.kept.AddGame(context.Background(), g))
	v := w.signedIn(w.ines, w.codeOne)
	for lang, doubt := range map[string]string{"en": "Owl cannot see to the end of the game from here.", "pt": "Daqui, Coruja não enxerga até o fim do jogo.", "sq": "Nga këtu Kukuvajka nuk e sheh lojën deri në fund."} {
		v.post("/language", "lang="+lang)
		p := v.get("/games/" + g.ID)
		contains(t, "in the list", p.Find(".moves li").Eq(0).Text(), doubt)
		for i := 1; i < 3; i++ {
			lacks(t, "what is proved", p.Find(".moves li").Eq(i).Text(), doubt)
		}
		lacks(t, "the last move is proved", p.text("#say span:last-child"), doubt)
		contains(t, "all moves", v.get("/games/"+g.ID+"/moves").Find(".allmoves li").Eq(0).Text(), doubt)
		contains(t, "the moment itself", v.get("/games/"+g.ID+"/moves/1").text("#say"), doubt)
		lacks(t, "the next one", v.get("/games/"+g.ID+"/moves/2").text("#say"), doubt)
	}
	ana := w.teaching(w.ana)
	path := "/teach/" + w.one.ID + "/pupils/" + w.ines.ID
	contains(t, "for the parents", ana.get(path+"/export.html").text("main"), "Owl cannot see to the end of the game from here.")
	body, _ := ana.raw(path + "/export.json")
	var record struct {
		Games []struct {
			ID, Against, Bot, Board, Origin string
			Events                          []struct{ Unsure bool }
		}
	}
	if err := json.Unmarshal([]byte(body), &record); err != nil {
		t.Fatal(err)
	}
	for _, kept := range record.Games {
		if kept.ID == g.ID {
			want(t, "bot", kept.Against+" "+kept.Bot+kept.Board+kept.Origin, "bot perfect")
			want(t, "unsure", kept.Events[0].Unsure && !kept.Events[1].Unsure && !kept.Events[2].Unsure, true)
			return
		}
	}
	t.Error("the game is not in the record")
}

// A game that began from a position goes with it.
func TestAGameFromAPositionIsExportedWithIt(t *testing.T) {
	w := newTown(t)
	rules, _ := kalah.Named("sowing")
	from, err := rules.Parse("<5,10,10,1,0,0,0,1,1,2,3,4,0>", kalah.South)
	if err != nil {
		t.Fatal(err)
	}
	g := school.Game{
		ID: school.NewID(), Owner: school.OwnerOf(w.ines.ID), Rules: rules, From: from, Origin: "daily:2026-11-30", Against: school.Bot, Bot: tutor.Perfect,
		Aids: school.FullAids, Opened: 1000, Outcome: school.Open,
	}
	must(w.kept.AddGame(context.Background(), g))
	body, _ := w.teaching(w.ana).raw("/teach/" + w.one.ID + "/pupils/" + w.ines.ID + "/export.json")
	contains(t, "board", body, `"board": "`+jsonText(from.String())+`"`)
	contains(t, "origin", body, `"origin": "daily:2026-11-30"`)
}

func lacks(t testing.TB, what, got, unwanted string) {
	t.Helper()
	if strings.Contains(got, unwanted) {
		t.Errorf("%s: %q says %q", what, got, unwanted)
	}
}

func jsonText(s string) string {
	b, _ := json.Marshal(s)
	return string(b[1 : len(b)-1])
}

// A bot is seen to think before its turn, not before each move of it, and only
// where somebody plays with it.
func TestABotIsSeenToThinkOnceATurn(t *testing.T) {
	v := open(t).visitor("en")
	p := v.plays("rules=extra", "against=medium")
	want(t, "what is said", p.Find("#thinking").AttrOr("data-text", ""), "Frog is thinking.")
	want(t, "not yet", p.text("#thinking"), "")
	want(t, "nobody thinks for two", v.plays().Find("#thinking").Length(), 0)
	for range 6 {
		if p.Find("#board button.cup").Length() == 0 {
			break
		}
		house := p.Find("#board button.cup").First().AttrOr("value", "")
		before := p.version()
		p = v.moves(v.get(p.path), house)
		after := v.get(p.path + "/watch?have=" + before)
		thinks := after.Find("#steps li[data-thinks]").Length()
		moves := after.Find("#steps li").Length()
		own := 1
		if moves > 1 {
			want(t, "once", thinks, 1)
			want(t, "before the bot's first", after.Find("#steps li").Eq(own).Is("[data-thinks]"), true)
		} else {
			want(t, "never", thinks, 0)
		}
	}
}
