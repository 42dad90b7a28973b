package school

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"semeia/internal/i18n"
)

// NameLimit is the most characters (runes after NFC) that a name may have: what
// fits on a printed card.
const NameLimit = 60

// CleanName is a name as it is kept and shown: in NFC, each run of white space
// one space, none at the ends. Line breaks and tabs are white space here.
// Cleaning a clean name changes nothing.
//
// A name that could not be told from another one by looking, or that would
// disturb the line it stands in, is refused with the reason: nothing to see in
// it, letters lost in some conversion, signs that are invisible, turn the
// direction of writing or have no agreed shape, an accent without a letter, or
// more than [NameLimit] characters. Letters of every script are names, and so
// are signs: =1+1 is one.
func CleanName(raw string) (string, *i18n.Msg) {
	if !utf8.ValidString(raw) || strings.ContainsRune(raw, utf8.RuneError) {
		return "", reason("roster.name.lost")
	}
	name := strings.Join(strings.Fields(norm.NFC.String(raw)), " ")
	if name == "" {
		return "", reason("roster.name.empty")
	}
	for _, r := range name {
		if !visible(r) {
			return "", reason("roster.name.sign", i18n.Args{"Sign": fmt.Sprintf("U+%04X", r)})
		}
	}
	if first, _ := utf8.DecodeRuneInString(name); unicode.IsMark(first) {
		return "", reason("roster.name.mark")
	}
	if n := utf8.RuneCountInString(name); n > NameLimit {
		return "", reason("roster.name.long", i18n.Args{"N": n, "Limit": NameLimit})
	}
	return name, nil
}

// visible tells whether a sign can be seen, the plain space included. Besides
// everything that Unicode calls "other" (controls, format signs, private use,
// not assigned) it leaves out the letters and marks that draw nothing: fillers
// of Hangul, variation selectors, the empty cell of Braille.
func visible(r rune) bool {
	switch {
	case r == ' ':
		return true
	case r == '\u2800', unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		return false
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S)
}

