package storetest

import (
	"context"
	"maps"
	"testing"

	"github.com/quarrykb/quarry"
)

// Store is what a database must be to run the suite.
type Store interface { //nolint:interfacebloat // it is all that a store does, by its parts
	Beside
	Writer
	Library
	Reader
	Lists
	Feed
	Corrector
}

// Beside is what a database does beside keeping documents: it counts them, and keeps
// keys, jobs and what is studied.
type Beside interface {
	Counter
	Keyring
	Jobs
	Study
}

// Writer saves and deletes documents, or says what that would change.
type Writer interface {
	SaveDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error)
	PreviewDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error)
	DeleteDocument(ctx context.Context, id quarry.DocumentID) (quarry.Difference, error)
	PreviewDelete(ctx context.Context, id quarry.DocumentID) (quarry.Difference, error)
}

// Catalogue knows which documents there are.
type Catalogue interface {
	StoredFile(ctx context.Context, collection, path string) ([]quarry.StoredDocument, error)
	StoredDocuments(ctx context.Context, collection, root string) ([]quarry.StoredDocument, error)
}

// Library knows documents, their texts, and what entries take from them.
type Library interface {
	Catalogue

	Knowledge(ctx context.Context, f quarry.Filter, r quarry.PageRequest) (quarry.Page[quarry.Knowledge], error)
	Content(ctx context.Context, id quarry.DocumentID) (quarry.Content, quarry.Sequence, error)
	Evidence(ctx context.Context, ref quarry.EntryRef) (quarry.Evidence, error)
	Occurrences(ctx context.Context, refs []quarry.EntryRef) ([]quarry.Entry, quarry.Sequence, error)
	Check(ctx context.Context) error
}

// Reader reads single items, and what is put together of several.
type Reader interface {
	Assembler

	Document(ctx context.Context, id quarry.DocumentID) (quarry.Document, quarry.Sequence, error)
	Question(ctx context.Context, id quarry.QuestionID) (quarry.Question, quarry.Sequence, error)
	Fact(ctx context.Context, id quarry.FactID) (quarry.Fact, quarry.Sequence, error)
	Spec(ctx context.Context, id quarry.SpecID) (quarry.Spec, quarry.Sequence, error)
	Passage(ctx context.Context, id quarry.PassageID) (quarry.Passage, quarry.Sequence, error)
}

// Assembler puts together what one answer needs of several items, all of one moment.
type Assembler interface {
	DrawQuestions(ctx context.Context, r quarry.DrawRequest) (quarry.Draw, error)
	ContextEntries(ctx context.Context, r quarry.ContextEntriesRequest) (quarry.ContextEntries, error)
}

// Lists lists items of one kind.
type Lists interface {
	ConflictReader

	Documents(ctx context.Context, f quarry.Filter, r quarry.PageRequest) (quarry.Page[quarry.Document], error)
	Questions(ctx context.Context, f quarry.Filter, r quarry.PageRequest) (quarry.Page[quarry.Question], error)
	Facts(ctx context.Context, f quarry.Filter, r quarry.PageRequest) (quarry.Page[quarry.Fact], error)
	Specs(ctx context.Context, f quarry.Filter, r quarry.PageRequest) (quarry.Page[quarry.Spec], error)
	Passages(ctx context.Context, f quarry.Filter, r quarry.PageRequest) (quarry.Page[quarry.Passage], error)
}

// Feed is what indexes follow, and what is derived.
type Feed interface {
	Deriver
	Embeddings

	ChangesAfter(ctx context.Context, after quarry.Sequence, most int) ([]quarry.Change, error)
	ScanEntries(ctx context.Context, after quarry.EntryRef, most int) ([]quarry.Entry, error)
	Entries(ctx context.Context, refs []quarry.EntryRef) ([]quarry.Entry, quarry.Sequence, error)
	Revision(ctx context.Context) (quarry.Sequence, error)
}

// Counter counts what is stored.
type Counter interface {
	Stats(ctx context.Context) (quarry.Stats, error)
	TopicCounts(ctx context.Context) ([]quarry.TopicCounts, quarry.Sequence, error)
	DeviceCounts(ctx context.Context) ([]quarry.DeviceCount, quarry.Sequence, error)
	DiscoveredAttributes(ctx context.Context) ([]quarry.Attribute, error)
	ClaimedAttributes(ctx context.Context, devices []quarry.DeviceID) (map[quarry.DeviceID][]quarry.AttributeMention, error)
}

// Run checks that open returns a store that keeps the promises of its
// interface. open must return an empty store each time, and close it when the
// test ends.
func Run(t *testing.T, open func(t *testing.T) Store) {
	t.Helper()
	for name, test := range suite() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := open(t)
			test(t, store)
			if err := store.Check(t.Context()); err != nil {
				t.Errorf("the store is damaged afterwards: %v", err)
			}
		})
	}
}

// tests are tests by name; each gets a store of its own, empty.
type tests map[string]func(t *testing.T, store Store)

func suite() tests {
	all := tests{}
	for _, group := range []tests{
		documentTests(), differenceTests(), entryTests(), listTests(), filterTests(), specFilterTests(), sortTests(), confidenceTests(),
		feedTests(), hydrationTests(), evidenceTests(), drawTests(), drawChangeTests(), countTests(), crashTests(),
		knowledgeTests(), derivedTests(), vectorTests(), askingTests(), glossaryTests(), linkTests(), contextEntryTests(), keyTests(), jobTests(),
		correctionTests(), studyTests(),
	} {
		maps.Copy(all, group)
	}
	return all
}
