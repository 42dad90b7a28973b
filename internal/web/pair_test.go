package web_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"semeia/internal/school"
)

// sends posts a form of a page as a browser does: with all that stands in it,
// and the fields given.
func (v *visitor) sends(form *goquery.Selection, fields ...string) page {
	v.t.Helper()
	if form.Length() != 1 {
		v.t.Fatalf("%d forms", form.Length())
	}
	form.Find("input[type=hidden], input[type=radio][checked]").Each(func(_ int, i *goquery.Selection) {
		fields = append(fields, i.AttrOr("name", "")+"="+i.AttrOr("value", ""))
	})
	return v.post(form.AttrOr("action", ""), fields...)
}

// follows goes where a link of a page leads.
func (v *visitor) follows(link *goquery.Selection) page {
	v.t.Helper()
	if link.Length() != 1 {
		v.t.Fatalf("%d links", link.Length())
	}
	return v.get(link.AttrOr("href", ""))
}

// sitsDown brings a second pupil in beside the first, from the first's page.
func (v *visitor) sitsDown(p school.Pupil) page {
	v.t.Helper()
	room := v.follows(v.get("/me").Find(".twosome a"))
	name := room.Find("a.nametag").FilterFunction(func(_ int, s *goquery.Selection) bool { return s.Text() == p.Display() })
	var pictures []string
	for _, picture := range p.Pictures {
		pictures = append(pictures, "picture="+picture)
	}
	return v.sends(v.follows(name).Find("form.secretform"), pictures...)
}

// atOneComputer are Inês and Rui, Inês signed in first.
func (w *town) atOneComputer() *visitor {
	w.t.Helper()
	v := w.signedIn(w.ines, w.codeOne)
	if p := v.sitsDown(w.rui); p.status != http.StatusOK || p.text(".tap .now") != "Now Inês taps." {
		w.t.Fatalf("Rui does not sit down: %d %s", p.status, p.words("main"))
	}
	return v
}

// answered is how many answers Inês and Rui have given.
func (w *town) answered() [2]int {
	w.t.Helper()
	ctx := context.Background()
	return [2]int{len(must(w.kept.Attempts(ctx, school.OwnerOf(w.ines.ID)))), len(must(w.kept.Attempts(ctx, school.OwnerOf(w.rui.ID))))}
}

