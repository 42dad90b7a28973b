package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"semeia/internal/i18n"
	"semeia/internal/school"
)

// beside are the endings of the files that SQLite keeps beside a database. A
// log or journal that lies beside another file of the same name is replayed
// over it.
var beside = []string{"-wal", "-journal", "-shm"}

// Backup writes the SQLite database db, which a server may have open, into the
// one file to, and checks it there. An older backup of that name is replaced
// only by one that passed. The database is not brought up to date. The error
// is a *[school.Error] to be shown.
func Backup(ctx context.Context, db, to string) error {
	if IsPostgres(db) {
		return postgresTool("cmd.backup.postgres", pgDump, db, to)
	}
	db = resolved(db)
	if err := present(db, "cmd.backup.missing"); err != nil {
		return err
	}
	// Not mode=ro: a reader that may not write leaves -wal and -shm lying.
	pool, err := bare(db, "mode=rw&_pragma=busy_timeout(5000)")
	if err != nil {
		return unopened(db, err)
	}
	defer pool.Close()
	return (&Store{db: pool, name: db, path: db}).backup(ctx, to)
}

func (s *Store) backup(ctx context.Context, to string) error {
	to = resolved(to)
	switch info, err := os.Lstat(to); {
	case sameDatabase(to, resolved(s.path)):
		return fail("cmd.backup.same", to, nil)
	case err == nil && (!info.Mode().IsRegular() || present(to, "cmd.backup.missing") != nil):
		return fail("cmd.backup.taken", to, nil)
	case logged(to):
		return fail("cmd.backup.used", to, nil)
	}
	folder := filepath.Dir(to)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return fail("cmd.backup.folder", folder, nil)
	}
	want, err := s.version(ctx)
	if err != nil {
		return err
	}
	// By Stat and not by opening: closing any handle of a file ends the locks
	// that this process has on it.
	info, err := os.Stat(s.path)
	if err != nil {
		return unopened(s.name, err)
	}
	part := temporary(to)
	defer remove(part)
	f, err := os.OpenFile(part, os.O_CREATE|os.O_EXCL|os.O_WRONLY, info.Mode().Perm())
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return fail("cmd.backup.failed", to, err)
	}
	_, err = s.db.ExecContext(ctx, `VACUUM INTO $1`, fileURI(part))
	if err == nil {
		var got int64
		if got, err = check(ctx, part); err == nil && got != want {
			err = fmt.Errorf("version %d has become %d", want, got)
		}
	}
	switch {
	case errors.Is(err, errDamaged) || damaged(err):
		return fail("cmd.backup.damaged", s.name, err)
	case err != nil:
		return fail("cmd.backup.failed", to, err)
	}
	if err := flush(part); err != nil {
		return fail("cmd.backup.failed", to, err)
	}
	if err := os.Rename(part, to); err != nil {
		return fail("cmd.backup.failed", to, err)
	}
	syncFolder(folder)
	return nil
}

// Keep says where and when backups are made by themselves, and how many stay.
type Keep struct {
	Dir   string
	Every time.Duration
	Last  int
}

// kept is the name of a backup that was made by itself, in local time.
const kept = "semeia-20060102-150405.db"

// BackupInto makes a backup in a folder and then removes the oldest that it
// made there, so that last remain; no other file is touched. When path is
// given with an error, the backup is good and an old one could not go.
func (s *Store) BackupInto(ctx context.Context, dir string, last int, now time.Time) (path string, err error) {
	path = filepath.Join(dir, now.Local().Format(kept))
	if s.postgres() {
		return "", postgresTool("cmd.backup.postgres", pgDump, s.name, path)
	}
	if err := s.backup(ctx, path); err != nil {
		return "", err
	}
	all, err := keptIn(dir)
	if err != nil {
		return path, fail("cmd.backup.old", dir, err)
	}
	// The new one stays even where a clock set back makes it the oldest, and
	// so does a database that is open.
	all = slices.DeleteFunc(all, func(name string) bool {
		return name == filepath.Base(path) || logged(filepath.Join(dir, name))
	})
	for len(all) > max(last-1, 0) {
		oldest := filepath.Join(dir, all[0])
		if err := os.Remove(oldest); err != nil {
			return path, fail("cmd.backup.old", oldest, err)
		}
		all = all[1:]
	}
	return path, nil
}

// LastKept is when [Store.BackupInto] last made a backup in a folder; zero
// when it made none.
func LastKept(dir string) (time.Time, error) {
	all, err := keptIn(dir)
	if err != nil || len(all) == 0 {
		return time.Time{}, err
	}
	return time.ParseInLocation(kept, all[len(all)-1], time.Local)
}

