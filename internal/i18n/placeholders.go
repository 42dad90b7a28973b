package i18n

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n/template"
)

// placeholders fills {{.Name}} and knows nothing else of templates. A page of
// a game says some sixty messages; the general template engine would take more
// than half of the time that such a page takes.
type placeholders struct{}

func (placeholders) Cacheable() bool { return true }

// Parse splits a text at its placeholders. Anything else between braces is an
// error.
func (placeholders) Parse(src, _, _ string) (template.ParsedTemplate, error) {
	var m message
	for {
		before, rest, found := strings.Cut(src, "{{")
		m.texts = append(m.texts, before)
		m.size += len(before) + 8
		if !found {
			return &m, nil
		}
		inside, after, closed := strings.Cut(rest, "}}")
		name, ok := strings.CutPrefix(inside, ".")
		if !closed || !ok || name == "" || strings.ContainsAny(name, " .|{}") {
			return nil, fmt.Errorf("i18n: not a placeholder: {{%s", rest)
		}
		m.names = append(m.names, name)
		src = after
	}
}

// message is texts with a name between each two.
type message struct {
	texts, names []string
	size         int
}

func (m *message) Execute(data any) (string, error) {
	args, _ := data.(Args)
	b := make([]byte, 0, m.size)
	for i, text := range m.texts {
		b = append(b, text...)
		if i == len(m.names) {
			break
		}
		switch v := args[m.names[i]].(type) {
		case int:
			b = strconv.AppendInt(b, int64(v), 10)
		case string:
			b = append(b, v...)
		default:
			return "", fmt.Errorf("i18n: no value for {{.%s}}", m.names[i])
		}
	}
	return string(b), nil
}
