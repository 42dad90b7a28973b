package templates

import "strings"

// Plans is the page of all lessons, for teachers.
type Plans struct {
	Shell
	Stages []PlanStage
	Faults []string // what is wrong with the school's own lessons: file, line, what
}

// PlanStage is the lessons of a stage.
type PlanStage struct {
	Number  int
	Lessons []PlanLink
}

// PlanLink leads to a lesson's plan and to its first step on the projector.
type PlanLink struct {
	Lead
	To, Screen string
	About      string // what it is about
	Minutes    int
	Own        bool // from the school's own folder
	Skills     []string
}

func (l PlanLink) skills() string { return strings.Join(l.Skills, ", ") }

// Plan is the plan of a lesson, on the screen and as a printed sheet.
type Plan struct {
	Shell
	PlanLink
	Stage           int
	Aim, Board, Ask string // made by course: no author's HTML
	Material        []string
	Slips           []PlanSlip
	Pair            []AnswerLine // questions on which a slip shows, and does not
	PairOf          PlanSlip     // that slip
	Steps           []PlanStep
	Pupils          string // where pupils have it
}

// PlanSlip is a mistake to expect, with what to ask and what to say again.
type PlanSlip struct{ Letter, Name, Ask, Say string }

// PlanStep is a step of the lesson, and where it is on the projector.
type PlanStep struct{ To, Title, Kind string }
