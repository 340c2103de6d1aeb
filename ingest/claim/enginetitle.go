package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// engineOf returns the words in which a title says which engines of a device
// compute all that stands below it, where it says no more than that: "Tensor Cores"
// of "Tensor Cores (4th generation)" and of "Tensor Core metrics"; "" for any other.
func (r *Reader) engineOf(title string) string {
	if len(title) > longestKey || r.isComparison(title) {
		return ""
	}
	rest := title
	for _, device := range r.lexicon.DevicesIn(title) {
		rest = strings.Replace(rest, device.Written, " ", 1)
	}
	tokens := tokensOf(rest)
	all := slices.DeleteFunc(r.sayings(rest, tokens, claimed{}), func(one saying) bool { return one.value == "" })
	if len(all) != 1 || all[0].axis != axisEngine {
		return ""
	}
	said := all[0]
	for _, word := range slices.Concat(tokens[:said.first], tokens[said.last+1:]) {
		if !r.isOfEngine(word.text) {
			return ""
		}
	}
	return rest[tokens[said.first].start:tokens[said.last].end]
}

// isOfEngine reports whether a word beside the name of engines only says which of
// them they are, or that numbers of them follow.
func (r *Reader) isOfEngine(word string) bool {
	return r.cues[engineFigures].Has(word) || r.isOfSection(word) || r.isSheetTitle(word) || r.isOrdinal(word)
}

// dependsOnEngine reports whether numbers of an attribute may depend on which engines
// compute: how many engines there are, and how large a memory is, does not.
func dependsOnEngine(attribute quarry.Attribute) bool {
	return attribute.Kind != kindOfCounts && !measuresOnly(attribute, isOfMatter)
}

// isOrdinal reports whether a word counts generations: "4th", "third".
func (r *Reader) isOrdinal(word string) bool {
	_, spelled := r.numerals.Ordinal(word)
	digits := strings.TrimRight(word, "stndrh")
	return spelled || digits != word && text.AllDigits(digits)
}
