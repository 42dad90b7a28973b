package templates

import (
	"strconv"
	"strings"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/solver"
)

// Lab is the page of the laboratory: a position, what every move comes to, and
// another rule set beside it where there are two.
type Lab struct {
	Shell
	Notice string
	Fields []Field // the view, for forms

	Number, Say, Turn string // what just happened
	Near, Far         Seat
	Big               bool   // for the projector
	Mover             string // name of whose turn it is
	Board             *Board
	Best              []LabBest
	OverThere         string // that the game is over under the other rules
	Hidden            bool   // the margins are
	Guessed           bool   // not every margin is proved
	Better            string // address that gives better ones; empty: these are as good as they get
	Longer            string // address that takes its time; empty: no need to
	SwapText          string // what a swap of seats comes to
	Notes             []string

	// Addresses of other views; empty where there is none.
	Back, First, Start, Turned, Shown, Screen, Exchanged, Swap string
	Moves                                                      []Way

	Two    bool
	Names  [2]string // of the rule sets
	Facts  [2][]string
	Rows   []LabRow
	Apart  string // how the last move went under both
	After  []LabAfter
	Groups []ChoiceGroup // rule sets to choose from
	Others []ChoiceGroup // those of the same board
	Chosen [2]string
	Laid   []Field // the position, for the form that chooses rules

	Mix     PlayForm
	MixOpen bool
	Setup   Setup
}

// Field is a field of a form as it is sent.
type Field struct{ Name, Value string }

// ChoiceGroup is choices under a heading.
type ChoiceGroup struct {
	Name    string
	Choices []Choice
}

// Letters tell the two rule sets of a page apart.
var Letters = [2]string{"A", "B"}

// Worth is a margin over a house.
type Worth struct {
	Letter string // of the rule set; empty: there is one
	Text   string // "+3"
	Best   bool
	About  bool // not proved
}

func (w Worth) String() string {
	parts := []string{}
	if w.Letter != "" {
		parts = append(parts, w.Letter)
	}
	if w.Best {
		parts = append(parts, "★")
	}
	if w.About {
		parts = append(parts, "≈")
	}
	return strings.Join(append(parts, w.Text), " ")
}

// alone is the margin in a column of its rule set.
func (w Worth) alone() Worth {
	w.Letter = ""
	return w
}

func (w Worth) classes() string {
	class := "worth"
	if w.Best {
		class += " best"
	}
	if w.About {
		class += " about"
	}
	return class
}

// LabBest is the sentence on the best houses under a rule set.
type LabBest struct{ Letter, Text string }

// LabRow is a house under both rule sets.
type LabRow struct {
	House int
	Name  string
	Worth [2]*Worth // nil: not known
	Does  [2]string // empty: it cannot be sown
	Same  bool      // the board is the same afterwards
}

// LabAfter is the move played last as one of the rule sets has it.
type LabAfter struct {
	Letter, Rules, Text string
	Board               *Board
}

// Setup is the form that sets up a position by hand.
type Setup struct {
	Near, Far           []SetupField // houses 1..m
	NearStore, FarStore SetupField
	North               bool // its turn
	Sum                 int  // of all seeds
	Wrong               string
}

// SetupField is a number of seeds.
type SetupField struct {
	Name, Label, Value string
	First              bool // where the reader goes on after a mistake
}

// signed writes a margin: with its sign, in figures.
func signed(n int) string {
	switch {
	case n > 0:
		return "+" + strconv.Itoa(n)
	case n < 0:
		return "−" + strconv.Itoa(-n)
	}
	return "0"
}

// MarginText is a margin in words: what is not proved is "about".
func MarginText(l *i18n.Loc, m solver.Margin) string {
	if m.Exact {
		return signed(m.Margin)
	}
	return l.T("lab.about", i18n.Args{"Margin": signed(m.Margin)})
}

// Weigh puts the margins of rule set i of the page over the houses of the side to
// move, and into the table of both.
func (v *Lab) Weigh(i int, rules kalah.Rules, pos kalah.Position, result *solver.Result) {
	if rules.Over(pos) != kalah.NotOver {
		return
	}
	letter := ""
	if v.Two {
		letter = Letters[i]
	}
	if len(result.Margins) == 0 {
		v.Best = append(v.Best, LabBest{letter, v.L.T("lab.nothing")})
		return
	}
	top, houses := result.Top(), []string{}
	for _, m := range result.Margins {
		best := m.Margin == top
		if best {
			houses = append(houses, strconv.Itoa(m.House))
		}
		w := Worth{Letter: letter, Text: signed(m.Margin), Best: best && result.Exact, About: !m.Exact}
		c := v.Board.at(kalah.Place{Side: pos.Turn(), House: uint8(m.House)})
		c.Worths = append(c.Worths, w)
		said := MarginText(v.L, m)
		if w.Best {
			said = v.L.T("lab.best.said", i18n.Args{"Margin": said})
		}
		if letter != "" {
			said = letter + " " + said
		}
		c.Name += "; " + said
		for n := range v.Rows {
			if v.Rows[n].House == m.House {
				v.Rows[n].Worth[i] = &w
			}
		}
	}
	v.Best = append(v.Best, LabBest{letter, v.best(houses, top, result.Exact)})
}

