package condition

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// mostPer is the most words of what a number is said to be of each of.
const mostPer = 2

// things returns the last words of what the lexicon knows numbers to be of.
func things(terms []lexicon.ConditionTerm) map[string]bool {
	all := map[string]bool{}
	for _, term := range terms {
		for _, phrase := range term.Phrases {
			words := textsOf(wordsOf(phrase))
			if term.Axis == quarry.AxisPer && len(words) > 1 && (words[0] == "per" || words[0] == "each") {
				all[words[len(words)-1]] = true
			}
		}
	}
	return all
}

// perUnknown returns of what a number is, in the source's own words where the
// lexicon has none: "8 engines per Xe core". A "per" of the unit, or of the
// attribute's own name, is none.
func (a *asked) perUnknown(s *statement) string {
	known := a.name + " " + strings.ToLower(a.Quantity.Text)
	for i, one := range s.words {
		if one.text != "per" {
			continue
		}
		of := a.reader.perOf(s, i)
		phrase := "per " + strings.Join(of, " ")
		if len(of) == 0 || strings.Contains(known, phrase) || i > 0 && a.isCalled(s.words[i-1].text+" "+phrase) {
			continue
		}
		return strings.Join(of, "_")
	}
	return ""
}

// perOf returns the words behind a "per" that name something of which numbers are:
// the last of them is a word for what is counted so, or the first a unit ("cost per
// kWh").
func (r *Reader) perOf(s *statement, per int) []string {
	var of []string
	for i := per + 1; i < len(s.words) && len(of) < mostPer; i++ {
		next := s.words[i].text
		if strings.Trim(s.gap(i), " ") != "" || r.cues["per_ends"].Has(next) || text.IsDigit(next[0]) {
			break
		}
		of = append(of, next)
	}
	switch {
	case len(of) == 0 || r.things[of[len(of)-1]]:
		return of
	case r.things[of[0]] || len(r.lexicon.FindFold(of[0])) > 0:
		return of[:1]
	}
	return nil
}

// isCalled reports whether a phrase is a name of the claim's attribute: "bits per
// parameter".
func (a *asked) isCalled(phrase string) bool {
	return slices.ContainsFunc(a.reader.lexicon.FindAttributes(phrase), func(o quarry.Attribute) bool { return o.ID == a.Attribute.ID })
}

// takeCrowd states of how many of its device a number is ("8x H100"), and as what
// they stand together ("an H100 server").
func (a *asked) takeCrowd(written string) {
	device := a.Device.Written
	at := indexWord(written, device, 0)
	if at < 0 {
		return
	}
	a.set(axisCount, a.reader.crowd(written[:at]))
	behind := wordsOf(text.Clip(written[at+len(device):], longestQuantity))
	for _, one := range behind[:min(len(behind), 2)] {
		switch {
		case a.reader.cues["crowds"].Has(one.text):
			a.set(quarry.AxisPer, one.text)
			return
		case one.text != "gpu" && one.text != "gpus":
			return
		}
	}
}

// mostDigitsOfCrowd is how many digits the number of devices in one place has.
const mostDigitsOfCrowd = 6

// crowd returns the number that a text ends with, where it can be one of devices:
// no year, and more than one.
func (r *Reader) crowd(before string) string {
	before = strings.TrimRight(before, " ")
	if spelled := r.countOf(before[strings.LastIndexByte(before, ' ')+1:]); spelled != "" {
		return spelled
	}
	before = strings.TrimRight(before, "x× ")
	start := len(before)
	for start > 0 && (text.IsDigit(before[start-1]) || before[start-1] == ',' && start < len(before)) {
		start--
	}
	written := before[start:]
	number := strings.ReplaceAll(written, ",", "")
	whole := start == 0 || before[start-1] == ' ' || before[start-1] == '('
	if number == "" || number == "1" || len(number) > mostDigitsOfCrowd || isYear(written) || !whole {
		return ""
	}
	return number
}
