package main

import (
	"net/url"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/internal/text"
)

// attributesCalled writes the attributes that words may mean as a parameter of
// the API: every one that the lexicon calls so, by id, name or alias, and of
// several those that a unit measures, where one is asked for. A word that it does
// not know goes to the API as it is, which knows what documents brought and says
// what comes close.
func (s *session) attributesCalled(unit string, words ...string) string {
	var ids []string
	for _, word := range words {
		called := s.lexicon.FindAttributes(word)
		for _, attribute := range s.measuredIn(unit, word, called) {
			ids = append(ids, string(attribute.ID))
		}
		if len(called) == 0 {
			ids = append(ids, word)
		}
	}
	return api.Alternatives(ids...)
}

// measuredIn keeps the attributes that a unit measures. Where it measures none,
// or not the one that has the word for its id, the API is to say so.
func (s *session) measuredIn(unit, word string, attributes []quarry.Attribute) []quarry.Attribute {
	known, ok := s.lexicon.FindUnit(unit)
	if !ok {
		return attributes
	}
	var fit []quarry.Attribute
	for _, attribute := range attributes {
		fits := attribute.Measures(known.Kind)
		if fits {
			fit = append(fit, attribute)
		}
		if !fits && text.Slug(string(attribute.ID)) == text.Slug(word) {
			return []quarry.Attribute{attribute}
		}
	}
	if len(fit) == 0 {
		return attributes
	}
	return fit
}

// askAbout sets the parameters of what a person calls an attribute. The name of
// a number format filters by precision, and dense or sparse by sparsity: "fp16" is
// what is claimed at FP16, and "fp8 throughput" the throughput at FP8.
func (s *session) askAbout(query url.Values, words, unit string) {
	subject := s.lexicon.ClaimSubject(words)
	for axis, value := range subject.Conditions {
		query.Set(string(axis), value)
	}
	if subject.Attribute != "" {
		query.Set("attribute", s.attributesCalled(unit, subject.Attribute))
	}
}

// comparedCalled is attributesCalled where words may state a condition too, which
// the API reads: the other attributes are compared without it.
func (s *session) comparedCalled(unit string, words ...string) string {
	var asked []string
	for _, word := range words {
		if len(s.lexicon.ClaimSubject(word).Conditions) > 0 {
			asked = append(asked, api.Alternatives(word))
			continue
		}
		asked = append(asked, s.attributesCalled(unit, word))
	}
	return strings.Join(asked, ",")
}

// unitSymbol is how the API writes a unit that was asked for.
func (s *session) unitSymbol(unit string) string {
	if known, ok := s.lexicon.FindUnit(unit); ok {
		return known.Symbol
	}
	return unit
}

// devicesClaims is what a user is told where nothing else is known.
const devicesClaims = "quarry spec DEVICE lists what is claimed of a device"

// noClaim says that nothing is claimed, and what the API notes about it.
func noClaim(of string, notes []string) error {
	advice := devicesClaims
	if len(notes) > 0 {
		advice = notes[0]
	}
	return quarry.Errorf(quarry.KindNotFound, "no claim of %s: %s", of, advice)
}
