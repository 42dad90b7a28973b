package main

import (
	"context"
	crand "crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"time"

	"semeia/internal/i18n"
	"semeia/internal/school"
	"semeia/internal/store"
	"semeia/internal/web"
)

// drain is how long requests that have begun may go on after the signal to end.
const drain = 5 * time.Second

// serve runs the program until ctx ends. The error is a *[school.Error] where
// the person at the terminal can mend it.
func serve(ctx context.Context, o *options, catalogue *i18n.Catalogue, loc *i18n.Loc, stdout, stderr io.Writer) error {
	if o.publicURL != "" {
		u, err := url.Parse(o.publicURL)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || (u.Path != "" && u.Path != "/") {
			return school.Fail(school.Invalid, "cmd.url", i18n.Args{"URL": o.publicURL})
		}
		o.publicURL = u.Scheme + "://" + u.Host
	}
	listener, err := net.Listen("tcp", o.addr)
	if err != nil {
		e := school.Fail(school.Internal, "cmd.port", i18n.Args{"Addr": o.addr})
		e.Cause = err
		return e
	}
	defer listener.Close()
	kept, err := store.Open(ctx, o.db)
	if err != nil {
		return err
	}
	defer kept.Close()
	log := slog.New(slog.NewTextHandler(stderr, nil))
	handler, err := web.New(web.Config{
		Keeper: kept, Catalogue: catalogue, Fallback: loc, PublicURL: o.publicURL,
		Now: time.Now, Rand: newRand, Log: log,
	})
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	greet(stdout, loc, listener.Addr(), o, interfaces())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	limit, cancel := context.WithTimeout(context.Background(), drain)
	defer cancel()
	if err := server.Shutdown(limit); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	server.Close()
	fmt.Fprintln(stdout, loc.T("cmd.bye"))
	return nil
}

// newRand is a source of chance for one request.
func newRand() *rand.Rand {
	var seed [16]byte
	crand.Read(seed[:])
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(seed[:]), binary.LittleEndian.Uint64(seed[8:])))
}
