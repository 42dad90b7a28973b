package school_test

import (
	"testing"

	"semeia/internal/school"
)

func TestAGateOpensStages(t *testing.T) {
	for _, c := range []struct {
		gate  school.Gate
		now   int64
		limit int // of who has reached stage 3
		valid bool
	}{
		{school.NewGate(), 0, 1, true},
		{school.Gate{Mode: school.Held, Stage: 4, Before: 1}, 0, 4, true},
		{school.Gate{Mode: school.Held, Stage: 6, Before: 6}, 0, 6, true},
		{school.Gate{Mode: school.Held, Stage: 3, Before: 1, From: 100}, 99, 3, true},
		{school.Gate{Mode: school.Opened, Stage: 5, Before: 2}, 0, 5, true},
		{school.Gate{Mode: school.Opened, Stage: 5, Before: 2, From: 100}, 99, 2, true},
		{school.Gate{Mode: school.Opened, Stage: 5, Before: 2, From: 100}, 100, 5, true},
		{school.Gate{Mode: school.Opened, Stage: 2, Before: 5, From: 100}, 101, 2, true},
		{school.Gate{Mode: school.Auto, Stage: 1, Before: 1, From: 100}, 0, 3, true},
		{school.Gate{Mode: school.Auto, Stage: 6, Before: 6}, 0, 3, true},
		{school.Gate{Mode: school.Follows, Stage: 1, Before: 1}, 0, 1, true},
		{school.Gate{Mode: school.Held, Stage: 0, Before: 1}, 0, 0, false},
		{school.Gate{Mode: school.Held, Stage: 7, Before: 1}, 0, 7, false},
		{school.Gate{Mode: school.Held, Stage: 1, Before: 0}, 0, 1, false},
		{school.Gate{Mode: school.Held, Stage: 1, Before: 7}, 0, 1, false},
		{school.Gate{Mode: school.Opened, Stage: 1, Before: 1, From: -1}, 0, 1, false},
		{school.Gate{Mode: "shut", Stage: 2, Before: 1}, 0, 2, false},
		{school.Gate{Stage: 1, Before: 1}, 0, 1, false},
		{school.Gate{}, 0, 0, false},
	} {
		if got := c.gate.Limit(c.now, 3); got != c.limit {
			t.Errorf("%+v at %d: %d", c.gate, c.now, got)
		}
		if got := c.gate.Valid(); got != c.valid {
			t.Errorf("%+v valid: %v", c.gate, got)
		}
	}
}

func TestAPupilsOwnGateGoesBeforeTheClasss(t *testing.T) {
	class := school.Gate{Mode: school.Held, Stage: 2, Before: 1}
	for _, mode := range []school.Mode{school.Held, school.Opened, school.Auto} {
		own := school.Gate{Mode: mode, Stage: 5, Before: 1}
		if got := own.Over(class); got != own {
			t.Errorf("%s: %+v", mode, got)
		}
	}
	if got := (school.Gate{Mode: school.Follows, Stage: 5, Before: 5}).Over(class); got != class {
		t.Errorf("%+v", got)
	}
}

