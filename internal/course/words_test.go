package course_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"golang.org/x/text/unicode/norm"

	"semeia/internal/course"
	"semeia/internal/i18n"
	"semeia/lessons"
)

func builtWords(t *testing.T) (course.Words, []byte) {
	t.Helper()
	text, err := fs.ReadFile(lessons.FS, "words.toml")
	if err != nil {
		t.Fatal(err)
	}
	w, err := course.ReadWords(text)
	if err != nil {
		t.Fatal(err)
	}
	return w, text
}

func TestWordsOfALaterStageAreFound(t *testing.T) {
	w, _ := builtWords(t)
	for _, c := range []struct {
		lang  string
		stage int    // of the text
		text  string // that is looked at
		of    int    // stage of the word; 0: none is found
	}{
		{"en", 1, "You have an extra turn.", 2},
		{"en", 2, "You have an extra turn.", 0},
		{"en", 1, "EXTRA TURNS", 2},
		{"en", 1, "an extra-turn", 2},
		{"en", 1, "an extra\nturn", 2},
		{"en", 1, "an *extra* **turn**", 2},
		{"en", 1, "an extra\u00a0turn", 2},
		{"en", 1, "an ex\u00adtra turn", 2},
		{"en", 1, "You play. Again it is your move.", 0},
		{"en", 1, "Who plays?\n\nAgain and again.", 0},
		{"en", 1, "- a turn of play\n- again", 0},
		{"en", 1, "You play\nagain", 2},
		{"en", 1, "extraordinary turn", 0},
		{"en", 2, "It is captured.", 3},
		{"en", 2, "Recapture it", 3},
		{"en", 2, "Cap your pencil: a bottle cap.", 0},
		{"en", 3, "17 wins", 4},
		{"en", 3, "Put 17 seeds there.", 0},
		{"en", 3, "117 wins", 0},
		{"en", 4, "house 6", 5},
		{"en", 4, "house 60, houses 6", 0},
		{"en", 4, "Now house\n6 is new.", 5},
		{"en", 5, "Swap seats", 6},
		{"en", 6, "Swap seats, pie rule, empty capture", 0},

		{"pt", 1, "Jogue de novo!", 2},
		{"pt", 1, "JOGARÁ DE NOVO", 2},
		{"pt", 1, "jogara\u0301 de novo", 2}, // the accent a character of its own
		{"pt", 1, "Não basta passar pelo kalah.", 2},
		{"pt", 1, "Na\u0303o basta\npassar.", 2},
		{"pt", 1, "Passe de novo pela casa.", 0},
		{"pt", 2, "capturá-la", 3},
		{"pt", 2, "Recapitule: capital.", 0},
		{"pt", 3, "Mais da metade!", 4},
		{"pt", 3, "mais da metadezinha", 0},
		{"pt", 3, "Chegar a 17", 4},
		{"pt", 4, "O jogo padra\u0303o", 5},
		{"pt", 4, "o jogo-padrão", 5},
		{"pt", 4, "seis casas", 5},
		{"pt", 5, "A regra da torta", 6},

		{"sq", 1, "Luaj përsëri!", 2},
		{"sq", 1, "LUAJ PËRSËRI", 2},
		{"sq", 1, "luaj pe\u0308rse\u0308ri", 2},
		{"sq", 1, "radhë\nshtesë", 2},
		{"sq", 2, "Fara kapërcen kalahun tjetër.", 0},
		{"sq", 2, "Kape\u0308rcen", 0},
		{"sq", 2, "kapak, kapuç", 0},
		{"sq", 2, "Ti kap.", 3},
		{"sq", 2, "KAPJA", 3},
		{"sq", 2, "-kap-", 3},
		{"sq", 3, "më shumë se gjysma", 4},
		{"sq", 3, "më shumë se gjysmën", 4},
		{"sq", 4, "gjashtë gropa", 5},
		{"sq", 4, "gropa 61", 0},
		{"sq", 5, "rregulli i byrekut", 6},

		{"xx", 1, "extra turn", 0},
		{"en", 1, "", 0},
	} {
		if found, of := w.Later(c.lang, c.stage, c.text); of != c.of || (found == "") != (of == 0) {
			t.Errorf("%s, stage %d: %q: found %q of stage %d, want %d", c.lang, c.stage, c.text, found, of, c.of)
		}
	}
}

func TestAWordIsToldAsItStandsInTheText(t *testing.T) {
	w, _ := builtWords(t)
	for text, want := range map[string]string{
		"Now it RE\u00adCAPTURES all.":    "RECAPTURES",
		"You have an *Extra*\n**turns**!": "Extra turns",
	} {
		if found, _ := w.Later("en", 1, text); found != want {
			t.Errorf("%q: %q, want %q", text, found, want)
		}
	}
}

func TestTheListOfWordsIsWellFormed(t *testing.T) {
	w, text := builtWords(t)
	var raw struct {
		Words []map[string]any
	}
	if _, err := toml.Decode(string(text), &raw); err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	for i, table := range raw.Words {
		stage := int(table["stage"].(int64))
		if stage != i+2 {
			t.Errorf("table %d is of stage %d", i+1, stage)
		}
		for _, lang := range i18n.Langs {
			entries, _ := table[lang.Code].([]any)
			if len(entries) == 0 {
				t.Errorf("stage %d has no words in %s", stage, lang.Code)
			}
			for _, e := range entries {
				entry := e.(string)
				id := fmt.Sprint(lang.Code, " ", entry)
				if have[id] || norm.NFC.String(entry) != entry || strings.Join(strings.Fields(entry), " ") != entry {
					t.Errorf("%s: %q stands there twice, or in an odd form", lang.Code, entry)
				}
				have[id] = true
				plain := strings.ReplaceAll(entry, "*", "")
				if _, of := w.Later(lang.Code, stage-1, plain); of < stage {
					t.Errorf("%s: %q is not found before stage %d", lang.Code, entry, stage)
				}
			}
		}
	}
	if len(raw.Words) != 5 {
		t.Errorf("%d tables", len(raw.Words))
	}
}

// The names of the stages are on every page of a pupil.
func TestNoStageIsCalledByALaterWord(t *testing.T) {
	w, _ := builtWords(t)
	c, err := catalogues()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range i18n.Langs {
		l, _ := c.Loc(lang.Code)
		for stage := 1; stage <= 6; stage++ {
			for _, key := range []string{fmt.Sprintf("stage.%d", stage), fmt.Sprintf("stage.%d.more", stage)} {
				if found, of := w.Later(lang.Code, stage, l.T(key)); of > 0 {
					t.Errorf("%s %s: %q is of stage %d", lang.Code, key, found, of)
				}
			}
		}
	}
}

func TestAListOfWordsThatCannotBeReadIsAnError(t *testing.T) {
	for _, text := range []string{"[[words]]\nstage = \"2\"", "[[words]]\nstage = 2\nxx = [\"x\"]", "[words"} {
		if _, err := course.ReadWords([]byte(text)); err == nil {
			t.Errorf("read: %s", text)
		}
	}
	files := base(t)
	files["words.toml"] = "[[words]]\nstage = 2\nxx = []"
	if _, _, err := course.Check(mapFS(files), ""); err == nil || !strings.Contains(err.Error(), "unknown key xx") {
		t.Error(err)
	}
	delete(files, "words.toml")
	if _, err := course.Open(mapFS(files), ""); err == nil {
		t.Error("opened without words")
	}
}
