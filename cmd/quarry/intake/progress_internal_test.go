package intake

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/ingest"
)

// sized is a source on disk of so many bytes.
func sized(length int) ingest.Source {
	return ingest.Source{
		Root: "/notes", Path: "a.md", Size: int64(length),
		Open: func() (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader(strings.Repeat("a", length))), nil
		},
	}
}

func TestProgressCountsTheBytesOfAFileOnce(t *testing.T) {
	t.Parallel()
	for name, read := range map[string]int64{"all of it is read": 1000, "only its head is read": 10, "nothing is read": 0} {
		p := (&Command{}).newProgress(&app.Session{}, nil)
		file, err := p.watch([]ingest.Source{sized(1000)})[0].Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.CopyN(io.Discard, file, read); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil || p.read.Load() != 1000 {
			t.Errorf("%s: %d bytes are counted, %v; want 1000", name, p.read.Load(), err)
		}
	}
}

func TestTheRemainingTimeIsToldWhereAllSizesAreKnown(t *testing.T) {
	t.Parallel()
	pipe := ingest.Source{Root: "-", Path: "piped.md"}
	for name, tc := range map[string]struct {
		sources []ingest.Source
		want    string
	}{
		"files":             {[]ingest.Source{sized(3_000_000), sized(0)}, "; 33 % of 3.0 MB, 20s left"},
		"a file and a pipe": {[]ingest.Source{sized(3_000_000), pipe}, "a second"},
	} {
		p := (&Command{}).newProgress(&app.Session{}, tc.sources)
		p.documents, p.entries = 20, 70
		p.advance(1_000_000)
		got := p.line(10 * time.Second)
		if !strings.HasPrefix(got, "20 documents, 70 entries, 1.0 MB read, 2 documents a second") || !strings.HasSuffix(got, tc.want) {
			t.Errorf("%s: %q, want an end of %q", name, got, tc.want)
		}
	}
}

func TestLinesOfProgressComeEveryFewSeconds(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	now := time.Unix(0, 0)
	p := (&Command{}).newProgress(&app.Session{}, nil)
	p.lines, p.now, p.began, p.shown = &out, func() time.Time { return now }, now, now
	for range 100 {
		now = now.Add(time.Second / 10)
		p.add(ingest.Outcome{Report: quarry.Report{Counts: quarry.Counts{Question: 2, Fact: 1}}})
	}
	if lines := strings.Count(out.String(), "\n"); lines != 2 || !strings.Contains(out.String(), "100 documents, 300 entries") {
		t.Errorf("%d lines in ten seconds, want 2, the last with all documents:\n%s", lines, out.String())
	}
}