func TestWhichStagesAreOpenToAReader(t *testing.T) {
	class := &school.Class{Gate: school.Gate{Mode: school.Opened, Stage: 4, Before: 2, From: 100}}
	follows := &school.Pupil{Gate: school.Gate{Mode: school.Follows, Stage: 1, Before: 1}}
	held := &school.Pupil{Gate: school.Gate{Mode: school.Held, Stage: 1, Before: 1}}
	free := &school.Pupil{Gate: school.Gate{Mode: school.Auto, Stage: 1, Before: 1}, Reached: 3}
	fresh := &school.Pupil{Gate: school.Gate{Mode: school.Auto, Stage: 6, Before: 6}}
	ahead := &school.Pupil{Gate: school.Gate{Mode: school.Opened, Stage: 3, Before: 1}, Reached: 5}
	later := &school.Pupil{Gate: school.Gate{Mode: school.Opened, Stage: 3, Before: 1, From: 50}}
	auto := &school.Class{Gate: school.Gate{Mode: school.Auto, Stage: 1, Before: 1}}
	for what, c := range map[string]struct {
		reader school.Reader
		now    int64
		want   int
	}{
		"nobody":                             {school.Reader{}, 0, school.LastStage},
		"a visitor":                          {school.Reader{Visitor: "v"}, 0, school.LastStage},
		"a teacher":                          {school.Reader{Teacher: &school.Teacher{ID: "t"}}, 0, school.LastStage},
		"a pupil before the hour":            {school.Reader{Pupil: follows, Class: class}, 99, 2},
		"a pupil after the hour":             {school.Reader{Pupil: follows, Class: class}, 100, 4},
		"a pupil who is held back":           {school.Reader{Pupil: held, Class: class}, 100, 1},
		"two, the other held back":           {school.Reader{Pupil: follows, Partner: held, Class: class}, 100, 1},
		"two, the one held back":             {school.Reader{Pupil: held, Partner: follows, Class: class}, 100, 1},
		"a pupil who goes by what it can do": {school.Reader{Pupil: free, Class: class}, 0, 3},
		"one who cannot do anything yet":     {school.Reader{Pupil: fresh, Class: class}, 100, 1},
		"a pupil who was let ahead":          {school.Reader{Pupil: ahead, Class: class}, 99, 3},
		"and whom the class has overtaken":   {school.Reader{Pupil: ahead, Class: class}, 100, 4},
		"or who has overtaken itself":        {school.Reader{Pupil: ahead, Class: auto}, 100, 5},
		"a pupil who will be let ahead":      {school.Reader{Pupil: later, Class: class}, 49, 2},
		"and then is":                        {school.Reader{Pupil: later, Class: class}, 50, 3},
		"in a class that goes by itself":     {school.Reader{Pupil: &school.Pupil{Gate: school.Gate{Mode: school.Follows, Stage: 1, Before: 1}, Reached: 2}, Class: auto}, 0, 2},
	} {
		if got := c.reader.Limit(c.now); got != c.want {
			t.Errorf("%s: %d, want %d", what, got, c.want)
		}
	}
}

func TestWhoseGamesAReaderOpens(t *testing.T) {
	pupil := &school.Pupil{ID: "p"}
	for owner, r := range map[string]school.Reader{
		"":        {},
		"v":       {Visitor: "v", Teacher: &school.Teacher{ID: "t"}},
		"pupil:p": {Visitor: "v", Pupil: pupil},
	} {
		if got := r.Owner(); got != owner {
			t.Errorf("%q, want %q", got, owner)
		}
	}
	if id, ok := school.PupilOf(school.OwnerOf("p")); id != "p" || !ok {
		t.Error(id, ok)
	}
	for _, owner := range []string{"", "p", "pupil", "Pupil:p", school.NewID()} {
		if id, ok := school.PupilOf(owner); id != "" || ok {
			t.Errorf("%q stands for %q", owner, id)
		}
	}
}

func TestWaitingGrowsFromTheThirdWrongTry(t *testing.T) {
	for tries, want := range map[int][2]int64{ // for a pupil, for a teacher
		0: {0, 0}, 1: {0, 0}, 2: {0, 0}, 3: {5000, 5000}, 4: {10_000, 10_000}, 5: {20_000, 20_000}, 6: {40_000, 20_000},
		7: {80_000, 20_000}, 8: {160_000, 20_000}, 9: {300_000, 20_000}, 10: {300_000, 20_000}, 23: {300_000, 20_000},
		24: {300_000, 20_000}, 66: {300_000, 20_000}, 1 << 30: {300_000, 20_000}, -1: {0, 0},
	} {
		if got := [2]int64{school.Wait(tries, school.PupilWait), school.Wait(tries, school.TeacherWait)}; got != want {
			t.Errorf("%d tries: %d, want %d", tries, got, want)
		}
	}
}

func TestTheNumberOfATwinIsShownFromTheSecondOn(t *testing.T) {
	for twin, want := range map[int]string{1: "Leandro", 2: "Leandro 2", 12: "Leandro 12"} {
		p := school.Pupil{Name: "Leandro", Twin: twin}
		if got := p.Display(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestACodeIsOpenUntilItsTime(t *testing.T) {
	for _, c := range []struct {
		code  string
		until int64
		want  bool
	}{{"KXM7Q2", 101, true}, {"KXM7Q2", 100, false}, {"KXM7Q2", 0, false}, {"", 101, false}} {
		class := school.Class{Code: c.code, CodeUntil: c.until}
		if got := class.Open(100); got != c.want {
			t.Errorf("%+v", c)
		}
	}
}
