package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/store/sqlite"
)

// hintAtLexicon adds to an error about a word that is not known that documents
// were read with a lexicon which may know it, and which was not given this time.
// If that cannot be told the error stays as it is.
func (s *session) hintAtLexicon(err error) error {
	known, ok := errors.AsType[*quarry.Error](err)
	if !ok || !strings.Contains(known.Message, "is not known") && !strings.Contains(known.Message, "there is no device") {
		return err
	}
	if by, served := s.server(); served && by.Lexicon != "" && by.Lexicon != s.lexicon.Fingerprint() {
		return quarry.Errorf(known.Kind, "%s (%s answers with another lexicon than the one given here: start it with the same --lexicon FILE or QUARRY_LEXICON)",
			known.Message, by).Because(err)
	}
	if lexicon.IsOwn(s.lexicon.Fingerprint()) {
		return err
	}
	store, fault := s.openStore(s.ctx, sqlite.OpenReadOnly)
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

// warnOfLexicon says at the start of a server that documents were read with a
// lexicon of the user's own that is not the one it has. If that cannot be told
// nothing is said.
func (s *session) warnOfLexicon(store stock) {
	counted, err := countLexicons(s.ctx, store, s.lexicon.Fingerprint())
	if err != nil || counted.otherOwn == 0 {
		return
	}
	_, _ = fmt.Fprintf(s.err, "quarry: %d documents were read with a lexicon of your own that is not the one given now: "+
		"what it names is not known by those names. Give it with --lexicon FILE or QUARRY_LEXICON\n", counted.otherOwn)
}
