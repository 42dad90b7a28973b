package web

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
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

	// bodyLimit bounds every form: the largest holds a dozen short fields.
	bodyLimit = 64 << 10
)

// request is one request with what is known of its reader.
type request struct {
	echo.Context
	L     *i18n.Loc
	Owner string // hash of the visitor's cookie; empty without one
	Look  look
}

// look is how a reader likes boards to be shown.
type look struct {
	Numbers string // "on", "off", or empty: as the game's aids say
	Speed   string
	Voice   bool
}

func (s *server) request(c echo.Context) *request {
	r := &request{Context: c, L: s.locOf(c.Request())}
	if v, err := c.Cookie(visitorCookie); err == nil && len(v.Value) == visitorLength {
		r.Owner = hashed(v.Value)
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

// serve adapts a page to echo.
func (s *server) serve(page func(*server, *request) error) echo.HandlerFunc {
	return func(c echo.Context) error { return page(s, s.request(c)) }
}

// shell of a page that has its own address.
func (r *request) shell(title string) templates.Shell {
	at := r.Request().URL.RequestURI()
	return templates.Shell{L: r.L, Title: title, At: at}
}

// hx reports whether the page's script asks, and wants a part of a page.
func (r *request) hx() bool { return r.Request().Header.Get("HX-Request") == "true" }

func (s *server) base(r *request) string {
	if s.PublicURL != "" {
		return strings.TrimSuffix(s.PublicURL, "/")
	}
	return r.Scheme() + "://" + r.Request().Host
}

// setCookie keeps a value in the browser, unreadable for scripts. Schools run
// on plain http, where a Secure cookie would be dropped.
func (r *request) setCookie(name, value string, life time.Duration) {
	r.SetCookie(&http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(life / time.Second),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: r.Request().TLS != nil,
	})
}

// visitor gives the owner's hash, and a new cookie to a reader who has none.
func (r *request) visitor() string {
	if r.Owner == "" {
		token := newID()
		r.setCookie(visitorCookie, token, cookieLife)
		r.Owner = hashed(token)
	}
	return r.Owner
}

// owns reports whether the game belongs to the reader.
func (r *request) owns(g *school.Game) bool { return r.Owner != "" && g.Owner == r.Owner }

const visitorLength = 26

// newID is 128 random bits as 26 letters and digits.
func newID() string { return strings.ToLower(rand.Text()) }

func validID(id string) bool {
	if len(id) != visitorLength {
		return false
	}
	for _, c := range id {
		if (c < 'a' || c > 'z') && (c < '2' || c > '7') {
			return false
		}
	}
	return true
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
