package store_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"semeia/internal/school"
	"semeia/internal/store"
	"semeia/internal/store/storetest"
)

// What is deleted for good is found nowhere: here the bytes of the files are
// looked at. The children that go are called Zamarreta, so that name and folded
// name differ and occur nowhere else; their names were changed, and they stood
// among many others whose rows grew, so that SQLite has copied them from page to
// page.
func TestAPurgedNameIsNowhereInTheFiles(t *testing.T) {
	for what, purge := range map[string]func(t *testing.T, s *store.Store, w crowd) school.Receipt{
		"pupils one by one": func(t *testing.T, s *store.Store, w crowd) (all school.Receipt) {
			for _, id := range w.marked {
				r, err := s.PurgePupil(ctx, w.by, w.class, id)
				must(t, err)
				all.Pupils += r.Pupils
			}
			return all
		},
		"all of the class": func(t *testing.T, s *store.Store, w crowd) school.Receipt {
			r, err := s.PurgePupils(ctx, w.by, w.class)
			must(t, err)
			return r
		},
		"the class": func(t *testing.T, s *store.Store, w crowd) school.Receipt {
			r, err := s.PurgeClass(ctx, w.by, w.class)
			must(t, err)
			return r
		},
		"the bin": func(t *testing.T, s *store.Store, w crowd) school.Receipt {
			must(t, s.BinPupils(ctx, w.by, w.class, w.marked))
			r, err := s.Sweep(ctx, w.by.At+1, w.by.At+1)
			must(t, err)
			return r
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			address := storetest.New(t)
			s := open(t, address)
			w := newCrowd(t, s)
			if storetest.Postgres() {
				query(t, address, `ANALYZE pupils`)
				query(t, address, `SELECT count(*) FROM pupils`)
			}
			before := node(t, address)
			if r := purge(t, s, w); r.Pupils < len(w.marked) {
				t.Errorf("%+v", r)
			}
			if storetest.Postgres() {
				if after := node(t, address); after == before {
					t.Error("the table was not written anew")
				}
				for _, column := range []string{"name", "folded"} {
					if n := count(t, address, `SELECT count(*) FROM pupils WHERE lower(`+column+`) LIKE '%zamarreta%'`); n != 0 {
						t.Errorf("%d rows", n)
					}
				}
				if n := count(t, address, `SELECT count(*) FROM pg_stats WHERE schemaname = current_schema()
AND (lower(histogram_bounds::text) LIKE '%zamarreta%' OR lower(most_common_vals::text) LIKE '%zamarreta%')`); n != 0 {
					t.Errorf("the names stand in %d rows of the planner's statistics", n)
				}
				return
			}
			nowhere(t, address)
		})
	}
}

// nowhere looks for the children called Zamarreta in the files of SQLite.
func nowhere(t *testing.T, address string) {
	t.Helper()
	for _, suffix := range []string{"", "-wal", "-shm"} {
		b, err := os.ReadFile(address + suffix)
		must(t, err)
		for _, name := range []string{"Zamarreta", "zamarreta", "ZAMARRETA"} {
			if n := bytes.Count(b, []byte(name)); n > 0 {
				t.Errorf("%s stands %d times in the file%s", name, n, suffix)
			}
		}
	}
}

