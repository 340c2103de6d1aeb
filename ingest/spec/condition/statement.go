package condition

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// wording is one way to state a condition, in lower-case words.
type wording struct {
	words []string
	term  lexicon.ConditionTerm
}

// readWordings returns the lexicon's phrases by their first word, the longest first.
// The words for limits are cues, for they are short and mean other things elsewhere.
func (r *Reader) readWordings() map[string][]wording {
	terms := slices.Clone(r.lexicon.ConditionTerms())
	for _, limit := range []string{least, usual, most} {
		terms = append(terms, lexicon.ConditionTerm{Axis: axisLimit, Value: limit, Phrases: r.cues[lexicon.Cue("limit_"+limit)].List()})
	}
	all := map[string][]wording{}
	for _, term := range terms {
		for _, phrase := range append(eachOf(term), term.Phrases...) {
			if words := text.WordsPlain(r.signs.Replace(phrase)); len(words) > 0 {
				all[words[0]] = append(all[words[0]], wording{words: words, term: term})
			}
		}
	}
	for first := range all {
		slices.SortStableFunc(all[first], func(a, b wording) int { return len(b.words) - len(a.words) })
	}
	return all
}

// saying is a condition that a text states, and the words that state it.
type saying struct {
	axis        quarry.Axis
	value       string // "" where it is left open
	quantity    bool   // whether the value is a quantity, which the phrase leads in
	phrase      string // in lower case, with a space before each word
	first, last int    // words of the phrase, both inclusive
	from, to    int    // all words that belong to it, its denial or its quantity among them
	alone       bool   // its clause says nothing else
}

// statement is what a text says.
type statement struct {
	text    string
	words   []word
	sayings []saying
	covered []bool // words that say nothing but conditions and of which device
}

// statement reads a text.
func (r *Reader) statement(written string, style quantity.NumberStyle) *statement {
	s := &statement{text: r.signs.Replace(text.Spaced(written))}
	s.words = wordsOf(s.text)
	s.covered = make([]bool, len(s.words))
	mentions := r.mentions(s)
	s.sayings = append(r.sayings(s, style), mentions...)
	for _, one := range s.sayings {
		for i := one.from; i <= one.to; i++ {
			s.covered[i] = true
		}
	}
	r.tellAlone(s)
	return s
}

// mentions covers the names of devices, and returns what they state: a number format
// is a precision, and what is said per device is said per one of its class.
func (r *Reader) mentions(s *statement) []saying {
	var all []saying
	next := 0
	for _, device := range r.lexicon.DevicesIn(s.text) {
		name := text.WordsPlain(device.Written)
		first := next
		for first < len(s.words) && !begins(s.words[first:], name) {
			first++
		}
		if first == len(s.words) {
			continue
		}
		next = first + len(name)
		for i := first; i < next; i++ {
			s.covered[i] = true
		}
		one := saying{axis: quarry.AxisPrecision, value: string(device.ID), first: first, last: next - 1, from: first, to: next - 1}
		one.phrase = s.phrase(one.first, one.last)
		switch {
		case device.Class == quarry.ClassFormat:
			all = append(all, one)
		case device.Class != quarry.ClassUnknown && first > 0 && s.words[first-1].text == "per":
			one.axis, one.value, one.from = quarry.AxisPer, string(device.Class), first-1
			all = append(all, one)
		}
	}
	return all
}

// sayings returns the conditions that the words state, in their order. Of phrases
// that overlap the longer counts: of "per Tensor Core" only the whole. No phrase
// begins within a device's name: "M2 Max" states no limit.
func (r *Reader) sayings(s *statement, style quantity.NumberStyle) []saying {
	var all []saying
	for i, end := 0, 0; i < len(s.words); i = max(i+1, end) {
		if one, ok := r.slashed(s, i); ok {
			all, end = append(all, one), one.last+1
			continue
		}
		for _, way := range r.wordings[s.words[i].text] {
			last := i + len(way.words) - 1
			if s.covered[i] || last+1 < end || !begins(s.words[i:], way.words) {
				continue
			}
			one := saying{axis: way.term.Axis, value: way.term.Value, first: i, last: last, from: i, to: last}
			if way.term.Kind != "" {
				r.ledIn(&one, s, &way.term, style)
				if one.value == "" {
					continue
				}
			}
			one.phrase = s.phrase(one.from, one.to)
			if way.term.Kind == "" {
				r.deny(&one, s, way.term.Denied)
			}
			all, end = append(all, one), last+1
		}
	}
	return all
}

