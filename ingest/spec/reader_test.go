package spec_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/layouts"
	"github.com/quarrykb/quarry/ingest/spec"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// A case is a document in testdata and beside it, in a file that ends in ".specs", what
// it states: one spec a line, "thing | attribute | value | unit | conditions", and
// remarks behind a "#". The lists were judged from the documents; none is copied from
// what the reader says.
func TestTheReaderFindsWhatADocumentStatesAndNothingElse(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, path := range documents(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(path + listSuffix)
			if err != nil {
				t.Fatalf("no list of what it states: %v", err)
			}
			in, err := b.document(t.Context(), filepath.Base(path), content)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, one := range b.reader.Read(in) {
				got = append(got, shown(one))
			}
			if diff := cmp.Diff(stated(string(want)), got); diff != "" {
				t.Errorf("specs (-want +got):\n%s", diff)
			}
		})
	}
}

const listSuffix = ".specs"

// documents returns the cases in testdata.
func documents(tb testing.TB) []string {
	tb.Helper()
	all, err := filepath.Glob(filepath.Join("testdata", "*.*"))
	if err != nil {
		tb.Fatal(err)
	}
	all = slices.DeleteFunc(all, func(path string) bool { return strings.HasSuffix(path, listSuffix) })
	if len(all) == 0 {
		tb.Fatal("there is no case in testdata")
	}
	return all
}

// stated returns the lines of a list without its remarks.
func stated(list string) []string {
	var all []string
	for line := range strings.Lines(list) {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// shown returns a spec as lists have it, with those of its conditions that are stated.
func shown(s quarry.Spec) string {
	var conditions []string
	for _, pair := range s.Conditions.Pairs() {
		if _, value, _ := strings.Cut(pair, "="); value != quarry.Unstated && value != quarry.NoneCondition {
			conditions = append(conditions, pair)
		}
	}
	return strings.TrimSpace(fmt.Sprintf("%s | %s | %s | %s | %s",
		s.Device.Name, s.Attribute.ID, s.Value.Text, s.Value.Unit, strings.Join(conditions, " ")))
}

// bench reads documents of any format.
type bench struct {
	pipeline *ingest.Pipeline
	reader   *spec.Reader
}

func newBench(tb testing.TB) bench {
	tb.Helper()
	known, err := lexicon.Load()
	if err != nil {
		tb.Fatal(err)
	}
	return bench{
		pipeline: ingest.NewPipeline(ingest.Config{
			Extractors: layouts.Extractors(known), Parsers: layouts.Parsers(known), Lexicon: known, Log: slog.New(slog.DiscardHandler),
			Now: func() time.Time { return time.Unix(1_700_000_000, 0).UTC() },
		}),
		reader: spec.New(known),
	}
}

// document returns what specs are read off a text.
func (b bench) document(ctx context.Context, path string, content []byte) (spec.Document, error) {
	raw, err := b.pipeline.Read(ctx, ingest.Source{
		Name: path, Collection: quarry.DefaultCollection, Root: "/cases", Path: path,
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil },
	})
	if err != nil {
		return spec.Document{}, err
	}
	parsed, err := b.pipeline.Parse(ctx, raw)
	if err != nil {
		return spec.Document{}, err
	}
	return b.pipeline.Unspecified(parsed), nil
}
