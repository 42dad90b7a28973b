package templates

import (
	"strconv"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// Review is the page that looks back at a finished game.
type Review struct {
	Shell
	ID, Stage, Heading string
	Result             string // how it ended
	Looked, Of         int    // moves
	WinAt              int    // the game stopped there; 0: it does not
	Graph              *Graph // nil while nothing is known
	Mine               bool   // the reader may try again
	Turns              []TurnView
	Calm               string // said where there is no turning point
	Kept               string // said of a child's moves that lost nothing
	Moves              []WeighedLine
}

// Done reports whether every move has been looked at.
func (v Review) Done() bool { return v.Looked == v.Of }

// TurnView is a turning point.
type TurnView struct {
	Flag, Number   int
	Face           string
	Text           string // what the better choice would have done
	Played, Better string // what was chosen, and what was better
	After, Instead string // who is ahead then
	Board          *Board // before the move, with the better house
	NewID          string // of the game that trying again opens
}

// WeighedLine is a move in the list.
type WeighedLine struct {
	Number         int
	Who, What, How string // who moved what; what it kept; who is ahead then
	Guest, Lost    bool
	Flag           int // of the turning point; 0: none
}

// Point marks a house of a small board to be looked at.
func (b *Board) Point(side kalah.Side, house int) *Board {
	b.at(kalah.Place{Side: side, House: uint8(house)}).Last = true
	return b
}

// Graph is the margin over a game. Places are in percent of the drawing, so
// that it fits every width and its writing stays as large.
type Graph struct {
	Name       string
	Up, Down   string // who is ahead above and below the line of nobody
	UpFace     string
	DownFace   string
	OpenerName string // of the legend
	GuestName  string
	About      bool // there are estimates
	Ticks      []GraphTick
	Marks      []GraphMark
	Joins      []GraphJoin
	Flags      []GraphFlag
	Axis       []GraphTick // numbers of moves
	Zero       string
}

// GraphTick is a number at an edge.
type GraphTick struct {
	At   string
	Text string
}

// GraphMark is a moment: a column from the line of nobody, and a mark at its end.
type GraphMark struct {
	X, Y         string
	Left, Width  string // of the column
	Top, Height  string
	Start, Guest bool // before the first move; after a move of the guest
	Down, About  bool
	Text         string // what it says
	Number       string // how many, where there is room
}

// GraphJoin is the way from one moment to the next.
type GraphJoin struct {
	X1, Y1, X2, Y2 string
	About          bool
}

// GraphFlag leads to a turning point.
type GraphFlag struct {
	X            string // of the flag
	MarkX, MarkY string // what it points at
	Number       int    // of the flag
	Name         string // read out
}

const (
	graphLeft, graphRight = 8.0, 96.0
	graphTop, graphBottom = 24.0, 84.0
	flagsApart            = 13.0 // percent within which flags would cover each other
)

// NewGraph draws the moments of a game, flags at the moves of turns, by index.
// player tells whose move a moment follows.
func NewGraph(points []tutor.Point, turns []int, player func(int) kalah.Player) *Graph {
	c := &Graph{}
	up, down := 2.0, 2.0
	known := 0
	for _, p := range points {
		if p.Known {
			known++
			up, down = max(up, float64(p.Margin)), max(down, float64(-p.Margin))
		}
	}
	if known == 0 {
		return nil
	}
	up, down = max(up, down/2), max(down, up/2)
	y := func(margin float64) float64 {
		return graphTop + (up-margin)/(up+down)*(graphBottom-graphTop)
	}
	gap := (graphRight - graphLeft) / float64(max(1, len(points)-1))
	x := func(i int) float64 { return graphLeft + gap*float64(i) }
	c.Zero = percent(y(0))
	step := 1
	for _, s := range []int{2, 5, 10, 20} {
		if (up+down)/float64(step) > 6 {
			step = s
		}
	}
	for n := -int(down) / step * step; n <= int(up); n += step {
		if n != 0 {
			c.Ticks = append(c.Ticks, GraphTick{percent(y(float64(n))), strconv.Itoa(max(n, -n))})
		}
	}
	for _, every := range []int{1, 2, 5, 10} {
		if (len(points)-1)/every > 10 {
			continue
		}
		for n := every; n < len(points); n += every {
			c.Axis = append(c.Axis, GraphTick{percent(x(n)), strconv.Itoa(n)})
		}
		break
	}
	for i, p := range points {
		if !p.Known {
			continue
		}
		c.About = c.About || p.About
		at := y(float64(p.Margin))
		width := min(gap*0.7, 6)
		m := GraphMark{X: percent(x(i)), Y: percent(at), Left: percent(x(i) - width/2), Width: percent(width), Start: i == 0, Down: p.Margin < 0, About: p.About}
		m.Top, m.Height = percent(min(at, y(0))), percent(max(at-y(0), y(0)-at))
		m.Guest = i > 0 && player(i-1) == kalah.Guest
		if i == len(points)-1 {
			m.Number = strconv.Itoa(max(p.Margin, -p.Margin))
		}
		c.Marks = append(c.Marks, m)
		if i > 0 && points[i-1].Known {
			c.Joins = append(c.Joins, GraphJoin{percent(x(i - 1)), percent(y(float64(points[i-1].Margin))), m.X, m.Y, p.About || points[i-1].About})
		}
	}
	// The flags stand in one row above the line, each as near to its mark as the
	// others let it.
	at := make([]float64, len(turns))
	for n, i := range turns {
		at[n] = x(i + 1)
		if n > 0 {
			at[n] = max(at[n], at[n-1]+flagsApart)
		}
	}
	for n := len(at) - 1; n >= 0; n-- {
		at[n] = min(at[n], graphRight-flagsApart*float64(len(at)-1-n))
	}
	for n, i := range turns {
		c.Flags = append(c.Flags, GraphFlag{X: percent(at[n]), MarkX: percent(x(i + 1)), MarkY: percent(y(float64(points[i+1].Margin))), Number: n + 1})
	}
	return c
}

func percent(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) + "%" }

func moveArgs(n int) i18n.Args { return i18n.Args{"Number": n} }

func progressArgs(v Review) i18n.Args { return i18n.Args{"Looked": v.Looked, "Of": v.Of} }
