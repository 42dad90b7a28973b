package course

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
)

// plainStep is a [[step]] as it is written.
type plainStep struct {
	id, kind, rules, board, turn, ask, slip, skill, starts string
	explains, practises, touch, exercises                  []string
	houses, offer                                          []int
	house                                                  int
	counts                                                 bool
}

func (p *plainStep) fields() map[string]any {
	return map[string]any{
		"id": &p.id, "kind": &p.kind, "rules": &p.rules, "explains": &p.explains, "practises": &p.practises,
		"board": &p.board, "turn": &p.turn, "touch": &p.touch, "houses": &p.houses,
		"ask": &p.ask, "house": &p.house, "offer": &p.offer, "slip": &p.slip,
		"skill": &p.skill, "exercises": &p.exercises, "counts": &p.counts, "starts": &p.starts,
	}
}

// fields are those that each kind of step may have beside id, kind, rules,
// explains and practises.
var fields = map[Kind][]string{
	Read: {"board", "turn"}, Touch: {"board", "touch"}, Try: {"board"}, Watch: {"board", "turn", "houses"},
	Predict: {"board", "turn", "ask", "house", "offer", "slip", "skill"}, Practise: {"skill", "exercises"},
	Play: {"counts", "starts"}, Talk: {"board", "turn"},
}

var common = []string{"id", "kind", "rules", "explains", "practises"}

func (r *reader) step(i int, p *plainStep) {
	s := Step{ID: p.id, Kind: Kind(p.kind), Explains: p.explains, Practises: p.practises, Rules: p.rules}
	if !stepName.MatchString(s.ID) {
		r.wrong(i, "id", "check.id", i18n.Args{"Step": s.ID})
		r.lost = true
	} else if r.lesson.At(s.ID) >= 0 {
		r.wrong(i, "id", "check.id.twice", i18n.Args{"Step": s.ID})
		r.lost = true
	}
	known := true
	if s.Rules == "" {
		s.Rules = r.lesson.Rules
		s.Set, known = kalah.Named(s.Rules)
	} else {
		s.Set, known = r.rules(i, s.Rules)
	}
	r.numbers(i, "explains", p.explains)
	r.numbers(i, "practises", p.practises)
	if allowed, ok := fields[s.Kind]; !ok {
		r.wrong(i, "kind", "check.kind", i18n.Args{"Kind": p.kind})
	} else {
		for _, field := range r.table(i).read {
			if !slices.Contains(allowed, field) && !slices.Contains(common, field) {
				r.wrong(i, field, "check.field", i18n.Args{"Key": field, "Kind": p.kind})
			}
		}
		if known && !r.table(i).doubt {
			r.board(i, p, &s)
			r.ofKind(i, p, &s)
		}
	}
	r.lesson.Steps = append(r.lesson.Steps, s)
}

// numbers looks at the rules that a step explains or practises.
func (r *reader) numbers(i int, field string, rules []string) {
	for _, rule := range rules {
		if stage := ruleStage(rule); stage == 0 {
			r.wrong(i, field, "check.rule", i18n.Args{"Rule": rule})
		} else if stage > r.lesson.Stage {
			r.wrong(i, field, "check.rule.later", i18n.Args{"Rule": rule, "Stage": stage, "Own": r.lesson.Stage})
		}
	}
}

func (r *reader) board(i int, p *plainStep, s *Step) {
	if p.board == "" {
		if slices.Contains([]Kind{Touch, Try, Watch, Predict}, s.Kind) {
			r.wrong(i, "board", "check.noboard", i18n.Args{"Step": s.ID})
		}
		return
	}
	turn, ok := kalah.ParseSide(p.turn)
	if p.turn != "" && !ok {
		r.wrong(i, "turn", "check.turn")
	}
	pos, err := kalah.ParsePosition(p.board, turn)
	var notation *kalah.NotationError
	switch {
	case errors.As(err, &notation):
		if have, need, houses := numbersOf(p.board); have != need {
			r.wrong(i, "board", "check.board.count", i18n.Args{"Have": have, "Need": need, "Houses": houses})
			return
		}
		r.wrong(i, "board", "check.board", i18n.Args{"Column": notation.At + 1})
		return
	case pos.Houses() != int(s.Set.Houses):
		r.wrong(i, "board", "check.board.houses", i18n.Args{"Have": pos.Houses(), "Houses": int(s.Set.Houses)})
		return
	case pos.Seeds() > s.Set.Seeds():
		r.wrong(i, "board", "check.board.seeds", i18n.Args{"Have": pos.Seeds(), "Seeds": s.Set.Seeds()})
		return
	}
	s.Board = &pos
}

