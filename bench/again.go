package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"
)

// unchangedFigure is an ingest that has nothing to do.
func unchangedFigure(count int) figure {
	return figure{
		name: fmt.Sprintf("unchanged %d documents", count),
		ours: "ingest a folder once more in which nothing changed",
		peer: "read and hash its files, as many at a time",
		unit: time.Millisecond,
		open: func(ctx context.Context, dir string) (contest, error) {
			a, err := openFolderAgain(ctx, dir, "unchanged", count)
			if err != nil {
				return contest{}, err
			}
			return contest{
				ours: timed(func(ctx context.Context, _ int) error { return a.base.take(ctx, found(a.folder)) }),
				peer: timed(func(ctx context.Context, _ int) error { return hashAll(ctx, a.folder) }),
				each: 2, close: a.base.close,
			}, nil
		},
	}
}

// oneChangedFigure is an ingest of which one document changed.
func oneChangedFigure(count int) figure {
	return figure{
		name:   fmt.Sprintf("one changed of %d documents", count),
		ours:   "ingest a folder once more in which one file changed; index caught up",
		peer:   "hash its files, and ingest one that changed alone",
		target: 2, unit: time.Millisecond,
		open: func(ctx context.Context, dir string) (contest, error) {
			a, err := openFolderAgain(ctx, dir, "changed", count)
			if err != nil {
				return contest{}, err
			}
			alone := func(ctx context.Context, _ int) error {
				return errors.Join(hashAll(ctx, a.folder), a.base.take(ctx, found(a.second)))
			}
			return contest{
				ours: a.edited(a.first, func(ctx context.Context, _ int) error {
					return a.base.take(ctx, found(a.folder))
				}),
				peer: a.edited(a.second, alone), each: 2, close: a.base.close,
			}, nil
		},
	}
}

// again is a folder that was ingested once already.
type again struct {
	base          *base
	folder        string
	first, second string // files in it
}

func openFolderAgain(ctx context.Context, dir, name string, count int) (*again, error) {
	folder, err := writeFolder(filepath.Join(dir, name), count)
	if err != nil {
		return nil, err
	}
	data := filepath.Join(dir, name, "base")
	if err := os.MkdirAll(data, 0o700); err != nil {
		return nil, err
	}
	a := &again{folder: folder}
	for _, source := range found(folder).Found {
		if filepath.Dir(source.Name) != folder || a.second == "" {
			a.first, a.second = a.second, source.Name
		}
	}
	if a.base, err = openBase(ctx, data); err != nil {
		return nil, err
	}
	if err := a.base.take(ctx, found(folder)); err != nil {
		return nil, errors.Join(err, a.base.close())
	}
	return a, nil
}

// edited is a side before which a file gets another line.
func (a *again) edited(file string, work func(context.Context, int) error) side {
	return func(ctx context.Context, i int) (time.Duration, error) {
		content, err := os.ReadFile(filepath.Clean(file))
		if err != nil {
			return 0, err
		}
		content = fmt.Appendf(content, "\nThe reading of round %d was steady.\n", i)
		if err := os.WriteFile(file, content, 0o600); err != nil { //nolint:gosec // A file of the generated folder.
			return 0, err
		}
		return timed(work)(ctx, i)
	}
}

// hashAll reads and hashes every file of a folder.
func hashAll(ctx context.Context, folder string) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.NumCPU())
	for _, source := range found(folder).Found {
		group.Go(func() error {
			file, err := os.Open(source.Name)
			if err != nil {
				return err
			}
			_, err = io.Copy(sha256.New(), file)
			return errors.Join(err, file.Close(), ctx.Err())
		})
	}
	return group.Wait()
}
