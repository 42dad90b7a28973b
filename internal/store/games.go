package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"semeia/internal/kalah"
	"semeia/internal/school"
)

const selectGame = `
SELECT owner, rules, first_side, throws, against, counts, aids, compared, coalesce(rematch_of, ''), opened, outcome
FROM games
WHERE id = $1 AND (pupil_id IS NULL OR pupil_id = $2 OR pupil_id IN (
    SELECT p.id FROM pupils p JOIN classes c ON c.id = p.class_id JOIN class_teachers t ON t.class_id = c.id
    WHERE t.teacher_id = $3 AND p.deleted = 0 AND c.deleted = 0))`

const selectMoves = `
SELECT version, kind, arg, at FROM moves WHERE game_id = $1 ORDER BY version`

// Game reads a game with all its events. A visitor's game may be looked at by
// anyone who knows its id; a pupil's only by the pupil and the teachers of the
// class. The error is [school.NotFound] when there is none for the reader.
func (s *Store) Game(ctx context.Context, id string, reader school.Reader) (school.Game, error) {
	pupil, teacher := "", ""
	if reader.Pupil != nil {
		pupil = reader.Pupil.ID
	}
	if reader.Teacher != nil {
		teacher = reader.Teacher.ID
	}
	return s.readGame(ctx, id, pupil, teacher)
}

// gameRow reads a pupil's game for its export.
func (s *Store) gameRow(ctx context.Context, id, pupil string) (school.Game, error) {
	return s.readGame(ctx, id, pupil, "")
}

func (s *Store) readGame(ctx context.Context, id, pupil, teacher string) (school.Game, error) {
	g := school.Game{ID: id}
	var rules, first, throws string
	err := s.game.QueryRowContext(ctx, id, pupil, teacher).Scan(&g.Owner, &rules, &first, &throws, &g.Against, &g.Counts, &g.Aids,
		&g.Compared, &g.RematchOf, &g.Opened, &g.Outcome)
	if errors.Is(err, sql.ErrNoRows) {
		return g, school.Fail(school.NotFound, "error.nogame")
	}
	if err != nil {
		return g, err
	}
	if g.Rules, err = kalah.ParseRules(rules); err != nil {
		return g, err
	}
	g.First, _ = kalah.ParseSide(first)
	g.Throws = parseThrows(throws)
	rows, err := s.moves.QueryContext(ctx, id)
	if err != nil {
		return g, err
	}
	defer rows.Close()
	for rows.Next() {
		var e school.Event
		if err := rows.Scan(&e.Version, &e.Kind, &e.Arg, &e.At); err != nil {
			return g, err
		}
		if e.Version != len(g.Events)+1 {
			return g, fmt.Errorf("store: game %s: version %d follows %d", id, e.Version, len(g.Events))
		}
		g.Events = append(g.Events, e)
	}
	return g, rows.Err()
}

// AddGame keeps a new game with its first events. When a game of that id, or a
// rematch of the same game, is there already, nothing is written and the id of
// the one that is there comes back: a form posted twice opens one game. The
// error is [school.Forbidden] when that one belongs to somebody else.
func (s *Store) AddGame(ctx context.Context, g school.Game) (id string, err error) {
	err = s.within(ctx, func(tx *sql.Tx) error {
		pupil, _ := school.PupilOf(g.Owner)
		id = g.ID
		done, err := tx.ExecContext(ctx, `
INSERT INTO games (id, owner, pupil_id, rules, first_side, throws, against, counts, aids, compared, rematch_of, opened, changed, version, outcome)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14) ON CONFLICT DO NOTHING`,
			g.ID, g.Owner, nullable(pupil), g.Rules.String(), g.First.String(), formatThrows(g.Throws), string(g.Against), g.Counts, string(g.Aids),
			g.Compared, nullable(g.RematchOf), g.Opened, len(g.Events), string(g.Outcome))
		if err != nil {
			return err
		}
		n, err := done.RowsAffected()
		switch {
		case err != nil:
			return err
		case n == 1:
			return insertEvents(ctx, tx, g.ID, g.Events)
		}
		var owner string
		err = tx.QueryRowContext(ctx, `SELECT id, owner FROM games WHERE id = $1 OR rematch_of = $2`, g.ID, nullable(g.RematchOf)).Scan(&id, &owner)
		if err == nil && owner != g.Owner {
			return school.Fail(school.Forbidden, "error.foreign")
		}
		return err
	})
	return id, err
}

