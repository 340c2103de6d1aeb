package ingest_test

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// wholeShelf is a shelf that hands out what stands on it, a document at a time.
type wholeShelf struct {
	*shelf

	broken error // what listing behind the first document ends with
}

func (s wholeShelf) Documents(_ context.Context, _ quarry.Filter, r quarry.PageRequest) (quarry.Page[quarry.Document], error) {
	var all []quarry.Document
	for _, k := range s.documents {
		all = append(all, k.Document)
	}
	slices.SortFunc(all, func(a, b quarry.Document) int { return cmp.Compare(a.Path, b.Path) })
	page := quarry.Page[quarry.Document]{Total: len(all)}
	for _, d := range all {
		if d.Path > r.After.Path {
			page.Items = append(page.Items, d)
			page.Next = &quarry.Position{Path: d.Path}
			break
		}
	}
	if r.After.Path != "" && s.broken != nil {
		return page, s.broken
	}
	return page, nil
}

func (s wholeShelf) Content(_ context.Context, id quarry.DocumentID) (quarry.Content, quarry.Sequence, error) {
	k, there := s.documents[id]
	if !there {
		return quarry.Content{}, 0, quarry.Errorf(quarry.KindNotFound, "there is no document %q", id)
	}
	return k.Content, 0, nil
}

// again reads everything on a shelf again, one document at a time.
func again(t *testing.T, p *ingest.Pipeline, from wholeShelf, to ingest.Writer) (map[string]ingest.Status, error) {
	t.Helper()
	became := map[string]ingest.Status{}
	run := ingest.Run{Pipeline: p, Library: from, Writer: to, Workers: 1, Observe: func(o ingest.Outcome) { became[o.Path] = o.Status }}
	_, err := run.Again(t.Context(), from, func(int) {})
	return became, err
}

func TestReadingAgainIsDoneFromWhatIsStored(t *testing.T) {
	t.Parallel()
	to := newShelf()
	ingestAll(t, pipeline(t), to, texts("a.md", "one\n", "b.md", "two\nthree\n"))
	before := to.documents
	became, err := again(t, pipeline(t), wholeShelf{shelf: to}, to)
	if want := (map[string]ingest.Status{"a.md": ingest.Unchanged, "b.md": ingest.Unchanged}); err != nil || !gocmp.Equal(want, became) {
		t.Errorf("documents became %v (%v), want %v", became, err, want)
	}
	if diff := gocmp.Diff(before, to.documents); diff != "" {
		t.Errorf("documents changed (-before +after):\n%s", diff)
	}
}

func TestAStoredTextThatIsDamagedIsNotReadAgain(t *testing.T) {
	t.Parallel()
	to := newShelf()
	ingestAll(t, pipeline(t), to, texts("a.md", "one\n", "b.md", "two\n"))
	for id, k := range to.documents {
		if k.Document.Path == "a.md" {
			k.Content.Text = []byte("0ne\n")
			to.documents[id] = k
		}
	}
	before := maps.Clone(to.documents)
	became, err := again(t, pipeline(t), wholeShelf{shelf: to}, to)
	if want := (map[string]ingest.Status{"a.md": ingest.Rejected, "b.md": ingest.Unchanged}); err != nil || !gocmp.Equal(want, became) {
		t.Errorf("documents became %v (%v), want %v", became, err, want)
	}
	if diff := gocmp.Diff(before, to.documents); diff != "" {
		t.Errorf("what is stored changed (-want +got):\n%s", diff)
	}
}

func TestWhatNoParserReadsAnyMoreIsKept(t *testing.T) {
	t.Parallel()
	to := newShelf()
	ingestAll(t, pipeline(t), to, texts("a.md", "one\n"))
	emptied := ingest.NewPipeline(ingest.Config{Lexicon: emptyLexicon(t), Log: discard(), Now: epoch})
	became, err := again(t, emptied, wholeShelf{shelf: to}, to)
	if err != nil || became["a.md"] != ingest.Rejected || len(to.documents) != 1 {
		t.Errorf("it became %v (%v), and %d documents are stored; want it rejected and kept", became, err, len(to.documents))
	}
}

// refusing refuses every document with an error.
type refusing struct {
	*shelf

	with error
}

func (r refusing) SaveDocument(context.Context, quarry.Knowledge) (quarry.Difference, error) {
	return quarry.Difference{}, r.with
}

func TestWhatMovedOnWhileItWasReadAgainIsPassedOver(t *testing.T) {
	t.Parallel()
	with := quarry.Errorf(quarry.KindNotFound, "there is no document")
	to := newShelf()
	ingestAll(t, pipeline(t), to, texts("a.md", "one\n"))
	if became, err := again(t, pipeline(t), wholeShelf{shelf: to}, refusing{to, with}); err != nil || len(became) > 0 {
		t.Errorf("documents became %v (%v), want nothing", became, err)
	}
}

func TestAStoreThatRefusesEndsReadingAgain(t *testing.T) {
	t.Parallel()
	to := newShelf()
	ingestAll(t, pipeline(t), to, texts("a.md", "one\n"))
	full := quarry.Errorf(quarry.KindUnavailable, "the disk is full").WithCode("disk_full")
	if became, err := again(t, pipeline(t), wholeShelf{shelf: to}, refusing{to, full}); quarry.Explain(err).Code != "disk_full" || len(became) > 0 {
		t.Errorf("documents became %v, and it ends with %v; want the error of the store", became, err)
	}
}

func TestAShelfThatCannotBeReadEndsReadingAgain(t *testing.T) {
	t.Parallel()
	to, broken := newShelf(), errors.New("the shelf fell down")
	ingestAll(t, pipeline(t), to, texts("a.md", "one\n", "b.md", "two\n"))
	if _, err := again(t, pipeline(t), wholeShelf{to, broken}, to); !errors.Is(err, broken) {
		t.Errorf("error = %v, want %v", err, broken)
	}
}
