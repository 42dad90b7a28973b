package main

import (
	"fmt"

	"semeia/internal/i18n"
	"semeia/internal/school"
	"semeia/internal/store"
)

// teacher resets a forgotten password, for whoever sits at the machine.
func (p *call) teacher(args []string) error {
	if len(args) != 2 || args[0] != "reset" {
		return errUsage
	}
	login, problem := school.CleanLogin(args[1])
	unknown := school.Fail(school.NotFound, "cmd.teacher.none", i18n.Args{"Login": args[1]})
	if problem != nil {
		return unknown
	}
	kept, err := store.Open(p.ctx, p.o.db)
	if err != nil {
		return err
	}
	defer kept.Close()
	password := school.NewPassword()
	err = kept.ResetByLogin(p.ctx, login, school.HashPassword(password))
	if err != nil && school.CodeOf(err) == school.NotFound {
		return unknown
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(p.stdout, p.loc.T("cmd.teacher.done", i18n.Args{"Login": login, "Password": password}))
	return nil
}
