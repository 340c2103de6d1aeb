package ingest_test

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

// asked counts how often a splitter is asked about a file.
type asked struct {
	splitter

	times atomic.Int32
}

func (a *asked) Recognise(head []byte) ingest.Confidence {
	a.times.Add(1)
	return a.splitter.Recognise(head)
}

// To hash a file is cheap beside finding out what it is.
func TestAFileThatHasNotChangedIsNotRead(t *testing.T) {
	t.Parallel()
	by := &asked{}
	p := ingest.NewPipeline(ingest.Config{
		Splitters: []ingest.Splitter{by}, Parsers: []ingest.Parser{lineParser{}},
		Lexicon: ingesttest.Lexicon(t), Log: discard(), Now: epoch,
	})
	to := newShelf()
	long := strings.Repeat("a line of a long text\n", 3*ingest.HeadBytes/20)
	for _, tc := range []struct {
		name, text string
		want       ingest.Status
		looks      int32
	}{
		{"first", long, ingest.Added, 1},
		{"again", long, ingest.Unchanged, 0},
		{"with another end", long + "and its end\n", ingest.Changed, 1},
		{"with another beginning", "now: " + long, ingest.Changed, 1},
		{"cut short", long[:len(long)/2], ingest.Changed, 1},
		{"shorter than a head", "short\n", ingest.Changed, 1},
		{"once more", "short\n", ingest.Unchanged, 0},
	} {
		by.times.Store(0)
		became, _ := ingestAll(t, p, to, texts("a.md", tc.text))
		if became["a.md"] != tc.want || by.times.Load() != tc.looks {
			t.Errorf("%s: it is %s after %d looks, want %s after %d", tc.name, became["a.md"], by.times.Load(), tc.want, tc.looks)
		}
		if text := string(to.at(t, "main", "a.md").Content.Text); text != tc.text {
			t.Errorf("%s: %d bytes are stored, want the %d of the file", tc.name, len(text), len(tc.text))
		}
	}
}
