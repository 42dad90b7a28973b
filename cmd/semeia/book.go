package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/solver"
)

// booking is what the flags of book say.
type booking struct {
	rules, memory string
	least         int
	limit         time.Duration
}

func bookFlags(o *options, f *flag.FlagSet) {
	f.StringVar(&o.book.rules, "rules", "standard", "rule set of a new book")
	f.StringVar(&o.book.memory, "memory", "2GiB", "memory for all tables")
	f.IntVar(&o.book.least, "least", 33, "fewest seeds in play of a position in the book")
	f.DurationVar(&o.book.limit, "time", 90*time.Minute, "how long to work")
}

const (
	keepEvery = 20 * time.Second // between two writings of the file
	sayEvery  = 10 * time.Second
)

// book fills the opening book in a file, or begins one. What has been proved is
// written every so often, and what is there is not proved again, so that it may
// be stopped and started at will.
func (p *call) book(args []string) error {
	f := &p.o.book
	memory, ok := bytesOf(f.memory)
	if len(args) != 1 || !ok || f.least < 0 {
		return errUsage
	}
	b, err := readBook(args[0], f.rules)
	if err != nil {
		e := school.Fail(school.Invalid, "cmd.book.bad", i18n.Args{"File": args[0]})
		e.Cause = err
		return e
	}
	ctx, cancel := context.WithTimeout(p.ctx, f.limit)
	defer cancel()
	s := solver.New(solver.Options{Memory: memory, NoBook: true, Patient: true})
	defer s.Close()
	began := time.Now()
	kept, said := began, time.Time{}
	failed := error(nil)
	fmt.Fprintln(p.stdout, p.loc.N("cmd.book.begins", b.Len(), i18n.Args{"File": args[0], "Rules": b.Rules().String()}))
	s.Fill(ctx, b, f.least, func(at solver.Filling) {
		now := time.Now()
		if now.Sub(said) >= sayEvery {
			said = now
			key := "cmd.book.deeper"
			if at.Opening {
				key = "cmd.book.opening"
			}
			fmt.Fprintln(p.stdout, p.loc.T(key, i18n.Args{
				"Time": now.Sub(began).Round(time.Second).String(), "Count": b.Len(), "Seeds": at.Seeds, "Waiting": at.Waiting,
			}))
		}
		if now.Sub(kept) >= keepEvery {
			kept = now
			if failed = writeBook(args[0], b); failed != nil {
				cancel()
			}
		}
	})
	if failed == nil {
		failed = writeBook(args[0], b)
	}
	if failed != nil {
		return failed
	}
	fmt.Fprintln(p.stdout, p.loc.N("cmd.book.done", b.Len(), i18n.Args{"File": args[0], "Time": time.Since(began).Round(time.Second).String()}))
	if ctx.Err() == nil {
		fmt.Fprintln(p.stdout, p.loc.T("cmd.book.whole"))
	}
	return nil
}

// readBook reads a book that was begun, or makes an empty one.
func readBook(path, rules string) (*solver.Book, error) {
	r, err := kalah.ParseRules(rules)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return solver.NewBook(r), nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return solver.ReadBook(f)
}

// writeBook puts the whole file in the place of the old one.
func writeBook(path string, b *solver.Book) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+strings.TrimPrefix(filepath.Base(path), ".")+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // when it has not taken the other's place
	if err := errors.Join(b.Write(f), f.Sync(), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
