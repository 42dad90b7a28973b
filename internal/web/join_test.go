package web_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"semeia/internal/school"
	"semeia/internal/web"
)

// B01, B02: a code as children type it opens the class; a wrong one leads back
// to the form, which keeps what was typed.
func TestB01ACodeIsForgivenSpacesHyphensAndCase(t *testing.T) {
	w := newTown(t)
	code := w.codeOne
	for _, typed := range []string{strings.ToLower(code), " " + code + " ", code[:4] + " " + strings.ToLower(code[4:]), code[:3] + "-" + code[3:], code[:3] + "–" + code[3:], code[:1] + "\u00a0" + code[1:]} {
		if p := w.visitor("en").post("/join", "code="+typed); p.path != "/join/"+code || p.status != http.StatusOK || !strings.Contains(p.text(".names"), "Inês") {
			t.Errorf("%q leads to %s %d", typed, p.path, p.status)
		}
	}
	wrong := code[:5] + "2"
	if wrong == code {
		wrong = code[:5] + "3"
	}
	for lang, says := range map[string]string{"en": "This code is not open.", "pt-BR": "Este código não está aberto.", "sq": "Ky kod nuk është i hapur."} {
		for _, typed := range []string{wrong, strings.Repeat("A", 190), "", "KXM7Q", "KXM7Q2 KXM7Q2", "<b>", "ſſſſſſ", strings.Replace(code, code[:1], "0", 1)} {
			p := w.visitor(lang).post("/join", "code="+typed)
			want(t, typed+": status", p.status, http.StatusUnprocessableEntity)
			contains(t, typed, p.text(".notice"), says)
			kept := []rune(typed)
			if len(kept) > 40 {
				kept = kept[:40]
			}
			want(t, typed+": kept", p.Find("input[name=code]").AttrOr("value", "?"), string(kept))
		}
	}
	if p := w.visitor("en").get("/join/" + wrong); p.status != http.StatusNotFound || p.Find("input[name=code]").Length() != 1 {
		t.Errorf("the address of a wrong code: %d", p.status)
	}
}

// A code closes by itself; who is in stays in.
func TestACodeClosesByItselfAndSessionsGoOn(t *testing.T) {
	w := newTown(t)
	in := w.signedIn(w.ines, w.codeOne)
	w.now.add(15*time.Minute + time.Second)
	contains(t, "a code that has run out", w.visitor("en").get("/join/"+w.codeOne).text(".notice"), "This code is not open.")
	contains(t, "a form of before", w.visitor("en").post("/join/"+w.codeOne+"/"+w.rui.ID, "picture=sun").text(".notice"), "This code is not open.")
	want(t, "who is in", in.get("/me").text("h1"), "Inês")
	ana := w.teaching(w.ana)
	ana.acts("/teach/"+w.one.ID+"/code", "do=open")
	code := ana.get("/teach/" + w.one.ID).text(".bigcode [aria-hidden]")
	if code == w.codeOne || len(code) != 6 {
		t.Errorf("the next code is %q after %q", code, w.codeOne)
	}
	w.signedIn(w.rui, code)
	ana.acts("/teach/"+w.one.ID+"/code", "do=close")
	want(t, "closed by hand", w.visitor("en").get("/join/"+code).status, http.StatusNotFound)
	want(t, "who is in", in.get("/me").status, http.StatusOK)
}

