package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/quarrykb/quarry/bench/generate"
)

const (
	seed        = 1
	mostEntries = 1 << 24
)

// ingestFigures measure the way in.
func ingestFigures(s scale) []figure {
	return []figure{
		ingestFigure(s.documents), recordsFigure(s.entries), costFigure(s.documents),
		memoryFigure(s.documents), unchangedFigure(s.documents), oneChangedFigure(s.documents),
	}
}

// ingestFigure is the whole way in, up to an index that has caught up.
func ingestFigure(count int) figure {
	return figure{
		name:   fmt.Sprintf("ingest %d documents", count),
		ours:   "read, save and index them; store and index caught up",
		peer:   "goldmark parses them, one transaction a document writes the same rows, one bleve batch the same entries",
		target: 2, unit: time.Second,
		open: func(ctx context.Context, dir string) (contest, error) { return openIngest(ctx, dir, count) },
	}
}

func openIngest(ctx context.Context, dir string, count int) (contest, error) {
	documents := generate.Documents(seed, count)
	p, err := newIngestPeer(ctx, filepath.Join(dir, "reference"), documents)
	if err != nil {
		return contest{}, err
	}
	scratch := filepath.Join(dir, "scratch")
	return contest{
		ours: inFreshFolder(scratch, func(ctx context.Context, dir string) (time.Duration, error) {
			return ingestOurs(ctx, dir, documents)
		}),
		peer:  inFreshFolder(scratch, p.run),
		each:  1,
		anew:  true,
		close: func() error { return nil },
	}, nil
}

// inFreshFolder gives each piece of work an empty folder and a clean heap.
func inFreshFolder(dir string, work func(context.Context, string) (time.Duration, error)) side {
	return func(ctx context.Context, _ int) (time.Duration, error) {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return 0, err
		}
		runtime.GC()
		took, err := work(ctx, dir)
		return took, errors.Join(err, os.RemoveAll(dir))
	}
}

func ingestOurs(ctx context.Context, dir string, documents []generate.Document) (time.Duration, error) {
	b, err := openBase(ctx, dir)
	if err != nil {
		return 0, err
	}
	began := time.Now()
	err = b.fill(ctx, documents)
	return time.Since(began), errors.Join(err, b.close())
}

// ingestPeer does the least that could be done with the same documents.
type ingestPeer struct {
	documents []generate.Document
	parser    parser.Parser
	rows      [][]insertion
	entries   []quarry.Entry
}

// newIngestPeer ingests the documents once, to know which rows and entries they
// come to.
func newIngestPeer(ctx context.Context, dir string, documents []generate.Document) (*ingestPeer, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	b, err := openBase(ctx, dir)
	if err != nil {
		return nil, err
	}
	p := &ingestPeer{documents: documents, parser: goldmark.New(goldmark.WithExtensions(
		extension.Table, extension.Footnote, extension.DefinitionList)).Parser()}
	if err = b.fill(ctx, documents); err == nil {
		p.entries, err = b.entries(ctx, mostEntries)
	}
	if err := errors.Join(err, b.close()); err != nil {
		return nil, err
	}
	p.rows, err = rowsByDocument(ctx, database(dir))
	if err == nil && len(p.rows) != len(documents) {
		err = fmt.Errorf("%d documents are stored, want %d", len(p.rows), len(documents))
	}
	return p, err
}

func (p *ingestPeer) run(ctx context.Context, dir string) (time.Duration, error) {
	var example []insertion
	for _, rows := range p.rows {
		example = append(example, rows...)
	}
	writer, err := openBareWriter(ctx, database(dir), example)
	if err != nil {
		return 0, err
	}
	index, err := openBareIndex(filepath.Join(dir, "index"), keepNothing)
	if err != nil {
		return 0, errors.Join(err, writer.close())
	}
	began := time.Now()
	for _, d := range p.documents {
		p.parser.Parse(text.NewReader(d.Text))
	}
	for _, rows := range p.rows {
		if err == nil {
			err = writer.write(ctx, rows)
		}
	}
	if err == nil {
		err = writeBarely(index, p.entries, len(p.entries))
	}
	return time.Since(began), errors.Join(err, index.Close(), writer.close())
}
