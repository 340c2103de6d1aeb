package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/markdown"
	"github.com/quarrykb/quarry/internal/lexicon"
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

// typingFigure is what the Markdown parser makes of tables, all facts and specs
// with their spans, beside parsing the tables alone. It does not look for
// questions, and gives no ids and no topics. Both are measured by what they take
// of the processor, collecting garbage included. Typed at 0.3 of the rate of parsing
// is a ratio of 3.3.
func typingFigure() figure {
	return figure{
		name:   "type 100,000 table rows",
		ours:   "parse twenty tables of 5,000 rows and type four numbers in each row, by processor time",
		peer:   "goldmark parses the same tables",
		target: 3.3, unit: time.Millisecond,
		open: func(context.Context, string) (contest, error) {
			words, err := lexicon.Load() //nolint:contextcheck // Nothing in it can take long.
			if err != nil {
				return contest{}, err
			}
			return typingContest(typer{markdown.New(words)}.typeTable), nil
		},
	}
}

// preparingFigure is all that is done with the same tables before they are
// saved: reading, detecting, looking for questions, typing, ids and topics.
func preparingFigure() figure {
	return figure{
		name: "prepare 100,000 table rows",
		ours: "take the same tables through the pipeline, up to saving them, by processor time",
		peer: "goldmark parses the same tables",
		unit: time.Millisecond,
		open: func(context.Context, string) (contest, error) {
			session, err := app.NewSession("") //nolint:contextcheck // Nothing in it can take long.
			if err != nil {
				return contest{}, err
			}
			return typingContest(preparer{session.Pipeline()}.prepareTable), nil
		},
	}
}

// typingContest does something with each table that goldmark parses.
func typingContest(take func(context.Context, []byte) (int, error)) contest {
	parser := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser()
	tables := make([][]byte, typedTables)
	for i := range tables {
		tables[i] = generate.Table(i, typedRows)
	}
	return contest{
		ours: busy(func(ctx context.Context, _ int) error {
			for _, table := range tables {
				typed, err := take(ctx, table)
				if err != nil {
					return err
				}
				if typed != 4*typedRows {
					return fmt.Errorf("%d numbers were typed, want %d", typed, 4*typedRows)
				}
			}
			return nil
		}),
		peer: busy(func(context.Context, int) error {
			for _, table := range tables {
				parser.Parse(text.NewReader(table))
			}
			return nil
		}),
		each:  1,
		close: func() error { return nil },
	}
}

// typer types the numbers of a table.
type typer struct{ parser *markdown.Parser }

func (t typer) typeTable(ctx context.Context, table []byte) (int, error) {
	found, err := t.parser.Parse(ctx, ingest.NewText(table))
	return len(found.Specs), err
}

// preparer takes a table through the pipeline.
type preparer struct{ pipeline *ingest.Pipeline }

func (p preparer) prepareTable(ctx context.Context, table []byte) (int, error) {
	raw, err := p.pipeline.Read(ctx, ingest.Source{
		Name: "boards.md", Collection: quarry.DefaultCollection, Root: "/generated", Path: "boards.md",
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(table)), nil },
	})
	if err != nil {
		return 0, err
	}
	tagged, err := p.pipeline.Prepare(ctx, raw)
	return len(tagged.Knowledge.Specs), err
}
