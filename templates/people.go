package templates

import (
	"fmt"
	"time"

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
}

// GateForm is a gate as its form shows it.
type GateForm struct {
	Mode  string
	Stage int
	Date  string // yyyy-mm-dd, where it opens later
	Day   string // the same as it is read
	Limit int    // the last stage open now
}

// next is the stage that the one click opens.
func (g GateForm) next() int { return min(g.Limit+1, school.LastStage) }

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
	CodeOpen   bool
	Games      []GameLink
	Wrong      bool
}

// Cards are the sign-in cards of a class.
type Cards struct {
	InClass
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
	Classes, Pupils, Games, Moves int
	Kept                          string
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
	Chosen        []string
}

// NameTag is a name to tap.
type NameTag struct {
	ID, Name string
	Direct   bool // the name alone is enough
}

// Me is a pupil's own page.
type Me struct {
	Shell
	Class string
	Open  []GameLink
	Done  []GameLink
	Found []GameLink // played at this browser before signing in
}

// PupilFile is everything of a child on a page that explains itself.
type PupilFile struct {
	L                *i18n.Loc
	Class, Name, Day string
	Games            []GameFile
}

// GameFile is a game in it.
type GameFile struct {
	Title, Stage, Day, Outcome string
	Moves                      []string
}

// Day is a date as the reader writes it.
func Day(l *i18n.Loc, t time.Time) string {
	return l.T("date.day", i18n.Args{"D": t.Format("02"), "M": t.Format("01"), "Y": t.Format("2006")})
}

// Moment is a date with the time.
func Moment(l *i18n.Loc, t time.Time) string { return Day(l, t) + ", " + t.Format("15:04") }

// OnOff is the value of a switch.
func OnOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// OutcomeText says how a game ended: to whoever opened it, or to others.
func OutcomeText(l *i18n.Loc, g *school.Game, you bool) string {
	alone := g.Against == school.Bot // of two at one screen nobody is "you"
	switch o := g.Outcome; {
	case o == school.Open:
		return l.T("outcome.open")
	case o == school.Drawn:
		return l.T("outcome.drawn")
	case !alone:
		return l.T("outcome.over")
	case o == school.Won && you, o == school.WonByUp && you:
		return l.T("outcome.won")
	case you:
		return l.T("outcome.lost")
	case o == school.Won, o == school.WonByUp:
		return l.T("outcome.they.won")
	}
	return l.T("outcome.they.lost")
}

// DeedText says what a teacher did.
func DeedText(l *i18n.Loc, d school.Deed) string {
	args := i18n.Args{"Name": d.Pupil, "Stage": d.N}
	if d.Pupil == "" {
		args["Name"] = l.T("deed.someone")
	}
	switch d.What {
	case school.DidMake:
		return l.T("deed.made")
	case school.DidSet:
		return l.T("deed.set")
	case school.DidArchive:
		return l.T("deed.archived")
	case school.DidRevive:
		return l.T("deed.revived")
	case school.DidBinClass:
		return l.T("deed.binnedclass")
	case school.DidRestore:
		return l.T("deed.restoredclass")
	case school.DidOpenCode:
		return l.T("deed.openedcode")
	case school.DidCloseCode:
		return l.T("deed.closedcode")
	case school.DidGate:
		if d.N == 0 {
			return l.T("deed.gateauto")
		}
		return l.T("deed.gate", args)
	case school.DidGatePupil:
		switch d.N {
		case 0:
			return l.T("deed.gatepupilauto", args)
		case -1:
			return l.T("deed.gatepupilclass", args)
		}
		return l.T("deed.gatepupil", args)
	case school.DidImport:
		return l.N("deed.imported", d.N)
	case school.DidRename:
		return l.T("deed.renamed", args)
	case school.DidMoveIn:
		return l.N("deed.movedin", d.N)
	case school.DidMoveOut:
		return l.N("deed.movedout", d.N)
	case school.DidBin:
		return l.N("deed.binned", d.N)
	case school.DidRestorePup:
		return l.T("deed.restored", args)
	case school.DidPurge:
		return l.N("deed.purged", d.N)
	case school.DidLetIn:
		return l.T("deed.letin", args)
	case school.DidUnlock:
		return l.T("deed.unlocked", args)
	case school.DidSecret:
		return l.T("deed.secret", args)
	case school.DidAddTeacher:
		return l.T("deed.addedteacher")
	case school.DidDropTeacher:
		return l.T("deed.removedteacher")
	case school.DidExport:
		return l.T("deed.exported")
	case school.DidExportPupil:
		return l.T("deed.exportedpupil", args)
	}
	return fmt.Sprintf("%s %d", d.What, d.N)
}

// pictureNames holds the keys of the pictures' names.
var pictureNames = map[string]string{
	"fish": "picture.fish", "sun": "picture.sun", "key": "picture.key", "tree": "picture.tree", "cat": "picture.cat", "boat": "picture.boat",
	"umbrella": "picture.umbrella", "apple": "picture.apple", "moon": "picture.moon", "car": "picture.car", "butterfly": "picture.butterfly", "pencil": "picture.pencil",
}

// PictureName is a picture in words.
func PictureName(l *i18n.Loc, picture string) string { return l.T(pictureNames[picture]) }

var (
	entryChoices = []Choice{
		{Value: "pictures", Key: "entry.pictures", More: "entry.pictures.more"},
		{Value: "name", Key: "entry.name", More: "entry.name.more"},
		{Value: "card", Key: "entry.card", More: "entry.card.more"},
	}
	classAidChoices = []Choice{
		{Value: "full", Key: "aids.full", More: "aids.full.more"},
		{Value: "request", Key: "aids.request", More: "aids.request.more"},
		{Value: "none", Key: "aids.none", More: "aids.none.more"},
	}
	backChoices  = []Choice{{Value: "on", Key: "back.on", More: "back.on.more"}, {Value: "off", Key: "back.off", More: "back.off.more"}}
	hintChoices  = []Choice{{Value: "on", Key: "hints.on", More: "hints.on.more"}, {Value: "off", Key: "hints.off", More: "hints.off.more"}}
	fateKeys     = map[string]string{"new": "fate.new", "there": "fate.there", "missing": "fate.missing", "refused": "fate.refused"}
	gateModeKeys = []Choice{{Value: "held", Key: "gate.held", More: "gate.held.more"}, {Value: "open", Key: "gate.open", More: "gate.open.more"}, {Value: "auto", Key: "gate.auto", More: "gate.auto.more"}}
)
