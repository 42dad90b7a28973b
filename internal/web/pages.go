package web

import (
	"bytes"
	"sync"

	"semeia/internal/school"
	"semeia/templates"
)

// pagesKept is how many finished pages of boards are kept: some 25 KB each.
const pagesKept = 256

// pages keeps the pages of boards as they were sent. The page of a game is the
// same for every reader with the same pageKey, so a class that watches one game
// costs one rendering a move. It is safe for concurrent use.
type pages struct {
	mu   sync.Mutex
	kept map[pageKey][]byte
}

// pageKey is everything that the page of a game depends on: the game as far as
// it can change, and the reader.
type pageKey struct {
	id       string
	version  int
	compared bool
	lang     string
	mark     string // of the reader's session, which stands in the forms
	name     string // of who is signed in
	partner  string // id of the other one of two
	names    [2]string
	aids     school.Aids
	fixed    bool
	mine     bool
	look     look
	base     string
	asked    string // what is asked in the game, or was answered just before
	help     int    // steps of help that were asked for; -1: there is none
}

// page of a game for a reader; the caller must not change the bytes.
func (s *server) page(r *request, g *school.Game) ([]byte, error) {
	asked := ""
	if r.asks(g) {
		state, err := g.Replay()
		if err != nil {
			return nil, err
		}
		a, err := s.asking(r, g, &state)
		if err != nil {
			return nil, err
		}
		asked = a.key()
	}
	help := -1
	if r.helps(g) && g.Outcome == school.Open {
		help = g.Helped
	}
	key := pageKey{g.ID, g.Version(), g.Compared, r.L.Code, r.Mark, r.name(), r.partner(), g.Names, g.Aids, g.Fixed, r.owns(g), r.Look, s.base(r), asked, help}
	s.pages.mu.Lock()
	page, ok := s.pages.kept[key]
	s.pages.mu.Unlock()
	if ok {
		return page, nil
	}
	v, err := s.view(r, g)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := templates.GamePage(v.page).Render(r.Request().Context(), &b); err != nil {
		return nil, err
	}
	s.pages.mu.Lock()
	defer s.pages.mu.Unlock()
	if len(s.pages.kept) >= pagesKept || s.pages.kept == nil {
		s.pages.kept = make(map[pageKey][]byte, pagesKept)
	}
	s.pages.kept[key] = b.Bytes()
	return b.Bytes(), nil
}
