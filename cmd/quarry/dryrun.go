package main

import (
	"context"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
)

// dryWriter tells what a write would change.
type dryWriter struct{ store *sqlite.Store }

// SaveDocument tells what saving would change.
func (w dryWriter) SaveDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	return w.store.PreviewDocument(ctx, k)
}

// DeleteDocument tells what deleting would remove.
func (w dryWriter) DeleteDocument(ctx context.Context, id quarry.DocumentID) (quarry.Difference, error) {
	return w.store.PreviewDelete(ctx, id)
}

// emptyLibrary stands for a database that is not there yet: everything would
// be new.
type emptyLibrary struct{}

// StoredFile finds nothing.
func (emptyLibrary) StoredFile(context.Context, string, string) ([]quarry.StoredDocument, error) {
	return nil, nil
}

// StoredDocuments finds nothing.
func (emptyLibrary) StoredDocuments(context.Context, string, string) ([]quarry.StoredDocument, error) {
	return nil, nil
}

// PreviewDocument tells that every entry would be new.
func (e emptyLibrary) PreviewDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	return e.SaveDocument(ctx, k)
}

// SaveDocument tells that every entry would be new.
func (emptyLibrary) SaveDocument(_ context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	return quarry.Difference{Added: k.Refs()}, nil
}

// DeleteDocument has nothing to remove.
func (emptyLibrary) DeleteDocument(_ context.Context, id quarry.DocumentID) (quarry.Difference, error) {
	return quarry.Difference{}, quarry.Errorf(quarry.KindNotFound, "there is no document %q", id)
}

// Entries finds none.
func (emptyLibrary) Entries(context.Context, []quarry.EntryRef) ([]quarry.Entry, quarry.Sequence, error) {
	return nil, 0, nil
}

// Twin finds none.
func (emptyLibrary) Twin(context.Context, string, string, string) (string, error) { return "", nil }

// Fingerprints counts none.
func (emptyLibrary) Fingerprints(context.Context) (map[string]int, error) {
	return map[string]int{}, nil
}
