package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/quarrykb/quarry"
)

// textSizeFigure is the size of the lexical index beside that of the texts.
func textSizeFigure(count int) figure {
	return figure{
		name:   fmt.Sprintf("size of the index of %d notes, text", count),
		ours:   "the files of the lexical index",
		peer:   "titles and texts",
		target: 3.5, unit: 1000, called: "kB",
		open: func(_ context.Context, dir string) (contest, error) {
			return sizes(dir, count, func(context.Context) (int64, error) { return textBytes(count) }), nil
		},
	}
}

// indexSizeFigure is the same beside that of a peer's index.
func indexSizeFigure(count int, peer rankers) figure {
	return figure{
		name: fmt.Sprintf("size of the index of %d notes, %s", count, peer.name),
		ours: "the files of the lexical index",
		peer: "those of " + peer.says,
		unit: 1000, called: "kB",
		open: func(_ context.Context, dir string) (contest, error) {
			return sizes(dir, count, func(ctx context.Context) (int64, error) {
				return peer.bytes(ctx, dir, count)
			}), nil
		},
	}
}

// sizes compares Quarry's index with something.
func sizes(dir string, count int, with func(context.Context) (int64, error)) contest {
	of := func(size func(context.Context) (int64, error)) side {
		return func(ctx context.Context, _ int) (time.Duration, error) {
			bytes, err := size(ctx)
			return time.Duration(bytes), err
		}
	}
	return contest{
		ours: of(func(ctx context.Context) (int64, error) { return ownRankers().bytes(ctx, dir, count) }),
		peer: of(with), each: 1, anew: true, close: func() error { return nil },
	}
}

// bytes returns what a filled ranker takes on disk while it is closed.
func (r rankers) bytes(ctx context.Context, dir string, count int) (int64, error) {
	opened, err := r.openFilled(ctx, dir, count)
	if err == nil {
		err = opened.close()
	}
	if err != nil {
		return 0, err
	}
	return bytesBelow(filepath.Join(notesDir(dir, count), r.name))
}

func bytesBelow(dir string) (int64, error) {
	var sum int64
	err := filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil {
			sum += info.Size()
		}
		return err
	})
	return sum, err
}

func textBytes(count int) (int64, error) {
	var sum int64
	err := eachBatch(count, func(batch []quarry.Entry) error {
		for _, e := range batch {
			sum += int64(len(e.Title) + len(e.Text))
		}
		return nil
	})
	return sum, err
}
