package sheet

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"semeia/internal/i18n"
	"semeia/internal/kalah"
	"semeia/internal/school"
	"semeia/internal/tutor"
)

// NewTable begins a table that spreadsheets open right: with a byte order mark,
// and the separator that the language's spreadsheets expect.
func NewTable(b *bytes.Buffer, l *i18n.Loc) *csv.Writer {
	b.WriteString("\ufeff")
	w := csv.NewWriter(b)
	w.UseCRLF = true
	if l.Code != "en" { // their decimal comma makes spreadsheets separate by semicolons
		w.Comma = ';'
	}
	return w
}

// ClassCSV is a class as a table for spreadsheets; see [NewTable]. The first column is the name as the import reads it again. now is unix
// milliseconds.
func ClassCSV(l *i18n.Loc, r *school.Record, now int64) []byte {
	var b bytes.Buffer
	w := NewTable(&b, l)
	w.Write([]string{l.T("csv.name"), l.T("csv.number"), l.T("csv.stage"), l.T("csv.games"), l.T("csv.won"), l.T("csv.drawn"), l.T("csv.lost"), l.T("csv.last")})
	for i := range r.Pupils {
		p := &r.Pupils[i]
		var won, drawn, lost int
		last := ""
		for j := range p.Games {
			switch g := &p.Games[j]; g.Outcome.For(g.Seat(p.Pupil.ID)) {
			case school.Won, school.WonByUp:
				won++
			case school.Drawn:
				drawn++
			case school.Lost, school.GaveUp:
				lost++
			}
			last = max(last, date(p.Games[j].Opened))
		}
		w.Write([]string{
			Harmless(p.Pupil.Name), strconv.Itoa(p.Pupil.Twin), strconv.Itoa(p.Pupil.Limit(r.Class.Gate, now)),
			strconv.Itoa(len(p.Games)), strconv.Itoa(won), strconv.Itoa(drawn), strconv.Itoa(lost), last,
		})
	}
	w.Flush()
	return b.Bytes()
}

// Harmless is a cell that no spreadsheet takes for a formula: an apostrophe
// goes before =, +, - and @, and before such an apostrophe, which the import
// takes off again (OWASP, CSV injection).
func Harmless(cell string) string {
	if rest := strings.TrimLeft(cell, "'"); rest != "" && strings.ContainsRune("=+-@", rune(rest[0])) {
		return "'" + cell
	}
	return cell
}

func date(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).Format(time.DateOnly)
}

// The records as JSON: times in RFC 3339, rules and moves in the notation of
// the game. They hold everything that is kept, secrets for signing in too.
type (
	classFile struct {
		Format   string      `json:"format"`
		Name     string      `json:"name"`
		Language string      `json:"language"`
		SignIn   string      `json:"signIn"`
		Gate     gateFile    `json:"gate"`
		Aids     string      `json:"aids"`
		TakeBack bool        `json:"takeBack"`
		Hints    bool        `json:"hints"`
		Created  string      `json:"created"`
		Archived string      `json:"archived,omitempty"`
		Teachers []string    `json:"teachers"`
		Pupils   []pupilFile `json:"pupils"`
		Audit    []deedFile  `json:"audit"`
	}
	gateFile struct {
		Mode   string `json:"mode"`
		Stage  int    `json:"stage"`
		From   string `json:"from,omitempty"`
		Before int    `json:"before"`
	}
	pupilFile struct {
		ID       string       `json:"id"`
		Name     string       `json:"name"`
		Twin     int          `json:"twin"`
		Pictures []string     `json:"pictures"`
		Card     string       `json:"card"`
		Gate     gateFile     `json:"gate"`
		Reached  int          `json:"reached"`
		Created  string       `json:"created"`
		SignedIn string       `json:"signedIn,omitempty"`
		Games    []gameFile   `json:"games"`
		Answers  []answerFile `json:"answers"`
		Steps    []stepFile   `json:"steps"`
	}
	stepFile struct {
		At     string `json:"at"`
		Lesson string `json:"lesson"`
		Step   string `json:"step"`
	}
	answerFile struct {
		At     string   `json:"at"`
		Skill  string   `json:"skill"`
		N      int      `json:"n"`
		Kind   string   `json:"kind"`
		Rules  string   `json:"rules"`
		Level  int      `json:"level"`
		Seed   string   `json:"seed"`
		Made   int      `json:"generator"`
		Board  string   `json:"board"`
		Mover  string   `json:"mover"`
		House  int      `json:"house,omitempty"`
		Answer string   `json:"answer"`
		Right  bool     `json:"right"`
		Slips  []string `json:"slips,omitempty"`
		Millis int      `json:"milliseconds"`
		Help   string   `json:"help,omitempty"`
		Mixed  bool     `json:"mixed,omitempty"`
		Origin string   `json:"origin,omitempty"` // "lesson:<lesson>/<step>", "game:<id>/<version>"
	}
	gameFile struct {
		ID      string      `json:"id"`
		Rules   string      `json:"rules"`
		First   string      `json:"first"`
		Board   string      `json:"board,omitempty"` // that it began from; none: the start of the rules
		Origin  string      `json:"origin,omitempty"`
		Against string      `json:"against"`
		Bot     string      `json:"bot,omitempty"`
		Opener  string      `json:"opener,omitempty"` // ids of the two pupils who play each other
		Guest   string      `json:"guest,omitempty"`
		Counts  bool        `json:"counts"`
		Aids    string      `json:"aids"`
		Opened  string      `json:"opened"`
		Outcome string      `json:"outcome"`
		Events  []eventFile `json:"events"`
		Hints   []hintFile  `json:"hints,omitempty"` // that the pupil asked for
	}
	hintFile struct {
		Version int    `json:"version"` // of the game, when help was asked for
		Steps   int    `json:"steps"`   // of the three
		At      string `json:"at"`
	}
	eventFile struct {
		Version int    `json:"version"`
		Kind    string `json:"kind"`
		Arg     int    `json:"arg"`
		At      string `json:"at"`
		Unsure  bool   `json:"unsure,omitempty"` // a bot's move that nobody has proved to be best
	}
	deedFile struct {
		At      string `json:"at"`
		Teacher string `json:"teacher"`
		Pupil   string `json:"pupil,omitempty"`
		What    string `json:"what"`
		N       int    `json:"n,omitempty"`
	}
)

