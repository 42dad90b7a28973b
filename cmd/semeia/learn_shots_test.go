package main

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"semeia/internal/course"
	"semeia/internal/school"
	"semeia/lessons"
)

// TestLessonShots takes pictures of the path and of steps of every kind, when
// asked:
//
//	go test ./cmd/semeia -run TestLessonShots -shots FOLDER
func TestLessonShots(t *testing.T) {
	if *shots == "" {
		return
	}
	ctx := context.Background()
	library, err := course.Open(lessons.FS, "")
	must(t, err)
	r := newPracticeRoom(t, "pt", "Ana", "Rui")
	by := school.By{Teacher: r.teacher, At: time.Now().UnixMilli()}
	must(t, r.kept.SetGate(ctx, by, strings.TrimPrefix(r.class, "/teach/"), school.Gate{Mode: school.Opened, Stage: 6, Before: 6}))
	owner := school.OwnerOf(r.pupils["Ana"].ID)
	kinds := map[course.Kind]string{}
	for n, l := range library.Course().Lessons {
		for i := range l.Steps {
			if n < 8 || n == 8 && i < 4 {
				must(t, r.kept.DoStep(ctx, []string{owner}, l.Folder, l.Steps[i].ID, by.At))
			}
			if k := l.Steps[i].Kind; kinds[k] == "" && n < 8 && !(k == course.Read && l.Steps[i].Board == nil) {
				kinds[k] = "/learn/" + l.Folder + "/" + l.Steps[i].ID
			}
		}
	}
	for _, s := range []struct {
		name          string
		width, height int64
		lang, scheme  string
	}{{"lab", 1366, 768, "pt-BR", "light"}, {"dark", 1366, 768, "sq", "dark"}, {"phone", 390, 844, "en", "light"}, {"small", 320, 640, "sq", "light"}, {"projector", 1920, 1080, "pt-BR", "dark"}} {
		p := r.comes("Ana", s.lang, size(s.width, s.height), feature("prefers-color-scheme", s.scheme))
		take := func(name string) { p.shot(filepath.Join(*shots, "learn-"+s.name+"-"+name+".png"), false) }
		take("me")
		p.open("/learn")
		take("path")
		for kind, path := range kinds {
			p.open(path)
			take(string(kind))
			if kind == course.Watch {
				p.open(path + "?at=1")
				take("watched")
			}
			if kind == course.Predict && p.has(`.board button[value="n*"]`) {
				p.follow(`.board button[value="n*"]`)
				take("told")
			}
		}
		p.open("/learn/01-board")
		take("end")
		p.open("/learn/12-captures-nothing")
		take("fresh")
		for _, kind := range []string{"moves", "claim"} {
			p.questioned("/"+kind, p.digit)
			take("asked-" + kind)
		}
	}
}
