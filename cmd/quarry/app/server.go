package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/doctor"
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

// Serving is what a server is told.
type Serving struct {
	Addr        string        // that it listens on
	API         api.Config    // who may call, and where others reach it
	NoStarter   bool          // whether an empty database stays empty
	DrainDelay  time.Duration // how long /readyz says no before the server stops listening
	Backups     *backup.Folder
	BackupEvery time.Duration // how long it is between two backups that it makes by itself; 0 for none
	Environment func(string) string

	// may refuses to serve what is stored; nil for never.
	May func(ctx context.Context, store *sqlite.Store) error
}

// server is what runs while a data directory is served.
type server struct {
	*Session
	Serving

	opened   *App
	desk     *Desk
	unmade   atomic.Bool // whether the last backup that it was to make by itself was not made
	watch    *doctor.Watch
	filled   atomic.Bool  // whether its first documents are in, or are not needed
	read     atomic.Int64 // of its first documents
	toRead   atomic.Int64 // how many those are; 0 where they are not known yet, or not needed
	served   *api.Server
	listener net.Listener
	token    string // of the lock
}

// Serve serves until ctx ends.
func (s *Session) Serve(ctx context.Context, told Serving) error {
	held, err := s.Acquire(ctx, "serve")
	if err != nil {
		return err
	}
	if s.traces, err = s.startTracing(ctx, told.Environment); err != nil {
		return errors.Join(err, held.Release())
	}
	defer s.traces.stop(ctx)
	opened, err := s.OpenFor(ctx, Settle)
	if err != nil {
		return errors.Join(err, held.Release())
	}
	if told.May != nil {
		err = told.May(ctx, opened.Store)
	}
	if err == nil {
		err = s.serveOpened(ctx, told, held, opened)
	}
	return errors.Join(err, opened.Close(), held.Release())
}

// serveOpened listens, and does everything that lasts as long as the server does.
func (s *Session) serveOpened(ctx context.Context, told Serving, held *datadir.Lock, opened *App) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", told.Addr)
	if err != nil {
		return cannotListen(told.Addr, err)
	}
	v := &server{
		Session: s, Serving: told, opened: opened, listener: listener, token: held.Holder.Token,
	}
	if v.desk, err = s.OpenDesk(ctx, opened, told.Backups); err != nil {
		return errors.Join(err, listener.Close())
	}
	v.watch = doctor.NewWatch(ctx, &s.Dir)
	told.Backups.Suspect = v.watch.Suspect
	config := told.API
	config.Addr, config.Timeout, config.Troubles = listener.Addr().String(), requestTimeout, v.troubles
	config.Followers, config.Keys, config.Token = []rest.Follower{stated(v.starterState)}, opened.Store, v.token
	config.TraceID, config.Sizes = s.traces.idOf(), s.Sizes
	config.Writing, config.ScratchFolder = v.desk.Writing(opened), s.Spool()
	v.served, err = s.Handler(ctx, opened, config)
	if err == nil {
		err = held.Serving(reachable(config.Addr), s.Lexicon.Fingerprint())
	}
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	_, _ = fmt.Fprintf(s.Out, "quarry: data in %s\n", s.Data)
	if open := v.desk.Open(); open > 0 {
		_, _ = fmt.Fprintf(s.Out, "quarry: going on with jobs that were accepted before: %d\n", open)
	}
	// That documents were read with another lexicon of the user's own is said where it can be told.
	if counted, err := s.CountLexicons(ctx, opened.Store); err == nil && counted.OtherOwn > 0 {
		_, _ = fmt.Fprintf(s.Err,
			"quarry: %d documents were read with a lexicon of your own that is not the one given now: "+
				"what it names is not known by those names. Give it with --lexicon FILE or QUARRY_LEXICON\n", counted.OtherOwn)
	}
	return v.run(ctx)
}

// cannotListen says why an address is not served, and what to do if another process has
// it.
func cannotListen(addr string, err error) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return quarry.Errorf(quarry.KindUnavailable,
			"%s is in use by another program: --addr names another address, such as --addr 127.0.0.1:9000", addr).
			Because(err)
	}
	return quarry.Errorf(quarry.KindUnavailable, "cannot listen on %s: %v", addr, err).Because(err)
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

