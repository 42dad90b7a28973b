package templates

import (
	"strconv"
	"strings"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// Board is a board to be drawn, for one who looks at it.
type Board struct {
	L         *i18n.Loc
	Near, Far []Cup // houses 1..m of each row, in sowing order
	NearStore Cup
	FarStore  Cup
	Numerals  bool // numbers beside the seeds
	Arrows    bool // the way round is drawn
	Small     bool // a picture in a text
}

// Cup is a house or a store as drawn.
type Cup struct {
	Place   kalah.Place
	Near    bool // in the row of the one who looks, or the lower one
	Seeds   int
	Name    string // read out: "house 3, 4 seeds"
	Trail   []int  // which seeds of the last sowing fell here
	Start   bool   // the last sowing began here
	Last    bool   // its last seed fell here
	Taken   bool   // it captured from here
	Pointed bool   // a hint is about it
	Open    bool   // can be chosen now

	Worths []Worth // of the laboratory: what choosing it comes to

	Answer  string // of an exercise: what choosing it answers
	Among   bool   // one of a few houses between which to choose
	counted string // its name with the number of seeds, 0 too: a button's name holds what it shows
	Guess   []int  // which seeds the child seems to have put here
	Tapped  bool   // the child's answer
}

// Draw makes the board of a position with near's row below, for an ear: a
// player hears "your" and "the other side", others hear names.
func Draw(l *i18n.Loc, pos kalah.Position, near kalah.Side, ear tutor.Ear, sitting func(kalah.Side) kalah.Player) *Board {
	b := &Board{L: l, Numerals: true}
	cup := func(side kalah.Side, house int) Cup {
		c := Cup{Place: kalah.Place{Side: side, House: uint8(house)}, Near: side == near}
		c.Seeds = pos.At(c.Place)
		args := i18n.Args{"House": house}
		if !ear.Plays {
			args["Name"] = ear.Names[sitting(side)]
		}
		full, empty := cupName(ear.Plays, c.Near, house == 0)
		c.counted = l.N(full, c.Seeds, args)
		if c.Name = c.counted; c.Seeds == 0 {
			c.Name = l.T(empty, args)
		}
		return c
	}
	for h := 1; h <= pos.Houses(); h++ {
		b.Near = append(b.Near, cup(near, h))
		b.Far = append(b.Far, cup(near.Other(), h))
	}
	b.NearStore, b.FarStore = cup(near, 0), cup(near.Other(), 0)
	return b
}

// cupName is the key of a cup's name with seeds in it, and without.
func cupName(plays, near, store bool) (full, empty string) {
	switch {
	case !plays && store:
		return "cup.store.named", "cup.store.named.empty"
	case !plays:
		return "cup.house.named", "cup.house.named.empty"
	case near && store:
		return "cup.store.yours", "cup.store.yours.empty"
	case near:
		return "cup.house", "cup.house.empty"
	case store:
		return "cup.store.other", "cup.store.other.empty"
	}
	return "cup.house.other", "cup.house.other.empty"
}

// at finds the cup of a place.
func (b *Board) at(p kalah.Place) *Cup {
	near := b.NearStore.Place.Side == p.Side
	switch {
	case p.Store() && near:
		return &b.NearStore
	case p.Store():
		return &b.FarStore
	case near:
		return &b.Near[p.House-1]
	}
	return &b.Far[p.House-1]
}

// Mark draws the numbered trail of a sowing.
func (b *Board) Mark(s *kalah.Sowing) *Board {
	for i := 1; i <= s.Seeds; i++ {
		c := b.at(s.At(i))
		c.Trail = append(c.Trail, i)
	}
	b.at(kalah.Place{Side: s.Mover(), House: uint8(s.House)}).Start = true
	b.at(s.Last()).Last = true
	if s.Facing > 0 {
		b.at(s.After.Facing(s.Last())).Taken = true
	}
	return b
}

// Choose opens the houses that may be played. Their short name is enough:
// only one row has any.
func (b *Board) Choose(r kalah.Rules, pos kalah.Position) *Board {
	for h := 1; h <= pos.Houses(); h++ {
		if r.Legal(pos, h) == nil {
			c := b.at(kalah.Place{Side: pos.Turn(), House: uint8(h)})
			c.Open = true
			c.Name = b.L.N("cup.house", c.Seeds, i18n.Args{"House": h})
		}
	}
	return b
}

// trail is "3" or after a lap "3·14".
func trail(seeds []int) string {
	parts := make([]string, len(seeds))
	for i, n := range seeds {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, "·")
}

// fieldName and fieldValue are what choosing the cup sends.
func (c Cup) fieldName() string {
	if c.Answer != "" {
		return "answer"
	}
	return "house"
}

func (c Cup) fieldValue() string {
	if c.Answer != "" {
		return c.Answer
	}
	return strconv.Itoa(int(c.Place.House))
}

// id of the cup's button: the script that keeps the focus goes by it.
func (c Cup) id() string {
	if c.Place.Store() {
		return "cup-" + c.Place.String()[:1]
	}
	return "cup-" + c.Place.String()
}

func (c Cup) classes() string {
	class := "cup"
	for _, f := range [...]struct {
		on   bool
		name string
	}{
		{c.Place.Store(), "store"}, {!c.Place.Store(), "house"}, {c.Near, "near"}, {!c.Near, "far"},
		{c.Seeds == 0, "empty"}, {c.Tapped, "tapped"}, {c.Start, "start"}, {c.Last, "last"}, {c.Taken, "taken"}, {c.Pointed, "pointed"}, {c.Among, "among"},
	} {
		if f.on {
			class += " " + f.name
		}
	}
	return class
}

func (b *Board) classes() string {
	class := "board m" + strconv.Itoa(len(b.Near))
	if b.Small {
		class += " small"
	}
	if b.Numerals {
		class += " numerals"
	}
	return class
}

// StepData is a step for the page's script: where each seed falls and what
// else moves, so that it can be shown one after the other.
type StepData struct {
	House    string // "s3"
	Path     string // "s4 s5 s* n1"
	Captured string // "n3 s1", places that are emptied into the mover's store
	Swept    string // "s n": sides whose row goes at the end, and to which store: "s:s n:n"
	Store    string // the mover's store, "s*"
	Say      string // the sentence
	Version  int
	Thinks   bool // a bot's turn begins with it: it is seen to think first
}

// DataOf describes a step. A swap has only its sentence.
func DataOf(s *tutor.Step, rules kalah.Rules, say string) StepData {
	d := StepData{Say: say, Version: s.Version}
	if s.Swap() {
		return d
	}
	w := &s.Sowing
	d.House = kalah.Place{Side: w.Mover(), House: uint8(w.House)}.String()
	d.Store = kalah.Place{Side: w.Mover()}.String()
	path := make([]string, w.Seeds)
	for i := range path {
		path[i] = w.At(i + 1).String()
	}
	d.Path = strings.Join(path, " ")
	if w.Captured() > 0 {
		taken := []string{}
		if w.Facing > 0 {
			taken = append(taken, w.After.Facing(w.Last()).String())
		}
		if w.Own > 0 {
			taken = append(taken, w.Last().String())
		}
		d.Captured = strings.Join(taken, " ")
	}
	swept := []string{}
	for _, to := range [...]kalah.Side{kalah.South, kalah.North} {
		if w.Swept[to] > 0 {
			from := to
			if rules.Leftover == kalah.Emptier {
				from = to.Other()
			}
			swept = append(swept, kalah.Place{Side: from}.String()[:1]+":"+kalah.Place{Side: to}.String())
		}
	}
	d.Swept = strings.Join(swept, " ")
	return d
}
