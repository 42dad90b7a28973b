package web_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"semeia/internal/school"
)

// upload sends a class list as a file.
func (v *visitor) upload(path string, file []byte) page {
	v.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for _, f := range v.mark() {
		name, value, _ := strings.Cut(f, "=")
		w.WriteField(name, value)
	}
	w.WriteField("names", "")
	part, _ := w.CreateFormFile("file", "list.csv")
	part.Write(file)
	w.Close()
	req, err := http.NewRequest(http.MethodPost, v.url+path, &body)
	if err != nil {
		v.t.Fatal(err)
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	return v.send(req)
}

// confirms an import as its preview shows it.
func (v *visitor) confirms(p page) page {
	v.t.Helper()
	form := p.Find(`form[action$="/list/add"]`)
	return v.post(form.AttrOr("action", "/none"), append(v.as(p), "sum="+form.Find("[name=sum]").AttrOr("value", ""), "names="+form.Find("[name=names]").Text())...)
}

// names are those of a class as its page lists them.
func (w *town) names(v *visitor) string {
	var all []string
	p := v.get("/teach/" + w.one.ID + "/list")
	for i := range p.Find(".ticks .tick").Length() {
		all = append(all, strings.TrimSpace(p.Find(".ticks .tick").Eq(i).Text()))
	}
	return strings.Join(all, ", ")
}

// B03, B04, B06, B08, B09: a list comes in as a preview, is written when it is
// confirmed, and importing again resets nobody.
func TestAListIsPreviewedThenWritten(t *testing.T) {
	w := newTown(t)
	ana := w.teaching(w.ana)
	path := "/teach/" + w.one.ID + "/list"
	ctx := context.Background()
	w.check(w.kept.SetPupilGate(ctx, w.byAna, w.one.ID, w.ines.ID, school.Gate{Mode: school.Held, Stage: 3, Before: 1}))
	inesBefore, _ := w.kept.Pupil(ctx, w.ana.ID, w.one.ID, w.ines.ID)

	p := ana.acts(path, "names=Nome;Número\nINÊS;1\nLeandro;2\nLeandro;3\nÂngela;4\nAna\u200b;5\n\n;;\n")
	want(t, "counts", p.words(".counts"), "3 new 1 already there 1 not in the list, stays 1 refused")
	want(t, "nothing is written yet", w.names(ana), "Inês, Rui")
	p = ana.confirms(p)
	contains(t, "written", p.text(".notice"), "3 pupils added.")
	want(t, "the class", w.names(ana), "Ângela, Inês, Leandro, Leandro 2, Rui")
	p = ana.acts(path, "names=Nome;Número\nINÊS;1\nLeandro;2\nLeandro;3\nÂngela;4\n")
	want(t, "the same list again", p.words(".counts"), "0 new 4 already there 1 not in the list, stays 0 refused")
	if p.Find("button.main").Length() != 0 {
		t.Error("there is something to write")
	}
	inesAfter, _ := w.kept.Pupil(ctx, w.ana.ID, w.one.ID, w.ines.ID)
	if fmt.Sprint(inesBefore) != fmt.Sprint(inesAfter) {
		t.Errorf("importing has changed her:\n%v\n%v", inesBefore, inesAfter)
	}
	// The class changes between preview and confirmation.
	p = ana.acts(path, "names=Bia\nCaio")
	q := ana.acts(path, "names=Bia")
	ana.confirms(q)
	p = ana.confirms(p)
	contains(t, "changed meanwhile", p.text(".notice"), "The class has changed since you saw this.")
	want(t, "and nothing more", w.names(ana), "Ângela, Bia, Inês, Leandro, Leandro 2, Rui")
	ana.confirms(p)
	want(t, "what is shown now is written", w.names(ana), "Ângela, Bia, Caio, Inês, Leandro, Leandro 2, Rui")
	// The names are told apart where they are tapped, too.
	contains(t, "on the list of names", w.visitor("en").get("/join/"+w.codeOne).words(".names"), "Leandro Leandro 2")
	// Files.
	for what, file := range map[string][]byte{
		"Windows-1252":   {0x49, 0x6E, 0xEA, 0x73, 0x20, 0x47, 0x6F, 0x6E, 0xE7, 0x61, 0x6C, 0x76, 0x65, 0x73},
		"UTF-8 with BOM": []byte("\ufeffInês Gonçalves\r\n"),
		"UTF-16LE":       append([]byte{0xff, 0xfe}, utf16le("Nome\tN.º\r\nInês Gonçalves\t1\r\n")...),
	} {
		p := ana.upload(path, file)
		want(t, what, p.text("tr.new th"), "Inês Gonçalves")
	}
}

func utf16le(text string) (b []byte) {
	for _, r := range text {
		b = append(b, byte(r), byte(r>>8))
	}
	return b
}

// What cannot be a list gets a sentence in the reader's language, and nothing
// is stored.
func TestBadUploads(t *testing.T) {
	w := newTown(t)
	ana := w.teaching(w.ana)
	path := "/teach/" + w.one.ID + "/list"
	before := w.everything()
	lines := strings.Repeat("Ana\n", 10_000)
	for _, c := range []struct {
		what string
		file []byte
		says string
	}{
		{"an image", append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 5000)...), "picture"},
		{"50 MB", bytes.Repeat([]byte("Ana\n"), 50<<20/4), "too big"},
		{"a 50 MB image", append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 50<<20)...), "picture"},
		{"NUL bytes", []byte("Ana\x00Rui\n"), "cannot be read as text"},
		{"10,000 lines", []byte(lines), "10000"},
		{"a spreadsheet", []byte("PK\x03\x04........"), "CSV"},
		{"nothing", nil, "empty"},
	} {
		p := ana.upload(path, c.file)
		want(t, c.what+": status", p.status, http.StatusUnprocessableEntity)
		if text := p.text(".notice"); !strings.Contains(text, c.says) || len(text) > 300 {
			t.Errorf("%s: %q does not say %q", c.what, text, c.says)
		}
	}
	for what, text := range map[string]string{
		"a name of 10,000 signs": strings.Repeat("a", 10_000), "right to left": "Ana\u202eiuR", "zero width": "A\u200bna", "byte order": "Ana\ufeffRui",
	} {
		p := ana.upload(path, []byte(text+"\nBia\n"))
		want(t, what, p.text(".counts li:first-child")+" "+p.text(".counts .wrong"), "1 new 1 refused")
		if why := p.text("tr.refused small"); why == "" {
			t.Errorf("%s: no reason", what)
		}
	}
	for lang, says := range map[string]string{"pt-BR": "É uma imagem", "sq": "figurë"} {
		v := w.visitor(lang)
		v.post("/sign-in", "login=ana", "password="+password)
		if text := v.upload(path, []byte("\x89PNG\r\n\x1a\n....")).text(".notice"); text == "" || strings.Contains(text, "picture") {
			t.Errorf("%s: %q (%s)", lang, text, says)
		}
	}
	want(t, "nothing is stored", w.everything(), before)
	if strings.Contains(w.log.String(), "ERROR") {
		t.Error(w.log)
	}
}

