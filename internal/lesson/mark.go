package lesson

import (
	"slices"
	"strconv"
	"strings"

	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// longest answer in bytes, as attempts keep it.
const longestAnswer = 60

// Mark says whether an answer is right and which slips would give it. ok is
// false when the answer is none that can be given: no such place, another
// form, a number with a leading zero or beyond the seeds of the board, too
// long. "I don't know yet" can always be given and is not right.
func (e *Exercise) Mark(a tutor.Answer) (right bool, slips []tutor.Slip, ok bool) {
	switch {
	case len(a) > longestAnswer:
		return false, nil, false
	case a == tutor.DontKnow:
		return false, nil, true
	case !e.can(a):
		return false, nil, false
	case a == e.Right:
		return true, nil, true
	}
	if e.Case != nil {
		for slip, predicted := range e.Case.Predict {
			if slip != tutor.NoSlip && predicted == a {
				slips = append(slips, slip)
			}
		}
		slices.Sort(slips)
	}
	return false, slips, true
}

// can reports whether an answer has the form that the kind asks for.
func (e *Exercise) can(a tutor.Answer) bool {
	if len(e.Choices) > 0 {
		return slices.Contains(e.Choices, a)
	}
	m, seeds := e.Pos.Houses(), e.Set.Seeds()
	parts := strings.Split(string(a), " ")
	switch e.Kind {
	case LastThree:
		return len(parts) == 3 && all(parts, func(s string) bool { return isPlace(s, m) })
	case InKalah, StillTo, RowTotal:
		return len(parts) == 1 && isNumber(parts[0], 0, seeds)
	case Captures:
		return len(parts) == 2 && isNumber(parts[0], 1, m) && isNumber(parts[1], 1, seeds)
	case Chain:
		return all(parts, func(s string) bool { return isNumber(s, 1, m) })
	case ThreeTurns:
		return len(parts) == 3 && all(parts, func(s string) bool { return isNumber(s, 1, m) })
	case Enough:
		return len(parts) == 2 && isNumber(parts[0], 0, seeds) && isNumber(parts[1], 1, m)
	case Compare:
		return a == "eq" || len(parts) == 2 && (parts[0] == "gt" || parts[0] == "lt") && isNumber(parts[1], 1, seeds)
	case WhoWon:
		return len(parts) == 3 && isNumber(parts[0], 0, seeds) && isNumber(parts[1], 0, seeds) &&
			(parts[2] == "south" || parts[2] == "north" || parts[2] == "draw")
	case SetUp:
		return len(parts) == m && all(parts, func(s string) bool { return isNumber(s, 0, seeds) })
	}
	return false
}

func all(parts []string, is func(string) bool) bool {
	for _, p := range parts {
		if !is(p) {
			return false
		}
	}
	return true
}

// isNumber reports whether s is a number low..high as a person writes it:
// digits only, no leading zero.
func isNumber(s string, low, high int) bool {
	n, err := strconv.Atoi(s)
	return err == nil && strconv.Itoa(n) == s && n >= low && n <= high
}

func isPlace(s string, m int) bool {
	return len(s) == 2 && (s[0] == 's' || s[0] == 'n') && (s[1] == '*' || isNumber(s[1:], 1, m))
}

// firstNumber is the house an answer begins with, 0 where it begins otherwise.
func firstNumber(a tutor.Answer) int {
	first, _, _ := strings.Cut(string(a), " ")
	if !isNumber(first, 1, kalah.MaxHouses) {
		return 0
	}
	return int(first[0] - '0')
}

// passes reports whether an exercise's answer lies past the own kalah: its
// house, or the one that a right answer names, reaches the other row.
func passes(p kalah.Position, k Kind, house int, right tutor.Answer) bool {
	if k == Captures {
		house = firstNumber(right)
	}
	side := p.Turn()
	n := p.House(side, house)
	return n > 0 && reach(p.Houses(), house, n) > 1
}
