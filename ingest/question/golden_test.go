package question_test

import (
	"flag"
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

var update = flag.Bool("update", false, "write the golden files anew")

func finding() ingesttest.Finding {
	return ingesttest.Finding{
		New:    func(l *lexicon.Lexicon) ingest.Finder { return riddles{phrase.New(l)} },
		Update: *update,
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	finding().Golden(t)
}

func FuzzFind(f *testing.F) { finding().Fuzz(f) }
