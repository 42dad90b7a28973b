package web

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/templates"
)

// bench is a view of the laboratory. All of it is in the address, so that every
// view can be linked to, kept and gone back to.
type bench struct {
	rules  kalah.Rules
	two    bool        // other is laid beside rules
	other  kalah.Rules // of the same board, see [sameBoard]
	from   kalah.Position
	played []int // houses sown since, in order; 0: seats were swapped
	screen bool  // for the projector
	hidden bool  // the margins are
	long   bool  // they may take their time
}

// labLimit is how many moves an address holds; the next one begins from the
// board as it is then.
const labLimit = 100

// sameBoard reports whether a position of one rule set is one of the other's.
func sameBoard(a, b kalah.Rules) bool { return a.Houses == b.Houses && a.Seeds() == b.Seeds() }

// begun is a view of a rule set's start.
func begun(rules kalah.Rules) bench { return bench{rules: rules, from: rules.Start(kalah.South)} }

// laid is a view of a position; nothing was played before it.
func (b bench) laid(pos kalah.Position) bench {
	b.from, b.played, b.long = pos, nil, false
	return b
}

// with is the view after one more house.
func (b bench) with(house int) bench {
	b.played = append(slices.Clip(b.played), house)
	b.hidden = b.hidden || b.screen // the room decides first, each time
	b.long = false
	return b
}

// until is the view after the first n of its moves.
func (b bench) until(n int) bench {
	b.played, b.long = b.played[:n], false
	return b
}

// whole reports whether the view begins where the rules do.
func (b bench) whole() bool { return b.from == b.rules.Start(b.from.Turn()) }

// fields are the view as a form or an address sends it.
func (b bench) fields() (list []templates.Field) {
	add := func(name, value string) { list = append(list, templates.Field{Name: name, Value: value}) }
	add("rules", b.rules.String())
	if b.two {
		add("other", b.other.String())
	}
	if !b.whole() {
		add("board", b.from.String())
	}
	if b.from.Turn() == kalah.North {
		add("turn", "north")
	}
	if len(b.played) > 0 {
		houses := make([]string, len(b.played))
		for i, h := range b.played {
			houses[i] = strconv.Itoa(h)
		}
		add("played", strings.Join(houses, "-"))
	}
	if b.screen {
		add("view", "screen")
	}
	switch {
	case b.screen && !b.hidden:
		add("show", "on")
	case !b.screen && b.hidden:
		add("show", "off")
	}
	if b.long {
		add("look", "longer")
	}
	return list
}

func (b bench) path() string {
	q := make([]string, 0, 8)
	for _, f := range b.fields() {
		q = append(q, f.Name+"="+url.QueryEscape(f.Value))
	}
	return "/lab?" + strings.Join(q, "&")
}

// bench is the view of the address. What in it is none comes with the sentence
// that says so, and a view of what is left. Where other rules have just been
// chosen, what does not fit them is left behind without a word.
func (r *request) bench() (b bench, problem *school.Error) {
	fresh := r.QueryParam("do") == "rules"
	fault := func(key string) {
		if problem == nil {
			problem = school.Fail(school.Invalid, key)
		}
	}
	rules, _ := kalah.Named("capture")
	if text := r.QueryParam("rules"); text != "" {
		if chosen, err := kalah.ParseRules(text); err != nil {
			fault("error.choice")
		} else {
			rules = chosen
		}
	}
	b = begun(rules)
	if text := r.QueryParam("other"); text != "" {
		switch other, err := kalah.ParseRules(text); {
		case err != nil:
			fault("error.choice")
		case sameBoard(rules, other):
			b.two, b.other = other != rules, other
		case !fresh:
			fault("lab.otherboard")
		}
	}
	turn := kalah.South
	if text := r.QueryParam("turn"); text != "" {
		var ok bool
		if turn, ok = kalah.ParseSide(text); !ok {
			fault("error.choice")
		}
	}
	b.from = b.from.WithTurn(turn)
	if text := r.QueryParam("board"); text != "" {
		switch pos, err := rules.Parse(text, turn); {
		case err == nil:
			b.from = pos
		case !fresh:
			fault("lab.noboard")
		}
	}
	if text := r.QueryParam("played"); text != "" {
		houses := strings.SplitN(text, "-", labLimit+1)
		for _, part := range houses[:min(len(houses), labLimit)] {
			house, ok := whole(part)
			if !ok {
				fault("error.nohouse")
				break
			}
			b.played = append(b.played, house)
		}
	}
	b.screen = r.Teacher != nil && r.QueryParam("view") == "screen"
	b.hidden = b.screen
	switch r.QueryParam("show") {
	case "on":
		b.hidden = false
	case "off":
		b.hidden = true
	}
	b.long = r.QueryParam("look") == "longer"
	return b, problem
}

