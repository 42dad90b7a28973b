package lesson

import (
	"fmt"
	"math/bits"

	"semeia/internal/kalah"
)

// Make makes the exercise of a key. The same key gives the same exercise on
// every machine. An unknown kind, rule set, level or version is an error.
//
// The asked player sits South: pages show the asker below. The position is one
// from a game of random legal moves under the rule set (turned round where
// North was to move); only SetUp shows a board that is still being laid. Those
// of a [Situation] come from games too, and are kept as data.
func Make(k Key) (Exercise, error) {
	e, _, err := made(k)
	return e, err
}

// record is the play that leads to an exercise's position, by house numbers.
type record struct {
	First    kalah.Side
	Houses   []uint8
	Mirrored bool // the position is then seen from the other seat
	Games    int  // played until one fitted
}

// most is the number of games played before a search is given up. Every kind
// finds its position in fewer, by far: see the tests.
const most = 20000

// plies is where a game of the search is broken off.
const plies = 400

func made(k Key) (Exercise, record, error) {
	r, ok := kalah.Named(k.Rules)
	switch {
	case !ok:
		return Exercise{}, record{}, fmt.Errorf("lesson: no rule set %q", k.Rules)
	case k.Version != Version:
		return Exercise{}, record{}, fmt.Errorf("lesson: exercises of version %d, not %d", Version, k.Version)
	case levels(k.Kind, r) == 0:
		return Exercise{}, record{}, fmt.Errorf("lesson: no exercise %q for %s", k.Kind, k.Rules)
	case k.Level < 1 || k.Level > levels(k.Kind, r):
		return Exercise{}, record{}, fmt.Errorf("lesson: %s for %s has no level %d", k.Kind, k.Rules, k.Level)
	}
	if Situation(k.Kind) {
		s := situationOf(k)
		return s.exercise(k, skillOf(k.Kind, k.Rules, k.Level)), s.record(), nil
	}
	e := Exercise{Key: k, Skill: skillOf(k.Kind, k.Rules, k.Level), Set: r, Guess: guess(k.Kind, r)}
	w := &walker{rules: r, level: k.Level, source: sourceOf(k)}
	if k.Kind == SetUp {
		setUp(w, &e)
		return e, record{}, nil
	}
	p := plans(k.Kind)
	for games := range most {
		if w.game(&p) {
			tell(&e, &w.got)
			return e, record{w.first, w.houses[:w.got.plies], w.got.mirrored, games + 1}, nil
		}
	}
	return Exercise{}, record{}, fmt.Errorf("lesson: no position for %+v", k)
}

// tell fills in the position of an exercise, its question and its answer.
func tell(e *Exercise, s *spot) {
	e.Pos, e.House = s.pos, s.house
	p := plans(e.Kind)
	p.tell(e, s)
	e.Past = passes(e.Pos, e.Kind, e.House, e.Right)
	e.Case = caseOf(e)
	if e.Kind == Referee {
		e.Guess, _ = refereeChance(e.Pos.House(e.Pos.Turn(), e.House), e.Right)
	}
}

// plan is how a kind is looked for and told.
type plan struct {
	hoard bool // the players save up seeds in one house each
	// draw decides before each game what is wanted of it; may be nil.
	draw func(w *walker)
	// look is called with South to move and takes what fits.
	look func(w *walker, p kalah.Position)
	// end is called with the last sowing of a finished game.
	end func(w *walker, s *kalah.Sowing)
	// tell fills in the question and its answer.
	tell func(e *Exercise, s *spot)
}

// spot is a position that fits.
type spot struct {
	pos      kalah.Position
	house    int
	offer    [offered]int
	reason   int
	plies    int
	mirrored bool
}

// walker plays games of random moves and keeps one fitting spot of a game.
type walker struct {
	source
	rules  kalah.Rules
	level  int
	want   int  // as drawn
	single bool // a single seed will do
	again  bool // the last move gave an extra turn

	first    kalah.Side
	houses   []uint8
	mirrored bool
	found    int
	got      spot
}

// game plays one game and reports whether something fitting was seen. Of all
// that fits each is as likely to be kept.
func (w *walker) game(pl *plan) bool {
	w.found, w.houses = 0, w.houses[:0]
	w.first = kalah.Side(w.below(2))
	var keep [2]int
	if pl.draw != nil {
		pl.draw(w)
	}
	if pl.hoard {
		m := int(w.rules.Houses)
		keep = [2]int{m - w.below(m-1), m - w.below(m-1)}
	}
	w.again = false
	p := w.rules.Start(w.first)
	for range plies {
		if w.rules.Over(p) != kalah.NotOver {
			break
		}
		if pl.look != nil {
			q := p
			if w.mirrored = p.Turn() == kalah.North; w.mirrored {
				q = p.Mirror()
			}
			pl.look(w, q)
		}
		h := w.choose(p, keep[p.Turn()])
		s, err := w.rules.Sow(p, h)
		if err != nil {
			panic(err) // choose gives legal moves only
		}
		w.houses = append(w.houses, uint8(h))
		if s.Over != kalah.NotOver && pl.end != nil {
			pl.end(w, &s)
		}
		p, w.again = s.After, s.Again
	}
	return w.found > 0
}

// take offers a spot of the present position.
func (w *walker) take(s spot) {
	w.found++
	if w.below(w.found) == 0 {
		s.plies, s.mirrored = len(w.houses), w.mirrored
		w.got = s
	}
}

// choose is a random legal move; a house to keep is played only when no other
// can be, or one time in sixteen.
func (w *walker) choose(p kalah.Position, keep int) int {
	var legal [kalah.MaxHouses]int
	n := 0
	for h := 1; h <= p.Houses(); h++ {
		if p.House(p.Turn(), h) > 0 && h != keep {
			legal[n] = h
			n++
		}
	}
	if keep > 0 && p.House(p.Turn(), keep) > 0 && (n == 0 || w.below(16) == 0) {
		return keep
	}
	return legal[w.below(n)]
}

// source is SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom
// Number Generators, 2014; public domain code by Vigna). Its numbers are part
// of what Version stands for.
type source struct{ state uint64 }

func (s *source) next() uint64 {
	s.state += 0x9e3779b97f4a7c15
	z := s.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below is a number 0..n-1. Its bias is n in 2^64.
func (s *source) below(n int) int {
	high, _ := bits.Mul64(s.next(), uint64(n))
	return int(high)
}

// sourceOf starts from the key: FNV-1a over its texts, then level and version,
// then the seed.
func sourceOf(k Key) source {
	s := source{0xcbf29ce484222325}
	for _, text := range [...]string{string(k.Kind), "/", k.Rules} {
		for i := range len(text) {
			s.state = (s.state ^ uint64(text[i])) * 0x100000001b3
		}
	}
	s.state += uint64(k.Level)<<32 + uint64(k.Version)
	s.state = s.next() ^ k.Seed
	s.state = s.next()
	return s
}
