package templates

import (
	"strconv"
	"strings"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// Rules is the page of a stage's rules, which prints as its rule sheet.
type Rules struct {
	Shell
	Stage     int
	Play      string // the rule set to play with
	Lead      string
	Items     []RuleView
	Facts     []string
	Questions bool // the questions print too, as a second page
}

// RuleView is one rule in words, with a picture where there is one.
type RuleView struct {
	Title, Text string
	Board       *Board
}

// rule is a rule as a page tells it: the keys of its words, and the picture's
// rule set, position, mover and house sown (0: none).
type rule struct {
	title, text  string
	rules, board string
	mover        kalah.Side
	house        int
}

// rulePages holds for each stage what its sheet tells, and nothing of a later
// stage. Every position can arise in play by the stage's rules.
var rulePages = [...]struct {
	lead  string
	play  string
	rules []rule
}{
	{"rules.page.1.lead", "sowing", []rule{
		{title: "rules.board.title", text: "rules.board.text", rules: "sowing", board: "<5,0,0,3,3,4,3,3,3,3,4,3,3>"},
		{title: "rules.start.title", text: "rules.start.text"},
		{title: "rules.sow.title", text: "rules.sow.text", rules: "sowing", board: "<5,0,0,3,3,4,3,3,3,3,4,3,3>", house: 1},
		{title: "rules.ownkalah.title", text: "rules.ownkalah.text", rules: "sowing", board: "<5,0,0,3,3,4,3,3,3,3,4,3,3>", house: 4},
		{title: "rules.otherkalah.title", text: "rules.otherkalah.text", rules: "sowing", board: "<5,4,7,0,1,3,0,8,1,1,0,1,6>", house: 5},
		{title: "rules.lap.title", text: "rules.lap.text", rules: "sowing", board: "<5,4,6,3,2,11,0,3,0,3,0,0,0>", house: 3},
		{title: "rules.finish.title", text: "rules.finish.text", rules: "sowing", board: "<5,14,10,0,0,0,0,0,1,3,0,0,4>"},
		{title: "rules.touch.title", text: "rules.touch.text"},
	}},
	{"rules.page.2.lead", "extra", []rule{
		{title: "rules.ready.title", text: "rules.ready.text", rules: "extra", board: "<5,0,0,3,3,4,3,3,3,3,4,3,3>"},
		{title: "rules.sow.title", text: "rules.sow.text", rules: "extra", board: "<5,0,0,3,3,4,3,3,3,3,4,3,3>", house: 1},
		{title: "rules.ownkalah.title", text: "rules.ownkalah.text"},
		{title: "rules.otherkalah.title", text: "rules.otherkalah.text", rules: "extra", board: "<5,2,6,3,0,3,8,1,5,0,1,0,3>", house: 4},
		{title: "rules.lap.title", text: "rules.lap.text", rules: "extra", board: "<5,7,9,0,1,11,0,2,0,0,1,0,1>", house: 3},
		{title: "rules.again.title", text: "rules.again.text", rules: "extra", board: "<5,11,8,1,4,0,1,2,1,0,0,2,2>", house: 2},
		{title: "rules.passing.title", text: "rules.passing.text", rules: "extra", board: "<5,0,0,3,3,4,3,3,3,3,4,3,3>", house: 3},
		{title: "rules.finishagain.title", text: "rules.finishagain.text", rules: "extra", board: "<5,12,12,0,0,0,0,1,2,0,2,1,2>", house: 5},
	}},
	{"rules.page.3.lead", "capture", []rule{
		{title: "rules.ready.title", text: "rules.ready.text", rules: "capture", board: "<5,0,0,3,3,4,3,3,3,3,4,3,3>"},
		{title: "rules.sow.title", text: "rules.sow.text"},
		{title: "rules.kalahs.title", text: "rules.kalahs.text", rules: "capture", board: "<5,5,10,1,4,0,8,1,0,2,0,1,0>", house: 4},
		{title: "rules.again.title", text: "rules.again.text", rules: "capture", board: "<5,7,12,0,1,3,0,2,0,0,0,3,4>", house: 3},
		{title: "rules.capture.title", text: "rules.capture.text", rules: "capture", board: "<5,9,10,1,3,2,0,0,4,1,0,2,0>", house: 2},
		{title: "rules.lapcapture.title", text: "rules.lapcapture.text", rules: "capture", board: "<5,7,9,0,11,2,0,0,0,0,0,3,0>", house: 2},
		{title: "rules.nocapture.title", text: "rules.nocapture.text", rules: "capture", board: "<5,10,15,1,2,0,0,1,0,0,0,3,0>", house: 2},
		{title: "rules.finishagain.title", text: "rules.finishagain.text", rules: "capture", board: "<5,14,9,0,0,0,0,1,1,3,0,3,1>", house: 5},
	}},
	{"rules.page.4.lead", "seventeen", []rule{
		{title: "rules.ready.title", text: "rules.ready.text", rules: "seventeen", board: "<5,0,0,3,3,4,3,3,3,3,4,3,3>"},
		{title: "rules.sow.title", text: "rules.sow.text"},
		{title: "rules.round.title", text: "rules.round.text", rules: "seventeen", board: "<5,3,5,2,5,3,8,0,3,1,0,0,2>", house: 4},
		{title: "rules.again.title", text: "rules.again.text", rules: "seventeen", board: "<5,8,11,3,1,3,0,2,0,0,0,4,0>", house: 3},
		{title: "rules.capture.title", text: "rules.capture.text", rules: "seventeen", board: "<5,8,7,3,2,0,0,1,0,4,0,3,4>", house: 1},
		{title: "rules.nocapture.title", text: "rules.nocapture.text", rules: "seventeen", board: "<5,9,14,2,1,2,3,0,0,0,0,0,1>", house: 3},
		{title: "rules.seventeen.title", text: "rules.seventeen.text", rules: "seventeen", board: "<5,14,8,2,1,1,0,2,0,3,1,0,0>", house: 3},
		{title: "rules.finish17.title", text: "rules.finish17.text", rules: "seventeen", board: "<5,13,11,0,0,0,0,0,0,5,0,3,0>"},
	}},
	{"rules.page.5.lead", "standard", []rule{
		{title: "rules.ready6.title", text: "rules.ready6.text", rules: "standard", board: "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>"},
		{title: "rules.sow.title", text: "rules.sow.text"},
		{title: "rules.round6.title", text: "rules.round6.text", rules: "standard", board: "<6,10,15,1,5,0,0,0,8,0,1,2,0,6,0>", house: 6},
		{title: "rules.again.title", text: "rules.again.text", rules: "standard", board: "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", house: 3},
		{title: "rules.capture6.title", text: "rules.capture6.text", rules: "standard", board: "<6,12,24,3,0,2,0,0,0,1,0,4,0,0,2>", house: 1},
		{title: "rules.nocapture.title", text: "rules.nocapture.text", rules: "standard", board: "<6,17,17,0,3,0,0,0,2,2,0,1,0,3,3>", house: 2},
		{title: "rules.end6.title", text: "rules.end6.text", rules: "standard", board: "<6,23,20,0,0,0,0,0,0,0,0,2,1,0,2>"},
		{title: "rules.half6.title", text: "rules.half6.text"},
	}},
	{"rules.page.6.lead", "standard-3", []rule{
		{title: "rules.seeds.title", text: "rules.seeds.text", rules: "standard-3", board: "<6,0,0,3,3,3,3,3,3,3,3,3,3,3,3>"},
		{title: "rules.emptycapture.title", text: "rules.emptycapture.text", rules: "empty-capture", board: "<6,17,15,4,2,1,2,2,0,0,0,0,4,0,1>", house: 4},
		{title: "rules.lateend.title", text: "rules.lateend.text", rules: "late-end", board: "<6,23,20,0,0,0,0,0,0,0,0,2,1,0,2>", mover: kalah.North},
		{title: "rules.unclaimed.title", text: "rules.unclaimed.text", rules: "unclaimed", board: "<6,23,20,0,0,0,0,0,0,0,0,2,1,0,2>"},
		{title: "rules.emptiertakes.title", text: "rules.emptiertakes.text", rules: "emptier-takes", board: "<6,23,20,0,0,0,0,0,0,0,0,2,1,0,2>"},
		{title: "rules.pie.title", text: "rules.pie.text", rules: "pie", board: "<6,2,0,4,4,0,5,5,0,5,5,5,5,4,4>", mover: kalah.North},
		{title: "rules.free.title", text: "rules.free.text", rules: "free:4x3:extra:both:row:owner:0", board: "<4,0,0,3,3,3,3,3,3,3,3>"},
		{title: "rules.try.title", text: "rules.try.text", rules: "standard", board: "<6,17,15,4,2,1,2,2,0,0,0,0,4,0,1>", house: 4},
	}},
}

// lastSeed is the standard game's table: where the last seed falls, and what
// happens then.
var lastSeed = [...][2]string{
	{"rules.t1.left", "rules.t1.right"},
	{"rules.t2.left", "rules.t2.right"},
	{"rules.t3.left", "rules.t3.right"},
	{"rules.t4.left", "rules.t4.right"},
	{"rules.t5.left", "rules.t5.right"},
}

// questions are what children ask about the standard game, and the answers.
var questions = [...][2]string{
	{"rules.q1.ask", "rules.q1.answer"},
	{"rules.q2.ask", "rules.q2.answer"},
	{"rules.q3.ask", "rules.q3.answer"},
	{"rules.q4.ask", "rules.q4.answer"},
	{"rules.q5.ask", "rules.q5.answer"},
	{"rules.q6.ask", "rules.q6.answer"},
	{"rules.q7.ask", "rules.q7.answer"},
	{"rules.q8.ask", "rules.q8.answer"},
}

// cousins are the games that are like this one.
var cousins = [...][2]string{
	{"rules.cousins.title", "rules.cousins.text"},
	{"rules.oware.title", "rules.oware.text"},
	{"rules.mangala.title", "rules.mangala.text"},
}

// NewRules fills the page of a stage, 1 to 6.
func NewRules(s Shell, stage int) (Rules, error) {
	page := rulePages[stage-1]
	v := Rules{Shell: s, Stage: stage, Play: page.play, Lead: s.L.T(page.lead)}
	for _, r := range page.rules {
		item := RuleView{Title: s.L.T(r.title), Text: s.L.T(r.text)}
		if r.board != "" {
			board, err := r.draw(s.L)
			if err != nil {
				return v, err
			}
			item.Board = board
		}
		v.Items = append(v.Items, item)
	}
	if stage < 6 {
		rules, _ := kalah.Named(page.play)
		v.Facts = Facts(s.L, rules)
	}
	return v, nil
}

func (r rule) draw(l *i18n.Loc) (*Board, error) {
	rules, err := kalah.ParseRules(r.rules)
	if err != nil {
		return nil, err
	}
	pos, err := rules.Parse(r.board, r.mover)
	if err != nil {
		return nil, err
	}
	ear := tutor.Ear{Plays: true}
	if r.house == 0 {
		b := Draw(l, pos, kalah.South, ear, nil)
		b.Small = true
		return b, nil
	}
	sowing, err := rules.Sow(pos, r.house)
	if err != nil {
		return nil, err
	}
	b := Draw(l, sowing.After, kalah.South, ear, nil).Mark(&sowing)
	b.Small = true
	return b, nil
}

// factLine is the flags of the rules in one line, as they stand at the foot.
func (v Rules) factLine() string { return strings.Join(v.Facts, " · ") }

func stageLink(stage int) string { return "/rules/" + strconv.Itoa(stage) }
