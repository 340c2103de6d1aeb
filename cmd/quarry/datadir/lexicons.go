package datadir

import (
	"context"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/store/sqlite"
)

// Lexicons counts stored documents by whose words they were read with.
type Lexicons struct {
	OtherOwn int // a lexicon that was extended, and not the one of now
	BuiltIn  int // none but the built-in one, of whichever version
}

// CountLexicons counts what is stored by its lexicons, beside that of now.
func (d *Dir) CountLexicons(ctx context.Context, store *sqlite.Store) (Lexicons, error) {
	fingerprints, err := store.Fingerprints(ctx)
	if err != nil {
		return Lexicons{}, err
	}
	var counted Lexicons
	for fingerprint, documents := range fingerprints {
		switch by := ingest.LexiconOf(fingerprint); {
		case by == "" || by == d.Lexicon.Fingerprint():
		case lexicon.IsOwn(by):
			counted.OtherOwn += documents
		default:
			counted.BuiltIn += documents
		}
	}
	return counted, nil
}