// shown is a line fit for a page, whatever is in it.
func shown(line string) string {
	var b strings.Builder
	n := 0
	for _, word := range strings.Fields(line) {
		if n > 0 {
			word = " " + word
		}
		for _, r := range word {
			if n++; n == 80 {
				return b.String() + "…"
			}
			if !visible(r) || r == utf8.RuneError {
				r = '□'
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}

// FoldName is what two names are compared by: without case, with accents
// (Unicode's canonical caseless match, D145). ËNDRRA is ëndrra; Inês is not
// Ines. The result is for comparing only, never shown.
func FoldName(name string) string {
	// A Caser may hold state, so that each call makes its own.
	return norm.NFC.String(cases.Fold().String(norm.NFD.String(name)))
}

// SortNames puts a list in the order in which that language lists the names.
// What the language holds equal stays in the order it had.
func SortNames[T any](tag language.Tag, list []T, name func(T) string) {
	type keyed struct {
		key  []byte
		item T
	}
	var buf collate.Buffer // holds all keys; not reset while they are in use
	order := collate.New(tag)
	all := make([]keyed, len(list))
	for i, item := range list {
		all[i] = keyed{order.KeyFromString(&buf, name(item)), item}
	}
	slices.SortStableFunc(all, func(a, b keyed) int { return bytes.Compare(a.key, b.key) })
	for i := range all {
		list[i] = all[i].item
	}
}

// reason makes a message of a key and its arguments.
func reason(key string, args ...i18n.Args) *i18n.Msg {
	m := &i18n.Msg{Key: key}
	if len(args) > 0 {
		m.Args = args[0]
	}
	return m
}

// A column of a table, by the word that heads it.
type column int

const (
	colOther  column = iota + 1 // known, and no name
	colPupil                    // "pupil": a name, but a word that may also stand in a cell
	colWhole                    // the whole name
	colGiven                    // "name": the whole one, unless there is a surname as well
	colFamily                   // surname
	colNick                     // "apelido": in Portugal a surname, in Brazil a nickname
)

// headings are the words that head a column, as [headingOf] looks them up:
// folded, without accents and full stops at the end.
var headings = func() map[string]column {
	m := map[string]column{}
	for col, words := range map[column]string{
		colPupil: "aluno|alunos|aluna|alunas|aluno/a|alunos/as|estudante|estudantes|crianca|criancas" +
			"|student|students|pupil|pupils|child|children" +
			"|nxenes|nxenesi|nxenesit|nxenesja|nxeneset|nxenesi/ja|nxenesi/nxenesja|femija|femijet",
		colWhole: "nome completo|nome e sobrenome|nome do aluno|nome da aluna|nome do estudante|nome da crianca|nome dos alunos|nome dos estudantes" +
			"|full name|fullname|whole name|name and surname|student name|student's name|pupil name|pupil's name|child's name|name of student|name of pupil" +
			"|emri i plote|emri dhe mbiemri|emer dhe mbiemer|emri e mbiemri|emer e mbiemer|emri mbiemri|emer mbiemer|emri i nxenesit|emri i nxeneses|emri i femijes",
		colGiven:  "nome|nomes|primeiro nome|prenome|nome proprio|name|names|first name|firstname|first names|given name|given names|forename|emri|emer|emrat",
		colFamily: "sobrenome|sobrenomes|ultimo nome|last name|lastname|surname|surnames|family name|mbiemri|mbiemer",
		colNick:   "apelido|apelidos",
		colOther: "numero|no|n|n.o|n°|n.°|num|#|numero de chamada|chamada|no de chamada|matricula|ra|rm|turma|classe|etapa|data|data de nascimento|nascimento|idade|escola|serie|ano|turno|sexo|genero|email|e-mail|telefone|responsavel|observacao|observacoes|codigo|id|carimbo de data/hora|figura" +
			"|number|nr|class|stage|date|date of birth|birthday|age|school|grade|year|sex|gender|phone|notes|code|timestamp|picture" +
			"|numri|nr rendor|nr. rendor|numri rendor|numri i amzes|klasa|paralelja|datelindja|data e lindjes|mosha|shkolla|gjinia|telefoni|shenime|kodi|viti|figura",
	} {
		for _, word := range strings.Split(words, "|") {
			m[word] = col
		}
	}
	return m
}()

// bothGenders are endings as in "aluno(a)": the word before them is enough.
var bothGenders = strings.NewReplacer("(a)", "", "(o)", "", "(as)", "", "(os)", "", "(s)", "")

// headingOf tells which column a cell heads, 0 where it is no heading. Accents
// do not count here: Nxenesi and Numero are typed as often as the right words.
func headingOf(cell string) column {
	if len(cell) > 100 {
		return 0
	}
	bare := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(FoldName(cell)))
	bare = strings.ReplaceAll(bothGenders.Replace(bare), "’", "'")
	return headings[strings.TrimRight(strings.Join(strings.Fields(bare), " "), ".: *")]
}

// findHead gives the place of the line that heads the columns, -1 where none
// does. It is the first one; of several columns, also the first after up to
// four lines of a single cell, which are titles then ("Class 3A").
func findHead(rows []row) int {
	if isHead(rows[0].cells) {
		return 0
	}
	at := slices.IndexFunc(rows[:min(len(rows), 5)], func(r row) bool { return len(r.cells) > 1 })
	if at >= 0 && isHead(rows[at].cells) {
		return at
	}
	return -1
}

// isHead tells whether a line heads the columns. Words such as "name" never
// stand in a cell; "pupil" may ("Ana;pupil"), and so needs a second known word
// or the first place. A line of known words alone is a head without a name, of
// one word it is not: Data may be a child.
func isHead(cells []string) bool {
	known, filled, pupil, first := 0, 0, false, false
	for _, cell := range cells {
		if cell == "" {
			continue
		}
		filled++
		switch headingOf(cell) {
		case 0:
			continue
		case colPupil:
			pupil = true
		case colOther:
		default:
			return true
		}
		known++
		first = first || filled == 1
	}
	return pupil && (first || known > 1) || known > 1 && known == filled
}

// nameColumns gives the columns that make a name, in the order in which they
// are said; nil where none is headed so. It guesses where a surname may be a
// nickname.
func nameColumns(head []string) (picks []int, guess bool) {
	at := map[column]int{}
	for i, cell := range head {
		col := headingOf(cell)
		if _, ok := at[col]; col > colOther && !ok {
			at[col] = i
		}
	}
	if i, ok := at[colWhole]; ok {
		return []int{i}, false
	}
	for _, col := range []column{colGiven, colPupil} {
		if i, ok := at[col]; ok {
			picks = append(picks, i)
			break
		}
	}
	if i, ok := at[colFamily]; ok {
		return append(picks, i), false
	}
	if i, ok := at[colNick]; ok {
		return append(picks, i), true
	}
	return picks, false
}

// guessName takes the name, in one part or two, from a line of a table without
// heads; nil where there is none. A cell without letters is a name only when
// it holds more than figures, as =1+1 does.
func guessName(cells []string) []string {
	best, rank := "", 0
	for _, cell := range cells {
		r := 0
		first, _ := utf8.DecodeRuneInString(cell)
		switch {
		case !strings.ContainsFunc(cell, func(r rune) bool { return !unicode.IsDigit(r) && !strings.ContainsRune(" .,:;/-–()#%ºª°_|\"", r) }):
			continue
		case strings.ContainsFunc(cell, unicode.IsLetter):
			r = 2
			if !unicode.IsDigit(first) {
				r = 3
			}
		default:
			r = 1
		}
		if r > rank {
			best, rank = cell, r
		}
	}
	if rank == 0 {
		return nil
	}
	if plain := plainCells(cells); len(plain) == 2 && plain[0] == best {
		return plain
	}
	return []string{best}
}

// plainCells are those with letters and without figures; addresses of mail are
// not among them.
func plainCells(cells []string) (plain []string) {
	for _, cell := range cells {
		if strings.ContainsFunc(cell, unicode.IsLetter) && !strings.ContainsFunc(cell, unicode.IsDigit) && strings.Index(cell, "@") < 1 {
			plain = append(plain, cell)
		}
	}
	return plain
}

// unguarded takes away the apostrophe that a table is given before = + - @ so
// that no spreadsheet reckons with a name; ours does so too.
func unguarded(cell string) string {
	if sign := strings.TrimLeft(cell, "'"); sign != cell && sign != "" && strings.ContainsRune("=+-@", rune(sign[0])) {
		return cell[1:]
	}
	return cell
}

// numbered matches "1. Ana", "2) Rui", "3 - Bia", "4 Edi", "- Ana", "•Rui".
var numbered = regexp.MustCompile(`^(?:(\d{1,4})(?:[\s\p{Z}]*[.):–\-ºª°]+[\s\p{Z}]*|[\s\p{Z}]+)|[-–—*][\s\p{Z}]+|[•●○▪■◦·‣☐][\s\p{Z}]*)(\p{L}(?s:.*))$`)

// dropNumbering takes numbers or bullets away from the first cells. It must
// not take anything from a name, so it acts only where the signs are plainly
// those of a list: in two lines or more, in nine of ten at least, all of one
// kind, and the numbers rising ("3 A;Ana", "3 A;Rui" are no numbers of a list).
func dropNumbering(rows []row) {
	type found struct {
		cell *string
		rest string
	}
	var marked []found
	last, bullets := -1, 0
	for _, r := range rows {
		i := slices.IndexFunc(r.cells, func(c string) bool { return c != "" })
		m := numbered.FindStringSubmatch(r.cells[i])
		if m == nil {
			continue
		}
		if m[1] == "" {
			bullets++
		} else if n, _ := strconv.Atoi(m[1]); n <= last {
			return
		} else {
			last = n
		}
		marked = append(marked, found{&r.cells[i], m[2]})
	}
	if len(marked) < 2 || (len(rows)-len(marked))*10 > len(rows) || bullets != 0 && bullets != len(marked) {
		return
	}
	for _, f := range marked {
		*f.cell = f.rest
	}
}
