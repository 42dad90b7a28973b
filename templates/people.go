package templates

import (
	"semeia/internal/i18n"
	"semeia/internal/school"
	"semeia/internal/sheet"
)

// Staff are the pages of teachers' own matters: setting up, signing in, the
// password, and for an administrator the other teachers.
type Staff struct {
	Shell
	Form      TeacherForm
	To        string // where signing in leads
	Notice    string
	Wrong     bool // the notice says what was wrong
	Unclaimed bool // nobody has set the school up
	Me        string
	Teachers  []school.Teacher
	// A password that is shown once, and whose it is.
	For, Login, Password string
}

// TeacherForm holds the fields of a teacher as they are sent.
type TeacherForm struct{ Name, Login string }

// Teach is a teacher's first page: the classes.
type Teach struct {
	Shell
	Form              ClassForm
	ID                string // of the class that the form will make
	Notice            string
	Wrong             bool
	Classes, Archived []ClassLink
}

// ClassLink leads to a class.
type ClassLink struct {
	ID, Name      string
	Pupils, Stage int
	Auto          bool // up to Stage, by what they can do
	Open          bool // its code is open
}

// ClassForm holds the fields of a class as they are sent.
type ClassForm struct {
	Name, Lang, Entry, Minutes, Aids, Back, Hints string
}

// InClass is the frame of the pages of one class.
type InClass struct {
	Shell
	ID, Class string
	Tab       string // "class", "list", "settings", "data", "cards"
	Notice    string
	Archived  bool
}

func (c InClass) url(rest string) string { return "/teach/" + c.ID + rest }

// tabs of a class's pages: address and key.
var tabs = [...]struct{ tab, rest, key string }{
	{"class", "", "tab.class"}, {"list", "/list", "tab.list"}, {"settings", "/settings", "tab.settings"}, {"data", "/data", "tab.data"},
}

// Cockpit is the page from which a lesson is led.
type Cockpit struct {
	InClass
	Entry   string
	Code    string // open now; empty: closed
	Left    int    // minutes until it closes
	Until   string // when it closes, where that is long from now
	Minutes int    // for which it is opened
	Address string // where pupils type it
	Gate    GateForm
	In      int // how many are signed in
	Rows    []PupilRow
	Secrets bool // the pictures and cards are shown

	Progress Progress
}

// PupilRow is a pupil in a teacher's list.
type PupilRow struct {
	ID, Name string
	Pictures []string
	Card     string
	In       bool // signed in
	LetIn    bool // may come in by name alone
	Tries    int
	Wait     int // seconds until the next try is looked at
	Stage    int
	Own      bool // has a gate of its own
	Auto     bool // stages open by what it can do
}

// GateForm is a gate as its form shows it.
type GateForm struct {
	Mode  string
	Stage int
	Date  string // yyyy-mm-dd, where it opens later
	Day   string // the same as it is read
	Limit int    // the last stage open now
	Auto  bool   // it, or what it follows, opens by itself
	All   int    // how many pupils it opens for
	Ready int    // how many of them are ready for the next stage
}

// opens reports whether there is a next stage for one click to open.
func (g GateForm) opens() bool { return !g.Auto && g.Limit < school.LastStage }

func (g GateForm) next() int { return g.Limit + 1 }

func (g GateForm) line(l *i18n.Loc) string {
	name := StageName(l, g.Stage)
	switch {
	case g.Mode == string(school.Auto):
		return l.T("gate.now.auto")
	case g.Mode == string(school.Follows):
		return l.T("gate.now.class")
	case g.Day != "":
		return l.T("gate.now.date", i18n.Args{"Limit": g.Limit, "Next": g.Stage, "Name": name, "Day": g.Day})
	case g.Mode == string(school.Opened):
		return l.T("gate.now.open", i18n.Args{"Stage": g.Stage, "Name": name})
	}
	return l.T("gate.now.held", i18n.Args{"Stage": g.Stage, "Name": name})
}

// List is the page of a class's pupils.
type List struct {
	InClass
	Rows   []PupilRow
	Others []ClassLink // where pupils can move
	Typed  string
	Wrong  bool
}

