package web

import (
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"semeia/internal/course"
	"semeia/internal/i18n"
	"semeia/internal/store"
	"semeia/internal/tutor"
)

// Config is what a server is made of. What may be empty says so.
type Config struct {
	Store     *store.Store
	Course    *course.Library
	Coach     *tutor.Coach
	Reviews   *Reviewer // runs beside the handler
	Catalogue *i18n.Catalogue
	Fallback  *i18n.Loc     // for readers whose browser names no language of ours
	PublicURL string        // as in https://semeia.example; empty: what the request says
	Lab       []string      // addresses at which the lab reaches this machine, the likeliest first; may be empty
	Setup     string        // the secret of the link that claims the school; empty: no such link
	Proxies   []*net.IPNet  // trusted to name the client's address and scheme; may be empty
	KeptFor   time.Duration // how long automatic backups are kept; 0: there are none
	Now       func() time.Time
	Rand      func() *rand.Rand // a source for one request
	Log       *slog.Logger
}

type server struct {
	Config
	origin   *http.CrossOriginProtection
	sessions *scs.SessionManager
	guesses  guesses
	gallery  gallery
	pages    pages
	hints    hints
	stares   sync.Mutex // of the one who looks longer in the laboratory
	almanac  *tutor.Almanac
}

// New makes the handler of all pages.
func New(c Config) (http.Handler, error) {
	s := &server{Config: c, origin: http.NewCrossOriginProtection(), sessions: newSessions(c.Store), almanac: tutor.NewAlmanac(c.Coach)}
	if c.PublicURL != "" {
		if err := s.origin.AddTrustedOrigin(c.PublicURL); err != nil {
			return nil, err
		}
	}
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	// The address of the peer itself, unless a proxy in front of us is trusted
	// to name another.
	e.IPExtractor = echo.ExtractIPDirect()
	if len(c.Proxies) > 0 {
		trusted := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
		for _, n := range c.Proxies {
			trusted = append(trusted, echo.TrustIPRange(n))
		}
		e.IPExtractor = echo.ExtractIPFromXFFHeader(trusted...)
	}
	e.HTTPErrorHandler = s.failed
	e.Pre(s.guard)
	e.Use(middleware.GzipWithConfig(middleware.GzipConfig{Level: 5, MinLength: 1024, Skipper: isStatic}))
	e.Use(s.recovered)
	for _, r := range routes {
		methods := []string{r.method}
		if r.method == http.MethodGet {
			methods = append(methods, http.MethodHead)
		}
		e.Match(methods, r.path, s.serve(r))
	}
	return e, nil
}

// route is one entry of the table: which request leads to which page, and who
// may send it.
type route struct {
	method, path string
	who          who
	page         func(*server, *request) error
}

