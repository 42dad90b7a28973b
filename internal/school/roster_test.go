package school_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"pgregory.net/rapid"

	"semeia/internal/i18n"
	"semeia/internal/school"
)

// told writes a list short: names, "+" before one that was joined by a guess,
// "!key" for a problem.
func told(listed []school.Listed) []string {
	var out []string
	for _, l := range listed {
		switch {
		case l.Problem != nil:
			out = append(out, "!"+l.Problem.Key)
		case l.Joined:
			out = append(out, "+"+l.Name)
		default:
			out = append(out, l.Name)
		}
	}
	return out
}

func keyOf(m *i18n.Msg) string {
	if m == nil {
		return ""
	}
	return m.Key
}

func TestAListIsReadOneChildALine(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"B03 semicolons and a head", "Nome;Número\nInês Sá;1\n", "Inês Sá"},
		{"B03 commas, name and surname", "Emri,Mbiemri\nËndrra,Çela\n", "Ëndrra Çela"},
		{"B03 tabs", "Nome\tNúmero\nInês Sá\t1\n", "Inês Sá"},
		{"B03 tabs, name and surname", "Emri\tMbiemri\r\nËndrra\tÇela\r\n", "Ëndrra Çela"},
		{"B06 a bare list", "Ana\nRui\nBia", "Ana|Rui|Bia"},
		{"B06 separators and lines at the end", "Ana;\nRui;\n\n", "Ana|Rui"},
		{"B06 lines of separators", ";;\nAna;;\n ; \nRui\n,,\n", "Ana|Rui"},
		{"B08 a name twice", "Leandro\nLeandro\n", "Leandro|Leandro"},
		{"B10 our own export", "\ufeffNome;Etapa\r\n'=1+1;1\r\n'@x;2\r\nËndrra;3\r\n", "=1+1|@x|Ëndrra"},
		{"B10 without a head", "'=1+1;1\n'@x;2\n'+a;3\n'-b;4\n", "=1+1|@x|+a|-b"},
		{"B10 as typed", "=1+1\n@x\nËndrra\n", "=1+1|@x|Ëndrra"},
		{"only one apostrophe is ours", "''=1\n'Ana\nd'Ávila\n", "'=1|'Ana|d'Ávila"},
		{"B18", "D'Ávila & N'Gola\n", "D'Ávila & N'Gola"},

		{"old Mac lines", "Ana\rRui\r", "Ana|Rui"},
		{"mixed lines", "Ana\r\n\rRui\n\nBia", "Ana|Rui|Bia"},
		{"spaces", "  Ana  Maria \n\u00a0Rui\u00a0\n", "Ana Maria|Rui"},

		{"an order to Excel", "sep=;\r\nNome;Nr\r\nAna, a;1\r\n", "Ana, a"},
		{"an order to Excel decides", "\"SEP=,\"\nAna;x,1\nRui,2\n", "Ana;x|Rui"},
		{"a tab goes before other separators", "Sá, Inês\t1\nRui; x\t2\n", "Sá, Inês|Rui; x"},
		{"a semicolon goes before a comma", "Sá, Inês;1\nRui\n", "Sá, Inês|Rui"},
		{"quotes", "\"Sá, Inês\";1\n\"O \"\"Zé\"\"\";2\n", "Sá, Inês|O \"Zé\""},
		{"a comma in quotes is no separator", "\"Sá, Inês\"\n\"Rui\"\n", "Sá, Inês|Rui"},
		{"a semicolon in quotes is no separator", "Nome,Número\n\"Sá; Inês\",1\n", "Sá; Inês"},
		{"quotes within a name", "Zé \"Bia\" Sá\n\"Zé\" Sá;1\n\"Ana;2\n5\" Rui;3\n", "Zé \"Bia\" Sá|\"Zé\" Sá|\"Ana|5\" Rui"},
		{"ditto marks swallow nobody", "Ana;3B\nRui;\"\nBia;\"", "Ana|Rui|Bia"},
		{"a cell over two lines", "\"Nome do\naluno\";Nº\n\"Ana\nSá\";1\nRui;2\n", "+Ana Sá|Rui"},

		{"a head of one column, pt", "Nome\nAna\n", "Ana"},
		{"a head of one column, sq", "Emri:\nAna\n", "Ana"},
		{"a head of one column, en", "NAME\nAna\n", "Ana"},
		{"a head of one column, pupils", "Alunos(as)\nAna\n", "Ana"},
		{"a head without accents", "Nr.;Nxenesi;Klasa\n1;Ana;3B\n", "Ana"},
		{"a head after blank lines", "\n;;\nNome;Turma\nAna;3B\n", "Ana"},
		{"surname first", "Surname,First name,Date of birth\nSmith,Ann,2016\n", "Ann Smith"},
		{"a surname missing", "Nome;Sobrenome\nAna;\n;Sá\n", "Ana|Sá"},
		{"a whole name goes before its parts", "Nome;Sobrenome;Nome completo\nAna;Sá;Ana Maria Sá\n", "Ana Maria Sá"},
		{"apelido may be a nickname", "Nome;Apelido\nAna;Sá\n", "+Ana Sá"},
		{"a number and a pupil", "Nº;Aluno(a);Observações\n1;Ana;lê bem\n2;Rui;\n", "Ana|Rui"},
		{"unknown columns", "Censo;Nome da mãe;Nome do aluno\n7;Eva;Ana\n", "Ana"},
		{"a cell of the names is blank", "Nome;Nr\n;1\nAna;2\n", "!roster.name.empty|Ana"},
		{"the head again on the next page", "Nome;Nr\nAna;1\nNome;Nr\nRui;2\n", "Ana|Rui"},
		{"surname first under a head of one column", "Nome\nSá, Inês\nMelo, Rui\n", "+Sá Inês|+Melo Rui"},
		{"titles above the head", "Escola Sol\nTurma 3A\n\nNome;Nr\nAna;1\n", "Ana"},
		{"no title: a list that has such a word in it", "Ana\nNome\nRui\n", "Ana|Nome|Rui"},
		{"a head without names", "Nr;Klasa\n1;Ana\n", "Ana"},
		{"no head: pupil is what she is", "Ana;Aluna\nEva;Aluna\n", "+Ana Aluna|+Eva Aluna"},
		{"no head: a word that may be a name", "Data\nAna\n", "Data|Ana"},
		{"numbers in a column of names are names", "Nome;x\n12;a\n", "12"},

		{"two cells of letters", "Ëndrra,Çela\nAna,Sá\n", "+Ëndrra Çela|+Ana Sá"},
		{"number, name, surname, class", "1;Ana;Sá;3B\n2;Rui;Melo;3B\n", "+Ana Sá|+Rui Melo"},
		{"class first", "3B;Ana\n3B;Rui\n", "Ana|Rui"},
		{"mail is no surname", "Ana;ana@x.al\nRui;rui@x.al\n", "Ana|Rui"},
		{"three cells of letters", "Ana;Sá;manhã\nRui;Melo;tarde\n", "Ana|Rui"},
		{"numbers alone", "Ana\n12\n3/4\n", "Ana|!roster.name.empty|!roster.name.empty"},

		{"1.", "1. Ana\n2. Rui\n10. Bia\n", "Ana|Rui|Bia"},
		{"1) and surname first", "1) Sá, Ana\n2) Melo, Rui\n", "+Sá Ana|+Melo Rui"},
		{"1 -", "1 - Ana\n2 - Rui\n", "Ana|Rui"},
		{"1 alone", "1 Ana\n2 Rui\n", "Ana|Rui"},
		{"bullets", "• Ana\n• Rui\n", "Ana|Rui"},
		{"dashes", "- Ana\n- Rui\n", "Ana|Rui"},
		{"a numbered list with a head", "Nome\n1. Ana\n2. Rui\n", "Ana|Rui"},
		{"in a table the cell is the name", "Nome;Etapa\n1. Ana;1\n2. Rui;1\n", "1. Ana|2. Rui"},
		{"one numbered line", "1. Ana\nRui\n", "1. Ana|Rui"},
		{"numbers that do not rise", "3 A;Ana\n3 A;Rui\n", "Ana|Rui"},
		{"a dash without a space", "-Ana\n-Rui\n", "-Ana|-Rui"},
		{"a guarded dash", "'- Ana\n'- Rui\n", "- Ana|- Rui"},

		{"signs that cannot be seen", "Ana\u200b\n\u202eRui\nBia\n", "!roster.name.sign|!roster.name.sign|Bia"},
		{"letters from right to left", "مريم\nדוד\n", "مريم|דוד"},
		{"NUL", "A\x00na\nRui\n", "!roster.name.sign|Rui"},
		{"bytes that are no letters", "In\xeas\nRui\n", "!roster.name.lost|Rui"},
		{"a very long name", strings.Repeat("a", 10_000) + "\nRui\n", "!roster.name.long|Rui"},
	} {
		listed, why := school.ReadRoster(c.text)
		if got := strings.Join(told(listed), "|"); why != nil || got != c.want {
			t.Errorf("%s: %q gives %s %s, want %s", c.name, c.text[:min(99, len(c.text))], got, keyOf(why), c.want)
		}
	}
}

