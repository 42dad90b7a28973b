package course

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"semeia/internal/i18n"
	"semeia/internal/lesson"
	"semeia/internal/tutor"
)

// question reads "landing 2".
func question(text string) (lesson.Practice, bool) {
	kind, number, ok := strings.Cut(text, " ")
	level, err := strconv.Atoi(number)
	return lesson.Practice{Kind: lesson.Kind(kind), Level: level, Numbers: true}, ok && err == nil
}

// levels is how many levels a kind has under a rule set, 0 for none.
func levels(rules string, kind lesson.Kind) int {
	for _, k := range lesson.Kinds(rules) {
		if k.Kind == kind {
			return k.Levels
		}
	}
	return 0
}

// questions are all that can be asked under a rule set, as in "landing 1–4,
// in-kalah 1"; posed ones on a board of the lesson.
func questions(rules string, posed bool) string {
	var all []string
	for _, k := range lesson.Kinds(rules) {
		switch {
		case posed && k.Kind == lesson.SetUp:
		case k.Levels == 1:
			all = append(all, string(k.Kind)+" 1")
		default:
			all = append(all, fmt.Sprintf("%s 1–%d", k.Kind, k.Levels))
		}
	}
	return strings.Join(all, ", ")
}

// speaks looks whether a question says something about the skill of the step.
func (r *reader) speaks(i int, field string, q lesson.Practice, s *Step) {
	if s.Skill == "" || lesson.Speaks(q.Kind, s.Skill) {
		return
	}
	skills := lesson.Skills(0)
	for stage := range r.lesson.Stage {
		if corner, ok := lesson.Corner(stage + 1); ok {
			skills = append(skills, corner)
		}
	}
	var all []string
	for _, info := range skills {
		if info.Stage <= r.lesson.Stage && lesson.Speaks(q.Kind, info.Skill) {
			all = append(all, string(info.Skill))
		}
	}
	ask := fmt.Sprintf("%s %d", q.Kind, q.Level)
	r.wrong(i, field, "check.skill.ask", i18n.Args{"Ask": ask, "Skill": string(s.Skill), "All": strings.Join(all, ", ")})
}

func (r *reader) predict(i int, p *plainStep, s *Step) {
	if r.skill(i, "skill", p.skill) {
		s.Skill = lesson.Skill(p.skill)
	}
	q, ok := question(p.ask)
	if n := levels(s.Rules, q.Kind); !ok || q.Level < 1 || q.Level > n {
		r.wrong(i, "ask", "check.ask", i18n.Args{"Ask": p.ask, "Rules": s.Rules, "All": questions(s.Rules, true)})
		return
	}
	if q.Kind == lesson.SetUp {
		r.wrong(i, "ask", "check.pose.kind", i18n.Args{"Step": s.ID, "Ask": p.ask})
		return
	}
	r.speaks(i, "skill", q, s)
	if s.Board == nil {
		return
	}
	pose := lesson.Pose{Offer: p.offer, Claim: tutor.Slip(p.slip)}
	e, err := lesson.Posed(q.Kind, q.Level, s.Set, *s.Board, p.house, pose)
	if err != nil {
		key, field := poseKey(err)
		if key == "check.pose.house" {
			// Without a house there is another fault or none, where none is asked about.
			if _, without := lesson.Posed(q.Kind, q.Level, s.Set, *s.Board, 0, pose); without != err {
				key = "check.pose.nohouse"
			}
		}
		r.wrong(i, field, key, i18n.Args{"Step": s.ID, "Ask": p.ask, "Houses": int(s.Set.Houses)})
		return
	}
	e.Skill, e.Numbers = s.Skill, true
	s.Items = []Item{{Practice: q, Posed: &e}}
}

func (r *reader) exercises(i int, p *plainStep, s *Step) {
	if r.skill(i, "skill", p.skill) {
		s.Skill = lesson.Skill(p.skill)
	}
	if len(p.exercises) == 0 {
		r.wrong(i, "exercises", "check.noexercises")
	}
	for _, text := range p.exercises {
		q, ok := question(text)
		if n := levels(s.Rules, q.Kind); !ok || q.Level < 1 || q.Level > n {
			r.wrong(i, "exercises", "check.ask", i18n.Args{"Ask": text, "Rules": s.Rules, "All": questions(s.Rules, false)})
			continue
		}
		r.speaks(i, "exercises", q, s)
		s.Items = append(s.Items, Item{Practice: q})
	}
}

// poseKey is the message for a question that cannot be posed, and the field to
// look at.
func poseKey(err error) (key, field string) {
	var e lesson.PoseError
	errors.As(err, &e)
	switch e.Code {
	case lesson.PoseLevel:
		return "check.pose.level", "ask"
	case lesson.PoseTurn:
		return "check.pose.turn", "turn"
	case lesson.PoseOver:
		return "check.pose.over", "board"
	case lesson.PoseNotOver:
		return "check.pose.notover", "board"
	case lesson.PoseHouse:
		return "check.pose.house", "house"
	case lesson.PoseEmpty:
		return "check.pose.empty", "house"
	case lesson.PoseFew:
		return "check.pose.few", "house"
	case lesson.PoseEnds:
		return "check.pose.ends", "board"
	case lesson.PoseNone:
		return "check.pose.none", "board"
	case lesson.PoseSeveral:
		return "check.pose.several", "board"
	case lesson.PoseOffer:
		return "check.pose.offer", "offer"
	case lesson.PoseClaim:
		return "check.pose.claim", "slip"
	case lesson.PoseChecked:
		return "check.pose.checked", "board"
	}
	return "check.pose.kind", "ask"
}