// ledIn reads the quantity that a phrase leads in: "at 25 °C".
func (r *Reader) ledIn(one *saying, s *statement, term *lexicon.ConditionTerm, style quantity.NumberStyle) {
	const longest = 80 // bytes of a quantity
	rest := strings.TrimLeft(s.text[s.words[one.last].end:], " :")
	end := len(s.text) - len(rest)
	var read string
	if rest = text.Clip(rest, longest); term.Kind == lexicon.DateQuantity {
		read = yearIn(rest)
		one.value = read
	} else {
		one.value, read = r.quantityOf(rest, term, style)
	}
	one.quantity = true
	for end += len(read); one.to+1 < len(s.words) && s.words[one.to+1].start < end; {
		one.to++
	}
}

// quantityOf returns the number of a term's kind that a text begins with, as a
// condition has it and as written.
func (r *Reader) quantityOf(rest string, term *lexicon.ConditionTerm, style quantity.NumberStyle) (string, string) {
	q, ok := r.lexicon.ReadQuantityIn(style, rest)
	unit, measured := r.lexicon.FindUnitOf(term.Kind, q.Unit)
	isSpelled := func(s string) bool { return strings.HasSuffix(q.Text, " "+s) }
	isOne := q.Min != nil && q.Max != nil && *q.Min == *q.Max
	isOfTerm := measured && (len(term.Units) == 0 || slices.ContainsFunc(term.Units, isSpelled))
	if !ok || !isOne || !isOfTerm {
		return "", ""
	}
	value := strconv.FormatFloat(*q.Min, 'g', -1, 64)
	if term.Kind != quantity.Count {
		value += " " + unit.Symbol
	}
	return value, q.Text
}

// yearIn returns the date that a text begins with: a year, with the month or the
// quarter before it.
func yearIn(s string) string {
	words := wordsOf(s)
	for _, one := range words[:min(len(words), 3)] {
		if isYear(one.text) {
			return s[:one.end]
		}
	}
	return ""
}

// gap returns what stands before a word.
func (s *statement) gap(at int) string {
	if at == 0 {
		return s.text[:s.words[0].start]
	}
	return s.text[s.words[at-1].end:s.words[at].start]
}

// phrase returns words in lower case, with a space before each.
func (s *statement) phrase(first, last int) string {
	return " " + text.SlugWith(s.text[s.words[first].start:s.words[last].end], ' ')
}

// tellAlone finds the clauses of a text that say nothing but conditions, of what
// and of which device: "per chip" of "Google TPU, per chip". What they state a
// title states of all below it; of "Sparsity support" that would be wrong.
func (r *Reader) tellAlone(s *statement) {
	for start := 0; start < len(s.words); {
		end := start + 1
		for end < len(s.words) && !parts(s.gap(end)) {
			end++
		}
		alone := r.isAlone(s, start, end)
		for i := range s.sayings {
			if one := &s.sayings[i]; start <= one.first && one.last < end {
				one.alone = alone
			}
		}
		start = end
	}
}

// parts reports whether what stands between two words parts two clauses.
func parts(gap string) bool {
	return strings.ContainsAny(gap, ",;:()[]|—–\n") || strings.Contains(gap, ". ") || strings.Contains(gap, " - ")
}

// isAlone reports whether the words of a clause say nothing but conditions, and of
// which attribute they are. What goes on with an "and" is said beside other things.
func (r *Reader) isAlone(s *statement, start, end int) bool {
	if start > 0 && r.cues["pairing"].Has(s.words[start].text) {
		return false
	}
	var left []string
	for i := start; i < end; i++ {
		if word := s.words[i].text; !s.covered[i] && !r.isFiller(word) {
			left = append(left, word)
		}
	}
	return len(left) == 0 || len(r.lexicon.FindAttributes(strings.Join(left, " "))) > 0
}

// isFiller reports whether a word adds nothing to the conditions beside it.
func (r *Reader) isFiller(word string) bool { return r.cues["label_fillers"].Has(word) }
