package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"runtime"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/store/sqlite"

	"github.com/quarrykb/quarry/bench/generate"
)

// base is an open Quarry in a folder, opened as cmd/quarry opens it but for what is not measured:
// its one engine is that of words.
type base struct {
	session  *app.Session
	store    *sqlite.Store
	index    *bleveindex.Index
	follower *search.Follower
	searcher *search.Searcher
	run      *ingest.Run
}

// openBase opens a new one in an empty folder; its index is built and empty.
func openBase(ctx context.Context, dir string) (*base, error) {
	session, err := app.NewSession(dir) //nolint:contextcheck // Nothing in it can take long.
	if err != nil {
		return nil, err
	}
	store, err := session.OpenStore(ctx, sqlite.Open)
	if err != nil {
		return nil, err
	}
	index, err := bleveindex.Open(ctx, session.Index(), bleveindex.Options{Log: session.Log})
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	b := &base{
		session: session, store: store, index: index,
		follower: search.NewFollower(search.EngineLexical, store, index, search.Pace{}, session.Log),
		searcher: search.NewSearcher(search.Setup{
			Entries: store, Engines: []search.Named{{Name: search.EngineLexical, Engine: index}},
			Highlighter: index, Log: session.Log,
		}),
		run: &ingest.Run{
			Pipeline: session.Pipeline(), Library: store, Writer: store, Workers: runtime.NumCPU(),
		},
	}
	if err := b.follower.CatchUp(ctx); err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

func (b *base) close() error { return errors.Join(b.index.Close(), b.store.Close()) }

// database is the file of a base's store.
func database(dir string) string { return filepath.Join(dir, "quarry.db") }

// handlerOf returns the API over a store, with what a config adds to it.
func handlerOf(
	ctx context.Context, session *app.Session, store *sqlite.Store, c api.Config,
) (http.Handler, error) {
	server, err := session.ReadOnlyHandler(ctx, store, c)
	if err != nil {
		return nil, err
	}
	return server.Handler(), nil
}

// fill ingests documents and lets the index catch up.
func (b *base) fill(ctx context.Context, documents []generate.Document) error {
	return b.take(ctx, sources(documents))
}

// take ingests sources and lets the index catch up.
func (b *base) take(ctx context.Context, found ingest.Sources) error {
	summary, err := b.run.Ingest(ctx, found)
	if err != nil {
		return err
	}
	for _, rejection := range summary.Rejections {
		return fmt.Errorf("%s was refused: %s", rejection.Source, rejection.Reason)
	}
	return b.follower.CatchUp(ctx)
}

// sources hands texts in memory to ingest: no side reads files.
func sources(documents []generate.Document) ingest.Sources {
	var all ingest.Sources
	for _, d := range documents {
		all.Found = append(all.Found, ingest.Source{
			Name: d.Path, Collection: quarry.DefaultCollection, Root: "/generated", Path: d.Path,
			Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(d.Text)), nil },
		})
	}
	return all
}

// entries reads up to so many entries back from the store.
func (b *base) entries(ctx context.Context, most int) ([]quarry.Entry, error) {
	var all []quarry.Entry
	var after quarry.EntryRef
	for len(all) < most {
		part, err := b.store.ScanEntries(ctx, after, min(1000, most-len(all)))
		if err != nil || len(part) == 0 {
			return all, err
		}
		all = append(all, part...)
		after = part[len(part)-1].EntryRef
	}
	return all, nil
}
