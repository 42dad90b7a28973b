package kalah

import (
	"fmt"
	"strconv"
	"strings"
)

// String is the position's text in the Kalah Game Protocol's notation:
// <m,south store,north store,s1..sm,n1..nm>. Whose turn it is goes beside it.
func (p Position) String() string {
	b := make([]byte, 0, 64)
	b = append(b, '<')
	b = strconv.AppendInt(b, int64(p.houses), 10)
	add := func(n uint8) {
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(n), 10)
	}
	m := int(p.houses)
	add(p.cells[m])
	add(p.cells[2*m+1])
	for _, c := range p.cells[:m] {
		add(c)
	}
	for _, c := range p.cells[m+1 : 2*m+1] {
		add(c)
	}
	return string(append(b, '>'))
}

// A NotationError says what is wrong in a position's text and where.
type NotationError struct {
	Text string
	At   int    // byte offset in Text
	What string // in English, for logs and the terminal
}

func (e *NotationError) Error() string {
	text := e.Text
	if len(text) > 80 {
		text = text[:80] + "…"
	}
	return fmt.Sprintf("kalah: position %q, column %d: %s", text, e.At+1, e.What)
}

// ParsePosition reads a position's text strictly: between the angle brackets
// only decimal numbers without sign, space or leading zero, exactly 2m+3 of
// them, m from 1 to [MaxHouses], no more than [MaxSeeds] seeds in all, nothing
// before or after. turn is the side to move. The error is a *[NotationError].
func ParsePosition(text string, turn Side) (Position, error) {
	fail := func(at int, format string, args ...any) (Position, error) {
		return Position{}, &NotationError{text, at, fmt.Sprintf(format, args...)}
	}
	if !strings.HasPrefix(text, "<") {
		return fail(0, "want %q", "<")
	}
	end := strings.IndexByte(text, '>')
	if end < 0 {
		return fail(len(text), "want %q at the end", ">")
	}
	if end != len(text)-1 {
		return fail(end+1, "text after %q", ">")
	}
	var numbers [2*MaxHouses + 3]int
	count, total := 0, 0
	for at := 1; at <= end; {
		stop := at
		for text[stop] != ',' && text[stop] != '>' {
			stop++
		}
		n, what := parseNumber(text[at:stop])
		if what != "" {
			return fail(at, "%s", what)
		}
		if count == 0 && (n < 1 || n > MaxHouses) {
			return fail(at, "want 1 to %d houses a side", MaxHouses)
		}
		if count > 0 && count == 2*numbers[0]+3 {
			return fail(at, "too many numbers, want %d for %d houses a side", count, numbers[0])
		}
		if count > 0 {
			total += n
			if total > MaxSeeds {
				return fail(at, "more than %d seeds", MaxSeeds)
			}
		}
		numbers[count] = n
		count++
		at = stop + 1
	}
	m := numbers[0]
	if count != 2*m+3 {
		return fail(end, "%d numbers, want %d for %d houses a side", count, 2*m+3, m)
	}
	p := Position{houses: uint8(m), turn: turn}
	p.cells[m] = uint8(numbers[1])
	p.cells[2*m+1] = uint8(numbers[2])
	for h := range m {
		p.cells[h] = uint8(numbers[3+h])
		p.cells[m+1+h] = uint8(numbers[3+m+h])
	}
	return p, nil
}

// parseNumber reads a decimal number; one of more than four digits comes out
// as some number of four digits, far above [MaxSeeds].
func parseNumber(text string) (n int, what string) {
	switch {
	case text == "":
		return 0, "a number is missing"
	case text[0] == '-':
		return 0, "a negative number"
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return 0, "want a number"
		}
		if n < 1000 {
			n = 10*n + int(text[i]-'0')
		}
	}
	if len(text) > 1 && text[0] == '0' {
		return 0, "a number with a leading zero"
	}
	return n, ""
}

// Parse reads a position that belongs to these rules: as [ParsePosition], and
// the houses and the total of seeds must be those of the rules.
func (r Rules) Parse(text string, turn Side) (Position, error) {
	p, err := ParsePosition(text, turn)
	if err != nil {
		return Position{}, err
	}
	if p.houses != r.Houses {
		return Position{}, &NotationError{text, 1, fmt.Sprintf("%d houses a side, the rules have %d", p.houses, r.Houses)}
	}
	if n := p.Seeds(); n != r.Seeds() {
		return Position{}, &NotationError{text, 3, fmt.Sprintf("%d seeds in all, the rules have %d", n, r.Seeds())}
	}
	return p, nil
}
