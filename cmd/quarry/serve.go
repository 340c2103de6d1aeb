package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/doctor"
	"github.com/quarrykb/quarry/corpus"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/store/sqlite"
)

// Time limits of the server. A slow client may not hold a connection for ever,
// and a shutdown waits for answers under way, but not for those either.
const (
	headerTimeout   = 10 * time.Second
	readTimeout     = 30 * time.Second
	writeTimeout    = 60 * time.Second
	idleTimeout     = 2 * time.Minute
	requestTimeout  = 15 * time.Second
	shutdownTimeout = 2 * time.Second
	headerBytes     = 32 << 10
)

type serveCommand struct {
	Addr      string `help:"Address to listen on (${default})." default:"127.0.0.1:8080" env:"QUARRY_ADDR" placeholder:"HOST:PORT"`
	NoStarter bool   `help:"Do not fill an empty database with the starter corpus." env:"QUARRY_NO_STARTER"`
	PublicURL string `help:"Where others reach this server: what the addresses in exports, in answers of /mcp and in /openapi-tools.json begin with (the request's Host)." env:"QUARRY_PUBLIC_URL" placeholder:"URL"`

	access `embed:"" group:"Access:"`

	Backup backupChoice `embed:"" prefix:"backup-" group:"Backups:"`

	AccessLog  bool          `help:"Write a line about every request to the standard error." default:"true" negatable:"" env:"QUARRY_ACCESS_LOG"`
	DrainDelay time.Duration `help:"How long /readyz says no before the server stops listening, for what stands in front of it to notice." default:"0s" env:"QUARRY_DRAIN_DELAY"`
}

// Run serves until it is told to stop.
func (c *serveCommand) Run(ctx context.Context, s *session) error {
	room := makeRoom()
	defer runtime.KeepAlive(room)
	shareProcessors()
	if err := errors.Join(c.mayListen(s), c.Backup.mayServe()); err != nil {
		return err
	}
	held, err := s.Acquire(ctx, "serve")
	if err != nil {
		return err
	}
	if s.traces, err = s.startTracing(ctx, environment); err != nil {
		return errors.Join(err, held.Release())
	}
	defer s.traces.stop(ctx)
	opened, err := s.openFor(ctx, settle)
	if err != nil {
		return errors.Join(err, held.Release())
	}
	err = c.mayServe(ctx, s, opened)
	if err == nil {
		err = c.serve(ctx, s, held, opened)
	}
	return errors.Join(err, opened.close(), held.Release())
}

// serve listens, and does everything that lasts as long as the server does.
func (c *serveCommand) serve(ctx context.Context, s *session, held *datadir.Lock, opened *App) error {
	config, err := c.config(c.Addr)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.Addr)
	if err != nil {
		return cannotListen(c.Addr, err)
	}
	addr := listener.Addr().String()
	starter := &starterState{revision: opened.store.Revision}
	backups := &serverBackups{folder: backup.NewFolder(&s.Dir, c.Backup.To, c.Backup.Keep, c.Backup.Then), every: time.Duration(c.Backup.Every)}
	desk, err := s.openDesk(ctx, opened, backups.folder)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	watch := doctor.NewWatch(ctx, &s.Dir)
	backups.desk, backups.folder.Suspect = desk, watch.Suspect
	config.Troubles = troubles(watch, backups)
	config.Addr, config.PublicURL, config.Timeout = addr, c.PublicURL, requestTimeout
	config.Followers, config.Keys, config.Token = []api.Follower{starter}, opened.store, held.Holder.Token
	config.AccessLog, config.TraceID, config.Sizes = c.accessLog(s), s.traces.idOf(), s.Sizes
	config.Writing, config.ScratchFolder = desk.writing(opened), s.Spool()
	server, err := s.handler(ctx, opened, config)
	if err == nil {
		err = held.Serving(reachable(addr), s.Lexicon.Fingerprint())
	}
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	_, _ = fmt.Fprintf(s.out, "quarry: data in %s\n", s.Data)
	if open := desk.Open(); open > 0 {
		_, _ = fmt.Fprintf(s.out, "quarry: going on with jobs that were accepted before: %d\n", open)
	}
	s.warnOfLexicon(ctx, opened.store)
	return c.work(ctx, s, work{
		opened: opened, desk: desk, backups: backups, watch: watch,
		starter: starter, server: server, listener: listener, token: held.Holder.Token,
	})
}

