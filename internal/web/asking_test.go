package web_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/internal/tutor"
)

// asksClaim reports whether the question of a page is a claim of the bot's.
func (p page) asksClaim() bool {
	return strings.HasSuffix(p.Find("form.asked").AttrOr("action", ""), "/claim")
}

// house is a house of the page's board that may be played, from the left.
func (p page) house(n int) string {
	open := p.Find("#board button.cup")
	return open.Eq(n%open.Length()).AttrOr("value", "")
}

// kept is a game as it is kept, for the pupil who plays it.
func (w *town) keptGame(path string, p school.Pupil) school.Game {
	w.t.Helper()
	return must(w.kept.Game(context.Background(), strings.TrimPrefix(path, "/games/"), school.Reader{Pupil: &p}))
}

// first is where a pupil's game against the bot first asks what is wanted; before
// is the page whose form led there, with the house that was played.
func (v *visitor) first(claim bool, rules string) (asked, before page, house string) {
	v.t.Helper()
	for range 30 {
		p := v.plays("rules="+rules, "against=bot")
		for n := 0; p.Find("#board button.cup").Length() > 0 && n < 12; n++ {
			before, house = p, p.house(n)
			q := v.post(p.path+"/moves", append(v.as(p), "version="+p.version(), "house="+house)...)
			if q.asks() && q.asksClaim() == claim {
				return q, before, house
			}
			p = v.unsure(q)
		}
	}
	v.t.Fatal("nothing is asked in 30 games")
	return
}

// Before a move is sown, the child says where its last seed falls; then the move
// is made as always.
func TestAPredictionIsAskedBeforeTheMove(t *testing.T) {
	w := newTown(t)
	v := w.signedIn(w.ines, w.codeOne)
	owner := school.OwnerOf(w.ines.ID)
	attempts := func() []lesson.Attempt { return must(w.kept.Attempts(context.Background(), owner)) }
	for _, c := range []struct{ what, says string }{{"right", "Just as you said:"}, {"wrong", "Not quite. House"}, {"unsure", "House"}} {
		q, before, house := v.first(false, "sowing")
		want(t, c.what+": status", q.status, http.StatusOK)
		want(t, c.what+": nothing is sown", q.board(), before.board())
		want(t, c.what+": the version is that of before", q.version(), before.version())
		want(t, c.what+": every place can be tapped", q.Find("#board button.cup[name=answer]").Length(), 12)
		want(t, c.what+": no trail", q.Find("#board .count, #board .last, #board .guess, #steps").Length(), 0)
		contains(t, c.what, q.text("#question"), "You sow house "+house+" with ")
		g := w.keptGame(before.path, w.ines)
		state := must(g.Replay())
		sowing := must(g.Rules.Sow(state.Line.Pos, int(house[0]-'0')))
		right := sowing.Last().String()
		answer := map[string]string{"right": right, "wrong": "n*", "unsure": "?"}[c.what]
		seen := len(attempts())

		bad := v.replies(q, "x7")
		want(t, c.what+": no place", fmt.Sprint(bad.status, bad.asks(), bad.text("#notice") != ""), "422 true true")
		want(t, c.what+": nothing is kept of it", len(attempts()), seen)
		again := v.post(before.path+"/moves", append(v.as(before), "version="+before.version(), "house="+house)...)
		want(t, c.what+": asked again, not yet answered", fmt.Sprint(again.status, again.asks()), "200 true")
		want(t, c.what+": the game's page can be played on", v.get(before.path).asks(), false)

		p := v.replies(q, answer)
		want(t, c.what+": made", p.path, before.path)
		contains(t, c.what, p.text("#told"), c.says)
		all := attempts()
		want(t, c.what+": one answer", len(all), seen+1)
		a := all[len(all)-1]
		want(t, c.what+": as kept", fmt.Sprintln(a.Answer, a.Right, a.Key.Kind, a.Key.Version, a.House, a.Origin),
			fmt.Sprintln(answer, answer == right, lesson.Landing, 0, house, fmt.Sprintf("game:%s/%s", g.ID, before.version())))
		skill := [...]string{"K0 K1", "K2 K3", "K4", "K5"}[a.Key.Level-1]
		contains(t, c.what+": skill", skill, string(a.Skill))
		want(t, c.what+": its number", a.N, 1+countOf(all[:len(all)-1], a.Skill))
		if e := must(lesson.Recall(&a)); string(e.Right) != right {
			t.Errorf("%s: recalled %q, want %q", c.what, e.Right, right)
		}
		g = w.keptGame(before.path, w.ines)
		state = must(g.Replay())
		want(t, c.what+": the move is made", fmt.Sprint(state.Steps[len(must(beforeOf(g, before)).Steps)].Sowing.House), house)
		want(t, c.what+": still told", v.get(before.path).text("#told"), p.text("#told"))
		want(t, c.what+": not to others", w.teaching(w.ana).get(before.path).text("#told"), "")

		twice := v.replies(q, right)
		want(t, c.what+": the same post again", twice.status, http.StatusConflict)
		want(t, c.what+": keeps one", len(attempts()), seen+1)
		want(t, c.what+": one game", fmt.Sprint(len(w.keptGame(before.path, w.ines).Events)), fmt.Sprint(len(g.Events)))
	}
	line := w.teaching(w.ana).get("/teach/" + w.one.ID + "/pupils/" + w.ines.ID)
	want(t, "the teacher's page", line.status, http.StatusOK)
	a := attempts()[0]
	want(t, "played again for the teacher", w.teaching(w.ana).get(fmt.Sprintf("/teach/%s/pupils/%s/answers/%s/%d", w.one.ID, w.ines.ID, a.Skill, a.N)).Find("#steps li").Length(), 1)
}

