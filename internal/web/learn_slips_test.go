package web_test

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"semeia/internal/course"
	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/lesson"
	"semeia/internal/school"
	"semeia/internal/tutor"
)

// hidden are slips that cannot show in the lessons of a stage, see the tests of
// course.
var hidden = map[string]bool{"3 leaves-own": true, "5 takes-own-too": true, "5 counts-the-board": true}

// believer is a pupil who answers as a belief does.
type believer struct {
	*visitor
	w     *town
	id    string
	lang  string
	slip  tutor.Slip
	stage int
	read  bool // the sentence of the slip
}

func (b *believer) history() []lesson.Attempt {
	return must(b.w.kept.Attempts(context.Background(), school.OwnerOf(b.id)))
}

func (b *believer) named() bool {
	return slices.ContainsFunc(lesson.Paint(b.history()).Slips, func(s lesson.NamedSlip) bool { return s.Slip == b.slip })
}

// comes puts a pupil into class one, whose exercises are the same every time,
// and signs it in.
func (w *town) comes(name string, gate school.Gate) (*visitor, string) {
	w.t.Helper()
	ctx := context.Background()
	sum := sha256.Sum256([]byte(name))
	id := strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:26])
	w.check(w.kept.AddPupils(ctx, w.byAna, w.one.ID, []school.Member{{ID: id, Name: name, Twin: 1}}))
	w.check(w.kept.SetPupilGate(ctx, w.byAna, w.one.ID, id, gate))
	return w.signedIn(must(w.kept.Pupil(ctx, w.ana.ID, w.one.ID, id)), w.codeOne), id
}

// Whoever believes one wrong thing is found out on the way through the lessons
// for the skill that it speaks against: it reads the sentence for it, and the
// teacher sees which it is.
func TestEverySlipIsMetInItsLessons(t *testing.T) {
	c := theCourse(t)
	w := newTown(t)
	var all []*believer
	t.Run("pupils", func(t *testing.T) {
		for stage := 1; stage < school.LastStage; stage++ {
			for _, family := range tutor.Families() {
				for _, slip := range tutor.Slips(family) {
					skill := lesson.Against(slip, stage)
					if info, _ := lesson.Of(skill); info.Stage != stage || hidden[fmt.Sprint(stage, " ", slip)] {
						continue
					}
					b := &believer{w: w, slip: slip, stage: stage, lang: i18n.Langs[len(all)%len(i18n.Langs)].Code}
					b.visitor, b.id = w.comes(fmt.Sprintf("%s %d", slip, stage), school.Gate{Mode: school.Held, Stage: stage, Before: 1})
					all = append(all, b)
					t.Run(fmt.Sprintf("%d-%s-%s", stage, slip, b.lang), func(t *testing.T) {
						t.Parallel()
						one := *b.visitor // errors are of this test
						place := *b.site
						place.t = t
						one.site = &place
						b.visitor = &one
						b.post("/language", "lang="+b.lang)
						for _, l := range c.Of(stage) {
							if slices.Contains(l.Skills, skill) && !b.named() {
								b.walks(l)
							}
						}
						want(t, "named", b.named(), true)
						want(t, "its sentence was read", b.read, true)
					})
				}
			}
		}
	})
	ana := w.teaching(w.ana)
	class := ana.get("/teach/" + w.one.ID)
	for _, b := range all {
		row := class.Find(".progress tbody tr").FilterFunction(func(_ int, s *goquerySelection) bool {
			return s.Find(`a[href$="/pupils/`+b.id+`"]`).Length() > 0
		})
		want(t, fmt.Sprintf("%s at stage %d, in the teacher's table", b.slip, b.stage), row.Find(`a.letter[href$="/slips/`+string(b.slip)+`"]`).Length(), 1)
	}
}

// walks goes through a lesson. Steps without questions are passed; of those the
// other tests tell.
func (b *believer) walks(l *course.Lesson) {
	b.t.Helper()
	for i := range l.Steps {
		s := &l.Steps[i]
		if len(s.Items) == 0 {
			b.w.check(b.w.kept.DoStep(context.Background(), []string{school.OwnerOf(b.id)}, l.Folder, s.ID, b.now.Now().UnixMilli()))
			continue
		}
		path := "/learn/" + l.Folder + "/" + s.ID
		p := b.get("/learn/" + l.Folder)
		for n := 1; ; n++ {
			if p.path != path || p.status != http.StatusOK || n > 2*len(s.Items) {
				b.t.Fatalf("%s, answer %d: %d %s %s", path, n, p.status, p.path, p.words("main"))
			}
			told := b.answersAsBelieved(l, s, p)
			want(b.t, "told", told.path, fmt.Sprintf("%s/%d", path, n))
			if on := told.Find("button[name=do]"); on.Length() == 1 {
				b.sends(on.Closest("form"), "do=on")
				break
			}
			p = b.follows(told.Find("#onward"))
		}
	}
}

func (b *believer) answersAsBelieved(l *course.Lesson, s *course.Step, p page) page {
	b.t.Helper()
	e := asked(b.t, l, s, p, b.history())
	answer := e.Right
	if e.Case != nil {
		if believed, ok := e.Case.Predict[b.slip]; ok {
			answer = believed
		}
	}
	fields, ok := form(&e, answer)
	if !ok {
		b.t.Fatalf("%s: %s cannot be answered", p.path, e.Kind)
	}
	told := b.answers(p, p.path, fields)
	if answer != e.Right {
		loc, _ := b.catalogue.Loc(b.lang)
		b.read = b.read || strings.Contains(told.words("#say"), tutor.SaySlip(loc, b.slip, e.Set, sown(&e)))
	}
	return told
}

// sown is the sowing that is shown with what an answer came to, if any.
func sown(e *lesson.Exercise) *kalah.Sowing {
	house := e.House
	if house == 0 {
		switch e.Kind {
		case lesson.ReachesKalah, lesson.Captures, lesson.CapturesNot, lesson.Chain:
			house, _ = strconv.Atoi(strings.Fields(string(e.Right))[0])
		}
	}
	if sowing, err := e.Set.Sow(e.Pos, house); err == nil {
		return &sowing
	}
	return nil
}

// asked makes the exercise that the page of a step asks, as the program does.
func asked(t testing.TB, l *course.Lesson, s *course.Step, p page, history []lesson.Attempt) lesson.Exercise {
	t.Helper()
	item, again, _ := s.Asked(l.Given(s, history))
	q := s.Items[item]
	if q.Posed != nil && !again {
		return *q.Posed
	}
	var seed uint64
	if _, err := fmt.Sscanf(p.Find("[name=seed]").AttrOr("value", ""), "%x", &seed); err != nil {
		t.Fatalf("%s asks nothing: %s", p.path, p.words("main"))
	}
	return must(lesson.Make(lesson.Key{Kind: q.Kind, Rules: s.Rules, Level: q.Level, Seed: seed, Version: lesson.Version}))
}
