package store

import (
	"context"
	"database/sql"
)

// Reviews are the margins that are known of a game's decisions, by the version
// of the event that decided. They are for those who may read the game: whoever
// asks has read it.
func (s *Store) Reviews(ctx context.Context, game string) (map[int]string, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT version, margins FROM reviews WHERE game_id = $1 AND margins <> ''`, game)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	known := map[int]string{}
	for rows.Next() {
		var version int
		var margins string
		if err := rows.Scan(&version, &margins); err != nil {
			return nil, err
		}
		known[version] = margins
	}
	return known, rows.Err()
}

// TakeReview takes the work on a decision's margins, at a moment in unix
// milliseconds. ours is false when they are known, when somebody has taken the
// work after the moment since, or when the game is gone.
func (s *Store) TakeReview(ctx context.Context, game string, version int, at, since int64) (ours bool, err error) {
	err = s.within(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `
INSERT INTO reviews (game_id, version, margins, at) SELECT id, $2, '', $3 FROM games WHERE id = $1
ON CONFLICT (game_id, version) DO UPDATE SET at = excluded.at WHERE reviews.margins = '' AND reviews.at <= $4`, game, version, at, since)
		if err != nil {
			return err
		}
		n, err := done.RowsAffected()
		ours = n == 1
		return err
	})
	return ours, err
}

// KeepReview keeps the margins of a decision that was taken. Those that are
// known already stay.
func (s *Store) KeepReview(ctx context.Context, game string, version int, margins string, at int64) error {
	return s.within(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE reviews SET margins = $3, at = $4 WHERE game_id = $1 AND version = $2 AND margins = ''`, game, version, margins, at)
		return err
	})
}

// DropReview gives the work on a decision back.
func (s *Store) DropReview(ctx context.Context, game string, version int) error {
	return s.within(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM reviews WHERE game_id = $1 AND version = $2 AND margins = ''`, game, version)
		return err
	})
}
