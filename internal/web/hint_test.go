package web_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/tutor"
)

// asksFor presses the button for the next step of the help.
func (v *visitor) asksFor(p page) page {
	v.t.Helper()
	return v.sends(p.Find("#teachform"))
}

// pointed are the marked houses.
func (p page) pointed() string {
	return strings.TrimSpace(p.Find("#board .pointed").AttrOr("data-place", "") + " " + p.Find("#board .pointed .point").AttrOr("aria-hidden", ""))
}

// Three steps: where to look, which house, why; each stays when the page is
// opened again, and goes when a move is made.
func TestHelpInThreeSteps(t *testing.T) {
	for code, button := range map[string][]string{"en": {"Teach me", "Show me", "Why?"}, "pt-BR": {"Me ensina", "Me mostra", "Por quê?"}, "sq": {"Më mëso", "Më trego", "Pse?"}} {
		s := open(t)
		v := s.visitor(code)
		p := v.plays("rules=extra", "against=neighbour", "starts=me")
		want(t, "nothing is said unasked", p.words("#hint")+p.pointed(), "")
		var said []string
		for i := range button {
			want(t, code+": the button", p.text("#teach"), button[i])
			p = v.asksFor(p)
			want(t, code+": where it leads", p.status == http.StatusOK && strings.HasPrefix(p.path, "/games/"), true)
			want(t, code+": how much is said", p.Find("#hint p").Length(), i+1)
			want(t, code+": the house is marked", p.Find("#board .pointed").Length() == 1, i >= 1)
			said = append(said, p.text("#hint p:last-child"))
			again := v.get(p.path)
			want(t, code+": it stays", again.words("#hint"), p.words("#hint"))
			want(t, code+": the mark stays", again.pointed(), p.pointed())
		}
		want(t, code+": no more steps", p.Find("#teachform").Length(), 0)
		if regexp.MustCompile(`\d`).MatchString(said[0]) || !regexp.MustCompile(`\d`).MatchString(said[1]) {
			t.Errorf("%s: %q", code, said)
		}
		house := p.Find("#board button.pointed")
		contains(t, code+": its number", said[1], house.AttrOr("value", "?"))
		name := house.AttrOr("aria-label", "")
		contains(t, code+": its name", name, map[string]string{"en": ", the one in the hint", "pt-BR": ", a da dica", "sq": ", ajo e këshillës"}[code])
		next := v.moves(p, house.AttrOr("value", "?"))
		want(t, code+": it goes with the move", next.words("#hint")+next.pointed(), "")
		want(t, code+": and comes anew", next.text("#teach"), button[0])
	}
}

// The page's script gets the part that has changed.
func TestHelpAsAPartOfThePage(t *testing.T) {
	s := open(t)
	v := s.visitor("en")
	p := v.plays("rules=capture", "against=bot", "starts=me")
	fields := append(v.as(p), "version=0", "steps=0")
	part := v.part(p.path+"/hint", fields...)
	want(t, "status", part.status, http.StatusOK)
	want(t, "a part", part.Find("main, .top").Length(), 0)
	want(t, "the first step", part.Find("#game #hint p").Length(), 1)
	// The same form again is the same step.
	want(t, "sent twice", v.part(p.path+"/hint", fields...).Find("#hint p").Length(), 1)
	want(t, "the third before the second", v.part(p.path+"/hint", append(v.as(p), "version=0", "steps=2")...).Find("#hint p").Length(), 1)
	for _, wrong := range []string{"3", "-1", "x", ""} {
		want(t, "steps="+wrong, v.part(p.path+"/hint", append(v.as(p), "version=0", "steps="+wrong)...).status, http.StatusUnprocessableEntity)
	}
}

// A21: asking changes nothing of the game, however often.
func TestA21AskingChangesNothingOfTheGame(t *testing.T) {
	w := newTown(t)
	w.check(w.kept.SetGate(context.Background(), w.byAna, w.one.ID, school.Gate{Mode: school.Opened, Stage: 6, Before: 6}))
	v := w.signedIn(w.ines, w.codeOne)
	p := v.plays("rules=standard", "against=neighbour", "starts=me")
	p = v.moves(p, 3) // an extra turn
	state := func() string {
		g := w.keptGame(p.path, w.ines)
		g.Helped = 0 // what was asked for stands beside the game
		return fmt.Sprintf("%+v", g)
	}
	before := state()
	board := p.board()
	for range 10 {
		asked := v.post(p.path+"/hint", append(v.as(p), "version=1", "steps=0")...)
		want(t, "the game", state(), before)
		want(t, "the board", asked.board(), board)
	}
}

