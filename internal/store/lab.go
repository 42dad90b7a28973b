package store

import (
	"context"
	"database/sql"
	"errors"

	"semeia/internal/school"
)

// Counting is the id of an open game that counts and that the reader plays, alone
// or as one of two, the one played last if there are several: while it goes on
// there is no looking ahead. Empty when there is none that was played in since
// that moment, in unix milliseconds, and for a teacher.
func (s *Store) Counting(ctx context.Context, reader school.Reader, since int64) (game string, err error) {
	if reader.Teacher != nil || reader.Owner() == "" {
		return "", nil
	}
	var other sql.NullString
	if reader.Partner != nil {
		other = nullable(school.OwnerOf(reader.Partner.ID))
	}
	err = s.db.QueryRowContext(ctx, `
SELECT id FROM games
WHERE counts AND outcome = 'open' AND changed >= $1 AND (owner IN ($2, $3) OR partner_id IN ($4, $5))
ORDER BY changed DESC, id LIMIT 1`,
		since, reader.Owner(), other, partnerOf(reader.Owner()), partnerOf(other.String)).Scan(&game)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return game, err
}
