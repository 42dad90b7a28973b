package store

import (
	"context"
	"database/sql"
	"time"

	"semeia/internal/school"
)

// BinPupils puts children of a class into the bin and ends their sessions.
func (s *Store) BinPupils(ctx context.Context, by school.By, class string, ids []string) error {
	return s.inClass(ctx, by, class, func(tx *sql.Tx) error {
		for _, id := range ids {
			done, err := tx.ExecContext(ctx, `
UPDATE pupils SET deleted = $3, epoch = epoch + 1, seen = 0 WHERE class_id = $1 AND id = $2 AND deleted = 0`, class, id, by.At)
			if err := changed(done, err, "error.nopupil"); err != nil {
				return err
			}
		}
		return note(ctx, tx, by, class, "", school.DidBin, len(ids))
	})
}

// BinClass puts a class with all its pupils into the bin.
func (s *Store) BinClass(ctx context.Context, by school.By, class string) error {
	return s.within(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `
UPDATE classes SET deleted = $3, code = NULL, code_until = 0
WHERE id = $2 AND deleted = 0 AND id IN (SELECT class_id FROM class_teachers WHERE teacher_id = $1)`, by.Teacher, class, by.At)
		if err := changed(done, err, "error.noclass"); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE pupils SET epoch = epoch + 1, seen = 0 WHERE class_id = $1`, class); err != nil {
			return err
		}
		return note(ctx, tx, by, class, "", school.DidBinClass, 0)
	})
}

// Bin lists what a teacher can bring back, the last deleted first: classes,
// and pupils of classes that are not deleted themselves.
func (s *Store) Bin(ctx context.Context, teacher string) (list []school.Binned, err error) {
	rows, err := s.db.QueryContext(ctx, `
SELECT c.id, c.name, 1 AS twin, '' AS class, c.id AS class_id, c.deleted AS deleted FROM classes c
WHERE c.deleted > 0 AND c.id IN (SELECT class_id FROM class_teachers WHERE teacher_id = $1)
UNION ALL
SELECT p.id, p.name, p.twin, c.name, c.id, p.deleted FROM pupils p JOIN classes c ON c.id = p.class_id
WHERE p.deleted > 0 AND c.deleted = 0 AND c.id IN (SELECT class_id FROM class_teachers WHERE teacher_id = $1)
ORDER BY deleted DESC, id`, teacher)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var b school.Binned
		var twin int
		if err := rows.Scan(&b.ID, &b.Name, &twin, &b.Class, &b.ClassID, &b.Deleted); err != nil {
			return nil, err
		}
		b.Name = school.Display(b.Name, twin)
		list = append(list, b)
	}
	return list, rows.Err()
}

// RestoreClass brings a class back from the bin.
func (s *Store) RestoreClass(ctx context.Context, by school.By, class string) error {
	return s.within(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `
UPDATE classes SET deleted = 0 WHERE id = $2 AND deleted > 0 AND id IN (SELECT class_id FROM class_teachers WHERE teacher_id = $1)`, by.Teacher, class)
		if err := changed(done, err, "error.noclass"); err != nil {
			return err
		}
		return note(ctx, tx, by, class, "", school.DidRestore, 0)
	})
}

// RestorePupil brings a pupil back from the bin. The error is [school.Invalid]
// when the class has no room left.
func (s *Store) RestorePupil(ctx context.Context, by school.By, class, id string) error {
	return s.inClass(ctx, by, class, func(tx *sql.Tx) error {
		var folded string
		err := tx.QueryRowContext(ctx, `SELECT folded FROM pupils WHERE class_id = $1 AND id = $2 AND deleted > 0`, class, id).Scan(&folded)
		if err != nil {
			return one(err, "error.nopupil")
		}
		var have int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM pupils WHERE class_id = $1 AND deleted = 0`, class).Scan(&have); err != nil {
			return err
		}
		if have >= school.ClassSize {
			return school.Fail(school.Invalid, "class.full", args("N", school.ClassSize))
		}
		// The own number if it is still free, else the next.
		var clash int
		if err := tx.QueryRowContext(ctx, `
SELECT count(*) FROM pupils q JOIN pupils p ON p.id = $1 WHERE q.class_id = $2 AND q.folded = $3 AND q.twin = p.twin AND q.deleted = 0`, id, class, folded).Scan(&clash); err != nil {
			return err
		}
		if clash > 0 {
			twin, err := freeTwin(ctx, tx, class, folded, id)
			if err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, `UPDATE pupils SET twin = $2 WHERE id = $1`, id, twin); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, `UPDATE pupils SET deleted = 0 WHERE id = $1`, id); err != nil {
			return err
		}
		return note(ctx, tx, by, class, id, school.DidRestorePup, 0)
	})
}

// PurgePupil deletes a pupil for good, in the bin or not, with all that is
// theirs. It counts what went.
func (s *Store) PurgePupil(ctx context.Context, by school.By, class, id string) (r school.Receipt, err error) {
	err = s.inClass(ctx, by, class, func(tx *sql.Tx) error {
		if r, err = purge(ctx, tx, `id = $1 AND class_id = $2`, id, class); err != nil {
			return err
		}
		if r.Pupils == 0 {
			return school.Fail(school.NotFound, "error.nopupil")
		}
		return note(ctx, tx, by, class, "", school.DidPurge, r.Pupils)
	})
	if err == nil {
		err = s.scrub(ctx)
	}
	return r, err
}

