package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/quarrykb/quarry"

	"github.com/quarrykb/quarry/bench/generate"
)

// recordsFigure is the way in of one long file.
func recordsFigure(count int) figure {
	return figure{
		name:   fmt.Sprintf("ingest %d entries of JSON Lines", count),
		ours:   "read one file part by part, save and index; store and index caught up",
		peer:   "decode each line, one transaction a part writes the same rows, bleve batches the same entries",
		target: 2, unit: time.Second,
		open: func(ctx context.Context, dir string) (contest, error) { return openRecords(ctx, dir, count) },
	}
}

func openRecords(ctx context.Context, dir string, count int) (contest, error) {
	file, err := writeRecords(dir, count)
	if err != nil {
		return contest{}, err
	}
	p, err := newRecordsPeer(ctx, filepath.Join(dir, "records-reference"), file, count)
	if err != nil {
		return contest{}, err
	}
	scratch := filepath.Join(dir, "scratch")
	return contest{
		ours: inFreshFolder(scratch, func(ctx context.Context, dir string) (time.Duration, error) {
			return ingestFolder(ctx, dir, file)
		}),
		peer: inFreshFolder(scratch, p.run),
		each: 1, anew: true, close: func() error { return nil },
	}, nil
}

// record is one line of the file.
type record struct {
	Question   string `json:"question"`
	Answer     string `json:"answer"`
	Difficulty string `json:"difficulty"`
}

// writeRecords writes so many questions into a file, a line each.
func writeRecords(dir string, count int) (string, error) {
	file := filepath.Join(dir, fmt.Sprintf("records-%d.jsonl", count))
	out, err := os.Create(filepath.Clean(file))
	if err != nil {
		return "", err
	}
	buffered := bufio.NewWriter(out)
	encoder := json.NewEncoder(buffered)
	for written, deck := 0, 0; written < count && err == nil; deck++ {
		for _, q := range generate.Deck(seed, deck).Questions {
			if written < count && err == nil {
				err = encoder.Encode(record{
					Question: fmt.Sprintf("%s (case %d)", q.Text, written), Answer: q.Answer,
					Difficulty: string(q.Grade.Difficulty),
				})
				written++
			}
		}
	}
	return file, errors.Join(err, buffered.Flush(), out.Close())
}

// recordsPeer does the least that could be done with the same file.
type recordsPeer struct {
	file    string
	rows    [][]insertion
	entries []quarry.Entry
}

func newRecordsPeer(ctx context.Context, dir, file string, count int) (*recordsPeer, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	b, err := openBase(ctx, dir)
	if err != nil {
		return nil, err
	}
	p := &recordsPeer{file: file}
	if err = b.take(ctx, found(file)); err == nil {
		p.entries, err = b.entries(ctx, mostEntries)
	}
	if err := errors.Join(err, b.close()); err != nil {
		return nil, err
	}
	if len(p.entries) != count {
		return nil, fmt.Errorf("the file came to %d entries, want %d", len(p.entries), count)
	}
	p.rows, err = rowsByDocument(ctx, database(dir))
	return p, err
}

func (p *recordsPeer) run(ctx context.Context, dir string) (time.Duration, error) {
	writer, err := openBareWriter(ctx, database(dir), p.rows[0])
	if err != nil {
		return 0, err
	}
	index, err := openBareIndex(filepath.Join(dir, "index"), keepNothing)
	if err != nil {
		return 0, errors.Join(err, writer.close())
	}
	began := time.Now()
	err = decodeAll(p.file)
	for _, rows := range p.rows {
		if err == nil {
			err = writer.write(ctx, rows)
		}
	}
	if err == nil {
		err = writeBarely(index, p.entries, followed)
	}
	return time.Since(began), errors.Join(err, index.Close(), writer.close())
}

func decodeAll(file string) error {
	in, err := os.Open(filepath.Clean(file))
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // It was only read.
	for decoder := json.NewDecoder(bufio.NewReader(in)); ; {
		var r record
		if err := decoder.Decode(&r); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}
