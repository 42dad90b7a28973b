package kalah

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxHouses is the largest number of houses a side that any rule set has.
const MaxHouses = 6

// MaxSeeds is the largest number of seeds any rule set has: 6 houses of 6 on
// each side.
const MaxSeeds = 2 * MaxHouses * 6

// Capture says what a capture takes (R8, R9).
type Capture uint8

const (
	NoCapture   Capture = iota // the last seed never captures
	Opposite                   // the facing seeds; the capturing seed stays
	Both                       // the facing seeds and the capturing seed
	BothOrAlone                // as Both; with nothing facing the lone seed is taken too
)

// End says when a game is over (R12), apart from [Rules.WinAt].
type End uint8

const (
	Stuck End = iota // the player whose turn it is has no seed in the row
	Row              // either row is empty, even if an extra turn would be due
)

// Leftover says who gets the seeds still in the houses at the end (R13).
type Leftover uint8

const (
	Nobody  Leftover = iota // they stay where they lie and count for no one
	Owner                   // each player takes those of the own row
	Emptier                 // the player whose row is empty takes the other row
)

// Rules is one rule set. It is a comparable value: two rule sets are the same
// rules exactly when they are equal.
type Rules struct {
	Houses    uint8            // houses a side, 3..6
	Layout    [MaxHouses]uint8 // seeds in houses 1..Houses of each side at the start
	ExtraTurn bool             // the last seed in the own store moves again (R6)
	Capture   Capture
	End       End
	Leftover  Leftover
	WinAt     uint8 // seeds in the store that win at once; 0: none
	Pie       bool  // the second player may swap seats once (R17)
}

// RuleSet is a named rule set and the stage of the course it belongs to:
// 1 to 4 the school board, 5 the standard game, 6 its variations.
type RuleSet struct {
	Name  string
	Stage int
	Rules Rules
}

var (
	school = [MaxHouses]uint8{3, 3, 4, 3, 3}

	sowing        = Rules{Houses: 5, Layout: school}
	extra         = Rules{Houses: 5, Layout: school, ExtraTurn: true}
	capture       = Rules{Houses: 5, Layout: school, ExtraTurn: true, Capture: Opposite}
	seventeen     = Rules{Houses: 5, Layout: school, ExtraTurn: true, Capture: Opposite, WinAt: 17}
	standard      = standardOf(4)
	ruleSets      = namedSets()
	ruleSetByName = indexByName(ruleSets)
)

func standardOf(seeds uint8) Rules {
	r := Rules{Houses: 6, ExtraTurn: true, Capture: Both, End: Row, Leftover: Owner}
	for i := range r.Layout {
		r.Layout[i] = seeds
	}
	return r
}

func namedSets() []RuleSet {
	emptyCapture, lateEnd, unclaimed, emptierTakes, pie := standard, standard, standard, standard, standard
	emptyCapture.Capture = BothOrAlone
	lateEnd.End = Stuck
	unclaimed.Leftover = Nobody
	emptierTakes.Leftover = Emptier
	pie.Pie = true
	return []RuleSet{
		{"sowing", 1, sowing},
		{"extra", 2, extra},
		{"capture", 3, capture},
		{"seventeen", 4, seventeen},
		{"standard", 5, standard},
		{"standard-3", 6, standardOf(3)},
		{"standard-5", 6, standardOf(5)},
		{"standard-6", 6, standardOf(6)},
		{"empty-capture", 6, emptyCapture},
		{"late-end", 6, lateEnd},
		{"unclaimed", 6, unclaimed},
		{"emptier-takes", 6, emptierTakes},
		{"pie", 6, pie},
	}
}

func indexByName(sets []RuleSet) map[string]Rules {
	m := make(map[string]Rules, len(sets))
	for _, s := range sets {
		m[s.Name] = s.Rules
	}
	return m
}

// Sets returns the named rule sets in the order of the course. The caller
// owns the slice.
func Sets() []RuleSet { return append([]RuleSet(nil), ruleSets...) }

// Named returns the rule set of that name, as in "sowing" or "standard".
func Named(name string) (Rules, bool) {
	r, ok := ruleSetByName[name]
	return r, ok
}

// Stage returns the stage of the course these rules belong to, 1..6. Free
// combinations belong to the rule laboratory, stage 6.
func (r Rules) Stage() int {
	for _, s := range ruleSets {
		if s.Rules == r {
			return s.Stage
		}
	}
	return 6
}

// Seeds is the number of seeds on the whole board, stores included.
func (r Rules) Seeds() int {
	n := 0
	for _, s := range r.Layout[:r.Houses] {
		n += int(s)
	}
	return 2 * n
}

// Majority is the smallest number of seeds that is more than half of all
// (R16): 17 of 32, 25 of 48.
func (r Rules) Majority() int { return r.Seeds()/2 + 1 }

// TellsMajority reports whether "more than half" is a rule of this stage: from
// stage 4 on and in every rule set of the standard board (R16).
func (r Rules) TellsMajority() bool { return r.Stage() >= 4 }

// Lap is the number of seeds whose last one falls back into the start house
// (R5): 11 on the school board, 13 on the standard board.
func (r Rules) Lap() int { return 2*int(r.Houses) + 1 }

// SchoolLayout reports whether the board is the school board: five houses a
// side, 3-3-4-3-3.
func (r Rules) SchoolLayout() bool { return r.Houses == 5 && r.Layout == school }

