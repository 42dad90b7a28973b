package tutor_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

var (
	games    = flag.Int("games", 0, "games of each pair of TestTournament on each school rule set; 0: few")
	standard = flag.Int("standard", 0, "games of each pair of TestTournament under standard; 0: few, and none of the perfect bot's")
	perfect  = flag.Int("perfect", 0, "games of TestPerfect; 0: few, near the end")
)

// random is a player who moves at random.
const random tutor.Bot = "random"

// decide is a whole turn's next move, in the time that is left for the turn.
func decide(ctx context.Context, b tutor.Bot, r kalah.Rules, l kalah.Line, rng *rand.Rand) tutor.Choice {
	if b != random {
		return coach.Choose(ctx, b, r, l, rng)
	}
	for {
		if h := 1 + rng.IntN(l.Pos.Houses()); r.Legal(l.Pos, h) == nil {
			return tutor.Choice{House: h}
		}
	}
}

// match plays n games; each starts half of them. It gives the share of points
// of strong, a draw counting half.
func match(t testing.TB, r kalah.Rules, weak, strong tutor.Bot, n int, turn time.Duration) float64 {
	t.Helper()
	points := 0
	for g := range n {
		rng := rand.New(rand.NewPCG(uint64(g/2), 77))
		l := r.Begin(kalah.Side(g % 2)) // strong is the guest, who is North
		for r.Over(l.Pos) == kalah.NotOver {
			mover := l.ToMove()
			ctx, cancel := context.WithTimeout(ctx, turn)
			for r.Over(l.Pos) == kalah.NotOver && l.ToMove() == mover {
				b := weak
				if mover == kalah.Guest {
					b = strong
				}
				var err error
				if l, _, err = r.Play(l, decide(ctx, b, r, l, rng).House); err != nil {
					t.Fatal(err)
				}
			}
			cancel()
		}
		if side, draw := l.Pos.Winner(); draw {
			points++
		} else if l.Sitting(side) == kalah.Guest {
			points += 2
		}
	}
	return float64(points) / float64(2*n)
}

// Each bot is clearly stronger than the one before it, and the weakest than
// chance:
//
//	go test ./internal/tutor -run TestTournament -v -games 1000 -standard 100 -timeout 3h
//
// Without the flags fewer games are played, with a tolerance: the games are the
// same every time, those of the perfect bot nearly.
func TestTournament(t *testing.T) {
	pairs := [...]struct {
		weak, strong tutor.Bot
		least        float64
	}{{random, tutor.Beginner, 0.60}, {tutor.Beginner, tutor.Easy, 0.65}, {tutor.Easy, tutor.Medium, 0.65}, {tutor.Medium, tutor.Perfect, 0.65}}
	for _, name := range []string{"sowing", "extra", "capture", "seventeen", "standard"} {
		t.Run(name, func(t *testing.T) {
			r, _ := kalah.Named(name)
			n, tolerance, turn := *games, 0.0, time.Minute
			if name == "standard" {
				n, turn = *standard, tutor.Thinking
			}
			if n == 0 {
				n, tolerance = 60, 0.1
			}
			for _, p := range pairs {
				if name == "standard" && *standard == 0 && p.strong == tutor.Perfect {
					continue
				}
				at := time.Now()
				share := match(t, r, p.weak, p.strong, n, turn)
				t.Logf("%-9s %4d games: %-8s scores %4.1f %% against %-8s (%v a game)", name, n, p.strong, 100*share, p.weak, (time.Since(at) / time.Duration(n)).Round(time.Millisecond/10))
				if share < p.least-tolerance {
					t.Errorf("%s scores %.1f %% against %s, want %.0f %%", p.strong, 100*share, p.weak, 100*p.least)
				}
			}
		})
	}
}

