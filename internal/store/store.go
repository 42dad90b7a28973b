// Package store is the only place with SQL. It keeps what school describes, in
// one SQLite file.
//
// The SQL is one text, fit for PostgreSQL too: $1 placeholders, ids as TEXT
// made in Go, times as BIGINT unix milliseconds in UTC, no engine's own
// functions. Who may see or change a row stands in its WHERE. A method is one
// transaction; when it has returned without an error, what it wrote survives a
// power cut.
package store

import (
	"context"
	"database/sql"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"semeia/internal/i18n"
	"semeia/internal/school"
)

//go:embed migrations/*.sql
var migrations embed.FS

// applicationID marks a SQLite file as ours (bytes 68 to 71 of its header):
// "Seme" in ASCII.
const applicationID = 0x53656d65

// connections is how many the pool may open: readers go side by side under
// WAL, writers wait for each other.
const connections = 8

// Store is an open database. It is safe for concurrent use.
type Store struct {
	db *sql.DB

	game  *sql.Stmt
	moves *sql.Stmt
}

// Open opens the SQLite file at path, creates it when there is none, and
// brings it up to date. A file that is not ours, or is newer than this
// program, is left untouched; the error is then a *[school.Error] to be shown.
func Open(ctx context.Context, path string) (*Store, error) {
	if err := examine(path); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", dsn(path))
	if err != nil {
		return nil, unopened(path, err)
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	s := &Store{db: db}
	if err := s.prepare(ctx, path); err != nil {
		db.Close()
		return nil, err
	}
	return s, nil
}

func (s *Store) prepare(ctx context.Context, path string) error {
	if err := migrate(ctx, s.db, path); err != nil {
		return err
	}
	if err := s.checkPragmas(ctx); err != nil {
		return err
	}
	for stmt, text := range map[**sql.Stmt]string{&s.game: selectGame, &s.moves: selectMoves} {
		prepared, err := s.db.PrepareContext(ctx, text)
		if err != nil {
			return unopened(path, err)
		}
		*stmt = prepared
	}
	return nil
}

// Close ends all connections; the write-ahead log is then part of the file.
func (s *Store) Close() error { return s.db.Close() }

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.db.PingContext(ctx) }

// pragmas holds for every connection; see [Store.checkPragmas].
var pragmas = []struct{ name, set, read string }{
	{"busy_timeout", "5000", "5000"},
	{"journal_mode", "WAL", "wal"},
	{"synchronous", "FULL", "2"},
	{"foreign_keys", "1", "1"},
}

// dsn carries every setting, since a PRAGMA run later would reach one pooled
// connection only. Immediate transactions are what ends "database is locked":
// a deferred one that reads and then writes fails at once, whatever the
// timeout.
func dsn(path string) string {
	q := url.Values{"_txlock": {"immediate"}, "_dqs": {"0"}}
	for _, p := range pragmas {
		q.Add("_pragma", p.name+"("+p.set+")")
	}
	return fileURI(path) + "?" + q.Encode()
}

func fileURI(path string) string {
	path = filepath.ToSlash(path)
	if filepath.IsAbs(path) && !strings.HasPrefix(path, "/") {
		path = "/" + path // file:/C:/…
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath()
}

// examine looks at an existing file without opening it as a database. A new
// file gets its mark here, in its first page, before any log stands beside it.
func examine(path string) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return create(path)
	}
	if err != nil {
		return unopened(path, err)
	}
	defer f.Close()
	head := make([]byte, 72)
	n, err := io.ReadFull(f, head)
	switch {
	case n == 0 && err == io.EOF:
		return create(path)
	case err != nil && err != io.ErrUnexpectedEOF:
		return unopened(path, err)
	case n < len(head) || string(head[:16]) != "SQLite format 3\x00":
		return fail("cmd.db.none", path, err)
	case binary.BigEndian.Uint32(head[68:]) != applicationID:
		return fail("cmd.db.foreign", path, nil)
	}
	return nil
}

func create(path string) error {
	db, err := sql.Open("sqlite", fileURI(path))
	if err != nil {
		return unopened(path, err)
	}
	defer db.Close()
	if _, err := db.Exec(fmt.Sprintf("PRAGMA application_id = %d", applicationID)); err != nil {
		return unopened(path, err)
	}
	return nil
}

func migrate(ctx context.Context, db *sql.DB, path string) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, files)
	if err != nil {
		return unopened(path, err)
	}
	sources := p.ListSources()
	newest := sources[len(sources)-1].Version
	have, err := version(ctx, db)
	if err != nil {
		return unopened(path, err)
	}
	if have > newest {
		return fail("cmd.db.newer", path, fmt.Errorf("version %d, this program knows %d", have, newest))
	}
	if have < newest {
		if _, err := p.Up(ctx); err != nil {
			return unopened(path, err)
		}
	}
	return nil
}

// version of the data, read without writing: goose's own question would create
// its table. 0 for a new file.
func version(ctx context.Context, db *sql.DB) (v int64, err error) {
	var tables int
	err = db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_master WHERE name = 'goose_db_version'`).Scan(&tables)
	if err != nil || tables == 0 {
		return 0, err
	}
	err = db.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&v)
	return v, err
}

// checkPragmas reads the settings back on two connections at once: a mistyped
// one would be swallowed without a word.
func (s *Store) checkPragmas(ctx context.Context) error {
	for range 2 {
		c, err := s.db.Conn(ctx)
		if err != nil {
			return err
		}
		defer c.Close()
		for _, p := range pragmas {
			var got string
			if err := c.QueryRowContext(ctx, "PRAGMA "+p.name).Scan(&got); err != nil {
				return err
			}
			if got != p.read {
				return fmt.Errorf("store: PRAGMA %s is %s, want %s", p.name, got, p.read)
			}
		}
	}
	return nil
}

func unopened(path string, cause error) error { return fail("cmd.db.unopened", path, cause) }

func fail(key, path string, cause error) error {
	e := school.Fail(school.Internal, key, i18n.Args{"File": path})
	e.Cause = cause
	return e
}

// within runs f in one transaction, which is rolled back when f fails.
func (s *Store) within(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}
