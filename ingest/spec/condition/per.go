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
	if before := wordsOf(written[:at]); len(before) > 0 {
		a.set(axisCount, a.reader.crowd(before[len(before)-1].text))
	}
	behind := wordsOf(text.Clip(written[at+len(device):], longestQuantity))
	if len(behind) > 1 && (behind[0].text == "gpu" || behind[0].text == "gpus") {
		behind = behind[1:]
	}
	if len(behind) > 0 && a.reader.cues["crowds"].Has(behind[0].text) {
		a.set(quarry.AxisPer, behind[0].text)
	}
}

// crowd returns the number that the word before a device is, where it can be one of
// devices: no year, and more than one.
func (r *Reader) crowd(word string) string {
	const mostDigits = 6
	number := strings.TrimSuffix(word, "x")
	switch {
	case !text.AllDigits(number):
		return r.countOf(word)
	case number == "1" || len(number) > mostDigits || isYear(number) || strings.HasPrefix(number, "0"):
		return ""
	}
	return number
}
