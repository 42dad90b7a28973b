package store

import (
	"context"
	"database/sql"
	"strconv"
	"strings"

	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/internal/tutor"
)

const attemptColumns = `skill, n, kind, rules, level, seed, generator, board, mover, house, answer, correct, slips, millis, help, mixed, origin, at`

func scanAttempt(row interface{ Scan(...any) error }, more ...any) (a lesson.Attempt, err error) {
	var seed, slips string
	fields := []any{&a.Skill, &a.N, &a.Key.Kind, &a.Key.Rules, &a.Key.Level, &seed, &a.Key.Version, &a.Board, &a.Mover, &a.House,
		&a.Answer, &a.Right, &slips, &a.Millis, &a.Help, &a.Mixed, &a.Origin, &a.At}
	if err = row.Scan(append(more, fields...)...); err != nil {
		return a, err
	}
	if a.Key.Seed, err = strconv.ParseUint(seed, 16, 64); err != nil {
		return a, err
	}
	for _, s := range strings.Fields(slips) {
		a.Slips = append(a.Slips, tutor.Slip(s))
	}
	return a, nil
}

// AddAttempts keeps answers of an owner, all or none, each as the n-th on its
// skill. The error is [school.Stale] when there is an n-th already: an answer
// that is sent twice is kept once.
func (s *Store) AddAttempts(ctx context.Context, owner string, list ...*lesson.Attempt) error {
	pupil, _ := school.PupilOf(owner)
	return s.within(ctx, func(tx *sql.Tx) error {
		for _, a := range list {
			slips := make([]string, len(a.Slips))
			for i, slip := range a.Slips {
				slips[i] = string(slip)
			}
			done, err := tx.ExecContext(ctx, `
INSERT INTO attempts (owner, pupil_id, skill, n, kind, rules, level, seed, generator, board, mover, house, answer, correct, slips, millis, help, mixed, origin, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
ON CONFLICT DO NOTHING`,
				owner, nullable(pupil), string(a.Skill), a.N, string(a.Key.Kind), a.Key.Rules, a.Key.Level, strconv.FormatUint(a.Key.Seed, 16), a.Key.Version,
				a.Board, a.Mover, a.House, string(a.Answer), a.Right, strings.Join(slips, " "), a.Millis, a.Help, a.Mixed, a.Origin, a.At)
			if err != nil {
				return err
			}
			if n, err := done.RowsAffected(); err != nil {
				return err
			} else if n == 0 {
				return school.Fail(school.Stale, "practice.stale")
			}
		}
		return nil
	})
}

// Attempts are all answers of an owner, in the order they were given.
func (s *Store) Attempts(ctx context.Context, owner string) ([]lesson.Attempt, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT `+attemptColumns+` FROM attempts WHERE owner = $1 ORDER BY at, skill, n`, owner)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []lesson.Attempt
	for rows.Next() {
		a, err := scanAttempt(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, rows.Err()
}

// CountAttempts says how many answers each pupil of a class has given, for one
// of its teachers. Answers are only added, so an unchanged number means
// unchanged answers.
func (s *Store) CountAttempts(ctx context.Context, teacher, class string) (map[string]int, error) {
	rows, err := s.db.QueryContext(ctx, `
SELECT p.id, (SELECT count(*) FROM attempts a WHERE a.pupil_id = p.id) FROM pupils p
WHERE p.class_id = $2 AND p.deleted = 0 AND p.class_id IN (
    SELECT t.class_id FROM class_teachers t JOIN classes c ON c.id = t.class_id WHERE t.teacher_id = $1 AND c.deleted = 0)`, teacher, class)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	counts := map[string]int{}
	for rows.Next() {
		var id string
		var n int
		if err := rows.Scan(&id, &n); err != nil {
			return nil, err
		}
		counts[id] = n
	}
	return counts, rows.Err()
}

// PupilAttempts are all answers of a pupil, for a teacher of the class.
func (s *Store) PupilAttempts(ctx context.Context, teacher, class, pupil string) ([]lesson.Attempt, error) {
	if _, err := s.Pupil(ctx, teacher, class, pupil); err != nil {
		return nil, err
	}
	return s.Attempts(ctx, school.OwnerOf(pupil))
}

// ClassAttempts are all answers of all pupils of a class, by pupil, each in the
// order they were given, for one of its teachers.
func (s *Store) ClassAttempts(ctx context.Context, teacher, class string) (map[string][]lesson.Attempt, error) {
	rows, err := s.db.QueryContext(ctx, `
SELECT a.pupil_id, `+attemptColumns+` FROM attempts a
WHERE a.pupil_id IN (SELECT p.id FROM pupils p WHERE p.class_id = $2 AND p.deleted = 0 AND p.class_id IN (
    SELECT t.class_id FROM class_teachers t JOIN classes c ON c.id = t.class_id WHERE t.teacher_id = $1 AND c.deleted = 0))
ORDER BY a.pupil_id, a.at, a.skill, a.n`, teacher, class)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[string][]lesson.Attempt{}
	for rows.Next() {
		var pupil string
		a, err := scanAttempt(rows, &pupil)
		if err != nil {
			return nil, err
		}
		all[pupil] = append(all[pupil], a)
	}
	return all, rows.Err()
}
