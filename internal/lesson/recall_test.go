package lesson_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"semeia/internal/kalah"
	"semeia/internal/lesson"
)

// What is kept of an attempt makes the same exercise again.
func TestAnAttemptRecallsItsExercise(t *testing.T) {
	n := 0
	for _, set := range kalah.Sets() {
		for _, kind := range lesson.Kinds(set.Name) {
			for level := 1; level <= kind.Levels; level++ {
				for seed := range uint64(8) {
					e, err := lesson.Make(lesson.Key{Kind: kind.Kind, Rules: set.Name, Level: level, Seed: seed, Version: lesson.Version})
					if err != nil {
						t.Fatal(err)
					}
					a, ok := e.Attempted(string(e.Right))
					if !ok || !a.Right {
						t.Fatalf("%+v: the right answer is not right", e.Key)
					}
					again, err := lesson.Recall(&a)
					if err != nil {
						t.Fatalf("%+v: %v", e.Key, err)
					}
					if d := cmp.Diff(e, again, cmp.AllowUnexported(kalah.Position{}), cmpopts.EquateEmpty()); d != "" {
						t.Fatalf("%+v: %s", e.Key, d)
					}
					n++
				}
			}
		}
	}
	if n < 500 {
		t.Errorf("only %d exercises", n)
	}
}
