package store

import (
	"context"
	"database/sql"
	"errors"

	"semeia/internal/i18n"
	"semeia/internal/school"
)

const classColumns = `c.id, c.name, c.lang, c.sign_in, coalesce(c.code, ''), c.code_until, c.code_minutes,
c.gate_mode, c.gate_stage, c.gate_before, c.gate_from, c.aids, c.take_back, c.hints, c.created, c.archived, c.deleted`

func classFields(c *school.Class) []any {
	return []any{&c.ID, &c.Name, &c.Lang, &c.Entry, &c.Code, &c.CodeUntil, &c.CodeMinutes,
		&c.Gate.Mode, &c.Gate.Stage, &c.Gate.Before, &c.Gate.From, &c.Aids, &c.TakeBack, &c.Hints, &c.Created, &c.Archived, &c.Deleted}
}

// furthest is the stage that the furthest pupil of a class has reached.
const furthest = `(SELECT coalesce(max(p.reached), 1) FROM pupils p WHERE p.class_id = c.id AND p.deleted = 0)`

func args(name string, value any) i18n.Args { return i18n.Args{name: value} }

// AddClass adds a class, which its maker teaches. An id that is there already
// is left as it is: a form posted twice makes one class.
func (s *Store) AddClass(ctx context.Context, by school.By, c school.Class) error {
	return s.within(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `
INSERT INTO classes (id, name, lang, sign_in, code_until, code_minutes, gate_mode, gate_stage, gate_before, gate_from, aids, take_back, hints, created, archived, deleted)
VALUES ($1, $2, $3, $4, 0, $5, $6, $7, $8, $9, $10, $11, $12, $13, 0, 0) ON CONFLICT DO NOTHING`,
			c.ID, c.Name, c.Lang, string(c.Entry), c.CodeMinutes, string(c.Gate.Mode), c.Gate.Stage, c.Gate.Before, c.Gate.From,
			string(c.Aids), c.TakeBack, c.Hints, by.At)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO class_teachers (class_id, teacher_id) VALUES ($1, $2)`, c.ID, by.Teacher); err != nil {
			return err
		}
		return note(ctx, tx, by, c.ID, "", school.DidMake, 0)
	})
}

// ClassesOf lists a teacher's classes, each with the number of its pupils and
// how far they have come.
func (s *Store) ClassesOf(ctx context.Context, teacher string) ([]school.Class, error) {
	return s.classes(ctx, `
SELECT `+classColumns+`, `+furthest+`, (SELECT count(*) FROM pupils p WHERE p.class_id = c.id AND p.deleted = 0) FROM classes c
WHERE c.deleted = 0 AND c.id IN (SELECT class_id FROM class_teachers WHERE teacher_id = $1) ORDER BY c.created, c.id`, teacher)
}

// AllClasses lists every class, for whoever sits at the machine.
func (s *Store) AllClasses(ctx context.Context) ([]school.Class, error) {
	return s.classes(ctx, `
SELECT `+classColumns+`, `+furthest+`, (SELECT count(*) FROM pupils p WHERE p.class_id = c.id AND p.deleted = 0) FROM classes c
WHERE c.deleted = 0 ORDER BY c.created, c.id`)
}

func (s *Store) classes(ctx context.Context, query string, args ...any) (list []school.Class, err error) {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var c school.Class
		if err := rows.Scan(append(classFields(&c), &c.Reached, &c.Pupils)...); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, rows.Err()
}

// Class reads a class that the teacher teaches, with how far its pupils have
// come; others find none.
func (s *Store) Class(ctx context.Context, teacher, id string) (c school.Class, err error) {
	err = s.db.QueryRowContext(ctx, `
SELECT `+classColumns+`, `+furthest+` FROM classes c
WHERE c.id = $2 AND c.deleted = 0 AND c.id IN (SELECT class_id FROM class_teachers WHERE teacher_id = $1)`, teacher, id).Scan(append(classFields(&c), &c.Reached)...)
	return c, one(err, "error.noclass")
}

// inClass runs f in one transaction, with the class's row locked, if the
// teacher teaches it and it is neither archived nor deleted.
func (s *Store) inClass(ctx context.Context, by school.By, id string, f func(*sql.Tx) error) error {
	return s.within(ctx, func(tx *sql.Tx) error {
		if err := lockClass(ctx, tx, by.Teacher, id); err != nil {
			return err
		}
		return f(tx)
	})
}

// lockClass locks the row of a class that the teacher teaches and that may be
// changed.
func lockClass(ctx context.Context, tx *sql.Tx, teacher, id string) error {
	archived, deleted, err := ownClass(ctx, tx, teacher, id)
	switch {
	case err != nil:
		return err
	case deleted > 0:
		return school.Fail(school.NotFound, "error.noclass")
	case archived > 0:
		return school.Fail(school.Invalid, "error.archived")
	}
	return nil
}

// ownClass locks the row of a class that the teacher teaches, and says when it
// was archived and deleted; 0: never.
func ownClass(ctx context.Context, tx *sql.Tx, teacher, id string) (archived, deleted int64, err error) {
	err = tx.QueryRowContext(ctx, `
UPDATE classes SET created = created
WHERE id = $2 AND id IN (SELECT class_id FROM class_teachers WHERE teacher_id = $1) RETURNING archived, deleted`, teacher, id).Scan(&archived, &deleted)
	return archived, deleted, one(err, "error.noclass")
}

// SetClass keeps a class's name, language and settings; its code and gate have
// methods of their own.
func (s *Store) SetClass(ctx context.Context, by school.By, c school.Class) error {
	return s.inClass(ctx, by, c.ID, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `
UPDATE classes SET name = $2, lang = $3, sign_in = $4, code_minutes = $5, aids = $6, take_back = $7, hints = $8 WHERE id = $1`,
			c.ID, c.Name, c.Lang, string(c.Entry), c.CodeMinutes, string(c.Aids), c.TakeBack, c.Hints)
		if err != nil {
			return err
		}
		return note(ctx, tx, by, c.ID, "", school.DidSet, 0)
	})
}

// OpenCode opens the class for signing in until the given time; a code that is
// still open stays the same. It gives the code.
func (s *Store) OpenCode(ctx context.Context, by school.By, id string, until int64) (code string, err error) {
	for range 10 { // a new code is somebody's once in a few million times
		err = s.inClass(ctx, by, id, func(tx *sql.Tx) error {
			if err := tx.QueryRowContext(ctx, `
UPDATE classes SET code_until = $2, code = CASE WHEN code IS NOT NULL AND code_until > $3 THEN code ELSE $4 END WHERE id = $1 RETURNING code`,
				id, until, by.At, school.NewCode()).Scan(&code); err != nil {
				return err
			}
			return note(ctx, tx, by, id, "", school.DidOpenCode, 0)
		})
		if !taken(err) {
			break
		}
	}
	return code, err
}

// CloseCode ends signing in with the class code; who is in stays in.
func (s *Store) CloseCode(ctx context.Context, by school.By, id string) error {
	return s.inClass(ctx, by, id, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE classes SET code_until = 0, code = NULL WHERE id = $1`, id); err != nil {
			return err
		}
		return note(ctx, tx, by, id, "", school.DidCloseCode, 0)
	})
}