// B14: a wrong guess slows that pupil, nobody else, and the teacher lifts it.
func TestB14WrongPicturesSlowThatPupilAlone(t *testing.T) {
	w := newTown(t)
	v := w.visitor("en")
	wrong := []string{w.ines.Pictures[0], w.ines.Pictures[1]}
	for range 2 {
		p := v.enters(w.codeOne, w.ines.ID, wrong)
		want(t, "wrong", p.status, http.StatusUnprocessableEntity)
		contains(t, "wrong", p.text(".notice"), "These are not your 3 pictures.")
		want(t, "no picture is shown as tapped", p.Find("input[checked]").Length(), 0)
	}
	v.enters(w.codeOne, w.ines.ID, append(wrong, "sun", "moon", "key")) // too many are wrong too
	p := v.enters(w.codeOne, w.ines.ID, w.ines.Pictures)
	want(t, "the right ones, too soon", p.status, http.StatusTooManyRequests)
	contains(t, "the right ones, too soon", p.text(".notice"), "Wait 5 seconds")
	w.signedIn(w.rui, w.codeOne)
	ana := w.teaching(w.ana)
	contains(t, "the teacher sees it", ana.get("/teach/"+w.one.ID).text(".stuck"), "Inês3 wrong tries")
	ana.acts("/teach/"+w.one.ID+"/pupils/"+w.ines.ID+"/unlock", "from=class")
	w.signedIn(w.ines, w.codeOne)
	// And it passes by itself.
	for range 5 {
		v.enters(w.codeOne, w.rui.ID, wrong)
	}
	w.now.add(6 * time.Second)
	w.signedIn(w.rui, w.codeOne)
}

func TestLetInIsOnceAndTheNameAlone(t *testing.T) {
	w := newTown(t)
	ana := w.teaching(w.ana)
	w.now.add(time.Second)
	if p := ana.acts("/teach/" + w.one.ID + "/pupils/" + w.ines.ID + "/let-in"); !strings.Contains(p.text(".notice"), "can now tap the name") {
		t.Error(p.text("main"))
	}
	v := w.visitor("en")
	page := v.get("/join/" + w.codeOne)
	if page.Find("button.nametag").Length() != 1 || page.text("button.nametag") != "Inês" {
		t.Errorf("the names: %s", page.text(".names"))
	}
	want(t, "let in", v.post("/join/"+w.codeOne+"/"+w.ines.ID).text("h1"), "Inês")
	want(t, "once", w.visitor("en").post("/join/"+w.codeOne+"/"+w.ines.ID).status, http.StatusUnprocessableEntity)
	ana.acts("/teach/" + w.one.ID + "/pupils/" + w.rui.ID + "/let-in")
	w.now.add(5*time.Minute + time.Second)
	want(t, "too late", w.visitor("en").post("/join/"+w.codeOne+"/"+w.rui.ID).status, http.StatusUnprocessableEntity)
}

// A card signs in by one button, never by a look at its page.
func TestACardNeedsAClick(t *testing.T) {
	w := newTown(t)
	ana := w.teaching(w.ana)
	want(t, "a class with pictures", w.visitor("en").get("/card/"+w.ines.Card).status, http.StatusNotFound)
	ana.acts("/teach/"+w.one.ID+"/settings", "name=Class One", "lang=en", "entry=card", "minutes=15", "aids=full", "back=on", "hints=on")
	v := w.visitor("en")
	card := strings.ToLower(w.ines.Card[:5] + "-" + w.ines.Card[5:])
	p := v.post("/join", "code="+card)
	want(t, "the card's code typed", p.path, "/card/"+w.ines.Card)
	want(t, "whose", p.text("h1"), "Inês")
	want(t, "nobody is in yet", v.get("/me").path, "/join")
	p = v.post("/card/" + w.ines.Card)
	want(t, "in", p.path+p.text("h1"), "/meInês")
	contains(t, "the list of names says so", w.visitor("en").get("/join/"+w.codeOne).text(".notice"), "This class signs in with cards.")
	want(t, "no way around it", w.visitor("en").enters(w.codeOne, w.rui.ID, w.rui.Pictures).status, http.StatusUnprocessableEntity)
	ana.acts("/teach/" + w.one.ID + "/pupils/" + w.ines.ID + "/secret")
	want(t, "the old card", w.visitor("en").get("/card/"+w.ines.Card).status, http.StatusNotFound)
	want(t, "and its session", v.get("/me").path, "/join")
}