// Start is the position before the first move, with first to move.
func (r Rules) Start(first Side) Position {
	p := Position{houses: r.Houses, turn: first}
	for h := range int(r.Houses) {
		p.cells[h] = r.Layout[h]
		p.cells[int(r.Houses)+1+h] = r.Layout[h]
	}
	return p
}

// Free is a choice in the rule laboratory. Houses 0 means the school layout,
// whatever Seeds says.
type Free struct {
	Houses, Seeds int
	ExtraTurn     bool
	Capture       Capture
	End           End
	Leftover      Leftover
	Majority      bool // win at once with more than half of the seeds
	Pie           bool
}

// Rules turns a choice into a rule set, or says which part is out of bounds:
// the school layout, or 3 to 6 houses with 1 to 6 seeds each.
func (f Free) Rules() (Rules, error) {
	r := Rules{ExtraTurn: f.ExtraTurn, Capture: f.Capture, End: f.End, Leftover: f.Leftover, Pie: f.Pie}
	switch {
	case f.Houses == 0:
		r.Houses, r.Layout = 5, school
	case f.Houses < 3 || f.Houses > MaxHouses:
		return Rules{}, fmt.Errorf("kalah: %d houses a side, want 3 to %d", f.Houses, MaxHouses)
	case f.Seeds < 1 || f.Seeds > 6:
		return Rules{}, fmt.Errorf("kalah: %d seeds a house, want 1 to 6", f.Seeds)
	default:
		r.Houses = uint8(f.Houses)
		for h := range f.Houses {
			r.Layout[h] = uint8(f.Seeds)
		}
	}
	if f.Capture > BothOrAlone || f.End > Row || f.Leftover > Emptier {
		return Rules{}, fmt.Errorf("kalah: no such capture, end or left over")
	}
	if f.Majority {
		r.WinAt = uint8(r.Majority())
	}
	return r, nil
}

var (
	captureNames  = [...]string{"none", "opposite", "both", "both-or-alone"}
	endNames      = [...]string{"stuck", "row"}
	leftoverNames = [...]string{"nobody", "owner", "emptier"}
)

func (c Capture) String() string  { return nameOf(captureNames[:], int(c)) }
func (e End) String() string      { return nameOf(endNames[:], int(e)) }
func (l Leftover) String() string { return nameOf(leftoverNames[:], int(l)) }

func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return strconv.Itoa(i)
}

func indexOf(names []string, s string) (int, bool) {
	for i, n := range names {
		if n == s {
			return i, true
		}
	}
	return 0, false
}

// ParseCapture reads "none", "opposite", "both" or "both-or-alone".
func ParseCapture(s string) (Capture, bool) {
	i, ok := indexOf(captureNames[:], s)
	return Capture(i), ok
}

// ParseEnd reads "stuck" or "row".
func ParseEnd(s string) (End, bool) {
	i, ok := indexOf(endNames[:], s)
	return End(i), ok
}

// ParseLeftover reads "nobody", "owner" or "emptier".
func ParseLeftover(s string) (Leftover, bool) {
	i, ok := indexOf(leftoverNames[:], s)
	return Leftover(i), ok
}

// String is the name of a named rule set, or for a free combination a text
// such as "free:school:extra:opposite:row:owner:0" (":pie" follows where that
// rule is on; the board may be "4x3", four houses of three). [ParseRules]
// reads both.
func (r Rules) String() string {
	for _, s := range ruleSets {
		if s.Rules == r {
			return s.Name
		}
	}
	board := fmt.Sprintf("%dx%d", r.Houses, r.Layout[0])
	if r.SchoolLayout() {
		board = "school"
	}
	turn := "turn"
	if r.ExtraTurn {
		turn = "extra"
	}
	text := fmt.Sprintf("free:%s:%s:%s:%s:%s:%d", board, turn, r.Capture, r.End, r.Leftover, r.WinAt)
	if r.Pie {
		text += ":pie"
	}
	return text
}

// ParseRules reads what [Rules.String] writes. Anything that is not a rule
// set of this game is an error.
func ParseRules(text string) (Rules, error) {
	if r, ok := ruleSetByName[text]; ok {
		return r, nil
	}
	bad := func(what string) (Rules, error) {
		return Rules{}, fmt.Errorf("kalah: rule set %q: %s", text, what)
	}
	f := strings.Split(text, ":")
	if f[0] != "free" {
		return bad("no such name")
	}
	if len(f) != 7 && len(f) != 8 {
		return bad("want 7 or 8 parts")
	}
	var free Free
	if f[1] != "school" {
		if len(f[1]) != 3 || f[1][1] != 'x' {
			return bad("board " + f[1])
		}
		free.Houses, free.Seeds = int(f[1][0])-'0', int(f[1][2])-'0'
		if free.Houses == 0 {
			return bad("board " + f[1])
		}
	}
	if f[2] != "extra" && f[2] != "turn" {
		return bad("extra turn " + f[2])
	}
	free.ExtraTurn = f[2] == "extra"
	var okC, okE, okL bool
	free.Capture, okC = ParseCapture(f[3])
	free.End, okE = ParseEnd(f[4])
	free.Leftover, okL = ParseLeftover(f[5])
	if !okC || !okE || !okL {
		return bad("capture, end or left over")
	}
	free.Majority = f[6] != "0"
	if len(f) == 8 {
		if f[7] != "pie" {
			return bad("last part " + f[7])
		}
		free.Pie = true
	}
	r, err := free.Rules()
	if err != nil {
		return Rules{}, err
	}
	if r.String() != text {
		return bad("not in its usual form")
	}
	return r, nil
}
