package main

import (
	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
)

// attributesCalled writes the attributes that words may mean as a parameter of
// the API: every one that the lexicon calls so, by id, name or alias. A word that
// it does not know goes to the API as it is, which knows what documents brought
// and says what comes close.
func (s *session) attributesCalled(words ...string) string {
	var ids []string
	for _, word := range words {
		called := s.lexicon.FindAttributes(word)
		for _, attribute := range called {
			ids = append(ids, string(attribute.ID))
		}
		if len(called) == 0 {
			ids = append(ids, word)
		}
	}
	return api.Alternatives(ids...)
}

// unitSymbol is how the API writes a unit that was asked for.
func (s *session) unitSymbol(unit string) string {
	if known, ok := s.lexicon.FindUnit(unit); ok {
		return known.Symbol
	}
	return unit
}

// noClaim says that nothing is claimed, and what the API notes about it.
func noClaim(of string, notes []string, otherwise string) error {
	if len(notes) > 0 {
		otherwise = notes[0]
	}
	return quarry.Errorf(quarry.KindNotFound, "no claim of %s: %s", of, otherwise)
}