// Preview shows what an import would do.
type Preview struct {
	InClass
	Text, Sum                    string
	Lines                        []PreviewLine
	New, There, Missing, Refused int
}

// PreviewLine is a line of the list and its fate; Line 0 is a pupil of the
// class who is not in the list.
type PreviewLine struct {
	Line                  int
	Text, Name, Fate, Why string
}

// Chosen asks before ticked pupils move or go.
type Chosen struct {
	InClass
	Do   string // "move", "bin"
	To   ClassLink
	Rows []PupilRow
	Days int
}

// ClassSettings are a class's settings.
type ClassSettings struct {
	InClass
	Form     ClassForm
	Me       string
	Teachers []school.Teacher
	Wrong    bool
}

// PupilView is what a teacher sees of a child.
type PupilView struct {
	InClass
	Row        PupilRow
	Name       string // without the number of a twin
	Entry      string
	Gate       GateForm
	ClassLimit int
	Step       Step
	CodeOpen   bool
	Games      []GameLink
	Helped     int // moves made with help of late
	Skills     []SkillLine
	Answers    []AnswerLine
	Wrong      bool
}

// Cards are the sign-in cards of a class.
type Cards struct {
	InClass
	For       *i18n.Loc // the class's language: what is printed is for its children
	Entry     string
	Address   string // printed on them
	Addresses []string
	Cards     []SignInCard
}

// SignInCard is one of them.
type SignInCard struct {
	Name     string
	Pictures []string
	Code     string
	QR       sheet.QR
}

// Data is where a class's data leave, rest and go.
type Data struct {
	InClass
	Days  int
	Deeds []DeedLine
	Wrong bool
}

// DeedLine is a line of the audit list.
type DeedLine struct{ At, Who, Text string }

// Purge asks before a class's data are deleted for good.
type Purge struct {
	InClass
	Pupils, Games int
	Kept          string // the day until which automatic backups hold it
	Wrong         bool
}

// Receipt counts what was deleted.
type Receipt struct {
	Shell
	Classes, Pupils, Games, Moves, Answers, Steps int
	Kept                                          string
}

// Bin is what can be brought back.
type Bin struct {
	Shell
	Items  []BinItem
	Days   int
	Notice string
	Wrong  bool
}

// BinItem is a class or pupil in the bin, and the day it goes for good.
type BinItem struct {
	school.Binned
	Day string
}

// Year is where a class's year ends.
type Year struct {
	InClass
	Name  string // of the class of next year
	Rows  []YearRow
	Wrong bool
}

// YearRow is a pupil, moving up unless Stays.
type YearRow struct {
	PupilRow
	Stays bool
}

// YearPreview shows who would move up.
type YearPreview struct {
	InClass
	ID, Name       string
	Going, Staying []PupilRow
	Wrong          bool
}

// Join are the pages on which a pupil comes in.
type Join struct {
	Shell
	Typed, Notice string
	Code, Class   string
	Cards         bool // the class signs in with cards
	Names         []NameTag
	Who           NameTag
	Pictures      []string
	Two           bool // the one who signs in is the second at this computer
	CanTwo        bool // could be
}

// Path is an address on the way in, which stays the way of the second.
func (v Join) Path(path string) string {
	if v.Two {
		return path + "?two=1"
	}
	return path
}

// NameTag is a name to tap.
type NameTag struct {
	ID, Name string
	Direct   bool // the name alone is enough
}

// Me is a pupil's own page.
type Me struct {
	Shell
	Class     string
	Open      []GameLink
	Done      []GameLink
	Found     []GameLink // played at this browser before signing in
	SecondURL string     // where a second one signs in beside the first
	Next      Onward     // on the path through the course
}

// PupilFile is everything of a child on a page that explains itself.
type PupilFile struct {
	L                *i18n.Loc
	Class, Name, Day string
	Games            []GameFile
	Answers          []AnswerLine
	Steps            []StepLine
}

// StepLine is a step of a lesson that was done.
type StepLine struct{ Day, Text string }

// GameFile is a game in it.
type GameFile struct {
	Title, Stage, Day, Outcome string
	Moves                      []string
}
