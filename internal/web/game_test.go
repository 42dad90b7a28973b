package web_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

func TestAGameIsPlayedWithFormsAlone(t *testing.T) {
	v := open(t).visitor("en")
	p := v.plays()
	want(t, "start", p.board(), "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>")
	want(t, "open houses", p.buttons(), "s1 s2 s3 s4 s5 s6")
	want(t, "name of a house", p.Find(`#board button[value="3"]`).AttrOr("aria-label", ""), "house 3, 4 seeds")
	p = v.moves(p, 3)
	want(t, "after", p.board(), "<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4>")
	want(t, "an extra turn", p.buttons(), "s1 s2 s4 s5 s6")
	want(t, "caption", p.text("#say"), "Move 1. Snail plays house 3 with 4 seeds: the last one falls in their own kalah. In the kalahs: Snail 1, Bee 0. Snail plays again.")
	var trail []string
	p.Find("#board .count").Each(func(_ int, s *goquery.Selection) { trail = append(trail, s.AttrOr("data-count", "")) })
	want(t, "trail", strings.Join(trail, " "), "1 2 3 4")
	p = v.moves(p, 6)
	want(t, "open houses", p.buttons(), "n1 n2 n3 n4 n5 n6")
}

// A28, R18.
func TestR18TakingBack(t *testing.T) {
	v := open(t).visitor("en")
	t.Run("A28 against the bot, to the last decision", func(t *testing.T) {
		p := v.plays("against=bot")
		p = v.moves(p, 3)
		before := p.board()
		p = v.moves(p, 6)
		p = v.post(p.path+"/back", "version="+p.version())
		want(t, "board", p.board(), before)
		want(t, "open houses", p.buttons(), "s1 s2 s4 s5 s6")
		p = v.post(p.path+"/back", "version="+p.version())
		want(t, "start", p.board(), "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>")
		version := p.version()
		p = v.post(p.path+"/back", "version="+version)
		want(t, "never further", p.status, 422)
		want(t, "version", p.version(), version)
	})
	t.Run("A28 at one screen", func(t *testing.T) {
		p := v.moves(v.plays(), 3)
		p = v.post(p.path+"/back", "version="+p.version())
		want(t, "start", p.board(), "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>")
		want(t, "South is to move", p.buttons(), "s1 s2 s3 s4 s5 s6")
	})
	t.Run("not in a game that counts", func(t *testing.T) {
		p := v.moves(v.plays("kind=counts"), 3)
		want(t, "no button", p.Find("#back").Length(), 0)
		q := v.post(p.path+"/back", "version="+p.version())
		want(t, "refused", q.status, 422)
		want(t, "board", q.board(), p.board())
	})
	t.Run("the winning move takes the result along", func(t *testing.T) {
		p := v.plays("rules=free", "board=3", "seeds=1", "extra=on", "capture=both", "end=row", "leftover=owner", "winat=off", "pie=off")
		for !strings.Contains(p.text("#say"), "over") {
			p = v.moves(p, p.Find("#board button.cup").First().AttrOr("value", ""))
		}
		p = v.post(p.path+"/compare", "do=skip")
		want(t, "result", p.Find("#result").Length(), 1)
		p = v.post(p.path+"/back", "version="+p.version())
		want(t, "no result", p.Find("#result").Length()+p.Find("#compare").Length(), 0)
		want(t, "open again", p.Find("#board button.cup").Length() > 0, true)
	})
}

// R15.
func TestR15TheDieAndTheRematch(t *testing.T) {
	v := open(t).visitor("en")
	equal := false
	for range 40 {
		p := v.plays("starts=die")
		line := p.text(".throws")
		equal = equal || strings.Contains(line, "the same: throw again")
		last := p.Find(".throws p").Eq(p.Find(".throws p").Length() - 2)
		var a, b int
		if _, err := fmt.Sscanf(strings.Join(strings.Fields(last.Text()), " "), "Snail %d, Bee %d.", &a, &b); err != nil || a == b {
			t.Fatalf("%q: %v", last.Text(), err)
		}
		starts, row := "Snail starts.", "s1"
		if b > a {
			starts, row = "Bee starts.", "n1"
		}
		contains(t, "who starts", line, starts)
		contains(t, "who is to move", p.buttons(), row)
	}
	want(t, "equal throws are shown too", equal, true)

	p := v.plays("starts=other")
	contains(t, "the other starts", p.buttons(), "n1")
	q := v.post(p.path + "/rematch")
	want(t, "no rematch before the end", q.status, 422)
	v.post(p.path+"/give-up", "version=0")
	q = v.post(p.path + "/rematch")
	contains(t, "in a rematch the other player starts", q.buttons(), "s1")
	again := v.post(p.path + "/rematch")
	want(t, "a second press opens no second game", again.path, q.path)
}

