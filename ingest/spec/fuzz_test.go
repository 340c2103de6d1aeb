package spec_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/evidence"
)

// longestFuzzed is the longest text that is fuzzed: faults show in short ones.
const longestFuzzed = 16 << 10

// FuzzRead reads documents of any kind: nothing panics, spans lie inside the text, every
// word of a spec stands in its source, every spec says how sure it is, and the same text
// gives the same specs.
func FuzzRead(f *testing.F) {
	b := newBench(f)
	for _, path := range documents(f) {
		content, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(filepath.Base(path), content)
	}
	f.Fuzz(func(t *testing.T, path string, content []byte) {
		if len(content) > longestFuzzed || len(path) > 100 {
			return
		}
		in, text, err := b.document(t.Context(), path, content)
		if err != nil {
			return
		}
		sum := sha256.Sum256(text)
		source := evidence.NewVerifier(text, hex.EncodeToString(sum[:]))
		found, again := b.reader.Read(in), b.reader.Read(in)
		if diff := cmp.Diff(list(found), list(again)); diff != "" {
			t.Errorf("other specs the second time (-first +second):\n%s", diff)
		}
		for _, one := range found {
			checkSpec(t, text, source, one)
		}
		b.reader.Samples(in)
	})
}

// checkSpec holds a spec against its text.
func checkSpec(t *testing.T, text []byte, source *evidence.Verifier, s quarry.Spec) {
	t.Helper()
	spans := []quarry.Span{s.Source.Span}
	for _, piece := range s.Source.Context {
		spans = append(spans, piece.Span)
	}
	for _, span := range spans {
		if span.ByteStart < 0 || span.ByteEnd > len(text) || span.ByteStart >= span.ByteEnd {
			t.Fatalf("%s: the span %+v is not in a text of %d bytes", shown(s), span, len(text))
		}
		if at := 1 + bytes.Count(text[:span.ByteStart], []byte("\n")); span.LineStart != at || span.LineEnd < at {
			t.Errorf("%s: the span %+v begins in line %d", shown(s), span, at)
		}
	}
	if s.Confidence < 0 || s.Confidence > 1 {
		t.Errorf("%s: its confidence is %v", shown(s), s.Confidence)
	}
	found := source.Verify(s.Source, s.Claims()...)
	if !found.Verified {
		t.Errorf("%s is not verified: %q of %q stand not in %.300q, %+v and %q",
			shown(s), found.MissingWords, s.Claims(), found.Quote, found.Context, s.Source.Heading)
	}
}
