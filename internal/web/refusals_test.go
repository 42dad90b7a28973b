package web_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
)

// A17, A26: what is repeated, stale, foreign or against the rules changes
// nothing and shows the board as it is, with a sentence.
func TestAPostThatIsNotToBeFulfilledChangesNothing(t *testing.T) {
	s := open(t)
	v := s.visitor("en")
	p := v.moves(v.plays(), 3)
	for what, c := range map[string]struct {
		who     *visitor
		version string
		house   string
		status  int
		says    string
	}{
		"A17 an empty house":      {v, "1", "3", 422, "House 3 is empty. Choose one with seeds."},
		"A26 the same post again": {v, "0", "3", 409, "The game has gone on since then. Here it is now."},
		"a version to come":       {v, "2", "1", 409, "The game has gone on since then."},
		"house 0":                 {v, "1", "0", 422, "There is no such house."},
		"house 7":                 {v, "1", "7", 422, "There is no such house."},
		"house -1":                {v, "1", "-1", 422, "There is no such house."},
		"house 1.5":               {v, "1", "1.5", 422, "There is no such house."},
		"house abc":               {v, "1", "abc", 422, "There is no such house."},
		"house empty":             {v, "1", "", 422, "There is no such house."},
		"house of 20 digits":      {v, "1", "11111111111111111111", 422, "There is no such house."},
		"house 1 with a space":    {v, "1", "1 ", 422, "There is no such house."},
		"another digit 1":         {v, "1", "１", 422, "There is no such house."},
		"no version":              {v, "", "1", 422, "That could not be understood."},
		"version -1":              {v, "-1", "1", 422, "That could not be understood."},
		"a stranger":              {s.visitor("en"), "1", "1", 403, "This game belongs to somebody else."},
	} {
		q := c.who.post(p.path+"/moves", "version="+c.version, "house="+c.house)
		want(t, what+": status", q.status, c.status)
		contains(t, what, q.text("#notice"), c.says)
		want(t, what+": board", q.board(), p.board())
		want(t, what+": version", q.version(), "1")
	}
	for _, path := range []string{"/back", "/swap", "/give-up", "/compare", "/rematch"} {
		q := s.visitor("en").post(p.path+path, "version=1")
		want(t, path+" by a stranger", q.status, 403)
		want(t, path+" by a stranger: board", q.board(), p.board())
	}
	want(t, "all the same at the end", v.get(p.path).board(), p.board())
}

func TestNoInputLeadsToAnythingButAPageInTheReadersLanguage(t *testing.T) {
	s := open(t)
	for _, lang := range []struct{ accept, tag, nogame, nopage, large, elsewhere string }{
		{"en", "en", "There is no such game.", "There is no such page.", "That is too much at once.", "That came from another page."},
		{"pt-BR", "pt-BR", "Essa partida não existe.", "Essa página não existe.", "É coisa demais de uma vez.", "Isso veio de outra página."},
		{"sq", "sq", "Nuk ka lojë të tillë.", "Nuk ka faqe të tillë.", "Kjo është tepër përnjëherë.", "Kjo erdhi nga një faqe tjetër."},
	} {
		v := s.visitor(lang.accept)
		game := v.plays().path
		check := func(what string, p page, status int, says string) {
			t.Helper()
			want(t, lang.accept+" "+what, p.status, status)
			want(t, lang.accept+" "+what+": language", p.Find("html").AttrOr("lang", ""), lang.tag)
			contains(t, lang.accept+" "+what, p.text("main"), says)
		}
		check("unknown game", v.get("/games/nothing"), 404, lang.nogame)
		check("unknown game, moved in", v.post("/games/nothing/moves", "version=0", "house=1"), 404, lang.nogame)
		check("unknown page", v.get("/nowhere"), 404, lang.nopage)
		check("unknown file", v.get("/static/0/semeia.css"), 404, lang.nopage)
		check("unknown move", v.get(game+"/moves/9"), 404, "")
		check("stage 7", v.get("/rules/7"), 404, "1")
		check("stage abc", v.get("/rules/abc"), 404, "6")
		check("another method", v.post("/rules/1"), 405, "")
		check("unknown language", v.post("/language", "lang=xx"), 422, "")
		check("unknown choices", v.post("/games", "rules=oware"), 422, "")
		check("a body too large", v.post(game+"/moves", "version=0", "house="+strings.Repeat("1", 100_000)), 413, lang.large)
		check("a body that is no form", v.post(game+"/moves", "version=0", "house=%zz"), 422, "")

		req, _ := http.NewRequest(http.MethodPost, s.url+game+"/moves", strings.NewReader("version=0&house=1"))
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Origin", "http://elsewhere.example")
		check("a foreign origin", v.send(req), 403, lang.elsewhere)
		req, _ = http.NewRequest(http.MethodPost, s.url+game+"/moves", io.MultiReader(strings.NewReader(strings.Repeat("x", 200_000))))
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		check("an endless body", v.send(req), 413, lang.large)
		var parts bytes.Buffer
		w := multipart.NewWriter(&parts)
		w.WriteField("version", "0")
		w.WriteField("house", "1")
		w.Close()
		req, _ = http.NewRequest(http.MethodPost, s.url+game+"/moves", &parts)
		req.Header.Set("Content-Type", w.FormDataContentType())
		check("a form of another kind", v.send(req), 422, "")
		want(t, "nothing happened in the game", v.get(game).version(), "0")
	}
	if strings.Contains(s.log.String(), "ERROR") {
		t.Errorf("the log has errors: %s", s.log)
	}
}

func TestChoicesOutOfBoundsShowTheFormAgain(t *testing.T) {
	v := open(t).visitor("en")
	good := []string{"rules=free", "against=bot", "starts=me", "aids=none", "kind=counts", "board=4", "seeds=3", "extra=on", "capture=both", "end=row", "leftover=owner", "winat=on", "pie=off"}
	p := v.post("/games", good...)
	want(t, "a free combination", p.board(), "<4,0,0,3,3,3,3,3,3,3,3>")
	contains(t, "its rules", p.text(".facts"), "13 in the kalah wins at once")
	for _, bad := range []string{"board=2", "board=7", "board=0", "board=x", "seeds=0", "seeds=7", "seeds=", "extra=maybe", "capture=all", "end=never", "leftover=me", "winat=1", "pie=", "rules=oware", "against=cat", "starts=you", "aids=some", "kind=fun", "id=../x", "id=short"} {
		name, _, _ := strings.Cut(bad, "=")
		form := []string{bad}
		for _, f := range good {
			if !strings.HasPrefix(f, name+"=") {
				form = append(form, f)
			}
		}
		q := v.post("/games", form...)
		want(t, bad, q.status, 422)
		contains(t, bad, q.text(".notice"), "One of the choices does not exist.")
		want(t, bad+": what was chosen stays", q.Find(`[name=kind][value=counts][checked]`).Length(), boolInt(name != "kind"))
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
