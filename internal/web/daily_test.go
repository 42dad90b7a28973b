package web_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/tutor"
)

var almanac = tutor.NewAlmanac(coach)

func (s *site) puzzle(d tutor.Day, rules string) tutor.Puzzle {
	s.t.Helper()
	set, ok := kalah.Named(rules)
	if !ok {
		s.t.Fatal(rules)
	}
	return must(almanac.Of(context.Background(), d, set))
}

// today is the date of the site's clock.
func (s *site) today() tutor.Day { return max(tutor.DayOf(s.now.Now()), tutor.FirstDay) }

// card is the card of a stage on a day's page.
func (p page) card(stage int) *goquery.Selection {
	return p.Find(".dailycards > li").FilterFunction(func(_ int, s *goquery.Selection) bool {
		return s.Find("h2").AttrOr("id", "") == fmt.Sprint("stage", stage)
	})
}

func (p page) state(stage int) string {
	return p.card(stage).Find(".dailyfacts svg[role=img]").AttrOr("aria-label", "?")
}

func drawnOn(board *goquery.Selection) string {
	n := func(place string) string {
		return board.Find(`[data-place="`+place+`"]`).AttrOr("data-n", "?")
	}
	m := board.Find(".row.near .cup").Length()
	parts := []string{fmt.Sprint(m), n("s*"), n("n*")}
	for _, side := range []string{"s", "n"} {
		for h := 1; h <= m; h++ {
			parts = append(parts, n(fmt.Sprint(side, h)))
		}
	}
	return "<" + strings.Join(parts, ",") + ">"
}

// finishes plays a game from a day's position to its end: first that house, then
// what is best.
func (w *town) playsOn(v *visitor, p page, house int) page {
	w.t.Helper()
	for n := 0; p.Find("#board button.cup").Length() > 0; n++ {
		g := must(w.kept.Game(context.Background(), strings.TrimPrefix(p.path, "/games/"), school.Reader{Pupil: &w.ines}))
		state := must(g.Replay())
		if n > 0 {
			best := coach.Margins(context.Background(), g.Rules, state.Line.Pos)
			house = best.Best[0]
		}
		if n > 100 {
			w.t.Fatal("the game does not end")
		}
		if p = v.moves(p, house); p.status != http.StatusOK {
			w.t.Fatalf("house %d: %d %s", house, p.status, p.text("main"))
		}
	}
	return p
}

func TestTheDaysPositionsAreTheSameForEverybody(t *testing.T) {
	w := newTown(t)
	today := w.today()
	visitors := map[string]*visitor{"a visitor": w.visitor("en"), "a visitor in Albanian": w.visitor("sq"), "a teacher": w.teaching(w.ana)}
	for who, v := range visitors {
		for _, path := range []string{"/daily", "/daily/" + today.String()} {
			p := v.get(path)
			want(t, who, p.status, http.StatusOK)
			want(t, who+": cards", p.Find(".dailycards > li").Length(), 5)
			want(t, who+": one filled button", p.Find(".dailycards .main").Length(), 1)
			for stage, rules := range []string{"sowing", "extra", "capture", "seventeen", "standard"} {
				puzzle := w.puzzle(today, rules)
				card := p.card(stage + 1)
				want(t, who+": "+rules, drawnOn(card.Find(".board")), puzzle.Pos.String())
				want(t, who+": how hard, by shape", card.Find(".level .seed").Length(), puzzle.Level)
				want(t, who+": where it is opened", card.Find("form").AttrOr("action", ""), "/daily/"+today.String()+"/"+rules)
				want(t, who+": for the projector", card.Find(`a[href^="/teach/daily/"]`).Length() == 1, who == "a teacher")
			}
		}
	}
}

func TestAPupilSeesTheDaysPositionsOfOpenStages(t *testing.T) {
	w := newTown(t)
	v := w.signedIn(w.ines, w.codeOne)
	today := "/daily/" + w.today().String()
	want(t, "held at stage 1", v.get("/daily").Find(".dailycards > li").Length(), 1)
	want(t, "a later one", v.acts(today+"/extra", "id="+school.NewID()).status, http.StatusForbidden)
	w.check(w.kept.SetGate(context.Background(), w.byAna, w.one.ID, school.Gate{Mode: school.Opened, Stage: 6, Before: 6}))
	want(t, "all open", v.get("/daily").Find(".dailycards > li").Length(), 5)
	for _, rules := range []string{"standard-3", "pie", "nothing", "free:school:extra:opposite:row:owner:0"} {
		want(t, rules, v.acts(today+"/"+rules, "id="+school.NewID()).status, http.StatusNotFound)
	}
	want(t, "no id", v.acts(today+"/extra", "id=x").status, http.StatusUnprocessableEntity)
}