// beforeOf is a game replayed as far as a page knows it.
func beforeOf(g school.Game, p page) (school.State, error) {
	version := 0
	fmt.Sscan(p.version(), &version)
	g.Events = g.Events[:version]
	return g.Replay()
}

func countOf(list []lesson.Attempt, skill lesson.Skill) (n int) {
	for _, a := range list {
		if a.Skill == skill {
			n++
		}
	}
	return n
}

// The bot shows its sowing by numbers, sometimes wrongly; what it really does is
// shown after the child has said something.
func TestAClaimOfTheBotIsRefereed(t *testing.T) {
	w := newTown(t)
	v := w.signedIn(w.ines, w.codeOne)
	attempts := func() []lesson.Attempt {
		return must(w.kept.Attempts(context.Background(), school.OwnerOf(w.ines.ID)))
	}
	seen := map[string]bool{}
	for round := 0; len(seen) < 5; round++ {
		if round == 60 {
			t.Fatalf("after 60 claims only %v", seen)
		}
		q, _, _ := v.first(true, "sowing")
		path := strings.TrimSuffix(q.Find("form.asked").AttrOr("action", ""), "/claim")
		g := w.keptGame(path, w.ines)
		state := must(g.Replay())
		last := state.Last()
		want(t, "pending: the board is that of before", q.board(), last.Sowing.Before.String())
		want(t, "pending: so is the page itself", v.get(path).board(), last.Sowing.Before.String())
		want(t, "pending: asked there too", v.get(path).asksClaim(), true)
		want(t, "pending: the moves do not tell", v.get(path+"/moves").Find(".allmoves li").Length(), len(state.Steps)-1)
		want(t, "pending: no such move yet", v.get(fmt.Sprint(path, "/moves/", len(state.Steps))).status, http.StatusNotFound)
		want(t, "pending: beside the board", q.Find(".moves li").Length(), min(5, len(state.Steps)-1))
		want(t, "pending: a teacher sees the game", w.teaching(w.ana).get(path).board(), last.After.Pos.String())
		way := map[string]int{}
		q.Find("#board .guess").Each(func(_ int, s *goquery.Selection) {
			for _, n := range strings.Split(s.AttrOr("data-count", ""), "·") {
				seed := 0
				fmt.Sscan(n, &seed)
				way[s.Parent().AttrOr("data-place", "")] = max(seed, way[s.Parent().AttrOr("data-place", "")])
			}
		})
		seeds := last.Sowing.Seeds
		want(t, "pending: a button a seed", q.Find(`.seeds button`).Length(), seeds)
		want(t, "pending: a place a seed, in words", q.Find(`form.asked ol li`).Length(), seeds)
		before := len(attempts())

		bad := v.replies(q, fmt.Sprint(seeds+1))
		want(t, "no such seed", fmt.Sprint(bad.status, bad.asksClaim(), len(attempts()) == before), "422 true true")
		answer := []string{"right", "1", "2", "?"}[round%4]
		p := v.replies(q, answer)
		all := attempts()
		a := all[len(all)-1]
		e := must(lesson.Recall(&a))
		want(t, "one more", len(all), before+1)
		want(t, "as kept", fmt.Sprintln(a.Key.Kind, a.Answer, a.Origin, e.Pos, e.Pos.Turn(), a.Mover),
			fmt.Sprintln(lesson.Referee, answer, fmt.Sprintf("game:%s/%d", g.ID, len(g.Events)), last.Sowing.Before.Mirror(), kalah.South, "south"))
		mirrored := 0
		for i, at := range tutor.LandingTrail(e.Set, e.Pos, e.House, e.Claim) {
			at.Side = at.Side.Other()
			if way[at.String()] > i {
				mirrored++
			}
		}
		want(t, "the way that was drawn is that of the claim", mirrored, seeds)
		want(t, "then the move", fmt.Sprintln(p.path, p.board(), p.asks()), fmt.Sprintln(path, last.After.Pos, false))
		after := w.keptGame(path, w.ines)
		want(t, "the game is the same", fmt.Sprint(after.Events), fmt.Sprint(g.Events))
		told := p.text("#told")
		want(t, "told on the page itself", v.get(path).text("#told"), told)
		right := a.Answer == e.Right
		kind := fmt.Sprint(right, e.Claim == tutor.NoSlip)
		contains(t, kind, told, map[string]string{
			"true true": "You followed every seed: Ladybird counted right.", "true false": "You found it: seed " + string(e.Right),
			"false true": "Ladybird counted right: every seed fell as shown.", "false false": "Seed " + string(e.Right) + " was the first in the wrong place.",
		}[kind])
		if answer == "?" {
			kind = "unsure"
		}
		seen[kind] = true
		want(t, "again", v.replies(q, "right").status, http.StatusConflict)
		want(t, "again: keeps one", len(attempts()), before+1)
		want(t, "by somebody else", w.teaching(w.ana).acts(path+"/claim", fmt.Sprint("version=", len(g.Events)), "answer=1").status, http.StatusForbidden)
	}
}

