package store

import (
	"context"
	"errors"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

func openPostgres(ctx context.Context, address string) (*Store, error) {
	name := redacted(address)
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, unopened(name, errors.New("the address is not one of PostgreSQL")) // its own text may hold the password
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 10 * time.Second
	}
	db := stdlib.OpenDB(*config)
	db.SetConnMaxIdleTime(5 * time.Minute)
	s := &Store{db: db, name: name}
	if err := s.prepare(ctx); err != nil {
		db.Close()
		return nil, err
	}
	// No sample of names in the planner's statistics, where they would outlive their rows.
	if _, err := db.ExecContext(ctx, `ALTER TABLE pupils ALTER name SET STATISTICS 0, ALTER folded SET STATISTICS 0`); err != nil {
		db.Close()
		return nil, unopened(name, err)
	}
	return s, nil
}

// redacted is an address without its password.
func redacted(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "postgres://…"
	}
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	if q := u.Query(); q.Has("password") {
		q.Del("password")
		u.RawQuery = q.Encode()
	}
	return u.String()
}

// oneAtATime makes programs that start together migrate one after the other.
func oneAtATime() []goose.ProviderOption {
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 60))
	if err != nil {
		panic(err) // its options are constants
	}
	return []goose.ProviderOption{goose.WithSessionLocker(locker)}
}

// postgresCode is the SQLSTATE of an error, empty for other errors.
func postgresCode(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}
