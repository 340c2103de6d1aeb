package spec_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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
// What the reader misses of a list or makes up stands in shortOf, and may only become less.
func TestTheReaderFindsWhatDocumentsStateAndLittleElse(t *testing.T) {
	t.Parallel()
	b, known := newBench(t), shortOf()
	for _, path := range documents(t) {
		content, err := os.ReadFile(path)
		want, unlisted := os.ReadFile(path + listSuffix)
		if err := errors.Join(err, unlisted); err != nil {
			t.Fatal(err)
		}
		in, _, err := b.document(t.Context(), filepath.Base(path), content)
		if err != nil {
			t.Fatal(err)
		}
		missed, madeUp := stated(string(want)), []string{}
		for _, one := range list(b.reader.Read(in)) {
			if at := slices.Index(missed, one); at >= 0 {
				missed = slices.Delete(missed, at, at+1)
			} else {
				madeUp = append(madeUp, one)
			}
		}
		if is := (short{len(missed), len(madeUp)}); is != known[filepath.Base(path)] {
			t.Errorf("%s: missed %q, made up %q", filepath.Base(path), missed, madeUp)
		}
	}
}

// short is how many specs of a list are missed, and how many are made up.
type short struct{ missed, madeUp int }

// shortOf returns the lists of which the reader falls short, each spec to the letter.
func shortOf() map[string]short {
	return map[string]short{
		"a-label-of-conditions.json": {2, 2},
		"changes-and-examples.md":    {0, 1},
		"nested-lists.md":            {2, 2},
		"nested-records.json":        {1, 1},
		"not-another-thing.md":       {3, 4},
		"numbers-of-parts.md":        {2, 0},
		"sentences.md":               {1, 0},
		"several-in-a-value.md":      {2, 3},
		"told-apart-by-memory.md":    {6, 6},
		"versions-are-names.json":    {6, 0},
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
	all := []string{}
	for line := range strings.Lines(list) {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// list returns specs as lists have them.
func list(specs []quarry.Spec) []string {
	all := make([]string, 0, len(specs))
	for _, one := range specs {
		all = append(all, shown(one))
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

// bench reads documents of any format, with the words of files of one's own.
type bench struct {
	pipeline *ingest.Pipeline
	reader   *spec.Reader
}

func newBench(tb testing.TB, own ...string) bench {
	tb.Helper()
	known, err := lexicon.Load(own...)
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

// document returns what specs are read off a text, and the text in which they stand.
func (b bench) document(ctx context.Context, path string, content []byte) (spec.Document, []byte, error) {
	raw, err := b.pipeline.Read(ctx, ingest.Source{
		Name: path, Collection: quarry.DefaultCollection, Root: "/cases", Path: path,
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil },
	})
	if err != nil {
		return spec.Document{}, nil, err
	}
	parsed, err := b.pipeline.Parse(ctx, raw)
	if err != nil {
		return spec.Document{}, nil, err
	}
	return b.pipeline.Unspecified(parsed), parsed.Raw.Text.Bytes, nil
}