// SetGate sets a class's gate.
func (s *Store) SetGate(ctx context.Context, by school.By, id string, g school.Gate) error {
	return s.inClass(ctx, by, id, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `
UPDATE classes SET gate_mode = $2, gate_stage = $3, gate_before = $4, gate_from = $5 WHERE id = $1`,
			id, string(g.Mode), g.Stage, g.Before, g.From)
		if err != nil {
			return err
		}
		return note(ctx, tx, by, id, "", school.DidGate, gateNumber(g))
	})
}

// gateNumber is a gate as the audit list keeps it.
func gateNumber(g school.Gate) int {
	switch g.Mode {
	case school.Auto:
		return 0
	case school.Follows:
		return -1
	}
	return g.Stage
}

// Archive puts a class away, or takes it out again: nobody signs in, nothing
// changes, everything can be read and exported.
func (s *Store) Archive(ctx context.Context, by school.By, id string, away bool) error {
	return s.within(ctx, func(tx *sql.Tx) error {
		at, what := int64(0), school.DidRevive
		if away {
			at, what = by.At, school.DidArchive
		}
		return archive(ctx, tx, by, id, at, what)
	})
}

func archive(ctx context.Context, tx *sql.Tx, by school.By, id string, at int64, what string) error {
	done, err := tx.ExecContext(ctx, `
UPDATE classes SET archived = $3, code = NULL, code_until = 0
WHERE id = $2 AND deleted = 0 AND id IN (SELECT class_id FROM class_teachers WHERE teacher_id = $1)`, by.Teacher, id, at)
	if err := changed(done, err, "error.noclass"); err != nil {
		return err
	}
	if at > 0 {
		if _, err := tx.ExecContext(ctx, `UPDATE pupils SET epoch = epoch + 1, seen = 0 WHERE class_id = $1`, id); err != nil {
			return err
		}
	}
	return note(ctx, tx, by, id, "", what, 0)
}

// TeachersOf lists the teachers of a class, for one of them.
func (s *Store) TeachersOf(ctx context.Context, teacher, class string) ([]school.Teacher, error) {
	return s.teachers(ctx, `
SELECT `+teacherColumns+` FROM teachers WHERE id IN (SELECT teacher_id FROM class_teachers WHERE class_id = $2)
AND EXISTS (SELECT 1 FROM class_teachers m WHERE m.class_id = $2 AND m.teacher_id = $1) ORDER BY login`, teacher, class)
}

// JoinTeacher makes the teacher of that sign-in name a teacher of the class too.
func (s *Store) JoinTeacher(ctx context.Context, by school.By, class, login string) error {
	return s.inClass(ctx, by, class, func(tx *sql.Tx) error {
		var id string
		err := tx.QueryRowContext(ctx, `SELECT id FROM teachers WHERE login = $1`, login).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return school.Fail(school.Invalid, "class.teachers.unknown")
		}
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO class_teachers (class_id, teacher_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, class, id); err != nil {
			return err
		}
		return note(ctx, tx, by, class, "", school.DidAddTeacher, 0)
	})
}

// DropTeacher takes a teacher off a class, which keeps at least one.
func (s *Store) DropTeacher(ctx context.Context, by school.By, class, teacher string) error {
	return s.inClass(ctx, by, class, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `DELETE FROM class_teachers WHERE class_id = $1 AND teacher_id = $2`, class, teacher)
		if err := changed(done, err, "error.noteacher"); err != nil {
			return err
		}
		var left int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM class_teachers WHERE class_id = $1`, class).Scan(&left); err != nil {
			return err
		}
		if left == 0 {
			return school.Fail(school.Invalid, "class.teachers.last")
		}
		return note(ctx, tx, by, class, "", school.DidDropTeacher, 0)
	})
}
