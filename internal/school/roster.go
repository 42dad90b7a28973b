package school

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"semeia/internal/i18n"
)

const (
	RosterLines = 1000      // most children in one list; a longer one is refused as a whole
	RosterBytes = 256 << 10 // most bytes of a file
	ClassSize   = 100       // most children in a class
)

// foreign are the first bytes of files that are not a list, and what to say.
var foreign = []struct {
	at    int
	magic string
	why   *i18n.Msg
}{
	{0, "\x89PNG", reason("roster.file.picture")},
	{0, "\xff\xd8\xff", reason("roster.file.picture")}, // JPEG
	{0, "GIF8", reason("roster.file.picture")},
	{8, "WEBP", reason("roster.file.picture")},
	{0, "II*\x00", reason("roster.file.picture")}, // TIFF
	{0, "MM\x00*", reason("roster.file.picture")},
	{4, "ftyp", reason("roster.file.picture")}, // HEIC of telephones, video
	{0, "%PDF-", reason("roster.file.pdf")},
	{0, "PK\x03\x04", reason("roster.file.book")}, // zip: xlsx, ods, docx
	{0, "PK\x05\x06", reason("roster.file.book")},
	{0, "\xd0\xcf\x11\xe0", reason("roster.file.book")}, // xls, doc
	{0, `{\rtf`, reason("roster.file.book")},
	{0, "<", reason("roster.file.book")}, // HTML and XML, often called .xls
	{0, "\x1f\x8b", reason("roster.file.binary")},
	{0, "7z\xbc\xaf", reason("roster.file.binary")},
	{0, "Rar!\x1a", reason("roster.file.binary")},
	{0, "\x7fELF", reason("roster.file.binary")},
}

// DecodeRoster is the text of an uploaded file: UTF-8 or UTF-16 by their marks,
// else UTF-8 where it is that, else Windows-1252, which Excel writes in
// Portuguese and Albanian. No letter is guessed: a file in which one cannot be
// read is refused, and no U+FFFD comes out that did not go in. The kind of a
// file is told before its size, so that a big photograph is called one; of a
// file over [RosterBytes] one more byte than that is enough to be given.
func DecodeRoster(raw []byte) (string, *i18n.Msg) {
	file := string(raw[:min(len(raw), RosterBytes+1)])
	text, marked := strings.CutPrefix(file, "\ufeff")
	for _, f := range foreign {
		if len(text) > f.at && strings.HasPrefix(text[f.at:], f.magic) {
			return "", f.why
		}
	}
	if len(file) > RosterBytes {
		return "", reason("roster.file.large", i18n.Args{"Limit": RosterBytes >> 10})
	}
	if strings.HasPrefix(file, "\xff\xfe") || strings.HasPrefix(file, "\xfe\xff") {
		var whole bool
		if text, whole = fromUTF16(file[2:], file[0] == 0xfe); !whole {
			return "", reason("roster.file.letters")
		}
	}
	text = strings.TrimSuffix(text, "\x1a") // DOS wrote it at the end of a text
	switch {
	case text == "":
		return "", reason("roster.file.empty")
	case strings.Contains(text, "\x00"): // UTF-16 without its mark, too
		return "", reason("roster.file.nul")
	case utf8.ValidString(text):
		return text, nil
	case marked, strings.ContainsAny(latin1(text), "\u0081\u008d\u008f\u0090\u009d"):
		return "", reason("roster.file.letters")
	case strings.ContainsFunc(latin1(text), func(r rune) bool { return r < ' ' && !unicode.IsSpace(r) }):
		return "", reason("roster.file.binary")
	}
	text, _ = charmap.Windows1252.NewDecoder().String(text) // has no error
	return text, nil
}

// latin1 makes each byte the rune of its number.
func latin1(bytes string) string {
	runes := make([]rune, len(bytes))
	for i := range len(bytes) {
		runes[i] = rune(bytes[i])
	}
	return string(runes)
}

// fromUTF16 says false where a unit is halved or half of a pair is missing.
func fromUTF16(bytes string, big bool) (string, bool) {
	if len(bytes)%2 != 0 {
		return "", false
	}
	var b strings.Builder
	unit := func(i int) rune {
		if i >= len(bytes) {
			return 0
		}
		if big {
			return rune(bytes[i])<<8 | rune(bytes[i+1])
		}
		return rune(bytes[i+1])<<8 | rune(bytes[i])
	}
	for i := 0; i < len(bytes); i += 2 {
		r := unit(i)
		if utf16.IsSurrogate(r) {
			if r = utf16.DecodeRune(r, unit(i+2)); r == utf8.RuneError {
				return "", false
			}
			i += 2
		}
		b.WriteRune(r)
	}
	return b.String(), true
}

