package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Sessions keeps who is signed in, as scs asks for it: under the hash of the
// token, so that whoever reads the database cannot sign in with it.
type Sessions struct{ s *Store }

// Sessions of this database.
func (s *Store) Sessions() Sessions { return Sessions{s} }

// FindCtx gives what was kept under a token.
func (k Sessions) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	var expiry int64
	err = k.s.db.QueryRowContext(ctx, `SELECT data, expiry FROM sessions WHERE token = $1`, token).Scan(&data, &expiry)
	if errors.Is(err, sql.ErrNoRows) || err == nil && expiry < time.Now().UnixMilli() {
		return nil, false, nil
	}
	return data, err == nil, err
}

type existing struct{}

// Existing marks a context in which [Sessions.CommitCtx] changes only a session
// that is still there: one that was ended meanwhile does not come back.
func Existing(ctx context.Context) context.Context { return context.WithValue(ctx, existing{}, true) }

// CommitCtx keeps data under a token until it expires.
func (k Sessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	if ctx.Value(existing{}) != nil {
		_, err := k.s.db.ExecContext(ctx, `UPDATE sessions SET data = $2, expiry = $3 WHERE token = $1`, token, data, expiry.UnixMilli())
		return err
	}
	_, err := k.s.db.ExecContext(ctx, `
INSERT INTO sessions (token, data, expiry) VALUES ($1, $2, $3)
ON CONFLICT (token) DO UPDATE SET data = excluded.data, expiry = excluded.expiry`, token, data, expiry.UnixMilli())
	return err
}

// DeleteCtx forgets a token.
func (k Sessions) DeleteCtx(ctx context.Context, token string) error {
	_, err := k.s.db.ExecContext(ctx, `DELETE FROM sessions WHERE token = $1`, token)
	return err
}

// Find, Commit and Delete complete the interface of scs, which calls those
// with a context.
func (k Sessions) Find(token string) ([]byte, bool, error) {
	return k.FindCtx(context.Background(), token)
}

func (k Sessions) Commit(token string, data []byte, expiry time.Time) error {
	return k.CommitCtx(context.Background(), token, data, expiry)
}

func (k Sessions) Delete(token string) error { return k.DeleteCtx(context.Background(), token) }
