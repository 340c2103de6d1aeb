package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"github.com/quarrykb/quarry/bench/generate"
)

// The tables of typingFigure: 100,000 rows, in documents below the limit of cells.
const (
	typedTables = 20
	typedRows   = 5_000
)

// typingFigure is reading the numbers of tables beside parsing the tables alone.
// Typed at 0.3 of the rate of parsing is a ratio of 3.3.
func typingFigure() figure {
	return figure{
		name:   "type 100,000 table rows",
		ours:   "parse twenty tables of 5,000 rows, and read four numbers in each row",
		peer:   "goldmark parses the same tables",
		target: 3.3, unit: time.Millisecond,
		open: openTyping,
	}
}

func openTyping(context.Context, string) (contest, error) {
	pipeline, err := newPipeline(slog.New(slog.DiscardHandler)) //nolint:contextcheck // Nothing in it can take long.
	if err != nil {
		return contest{}, err
	}
	parser := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser()
	tables := make([][]byte, typedTables)
	for i := range tables {
		tables[i] = generate.Table(i, typedRows)
	}
	return contest{
		ours: timed(func(ctx context.Context, _ int) error {
			for _, table := range tables {
				if err := typeTable(ctx, pipeline, table); err != nil {
					return err
				}
			}
			return nil
		}),
		peer: timed(func(context.Context, int) error {
			for _, table := range tables {
				parser.Parse(text.NewReader(table))
			}
			return nil
		}),
		each:  1,
		close: func() error { return nil },
	}, nil
}

// typeTable reads a table, and is sure that its numbers came out.
func typeTable(ctx context.Context, p *ingest.Pipeline, table []byte) error {
	raw, err := p.Read(ctx, ingest.Source{
		Name: "boards.md", Collection: quarry.DefaultCollection, Root: "/generated", Path: "boards.md",
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(table)), nil },
	})
	if err != nil {
		return err
	}
	tagged, err := p.Prepare(ctx, raw)
	if err != nil {
		return err
	}
	if got := len(tagged.Knowledge.Specs); got != 4*typedRows {
		return fmt.Errorf("%d numbers were typed, want %d", got, 4*typedRows)
	}
	return nil
}
