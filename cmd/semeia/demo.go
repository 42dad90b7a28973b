package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/internal/solver"
	"semeia/internal/store"
	"semeia/internal/tutor"
)

// The people of the demo: names as they are common in three languages, and two
// children of one name, as in every school.
var (
	demoTeacher = school.Teacher{Name: "Demo", Login: "demo"}
	demoClasses = []struct {
		name, lang string
		entry      school.Entry
		stage      int
		pupils     []string
	}{
		{"Demo 3A", "pt", school.ByPictures, 2, []string{
			"Álvaro", "Ana Clara", "Ângela", "Beatriz", "Bento", "Caio", "Davi", "Érica", "Gabriel", "Helena", "Inês", "Leandro", "Leandro", "Óscar", "Zélia",
		}},
		{"Demo 4B", "sq", school.ByName, 3, []string{
			"Arben", "Besa", "Çlirim", "Dua", "Ëndrra", "Ermal", "Gëzim", "Liridona", "Thellëza", "Xhevdet", "Amelia", "Grace", "Oliver", "Maya", "Theo",
		}},
	}
)

// demo fills an empty database with a teacher, two classes and 30 pupils who
// have played, and says how to sign in.
func (p *call) demo(args []string) error {
	if len(args) > 0 {
		return errUsage
	}
	kept, err := store.Open(p.ctx, p.o.db)
	if err != nil {
		return err
	}
	defer kept.Close()
	notEmpty := school.Fail(school.Invalid, "cmd.demo.notempty", i18n.Args{"File": store.Name(p.o.db)})
	claimed, err := kept.Claimed(p.ctx)
	if err != nil {
		return err
	}
	if claimed {
		return notEmpty
	}
	now := time.Now()
	password := school.NewPassword()
	t := demoTeacher
	t.ID = school.NewID()
	err = kept.Claim(p.ctx, t, school.HashPassword(password), now.UnixMilli())
	if err != nil && school.CodeOf(err) == school.Stale {
		return notEmpty
	}
	if err != nil {
		return err
	}
	by := school.By{Teacher: t.ID, At: now.UnixMilli()}
	rng := rand.New(rand.NewPCG(1, 2)) // the same demo every time
	s := solver.New(solver.Options{})
	defer s.Close()
	coach := tutor.NewCoach(s)
	var said []string
	for i, d := range demoClasses {
		by.At += int64(i) // the order in which they are listed
		c := school.Class{
			ID: school.NewID(), Name: d.name, Lang: d.lang, Entry: d.entry, CodeMinutes: 15, Gate: school.Gate{Mode: school.Held, Stage: d.stage, Before: 1},
			Aids: school.FullAids, TakeBack: true, Hints: true,
		}
		if err := kept.AddClass(p.ctx, by, c); err != nil {
			return err
		}
		var members []school.Member
		twins := map[string]int{}
		for _, name := range d.pupils {
			twins[name]++
			members = append(members, school.Member{ID: school.NewID(), Name: name, Twin: twins[name]})
		}
		if err := kept.AddPupils(p.ctx, by, c.ID, members); err != nil {
			return err
		}
		for _, m := range members {
			if err := demoGames(p.ctx, coach, kept, m.ID, d.stage, now, rng); err != nil {
				return err
			}
			if err := demoAnswers(p.ctx, kept, m.ID, d.stage, now, rng); err != nil {
				return err
			}
			if _, err := kept.Reach(p.ctx, m.ID, nil); err != nil {
				return err
			}
		}
		code, err := kept.OpenCode(p.ctx, by, c.ID, now.Add(24*time.Hour).UnixMilli())
		if err != nil {
			return err
		}
		said = append(said, p.loc.N("cmd.demo.class", len(members), i18n.Args{"Name": d.name, "Code": code}))
	}
	fmt.Fprintln(p.stdout, p.loc.T("cmd.demo.done", i18n.Args{"File": store.Name(p.o.db)}))
	fmt.Fprintln(p.stdout, p.loc.T("cmd.demo.signin", i18n.Args{"Login": t.Login, "Password": password}))
	for _, line := range said {
		fmt.Fprintln(p.stdout, line)
	}
	return nil
}

