package web

import (
	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/internal/tutor"
	"semeia/templates"
)

// movesShown is how many moves stand beside the board; the rest have a page.
const movesShown = 5

// view is a game as one reader sees it.
type view struct {
	r     *request
	g     *school.Game
	state school.State
	mine  bool
	ear   tutor.Ear
	near  kalah.Side // whose row is below
	page  templates.Game
	told  map[int]tutor.Telling // by step number: what was said already

	claimed *lesson.Exercise // the bot's last move is not shown yet: see claim
}

func (s *server) view(r *request, g *school.Game) (*view, error) {
	state, err := g.Replay()
	if err != nil {
		return nil, err
	}
	asked, err := s.asking(r, g, &state)
	if err != nil {
		return nil, err
	}
	r = r.toMove(g, &state)
	v := &view{r: r, g: g, state: state, mine: r.owns(g), near: kalah.South, told: map[int]tutor.Telling{}}
	if asked.claim != nil {
		v.claim(asked.claim)
		state = v.state
	}
	v.ear = earOf(g, v.mine, namesOf(r.L, g))
	if v.ear.Plays {
		v.near = state.Line.Seat(kalah.Opener)
	}
	p := &v.page
	p.Shell = r.shell(headingOf(r.L, g, v.ear))
	p.At, p.Area, p.Scripts, p.Inside = "/games/"+g.ID, "play", true, true
	p.ID, p.Version, p.Heading = g.ID, g.Version(), p.Shell.Title
	stage := g.Rules.Stage()
	p.Stage = r.L.T("stage.line", i18n.Args{"Number": stage, "Name": templates.StageName(r.L, stage)})
	p.Aids, p.Speed, p.Voice = string(g.Aids), r.Look.Speed, r.Look.Voice
	p.Numbers = numerals(g.Aids, r.Look)
	p.Trails = g.Aids == school.FullAids || p.Numbers // they count for the child
	p.Facts, p.RulesStage = templates.Facts(r.L, g.Rules), stage
	if _, pupils := school.PupilOf(g.Owner); !pupils {
		p.WatchURL = s.base(r) + "/games/" + g.ID
	}

	p.Mine, p.Ended = v.mine, state.Ended()
	p.Playing = v.mine && !p.Ended
	p.CanGiveUp = p.Playing
	p.CanSwap = p.Playing && g.Rules.CanSwap(state.Line)
	if v.mine {
		_, p.CanBack = g.CanTakeBack(&state)
	}
	p.Reviewed = v.looksBack()
	p.Near, p.Far = v.seat(v.near), v.seat(v.near.Other())
	v.board(state.Line, state.Last())
	v.caption()
	v.throws()
	v.daily()
	if v.claimed != nil {
		v.askClaim()
	}
	if p.Told, err = v.answerText(&asked); err != nil {
		return nil, err
	}
	if err := s.help(v); err != nil {
		return nil, err
	}
	p.Moves = v.moves(movesShown)
	p.More = len(state.Steps) > movesShown
	return v, nil
}

// toMove is the request as the one of two sees it who is to move in their game,
// so that the page says whose tap it is and its forms act for that one. The
// request itself stays with whoever it came from.
func (r *request) toMove(g *school.Game, state *school.State) *request {
	if r.Partner == nil || state.Ended() {
		return r
	}
	seen := *r
	seen.taps(g.PupilAt(state.Line.ToMove()))
	return &seen
}

// earOf: a child who plays the bot is addressed; two at one screen and those
// who look on hear both names.
func earOf(g *school.Game, mine bool, names [2]string) tutor.Ear {
	return tutor.Ear{Plays: mine && g.Against == school.Bot, Who: kalah.Opener, Names: names}
}

func namesOf(l *i18n.Loc, g *school.Game) [2]string {
	if g.Against == school.Bot {
		return [2]string{l.T("player.snail"), templates.BotName(l, g.Bot)}
	}
	names := [2]string{l.T("player.snail"), l.T("player.bee")}
	for p, name := range g.Names {
		if name != "" {
			names[p] = name
		}
	}
	return names
}

func guestFace(g *school.Game) string {
	if g.Against == school.Bot {
		return templates.BotFace(g.Bot)
	}
	return "bee"
}

