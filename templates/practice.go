package templates

import (
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/tutor"
)

// PracticeList is the page of all skills and thinking corners.
type PracticeList struct {
	Shell
	Groups []SkillGroup
}

// SkillGroup is the skills of a stage.
type SkillGroup struct {
	Stage  int
	Skills []SkillLink
	Corner SkillLink // the stage's problem situations
}

// SkillLink leads to the practice of a skill.
type SkillLink struct {
	Code, Name string
	Mark       Mark
	Back       bool // due to be looked at again
}

// Mark is how far understanding has come, as a shape shows it.
type Mark string

// The marks, from nothing to a star.
const (
	MarkNone Mark = "none" // not seen yet
	MarkHalf Mark = "half" // practising
	MarkFull Mark = "full" // can do
	MarkStar Mark = "star" // and remembered on another day
)

var markKeys = map[Mark]string{MarkNone: "mark.none", MarkHalf: "mark.half", MarkFull: "mark.full", MarkStar: "mark.star"}

// MarkOf is the mark of a standing.
func MarkOf(s *lesson.Standing) Mark {
	switch {
	case s.Star:
		return MarkStar
	case s.Mastered:
		return MarkFull
	case s.Last > 0:
		return MarkHalf
	}
	return MarkNone
}

// Ask is the page of a question.
type Ask struct {
	Shell
	Path      string // where the answer goes
	SkillName string
	Title     string // of the kind
	Text      string // the question
	Board     *Board
	Widget    string // what is asked for now: "place", "house", "number", "choices", "reason", "compare", "result", "numbers", "referee"
	So        []string
	Houses    int
	Mine      int // of Compare
	Theirs    int
	Whats     []Choice
	Wheres    []Choice
	Claim     Claim // of Referee
	N         int
	Seed      string
	Since     int64
	Notice    string
	CanShow   bool   // the numbers can be asked for, and are not shown
	Stop      string // where "enough for now" leads; "" is the list of skills
}

func (a *Ask) stop() string {
	if a.Stop == "" {
		return "/practice"
	}
	return a.Stop
}

var (
	whats   = map[string]string{"again": "ask.again", "capture": "ask.capture", "pass": "ask.pass"}
	wheres  = []Choice{{Value: "kalah", Key: "ask.kalah"}, {Value: "own", Key: "ask.own"}, {Value: "other", Key: "ask.other"}}
	reasons = []Choice{{Value: "other-side", Key: "ask.otherside"}, {Value: "occupied", Key: "ask.occupied"}, {Value: "nothing-facing", Key: "ask.nothingfacing"}}
	winners = []Choice{{Value: "south", Key: "ask.won"}, {Value: "draw", Key: "ask.drawn"}, {Value: "north", Key: "ask.lost"}}
)

// parts is how many parts an answer of taps has; 1 where it is given at once.
func parts(e *lesson.Exercise) int {
	switch e.Kind {
	case lesson.LastThree:
		return 3
	case lesson.Captures, lesson.CapturesNot:
		return 2
	case lesson.Chain:
		return e.Level + 1
	case lesson.ThreeTurns:
		return 3
	case lesson.Enough:
		return 2
	}
	return 1
}

