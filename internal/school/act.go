package school

import (
	"context"
	"errors"
	"math/rand/v2"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// Turn is what follows from something a player did: the events to keep, all or
// none, and the game's state after them. The first event is the player's own,
// those after it the bot's answer.
type Turn struct {
	Events []Event
	After  State
	// Outcome of the game after these events.
	Outcome Outcome
}

// Act is a player's wish. House is used by Move.
type Act struct {
	Kind  Kind
	House int
	// Version the game had on the page the wish came from.
	Version int
}

// Do decides on a wish without changing the game. When it is fulfilled and the
// bot is to move then, the bot's whole turn follows, extra turns included, so
// that a kept game never waits for the bot.
//
// The error is an *[Error]: [Stale] when the game has gone on since the page
// was made, [Invalid] when the rules do not allow the wish.
func (g *Game) Do(ctx context.Context, coach *tutor.Coach, a Act, now int64, rng *rand.Rand) (Turn, error) {
	s, err := g.Replay()
	if err != nil {
		return Turn{}, err
	}
	if a.Version != g.Version() {
		return Turn{}, Fail(Stale, "error.stale")
	}
	t := turn{game: g, state: s, now: now}
	mover := s.Line.ToMove()
	switch a.Kind {
	case Move:
		if s.GaveUp {
			return Turn{}, Fail(Invalid, "error.over")
		}
		if err := g.Rules.Legal(s.Line.Pos, a.House); err != nil {
			return Turn{}, illegal(err, a.House)
		}
		err = t.add(Move, a.House)
	case Swap:
		if s.Ended() || !g.Rules.CanSwap(s.Line) {
			return Turn{}, Fail(Invalid, "error.noswap")
		}
		err = t.add(Swap, 0)
	case Back:
		to, ok := g.CanTakeBack(&s)
		if !ok {
			return Turn{}, Fail(Invalid, "error.noback")
		}
		err = t.add(Back, to)
	case GiveUp:
		if s.Ended() {
			return Turn{}, Fail(Invalid, "error.over")
		}
		by := kalah.Opener
		if g.Against == Neighbour {
			by = mover
		}
		err = t.add(GiveUp, int(by))
	default:
		return Turn{}, Fail(Invalid, "error.bad")
	}
	if err != nil {
		return Turn{}, err
	}
	if err := t.bot(ctx, coach, rng); err != nil {
		return Turn{}, err
	}
	return t.done(), nil
}

// Opening is the bot's turn in a game that it starts; there are no events when
// a person starts.
func (g *Game) Opening(ctx context.Context, coach *tutor.Coach, now int64, rng *rand.Rand) (Turn, error) {
	s, err := g.Replay()
	if err != nil {
		return Turn{}, err
	}
	t := turn{game: g, state: s, now: now}
	if err := t.bot(ctx, coach, rng); err != nil {
		return Turn{}, err
	}
	return t.done(), nil
}

// CanTakeBack gives the version to return to: that before the last decision of
// a person at this page (R18). It is never further than the start, and there
// is none in a game that counts or is fixed, after giving up, or when nobody but the bot
// has moved.
func (g *Game) CanTakeBack(s *State) (version int, ok bool) {
	if g.Counts || g.Fixed || s.GaveUp {
		return 0, false
	}
	for i := len(s.Steps) - 1; i >= 0; i-- {
		if g.Human(s.Steps[i].Player) {
			if i == 0 {
				return 0, true
			}
			return s.Steps[i-1].Version, true
		}
	}
	return 0, false
}

// turn collects events while they are applied.
type turn struct {
	game   *Game
	state  State
	now    int64
	events []Event
}

func (t *turn) add(kind Kind, arg int) error {
	e := Event{Version: t.game.Version() + len(t.events) + 1, Kind: kind, Arg: arg, At: t.now}
	t.events = append(t.events, e)
	return t.game.apply(&t.state, e)
}

// bot plays the bot's turn. It thinks for as long as a bot may over all of it.
func (t *turn) bot(ctx context.Context, coach *tutor.Coach, rng *rand.Rand) error {
	ctx, cancel := context.WithTimeout(ctx, tutor.Thinking)
	defer cancel()
	for !t.state.Ended() && !t.game.Human(t.state.Line.ToMove()) {
		choice := coach.Choose(ctx, t.game.Bot, t.game.Rules, t.state.Line, rng)
		kind := Move
		if choice.House == 0 {
			kind = Swap
		}
		if err := t.add(kind, choice.House); err != nil {
			return err
		}
		t.events[len(t.events)-1].Unsure = choice.Unsure
	}
	return nil
}

func (t *turn) done() Turn {
	return Turn{Events: t.events, After: t.state, Outcome: t.state.outcome()}
}

func illegal(err error, house int) *Error {
	switch {
	case errors.Is(err, kalah.ErrOver):
		return Fail(Invalid, "error.over")
	case errors.Is(err, kalah.ErrEmptyHouse):
		return Fail(Invalid, "error.empty", i18n.Args{"House": house})
	}
	return Fail(Invalid, "error.nohouse")
}