// A form of a page that is no longer true gets the board as it is now.
func TestHelpForAnEarlierBoardIsNotGiven(t *testing.T) {
	s := open(t)
	v := s.visitor("en")
	p := v.plays("rules=extra", "against=neighbour", "starts=me")
	now := v.moves(p, 1)
	late := v.asksFor(p)
	want(t, "status", late.status, http.StatusConflict)
	contains(t, "what is said", late.text("#notice"), "The game has gone on")
	want(t, "the board", late.board(), now.board())
	want(t, "no help", late.words("#hint")+late.pointed(), "")
	want(t, "nor noted", v.get(p.path).words("#hint"), "")
}

// Where there is no help, there is no button, and a form made by hand gets none.
func TestWhereThereIsNoHelp(t *testing.T) {
	w := newTown(t)
	w.check(w.kept.SetGate(context.Background(), w.byAna, w.one.ID, school.Gate{Mode: school.Opened, Stage: 6, Before: 6}))
	v := w.signedIn(w.ines, w.codeOne)
	none := func(what string, v *visitor, p page, status int) {
		t.Helper()
		want(t, what+": the button", p.Find("#teach, #hint").Length(), 0)
		got := v.post(p.path+"/hint", append(v.as(p), "version="+p.version(), "steps=0")...)
		want(t, what+": by hand", got.status, status)
		want(t, what+": it is said", got.words("#hint")+got.pointed(), "")
	}
	none("it counts", v, v.plays("kind=counts"), http.StatusForbidden)
	gone := v.plays()
	gone = v.post(gone.path+"/give-up", append(v.as(gone), "version=0")...)
	none("it is over", v, gone, http.StatusConflict)

	day := school.Game{ID: school.NewID(), Owner: school.OwnerOf(w.ines.ID), Against: school.Bot, Bot: tutor.Perfect, Aids: school.FullAids, Outcome: school.Open, Opened: 1, Origin: "daily:2026-11-30"}
	day.Rules, _ = kalah.Named("sowing")
	day.From = must(day.Rules.Parse("<5,9,9,1,1,1,1,3,1,1,1,2,2>", kalah.South))
	must(w.kept.AddGame(context.Background(), day))
	none("a day's position", v, v.get("/games/"+day.ID), http.StatusForbidden)

	open := v.plays("rules=extra", "against=neighbour")
	want(t, "practice", v.asksFor(open).Find("#hint p").Length(), 1)
	ana := w.teaching(w.ana)
	ana.acts("/teach/"+w.one.ID+"/settings", "name=Class One", "lang=en", "entry=pictures", "minutes=15", "aids=full", "back=on", "hints=off")
	none("switched off", v, v.get(open.path), http.StatusForbidden)
	visitor := w.visitor("en")
	want(t, "a visitor still has it", visitor.asksFor(visitor.plays("rules=extra")).Find("#hint p").Length(), 1)
}

// Those who look on see no help, and get none.
func TestHelpIsForWhoPlays(t *testing.T) {
	s := open(t)
	v, other := s.visitor("en"), s.visitor("en")
	p := v.plays("rules=extra", "against=neighbour")
	p = v.asksFor(v.asksFor(p))
	seen := other.get(p.path)
	want(t, "seen", seen.Find("#teach, #hint, .pointed").Length(), 0)
	got := other.post(p.path+"/hint", append(other.mark(), "version=0", "steps=2")...)
	want(t, "asked", got.status, http.StatusForbidden)
	want(t, "told", got.Find("#hint, .pointed").Length(), 0)
	want(t, "no step further", v.get(p.path).Find("#hint p").Length(), 2)
	for _, path := range []string{"/moves/0", "/give-up", "/moves"} {
		want(t, path, v.get(p.path+path).Find("#teach, #hint, .pointed").Length(), 0)
	}
}