func headingOf(l *i18n.Loc, g *school.Game, ear tutor.Ear) string {
	if ear.Plays {
		return l.T("game.you", i18n.Args{"Name": ear.Names[kalah.Guest]})
	}
	return l.T("game.both", i18n.Args{"Name": ear.Names[kalah.Opener], "Other": ear.Names[kalah.Guest]})
}

// numerals: what the game's aids say, unless the reader said otherwise where
// the aids leave a choice.
func numerals(aids school.Aids, l look) bool {
	switch {
	case aids == school.NoAids:
		return false
	case l.Numbers != "":
		return l.Numbers == "on"
	}
	return aids == school.FullAids
}

func (v *view) seat(side kalah.Side) templates.Seat {
	p := v.state.Line.Sitting(side)
	seat := templates.Seat{Face: "snail", Name: v.ear.Names[p], Now: !v.state.Ended() && v.state.Line.Pos.Turn() == side}
	switch {
	case p == kalah.Guest:
		seat.Face = guestFace(v.g)
		if v.page.Playing && !v.g.Human(p) {
			seat.Thinks = v.r.L.T("bot.thinking", i18n.Args{"Name": seat.Name})
		}
	case v.ear.Plays:
		seat.Face, seat.Name = "you", v.r.L.T("player.you")
	}
	return seat
}

// board draws a moment of the game, with the trail of the step that led to it.
func (v *view) board(line kalah.Line, last *tutor.Step) {
	b := templates.Draw(v.r.L, line.Pos, v.near, v.ear, line.Sitting)
	b.Numerals = v.page.Numbers
	b.Arrows = v.g.Rules.Stage() <= 2
	if last != nil && !last.Swap() && v.page.Trails {
		b.Mark(&last.Sowing)
	}
	if v.page.Playing {
		b.Choose(v.g.Rules, line.Pos)
	}
	v.page.Board = b
}

// hidesScore reports whether the child is still to compare the two kalahs
// before the result is said.
func (v *view) hidesScore() bool {
	return v.mine && v.state.Over != kalah.NotOver && !v.state.GaveUp && !v.g.Compared && v.g.Aids != school.NoAids
}

// tell says a step, without the result while the child is to find it out.
func (v *view) tell(s *tutor.Step) tutor.Telling {
	t, ok := v.told[s.Number]
	if !ok {
		t = told(v.r.L, v.g, v.ear, s)
		if s.Sowing.Over != kalah.NotOver && v.hidesScore() {
			t.Result = ""
		}
		v.told[s.Number] = t
	}
	return t
}

// told is a step of a game in words, with what the perfect player says of it.
func told(l *i18n.Loc, g *school.Game, ear tutor.Ear, s *tutor.Step) tutor.Telling {
	t := ear.Tell(l, g.Rules, s)
	if g.Events[s.Version-1].Unsure {
		t.Move += " " + l.T("bot.unsure", i18n.Args{"Name": ear.Names[s.Player]})
	}
	return t
}

func (v *view) caption() {
	p := &v.page
	last := v.state.Last()
	switch {
	case v.state.GaveUp:
		p.Result = v.ear.GaveUp(v.r.L, v.state.By)
		if last == nil {
			return
		}
		fallthrough
	case last != nil:
		t := v.tell(last)
		p.Number = t.Number
		p.Turn = t.Turn
		if v.state.GaveUp {
			p.Turn = ""
		}
		if v.state.Over != kalah.NotOver {
			p.Result = t.Result
		}
		t.Number, t.Turn, t.Result = "", "", ""
		p.Say = t.String()
	default:
		p.Turn = v.ear.Next(v.r.L, v.state.Line)
	}
	if v.hidesScore() {
		p.Compare = v.comparison()
	}
}

func (v *view) comparison() *templates.Compare {
	l := v.r.L
	near := v.state.Line.Sitting(v.near)
	c := &templates.Compare{
		Mine: v.state.Line.Pos.Store(v.near), Theirs: v.state.Line.Pos.Store(v.near.Other()),
		MineFace: v.page.Near.Face, TheirsFace: v.page.Far.Face,
		MineName: v.page.Near.Name, TheirsName: v.page.Far.Name,
		ShowPairs: v.g.Aids == school.FullAids,
	}
	c.Lines = templates.Pairs(c.Mine, c.Theirs)
	args := i18n.Args{"Mine": c.Mine, "Theirs": c.Theirs, "Name": v.ear.Names[near.Other()], "First": v.ear.Names[near]}
	if v.ear.Plays {
		c.Question = l.T("compare.question.you", args)
	} else {
		c.Question = l.T("compare.question.both", args)
	}
	return c
}

