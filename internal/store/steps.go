package store

import (
	"context"
	"database/sql"

	"semeia/internal/kalah"
	"semeia/internal/school"
)

// Steps are the steps of lessons that an owner has done: by lesson and step.
func (s *Store) Steps(ctx context.Context, owner string) (map[string]map[string]bool, error) {
	list, err := s.stepsOf(ctx, owner)
	done := map[string]map[string]bool{}
	for _, step := range list {
		if done[step.Lesson] == nil {
			done[step.Lesson] = map[string]bool{}
		}
		done[step.Lesson][step.Step] = true
	}
	return done, err
}

// stepsOf lists the same, in the order in which they were done.
func (s *Store) stepsOf(ctx context.Context, owner string) (list []school.Step, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT lesson, step, at FROM steps WHERE owner = $1 ORDER BY at, lesson, step`, owner)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var step school.Step
		if err := rows.Scan(&step.Lesson, &step.Step, &step.At); err != nil {
			return nil, err
		}
		list = append(list, step)
	}
	return list, rows.Err()
}

// DoStep notes that owners, one or a pair, have done a step of a lesson. A step
// is done once: again changes nothing.
func (s *Store) DoStep(ctx context.Context, owners []string, lesson, step string, at int64) error {
	return s.within(ctx, func(tx *sql.Tx) error {
		for _, owner := range owners {
			pupil, _ := school.PupilOf(owner)
			if _, err := tx.ExecContext(ctx, `
INSERT INTO steps (owner, pupil_id, lesson, step, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
				owner, nullable(pupil), lesson, step, at); err != nil {
				return err
			}
		}
		return nil
	})
}

// Finished is a game that was played to its end.
type Finished struct {
	Rules  kalah.Rules
	Counts bool
}

// FinishedGames are the games that an owner has played from the start to their end, as the one
// who opened them or as the partner, one of each sort.
func (s *Store) FinishedGames(ctx context.Context, owner string) (list []Finished, err error) {
	pupil, _ := school.PupilOf(owner)
	rows, err := s.db.QueryContext(ctx, `
SELECT DISTINCT rules, counts FROM games
WHERE (owner = $1 OR partner_id = $2) AND outcome IN ('won', 'lost', 'drawn') AND board = ''`, owner, pupil)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var f Finished
		var rules string
		if err := rows.Scan(&rules, &f.Counts); err != nil {
			return nil, err
		}
		if f.Rules, err = kalah.ParseRules(rules); err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, rows.Err()
}
