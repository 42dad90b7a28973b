package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
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
	p := &call{ctx: ctx, o: o, catalogue: catalogue, loc: loc, stdout: stdout, stderr: stderr}
	for _, c := range verbs {
		if c.name == name {
			return p.run(c, args)
		}
	}
	fmt.Fprintln(stderr, loc.T("cmd.unknown", i18n.Args{"Name": name}))
	fmt.Fprintln(stderr, loc.T("cmd.usage"))
	return 2
}

// call is one run of the program.
type call struct {
	ctx            context.Context
	o              *options
	catalogue      *i18n.Catalogue
	loc            *i18n.Loc
	stdout, stderr io.Writer
}

// verb is what the program can do under a name. more adds its own flags; do
// gets the arguments that are no flags. The error [errUsage] shows usage.
type verb struct {
	name  string
	usage string // key
	more  func(*options, *flag.FlagSet)
	do    func(*call, []string) error
}

var errUsage = errors.New("usage")

var verbs = []verb{
	{"serve", "cmd.usage", serveFlags, (*call).serve},
	{"backup", "cmd.backup.usage", dbFlag, (*call).backup},
	{"restore", "cmd.restore.usage", restoreFlags, (*call).restore},
	{"demo", "cmd.demo.usage", dbFlag, (*call).demo},
	{"export", "cmd.export.usage", exportFlags, (*call).export},
	{"teacher", "cmd.teacher.usage", dbFlag, (*call).teacher},
	{"check", "cmd.check.usage", lessonsFlag, (*call).check},
	{"verify", "cmd.usage", nil, (*call).verify},
	{"solve", "cmd.solve.usage", solveFlags, (*call).solve},
	{"book", "cmd.book.usage", bookFlags, (*call).book},
}

func (p *call) run(c verb, args []string) int {
	f := flag.NewFlagSet("semeia "+c.name, flag.ContinueOnError)
	f.SetOutput(p.stderr)
	f.Usage = func() {
		fmt.Fprintln(p.stderr, p.loc.T(c.usage))
		f.PrintDefaults()
	}
	f.StringVar(&p.o.lang, "lang", p.o.lang, "language of the terminal, and of readers whose browser names none of ours: "+codes())
	if c.more != nil {
		c.more(p.o, f)
	}
	rest, err := parse(f, args)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err == nil && p.o.lang != "" {
		chosen, ok := p.catalogue.Loc(p.o.lang)
		if !ok {
			fmt.Fprintln(p.stderr, p.loc.T("cmd.lang", i18n.Args{"Lang": p.o.lang, "All": codes()}))
			return 2
		}
		p.loc = chosen
	}
	if err == nil {
		err = c.do(p, rest)
	} else {
		return 2 // the flag package has said what is wrong, and the usage
	}
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errUsage):
		fmt.Fprintln(p.stderr, p.loc.T(c.usage))
		return 2
	case errors.Is(err, errSaid):
		return 1
	}
	fmt.Fprintln(p.stderr, readable(p.loc, err))
	return 1
}

// errSaid ends a command that has said itself what is wrong.
var errSaid = errors.New("said")

// parse reads flags wherever they stand among the arguments.
func parse(f *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := f.Parse(args); err != nil {
			return nil, err
		}
		if f.NArg() == 0 {
			return rest, nil
		}
		rest, args = append(rest, f.Arg(0)), f.Args()[1:]
	}
}

func (p *call) verify(args []string) error {
	if len(args) == 0 {
		return errUsage
	}
	ok, err := verify.Files(p.stdout, args)
	if err == nil && !ok {
		err = errSaid
	}
	return err
}

func (p *call) serve(args []string) error {
	if len(args) > 0 {
		return errUsage
	}
	return serve(p.ctx, p.o, p.catalogue, p.loc, p.stdout, p.stderr)
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

// codes are those of the languages, as in "pt, en, sq".
func codes() string {
	var all []string
	for _, lang := range i18n.Langs {
		all = append(all, lang.Code)
	}
	return strings.Join(all, ", ")
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
	addr, db, lang, publicURL, proxies string
	lessons                            string // folder of a teacher's own; may be empty
	format                             string // of an export
	force                              bool   // of restoring
	backupDir, backupEvery, backupKeep string
	memory                             string // of the solver
	solve                              solving
	book                               booking
}

func optionsFrom(env func(string) string) *options {
	or := func(name, fallback string) string {
		if v := env(name); v != "" {
			return v
		}
		return fallback
	}
	return &options{
		addr: or("SEMEIA_ADDR", ":8080"), db: or("SEMEIA_DB", "semeia.db"), lang: or("SEMEIA_LANG", ""), lessons: or("SEMEIA_LESSONS", ""),
		publicURL: or("SEMEIA_PUBLIC_URL", ""), proxies: or("SEMEIA_TRUSTED_PROXIES", ""),
		backupDir: or("SEMEIA_BACKUP_DIR", ""), backupEvery: or("SEMEIA_BACKUP_EVERY", "24h"), backupKeep: or("SEMEIA_BACKUP_KEEP", "14"),
		memory: or("SEMEIA_SOLVER_MEMORY", "256MiB"),
	}
}

func dbFlag(o *options, f *flag.FlagSet) {
	f.StringVar(&o.db, "db", o.db, "database: a file, or postgres://…")
}

func exportFlags(o *options, f *flag.FlagSet) {
	dbFlag(o, f)
	f.StringVar(&o.format, "format", "json", "csv or json")
}

func serveFlags(o *options, f *flag.FlagSet) {
	dbFlag(o, f)
	lessonsFlag(o, f)
	f.StringVar(&o.addr, "addr", o.addr, "address to listen on")
	f.StringVar(&o.publicURL, "public-url", o.publicURL, "address under which others reach the program")
	f.StringVar(&o.backupDir, "backup-dir", o.backupDir, "folder for backups that are made by themselves")
	f.StringVar(&o.backupEvery, "backup-every", o.backupEvery, "time from one such backup to the next")
	f.StringVar(&o.backupKeep, "backup-keep", o.backupKeep, "how many of them stay")
	f.StringVar(&o.memory, "solver-memory", o.memory, "memory for perfect play, shared by all")
	f.StringVar(&o.proxies, "trusted-proxies", o.proxies, "networks of proxies that name the reader's address, as in 10.0.0.0/8,192.168.1.5")
}

// networks are the proxies that are trusted.
func (o *options) networks() (list []*net.IPNet, err error) {
	for _, text := range strings.FieldsFunc(o.proxies, func(r rune) bool { return r == ',' || r == ' ' }) {
		if !strings.Contains(text, "/") {
			if ip := net.ParseIP(text); ip != nil && ip.To4() != nil {
				text += "/32"
			} else {
				text += "/128"
			}
		}
		_, n, err := net.ParseCIDR(text)
		if err != nil {
			return nil, school.Fail(school.Invalid, "cmd.proxies", i18n.Args{"List": o.proxies})
		}
		list = append(list, n)
	}
	return list, nil
}
