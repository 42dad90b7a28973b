package templates

import (
	"strconv"

	"semeia/internal/kalah"
)

// Seeds lie in patterns that can be counted at a glance: in a house as on dice
// up to 6, rows of five up to 10, ten-frames of five by two above; in a store
// in blocks of ten, two wide. static/seeds.js draws the same while seeds are
// on their way; a browser test holds the two to each other.

// houseBox and storeBox are the drawing boxes, in their own units.
const (
	houseBox  = "0 0 120 120"
	storeBox  = "0 0 120 290"
	houseMid  = 60
	storeTop  = 48
	dieOffset = 20
)

type dot struct{ x, y float64 }

// pattern is where seeds lie and how large they are.
type pattern struct {
	dots   []dot
	radius float64
}

// drawn is a pattern as the attributes of its two lines.
type drawn struct{ path, width, outline string }

// Every pattern that a board can need is made once.
var houseDrawings, storeDrawings = drawnAll(housePattern), drawnAll(storePattern)

func drawnAll(of func(int) pattern) (all [kalah.MaxSeeds + 1]drawn) {
	for n := range all {
		p := of(n)
		all[n] = drawn{p.path(), p.width(), p.outline()}
	}
	return all
}

var dieFaces = [7][]dot{
	1: {{0, 0}},
	2: {{-1, -1}, {1, 1}},
	3: {{-1, -1}, {0, 0}, {1, 1}},
	4: {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
	5: {{-1, -1}, {1, -1}, {0, 0}, {-1, 1}, {1, 1}},
	6: {{-1, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {1, 1}},
}

// housePattern lays n seeds into a house.
func housePattern(n int) pattern {
	if n <= 6 {
		p := pattern{radius: 10}
		for _, d := range dieFaces[n] {
			p.dots = append(p.dots, dot{houseMid + dieOffset*d.x, houseMid + dieOffset*d.y})
		}
		return p
	}
	switch {
	case n <= 10:
		return frames(n, 5, 18, 0, 7.5)
	case n <= 20:
		return frames(n, 5, 15.5, 5, 6.5)
	case n <= 30:
		return frames(n, 5, 12.5, 4, 5.2)
	}
	return frames(n, 10, 8.5, 2.5, 3.6)
}

// frames lays n seeds into rows of width, step apart, with a gap after every
// second row and, in rows of ten, in the middle.
func frames(n, width int, step, gap, radius float64) pattern {
	rows := (n + width - 1) / width
	y := func(row int) float64 { return float64(row)*step + float64(row/2)*gap }
	x := func(col int) float64 { return float64(col)*step + float64(col/5)*gap }
	left, top := houseMid-x(width-1)/2, houseMid-y(rows-1)/2
	p := pattern{radius: radius}
	for i := range n {
		p.dots = append(p.dots, dot{left + x(i%width), top + y(i/width)})
	}
	return p
}

// storePattern lays n seeds into a store: blocks of ten, two wide and five
// high, side by side and then below.
func storePattern(n int) pattern {
	across, step, gap, radius := min(max(1, (n+9)/10), 2), 17.0, 10.0, 7.5
	if n > 40 {
		across, step, gap, radius = 3, 12.5, 6.0, 5.2
	}
	x := func(col int) float64 { return float64(col)*step + float64(col/2)*gap }
	left := houseMid - x(2*across-1)/2
	p := pattern{radius: radius}
	for i := range n {
		block, in := i/10, i%10
		col, row := block%across*2+in%2, block/across*5+in/2
		p.dots = append(p.dots, dot{left + x(col), storeTop + float64(row)*step + float64(row/5)*gap})
	}
	return p
}

// path draws every seed as a point of a line with round ends.
func (p pattern) path() string {
	b := make([]byte, 0, 12*len(p.dots))
	for _, d := range p.dots {
		b = append(b, 'M')
		b = appendTenth(b, d.x)
		b = append(b, ' ')
		b = appendTenth(b, d.y)
		b = append(b, "h0"...)
	}
	return string(b)
}

// width of the line that draws seeds of this size, and of the one around it.
func (p pattern) width() string   { return string(appendTenth(nil, 2*p.radius)) }
func (p pattern) outline() string { return string(appendTenth(nil, 2*p.radius+3)) }

func appendTenth(b []byte, v float64) []byte {
	tenths := int(v*10 + 0.5)
	b = strconv.AppendInt(b, int64(tenths/10), 10)
	if tenths%10 != 0 {
		b = append(b, '.')
		b = strconv.AppendInt(b, int64(tenths%10), 10)
	}
	return b
}
