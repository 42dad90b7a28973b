package lesson

import (
	"fmt"

	"semeia/internal/kalah"
	"semeia/internal/tutor"
)

// Recall makes the exercise of an attempt again: where it was posed, and where
// the position and the house are the whole question, from those that were kept,
// so that what a child saw stays known when the generator changes, and without
// its search; else from the key.
func Recall(a *Attempt) (Exercise, error) {
	r, err := kalah.ParseRules(a.Key.Rules)
	if err != nil {
		return Exercise{}, err
	}
	side, known := kalah.ParseSide(a.Mover)
	if !known {
		return Exercise{}, fmt.Errorf("lesson: attempt by %q", a.Mover)
	}
	if Situation(a.Key.Kind) {
		s, ok := situationAt(a.Key.Kind, a.Key.Rules, a.Board)
		if !ok {
			return Exercise{}, fmt.Errorf("lesson: no situation %s %s for %s", a.Key.Kind, a.Board, a.Key.Rules)
		}
		return s.exercise(a.Key, a.Skill), nil
	}
	if a.Key.Version == posed {
		p, err := kalah.ParsePosition(a.Board, side)
		if err != nil {
			return Exercise{}, err
		}
		e, err := Posed(a.Key.Kind, a.Key.Level, r, p, a.House, pose(a.Key))
		e.Skill = a.Skill
		return e, err
	}
	switch a.Key.Kind {
	case Landing, LastSeed, LastThree, InKalah, WhatHappens, Compare, StillTo, RowTotal, WhoWon, Referee:
	default:
		e, err := Make(a.Key)
		e.Skill = a.Skill
		return e, err
	}
	p, err := r.Parse(a.Board, side)
	if err != nil {
		return Exercise{}, err
	}
	if a.House > 0 {
		if err := r.Legal(p, a.House); err != nil {
			return Exercise{}, err
		}
	}
	e := Exercise{Key: a.Key, Skill: a.Skill, Set: r, Guess: guess(a.Key.Kind, r)}
	tell(&e, &spot{pos: p, house: a.House})
	return e, nil
}

// Attempted is the attempt of an answer to an exercise, but for who gave it and
// when. ok is false when the answer is none that can be given.
func (e *Exercise) Attempted(answer string) (a Attempt, ok bool) {
	right, slips, ok := e.Mark(tutor.Answer(answer))
	return Attempt{
		Skill: e.Skill, Key: e.Key, Board: e.Pos.String(), Mover: e.Pos.Turn().String(), House: e.House,
		Answer: tutor.Answer(answer), Right: right, Slips: slips,
	}, ok
}