// NewAsk is the page of an exercise; so are the parts answered already.
func NewAsk(s Shell, e *lesson.Exercise, so []string) Ask {
	l := s.L
	a := Ask{Shell: s, Title: lesson.KindName(l, e.Kind), So: so, Houses: e.Pos.Houses()}
	n := e.Pos.House(kalah.South, e.House)
	args := i18n.Args{"House": e.House}
	pos := e.Pos
	switch e.Kind {
	case lesson.Landing:
		a.Widget, a.Text = "place", l.N("ask.landing", n, args)
	case lesson.LastSeed:
		a.Widget, a.Text = "place", l.T("ask.lastseed", args)
		pos = partly(e)
	case lesson.LastThree:
		a.Widget, a.Text = "place", l.T("ask.lastthree", args)
		pos = partly(e)
	case lesson.InKalah:
		a.Widget, a.Text = "number", l.N("ask.inkalah", n, args)
	case lesson.RowTotal:
		a.Widget, a.Text = "number", l.T("ask.rowtotal")
	case lesson.StillTo:
		a.Widget, a.Text = "number", l.T("ask.stillto", i18n.Args{"Goal": e.Set.Majority()})
	case lesson.WhatHappens:
		a.Widget, a.Text = "choices", l.N("ask.whathappens", n, args)
		if e.Had > 0 {
			a.Text = l.T("ask.midturn") + " " + a.Text
		}
		for _, c := range e.Choices {
			what, _, _ := strings.Cut(string(c), " ")
			if len(a.Whats) == 0 || a.Whats[len(a.Whats)-1].Value != what {
				a.Whats = append(a.Whats, Choice{Value: what, Key: whats[what]})
			}
		}
		a.Wheres = wheres
	case lesson.ReachesKalah:
		a.Widget, a.Text = "house", l.T("ask.reaches")
	case lesson.Chain:
		a.Widget, a.Text = "house", l.T("ask.chain", i18n.Args{"Turns": e.Level + 1})
	case lesson.Captures:
		a.Widget, a.Text = "house", l.T("ask.captures")
		if len(so) == 1 {
			a.Widget, a.Text = "number", l.T("ask.howmany", i18n.Args{"House": so[0]})
		}
	case lesson.CapturesNot:
		a.Widget, a.Text = "house", l.T("ask.capturesnot")
		if len(so) == 1 {
			a.Widget, a.Text, a.Whats = "reason", l.T("ask.why", i18n.Args{"House": so[0]}), reasons
		}
	case lesson.Compare:
		a.Widget = "compare"
		a.Mine, a.Theirs = e.Pos.Store(kalah.South), e.Pos.Store(kalah.North)
		a.Text = l.T("ask.compare", i18n.Args{"Mine": a.Mine, "Theirs": a.Theirs})
	case lesson.WhoWon:
		a.Widget, a.Text, a.Whats = "result", l.T("ask.whowon"), winners
	case lesson.SetUp:
		a.Widget, a.Text = "numbers", l.T("ask.setup")
	case lesson.Referee:
		a.Widget, a.Text = "referee", l.N("ask.referee", n, args, i18n.Args{"Name": l.T("player.bee")})
	default:
		a.askSituation(e, so)
	}
	a.Board = Draw(l, pos, kalah.South, tutor.Ear{Plays: true}, nil)
	if e.Kind == lesson.Referee {
		a.Claim = a.Board.Claim(e, false)
	}
	if e.House > 0 {
		a.Board.at(kalah.Place{Side: kalah.South, House: uint8(e.House)}).Start = true
	}
	a.offer(e)
	return a
}

// offer opens the places that can be tapped: all of a kind, so that nothing
// tells the right one.
func (a *Ask) offer(e *lesson.Exercise) {
	if a.Widget != "place" && a.Widget != "house" {
		return
	}
	open := func(c *Cup) { c.Open, c.Answer, c.Name = true, c.Place.String(), c.counted }
	for i := range a.Board.Near {
		c := &a.Board.Near[i]
		if a.Widget == "house" {
			if house := strconv.Itoa(i + 1); len(e.Offer) == 0 || offered(e, i+1) {
				c.Open, c.Answer, c.Name = true, house, c.counted
				c.Among = len(e.Offer) > 0
			}
			continue
		}
		open(c)
	}
	if a.Widget == "place" {
		for i := range a.Board.Far {
			open(&a.Board.Far[i])
		}
		open(&a.Board.NearStore)
		open(&a.Board.FarStore)
	}
	if e.Kind == lesson.Enough {
		return // its first part is a number
	}
	for i, part := range a.So { // what was tapped stays marked
		for _, c := range a.Board.cups() {
			if c.Answer == part {
				c.Guess = append(c.Guess, i+1)
			}
		}
	}
}

func offered(e *lesson.Exercise, house int) bool {
	for _, h := range e.Offer {
		if h == house {
			return true
		}
	}
	return false
}

// cups are all places of a board.
func (b *Board) cups() (all []*Cup) {
	for i := range b.Near {
		all = append(all, &b.Near[i], &b.Far[i])
	}
	return append(all, &b.NearStore, &b.FarStore)
}