// kept is the view as a game of two at one screen.
func (b bench) kept() school.Game {
	g := school.Game{Rules: b.rules, First: b.from.Turn(), Against: school.Neighbour}
	if !b.whole() {
		g.From = b.from
	}
	return g
}

// replay plays the view's moves, as far as the rules allow them: what comes
// after one that they do not is dropped, with the sentence that says why.
func (r *request) replay(b *bench) (school.State, *school.Error) {
	g := b.kept()
	for i, house := range b.played {
		act := school.Act{Kind: school.Move, House: house, Version: i}
		if house == 0 {
			act.Kind = school.Swap
		}
		turn, err := g.Do(r.Request().Context(), nil, act, r.Now, nil)
		if err != nil {
			b.played = b.played[:i]
			state, _ := g.Replay()
			return state, asSchool(err)
		}
		g.Events = append(g.Events, turn.Events...)
	}
	state, err := g.Replay()
	if err != nil {
		return state, asSchool(err)
	}
	return state, nil
}

// mixed is the rule set that the form for a mix of one's own was sent with.
func (r *request) mixed() (form templates.PlayForm, rules kalah.Rules, ok bool) {
	q := r.QueryParam
	form = templates.NewPlayForm()
	form.Board, form.Seeds, form.Extra, form.Capture = q("houses"), q("seeds"), q("extra"), q("capture")
	form.End, form.Leftover, form.WinAt, form.Pie = q("end"), q("leftover"), q("winat"), q("pie")
	rules, ok = freeOf(form)
	return form, rules, ok
}

// setUp is the position that the form for setting one up was sent with, judged
// by the rules; else the sentence on what is not right yet. What was typed comes
// back as it was.
func (r *request) setUp(rules kalah.Rules) (typed map[string]string, pos kalah.Position, problem string) {
	m, sum := int(rules.Houses), 0
	typed = map[string]string{"turn": r.QueryParam("turn")}
	names := []string{"s0", "n0"}
	for _, row := range []string{"s", "n"} {
		for h := 1; h <= m; h++ {
			names = append(names, row+strconv.Itoa(h))
		}
	}
	parts := []string{strconv.Itoa(m)}
	for _, name := range names {
		typed[name] = r.QueryParam(name)
		n, ok := whole(strings.TrimSpace(typed[name]))
		if !ok {
			problem = r.L.T("lab.set.number", i18n.Args{"Sum": rules.Seeds()})
		}
		sum += n
		parts = append(parts, strconv.Itoa(n))
	}
	if problem != "" {
		return typed, pos, problem
	}
	turn, _ := kalah.ParseSide(typed["turn"])
	pos, err := rules.Parse("<"+strings.Join(parts, ",")+">", turn)
	if err != nil {
		args := i18n.Args{"Sum": rules.Seeds(), "Have": sum}
		if problem = r.L.N("lab.set.more", sum-rules.Seeds(), args); sum < rules.Seeds() {
			problem = r.L.N("lab.set.fewer", rules.Seeds()-sum, args)
		}
	}
	return typed, pos, problem
}
