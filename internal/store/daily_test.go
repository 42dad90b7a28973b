package store_test

import (
	"context"
	"maps"
	"testing"

	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/store"
	"semeia/internal/store/storetest"
	"semeia/internal/tutor"
)

// What somebody made of the days' positions is that of the own games alone, and
// of the days asked for.
func TestGamesFromTheDaysPositions(t *testing.T) {
	ctx := context.Background()
	s, err := store.Open(ctx, storetest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	sowing, _ := kalah.Named("sowing")
	extra, _ := kalah.Named("extra")
	day := tutor.FirstDay + 30
	add := func(owner, origin string, r kalah.Rules, outcome school.Outcome) string {
		t.Helper()
		g := school.Game{
			ID: school.NewID(), Owner: owner, Rules: r, From: r.Start(kalah.South), Origin: origin,
			Against: school.Bot, Bot: tutor.Perfect, Aids: school.FullAids, Opened: 1000, Outcome: outcome,
		}
		id, err := s.AddGame(ctx, g)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	of := school.DailyOrigin
	add("me", of(day), sowing, school.Lost)
	add("me", of(day), sowing, school.Won)
	open := add("me", of(day), sowing, school.Open)
	add("me", of(day), extra, school.GaveUp)
	add("me", of(day-1), extra, school.Won)
	add("me", of(day-2), extra, school.Won)
	add("me", of(day+1), extra, school.Won)
	add("me", "again:"+open+"/3", extra, school.Won)
	add("me", "", extra, school.Won)
	add("another", of(day), extra, school.Won)
	got, err := s.DailyGames(ctx, "me", day-1, day)
	want := map[school.DailyKey]school.DailyGames{
		{Day: day, Rules: sowing}:    {Open: open, Solved: true},
		{Day: day, Rules: extra}:     {},
		{Day: day - 1, Rules: extra}: {Solved: true},
	}
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("%v\n got %v\nwant %v", err, got, want)
	}
	if got, err := s.DailyGames(ctx, "nobody", day-1, day); err != nil || len(got) != 0 {
		t.Errorf("nobody's: %v, %v", got, err)
	}
}
