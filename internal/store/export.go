package store

import (
	"context"
	"slices"

	"golang.org/x/text/language"

	"semeia/internal/school"
)

// Record gives everything that is kept of a class, for one of its teachers.
func (s *Store) Record(ctx context.Context, teacher, class string) (school.Record, error) {
	c, err := s.Class(ctx, teacher, class)
	if err != nil {
		return school.Record{}, err
	}
	return s.record(ctx, c)
}

// RecordOf is [Store.Record] for whoever sits at the machine.
func (s *Store) RecordOf(ctx context.Context, class string) (school.Record, error) {
	var c school.Class
	err := s.db.QueryRowContext(ctx, `SELECT `+classColumns+` FROM classes c WHERE c.id = $1 AND c.deleted = 0`, class).Scan(classFields(&c)...)
	if err != nil {
		return school.Record{}, one(err, "error.noclass")
	}
	return s.record(ctx, c)
}

func (s *Store) record(ctx context.Context, c school.Class) (r school.Record, err error) {
	r.Class = c
	if r.Teachers, err = s.teachers(ctx, `
SELECT `+teacherColumns+` FROM teachers WHERE id IN (SELECT teacher_id FROM class_teachers WHERE class_id = $1) ORDER BY login`, c.ID); err != nil {
		return r, err
	}
	pupils, err := s.pupils(ctx, `SELECT `+pupilColumns+` FROM pupils p WHERE p.class_id = $1 AND p.deleted = 0`, c.ID)
	if err != nil {
		return r, err
	}
	school.SortNames(language.Make(c.Lang), pupils, func(p school.Pupil) string { return p.Display() })
	for _, p := range pupils {
		one, err := s.recordOf(ctx, p)
		if err != nil {
			return r, err
		}
		r.Pupils = append(r.Pupils, one)
	}
	if len(r.Teachers) > 0 {
		r.Deeds, err = s.Deeds(ctx, r.Teachers[0].ID, c.ID, 10_000)
	}
	return r, err
}

// gamesWithMoves lists all games of a pupil, the first opened first.
func (s *Store) gamesWithMoves(ctx context.Context, pupil string) ([]school.Game, error) {
	games, err := s.GamesOf(ctx, school.OwnerOf(pupil), 100_000)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(games, func(a, b school.Game) int { return int(a.Opened - b.Opened) })
	for i := range games {
		g, err := s.gameRow(ctx, games[i].ID, pupil)
		if err != nil {
			return nil, err
		}
		games[i] = g
	}
	return games, nil
}

// PupilRecord gives everything that is kept of a pupil, for a teacher.
func (s *Store) PupilRecord(ctx context.Context, teacher, class, id string) (school.PupilRecord, error) {
	p, err := s.Pupil(ctx, teacher, class, id)
	if err != nil {
		return school.PupilRecord{}, err
	}
	return s.recordOf(ctx, p)
}

func (s *Store) recordOf(ctx context.Context, p school.Pupil) (r school.PupilRecord, err error) {
	r.Pupil = p
	if r.Games, err = s.gamesWithMoves(ctx, p.ID); err != nil {
		return r, err
	}
	if r.Attempts, err = s.Attempts(ctx, school.OwnerOf(p.ID)); err != nil {
		return r, err
	}
	if r.Steps, err = s.stepsOf(ctx, school.OwnerOf(p.ID)); err != nil {
		return r, err
	}
	r.Hints, err = s.hintsOf(ctx, p.ID)
	return r, err
}
