package store

import (
	"context"
	"database/sql"

	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/school"
)

// Reach brings the stage that a pupil has reached up to date, and gives it: it
// is asked when an answer of the pupil has been kept or a game has ended.
// history are all answers of the pupil, the newest included; nil: they are read
// here. They are looked at only where a game of the stage has been finished.
func (s *Store) Reach(ctx context.Context, pupil string, history []lesson.Attempt) (stage int, err error) {
	if err := s.db.QueryRowContext(ctx, `SELECT reached FROM pupils WHERE id = $1`, pupil).Scan(&stage); err != nil {
		return 0, one(err, "error.nopupil")
	}
	all, err := s.played(ctx, `
SELECT pupil_id, rules FROM games WHERE pupil_id = $1 AND board = '' AND outcome IN ('won', 'lost', 'drawn')
UNION
SELECT partner_id, rules FROM games WHERE partner_id = $1 AND board = '' AND outcome IN ('won', 'lost', 'drawn')`, pupil)
	if err != nil || !all[pupil][stage] {
		return stage, err
	}
	if history == nil {
		if history, err = s.Attempts(ctx, school.OwnerOf(pupil)); err != nil {
			return stage, err
		}
	}
	can := lesson.Paint(history)
	to := school.Reached(stage, &can, all[pupil])
	if to == stage {
		return stage, nil
	}
	err = s.within(ctx, func(tx *sql.Tx) error {
		// Two requests of one pupil may come to this at once: the further one holds.
		return tx.QueryRowContext(ctx, `
UPDATE pupils SET reached = CASE WHEN reached < $2 THEN $2 ELSE reached END WHERE id = $1 RETURNING reached`, pupil, to).Scan(&stage)
	})
	return stage, one(err, "error.nopupil")
}

// ClassPlayed says of which stages each pupil of a class has finished a game,
// for one of its teachers; who has finished none is missing.
func (s *Store) ClassPlayed(ctx context.Context, teacher, class string) (map[string]school.Played, error) {
	const who = `p.class_id = $2 AND p.deleted = 0 AND p.class_id IN (
    SELECT t.class_id FROM class_teachers t JOIN classes c ON c.id = t.class_id WHERE t.teacher_id = $1 AND c.deleted = 0)`
	return s.played(ctx, `
SELECT p.id, g.rules FROM pupils p JOIN games g ON g.pupil_id = p.id WHERE g.board = '' AND g.outcome IN ('won', 'lost', 'drawn') AND `+who+`
UNION
SELECT p.id, g.rules FROM pupils p JOIN games g ON g.partner_id = p.id WHERE g.board = '' AND g.outcome IN ('won', 'lost', 'drawn') AND `+who, teacher, class)
}

// played reads pairs of a pupil and the rules of a finished game.
func (s *Store) played(ctx context.Context, query string, args ...any) (map[string]school.Played, error) {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[string]school.Played{}
	for rows.Next() {
		var pupil, text string
		if err := rows.Scan(&pupil, &text); err != nil {
			return nil, err
		}
		rules, err := kalah.ParseRules(text)
		if err != nil {
			return nil, err
		}
		played := all[pupil]
		played[rules.Stage()] = true
		all[pupil] = played
	}
	return all, rows.Err()
}
