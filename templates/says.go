package templates

import (
	"time"

	"semeia/internal/i18n"
	"semeia/internal/school"
)

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

// deeds are the keys of what teachers do; a counted one is told with its
// number, the others with the pupil's name and the stage.
var deeds = map[string]struct {
	key     string
	counted bool
}{
	school.DidMake: {"deed.made", false}, school.DidSet: {"deed.set", false}, school.DidArchive: {"deed.archived", false},
	school.DidRevive: {"deed.revived", false}, school.DidBinClass: {"deed.binnedclass", false}, school.DidRestore: {"deed.restoredclass", false},
	school.DidOpenCode: {"deed.openedcode", false}, school.DidCloseCode: {"deed.closedcode", false}, school.DidGate: {"deed.gate", false},
	school.DidGatePupil: {"deed.gatepupil", false}, school.DidImport: {"deed.imported", true}, school.DidRename: {"deed.renamed", false},
	school.DidMoveIn: {"deed.movedin", true}, school.DidMoveOut: {"deed.movedout", true}, school.DidBin: {"deed.binned", true},
	school.DidRestorePup: {"deed.restored", false}, school.DidPurge: {"deed.purged", true}, school.DidLetIn: {"deed.letin", false},
	school.DidUnlock: {"deed.unlocked", false}, school.DidSecret: {"deed.secret", false}, school.DidAddTeacher: {"deed.addedteacher", false},
	school.DidDropTeacher: {"deed.removedteacher", false}, school.DidExport: {"deed.exported", false}, school.DidExportPupil: {"deed.exportedpupil", false},
}

// DeedText says what a teacher did.
func DeedText(l *i18n.Loc, d school.Deed) string {
	name := d.Pupil
	if name == "" {
		name = l.T("deed.someone")
	}
	args := i18n.Args{"Name": name, "Stage": d.N}
	switch deed := deeds[d.What]; {
	case deed.counted:
		return l.N(deed.key, d.N)
	case d.What == school.DidGate && d.N == 0:
		return l.T("deed.gateauto")
	case d.What == school.DidGatePupil && d.N == 0:
		return l.T("deed.gatepupilauto", args)
	case d.What == school.DidGatePupil && d.N < 0:
		return l.T("deed.gatepupilclass", args)
	default:
		return l.T(deed.key, args)
	}
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

func houseArgs(house int) i18n.Args { return i18n.Args{"House": house} }