// B15: the next child at the same computer.
func TestB15NothingOfTheFirstChildIsLeft(t *testing.T) {
	w := newTown(t)
	v := w.visitor("en")
	v.enters(w.codeOne, w.ines.ID, w.ines.Pictures)
	first := v.session()
	game := v.plays("rules=sowing")
	form := v.get("/play")
	if got := v.get("/me").header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control %q", got)
	}
	p := v.post("/sign-out")
	want(t, "signed out", p.path, "/join")
	want(t, "her game, signed out", v.get(game.path).status, http.StatusNotFound)
	want(t, "her page, signed out", v.get("/me").path, "/join")
	w.signedInAt(v, w.rui, w.codeOne)
	if v.session() == first || v.session() == "" {
		t.Error("the session is the same")
	}
	want(t, "her game, for Rui", v.get(game.path).status, http.StatusNotFound)
	for _, path := range []string{game.path + "/moves", "/games"} {
		p := v.post(path, append(v.as(form), "rules=sowing", "against=bot", "starts=me", "aids=full", "kind=practice", "version=0", "house=1")...)
		want(t, "an old form to "+path, p.status, http.StatusConflict)
		contains(t, "an old form to "+path, p.text("main"), "Somebody has signed in or out since this page was made")
	}
	want(t, "a form of nobody", v.post("/games", "rules=sowing", "against=bot", "starts=me", "aids=full", "kind=practice").status, http.StatusConflict)
	v.post("/sign-out")
	p = v.post("/games", append(v.as(form), "rules=sowing", "against=bot", "starts=me", "aids=full", "kind=practice")...)
	want(t, "an old form, nobody in", p.status, http.StatusConflict)
	if page := v.get("/me"); strings.Contains(page.text("body"), "Inês") {
		t.Error("her name is left")
	}
	// The cookie of the first session is worth nothing now.
	u, _ := url.Parse(w.url)
	v.client.Jar.SetCookies(u, []*http.Cookie{{Name: "semeia_session", Value: first, Path: "/"}})
	want(t, "the old cookie", v.get("/me").path, "/join")
}

// signedInAt signs a pupil in at a computer that is already in use.
func (w *town) signedInAt(v *visitor, p school.Pupil, code string) {
	w.t.Helper()
	if page := v.enters(code, p.ID, p.Pictures); page.text("h1") != p.Name {
		w.t.Fatalf("%s does not get in: %s", p.Name, page.text("main"))
	}
}

// A visitor's games are taken along when the child says so, never by itself.
func TestGamesAreTakenAlongOnlyWhenAsked(t *testing.T) {
	w := newTown(t)
	v := w.visitor("en")
	game := v.plays("rules=sowing")
	w.signedInAt(v, w.ines, w.codeOne)
	p := v.get("/me")
	contains(t, "asked", p.text(".take"), "1 game was played at this computer before you signed in")
	want(t, "not hers yet", p.Find(".games li").Length(), 1)
	want(t, "not hers yet: no move", v.acts(game.path+"/moves", "version=0", "house=1").status, http.StatusForbidden)
	v.acts("/me/games", "do=leave")
	want(t, "asked once", v.get("/me").Find(".take").Length(), 0)
	v.post("/sign-out")
	want(t, "the visitor's still", v.moves(v.get(game.path), 1).status, http.StatusOK)
	w.signedInAt(v, w.rui, w.codeOne)
	want(t, "asked the next child too", v.get("/me").Find(".take").Length(), 1)
	v.acts("/me/games", "do=take")
	p = v.get("/me")
	want(t, "taken", p.Find(".take").Length(), 0)
	want(t, "taken", p.Find(".games li").Length(), 1)
	want(t, "to go on with", v.moves(v.get(game.path), 2).status, http.StatusOK)
	v.post("/sign-out")
	want(t, "no longer the visitor's", v.get(game.path).status, http.StatusNotFound)
}

