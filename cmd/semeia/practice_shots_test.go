package main

import (
	"path/filepath"
	"testing"
	"time"
)

// TestPracticeShots takes pictures of the practice, when asked:
//
//	go test ./cmd/semeia -run TestPracticeShots -shots FOLDER
func TestPracticeShots(t *testing.T) {
	if *shots == "" {
		return
	}
	at := start(t, "")
	for _, s := range []struct {
		name          string
		width, height int64
		lang, scheme  string
	}{{"lab", 1366, 768, "pt-BR", "light"}, {"phone", 390, 844, "sq", "light"}, {"dark", 1366, 768, "en", "dark"}} {
		p := at.sit("/practice", size(s.width, s.height), language(s.lang), feature("prefers-color-scheme", s.scheme))
		take := func(name string) {
			p.shot(filepath.Join(*shots, "practice-"+s.name+"-"+name+".png"), true)
		}
		take("list")
		p.open("/practice/K1")
		take("last-seed")
		p.follow(`[data-place="n3"]`)
		p.until("the seeds are sown", `!document.body.classList.contains("sowing")`)
		take("told")
		for _, skill := range []string{"K3", "K6", "K7", "K8", "K9", "K10", "K11", "K12", "K13", "K5"} {
			p.open("/practice/" + skill)
			take(skill)
		}
		p.follow(`[value="?"]`)
		time.Sleep(300 * time.Millisecond)
		take("dontknow")
	}
}