// demoGames lets a pupil play each stage up to the given one against the bot,
// one game a day before now; the last one may stand in the middle.
func demoGames(ctx context.Context, coach *tutor.Coach, kept *store.Store, pupil string, stage int, now time.Time, rng *rand.Rand) error {
	for i, name := range []string{"sowing", "extra", "capture"}[:stage] {
		rules, _ := kalah.Named(name)
		at := now.AddDate(0, 0, i-stage).Add(time.Duration(rng.IntN(60)) * time.Minute).UnixMilli()
		g := school.Game{
			ID: school.NewID(), Owner: school.OwnerOf(pupil), Rules: rules, Against: school.Bot, Bot: tutor.Easy, Aids: school.FullAids, Opened: at, Outcome: school.Open,
		}
		left := 100
		if i == stage-1 && rng.IntN(3) == 0 {
			left = 1 + rng.IntN(6) // not finished
		}
		state, err := g.Replay()
		if err != nil {
			return err
		}
		for ; left > 0 && !state.Ended(); left-- {
			house := coach.Choose(ctx, tutor.Easy, rules, state.Line, rng).House
			at += 12_000
			turn, err := g.Do(ctx, coach, school.Act{Kind: school.Move, House: house, Version: g.Version()}, at, rng)
			if err != nil {
				return err
			}
			g.Events, g.Outcome, state = append(g.Events, turn.Events...), turn.Outcome, turn.After
		}
		if _, err := kept.AddGame(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// demoBeliefs are what the children of the demo think; "" knows the rules. Most
// do, some share a mistake.
var demoBeliefs = []tutor.Slip{
	tutor.NoSlip, tutor.NoSlip, tutor.CountsStart, tutor.NoSlip, tutor.FeedsRivalStore, tutor.NoSlip, tutor.CountsStart, tutor.PassingIsEnough, tutor.NoSlip, tutor.SignTurned,
	tutor.NoSlip, tutor.ForgetsOwnStore, tutor.NoSlip, tutor.CountsStart, tutor.NoSlip,
}

// demoAnswers lets a pupil answer for a term: a few items of each skill of the
// stages up to the given one, week after week, by what the pupil believes, with
// one answer in eight at random.
func demoAnswers(ctx context.Context, kept *store.Store, pupil string, stage int, now time.Time, rng *rand.Rand) error {
	belief := demoBeliefs[rng.IntN(len(demoBeliefs))]
	var history []lesson.Attempt
	minds := map[tutor.Family]*tutor.Mind{}
	at := now.AddDate(0, 0, -7*8)
	for week := range 8 {
		for _, info := range lesson.Skills(0) {
			if info.Stage > stage || info.Stage > 1+week/2 || rng.IntN(3) == 0 {
				continue
			}
			mind := minds[info.Family]
			if mind == nil {
				fresh := tutor.NewMind(info.Family)
				mind = &fresh
				minds[info.Family] = mind
			}
			for range 1 + rng.IntN(3) {
				e, _, err := lesson.Next(info.Skill, history, func(int) uint64 { return rng.Uint64() }, *mind)
				if err != nil {
					return err
				}
				answer := e.Right
				if e.Case != nil {
					if thinks, ok := e.Case.Predict[belief]; ok {
						answer = thinks
					}
				}
				if rng.IntN(8) == 0 {
					answer = tutor.DontKnow
					if len(e.Choices) > 0 {
						answer = e.Choices[rng.IntN(len(e.Choices))]
					}
				}
				a, ok := e.Attempted(string(answer))
				if !ok { // a belief may think of a number that nobody can type
					a, _ = e.Attempted(string(tutor.DontKnow))
				}
				n := 1
				for i := range history {
					if history[i].Skill == info.Skill {
						n++
					}
				}
				at = at.Add(time.Duration(10+rng.IntN(30)) * time.Second)
				a.N, a.At, a.Millis = n, at.UnixMilli(), 4000+rng.IntN(16000)
				history = append(history, a)
				if e.Case != nil {
					mind.Hear(*e.Case, a.Answer)
				}
			}
		}
		at = at.AddDate(0, 0, 7)
	}
	list := make([]*lesson.Attempt, len(history))
	for i := range history {
		list[i] = &history[i]
	}
	return kept.AddAttempts(ctx, school.OwnerOf(pupil), list...)
}
