package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"semeia/internal/school"
	"semeia/templates"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// render makes the whole page before the first byte leaves, so that an error
// in the middle never shows as half a page with status 200. Pages hold what
// belongs to one reader and are not stored anywhere.
func (r *request) render(status int, page templ.Component) error {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	if err := page.Render(r.Request().Context(), b); err != nil {
		return err
	}
	return r.send(status, b.Bytes())
}

func (r *request) send(status int, page []byte) error {
	h := r.Response().Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", strconv.Itoa(len(page))) // taken away again where the answer is compressed
	return r.HTMLBlob(status, page)
}

var statusOf = map[school.Code]int{
	school.Invalid:   http.StatusUnprocessableEntity,
	school.Stale:     http.StatusConflict,
	school.Forbidden: http.StatusForbidden,
	school.NotFound:  http.StatusNotFound,
	school.TooLarge:  http.StatusRequestEntityTooLarge,
	school.Method:    http.StatusMethodNotAllowed,
	school.Internal:  http.StatusInternalServerError,
	school.Other:     http.StatusConflict,
	school.Slow:      http.StatusTooManyRequests,
	school.NotYet:    http.StatusForbidden,
}

var titleOf = map[school.Code]string{
	school.Invalid:   "error.title.invalid",
	school.Stale:     "error.title.stale",
	school.Forbidden: "error.title.forbidden",
	school.NotFound:  "error.title.notfound",
	school.TooLarge:  "error.title.toolarge",
	school.Method:    "error.title.method",
	school.Internal:  "error.title.internal",
	school.Other:     "error.title.other",
	school.Slow:      "error.title.slow",
	school.NotYet:    "error.title.notyet",
}

// asSchool turns any error into one that can be read by people.
func asSchool(err error) *school.Error {
	var known *school.Error
	if errors.As(err, &known) {
		return known
	}
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return school.Fail(school.TooLarge, "error.toolarge")
	}
	var he *echo.HTTPError
	if errors.As(err, &he) {
		switch he.Code {
		case http.StatusNotFound:
			return school.Fail(school.NotFound, "error.nopage")
		case http.StatusMethodNotAllowed:
			return school.Fail(school.Method, "error.method")
		}
	}
	internal := school.Fail(school.Internal, "error.internal")
	internal.Cause = err
	return internal
}

// failed answers a request that ended in an error: the one place where errors
// become status and page.
func (s *server) failed(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	if to, ok := errors.AsType[errSignIn](err); ok {
		c.Redirect(http.StatusSeeOther, to.to)
		return
	}
	e := asSchool(err)
	gone := errors.Is(err, context.Canceled) && c.Request().Context().Err() != nil
	if e.Code == school.Internal && !gone {
		s.Log.Error("request failed", "method", c.Request().Method, "route", c.Path(), "error", err)
	}
	r, ok := c.Get(requestKey).(*request)
	if !ok {
		r = s.stranger(c) // it did not come as far as a page
	}
	text := r.L.M(e.Msg)
	if r.hx() {
		// The board stays as it is; the sentence goes above it.
		h := c.Response().Header()
		h.Set("HX-Retarget", "#notice")
		h.Set("HX-Reswap", "innerHTML")
		c.HTML(statusOf[e.Code], templ.EscapeString(text))
		return
	}
	title := titleOf[e.Code]
	if e.Code == school.Stale && e.Msg.Key != "error.stale" {
		title = titleOf[school.Invalid] // no game has gone on
	}
	shell := r.shell(r.L.T(title))
	if c.Request().Method != http.MethodGet {
		shell.At = "/"
	}
	if err := r.render(statusOf[e.Code], templates.ErrorPage(shell, text)); err != nil && !c.Response().Committed {
		c.NoContent(http.StatusInternalServerError)
	}
}

// recovered turns a panic into an error page.
func (s *server) recovered(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			if p := recover(); p != nil && p != http.ErrAbortHandler {
				err = fmt.Errorf("panic: %v", p)
			}
		}()
		return next(c)
	}
}

const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard sets what every answer carries, bounds the body and refuses posts from
// elsewhere.
func (s *server) guard(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("Content-Security-Policy", contentPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		// no-referrer would make posts on plain http carry "Origin: null".
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		req := c.Request()
		if err := s.origin.Check(req); err != nil {
			e := school.Fail(school.Forbidden, "error.elsewhere")
			e.Cause = err
			return e
		}
		if s.behindTLS(req) {
			c.Set(tlsKey, true)
		}
		return next(c)
	}
}

const tlsKey = "tls"

// behindTLS reports whether a trusted proxy says that the browser spoke TLS.
func (s *server) behindTLS(req *http.Request) bool {
	if req.Header.Get("X-Forwarded-Proto") != "https" {
		return false
	}
	host, _, err := net.SplitHostPort(req.RemoteAddr)
	ip := net.ParseIP(host)
	return err == nil && slices.ContainsFunc(s.Proxies, func(n *net.IPNet) bool { return n.Contains(ip) })
}

// readForm reads the form of a post within its bounds.
func (s *server) readForm(r *request, rt route) error {
	req := r.Request()
	if req.Method != http.MethodPost {
		return nil
	}
	if rt.path == uploadPath {
		return r.readUpload()
	}
	limit := int64(bodyLimit)
	if rt.path == uploadPath+"/add" {
		limit = 4 * school.RosterBytes // the list again, as it was shown
	}
	if req.ContentLength > limit {
		return school.Fail(school.TooLarge, "error.toolarge")
	}
	req.Body = http.MaxBytesReader(r.Response(), req.Body, limit)
	if err := req.ParseForm(); err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			return err
		}
		return school.Fail(school.Invalid, "error.bad")
	}
	for _, values := range req.PostForm {
		for _, v := range values {
			// PostgreSQL refuses what SQLite would keep.
			if !utf8.ValidString(v) || strings.ContainsRune(v, 0) {
				return school.Fail(school.Invalid, "error.bad")
			}
		}
	}
	return nil
}

func isStatic(c echo.Context) bool { return strings.HasPrefix(c.Request().URL.Path, "/static/") }

// whole reads a whole number as people and buttons write it: digits only, at
// most three.
func whole(text string) (int, bool) {
	if len(text) == 0 || len(text) > 3 {
		return 0, false
	}
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}