// B10, B18: names that look like formulas, and with signs that HTML uses, come
// out as they went in, and come in again.
func TestB10B18TheExportComesInAgain(t *testing.T) {
	w := newTown(t)
	ana := w.teaching(w.ana)
	path := "/teach/" + w.one.ID
	odd := []string{"=1+1", "@x", "Ëndrra", "D'Ávila & N'Gola", "-Bia", "+Caio", "'=2"}
	ana.confirms(ana.acts(path+"/list", "names=Nome;Nº\n"+strings.Join(quotedForImport(odd), ";1\n")+";1"))
	for _, name := range odd {
		contains(t, "the list", w.names(ana), name)
		contains(t, "the names to tap", w.visitor("en").get("/join/"+w.codeOne).words(".names"), name)
	}
	for lang, comma := range map[string]rune{"en": ',', "pt-BR": ';', "sq": ';'} {
		v := w.visitor(lang)
		v.post("/sign-in", "login=ana", "password="+password)
		body, header := v.raw(path + "/export.csv")
		if !strings.HasPrefix(body, "\ufeff") || !strings.Contains(header.Get("Content-Disposition"), "attachment") || !strings.HasPrefix(header.Get("Content-Type"), "text/csv") {
			t.Errorf("%s: %q %v", lang, body[:min(len(body), 20)], header)
		}
		r := csv.NewReader(strings.NewReader(strings.TrimPrefix(body, "\ufeff")))
		r.Comma = comma
		rows, err := r.ReadAll()
		if err != nil || len(rows) != 1+2+len(odd) {
			t.Fatalf("%s: %d rows, %v", lang, len(rows), err)
		}
		for _, row := range rows {
			if strings.ContainsAny(row[0][:1], "=+-@") {
				t.Errorf("%s: a spreadsheet runs %q", lang, row[0])
			}
		}
		p := v.upload(path+"/list", []byte(body))
		want(t, lang+": comes in again", strings.Fields(p.text(".counts li:first-child"))[0]+p.Find("tr.there").First().AttrOr("class", ""), "0there")
		want(t, lang+": everybody is known", p.Find("tr.there").Length(), len(rows)-1)
	}
	body, _ := ana.raw(path + "/export.json")
	var all struct {
		Name   string
		Pupils []struct {
			Name  string
			Games []struct{ Events []struct{ Kind string } }
		}
	}
	if err := json.Unmarshal([]byte(body), &all); err != nil || all.Name != "Class One" || len(all.Pupils) != 2+len(odd) {
		t.Errorf("%v %+v", err, all)
	}
	html, header := ana.raw(path + "/pupils/" + w.ines.ID + "/export.html")
	if !strings.Contains(html, "<h1>Inês</h1>") || !strings.Contains(html, "1 game") || strings.Contains(html, "⟦") || !strings.Contains(header.Get("Content-Disposition"), ".html") {
		t.Errorf("%s", html)
	}
	for _, h := range []http.Header{header} {
		if strings.Contains(h.Get("Content-Disposition"), "In") {
			t.Error("a name in the file's name")
		}
	}
}

// quotedForImport writes names as our own export does.
func quotedForImport(names []string) (out []string) {
	for _, n := range names {
		if strings.ContainsAny(strings.TrimLeft(n, "'")[:1], "=+-@") {
			n = "'" + n
		}
		out = append(out, n)
	}
	return out
}

// raw is an answer as it came.
func (v *visitor) raw(path string) (string, http.Header) {
	v.t.Helper()
	req, _ := http.NewRequest(http.MethodGet, v.url+path, nil)
	req.Header.Set("Accept-Language", v.accept)
	answer, err := v.client.Do(req)
	if err != nil {
		v.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		v.t.Fatalf("%s: %d %v", path, answer.StatusCode, err)
	}
	return string(body), answer.Header
}
