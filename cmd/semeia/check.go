package main

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"

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
	fmt.Fprintln(p.stdout, p.loc.N("cmd.check.good", len(library.Course().Lessons)))
	return nil
}

// noFolder says in the reader's language that a folder is not there.
func noFolder(err error) error {
	if e, ok := errors.AsType[*course.FolderError](err); ok {
		return school.Fail(school.NotFound, "cmd.check.nofolder", i18n.Args{"File": e.Dir})
	}
	return err
}