// partly is the position in the middle of a sowing, with e.Sown seeds down and
// the rest in the hand.
func partly(e *lesson.Exercise) kalah.Position {
	m := e.Pos.Houses()
	seeds := map[kalah.Place]int{}
	trail := tutor.LandingTrail(e.Set, e.Pos, e.House, tutor.NoSlip)
	for _, at := range trail[:min(e.Sown, len(trail))] {
		seeds[at]++
	}
	var b strings.Builder
	b.WriteString("<" + strconv.Itoa(m))
	write := func(at kalah.Place) {
		n := e.Pos.At(at) + seeds[at]
		if at == (kalah.Place{Side: kalah.South, House: uint8(e.House)}) {
			n = seeds[at]
		}
		b.WriteString("," + strconv.Itoa(n))
	}
	write(kalah.Place{Side: kalah.South})
	write(kalah.Place{Side: kalah.North})
	for _, side := range []kalah.Side{kalah.South, kalah.North} {
		for h := 1; h <= m; h++ {
			write(kalah.Place{Side: side, House: uint8(h)})
		}
	}
	p, err := kalah.ParsePosition(b.String()+">", kalah.South)
	if err != nil {
		panic(err) // the text is written here
	}
	return p
}

// ReadAnswer reads what a form holds: the whole answer, or the parts so far.
func ReadAnswer(e *lesson.Exercise, f url.Values) (so []string, answer string, whole bool) {
	if f.Get("answer") == string(tutor.DontKnow) {
		return nil, string(tutor.DontKnow), true
	}
	switch e.Kind {
	case lesson.WhatHappens:
		return nil, f.Get("what") + " " + f.Get("where"), true
	case lesson.Compare:
		if f.Get("sign") == "eq" {
			return nil, "eq", true
		}
		return nil, f.Get("sign") + " " + strings.TrimSpace(f.Get("more")), true
	case lesson.WhoWon:
		return nil, strings.TrimSpace(f.Get("mine")) + " " + strings.TrimSpace(f.Get("theirs")) + " " + f.Get("who"), true
	case lesson.SetUp:
		var all []string
		for _, v := range f["house"] {
			all = append(all, strings.TrimSpace(v))
		}
		return nil, strings.Join(all, " "), true
	}
	need := parts(e)
	so = append(so, f["so"]...)
	so = append(so, strings.TrimSpace(f.Get("answer")))
	if len(so) < need {
		return so, "", false
	}
	return nil, strings.Join(so, " "), true
}

// Told is the page that says what an answer came to.
type Told struct {
	Shell
	SkillName, Title string
	Right            bool
	Head             string // "right", or what it was
	Says             []string
	Before           *Board // as it was asked, for the page's script
	After            *Board // with the trails
	Step             *StepData
	Two              bool   // two trails are drawn
	Way              string // whose way the dashed one is
	Mark             Mark
	Next, NextText   string
	Speed            string
	Voice            bool
}

// NewTold says what an attempt came to; slip is the likeliest mistake.
func NewTold(s Shell, e *lesson.Exercise, a *lesson.Attempt, slip tutor.Slip) Told {
	l := s.L
	t := Told{Shell: s, Title: lesson.KindName(l, e.Kind), Right: a.Right}
	ear := theEar(l)
	t.Before = Draw(l, e.Pos, kalah.South, ear, nil)
	t.After = Draw(l, e.Pos, kalah.South, ear, nil)
	switch {
	case a.Right:
		t.Head = l.T("told.right") + " " + praise(l, e)
	case a.Answer == tutor.DontKnow:
		t.Head = l.T("told.dontknow")
	default:
		t.Head = l.T("told.wrong")
	}
	var sown *kalah.Sowing
	house := e.House
	if house == 0 {
		switch e.Kind {
		case lesson.ReachesKalah, lesson.Captures, lesson.Chain, lesson.CapturesNot:
			first, _, _ := strings.Cut(string(e.Right), " ")
			house, _ = strconv.Atoi(first)
		default:
			if lesson.Situation(e.Kind) {
				house = situationHouse(e)
			}
		}
	}
	if house > 0 {
		if sowing, err := e.Set.Sow(e.Pos, house); err == nil {
			sown = &sowing
			t.show(e.Set, sown)
		}
	} else {
		t.Says = append(t.Says, rightText(l, e))
	}
	if e.Kind == lesson.CapturesNot || e.Kind == lesson.Chain {
		t.Says = append([]string{rightText(l, e)}, t.Says...)
	}
	if lesson.Situation(e.Kind) {
		t.sayWhy(e, a.Answer)
	}
	t.Way = l.T("told.yourway")
	if e.Kind == lesson.Referee {
		t.Way = l.T("told.claimedway")
		t.Says = append(t.Says, RefereeText(l, e, a.Answer, l.T("player.bee")))
		if e.Claim != tutor.NoSlip {
			t.After.Claim(e, false)
			t.Two = true
		}
		return t
	}
	if !a.Right && a.Answer != tutor.DontKnow {
		t.guess(e, a, slip)
		if slip != tutor.NoSlip {
			t.Says = append(t.Says, tutor.SaySlip(l, slip, e.Set, sown))
		}
	}
	return t
}

