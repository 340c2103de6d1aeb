package webpage_test

import (
	"flag"
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/webpage"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

var update = flag.Bool("update", false, "write the golden files anew")

func extraction(tb testing.TB) ingesttest.Extraction {
	tb.Helper()
	lexicon := ingesttest.Lexicon(tb)
	return ingesttest.Extraction{
		New:    func() ingest.Extractor { return webpage.New(lexicon) },
		Update: *update,
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	extraction(t).Golden(t)
}

func FuzzExtract(f *testing.F) { extraction(f).Fuzz(f) }
