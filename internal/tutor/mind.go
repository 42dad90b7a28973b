package tutor

import (
	"math"
	"slices"
)

// What is probable of an answer, given a belief (PEDAGOGY.md).
const (
	hitShare  = 0.80 // the answer the belief predicts
	nearShare = 0.10 // the answers one place beside it, together
	farShare  = 0.10 // all others, together
)

const (
	// nameAt is the posterior at which a slip is named. PEDAGOGY asks for 0.80 at
	// least. At 0.80, of the pupils who forget their own store and err in a fifth
	// of their answers, about 6 in 100 are first told something else, and 4 in 100
	// who know the rules are told that they do not; at 0.90 it is 3 and 2.5, and
	// the right name comes as soon, near enough (TestSlipsAreNamed).
	nameAt    = 0.90
	nameAfter = 2 // answers that must have spoken for a slip that is named
	clearAt   = 3 // right answers, where it would show, that clear a slip

	// drift is the share of every belief that each item spreads evenly over all
	// of the family: children learn, and forget. PEDAGOGY's plain model has none,
	// and then a pupil who was right thirty times would have to err some thirty
	// times before a slip is named, and a slip of last month would outweigh what
	// is right today. With it no belief falls below drift over the number of
	// beliefs, so that about three answers are enough to turn the mind, and two
	// chance slips of a pupil who has been right for long are not.
	drift = 0.01
)

// maxBeliefs is NoSlip and the slips of the largest family.
const maxBeliefs = 9

// Mind is what is thought of a pupil's beliefs in one family: how probable each
// is after the answers heard so far. It is a comparable value, and a copy is a
// mind of its own. The zero Mind hears nothing; use [NewMind].
type Mind struct {
	family Family
	p      [maxBeliefs]float64 // NoSlip, then Slips(family) in their order
	spoke  [maxBeliefs]uint8   // answers that spoke for the slip since it was last cleared
	right  [maxBeliefs]uint8   // right answers where it shows, since the last that spoke for it
	named  uint8               // index of the slip that is named, 0: none
}

// NewMind is the mind before the first answer: all beliefs alike.
func NewMind(f Family) Mind {
	m := Mind{family: f}
	n := m.size()
	for i := range n {
		m.p[i] = 1 / float64(n)
	}
	return m
}

// size is the number of beliefs, NoSlip among them.
func (m *Mind) size() int { return 1 + len(slipsOf(m.family)) }

// Hear takes an answer into account. "I don't know yet" changes nothing, nor
// does a case of another family, nor an answer that is not among the choices
// (a number typed at random): it is as probable with one belief as with
// another.
//
// Because beliefs drift from item to item, the order of answers matters a
// little: late ones weigh more.
func (m *Mind) Hear(c Case, a Answer) {
	if c.Family != m.family || a == DontKnow || !slices.Contains(c.Choices, a) {
		return
	}
	now := m.drifted()
	sum := 0.0
	for i := range m.size() {
		s := sharesOf(&c, predicted(&c, m.slip(i)))
		m.p[i] = now[i] * s.of(a)
		sum += m.p[i]
	}
	for i := range m.size() {
		m.p[i] /= sum
	}
	m.count(&c, a)
}

// count keeps which slips the answers spoke for, and names and clears.
//
// Three right answers, where a slip would show, clear it for good: also the
// answers that spoke for a slip not named are forgotten then. So two slips of
// the hand, far apart, are never added up to a name. A slip that was cleared is
// named again by two new answers, and a slip that is named stays named until it
// is cleared or another is named instead, so that a table does not flicker.
func (m *Mind) count(c *Case, a Answer) {
	right := predicted(c, NoSlip)
	for i := 1; i < m.size(); i++ {
		belief := predicted(c, m.slip(i))
		switch {
		case belief == right: // does not show
		case a == belief:
			m.spoke[i] = min(m.spoke[i]+1, nameAfter)
			m.right[i] = 0
		case a == right:
			if m.right[i]++; m.right[i] < clearAt {
				continue
			}
			m.spoke[i], m.right[i] = 0, 0
			if int(m.named) == i {
				m.named = 0
			}
		}
	}
	for i := 1; i < m.size(); i++ {
		if m.p[i] >= nameAt && m.spoke[i] >= nameAfter {
			m.named = uint8(i)
		}
	}
}

// Named is the slip that is named, if any.
func (m *Mind) Named() (Slip, bool) { return m.slip(int(m.named)), m.named > 0 }

// P is how probable a belief is; NoSlip is the rule itself. A slip of another
// family has 0.
func (m *Mind) P(s Slip) float64 {
	for i := range m.size() {
		if m.slip(i) == s {
			return m.p[i]
		}
	}
	return 0
}

