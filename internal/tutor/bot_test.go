package tutor_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"semeia/internal/kalah"
	"semeia/internal/solver"
	"semeia/internal/tutor"
)

var (
	ctx   = context.Background()
	coach = tutor.NewCoach(solver.New(solver.Options{}))
)

// A19: where every line loses the bot still plays a legal house.
func TestA19TheBotPlaysALegalHouseWhereEveryLineLoses(t *testing.T) {
	r, _ := kalah.Named("standard")
	l := r.Begin(kalah.South)
	pos, err := kalah.ParsePosition("<6,10,24,0,1,0,1,0,0,2,0,3,0,0,7>", kalah.South)
	if err != nil {
		t.Fatal(err)
	}
	l.Pos = pos
	for seed := range uint64(50) {
		for _, bot := range tutor.Bots {
			if h := coach.Choose(ctx, bot, r, l, rand.New(rand.NewPCG(seed, 1))).House; h != 2 && h != 4 {
				t.Fatalf("%s plays house %d", bot, h)
			}
		}
	}
}

// Each game of each rule set goes by legal moves, and the perfect bot keeps the
// margin wherever it says that it is sure.
func TestThePerfectBotLosesNothing(t *testing.T) {
	for i, set := range kalah.Sets() {
		r := set.Rules
		rng := rand.New(rand.NewPCG(uint64(i), 4))
		for range 3 {
			l := r.Begin(kalah.Side(rng.IntN(2)))
			for r.Over(l.Pos) == kalah.NotOver {
				bot := random
				if l.Pos.InRow(kalah.South)+l.Pos.InRow(kalah.North) <= 20 {
					bot = tutor.Perfect
				}
				c := decide(ctx, bot, r, l, rng)
				if bot == tutor.Perfect {
					if all := coach.Margins(ctx, r, l.Pos); c.Unsure || !slices.Contains(all.Best, c.House) {
						t.Fatalf("%s %v: %+v, best are %v", set.Name, l.Pos, c, all.Best)
					}
				}
				var err error
				if l, _, err = r.Play(l, c.House); err != nil {
					t.Fatalf("%s: %v", set.Name, err)
				}
			}
		}
	}
}

// Of several best moves it does not always play the same.
func TestThePerfectBotVaries(t *testing.T) {
	r, _ := kalah.Named("capture")
	l := r.Begin(kalah.South) // houses 4 and 5 both keep +2
	seen := map[int]bool{}
	for seed := range uint64(20) {
		seen[coach.Choose(ctx, tutor.Perfect, r, l, rand.New(rand.NewPCG(seed, 8))).House] = true
	}
	if len(seen) != 2 || !seen[4] || !seen[5] {
		t.Errorf("plays %v, want 4 and 5", seen)
	}
}

// Where it cannot see to the end it plays on, in time, and says so.
func TestThePerfectBotSaysWhereItIsUnsure(t *testing.T) {
	r, _ := kalah.Named("standard-6")
	l := r.Begin(kalah.South)
	rng := rand.New(rand.NewPCG(1, 9))
	ended, cancel := context.WithCancel(ctx)
	cancel()
	for what, bound := range map[string]time.Duration{"no time at all": 0, "a little time": 200 * time.Millisecond} {
		short, cancel := context.WithTimeout(ctx, bound)
		at := time.Now()
		c := coach.Choose(short, tutor.Perfect, r, l, rng)
		cancel()
		if lasted := time.Since(at); !c.Unsure || r.Legal(l.Pos, c.House) != nil || lasted > bound+2*time.Second {
			t.Errorf("%s: %+v after %v", what, c, lasted)
		}
	}
	// One house left is nobody's choice.
	pos, err := kalah.ParsePosition("<6,0,0,0,0,9,0,0,0,9,9,9,9,9,9>", kalah.South)
	if err != nil {
		t.Fatal(err)
	}
	l = r.Resume(pos)
	if c := coach.Choose(ended, tutor.Perfect, r, l, rng); c != (tutor.Choice{House: 3}) {
		t.Errorf("%+v, want house 3 and no doubt", c)
	}
}

// With all seats at the solver taken nobody waits longer than told.
func TestABotDoesNotWaitForASeat(t *testing.T) {
	crowded := tutor.NewCoach(solver.New(solver.Options{Memory: 16 << 20}))
	r, _ := kalah.Named("standard-6")
	l := r.Begin(kalah.South)
	busy, release := context.WithCancel(ctx)
	var others sync.WaitGroup
	for range 4 * runtime.GOMAXPROCS(0) {
		others.Go(func() { crowded.Margins(busy, r, l.Pos) })
	}
	time.Sleep(50 * time.Millisecond)
	short, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	at := time.Now()
	c := crowded.Choose(short, tutor.Perfect, r, l, rand.New(rand.NewPCG(1, 10)))
	lasted := time.Since(at)
	release()
	others.Wait()
	if !c.Unsure || r.Legal(l.Pos, c.House) != nil || lasted > 3*time.Second {
		t.Errorf("%+v after %v", c, lasted)
	}
}

// A game kept without the name of its bot goes on as it was.
func TestNoBotPlaysAsTheEasyOne(t *testing.T) {
	r, _ := kalah.Named("capture")
	for seed := range uint64(50) {
		l := r.Begin(kalah.South)
		choose := func(b tutor.Bot) tutor.Choice { return coach.Choose(ctx, b, r, l, rand.New(rand.NewPCG(seed, 2))) }
		if a, b := choose(""), choose(tutor.Easy); a != b {
			t.Fatalf("%+v and %+v", a, b)
		}
	}
}

// R17: every bot swaps exactly when perfect play says so; in no time it goes by
// a look of its own, and the perfect one says that.
func TestR17ABotSwapsWhenPerfectPlaySaysSo(t *testing.T) {
	small, err := kalah.Free{Houses: 4, Seeds: 3, ExtraTurn: true, Capture: kalah.Both, End: kalah.Row, Leftover: kalah.Owner, Pie: true}.Rules()
	if err != nil {
		t.Fatal(err)
	}
	usual, _ := kalah.Named("pie")
	ended, cancel := context.WithCancel(ctx)
	cancel()
	for _, c := range []struct {
		what string
		ctx  context.Context
		r    kalah.Rules
	}{{"known", ctx, small}, {"in no time", ended, usual}} {
		did := map[bool]int{}
		for house := 1; house <= int(c.r.Houses); house++ {
			l, s, err := c.r.Play(c.r.Begin(kalah.South), house)
			if err != nil {
				t.Fatal(err)
			}
			if s.Again {
				continue
			}
			choices := map[bool]bool{}
			for _, bot := range tutor.Bots {
				for seed := range uint64(5) {
					choice := coach.Choose(c.ctx, bot, c.r, l, rand.New(rand.NewPCG(seed, 3)))
					choices[choice.House == 0] = true
					if choice.Unsure != (bot == tutor.Perfect && c.ctx == ended) {
						t.Errorf("%s, house %d: %s is unsure: %v", c.what, house, bot, choice.Unsure)
					}
				}
			}
			if len(choices) != 1 {
				t.Errorf("%s, house %d: the swap is left to chance, or to the bot", c.what, house)
			}
			if c.ctx == ctx {
				if all := coach.Margins(ctx, c.r, l.Pos); choices[true] != all.Swap() {
					t.Errorf("house %d: swaps %v, perfect play %v", house, choices[true], all.Swap())
				}
			}
			did[choices[true]]++
		}
		if did[true] == 0 || did[false] == 0 {
			t.Errorf("%s: %v: want both, after good and after bad openings", c.what, did)
		}
	}
}
