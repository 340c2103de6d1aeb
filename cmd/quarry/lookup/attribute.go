package lookup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/store/sqlite"
)

// devicesClaims is what a user is told where nothing else is known; of no device in
// particular where several are asked about.
func devicesClaims(device string) string {
	if device == "" {
		return "quarry spec DEVICE lists what is claimed of a device"
	}
	return fmt.Sprintf("quarry spec '%s' lists what is claimed of it", present.Printable(device))
}

// inTexts is where else to look for what is not claimed.
func inTexts(of string) string {
	return fmt.Sprintf("quarry search '%s' looks in the texts", present.Printable(text.OneLine(of)))
}

// noClaim says that nothing is claimed, and what the API notes about it: where it knows
// all the names, what else is claimed is to be looked at, and the texts in any case.
func noClaim(of, device string, notes []string) error {
	said := slices.Clone(notes)
	if len(notes) == 0 || !strings.Contains(strings.Join(notes, " "), app.Unknown) && device != "" {
		said = append(said, devicesClaims(device))
	}
	return quarry.Errorf(quarry.KindNotFound, "no claim of %s: %s", of, sentences(append(said, inTexts(of))...))
}

// sentences are put together behind each other; a question ends by itself.
func sentences(said ...string) string {
	return strings.ReplaceAll(strings.Join(said, "; "), "?; ", "? ")
}

// withWayOut adds to an error about an attribute that is not known where those are listed
// that the device has, and where else to look for what was asked.
func withWayOut(err error, of, device string) error {
	known, ok := errors.AsType[*quarry.Error](err)
	if !ok || known.Kind != quarry.KindNotFound || !strings.HasPrefix(known.Message, app.AttributeField) {
		return err
	}
	return quarry.Errorf(known.Kind, "%s", sentences(known.Message, devicesClaims(device), inTexts(of))).
		Because(err)
}

// hintAtLexicon adds to an error about a word that is not known that documents
// were read with a lexicon which may know it, and which was not given this time.
// If that cannot be told the error stays as it is.
func hintAtLexicon(ctx context.Context, s *app.Session, err error) error {
	known, ok := errors.AsType[*quarry.Error](err)
	if !ok || !strings.Contains(known.Message, app.Unknown) &&
		!strings.Contains(known.Message, "there is no device") {
		return err
	}
	if by, served := s.Server(); served && by.Lexicon != "" && by.Lexicon != s.Lexicon.Fingerprint() {
		return quarry.Errorf(known.Kind,
			"%s (%s answers with another lexicon than the one given here: start it with the same --lexicon FILE or QUARRY_LEXICON)",
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
	return quarry.Errorf(known.Kind,
		"%s (%d documents were read with a lexicon of your own: give it with --lexicon FILE or QUARRY_LEXICON)",
		known.Message, counted.OtherOwn).Because(err)
}