// The three bots that do not ask the solver take no time worth bounding.
func BenchmarkChoose(b *testing.B) {
	r, _ := kalah.Named("standard")
	for _, bot := range tutor.Bots[:3] {
		b.Run(string(bot), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(5, 5))
			var took []time.Duration
			for b.Loop() {
				l := r.Begin(kalah.South)
				for r.Over(l.Pos) == kalah.NotOver {
					at := time.Now()
					h := coach.Choose(ctx, bot, r, l, rng).House
					took = append(took, time.Since(at))
					l, _, _ = r.Play(l, h)
				}
			}
			slices.Sort(took)
			ms := func(per int) float64 { return took[(len(took)-1)*per/100].Seconds() * 1000 }
			b.ReportMetric(ms(50), "ms/median")
			b.ReportMetric(ms(99), "ms/p99")
			b.ReportMetric(ms(100), "ms/most")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// The perfect bot in whole games under standard, half of them as the second
// player, against the other bots and against chance:
//
//	go test ./internal/tutor -run TestPerfectGames -v -perfect 100 -timeout 3h
//
// Without the flag a few games are played from positions of 30 seeds. Each move
// that it calls sure there is looked up: it loses nothing.
func TestPerfectGames(t *testing.T) {
	r, _ := kalah.Named("standard")
	others := [...]tutor.Bot{random, tutor.Beginner, tutor.Easy, tutor.Medium}
	n, whole := *perfect, true
	if n == 0 {
		n, whole = 8, false
	}
	if whole {
		coach.Margins(ctx, r, l30(r, rand.New(rand.NewPCG(0, 0))).Pos) // a server that has been asked before
	}
	moves, sure, won := 0, 0, 0
	var turns []time.Duration
	for g := range n {
		rng := rand.New(rand.NewPCG(uint64(g), 31))
		l := r.Begin(kalah.Side(g % 2)) // the perfect bot is the guest, who is North
		if !whole {
			l = l30(r, rng)
		}
		for r.Over(l.Pos) == kalah.NotOver {
			if l.ToMove() != kalah.Guest {
				l, _, _ = r.Play(l, decide(ctx, others[g/2%len(others)], r, l, rng).House)
				continue
			}
			at := time.Now()
			turn, cancel := context.WithTimeout(ctx, tutor.Thinking)
			for r.Over(l.Pos) == kalah.NotOver && l.ToMove() == kalah.Guest {
				c := coach.Choose(turn, tutor.Perfect, r, l, rng)
				moves++
				if !c.Unsure {
					sure++
					if !whole {
						if all := coach.Margins(ctx, r, l.Pos); !slices.Contains(all.Best, c.House) {
							t.Errorf("%v: house %d, best are %v", l.Pos, c.House, all.Best)
						}
					}
				}
				l, _, _ = r.Play(l, c.House)
			}
			cancel()
			turns = append(turns, time.Since(at))
		}
		if side, draw := l.Pos.Winner(); !draw && l.Sitting(side) == kalah.Guest {
			won++
		}
	}
	slices.Sort(turns)
	share := float64(sure) / float64(moves)
	t.Logf("%d games, %d won: %d of %d moves proved (%.1f %%); a turn takes %v in the median, at most %v", n, won, sure, moves, 100*share, turns[len(turns)/2].Round(time.Millisecond), turns[len(turns)-1].Round(time.Millisecond))
	if share < 0.95 {
		t.Errorf("%.1f %% of the moves are proved, want 95 %%", 100*share)
	}
	if most := turns[len(turns)-1]; whole && most > 3*time.Second {
		t.Errorf("a turn took %v", most)
	}
}

// l30 is a line of random moves down to 30 seeds in play.
func l30(r kalah.Rules, rng *rand.Rand) kalah.Line {
	for {
		l := r.Begin(kalah.Side(rng.IntN(2)))
		for r.Over(l.Pos) == kalah.NotOver {
			if l.Pos.InRow(kalah.South)+l.Pos.InRow(kalah.North) <= 30 {
				return l
			}
			l, _, _ = r.Play(l, decide(ctx, random, r, l, rng).House)
		}
	}
}
