package ingest_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// lineParser takes every line that is not blank for a fact, whose subject is
// its first word. What a test wants to happen otherwise is put in its place.
type lineParser struct {
	format    ingest.Format
	recognise func(*ingest.Text) ingest.Confidence
	parse     func(*ingest.Text) (ingest.Extraction, error)
}

func (p lineParser) Format() ingest.Format {
	if p.format.Name == "" {
		return ingest.Format{Name: "lines", Version: 1}
	}
	return p.format
}

func (p lineParser) Recognise(text *ingest.Text) ingest.Confidence {
	if p.recognise == nil {
		return ingest.Plain
	}
	return p.recognise(text)
}

func (p lineParser) Parse(_ context.Context, text *ingest.Text) (ingest.Extraction, error) {
	if p.parse != nil {
		return p.parse(text)
	}
	var found ingest.Extraction
	for n := 1; n <= text.Lines(); n++ {
		if line := strings.TrimSpace(text.Line(n)); line != "" {
			fact := quarry.Fact{Subject: strings.Fields(line)[0], Statement: line}
			fact.Source.Span = text.LineSpan(n, n)
			found.Facts = append(found.Facts, fact)
		}
	}
	return found, nil
}

func pipeline(tb testing.TB, parsers ...ingest.Parser) *ingest.Pipeline {
	tb.Helper()
	if len(parsers) == 0 {
		parsers = []ingest.Parser{lineParser{}}
	}
	return ingest.NewPipeline(ingest.Config{
		Parsers: parsers, Lexicon: ingesttest.Lexicon(tb), Log: discard(), Now: epoch,
	})
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

func epoch() time.Time { return time.Unix(1_700_000_000, 0).UTC() }

func textSource(path, text string) ingest.Source {
	return ingest.Source{
		Name: "/notes/" + path, Collection: "main", Root: "/notes", Path: path,
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader([]byte(text))), nil },
	}
}

// knowledge takes a text through a pipeline's stages.
func knowledge(t *testing.T, p *ingest.Pipeline, source ingest.Source) quarry.Knowledge {
	t.Helper()
	raw, err := p.Read(t.Context(), source)
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	tagged, err := p.Prepare(t.Context(), raw)
	if err != nil {
		t.Fatalf("prepare: %v", err)
	}
	return tagged.Knowledge
}

// shelf is a library and a writer in memory. It notes every write.
type shelf struct {
	mu        sync.Mutex
	documents map[quarry.DocumentID]quarry.Knowledge
	writes    []string
	onSave    func(path string) error // called before a document is put on the shelf
	dry       bool                    // it only tells what it would do
}

func newShelf() *shelf { return &shelf{documents: map[quarry.DocumentID]quarry.Knowledge{}} }

func (s *shelf) StoredFile(_ context.Context, collection, path string) ([]quarry.StoredDocument, error) {
	return s.those(func(d quarry.Document) bool {
		return d.Collection == collection && (d.Path == path || strings.HasPrefix(d.Path, path+"/"))
	}), nil
}

func (s *shelf) StoredDocuments(_ context.Context, collection, root string) ([]quarry.StoredDocument, error) {
	return s.those(func(d quarry.Document) bool {
		imported := d.As == d.Path && strings.HasPrefix(d.Root, root+"/")
		return (collection == "" || d.Collection == collection) && (d.Root == root || imported)
	}), nil
}

func (s *shelf) PreviewDocument(_ context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return between(s.documents[k.Document.ID], k), nil
}

// those returns what is stored of some documents, by path.
func (s *shelf) those(are func(quarry.Document) bool) []quarry.StoredDocument {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []quarry.StoredDocument
	for _, k := range s.documents {
		if are(k.Document) {
			all = append(all, stored(k))
		}
	}
	slices.SortFunc(all, func(a, b quarry.StoredDocument) int { return strings.Compare(a.Path, b.Path) })
	return all
}

func stored(k quarry.Knowledge) quarry.StoredDocument {
	d := k.Document
	return quarry.StoredDocument{
		ID: d.ID, Root: d.Root, As: d.As, Path: d.Path, SHA256: d.SHA256, Fingerprint: d.Fingerprint,
	}
}

func (s *shelf) SaveDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	if s.onSave != nil {
		if err := s.onSave(k.Document.Path); err != nil {
			return quarry.Difference{}, err
		}
	}
	if err := ctx.Err(); err != nil {
		return quarry.Difference{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	difference := between(s.documents[k.Document.ID], k)
	if !s.dry {
		s.documents[k.Document.ID] = k
		s.writes = append(s.writes, "save "+k.Document.Path)
	}
	return difference, nil
}

func (s *shelf) DeleteDocument(_ context.Context, id quarry.DocumentID) (quarry.Difference, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	difference := between(s.documents[id], quarry.Knowledge{})
	if !s.dry {
		s.writes = append(s.writes, "delete "+s.documents[id].Document.Path)
		delete(s.documents, id)
	}
	return difference, nil
}

// between compares the facts of two states of a document, by their ids.
func between(before, after quarry.Knowledge) quarry.Difference {
	var d quarry.Difference
	had := factIDs(before)
	has := factIDs(after)
	for _, id := range has {
		if !slices.Contains(had, id) {
			d.Added = append(d.Added, quarry.EntryRef{Kind: quarry.EntryFact, ID: quarry.EntryID(id)})
		}
	}
	for _, id := range had {
		if !slices.Contains(has, id) {
			d.Removed = append(d.Removed, quarry.EntryRef{Kind: quarry.EntryFact, ID: quarry.EntryID(id)})
		}
	}
	return d
}

func factIDs(k quarry.Knowledge) []quarry.FactID {
	ids := make([]quarry.FactID, 0, len(k.Facts))
	for _, fact := range k.Facts {
		ids = append(ids, fact.ID)
	}
	return ids
}

// paths returns what stands on the shelf.
func (s *shelf) paths() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for _, k := range s.documents {
		all = append(all, k.Document.Path)
	}
	slices.Sort(all)
	return all
}
