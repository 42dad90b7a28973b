package store_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"semeia/internal/school"
	"semeia/internal/store"
)

// room is a class with its code open until 100,000 and one pupil.
type room struct {
	*store.Store
	by              school.By
	class, id, code string
	right, wrong    []string
}

func newRoom(t *testing.T, entry school.Entry) room {
	t.Helper()
	s, _, _, ana, _ := staff(t)
	r := room{Store: s, by: ana, class: newClass(t, s, ana, entry)}
	r.id = add(t, s, ana, r.class, "Leandro", 1)
	p := r.pupil(t)
	r.right, r.wrong = p.Pictures, slices.Clone(p.Pictures)
	for _, other := range school.Pictures {
		if !slices.Contains(r.right, other) {
			r.wrong[1] = other
		}
	}
	r.open(t, 5000, 100_000)
	return r
}

func (r *room) open(t *testing.T, now, until int64) {
	t.Helper()
	code, err := r.OpenCode(ctx, school.By{Teacher: r.by.Teacher, At: now}, r.class, until)
	must(t, err)
	r.code = code
}

func (r *room) pupil(t *testing.T) school.Pupil {
	t.Helper()
	p, err := r.Pupil(ctx, r.by.Teacher, r.class, r.id)
	must(t, err)
	return p
}

// enter tries to sign the pupil in, and checks that this is seen only if it worked.
func (r *room) enter(t *testing.T, pictures []string, now int64, want school.Code) {
	t.Helper()
	before := r.pupil(t).Seen
	p, err := r.EnterByCode(ctx, r.code, r.id, pictures, now)
	if code(err) != want {
		t.Fatalf("at %d: %v, want %q", now, err, want)
	}
	seen := r.pupil(t).Seen
	if want == "" && (seen != now || p.ID != r.id) || want != "" && seen != before {
		t.Fatalf("at %d: seen %d, was %d", now, seen, before)
	}
}

func TestACodeIsKeptWhileOpenAndNewAfterwards(t *testing.T) {
	r := newRoom(t, school.ByName)
	first := r.code
	if got, card, ok := school.ParseCode(first); !ok || card || got != first {
		t.Fatalf("%q", first)
	}
	r.open(t, 60_000, 200_000)
	if r.code != first {
		t.Error("a code that is open has changed")
	}
	if c, err := r.Class(ctx, r.by.Teacher, r.class); err != nil || c.CodeUntil != 200_000 || !c.Open(199_999) || c.Open(200_000) {
		t.Error(c, err)
	}
	for now, want := range map[int64]school.Code{199_999: "", 200_000: school.NotFound, 300_000: school.NotFound} {
		c, pupils, err := r.Room(ctx, first, now)
		if code(err) != want || want == "" && (c.ID != r.class || len(pupils) != 1) {
			t.Errorf("at %d: %v %v", now, pupils, err)
		}
	}
	r.open(t, 200_000, 300_000)
	second := r.code
	if second == first {
		t.Error("a code that has run out came back")
	}
	if _, _, err := r.Room(ctx, first, 200_001); code(err) != school.NotFound {
		t.Error(err)
	}
	must(t, r.CloseCode(ctx, r.by, r.class))
	if _, _, err := r.Room(ctx, second, 200_001); code(err) != school.NotFound {
		t.Error(err)
	}
	r.open(t, 200_002, 300_000)
	if r.code == second {
		t.Error("a code that was closed came back")
	}
	if _, _, err := r.Room(ctx, "", 200_003); code(err) != school.NotFound {
		t.Error(err)
	}
}

func TestByNameTheNameIsEnough(t *testing.T) {
	r := newRoom(t, school.ByName)
	r.enter(t, nil, 6000, "")
	p := r.pupil(t)
	now, c, err := r.PupilNow(ctx, r.id, p.Epoch)
	if d := cmp.Diff(p, now); d != "" || err != nil || c.ID != r.class {
		t.Error(d, err)
	}
	must(t, r.Left(ctx, r.id))
	if p := r.pupil(t); p.Seen != 0 {
		t.Error("has left and is seen")
	}
}

func TestByPicturesTheOrderDoesNotMatter(t *testing.T) {
	r := newRoom(t, school.ByPictures)
	a, b, c := r.right[0], r.right[1], r.right[2]
	for i, pictures := range [][]string{{a, b, c}, {a, c, b}, {b, a, c}, {b, c, a}, {c, a, b}, {c, b, a}} {
		r.enter(t, pictures, int64(6000+i), "")
	}
	for i, pictures := range [][]string{nil, {a, b}, {a, a, b, c}, {a, a, a}, {a, b, ""}, {a + " " + b, c}, {a, b, "Key"}} {
		must(t, r.Unlock(ctx, r.by, r.class, r.id))
		r.enter(t, pictures, int64(7000+i), school.Invalid)
	}
}

