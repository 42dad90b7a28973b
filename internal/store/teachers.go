package store

import (
	"context"
	"database/sql"
	"errors"

	"semeia/internal/school"
)

const teacherColumns = `id, name, login, admin, epoch, tries, tried`

func scanTeacher(row interface{ Scan(...any) error }, more ...any) (t school.Teacher, err error) {
	err = row.Scan(append([]any{&t.ID, &t.Name, &t.Login, &t.Admin, &t.Epoch, &t.Tries, &t.Tried}, more...)...)
	return t, err
}

// Claimed reports whether the school has its first teacher.
func (s *Store) Claimed(ctx context.Context) (bool, error) {
	var n int
	err := s.db.QueryRowContext(ctx, `SELECT count(*) FROM claims`).Scan(&n)
	return n > 0, err
}

// Claim makes the school's first teacher, an administrator. The error is
// [school.Stale] when somebody was first.
func (s *Store) Claim(ctx context.Context, t school.Teacher, password string, now int64) error {
	err := s.within(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO claims (one, at) VALUES (1, $1)`, now); err != nil {
			return err
		}
		t.Admin = true
		return insertTeacher(ctx, tx, t, password, now)
	})
	if taken(err) {
		return school.Fail(school.Stale, "setup.claimed")
	}
	return err
}

func insertTeacher(ctx context.Context, tx *sql.Tx, t school.Teacher, password string, now int64) error {
	_, err := tx.ExecContext(ctx, `
INSERT INTO teachers (id, name, login, password, admin, epoch, tries, tried, created) VALUES ($1, $2, $3, $4, $5, 1, 0, 0, $6)`,
		t.ID, t.Name, t.Login, password, t.Admin, now)
	return err
}

// AddTeacher adds a teacher, for an administrator. The error is
// [school.Forbidden] for others, [school.Invalid] when the sign-in name is
// somebody's.
func (s *Store) AddTeacher(ctx context.Context, by school.By, t school.Teacher, password string) error {
	err := s.asAdmin(ctx, by, func(tx *sql.Tx) error {
		return insertTeacher(ctx, tx, t, password, by.At)
	})
	if taken(err) {
		return school.Fail(school.Invalid, "teacher.login.taken")
	}
	return err
}

// asAdmin runs f in one transaction if the teacher is an administrator.
func (s *Store) asAdmin(ctx context.Context, by school.By, f func(*sql.Tx) error) error {
	return s.within(ctx, func(tx *sql.Tx) error {
		var id string
		err := tx.QueryRowContext(ctx, `UPDATE teachers SET epoch = epoch WHERE id = $1 AND admin RETURNING id`, by.Teacher).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return school.Fail(school.Forbidden, "error.admin")
		}
		if err != nil {
			return err
		}
		return f(tx)
	})
}

// Teachers lists all teachers, for an administrator; others see none.
func (s *Store) Teachers(ctx context.Context, admin string) ([]school.Teacher, error) {
	return s.teachers(ctx, `
SELECT `+teacherColumns+` FROM teachers
WHERE EXISTS (SELECT 1 FROM teachers a WHERE a.id = $1 AND a.admin) ORDER BY login`, admin)
}

func (s *Store) teachers(ctx context.Context, query string, args ...any) (list []school.Teacher, err error) {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		t, err := scanTeacher(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, rows.Err()
}

// TeacherNow is the teacher of a session: [school.NotFound] when removed, or
// when the password was changed since.
func (s *Store) TeacherNow(ctx context.Context, id string, epoch int64) (school.Teacher, error) {
	t, err := scanTeacher(s.db.QueryRowContext(ctx, `SELECT `+teacherColumns+` FROM teachers WHERE id = $1 AND epoch = $2`, id, epoch))
	return t, one(err, "error.signedout")
}

// TeacherByLogin gives a teacher and what is kept of the password. Unknown
// sign-in names give an empty one, and no error.
func (s *Store) TeacherByLogin(ctx context.Context, login string) (t school.Teacher, password string, err error) {
	t, err = scanTeacher(s.db.QueryRowContext(ctx, `SELECT `+teacherColumns+`, password FROM teachers WHERE login = $1`, login), &password)
	if errors.Is(err, sql.ErrNoRows) {
		return t, "", nil
	}
	return t, password, err
}

// PasswordOf is what is kept of a teacher's password.
func (s *Store) PasswordOf(ctx context.Context, id string) (password string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT password FROM teachers WHERE id = $1`, id).Scan(&password)
	return password, one(err, "error.signedout")
}

// NoteTry counts a teacher's wrong password, or forgets the wrong ones after
// the right one.
func (s *Store) NoteTry(ctx context.Context, id string, right bool, now int64) error {
	query := `UPDATE teachers SET tries = tries + 1, tried = $2 WHERE id = $1`
	if right {
		query = `UPDATE teachers SET tries = 0 WHERE id = $1 AND tries > 0`
		_, err := s.db.ExecContext(ctx, query, id)
		return err
	}
	_, err := s.db.ExecContext(ctx, query, id, now)
	return err
}

// SetPassword changes a teacher's own password and ends all sessions that
// began before; the new epoch is for the one that goes on.
func (s *Store) SetPassword(ctx context.Context, id, password string) (epoch int64, err error) {
	err = s.db.QueryRowContext(ctx, `
UPDATE teachers SET password = $2, epoch = epoch + 1, tries = 0 WHERE id = $1 RETURNING epoch`, id, password).Scan(&epoch)
	return epoch, one(err, "error.signedout")
}

// ResetPassword gives another teacher a new password and ends all their
// sessions, for an administrator.
func (s *Store) ResetPassword(ctx context.Context, by school.By, id, password string) error {
	return s.asAdmin(ctx, by, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `UPDATE teachers SET password = $2, epoch = epoch + 1, tries = 0 WHERE id = $1`, id, password)
		return changed(done, err, "error.noteacher")
	})
}

// ResetByLogin is [Store.ResetPassword] for whoever sits at the machine.
func (s *Store) ResetByLogin(ctx context.Context, login, password string) error {
	done, err := s.db.ExecContext(ctx, `UPDATE teachers SET password = $2, epoch = epoch + 1, tries = 0 WHERE login = $1`, login, password)
	return changed(done, err, "error.noteacher")
}

// RemoveTeacher removes a teacher, for an administrator: neither the last
// administrator nor the only teacher of a class.
func (s *Store) RemoveTeacher(ctx context.Context, by school.By, id string) error {
	return s.asAdmin(ctx, by, func(tx *sql.Tx) error {
		if id == by.Teacher {
			return school.Fail(school.Invalid, "teacher.remove.self")
		}
		// Nobody leaves those classes meanwhile.
		if _, err := tx.ExecContext(ctx, `UPDATE classes SET created = created WHERE id IN (SELECT class_id FROM class_teachers WHERE teacher_id = $1)`, id); err != nil {
			return err
		}
		var alone int
		err := tx.QueryRowContext(ctx, `
SELECT count(*) FROM class_teachers t WHERE t.teacher_id = $1
AND NOT EXISTS (SELECT 1 FROM class_teachers o WHERE o.class_id = t.class_id AND o.teacher_id <> $1)`, id).Scan(&alone)
		if err != nil {
			return err
		}
		if alone > 0 {
			return school.Fail(school.Invalid, "teacher.remove.alone", args("N", alone))
		}
		done, err := tx.ExecContext(ctx, `DELETE FROM teachers WHERE id = $1`, id)
		return changed(done, err, "error.noteacher")
	})
}
