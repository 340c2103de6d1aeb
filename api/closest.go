package api

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

const (
	// fewWords is how many words may be listed in full where none comes close.
	fewWords = 24
	// mostBases is how many base units are offered where nothing else tells.
	mostBases = 12
	// mostFixes is how many words are offered that come close.
	mostFixes = 3
)

// fixesFor returns the known words that come closest to one that is not known,
// or all of them where none comes close and there are few.
func fixesFor(word string, known []string) []string {
	found := closest(strings.ToLower(word), lowered(known))
	if len(found) == 0 && len(known) <= fewWords {
		return known
	}
	return found
}

// lowered goes over words in lower case, with what they are.
func lowered(words []string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, word := range words {
			if !yield(strings.ToLower(word), word) {
				return
			}
		}
	}
}

// closest returns what those spellings mean that a word misses by few slips, the
// closest first; of equals what is spelled so itself, and not by another name.
// Word and spellings are written alike, all in lower case.
func closest(word string, meanings iter.Seq2[string, string]) []string {
	allowed := text.SlipsAllowed(word)
	ranks := map[string]int{}
	for spelling, means := range meanings {
		apart, near := text.Near(word, spelling, allowed)
		if !near {
			continue
		}
		rank := 2 * apart
		if text.Slug(spelling) != text.Slug(means) {
			rank++
		}
		if before, known := ranks[means]; !known || rank < before {
			ranks[means] = rank
		}
	}
	return fewest(ranks)
}

// fewest returns the words of the lowest ranks, of equals the first in the
// alphabet.
func fewest(ranks map[string]int) []string {
	words := make([]string, 0, len(ranks))
	for word := range ranks {
		words = append(words, word)
	}
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(cmp.Compare(ranks[a], ranks[b]), cmp.Compare(a, b)) })
	return words[:min(len(words), mostFixes)]
}

// unitsLike returns the symbols of the units that a spelling comes close to, in
// whatever way they may be written.
func unitsLike(lexicon *lexicon.Lexicon, written string) []string {
	if unit, ok := unitOfParts(lexicon, written); ok {
		return []string{unit.Symbol}
	}
	return closest(strings.ToLower(written), func(yield func(string, string) bool) {
		for _, unit := range lexicon.Units() {
			for _, spelling := range append([]string{unit.Symbol}, unit.Aliases...) {
				if !yield(strings.ToLower(spelling), unit.Symbol) {
					return
				}
			}
		}
	})
}

// unitOfParts returns the unit whose parts are spelled so: TB/s of "terabytes/s" and of
// "terabytes per s".
func unitOfParts(lexicon *lexicon.Lexicon, written string) (quantity.Unit, bool) {
	parts := strings.Split(strings.ReplaceAll(strings.ToLower(written), " per ", "/"), "/")
	if len(parts) == 1 {
		return quantity.Unit{}, false
	}
	for i, part := range parts {
		unit, known := lexicon.FindUnit(strings.TrimSpace(part))
		if !known {
			return quantity.Unit{}, false
		}
		parts[i] = unit.Symbol
	}
	return lexicon.FindUnit(strings.Join(parts, "/"))
}

// baseUnits returns some units that others are converted to.
func baseUnits(lexicon *lexicon.Lexicon) []string {
	var bases []string
	for _, unit := range lexicon.Units() {
		if unit.Symbol == unit.Base && len(bases) < mostBases {
			bases = append(bases, unit.Base)
		}
	}
	return bases
}

// attributesLike returns the ids of attributes that come close to a word by one of
// their names; where none does, of those that have it in a name.
func attributesLike(lexicon *lexicon.Lexicon, found *discoveries, word string) []string {
	slug := text.Slug(word)
	if slug == "" {
		return nil
	}
	names := attributeNames(lexicon, found)
	if near := closest(strings.TrimPrefix(slug, "x-"), names); len(near) > 0 {
		return near
	}
	lengths := map[string]int{}
	for name, id := range names {
		if at := holdsWhole(name, slug); at >= 0 && !cutsWord(name, at) {
			lengths[id] = len(id)
		}
	}
	return fewest(lengths)
}

// attributeNames goes over the slugs of all names of attributes, with the ids.
func attributeNames(lexicon *lexicon.Lexicon, found *discoveries) iter.Seq2[string, string] {
	names := make([][2]string, 0, len(found.attributes))
	for _, attribute := range lexicon.Attributes() {
		for _, name := range append([]string{string(attribute.ID), attribute.Name}, attribute.Aliases...) {
			names = append(names, [2]string{text.Slug(name), string(attribute.ID)})
		}
	}
	for _, id := range found.attributes {
		bare := strings.TrimPrefix(string(id), "x_")
		names = append(names, [2]string{text.Slug(bare), string(id)})
	}
	return func(yield func(string, string) bool) {
		for _, name := range names {
			if !yield(name[0], name[1]) {
				return
			}
		}
	}
}