// Listed is one line of a list: a name, or the reason why there is none.
type Listed struct {
	Line    int       // in the text, the first is 1; of a cell over several lines, the first of them
	Text    string    // the line for showing: at most 80 characters, □ for what cannot be seen
	Name    string    // clean; empty where there is a Problem
	Problem *i18n.Msg // why this line is no name
	Joined  bool      // the name was put together from two cells or two lines by a guess
}

// ReadRoster finds the names in a text, one child a line. The text is a bare
// list, or a table whose cells are parted by tabs, semicolons or commas: the
// first of these that occurs at all, for the whole text. Blank lines and lines
// of nothing but separators are passed over.
//
// Where the first line heads the columns, in any language of the program, the
// names are in the columns that say so. Else the name is the first cell with a
// letter in it that does not begin with a figure ("3B"); when just two cells
// are all letters they are taken as first name and surname and joined.
//
// The text as a whole is refused when it has more than [RosterLines] children
// or no name at all. The time taken grows with the length of the text only;
// the caller bounds that.
func ReadRoster(text string) ([]Listed, *i18n.Msg) {
	rows := readRows(strings.TrimPrefix(text, "\ufeff"))
	if len(rows) == 0 {
		return nil, reason("roster.empty")
	}
	var picks []int
	guess := false
	if at := findHead(rows); at >= 0 {
		head := rows[at].cells
		// Lists of several pages repeat the line.
		rows = slices.DeleteFunc(rows[at+1:], func(r row) bool { return slices.Equal(r.cells, head) })
		if len(head) > 1 { // under a single word "Sá, Inês" is no table
			picks, guess = nameColumns(head)
		}
	}
	if len(rows) > RosterLines {
		return nil, reason("roster.lines", i18n.Args{"N": len(rows), "Limit": RosterLines})
	}
	if picks == nil {
		dropNumbering(rows)
	}
	listed, named := make([]Listed, 0, len(rows)), false
	for _, r := range rows {
		var parts []string
		joined := false
		if picks == nil {
			parts = guessName(r.cells)
			joined = len(parts) == 2
			if len(rows) == 1 && len(plainCells(r.cells)) > 2 {
				return nil, reason("roster.oneline") // Ana, Rui, Bia: two would be lost
			}
		} else {
			for _, p := range picks {
				if p < len(r.cells) && r.cells[p] != "" {
					parts = append(parts, r.cells[p])
				}
			}
			joined = guess && len(parts) == 2
		}
		l := Listed{Line: r.line, Text: shown(r.text)}
		if parts == nil {
			l.Problem = reason("roster.name.empty")
		} else {
			named = true
			for i := range parts {
				joined = joined || strings.ContainsAny(parts[i], "\r\n")
				parts[i] = unguarded(parts[i])
			}
			l.Name, l.Problem = CleanName(strings.Join(parts, " "))
			l.Joined = joined && l.Problem == nil
		}
		listed = append(listed, l)
	}
	if !named {
		return nil, reason("roster.nameless")
	}
	return listed, nil
}

// row is a line of a table with something in it; cells have no white space at
// their ends, and the last one is not empty.
type row struct {
	line  int
	text  string
	cells []string
}

// readRows parts a text into lines and cells. A first line "sep=;" is an order
// to Excel and decides the separator.
func readRows(text string) []row {
	line := 1
	if end := strings.IndexAny(text, "\r\n"); end >= 0 {
		order := strings.Trim(text[:end], "\" ")
		if len(order) == 5 && strings.EqualFold(order[:4], "sep=") && strings.Contains("\t;,|", order[4:]) {
			rows, _ := splitRows(text[end+lineEnd(text[end:]):], order[4:], line+1)
			return rows
		}
	}
	// Which separators stand outside of quotes shows only when all of them part.
	rows, met := splitRows(text, "\t;,", line)
	for _, sep := range []string{"\t", ";", ","} {
		if strings.Contains(met, sep) {
			rows, _ = splitRows(text, sep, line)
			break
		}
	}
	return rows
}

// splitRows parts at each of the separators, and says which ones it met.
func splitRows(text, seps string, line int) (rows []row, met string) {
	for i := 0; i < len(text); line++ {
		r, start := row{line: line}, i
		filled := 0
		for {
			cell, end := cellAt(text, i, seps)
			cell = strings.TrimSpace(cell)
			r.cells = append(r.cells, cell)
			if cell != "" {
				filled = len(r.cells)
			}
			i = end
			if i == len(text) || !strings.Contains(seps, text[i:i+1]) {
				break
			}
			if !strings.Contains(met, text[i:i+1]) {
				met += text[i : i+1]
			}
			i++
		}
		r.text, r.cells = text[start:i], r.cells[:filled]
		if filled > 0 && strings.ContainsFunc(r.text, func(c rune) bool { return !unicode.IsSpace(c) && !strings.ContainsRune(`;,"`, c) }) {
			rows = append(rows, r)
		}
		for j := 0; j < len(r.text); line++ { // of a quoted cell over several lines
			at := strings.IndexAny(r.text[j:], "\r\n")
			if at < 0 {
				break
			}
			j += at + lineEnd(r.text[j+at:])
		}
		i += lineEnd(text[i:])
	}
	return rows, met
}

