package vectorindex

import (
	"context"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

var _ search.Audited = (*Index)(nil)

// Amiss returns those of some entries that have no row, or one of another text.
// The writer of the index calls it.
func (i *Index) Amiss(_ context.Context, entries []quarry.Entry) ([]quarry.Entry, error) {
	g, err := i.writable()
	if err != nil {
		return nil, err
	}
	var amiss []quarry.Entry
	for _, entry := range entries {
		if stands, known := g.rows.at[entry.EntryRef]; !known || stands.text != hashOf(textOf(entry)) {
			amiss = append(amiss, entry)
		}
	}
	return amiss, nil
}

// Count returns how many entries have a row. The writer of the index calls it.
func (i *Index) Count(context.Context) (int, error) {
	g, err := i.writable()
	if err != nil {
		return 0, err
	}
	return len(g.rows.at), nil
}

// writable returns the generation that serves, as its writer sees it.
func (i *Index) writable() (*generation, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.serving == nil {
		return nil, unavailable()
	}
	return i.serving, nil
}

// Examination is what it came to that a generation was held against the entries.
type Examination struct {
	Entries  int // that there are
	Missing  int // of these without a row that can be read
	Outdated int // of these with a row of another text
	Surplus  int // rows of what is no entry
}

// Examine holds a generation in the store against the entries, without an index.
func Examine(ctx context.Context, vectors Vectors, e quarry.Embedding, entries search.Scanner) (Examination, error) {
	known, err := earlierOf(ctx, vectors, e)
	if err != nil {
		return Examination{}, err
	}
	var found Examination
	for after := (quarry.EntryRef{}); ; {
		some, err := entries.ScanEntries(ctx, after, rowsOfWrite)
		if err != nil {
			return Examination{}, err
		}
		if len(some) == 0 {
			found.Surplus = len(known.texts) - (found.Entries - found.Missing)
			return found, nil
		}
		for _, entry := range some {
			found.Entries++
			switch hash, there := known.text(entry.EntryRef); {
			case !there:
				found.Missing++
			case hash != hashOf(textOf(entry)):
				found.Outdated++
			}
		}
		after = some[len(some)-1].EntryRef
	}
}
