package spec

import (
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/spec/labelled"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// besideNamed returns the attribute of the lexicon that a number's own words name.
func (d *document) besideNamed(n *number, class quarry.DeviceClass) (what, bool) {
	for _, side := range []string{n.behind, strings.TrimLeft(n.Text, "0123456789., "), n.before} {
		words := strings.Fields(strings.Trim(side, " .:;,"))
		for length := min(mostAttributeWords, len(words)); length > 0; length-- {
			for from := range len(words) - length + 1 {
				phrase := strings.Join(words[from:from+length], " ")
				if attribute, ok := choose(d.attributesCalled(phrase, d.conditions.Without(phrase)), class, n.unit.Kind, n.Unit == ""); ok {
					return what{AttributeMention: quarry.AttributeMention{Attribute: attribute, Written: phrase}, known: true, own: true}, true
				}
			}
		}
	}
	return what{}, false
}

const mostAttributeWords = 4

// beside returns what a number of a line without a key measures: an attribute that its own
// words name, or the label that the line stands under, or the noun beside it.
func (d *document) beside(e *entry, n *number, of *subject, class quarry.DeviceClass) (what, bool) {
	if named, ok := d.besideNamed(n, class); ok {
		return named, true
	}
	if e.Layout == labelled.Sentence {
		return what{}, false
	}
	over := e.label()
	if of.parent == len(e.labels)-1 {
		over = &label{}
	}
	noun := d.nounBeside(n)
	if attribute, ok := choose(over.attributes, class, n.unit.Kind, n.Unit == ""); ok {
		return what{AttributeMention: quarry.AttributeMention{Attribute: attribute, Written: over.text}, known: true, apart: noun}, true
	}
	name := strings.TrimSpace(labelled.Unbracketed(over.text) + " " + noun)
	if noun == "" && n.of > 1 && over.text != "" {
		name += n.kindName()
	}
	if name == "" || len(name) > longestName {
		return what{}, false
	}
	written := strings.TrimSpace(noun)
	if written == "" {
		written = over.text
	}
	return what{AttributeMention: quarry.AttributeMention{Attribute: lexicon.DiscoveredAttribute(name), Written: written}, own: noun != ""}, true
}

// nounBeside returns the words beside a number that may name what it measures: those behind
// it, or else those before it.
func (d *document) nounBeside(n *number) string {
	for _, side := range []string{d.untilLead(n.behind), n.before} {
		noun := d.plainNoun(nounOf(side))
		if noun != "" && strings.ContainsFunc(noun, unicode.IsLetter) && !labelled.HasDigit(noun) && !d.isLead(noun) {
			return strings.Trim(noun, " ")
		}
	}
	return ""
}

// untilLead returns the words before the first one that leads in what a number holds for.
func (d *document) untilLead(s string) string {
	words := strings.Fields(strings.TrimPrefix(s, "of "))
	for i, word := range words {
		if d.cues["condition_leads"].Has(strings.ToLower(word)) {
			return strings.Join(words[:i], " ")
		}
	}
	return strings.Join(words, " ")
}

// plainNoun returns a noun without the words that only state conditions, as it is where
// the rest of it would be no whole words of it.
func (d *document) plainNoun(noun string) string {
	bare, words := d.conditions.Without(noun), strings.Fields(text.SlugWith(noun, ' '))
	for word := range strings.FieldsSeq(text.SlugWith(bare, ' ')) {
		if !slices.Contains(words, word) {
			return noun
		}
	}
	return bare
}

// nounOf returns the few words of a clause that may name what a number measures.
func nounOf(clause string) string {
	clause = strings.Trim(strings.TrimPrefix(strings.TrimSpace(clause), "of "), " .:;,–-")
	words := strings.Fields(clause)
	if len(words) == 0 || len(words) > mostAttributeWords {
		return ""
	}
	return strings.Join(words, " ")
}

// ownNoun returns what the words beside one of several numbers of a value name, and whether
// they are a key of their own: of "screws: 10, gaskets: 16" the second.
func (d *document) ownNoun(n *number) (string, bool) {
	if n.of < 2 || n.sides > 0 {
		return "", false
	}
	if key, ok := strings.CutSuffix(strings.TrimSpace(n.before), ":"); ok && nounOf(key) != "" {
		return nounOf(key), true
	}
	for _, side := range []string{n.before, n.behind} {
		if own := d.conditions.Without(nounOf(side)); own != "" && !labelled.HasDigit(own) && !d.conditions.OnlyStates(own) && !d.isLead(own) {
			return own, false
		}
	}
	return "", false
}

// isLead reports whether words end in one that leads in what a number holds for.
func (d *document) isLead(words string) bool {
	return d.cues["condition_leads"].Has(strings.ToLower(lastWord(words)))
}
