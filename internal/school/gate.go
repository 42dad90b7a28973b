package school

// LastStage is the laboratory.
const LastStage = 6

// Mode is how a gate decides.
type Mode string

const (
	Follows Mode = "class" // of a pupil only: as the class
	Held    Mode = "held"  // up to Stage, until the teacher opens the next
	Opened  Mode = "open"  // up to Stage, from the moment From on
	Auto    Mode = "auto"  // up to the stage that the pupil has reached
)

// Gate says which stages a class or a pupil may enter.
type Gate struct {
	Mode   Mode
	Stage  int   // 1..LastStage
	From   int64 // of Opened: unix milliseconds; 0: at once
	Before int   // of Opened: the last stage until From
}

// NewGate is the gate of a new class: one rule at a time.
func NewGate() Gate { return Gate{Mode: Held, Stage: 1, Before: 1} }

// Over is the gate that rules a pupil: its own goes before the class's.
func (g Gate) Over(class Gate) Gate {
	if g.Mode == Follows {
		return class
	}
	return g
}

// Limit is the last stage that is open, at the time now in unix milliseconds,
// to a pupil who has come to the stage reached by what it can do. Only an
// automatic gate asks for that; there 0 counts as 1.
func (g Gate) Limit(now int64, reached int) int {
	switch {
	case g.Mode == Auto:
		return max(reached, 1)
	case g.Mode == Opened && now < g.From:
		return g.Before
	}
	return g.Stage
}

// Valid reports whether the gate can be kept.
func (g Gate) Valid() bool {
	switch g.Mode {
	case Follows, Held, Opened, Auto:
	default:
		return false
	}
	return g.Stage >= 1 && g.Stage <= LastStage && g.Before >= 1 && g.Before <= LastStage && g.From >= 0
}
