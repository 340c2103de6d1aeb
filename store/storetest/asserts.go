package storetest

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quarrykb/quarry"
)

// save stores a document and returns what that changed.
func save(t *testing.T, store Writer, k quarry.Knowledge) quarry.Difference {
	t.Helper()
	difference, err := store.SaveDocument(t.Context(), k)
	if err != nil {
		t.Fatalf("save %q: %v", k.Document.Path, err)
	}
	return difference
}

// equal compares what came with what was to come; nil and empty are the same.
func equal[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// is checks that an error is of a kind.
func is(t *testing.T, what string, err error, kind quarry.Kind) {
	t.Helper()
	if !quarry.IsKind(err, kind) {
		t.Errorf("%s: error = %v, want one of kind %d", what, err, kind)
	}
}

// must returns a value, or ends the test.
func must[T any](t *testing.T, value T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// revisionOf returns the store's revision.
func revisionOf(t *testing.T, store Feed) quarry.Sequence {
	t.Helper()
	revision, err := store.Revision(t.Context())
	return must(t, revision, err)
}

// everything is a page that holds all there is.
func everything() quarry.PageRequest { return quarry.PageRequest{Limit: 1000} }

// State is everything that a store says, for comparison.
type State struct {
	Documents []quarry.Document
	Contents  []quarry.Content
	Questions []quarry.Question
	Facts     []quarry.Fact
	Specs     []quarry.Spec
	Passages  []quarry.Passage
	Changes   []quarry.Change
	Stats     quarry.Stats
	Slots     []quarry.QuestionID // in the order of a draw
}

// StateOf reads everything.
func StateOf(ctx context.Context, t *testing.T, store Store) State {
	t.Helper()
	var s State
	s.Documents = listAll(ctx, t, store.Documents)
	s.Questions = listAll(ctx, t, store.Questions)
	s.Facts = listAll(ctx, t, store.Facts)
	s.Specs = listAll(ctx, t, store.Specs)
	s.Passages = listAll(ctx, t, store.Passages)
	for _, document := range s.Documents {
		content, _, err := store.Content(ctx, document.ID)
		s.Contents = append(s.Contents, must(t, content, err))
	}
	changes, err := store.ChangesAfter(ctx, 0, 1000)
	s.Changes = must(t, changes, err)
	stats, err := store.Stats(ctx)
	s.Stats = must(t, stats, err)
	draw, err := store.DrawQuestions(ctx, quarry.DrawRequest{Count: 1000})
	for _, q := range must(t, draw, err).Questions {
		s.Slots = append(s.Slots, q.ID)
	}
	return s
}

func listAll[T any](
	ctx context.Context, t *testing.T, list func(context.Context, quarry.Filter, quarry.PageRequest) (quarry.Page[T], error),
) []T {
	t.Helper()
	page, err := list(ctx, quarry.Filter{}, everything())
	return must(t, page, err).Items
}
