package web

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"semeia/internal/i18n"
	"semeia/internal/school"
)

// Keeper is what the pages need kept. Its errors are those of [school].
type Keeper interface {
	Game(ctx context.Context, id string) (school.Game, error)
	AddGame(ctx context.Context, g school.Game) (id string, err error)
	Append(ctx context.Context, id, owner string, from int, t school.Turn) error
	SetCompared(ctx context.Context, id, owner string) error
	GamesOf(ctx context.Context, owner string, limit int) ([]school.Game, error)
	Ping(ctx context.Context) error
}

// Config is what a server is made of. All fields but PublicURL are needed.
type Config struct {
	Keeper    Keeper
	Catalogue *i18n.Catalogue
	Fallback  *i18n.Loc // for readers whose browser names no language of ours
	PublicURL string    // as in https://semeia.example; empty: what the request says
	Now       func() time.Time
	Rand      func() *rand.Rand // a source for one request
	Log       *slog.Logger
}

type server struct {
	Config
	origin *http.CrossOriginProtection
	pages  pages
}

// New makes the handler of all pages.
func New(c Config) (http.Handler, error) {
	s := &server{Config: c, origin: http.NewCrossOriginProtection()}
	if c.PublicURL != "" {
		if err := s.origin.AddTrustedOrigin(c.PublicURL); err != nil {
			return nil, err
		}
	}
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	// The address of the peer itself: nothing in front of us is trusted to name another.
	e.IPExtractor = echo.ExtractIPDirect()
	e.HTTPErrorHandler = s.failed
	e.Pre(s.guard)
	e.Use(middleware.GzipWithConfig(middleware.GzipConfig{Level: 5, MinLength: 1024, Skipper: isStatic}))
	e.Use(s.recovered)
	for _, r := range routes {
		methods := []string{r.method}
		if r.method == http.MethodGet {
			methods = append(methods, http.MethodHead)
		}
		e.Match(methods, r.path, s.serve(r.page))
	}
	return e, nil
}

// route is one entry of the table: which request leads to which page.
type route struct {
	method, path string
	page         func(*server, *request) error
}

var routes = []route{
	{"GET", "/", (*server).home},
	{"GET", "/play", (*server).play},
	{"POST", "/games", (*server).openGame},
	{"GET", "/games/:id", (*server).showGame},
	{"GET", "/games/:id/watch", (*server).watchGame},
	{"GET", "/games/:id/moves", (*server).listMoves},
	{"POST", "/games/:id/moves", (*server).move},
	{"GET", "/games/:id/moves/:n", (*server).showMove},
	{"GET", "/games/:id/swap", (*server).toGame},
	{"POST", "/games/:id/swap", (*server).swap},
	{"GET", "/games/:id/back", (*server).toGame},
	{"POST", "/games/:id/back", (*server).takeBack},
	{"GET", "/games/:id/give-up", (*server).askGiveUp},
	{"POST", "/games/:id/give-up", (*server).giveUp},
	{"GET", "/games/:id/compare", (*server).toGame},
	{"POST", "/games/:id/compare", (*server).compare},
	{"GET", "/games/:id/rematch", (*server).toGame},
	{"POST", "/games/:id/rematch", (*server).rematch},
	{"GET", "/rules", (*server).rulesIndex},
	{"GET", "/rules/:stage", (*server).rules},
	{"POST", "/language", (*server).language},
	{"POST", "/settings", (*server).settings},
	{"GET", "/static/*", (*server).static},
	{"GET", "/healthz", (*server).healthy},
	{"GET", "/readyz", (*server).ready},
}
