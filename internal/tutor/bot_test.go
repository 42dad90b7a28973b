package tutor_test

import (
	"context"
	"math/rand/v2"
	"testing"

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

// It is simple, and it is better than chance.
func TestTheBotBeatsARandomPlayer(t *testing.T) {
	for _, name := range []string{"extra", "capture", "standard"} {
		r, _ := kalah.Named(name)
		rng := rand.New(rand.NewPCG(11, 12))
		points, games := 0, 200
		for g := range games {
			l := r.Begin(kalah.Side(g % 2))
			for r.Over(l.Pos) == kalah.NotOver {
				house := 1 + rng.IntN(l.Pos.Houses())
				if l.ToMove() == kalah.Guest {
					house = coach.Choose(ctx, tutor.Easy, r, l, rng).House
				}
				if r.Legal(l.Pos, house) == nil {
					l, _, _ = r.Play(l, house)
				}
			}
			if side, draw := l.Pos.Winner(); draw {
				points++
			} else if l.Sitting(side) == kalah.Guest {
				points += 2
			}
		}
		share := float64(points) / float64(2*games)
		t.Logf("%s: the bot scores %.0f %%", name, 100*share)
		if share < 0.6 || share > 0.99 {
			t.Errorf("%s: the bot scores %.2f against a random player: want more than chance, and a chance for the child", name, share)
		}
	}
}

// R17: it swaps exactly when its own search says that the seats it would get
// are the better ones.
func TestR17TheBotSwapsWhenItsSearchSaysSo(t *testing.T) {
	r, _ := kalah.Named("pie")
	opening := map[string]int{}
	for house := 1; house <= 6; house++ {
		l, s, err := r.Play(r.Begin(kalah.South), house)
		if err != nil {
			t.Fatal(err)
		}
		if s.Again {
			continue
		}
		choices := map[bool]bool{}
		for seed := range uint64(20) {
			choices[coach.Choose(ctx, tutor.Easy, r, l, rand.New(rand.NewPCG(seed, 3))).House == 0] = true
		}
		if len(choices) != 1 {
			t.Errorf("house %d: the swap is left to chance", house)
		}
		if choices[true] {
			opening["swap"]++
		} else {
			opening["stay"]++
		}
	}
	if opening["swap"] == 0 || opening["stay"] == 0 {
		t.Errorf("%v: want both, after good and after bad openings", opening)
	}
}
