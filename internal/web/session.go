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

	// Of two pupils at one computer: the second, with the epoch, and the id of
	// the one whose tap it is; without it the first's.
	keyPartner      = "partner"
	keyPartnerEpoch = "partner-epoch"
	keyTurn         = "turn"
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
	if err := s.recognisePupils(r); err != nil || r.Pupil == nil {
		return err
	}
	r.Mark = hashed(cookie.Value)[:16]
	s.speak(r, r.Class.Lang)
	return nil
}

// recognisePupils finds out which pupils of a session are still signed in, and
// whose tap it is: on a page the one that its address names, else the one whose
// turn it is in the session. A form names its own, see [server.admit]. Who of
// two has been moved to another class no longer belongs to the pair.
func (s *server) recognisePupils(r *request) error {
	ctx := r.Request().Context()
	seat := func(key, epoch string) (*school.Pupil, *school.Class, error) {
		id := s.sessions.GetString(ctx, key)
		if id == "" {
			return nil, nil, nil
		}
		p, c, err := s.Store.PupilNow(ctx, id, s.sessions.GetInt64(ctx, epoch))
		if err != nil {
			return nil, nil, unlessGone(err)
		}
		return &p, &c, nil
	}
	first, class, err := seat(keyPupil, keyEpoch)
	if err != nil {
		return err
	}
	second, other, err := seat(keyPartner, keyPartnerEpoch)
	switch {
	case err != nil:
		return err
	case first == nil:
		r.Pupil, r.Class = second, other
	case second == nil || other.ID != class.ID:
		r.Pupil, r.Class = first, class
	default:
		r.Pupil, r.Partner, r.Class = first, second, class
		r.taps(s.sessions.GetString(ctx, keyTurn))
		if m := r.Request().Method; m == http.MethodGet || m == http.MethodHead {
			r.taps(r.QueryParam("by"))
		}
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
	ctx, err := s.freshSession(r)
	if err != nil {
		return err
	}
	s.sessions.Put(ctx, key, id)
	s.sessions.Put(ctx, keyEpoch, epoch)
	return s.keepSession(r, ctx)
}

// freshSession ends the session of this browser and gives an empty one.
func (s *server) freshSession(r *request) (context.Context, error) {
	ctx := r.Request().Context()
	if cookie, err := r.Cookie(sessionCookie); err == nil {
		old, err := s.sessions.Load(ctx, cookie.Value)
		if err != nil {
			return nil, err
		}
		if err := s.sessions.Destroy(old); err != nil {
			return nil, err
		}
	}
	return s.sessions.Load(ctx, "")
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

// beginPupils begins the session of one pupil, or of two at one computer, under
// a new token: forms of before are nobody's. What this browser was asked stays
// answered.
func (s *server) beginPupils(r *request, first, second *school.Pupil) error {
	asked := r.Pupil != nil && s.sessions.GetBool(r.Request().Context(), keyAsked)
	ctx, err := s.freshSession(r)
	if err != nil {
		return err
	}
	s.sessions.Put(ctx, keyPupil, first.ID)
	s.sessions.Put(ctx, keyEpoch, first.Epoch)
	if second != nil {
		s.sessions.Put(ctx, keyPartner, second.ID)
		s.sessions.Put(ctx, keyPartnerEpoch, second.Epoch)
	}
	if asked {
		s.sessions.Put(ctx, keyAsked, true)
	}
	return s.keepSession(r, ctx)
}

// passTurn makes it the other one's tap, of two at one computer, once something
// that the one of now answered has been kept. For one alone it does nothing.
func (s *server) passTurn(r *request) error {
	if r.Partner == nil {
		return nil
	}
	return s.changeSession(r, keyTurn, r.Partner.ID)
}

// changeSession sets a value in the session of the reader, unless it has been
// ended since the request began.
func (s *server) changeSession(r *request, key string, value any) error {
	ctx := r.Request().Context()
	s.sessions.Put(ctx, key, value)
	_, _, err := s.sessions.Commit(store.Existing(ctx))
	return err
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
	for _, p := range []*school.Pupil{r.Pupil, r.Partner} {
		if p == nil {
			continue
		}
		if err := s.Store.Left(r.Request().Context(), p.ID); err != nil {
			return err
		}
		to = "/join" // the next child at this computer
	}
	return r.Redirect(http.StatusSeeOther, to)
}

// partner is the id of the other one of two, empty for one alone.
func (r *request) partner() string {
	if r.Partner == nil {
		return ""
	}
	return r.Partner.ID
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
