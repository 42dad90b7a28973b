package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"semeia/internal/i18n"
	"semeia/internal/school"
	"semeia/internal/store"
)

// backup is the command of that name: args are its flags and the file to make.
// It returns the exit code.
func backup(ctx context.Context, o *options, args []string, catalogue *i18n.Catalogue, loc *i18n.Loc, stdout, stderr io.Writer) int {
	file, loc, code, ok := oneFile("cmd.backup.usage", o, nil, args, catalogue, loc, stderr)
	if !ok {
		return code
	}
	if err := store.Backup(ctx, o.db, file); err != nil {
		fmt.Fprintln(stderr, readable(loc, err))
		return 1
	}
	var size int64
	if info, err := os.Stat(file); err == nil {
		size = (info.Size() + 1023) / 1024
	}
	fmt.Fprintln(stdout, loc.T("cmd.backup.done", i18n.Args{"File": file, "Size": strconv.FormatInt(size, 10)}))
	return 0
}

// restore is the command of that name: args are its flags and the backup. It
// returns the exit code.
func restore(ctx context.Context, o *options, args []string, catalogue *i18n.Catalogue, loc *i18n.Loc, stdout, stderr io.Writer) int {
	var force bool
	file, loc, code, ok := oneFile("cmd.restore.usage", o, &force, args, catalogue, loc, stderr)
	if !ok {
		return code
	}
	old, err := store.Restore(ctx, file, o.db, force)
	if err != nil {
		fmt.Fprintln(stderr, readable(loc, err))
		return 1
	}
	if old == "" {
		fmt.Fprintln(stdout, loc.T("cmd.restore.done", i18n.Args{"File": o.db}))
	} else {
		fmt.Fprintln(stdout, loc.T("cmd.restore.kept", i18n.Args{"File": o.db, "Old": old}))
	}
	return 0
}

// oneFile reads the flags of a command with one file, and the language they
// choose. When ok is false, code is the exit code and all has been said. force
// is nil for a command without that flag.
func oneFile(usage string, o *options, force *bool, args []string, catalogue *i18n.Catalogue, loc *i18n.Loc, stderr io.Writer) (file string, chosen *i18n.Loc, code int, ok bool) {
	f := flag.NewFlagSet("semeia", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.db, "db", o.db, "database file")
	f.StringVar(&o.lang, "lang", o.lang, "language of the terminal: pt, en or sq")
	if force != nil {
		f.BoolVar(force, "force", false, "put older data in the place of newer ones")
	}
	f.Usage = func() {
		fmt.Fprintln(stderr, loc.T(usage))
		f.PrintDefaults()
	}
	if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
		return "", loc, 0, false
	} else if err != nil {
		return "", loc, 2, false
	}
	if o.lang != "" {
		l, known := catalogue.Loc(o.lang)
		if !known {
			fmt.Fprintln(stderr, loc.T("cmd.lang", i18n.Args{"Lang": o.lang}))
			return "", loc, 2, false
		}
		loc = l
	}
	if f.NArg() != 1 || f.Arg(0) == "" {
		fmt.Fprintln(stderr, loc.T(usage))
		return "", loc, 2, false
	}
	return f.Arg(0), loc, 0, true
}

// keepOf reads the options of backups that are made by themselves: a folder,
// how often, how many. Without a folder none are made, and the value is zero.
func keepOf(db, dir, every, last string) (k store.Keep, err error) {
	if dir == "" {
		return k, nil
	}
	if store.IsPostgres(db) {
		// It makes nothing there, and says what does.
		return k, store.Backup(context.Background(), db, filepath.Join(dir, "semeia.dump"))
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return k, school.Fail(school.Invalid, "cmd.backup.folder", i18n.Args{"File": dir})
	}
	k.Dir = dir
	if k.Every, err = time.ParseDuration(every); err != nil || k.Every < time.Minute {
		return store.Keep{}, school.Fail(school.Invalid, "cmd.backup.every", i18n.Args{"Value": every})
	}
	if k.Last, err = strconv.Atoi(last); err != nil || k.Last < 1 {
		return store.Keep{}, school.Fail(school.Invalid, "cmd.backup.keep", i18n.Args{"Value": last})
	}
	return k, nil
}

// keepBackups makes backups until ctx ends: one at once if the newest in the
// folder is older than k.Every, then one every k.Every. One that failed is
// logged and tried again after an hour, or k.Every if that is less.
//
// It looks at the clock each minute: a timer stands still while a computer
// sleeps, and the lab's sleep every night.
func keepBackups(ctx context.Context, s *store.Store, k store.Keep, log *slog.Logger, now func() time.Time) {
	newest, err := store.LastKept(k.Dir)
	if err != nil {
		log.Error("backups", "dir", k.Dir, "err", err)
	}
	due := newest.Add(k.Every)
	if newest.After(now()) {
		due = now() // the clock was set back
	}
	tick := time.NewTicker(min(k.Every, time.Minute))
	defer tick.Stop()
	for {
		if at := now().Round(0); !at.Before(due) { // without Round, the clock that sleeps
			path, err := s.BackupInto(ctx, k.Dir, k.Last, at)
			due = at.Add(k.Every)
			switch {
			case ctx.Err() != nil:
				return
			case err != nil:
				log.Error("backup", "dir", k.Dir, "made", path, "err", err)
				if path == "" {
					due = at.Add(min(k.Every, time.Hour))
				}
			default:
				log.Info("backup", "made", path)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
