// Package i18n is the languages of the program: the catalogues, which one a
// reader gets, and single messages in it.
//
// A text is asked for by its key. Keys stand in the code as whole literals,
// so that a test can see that each one used exists and each one that exists is
// used. A message that cannot be made shows as ⟦key⟧ rather than in another
// language; the tests look for that sign on every page.
package i18n

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/BurntSushi/toml"
	goi18n "github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// Lang is a language of the program.
type Lang struct {
	Code string // "pt", "en" or "sq": cookie, flag, file name
	Tag  string // for the lang attribute: "pt-BR", "en", "sq"
	Name string // in the language itself
}

// Langs are the languages in the order of the switch. Portuguese is that of
// Brazil.
var Langs = [...]Lang{
	{"pt", "pt-BR", "Português"},
	{"en", "en", "English"},
	{"sq", "sq", "Shqip"},
}

// Args fill the placeholders of a message.
type Args map[string]any

// Msg is a text not yet in a language, as errors carry it.
type Msg struct {
	Key  string
	Args Args
}

// Catalogue holds every language.
type Catalogue struct {
	locs    [len(Langs)]*Loc
	matcher language.Matcher
}

// Loc speaks one language. It is safe for concurrent use.
type Loc struct {
	Lang
	tag       language.Tag
	localizer *goi18n.Localizer
	plain     map[string]string // messages without forms and placeholders
}

// Load reads CODE.toml of each language from files. Other files are not
// looked at.
func Load(files fs.FS) (*Catalogue, error) {
	bundle := goi18n.NewBundle(language.BrazilianPortuguese)
	bundle.RegisterUnmarshalFunc("toml", toml.Unmarshal)
	c := &Catalogue{}
	var tags []language.Tag
	for i, lang := range Langs {
		name := lang.Code + ".toml"
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("i18n: %w", err)
		}
		tag := language.MustParse(lang.Tag)
		// The name given here decides the language, not the file's own.
		if _, err := bundle.ParseMessageFileBytes(text, lang.Tag+".toml"); err != nil {
			return nil, fmt.Errorf("i18n: %s: %w", name, err)
		}
		var forms map[string]map[string]string
		if err := toml.Unmarshal(text, &forms); err != nil {
			return nil, fmt.Errorf("i18n: %s: %w", name, err)
		}
		plain := make(map[string]string)
		for key, f := range forms {
			if other, ok := f["other"]; ok && len(f) == 1 && !strings.Contains(other, "{{") {
				plain[key] = other
			}
		}
		c.locs[i] = &Loc{Lang: lang, tag: tag, localizer: goi18n.NewLocalizer(bundle, lang.Tag), plain: plain}
		tags = append(tags, tag)
	}
	c.matcher = language.NewMatcher(tags)
	return c, nil
}

// Loc gives the language of that code.
func (c *Catalogue) Loc(code string) (*Loc, bool) {
	for _, l := range c.locs {
		if l.Code == code {
			return l, true
		}
	}
	return nil, false
}

// Choose decides a reader's language: the code they chose, else what the
// browser accepts (an Accept-Language header, RFC 9110 12.5.4; a weight of 0
// means "not this one"), else fallback. Nonsense counts as absent.
func (c *Catalogue) Choose(chosen, accept string, fallback *Loc) *Loc {
	if l, ok := c.Loc(chosen); ok {
		return l
	}
	if len(accept) > 500 {
		return fallback
	}
	tags, weights, err := language.ParseAcceptLanguage(accept)
	if err != nil {
		return fallback
	}
	for i, tag := range tags {
		if weights[i] <= 0 {
			continue
		}
		// One wish at a time, so that the first that can be met is met.
		if _, at, confidence := c.matcher.Match(tag); confidence >= language.High {
			return c.locs[at]
		}
	}
	return fallback
}

// T is the message of a key with its placeholders filled.
func (l *Loc) T(key string, args ...Args) string {
	if text, ok := l.plain[key]; ok {
		return text
	}
	return l.localize(key, nil, merged(args))
}

// N is the message of a key in the form that n takes; n fills {{.N}}.
func (l *Loc) N(key string, n int, args ...Args) string {
	all := merged(args)
	if all == nil {
		all = Args{}
	}
	all["N"] = n
	return l.localize(key, n, all)
}

// M is T of a message that was carried elsewhere; an "N" among its arguments
// chooses the form.
func (l *Loc) M(m Msg) string {
	if n, ok := m.Args["N"].(int); ok {
		return l.N(m.Key, n, m.Args)
	}
	return l.T(m.Key, m.Args)
}

// merged copies arguments into one map that the caller owns.
func merged(args []Args) Args {
	if len(args) == 0 {
		return nil
	}
	all := make(Args, 4)
	for _, a := range args {
		for k, v := range a {
			all[k] = v
		}
	}
	return all
}

func (l *Loc) localize(key string, count any, args Args) string {
	text, tag, err := l.localizer.LocalizeWithTag(&goi18n.LocalizeConfig{
		MessageID: key, PluralCount: count, TemplateData: args, TemplateParser: placeholders{},
	})
	if err != nil || tag != l.tag {
		return "⟦" + key + "⟧"
	}
	return text
}