func TestTwoSignInAtOneComputer(t *testing.T) {
	w := newTown(t)
	v := w.signedIn(w.ines, w.codeOne)
	alone := v.session()
	stale := v.get("/play")
	room := v.follows(v.get("/me").Find(".twosome a"))
	contains(t, "the way in", room.words("main"), "Inês is here already. Now the second one comes in.")
	want(t, "the first is not asked again", room.text(".names"), "Rui")
	want(t, "the switch of language stays on the way", room.Find(`form.langs input[name=back]`).AttrOr("value", ""), "/join/"+w.codeOne+"?two=1")
	// The same checks as for one.
	secret := v.follows(room.Find("a.nametag"))
	for range 3 {
		p := v.sends(secret.Find("form.secretform"), "picture="+w.rui.Pictures[0])
		want(t, "wrong pictures", p.status, http.StatusUnprocessableEntity)
		want(t, "still on the way of two", p.Find("form.secretform input[name=two]").Length(), 1)
	}
	p := v.sitsDown(w.rui)
	want(t, "too soon", p.status, http.StatusTooManyRequests)
	want(t, "still alone", v.session(), alone)
	w.check(w.kept.Unlock(context.Background(), w.byAna, w.one.ID, w.rui.ID))
	p = v.sitsDown(w.rui)
	want(t, "in", p.path, "/me")
	if v.session() == alone {
		t.Error("the session is the same")
	}
	want(t, "whose tap", p.words(".tap"), "Now Inês taps. No, Rui taps")
	want(t, "both in the header", p.text("nav .me"), "Inês + Rui")
	contains(t, "who sees it", p.text(".see"), "Only Inês, Rui and your teachers see this page.")
	want(t, "a form of before", v.post("/games", append(v.as(stale), "rules=sowing", "against=bot", "starts=me", "aids=full", "kind=practice")...).status, http.StatusConflict)
	want(t, "the other's page", v.follows(p.Find(".tap .then a")).text("h1"), "Rui")
	want(t, "a look changes nothing", v.get("/me").text("h1"), "Inês")
	for _, path := range []string{"/", "/play", "/practice", "/practice/K1", "/rules", "/rules/1", "/me"} {
		want(t, path+" says whose tap it is", v.get(path).text(".tap .now"), "Now Inês taps.")
	}
	want(t, "the teacher sees both in", w.teaching(w.ana).get("/teach/"+w.one.ID).Find(".tile.in").Length(), 2)
	// One goes, the other stays, under a new token.
	pair := v.session()
	form := p.Find("form[action='/me/leave']")
	p = v.sends(form, "who="+w.ines.ID)
	want(t, "Rui stays", p.path+" "+p.text("h1"), "/me Rui")
	want(t, "alone", p.Find(".tap").Length(), 0)
	if v.session() == pair {
		t.Error("the session is the same")
	}
	want(t, "not twice", v.sends(form, "who="+w.rui.ID).status, http.StatusConflict)
	v.sitsDown(w.ines)
	want(t, "the other way round", v.get("/me").text("h1"), "Rui")
	want(t, "nobody of elsewhere leaves", v.sends(v.get("/me").Find("form[action='/me/leave']"), "who="+w.zana.ID).status, http.StatusUnprocessableEntity)
	// Signing out is for both; signing in alone begins anew.
	p = v.post("/sign-out")
	want(t, "out", p.path, "/join")
	want(t, "both", v.get("/me?by="+w.ines.ID).path, "/join")
	want(t, "the teacher sees both out", w.teaching(w.ana).get("/teach/"+w.one.ID).Find(".tile.in").Length(), 0)
	w.signedInAt(v, w.ines, w.codeOne)
	v.sitsDown(w.rui)
	w.signedInAt(v, w.rui, w.codeOne)
	want(t, "alone", v.get("/me").Find(".tap").Length(), 0)
}

func TestWhoMaySitDown(t *testing.T) {
	w := newTown(t)
	v := w.signedIn(w.ines, w.codeOne)
	for what, c := range map[string]struct{ path, says string }{
		"another class":        {"/join/" + w.codeTwo, "Two at one computer are of the same class."},
		"a name of that class": {"/join/" + w.codeTwo + "/" + w.zana.ID, "Two at one computer are of the same class."},
		"the first again":      {"/join/" + w.codeOne + "/" + w.ines.ID, "You are here already. Choose the other name."},
	} {
		p := v.get(c.path + "?two=1")
		want(t, what, p.status, http.StatusUnprocessableEntity)
		contains(t, what, p.text(".notice"), c.says)
		if strings.Count(c.path, "/") == 3 {
			want(t, what+": by hand", v.acts(c.path, "two=1", "picture="+w.zana.Pictures[0], "picture="+w.zana.Pictures[1], "picture="+w.zana.Pictures[2]).status, http.StatusUnprocessableEntity)
		}
	}
	want(t, "nobody came in", v.get("/me").Find(".tap").Length(), 0)
	// A closed code leads to where codes are typed, as it does for one.
	ana := w.teaching(w.ana)
	ana.acts("/teach/"+w.one.ID+"/code", "do=close")
	p := v.follows(v.get("/me").Find(".twosome a"))
	want(t, "a code is asked for", p.path+" "+p.Find("input[name=two]").AttrOr("value", ""), "/join 1")
	contains(t, "a closed one", v.sends(p.Find("form.join"), "code="+w.codeOne).text(".notice"), "This code is not open.")
	// A visitor cannot be the first.
	want(t, "a visitor", w.visitor("en").get("/join/"+w.codeTwo+"?two=1").Find("input[name=two]").Length(), 0)
	// By card: typed on the way of two, or scanned.
	ana.acts("/teach/"+w.one.ID+"/settings", "name=Class One", "lang=en", "entry=card", "minutes=15", "aids=full", "back=on", "hints=on")
	p = v.sends(v.follows(v.get("/me").Find(".twosome a")).Find("form.join"), "code="+w.rui.Card)
	want(t, "the card of Rui", p.path+" "+p.text("button.main"), "/card/"+w.rui.Card+" Go in")
	want(t, "two", v.sends(p.Find("form.join")).words(".tap .now"), "Now Inês taps.")
	p = v.sends(v.get("/me").Find("form[action='/me/leave']"), "who="+w.rui.ID)
	want(t, "alone again", p.Find(".tap").Length(), 0)
	p = v.get("/card/" + w.rui.Card)
	want(t, "scanned", p.words("form.join .tools"), "Go in, and Inês stays Go in alone: Inês leaves That is not me")
	want(t, "two", v.sends(p.Find("form.join"), "two=1").words(".tap .now"), "Now Inês taps.")
	want(t, "her own card", v.get("/card/"+w.ines.Card).words("form.join .tools"), "Go in That is not me")
}

