package spec

import (
	_ "embed"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/fit"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

//go:embed model.json
var modelData []byte

// feature is something that the model is told of a number.
type feature struct {
	name string
	of   func(d *document, c *candidate) float64
}

// features returns what the model is told, in its order: those that, added one after the
// other, lowered its loss out of fold. Shares of a value, of its neighbours, and the layout
// did not.
func features() []feature {
	return []feature{
		{"unit_written", func(_ *document, c *candidate) float64 { return fit.Yes(c.number.Unit != "" && !c.isHinted()) }},
		{"unit_hinted", func(_ *document, c *candidate) float64 { return fit.Yes(c.isHinted()) }},
		{"unit_from_afar", func(_ *document, c *candidate) float64 { return fit.Yes(c.hint.from.Text != "") }},
		{"attribute_known", func(_ *document, c *candidate) float64 { return fit.Yes(c.what.known) }},
		{"measures_nothing", func(_ *document, c *candidate) float64 { return fit.Yes(c.label.measuring == 0 && !c.what.known) }},
		{"label_counts", func(_ *document, c *candidate) float64 { return fit.Yes(c.label.counts) }},
		{"name_says", (*document).nameSays},
		{"glued_letter", func(_ *document, c *candidate) float64 { return fit.Yes(c.number.isGlued() && c.label.measuring == 0) }},
		{"subject_guessed", func(_ *document, c *candidate) float64 { return fit.Yes(c.subject.guessed) }},
		{"bounded", func(_ *document, c *candidate) float64 {
			return fit.Yes(c.number.Qualifier != quarry.Exact && c.number.Qualifier != quarry.Range)
		}},
		{"one_of_several", func(_ *document, c *candidate) float64 { return fit.Yes(c.number.of > 2 && !c.what.known) }},
		{"money", func(_ *document, c *candidate) float64 {
			return fit.Yes(quantity.IsMoney(c.number.unit.Kind) && !c.what.known)
		}},
		{"trap_alone", func(d *document, c *candidate) float64 { return fit.Yes(d.isTrap(c) && c.label.words < 2) }},
		{"trap_and_measures_little", func(d *document, c *candidate) float64 { return fit.Yes(d.isTrap(c) && c.label.measuring < 0.5) }},
		{"unknown_below_trap", func(d *document, c *candidate) float64 { return d.trapsAbove(c) * fit.Yes(!c.what.known) }},
		{"aside", (*document).aside},
		{"condition_of_another", func(d *document, c *candidate) float64 { return fit.Yes(d.isCondition(&c.number)) }},
		{"year_or_name", func(d *document, c *candidate) float64 { return fit.Yes(isYear(&c.number) || d.isOfName(&c.number)) }},
	}
}

// Features are the names of what the model is told of a number, in their order.
func Features() []string {
	var names []string
	for _, f := range features() {
		names = append(names, f.name)
	}
	return names
}

// describe tells what the model is told of a number.
func (d *document) describe(c *candidate) {
	c.features = make([]float64, len(d.features))
	for i, f := range d.features {
		c.features[i] = f.of(d, c)
	}
}

// isHinted reports whether a number's unit is not written behind it.
func (c *candidate) isHinted() bool { return c.hint.label || c.hint.from.Text != "" }

// isTrap reports whether a label that is no known attribute, or one over it, stands over
// numbers that measure nothing, or such a word stands before a number without a unit.
func (d *document) isTrap(c *candidate) bool {
	return !c.what.known && (c.label.trap || c.number.Unit == "" && slices.ContainsFunc(wordsOf(c.number.before), d.cues["trap_labels"].Has) || slices.ContainsFunc(c.entry.over(), func(over *label) bool { return over.trap }))
}

// nameSays reports whether the name of an attribute is a piece of a sentence rather than a
// noun: "is a lot", "lasts for".
func (d *document) nameSays(c *candidate) float64 {
	return fit.Yes(slices.ContainsFunc(strings.Fields(strings.ToLower(c.what.Name)), func(word string) bool {
		return slices.ContainsFunc([]lexicon.Cue{"asserting", "having", "prepositions", "articles", "condition_leads"}, func(cue lexicon.Cue) bool { return d.cues[cue].Has(word) })
	}))
}

// isOfName reports whether a number stands right behind a capitalised word, with no unit or
// with one letter written on to it: "Kiox 300", "TSMC 4N".
func (d *document) isOfName(n *number) bool {
	word := lastWord(n.before)
	if d.cues["standards"].Has(strings.ToLower(word)) { // "IEEE 802.11 b/g"
		return true
	}
	first, _ := utf8.DecodeRuneInString(word)
	if !unicode.IsUpper(first) || strings.HasSuffix(word, ":") || strings.ToUpper(word) == word && len(word) == 1 {
		return false
	}
	return n.Unit == "" || n.isGlued()
}

// isGlued reports whether one sign is written on to a number: "4N", "3.2T".
func (n *number) isGlued() bool {
	sign := n.Text[len(digitsOf(n.Text)):]
	return len(sign) == 1 && (sign == n.Unit || n.unit.Kind == quantity.Count)
}

// isYear reports whether a number may be a year, or a date in digits alone.
func isYear(n *number) bool {
	const first, last = 1900, 2100
	if len(n.Text) == len("20260131") && text.AllDigits(n.Text) {
		_, err := time.Parse("20060102", n.Text)
		return err == nil
	}
	return n.Unit == "" && n.Min != nil && *n.Min >= first && *n.Min <= last && *n.Min == math.Trunc(*n.Min) && !strings.ContainsAny(n.Text, ".,")
}

// trapsAbove returns how many of the titles and labels above a value say that numbers
// below them are of something else: what changed, what was done, examples.
func (d *document) trapsAbove(c *candidate) float64 {
	var above []string
	for _, s := range c.entry.Section.Path() {
		if s.Parent != nil {
			above = append(above, s.Title.Text)
		}
	}
	for _, over := range c.entry.over() {
		above = append(above, over.text)
	}
	traps := 0
	for _, title := range above {
		if slices.ContainsFunc(wordsOf(title), func(word string) bool {
			return d.cues["trap_titles"].HasAny(word, d.english.Singular(word)) || d.cues["comparing"].Has(word)
		}) {
			traps++
		}
	}
	return float64(min(traps, 2))
}

// aside returns how many words of a value speak of a case, of somebody's own, or of another
// thing.
func (d *document) aside(c *candidate) float64 {
	n := 0
	for _, word := range text.Words(strings.ToLower(c.entry.raw)) {
		if d.cues["aside_words"].Has(word) {
			n++
		}
	}
	return float64(min(n, 3))
}