// Gain is how many bits of doubt about the beliefs an answer to c is expected
// to take away: 0 when every belief answers alike, and for another family. The
// next item is the one with the greatest gain.
func (m *Mind) Gain(c Case) float64 {
	if c.Family != m.family {
		return 0
	}
	// The drop in entropy of the beliefs by the answer is the drop in entropy of
	// the answer by the belief: H(answer) − Σ p(belief)·H(answer | belief).
	// Beliefs that answer alike are one.
	now := m.drifted()
	var s [maxBeliefs]shares
	var p [maxBeliefs]float64
	n := 0
	for i := range m.size() {
		a := predicted(&c, m.slip(i))
		at := slices.IndexFunc(s[:n], func(s shares) bool { return s.answer == a })
		if at < 0 {
			s[n], at, n = sharesOf(&c, a), n, n+1
		}
		p[at] += now[i]
	}
	if n == 1 {
		return 0
	}
	gain := 0.0
	for i := range n {
		gain -= p[i] * s[i].entropy()
	}
	for _, a := range c.Choices {
		sum := 0.0
		for i := range n {
			sum += p[i] * s[i].of(a)
		}
		gain += bits(sum)
	}
	return max(gain, 0)
}

// Candidates are the slips that would answer just this, the most probable
// first, equal ones in the order of [Slips]. A right answer has none.
func (m *Mind) Candidates(c Case, a Answer) []Slip {
	if c.Family != m.family || a == predicted(&c, NoSlip) || a == DontKnow {
		return nil
	}
	var found []Slip
	for _, s := range slipsOf(m.family) {
		if predicted(&c, s) == a {
			found = append(found, s)
		}
	}
	slices.SortStableFunc(found, func(x, y Slip) int {
		switch px, py := m.P(x), m.P(y); {
		case px > py:
			return -1
		case px < py:
			return 1
		}
		return 0
	})
	return found
}

// slip is the belief of an index.
func (m *Mind) slip(i int) Slip {
	if i == 0 {
		return NoSlip
	}
	return slipsOf(m.family)[i-1]
}

// drifted is the mind as it stands when the next item is shown.
func (m *Mind) drifted() [maxBeliefs]float64 {
	p := m.p
	n := m.size()
	for i := range n {
		p[i] = (1-drift)*p[i] + drift/float64(n)
	}
	return p
}

// predicted is what a belief answers. A belief that a case says nothing of
// does not show in it, and answers what is right.
func predicted(c *Case, s Slip) Answer {
	if a, ok := c.Predict[s]; ok {
		return a
	}
	return c.Predict[NoSlip]
}

// shares are the probabilities of the answers to a case under one belief.
type shares struct {
	answer         Answer
	beside         []Answer
	hit, near, far float64 // of the predicted answer, of each beside it, of each other
	nears, fars    int
}

// sharesOf spreads the shares over the choices. Where nothing lies beside the
// predicted answer, or everything does, the other kind of error gets its share
// too: a child errs as often, only in other ways. A predicted answer that is
// not among the choices leaves all of them alike.
func sharesOf(c *Case, a Answer) shares {
	s := shares{answer: a, beside: c.Beside[a]}
	offered := false
	for _, choice := range c.Choices {
		switch {
		case choice == a:
			offered = true
		case slices.Contains(s.beside, choice):
			s.nears++
		default:
			s.fars++
		}
	}
	near, far := nearShare, farShare
	switch {
	case !offered:
		near = float64(s.nears) / float64(max(s.nears+s.fars, 1))
		far = 1 - near
	case s.nears == 0 && s.fars == 0:
		s.hit = 1
	case s.nears == 0:
		s.hit, far = hitShare, nearShare+farShare
	case s.fars == 0:
		s.hit, near = hitShare, nearShare+farShare
	default:
		s.hit = hitShare
	}
	if s.nears > 0 {
		s.near = near / float64(s.nears)
	}
	if s.fars > 0 {
		s.far = far / float64(s.fars)
	}
	return s
}

// of is the probability of an answer that is among the choices.
func (s *shares) of(a Answer) float64 {
	switch {
	case a == s.answer:
		return s.hit
	case slices.Contains(s.beside, a):
		return s.near
	}
	return s.far
}

func (s *shares) entropy() float64 {
	return bits(s.hit) + float64(s.nears)*bits(s.near) + float64(s.fars)*bits(s.far)
}

// bits is −p·log₂ p.
func bits(p float64) float64 {
	if p <= 0 {
		return 0
	}
	return -p * math.Log2(p)
}
