package bleveindex

import (
	"context"
	"fmt"
	"runtime"

	"github.com/blevesearch/bleve/v2/document"
	index "github.com/blevesearch/bleve_index_api"
	"golang.org/x/sync/errgroup"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// portion is how many entries one goroutine analyses at a time.
const portion = 64

// documents analyses entries on every thread that runs Go. It returns their lengths as well.
func (g *generation) documents(ctx context.Context, entries []quarry.Entry) ([]*document.Document, tally, error) {
	made := make([]*document.Document, len(entries))
	sizes := make([]lengths, len(entries))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for start := 0; start < len(entries); start += portion {
		end := min(start+portion, len(entries))
		group.Go(func() error {
			for i := start; i < end; i++ {
				made[i], sizes[i] = g.schema.document(entries[i])
			}
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return nil, nil, err
	}
	sum := make(tally)
	for i, size := range sizes {
		sum.add(entries[i].Kind, size)
	}
	return made, sum, nil
}

// replaced returns the lengths of the entries in the index that a batch
// takes away or puts anew.
func (g *generation) replaced(b search.Batch) (tally, error) {
	reader, err := g.core.Reader()
	if err != nil {
		return nil, fmt.Errorf("begin to read: %w", err)
	}
	defer reader.Close() //nolint:errcheck // Closing a reader only counts it down.
	if count, err := reader.DocCount(); err != nil || count == 0 {
		return nil, err
	}
	values, err := reader.DocValueReader([]string{fieldLengths})
	if err != nil {
		return nil, fmt.Errorf("read lengths: %w", err)
	}
	sum := make(tally)
	for _, id := range touched(b) {
		size, err := lengthsOf(reader, values, id)
		if err != nil {
			return nil, fmt.Errorf("look up %q: %w", id, err)
		}
		if size.Entries > 0 {
			sum.add(quarry.EntryKindOf(quarry.EntryID(id)), size)
		}
	}
	return sum, nil
}

func touched(b search.Batch) []string {
	ids := make([]string, 0, len(b.Puts)+len(b.Deletes))
	for _, entry := range b.Puts {
		ids = append(ids, string(entry.ID))
	}
	for _, ref := range b.Deletes {
		ids = append(ids, string(ref.ID))
	}
	return ids
}

// lengthsOf returns the lengths of an entry in the index, none where it is not
// there.
func lengthsOf(reader index.IndexReader, values index.DocValueReader, id string) (lengths, error) {
	number, err := reader.InternalID(id)
	if err != nil || number == nil {
		return lengths{}, err
	}
	size := lengths{Entries: 1}
	err = values.VisitDocValues(number, func(_ string, value []byte) {
		split(string(value), size.Tokens[:])
	})
	return size, err
}
