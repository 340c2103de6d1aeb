package query

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
	"github.com/quarrykb/quarry/search/bleveindex/analyzer"
)

// How much a value's number and unit count where its value is not there, and a device
// under another name.
const (
	numberWeight = 1.0 // whatever is counted
	numberCovers = 0.3 // of what is asked for, where it is the value
	unitWeight   = 0.3 // the letters of its unit
	unitCovers   = 0.05
	deviceWeight = 0.45
)

// The bounds of reading quantities.
const (
	quantityReach  = 48   // bytes from a number's first digit to the end of its unit
	mostQuantities = 64   // of one text
	mostNumbers    = 1024 // of one text that are looked at
	quantityMark   = "#"  // begins the term that stands for a value: no word begins with it
	deviceMark     = "@"  // begins the term that stands for a device
	quantityExact  = 6    // digits that tell two values apart
	behindWords    = 2    // positions, so that no phrase reaches them
	dimensionless  = "1"  // the base unit of counts and shares, which words find better
)

// IsValue reports whether a term stands for a value.
func IsValue(term string) bool { return strings.HasPrefix(term, quantityMark) }

// measure is a quantity in a text: as it is written, and the terms that stand for its
// value in the base unit, so that 3350 GB/s is found by 3.35 TB/s.
type measure struct {
	text  string
	terms []string
}

// measures returns the quantities of a text that have a unit.
func (r *Reader) measures(written string) []measure {
	if r.lexicon == nil {
		return nil
	}
	var all []measure
	at := nextNumber(written, 0)
	for looked := 0; at < len(written) && looked < mostNumbers && len(all) < mostQuantities; looked++ {
		window := text.Clip(written[at:], quantityReach)
		q, ok := r.lexicon.ReadQuantity(window)
		if _, known := r.lexicon.FindUnit(q.Unit); !ok || !known {
			at = nextNumber(written, at+digits(window))
			continue
		}
		if terms := valueTerms(r.lexicon.Normalize(q.Bounds)); len(terms) > 0 {
			all = append(all, measure{text: q.Text, terms: terms})
		}
		at = nextNumber(written, at+len(q.Text))
	}
	return all
}

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

// MeaningTokens returns the terms of what a field of an entry means, whatever its
// words: its quantities, and the devices that names find in it (nil knows none). They stand
// behind the words. The value of a spec is one of its text.
func (r *Reader) MeaningTokens(
	text string, names search.DeviceNames, value quarry.Bounds, words analysis.TokenStream,
) analysis.TokenStream {
	var terms []string
	for _, m := range r.measures(text) {
		terms = append(terms, m.terms...)
	}
	if names != nil {
		for _, device := range names.DevicesIn(text) {
			terms = append(terms, deviceMark+string(device.ID))
		}
	}
	terms = append(terms, valueTerms(value)...)
	if len(terms) == 0 {
		return nil
	}
	last := 0
	if len(words) > 0 {
		last = words[len(words)-1].Position
	}
	var tokens analysis.TokenStream
	seen := map[string]bool{}
	for _, term := range terms {
		if !seen[term] {
			seen[term] = true
			tokens = append(tokens, &analysis.Token{
				Term: []byte(term), Position: last + behindWords, Type: analyzer.Compound,
			})
		}
	}
	return tokens
}

// values takes the quantities out of a query's words. What it returns of each are
// terms that ask for its value, however that is written, and what an entry may have
// in their place: the number alone. The letters of a unit stand in every other
// entry and say nothing without their number, unless no entry has the value.
func (r *Reader) values(text string) (string, []string, []Alternative) {
	var rest strings.Builder
	var terms []string
	var also []Alternative
	for _, m := range r.measures(text) {
		before, behind, found := strings.Cut(text, m.text)
		if !found {
			continue
		}
		rest.WriteString(before + " ")
		text = behind
		terms = append(terms, m.terms...)
		for _, term := range r.analyzer.TermsOf(m.text) {
			next := Alternative{Terms: []string{term}, Of: m.terms, Weight: numberWeight, Covers: numberCovers}
			if c := term[0]; c < '0' || c > '9' {
				next.Weight, next.Covers, next.Lastly = unitWeight, unitCovers, true
			}
			also = append(also, next)
		}
	}
	rest.WriteString(text)
	return rest.String(), analyzer.Distinct(terms), also
}

// devices returns what an entry may have in the place of the devices of a query:
// the same ones by other names, and the SKUs of a family.
func (r *Reader) devices(text string) []Alternative {
	if r.lexicon == nil {
		return nil
	}
	var all []Alternative
	for _, device := range r.lexicon.DevicesIn(text) {
		of := r.analyzer.TermsOf(device.Written)
		for _, id := range r.lexicon.DeviceFamily(device.ID) {
			all = append(all, Alternative{Terms: []string{deviceMark + string(id)}, Of: of, Weight: deviceWeight})
		}
	}
	return all
}
