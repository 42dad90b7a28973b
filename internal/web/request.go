package web

import (
	"crypto/sha256"
	"encoding/hex"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"semeia/internal/i18n"
	"semeia/internal/school"
	"semeia/templates"
)

const (
	langCookie    = "semeia_lang"
	visitorCookie = "semeia_visitor"
	lookCookie    = "semeia_look"

	// cookieLife is how long a visitor's games stay reachable from a browser.
	cookieLife = 30 * 24 * time.Hour

	// bodyLimit bounds every form but the class list: the largest holds a
	// hundred ids.
	bodyLimit = 64 << 10
)

// request is one request with what is known of its reader.
type request struct {
	echo.Context
	school.Reader
	L    *i18n.Loc
	Look look
	// Mark stands for the session in forms: one made before somebody signed in
	// or out is not taken for the next. Empty while nobody is signed in.
	Mark string
	Now  int64 // unix milliseconds
}

// look is how a reader likes boards to be shown.
type look struct {
	Numbers string // "on", "off", or empty: as the game's aids say
	Speed   string
	Voice   bool
}

// stranger is a request of which nothing is known but its cookies.
func (s *server) stranger(c echo.Context) *request {
	r := &request{Context: c, L: s.locOf(c.Request()), Now: s.Now().UnixMilli()}
	if v, err := c.Cookie(visitorCookie); err == nil && school.ValidID(v.Value) {
		r.Visitor = hashed(v.Value)
	}
	r.Look = look{Speed: "normal"}
	if v, err := c.Cookie(lookCookie); err == nil {
		if q, err := url.ParseQuery(v.Value); err == nil {
			r.Look.take(q)
		}
	}
	return r
}

func (s *server) locOf(r *http.Request) *i18n.Loc {
	chosen := ""
	if v, err := r.Cookie(langCookie); err == nil {
		chosen = v.Value
	}
	return s.Catalogue.Choose(chosen, r.Header.Get("Accept-Language"), s.Fallback)
}

// requestKey is where a request is found again when it ends in an error page.
const requestKey = "request"

// serve adapts a page to echo: who asks, whether they may, then the page.
func (s *server) serve(rt route) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := s.stranger(c)
		c.Set(requestKey, r)
		if err := s.recognise(r); err != nil {
			return err
		}
		if err := s.readForm(r, rt); err != nil {
			return err
		}
		if err := s.admit(r, rt); err != nil {
			return err
		}
		return rt.page(s, r)
	}
}

// who may use a route.
type who int

const (
	anybody  who = iota
	pupils       // signed in as a pupil
	teachers     // signed in as a teacher; which class is in the store's WHERE
	admins
	marked // anybody, but never with a form made before somebody signed in or out
)

// errSignIn sends a reader who asks for a page to where they can sign in.
type errSignIn struct{ to string }

func (e errSignIn) Error() string { return "sign in first" }

// admit refuses those a route is not for.
func (s *server) admit(r *request, rt route) error {
	if r.Request().Method == http.MethodPost && rt.who != anybody && (r.form("as") != r.Mark || !r.credited()) {
		return school.Fail(school.Other, "error.otherperson")
	}
	switch rt.who {
	case pupils:
		if r.Pupil == nil {
			return r.signIn("/join", "error.pupilsonly")
		}
	case teachers, admins:
		if r.Teacher == nil {
			return r.signIn("/sign-in?to="+url.QueryEscape(r.Request().URL.Path), "error.teachersonly")
		}
		if rt.who == admins && !r.Teacher.Admin {
			return school.Fail(school.Forbidden, "error.admin")
		}
	}
	return nil
}

// credited reports whether a form acts for somebody who sits here, and makes it
// that one's tap. Only of two must it say for whom.
func (r *request) credited() bool {
	by := r.form("by")
	return r.taps(by) || by == "" && r.Partner == nil
}

