package sqlite

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/quarrykb/quarry"
)

// Documents lists the documents whose row and bytes are whole, by path and id, all at
// once: a wreck is a shelf from which they are read again.
func (w *Wreck) Documents(context.Context, quarry.Filter, quarry.PageRequest) (quarry.Page[quarry.Document], error) {
	return quarry.Page[quarry.Document]{Items: w.saved, Total: len(w.saved)}, nil
}

// Content returns the bytes of a document that Documents lists, or KindNotFound.
func (w *Wreck) Content(_ context.Context, id quarry.DocumentID) (quarry.Content, quarry.Sequence, error) {
	content, reason := w.content(w.documents[id])
	if reason != "" {
		return content, 0, quarry.Errorf(quarry.KindNotFound, "the document %q cannot be read: %s", id, reason)
	}
	return content, 0, nil
}

// Lost lists the documents that were stored and cannot be saved, by path and id.
func (w *Wreck) Lost() []LostDocument { return w.lost }

// MissingPages is how many pages of the database are not there at all. What stood on
// them alone is not among what is lost by name.
func (w *Wreck) MissingPages() int { return w.missingPages }

// Keys returns the keys that can be read, by id. Nothing but their shape says whether
// they are as they were.
func (w *Wreck) Keys() []quarry.Key {
	return slices.SortedFunc(maps.Values(w.keys), func(a, b quarry.Key) int { return cmp.Compare(a.ID, b.ID) })
}

// Jobs returns the jobs that can be read, the oldest first.
func (w *Wreck) Jobs() []quarry.Job {
	return slices.SortedFunc(maps.Values(w.jobs), func(a, b quarry.Job) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
}

// Done returns what MarkDone was called for.
func (w *Wreck) Done() []string { return w.done }
