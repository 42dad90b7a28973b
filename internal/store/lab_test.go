package store_test

import (
	"testing"

	"semeia/internal/school"
	"semeia/internal/store/storetest"
)

// counted keeps a game that counts and was last played in at the moment changed.
func counted(id, owner, partner string, changed int64) school.Game {
	g := game(id, owner)
	g.Counts, g.Partner, g.Opened = true, partner, changed
	return g
}

func TestAnOpenGameThatCountsIsFoundForThoseWhoPlayIt(t *testing.T) {
	s, _, _, ana, _ := staff(t)
	class := newClass(t, s, ana, school.ByName)
	rui, ines, zana := add(t, s, ana, class, "Rui", 1), add(t, s, ana, class, "Inês", 1), add(t, s, ana, class, "Zana", 1)
	pupil := func(id string) *school.Pupil { return &school.Pupil{ID: id} }
	look := func(what string, r school.Reader, since int64, want string) {
		t.Helper()
		if id, err := s.Counting(ctx, r, since); err != nil || id != want {
			t.Errorf("%s: %q %v, want %q", what, id, err, want)
		}
	}
	none := game("practice", school.OwnerOf(rui))
	none.Opened = 9000
	over := counted("over", school.OwnerOf(rui), "", 9000)
	over.Outcome = school.GaveUp
	for _, g := range []school.Game{none, over, counted("visitors", "cookie", "", 9000), counted("own", school.OwnerOf(zana), "", 5000), counted("newer", school.OwnerOf(zana), "", 6000)} {
		if _, err := s.AddGame(ctx, g); err != nil {
			t.Fatal(err)
		}
	}
	look("only practice, and one that is over", school.Reader{Pupil: pupil(rui)}, 0, "")
	look("a visitor's", school.Reader{Visitor: "cookie"}, 9000, "visitors")
	look("another visitor", school.Reader{Visitor: "other"}, 0, "")
	look("nobody", school.Reader{}, 0, "")
	look("the one played last", school.Reader{Pupil: pupil(zana)}, 5500, "newer")
	look("too long ago", school.Reader{Pupil: pupil(zana)}, 6001, "")
	look("beside one who plays", school.Reader{Pupil: pupil(rui), Partner: pupil(zana)}, 0, "newer")
	look("a teacher with a visitor's cookie", school.Reader{Visitor: "cookie", Teacher: &school.Teacher{ID: ana.Teacher}}, 0, "")
	look("a pupil with a visitor's cookie", school.Reader{Visitor: "cookie", Pupil: pupil(rui)}, 0, "")

	if _, err := s.AddGame(ctx, counted("two", school.OwnerOf(rui), ines, 7000)); err != nil {
		t.Fatal(err)
	}
	for what, r := range map[string]school.Reader{
		"who opened it": {Pupil: pupil(rui)}, "the other one": {Pupil: pupil(ines)},
		"beside the other one": {Pupil: pupil(zana), Partner: pupil(ines)},
	} {
		look(what, r, 6500, "two")
	}
	if err := s.Append(ctx, "two", school.OwnerOf(ines), 0, school.Turn{Events: []school.Event{{Version: 1, Kind: school.GiveUp, At: 8000}}, Outcome: school.GaveUp}); err != nil {
		t.Fatal(err)
	}
	look("it is over", school.Reader{Pupil: pupil(rui)}, 0, "")
}

func TestNoGameCountsInAnEmptySchool(t *testing.T) {
	s := open(t, storetest.New(t))
	if id, err := s.Counting(ctx, school.Reader{Visitor: "v"}, 0); id != "" || err != nil {
		t.Error(id, err)
	}
}
