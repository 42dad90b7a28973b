package school_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/solver"
	"semeia/internal/tutor"
)

func named(t testing.TB, name string) kalah.Rules {
	t.Helper()
	r, ok := kalah.Named(name)
	if !ok {
		t.Fatalf("no rule set %q", name)
	}
	return r
}

// R15: equal numbers are rolled again, the higher one starts.
func TestR15TheDie(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	again, starts := 0, [2]int{}
	for range 2000 {
		throws, first := school.RollDice(rng)
		for i, throw := range throws {
			if throw.Opener < 1 || throw.Opener > 6 || throw.Guest < 1 || throw.Guest > 6 {
				t.Fatalf("a die showed %v", throw)
			}
			if last := i == len(throws)-1; (throw.Opener == throw.Guest) == last {
				t.Fatalf("%v: thrown again, or not, against the rule", throws)
			}
		}
		last := throws[len(throws)-1]
		if (last.Opener > last.Guest) != (first == kalah.South) {
			t.Fatalf("%v starts after %v", first, throws)
		}
		again += len(throws) - 1
		starts[first]++
	}
	if again < 300 || starts[0] < 900 || starts[1] < 900 {
		t.Errorf("thrown again %d times, South started %d and North %d times", again, starts[0], starts[1])
	}
}

var (
	ctx   = context.Background()
	coach = tutor.NewCoach(solver.New(solver.Options{Memory: 64 << 20}))
)

// The bot plays only when it is its turn, only legal moves, extra turns
// included, and never leaves the game waiting for it. A19: also where every
// line loses.
func TestTheBotNeverMovesForTheOtherSide(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, set := range kalah.Sets() {
		for _, first := range []kalah.Side{kalah.South, kalah.North} {
			g := school.Game{Rules: set.Rules, First: first, Against: school.Bot}
			turn, err := g.Opening(ctx, coach, 0, rng)
			if err != nil {
				t.Fatal(err)
			}
			if (len(turn.Events) > 0) != (first == kalah.North) {
				t.Errorf("%s: %v starts, and the bot has made %d moves", set.Name, first, len(turn.Events))
			}
			g.Events = turn.Events
			for {
				s, err := g.Replay()
				if err != nil {
					t.Fatalf("%s: a kept game breaks the rules: %v", set.Name, err)
				}
				if s.Ended() {
					break
				}
				if s.Line.ToMove() != kalah.Opener {
					t.Fatalf("%s: the game waits for the bot", set.Name)
				}
				house := 1 + rng.IntN(s.Line.Pos.Houses())
				if set.Rules.Legal(s.Line.Pos, house) != nil {
					continue
				}
				turn, err := g.Do(ctx, coach, school.Act{Kind: school.Move, House: house, Version: g.Version()}, 1, rng)
				if err != nil {
					t.Fatal(err)
				}
				g.Events = append(g.Events, turn.Events...)
			}
			s, _ := g.Replay()
			human := 0
			for _, step := range s.Steps {
				if step.Player == kalah.Opener {
					human++
				}
				if step.Swap() && step.Player == kalah.Opener {
					t.Errorf("%s: the bot swapped for the child", set.Name)
				}
			}
			if human == 0 || human == len(s.Steps) {
				t.Errorf("%s: %d of %d moves are the child's", set.Name, human, len(s.Steps))
			}
		}
	}
}

