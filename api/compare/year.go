package compare

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// isOfYears reports whether the claims of a row are years of the calendar: of an
// attribute whose name says when something was, and written as years are. No year is
// a number of times another one.
func (c comparing) isOfYears() bool {
	if !c.saysWhen(c.row.Attribute.Name) {
		return false
	}
	found := false
	for claim := range c.claims() {
		if found = isYear(claim.Value); !found {
			return false
		}
	}
	return found
}

// isYear reports whether a number may be a year of the calendar.
func isYear(q quarry.Quantity) bool {
	const first, last = 1000, 2999
	return (q.Unit == "" || q.Unit == "1") && len(q.Text) == len("2024") &&
		q.Min != nil && q.Max != nil && *q.Min == *q.Max && *q.Min >= first && *q.Min <= last
}

// The words by which a name says when something was.
const (
	years  lexicon.Cue = "years"
	events lexicon.Cue = "dated_events"
)

// saysWhen reports whether the name of an attribute says when something was: "Release
// year", "Year of introduction", "First flight".
func (c comparing) saysWhen(name string) bool {
	words := strings.Fields(text.SlugWith(name, ' '))
	if len(words) == 0 {
		return false
	}
	cues := c.lexicon.Cues()
	last := words[len(words)-1]
	return cues[years].HasAny(words[0], last) || cues[events].Has(last)
}