func TestByCardTheCodeIsNotEnough(t *testing.T) {
	r := newRoom(t, school.ByCard)
	r.enter(t, r.right, 6000, school.Invalid)
	if p := r.pupil(t); p.Tries != 0 {
		t.Error("counted")
	}
	must(t, r.LetIn(ctx, r.by, r.class, r.id, 10_000))
	r.enter(t, nil, 7000, "")
	r.enter(t, nil, 7001, school.Invalid)
}

func TestCardsWorkInCardClassesOnly(t *testing.T) {
	for entry, want := range map[school.Entry]school.Code{school.ByCard: "", school.ByName: school.NotFound, school.ByPictures: school.NotFound} {
		r := newRoom(t, entry)
		old := r.pupil(t)
		must(t, r.CloseCode(ctx, r.by, r.class))
		p, err := r.EnterByCard(ctx, old.Card, 6000)
		if code(err) != want || want == "" && p.ID != r.id {
			t.Errorf("%s: %v", entry, err)
		}
		if want != "" {
			continue
		}
		if p := r.pupil(t); p.Seen != 6000 {
			t.Error("not seen")
		}
		must(t, r.NewSecrets(ctx, r.by, r.class, r.id))
		if _, err := r.EnterByCard(ctx, old.Card, 6001); code(err) != school.NotFound {
			t.Errorf("a lost card: %v", err)
		}
		if _, _, err := r.PupilNow(ctx, r.id, old.Epoch); code(err) != school.NotFound {
			t.Errorf("the session of the lost card: %v", err)
		}
		fresh := r.pupil(t)
		must(t, r.BinPupils(ctx, r.by, r.class, []string{r.id}))
		if _, err := r.EnterByCard(ctx, fresh.Card, 6002); code(err) != school.NotFound {
			t.Errorf("of somebody deleted: %v", err)
		}
		must(t, r.RestorePupil(ctx, r.by, r.class, r.id))
		must(t, r.Archive(ctx, r.by, r.class, true))
		if _, err := r.EnterByCard(ctx, fresh.Card, 6003); code(err) != school.NotFound {
			t.Errorf("of an archived class: %v", err)
		}
		must(t, r.BinClass(ctx, r.by, r.class))
		if _, err := r.EnterByCard(ctx, fresh.Card, 6004); code(err) != school.NotFound {
			t.Errorf("of a deleted class: %v", err)
		}
	}
}

func TestLettingInWorksOnceAndNotForever(t *testing.T) {
	r := newRoom(t, school.ByPictures)
	must(t, r.LetIn(ctx, r.by, r.class, r.id, 10_000))
	r.enter(t, nil, 10_000, school.Invalid)
	must(t, r.LetIn(ctx, r.by, r.class, r.id, 20_000))
	r.enter(t, nil, 19_999, "")
	r.enter(t, nil, 19_999, school.Invalid)
	r.enter(t, r.right, 19_999, "")

	must(t, r.LetIn(ctx, r.by, r.class, r.id, 30_000))
	var wg sync.WaitGroup
	var in atomic.Int32
	for range 10 {
		wg.Go(func() {
			if _, err := r.EnterByCode(ctx, r.code, r.id, nil, 20_000); err == nil {
				in.Add(1)
			}
		})
	}
	wg.Wait()
	if in.Load() != 1 {
		t.Errorf("%d of ten at once were let in", in.Load())
	}
}

func TestWrongPicturesSlowThatPupilAlone(t *testing.T) {
	r := newRoom(t, school.ByPictures)
	other := add(t, r.Store, r.by, r.class, "Leandro", 2)
	now := int64(6000)
	for tries := range 12 {
		if wait := school.Wait(tries, school.PupilWait); wait > 0 {
			r.code, now = reopened(t, &r, now), now+wait-1
			r.enter(t, r.right, now, school.Slow)
			r.enter(t, r.wrong, now, school.Slow)
			now++
		}
		if p := r.pupil(t); p.Tries != tries {
			t.Fatalf("%d tries are counted, want %d", p.Tries, tries)
		}
		r.enter(t, r.wrong, now, school.Invalid)
	}
	q, err := r.Pupil(ctx, r.by.Teacher, r.class, other)
	if err != nil || q.Tries != 0 {
		t.Fatal(q, err)
	}
	if _, err := r.EnterByCode(ctx, r.code, other, q.Pictures, now); err != nil {
		t.Errorf("the other one of that name: %v", err)
	}
	now += school.PupilWait
	r.code = reopened(t, &r, now)
	r.enter(t, r.right, now, "")
	if p := r.pupil(t); p.Tries != 0 {
		t.Errorf("%d tries after the right one", p.Tries)
	}
	r.enter(t, r.wrong, now, school.Invalid)
	r.enter(t, r.right, now, "")
}

func reopened(t *testing.T, r *room, now int64) string {
	t.Helper()
	r.open(t, now, now+10*school.PupilWait)
	return r.code
}