// R17, with the bot on the other side.
func TestR17SwappingSeats(t *testing.T) {
	v := open(t).visitor("en")
	p := v.plays("rules=pie")
	want(t, "not at the start", p.Find("#swap").Length(), 0)
	p = v.moves(p, 1)
	want(t, "after the opening turn", p.Find("#swap").Length(), 1)
	board := p.board()
	p = v.post(p.path+"/swap", "version="+p.version())
	want(t, "the position stays", p.board(), board)
	contains(t, "sentence", p.text("#say"), "Bee swaps seats: Bee and Snail change rows. Now Snail plays.")
	contains(t, "the side to move stays", p.buttons(), "n1")
	want(t, "once only", v.post(p.path+"/swap", "version="+p.version()).status, 422)

	swaps, stays := 0, 0
	for house := 1; house <= 6; house++ {
		p := v.moves(v.plays("rules=pie", "against=bot"), house)
		if p.version() == "1" {
			continue // an extra turn
		}
		if strings.Contains(p.text(".moves"), "Ladybird swaps seats") {
			swaps++
			want(t, "the child's row is below", p.Find("#board .row.near .cup").First().AttrOr("data-place", ""), "n1")
			contains(t, "the child moves next", p.buttons(), "n1")
		} else {
			stays++
		}
	}
	if swaps == 0 || stays == 0 {
		t.Errorf("the bot swaps %d times and stays %d times: want both, as its search says", swaps, stays)
	}
}

// R16, A12: said once, and only where it is a rule.
func TestR16MoreThanHalfIsSaidOnce(t *testing.T) {
	v := open(t).visitor("en")
	for _, rules := range []string{"standard", "capture"} {
		said, games := 0, 0
		for game := range 6 {
			p := v.plays("rules=" + rules)
			n := 0
			for i := game; p.Find("#board button.cup").Length() > 0; i++ {
				open := p.Find("#board button.cup")
				p = v.moves(p, open.Eq(i*(game+2)%open.Length()).AttrOr("value", ""))
				n += strings.Count(p.text("#say"), "Already won")
			}
			if n > 1 {
				t.Errorf("%s: said %d times in one game", rules, n)
			}
			said += n
			games++
		}
		if (said > 0) != (rules == "standard") {
			t.Errorf("%s: said %d times in %d games", rules, said, games)
		}
	}
}

// A24: the other row is drawn from its owner's right to left, for every reader.
func TestA24EveryReaderSeesTheSameBoard(t *testing.T) {
	s := open(t)
	v := s.visitor("en")
	p := v.moves(v.moves(v.plays(), 1), 2)
	want(t, "own page", p.board(), "<6,0,0,0,5,5,5,5,4,4,0,5,5,5,5>")
	watcher := s.visitor("sq").get(p.path)
	want(t, "somebody who looks on", watcher.board(), p.board())
	want(t, "has no controls", watcher.buttons()+watcher.text("#tools button.cup"), "")
	want(t, "no forms of the game", watcher.Find(`form[action^="/games"]`).Length(), 0)
	contains(t, "hears both names", watcher.text("#say"), "Bleta luan gropën 2")
	part := s.visitor("en").get(p.path + "/watch?have=0")
	want(t, "the part that is fetched", part.board(), p.board())
	want(t, "with what happened", part.Find("#steps li").Length(), 2)
	want(t, "nothing new", s.visitor("en").get(p.path+"/watch?have=2").status, 204)
	look := v.get(p.path + "/moves/1")
	want(t, "look back", look.board(), "<6,0,0,0,5,5,5,5,4,4,4,4,4,4,4>")
	want(t, "look back plays nothing", look.buttons(), "")
}

// E01: two moves never sound the same.
func TestE01EveryMoveIsAnnouncedInWordsOfItsOwn(t *testing.T) {
	v := open(t).visitor("en")
	p := v.plays("rules=sowing")
	last := p.text("#say")
	for p.Find("#board button.cup").Length() > 0 {
		p = v.moves(p, p.Find("#board button.cup").First().AttrOr("value", ""))
		if now := p.text("#say"); now == last {
			t.Fatalf("twice the same: %q", now)
		} else {
			last = now
		}
	}
}