// With the page's script: the moves before a claim are shown, the claimed one
// is not, and comes with the answer.
func TestTheScriptIsNotToldWhatIsClaimed(t *testing.T) {
	w := newTown(t)
	v := w.signedIn(w.ines, w.codeOne)
	hx := func(path string, fields ...string) page {
		req, _ := http.NewRequest(http.MethodPost, v.url+path, strings.NewReader(strings.Join(fields, "&")))
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("HX-Request", "true")
		return v.send(req)
	}
	for range 40 {
		p := v.plays("rules=sowing", "against=bot")
		path := p.path
		for n := 0; n < 12; n++ {
			p = v.get(path)
			if p.Find("#board button.cup").Length() == 0 {
				break
			}
			q := hx(path+"/moves", append(v.as(p), "version="+p.version(), "house="+p.house(n))...)
			if q.Find("form.asked").Length() > 0 && !q.asksClaim() {
				want(t, "a question alone", fmt.Sprint(q.Find("#game").Length(), q.Find("main").Length(), q.Find("#steps").Length()), "1 0 0")
				q = hx(path+"/moves", append(v.as(p), "version="+p.version(), "house="+p.house(n), "answer=?")...)
				want(t, "its move is shown", q.Find("#steps li").First().AttrOr("data-house", ""), "s"+p.house(n))
			}
			if !q.asksClaim() {
				continue
			}
			g := w.keptGame(path, w.ines)
			from := 0
			fmt.Sscan(p.version(), &from)
			want(t, "the steps before", q.Find("#steps li").Length(), len(g.Events)-from-1)
			q = hx(path+"/claim", append(v.as(p), fmt.Sprint("version=", len(g.Events)), "answer=?")...)
			want(t, "the claimed one", q.Find("#steps li").Length(), 1)
			want(t, "is the last", q.Find("#steps li").AttrOr("data-version", ""), fmt.Sprint(len(g.Events)))
			return
		}
	}
	t.Error("nothing was claimed in 40 games")
}

