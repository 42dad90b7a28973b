package store_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"semeia/internal/school"
	"semeia/internal/store"
	"semeia/internal/store/storetest"
)

func reviews(t testing.TB, s *store.Store, game string) map[int]string {
	t.Helper()
	known, err := s.Reviews(ctx, game)
	must(t, err)
	return known
}

func TestAReviewIsKeptRowByRow(t *testing.T) {
	s := open(t, storetest.New(t))
	for _, id := range []string{"a", "b"} {
		_, err := s.AddGame(ctx, game(id, "visitor"))
		must(t, err)
	}
	take := func(what, id string, version int, at, since int64, want bool) {
		t.Helper()
		if ours, err := s.TakeReview(ctx, id, version, at, since); ours != want || err != nil {
			t.Errorf("%s: %v %v", what, ours, err)
		}
	}
	take("a new one", "a", 3, 1000, 0, true)
	take("one that is taken", "a", 3, 1500, 900, false)
	take("another of the same game", "a", 2, 1500, 900, true)
	take("the same of another game", "b", 3, 1500, 900, true)
	take("of no game", "nowhere", 3, 1500, 900, false)
	if got := reviews(t, s, "a"); len(got) != 0 {
		t.Errorf("what is only taken is known: %v", got)
	}
	must(t, s.KeepReview(ctx, "a", 3, "1:+3 2:-1~", 1600))
	must(t, s.KeepReview(ctx, "a", 3, "1:+9", 1700)) // it is known already
	must(t, s.KeepReview(ctx, "a", 7, "1:+9", 1700)) // nobody has taken it
	take("one that is known, late", "a", 3, 99_000, 98_000, false)
	take("one whose taker has gone", "a", 2, 99_000, 1500, true)
	must(t, s.DropReview(ctx, "a", 2))
	must(t, s.DropReview(ctx, "a", 3)) // what is known is not given back
	take("one that was given back", "a", 2, 99_500, 0, true)
	must(t, s.KeepReview(ctx, "a", 2, "4:+0", 99_600))
	if d := cmp.Diff(map[int]string{3: "1:+3 2:-1~", 2: "4:+0"}, reviews(t, s, "a")); d != "" {
		t.Error(d)
	}
	if got := reviews(t, s, "b"); len(got) != 0 {
		t.Error(got)
	}
}

// Of several programs on one database one works out each decision.
func TestAReviewIsTakenByOne(t *testing.T) {
	address := storetest.New(t)
	first := open(t, address)
	stores := []*store.Store{first, open(t, address)}
	_, err := first.AddGame(ctx, game("a", "visitor"))
	must(t, err)
	var taken [10]atomic.Int32
	var all sync.WaitGroup
	for i := range 8 {
		s := stores[i%len(stores)]
		all.Go(func() {
			for version := range taken {
				ours, err := s.TakeReview(ctx, "a", version+1, 1000, 0)
				if err != nil {
					t.Error(err)
				}
				if ours {
					taken[version].Add(1)
					if err := s.KeepReview(ctx, "a", version+1, fmt.Sprintf("1:+%d", i), 1100); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	all.Wait()
	for version := range taken {
		if n := taken[version].Load(); n != 1 {
			t.Errorf("decision %d was taken %d times", version+1, n)
		}
	}
	if got := reviews(t, first, "a"); len(got) != len(taken) {
		t.Error(got)
	}
}

// A review goes with its game.
func TestAReviewGoesWithThePupil(t *testing.T) {
	s, address, _, ana, _ := staff(t)
	class := newClass(t, s, ana, school.ByName)
	ines := add(t, s, ana, class, "Inês", 1)
	_, err := s.AddGame(ctx, game("a", school.OwnerOf(ines)))
	must(t, err)
	_, err = s.TakeReview(ctx, "a", 1, 1000, 0)
	must(t, err)
	must(t, s.KeepReview(ctx, "a", 1, "1:+3", 1000))
	_, err = s.PurgePupil(ctx, ana, class, ines)
	must(t, err)
	if n := count(t, address, `SELECT count(*) FROM reviews`); n != 0 {
		t.Errorf("%d rows are left", n)
	}
}