// best says which houses are best and what they come to, for whose turn it is.
func (v *Lab) best(houses []string, top int, exact bool) string {
	l, name := v.L, i18n.Args{"Name": v.Mover}
	which := i18n.Args{"Houses": strings.Join(houses, ", "), "Margin": signed(top)}
	several := len(houses) > 1
	switch {
	case !exact && several:
		return l.T("lab.best.sofar.several", which)
	case !exact:
		return l.T("lab.best.sofar.one", which)
	}
	best := l.T("lab.best.one", which)
	if several {
		best = l.T("lab.best.several", which)
	}
	switch {
	case top > 0:
		return best + " " + l.N("lab.ends.more", top, name)
	case top < 0:
		return best + " " + l.N("lab.ends.fewer", -top, name)
	}
	return best + " " + l.T("lab.ends.same")
}

// Does says in a few words what a move does beside sowing.
func Does(l *i18n.Loc, s *kalah.Sowing) string {
	var does []string
	if n := s.Captured(); n > 0 {
		does = append(does, l.N("lab.does.captures", n))
	}
	if s.Again {
		does = append(does, l.T("lab.does.again"))
	}
	if s.Over != kalah.NotOver {
		does = append(does, l.T("lab.does.over"))
	}
	if len(does) == 0 {
		return l.T("lab.does.sows")
	}
	return strings.Join(does, ", ")
}

// RulesName is what a rule set is called.
func RulesName(l *i18n.Loc, r kalah.Rules) string {
	name := r.String()
	for _, c := range variationChoices {
		if c.Value == name {
			return c.name(l)
		}
	}
	if stage := r.Stage(); stage < 6 {
		return StageName(l, stage)
	}
	return l.T("variation.free")
}

// NameRules fills in what a page says of its rule sets, and those that can be
// chosen instead. Beside another one only what differs is said.
func (v *Lab) NameRules(rules, other kalah.Rules) {
	v.Names[0], v.Chosen[0], v.Facts[0] = RulesName(v.L, rules), rules.String(), Facts(v.L, rules)
	if v.Two {
		v.Names[1], v.Chosen[1] = RulesName(v.L, other), other.String()
		v.Facts[0], v.Facts[1] = without(v.Facts[0], Facts(v.L, other)), without(Facts(v.L, other), v.Facts[0])
	}
	school, standard := ChoiceGroup{Name: v.L.T("lab.group.school")}, ChoiceGroup{Name: v.L.T("lab.group.standard")}
	for _, set := range kalah.Sets() {
		c := Choice{Value: set.Name, Text: RulesName(v.L, set.Rules)}
		if set.Rules.SchoolLayout() {
			school.Choices = append(school.Choices, c)
		} else {
			standard.Choices = append(standard.Choices, c)
		}
	}
	v.Groups = []ChoiceGroup{school, standard}
	beside := ChoiceGroup{Name: v.L.T("lab.group.same")}
	for _, set := range kalah.Sets() {
		if set.Rules != rules && set.Rules.Houses == rules.Houses && set.Rules.Seeds() == rules.Seeds() {
			beside.Choices = append(beside.Choices, Choice{Value: set.Name, Text: RulesName(v.L, set.Rules)})
		}
	}
	if len(beside.Choices) > 0 {
		v.Others = append(v.Others, beside)
	}
	own := v.L.T("lab.group.own")
	if free(rules) {
		v.Groups = append(v.Groups, ChoiceGroup{own, []Choice{{Value: v.Chosen[0], Text: v.Names[0]}}})
	}
	if v.Two && free(other) {
		v.Others = append(v.Others, ChoiceGroup{own, []Choice{{Value: v.Chosen[1], Text: v.Names[1]}}})
	}
}

func free(r kalah.Rules) bool {
	_, named := kalah.Named(r.String())
	return !named
}

func without(list, taken []string) (rest []string) {
	for _, text := range list {
		found := false
		for _, t := range taken {
			found = found || t == text
		}
		if !found {
			rest = append(rest, text)
		}
	}
	return rest
}

// NewSetup is the form with a position in it.
func (v *Lab) NewSetup(rules kalah.Rules, pos kalah.Position) {
	field := func(side kalah.Side, house int) SetupField {
		at := kalah.Place{Side: side, House: uint8(house)}
		f := SetupField{Name: at.String()[:1] + strconv.Itoa(house), Value: strconv.Itoa(pos.At(at))}
		seat := v.Near
		if side == kalah.North {
			seat = v.Far
		}
		if f.Label = v.L.T("lab.set.house", i18n.Args{"Name": seat.Name, "House": house}); at.Store() {
			f.Label = v.L.T("lab.set.store", i18n.Args{"Name": seat.Name})
		}
		return f
	}
	v.Setup = Setup{NearStore: field(kalah.South, 0), FarStore: field(kalah.North, 0), North: pos.Turn() == kalah.North, Sum: rules.Seeds()}
	for h := 1; h <= pos.Houses(); h++ {
		v.Setup.Near, v.Setup.Far = append(v.Setup.Near, field(kalah.South, h)), append(v.Setup.Far, field(kalah.North, h))
	}
}

// SetWrong shows the form for setting up as it was sent, with what is not right
// yet.
func (v *Lab) SetWrong(typed map[string]string, wrong string) {
	s := &v.Setup
	s.Wrong, s.North = wrong, typed["turn"] == "north"
	put := func(f *SetupField) { f.Value = typed[f.Name] }
	put(&s.NearStore)
	put(&s.FarStore)
	for i := range s.Near {
		put(&s.Near[i])
		put(&s.Far[i])
	}
	s.Near[0].First = true
}

// proved reports whether a house is known to be best.
func (v *Lab) proved() bool {
	for _, c := range v.Board.cups() {
		for _, w := range c.Worths {
			if w.Best {
				return true
			}
		}
	}
	return false
}
