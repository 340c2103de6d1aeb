package bleveindex

import (
	"context"
	"fmt"

	index "github.com/blevesearch/bleve_index_api"

	"github.com/quarrykb/quarry"
)

// Damage says what is broken about the index, "" where it is sound, or where
// there is none: then Stale says why it has to be built anew.
func (i *Index) Damage(context.Context) string {
	i.mu.RLock()
	defer i.mu.RUnlock()
	switch {
	case i.broken == noIndex:
		return ""
	case i.broken != "":
		return i.broken
	case i.serving.gone():
		return "the index folder was taken away"
	}
	return ""
}

// Count returns how many entries the serving index holds.
func (i *Index) Count(context.Context) (int, error) {
	count := 0
	err := i.inspect(func(reader index.IndexReader) error {
		held, err := reader.DocCount()
		count = int(held) //nolint:gosec // far fewer than an int holds
		return err
	})
	return count, err
}

// Missing returns those of some entries that the serving index does not hold.
func (i *Index) Missing(ctx context.Context, refs []quarry.EntryRef) ([]quarry.EntryRef, error) {
	var missing []quarry.EntryRef
	err := i.inspect(func(reader index.IndexReader) error {
		for _, ref := range refs {
			number, err := reader.InternalID(string(ref.ID))
			if err != nil {
				return fmt.Errorf("look up %q: %w", ref.ID, err)
			}
			if number == nil {
				missing = append(missing, ref)
			}
		}
		return ctx.Err()
	})
	return missing, err
}

// inspect reads from the serving index.
func (i *Index) inspect(look func(index.IndexReader) error) error {
	g, err := i.acquire()
	if err != nil {
		return err
	}
	defer g.users.Done()
	return explain(safely(func() error {
		reader, err := g.core.Reader()
		if err != nil {
			return fmt.Errorf("begin to read: %w", err)
		}
		defer reader.Close() //nolint:errcheck // Closing a reader only counts it down.
		return look(reader)
	}))
}