// numbersOf counts the numbers of a board, and how many its number of houses
// asks for: none where it is not a row of numbers at all.
func numbersOf(board string) (have, need, houses int) {
	inside, open := strings.CutPrefix(board, "<")
	inside, closed := strings.CutSuffix(inside, ">")
	numbers := strings.Split(inside, ",")
	for i, number := range numbers {
		n, err := strconv.ParseUint(number, 10, 8)
		if i == 0 {
			houses = int(n)
		}
		if err != nil || !open || !closed || houses < 1 || houses > kalah.MaxHouses {
			return 0, 0, 0
		}
	}
	return len(numbers), 2*houses + 3, houses
}

// ofKind reads what only one kind of step has.
func (r *reader) ofKind(i int, p *plainStep, s *Step) {
	switch s.Kind {
	case Touch:
		r.touch(i, p, s)
	case Try:
		switch {
		case s.Board == nil:
		case s.Board.InRow(kalah.South) == 0:
			r.wrong(i, "board", "check.try")
		case s.Set.Over(*s.Board) != kalah.NotOver:
			r.wrong(i, "board", "check.pose.over", i18n.Args{"Step": s.ID})
		}
	case Watch:
		r.moves(i, p, s)
	case Predict:
		r.predict(i, p, s)
	case Practise:
		r.exercises(i, p, s)
	case Play:
		s.Counts, s.Starts = p.counts, p.starts
		if s.Starts == "" {
			s.Starts = "die"
		}
		if !slices.Contains([]string{"die", "me", "other"}, s.Starts) {
			r.wrong(i, "starts", "check.starts")
		}
	}
}

func (r *reader) touch(i int, p *plainStep, s *Step) {
	if len(p.touch) == 0 {
		r.wrong(i, "touch", "check.notouch")
	}
	for _, name := range p.touch {
		place, ok := placeOf(name, int(s.Set.Houses))
		if !ok {
			r.wrong(i, "touch", "check.touch", i18n.Args{"Place": name})
		}
		s.Touch = append(s.Touch, place)
	}
}

// placeOf reads "s3", "n1", "s*" or "n*".
func placeOf(name string, m int) (kalah.Place, bool) {
	if len(name) != 2 {
		return kalah.Place{}, false
	}
	side := kalah.South
	switch name[0] {
	case 's':
	case 'n':
		side = kalah.North
	default:
		return kalah.Place{}, false
	}
	if name[1] == '*' {
		return kalah.Place{Side: side}, true
	}
	h := int(name[1] - '0')
	return kalah.Place{Side: side, House: uint8(h)}, h >= 1 && h <= m
}

func (r *reader) moves(i int, p *plainStep, s *Step) {
	if len(p.houses) == 0 {
		r.wrong(i, "houses", "check.nohouses")
	}
	if s.Board == nil {
		return
	}
	pos := *s.Board
	for j, h := range p.houses {
		sowing, err := s.Set.Sow(pos, h)
		if err != nil {
			key := "check.move.own"
			switch {
			case errors.Is(err, kalah.ErrOver):
				key = "check.move.over"
			case pos.Turn() == kalah.North:
				key = "check.move.other"
			}
			r.wrong(i, "houses", key, i18n.Args{"Move": j + 1, "House": h, "Board": pos.String()})
			return
		}
		s.Moves = append(s.Moves, sowing)
		pos = sowing.After
	}
}
