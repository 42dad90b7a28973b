package school

import (
	"fmt"
	"strings"
)

// Teacher is somebody who teaches classes. An administrator also adds
// teachers and resets their passwords.
type Teacher struct {
	ID, Name string
	Login    string // folded, see [CleanLogin]
	Admin    bool
	// Epoch grows with every change of the password; sessions of an older one
	// have ended.
	Epoch int64
	Tries int   // wrong passwords since the last right one
	Tried int64 // when the last wrong one came, unix milliseconds
}

// Entry is how the pupils of a class sign in, once the class code has led them
// to the list of names.
type Entry string

const (
	ByName     Entry = "name"
	ByPictures Entry = "pictures" // the name and three secret pictures
	ByCard     Entry = "card"     // a card of their own; needs no class code
)

// Entries are all of them, as a teacher chooses.
var Entries = []Entry{ByPictures, ByName, ByCard}

// Class is a class with what its teachers have set for it. Times are unix
// milliseconds, 0 for never.
type Class struct {
	ID, Name, Lang string
	Entry          Entry
	Code           string // open for signing in until CodeUntil
	CodeUntil      int64
	CodeMinutes    int // how long an opened code stays open
	Gate           Gate
	Aids           Aids
	TakeBack       bool // practice moves may be taken back (R18)
	Hints          bool
	Created        int64
	Archived       int64
	Deleted        int64
	Pupils         int // how many, where it was asked for
	Reached        int // the furthest that any of them has come, where it was asked for
}

// Open reports whether pupils can sign in with the class code.
func (c *Class) Open(now int64) bool { return c.Code != "" && now < c.CodeUntil }

// CodeMinutes a teacher may choose between.
var CodeMinutes = []int{5, 10, 15, 30, 50, 120}

// Pupil is a child of a class: a name and what the class needs to let it in.
// Nothing else about a child is kept.
type Pupil struct {
	ID, ClassID, Name string
	Twin              int      // 1 for the first child of that name in the class, then 2, …
	Pictures          []string // of [Pictures], three
	Card              string   // see [NewCard]
	Gate              Gate
	Reached           int   // the stage it has come to by what it can do, see [Reached]
	LetIn             int64 // let in by a teacher: until then the name alone is enough, once
	Tries             int   // wrong tries since the last right one
	Tried             int64
	Seen              int64 // when it signed in; 0 after signing out
	Epoch             int64 // sessions of an older one have ended
	Created, Deleted  int64
}

// Display is the name as shown everywhere: the second child of a name is told
// apart from the first by a number.
func (p *Pupil) Display() string { return Display(p.Name, p.Twin) }

// Limit is the last stage that is open to the pupil of a class with that gate.
// The own gate goes before the class's; but one that opens stages holds nobody
// back where the class has gone further since.
func (p *Pupil) Limit(class Gate, now int64) int {
	limit := p.Gate.Over(class).Limit(now, p.Reached)
	if p.Gate.Mode == Opened {
		limit = max(limit, class.Limit(now, p.Reached))
	}
	return limit
}

// Display is the name of the child that is the twin-th of that name.
func Display(name string, twin int) string {
	if twin > 1 {
		return fmt.Sprintf("%s %d", name, twin)
	}
	return name
}

// Reader is who asks: at most one of a pupil and a teacher is signed in, and
// anybody may be a visitor. Of two pupils at one computer Pupil is the one whose
// tap it is: what is done is done for Pupil.
type Reader struct {
	Visitor string // hash of the visitor's cookie, empty without one
	Pupil   *Pupil
	Partner *Pupil // the other one of two at one computer, of the same class; nil when alone
	Class   *Class // of the pupil
	Teacher *Teacher
}

const pupilOwner = "pupil:"

// OwnerOf is the owner of a pupil's games.
func OwnerOf(pupil string) string { return pupilOwner + pupil }

// PupilOf is the pupil an owner stands for.
func PupilOf(owner string) (id string, ok bool) {
	if id, ok = strings.CutPrefix(owner, pupilOwner); !ok {
		return "", false
	}
	return id, true
}

// Owner is the owner of the games that the reader opens; empty for a visitor
// who has no cookie yet.
func (r *Reader) Owner() string {
	if r.Pupil != nil {
		return OwnerOf(r.Pupil.ID)
	}
	return r.Visitor
}

// Limit is the last stage that is open to the reader. Gates teach, they do not
// hide: visitors and teachers see everything. Two at one computer learn
// together, at the lower of their stages.
func (r *Reader) Limit(now int64) int {
	if r.Pupil == nil {
		return LastStage
	}
	limit := r.Pupil.Limit(r.Class.Gate, now)
	if r.Partner != nil {
		limit = min(limit, r.Partner.Limit(r.Class.Gate, now))
	}
	return limit
}

// Wait is how long, in milliseconds, after that many wrong tries in a row the
// next one is not looked at: nothing for the first two, then 5 seconds, twice
// as long each time, at most longest.
func Wait(tries int, longest int64) int64 {
	if tries < 3 {
		return 0
	}
	return min(5000<<min(tries-3, 20), longest)
}

// The longest waits: a child waits with the teacher in the room; a teacher's
// name can be tried by anybody, who must not keep them out.
const (
	PupilWait   = 5 * 60 * 1000
	TeacherWait = 20 * 1000
)