// PurgeClass deletes a class for good with its pupils, in the bin or not,
// archived or not. It counts what went.
func (s *Store) PurgeClass(ctx context.Context, by school.By, class string) (r school.Receipt, err error) {
	err = s.within(ctx, func(tx *sql.Tx) error {
		if _, _, err := ownClass(ctx, tx, by.Teacher, class); err != nil {
			return err
		}
		if r, err = purgeClass(ctx, tx, class); err != nil {
			return err
		}
		return note(ctx, tx, by, "", "", school.DidPurge, r.Pupils)
	})
	if err == nil {
		err = s.scrub(ctx)
	}
	return r, err
}

// PurgePupils deletes all pupils of a class for good and keeps the class.
func (s *Store) PurgePupils(ctx context.Context, by school.By, class string) (r school.Receipt, err error) {
	err = s.within(ctx, func(tx *sql.Tx) error {
		_, deleted, err := ownClass(ctx, tx, by.Teacher, class)
		if err == nil && deleted > 0 {
			err = school.Fail(school.NotFound, "error.noclass")
		}
		if err != nil {
			return err
		}
		if r, err = purge(ctx, tx, `class_id = $1`, class); err != nil {
			return err
		}
		return note(ctx, tx, by, class, "", school.DidPurge, r.Pupils)
	})
	if err == nil {
		err = s.scrub(ctx)
	}
	return r, err
}

// Sweep deletes for good what has been in the bin since before the given time,
// and sessions that have expired.
func (s *Store) Sweep(ctx context.Context, before, now int64) (r school.Receipt, err error) {
	err = s.within(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM sessions WHERE expiry < $1`, now); err != nil {
			return err
		}
		classes, err := ids(ctx, tx, `SELECT id FROM classes WHERE deleted > 0 AND deleted < $1`, before)
		if err != nil {
			return err
		}
		for _, class := range classes {
			one, err := purgeClass(ctx, tx, class)
			if err != nil {
				return err
			}
			r = sum(r, one)
		}
		some, err := purge(ctx, tx, `deleted > 0 AND deleted < $1`, before)
		r = sum(r, some)
		return err
	})
	if err == nil && r != (school.Receipt{}) {
		err = s.scrub(ctx)
	}
	return r, err
}

func sum(a, b school.Receipt) school.Receipt {
	return school.Receipt{Classes: a.Classes + b.Classes, Pupils: a.Pupils + b.Pupils, Games: a.Games + b.Games, Moves: a.Moves + b.Moves, Answers: a.Answers + b.Answers, Steps: a.Steps + b.Steps}
}

func purgeClass(ctx context.Context, tx *sql.Tx, class string) (school.Receipt, error) {
	// The class first, then its pupils: in the same order as everybody else.
	if _, err := tx.ExecContext(ctx, `UPDATE classes SET created = created WHERE id = $1`, class); err != nil {
		return school.Receipt{}, err
	}
	r, err := purge(ctx, tx, `class_id = $1`, class)
	if err != nil {
		return r, err
	}
	r.Classes = 1
	_, err = tx.ExecContext(ctx, `DELETE FROM classes WHERE id = $1`, class)
	return r, err
}

// purge deletes the pupils that a condition names; what is theirs goes with
// them by the foreign keys, and is counted before.
func purge(ctx context.Context, tx *sql.Tx, where string, args ...any) (r school.Receipt, err error) {
	for _, q := range []struct {
		n     *int
		query string
	}{
		{&r.Pupils, `SELECT count(*) FROM pupils WHERE ` + where},
		{&r.Games, `SELECT count(*) FROM games WHERE pupil_id IN (SELECT id FROM pupils WHERE ` + where + `)`},
		{&r.Answers, `SELECT count(*) FROM attempts WHERE pupil_id IN (SELECT id FROM pupils WHERE ` + where + `)`},
		{&r.Steps, `SELECT count(*) FROM steps WHERE pupil_id IN (SELECT id FROM pupils WHERE ` + where + `)`},
		{&r.Moves, `SELECT count(*) FROM moves WHERE game_id IN (SELECT g.id FROM games g WHERE g.pupil_id IN (SELECT id FROM pupils WHERE ` + where + `))`},
	} {
		if err := tx.QueryRowContext(ctx, q.query, args...).Scan(q.n); err != nil {
			return r, err
		}
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM pupils WHERE `+where, args...)
	return r, err
}

func ids(ctx context.Context, tx *sql.Tx, query string, args ...any) (list []string, err error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		list = append(list, id)
	}
	return list, rows.Err()
}

// scrub makes what was deleted unreadable in the files too. SQLite has
// overwritten the rows (secure_delete), but not the copies that stay in the
// gaps of a page when its rows are shared out: the file is written anew. What
// is left in the write-ahead log goes when the log is cut to nothing, which
// waits for readers that are still at it. PostgreSQL writes the table with the names anew.
func (s *Store) scrub(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx) // the rows are gone already, whoever asked
	if s.postgres() {
		_, err := s.db.ExecContext(ctx, `VACUUM FULL pupils`)
		return err
	}
	if _, err := s.db.ExecContext(ctx, `VACUUM`); err != nil {
		return err
	}
	for try := 0; ; try++ {
		var busy, log, done int
		err := s.db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &log, &done)
		if err != nil || busy == 0 || try == 5 {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
}