// throws shows the die until the first decision of a person at the page.
func (v *view) throws() {
	if len(v.g.Throws) == 0 {
		return
	}
	for i := range v.state.Steps {
		if v.g.Human(v.state.Steps[i].Player) {
			return
		}
	}
	l := v.r.L
	for _, t := range v.g.Throws {
		args := i18n.Args{"A": int(t.Opener), "B": int(t.Guest), "Name": v.ear.Names[kalah.Opener], "Other": v.ear.Names[kalah.Guest]}
		line := templates.ThrowLine{A: int(t.Opener), B: int(t.Guest)}
		switch {
		case t.Opener == t.Guest:
			line.Text = l.T("throw.equal", args)
		case v.ear.Plays:
			line.Text = l.T("throw.you", args)
		default:
			line.Text = l.T("throw.both", args)
		}
		v.page.Throws = append(v.page.Throws, line)
	}
	first := kalah.Player(v.g.First)
	if v.ear.Plays && first == kalah.Opener {
		v.page.Starts = l.T("throw.starts.you")
	} else {
		v.page.Starts = l.T("throw.starts.they", i18n.Args{"Name": v.ear.Names[first]})
	}
}

// moves are the last limit moves that stand; 0 means all of them.
func (v *view) moves(limit int) []templates.MoveLine {
	steps := v.state.Steps
	fresh := len(steps)
	for fresh > 0 && !v.g.Human(steps[fresh-1].Player) {
		fresh--
	}
	from := 0
	if limit > 0 {
		from = max(0, len(steps)-limit)
	}
	var lines []templates.MoveLine
	if limit > 0 && !v.state.GaveUp {
		for i := max(0, fresh-1); i < len(steps)-1; i++ {
			v.page.Earlier = append(v.page.Earlier, templates.MoveLine{Number: steps[i].Version, Text: v.tell(&steps[i]).String()})
		}
	}
	for i := from; i < len(steps); i++ {
		t := v.tell(&steps[i])
		t.Number, t.Turn, t.Kalahs = "", "", ""
		lines = append(lines, templates.MoveLine{Number: steps[i].Number, Text: t.String(), New: i >= fresh-1})
	}
	return lines
}

// since describes what happened after a version, so that the page's script can
// show it; a take-back in between is not shown, only its outcome.
func (v *view) since(version int) {
	if version > len(v.g.Events) {
		return
	}
	for _, e := range v.g.Events[version:] {
		if e.Kind == school.Back {
			return
		}
	}
	for i := range v.state.Steps {
		if step := &v.state.Steps[i]; step.Version > version {
			data := templates.DataOf(step, v.g.Rules, v.tell(step).String())
			data.Thinks = v.mine && !v.g.Human(step.Player) && (i == 0 || v.g.Human(v.state.Steps[i-1].Player))
			v.page.Steps = append(v.page.Steps, data)
		}
	}
}

// at turns the page into a look back at the moment after move n.
func (v *view) at(n int) {
	p := &v.page
	p.Replay = &templates.Replay{At: n, Of: len(v.state.Steps)}
	p.Playing, p.CanBack, p.CanSwap, p.CanGiveUp = false, false, false, false
	p.Compare, p.Result, p.Throws, p.Ask, p.Told = nil, "", nil, nil, ""
	line, last := v.g.Begin(), (*tutor.Step)(nil)
	if n > 0 {
		last = &v.state.Steps[n-1]
		line = last.After
	}
	if p.Ended && v.r.canLab() && v.g.Rules.Over(line.Pos) == kalah.NotOver {
		p.Replay.WhatIf = labPath(v.g.Rules, line.Pos)
	}
	v.state.Line = line
	if v.ear.Plays {
		v.near = line.Seat(kalah.Opener)
	}
	p.Near, p.Far = v.seat(v.near), v.seat(v.near.Other())
	v.board(line, last)
	if last == nil {
		p.Number, p.Say, p.Turn = "", v.r.L.T("replay.start"), ""
		return
	}
	t := v.tell(last)
	p.Number, p.Turn = t.Number, t.Turn
	t.Number, t.Turn = "", ""
	p.Say = t.String()
}
