package store

import (
	"context"
	"testing"
)

// Settings reads the settings back on every connection of the pool at once.
func (s *Store) Settings(ctx context.Context, t testing.TB) (all []string) {
	t.Helper()
	for range connections {
		c, err := s.db.Conn(ctx)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		line := ""
		for _, p := range pragmas {
			var v string
			if err := c.QueryRowContext(ctx, "PRAGMA "+p.name).Scan(&v); err != nil {
				t.Fatal(err)
			}
			if line != "" {
				line += " "
			}
			line += p.name + "=" + v
		}
		all = append(all, line)
	}
	return all
}
