package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"semeia/internal/i18n"
	"semeia/internal/school"
	"semeia/internal/sheet"
	"semeia/internal/store"
)

// export writes everything of a class to a file, for whoever sits at the
// machine. Without a class it lists them.
func (p *call) export(args []string) error {
	if len(args) != 0 && len(args) != 2 || p.o.format != "csv" && p.o.format != "json" {
		return errUsage
	}
	kept, err := store.Open(p.ctx, p.o.db)
	if err != nil {
		return err
	}
	defer kept.Close()
	classes, err := kept.AllClasses(p.ctx)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		fmt.Fprintln(p.stdout, p.loc.T("cmd.export.classes"))
		for _, c := range classes {
			fmt.Fprintf(p.stdout, "%s  %s (%d)\n", c.ID, c.Name, c.Pupils)
		}
		return nil
	}
	var found []school.Class
	for _, c := range classes {
		if c.ID == args[0] || school.FoldName(c.Name) == school.FoldName(args[0]) {
			found = append(found, c)
		}
	}
	switch len(found) {
	case 0:
		return school.Fail(school.NotFound, "cmd.export.none", i18n.Args{"Name": args[0]})
	case 1:
	default:
		return school.Fail(school.Invalid, "cmd.export.many", i18n.Args{"Name": args[0]})
	}
	record, err := kept.RecordOf(p.ctx, found[0].ID)
	if err != nil {
		return err
	}
	var body []byte
	if p.o.format == "csv" {
		body = sheet.ClassCSV(p.loc, &record, time.Now().UnixMilli())
	} else if body, err = sheet.ClassJSON(&record); err != nil {
		return err
	}
	// Named by id and day: a class's name may hold what no file name can.
	file := filepath.Join(args[1], fmt.Sprintf("semeia-%s-%s.%s", found[0].ID[:8], time.Now().Format(time.DateOnly), p.o.format))
	if err := os.WriteFile(file, body, 0o600); err != nil {
		e := school.Fail(school.Internal, "cmd.export.folder", i18n.Args{"File": file})
		e.Cause = err
		return e
	}
	fmt.Fprintln(p.stdout, p.loc.T("cmd.export.done", i18n.Args{"File": file}))
	return nil
}
