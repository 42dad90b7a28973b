package course

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"semeia/internal/i18n"
)

// table is a table of lesson.toml, what stands before the steps or one of them,
// with the lines of its keys.
type table struct {
	line  int            // its own, from 1
	lines map[string]int // of the keys
	read  []string       // the keys that were read
	// doubt: some key is unknown or cannot be read. What is missing, or wrong
	// besides, may come from it.
	doubt bool
}

var (
	stepLine   = regexp.MustCompile(`^\s*\[\[\s*["']?step["']?\s*\]\]`)
	headerLine = regexp.MustCompile(`^\s*\[\[?\s*["']?([A-Za-z0-9_-]+)["']?\s*(?:\.\s*["']?([A-Za-z0-9_-]+))?`)
	keyLine    = regexp.MustCompile(`^\s*["']?([A-Za-z0-9_-]+)["']?\s*[=.]`)
)

// tablesOf finds the lines of what stands before the steps and of each step.
func tablesOf(content string) (head *table, steps []*table) {
	head = &table{line: 1, lines: map[string]int{}}
	now := head
	for i, line := range strings.Split(strings.TrimPrefix(content, "\ufeff"), "\n") {
		at := i + 1
		switch name := headerLine.FindStringSubmatch(line); {
		case stepLine.MatchString(line):
			now = &table{line: at, lines: map[string]int{}}
			steps = append(steps, now)
		case name != nil && name[1] == "step" && name[2] != "" && len(steps) > 0:
			steps[len(steps)-1].lines[name[2]] = at
			now = nil
		case name != nil: // no such table
			head.lines[name[1]] = at
			now = nil
		case now != nil:
			if key := keyLine.FindStringSubmatch(line); key != nil {
				now.lines[key[1]] = at
			}
		}
	}
	return head, steps
}

// of is the line of a key, or the table's own.
func (t *table) of(key string) int {
	if at := t.lines[key]; at > 0 {
		return at
	}
	return t.line
}

// table of a step; -1 is what stands before the first.
func (r *reader) table(step int) *table {
	if step < 0 {
		return r.head
	}
	for len(r.steps) <= step { // not written as [[step]]
		r.steps = append(r.steps, &table{line: r.head.of("step")})
	}
	return r.steps[step]
}

// fill reads a table: to has a pointer for each key that may stand there.
func (r *reader) fill(step int, md *toml.MetaData, from map[string]toml.Primitive, to map[string]any) {
	t := r.table(step)
	for name, value := range from {
		if field, ok := to[name]; !ok {
			t.doubt = true
			r.at(tomlFile, t.of(name), "check.key", i18n.Args{"Key": name})
		} else if err := md.PrimitiveDecode(value, field); err != nil {
			t.doubt = true
			r.at(tomlFile, t.of(name), typeKey(field), i18n.Args{"Key": name})
		} else {
			t.read = append(t.read, name)
		}
	}
	slices.SortFunc(t.read, func(a, b string) int { return cmp.Or(t.of(a)-t.of(b), cmp.Compare(a, b)) })
}

// typeKey is the message for a value that is not what a field holds.
func typeKey(field any) string {
	switch field.(type) {
	case *string:
		return "check.type.text"
	case *int:
		return "check.type.number"
	case *bool:
		return "check.type.bool"
	case *[]string:
		return "check.type.texts"
	case *[]int:
		return "check.type.numbers"
	}
	return "check.type.step"
}