// Of two at one computer the one who is to move asks, and it is that one's help.
func TestHelpOfTwoIsOfTheOneWhoMoves(t *testing.T) {
	w := newTown(t)
	w.check(w.kept.SetGate(context.Background(), w.byAna, w.one.ID, school.Gate{Mode: school.Opened, Stage: 6, Before: 6}))
	v := w.atOneComputer()
	p := v.plays("rules=extra", "against=neighbour", "starts=me")
	p = v.asksFor(p)
	p = v.moves(p, 1)
	contains(t, "whose tap", p.text(".tap .now"), "Rui")
	p = v.asksFor(v.asksFor(p))
	if side := p.Find("#board .pointed").AttrOr("data-place", "?")[:1]; side != "n" {
		t.Errorf("marked on the side %s", side)
	}
	v.moves(p, p.Find("#board .pointed").AttrOr("value", "?"))
	for _, pupil := range []school.Pupil{w.ines, w.rui} {
		record := must(w.kept.PupilRecord(context.Background(), w.ana.ID, w.one.ID, pupil.ID))
		if len(record.Hints) != 1 {
			t.Errorf("%s: %+v", pupil.Name, record.Hints)
		}
		page := w.teaching(w.ana).get("/teach/" + w.one.ID + "/pupils/" + pupil.ID)
		want(t, pupil.Name+": of late", page.text("#helped"), "With a hint in the last 7 days: 1 move.")
		want(t, pupil.Name+": in the game", page.text(".games .helped"), "1 move with a hint")
		json := w.teaching(w.ana).get("/teach/" + w.one.ID + "/pupils/" + pupil.ID + "/export.json")
		contains(t, pupil.Name+": taken out", json.text("body"), `"hints": [ { "version":`)
	}
	w.now.add(8 * 24 * time.Hour)
	page := w.teaching(w.ana).get("/teach/" + w.one.ID + "/pupils/" + w.ines.ID)
	want(t, "a week later", page.text("#helped"), "With a hint in the last 7 days: 0 moves.")
	want(t, "in the game still", page.text(".games .helped"), "1 move with a hint")
}

// After a hint the move is not asked about: it has been told where the seed goes.
func TestNoPredictionAfterHelp(t *testing.T) {
	s := open(t)
	v := s.visitor("en")
	for range 40 {
		p := v.plays("rules=sowing", "against=bot", "starts=me")
		asked := v.post(p.path+"/moves", append(v.as(p), "version=0", "house=3")...)
		if asked.Find(`form.asked[action$="/moves"]`).Length() == 0 {
			continue
		}
		want(t, "no help while a question stands there", asked.Find("#teach").Length(), 0)
		v.asksFor(p)
		made := v.post(p.path+"/moves", append(v.as(p), "version=0", "house=3")...)
		want(t, "the move is made", made.version() != "0", true)
		return
	}
	t.Error("nothing was asked in 40 games")
}

// part posts a form as the page's script does.
func (v *visitor) part(path string, fields ...string) page {
	v.t.Helper()
	req, err := http.NewRequest(http.MethodPost, v.url+path, strings.NewReader(strings.Join(fields, "&")))
	if err != nil {
		v.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("HX-Request", "true")
	return v.send(req)
}

// A class that asks at once gets its help, each within the time of a move, and
// the pages go on meanwhile.
func TestAClassAsksForHelpAtOnce(t *testing.T) {
	s := open(t)
	type asker struct {
		v *visitor
		p page
	}
	var askers []asker
	for range 30 {
		v := s.visitor("en")
		askers = append(askers, asker{v, v.plays("rules=standard-6", "against=neighbour")})
	}
	var all sync.WaitGroup
	var slowest atomic.Int64
	for _, a := range askers {
		all.Go(func() {
			from := time.Now()
			if p := a.v.asksFor(a.p); p.status != http.StatusOK || p.Find("#hint p").Length() != 1 {
				t.Errorf("%d: %s", p.status, p.words("main"))
			}
			slowest.Store(max(slowest.Load(), int64(time.Since(from))))
		})
	}
	time.Sleep(100 * time.Millisecond)
	reader := s.visitor("en")
	from := time.Now()
	for range 5 {
		reader.get("/play")
	}
	pages := time.Since(from) / 5
	all.Wait()
	t.Logf("a page in %s, the slowest help in %s", pages, time.Duration(slowest.Load()))
	if pages > tutor.Thinking/2 || time.Duration(slowest.Load()) > 4*tutor.Thinking {
		t.Errorf("a page in %s, the slowest help in %s", pages, time.Duration(slowest.Load()))
	}
}