// cannotListen says why an address is not served, and what to do if another process has
// it.
func cannotListen(addr string, err error) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return quarry.Errorf(quarry.KindUnavailable,
			"%s is in use by another program: --addr names another address, such as --addr 127.0.0.1:9000", addr).Because(err)
	}
	return quarry.Errorf(quarry.KindUnavailable, "cannot listen on %s: %v", addr, err).Because(err)
}

// accessLog returns where requests are logged; nil for nowhere.
func (c *serveCommand) accessLog(s *session) *slog.Logger {
	if !c.AccessLog {
		return nil
	}
	return s.access
}

// reachable is the address at which other commands on this machine find a
// server that listens on all addresses.
func reachable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if ip, parseErr := netip.ParseAddr(host); err == nil && parseErr == nil && ip.IsUnspecified() {
		return net.JoinHostPort("localhost", port)
	}
	return addr
}

// work is what runs while the server does.
type work struct {
	opened   *App
	desk     *desk
	backups  *serverBackups
	watch    *doctor.Watch
	starter  *starterState
	server   *api.Server
	listener net.Listener
	token    string // of the lock
}

// work serves and follows until the session ends, or until one of its parts
// cannot go on; then it stops the others and waits for them.
func (c *serveCommand) work(ctx context.Context, s *session, w work) error {
	handler := s.withLocalAPI(w.opened, w.token, s.traces.handler(w.server.Handler()))
	web := newWeb(handler, timeLimits{header: headerTimeout, read: readTimeout, write: writeTimeout, idle: idleTimeout})
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		if err := web.Serve(w.listener); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serve: %w", err)
		}
		return nil
	})
	group.Go(func() error { return c.prepare(ctx, s, w) })
	group.Go(func() error {
		w.server.NoteKeyUse(ctx, w.opened.store)
		return nil
	})
	group.Go(func() error {
		<-ctx.Done()
		return c.shutDown(context.WithoutCancel(ctx), w.server, web)
	})
	if err := group.Wait(); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// timeLimits are how long the server waits for the other end.
type timeLimits struct{ header, read, write, idle time.Duration }

// newWeb returns a server that no caller can hold up: every connection has a time for
// each of its parts, and a size for what comes before a body.
func newWeb(handler http.Handler, p timeLimits) *http.Server {
	return &http.Server{
		Handler: closing{handler}, ReadHeaderTimeout: p.header, ReadTimeout: p.read, WriteTimeout: p.write, IdleTimeout: p.idle,
		MaxHeaderBytes: headerBytes, ConnContext: limitUnsent,
	}
}

// unsentBytes is how much of an answer the system holds for a caller that does not take it.
// Left alone it takes some 3 MB of each export, which are computed at once and lie in memory
// that no limit of the process counts. It sends no more at a time: 1.3 MB a second to a caller
// 200 ms away. (Linux takes twice what it is told.)
const unsentBytes = 128 << 10

// limitUnsent limits what waits to be sent on a new connection.
func limitUnsent(ctx context.Context, connection net.Conn) context.Context {
	if tcp, ok := connection.(*net.TCPConn); ok {
		_ = tcp.SetWriteBuffer(unsentBytes) // what is refused is no worse than before
	}
	return ctx
}

// closing ends a connection after a request whose body came in chunks. Such a
// request may have stated a length as well: net/http drops the length, as it
// must, and so it is not known where a proxy in front saw the request end. What
// comes after it is not read.
type closing struct{ next http.Handler }

// ServeHTTP answers the request.
func (c closing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if len(r.TransferEncoding) > 0 {
		w.Header().Set("Connection", "close")
	}
	c.next.ServeHTTP(w, r)
}

// shutDown lets answers under way end, and cuts off what takes longer than any
// request may.
func (c *serveCommand) shutDown(ctx context.Context, server *api.Server, web *http.Server) error {
	server.Drain()
	if c.DrainDelay > 0 {
		<-time.After(c.DrainDelay)
	}
	ctx, cancel := context.WithTimeout(ctx, shutdownTimeout)
	defer cancel()
	if err := web.Shutdown(ctx); err != nil {
		return errors.Join(err, web.Close())
	}
	return nil
}