// keptIn lists the backups of a folder that were made by themselves, the
// oldest first.
func keptIn(dir string) (names []string, err error) {
	list, err := os.ReadDir(dir)
	for _, e := range list {
		// Parse alone would let fractions of a second pass.
		if _, bad := time.Parse(kept, e.Name()); bad == nil && len(e.Name()) == len(kept) && e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// present checks that a path is a file of ours; unlike examine alone it makes
// none. The key is for a file that is not there.
func present(path, missing string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fail(missing, path, nil)
	case err != nil:
		return unopened(path, err)
	case !info.Mode().IsRegular() || info.Size() == 0:
		return fail("cmd.db.none", path, nil)
	}
	return examine(path)
}

// bare opens a file without the settings of a store.
func bare(path, query string) (*sql.DB, error) {
	return sql.Open("sqlite", fileURI(path)+"?"+query)
}

var errDamaged = errors.New("damaged")

// check looks through a closed database that is one file and gives its
// version. The error is errDamaged when it does not hold together.
func check(ctx context.Context, path string) (int64, error) {
	pool, err := bare(path, "mode=ro&immutable=1") // leaves no files beside it
	if err != nil {
		return 0, err
	}
	defer pool.Close()
	var id, wrong int
	var says string
	for _, q := range []struct {
		into  any
		query string
	}{
		{&id, `PRAGMA application_id`},
		{&says, `PRAGMA integrity_check(1)`},
		{&wrong, `SELECT count(*) FROM pragma_foreign_key_check`},
	} {
		if err := pool.QueryRowContext(ctx, q.query).Scan(q.into); err != nil {
			return 0, err
		}
	}
	if id != applicationID || says != "ok" || wrong > 0 {
		return 0, fmt.Errorf("%w: %s, %d rows without their parents", errDamaged, says, wrong)
	}
	return (&Store{db: pool, name: path, path: path}).version(ctx)
}

// damaged reports whether SQLite says that it cannot make sense of a file.
func damaged(err error) bool {
	const corrupt, notDatabase, readFailed, shortRead = 11, 26, 266, 522
	code := sqliteCode(err)
	return code&0xff == corrupt || code&0xff == notDatabase || code == readFailed || code == shortRead
}

// used reports whether SQLite says that somebody else has a file open.
func used(err error) bool {
	const busy, locked = 5, 6
	code := sqliteCode(err) & 0xff
	return code == busy || code == locked
}

// resolved is the absolute path of the file itself, past symbolic links: a
// rename would replace a link, and SQLite keeps its log beside the file.
func resolved(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if real, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(real, filepath.Base(path))
	}
	return path
}

// sameDatabase reports whether a path is the database or a file beside it,
// also under another name of the same file. Both are resolved.
func sameDatabase(path, db string) bool {
	for _, end := range append([]string{""}, beside...) {
		if path == db+end || end != "" && strings.EqualFold(path, db+end) {
			return true
		}
		if sameFile(path, db+end) {
			return true
		}
	}
	return false
}

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	two, missing := os.Stat(b)
	return err == nil && missing == nil && os.SameFile(one, two)
}

// logged reports whether a log lies beside a file: a program has it open, or
// ended without closing it.
func logged(path string) bool { return exists(path+"-wal") || exists(path+"-journal") }

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// temporary is a new name beside a file.
func temporary(path string) string {
	return filepath.Join(filepath.Dir(path), ".semeia.partial-"+strings.ToLower(rand.Text()))
}

func remove(path string) {
	os.Remove(path)
	for _, end := range beside {
		os.Remove(path + end)
	}
}

func flush(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// syncFolder makes renames survive a power cut, where the system allows it.
func syncFolder(path string) {
	if f, err := os.Open(path); err == nil {
		f.Sync()
		f.Close()
	}
}

// copyFile makes a new file; it does not write over one.
func copyFile(from, to string, mode fs.FileMode) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

const pgDump, pgRestore = "pg_dump -Fc -d %s -f %s", "pg_restore --clean --if-exists -d %s %s"

// postgresTool is the error that names the tool of PostgreSQL and the line to
// type. Of the address stays what libpq knows and is no secret.
func postgresTool(key, line, address, file string) error {
	if u, err := url.Parse(address); err != nil {
		address = redacted(address)
	} else {
		q := u.Query()
		for name := range q {
			if !slices.Contains([]string{"host", "port", "user", "dbname", "sslmode", "sslrootcert", "sslcert", "sslkey", "options"}, name) {
				q.Del(name)
			}
		}
		u.RawQuery = strings.ReplaceAll(q.Encode(), "+", "%20") // libpq takes a + as it stands
		if u.User != nil {
			u.User = url.User(u.User.Username())
		}
		address = u.String()
	}
	quoted := func(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
	return school.Fail(school.Internal, key, i18n.Args{"Line": fmt.Sprintf(line, quoted(address), quoted(file))})
}