// Each answer is kept for the one who tapped, and then it is the other's turn.
func TestAnAnswerOfTwoIsCreditedToTheOneWhoTapped(t *testing.T) {
	w := newTown(t)
	v := w.atOneComputer()
	want(t, "nothing yet", w.answered(), [2]int{0, 0})
	for _, c := range []struct {
		now, told, next string
		kept            [2]int
	}{
		{"Now Inês taps.", "Inês tapped.", "Next, Rui taps.", [2]int{1, 0}},
		{"Now Rui taps.", "Rui tapped.", "Next, Inês taps.", [2]int{1, 1}},
		{"Now Inês taps.", "Inês tapped.", "Next, Rui taps.", [2]int{2, 1}},
	} {
		p := v.get("/practice/K1")
		want(t, "asked", p.text(".tap .now"), c.now)
		q := v.sends(p.Find("form.practice[action='/practice/K1']"), "answer=?")
		want(t, "told", q.status, http.StatusOK)
		want(t, "who tapped", q.text(".tap .now")+" "+q.text(".tap .then"), c.told+" "+c.next)
		want(t, "kept", w.answered(), c.kept)
		want(t, "the same form again", v.sends(p.Find("form.practice[action='/practice/K1']"), "answer=?").status, http.StatusConflict)
		want(t, "kept once", w.answered(), c.kept)
	}
	// A page of Inês that is sent when it is Rui's turn is still of Inês.
	stale := v.get("/practice/K0?by=" + w.ines.ID)
	want(t, "hers", stale.text(".tap .now"), "Now Inês taps.")
	want(t, "Rui's turn", v.get("/practice/K0").text(".tap .now"), "Now Rui taps.")
	q := v.sends(stale.Find("form.practice[action='/practice/K0']"), "answer=?")
	want(t, "who tapped", q.text(".tap .now"), "Inês tapped.")
	want(t, "kept", w.answered(), [2]int{3, 1})
	want(t, "and Rui's turn still", v.get("/practice/K0").text(".tap .now"), "Now Rui taps.")
	want(t, "an answer shows what the reader tapped", v.get("/practice/K0/1?by="+w.rui.ID).status, http.StatusNotFound)
	// Nobody else's.
	want(t, "a name that is not here", v.get("/practice/K0?by="+w.zana.ID).text(".tap .now"), "Now Rui taps.")
	form := v.get("/practice/K0")
	for what, by := range map[string]string{"a foreign pupil": w.zana.ID, "nobody": "", "no id": "x"} {
		fields := []string{"as=" + form.Find("[name=as]").AttrOr("value", ""), "by=" + by, "n=1", "seed=" + form.Find("[name=seed]").AttrOr("value", ""), "answer=?"}
		p := v.post("/practice/K0", fields...)
		want(t, what, p.status, http.StatusConflict)
		contains(t, what, p.text("main"), "Somebody has signed in or out since this page was made")
	}
	want(t, "kept", w.answered(), [2]int{3, 1})
	// The mixed practice too.
	q = v.sends(v.get("/practice/mixed").Find("form.practice[action='/practice/mixed']"), "answer=?")
	want(t, "mixed", q.text(".tap .now"), "Rui tapped.")
	want(t, "kept", w.answered(), [2]int{3, 2})
	want(t, "on with the mixed ones", q.Find("#onward").AttrOr("href", ""), "/practice/mixed")
	want(t, "Inês's turn", v.follows(q.Find("#onward")).text(".tap .now"), "Now Inês taps.")
}

