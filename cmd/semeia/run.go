package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"semeia/internal/i18n"
	"semeia/internal/school"
	"semeia/internal/verify"
	"semeia/locales"
)

// run is the program without its process: arguments, environment and output
// are given, ctx ends it. It returns the exit code. Tests start it like this.
func run(ctx context.Context, args []string, env func(string) string, stdout, stderr io.Writer) int {
	catalogue, err := i18n.Load(locales.FS)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	o := optionsFrom(env)
	// The terminal's language, until -lang says another.
	loc := catalogue.Choose(o.lang, terminalLanguage(env), mustLoc(catalogue, "pt"))
	name := "serve"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	}
	switch name {
	case "serve":
		if err := o.parse(args, stderr); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return 0
			}
			fmt.Fprintln(stderr, loc.T("cmd.usage"))
			return 2
		}
		if o.lang != "" {
			chosen, ok := catalogue.Loc(o.lang)
			if !ok {
				fmt.Fprintln(stderr, loc.T("cmd.lang", i18n.Args{"Lang": o.lang}))
				return 2
			}
			loc = chosen
		}
		if err := serve(ctx, o, catalogue, loc, stdout, stderr); err != nil {
			fmt.Fprintln(stderr, readable(loc, err))
			return 1
		}
		return 0
	case "verify":
		if len(args) == 0 {
			fmt.Fprintln(stderr, loc.T("cmd.usage"))
			return 2
		}
		ok, err := verify.Files(stdout, args)
		if err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		if !ok {
			return 1
		}
		return 0
	}
	fmt.Fprintln(stderr, loc.T("cmd.unknown", i18n.Args{"Name": name}))
	fmt.Fprintln(stderr, loc.T("cmd.usage"))
	return 2
}

func mustLoc(c *i18n.Catalogue, code string) *i18n.Loc {
	l, ok := c.Loc(code)
	if !ok {
		panic("no language " + code)
	}
	return l
}

// readable is one line for the terminal: the sentence, and the cause where
// there is one.
func readable(l *i18n.Loc, err error) string {
	var known *school.Error
	if !errors.As(err, &known) {
		return err.Error()
	}
	text := l.M(known.Msg)
	if known.Cause != nil {
		cause := strings.Join(strings.Fields(known.Cause.Error()), " ")
		text += " (" + cause + ")"
	}
	return text
}

// terminalLanguage turns LC_ALL, LC_MESSAGES or LANG, as in "pt_BR.UTF-8",
// into the form of an Accept-Language header.
func terminalLanguage(env func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := env(name); v != "" {
			v, _, _ = strings.Cut(v, ".")
			return strings.ReplaceAll(v, "_", "-")
		}
	}
	return ""
}

// options are flags with SEMEIA_* variables beneath them.
type options struct {
	addr, db, lang, publicURL string
}

func optionsFrom(env func(string) string) *options {
	or := func(name, fallback string) string {
		if v := env(name); v != "" {
			return v
		}
		return fallback
	}
	return &options{
		addr: or("SEMEIA_ADDR", ":8080"), db: or("SEMEIA_DB", "semeia.db"),
		lang: or("SEMEIA_LANG", ""), publicURL: or("SEMEIA_PUBLIC_URL", ""),
	}
}

func (o *options) parse(args []string, stderr io.Writer) error {
	f := flag.NewFlagSet("semeia", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.addr, "addr", o.addr, "address to listen on")
	f.StringVar(&o.db, "db", o.db, "database file")
	f.StringVar(&o.lang, "lang", o.lang, "language of the terminal, and of readers whose browser names none of ours: pt, en or sq")
	f.StringVar(&o.publicURL, "public-url", o.publicURL, "address under which others reach the program")
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return fmt.Errorf("unexpected %q", f.Arg(0))
	}
	return nil
}
