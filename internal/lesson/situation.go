package lesson

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// Problem situations are positions from play of which the solver has said what
// every move comes to. They are looked for by a test (see its flag -make) and
// kept as data: to make an exercise of one is to choose it.

//go:embed situations.jsonl
var situationLines []byte

// Situation is whether a kind asks about a situation that the solver has looked
// through. Such exercises are for thinking: no skill of the course is mastered
// by them, and no stage opens.
func Situation(k Kind) bool {
	return k == BestMove || k == GoodLooking || k == ThreeTurns || k == Enough
}

// situation is a line of the data.
type situation struct {
	Rules string `json:"rules"`
	Kind  Kind   `json:"sort"`
	Level int    `json:"level"`
	Board string `json:"board"` // South is to move
	Right string `json:"right"`
	Offer []int  `json:"offer,omitempty"` // of GoodLooking
	Play  string `json:"play"`
	Why   []way  `json:"why"` // by legal house, in their order

	pos kalah.Position
	set kalah.Rules
}

// way is a [Way] as it is kept.
type way struct {
	House  int    `json:"house"`
	Margin int    `json:"margin"`
	Line   string `json:"line,omitempty"` // one digit a house
}

// Way is what sowing a house comes to.
type Way struct {
	House  int
	Margin int // the asker's seeds at the end less the other's, when both play their best
	// Line is one way of playing on like that: the house, the rest of the asker's
	// turn and the whole turn of the other. Empty where it is not kept.
	Line []int
}

// shelfKey is where situations stand.
type shelfKey struct {
	kind  Kind
	rules string
	level int
}

// boardKey finds one by its board.
type boardKey struct {
	kind         Kind
	rules, board string
}

// situations holds all of the data. It must not be changed.
var situations = sync.OnceValue(func() (all struct {
	of map[shelfKey][]*situation
	at map[boardKey]*situation
}) {
	all.of, all.at = map[shelfKey][]*situation{}, map[boardKey]*situation{}
	for line := range bytes.Lines(situationLines) {
		s := new(situation)
		if err := json.Unmarshal(line, s); err != nil {
			panic(err) // the data is part of the program, and read by every test
		}
		var known bool
		if s.set, known = kalah.Named(s.Rules); !known {
			panic("lesson: situation of " + s.Rules)
		}
		var err error
		if s.pos, err = s.set.Parse(s.Board, kalah.South); err != nil {
			panic(err)
		}
		k := shelfKey{s.Kind, s.Rules, s.Level}
		all.of[k] = append(all.of[k], s)
		all.at[boardKey{s.Kind, s.Rules, s.Board}] = s
	}
	return all
})

// situationLevels is how many levels of a kind there are under a rule set.
func situationLevels(k Kind, r kalah.Rules) (n int) {
	name := r.String()
	for len(situations().of[shelfKey{k, name, n + 1}]) > 0 {
		n++
	}
	return n
}

// situationAt finds a situation by its board.
func situationAt(k Kind, rules, board string) (*situation, bool) {
	s, ok := situations().at[boardKey{k, rules, board}]
	return s, ok
}

// situationOf is the exercise that a key chooses.
func situationOf(k Key) *situation {
	all := situations().of[shelfKey{k.Kind, k.Rules, k.Level}]
	source := sourceOf(k)
	return all[source.below(len(all))]
}

// exercise makes the exercise of a situation. The key's level may be another
// than the one it has by now: what was asked stays as it was.
func (s *situation) exercise(k Key, skill Skill) Exercise {
	e := Exercise{Key: k, Skill: skill, Set: s.set, Pos: s.pos, Offer: slices.Clone(s.Offer), Right: tutor.Answer(s.Right)}
	e.Guess = guess(k.Kind, s.set)
	switch k.Kind {
	case BestMove:
		e.Choices = ownHouses(s.pos.Houses())
	case GoodLooking:
		for _, h := range s.Offer {
			e.Choices = append(e.Choices, number(h))
		}
	}
	for _, w := range s.Why {
		e.Ways = append(e.Ways, Way{House: w.House, Margin: w.Margin, Line: digits(w.Line)})
	}
	return e
}

// record is the play that leads there: "s" or "n" for who began, then a digit a
// house.
func (s *situation) record() record {
	rec := record{First: kalah.South, Games: 1}
	if strings.HasPrefix(s.Play, "n") {
		rec.First = kalah.North
	}
	for _, h := range digits(s.Play[1:]) {
		rec.Houses = append(rec.Houses, uint8(h))
	}
	return rec
}

func digits(text string) (all []int) {
	for _, d := range text {
		all = append(all, int(d-'0'))
	}
	return all
}

// Way is what a house comes to; false where that is not known.
func (e *Exercise) Way(house int) (Way, bool) {
	for _, w := range e.Ways {
		if w.House == house {
			return w, true
		}
	}
	return Way{}, false
}

// Answered is a way played out: the sowings of the asker's turn and those of the
// other's, by the way's line.
func (e *Exercise) Answered(w Way) (mine, theirs []kalah.Sowing) {
	p := e.Pos
	for _, h := range w.Line {
		s, err := e.Set.Sow(p, h)
		if err != nil {
			panic(fmt.Sprintf("lesson: the line of %s: %v", e.Pos, err)) // a test plays every line
		}
		if s.Mover() == kalah.South {
			mine = append(mine, s)
		} else {
			theirs = append(theirs, s)
		}
		p = s.After
	}
	return mine, theirs
}

// Turn is the asked turn of ThreeTurns played out.
func (e *Exercise) Turn() []kalah.Sowing {
	houses := digits(strings.ReplaceAll(string(e.Right), " ", ""))
	mine, _ := e.Answered(Way{House: houses[0], Line: houses})
	return mine
}

// Gained is how many seeds sowings brought into their movers' kalah, without
// what the end of the game gives.
func Gained(sowings []kalah.Sowing) (n int) {
	for i := range sowings {
		s := &sowings[i]
		n += s.After.Store(s.Mover()) - s.Before.Store(s.Mover()) - s.Swept[s.Mover()]
	}
	return n
}
