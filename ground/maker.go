package ground

import (
	"slices"
	"strings"
)

// doneBy returns what a query asks for the doer of, "" for none: "makes" of "who makes the
// kiln" is asked for, as small a word as it is elsewhere.
func doneBy(words []string) string {
	auxiliaries := strings.Fields("is are was were be am has have had did does do can could should would will may might must shall")
	if len(words) < 2 || words[0] != "who" || slices.Contains(auxiliaries, words[1]) {
		return ""
	}
	return words[1]
}

// namesMaker reports whether a word asks who makes a device, and a candidate names the one
// that the lexicon knows.
func (a *asked) namesMaker(c *candidate, w askedWord) bool {
	if a.doing == "" || w.stem != a.stems.stem(a.doing) || !slices.Contains(strings.Fields("make made build built manufactur produc"), w.stem) {
		return false
	}
	return slices.ContainsFunc(a.devices, func(d askedDevice) bool {
		vendor := a.stems.all(wordsIn(d.Vendor))
		return len(vendor) > 0 && a.speaksOf(c, d) && !slices.ContainsFunc(vendor, func(stem string) bool { return !c.stems[stem] })
	})
}