// ClassJSON is everything that is kept of a class.
func ClassJSON(r *school.Record) ([]byte, error) {
	c := &r.Class
	f := classFile{
		Format: "semeia-class-1", Name: c.Name, Language: c.Lang, SignIn: string(c.Entry), Gate: gate(c.Gate), Aids: string(c.Aids),
		TakeBack: c.TakeBack, Hints: c.Hints, Created: moment(c.Created), Archived: moment(c.Archived),
		Teachers: []string{}, Pupils: []pupilFile{}, Audit: []deedFile{},
	}
	for _, t := range r.Teachers {
		f.Teachers = append(f.Teachers, t.Name)
	}
	for i := range r.Pupils {
		f.Pupils = append(f.Pupils, pupil(&r.Pupils[i]))
	}
	for _, d := range r.Deeds {
		f.Audit = append(f.Audit, deedFile{moment(d.At), d.Teacher, d.Pupil, d.What, d.N})
	}
	return json.MarshalIndent(f, "", "  ")
}

// PupilJSON is everything that is kept of a pupil.
func PupilJSON(r *school.PupilRecord) ([]byte, error) {
	return json.MarshalIndent(struct {
		Format string `json:"format"`
		pupilFile
	}{"semeia-pupil-1", pupil(r)}, "", "  ")
}

func pupil(r *school.PupilRecord) pupilFile {
	p := &r.Pupil
	f := pupilFile{
		ID: p.ID, Name: p.Name, Twin: p.Twin, Pictures: p.Pictures, Card: p.Card, Gate: gate(p.Gate), Reached: p.Reached,
		Created: moment(p.Created), SignedIn: moment(p.Seen), Games: []gameFile{}, Answers: []answerFile{}, Steps: []stepFile{},
	}
	for i := range r.Attempts {
		a := &r.Attempts[i]
		f.Answers = append(f.Answers, answerFile{
			moment(a.At), string(a.Skill), a.N, string(a.Key.Kind), a.Key.Rules, a.Key.Level, strconv.FormatUint(a.Key.Seed, 16), a.Key.Version,
			a.Board, a.Mover, a.House, string(a.Answer), a.Right, slipCodes(a.Slips), a.Millis, a.Help, a.Mixed, a.Origin,
		})
	}
	for _, s := range r.Steps {
		f.Steps = append(f.Steps, stepFile{moment(s.At), s.Lesson, s.Step})
	}
	for i := range r.Games {
		g := &r.Games[i]
		board := ""
		if !g.Whole() {
			board = g.From.String()
		}
		game := gameFile{g.ID, g.Rules.String(), g.First.String(), board, g.Origin, string(g.Against), string(g.Bot), g.PupilAt(kalah.Opener), g.PupilAt(kalah.Guest), g.Counts, string(g.Aids), moment(g.Opened), string(g.Outcome), []eventFile{}, nil}
		for _, e := range g.Events {
			game.Events = append(game.Events, eventFile{e.Version, string(e.Kind), e.Arg, moment(e.At), e.Unsure})
		}
		for _, h := range r.Hints {
			if h.Game == g.ID {
				game.Hints = append(game.Hints, hintFile{h.Version, h.Steps, moment(h.At)})
			}
		}
		f.Games = append(f.Games, game)
	}
	return f
}

func slipCodes(slips []tutor.Slip) (codes []string) {
	for _, s := range slips {
		codes = append(codes, string(s))
	}
	return codes
}

func gate(g school.Gate) gateFile {
	return gateFile{string(g.Mode), g.Stage, moment(g.From), g.Before}
}

func moment(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format(time.RFC3339)
}
