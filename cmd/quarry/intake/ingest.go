package intake

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/store/sqlite"
)

// Command is quarry ingest.
type Command struct {
	Paths      []string `arg:"" help:"Files and folders, or - for standard input." placeholder:"PATH"`
	Collection string   `help:"Collection that the documents belong to: letters, digits, -, _ and . make its name." default:"main"`
	As         string   `help:"Name that is put before every path." placeholder:"NAME/"`
	Path       string   `help:"Path of the document that standard input holds." placeholder:"NAME"`
	DryRun     bool     `help:"Tell what would change and write nothing. Where there is no database yet, an empty one is made in a temporary folder for as long as it takes."`
	Links      bool     `name:"follow-links" help:"Also read what links in a folder lead to outside of it."`
	Prune      bool     `help:"Remove documents whose file is gone from the given folders."`
	Report     string   `help:"Report as text or JSON." enum:"text,json" default:"text"`
	Progress   string   `help:"How far it is: auto shows it on a terminal, plain writes a line now and then." enum:"auto,plain,none" default:"auto"`
}

// Validate checks what belongs together.
func (c *Command) Validate() error {
	stdin := slices.Contains(c.Paths, "-")
	if stdin && c.Path == "" {
		return errors.New("standard input needs --path NAME")
	}
	if !stdin && c.Path != "" {
		return errors.New("--path names standard input: pass - as well")
	}
	if c.Collection == "" {
		return errors.New("--collection needs a name")
	}
	if c.Collection == quarry.StarterCollection { // who has the data directory may bring the starter corpus up to date
		return nil
	}
	_, err := quarry.CollectionName(c.Collection)
	return err
}

// Run ingests, in this process or beside a running server through it, and returns when the
// index has caught up. A dry run tells the difference.
func (c *Command) Run(ctx context.Context, s *app.Session) error {
	s.Warm(ctx)
	if c.DryRun {
		return c.dryRun(ctx, s)
	}
	held, server, err := s.Enter(ctx, "ingest")
	switch {
	case err != nil:
		return err
	case server != nil:
		return s.ReadStore(ctx, func(store *sqlite.Store) error { return c.through(ctx, s, *server, store) })
	}
	return errors.Join(c.alone(ctx, s), held.Release())
}

// alone ingests in this process, which has the data directory.
func (c *Command) alone(ctx context.Context, s *app.Session) error {
	opened, err := s.Open(ctx)
	if err != nil {
		return err
	}
	err = c.ingest(ctx, s, workplace{
		store: opened.Store, writer: opened.Store, sync: opened.Store.Sync, completes: "the next start of Quarry",
		catchUp: func(ctx context.Context) (app.Derived, error) {
			return opened.CatchUpShown(ctx, app.DisplaysOn(s.Err, c.Progress))
		},
	})
	return errors.Join(err, opened.Close())
}

// through reads the files here, beside a running server, and hands in what they say.
func (c *Command) through(
	ctx context.Context, s *app.Session, server datadir.Holder, store *sqlite.Store,
) error {
	client := app.NewLocalClient(server)
	if err := client.Greets(ctx, s); err != nil {
		return err
	}
	conflicts, err := watchConflicts(ctx, store)
	if err != nil {
		return err
	}
	return c.ingest(ctx, s, workplace{
		store: store, writer: client, sync: client.Sync, completes: "the server",
		catchUp: func(ctx context.Context) (app.Derived, error) {
			report, err := client.CatchUp(ctx, app.DisplaysOn(s.Err, c.Progress))
			if err == nil {
				report.Conflicts, err = conflicts.report(ctx)
			}
			return report, err
		},
	})
}

// dryRun takes no lock and makes no file in the data directory, so that it may run beside a
// server. Where there is no database yet everything would be new, as in an empty one.
func (c *Command) dryRun(ctx context.Context, s *app.Session) error {
	began := false
	over := func(store *sqlite.Store) error {
		began = true
		dry := newDryRun(store, s.Lexicon)
		return c.ingest(ctx, s, workplace{store: store, writer: dry, dry: dry, catchUp: dry.catchUp})
	}
	err := s.ReadStore(ctx, over)
	if began || !quarry.IsKind(err, quarry.KindNotFound) {
		return err
	}
	return s.Apart(func(apart *app.Session) error {
		store, err := apart.OpenStore(ctx, sqlite.Open)
		if err != nil {
			return err
		}
		return errors.Join(over(store), store.Close())
	})
}

