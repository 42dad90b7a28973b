package school

import "semeia/internal/lesson"

// Played says by stage whether a pupil has finished a game under its rules, as
// the one who opened it or as the partner. A game that was given up is not
// finished.
type Played [LastStage + 1]bool

// Ready reports whether a pupil is ready for the stage after the given one: can
// do all of it, and has finished a game of it. Nothing follows the laboratory.
func Ready(stage int, can *lesson.Picture, played Played) bool {
	return stage < LastStage && played[stage] && can.Ready(stage)
}

// Reached is the stage a pupil has come to who had come to the stage from
// before. Stages are passed one after the other; what is forgotten later takes
// none away.
func Reached(from int, can *lesson.Picture, played Played) int {
	for Ready(from, can, played) {
		from++
	}
	return from
}
