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

// StoredDocument finds nothing.
func (emptyLibrary) StoredDocument(_ context.Context, _, path string) (quarry.StoredDocument, error) {
	return quarry.StoredDocument{}, quarry.Errorf(quarry.KindNotFound, "there is no document %q", path)
}

// StoredDocuments finds nothing.
func (emptyLibrary) StoredDocuments(context.Context, string, string) ([]quarry.StoredDocument, error) {
	return nil, nil
}

// SaveDocument tells that every entry would be new.
func (emptyLibrary) SaveDocument(_ context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	return quarry.Difference{Added: k.Refs()}, nil
}

// DeleteDocument has nothing to remove.
func (emptyLibrary) DeleteDocument(_ context.Context, id quarry.DocumentID) (quarry.Difference, error) {
	return quarry.Difference{}, quarry.Errorf(quarry.KindNotFound, "there is no document %q", id)
}
