package web

import (
	"context"
	"net/http"
	"time"

	"github.com/alexedwards/scs/v2"

	"semeia/internal/school"
	"semeia/internal/store"
)

const (
	sessionCookie = "semeia_session"

	// sessionLife is a school day: who forgets to sign out is out by the next.
	sessionLife = 12 * time.Hour
)

// What a session holds: who, and the epoch their row had at sign-in.
const (
	keyTeacher = "teacher"
	keyPupil   = "pupil"
	keyEpoch   = "epoch"
	keyAsked   = "asked" // whether the visitor's games are the pupil's was answered
)

func newSessions(kept *store.Store) *scs.SessionManager {
	m := scs.New()
	m.Store = kept.Sessions()
	m.HashTokenInStore = true
	m.Lifetime = sessionLife
	m.IdleTimeout = 0 // it would write on every request
	return m
}

// recognise finds out who is signed in. A session whose teacher or pupil is no
// longer there, or has been given another password or secret, counts as none.
func (s *server) recognise(r *request) error {
	cookie, err := r.Cookie(sessionCookie)
	if err != nil || len(cookie.Value) > 100 || isStatic(r.Context) {
		return nil
	}
	ctx, err := s.sessions.Load(r.Request().Context(), cookie.Value)
	if err != nil {
		return err
	}
	r.SetRequest(r.Request().WithContext(ctx))
	epoch := s.sessions.GetInt64(ctx, keyEpoch)
	if id := s.sessions.GetString(ctx, keyTeacher); id != "" {
		t, err := s.Store.TeacherNow(ctx, id, epoch)
		if err == nil {
			r.Teacher = &t
			r.Mark = hashed(cookie.Value)[:16]
		}
		return unlessGone(err)
	}
	if id := s.sessions.GetString(ctx, keyPupil); id != "" {
		p, c, err := s.Store.PupilNow(ctx, id, epoch)
		if err == nil {
			r.Pupil, r.Class = &p, &c
			r.Mark = hashed(cookie.Value)[:16]
			s.speak(r, c.Lang)
		}
		return unlessGone(err)
	}
	return nil
}

func unlessGone(err error) error {
	if err != nil && school.CodeOf(err) == school.NotFound {
		return nil
	}
	return err
}

// speak uses the class's language for a reader who has not chosen one.
func (s *server) speak(r *request, lang string) {
	if _, err := r.Cookie(langCookie); err == nil {
		return
	}
	if l, ok := s.Catalogue.Loc(lang); ok {
		r.L = l
	}
}

// begin a session for a teacher or a pupil, under a new token; whoever was
// signed in at this browser before is signed out.
func (s *server) beginSession(r *request, key, id string, epoch int64) error {
	ctx := r.Request().Context()
	if cookie, err := r.Cookie(sessionCookie); err == nil {
		old, err := s.sessions.Load(ctx, cookie.Value)
		if err != nil {
			return err
		}
		if err := s.sessions.Destroy(old); err != nil {
			return err
		}
	}
	ctx, err := s.sessions.Load(ctx, "")
	if err != nil {
		return err
	}
	s.sessions.Put(ctx, key, id)
	s.sessions.Put(ctx, keyEpoch, epoch)
	return s.keepSession(r, ctx)
}

// keepSession writes the session, and its cookie, which ends with the browser:
// computers are shared.
func (s *server) keepSession(r *request, ctx context.Context) error {
	token, _, err := s.sessions.Commit(ctx)
	if err != nil {
		return err
	}
	r.setCookie(sessionCookie, token, 0)
	return nil
}

// signOut ends the session of whoever is signed in.
func (s *server) signOut(r *request) error {
	if cookie, err := r.Cookie(sessionCookie); err == nil {
		ctx, err := s.sessions.Load(r.Request().Context(), cookie.Value)
		if err != nil {
			return err
		}
		if err := s.sessions.Destroy(ctx); err != nil {
			return err
		}
	}
	r.setCookie(sessionCookie, "", -time.Second)
	to := "/"
	if r.Pupil != nil {
		if err := s.Store.Left(r.Request().Context(), r.Pupil.ID); err != nil {
			return err
		}
		to = "/join" // the next child at this computer
	}
	return r.Redirect(http.StatusSeeOther, to)
}

// name of who is signed in, empty for a visitor.
func (r *request) name() string {
	switch {
	case r.Pupil != nil:
		return r.Pupil.Display()
	case r.Teacher != nil:
		return r.Teacher.Name
	}
	return ""
}