// A35: every game that ended is kept, with how it ended and all its moves.
func TestA35EveryEndIsKept(t *testing.T) {
	v := open(t).visitor("en")
	p := v.plays()
	p = v.moves(p, 3)
	q := v.get(p.path + "/give-up")
	contains(t, "the question first", q.text(".ask"), "Do you want to give up this game?")
	want(t, "nothing yet", q.version(), "1")
	p = v.post(p.path+"/give-up", "version="+p.version())
	contains(t, "given up", p.text("#result"), "Snail gave up. Bee wins.")
	want(t, "no more moves", v.post(p.path+"/moves", "version="+p.version(), "house=1").status, 422)
	want(t, "the move before is kept", v.get(p.path+"/moves").Find(".allmoves li").Length(), 1)
}

func TestTheKalahsAreComparedBeforeTheResult(t *testing.T) {
	v := open(t).visitor("en")
	small := []string{"rules=free", "board=3", "seeds=2", "extra=on", "capture=both", "end=row", "leftover=owner", "winat=off", "pie=off"}
	p := v.plays(small...)
	for p.Find("#board button.cup").Length() > 0 {
		p = v.moves(p, p.Find("#board button.cup").First().AttrOr("value", ""))
	}
	want(t, "asked", p.Find("#compare").Length(), 1)
	want(t, "not told", p.Find("#result").Length(), 0)
	if strings.Contains(p.text("body"), "wins") || strings.Contains(p.text("body"), "draw") {
		t.Errorf("the result is told before: %s", p.text("body"))
	}
	mine, theirs := p.Find(`#board [data-place="s*"]`).AttrOr("data-n", ""), p.Find(`#board [data-place="n*"]`).AttrOr("data-n", "")
	contains(t, "question", p.text("#question"), fmt.Sprintf("Snail has %s, Bee has %s. Which sign goes here: %s ☐ %s?", mine, theirs, mine, theirs))
	var a, b int
	fmt.Sscan(mine, &a)
	fmt.Sscan(theirs, &b)
	right, wrong := "eq", "lt"
	if a < b {
		right, wrong = "lt", "gt"
	} else if a > b {
		right = "gt"
	}
	more := fmt.Sprint("more=", max(a-b, b-a))
	for _, c := range []struct {
		fields []string
		status int
		says   string
	}{
		{[]string{more}, 422, "Choose a sign first"},
		{[]string{"sign=" + wrong, more}, 200, "Look at the pairs"},
		{[]string{"sign=" + right, "more=70"}, 200, "The sign is right."},
		{[]string{"sign=" + right, "more=abc"}, 422, "Write how many more"},
	} {
		q := v.post(p.path+"/compare", c.fields...)
		want(t, fmt.Sprint(c.fields), q.status, c.status)
		contains(t, fmt.Sprint(c.fields), q.text("#wrong"), c.says)
		want(t, "still not told", q.Find("#result").Length(), 0)
	}
	p = v.post(p.path+"/compare", "sign="+right, more)
	want(t, "told", p.Find("#result").Length(), 1)
	want(t, "told from now on", v.get(p.path).Find("#result").Length(), 1)
	want(t, "not without aids", endOf(v, append(small, "aids=none")...).Find("#result").Length(), 1)
}

func endOf(v *visitor, fields ...string) page {
	p := v.plays(fields...)
	for p.Find("#board button.cup").Length() > 0 {
		p = v.moves(p, p.Find("#board button.cup").First().AttrOr("value", ""))
	}
	return p
}

// The three levels of help: what is drawn beside the seeds.
func TestTheAidsSayWhatIsCountedForTheChild(t *testing.T) {
	v := open(t).visitor("en")
	for _, c := range []struct {
		aids                             string
		numerals, trail, button, pressed bool
	}{{"full", true, true, true, true}, {"request", false, false, true, false}, {"none", false, false, false, false}} {
		p := v.moves(v.plays("aids="+c.aids), 3)
		want(t, c.aids+": numerals", p.Find("#board .numerals").Length() == 1, c.numerals)
		want(t, c.aids+": trail", p.Find("#board .count").Length() > 0, c.trail)
		want(t, c.aids+": button", p.Find("#numbers").Length() == 1, c.button)
		want(t, c.aids+": pressed", p.Find("#numbers[aria-pressed=true]").Length() == 1, c.pressed)
		if c.aids == "request" {
			q := v.post("/settings", "numbers=on", "back="+p.path)
			want(t, "asked for: same page", q.path, p.path)
			want(t, "asked for: numerals and trail", q.Find("#board .numerals .count").Length() > 0, true)
			v.post("/settings", "numbers=rainbow", "speed=-1", "voice=loud", "back="+p.path)
			want(t, "nonsense changes nothing", v.get(p.path).Find("#board .numerals").Length(), 1)
		}
	}
}