// One alone who names another is not believed either.
func TestAFormThatNamesAnotherPupilIsRefused(t *testing.T) {
	w := newTown(t)
	v := w.signedIn(w.ines, w.codeOne)
	p := v.get("/play")
	fields := []string{"as=" + p.Find("[name=as]").AttrOr("value", ""), "by=" + w.rui.ID, "rules=sowing", "against=bot", "starts=me", "aids=full", "kind=practice"}
	want(t, "Rui is not here", v.post("/games", fields...).status, http.StatusConflict)
	want(t, "a teacher is no pupil", w.teaching(w.ana).acts("/teach/"+w.one.ID+"/code", "do=close", "by="+w.rui.ID).status, http.StatusConflict)
}

// Who of two is given other pictures, put into the bin or moved away, drops out;
// the other one stays.
func TestOneOfTwoDropsOut(t *testing.T) {
	for what, drop := range map[string]func(*town, school.Pupil){
		"other pictures": func(w *town, p school.Pupil) {
			w.check(w.kept.NewSecrets(context.Background(), w.byAna, w.one.ID, p.ID))
		},
		"the bin": func(w *town, p school.Pupil) {
			w.check(w.kept.BinPupils(context.Background(), w.byAna, w.one.ID, []string{p.ID}))
			w.check(w.kept.RestorePupil(context.Background(), w.byAna, w.one.ID, p.ID))
		},
		"gone": func(w *town, p school.Pupil) {
			must(w.kept.PurgePupil(context.Background(), w.byAna, w.one.ID, p.ID))
		},
	} {
		for _, second := range []bool{true, false} {
			w := newTown(t)
			v := w.atOneComputer()
			goes, stays := w.ines, w.rui
			if second {
				goes, stays = w.rui, w.ines
			}
			form := v.get("/practice/K1?by=" + goes.ID).Find("form.practice[action='/practice/K1']")
			mine := v.get("/practice/K1?by=" + stays.ID).Find("form.practice[action='/practice/K1']")
			drop(w, goes)
			p := v.get("/me")
			want(t, what+": who is left", p.text("h1"), stays.Name)
			want(t, what+": alone", p.Find(".tap").Length(), 0)
			want(t, what+": a form of who went", v.sends(form, "answer=?").status, http.StatusConflict)
			want(t, what+": a form of who stays", v.sends(mine, "answer=?").status, http.StatusOK)
			want(t, what+": somebody can sit down again", v.get("/me").Find(".twosome a").Length(), 1)
		}
	}
	w := newTown(t)
	v := w.atOneComputer()
	w.shareTwo()
	must(w.kept.MovePupils(context.Background(), w.byAna, w.one.ID, w.two.ID, []string{w.rui.ID}))
	want(t, "moved to another class", v.get("/me").text("h1")+v.get("/me").text(".tap"), "Inês")
	w = newTown(t)
	v = w.atOneComputer()
	w.check(w.kept.BinClass(context.Background(), w.byAna, w.one.ID))
	want(t, "the class is gone", v.get("/me").path, "/join")
}

