package asciidoc_test

import (
	"flag"
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/asciidoc"
	"github.com/quarrykb/quarry/ingest/format/markdown"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/question/fold"
	"github.com/quarrykb/quarry/ingest/question/pattern"
	"github.com/quarrykb/quarry/ingest/question/qatable"
	"github.com/quarrykb/quarry/internal/lexicon"
)

var update = flag.Bool("update", false, "write the golden files anew")

func parser(l *lexicon.Lexicon) ingest.Parser {
	return asciidoc.New(l, markdown.New(l, fold.New(l), qatable.New(l), pattern.New(l)))
}

func layout() ingesttest.Layout { return ingesttest.Layout{New: parser, Update: *update} }

func TestGolden(t *testing.T) {
	t.Parallel()
	layout().Golden(t)
}

func FuzzParse(f *testing.F) { layout().Fuzz(f) }