// Append adds a turn's events to a game that has version from and belongs to
// owner, all or none. The error is [school.NotFound], [school.Forbidden], or
// [school.Stale] when the game has gone on; nothing is then written.
func (s *Store) Append(ctx context.Context, id, owner string, from int, t school.Turn) error {
	if len(t.Events) == 0 {
		return nil
	}
	last := t.Events[len(t.Events)-1]
	return s.within(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `
UPDATE games SET version = $1, outcome = $2, changed = $3, compared = FALSE
WHERE id = $4 AND owner = $5 AND version = $6`,
			last.Version, string(t.Outcome), last.At, id, owner, from)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil {
			return err
		} else if n == 0 {
			return whyNot(ctx, tx, id, owner)
		}
		return insertEvents(ctx, tx, id, t.Events)
	})
}

// SetCompared notes that the kalahs of a finished game have been compared.
func (s *Store) SetCompared(ctx context.Context, id, owner string) error {
	return s.within(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `UPDATE games SET compared = TRUE WHERE id = $1 AND owner = $2 AND outcome <> 'open'`, id, owner)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil {
			return err
		} else if n == 0 {
			return whyNot(ctx, tx, id, owner)
		}
		return nil
	})
}

// GamesOf lists an owner's games without their events, the one played last
// first, at most limit.
func (s *Store) GamesOf(ctx context.Context, owner string, limit int) ([]school.Game, error) {
	rows, err := s.db.QueryContext(ctx, `
SELECT id, rules, against, counts, opened, outcome FROM games
WHERE owner = $1 ORDER BY changed DESC, id LIMIT $2`, owner, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var games []school.Game
	for rows.Next() {
		g := school.Game{Owner: owner}
		var rules string
		if err := rows.Scan(&g.ID, &rules, &g.Against, &g.Counts, &g.Opened, &g.Outcome); err != nil {
			return nil, err
		}
		if g.Rules, err = kalah.ParseRules(rules); err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, rows.Err()
}

// whyNot tells why a change of a game found no row.
func whyNot(ctx context.Context, tx *sql.Tx, id, owner string) error {
	var have string
	err := tx.QueryRowContext(ctx, `SELECT owner FROM games WHERE id = $1`, id).Scan(&have)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return school.Fail(school.NotFound, "error.nogame")
	case err != nil:
		return err
	case have != owner:
		return school.Fail(school.Forbidden, "error.foreign")
	}
	return school.Fail(school.Stale, "error.stale")
}

func insertEvents(ctx context.Context, tx *sql.Tx, id string, events []school.Event) error {
	for _, e := range events {
		_, err := tx.ExecContext(ctx, `INSERT INTO moves (game_id, version, kind, arg, at) VALUES ($1, $2, $3, $4, $5)`,
			id, e.Version, string(e.Kind), e.Arg, e.At)
		if err != nil {
			return err
		}
	}
	return nil
}

// Throws are kept as pairs of digits, opener first: "33 25".
func formatThrows(throws []school.Throw) string {
	pairs := make([]string, len(throws))
	for i, t := range throws {
		pairs[i] = fmt.Sprintf("%d%d", t.Opener, t.Guest)
	}
	return strings.Join(pairs, " ")
}

func parseThrows(text string) (throws []school.Throw) {
	for _, pair := range strings.Fields(text) {
		if len(pair) == 2 {
			throws = append(throws, school.Throw{Opener: pair[0] - '0', Guest: pair[1] - '0'})
		}
	}
	return throws
}
