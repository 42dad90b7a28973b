package web

import (
	"strconv"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/solver"
	"semeia/internal/tutor"
	"semeia/templates"
)

// labView is a view of the laboratory on its way to the page.
type labView struct {
	r     *request
	b     bench
	state school.State
	ear   tutor.Ear
	page  templates.Lab
}

func (s *server) labView(r *request, b bench, state school.State) *labView {
	g := b.kept()
	v := &labView{r: r, b: b, state: state, ear: earOf(&g, false, namesOf(r.L, &g))}
	l, p, pos := r.L, &v.page, state.Line.Pos
	p.Shell = r.shell(l.T("lab.title"))
	p.At, p.Area, p.Inside = b.path(), "lab", true
	p.Fields, p.Hidden, p.Two = b.fields(), b.hidden, b.two
	p.Near, p.Far, p.Big = v.seat(kalah.South), v.seat(kalah.North), b.screen
	p.Mover = v.ear.Names[state.Line.ToMove()]

	p.Board = templates.Draw(l, pos, kalah.South, v.ear, state.Line.Sitting)
	p.Board.Numerals = r.numerals()
	if last := state.Last(); last != nil && !last.Swap() {
		p.Board.Mark(&last.Sowing)
	}
	p.Board.Choose(b.rules, pos)
	v.tell()
	v.moves()
	v.ways()
	v.rules()
	p.NewSetup(b.rules, pos)
	p.Mix = templates.NewPlayForm()
	if b.two {
		v.compare()
	}
	return v
}

func (v *labView) seat(side kalah.Side) templates.Seat {
	who := v.state.Line.Sitting(side)
	seat := templates.Seat{Face: "snail", Name: v.ear.Names[who], Now: !v.state.Ended() && v.state.Line.Pos.Turn() == side}
	if who == kalah.Guest {
		seat.Face = "bee"
	}
	return seat
}

// tell says what just happened, and whose turn it is.
func (v *labView) tell() {
	p, l := &v.page, v.r.L
	if last := v.state.Last(); last != nil {
		t := v.ear.Tell(l, v.b.rules, last)
		p.Number, p.Turn = t.Number, t.Turn
		t.Number, t.Turn = "", ""
		p.Say = t.String()
		return
	}
	if v.b.rules.Over(v.state.Line.Pos) != kalah.NotOver {
		p.Say = l.T("lab.over")
		return
	}
	p.Turn = v.ear.Next(l, v.state.Line)
}

// moves are what was played, each with the way back to the moment after it.
func (v *labView) moves() {
	for i := range v.state.Steps {
		t := v.ear.Tell(v.r.L, v.b.rules, &v.state.Steps[i])
		t.Number, t.Turn, t.Kalahs = "", "", ""
		v.page.Moves = append(v.page.Moves, templates.Way{To: v.b.until(i + 1).path(), Text: t.String(), Main: i == len(v.state.Steps)-1})
	}
}

// ways lead to other views of the same bench.
func (v *labView) ways() {
	b, p := v.b, &v.page
	if n := len(b.played); n > 0 {
		p.Back, p.First = b.until(n-1).path(), b.until(0).path()
	}
	fresh := b.laid(b.rules.Start(b.from.Turn()))
	if p.Start = fresh.path(); p.Start == b.path() || p.Start == p.First {
		p.Start = ""
	}
	pos := v.state.Line.Pos
	turned := b.laid(pos.WithTurn(pos.Turn().Other()))
	if len(b.played) == 0 && b.whole() {
		turned = b.laid(b.from.WithTurn(b.from.Turn().Other()))
	}
	p.Turned = turned.path()
	shown := b
	shown.hidden = !b.hidden
	p.Shown = shown.path()
	longer := b
	longer.long = true
	p.Longer = longer.path()
	if v.r.Teacher != nil {
		other := b
		other.screen = !b.screen
		other.hidden = other.screen
		p.Screen = other.path()
	}
	if b.two {
		swapped := b.laid(pos)
		if b.whole() && len(b.played) == 0 {
			swapped = b
		}
		swapped.rules, swapped.other = b.other, b.rules
		p.Exchanged = swapped.path()
	}
	if b.rules.CanSwap(v.state.Line) {
		p.Swap = b.with(0).path()
	}
}