// About one move in five is asked about, and one turn of the bot in five; never
// where it counts, or at one screen, nor what can be done already.
func TestOneMoveInFiveIsAskedAbout(t *testing.T) {
	w := newTown(t)
	v := w.visitor("en")
	moves, predictions, turns, claims := 0, 0, 0, 0
	for game := range 60 {
		p := v.plays("rules=standard", "against=bot")
		for n := range 6 {
			if p.Find("#board button.cup").Length() == 0 {
				break
			}
			version := p.version()
			house := p.house(n + game)
			if p.Find(fmt.Sprintf(`#board button[value="%s"]`, house)).AttrOr("data-n", "") == "1" {
				p = v.moves(p, house)
				continue
			}
			moves++
			q := v.post(p.path+"/moves", append(v.as(p), "version="+version, "house="+house)...)
			predicted := false
			if q.asks() && !q.asksClaim() {
				predictions++
				predicted = true
				q = v.replies(q, "?")
			}
			if was, is := 0, 0; !predicted {
				fmt.Sscan(version, &was)
				fmt.Sscan(q.version(), &is)
				if is > was+1 {
					turns++
				}
			}
			if q.asksClaim() {
				if predicted {
					t.Error("two questions for one move")
				}
				claims++
				q = v.replies(q, "?")
			}
			p = q
		}
	}
	t.Logf("%d of %d moves, %d of %d turns of the bot", predictions, moves, claims, turns)
	if moves < 200 || predictions*100 < moves*12 || predictions*100 > moves*28 {
		t.Errorf("%d of %d moves are asked about", predictions, moves)
	}
	if claims*100 < turns*8 || claims*100 > turns*32 {
		t.Errorf("%d of %d turns of the bot are claimed", claims, turns)
	}
	for _, fields := range [][]string{{"against=bot", "kind=counts"}, {"against=neighbour"}, {"against=bot", "rules=late-end"}} {
		for range 10 {
			p := v.plays(fields...)
			for n := range 6 {
				if p.Find("#board button.cup").Length() == 0 {
					break
				}
				p = v.post(p.path+"/moves", append(v.as(p), "version="+p.version(), "house="+p.house(n))...)
				if p.asks() {
					t.Fatalf("%v: asked", fields)
				}
			}
		}
	}
	w.masters(w.rui, 1)
	rui := w.signedIn(w.rui, w.codeOne)
	for range 10 {
		p := rui.plays("rules=sowing", "against=bot")
		for n := range 6 {
			if p.Find("#board button.cup").Length() == 0 {
				break
			}
			if p = rui.post(p.path+"/moves", append(rui.as(p), "version="+p.version(), "house="+p.house(n))...); p.asks() {
				t.Fatal("asked what can be done already")
			}
		}
	}
}

// A question stands in nobody's way: a move sent all the same is made, and a
// claim that is taken back is no longer asked about.
func TestAQuestionStandsInNobodysWay(t *testing.T) {
	w := newTown(t)
	v := w.signedIn(w.ines, w.codeOne)
	q, _, _ := v.first(true, "sowing")
	path := strings.TrimSuffix(q.Find("form.asked").AttrOr("action", ""), "/claim")
	g := w.keptGame(path, w.ines)
	state := must(g.Replay())
	house := 1
	for g.Rules.Legal(state.Line.Pos, house) != nil {
		house++
	}
	version := fmt.Sprint("version=", g.Version())
	want(t, "a stale answer", v.acts(path+"/claim", fmt.Sprint("version=", g.Version()-1), "answer=1").status, http.StatusConflict)
	want(t, "no version", v.acts(path+"/claim", "answer=1").status, http.StatusUnprocessableEntity)
	p := v.acts(path+"/moves", version, fmt.Sprint("house=", house))
	want(t, "the move", p.status, http.StatusOK)
	if after := w.keptGame(path, w.ines); after.Version() <= g.Version() {
		t.Error("the move was not made")
	}
	q, _, _ = v.first(true, "sowing")
	path = strings.TrimSuffix(q.Find("form.asked").AttrOr("action", ""), "/claim")
	g = w.keptGame(path, w.ines)
	p = v.acts(path+"/back", fmt.Sprint("version=", g.Version()))
	want(t, "taken back", fmt.Sprint(p.status, p.asks(), v.get(path).asks()), "200 false false")
	q, _, _ = v.first(true, "sowing")
	path = strings.TrimSuffix(q.Find("form.asked").AttrOr("action", ""), "/claim")
	up := v.get(path + "/give-up")
	want(t, "giving up asks first", fmt.Sprint(up.Find("form.ask").Length(), up.asks()), "1 false")
	p = v.acts(path+"/give-up", "version="+q.version())
	want(t, "given up", fmt.Sprint(p.Find("#result").Length(), p.asks()), "1 false")
}
