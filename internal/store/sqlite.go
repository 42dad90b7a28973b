package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"modernc.org/sqlite" // the driver "sqlite"
)

// applicationID marks a SQLite file as ours (bytes 68 to 71 of its header):
// "Seme" in ASCII.
const applicationID = 0x53656d65

func openSQLite(ctx context.Context, path string) (*Store, error) {
	if err := examine(path); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", dsn(path))
	if err != nil {
		return nil, unopened(path, err)
	}
	s := &Store{db: db, name: path, path: path}
	if err := s.prepare(ctx); err != nil {
		db.Close()
		return nil, err
	}
	if err := s.checkPragmas(ctx); err != nil {
		db.Close()
		return nil, err
	}
	return s, nil
}

// pragmas holds for every connection; see [Store.checkPragmas].
var pragmas = []struct{ name, set, read string }{
	{"busy_timeout", "5000", "5000"},
	{"journal_mode", "WAL", "wal"},
	{"synchronous", "FULL", "2"},
	{"foreign_keys", "1", "1"},
	{"secure_delete", "1", "1"}, // what is deleted is overwritten with zeros
}

// dsn carries every setting, since a PRAGMA run later would reach one pooled
// connection only. Immediate transactions are what ends "database is locked":
// a deferred one that reads and then writes fails at once, whatever the
// timeout.
func dsn(path string) string {
	q := url.Values{"_txlock": {"immediate"}, "_dqs": {"0"}}
	for _, p := range pragmas {
		q.Add("_pragma", p.name+"("+p.set+")")
	}
	return fileURI(path) + "?" + q.Encode()
}

func fileURI(path string) string {
	path = filepath.ToSlash(path)
	if filepath.IsAbs(path) && !strings.HasPrefix(path, "/") {
		path = "/" + path // file:/C:/…
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath()
}

// examine looks at an existing file without opening it as a database. A new
// file gets its mark here, in its first page, before any log stands beside it.
func examine(path string) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return create(path)
	}
	if err != nil {
		return unopened(path, err)
	}
	defer f.Close()
	head := make([]byte, 72)
	n, err := io.ReadFull(f, head)
	switch {
	case n == 0 && err == io.EOF:
		return create(path)
	case err != nil && err != io.ErrUnexpectedEOF:
		return unopened(path, err)
	case n < len(head) || string(head[:16]) != "SQLite format 3\x00":
		return fail("cmd.db.none", path, err)
	case binary.BigEndian.Uint32(head[68:]) != applicationID:
		return fail("cmd.db.foreign", path, nil)
	}
	if _, err := os.Stat(path + "-journal"); err == nil {
		return create(path) // ended in the middle of it: SQLite will take that page back
	}
	return nil
}

func create(path string) error {
	db, err := sql.Open("sqlite", fileURI(path)+"?_pragma=busy_timeout(5000)")
	if err != nil {
		return unopened(path, err)
	}
	defer db.Close()
	if _, err := db.Exec(fmt.Sprintf("PRAGMA application_id = %d", applicationID)); err != nil {
		return unopened(path, err)
	}
	return nil
}

// checkPragmas reads the settings back on two connections at once: a mistyped
// one would be swallowed without a word.
func (s *Store) checkPragmas(ctx context.Context) error {
	for range 2 {
		c, err := s.db.Conn(ctx)
		if err != nil {
			return err
		}
		defer c.Close()
		for _, p := range pragmas {
			var got string
			if err := c.QueryRowContext(ctx, "PRAGMA "+p.name).Scan(&got); err != nil {
				return err
			}
			if got != p.read {
				return fmt.Errorf("store: PRAGMA %s is %s, want %s", p.name, got, p.read)
			}
		}
	}
	return nil
}

// sqliteCode is the extended result code of an error, 0 for other errors.
func sqliteCode(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code()
	}
	return 0
}