var routes = []route{
	{"GET", "/", anybody, (*server).home},
	{"GET", "/play", anybody, (*server).play},
	{"POST", "/games", marked, (*server).openGame},
	{"GET", "/games/:game", anybody, (*server).showGame},
	{"GET", "/games/:game/watch", anybody, (*server).watchGame},
	{"GET", "/games/:game/moves", anybody, (*server).listMoves},
	{"POST", "/games/:game/moves", marked, (*server).move},
	{"GET", "/games/:game/moves/:n", anybody, (*server).showMove},
	{"GET", "/games/:game/moves/:n/again", anybody, (*server).toGame},
	{"POST", "/games/:game/moves/:n/again", marked, (*server).again},
	{"GET", "/games/:game/review", anybody, (*server).review},
	{"GET", "/games/:game/swap", anybody, (*server).toGame},
	{"POST", "/games/:game/swap", marked, (*server).swap},
	{"GET", "/games/:game/back", anybody, (*server).toGame},
	{"POST", "/games/:game/back", marked, (*server).takeBack},
	{"GET", "/games/:game/give-up", anybody, (*server).askGiveUp},
	{"POST", "/games/:game/give-up", marked, (*server).giveUp},
	{"GET", "/games/:game/compare", anybody, (*server).toGame},
	{"POST", "/games/:game/compare", marked, (*server).compare},
	{"GET", "/games/:game/claim", anybody, (*server).toGame},
	{"POST", "/games/:game/claim", marked, (*server).refereed},
	{"GET", "/games/:game/hint", anybody, (*server).toGame},
	{"POST", "/games/:game/hint", marked, (*server).hint},
	{"GET", "/games/:game/rematch", anybody, (*server).toGame},
	{"POST", "/games/:game/rematch", marked, (*server).rematch},
	{"GET", "/daily", anybody, (*server).daily},
	{"GET", "/daily/earlier", anybody, (*server).earlierDays},
	{"GET", "/daily/:day", anybody, (*server).day},
	{"GET", "/daily/:day/:rules", anybody, (*server).toDay},
	{"POST", "/daily/:day/:rules", marked, (*server).openDaily},
	{"GET", "/rules", anybody, (*server).rulesIndex},
	{"GET", "/rules/:stage", anybody, (*server).rules},
	{"GET", "/lab", anybody, (*server).whatIf},

	{"GET", "/practice", anybody, (*server).practice},
	{"GET", "/practice/:skill", anybody, (*server).exercise},
	{"POST", "/practice/:skill", marked, (*server).answer},
	{"GET", "/practice/:skill/:n", anybody, (*server).feedback},

	{"GET", "/learn", anybody, (*server).learn},
	{"GET", "/learn/:lesson", anybody, (*server).learnLesson},
	{"GET", "/learn/:lesson/:step", anybody, (*server).learnStep},
	{"POST", "/learn/:lesson/:step", marked, (*server).doStep},
	{"GET", "/learn/:lesson/:step/:n", anybody, (*server).learnAnswer},

	{"GET", "/join", anybody, (*server).join},
	{"POST", "/join", anybody, (*server).findRoom},
	{"GET", "/join/:code", anybody, (*server).room},
	{"GET", "/join/:code/:pupil", anybody, (*server).askSecret},
	{"POST", "/join/:code/:pupil", marked, (*server).enter},
	{"GET", "/card/:card", anybody, (*server).card},
	{"POST", "/card/:card", marked, (*server).enterByCard},
	{"GET", "/me", pupils, (*server).me},
	{"POST", "/me/games", pupils, (*server).takeAlong},
	{"POST", "/me/leave", pupils, (*server).leave},
	{"POST", "/sign-out", anybody, (*server).signOut},

	{"GET", "/setup/:secret", anybody, (*server).setup},
	{"POST", "/setup/:secret", anybody, (*server).claim},
	{"GET", "/sign-in", anybody, (*server).signInPage},
	{"POST", "/sign-in", anybody, (*server).signInTeacher},
	{"GET", "/teach", teachers, (*server).teach},
	{"POST", "/teach", teachers, (*server).addClass},
	{"GET", "/teach/account", teachers, (*server).account},
	{"POST", "/teach/account", teachers, (*server).setPassword},
	{"GET", "/teach/staff", admins, (*server).staff},
	{"POST", "/teach/staff", admins, (*server).addTeacher},
	{"POST", "/teach/staff/:teacher/reset", admins, (*server).resetPassword},
	{"POST", "/teach/staff/:teacher/remove", admins, (*server).removeTeacher},
	{"GET", "/teach/bin", teachers, (*server).bin},
	{"GET", "/teach/receipt", teachers, (*server).receipt},
	{"GET", "/teach/lessons", teachers, (*server).lessonPlans},
	{"GET", "/teach/lessons/:lesson", teachers, (*server).lessonPlan},
	{"GET", "/teach/lessons/:lesson/:step", teachers, (*server).screen},
	{"GET", "/teach/daily/:day/:rules", teachers, (*server).dailyScreen},

	{"GET", "/teach/:class", teachers, (*server).class},
	{"GET", "/teach/:class/slips/:slip", teachers, (*server).slipPage},
	{"GET", "/teach/:class/progress.csv", teachers, (*server).progressCSV},
	{"GET", "/teach/:class/room", teachers, (*server).classRoom},
	{"POST", "/teach/:class/code", teachers, (*server).code},
	{"POST", "/teach/:class/gate", teachers, (*server).setGate},
	{"GET", "/teach/:class/cards", teachers, (*server).cards},
	{"GET", "/teach/:class/list", teachers, (*server).list},
	{"POST", "/teach/:class/list", teachers, (*server).previewList},
	{"POST", "/teach/:class/list/add", teachers, (*server).importList},
	{"POST", "/teach/:class/list/choose", teachers, (*server).choosePupils},
	{"POST", "/teach/:class/list/move", teachers, (*server).movePupils},
	{"POST", "/teach/:class/list/bin", teachers, (*server).binPupils},
	{"GET", "/teach/:class/settings", teachers, (*server).classSettings},
	{"POST", "/teach/:class/settings", teachers, (*server).setClass},
	{"POST", "/teach/:class/teachers", teachers, (*server).joinTeacher},
	{"POST", "/teach/:class/teachers/:teacher/remove", teachers, (*server).dropTeacher},
	{"GET", "/teach/:class/data", teachers, (*server).data},
	{"GET", "/teach/:class/export.csv", teachers, (*server).exportCSV},
	{"GET", "/teach/:class/export.json", teachers, (*server).exportJSON},
	{"POST", "/teach/:class/archive", teachers, (*server).archive},
	{"POST", "/teach/:class/bin", teachers, (*server).binClass},
	{"POST", "/teach/:class/restore", teachers, (*server).restoreClass},
	{"GET", "/teach/:class/purge", teachers, (*server).askPurge},
	{"POST", "/teach/:class/purge", teachers, (*server).purge},
	{"GET", "/teach/:class/year", teachers, (*server).year},
	{"POST", "/teach/:class/year", teachers, (*server).previewYear},
	{"POST", "/teach/:class/year/up", teachers, (*server).moveUp},
	{"GET", "/teach/:class/pupils/:pupil", teachers, (*server).pupil},
	{"GET", "/teach/:class/pupils/:pupil/answers/:skill/:n", teachers, (*server).replay},
	{"POST", "/teach/:class/pupils/:pupil/name", teachers, (*server).renamePupil},
	{"POST", "/teach/:class/pupils/:pupil/gate", teachers, (*server).setPupilGate},
	{"POST", "/teach/:class/pupils/:pupil/let-in", teachers, (*server).letIn},
	{"POST", "/teach/:class/pupils/:pupil/unlock", teachers, (*server).unlock},
	{"POST", "/teach/:class/pupils/:pupil/secret", teachers, (*server).newSecrets},
	{"POST", "/teach/:class/pupils/:pupil/restore", teachers, (*server).restorePupil},
	{"POST", "/teach/:class/pupils/:pupil/purge", teachers, (*server).purgePupil},
	{"GET", "/teach/:class/pupils/:pupil/export.html", teachers, (*server).exportPupilHTML},
	{"GET", "/teach/:class/pupils/:pupil/export.json", teachers, (*server).exportPupilJSON},

	{"POST", "/language", anybody, (*server).language},
	{"POST", "/settings", anybody, (*server).settings},
	{"GET", "/static/*", anybody, (*server).static},
	{"GET", "/healthz", anybody, (*server).healthy},
	{"GET", "/readyz", anybody, (*server).ready},
}