func TestAListIsRefusedAsAWhole(t *testing.T) {
	for _, c := range []struct{ name, text, key string }{
		{"nothing", "", "roster.empty"},
		{"blank", " \n;;\n\t\n", "roster.empty"},
		{"a head alone", "Nome;Número\n", "roster.nameless"},
		{"numbers", "1\n2\n3\n", "roster.nameless"},
		{"lines", "---\n...\n", "roster.nameless"},
		{"all in one line", "Ana, Rui, Bia", "roster.oneline"},
		{"10,000 lines", strings.Repeat("Ana\n", 10_000), "roster.lines"},
		{"a line too many", strings.Repeat("Ana\n", school.RosterLines+1), "roster.lines"},
	} {
		listed, why := school.ReadRoster(c.text)
		if listed != nil || keyOf(why) != c.key {
			t.Errorf("%s: %v and %s", c.name, told(listed), keyOf(why))
		}
	}
	if _, why := school.ReadRoster(strings.Repeat("Ana\n", 10_000)); why.Args["N"] != 10_000 {
		t.Errorf("how many lines: %v", why.Args)
	}
	if _, why := school.ReadRoster("Nome\n" + strings.Repeat("Ana\n\n", school.RosterLines)); why != nil {
		t.Errorf("head and blank lines count: %v", why)
	}
}

