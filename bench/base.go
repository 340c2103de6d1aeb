package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"runtime"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/store/sqlite"

	"github.com/quarrykb/quarry/bench/generate"
)

// base is an open Quarry in a folder, wired as cmd/quarry wires it.
type base struct {
	dir      string
	lexicon  *lexicon.Lexicon
	store    *sqlite.Store
	index    *bleveindex.Index
	follower *search.Follower
	searcher *search.Searcher
	run      *ingest.Run
}

// openBase opens a new one in an empty folder; its index is built and empty.
func openBase(ctx context.Context, dir string) (*base, error) {
	log := slog.New(slog.DiscardHandler)
	words, err := lexicon.Load() //nolint:contextcheck // Nothing in it can take long.
	if err != nil {
		return nil, err
	}
	store, err := sqlite.Open(ctx, database(dir), sqlite.Options{Log: log, Now: time.Now})
	if err != nil {
		return nil, err
	}
	index, err := bleveindex.Open(ctx, filepath.Join(dir, "index"), bleveindex.Options{Log: log})
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	pipeline, err := newPipeline(log) //nolint:contextcheck // Nothing in it can take long.
	if err != nil {
		return nil, errors.Join(err, index.Close(), store.Close())
	}
	b := &base{
		dir: dir, lexicon: words, store: store, index: index,
		follower: search.NewFollower(search.EngineLexical, store, index, search.Pace{}, log),
		searcher: search.NewSearcher(search.Setup{
			Entries: store, Engines: []search.Named{{Name: search.EngineLexical, Engine: index}},
			Highlighter: index, Log: log,
		}),
		run: &ingest.Run{Pipeline: pipeline, Library: store, Writer: store, Workers: runtime.NumCPU()},
	}
	if err := b.follower.CatchUp(ctx); err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

func (b *base) close() error { return errors.Join(b.index.Close(), b.store.Close()) }

// database is the file of a base's store.
func database(dir string) string { return filepath.Join(dir, "quarry.db") }

// handler returns the API as a server at this address has it.
func (b *base) handler(addr string) (*api.Server, error) {
	c := storeConfig(b.store, b.lexicon, addr)
	c.Searcher, c.Followers = b.searcher, []api.Follower{b.follower}
	return api.New(c)
}

// storeConfig is an API over a store alone, without searches.
func storeConfig(store *sqlite.Store, words *lexicon.Lexicon, addr string) api.Config {
	return api.Config{
		Readers: api.Readers{
			Questions: store, Facts: store, Specs: store, Claims: store, Conflicts: store, Passages: store,
			Documents: store, Places: store, Knowledge: store, Devices: store, Attributes: store,
			Topics: store, Glossary: store, Stats: store, Revisions: store, Evidence: store,
		},
		Lexicon: words,
		Build:   "bench", Addr: addr, Log: slog.New(slog.DiscardHandler), Now: time.Now, Random: rand.Reader,
	}
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