// rules name the rule sets, say what they are and offer others.
func (v *labView) rules() {
	b, p, l := v.b, &v.page, v.r.L
	p.NameRules(b.rules, b.other)
	laid := b.laid(v.state.Line.Pos)
	if b.whole() && len(b.played) == 0 {
		laid = b
	}
	for _, f := range laid.fields() {
		if f.Name != "rules" && f.Name != "other" {
			p.Laid = append(p.Laid, f)
		}
	}
	if b.rules.WinAt > 0 || b.two && b.other.WinAt > 0 {
		p.Notes = append(p.Notes, l.T("lab.note.winat", i18n.Args{"Number": int(max(b.rules.WinAt, b.other.WinAt))}))
	}
	if b.rules.Pie && v.opens() {
		p.Notes = append(p.Notes, l.T("lab.note.pie"))
	}
}

// opens reports whether the first player's opening turn goes on: a swap can
// still follow.
func (v *labView) opens() bool {
	first := v.b.from.Turn()
	for i := range v.state.Steps {
		if v.state.Steps[i].Before.Pos.Turn() != first {
			return false
		}
	}
	return v.b.whole() && v.state.Line.Pos.Turn() == first
}

// worths puts margins over the houses, and says which is best.
func (v *labView) worths(both [2]solver.Result) {
	p, l := &v.page, v.r.L
	over := v.b.rules.Over(v.state.Line.Pos) != kalah.NotOver
	if over && !v.b.two {
		return
	}
	exact := true
	for i, rules := range [...]kalah.Rules{v.b.rules, v.b.other} {
		if i == 1 && !v.b.two {
			break
		}
		result := &both[i]
		p.Weigh(i, rules, v.state.Line.Pos, result)
		exact = exact && (result.Exact || rules.Over(v.state.Line.Pos) != kalah.NotOver)
	}
	if p.Swap != "" && len(both[0].Margins) > 0 {
		m := solver.Margin{Margin: -both[0].Top(), Exact: both[0].Exact}
		p.SwapText = l.T("lab.swap", i18n.Args{"Margin": templates.MarginText(l, m)})
	}
	p.Guessed = !exact
	switch {
	case exact:
		p.Longer = ""
	case v.r.hx() || v.r.QueryParam("wait") == "on":
	default: // the page's script asks for better ones; without scripts the page itself does
		p.Live, p.Better = true, v.b.path()
		p.Waits = v.b.path() + "&wait=on"
	}
}

// compare says what becomes of every house under both rule sets, and what became
// of the one that was played last.
func (v *labView) compare() {
	p, l, pos := &v.page, v.r.L, v.state.Line.Pos
	if v.b.other.Over(pos) != kalah.NotOver && !v.state.Ended() {
		p.OverThere = l.T("lab.over.other")
	}
	for h := 1; h <= pos.Houses(); h++ {
		one, errOne := v.b.rules.Sow(pos, h)
		two, errTwo := v.b.other.Sow(pos, h)
		if errOne != nil && errTwo != nil {
			continue
		}
		row := templates.LabRow{House: h, Name: l.N("cup.house", pos.House(pos.Turn(), h), i18n.Args{"House": h}), Same: one.After == two.After && one.Over == two.Over}
		if errOne == nil {
			row.Does[0] = templates.Does(l, &one)
		}
		if errTwo == nil {
			row.Does[1] = templates.Does(l, &two)
		}
		p.Rows = append(p.Rows, row)
	}
	last := v.state.Last()
	if last == nil || last.Swap() {
		return
	}
	there, err := v.b.other.Sow(last.Before.Pos, last.Sowing.House)
	if err != nil {
		p.Apart = l.T("lab.after.over")
		return
	}
	if there.After == last.After.Pos && there.Over == last.Sowing.Over {
		p.Apart = l.T("lab.after.same")
		return
	}
	step := *last
	step.Sowing, step.After.Pos = there, there.After
	for i, s := range []*tutor.Step{last, &step} {
		rules := [...]kalah.Rules{v.b.rules, v.b.other}[i]
		t := v.ear.Tell(l, rules, s)
		t.Number = ""
		board := templates.Draw(l, s.After.Pos, kalah.South, v.ear, s.After.Sitting).Mark(&s.Sowing)
		board.Small, board.Numerals = true, v.r.numerals()
		p.After = append(p.After, templates.LabAfter{Letter: templates.Letters[i], Rules: p.Names[i], Text: t.String(), Board: board})
	}
	p.Apart = l.T("lab.after.apart", i18n.Args{"House": strconv.Itoa(last.Sowing.House)})
}

// labPath is the laboratory with a position of a game laid out.
func labPath(rules kalah.Rules, pos kalah.Position) string { return begun(rules).laid(pos).path() }

// canLab reports whether the laboratory is open to the reader, a game that counts
// aside.
func (r *request) canLab() bool { return r.Limit(r.Now) >= school.LastStage }
