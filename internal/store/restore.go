package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"semeia/internal/i18n"
	"semeia/internal/school"
)

// Restore puts the backup from in the place of the SQLite database db, and what
// was there under another name beside it, which it gives ("" when nothing was
// there). The backup is not changed; a copy is brought up to date and checked
// before anything moves. Nothing moves either while a program has db open, or,
// without force, when db holds something newer than the backup. A damaged db
// is no hindrance. The error is a *[school.Error] to be shown.
func Restore(ctx context.Context, from, db string, force bool) (old string, err error) {
	if IsPostgres(db) {
		return "", postgresTool("cmd.restore.postgres", pgRestore, db, from)
	}
	from, db = resolved(from), resolved(db)
	if err := present(from, "cmd.restore.missing"); err != nil {
		return "", err
	}
	if sameDatabase(from, db) {
		return "", fail("cmd.restore.same", from, nil)
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(db); err == nil {
		if !info.Mode().IsRegular() {
			return "", unopened(db, nil)
		}
		mode = info.Mode().Perm()
	}
	fresh := temporary(db)
	defer remove(fresh)
	for _, end := range []string{"", "-wal", "-journal"} { // of a file copied while it was open
		if err := copyFile(from+end, fresh+end, mode); err != nil && (end == "" || !errors.Is(err, fs.ErrNotExist)) {
			return "", fail("cmd.restore.failed", db, err)
		}
	}
	until, err := renew(ctx, from, fresh)
	if err != nil {
		return "", err
	}
	if exists(db) {
		os.Chmod(fresh, mode) // the mask may have taken some away
	}
	held, err := release(ctx, db, func(have int64) error {
		if have <= until || force {
			return nil
		}
		clock := func(ms int64) string { return time.UnixMilli(ms).Format(time.DateTime) }
		return school.Fail(school.Internal, "cmd.restore.newer", i18n.Args{"File": db, "Have": clock(have), "Until": clock(until)})
	})
	if err != nil {
		return "", err
	}
	return swap(context.WithoutCancel(ctx), fresh, db, held)
}

// renew brings a private copy of a backup up to date, as one file without a
// log, checks it, and gives the newest moment in it. Errors name the backup.
func renew(ctx context.Context, from, fresh string) (until int64, err error) {
	s, err := openSQLite(ctx, fresh)
	if err == nil {
		until, err = newest(ctx, s.db)
		err = errors.Join(err, s.Close())
	}
	if err == nil && logged(fresh) {
		err = errors.New("the log has not become part of the file")
	}
	if err == nil {
		_, err = check(ctx, fresh)
	}
	if err == nil {
		err = flush(fresh)
	}
	var known *school.Error
	switch {
	case err == nil:
		return until, nil
	case errors.Is(err, errDamaged) || damaged(err):
		return 0, fail("cmd.restore.damaged", from, err)
	case errors.As(err, &known):
		return 0, fail(known.Msg.Key, from, known.Cause)
	}
	return 0, unopened(from, err)
}

// newest is the last moment in a database of any version, 0 for an empty one.
// What children's browsers do without a trace in games does not count.
func newest(ctx context.Context, db *sql.DB) (ms int64, err error) {
	rows, err := db.QueryContext(ctx, `
SELECT 'SELECT coalesce(max("' || c.name || '"), 0) FROM "' || m.name || '"' FROM sqlite_master m JOIN pragma_table_info(m.name) c
WHERE m.type = 'table' AND c.name IN ('at', 'opened', 'changed', 'created', 'archived', 'deleted')`)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	var queries []string
	for rows.Next() {
		var q string
		if err := rows.Scan(&q); err != nil {
			return 0, err
		}
		queries = append(queries, q)
	}
	if err := rows.Err(); err != nil {
		return 0, err
	}
	for _, q := range queries {
		var at int64
		if err := db.QueryRowContext(ctx, q).Scan(&at); err != nil {
			return 0, err
		}
		ms = max(ms, at)
	}
	return ms, nil
}

// hold opens a file so that nobody else has it open: every connection of a
// store, idle too, has a lock that stands against this one, which lasts until
// the pool is closed.
func hold(ctx context.Context, path string) (*sql.DB, error) {
	db, err := bare(path, "mode=rw&_pragma=busy_timeout(300)&_pragma=locking_mode(EXCLUSIVE)")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, `BEGIN EXCLUSIVE; ROLLBACK`); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// release makes the present database one file without a log that nobody has
// open, if allow says yes to the newest moment in it. A file that is missing,
// empty or damaged stays as it is, and held is false.
func release(ctx context.Context, path string, allow func(newest int64) error) (held bool, err error) {
	if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return false, allow(0) // SQLite would throw away a log beside an empty file
	}
	db, err := hold(ctx, path)
	if err == nil {
		defer db.Close()
		var id, tables int
		var have int64
		err = db.QueryRowContext(ctx, `SELECT application_id, (SELECT count(*) FROM sqlite_master) FROM pragma_application_id`).Scan(&id, &tables)
		if err == nil && id != applicationID && tables > 0 {
			return false, fail("cmd.db.foreign", path, nil)
		}
		if err == nil {
			have, err = newest(ctx, db)
		}
		if err == nil {
			if err := allow(have); err != nil {
				return false, err
			}
			_, err = db.ExecContext(ctx, `PRAGMA journal_mode = DELETE`)
		}
		if err == nil {
			err = db.Close() // only now the last journal goes
		}
	}
	switch {
	case err == nil && !logged(path):
		return true, nil
	case err == nil || used(err):
		return false, fail("cmd.restore.used", path, nil)
	case damaged(err):
		return false, nil
	}
	return false, unopened(path, err)
}

// swap gives the present database and what lies beside it another name, and
// its own name to the fresh one. Where the system has hard links, there is a
// file of that name at every moment. When a step fails, or when somebody has
// opened the database since it was held, all is put back.
func swap(ctx context.Context, fresh, db string, held bool) (old string, err error) {
	stamp := db + ".before-restore-" + time.Now().Format("20060102-150405")
	old = stamp
	for n := 2; exists(old) || slices.ContainsFunc(beside, func(end string) bool { return exists(old + end) }); n++ {
		old = fmt.Sprintf("%s-%d", stamp, n)
	}
	there := exists(db)
	if there {
		if os.Link(db, old) != nil {
			err = os.Rename(db, old)
		}
	}
	var moved []string
	for _, end := range beside {
		if err == nil && exists(db+end) {
			if err = os.Rename(db+end, old+end); err == nil {
				moved = append(moved, end)
			}
		}
	}
	if err == nil {
		err = os.Rename(fresh, db)
	}
	if err != nil {
		err = fail("cmd.restore.failed", db, err)
	} else if held {
		again, late := hold(ctx, old)
		if late == nil {
			again.Close()
		} else if used(late) {
			err = fail("cmd.restore.used", db, nil)
		}
	}
	if err != nil {
		for _, end := range moved {
			os.Rename(old+end, db+end)
		}
		if there && sameFile(db, old) {
			os.Remove(old)
		} else if there {
			os.Rename(old, db)
		}
		return "", err
	}
	syncFolder(filepath.Dir(db))
	if !there {
		old = ""
	}
	return old, nil
}