// lineEnd is how many bytes the line break has that a text begins with.
func lineEnd(text string) int {
	switch {
	case strings.HasPrefix(text, "\r\n"):
		return 2
	case strings.HasPrefix(text, "\n"), strings.HasPrefix(text, "\r"):
		return 1
	}
	return 0
}

// cellAt reads the cell that begins at i, and gives where it ends. Quotes are
// those of RFC 4180 only if they open and close the cell; any other stands for
// itself. One that goes over lines must not have a line break or a separator
// next to its quotes: there they are ditto marks of two lines.
func cellAt(text string, i int, seps string) (string, int) {
	open := i
	for open < len(text) && text[open] == ' ' {
		open++
	}
	if open < len(text) && text[open] == '"' {
		shut := open + 1
		for shut < len(text) && text[shut] != '"' || strings.HasPrefix(text[shut:], `""`) {
			if text[shut] == '"' {
				shut++ // two stand for one
			}
			shut++
		}
		if shut < len(text) {
			inside, after := text[open+1:shut], shut+1
			for after < len(text) && text[after] == ' ' {
				after++
			}
			ends := after == len(text) || strings.Contains(seps+"\r\n", text[after:after+1])
			ditto := strings.ContainsAny(inside, "\r\n") && strings.Trim(inside, seps+" \r\n") != inside
			if ends && !ditto {
				return strings.ReplaceAll(inside, `""`, `"`), after
			}
		}
	}
	if n := strings.IndexAny(text[i:], seps+"\r\n"); n >= 0 {
		return text[i : i+n], i + n
	}
	return text[i:], len(text)
}

// Member is a child of a class. Twin tells those of one name apart: 1 for the
// first child of that folded name in the class, 2 for the second, and so on; a
// number stays with its child when another one leaves.
type Member struct {
	ID, Name string
	Twin     int
}

// Fate is what an import does with a line or a child.
type Fate string

const (
	FateNew     Fate = "new"     // becomes a child of the class
	FateThere   Fate = "there"   // is in the class already, and is left as it is
	FateMissing Fate = "missing" // is in the class and not in the list: stays
	FateRefused Fate = "refused" // see Why
)

// PlanLine is one line of a plan.
type PlanLine struct {
	Line   int    // of the list; 0 for a child that is missing in it
	Text   string // of the list
	Name   string // of somebody there or missing, as it is in the class
	Twin   int    // 0 where refused
	Fate   Fate
	ID     string    // of the child that is there or missing
	Why    *i18n.Msg // the refusal; with FateNew a note that the name is there twice
	Joined bool      // see Listed
}

// PlanRoster says what importing a list into a class will do; nobody is ever
// taken away or changed. The k-th line of a name is the k-th child of that name,
// so that the same list again adds nobody, and a line more of a name adds one
// child of that name. Additions end where the class has [ClassSize] children.
// First come the lines in the order of the list, then who is missing in it, in
// the order of the class.
func PlanRoster(listed []Listed, class []Member) []PlanLine {
	waiting := map[string][]int{} // by folded name: places in class, lowest twin first
	twins := map[string]int{}     // highest in use
	for i, m := range class {
		name := FoldName(m.Name)
		waiting[name] = append(waiting[name], i)
		twins[name] = max(twins[name], m.Twin)
	}
	for _, places := range waiting {
		slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(class[a].Twin, class[b].Twin) })
	}
	plan, met, size := make([]PlanLine, 0, len(listed)+len(class)), make([]bool, len(class)), len(class)
	for _, l := range listed {
		p := PlanLine{Line: l.Line, Text: l.Text, Name: l.Name, Why: l.Problem, Joined: l.Joined}
		name := FoldName(l.Name)
		switch places := waiting[name]; {
		case l.Problem != nil:
			p.Fate = FateRefused
		case len(places) > 0:
			m := class[places[0]]
			waiting[name], met[places[0]] = places[1:], true
			p.Fate, p.ID, p.Name, p.Twin = FateThere, m.ID, m.Name, m.Twin
		case size >= ClassSize:
			p.Fate, p.Why = FateRefused, reason("roster.full", i18n.Args{"Limit": ClassSize})
		default:
			size++
			twins[name]++
			p.Fate, p.Twin = FateNew, twins[name]
			if p.Twin > 1 {
				p.Why = reason("roster.twin")
			}
		}
		plan = append(plan, p)
	}
	for i, m := range class {
		if !met[i] {
			plan = append(plan, PlanLine{Name: m.Name, Twin: m.Twin, Fate: FateMissing, ID: m.ID})
		}
	}
	return plan
}