// SQLite's secure_delete overwrites the rows that are deleted, but not the
// copies that stay in the gaps of a page when its rows are shared out to its
// neighbours. Without more, this finds some nearly every time.
func TestAPurgedNameIsNotInTheGapsOfPages(t *testing.T) {
	if storetest.Postgres() {
		return // PostgreSQL writes the table anew
	}
	address := storetest.New(t)
	s := open(t, address)
	by := school.By{Teacher: claim(t, s).ID, At: 5000}
	var classes, all []string
	for range 30 {
		classes = append(classes, newClass(t, s, by, school.ByName))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	db := raw(t, address)
	defer db.Close()
	db.SetMaxOpenConns(1)
	_, err := db.Exec(`PRAGMA secure_delete = 1`)
	must(t, err)
	tx, err := db.Begin()
	must(t, err)
	defer tx.Rollback()
	name := func(i int) string {
		family := "Filler"
		if i%3 == 0 {
			family = "Zamarreta"
		}
		return fmt.Sprintf("%c%c %s%s", 'A'+rng.IntN(26), 'a'+rng.IntN(26), family, strings.Repeat("ë", rng.IntN(20)))
	}
	for step := range 12_000 {
		if step%4 == 0 {
			id, n := school.NewID(), name(len(all))
			_, err = tx.Exec(`
INSERT INTO pupils (id, class_id, name, folded, twin, pictures, card, gate_mode, gate_stage, gate_before, gate_from, let_in, tries, tried, seen, epoch, created, deleted)
VALUES ($1, $2, $3, $4, $5, 'sun cat key', $6, 'class', 1, 1, 0, 0, 0, 0, 0, 1, 1, 0)`,
				id, classes[rng.IntN(len(classes))], n, school.FoldName(n), step+1, school.NewCard())
			all = append(all, id)
		} else {
			i := rng.IntN(len(all))
			n := name(i)
			_, err = tx.Exec(`UPDATE pupils SET name = $2, folded = $3, class_id = $4 WHERE id = $1`,
				all[i], n, school.FoldName(n), classes[rng.IntN(len(classes))])
		}
		must(t, err)
	}
	for i := 0; i < len(all); i += 3 {
		_, err := tx.Exec(`UPDATE pupils SET deleted = 1 WHERE id = $1`, all[i])
		must(t, err)
	}
	must(t, tx.Commit())
	must(t, db.Close())
	r, err := s.Sweep(ctx, 2, 2)
	if err != nil || r.Pupils != (len(all)+2)/3 {
		t.Fatal(r, err)
	}
	nowhere(t, address)
}

// A class goes on playing and signing in while a teacher purges.
func TestPurgingDisturbsNobody(t *testing.T) {
	s := open(t, storetest.New(t))
	by := school.By{Teacher: claim(t, s).ID, At: 5000}
	class := newClass(t, s, by, school.ByName)
	key, err := s.OpenCode(ctx, by, class, 99_000)
	must(t, err)
	var wg sync.WaitGroup
	for i := range 10 {
		id := add(t, s, by, class, fmt.Sprint("Child ", i), 1)
		wg.Go(func() {
			for range 8 {
				if _, err := s.EnterByCode(ctx, key, id, nil, 6000); err != nil {
					t.Error(err)
				}
				if _, err := s.AddGame(ctx, game(school.NewID(), school.OwnerOf(id))); err != nil {
					t.Error(err)
				}
				if _, err := s.Record(ctx, by.Teacher, class); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range 3 {
		id := add(t, s, by, class, fmt.Sprint("Zamarreta ", i), 1)
		wg.Go(func() {
			if r, err := s.PurgePupil(ctx, by, class, id); err != nil || r.Pupils != 1 {
				t.Error(r, err)
			}
		})
	}
	wg.Wait()
}

// Whoever asked for it may go away: the browser is closed while somebody else
// still reads, after the rows have gone and before the files are clean.
func TestAPurgeIsFinishedWhenTheAskerHasLeft(t *testing.T) {
	address := storetest.New(t)
	s := open(t, address)
	by := school.By{Teacher: claim(t, s).ID, At: 5000}
	class := newClass(t, s, by, school.ByName)
	id := add(t, s, by, class, "Zamarreta", 1)
	before := node(t, address)
	db := raw(t, address)
	defer db.Close()
	reading, err := db.Begin()
	must(t, err)
	must(t, reading.QueryRow(`SELECT count(*) FROM pupils`).Scan(new(int)))
	asked, leave := context.WithCancel(ctx)
	time.AfterFunc(400*time.Millisecond, leave)
	time.AfterFunc(800*time.Millisecond, func() { _ = reading.Rollback() })
	if r, err := s.PurgePupil(asked, by, class, id); err != nil || r.Pupils != 1 {
		t.Error(r, err)
	}
	if storetest.Postgres() {
		if node(t, address) == before {
			t.Error("the table was not written anew")
		}
		return
	}
	nowhere(t, address)
}

// crowd is a class with children to be deleted.
type crowd struct {
	by     school.By
	class  string
	marked []string
}

func newCrowd(t *testing.T, s *store.Store) crowd {
	t.Helper()
	admin := claim(t, s)
	by := school.By{Teacher: admin.ID, At: 5000}
	w := crowd{by: by, class: newClass(t, s, by, school.ByPictures)}
	other := newClass(t, s, by, school.ByPictures)
	for round := range 10 {
		var members, others []school.Member
		for i := range 8 {
			id := school.NewID()
			name := fmt.Sprintf("%c Filler %d-%d", 'A'+(i*7+round*3)%26, round, i)
			if i%2 == 0 {
				w.marked = append(w.marked, id)
				name = fmt.Sprintf("%c Ëndrra Zamarreta %d-%d", 'A'+(i*5+round*11)%26, round, i)
			}
			members = append(members, school.Member{ID: id, Name: name, Twin: 1})
			others = append(others, school.Member{ID: school.NewID(), Name: name[:2] + fmt.Sprint("Other ", round, i), Twin: 1})
		}
		must(t, s.AddPupils(ctx, by, w.class, members))
		must(t, s.AddPupils(ctx, by, other, others))
		for i, m := range members {
			name := m.Name + strings.Repeat(" ë", 1+i)
			must(t, s.Rename(ctx, by, w.class, m.ID, name))
			must(t, s.Rename(ctx, by, other, others[i].ID, others[i].Name+strings.Repeat(" Long", 8)))
			if i%3 == 0 {
				_, err := s.MovePupils(ctx, by, w.class, other, []string{m.ID})
				must(t, err)
				must(t, s.NewSecrets(ctx, by, other, m.ID))
				_, err = s.MovePupils(ctx, by, other, w.class, []string{m.ID})
				must(t, err)
			}
		}
	}
	for i, id := range w.marked {
		if i%2 == 0 {
			must(t, s.Rename(ctx, by, w.class, id, fmt.Sprintf("ZAMARRETA %c %d", 'Z'-i%26, i)))
		}
	}
	return w
}

// node is the file in which PostgreSQL keeps the pupils.
func node(t *testing.T, address string) int {
	if !storetest.Postgres() {
		return 0
	}
	return count(t, address, `SELECT pg_relation_filenode('pupils')`)
}