// Held at a stage, a pupil reads "not yet" elsewhere; visitors and teachers see
// everything; a pupil's own gate goes first.
func TestGates(t *testing.T) {
	w := newTown(t)
	ines, rui := w.signedIn(w.ines, w.codeOne), w.signedIn(w.rui, w.codeOne)
	ana := w.teaching(w.ana)
	class := "/teach/" + w.one.ID
	stages := func(v *visitor) string {
		var open []string
		for stage := 1; stage <= 6; stage++ {
			if v.get(fmt.Sprint("/rules/", stage)).status == http.StatusOK {
				open = append(open, fmt.Sprint(stage))
			}
		}
		p := v.get("/play")
		return strings.Join(open, "") + fmt.Sprintf(" %d of %d", p.Find(".stages > .pick").Length(), p.Find(".stages .lab").Length())
	}
	want(t, "a new class", stages(ines), "1 1 of 0")
	want(t, "a visitor", stages(w.visitor("en")), "123456 5 of 1")
	want(t, "a teacher", stages(ana), "123456 5 of 1")
	p := ines.get("/rules/2")
	want(t, "not yet", p.status, http.StatusForbidden)
	contains(t, "not yet", p.text("main"), "This stage is not open for you yet. It opens in class.")
	want(t, "a game of a later stage", ines.acts("/games", "rules=extra", "against=bot", "starts=me", "aids=full", "kind=practice").status, http.StatusForbidden)
	want(t, "a free one", ines.acts("/games", "rules=free", "against=bot", "starts=me", "aids=full", "kind=practice", "board=6", "seeds=4", "extra=on", "capture=none", "end=row", "leftover=owner", "winat=off", "pie=off").status, http.StatusForbidden)
	contains(t, "the page of stages", ines.get("/me").text(".notyet"), "Not yet")
	if text := ines.get("/play").text("main"); strings.Contains(strings.ToLower(text), "again") || strings.Contains(strings.ToLower(text), "captur") {
		t.Errorf("a later rule shows: %s", text)
	}
	if at := ines.get("/play?rules=standard").Find("[name=rules][checked]").AttrOr("value", ""); at != "sowing" {
		t.Errorf("chosen: %s", at)
	}
	ana.acts(class+"/gate", "mode=held", "stage=3")
	want(t, "held at 3", stages(ines), "123 3 of 0")
	ana.acts(class+"/pupils/"+w.rui.ID+"/gate", "mode=held", "stage=1")
	want(t, "the own gate first", stages(rui), "1 1 of 0")
	want(t, "and nobody else's", stages(ines), "123 3 of 0")
	extra := ines.plays("rules=extra")
	ana.acts(class+"/gate", "mode=held", "stage=1")
	want(t, "held back: the game", ines.get(extra.path).status, http.StatusForbidden)
	want(t, "held back: a move", ines.post(extra.path+"/moves", append(ines.as(extra), "version=0", "house=1")...).status, http.StatusForbidden)
	if strings.Contains(ines.get("/me").text("main"), "Play again") {
		t.Error("the game of a later stage is listed")
	}
	ana.acts(class+"/gate", "mode=auto")
	want(t, "automatic: nothing was done yet", stages(ines), "1 1 of 0")
	want(t, "the own gate still first", stages(rui), "1 1 of 0")
	ana.acts(class+"/pupils/"+w.rui.ID+"/gate", "mode=class")
	want(t, "as the class again", stages(rui), "1 1 of 0")
	ana.acts(class+"/gate", "mode=held", "stage=2")
	day := w.now.Now().AddDate(0, 0, 2).Format(time.DateOnly)
	ana.acts(class+"/gate", "mode=open", "stage=4", "date="+day)
	want(t, "before the day", stages(ines), "12 2 of 0")
	contains(t, "the teacher reads when", ana.get(class).text(".gate .now"), "Stage 2 now, stage 4 from "+day)
	w.now.add(48 * time.Hour)
	ana, ines = w.teaching(w.ana), nil
	ana.acts(class+"/code", "do=open")
	ines = w.signedIn(w.ines, ana.get(class).text(".bigcode [aria-hidden]"))
	want(t, "from the day on", stages(ines), "1234 4 of 0")
	for _, bad := range []string{"mode=held&stage=7", "mode=held&stage=0", "mode=held", "mode=", "mode=class&stage=1", "mode=open&stage=2&date=tomorrow", "mode=open&stage=2&date=99999-01-01"} {
		want(t, bad, ana.acts(class+"/gate", strings.Split(bad, "&")...).status, http.StatusUnprocessableEntity)
	}
	want(t, "all the same after that", stages(ines), "1234 4 of 0")
}