func TestADaysPositionIsSolvedByAWonGame(t *testing.T) {
	w := newTown(t)
	v := w.signedIn(w.ines, w.codeOne)
	puzzle := w.puzzle(w.today(), "sowing")
	day := v.get("/daily")
	want(t, "before", day.state(1), "not solved yet")
	p := v.sends(day.card(1).Find("form"))
	want(t, "opened", p.status, http.StatusOK)
	want(t, "the position", p.board(), puzzle.Pos.String())
	contains(t, "what is asked", p.text("#dailyask"), "Only one of your houses wins")
	g := w.keptGame(p.path, w.ines)
	if g.Bot != tutor.Perfect || g.Against != school.Bot || g.Counts || g.From != puzzle.Pos || g.First != kalah.South || g.Owner != school.OwnerOf(w.ines.ID) {
		t.Errorf("opened: %+v", g)
	}
	if d, ok := g.Daily(); !ok || d != puzzle.Day {
		t.Errorf("from %q", g.Origin)
	}
	// One that is open is gone on with.
	again := v.get("/daily")
	want(t, "open", again.state(1), "Not over yet")
	want(t, "opened twice", v.sends(again.card(1).Find("form")).path, p.path)
	// Another house draws or loses against perfect play.
	other := 1
	for other == puzzle.House || puzzle.Rules.Legal(puzzle.Pos, other) != nil {
		other++
	}
	end := w.playsOn(v, p, other)
	want(t, "said too early", end.Find("#dailyend").Length(), 0) // the kalahs are compared first
	end = v.sends(end.Find("#compare"), "do=skip")
	contains(t, "not won", end.text("#dailyend"), "Not solved yet.")
	want(t, "asked at the end", end.Find("#dailyask").Length(), 0)
	want(t, "rematch", end.Find("#rematch").Length(), 0)
	want(t, "not won", v.get("/daily").state(1), "not solved yet")
	// And once more.
	p = v.sends(end.Find("#again").Closest("form"))
	if p.path == end.path || p.board() != puzzle.Pos.String() {
		t.Errorf("again: %s %s", p.path, p.board())
	}
	end = w.playsOn(v, p, puzzle.House)
	end = v.sends(end.Find("#compare"), "do=skip")
	contains(t, "won", end.text("#dailyend"), "Solved")
	want(t, "won", v.follows(end.Find("#dayall")).state(1), "solved")
	want(t, "others", w.visitor("en").get("/daily").state(1), "not solved yet")
	want(t, "another pupil", w.signedIn(w.rui, w.codeOne).get("/daily").state(1), "not solved yet")
	want(t, "in the list", v.get("/daily/earlier").Find(".days li").First().Find(".ring").AttrOr("aria-label", ""), "Stage 1: solved")
	// A look back says nothing of it, nor a page for others.
	back := v.get(end.path + "/moves/0")
	want(t, "a look back", back.board(), puzzle.Pos.String())
	want(t, "a look back", back.Find("#dailyask, #dailyend").Length(), 0)
	watcher := w.teaching(w.ana).get(end.path)
	want(t, "the teacher's look", watcher.Find("#dailyask, #dailyend, #again").Length(), 0)
	want(t, "of which day", watcher.Find(".daily a").AttrOr("href", ""), "/daily/"+puzzle.Day.String())
}

// What a visitor has solved goes along when the games do.
func TestAVisitorsSolvedDaysComeAlong(t *testing.T) {
	w := newTown(t)
	v := w.visitor("en")
	puzzle := w.puzzle(w.today(), "sowing")
	want(t, "nothing yet", v.get("/daily").state(1), "not solved yet")
	p := w.playsOn(v, v.sends(v.get("/daily").card(1).Find("form")), puzzle.House)
	contains(t, "solved", v.sends(p.Find("#compare"), "do=skip").text("#dailyend"), "Solved")
	want(t, "solved", v.get("/daily").state(1), "solved")
	v.enters(w.codeOne, w.ines.ID, w.ines.Pictures)
	want(t, "signed in", v.get("/daily").state(1), "not solved yet")
	v.sends(v.get("/me").Find("form.take"), "do=take")
	want(t, "taken along", v.get("/daily").state(1), "solved")
}

// Of two at one computer it is the game of the one whose tap it was.
func TestADaysPositionBelongsToWhoeverTaps(t *testing.T) {
	w := newTown(t)
	v := w.atOneComputer()
	day := v.follows(v.get("/daily").Find(".tap .then a"))
	contains(t, "Rui's tap", day.text(".tap .now"), "Rui")
	p := v.sends(day.card(1).Find("form"))
	want(t, "whose", w.keptGame(p.path, w.rui).Owner, school.OwnerOf(w.rui.ID))
	want(t, "Rui's", v.get("/daily?by="+w.rui.ID).state(1), "Not over yet")
	want(t, "Inês has none", v.get("/daily?by="+w.ines.ID).state(1), "not solved yet")
}

