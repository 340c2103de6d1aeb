package intake

import (
	"context"
	"iter"
	"maps"
	"slices"

	"github.com/quarrykb/quarry"
)

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

// Question finds none.
func (emptyLibrary) Question(_ context.Context, id quarry.QuestionID) (quarry.Question, quarry.Sequence, error) {
	return quarry.Question{}, 0, quarry.Errorf(quarry.KindNotFound, "there is no question %q", id)
}

// Occurrences finds none.
func (emptyLibrary) Occurrences(context.Context, []quarry.EntryRef) ([]quarry.Entry, quarry.Sequence, error) {
	return nil, 0, nil
}

// Twin finds none.
func (emptyLibrary) Twin(context.Context, string, string, string) (string, error) { return "", nil }

// Fingerprints counts none.
func (emptyLibrary) Fingerprints(context.Context) (map[string]int, error) {
	return map[string]int{}, nil
}

// Conflicts finds none.
func (emptyLibrary) Conflicts(
	context.Context, quarry.Filter, quarry.PageRequest,
) (quarry.Page[quarry.Conflict], error) {
	return quarry.Page[quarry.Conflict]{}, nil
}

// PreviewConflicts tells of the conflicts among claims that would all be new.
func (emptyLibrary) PreviewConflicts(
	_ context.Context, _ []quarry.SpecID, added []quarry.Spec,
	judge func(iter.Seq[quarry.Spec]) quarry.Verdict,
) (quarry.Derived, error) {
	groups := map[quarry.ConflictID][]quarry.Spec{}
	for _, s := range added {
		id := quarry.ConflictOver(s).ID
		groups[id] = append(groups[id], s)
	}
	var derived quarry.Derived
	for group := range maps.Values(groups) {
		if judge(slices.Values(group)).Disagrees != nil {
			derived.Added++
		}
	}
	return derived, nil
}
