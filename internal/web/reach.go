package web

import (
	"semeia/internal/lesson"
	"semeia/internal/school"
)

// reach brings the stage that a pupil has reached up to date. Whoever keeps an
// answer of the pupil calls it, with all answers, the new one included; where
// something else may have opened a stage, history is nil. It costs little while
// no game of the stage has been finished, and nothing for a visitor, who is nil.
func (s *server) reach(r *request, pupil *school.Pupil, history []lesson.Attempt) error {
	if pupil == nil {
		return nil
	}
	stage, err := s.Store.Reach(r.Request().Context(), pupil.ID, history)
	if err != nil {
		return err
	}
	pupil.Reached = stage
	return nil
}

// ended is called when a game may have come to its end: one that was played out
// counts for the pupil who opened it and for the partner.
func (s *server) ended(r *request, g *school.Game, o school.Outcome) error {
	if o != school.Won && o != school.Lost && o != school.Drawn {
		return nil
	}
	opener, _ := school.PupilOf(g.Owner)
	for _, id := range []string{opener, g.Partner} {
		if err := s.reach(r, r.player(id), nil); err != nil {
			return err
		}
	}
	return nil
}

// player is the pupil of that id, who may have left the computer since; nil for
// the empty id of a visitor.
func (r *request) player(id string) *school.Pupil {
	switch {
	case id == "":
		return nil
	case r.Pupil != nil && r.Pupil.ID == id:
		return r.Pupil
	case r.Partner != nil && r.Partner.ID == id:
		return r.Partner
	}
	return &school.Pupil{ID: id}
}
