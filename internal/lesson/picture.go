package lesson

import "semeia/internal/tutor"

// Picture is what is thought of a pupil by all answers given so far.
type Picture struct {
	Answers   int
	Last      int64      // when the last one came, milliseconds; 0: none
	Standings []Standing // by skill, in the order of the course
	Slips     []NamedSlip
}

// NamedSlip is a slip that is named now, and the skill it speaks against.
type NamedSlip struct {
	Slip  tutor.Slip
	Skill Skill
}

// Paint makes a pupil's picture from all attempts, in the order they were
// given. It is computed anew from them alone, whatever was thought before.
func Paint(attempts []Attempt) Picture {
	p := Picture{Answers: len(attempts), Standings: make([]Standing, len(skills))}
	for i := range skills {
		p.Standings[i] = New(skills[i].Skill)
	}
	minds := map[tutor.Family]*tutor.Mind{}
	against := map[tutor.Family]Skill{}
	for i := range attempts {
		a := &attempts[i]
		p.Last = a.At
		for j := range p.Standings {
			p.Standings[j].Add(a)
		}
		info, ok := Of(a.Skill)
		if !ok || info.Family == "" || a.Answer == tutor.DontKnow {
			continue
		}
		e, err := Recall(a)
		if err != nil || e.Case == nil {
			continue // it tells nothing of slips
		}
		m := minds[e.Case.Family]
		if m == nil {
			fresh := tutor.NewMind(e.Case.Family)
			m = &fresh
			minds[e.Case.Family] = m
		}
		before, _ := m.Named()
		m.Hear(*e.Case, a.Answer)
		if now, named := m.Named(); named && now != before {
			skill := Against(now, info.Stage)
			against[e.Case.Family] = skill
			if s := p.standing(skill); s != nil && skill != a.Skill {
				s.Blame()
			}
		}
	}
	for _, f := range tutor.Families() {
		if m := minds[f]; m != nil {
			if slip, named := m.Named(); named {
				p.Slips = append(p.Slips, NamedSlip{slip, against[f]})
			}
		}
	}
	return p
}

func (p *Picture) standing(skill Skill) *Standing {
	for i := range p.Standings {
		if p.Standings[i].Skill == skill {
			return &p.Standings[i]
		}
	}
	return nil
}

// Of is the standing in a skill.
func (p *Picture) Of(skill Skill) Standing {
	if s := p.standing(skill); s != nil {
		return *s
	}
	return New(skill)
}

// NeedsHelp lists the skills in which help is needed.
func (p *Picture) NeedsHelp() (in []Skill) {
	for i := range p.Standings {
		if p.Standings[i].NeedsHelp {
			in = append(in, p.Standings[i].Skill)
		}
	}
	return in
}

// Ready reports whether every skill of a stage is mastered.
func (p *Picture) Ready(stage int) bool {
	any := false
	for i := range p.Standings {
		if info, _ := Of(p.Standings[i].Skill); info.Stage == stage {
			any = true
			if !p.Standings[i].Mastered {
				return false
			}
		}
	}
	return any
}
