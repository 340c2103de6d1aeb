package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/quarrykb/quarry"

	"github.com/quarrykb/quarry/bench/generate"
)

// ranker is an index of words on disk that holds no texts: what it finds is the
// ids of the best ten and their scores.
type ranker interface {
	// add writes a batch, onto the disk.
	add(ctx context.Context, entries []quarry.Entry) error
	// done makes what was added findable.
	done(ctx context.Context) error
	// top ranks what holds any of the words, or all of them, and returns how many
	// of the best ten there are.
	top(ctx context.Context, words []string, wanted matching) (int, error)
	close() error
}

// matching says which of the words an entry must hold.
type matching string

const (
	matchAny matching = "any"
	matchAll matching = "all"
)

const (
	topHits = 10

	// leastNotes is the fewest that the embedder learns from.
	leastNotes = 100
)

// rankers is a kind of ranker.
type rankers struct {
	name string
	says string // what it is, in words
	open func(ctx context.Context, dir string) (ranker, error)
}

// rankingPeers are all that Quarry's ranking is measured beside.
func rankingPeers() []rankers { return append(builtRankers(), bareRankers()) }

// notesDir is where the figures of so many notes keep what they share.
func notesDir(dir string, count int) string {
	return filepath.Join(dir, "notes-"+strconv.Itoa(count))
}

// eachBatch hands so many notes to a function, as many at a time as a follower
// does. It holds no more of them.
func eachBatch(count int, take func([]quarry.Entry) error) error {
	var batch []quarry.Entry
	for number := 0; number*generate.ChapterNotes < count; number++ {
		batch = append(batch, chapterEntries(number)...)
		last := (number+1)*generate.ChapterNotes >= count
		if len(batch) < followed && !last {
			continue
		}
		if err := take(batch); err != nil {
			return err
		}
		batch = batch[:0]
	}
	return nil
}

func chapterEntries(number int) []quarry.Entry {
	chapter := generate.Chapter(seed, number)
	entries := make([]quarry.Entry, 0, generate.ChapterNotes)
	for _, q := range chapter.Questions {
		entries = append(entries, q.Entry())
	}
	for _, p := range chapter.Passages {
		entries = append(entries, p.Entry())
	}
	return entries
}

// fill writes so many notes into a ranker.
func fill(ctx context.Context, into ranker, count int) error {
	err := eachBatch(count, func(batch []quarry.Entry) error { return into.add(ctx, batch) })
	if err == nil {
		err = into.done(ctx)
	}
	return err
}

// openFilled opens a ranker of so many notes. The first figure that asks for it
// fills it.
func (r rankers) openFilled(ctx context.Context, dir string, count int) (ranker, error) {
	dir = filepath.Join(notesDir(dir, count), r.name)
	full := dir + ".full"
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	opened, err := r.open(ctx, dir)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", r.name, err)
	}
	if _, err := os.Stat(full); err == nil {
		return opened, nil
	}
	if err = fill(ctx, opened, count); err == nil {
		err = os.WriteFile(full, nil, 0o600)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("fill %s: %w", r.name, err), opened.close())
	}
	return opened, nil
}
