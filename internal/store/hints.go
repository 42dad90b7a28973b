package store

import (
	"context"
	"database/sql"

	"semeia/internal/school"
)

// mayAsk is a game in which its owner, or the other one of two, may ask for
// help: practice that is still open, no day's position, and the class of its
// pupils does with hints.
const mayAsk = `
g.id = $1 AND (g.owner = $2 OR g.partner_id = $3) AND NOT g.counts AND g.outcome = 'open' AND g.origin NOT LIKE 'daily:%'
AND NOT EXISTS (SELECT 1 FROM pupils p JOIN classes c ON c.id = p.class_id WHERE p.id IN (g.pupil_id, g.partner_id) AND NOT c.hints)`

// AskHint notes that pupil, or a visitor where it is empty, asks for a step
// 1..3 of the help in a game of owner's that has that version. Steps come one
// after the other: one that was asked for already, or whose turn it is not,
// changes nothing. steps is how far the help has come now. The error is
// [school.NotFound], [school.Forbidden], or [school.Stale] when the game has gone
// on or gives no help.
func (s *Store) AskHint(ctx context.Context, game, owner, pupil string, version, step int, at int64) (steps int, err error) {
	err = s.within(ctx, func(tx *sql.Tx) error {
		// The game's row first, as whoever makes a move does.
		done, err := tx.ExecContext(ctx, `UPDATE games AS g SET changed = changed WHERE `+mayAsk+` AND g.version = $4`, game, owner, partnerOf(owner), version)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil {
			return err
		} else if n == 0 {
			return whyNot(ctx, tx, game, owner)
		}
		if _, err := tx.ExecContext(ctx, `
INSERT INTO hints (game_id, version, pupil_id, steps, at) VALUES ($1, $2, $3, 1, $4) ON CONFLICT DO NOTHING`, game, version, nullable(pupil), at); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `
UPDATE hints SET steps = $3 WHERE game_id = $1 AND version = $2 AND steps = $3 - 1`, game, version, step); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, `SELECT steps FROM hints WHERE game_id = $1 AND version = $2`, game, version).Scan(&steps)
	})
	return steps, err
}

// Helped counts, for a teacher, the moves that a pupil has made with help, those
// taken back too: the help asked for since a time, and all by game.
func (s *Store) Helped(ctx context.Context, teacher, class, pupil string, since int64) (recent int, games map[string]int, err error) {
	rows, err := s.db.QueryContext(ctx, `
SELECT h.game_id, h.at FROM hints h JOIN moves m ON m.game_id = h.game_id AND m.version = h.version + 1 AND m.kind IN ('move', 'swap')
JOIN pupils p ON p.id = h.pupil_id JOIN class_teachers t ON t.class_id = p.class_id
WHERE t.teacher_id = $1 AND p.class_id = $2 AND p.id = $3 AND p.deleted = 0`, teacher, class, pupil)
	if err != nil {
		return 0, nil, err
	}
	defer rows.Close()
	games = map[string]int{}
	for rows.Next() {
		var game string
		var at int64
		if err := rows.Scan(&game, &at); err != nil {
			return 0, nil, err
		}
		games[game]++
		if at >= since {
			recent++
		}
	}
	return recent, games, rows.Err()
}

// hintsOf lists all help that a pupil has asked for, the first first.
func (s *Store) hintsOf(ctx context.Context, pupil string) (list []school.Hint, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT game_id, version, steps, at FROM hints WHERE pupil_id = $1 ORDER BY at, game_id, version`, pupil)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var h school.Hint
		if err := rows.Scan(&h.Game, &h.Version, &h.Steps, &h.At); err != nil {
			return nil, err
		}
		list = append(list, h)
	}
	return list, rows.Err()
}
