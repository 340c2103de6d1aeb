package bleveindex

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/search"
)

const (
	// figureWeight is how much a spec counts for a query that asks for a figure and
	// nothing else: it claims what others but use.
	figureWeight = 3

	attributeWeight  = 0.45 // of an attribute's name, against what the query calls it
	longestAttribute = 5    // words
)

// named is an attribute that a query names, and the terms by which it does.
type named struct {
	attributes []quarry.Attribute
	of         []string
}

// figures returns what an entry may have in the place of the attributes that a
// query names of a device: "memory capacity" for "VRAM". Without a device many of
// these are words like others.
func (s *schema) figures(text string) []alternative {
	var all []alternative
	for _, one := range s.attributesIn(text) {
		for _, attribute := range one.attributes {
			terms := plainTerms(s.analyzer.terms(s.analyzer.words(attribute.Name)))
			all = append(all, alternative{terms: terms, of: one.of, weight: attributeWeight})
		}
	}
	return all
}

// attributesIn returns the attributes that a text names beside devices that have
// them, by the longest of their names.
func (s *schema) attributesIn(text string) []named {
	classes, rest := s.withoutDevices(text)
	if len(classes) == 0 {
		return nil
	}
	words := strings.Fields(rest)
	words = words[:min(mostPaired, len(words))]
	var all []named
	for at := 0; at < len(words); {
		next, taken := s.attributesAt(words[at:], classes)
		if taken > 0 {
			all = append(all, next)
		}
		at += max(1, taken)
	}
	return all
}

// attributesAt returns the attributes whose longest name some words begin with, and
// how many words that is; 0 where they begin with none.
func (s *schema) attributesAt(words []string, classes []quarry.DeviceClass) (named, int) {
	for length := min(longestAttribute, len(words)); length > 0; length-- {
		label := strings.Join(words[:length], " ")
		attributes := s.attributesCalled(label, classes)
		if len(attributes) > 0 {
			return named{attributes, plainTerms(s.analyzer.terms(s.analyzer.words(label)))}, length
		}
	}
	return named{}, 0
}

// attributesCalled returns the attributes of some classes that have a name, or one
// that means the same.
func (s *schema) attributesCalled(label string, classes []quarry.DeviceClass) []quarry.Attribute {
	var all []quarry.Attribute
	for _, name := range append([]string{label}, s.alike[text.Slug(label)]...) {
		for _, attribute := range s.lexicon.FindAttributes(name) {
			known := func(other quarry.Attribute) bool { return other.ID == attribute.ID }
			of := func(class quarry.DeviceClass) bool { return slices.Contains(attribute.Classes, class) }
			if (len(attribute.Classes) == 0 || slices.ContainsFunc(classes, of)) && !slices.ContainsFunc(all, known) {
				all = append(all, attribute)
			}
		}
	}
	return all
}

// alikeIn returns what means the same as each name of some groups, by its slug.
func alikeIn(groups [][]string) map[string][]string {
	alike := map[string][]string{}
	for _, group := range groups {
		for _, name := range group {
			slug := text.Slug(name)
			alike[slug] = append(alike[slug], group...)
		}
	}
	return alike
}

// withoutDevices takes the names of devices out of a text, and returns the classes
// of these.
func (s *schema) withoutDevices(text string) ([]quarry.DeviceClass, string) {
	if s.lexicon == nil {
		return nil, text
	}
	var classes []quarry.DeviceClass
	for _, device := range s.lexicon.DevicesIn(text) {
		if before, behind, ok := strings.Cut(text, device.Written); ok {
			classes, text = append(classes, device.Class), before+" "+behind
		}
	}
	return classes, text
}

// asksFigure reports whether a query asks for values alone, or for attributes of
// devices alone.
func (s *schema) asksFigure(r request, e search.Expression, figures []alternative) bool {
	if len(r.terms) == 0 {
		return false
	}
	told := map[string]bool{}
	if len(figures) > 0 { // else the names of devices tell nothing
		for _, term := range s.deviceTerms(e.Words) {
			told[term] = true
		}
	}
	for _, figure := range figures {
		for _, term := range figure.of {
			told[term] = true
		}
	}
	return !slices.ContainsFunc(r.terms, func(term string) bool {
		return !told[term] && !isValue(term) && !r.asking[term]
	})
}

// deviceTerms returns the terms by which a text names devices.
func (s *schema) deviceTerms(text string) []string {
	var all []string
	for _, device := range s.lexicon.DevicesIn(text) {
		all = append(all, plainTerms(s.analyzer.terms(s.analyzer.words(device.Written)))...)
	}
	return all
}
