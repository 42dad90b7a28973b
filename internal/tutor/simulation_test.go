package tutor_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

const (
	simNoise = 0.20 // share of answers that follow no belief: half one place off, half anywhere
	simLook  = 40   // candidates looked at for each item
)

// simPupil answers as a belief says, with noise.
type simPupil struct {
	belief tutor.Slip
	rng    *rand.Rand
}

func (p simPupil) answer(c tutor.Case) tutor.Answer {
	a, ok := c.Predict[p.belief]
	if !ok {
		a = c.Predict[tutor.NoSlip]
	}
	switch x := p.rng.Float64(); {
	case x < simNoise/2 && len(c.Beside[a]) > 0:
		return c.Beside[a][p.rng.IntN(len(c.Beside[a]))]
	case x < simNoise:
		return c.Choices[p.rng.IntN(len(c.Choices))]
	}
	return a
}

// next is the case of the greatest gain among some of the pool, as the maker of
// exercises will choose it.
func next(m *tutor.Mind, pool []tutor.Case, rng *rand.Rand) tutor.Case {
	var best tutor.Case
	most := -1.0
	for range simLook {
		c := pool[rng.IntN(len(pool))]
		if g := m.Gain(c); g > most {
			best, most = c, g
		}
	}
	return best
}

// simNamed asks a pupil up to n items. It gives the first name, after how many
// answers it was given (0: never), and after how many the pupil's own belief
// was named.
func simNamed(p simPupil, f tutor.Family, pool []tutor.Case, n int) (name tutor.Slip, first, own int) {
	m := tutor.NewMind(f)
	for i := 1; i <= n; i++ {
		c := next(&m, pool, p.rng)
		m.Hear(c, p.answer(c))
		s, ok := m.Named()
		if ok && first == 0 {
			name, first = s, i
		}
		if ok && s == p.belief {
			return name, first, i
		}
	}
	return name, first, 0
}

// played gives positions of random games, each with all its legal houses and
// the extra turns had in the turn, until there are n.
func played(r kalah.Rules, n int, rng *rand.Rand, each func(p kalah.Position, house, had int)) {
	for seen := 0; seen < n; {
		l, had := r.Begin(kalah.Side(rng.IntN(2))), 0
		for r.Over(l.Pos) == kalah.NotOver {
			var legal []int
			for h := 1; h <= l.Pos.Houses(); h++ {
				if r.Legal(l.Pos, h) == nil {
					legal = append(legal, h)
					each(l.Pos, h, had)
					seen++
				}
			}
			var s kalah.Sowing
			l, s, _ = r.Play(l, legal[rng.IntN(len(legal))])
			if had++; !s.Again {
				had = 0
			}
		}
	}
}

// built is a position with one heap that goes far past the own kalah, or round.
func built(r kalah.Rules, rng *rand.Rand) (kalah.Position, int) {
	m := int(r.Houses)
	for {
		house, heap := 1+rng.IntN(m), m+2+rng.IntN(m+5)
		cells := make([]int, 2*m)
		cells[house-1] = heap
		left := r.Seeds() - heap
		for range 2 * m {
			n := min(rng.IntN(4), left)
			if at := rng.IntN(2 * m); at != house-1 {
				cells[at] += n
				left -= n
			}
		}
		south := rng.IntN(left + 1)
		text := simBoard(m, south, left-south, cells)
		p, err := r.Parse(text, kalah.South)
		if err != nil || r.Legal(p, house) != nil {
			continue
		}
		if rng.IntN(2) == 0 {
			p = p.Mirror()
		}
		return p, house
	}
}

func landingPool(t *testing.T, r kalah.Rules, rng *rand.Rand) []tutor.Case {
	t.Helper()
	var pool []tutor.Case
	add := func(p kalah.Position, house, _ int) {
		c, err := tutor.LandingCase(r, p, house)
		if err != nil {
			t.Fatal(err)
		}
		pool = append(pool, c)
	}
	played(r, 1200, rng, add)
	for range 800 {
		p, house := built(r, rng)
		add(p, house, 0)
	}
	return pool
}

// figure is in percent: named rightly as the very first name within 4 answers,
// named rightly within 8, and given another name first.
type figure struct{ within4, within8, wrong float64 }

func figureOf(f tutor.Family, pool []tutor.Case, s tutor.Slip, pupils int, rng *rand.Rand) (fig figure) {
	one := 100 / float64(pupils)
	for range pupils {
		name, first, own := simNamed(simPupil{s, rng}, f, pool, 8)
		if first > 0 && name != s {
			fig.wrong += one
		} else if own > 0 && own <= 4 {
			fig.within4 += one
		}
		if own > 0 {
			fig.within8 += one
		}
	}
	return fig
}

// falseNames is the share of pupils without a slip, in percent, who are ever
// given a name in 20 answers.
func falseNames(f tutor.Family, pool []tutor.Case, pupils int, rng *rand.Rand) float64 {
	n := 0
	for range pupils {
		m := tutor.NewMind(f)
		p := simPupil{tutor.NoSlip, rng}
		for range 20 {
			c := next(&m, pool, rng)
			m.Hear(c, p.answer(c))
			if _, ok := m.Named(); ok {
				n++
				break
			}
		}
	}
	return 100 * float64(n) / float64(pupils)
}

