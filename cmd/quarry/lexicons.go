package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/store/sqlite"
)

// lexiconWarnings says whose documents were read, or are left, with another
// lexicon than the one of now: before a run and behind it.
func lexiconWarnings(now string, before, behind datadir.Lexicons) []string {
	switch own := lexicon.IsOwn(now); {
	case before.OtherOwn > 0 && !own:
		return []string{fmt.Sprintf("%d stored documents were read with a lexicon of your own, which was not given this time; "+
			"%d of them still are. If that was not meant, ingest again with --lexicon FILE or QUARRY_LEXICON",
			before.OtherOwn, behind.OtherOwn)}
	case own && behind.OtherOwn+behind.BuiltIn > 0:
		return []string{fmt.Sprintf("%d stored documents were read with another lexicon than the one given now: "+
			"ingest their files again to have them read with it", behind.OtherOwn+behind.BuiltIn)}
	}
	return nil
}

// hintAtLexicon adds to an error about a word that is not known that documents
// were read with a lexicon which may know it, and which was not given this time.
// If that cannot be told the error stays as it is.
func hintAtLexicon(ctx context.Context, s *session, err error) error {
	known, ok := errors.AsType[*quarry.Error](err)
	if !ok || !strings.Contains(known.Message, unknown) && !strings.Contains(known.Message, "there is no device") {
		return err
	}
	if by, served := s.Server(); served && by.Lexicon != "" && by.Lexicon != s.Lexicon.Fingerprint() {
		return quarry.Errorf(known.Kind, "%s (%s answers with another lexicon than the one given here: start it with the same --lexicon FILE or QUARRY_LEXICON)",
			known.Message, by).Because(err)
	}
	if lexicon.IsOwn(s.Lexicon.Fingerprint()) {
		return err
	}
	store, fault := s.OpenStore(ctx, sqlite.OpenReadOnly)
	if fault != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	counted, fault := s.CountLexicons(ctx, store)
	if fault != nil || counted.OtherOwn == 0 {
		return err
	}
	return quarry.Errorf(known.Kind, "%s (%d documents were read with a lexicon of your own: give it with --lexicon FILE or QUARRY_LEXICON)",
		known.Message, counted.OtherOwn).Because(err)
}
