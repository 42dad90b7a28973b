// Package storetest gives tests a database of their own: a SQLite file, or,
// where SEMEIA_TEST_POSTGRES holds the address of a PostgreSQL database, a
// schema in it. So every test that keeps something runs on both engines.
package storetest

import (
	"crypto/rand"
	"database/sql"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
)

// Postgres reports whether [New] gives databases on PostgreSQL.
func Postgres() bool { return os.Getenv("SEMEIA_TEST_POSTGRES") != "" }

// New gives the address of an empty database, as store.Open takes it. It is
// removed when the test ends.
func New(t testing.TB) string {
	t.Helper()
	if !Postgres() {
		return filepath.Join(t.TempDir(), "semeia.db")
	}
	u, err := url.Parse(os.Getenv("SEMEIA_TEST_POSTGRES"))
	if err != nil {
		t.Fatal(err)
	}
	schema := "t_" + strings.ToLower(rand.Text())
	Exec(t, u.String(), `CREATE SCHEMA `+schema)
	t.Cleanup(func() { Exec(t, u.String(), `DROP SCHEMA `+schema+` CASCADE`) })
	q := u.Query()
	q.Set("search_path", schema)
	u.RawQuery = q.Encode()
	return u.String()
}

// Exec runs a statement in a database on PostgreSQL.
func Exec(t testing.TB, address, statement string) {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}
