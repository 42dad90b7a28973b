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
	"runtime"
	"sync"
	"time"

	"semeia/internal/course"
	"semeia/internal/i18n"
	"semeia/internal/school"
	"semeia/internal/solver"
	"semeia/internal/store"
	"semeia/internal/tutor"
	"semeia/internal/web"
	"semeia/lessons"
)

// leastMemory is what the solver needs to be of use.
const leastMemory = 1 << 20

// cores is how many there are for this program.
var cores = runtime.GOMAXPROCS(0)

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
	library, err := course.Open(lessons.FS, o.lessons)
	if err != nil {
		return noFolder(err)
	}
	proxies, err := o.networks()
	if err != nil {
		return err
	}
	keep, err := keepOf(o.db, o.backupDir, o.backupEvery, o.backupKeep)
	if err != nil {
		return err
	}
	memory, ok := bytesOf(o.memory)
	if !ok || memory < leastMemory {
		return school.Fail(school.Invalid, "cmd.memory", i18n.Args{"Text": o.memory})
	}
	kept, err := store.Open(ctx, o.db)
	if err != nil {
		return err
	}
	defer kept.Close()
	claimed, err := kept.Claimed(ctx)
	if err != nil {
		return err
	}
	setup := ""
	if !claimed {
		setup = school.NewID()
	}
	perfect := solver.New(solver.Options{Memory: memory, Workers: cores})
	defer perfect.Close()
	log := slog.New(slog.NewTextHandler(stderr, nil))
	urls, local := addresses(listener.Addr(), o, interfaces())
	coach := tutor.NewCoach(perfect)
	// Searches may take all cores for seconds. With more threads than these a
	// page does not queue behind them in the program: the system shares out the
	// cores, and lets one that has waited go first.
	runtime.GOMAXPROCS(3 * cores)
	reviews := web.NewReviewer(kept, coach, time.Now, log)
	config := web.Config{
		Store: kept, Course: library, Coach: coach, Reviews: reviews, Catalogue: catalogue, Fallback: loc, PublicURL: o.publicURL, Setup: setup, Proxies: proxies,
		Now: time.Now, Rand: newRand, Log: log,
	}
	if !local {
		config.Lab = urls
	}
	if keep.Dir != "" {
		config.KeptFor = keep.Every * time.Duration(keep.Last)
	}
	handler, err := web.New(config)
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
	greet(stdout, loc, urls, local, o)
	if setup != "" {
		fmt.Fprintf(stdout, "%s\n\n    %s/setup/%s\n\n", loc.T("cmd.setup"), urls[0], setup)
	}
	ctx, cancelled := context.WithCancel(ctx)
	var background sync.WaitGroup
	defer background.Wait() // before the database is closed
	defer cancelled()
	background.Go(func() { sweep(ctx, kept, log) })
	background.Go(func() { reviews.Run(ctx) })
	if keep.Dir != "" {
		background.Go(func() { keepBackups(ctx, kept, keep, log, time.Now) })
	}
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

// sweep deletes for good, now and every hour, what has been in the bin for its
// time.
func sweep(ctx context.Context, kept *store.Store, log *slog.Logger) {
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		now := time.Now().UnixMilli()
		receipt, err := kept.Sweep(ctx, now-school.BinLife, now)
		if err != nil && ctx.Err() == nil {
			log.Error("the bin could not be emptied", "error", err)
		}
		if receipt != (school.Receipt{}) {
			log.Info("the bin was emptied", "classes", receipt.Classes, "pupils", receipt.Pupils, "games", receipt.Games, "moves", receipt.Moves, "answers", receipt.Answers, "steps", receipt.Steps)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// newRand is a source of chance for one request.
func newRand() *rand.Rand {
	var seed [16]byte
	crand.Read(seed[:])
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(seed[:]), binary.LittleEndian.Uint64(seed[8:])))
}
