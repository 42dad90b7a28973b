package web

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/solver"
	"semeia/internal/store"
	"semeia/internal/tutor"
)

const (
	// reviewPatience is how long one position is thought about. What is not
	// proved by then is kept as an estimate.
	reviewPatience = 20 * time.Second
	// reviewLost is after how long work that somebody took, and did not finish,
	// is taken by another: that program has ended.
	reviewLost = time.Minute
	// mostReviews is how many games may wait; one more has to be asked for again.
	mostReviews = 500
)

// looker is who knows perfect play and has time; a [tutor.Coach] is one.
type looker interface {
	Look(context.Context, kalah.Rules, kalah.Position, time.Duration) (solver.Result, bool)
}

// Reviewer works out in the background what perfect play makes of the moves of
// finished games. Each decision is kept as soon as it is known, so that work
// that was stopped goes on where it was, and nothing is done twice.
type Reviewer struct {
	store *store.Store
	coach looker
	now   func() time.Time
	log   *slog.Logger

	mu   sync.Mutex
	jobs []*reviewJob
	more chan struct{} // a token when there may be work
}

// reviewJob is a game with the decisions that are still to be looked at.
type reviewJob struct {
	game  string
	rules kalah.Rules
	left  []tutor.Step // in their order; the last is next
}

// next is the decision to be looked at next.
func (j *reviewJob) next() *tutor.Step { return &j.left[len(j.left)-1] }

// seeds are those in play in the next position: the fewer, the sooner it is
// known.
func (j *reviewJob) seeds() int {
	p := j.next().Before.Pos
	return p.InRow(kalah.South) + p.InRow(kalah.North)
}

// NewReviewer makes a reviewer, who works while [Reviewer.Run] runs.
func NewReviewer(kept *store.Store, coach looker, now func() time.Time, log *slog.Logger) *Reviewer {
	return &Reviewer{store: kept, coach: coach, now: now, log: log, more: make(chan struct{}, 1)}
}

// Run works until ctx ends. It is called once.
func (v *Reviewer) Run(ctx context.Context) {
	for ctx.Err() == nil {
		j := v.take()
		if j == nil {
			select {
			case <-v.more:
			case <-ctx.Done():
			}
			continue
		}
		if err := v.look(ctx, j); err != nil && ctx.Err() == nil {
			v.log.Error("a review stopped", "error", err)
			v.drop(j)
		}
	}
}

// ask puts the decisions that are not known on the list, unless the game is
// there already.
func (v *Reviewer) ask(g *school.Game, steps []tutor.Step, known map[int]string) {
	j := &reviewJob{game: g.ID, rules: g.Rules}
	for i := range steps {
		if _, ok := known[steps[i].Version]; !ok {
			j.left = append(j.left, steps[i])
		}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(j.left) == 0 || len(v.jobs) >= mostReviews || slices.ContainsFunc(v.jobs, func(other *reviewJob) bool { return other.game == g.ID }) {
		return
	}
	v.jobs = append(v.jobs, j)
	select {
	case v.more <- struct{}{}:
	default:
	}
}

// take gives the game whose next decision has the fewest seeds: so a game goes
// from its end to its beginning, where tables are warm, and a short one never
// waits for the opening of a long one. nil when there is none.
func (v *Reviewer) take() *reviewJob {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.jobs) == 0 {
		return nil
	}
	return slices.MinFunc(v.jobs, func(a, b *reviewJob) int { return a.seeds() - b.seeds() })
}

func (v *Reviewer) drop(j *reviewJob) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.jobs = slices.DeleteFunc(v.jobs, func(other *reviewJob) bool { return other == j })
}

// done takes the decision that was next off the list, and the game with its
// last one.
func (v *Reviewer) done(j *reviewJob) {
	v.mu.Lock()
	j.left = j.left[:len(j.left)-1]
	empty := len(j.left) == 0
	v.mu.Unlock()
	if empty {
		v.drop(j)
	}
}

// look looks at the next decision of a game, unless another program does or did.
func (v *Reviewer) look(ctx context.Context, j *reviewJob) error {
	step := j.next()
	now := v.now().UnixMilli()
	ours, err := v.store.TakeReview(ctx, j.game, step.Version, now, now-reviewLost.Milliseconds())
	if err != nil {
		return err
	}
	if ours {
		result, ok := v.coach.Look(ctx, j.rules, step.Before.Pos, reviewPatience)
		if !ok {
			// The program ends: the next one need not wait for us.
			return v.store.DropReview(context.WithoutCancel(ctx), j.game, step.Version)
		}
		if err := v.store.KeepReview(context.WithoutCancel(ctx), j.game, step.Version, tutor.WriteMargins(result), v.now().UnixMilli()); err != nil {
			return err
		}
	}
	v.done(j)
	return nil
}
