package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"

	"github.com/quarrykb/quarry/bench/generate"
)

// leastDocuments is the fewest that the figures of ingest make sense of: some
// compare with a tenth of them.
const leastDocuments = 10

// writeFolder writes so many generated documents into a folder, unless it is
// there already. It holds one of them at a time.
func writeFolder(dir string, count int) (string, error) {
	dir = filepath.Join(dir, fmt.Sprintf("documents-%d", count))
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	for i := range count {
		d := generate.Nth(seed, i)
		file := filepath.Join(dir, filepath.FromSlash(d.Path))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return "", err
		}
		if err := os.WriteFile(file, d.Text, 0o600); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// found lists what stands at a path.
func found(path string) ingest.Sources {
	return ingest.Find(ingest.Request{Paths: []string{path}, Collection: quarry.DefaultCollection})
}

// ingestFolder ingests a folder into a new base, and returns how long that took
// up to an index that has caught up.
func ingestFolder(ctx context.Context, dir, folder string) (time.Duration, error) {
	b, err := openBase(ctx, dir)
	if err != nil {
		return 0, err
	}
	began := time.Now()
	err = b.take(ctx, found(folder))
	return time.Since(began), errors.Join(err, b.close())
}

// costFigure is what one document costs among many and among a tenth of them.
func costFigure(count int) figure {
	return figure{
		name:   fmt.Sprintf("a document of %d", count),
		ours:   "ingest a folder into a new base; the time for each document",
		peer:   fmt.Sprintf("the same with %d documents", count/10),
		target: 1.3, unit: time.Microsecond,
		open: func(_ context.Context, dir string) (contest, error) {
			many, err := writeFolder(dir, count)
			if err != nil {
				return contest{}, err
			}
			few, err := writeFolder(dir, count/10)
			each := func(folder string, count int) side {
				return inFreshFolder(filepath.Join(dir, "scratch"),
					func(ctx context.Context, dir string) (time.Duration, error) {
						took, err := ingestFolder(ctx, dir, folder)
						return took / time.Duration(count), err
					})
			}
			return contest{
				ours: each(many, count), peer: each(few, count/10), each: 1, anew: true,
				close: func() error { return nil },
			}, err
		},
	}
}
