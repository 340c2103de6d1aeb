package notebook_test

import (
	"flag"
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/notebook"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

var update = flag.Bool("update", false, "write the golden files anew")

func extraction() ingesttest.Extraction {
	return ingesttest.Extraction{
		New:    func() ingest.Extractor { return notebook.New() },
		Update: *update,
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	extraction().Golden(t)
}

func FuzzExtract(f *testing.F) { extraction().Fuzz(f) }
