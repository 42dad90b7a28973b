package main

import (
	"flag"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

var shots = flag.String("shots", "", "folder for pictures of every page, to be looked at")

// TestShots takes pictures of the pages at the sizes of a lab, a phone and a
// projector, light and dark, in three languages. It only runs when asked:
//
//	go test ./cmd/semeia -run TestShots -shots FOLDER
func TestShots(t *testing.T) {
	if *shots == "" {
		return
	}
	at := start(t, "")
	sizes := []struct {
		name          string
		width, height int64
	}{{"lab", 1366, 768}, {"phone", 390, 844}, {"small", 320, 640}, {"projector", 1920, 1080}}
	langs := []struct{ tag, code string }{{"pt-BR", "pt"}, {"en", "en"}, {"sq", "sq"}}
	for i, size1 := range sizes {
		lang := langs[i%len(langs)]
		for _, scheme := range []string{"light", "dark"} {
			if scheme == "dark" && size1.name == "small" {
				continue
			}
			p := at.sit("/", size(size1.width, size1.height), language(lang.tag), feature("prefers-color-scheme", scheme))
			take := func(name string) {
				p.shot(filepath.Join(*shots, size1.name+"-"+scheme+"-"+name+".png"), false)
			}
			take("home")
			p.open("/play")
			take("play")
			p.plays("rules=extra", "against=easy", "starts=me")
			take("start")
			p.click(`button.cup[value="3"]`)
			p.until("the move begins, or a question stands there", `document.querySelector(".sower, form.asked")`)
			p.unsure()
			p.until("half is sown", `document.querySelector(".sower span")?.textContent === "1"`)
			take("sowing")
			p.until("the board is there", "!document.body.classList.contains('sowing') && document.querySelector('#board button.cup') && document.getElementById('game').dataset.version !== '0'")
			take("moved")
			p.plays("rules=standard", "against=neighbour", "starts=die")
			take("standard")
			p.open("/rules/3")
			take("rules")
			p.plays("rules=free", "board=4", "seeds=3", "against=easy", "starts=me")
			eval[bool](p, "("+fast+", true)")
			for p.has("#board button.cup") {
				v := p.version()
				p.click("#board button.cup")
				p.rest(v)
			}
			take("compare")
			p.click("#compare button[value=skip]")
			p.until("the result is told", `document.getElementById("result")`)
			take("result")
		}
	}
}

var picture = flag.Bool("picture", false, "take the picture in the README again")

// TestPicture takes the picture of the README, when asked:
//
//	go test ./cmd/semeia -run TestPicture -picture
func TestPicture(t *testing.T) {
	if !*picture {
		return
	}
	at := start(t, "")
	p := at.sit("/play", size(1366, 768), language("pt-BR"), feature("prefers-reduced-motion", "reduce"))
	p.plays("rules=capture", "against=neighbour", "starts=me")
	for _, house := range []string{"5", "2", "1", "3", "4", "3"} {
		v := p.version()
		p.click(`#board button.cup[value="` + house + `"]`)
		p.rest(v)
	}
	eval[bool](p, "(scrollTo(0, 0), true)")
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 5, 5))
	p.shot("testdata/board.png", false)
}
