package crowdanki_test

import (
	"flag"
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/crowdanki"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/internal/lexicon"
)

var update = flag.Bool("update", false, "write the golden files anew")

func layout() ingesttest.Layout {
	return ingesttest.Layout{
		New:    func(l *lexicon.Lexicon) ingest.Parser { return crowdanki.New(l) },
		Update: *update,
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	layout().Golden(t)
}

func FuzzParse(f *testing.F) { layout().Fuzz(f) }
