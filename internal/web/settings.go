package web

import (
	"net/http"
	"net/url"

	"semeia/internal/school"
	"semeia/static"
	"semeia/templates"
)

// take reads the settings that values holds; others stay as they are.
func (l *look) take(values url.Values) {
	switch v := values.Get("numbers"); v {
	case "on", "off":
		l.Numbers = v
	}
	for _, s := range templates.Speeds {
		if values.Get("speed") == s.Value {
			l.Speed = s.Value
		}
	}
	switch values.Get("voice") {
	case "on":
		l.Voice = true
	case "off":
		l.Voice = false
	}
}

func (l look) String() string {
	q := url.Values{"speed": {l.Speed}}
	if l.Numbers != "" {
		q.Set("numbers", l.Numbers)
	}
	if l.Voice {
		q.Set("voice", "on")
	}
	return q.Encode()
}

// settings keeps how the reader likes boards to be shown.
func (s *server) settings(r *request) error {
	r.Look.take(r.Request().PostForm)
	r.setCookie(lookCookie, r.Look.String(), cookieLife)
	return r.Redirect(http.StatusSeeOther, localPath(r.form("back")))
}

// language keeps the language the reader chose, and returns to the same page.
func (s *server) language(r *request) error {
	code := r.form("lang")
	if _, ok := s.Catalogue.Loc(code); !ok {
		return school.Fail(school.Invalid, "error.bad")
	}
	r.setCookie(langCookie, code, 12*cookieLife)
	return r.Redirect(http.StatusSeeOther, localPath(r.form("back")))
}

func (s *server) static(r *request) error {
	if !static.ServeHTTP(r.Response(), r.Request()) {
		return school.Fail(school.NotFound, "error.nopage")
	}
	return nil
}

// healthy says that the program runs, ready that it can also reach its data.
func (s *server) healthy(r *request) error { return r.String(http.StatusOK, "ok\n") }

func (s *server) ready(r *request) error {
	if err := s.Store.Ping(r.Request().Context()); err != nil {
		s.Log.Error("not ready", "error", err)
		return r.String(http.StatusServiceUnavailable, "database\n")
	}
	return r.String(http.StatusOK, "ok\n")
}
