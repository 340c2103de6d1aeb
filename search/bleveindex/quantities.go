package bleveindex

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/search"
)

// The bounds of reading quantities.
const (
	quantityReach  = 48   // bytes from a number's first digit to the end of its unit
	mostQuantities = 64   // of one text
	mostNumbers    = 1024 // of one text that are looked at
	quantityMark   = "#"  // no word begins with it
	quantityExact  = 6    // digits that tell two values apart
	behindWords    = 2    // positions, so that no phrase reaches them
	dimensionless  = "1"  // the base unit of counts and shares, which words find better
)

// measure is a quantity or a device in a text: as it is written, and the terms
// that stand for its value in the base unit, so that 3350 GB/s is found by 3.35
// TB/s, or for the device, by whichever of its names.
type measure struct {
	text  string
	terms []string
}

// measures returns the quantities of a text that have a unit.
func (s *schema) measures(written string) []measure {
	if s.lexicon == nil {
		return nil
	}
	var all []measure
	at := nextNumber(written, 0)
	for looked := 0; at < len(written) && looked < mostNumbers && len(all) < mostQuantities; looked++ {
		window := text.Clip(written[at:], quantityReach)
		q, ok := s.lexicon.ReadQuantity(window)
		if _, known := s.lexicon.FindUnit(q.Unit); !ok || !known {
			at = nextNumber(written, at+digits(window))
			continue
		}
		if terms := valueTerms(s.lexicon.Normalize(q.Bounds)); len(terms) > 0 {
			all = append(all, measure{text: q.Text, terms: terms})
		}
		at = nextNumber(written, at+len(q.Text))
	}
	return all
}

// valueTerms returns the terms of a value in its base unit: both ends of a
// range.
func valueTerms(b quarry.Bounds) []string {
	if b.Unit == "" || b.Unit == dimensionless {
		return nil
	}
	var terms []string
	for _, end := range []*float64{b.Min, b.Max} {
		if end == nil {
			continue
		}
		term := quantityMark + strconv.FormatFloat(*end, 'g', quantityExact, 64) + " " + b.Unit
		if !slices.Contains(terms, term) {
			terms = append(terms, term)
		}
	}
	return terms
}

// meaningText is a field of an entry, of which it is read what it means.
type meaningText struct {
	text  string
	names search.DeviceNames // nil if none are known
	value quarry.Bounds      // of a spec, in its text
}

// meantTokens returns the terms of what a field of an entry means, whatever its
// words: its quantities and devices. They stand behind the words. A spec's value
// is one of its text.
func (s *schema) meantTokens(in meaningText, words analysis.TokenStream) analysis.TokenStream {
	all := append(s.measures(in.text), mentions(in.names, in.text)...)
	all = append(all, measure{terms: valueTerms(in.value)})
	last := 0
	if len(words) > 0 {
		last = words[len(words)-1].Position
	}
	var tokens analysis.TokenStream
	var seen map[string]bool
	for _, m := range all {
		for _, term := range m.terms {
			if !seen[term] {
				if seen == nil {
					seen = map[string]bool{}
				}
				seen[term] = true
				tokens = append(tokens, &analysis.Token{Term: []byte(term), Position: last + behindWords, Type: compound})
			}
		}
	}
	return tokens
}

// values takes the quantities out of a query's words. What it returns of each are
// terms that ask for its value, however that is written, and what an entry may have
// in their place: the number alone. The letters of a unit stand in every other
// entry and say nothing without their number, unless no entry has the value.
func (s *schema) values(text string) (string, []string, []alternative) {
	var rest strings.Builder
	var terms []string
	var also []alternative
	for _, m := range s.measures(text) {
		before, behind, found := strings.Cut(text, m.text)
		if !found {
			continue
		}
		rest.WriteString(before + " ")
		text = behind
		terms = append(terms, m.terms...)
		for _, term := range plainTerms(s.analyzer.terms(s.analyzer.words(m.text))) {
			next := alternative{terms: []string{term}, of: m.terms, weight: numberWeight, covers: numberCovers}
			if c := term[0]; c < '0' || c > '9' {
				next.weight, next.covers, next.lastly = unitWeight, unitCovers, true
			}
			also = append(also, next)
		}
	}
	rest.WriteString(text)
	return rest.String(), distinct(terms), also
}

// isValue reports whether a term stands for a value.
func isValue(term string) bool { return strings.HasPrefix(term, quantityMark) }

// nextNumber returns where the next number begins, which is not the end of a
// name ("H100"), or the text's end.
func nextNumber(written string, from int) int {
	for at := from; at < len(written); at++ {
		if !text.IsDigit(written[at]) {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(written[:at])
		if at == 0 || !unicode.IsLetter(before) && !unicode.IsNumber(before) {
			return at
		}
		at += digits(written[at:]) - 1
	}
	return len(written)
}

// digits returns how many digits a text begins with.
func digits(text string) int {
	return len(text) - len(strings.TrimLeft(text, "0123456789"))
}
