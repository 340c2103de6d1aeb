package ingesttest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/evidence"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Layout is a parser under test.
type Layout struct {
	// New returns the parser.
	New func(lexicon *lexicon.Lexicon) ingest.Parser
	// Update writes the golden files anew instead of comparing with them.
	Update bool
}

// bench is a pipeline over one parser.
type bench struct {
	parser   ingest.Parser
	pipeline *ingest.Pipeline
}

func (l Layout) bench(tb testing.TB) bench {
	tb.Helper()
	lexicon := Lexicon(tb)
	parser := l.New(lexicon)
	return bench{parser: parser, pipeline: ingest.NewPipeline(ingest.Config{
		Parsers: []ingest.Parser{parser}, Lexicon: lexicon, Log: slog.New(slog.DiscardHandler),
		Now: func() time.Time { return time.Unix(1_700_000_000, 0).UTC() },
	})}
}

// read takes a text through the pipeline's first stage, and reports whether it
// is text at all and of the parser's layout.
func (b bench) read(ctx context.Context, t *testing.T, path string, content []byte) (ingest.Raw, bool) {
	t.Helper()
	raw, err := b.pipeline.Read(ctx, ingest.Source{
		Name: path, Collection: quarry.DefaultCollection, Root: "/cases", Path: path,
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil },
	})
	if err != nil {
		return raw, false
	}
	sure := b.parser.Recognise(raw.Text)
	if sure < 0 || sure > 1 {
		t.Errorf("the parser is sure to %v; want 0 to 1", sure)
	}
	return raw, sure > ingest.NotMine
}

// check holds a parser's answer against the promises of its interface, and
// returns the answer.
func (b bench) check(ctx context.Context, t *testing.T, raw ingest.Raw) (quarry.Knowledge, bool) {
	t.Helper()
	tagged, err := b.pipeline.Prepare(ctx, raw)
	if err != nil {
		if !mayRefuse(err) {
			t.Errorf("prepare: %v", err)
		}
		return quarry.Knowledge{}, false
	}
	again, err := b.pipeline.Prepare(ctx, raw)
	if err != nil {
		t.Errorf("the same text was refused the second time: %v", err)
	}
	if !reflect.DeepEqual(tagged, again) { // much faster than a difference
		t.Errorf("the same text gave other entries the second time (-first +second):\n%s", cmp.Diff(tagged, again))
	}
	checkEntries(t, tagged.Knowledge)
	if found, err := b.parser.Parse(ctx, raw.Text); err == nil {
		checkTree(t, raw.Text, found.Tree)
	}
	return tagged.Knowledge, true
}

// mayRefuse reports whether a document may be refused with an error: it is too
// large, or a fault of its own that names its line.
func mayRefuse(err error) bool {
	at, ok := errors.AsType[*ingest.StageError](err)
	faulty := ok && at.Stage == ingest.StageParse && at.Line > 0 && quarry.IsKind(err, quarry.KindInvalid)
	return faulty || (quarry.IsKind(err, quarry.KindTooLarge) && !errors.Is(err, context.Canceled))
}

// checkEntries verifies every entry and accounts for every line.
func checkEntries(t *testing.T, k quarry.Knowledge) {
	t.Helper()
	v := verifier{t: t, source: evidence.NewVerifier(k.Content.Text, k.Document.TextSHA256), ids: map[quarry.EntryID]bool{}}
	for _, q := range k.Questions {
		v.verify(quarry.EntryID(q.ID), q.Source, q.Claims())
	}
	for _, f := range k.Facts {
		v.verify(quarry.EntryID(f.ID), f.Source, f.Claims())
	}
	for _, s := range k.Specs {
		v.verify(quarry.EntryID(s.ID), s.Source, s.Claims())
	}
	for _, p := range k.Passages {
		v.verify(quarry.EntryID(p.ID), p.Source, p.Claims())
	}
	if report := k.Document.Report; report.Coverage != 1 {
		t.Errorf("coverage = %v, want 1; unaccounted lines: %v", report.Coverage, report.Unaccounted)
	}
}

// longestContext is the most context, in bytes, that one entry may carry: it
// is evidence, not another copy of the document.
const longestContext = 4000

type verifier struct {
	t      *testing.T
	source *evidence.Verifier
	ids    map[quarry.EntryID]bool
}

func (v verifier) verify(id quarry.EntryID, source quarry.Source, claims []string) {
	v.t.Helper()
	if v.ids[id] {
		v.t.Errorf("two entries have the id %s", id)
	}
	v.ids[id] = true
	found := v.source.Verify(source, claims...)
	if !found.Verified {
		v.t.Errorf("%s at %+v is not verified: the words %q of %.300q are not in its quote %.300q, context %+v and headings %q",
			id, source.Span, found.MissingWords, claims, found.Quote, found.Context, source.Heading)
	}
	size := 0
	for _, piece := range source.Context {
		size += piece.Span.ByteEnd - piece.Span.ByteStart
	}
	if size > longestContext {
		v.t.Errorf("%s carries %d bytes of context; want at most %d", id, size, longestContext)
	}
}