// The class decides on counting help and on taking back, for games that go on too.
func TestTheClassDecidesOnAidsAndTakingBack(t *testing.T) {
	w := newTown(t)
	ana, ines := w.teaching(w.ana), w.signedIn(w.ines, w.codeOne)
	set := func(aids, back string) {
		ana.acts("/teach/"+w.one.ID+"/settings", "name=Class One", "lang=en", "entry=pictures", "minutes=15", "aids="+aids, "back="+back, "hints=on")
	}
	p := ines.moves(ines.plays("rules=sowing"), 1)
	want(t, "numerals and taking back", fmt.Sprint(p.Find("#game .numerals").Length() > 0 || p.Find("#game[data-numbers=true]").Length() > 0, p.Find(`form[action$="/back"]`).Length()), "true 1")
	set("none", "off")
	p = ines.get(p.path[:len("/games/")+26])
	want(t, "neither", fmt.Sprint(p.Find("#game[data-numbers=true]").Length(), p.Find(`form[action$="/back"]`).Length()), "0 0")
	want(t, "nor by a form of before", ines.post(w.gamePath(p)+"/back", append(ines.as(p), "version="+p.version())...).status, http.StatusUnprocessableEntity)
	want(t, "a child cannot choose more", ines.plays("rules=sowing", "aids=full").Find("#game[data-numbers=true]").Length(), 0)
	set("request", "on")
	want(t, "back again", ines.get(w.gamePath(p)).Find(`form[action$="/back"]`).Length(), 1)
}

func (w *town) gamePath(p page) string { return "/games/" + strings.Split(p.path, "/")[2] }

// C08: a session holds on plain http under any address; the cookie is Secure
// only where TLS was spoken, by us or by a proxy that is trusted.
func TestC08TheCookieIsSecureOnlyOverTLS(t *testing.T) {
	w := newTown(t)
	login := func(s *site, host string, header ...string) *http.Response {
		form := url.Values{"login": {"ana"}, "password": {password}}
		req, _ := http.NewRequest(http.MethodPost, s.url+"/sign-in", strings.NewReader(form.Encode()))
		req.Host = host
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for i := 0; i+1 < len(header); i += 2 {
			req.Header.Set(header[i], header[i+1])
		}
		answer, err := (&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer
	}
	cookie := func(a *http.Response) *http.Cookie {
		for _, c := range a.Cookies() {
			if c.Name == "semeia_session" {
				return c
			}
		}
		t.Fatalf("no session: %d", a.StatusCode)
		return nil
	}
	plain := cookie(login(w.site, "192.168.1.20:8080"))
	if plain.Secure || !plain.HttpOnly || plain.SameSite != http.SameSiteLaxMode || plain.Domain != "" {
		t.Errorf("%+v", plain)
	}
	req, _ := http.NewRequest(http.MethodGet, w.url+"/teach", nil)
	req.Host = "192.168.1.20:8080"
	req.AddCookie(plain)
	answer, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	want(t, "stays in", answer.StatusCode, http.StatusOK)
	if c := cookie(login(w.site, "school.example", "X-Forwarded-Proto", "https")); c.Secure {
		t.Error("anybody is believed to be a proxy")
	}
	trusting := open(t, func(c *web.Config) { c.Store = w.kept; c.Proxies = networks(t, "127.0.0.0/8") })
	if c := cookie(login(trusting, "school.example", "X-Forwarded-Proto", "https")); !c.Secure {
		t.Error("the trusted proxy's TLS is not seen")
	}
	if c := cookie(login(trusting, "school.example")); c.Secure {
		t.Error("without TLS it is Secure")
	}
}

// Whoever reads the database cannot sign in with what stands there.
func TestTheDatabaseHoldsNoTokenOfASession(t *testing.T) {
	w := newTown(t)
	v := w.signedIn(w.ines, w.codeOne)
	token := v.session()
	if _, found, err := w.kept.Sessions().Find(token); err != nil || found {
		t.Errorf("the cookie's value stands in the database: %v", err)
	}
	sum := sha256.Sum256([]byte(token))
	if _, found, err := w.kept.Sessions().Find(base64.RawURLEncoding.EncodeToString(sum[:])); err != nil || !found {
		t.Errorf("its hash does not: %v", err)
	}
}
