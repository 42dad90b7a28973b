package tutor

// Slip is a misconception by its code, as teachers' pages and vectors name it.
type Slip string

// NoSlip is the rule itself, as a belief among the others.
const NoSlip Slip = ""

// Family is a group of slips that are told apart by the same exercises.
type Family string

const (
	LandingFamily Family = "landing"
	AgainFamily   Family = "again"
	CaptureFamily Family = "capture"
	EndFamily     Family = "end"
	CompareFamily Family = "compare"
)

// Answer is an answer as attempts keep it: a place ("s3", "n*"), a number
// ("7"), a word ("again"), or several parts with a space between them, in the
// order the exercise gives. It is never longer than 60 bytes.
type Answer string

// DontKnow is the answer "I don't know yet".
const DontKnow Answer = "?"

// Case is an exercise as far as beliefs go.
type Case struct {
	Family  Family
	Choices []Answer            // all that can be answered; more than the predicted ones
	Predict map[Slip]Answer     // what each belief of the family would answer; NoSlip: the right one
	Beside  map[Answer][]Answer // answers one place beside an answer; may be nil
}