// run serves and follows until ctx ends, or until one of its parts cannot go on; then it
// stops the others and waits for them.
func (v *server) run(until context.Context) error {
	handler := v.withLocalAPI(v.opened, v.token, v.traces.handler(v.served.Handler()))
	web := newWeb(handler)
	group, ctx := errgroup.WithContext(until)
	group.Go(func() error {
		if err := web.Serve(v.listener); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serve: %w", err)
		}
		return nil
	})
	group.Go(func() error { return v.prepare(ctx) })
	group.Go(func() error {
		v.served.NoteKeyUse(ctx, v.opened.Store)
		return nil
	})
	group.Go(func() error {
		<-ctx.Done()
		v.served.Drain()
		if v.DrainDelay > 0 {
			<-time.After(v.DrainDelay)
		}
		// Answers under way end; what takes longer than any request may is cut off.
		patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
		defer cancel()
		if err := web.Shutdown(patience); err != nil {
			return errors.Join(err, web.Close())
		}
		return nil
	})
	if err := group.Wait(); err != nil && until.Err() == nil {
		return err
	}
	return nil
}

// newWeb returns a server that no caller can hold up: every connection has a time for
// each of its parts, and a size for what comes before a body.
func newWeb(handler http.Handler) *http.Server {
	return &http.Server{
		Handler: closing{handler}, MaxHeaderBytes: headerBytes,
		ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
		ConnContext: func(ctx context.Context, connection net.Conn) context.Context {
			if tcp, ok := connection.(*net.TCPConn); ok {
				_ = tcp.SetWriteBuffer(unsentBytes) // what is refused is no worse than before
			}
			return ctx
		},
	}
}

// unsentBytes is how much of an answer the system holds for a caller that does not take it.
// Left alone it takes some 3 MB of each export, which are computed at once and lie in memory
// that no limit of the process counts. It sends no more at a time: 1.3 MB a second to a caller
// 200 ms away. (Linux takes twice what it is told.)
const unsentBytes = 128 << 10

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

// prepare fills an empty database, follows the changes from then on, and says when
// the server is ready. Before that there are lists, look-ups and draws already, and
// what goes wrong is tried again.
func (v *server) prepare(ctx context.Context) error {
	if err := v.fill(ctx); err != nil {
		return err
	}
	v.filled.Store(true)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return v.opened.Follow(ctx) })
	group.Go(func() error { return v.desk.Run(ctx) })
	for _, run := range []func(context.Context){v.backUp, v.watch.Run, v.announce} {
		group.Go(func() error {
			run(ctx)
			return nil
		})
	}
	return group.Wait()
}

// stated says of itself what followers say, and follows nothing.
type stated func(ctx context.Context) quarry.FollowerState

// State is what it says.
func (s stated) State(ctx context.Context) quarry.FollowerState { return s(ctx) }

// backUp has backups made until ctx ends, as jobs behind those that came before them.
func (v *server) backUp(ctx context.Context) {
	if v.BackupEvery > 0 {
		backup.Repeat{Every: v.BackupEvery, Newest: v.Backups.Newest, Do: v.backUpOnce}.Run(ctx)
	}
}

// backUpOnce waits for a backup: for the one that waits or is being made already, if there is
// one. The desk has logged why one failed.
func (v *server) backUpOnce(ctx context.Context) error {
	backups := quarry.JobFilter{Kinds: []quarry.JobKind{quarry.JobBackup}}
	last, err := v.desk.Jobs(ctx, backups, quarry.PageRequest{Limit: 1})
	var job quarry.Job
	switch {
	case err != nil:
	case len(last.Items) > 0 && !last.Items[0].State.Ended():
		job = last.Items[0]
	default:
		job, err = v.desk.Submit(ctx, quarry.JobOrder{Kind: quarry.JobBackup}, quarry.JobKey{})
	}
	for err == nil && !job.State.Ended() {
		changed := v.desk.Watch(job.ID)
		if job, err = v.desk.Job(ctx, job.ID); err != nil || job.State.Ended() || changed == nil {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		}
	}
	if err == nil && job.State == quarry.JobCancelled {
		err = backup.DroppedError{}
	}
	if err == nil && job.Failure != nil {
		err = quarry.Errorf(quarry.KindUnavailable, "%s", job.Failure.Detail).WithCode(job.Failure.Code)
	}
	v.unmade.Store(err != nil)
	return err
}

// troubles says what /readyz tells of the database, its backups and jobs. Strangers may read it:
// what is damaged, and why something failed, stands in the log.
func (v *server) troubles() api.Troubles {
	t := api.Troubles{Damaged: v.watch.Damage() != ""}
	if v.unmade.Load() {
		t.Notes = append(t.Notes, "the last backup was not made: the log says why")
	}
	if v.Backups.Shrunken.Load() {
		t.Notes = append(t.Notes,
			"the last backup holds less than half the documents of one before it: the log says which")
	}
	if v.Backups.Unsent.Load() {
		t.Notes = append(t.Notes, "the command behind the last backup failed: the log says why")
	}
	if waiting := v.desk.Trouble(); waiting != "" {
		t.Notes = append(t.Notes, waiting)
	}
	return t
}