// workplace is what a run reads from and writes to.
type workplace struct {
	store  *sqlite.Store
	writer ingest.Writer
	dry    *dryRun // the writer, where nothing is written
	// sync makes what was written last; nil where nothing is written.
	sync func(context.Context) error
	// catchUp lets everything catch up with what was written, and tells what
	// became of what is derived, as far as that is known.
	catchUp func(context.Context) (app.Derived, error)
	// completes names who goes on with that where the run is interrupted.
	completes string
}

// ingest runs over the sources, lets the index catch up with what the run
// wrote, and reports, whatever ended it.
func (c *Command) ingest(ctx context.Context, s *app.Session, at workplace) error {
	request := ingest.Request{Collection: c.Collection, As: c.As, FollowLinks: c.Links}
	for _, path := range c.Paths {
		if path != "-" {
			request.Paths = append(request.Paths, path)
			continue
		}
		request.Extra = append(request.Extra, ingest.Source{
			Name: "-", Collection: c.Collection, Root: "-", Path: c.Path, // it is read when its turn comes
			Open: func() (io.ReadCloser, error) { return io.NopCloser(s.In), nil },
		})
	}
	before, err := s.CountLexicons(ctx, at.store)
	if err != nil {
		return err
	}
	sources := ingest.Find(request)
	report := &Report{
		reportHead: reportHead{Data: s.Data, DryRun: c.DryRun, Hidden: sources.Hidden},
		Tail:       Tail{Warnings: []string{}, Skipped: map[string]int{}},
		named:      namedFiles(c.Paths), listed: map[string]int{}, more: map[string]int{},
	}
	if c.Report == "json" {
		report.list = present.BeginList(s.Out, report.reportHead, "documents")
	}
	ended := verdict{named: report.named}
	carried := &carriers{as: c.As}
	if c.Collection != quarry.DefaultCollection {
		carried.collection = c.Collection
	}
	told := &syncedOutcomes{
		ctx: context.WithoutCancel(ctx), sync: at.sync,
		tell: func(o ingest.Outcome, noted note) {
			report.add(o, noted)
			carried.add(o)
			ended.add(o)
		},
	}
	summary, err := c.run(ctx, s, at, request, sources, told.add)
	err = errors.Join(err, told.flush())
	report.Warnings = append(report.Warnings, carried.warnings()...)
	switch {
	case err != nil:
		err = c.stopped(err, told.saved)
	default:
		var failed error
		report.Derived, failed = at.catchUp(ctx)
		err = present.Stopped(ctx, failed, "all documents are saved, and "+at.completes+" completes the index")
		if err == nil {
			var behind datadir.Lexicons
			if behind, err = s.CountLexicons(ctx, at.store); err == nil {
				now := s.Lexicon.Fingerprint()
				report.Warnings = append(report.Warnings, lexiconWarnings(now, before, behind)...)
			}
			if err == nil && c.Prune {
				var gone []string
				gone, err = vanished(ctx, at.store, c.Collection, c.Paths)
				report.Warnings = append(report.Warnings, gone...)
			}
		}
	}
	if err := errors.Join(err, report.end(s.Out, summary)); err != nil {
		return err
	}
	return ended.err()
}

// run takes the sources through the pipeline, and removes what is gone.
func (c *Command) run(ctx context.Context,
	s *app.Session, at workplace, request ingest.Request, sources ingest.Sources,
	observe func(ingest.Outcome, note),
) (ingest.Summary, error) {
	watched := &watcher{Writer: at.writer, store: at.store, dry: at.dry}
	shown := c.newProgress(s, sources.Found)
	defer shown.end()
	sources.Found = shown.watch(sources.Found)
	run := ingest.Run{
		Pipeline: s.Pipeline(), Library: at.store, Writer: watched, Workers: runtime.NumCPU(),
		Observe: func(o ingest.Outcome) {
			observe(o, watched.take(o))
			shown.add(o)
		},
	}
	summary, err := run.Ingest(ctx, sources)
	if err == nil && c.Prune {
		err = run.Prune(ctx, request, sources, &summary)
	}
	return summary, err
}

// stopped says how far an interrupted run came.
func (c *Command) stopped(err error, documents int) error {
	saved := fmt.Sprintf("%d documents were saved, and the same command goes on from there", documents)
	switch gone := quarry.Explain(err); {
	case c.DryRun:
		return err
	case gone.Code == app.ServerGone:
		return quarry.Errorf(gone.Kind, "%s; %s", gone.Message, saved).Because(err)
	case errors.Is(err, context.Canceled):
		return &present.InterruptedError{Done: saved}
	}
	return err
}
