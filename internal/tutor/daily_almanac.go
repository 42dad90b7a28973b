package tutor

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"semeia/internal/kalah"
)

// Almanac gives the days' positions. Each is made when it is first asked for,
// by one of those who ask, and kept. It is safe for concurrent use.
type Almanac struct {
	coach  *Coach
	mu     sync.Mutex
	kept   map[dayRules]Puzzle
	making map[dayRules]chan struct{} // closed when the one who makes it is done
}

type dayRules struct {
	day   Day
	rules kalah.Rules
}

// NewAlmanac is an almanac whose positions are checked by c.
func NewAlmanac(c *Coach) *Almanac {
	return &Almanac{coach: c, kept: map[dayRules]Puzzle{}, making: map[dayRules]chan struct{}{}}
}

// ErrUnsolved is the error where a position could not be checked just now.
var ErrUnsolved = errors.New("tutor: the day's position could not be checked")

// keptMost is how many positions are kept: those of a good month.
const keptMost = 200

// Of is the position of a day for a rule set of stages 1 to 5: always the same
// one. The error is that of ctx when it ended before the position was found, or
// [ErrUnsolved]; asking again later gives that one and no other.
func (a *Almanac) Of(ctx context.Context, d Day, r kalah.Rules) (Puzzle, error) {
	key := dayRules{d, r}
	for {
		a.mu.Lock()
		if p, ok := a.kept[key]; ok {
			a.mu.Unlock()
			return p, nil
		}
		made := a.making[key]
		if made == nil {
			made = make(chan struct{})
			a.making[key] = made
			a.mu.Unlock()
			return a.make(ctx, key, made)
		}
		a.mu.Unlock()
		select {
		case <-made: // found, or given up by whoever made it
		case <-ctx.Done():
			return Puzzle{}, ctx.Err()
		}
	}
}

func (a *Almanac) make(ctx context.Context, key dayRules, made chan struct{}) (Puzzle, error) {
	p, ok := puzzle(ctx, a.coach.Margins, key.day, key.rules)
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.making, key)
	close(made)
	if !ok {
		return Puzzle{}, cmp.Or(ctx.Err(), ErrUnsolved)
	}
	if len(a.kept) >= keptMost {
		clear(a.kept)
	}
	a.kept[key] = p
	return p, nil
}