// prepare fills an empty database, follows the changes from then on, and says when
// the server is ready. Before that there are lists, look-ups and draws already, and
// what goes wrong is tried again.
func (c *serveCommand) prepare(ctx context.Context, s *session, w work) error {
	if err := c.fill(ctx, s, w.opened); err != nil {
		return err
	}
	w.starter.done.Store(true)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return w.opened.follow(ctx) })
	group.Go(func() error { return w.desk.Run(ctx) })
	for _, run := range []func(context.Context){w.backups.run, w.watch.Run} {
		group.Go(func() error {
			run(ctx)
			return nil
		})
	}
	group.Go(func() error {
		c.announce(ctx, s, w)
		return nil
	})
	return group.Wait()
}

// How often a server that starts looks whether it is ready, and when it says that it
// takes long.
const (
	readyLook = 50 * time.Millisecond
	readyLong = 10 * time.Second
)

// announce says that the server is ready, as soon as /readyz does, and what is
// missing where that takes long.
func (c *serveCommand) announce(ctx context.Context, s *session, w work) {
	address := reachable(w.listener.Addr().String())
	look, long := time.NewTicker(readyLook), time.NewTimer(readyLong)
	defer look.Stop()
	defer long.Stop()
	for {
		_, err := w.server.Readiness(ctx)
		if err == nil {
			_, _ = fmt.Fprintf(s.out, "quarry: ready at http://%s\n", address)
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-long.C:
			_, _ = fmt.Fprintf(s.err, "quarry: http://%s answers, but does not know or find everything yet: %s\n",
				address, quarry.Explain(err).Message)
		case <-look.C:
		}
	}
}

// starterDone is the name under which the database remembers that the starter
// corpus was put into it once.
const starterDone = "starter"

// mayFill reports whether the starter corpus is still to come: the database
// holds no document, or only a part of the corpus because a user stopped the
// server in the middle.
func (c *serveCommand) mayFill(ctx context.Context, store *sqlite.Store) (bool, error) {
	if c.NoStarter {
		return false, nil
	}
	done, err := store.Done(ctx, starterDone)
	if err != nil || done {
		return false, err
	}
	stats, err := store.Stats(ctx)
	if err != nil {
		return false, err
	}
	begun, err := store.Documents(ctx,
		quarry.Filter{Collections: []string{quarry.StarterCollection}}, quarry.PageRequest{Limit: 1})
	return stats.Documents == 0 || begun.Total > 0, err
}

// fill ingests the starter corpus into a database that is new.
func (c *serveCommand) fill(ctx context.Context, s *session, opened *App) error {
	wanted, err := c.mayFill(ctx, opened.store)
	if err != nil || !wanted {
		return err
	}
	sources, err := ingest.Embedded(quarry.StarterCollection, corpus.Files())
	if err != nil {
		return err
	}
	run := ingest.Run{Pipeline: opened.pipeline, Library: opened.store, Writer: opened.store, Workers: 1}
	summary, err := run.Ingest(ctx, sources)
	if err != nil {
		return err
	}
	for _, rejection := range summary.Rejections {
		return fmt.Errorf("starter corpus: %s: %s", rejection.Source, rejection.Reason)
	}
	if err := opened.store.MarkDone(ctx, starterDone); err != nil {
		return err
	}
	_, _ = fmt.Fprintf(s.out, "quarry: the starter corpus gave %d questions, %d facts and %d specs\n",
		summary.Counts.Question, summary.Counts.Fact, summary.Counts.Spec)
	return nil
}

// starterState keeps a server from calling itself ready before its first
// documents are in.
type starterState struct {
	done     atomic.Bool
	revision func(context.Context) (quarry.Sequence, error)
}

// State says whether the starter corpus is in, or was not needed. Once it is,
// nothing is left to follow.
func (s *starterState) State(ctx context.Context) quarry.FollowerState {
	state := quarry.FollowerState{Name: "starter", Ready: s.done.Load()}
	revision, err := s.revision(ctx)
	switch {
	case !state.Ready:
		state.Reason = "the starter corpus is being read"
	case err != nil:
		state.Ready, state.Reason = false, "the store does not answer"
	default:
		state.Cursor = revision
	}
	return state
}

// isTerminal reports whether a stream is a person's terminal.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
