package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
)

// unitSymbol is how the API writes a unit that was asked for.
func (s *session) unitSymbol(unit string) string {
	if known, ok := s.lexicon.FindUnit(unit); ok {
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
	return fmt.Sprintf("quarry spec '%s' lists what is claimed of it", printable(device))
}

// noClaim says that nothing is claimed, and what the API notes about it: where it knows
// all the names, what else is claimed is to be looked at.
func noClaim(of, device string, notes []string) error {
	said := strings.Join(notes, "; ")
	if len(notes) == 0 || !strings.Contains(said, unknown) && device != "" {
		said = strings.TrimPrefix(said+"; "+devicesClaims(device), "; ")
	}
	return quarry.Errorf(quarry.KindNotFound, "no claim of %s: %s", of, said)
}

// unknown is what the API says of a word that it does not know.
const unknown = "is not known"

// withWayOut adds to an error about an attribute that is not known where those are listed
// that the device has.
func withWayOut(err error, device string) error {
	known, ok := errors.AsType[*quarry.Error](err)
	if !ok || known.Kind != quarry.KindNotFound || !strings.HasPrefix(known.Message, attributeField) {
		return err
	}
	said := strings.ReplaceAll(known.Message+"; ", "?; ", "? ")
	return quarry.Errorf(known.Kind, "%s%s", said, devicesClaims(device)).Because(err)
}