// TestSlipsAreNamed is the measure of the whole: how soon a pupil's slip is
// named, and how often a pupil who has none is given one.
func TestSlipsAreNamed(t *testing.T) {
	for i, name := range []string{"capture", "standard"} {
		r, _ := kalah.Named(name)
		rng := rand.New(rand.NewPCG(20, uint64(i)))
		pool := landingPool(t, r, rng)
		sum, slips := 0.0, tutor.Slips(tutor.LandingFamily)
		for _, s := range slips {
			fig := figureOf(tutor.LandingFamily, pool, s, 200, rng)
			sum += fig.within4 / float64(len(slips))
			t.Logf(figures, name, s, fig.within4, fig.within8, fig.wrong)
			if fig.within4 < 50 || fig.within8 < 95 {
				t.Errorf("%s %s is named too late", name, s)
			}
		}
		never := falseNames(tutor.LandingFamily, pool, 600, rng)
		t.Logf("%-8s landing: mean within 4: %.1f %%   rule-abiding pupils ever named in 20: %.1f %%", name, sum, never)
		if sum < 85 {
			t.Errorf("%s: %.1f %% on average within 4 answers, want 85", name, sum)
		}
		if never > 6 {
			t.Errorf("%s: %.1f %% of the pupils without a slip are given one, at most 6", name, never)
		}
	}
	for i, name := range []string{"capture", "standard"} {
		r, _ := kalah.Named(name)
		for _, f := range tutor.Families()[1:] {
			rng := rand.New(rand.NewPCG(21, uint64(i)))
			pool := otherPool(t, f, r, rng)
			for _, s := range tutor.Slips(f) {
				if !shows(pool, s) {
					t.Logf("%-8s %-24s is the rule itself", name, s)
					continue
				}
				fig := figureOf(f, pool, s, 200, rng)
				t.Logf(figures, name, s, fig.within4, fig.within8, fig.wrong)
			}
			never := falseNames(f, pool, 400, rng)
			t.Logf("%-8s %s: rule-abiding pupils ever named in 20: %.1f %%", name, f, never)
			if never > 5 {
				t.Errorf("%s %s: %.1f %% of the pupils without a slip are given one, at most 5", name, f, never)
			}
		}
	}
}

const figures = "%-8s %-24s within 4: %5.1f %%   within 8: %5.1f %%   another name first: %4.1f %%"

func shows(pool []tutor.Case, s tutor.Slip) bool {
	return slices.ContainsFunc(pool, func(c tutor.Case) bool { return c.Predict[s] != c.Predict[tutor.NoSlip] })
}

// otherPool is the cases of a family that random games offer.
func otherPool(t *testing.T, f tutor.Family, r kalah.Rules, rng *rand.Rand) (pool []tutor.Case) {
	t.Helper()
	add := func(c tutor.Case, err error) {
		if err != nil {
			t.Fatal(err)
		}
		pool = append(pool, c)
	}
	unswept := r
	unswept.Leftover = kalah.Nobody
	played(unswept, 4000, rng, func(p kalah.Position, house, had int) {
		s, _ := unswept.Sow(p, house)
		switch f {
		case tutor.AgainFamily:
			if s.Over == kalah.NotOver {
				add(tutor.AgainCase(r, p, house, had))
				if s.Again && had == 0 { // as in the middle of a chain
					add(tutor.AgainCase(r, p, house, 1))
				}
			}
		case tutor.CaptureFamily:
			add(tutor.CaptureCase(r, p, house))
		case tutor.EndFamily:
			if s.Over != kalah.NotOver {
				add(tutor.EndCase(r, s.After))
			}
		case tutor.CompareFamily:
			of := s.After
			add(tutor.CompareCase(of.Store(kalah.South), of.Store(kalah.North), of.InRow(kalah.South), of.InRow(kalah.North)), nil)
		}
	})
	return pool
}

// TestAPupilWhoLearnsIsNoLongerNamed, and one who falls into a slip after many
// right answers is named all the same.
func TestAPupilWhoLearnsIsNoLongerNamed(t *testing.T) {
	r, _ := kalah.Named("capture")
	rng := rand.New(rand.NewPCG(22, 0))
	pool := landingPool(t, r, rng)
	const pupils = 20
	for _, s := range tutor.Slips(tutor.LandingFamily) {
		cleared, fallen := 0.0, 0.0
		for range pupils {
			m := tutor.NewMind(tutor.LandingFamily)
			hear := func(belief tutor.Slip, n int) {
				for range n {
					c := next(&m, pool, rng)
					m.Hear(c, simPupil{belief, rng}.answer(c))
				}
			}
			hear(s, 12)
			hear(tutor.NoSlip, 12)
			if name, _ := m.Named(); name != s {
				cleared += 100.0 / pupils
			}
			hear(tutor.NoSlip, 30)
			hear(s, 8)
			if name, _ := m.Named(); name == s {
				fallen += 100.0 / pupils
			}
		}
		t.Logf("%-20s cleared within 12 answers: %5.1f %%   named within 8 after 42 right ones: %5.1f %%", s, cleared, fallen)
		if cleared < 90 || fallen < 75 {
			t.Errorf("%s: the mind is set too firmly", s)
		}
	}
}
