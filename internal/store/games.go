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
SELECT g.owner, ` + pairColumns + `, g.rules, g.first_side, g.throws, g.against, g.bot, g.board, g.origin, g.counts, g.aids, g.compared, coalesce(g.rematch_of, ''), g.opened, g.outcome, coalesce(h.steps, 0)
FROM games g LEFT JOIN hints h ON h.game_id = g.id AND h.version = g.version ` + pairJoin + `
WHERE g.id = $1 AND (g.pupil_id IS NULL OR g.pupil_id IN ($2, $3) OR g.partner_id IN ($2, $3) OR EXISTS (
    SELECT 1 FROM pupils p JOIN classes c ON c.id = p.class_id JOIN class_teachers t ON t.class_id = c.id
    WHERE t.teacher_id = $4 AND p.deleted = 0 AND c.deleted = 0 AND p.id IN (g.pupil_id, g.partner_id)))`

// The two pupils of a game that is played by two; one in the bin has no name.
const (
	pairColumns = `coalesce(g.partner_id, ''), coalesce(o.name, ''), coalesce(o.twin, 1), coalesce(q.name, ''), coalesce(q.twin, 1)`
	pairJoin    = `LEFT JOIN pupils o ON o.id = g.pupil_id AND g.partner_id IS NOT NULL AND o.deleted = 0 AND EXISTS (SELECT 1 FROM classes WHERE id = o.class_id AND deleted = 0)
