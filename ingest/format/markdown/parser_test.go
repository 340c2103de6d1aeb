package markdown_test

import (
	"flag"
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/markdown"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/question/pattern"
	"github.com/quarrykb/quarry/internal/lexicon"
)

var update = flag.Bool("update", false, "write the golden files anew")

func layout() ingesttest.Layout {
	return ingesttest.Layout{
		New:    func(l *lexicon.Lexicon) ingest.Parser { return markdown.New(l, pattern.New(l)) },
		Update: *update,
	}
}

func newParser(tb testing.TB) *markdown.Parser {
	tb.Helper()
	words := ingesttest.Lexicon(tb)
	return markdown.New(words, pattern.New(words))
}

func TestGolden(t *testing.T) {
	t.Parallel()
	layout().Golden(t)
}

func FuzzParse(f *testing.F) { layout().Fuzz(f) }
