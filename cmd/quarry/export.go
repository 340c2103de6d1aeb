package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/export"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/lookup"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/store/sqlite"
)

type exportCommand struct {
	Format    string   `help:"jsonl is read back by quarry ingest, csv is a table of one kind, anki a file of notes." enum:"jsonl,csv,anki" default:"jsonl"`
	Output    string   `help:"File to write; standard output where none is named." short:"o" type:"path" placeholder:"FILE"`
	Force     bool     `help:"Replace the file where there is one."`
	Kind      []string `help:"Kinds of entry: question, fact, spec, passage." placeholder:"KIND"`
	Answered  *bool    `help:"Only questions that the source answers; false for the others." placeholder:"true|false"`
	Generated string   `help:"anki: questions made of what documents state: exclude, include, only." enum:"exclude,include,only" default:"exclude"`
	PublicURL string   `help:"What the addresses in the export begin with (the server's, or ${local})." env:"QUARRY_PUBLIC_URL" placeholder:"URL"`

	lookup.EntryFilter `embed:""`
}

// localAddress is where the server listens unless it is told otherwise.
const localAddress = "http://127.0.0.1:8080"

// Run reads the database, beside a server or alone. A file appears under its
// name when it is complete.
func (c *exportCommand) Run(ctx context.Context, s *app.Session) (err error) {
	store, err := s.OpenStore(ctx, sqlite.OpenReadOnly)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	server, err := s.ReadOnlyHandler(ctx, store, api.Config{})
	if err != nil {
		return err
	}
	var done export.Exported
	write := func(to io.Writer) error {
		var err error
		done, err = server.Export(ctx, c.query(), c.base(s), to)
		return err
	}
	if err := c.write(s, write); err != nil {
		return c.ended(err)
	}
	_ = present.Notes(s.Err, done.Notes)
	if !c.toStdout() {
		_, _ = fmt.Fprintf(s.Err, "quarry: %s in %s\n", present.Number(done.Entries, "entry", "entries"), c.Output)
	}
	return nil
}

// ended says what is left of an export that was stopped, and what a caller
// may have meant who named what there is not.
func (c *exportCommand) ended(err error) error {
	switch {
	case !errors.Is(err, context.Canceled):
		return suggested(err)
	case c.toStdout():
		return &present.InterruptedError{Done: "the export is cut"}
	}
	return &present.InterruptedError{Done: "nothing was written to " + c.Output}
}

// suggested adds what would have been known to an error that knows it.
func suggested(err error) error {
	known, ok := errors.AsType[*quarry.Error](err)
	if !ok || len(known.Fixes) == 0 {
		return err
	}
	return quarry.Errorf(known.Kind, "%s; did you mean %s", known.Message, strings.Join(known.Fixes, ", ")).
		Because(err)
}

// query returns the parameters of the route.
func (c *exportCommand) query() url.Values {
	query := c.Parameters(c.Kind...)
	query.Set("format", c.Format)
	if c.Answered != nil {
		query.Set("answered", strconv.FormatBool(*c.Answered))
	}
	if c.Generated != "" && c.Generated != "exclude" {
		query.Set("generated", c.Generated)
	}
	return query
}

// base is what the addresses in the export begin with.
func (c *exportCommand) base(s *app.Session) string {
	if c.PublicURL != "" {
		return c.PublicURL
	}
	if server, ok := s.Server(); ok {
		return "http://" + server.Addr
	}
	return localAddress
}

func (c *exportCommand) write(s *app.Session, write func(io.Writer) error) error {
	if c.toStdout() {
		return write(s.Out)
	}
	if err := s.MayReplace(c.Output, c.Force); err != nil {
		return err
	}
	return whole(c.Output, func(file io.Writer) error {
		progress := present.WrittenBytes(s.Err, "writing")
		return errors.Join(write(io.MultiWriter(file, progress)), progress.Close())
	})
}

func (c *exportCommand) toStdout() bool { return c.Output == "" || c.Output == "-" }

// whole writes a file beside its place and moves it there when it is complete:
// no reader sees a part of it, and a failure leaves what was there.
func whole(path string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return datadir.CannotWrite(path, err)
	}
	err = write(file)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err == nil {
		return nil
	}
	_ = os.Remove(file.Name())
	if _, ours := errors.AsType[*os.PathError](err); ours {
		return datadir.CannotWrite(path, err)
	}
	return err
}