// A21: looking changes nothing.
func TestA21NoPageThatIsOpenedChangesAnything(t *testing.T) {
	v := open(t).visitor("en")
	p := v.moves(v.plays("against=bot"), 3)
	before := p.board() + p.version()
	for range 3 {
		for _, path := range []string{"", "/moves", "/moves/0", "/moves/1", "/give-up", "/watch", "/back", "/swap", "/compare", "/rematch"} {
			v.get(p.path + path)
		}
	}
	now := v.get(p.path)
	want(t, "board and version", now.board()+now.version(), before)
}

// The same move sent from many tabs at once is one move.
func TestManyAtOnce(t *testing.T) {
	s := open(t)
	v := s.visitor("en")
	p := v.plays()
	var wg sync.WaitGroup
	var mu sync.Mutex
	statuses := map[int]int{}
	for range 20 {
		wg.Go(func() {
			q := v.post(p.path+"/moves", "version=0", "house=3")
			mu.Lock()
			statuses[q.status]++
			mu.Unlock()
		})
		wg.Go(func() { s.visitor("pt").get(p.path) })
	}
	wg.Wait()
	want(t, "accepted", statuses[200], 1)
	want(t, "refused", statuses[409], 19)
	want(t, "version", v.get(p.path).version(), "1")
}

func TestTheLanguageStaysOnThePageAndAGuessIsNotAChoice(t *testing.T) {
	v := open(t).visitor("sq")
	p := v.plays()
	want(t, "guessed", p.Find("html").AttrOr("lang", ""), "sq")
	v.accept = "pt-BR"
	want(t, "guessed anew", v.get(p.path).Find("html").AttrOr("lang", ""), "pt-BR")
	q := v.post("/language", "lang=en", "back="+p.path)
	want(t, "same page", q.path, p.path)
	want(t, "chosen", q.Find("html").AttrOr("lang", ""), "en")
	for _, back := range []string{"http://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "javascript:alert(1)", ""} {
		want(t, "back to "+back, v.post("/language", "lang=en", "back="+back).path, "/")
	}
}

func TestEveryAnswerIsGuarded(t *testing.T) {
	v := open(t).visitor("en")
	p := v.plays()
	for _, path := range []string{"/", "/play", p.path, "/rules/1", "/nowhere", "/healthz"} {
		h := v.get(path).header
		contains(t, path, h.Get("Content-Security-Policy"), "default-src 'none'; script-src 'self'; style-src 'self'")
		want(t, path+" referrer", h.Get("Referrer-Policy"), "same-origin")
		if path != "/healthz" {
			want(t, path+" is not stored", h.Get("Cache-Control"), "no-store")
		}
	}
	css, _ := v.get("/").Find(`link[rel=stylesheet]`).Attr("href")
	contains(t, css, v.get(css).header.Get("Cache-Control"), "immutable")
	want(t, "ready", v.get("/readyz").status, 200)
	want(t, "no inline script or style", p.Find("script:not([src]), [style], [onclick], [hx-on]").Length(), 0)
}

// A30: the card and the sheet say the rules that are played.
func TestA30TheSheetSaysTheRulesThatArePlayed(t *testing.T) {
	for lang, words := range map[string][5]string{ // both taken, facing only, sweep, 17, 24
		"en": {"the facing seeds and your own", "a capture takes the facing seeds", "each takes the seeds left in their own row", "17 in the kalah wins at once", "more than 24"},
		"pt": {"as sementes da frente e a própria", "a captura leva as sementes da frente", "cada lado fica com as que sobram na sua fileira", "17 no kalah ganha na hora", "mais de 24"},
		"sq": {"farat përballë dhe të vetën", "kapja merr farat përballë", "secili merr farat që mbeten në rreshtin e vet", "17 në kalah fiton menjëherë", "më shumë se 24"},
	} {
		v := open(t).visitor(lang)
		standard, seventeen, first := v.get("/rules/5").text("footer"), v.get("/rules/4").text("footer"), v.get("/rules/1").text("article")
		for _, i := range []int{0, 2, 4} {
			contains(t, lang+" standard", standard, words[i])
			if strings.Contains(seventeen, words[i]) {
				t.Errorf("%s seventeen says %q", lang, words[i])
			}
		}
		contains(t, lang+" seventeen", seventeen, words[1])
		contains(t, lang+" seventeen", seventeen, words[3])
		for _, later := range []string{"17", "25", "aptur", " kap ", "kapje", "again", "de novo", "përsëri"} {
			if strings.Contains(strings.ToLower(first), later) {
				t.Errorf("%s: the sheet of stage 1 speaks of a later rule: %q", lang, later)
			}
		}
	}
}