// taps makes it the tap of the pupil of that id, if it is one of those who sit
// here; only this request knows.
func (r *request) taps(id string) bool {
	switch {
	case r.Pupil != nil && r.Pupil.ID == id:
		return true
	case r.Partner != nil && r.Partner.ID == id:
		r.Pupil, r.Partner = r.Partner, r.Pupil
		return true
	}
	return false
}

// byPupil is an address that stays with the one whose tap it is when the turn
// has passed.
func (r *request) byPupil(path string) string {
	if r.Partner == nil {
		return path
	}
	mark := "?"
	if strings.Contains(path, "?") {
		mark = "&"
	}
	return path + mark + "by=" + r.Pupil.ID
}

func (r *request) signIn(to, key string) error {
	if r.Request().Method == http.MethodPost || r.hx() {
		return school.Fail(school.Forbidden, key)
	}
	return errSignIn{to}
}

// form is a field of the form that was posted.
func (r *request) form(name string) string { return r.Request().PostForm.Get(name) }

// id is an id of the address; one that can be none finds nothing.
func (r *request) id(name string) string {
	if id := r.Param(name); school.ValidID(id) {
		return id
	}
	return ""
}

func (r *request) by() school.By { return school.By{Teacher: r.Teacher.ID, At: r.Now} }

// shell of a page that has its own address.
func (r *request) shell(title string) templates.Shell {
	shell := templates.Shell{L: r.L, Title: title, At: r.Request().URL.RequestURI(), Mark: r.Mark, Limit: r.Limit(r.Now)}
	if r.Request().Method != http.MethodGet && r.Request().Method != http.MethodHead {
		shell.At = "/"
	}
	switch {
	case r.Pupil != nil:
		shell.Pupil, shell.By = r.Pupil.Display(), r.Pupil.ID
		if r.Partner != nil {
			shell.Partner, shell.PartnerID = r.Partner.Display(), r.Partner.ID
		}
	case r.Teacher != nil:
		shell.Teacher, shell.Admin = r.Teacher.Name, r.Teacher.Admin
	}
	return shell
}

// hx reports whether the page's script asks, and wants a part of a page.
func (r *request) hx() bool { return r.Request().Header.Get("HX-Request") == "true" }

func (s *server) base(r *request) string {
	if s.PublicURL != "" {
		return strings.TrimSuffix(s.PublicURL, "/")
	}
	return r.Scheme() + "://" + r.Request().Host
}

// Scheme is "https" where the reader's browser spoke TLS: to us, or to a proxy
// that is trusted to say so.
func (r *request) Scheme() string {
	if r.Request().TLS != nil || r.Get(tlsKey) == true {
		return "https"
	}
	return "http"
}

// setCookie keeps a value in the browser, unreadable for scripts. Schools run
// on plain http, where a Secure cookie would be dropped.
func (r *request) setCookie(name, value string, life time.Duration) {
	r.SetCookie(&http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(life / time.Second),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: r.Scheme() == "https",
	})
}

// owner is who the reader's games belong to: a visitor who has no cookie yet
// gets one.
func (r *request) owner() string {
	if r.Owner() == "" {
		token := school.NewID()
		r.setCookie(visitorCookie, token, cookieLife)
		r.Visitor = hashed(token)
	}
	return r.Owner()
}

// owns reports whether the game is the reader's to play: opened by the reader,
// or played as the other one of two.
func (r *request) owns(g *school.Game) bool {
	return r.Owner() != "" && g.Owner == r.Owner() || r.Pupil != nil && g.Plays(r.Pupil.ID)
}

func hashed(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// localPath is back if it is an address on this server, else "/".
func localPath(back string) string {
	u, err := url.Parse(back)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil ||
		!strings.HasPrefix(back, "/") || strings.HasPrefix(back, "//") || strings.ContainsAny(back, "\\\r\n") {
		return "/"
	}
	return back
}

// isLocal reports whether a Host header names only the machine itself.
func isLocal(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	ip := net.ParseIP(strings.Trim(name, "[]"))
	return strings.EqualFold(name, "localhost") || ip != nil && (ip.IsLoopback() || ip.IsUnspecified())
}
