package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/vectorindex"
	"github.com/quarrykb/quarry/store/sqlite"

	"github.com/quarrykb/quarry/bench/generate"
)

// scannedDim is how many numbers each vector has.
const scannedDim = 256

// scanner finds the vectors that are nearest to one.
type scanner interface {
	// add writes vectors, numbered on from first.
	add(ctx context.Context, first int, vectors [][]float32) error
	// done makes what was added findable.
	done(ctx context.Context) error
	// nearest returns the numbers of the ten that are nearest to the i-th query.
	nearest(ctx context.Context, query int) ([]int, error)
	close() error
}

// scanners is a kind of scanner.
type scanners struct {
	name string
	says string
	open func(ctx context.Context, dir string, count int) (scanner, error)
}

// vectorsDir is where the figures of so many vectors keep what they share.
func vectorsDir(dir string, count int) string {
	return filepath.Join(dir, "vectors-"+strconv.Itoa(count))
}

// openFilled opens a scanner of so many vectors. The first figure that asks for
// it fills it.
func (s scanners) openFilled(ctx context.Context, dir string, count int) (scanner, error) {
	dir = filepath.Join(vectorsDir(dir, count), s.name)
	full := dir + ".full"
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	opened, err := s.open(ctx, dir, count)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", s.name, err)
	}
	if _, err := os.Stat(full); err == nil {
		return opened, nil
	}
	for first := 0; first < count && err == nil; first += followed {
		err = opened.add(ctx, first, generate.Directions(seed, first, min(followed, count-first), scannedDim))
	}
	if err == nil {
		err = opened.done(ctx)
	}
	if err == nil {
		err = os.WriteFile(full, nil, 0o600)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("fill %s: %w", s.name, err), opened.close())
	}
	return opened, nil
}

// exactScanners keep vectors exactly in memory, narrowScanners in a byte a
// number, with the best compared once more by those in the database.
func exactScanners() scanners {
	return scanners{
		name: "float32", says: "Quarry's vectors, float32 in memory",
		open: func(ctx context.Context, dir string, count int) (scanner, error) {
			return openOwnScanner(ctx, dir, count+1)
		},
	}
}

func narrowScanners() scanners {
	return scanners{
		name: "int8", says: "Quarry's vectors, a byte a number in memory, the best compared by those in the database",
		open: func(ctx context.Context, dir string, _ int) (scanner, error) { return openOwnScanner(ctx, dir, 1) },
	}
}

// ownScanner is Quarry's vector engine over its store.
type ownScanner struct {
	store *sqlite.Store
	index *vectorindex.Index
	next  search.Rebuild // nil until the first batch
}

func openOwnScanner(ctx context.Context, dir string, exact int) (scanner, error) {
	store, err := sqlite.Open(ctx, database(dir), sqlite.Options{Now: time.Now})
	if err != nil {
		return nil, err
	}
	index, err := vectorindex.Open(ctx, store, vectorindex.Options{Embedder: numbered{}, Exact: exact})
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return &ownScanner{store: store, index: index}, nil
}

func (o *ownScanner) add(ctx context.Context, first int, vectors [][]float32) error {
	if o.next == nil {
		next, err := o.index.Rebuild(ctx)
		if err != nil {
			return err
		}
		o.next = next
	}
	puts := make([]quarry.Entry, len(vectors))
	for i := range puts {
		puts[i] = quarry.Entry{
			EntryRef: quarry.EntryRef{Kind: quarry.EntryFact, ID: quarry.EntryID(strconv.Itoa(first + i))},
			Title:    strconv.Itoa(first + i),
		}
	}
	return o.next.Apply(ctx, search.Batch{Puts: puts})
}

func (o *ownScanner) done(ctx context.Context) error {
	if err := o.next.Apply(ctx, search.Batch{Cursor: 1, Session: "bench"}); err != nil {
		return err
	}
	return o.next.Commit(ctx)
}

func (o *ownScanner) nearest(ctx context.Context, query int) ([]int, error) {
	found, err := o.index.Search(ctx, quarry.Query{Text: strconv.Itoa(query), Limit: topHits})
	if err != nil {
		return nil, err
	}
	numbers := make([]int, len(found.Hits))
	for i, hit := range found.Hits {
		if numbers[i], err = strconv.Atoi(string(hit.ID)); err != nil {
			return nil, err
		}
	}
	return numbers, nil
}

func (o *ownScanner) close() error { return o.store.Close() }

// numbered is an embedder of texts that are numbers of generated vectors.
type numbered struct{}

// ID names it.
func (numbered) ID() string { return "numbered" }

// Dim returns the length of every vector.
func (numbered) Dim() int { return scannedDim }

// Embed returns the vectors of some numbers.
func (numbered) Embed(_ context.Context, texts []string, kind search.TextKind) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		number, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return nil, err
		}
		vectors[i] = vectorOf(kind, number)
	}
	return vectors, nil
}

func vectorOf(kind search.TextKind, number int) []float32 {
	if kind == search.TextQuery {
		return generate.Directions(scanSeed, number, 1, scannedDim)[0]
	}
	return generate.Directions(seed, number, 1, scannedDim)[0]
}

// close enough to the tenth that none could tell which of both is nearer.
const nearlySame = 1e-6

// nearby compares every vector with some queries, and returns how near the tenth
// nearest of each is.
func nearby(count int, queries [][]float32) []float64 {
	found := make([][]float64, len(queries))
	for first := 0; first < count; first += followed {
		for _, v := range generate.Directions(seed, first, min(followed, count-first), scannedDim) {
			for q, query := range queries {
				found[q] = append(found[q], product(query, v))
			}
		}
		for q := range found {
			slices.SortFunc(found[q], func(a, b float64) int { return cmp.Compare(b, a) })
			found[q] = found[q][:min(topHits, len(found[q]))]
		}
	}
	tenths := make([]float64, len(queries))
	for q := range found {
		tenths[q] = found[q][len(found[q])-1]
	}
	return tenths
}

func product(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
