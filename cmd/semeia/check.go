package main

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"strings"

	"semeia/internal/course"
	"semeia/internal/i18n"
	"semeia/internal/school"
	"semeia/lessons"
)

func lessonsFlag(o *options, f *flag.FlagSet) {
	f.StringVar(&o.lessons, "lessons", o.lessons, "folder of a teacher's own lessons, beside or over the built-in ones")
}

// check names every fault of the lessons, with file and line.
func (p *call) check(args []string) error {
	if len(args) > 0 {
		return errUsage
	}
	faults, own, err := course.Check(lessons.FS, p.o.lessons)
	if err != nil {
		return noFolder(err)
	}
	for _, f := range faults {
		fmt.Fprintf(p.stdout, "%s:%d: %s\n", f.File, f.Line, p.loc.M(f.Msg))
	}
	for _, f := range own {
		fmt.Fprintf(p.stdout, "%s:%d: %s\n", filepath.Join(p.o.lessons, f.File), f.Line, p.loc.M(f.Msg))
	}
	if n := len(faults) + len(own); n > 0 {
		fmt.Fprintln(p.stdout, p.loc.N("cmd.check.bad", n))
		return errSaid
	}
	library, err := course.Open(lessons.FS, p.o.lessons)
	if err != nil {
		return noFolder(err)
	}
	all := library.Course().Lessons
	var mine []string
	for _, l := range all {
		if l.Own {
			mine = append(mine, l.Folder)
		}
	}
	switch {
	case len(mine) > 0:
		fmt.Fprintln(p.stdout, p.loc.N("cmd.check.own", len(all), i18n.Args{"Own": len(mine), "Folders": strings.Join(mine, ", ")}))
	case p.o.lessons != "":
		fmt.Fprintln(p.stdout, p.loc.T("cmd.check.none", i18n.Args{"File": p.o.lessons}))
	default:
		fmt.Fprintln(p.stdout, p.loc.N("cmd.check.good", len(all)))
	}
	return nil
}

// noFolder says in the reader's language that a folder is not there, or is a
// lesson.
func noFolder(err error) error {
	if e, ok := errors.AsType[*course.FolderError](err); ok {
		if e.Lesson {
			return school.Fail(school.Invalid, "cmd.check.lesson", i18n.Args{"File": e.Dir, "Above": filepath.Join(e.Dir, "..")})
		}
		return school.Fail(school.NotFound, "cmd.check.nofolder", i18n.Args{"File": e.Dir})
	}
	return err
}