func TestATeacherUnlocks(t *testing.T) {
	for what, unlock := range map[string]func(r room) error{
		"Unlock": func(r room) error { return r.Unlock(ctx, r.by, r.class, r.id) },
		"LetIn":  func(r room) error { return r.LetIn(ctx, r.by, r.class, r.id, 6001) },
	} {
		r := newRoom(t, school.ByPictures)
		for range 3 {
			r.enter(t, r.wrong, 6000, school.Invalid)
		}
		r.enter(t, r.right, 6001, school.Slow)
		if err := unlock(r); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		r.enter(t, r.right, 6001, "")
	}
}

func TestOfManyGuessesAtOnceThreeAreLookedAt(t *testing.T) {
	r := newRoom(t, school.ByPictures)
	var wg sync.WaitGroup
	var looked atomic.Int32
	for range 20 {
		wg.Go(func() {
			switch _, err := r.EnterByCode(ctx, r.code, r.id, r.wrong, 6000); code(err) {
			case school.Invalid:
				looked.Add(1)
			case school.Slow:
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if p := r.pupil(t); looked.Load() != 3 || p.Tries != 3 {
		t.Errorf("%d looked at, %d counted", looked.Load(), p.Tries)
	}
}

// B14: thirty children at once, three of them with a wrong picture first.
func TestAWholeRoomSignsInAtOnce(t *testing.T) {
	r := newRoom(t, school.ByPictures)
	var members []school.Member
	for i := range 29 {
		members = append(members, school.Member{ID: school.NewID(), Name: fmt.Sprint("Child ", i), Twin: 1})
	}
	must(t, r.AddPupils(ctx, r.by, r.class, members))
	_, pupils, err := r.Room(ctx, r.code, 6000)
	must(t, err)
	var wg sync.WaitGroup
	for i, p := range pupils {
		wg.Go(func() {
			if i < 3 {
				if _, err := r.EnterByCode(ctx, r.code, p.ID, nil, 6000); code(err) != school.Invalid {
					t.Error(err)
				}
			}
			if got, err := r.EnterByCode(ctx, r.code, p.ID, p.Pictures, 6001); err != nil || got.ID != p.ID {
				t.Error(got, err)
			}
		})
	}
	wg.Wait()
	pupils, err = r.PupilsOf(ctx, r.by.Teacher, r.class)
	must(t, err)
	for _, p := range pupils {
		if p.Seen != 6001 || p.Tries != 0 {
			t.Errorf("%+v", p)
		}
	}
	if len(pupils) != 30 {
		t.Errorf("%d pupils", len(pupils))
	}
}

func TestNobodyEntersWhereNoDoorIs(t *testing.T) {
	r := newRoom(t, school.ByName)
	elsewhere := room{Store: r.Store, by: r.by, class: newClass(t, r.Store, r.by, school.ByName)}
	elsewhere.id = add(t, r.Store, r.by, elsewhere.class, "Leandro", 1)
	elsewhere.open(t, 5000, 100_000)
	try := func(what, class, id string, now int64, want school.Code) {
		t.Helper()
		if _, err := r.EnterByCode(ctx, class, id, nil, now); code(err) != want {
			t.Errorf("%s: %v", what, err)
		}
	}
	try("the way in", r.code, r.id, 99_999, "")
	try("a code that has run out", r.code, r.id, 100_000, school.NotFound)
	try("the code of another class", elsewhere.code, r.id, 6000, school.NotFound)
	try("no code", "", r.id, 6000, school.NotFound)
	try("nobody", r.code, school.NewID(), 6000, school.NotFound)
	must(t, r.BinPupils(ctx, r.by, r.class, []string{r.id}))
	try("somebody deleted", r.code, r.id, 6000, school.NotFound)
	must(t, r.RestorePupil(ctx, r.by, r.class, r.id))
	try("somebody brought back", r.code, r.id, 6000, "")
	epoch := r.pupil(t).Epoch
	must(t, r.CloseCode(ctx, r.by, r.class))
	try("a closed code", r.code, r.id, 6000, school.NotFound)
	if _, _, err := r.PupilNow(ctx, r.id, epoch); err != nil {
		t.Errorf("who is in stays in: %v", err)
	}
	r.open(t, 6000, 100_000)
	must(t, r.Archive(ctx, r.by, r.class, true))
	try("an archived class", r.code, r.id, 7000, school.NotFound)
	must(t, r.Archive(ctx, r.by, r.class, false))
	try("a class taken out again", r.code, r.id, 7000, school.NotFound)
	r.open(t, 7000, 100_000)
	must(t, r.BinClass(ctx, r.by, r.class))
	try("a deleted class", r.code, r.id, 7000, school.NotFound)
	if _, _, err := r.Room(ctx, r.code, 7000); code(err) != school.NotFound {
		t.Error(err)
	}
}