func TestAProblemShowsItsLine(t *testing.T) {
	listed, why := school.ReadRoster("\ufeffsep=;\r\nNome;Nr\r\n\r\n\"Ana\r\nSá\";1\r\nA\u202ena\t;2\n" + strings.Repeat("ab ", 99))
	if why != nil || len(listed) != 3 {
		t.Fatal(listed, why)
	}
	for i, want := range []struct {
		line int
		text string
	}{{4, `"Ana Sá";1`}, {6, "A□na ;2"}, {7, strings.Repeat("ab ", 26) + "a…"}} {
		if l := listed[i]; l.Line != want.line || l.Text != want.text {
			t.Errorf("line %d: %q, want %d: %q", l.Line, l.Text, want.line, want.text)
		}
	}
}

func asUTF16(text string, big bool) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return string(b)
}

// B04, and uploads that are no list.
func TestAFileIsDecodedOrRefusedWithTheReason(t *testing.T) {
	const list = "Nome;Número\r\nInês Gonçalves;1\r\n🐟;2\r\n"
	for _, c := range []struct{ name, raw, text, key string }{
		{"UTF-8", list, list, ""},
		{"UTF-8 with its mark", "\ufeff" + list, list, ""},
		{"UTF-16, small end first", "\xff\xfe" + asUTF16(list, false), list, ""},
		{"UTF-16, big end first", "\xfe\xff" + asUTF16(list, true), list, ""},
		{"B04 Windows-1252", "\x49\x6e\xea\x73\x20\x47\x6f\x6e\xe7\x61\x6c\x76\x65\x73", "Inês Gonçalves", ""},
		{"Windows-1252, its own signs", "\x80 \x93Z\xe9\x94\r\n", "€ “Zé”\r\n", ""},
		{"the end of a DOS text", "In\xeas\r\n\x1a", "Inês\r\n", ""},

		{"1252 has no such byte", "In\xeas\x81", "", "roster.file.letters"},
		{"marked UTF-8, but is not", "\ufeffIn\xeas", "", "roster.file.letters"},
		{"UTF-16, half a letter", "\xff\xfe" + asUTF16(list, false) + "a", "", "roster.file.letters"},
		{"UTF-16, half a pair", "\xff\xfea\x00\x00\xd8", "", "roster.file.letters"},
		{"UTF-16, the halves the wrong way", "\xff\xfe\x00\xdc\x00\xd8", "", "roster.file.letters"},
		{"UTF-16 without a mark", asUTF16(list, false), "", "roster.file.nul"},
		{"UTF-16 without a mark, big", asUTF16(list, true), "", "roster.file.nul"},
		{"UTF-32", "\xff\xfe\x00\x00A\x00\x00\x00", "", "roster.file.nul"},
		{"NUL", "Ana\x00\nRui\n", "", "roster.file.nul"},
		{"NUL and 1252", "In\xeas\x00\n", "", "roster.file.nul"},
		{"no bytes", "", "", "roster.file.empty"},
		{"a mark alone", "\ufeff", "", "roster.file.empty"},
		{"a UTF-16 mark alone", "\xff\xfe", "", "roster.file.empty"},

		{"PNG", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "", "roster.file.picture"},
		{"JPEG", "\xff\xd8\xff\xe0\x00\x10JFIF", "", "roster.file.picture"},
		{"WEBP", "RIFF\x24\x00\x00\x00WEBPVP8 ", "", "roster.file.picture"},
		{"HEIC", "\x00\x00\x00\x18ftypheic", "", "roster.file.picture"},
		{"PDF", "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "", "roster.file.pdf"},
		{"xlsx, ods, docx", "PK\x03\x04\x14\x00\x06\x00", "", "roster.file.book"},
		{"xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "", "roster.file.book"},
		{"HTML called xls", "\ufeff<html><table>", "", "roster.file.book"},
		{"gzip", "\x1f\x8b\x08", "", "roster.file.binary"},
		{"something else", "\x02\x80\xfa\x03Ana", "", "roster.file.binary"},
		{"a byte too many", strings.Repeat("a", school.RosterBytes+1), "", "roster.file.large"},
		{"50 MB", strings.Repeat("Ana\n", 50<<18), "", "roster.file.large"},
		{"50 MB of picture", "\x89PNG" + strings.Repeat("\x00", 50<<20), "", "roster.file.picture"},
	} {
		text, why := school.DecodeRoster([]byte(c.raw))
		if text != c.text || keyOf(why) != c.key {
			t.Errorf("%s: %.80q %s, want %q %s", c.name, text, keyOf(why), c.text, c.key)
		}
	}
	if _, why := school.DecodeRoster([]byte(strings.Repeat("a", school.RosterBytes))); why != nil {
		t.Errorf("as big as may be: %s", why.Key)
	}
}

// planned writes a plan short: fate, name, twin, id, reason.
func planned(plan []school.PlanLine) []string {
	var out []string
	for _, p := range plan {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%d %s %s %d %s %s", p.Line, p.Fate, p.Name, p.Twin, p.ID, keyOf(p.Why))))
	}
	return out
}

func TestAPlanAddsAndNeverTakesAway(t *testing.T) {
	for _, c := range []struct {
		name  string
		text  string
		class []school.Member
		want  []string
	}{
		{"B09 again with another list", "Ana\nBeto", []school.Member{{"a", "Ana", 1}, {"r", "Rui", 1}},
			[]string{"1 there Ana 1 a", "2 new Beto 1", "0 missing Rui 1 r"}},
		{"B08 two of a name", "Leandro\nLeandro", nil,
			[]string{"1 new Leandro 1", "2 new Leandro 2  roster.twin"}},
		{"B08 one of two is there", "Leandro\nLEANDRO\nLeandro", []school.Member{{"l", "Leandro", 1}},
			[]string{"1 there Leandro 1 l", "2 new LEANDRO 2  roster.twin", "3 new Leandro 3  roster.twin"}},
		{"the lower twin first, whatever the order", "Leandro\nx", []school.Member{{"2", "Leandro", 2}, {"1", "Leandro", 1}},
			[]string{"1 there Leandro 1 1", "2 new x 1", "0 missing Leandro 2 2"}},
		{"a twin's number is not used again", "Eva\nEva", []school.Member{{"e", "Eva", 3}},
			[]string{"1 there Eva 3 e", "2 new Eva 4  roster.twin"}},
		{"D04 as it is in the class", "ËNDRRA\nInes", []school.Member{{"e", "Ëndrra", 1}, {"i", "Inês", 1}},
			[]string{"1 there Ëndrra 1 e", "2 new Ines 1", "0 missing Inês 1 i"}},
		{"a refused line", "Ana\nA\u200bna", nil,
			[]string{"1 new Ana 1", "2 refused  0  roster.name.sign"}},
	} {
		listed, why := school.ReadRoster(c.text)
		if why != nil {
			t.Fatal(c.name, why)
		}
		if got := planned(school.PlanRoster(listed, c.class)); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestAClassHoldsItsSize(t *testing.T) {
	class := make([]school.Member, school.ClassSize-1)
	for i := range class {
		class[i] = school.Member{ID: fmt.Sprint(i), Name: fmt.Sprint("c", i), Twin: 1}
	}
	listed, _ := school.ReadRoster("Ana\nRui\nc7\nBia")
	got := planned(school.PlanRoster(listed, class))[:4]
	want := []string{"1 new Ana 1", "2 refused Rui 0  roster.full", "3 there c7 1 7", "4 refused Bia 0  roster.full"}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// apply does what a plan says; new children get the next ids.
func apply(class []school.Member, plan []school.PlanLine) []school.Member {
	class = slices.Clone(class)
	for _, p := range plan {
		if p.Fate == school.FateNew {
			class = append(class, school.Member{ID: fmt.Sprint("n", len(class)), Name: p.Name, Twin: p.Twin})
		}
	}
	return class
}

func TestTheSameListAgainAddsNobodyAndLosesNobody(t *testing.T) {
	name := rapid.SampledFrom([]string{"Ana", "ANA", "ana", "Inês", "Ines", "Ëndrra", "ËNDRRA", "Rui", "=1+1"})
	rapid.Check(t, func(t *rapid.T) {
		var class []school.Member
		used := map[string]bool{}
		for i, n := range rapid.SliceOfN(name, 0, 120).Draw(t, "class") {
			twin := rapid.IntRange(1, 300).Draw(t, "twin")
			if key := fmt.Sprint(school.FoldName(n), twin); !used[key] {
				used[key] = true
				class = append(class, school.Member{ID: fmt.Sprint(i), Name: n, Twin: twin})
			}
		}
		listed, why := school.ReadRoster(strings.Join(rapid.SliceOfN(name, 1, 120).Draw(t, "list"), "\n"))
		if why != nil {
			t.Fatal(why)
		}
		plan := school.PlanRoster(listed, class)
		after := apply(class, plan)
		if len(after) > max(school.ClassSize, len(class)) {
			t.Fatalf("%d children", len(after))
		}
		unique := map[string]bool{}
		for _, m := range after {
			key := fmt.Sprint(school.FoldName(m.Name), m.Twin)
			if unique[key] {
				t.Fatalf("two are %s", key)
			}
			unique[key] = true
		}
		for round, p := range [][]school.PlanLine{plan, school.PlanRoster(listed, after)} {
			accounted := map[string]int{}
			for _, line := range p {
				if line.ID != "" {
					accounted[line.ID]++
				} else if round == 1 && line.Fate != school.FateRefused {
					t.Fatalf("again: %v", line)
				}
			}
			for _, m := range [][]school.Member{class, after}[round] {
				if accounted[m.ID] != 1 {
					t.Fatalf("%v is there %d times", m, accounted[m.ID])
				}
			}
		}
	})
}

func FuzzReadRoster(f *testing.F) {
	for _, seed := range []string{
		"Nome;Número\nInês Sá;1\n", "sep=,\n\"Sá, Inês\",1", "1. Ana\n2. Rui", "'=1+1\r\"\r\"\"\n\"", "\xff\xfeA\x00\n\x00B\x00", "In\xeas\x81", "\u202eAna\n\u200b\n\ufffd", "Ana;\"\nRui;\"\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		text, why := school.DecodeRoster(raw)
		if why == nil && (!utf8.ValidString(text) || strings.ContainsRune(text, utf8.RuneError) && !strings.Contains(string(raw), "\ufffd") && raw[0] < 0xfe) {
			t.Errorf("%q was decoded to %q", raw, text)
		}
		for _, text := range []string{text, string(raw)} { // a file, and what is typed
			listed, why := school.ReadRoster(text)
			if (why == nil) != (len(listed) > 0) {
				t.Fatalf("%d lines and %v", len(listed), why)
			}
			line := 0
			for _, l := range listed {
				if l.Line <= line || !utf8.ValidString(l.Text) || utf8.RuneCountInString(l.Text) > 80 {
					t.Errorf("%v after line %d", l, line)
				}
				line = l.Line
				if clean, why := school.CleanName(l.Name); (l.Problem == nil) != (why == nil) || clean != l.Name {
					t.Errorf("%+v cleaned: %+q, %v", l, clean, why)
				}
			}
			if plan := school.PlanRoster(listed, nil); len(plan) != len(listed) {
				t.Errorf("%d lines planned of %d", len(plan), len(listed))
			}
		}
	})
}
