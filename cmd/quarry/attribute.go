package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/internal/text"
)

// unitSymbol is how the API writes a unit that was asked for.
func unitSymbol(s *session, unit string) string {
	if known, ok := s.Lexicon.FindUnit(s.Lexicon.AskedUnit(unit)); ok {
		return known.Symbol
	}
	return unit
}

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
	if len(notes) == 0 || !strings.Contains(strings.Join(notes, " "), unknown) && device != "" {
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
	if !ok || known.Kind != quarry.KindNotFound || !strings.HasPrefix(known.Message, attributeField) {
		return err
	}
	return quarry.Errorf(known.Kind, "%s", sentences(known.Message, devicesClaims(device), inTexts(of))).Because(err)
}