LEFT JOIN pupils q ON q.id = g.partner_id AND q.deleted = 0 AND EXISTS (SELECT 1 FROM classes WHERE id = q.class_id AND deleted = 0)`
)

// pairScan reads [pairColumns] into a game, once done has been called.
func pairScan(g *school.Game) (fields []any, done func()) {
	var twins [2]int
	return []any{&g.Partner, &g.Names[0], &twins[0], &g.Names[1], &twins[1]}, func() {
		for i := range g.Names {
			g.Names[i] = school.Display(g.Names[i], twins[i])
		}
	}
}

const selectMoves = `
SELECT version, kind, arg, at, unsure FROM moves WHERE game_id = $1 ORDER BY version`

// Game reads a game with all its events. A visitor's game may be looked at by
// anyone who knows its id; a pupil's only by the pupil, the other one of two who
// play it, and the teachers of the class of either. The error is [school.NotFound] when there is none for the reader.
func (s *Store) Game(ctx context.Context, id string, reader school.Reader) (school.Game, error) {
	pupil, partner, teacher := "", "", ""
	if reader.Pupil != nil {
		pupil = reader.Pupil.ID
	}
	if reader.Partner != nil {
		partner = reader.Partner.ID
	}
	if reader.Teacher != nil {
		teacher = reader.Teacher.ID
	}
	return s.readGame(ctx, id, pupil, partner, teacher)
}

// gameRow reads a pupil's game for its export.
func (s *Store) gameRow(ctx context.Context, id, pupil string) (school.Game, error) {
	return s.readGame(ctx, id, pupil, "", "")
}

func (s *Store) readGame(ctx context.Context, id, pupil, partner, teacher string) (school.Game, error) {
	g := school.Game{ID: id}
	var rules, first, throws, board string
	fields, named := pairScan(&g)
	fields = append(append([]any{&g.Owner}, fields...), &rules, &first, &throws, &g.Against, &g.Bot, &board, &g.Origin, &g.Counts, &g.Aids,
		&g.Compared, &g.RematchOf, &g.Opened, &g.Outcome, &g.Helped)
	err := s.game.QueryRowContext(ctx, id, pupil, partner, teacher).Scan(fields...)
	if errors.Is(err, sql.ErrNoRows) {
		return g, school.Fail(school.NotFound, "error.nogame")
	}
	if err != nil {
		return g, err
	}
	named()
	if g.Rules, err = kalah.ParseRules(rules); err != nil {
		return g, err
	}
	g.First, _ = kalah.ParseSide(first)
	g.Throws = parseThrows(throws)
	if board != "" {
		if g.From, err = g.Rules.Parse(board, g.First); err != nil {
			return g, err
		}
	}
	rows, err := s.moves.QueryContext(ctx, id)
	if err != nil {
		return g, err
	}
	defer rows.Close()
	for rows.Next() {
		var e school.Event
		if err := rows.Scan(&e.Version, &e.Kind, &e.Arg, &e.At, &e.Unsure); err != nil {
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
INSERT INTO games (id, owner, pupil_id, rules, first_side, throws, against, counts, aids, compared, rematch_of, opened, changed, version, outcome, partner_id, bot, board, origin)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14, $15, $16, $17, $18) ON CONFLICT DO NOTHING`,
			g.ID, g.Owner, nullable(pupil), g.Rules.String(), g.First.String(), formatThrows(g.Throws), string(g.Against), g.Counts, string(g.Aids),
			g.Compared, nullable(g.RematchOf), g.Opened, len(g.Events), string(g.Outcome), nullable(g.Partner), string(g.Bot), boardOf(&g), g.Origin)
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
// owner, or is played by that pupil as the other one of two; all or none. The error is [school.NotFound], [school.Forbidden], or
// [school.Stale] when the game has gone on; nothing is then written.
func (s *Store) Append(ctx context.Context, id, owner string, from int, t school.Turn) error {
	if len(t.Events) == 0 {
		return nil
	}
	last := t.Events[len(t.Events)-1]
	return s.within(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `
UPDATE games SET version = $1, outcome = $2, changed = $3, compared = FALSE
WHERE id = $4 AND (owner = $5 OR partner_id = $7) AND version = $6`,
			last.Version, string(t.Outcome), last.At, id, owner, from, partnerOf(owner))
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

// partnerOf is the pupil that an owner stands for, as partner_id is compared
// with it: a visitor is nobody's partner.
func partnerOf(owner string) sql.NullString {
	pupil, _ := school.PupilOf(owner)
	return nullable(pupil)
}

// SetCompared notes that the kalahs of a finished game have been compared, by
// its owner or the other one of two.
func (s *Store) SetCompared(ctx context.Context, id, owner string) error {
	return s.within(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `UPDATE games SET compared = TRUE WHERE id = $1 AND (owner = $2 OR partner_id = $3) AND outcome <> 'open'`, id, owner, partnerOf(owner))
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

// GamesOf lists the games of an owner, and those that pupil plays as the other
// one of two, without their events, the one played last first, at most limit.
func (s *Store) GamesOf(ctx context.Context, owner string, limit int) ([]school.Game, error) {
	rows, err := s.db.QueryContext(ctx, `
SELECT g.id, g.owner, `+pairColumns+`, g.rules, g.against, g.bot, g.origin, g.counts, g.compared, g.opened, g.outcome FROM games g `+pairJoin+`
WHERE g.owner = $1 OR g.partner_id = $3 ORDER BY g.changed DESC, g.id LIMIT $2`, owner, limit, partnerOf(owner))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var games []school.Game
	for rows.Next() {
		var g school.Game
		var rules string
		fields, named := pairScan(&g)
		fields = append(append([]any{&g.ID, &g.Owner}, fields...), &rules, &g.Against, &g.Bot, &g.Origin, &g.Counts, &g.Compared, &g.Opened, &g.Outcome)
		if err := rows.Scan(fields...); err != nil {
			return nil, err
		}
		named()
		if g.Rules, err = kalah.ParseRules(rules); err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, rows.Err()
}

// whyNot tells why a change of a game found no row.
func whyNot(ctx context.Context, tx *sql.Tx, id, owner string) error {
	var have, partner string
	err := tx.QueryRowContext(ctx, `SELECT owner, coalesce(partner_id, '') FROM games WHERE id = $1`, id).Scan(&have, &partner)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return school.Fail(school.NotFound, "error.nogame")
	case err != nil:
		return err
	case have != owner && (partner == "" || school.OwnerOf(partner) != owner):
		return school.Fail(school.Forbidden, "error.foreign")
	}
	return school.Fail(school.Stale, "error.stale")
}

func insertEvents(ctx context.Context, tx *sql.Tx, id string, events []school.Event) error {
	for _, e := range events {
		_, err := tx.ExecContext(ctx, `INSERT INTO moves (game_id, version, kind, arg, at, unsure) VALUES ($1, $2, $3, $4, $5, $6)`,
			id, e.Version, string(e.Kind), e.Arg, e.At, e.Unsure)
		if err != nil {
			return err
		}
	}
	return nil
}

// boardOf is the position that a game began from, as text; empty for the usual
// start.
func boardOf(g *school.Game) string {
	if g.Whole() {
		return ""
	}
	return g.From.String()
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