// theEar hears a lesson's or an exercise's board: the child sits South.
func theEar(l *i18n.Loc) tutor.Ear {
	return tutor.Ear{Plays: true, Names: [2]string{l.T("player.you"), l.T("practice.them")}}
}

// show puts a sowing on the page: the board before and after it, and its
// sentence.
func (t *Told) show(set kalah.Rules, s *kalah.Sowing) {
	ear := theEar(t.L)
	line := set.Begin(s.Mover())
	line.Pos = s.Before
	step := tutor.Step{Number: 1, Player: kalah.Player(s.Mover()), Before: line, Sowing: *s}
	line.Pos = s.After
	step.After = line
	telling := ear.Tell(t.L, set, &step)
	telling.Number, telling.Turn, telling.Result = "", "", ""
	t.Before = Draw(t.L, s.Before, kalah.South, ear, nil)
	t.After = Draw(t.L, s.After, kalah.South, ear, nil).Mark(s)
	say := sentences(telling.String())
	data := DataOf(&step, set, say)
	t.Step, t.Shell.Told = &data, true
	t.Says = append(t.Says, say)
}

// sentences begins each sentence with a capital letter: the other side has no
// name here, and its words may come first.
func sentences(text string) string {
	runes, first := []rune(text), true
	for i, c := range runes {
		if first && unicode.IsLetter(c) {
			runes[i] = unicode.ToUpper(c)
		}
		if !unicode.IsSpace(c) {
			first = c == '.' || c == '!' || c == '?'
		}
	}
	return string(runes)
}

// guess draws the way the child seems to have gone, or at least where the
// answer lay.
func (t *Told) guess(e *lesson.Exercise, a *lesson.Attempt, slip tutor.Slip) {
	var trail []kalah.Place
	if family, ok := tutor.FamilyOf(slip); ok && family == tutor.LandingFamily && e.House > 0 {
		trail = tutor.LandingTrail(e.Set, e.Pos, e.House, slip)
	}
	if e.Kind == lesson.Landing || e.Kind == lesson.LastSeed {
		for _, c := range t.After.cups() {
			if c.Place.String() == string(a.Answer) {
				c.Tapped = true
			}
		}
	}
	for i, at := range trail {
		c := t.After.at(at)
		c.Guess = append(c.Guess, i+1)
		t.Two = true
	}
}

// rightText says the right answer where no sowing shows it.
func rightText(l *i18n.Loc, e *lesson.Exercise) string {
	part := strings.Fields(string(e.Right))
	args := i18n.Args{}
	for i, p := range part {
		args[string(rune('A'+i))] = p
	}
	switch e.Kind {
	case lesson.RowTotal, lesson.StillTo, lesson.InKalah:
		n, _ := strconv.Atoi(part[0])
		return l.N("told.number", n)
	case lesson.Compare:
		if part[0] == "eq" {
			return l.T("told.equal")
		}
		n, _ := strconv.Atoi(part[1])
		if part[0] == "gt" {
			return l.N("told.more", n)
		}
		return l.N("told.fewer", n)
	case lesson.WhoWon:
		return l.T("told.result", args)
	case lesson.SetUp:
		return l.T("told.setup", i18n.Args{"Seeds": strings.Join(part, ", ")})
	case lesson.CapturesNot:
		for _, r := range reasons {
			if r.Value == part[1] {
				return l.T("told.capturesnot", args) + " " + l.T(r.Key)
			}
		}
	case lesson.Chain:
		return l.T("told.chain", i18n.Args{"Houses": strings.Join(part, ", ")})
	}
	return ""
}
