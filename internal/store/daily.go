package store

import (
	"context"

	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/tutor"
)

// DailyGames gives what an owner has made of the positions of the days from
// first to last, both included. Positions without a game are missing.
func (s *Store) DailyGames(ctx context.Context, owner string, first, last tutor.Day) (map[school.DailyKey]school.DailyGames, error) {
	rows, err := s.db.QueryContext(ctx, `
SELECT origin, rules, max(CASE WHEN outcome = 'open' THEN id ELSE '' END), max(CASE WHEN outcome = 'won' THEN 1 ELSE 0 END)
FROM games WHERE owner = $1 AND origin >= $2 AND origin <= $3 GROUP BY origin, rules`, owner, school.DailyOrigin(first), school.DailyOrigin(last))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[school.DailyKey]school.DailyGames{}
	for rows.Next() {
		var g school.Game
		var rules string
		var made school.DailyGames
		if err := rows.Scan(&g.Origin, &rules, &made.Open, &made.Solved); err != nil {
			return nil, err
		}
		day, ok := g.Daily()
		if !ok {
			continue
		}
		set, err := kalah.ParseRules(rules)
		if err != nil {
			return nil, err
		}
		all[school.DailyKey{Day: day, Rules: set}] = made
	}
	return all, rows.Err()
}