// Two learn at the lower of their stages.
func TestTwoHaveTheLowerLimit(t *testing.T) {
	w := newTown(t)
	ana := w.teaching(w.ana)
	ana.acts("/teach/"+w.one.ID+"/gate", "mode=held", "stage=3")
	ana.acts("/teach/"+w.one.ID+"/pupils/"+w.rui.ID+"/gate", "mode=held", "stage=2")
	v := w.signedIn(w.ines, w.codeOne)
	want(t, "alone", v.get("/rules/3").status, http.StatusOK)
	v.sitsDown(w.rui)
	for _, p := range []school.Pupil{w.ines, w.rui} {
		want(t, p.Name+": the lower one", v.get("/rules/2?by="+p.ID).status, http.StatusOK)
		want(t, p.Name+": not above it", v.get("/rules/3?by="+p.ID).status, http.StatusForbidden)
	}
	want(t, "a game", v.acts("/games", "rules=capture", "against=neighbour", "starts=me", "aids=full", "kind=practice").status, http.StatusForbidden)
}

// Two who play each other: the game has their names, is seen by both, and both
// go on with it, together or alone.
func TestAGameOfTwoPupils(t *testing.T) {
	w := newTown(t)
	v := w.atOneComputer()
	p := v.get("/play")
	contains(t, "the choice", p.words(".who"), "Inês and Rui play each other.")
	p = v.sends(p.Find("form.choose"), "rules=sowing", "against=neighbour", "starts=me", "kind=practice")
	game := p.path
	want(t, "heading", p.text("h1"), "Inês and Rui")
	want(t, "seats", p.text("#game > .table > .seat.near")+" "+p.text("#game > .table > .seat.far"), "Inês Rui")
	want(t, "whose tap", p.text("#game .tap .now")+p.text("#game .tap .then"), "Now Inês taps.Rui")
	want(t, "said once", p.Find(".tap").Length(), 1)
	want(t, "whose tap it is stands in the form", p.Find("#board input[name=by]").AttrOr("value", ""), w.ines.ID)
	p = v.sends(p.Find("#board"), "house=1")
	want(t, "then", p.text(".tap .now"), "Now Rui taps.")
	want(t, "in the form too", p.Find("#board input[name=by]").AttrOr("value", ""), w.rui.ID)
	contains(t, "told with names", p.text("#say"), "Inês plays house 1")
	p = v.sends(p.Find("#board"), "house=1")
	want(t, "then", p.text(".tap .now"), "Now Inês taps.")
	contains(t, "the list of moves", v.get(game+"/moves").words(".allmoves"), "Rui plays house 1")
	want(t, "it takes no turn of practice", v.get("/practice").text(".tap .now"), "Now Inês taps.")
	// Both find it, each alone on another computer; nobody else does.
	ines, rui := w.signedIn(w.ines, w.codeOne), w.signedIn(w.rui, w.codeOne)
	for name, one := range map[string]*visitor{"Inês": ines, "Rui": rui} {
		contains(t, name, one.get("/me").words(".games"), "Inês and Rui")
		want(t, name+": to play", one.get(game).Find("#board button.cup").Length() > 0, true)
	}
	p = rui.moves(rui.get(game), 2)
	want(t, "Rui goes on with it alone", p.version(), "3")
	p = ines.moves(ines.get(game), 2)
	want(t, "and so does Inês", p.version(), "4")
	third := school.Member{ID: school.NewID(), Name: "Bia", Twin: 1}
	w.check(w.kept.AddPupils(context.Background(), w.byAna, w.one.ID, []school.Member{third}))
	bia := must(w.kept.Pupil(context.Background(), w.ana.ID, w.one.ID, third.ID))
	other := w.signedIn(bia, w.codeOne)
	want(t, "a third", other.get(game).status, http.StatusNotFound)
	want(t, "a third's move", other.acts(game+"/moves", "version=4", "house=1").status, http.StatusNotFound)
	want(t, "a third's page", strings.Contains(other.get("/me").text("main"), "Rui"), false)
	want(t, "a visitor", w.visitor("en").get(game).status, http.StatusNotFound)
	want(t, "a foreign teacher", w.teaching(w.besa).get(game).status, http.StatusNotFound)
	// The teacher, from the pages of both; the files of both.
	ana := w.teaching(w.ana)
	for _, pupil := range []school.Pupil{w.ines, w.rui} {
		path := "/teach/" + w.one.ID + "/pupils/" + pupil.ID
		want(t, pupil.Name+": the teacher finds it", ana.get(path).Find(`a[href="`+game+`"]`).Length(), 1)
		contains(t, pupil.Name+": the file", ana.get(path+"/export.html").words("main"), "Inês and Rui")
		contains(t, pupil.Name+": the data", ana.get(path+"/export.json").text("body"), `"guest": "`+w.rui.ID+`"`)
	}
	want(t, "the teacher looks on", ana.get(game).text("h1")+" "+ana.get(game).Find("#board button.cup").AttrOr("data-place", "none"), "Inês and Rui none")
	contains(t, "one game is one game", ana.get("/teach/"+w.one.ID+"/purge").words("main"), "2 games") // and Inês's of the town
	// To the end, and again: the pair stays.
	p = v.get(game + "/give-up")
	p = v.sends(p.Find("form.ask"))
	contains(t, "given up", p.text("#result"), "Inês")
	p = rui.sends(rui.get(game).Find("form[action$='/rematch']"))
	want(t, "a rematch by Rui alone", p.status, http.StatusOK)
	want(t, "the pair stays", p.text("h1"), "Inês and Rui")
	want(t, "Rui starts", p.text(".seat.now"), "Rui")
	want(t, "Inês's too", ines.get(p.path).Find("#board button.cup").Length() > 0, true)
	want(t, "one rematch", ines.sends(ines.get(game).Find("form[action$='/rematch']")).path, p.path)
	// Rui leaves the school: the game is Inês's, against the bee.
	want(t, "gone", ana.acts("/teach/"+w.one.ID+"/pupils/"+w.rui.ID+"/purge", "confirm=Rui").path, "/teach/receipt")
	want(t, "the bee", ines.get(game).text("h1"), "Snail and Bee")
	want(t, "still hers", ines.get(game).status, http.StatusOK)
}

