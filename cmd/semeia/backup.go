package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"semeia/internal/i18n"
	"semeia/internal/school"
	"semeia/internal/store"
)

// backup makes a checked copy of a database, which may be in use.
func (p *call) backup(args []string) error {
	if len(args) != 1 || args[0] == "" {
		return errUsage
	}
	if err := store.Backup(p.ctx, p.o.db, args[0]); err != nil {
		return err
	}
	info, err := os.Stat(args[0])
	if err != nil {
		return err
	}
	fmt.Fprintln(p.stdout, p.loc.T("cmd.backup.done", i18n.Args{"File": args[0], "Size": strconv.FormatInt((info.Size()+1023)/1024, 10)}))
	return nil
}

// restore puts a backup in the place of a database that nobody has open.
func (p *call) restore(args []string) error {
	if len(args) != 1 || args[0] == "" {
		return errUsage
	}
	old, err := store.Restore(p.ctx, args[0], p.o.db, p.o.force)
	if err != nil {
		return err
	}
	if old == "" {
		fmt.Fprintln(p.stdout, p.loc.T("cmd.restore.done", i18n.Args{"File": p.o.db}))
	} else {
		fmt.Fprintln(p.stdout, p.loc.T("cmd.restore.kept", i18n.Args{"File": p.o.db, "Old": old}))
	}
	return nil
}

func restoreFlags(o *options, f *flag.FlagSet) {
	dbFlag(o, f)
	f.BoolVar(&o.force, "force", false, "put older data in the place of newer ones")
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
