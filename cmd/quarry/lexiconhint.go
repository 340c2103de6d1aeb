package main

import (
	"errors"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/lexicon"
	"github.com/quarrykb/quarry/store/sqlite"
)

// hintAtLexicon adds to an error about a word that is not known that documents
// were read with a lexicon which may know it, and which was not given this time.
// Where nobody can tell the error stays as it is.
func (s *session) hintAtLexicon(err error) error {
	known, ok := errors.AsType[*quarry.Error](err)
	if !ok || lexicon.IsOwn(s.lexicon.Fingerprint()) ||
		!strings.Contains(known.Message, "is not known") && !strings.Contains(known.Message, "there is no device") {
		return err
	}
	store, fault := sqlite.OpenReadOnly(s.ctx, s.database(), sqlite.Options{Log: s.log, Now: time.Now})
	if fault != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	counted, fault := countLexicons(s.ctx, store, s.lexicon.Fingerprint())
	if fault != nil || counted.otherOwn == 0 {
		return err
	}
	return quarry.Errorf(known.Kind, "%s (%d documents were read with a lexicon of your own: give it with --lexicon FILE or QUARRY_LEXICON)",
		known.Message, counted.otherOwn).Because(err)
}
