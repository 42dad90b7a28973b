package store

import (
	"context"
	"database/sql"

	"semeia/internal/school"
)

// note keeps what a teacher did; class and pupil may be empty.
func note(ctx context.Context, tx *sql.Tx, by school.By, class, pupil, what string, n int) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO audit (id, class_id, teacher_id, pupil_id, at, what, n) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		school.NewID(), nullable(class), nullable(by.Teacher), nullable(pupil), by.At, what, n)
	return err
}

func nullable(s string) sql.NullString { return sql.NullString{String: s, Valid: s != ""} }

// NoteExport keeps that a class, or one pupil of it, was exported.
func (s *Store) NoteExport(ctx context.Context, by school.By, class, pupil string) error {
	return s.within(ctx, func(tx *sql.Tx) error {
		if err := lockClass(ctx, tx, by.Teacher, class); err != nil && school.CodeOf(err) != school.Invalid { // an archived one is exported too
			return err
		}
		what := school.DidExport
		if pupil != "" {
			what = school.DidExportPupil
		}
		return note(ctx, tx, by, class, pupil, what, 0)
	})
}

// Deeds are what teachers did in a class, the last first, at most limit, for
// one of its teachers.
func (s *Store) Deeds(ctx context.Context, teacher, class string, limit int) (list []school.Deed, err error) {
	rows, err := s.db.QueryContext(ctx, `
SELECT coalesce(t.name, ''), coalesce(p.name, ''), coalesce(p.twin, 1), a.at, a.what, a.n
FROM audit a LEFT JOIN teachers t ON t.id = a.teacher_id LEFT JOIN pupils p ON p.id = a.pupil_id AND p.class_id = a.class_id AND p.deleted = 0
WHERE a.class_id = $2 AND a.class_id IN (SELECT class_id FROM class_teachers WHERE teacher_id = $1)
ORDER BY a.at DESC, a.id LIMIT $3`, teacher, class, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var d school.Deed
		twin := 1
		if err := rows.Scan(&d.Teacher, &d.Pupil, &twin, &d.At, &d.What, &d.N); err != nil {
			return nil, err
		}
		d.Pupil = school.Display(d.Pupil, twin)
		list = append(list, d)
	}
	return list, rows.Err()
}
