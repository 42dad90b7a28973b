package store_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"semeia/internal/school"
	"semeia/internal/store"
	"semeia/internal/store/storetest"
)

// playedByTwo keeps a game of two pupils with that many moves.
func playedByTwo(t testing.TB, s *store.Store, owner, partner string, moves int) string {
	t.Helper()
	g := game(school.NewID(), school.OwnerOf(owner))
	g.Partner = partner
	for i := range moves {
		g.Events = append(g.Events, school.Event{Version: i + 1, Kind: school.Move, Arg: 1, At: int64(2000 + i)})
	}
	_, err := s.AddGame(ctx, g)
	must(t, err)
	return g.ID
}

func TestAGameOfTwoPupilsIsOfBoth(t *testing.T) {
	s, _, rosa, ana, beto := staff(t)
	class := newClass(t, s, ana, school.ByName)
	flora, rui, third := add(t, s, ana, class, "Flora", 1), add(t, s, ana, class, "Flora", 2), add(t, s, ana, class, "Rui", 1)
	id := playedByTwo(t, s, flora, rui, 0)
	names := [2]string{"Flora", "Flora 2"}
	look := func(what string, r school.Reader, want school.Code) {
		t.Helper()
		g, err := s.Game(ctx, id, r)
		if code(err) != want {
			t.Errorf("%s: %v", what, err)
		}
		if want == "" && (g.Owner != school.OwnerOf(flora) || g.Partner != rui || g.Names != names) {
			t.Errorf("%s: %+v", what, g)
		}
	}
	pupil := func(id string) *school.Pupil { return &school.Pupil{ID: id} }
	see := func(taught school.Code) {
		t.Helper()
		look("the first", school.Reader{Pupil: pupil(flora)}, "")
		look("the second", school.Reader{Pupil: pupil(rui)}, "")
		look("beside the second", school.Reader{Pupil: pupil(third), Partner: pupil(rui)}, "")
		look("a third", school.Reader{Pupil: pupil(third)}, school.NotFound)
		look("a visitor", school.Reader{Visitor: "v"}, school.NotFound)
		look("the teacher", school.Reader{Teacher: &school.Teacher{ID: ana.Teacher}}, taught)
		look("another teacher", school.Reader{Teacher: &school.Teacher{ID: beto.Teacher}}, school.NotFound)
		look("an administrator", school.Reader{Teacher: &school.Teacher{ID: rosa.Teacher}}, school.NotFound)
	}
	see("")
	for i, owner := range []string{school.OwnerOf(flora), school.OwnerOf(rui)} {
		games, err := s.GamesOf(ctx, owner, 10)
		if err != nil || len(games) != 1 || games[0].ID != id || games[0].Names != names || games[0].Partner != rui || games[0].Owner != school.OwnerOf(flora) {
			t.Errorf("%v %v", games, err)
		}
		turn := school.Turn{Events: []school.Event{{Version: i + 1, Kind: school.Move, Arg: 1, At: 1}}, Outcome: school.Open}
		for _, foreign := range []string{school.OwnerOf(third), "visitor", "", school.OwnerOf(""), rui} {
			if err := s.Append(ctx, id, foreign, i, turn); code(err) != school.Forbidden {
				t.Errorf("%q: %v", foreign, err)
			}
			if err := s.SetCompared(ctx, id, foreign); code(err) != school.Forbidden {
				t.Errorf("%q: %v", foreign, err)
			}
		}
		if err := s.SetCompared(ctx, id, owner); code(err) != school.Stale { // it is not over
			t.Error(err)
		}
		must(t, s.Append(ctx, id, owner, i, turn))
		if err := s.Append(ctx, id, owner, i, turn); code(err) != school.Stale {
			t.Errorf("twice: %v", err)
		}
	}
	must(t, s.Append(ctx, id, school.OwnerOf(rui), 2, school.Turn{Events: []school.Event{{Version: 3, Kind: school.GiveUp, At: 1}}, Outcome: school.GaveUp}))
	must(t, s.SetCompared(ctx, id, school.OwnerOf(rui)))
	for _, who := range []string{flora, rui, third} {
		r, err := s.PupilRecord(ctx, ana.Teacher, class, who)
		if want := 1; who == third && len(r.Games) != 0 || who != third && (len(r.Games) != want || r.Games[0].Version() != 3) || err != nil {
			t.Errorf("%+v %v", r.Games, err)
		}
	}
	// A visitor's game has no other one.
	if games, err := s.GamesOf(ctx, "visitor", 10); len(games) != 0 || err != nil {
		t.Error(games, err)
	}
	// The class's teacher sees it as long as one of the two is there; who is in
	// the bin has no name.
	must(t, s.BinPupils(ctx, ana, class, []string{rui}))
	names[1] = ""
	see("")
	must(t, s.BinPupils(ctx, ana, class, []string{flora}))
	names[0] = ""
	see(school.NotFound)
	must(t, s.RestorePupil(ctx, ana, class, rui))
	names[1] = "Flora 2"
	see("")
	must(t, s.RestorePupil(ctx, ana, class, flora))
	names[0] = "Flora"
	see("")
	must(t, s.BinClass(ctx, ana, class))
	names = [2]string{}
	see(school.NotFound)
}

// Whose partner is deleted for good keeps the game; with the owner it goes, and
// is counted.
func TestPurgingOneOfTwo(t *testing.T) {
	s, address, _, ana, _ := staff(t)
	class := newClass(t, s, ana, school.ByName)
	flora := add(t, s, ana, class, "Flora", 1)
	rui := add(t, s, ana, class, "Rui", 1)
	id := playedByTwo(t, s, flora, rui, 3)
	r, err := s.PurgePupil(ctx, ana, class, rui)
	if d := cmp.Diff(school.Receipt{Pupils: 1}, r); d != "" || err != nil {
		t.Error(d, err)
	}
	g, err := s.Game(ctx, id, school.Reader{Pupil: &school.Pupil{ID: flora}})
	if err != nil || g.Version() != 3 || g.Partner != "" || g.Names != [2]string{} {
		t.Errorf("%+v %v", g, err)
	}
	bia := add(t, s, ana, class, "Bia", 1)
	played(t, s, school.OwnerOf(bia), 2)
	playedByTwo(t, s, flora, bia, 4)
	r, err = s.PurgePupil(ctx, ana, class, flora)
	if d := cmp.Diff(school.Receipt{Pupils: 1, Games: 2, Moves: 7}, r); d != "" || err != nil {
		t.Error(d, err)
	}
	if games, err := s.GamesOf(ctx, school.OwnerOf(bia), 10); len(games) != 1 || err != nil {
		t.Error(games, err)
	}
	// A class with both counts a game once.
	rui = add(t, s, ana, class, "Rui", 1)
	playedByTwo(t, s, rui, bia, 1)
	r, err = s.PurgeClass(ctx, ana, class)
	if d := cmp.Diff(school.Receipt{Classes: 1, Pupils: 2, Games: 2, Moves: 3}, r); d != "" || err != nil {
		t.Error(d, err)
	}
	if n := count(t, address, `SELECT count(*) FROM games`); n != 0 {
		t.Errorf("%d games are left", n)
	}
}

// A game is not opened for somebody who is not there.
func TestAPartnerMustBeThere(t *testing.T) {
	s := open(t, storetest.New(t))
	g := game("a", "visitor")
	g.Partner = school.NewID()
	if _, err := s.AddGame(ctx, g); err == nil {
		t.Error("kept")
	}
}
