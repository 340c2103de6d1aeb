package grounding

import (
	"slices"

	"github.com/quarrykb/quarry/internal/text"
)

// doneBy returns what a query asks for the doer of, "" for none: "makes" of "who makes the
// kiln" is asked for, as small a word as it is elsewhere.
func (l language) doneBy(words []string) string {
	if len(words) < 2 || !l.cues[cueWho].Has(words[0]) || l.cues[cueBehindWho].Has(words[1]) {
		return ""
	}
	return words[1]
}

// namesMaker reports whether a word asks who makes a device, and a candidate names the one
// that the lexicon knows.
func (a *asked) namesMaker(c *candidate, w askedWord) bool {
	if a.doing == "" || w.stem != a.stems.Stem(a.doing) || !a.language.making[w.stem] {
		return false
	}
	return slices.ContainsFunc(a.devices, func(d askedDevice) bool {
		vendor := a.stems.Stems(text.WordsPlain(d.Vendor))
		return len(vendor) > 0 && a.speaksOf(c, d) && !slices.ContainsFunc(vendor, func(stem string) bool { return !c.stems[stem] })
	})
}
