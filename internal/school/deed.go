package school

import "semeia/internal/lesson"

// By is who changes something, and when.
type By struct {
	Teacher string // id
	At      int64  // unix milliseconds
}

// Deed is what a teacher did, as the audit list keeps it: never with a name.
type Deed struct {
	Teacher string // name of the teacher; empty once removed
	Pupil   string // display name; empty where no pupil was meant, or once deleted
	At      int64
	What    string
	N       int // how many, or which stage
}

// What a deed is.
const (
	DidMake        = "made"
	DidSet         = "set"
	DidArchive     = "archived"
	DidRevive      = "revived"
	DidBinClass    = "binned-class"
	DidRestore     = "restored-class"
	DidOpenCode    = "opened-code"
	DidCloseCode   = "closed-code"
	DidGate        = "gate"       // N: the stage, 0 for automatic
	DidGatePupil   = "gate-pupil" // N: the stage, 0 for automatic, -1 as the class
	DidImport      = "imported"   // N: how many pupils
	DidRename      = "renamed"
	DidMoveIn      = "moved-in"
	DidMoveOut     = "moved-out"
	DidBin         = "binned"
	DidRestorePup  = "restored"
	DidPurge       = "purged" // N: how many pupils
	DidLetIn       = "let-in"
	DidUnlock      = "unlocked"
	DidSecret      = "secret"
	DidAddTeacher  = "added-teacher"
	DidDropTeacher = "removed-teacher"
	DidExport      = "exported"
	DidExportPupil = "exported-pupil"
)

// Receipt counts what was really deleted.
type Receipt struct{ Classes, Pupils, Games, Moves, Answers, Steps int }

// BinDays is how long what is deleted can be brought back.
const BinDays = 7

// BinLife is the same in milliseconds.
const BinLife = BinDays * 24 * 60 * 60 * 1000

// Binned is a class or a pupil in the bin.
type Binned struct {
	ID, Name string
	Class    string // name of the pupil's class; empty for a class
	ClassID  string
	Deleted  int64 // unix milliseconds; gone BinLife later
}

// Record is everything that is kept of a class, for its export.
type Record struct {
	Class    Class
	Teachers []Teacher
	Pupils   []PupilRecord
	Deeds    []Deed
}

// PupilRecord is everything that is kept of a pupil.
type PupilRecord struct {
	Pupil    Pupil
	Games    []Game
	Attempts []lesson.Attempt
	Steps    []Step
	Hints    []Hint
}

// Hint is help that was asked for at a version of a game.
type Hint struct {
	Game    string
	Version int
	Steps   int   // of the three
	At      int64 // unix milliseconds
}

// Step is a step of a lesson that was done.
type Step struct {
	Lesson, Step string
	At           int64 // milliseconds since 1970
}
