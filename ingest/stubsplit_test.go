package ingest_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// splitter cuts files that begin with "%" into parts, which end with a line
// "---". A line "broken" ends the file with an error, "panic" with a panic, and
// a line "carry COLLECTION PATH TEXT" is a part that carries a document.
type splitter struct {
	pulled  atomic.Int32
	version int
}

func (s *splitter) Format() ingest.Format {
	return ingest.Format{Name: "records", Version: 1 + s.version}
}

func (s *splitter) Recognise(head []byte) ingest.Confidence {
	if bytes.HasPrefix(head, []byte("%")) {
		return ingest.Likely
	}
	return ingest.NotMine
}

func (s *splitter) Split(_ context.Context, file io.Reader) iter.Seq2[ingest.Part, error] {
	return func(yield func(ingest.Part, error) bool) {
		lines := bufio.NewScanner(file)
		lines.Scan() // the mark that the file begins with
		part := ingest.Part{Line: 2}
		for n := 2; lines.Scan(); n++ {
			whole, err := grow(&part, n, lines.Text())
			if !whole && err == nil {
				continue
			}
			s.pulled.Add(1)
			if !yield(part, err) || err != nil {
				return
			}
			part = ingest.Part{Line: n + 1}
		}
		if err := lines.Err(); err != nil {
			yield(ingest.Part{}, err)
		}
	}
}

// grow adds a line to a part, and reports whether the part is whole.
func grow(part *ingest.Part, n int, line string) (bool, error) {
	switch {
	case line == "broken":
		return false, &ingest.LineError{Line: n, Err: quarry.Errorf(quarry.KindInvalid, "no record")}
	case line == "panic":
		panic("torn")
	case strings.HasPrefix(line, "carry "):
		*part = ingest.Part{Line: n, Knowledge: carry(line)}
		return true, nil
	case line == "---":
		return true, nil
	}
	part.Text = append(part.Text, line+"\n"...)
	return false, nil
}

// carry builds a document with a fact for each of its words, as another program
// extracted it.
func carry(line string) *quarry.Knowledge {
	words := strings.SplitN(line, " ", 4)
	text := []byte(words[3])
	d := quarry.Document{Collection: words[1], Path: words[2], SHA256: ingest.Hash(text), TextSHA256: ingest.Hash(text)}
	d.ID = quarry.DocumentID(quarry.NewID(d.Identity()))
	k := &quarry.Knowledge{Document: d, Content: quarry.Content{Text: text}}
	if words[3] == "forged" {
		k.Document.SHA256 = ingest.Hash(nil)
	}
	for word := range strings.FieldsSeq(words[3]) {
		f := quarry.Fact{Subject: word, Statement: word, Source: quarry.Source{Collection: d.Collection, Path: d.Path}}
		f.ID = quarry.FactID(quarry.NewID(f.Identity()))
		k.Facts = append(k.Facts, f)
	}
	return k
}

// file writes a file of records, a part for each text.
func file(parts ...string) string { return "%\n" + strings.Join(parts, "\n---\n") + "\n---\n" }

// splitting returns a pipeline that splits.
func splitting(tb testing.TB, s *splitter, parsers ...ingest.Parser) *ingest.Pipeline {
	tb.Helper()
	if len(parsers) == 0 {
		parsers = []ingest.Parser{lineParser{}}
	}
	return ingest.NewPipeline(ingest.Config{
		Splitters: []ingest.Splitter{s}, Parsers: parsers, Lexicon: ingesttest.Lexicon(tb), Log: discard(), Now: epoch,
	})
}

// told runs once, and returns a line for each document in the order in which
// they were done.
func told(t *testing.T, p *ingest.Pipeline, to *shelf, sources ingest.Sources) []string {
	t.Helper()
	var lines []string
	run := ingest.Run{Pipeline: p, Library: to, Writer: to, Workers: 3, Observe: func(o ingest.Outcome) { lines = append(lines, tell(o)) }}
	if _, err := run.Ingest(t.Context(), sources); err != nil {
		t.Fatalf("ingest: %v", err)
	}
	return lines
}

func tell(o ingest.Outcome) string {
	line := string(o.Status) + " " + o.Path
	if o.Status == ingest.Rejected {
		line += fmt.Sprintf(" %s:%d %s", o.Rejection.Stage, o.Rejection.Line, o.Rejection.Reason)
	}
	return line
}

// openFiles hands out sources and counts which of them are open.
type openFiles struct{ open atomic.Int32 }

func (f *openFiles) source(path, text string) ingest.Source {
	source := textSource(path, text)
	inner := source.Open
	source.Open = func() (io.ReadCloser, error) {
		file, err := inner()
		f.open.Add(1)
		return &openFile{ReadCloser: file, of: f}, err
	}
	return source
}

type openFile struct {
	io.ReadCloser

	of *openFiles
}

func (f *openFile) Close() error {
	if f.of == nil {
		return errors.New("closed twice")
	}
	f.of.open.Add(-1)
	f.of = nil
	return f.ReadCloser.Close()
}

// fixedParts yields the same parts for every file.
type fixedParts []ingest.Part

func (fixedParts) Format() ingest.Format { return ingest.Format{Name: "fixed", Version: 1} }

func (fixedParts) Recognise([]byte) ingest.Confidence { return ingest.Likely }

func (p fixedParts) Split(context.Context, io.Reader) iter.Seq2[ingest.Part, error] {
	return func(yield func(ingest.Part, error) bool) {
		for _, part := range p {
			if !yield(part, nil) {
				return
			}
		}
	}
}

// stuckParser reads every text but those that say "stuck": there it tells that
// it got there, and waits until the run ends.
type stuckParser struct {
	lineParser

	reached func()
}

func (p stuckParser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	if text.Line(1) != "stuck" {
		return p.lineParser.Parse(ctx, text)
	}
	p.reached()
	<-ctx.Done()
	return ingest.Extraction{}, ctx.Err()
}

func emptyLexicon(t *testing.T) *lexicon.Lexicon {
	t.Helper()
	words, err := lexicon.New(lexicon.Data{Fingerprint: "empty"})
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// write writes a file into a folder, with the folders on the way.
func write(t *testing.T, root, path, text string) {
	t.Helper()
	file := filepath.Join(root, path)
	if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// prune ingests what a request finds and prunes.
func prune(t *testing.T, p *ingest.Pipeline, to *shelf, request ingest.Request) {
	t.Helper()
	sources := ingest.Find(request)
	run := ingest.Run{Pipeline: p, Library: to, Writer: to}
	summary, err := run.Ingest(t.Context(), sources)
	if err == nil {
		err = run.Prune(t.Context(), request, sources, &summary)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// at returns the document at a place.
func (s *shelf) at(t *testing.T, collection, path string) quarry.Knowledge {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.documents {
		if k.Document.Collection == collection && k.Document.Path == path {
			return k
		}
	}
	t.Fatalf("there is no document %q in %q", path, collection)
	return quarry.Knowledge{}
}