// A game with the bot is of the one whose tap it was; at their computer it can
// be gone on with whosever turn it is.
func TestABotsGameIsOfTheOneWhoTapped(t *testing.T) {
	w := newTown(t)
	v := w.atOneComputer()
	play := v.get("/play?by=" + w.rui.ID)
	p := v.sends(play.Find("form.choose"), "rules=sowing", "against=bot", "starts=me", "kind=counts") // nothing is asked in it
	want(t, "Rui's", p.text(".tap .now"), "Now Rui taps.")
	game := p.path
	want(t, "the turn of practice is another matter", v.get("/practice").text(".tap .now"), "Now Inês taps.")
	p = v.get(game)
	want(t, "shown to Rui", p.text(".tap .now"), "Now Rui taps.")
	p = v.sends(p.Find("#board"), "house=1")
	want(t, "and played", p.version() != "0", true)
	form := append([]string{"as=" + p.Find("[name=as]").AttrOr("value", ""), "by=" + w.ines.ID}, "version="+p.version(), "house=2")
	want(t, "not by Inês", v.post(game+"/moves", form...).status, http.StatusForbidden)
	want(t, "Rui finds it alone", w.signedIn(w.rui, w.codeOne).get(game).status, http.StatusOK)
	want(t, "Inês does not", w.signedIn(w.ines, w.codeOne).get(game).status, http.StatusNotFound)
	want(t, "on Rui's page", v.get("/me?by="+w.rui.ID).Find(`.games a[href="`+game+`"]`).Length(), 1)
	want(t, "not on hers", v.get("/me?by="+w.ines.ID).Find(`.games a[href="`+game+`"]`).Length(), 0)
}

// Two in each language: no message is missing, and names stay subjects.
func TestTwoInThreeLanguages(t *testing.T) {
	for lang, now := range map[string]string{"en": "Now Inês taps.", "pt-BR": "Agora toca Inês.", "sq": "Tani prek Inês."} {
		w := newTown(t)
		v := w.signedIn(w.ines, w.codeOne)
		v.post("/language", "lang="+lang[:2])
		want(t, lang, v.sitsDown(w.rui).text(".tap .now"), now)
		for _, path := range []string{"/me", "/play", "/practice/K1", "/card/" + w.rui.Card} {
			v.get(path)
		}
	}
}
