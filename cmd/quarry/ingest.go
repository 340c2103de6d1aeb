package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/store/sqlite"
)

type ingestCommand struct {
	Paths      []string `arg:"" help:"Files and folders, or - for standard input." placeholder:"PATH"`
	Collection string   `help:"Collection that the documents belong to." default:"main"`
	As         string   `help:"Name that is put before every path." placeholder:"NAME/"`
	Path       string   `help:"Path of the document that standard input holds." placeholder:"NAME"`
	DryRun     bool     `help:"Tell what would change and write nothing."`
	Prune      bool     `help:"Remove documents whose file is gone from the given folders."`
	Report     string   `help:"Report as text or JSON." enum:"text,json" default:"text"`
}

// Validate checks what belongs together.
func (c *ingestCommand) Validate() error {
	stdin := false
	for _, path := range c.Paths {
		stdin = stdin || path == "-"
	}
	if stdin && c.Path == "" {
		return errors.New("standard input needs --path NAME")
	}
	if !stdin && c.Path != "" {
		return errors.New("--path names standard input: pass - as well")
	}
	if c.Collection == "" {
		return errors.New("--collection needs a name")
	}
	return nil
}

// Run ingests, and returns when the index has caught up.
func (c *ingestCommand) Run(s *session) error {
	if c.DryRun {
		return c.dryRun(s)
	}
	return c.write(s)
}

func (c *ingestCommand) write(s *session) (err error) {
	if server, ok := s.server(); ok {
		return inUse(s.data, server)
	}
	held, err := s.acquire(s.ctx, "ingest")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, held.release()) }()
	opened, err := s.open(s.ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.close()) }()
	return c.ingest(s, ingest.Run{Library: opened.store, Writer: opened.store}, opened.follower.CatchUp)
}

// dryRun tells the difference. It takes no lock and makes no file, so that it
// may run beside a server.
func (c *ingestCommand) dryRun(s *session) (err error) {
	store, err := sqlite.OpenReadOnly(s.ctx, s.database(), sqlite.Options{Log: s.log, Now: time.Now})
	nothing := func(context.Context) error { return nil }
	if quarry.IsKind(err, quarry.KindNotFound) {
		return c.ingest(s, ingest.Run{Library: emptyLibrary{}, Writer: emptyLibrary{}}, nothing)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return c.ingest(s, ingest.Run{Library: store, Writer: dryWriter{store}}, nothing)
}

// ingest runs over the sources, and lets the index catch up with what a run
// wrote.
func (c *ingestCommand) ingest(s *session, run ingest.Run, catchUp func(context.Context) error) error {
	request, err := c.request(s.in)
	if err != nil {
		return err
	}
	sources := ingest.Find(request)
	report := newIngestReport(s.data, c.DryRun)
	progress := c.progress(s, len(sources.Found))
	run.Pipeline, run.Workers = newPipeline(s.lexicon, s.log), runtime.NumCPU()
	run.Observe = func(o ingest.Outcome) {
		report.add(o)
		progress(o)
	}
	summary, err := run.Ingest(s.ctx, sources)
	if err == nil && c.Prune {
		err = run.Prune(s.ctx, request, sources, &summary)
	}
	if err != nil {
		return errors.Join(err, report.print(s.out, c.Report, summary))
	}
	if err := catchUp(s.ctx); err != nil {
		return err
	}
	if err := report.print(s.out, c.Report, summary); err != nil {
		return err
	}
	return c.verdict(summary)
}

// verdict fails a run in which a file was refused that the caller named, in
// which two claimed one path, or in which nothing at all could be read. That a
// folder holds what is no document is no failure.
func (c *ingestCommand) verdict(summary ingest.Summary) error {
	read := summary.Documents[ingest.Added] + summary.Documents[ingest.Changed] + summary.Documents[ingest.Unchanged]
	for _, rejection := range summary.Rejections {
		if read == 0 || rejection.Stage == string(ingest.StageClaim) || c.named(rejection.Source) {
			return &exitError{code: exitCouldNot}
		}
	}
	return nil
}

func (c *ingestCommand) named(source string) bool {
	for _, path := range c.Paths {
		if samePath(path, source) {
			return true
		}
	}
	return false
}

// request reads standard input where it is named.
func (c *ingestCommand) request(stdin io.Reader) (ingest.Request, error) {
	request := ingest.Request{Collection: c.Collection, As: c.As}
	for _, path := range c.Paths {
		if path != "-" {
			request.Paths = append(request.Paths, path)
			continue
		}
		content, err := io.ReadAll(io.LimitReader(stdin, ingest.MaxTextBytes+1))
		if err != nil {
			return request, quarry.Errorf(quarry.KindUnavailable, "cannot read standard input: %v", err).Because(err)
		}
		request.Extra = append(request.Extra, ingest.Source{
			Name: "-", Collection: c.Collection, Root: "-", Path: c.Path,
			Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil },
		})
	}
	return request, nil
}

// progress draws a bar on a terminal, and nothing anywhere else.
func (c *ingestCommand) progress(s *session, documents int) func(ingest.Outcome) {
	if !isTerminal(s.err) || documents < 2 {
		return func(ingest.Outcome) {}
	}
	bar := progressbar.NewOptions(documents,
		progressbar.OptionSetWriter(s.err), progressbar.OptionShowCount(), progressbar.OptionShowIts(),
		progressbar.OptionSetItsString("documents"), progressbar.OptionSetPredictTime(true),
		progressbar.OptionClearOnFinish(), progressbar.OptionSetDescription("reading"))
	return func(ingest.Outcome) {
		if err := bar.Add(1); err != nil {
			s.log.DebugContext(s.ctx, fmt.Sprintf("progress: %v", err)) //nolint:sloglint // a bar's own words
		}
	}
}
