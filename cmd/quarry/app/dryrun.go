package app

import (
	"context"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/store/sqlite"
)

// DryWriter tells what a write would change.
type DryWriter struct{ Store *sqlite.Store }

// SaveDocument tells what saving would change.
func (w DryWriter) SaveDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	return w.Store.PreviewDocument(ctx, k)
}

// DeleteDocument tells what deleting would remove.
func (w DryWriter) DeleteDocument(ctx context.Context, id quarry.DocumentID) (quarry.Difference, error) {
	return w.Store.PreviewDelete(ctx, id)
}

// How much a dry run shows of what would change of a document.
const (
	samplesOfEach = 3   // entries that would be added, changed, removed
	sampleBytes   = 200 // of the title of an entry, and of its text
)

// sampler is a dry writer that keeps some of the entries that it was told of, for whoever
// wants to see what would be stored.
type sampler struct {
	DryWriter

	kept []quarry.JobSample // of the document that was written last
}

// SaveDocument tells what saving would change.
func (w *sampler) SaveDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	difference, err := w.DryWriter.SaveDocument(ctx, k)
	if err != nil {
		return difference, err
	}
	found := make(map[quarry.EntryRef]quarry.Entry, k.Size())
	for _, entry := range k.Entries() {
		found[entry.EntryRef] = entry
	}
	for _, part := range []struct {
		change quarry.JobChange
		refs   []quarry.EntryRef
	}{{quarry.EntryAdded, difference.Added}, {quarry.EntryChanged, difference.Changed}} {
		var entries []quarry.Entry
		for _, ref := range part.refs[:min(len(part.refs), samplesOfEach)] {
			entries = append(entries, found[ref])
		}
		w.keep(part.change, entries)
	}
	return difference, w.keepRemoved(ctx, difference)
}

// DeleteDocument tells what deleting would remove.
func (w *sampler) DeleteDocument(ctx context.Context, id quarry.DocumentID) (quarry.Difference, error) {
	difference, err := w.DryWriter.DeleteDocument(ctx, id)
	if err != nil {
		return difference, err
	}
	return difference, w.keepRemoved(ctx, difference)
}

func (w *sampler) keepRemoved(ctx context.Context, d quarry.Difference) error {
	entries, _, err := w.Store.Entries(ctx, d.Removed[:min(len(d.Removed), samplesOfEach)])
	w.keep(quarry.EntryRemoved, entries)
	return err
}

func (w *sampler) keep(change quarry.JobChange, entries []quarry.Entry) {
	for _, entry := range entries {
		w.kept = append(w.kept, quarry.JobSample{
			Change: change, Kind: entry.Kind, Line: entry.Source.LineStart,
			Title: text.Clip(entry.Title, sampleBytes), Text: text.Clip(entry.Text, sampleBytes),
		})
	}
}

// take returns what was kept since it was called before.
func (w *sampler) take() []quarry.JobSample {
	kept := w.kept
	w.kept = nil
	return kept
}
