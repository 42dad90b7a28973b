package templates

import (
	"semeia/internal/i18n"
	"semeia/internal/kalah"
)

// Home is the first page.
type Home struct {
	Shell
	Board *Board
	GoOn  []GameLink
}

// GameLink leads to a game.
type GameLink struct {
	ID, Face, Text, Stage, Outcome, Day string
	Reviewed                            bool // it may be looked back at
	Helped                              int  // moves made with help, on a teacher's page
}

// Play is the page where a game is chosen.
type Play struct {
	Shell
	Form   PlayForm
	ID     string // of the game that the form will open
	Notice string
}

// PlayForm holds the fields of the form as they are sent.
type PlayForm struct {
	Rules                                     string // a name, or "free"
	Against                                   string // a [tutor.Bot], or "neighbour"
	Starts                                    string // "die", "me", "other"
	Aids                                      string // "full", "request", "none"
	Kind                                      string // "practice", "counts"
	Board, Seeds                              string // of a free combination: "school" or houses; seeds a house
	Extra, Capture, End, Leftover, WinAt, Pie string
}

// NewPlayForm is the form before anything is chosen.
func NewPlayForm() PlayForm {
	return PlayForm{
		Rules: "sowing", Against: string(UsualBot(1)), Starts: "die", Aids: "full", Kind: "practice",
		Board: "6", Seeds: "4", Extra: "on", Capture: "both", End: "row", Leftover: "owner", WinAt: "off", Pie: "off",
	}
}

// Mended is the form with every value that is not among the choices put back
// to what it was at first, so that the page can be shown again.
func (f PlayForm) Mended() PlayForm {
	d := NewPlayForm()
	if _, ok := kalah.Named(f.Rules); !ok && f.Rules != "free" {
		f.Rules = d.Rules
	}
	for _, v := range []struct {
		value    *string
		fallback string
		choices  []Choice
	}{
		{&f.Against, d.Against, againstChoices}, {&f.Starts, d.Starts, startChoices},
		{&f.Aids, d.Aids, aidChoices}, {&f.Kind, d.Kind, kindChoices},
		{&f.Board, d.Board, boardChoices}, {&f.Seeds, d.Seeds, seedChoices},
		{&f.Extra, d.Extra, onOffChoices}, {&f.Capture, d.Capture, captureChoices},
		{&f.End, d.End, endChoices}, {&f.Leftover, d.Leftover, leftoverChoices},
		{&f.WinAt, d.WinAt, onOffChoices}, {&f.Pie, d.Pie, onOffChoices},
	} {
		known := false
		for _, c := range v.choices {
			known = known || c.Value == *v.value
		}
		if !known {
			*v.value = v.fallback
		}
	}
	return f
}

// Choice is one value of a field, with the keys of its name and of a line
// that explains it. Text stands in for a key where the name is a number.
type Choice struct{ Value, Key, More, Text string }

func (c Choice) name(l *i18n.Loc) string {
	if c.Text != "" {
		return c.Text
	}
	return l.T(c.Key)
}

var (
	againstChoices = append(botChoices(), Choice{Value: "neighbour", Key: "play.against.neighbour", More: "play.against.neighbour.more"})
	startChoices   = []Choice{
		{Value: "die", Key: "play.starts.die", More: "play.starts.die.more"},
		{Value: "me", Key: "play.starts.me"},
		{Value: "other", Key: "play.starts.other"},
	}
	aidChoices = []Choice{
		{Value: "full", Key: "play.aids.full", More: "play.aids.full.more"},
		{Value: "request", Key: "play.aids.request", More: "play.aids.request.more"},
		{Value: "none", Key: "play.aids.none", More: "play.aids.none.more"},
	}
	kindChoices = []Choice{
		{Value: "practice", Key: "play.kind.practice", More: "play.kind.practice.more"},
		{Value: "counts", Key: "play.kind.counts", More: "play.kind.counts.more"},
	}
	boardChoices = []Choice{
		{Value: "school", Key: "lab.board.school"},
		{Value: "3", Text: "3"}, {Value: "4", Text: "4"}, {Value: "5", Text: "5"}, {Value: "6", Text: "6"},
	}
	seedChoices = []Choice{
		{Value: "1", Text: "1"}, {Value: "2", Text: "2"}, {Value: "3", Text: "3"},
		{Value: "4", Text: "4"}, {Value: "5", Text: "5"}, {Value: "6", Text: "6"},
	}
	onOffChoices   = []Choice{{Value: "on", Key: "lab.on"}, {Value: "off", Key: "lab.off"}}
	captureChoices = []Choice{
		{Value: "none", Key: "lab.capture.none"}, {Value: "opposite", Key: "lab.capture.opposite"},
		{Value: "both", Key: "lab.capture.both"}, {Value: "both-or-alone", Key: "lab.capture.alone"},
	}
	endChoices      = []Choice{{Value: "row", Key: "lab.end.row"}, {Value: "stuck", Key: "lab.end.stuck"}}
	leftoverChoices = []Choice{
		{Value: "owner", Key: "lab.leftover.owner"}, {Value: "emptier", Key: "lab.leftover.emptier"},
		{Value: "nobody", Key: "lab.leftover.nobody"},
	}
	variationChoices = []Choice{
		{Value: "standard-3", Key: "variation.standard-3"}, {Value: "standard-5", Key: "variation.standard-5"},
		{Value: "standard-6", Key: "variation.standard-6"}, {Value: "empty-capture", Key: "variation.empty-capture"},
		{Value: "late-end", Key: "variation.late-end"}, {Value: "unclaimed", Key: "variation.unclaimed"},
		{Value: "emptier-takes", Key: "variation.emptier-takes"}, {Value: "pie", Key: "variation.pie"},
		{Value: "free", Key: "variation.free"},
	}
)

// stageCard is a stage to choose on the page, with what is new in it.
type stageCard struct {
	Stage int
	Rules string
	More  string
}

var stageCards = []stageCard{
	{1, "sowing", "stage.1.more"},
	{2, "extra", "stage.2.more"},
	{3, "capture", "stage.3.more"},
	{4, "seventeen", "stage.4.more"},
	{5, "standard", "stage.5.more"},
}

// openCards are those of the stages up to a limit.
func openCards(limit int) []stageCard { return stageCards[:min(limit, len(stageCards))] }

func inLab(rules string) bool {
	for _, c := range stageCards {
		if c.Rules == rules {
			return false
		}
	}
	return true
}
