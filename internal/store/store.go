// Package store is the only place with SQL. It keeps what school describes, in
// one SQLite file or in a PostgreSQL database.
//
// The SQL is one text for both: $1 placeholders, ids as TEXT made in Go, times
// as BIGINT unix milliseconds in UTC, no engine's own functions. What differs
// stands in sqlite.go and postgres.go. Who may see or change a row stands in
// its WHERE. A method is one transaction; when it has returned without an
// error, what it wrote survives a power cut.
package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"github.com/pressly/goose/v3"

	"semeia/internal/i18n"
	"semeia/internal/school"
)

//go:embed migrations/*.sql
var migrations embed.FS

// connections is how many the pool may open.
const connections = 8

// Store is an open database. It is safe for concurrent use.
type Store struct {
	db   *sql.DB
	name string // for messages; bears no password
	path string // of the SQLite file; empty on PostgreSQL

	// SQLite has one writer at a time; here they queue, where each would poll
	// for the lock.
	writing sync.Mutex

	game  *sql.Stmt
	moves *sql.Stmt
}

// Open opens a database and brings it up to date: PostgreSQL for an address
// that begins with postgres://, else the SQLite file of that path, which is
// made when there is none. A database that is not ours, or is newer than this
// program, is left untouched; the error is then a *[school.Error] to be shown.
func Open(ctx context.Context, db string) (*Store, error) {
	if IsPostgres(db) {
		return openPostgres(ctx, db)
	}
	return openSQLite(ctx, db)
}

// IsPostgres reports whether db, as given to [Open], is on PostgreSQL.
func IsPostgres(db string) bool {
	return strings.HasPrefix(db, "postgres://") || strings.HasPrefix(db, "postgresql://")
}

// Name is the database as messages name it, without a password.
func Name(db string) string {
	if IsPostgres(db) {
		return redacted(db)
	}
	return db
}

func (s *Store) postgres() bool { return s.path == "" }

func (s *Store) prepare(ctx context.Context) error {
	s.db.SetMaxOpenConns(connections)
	s.db.SetMaxIdleConns(connections)
	if err := s.migrate(ctx); err != nil {
		return err
	}
	for stmt, text := range map[**sql.Stmt]string{&s.game: selectGame, &s.moves: selectMoves} {
		prepared, err := s.db.PrepareContext(ctx, text)
		if err != nil {
			return unopened(s.name, err)
		}
		*stmt = prepared
	}
	return nil
}

// Close ends all connections; SQLite's write-ahead log is then part of the file.
func (s *Store) Close() error { return s.db.Close() }

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.db.PingContext(ctx) }

func (s *Store) migrate(ctx context.Context) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	dialect, options := goose.DialectSQLite3, []goose.ProviderOption(nil)
	if s.postgres() {
		dialect, options = goose.DialectPostgres, oneAtATime()
	}
	p, err := goose.NewProvider(dialect, s.db, files, options...)
	if err != nil {
		return unopened(s.name, err)
	}
	sources := p.ListSources()
	newest := sources[len(sources)-1].Version
	have, err := s.version(ctx)
	if err != nil {
		return err
	}
	if have > newest {
		return fail("cmd.db.newer", s.name, fmt.Errorf("version %d, this program knows %d", have, newest))
	}
	// Of two programs that start together on one SQLite file, each may find done
	// what it was about to do, and then goes on from there.
	for try := 1; have < newest; try++ {
		_, failed := p.Up(ctx)
		if have, err = s.version(ctx); err != nil {
			return err
		}
		if have < newest && try >= 5 {
			return unopened(s.name, failed)
		}
	}
	return nil
}

// version of the data, read without writing: goose's own question would create
// its table. 0 for a database without tables; one with tables of others only
// is not ours.
func (s *Store) version(ctx context.Context) (v int64, err error) {
	tables := `SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'sqlite_sequence'`
	if s.postgres() {
		tables = `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`
	}
	rows, err := s.db.QueryContext(ctx, tables)
	if err != nil {
		return 0, unopened(s.name, err)
	}
	defer rows.Close()
	n, versioned, ours := 0, false, false
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return 0, unopened(s.name, err)
		}
		n++
		versioned = versioned || name == "goose_db_version"
		ours = ours || name == "games"
	}
	if err := rows.Err(); err != nil {
		return 0, unopened(s.name, err)
	}
	switch {
	case n > 0 && !versioned, versioned && !ours && n > 1:
		return 0, fail("cmd.db.foreign", s.name, nil)
	case !versioned:
		return 0, nil
	}
	if err := s.db.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&v); err != nil {
		return 0, unopened(s.name, err)
	}
	return v, nil
}

func unopened(name string, cause error) error { return fail("cmd.db.unopened", name, cause) }

func fail(key, name string, cause error) error {
	e := school.Fail(school.Internal, key, i18n.Args{"File": name})
	e.Cause = cause
	return e
}

// within runs f in one transaction, which is rolled back when f fails.
func (s *Store) within(ctx context.Context, f func(*sql.Tx) error) error {
	if !s.postgres() {
		s.writing.Lock()
		defer s.writing.Unlock()
	}
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

// taken reports whether an error says that a unique value is there already.
func taken(err error) bool {
	const sqlitePrimaryKey, sqliteUnique, postgresUnique = 1555, 2067, "23505"
	code := sqliteCode(err)
	return code == sqlitePrimaryKey || code == sqliteUnique || postgresCode(err) == postgresUnique
}

// one turns "no row" into an error of that message.
func one(err error, key string) error {
	if errors.Is(err, sql.ErrNoRows) {
		return school.Fail(school.NotFound, key)
	}
	return err
}

// changed checks that a statement found its row, and says why it did not.
func changed(done sql.Result, err error, key string) error {
	if err != nil {
		return err
	}
	n, err := done.RowsAffected()
	if err == nil && n == 0 {
		err = school.Fail(school.NotFound, key)
	}
	return err
}
