package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/quarrykb/quarry/bench/generate"
)

// About 41 entries come of a document: so many make ten thousand.
const (
	libraryDocuments = 252
	libraryEntries   = 10_000
)

// openLibrary opens a base of ten thousand entries or a few more. The first
// figure that asks for it fills it.
func openLibrary(ctx context.Context, dir string) (*base, error) {
	dir = filepath.Join(dir, "library")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	b, err := openBase(ctx, dir)
	if err != nil {
		return nil, err
	}
	revision, err := b.store.Revision(ctx)
	if err == nil && revision == 0 {
		err = b.fill(ctx, generate.Documents(seed, libraryDocuments))
	}
	if err == nil {
		err = b.holds(ctx, libraryEntries)
	}
	if err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

// holds fails where there are fewer entries than a figure speaks of, or many
// more.
func (b *base) holds(ctx context.Context, entries int) error {
	stats, err := b.store.Stats(ctx)
	if err != nil {
		return err
	}
	found := stats.Counts.Question + stats.Counts.Fact + stats.Counts.Spec + stats.Counts.Passage
	if found < entries || found > entries*11/10 {
		return fmt.Errorf("the generated documents come to %d entries, want %d and at most a tenth more", found,
			entries)
	}
	return nil
}