// R18, A28: a take-back appends; versions only grow; the state is that before
// the last decision of a person, whatever came before.
func TestR18TakeBackIsAnEventOfItsOwn(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, against := range []school.Against{school.Bot, school.Neighbour} {
		g := school.Game{Rules: named(t, "extra"), First: kalah.North, Against: against}
		opening, err := g.Opening(ctx, coach, 0, rng)
		if err != nil {
			t.Fatal(err)
		}
		g.Events = opening.Events
		do := func(a school.Act) error {
			a.Version = g.Version()
			turn, err := g.Do(ctx, coach, a, 1, rng)
			if err == nil {
				g.Events = append(g.Events, turn.Events...)
			}
			return err
		}
		start, _ := g.Replay()
		if _, ok := g.CanTakeBack(&start); ok {
			t.Errorf("%s: something can be taken back before anybody has decided", against)
		}
		var lines []kalah.Line
		for range 60 {
			s, _ := g.Replay()
			if s.Ended() {
				break
			}
			house := 1 + rng.IntN(5)
			if g.Rules.Legal(s.Line.Pos, house) != nil {
				continue
			}
			lines = append(lines, s.Line)
			if err := do(school.Act{Kind: school.Move, House: house}); err != nil {
				t.Fatal(err)
			}
			if rng.IntN(3) == 0 {
				before := g.Version()
				if err := do(school.Act{Kind: school.Back}); err != nil {
					t.Fatal(err)
				}
				now, err := g.Replay()
				if err != nil || now.Line != lines[len(lines)-1] || g.Version() != before+1 {
					t.Fatalf("%s: back at %v, want %v; %v", against, now.Line, lines[len(lines)-1], err)
				}
				lines = lines[:len(lines)-1]
			}
		}
		for range lines {
			if err := do(school.Act{Kind: school.Back}); err != nil {
				t.Fatal(err)
			}
		}
		end, _ := g.Replay()
		if end.Line != start.Line || do(school.Act{Kind: school.Back}) == nil {
			t.Errorf("%s: taken back to %v, want %v and no further", against, end.Line, start.Line)
		}
		g.Counts = true
		if err := do(school.Act{Kind: school.Move, House: 3}); err != nil {
			t.Fatal(err)
		}
		if do(school.Act{Kind: school.Back}) == nil {
			t.Errorf("%s: taken back in a game that counts", against)
		}
	}
}

// A35: wins, losses, draws and giving up add up to the games played.
func TestA35EveryGameEndsInOneOutcome(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	count := map[school.Outcome]int{}
	const games = 120
	for i := range games {
		g := school.Game{Rules: named(t, "sowing"), Against: school.Neighbour}
		for {
			s, err := g.Replay()
			if err != nil {
				t.Fatal(err)
			}
			if s.Ended() {
				break
			}
			a := school.Act{Kind: school.Move, House: 1 + rng.IntN(5), Version: g.Version()}
			if i%4 == 0 && g.Version() > 4+i%2 {
				a.Kind = school.GiveUp
			}
			turn, err := g.Do(ctx, coach, a, 1, rng)
			if err != nil {
				continue
			}
			g.Events, g.Outcome = append(g.Events, turn.Events...), turn.Outcome
		}
		count[g.Outcome]++
	}
	if count[school.Open] > 0 || count[school.Won] == 0 || count[school.Lost] == 0 || count[school.Drawn] == 0 || count[school.GaveUp]+count[school.WonByUp] != games/4 {
		t.Errorf("%v", count)
	}
}

func TestTheTwoPupilsOfAGame(t *testing.T) {
	g := school.Game{Owner: school.OwnerOf("a"), Partner: "b"}
	alone := school.Game{Owner: school.OwnerOf("a")}
	visitors := school.Game{Owner: "v"}
	for _, c := range []struct {
		game  *school.Game
		pupil string
		plays bool
		seat  kalah.Player
	}{
		{&g, "a", true, kalah.Opener}, {&g, "b", true, kalah.Guest}, {&g, "c", false, kalah.Opener}, {&g, "", false, kalah.Opener},
		{&alone, "a", true, kalah.Opener}, {&alone, "b", false, kalah.Opener}, {&alone, "", false, kalah.Opener}, {&visitors, "v", false, kalah.Opener},
	} {
		if got := c.game.Plays(c.pupil); got != c.plays {
			t.Errorf("%q plays %+v: %v", c.pupil, c.game, got)
		}
		if got := c.game.Seat(c.pupil); got != c.seat {
			t.Errorf("%q in %+v: %v", c.pupil, c.game, got)
		}
	}
	if got := [4]string{g.PupilAt(kalah.Opener), g.PupilAt(kalah.Guest), alone.PupilAt(kalah.Opener), visitors.PupilAt(kalah.Guest)}; got != [4]string{"a", "b", "", ""} {
		t.Error(got)
	}
	for o, other := range map[school.Outcome]school.Outcome{
		school.Open: school.Open, school.Drawn: school.Drawn, school.Won: school.Lost, school.Lost: school.Won,
		school.GaveUp: school.WonByUp, school.WonByUp: school.GaveUp,
	} {
		if o.For(kalah.Opener) != o || o.For(kalah.Guest) != other {
			t.Error(o)
		}
	}
}