func TestDaysThatAreShown(t *testing.T) {
	s := open(t)
	v := s.visitor("en")
	today := s.today()
	for path, status := range map[string]int{
		"/daily/" + today.String():                         http.StatusOK,
		"/daily/" + tutor.FirstDay.String():                http.StatusOK,
		"/daily/" + (tutor.FirstDay - 1).String():          http.StatusNotFound,
		"/daily/" + (today + 2).String():                   http.StatusNotFound,
		"/daily/2026-02-30":                                http.StatusNotFound,
		"/daily/x":                                         http.StatusNotFound,
		"/daily/earlier?month=2025-12":                     http.StatusNotFound,
		"/daily/earlier?month=2026-01":                     http.StatusOK,
		"/daily/earlier?month=2999-01":                     http.StatusNotFound,
		"/daily/earlier?month=x":                           http.StatusNotFound,
		"/daily/" + today.String() + "/sowing":             http.StatusOK, // leads to the day
		"/daily/" + (today + 2).String() + "/sowing":       http.StatusNotFound,
		"/teach/daily/" + (today + 2).String() + "/sowing": http.StatusOK, // to sign in first
		"/daily/%00":                                       http.StatusNotFound,
	} {
		want(t, path, v.get(path).status, status)
	}
	want(t, "leads to the day", v.get("/daily/"+today.String()+"/sowing").path, "/daily/"+today.String())
	want(t, "a position to come", v.acts("/daily/"+(today+2).String()+"/sowing", "id="+school.NewID()).status, http.StatusNotFound)
	want(t, "the day after today", v.get("/daily").Find("a[rel=next]").Length(), 0)
	want(t, "the day before the first", v.get("/daily/"+tutor.FirstDay.String()).Find("a[rel=prev]").Length(), 0)
	before := v.get("/daily").card(5).Find(".board")
	s.now.add(48 * time.Hour)
	want(t, "two days on", v.get("/daily/"+(today+2).String()).status, http.StatusOK)
	if now := v.get("/daily").card(5).Find(".board"); drawnOn(now) == drawnOn(before) {
		t.Error("the same position two days on")
	}
	want(t, "it remains", drawnOn(v.get("/daily/"+today.String()).card(5).Find(".board")), drawnOn(before))
	// By months back to the first day.
	days, month := 0, v.get("/daily/earlier")
	for {
		days += month.Find(".days li").Length()
		earlier := month.Find("a[rel=prev]")
		if earlier.Length() == 0 {
			break
		}
		month = v.follows(earlier)
	}
	want(t, "days in all months", days, int(today+2-tutor.FirstDay)+1)
	want(t, "the first", month.Find(".days li a").Last().AttrOr("href", ""), "/daily/"+tutor.FirstDay.String())
}

func TestADaysPositionOnTheProjector(t *testing.T) {
	w := newTown(t)
	v := w.teaching(w.ana)
	puzzle := w.puzzle(w.today(), "capture")
	path := "/teach/daily/" + puzzle.Day.String() + "/capture"
	p := v.get(path)
	want(t, "the question", p.status, http.StatusOK)
	want(t, "the position", drawnOn(p.Find(".board")), puzzle.Pos.String())
	contains(t, "the question", p.text(".say"), "Only one of its houses wins.")
	want(t, "nothing is given away", strings.Contains(p.text("main"), fmt.Sprintf("House %d wins", puzzle.House)), false)
	p = v.follows(p.Find("a[rel=next]"))
	contains(t, "the answer", p.text("main"), fmt.Sprintf("House %d wins", puzzle.House))
	want(t, "and on", p.onward("next"), "/daily/"+puzzle.Day.String())
	want(t, "and back", p.onward("prev"), path)
	want(t, "another rule set", v.get("/teach/daily/"+puzzle.Day.String()+"/pie").status, http.StatusNotFound)
	want(t, "a day to come", v.get("/teach/daily/"+(puzzle.Day+2).String()+"/capture").status, http.StatusNotFound)
}

func TestTheDaysPositionIsLinkedTo(t *testing.T) {
	w := newTown(t)
	pupil, teacher := w.signedIn(w.ines, w.codeOne), w.teaching(w.ana)
	for _, p := range []page{w.visitor("pt").get("/"), pupil.get("/me"), pupil.get("/learn"), teacher.get("/teach")} {
		want(t, p.path, p.Find(`main a[href="/daily"]`).Length(), 1)
	}
}
