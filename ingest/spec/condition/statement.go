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

// wordings are the lexicon's phrases by their first word, the longest first. The
// words for limits are cues, for they are short and mean other things elsewhere.
func wordings(terms []lexicon.ConditionTerm, cues lexicon.Cues) map[string][]wording {
	for _, limit := range []string{least, usual, most} {
		terms = append(slices.Clip(terms), lexicon.ConditionTerm{Axis: axisLimit, Value: limit, Phrases: cues[lexicon.Cue("limit_"+limit)].List()})
	}
	all := map[string][]wording{}
	for _, term := range terms {
		for _, phrase := range term.Phrases {
			if words := textsOf(wordsOf(phrase)); len(words) > 0 {
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
	value       string // "" where it is taken back, or left open
	quantity    string // as written, which the phrase leads in
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
	s := &statement{text: text.Spaced(written)}
	s.words = wordsOf(s.text)
	s.covered = make([]bool, len(s.words))
	formats := r.mentions(s)
	for _, one := range r.sayings(s, style) {
		if !s.covered[one.first] || !s.covered[one.last] { // "M2 Max" states no limit
			s.sayings = append(s.sayings, one)
		}
	}
	s.sayings = append(s.sayings, formats...)
	for _, one := range s.sayings {
		for i := one.from; i <= one.to; i++ {
			s.covered[i] = true
		}
	}
	r.tellAlone(s)
	return s
}

// mentions covers the names of devices, and returns those of number formats, which
// state a precision.
func (r *Reader) mentions(s *statement) []saying {
	var formats []saying
	at := 0
	for _, device := range r.lexicon.DevicesIn(s.text) {
		next := indexWord(s.text, device.Written, at)
		if next < 0 {
			continue
		}
		at = next + len(device.Written)
		first := slices.IndexFunc(s.words, func(w word) bool { return w.start >= next })
		last := first
		for i := first; i < len(s.words) && s.words[i].end <= at; i++ {
			s.covered[i], last = true, i
		}
		if device.Class == quarry.ClassFormat {
			formats = append(formats, saying{axis: quarry.AxisPrecision, value: string(device.ID), first: first, last: last, from: first, to: last})
		}
	}
	return formats
}

// sayings returns the conditions that the words state, in their order. Of phrases
// that overlap the longer counts: of "per Tensor Core" only the whole.
func (r *Reader) sayings(s *statement, style quantity.NumberStyle) []saying {
	var all []saying
	for i := range s.words {
		for _, way := range r.wordings[s.words[i].text] {
			if !begins(s.words[i:], way.words) {
				continue
			}
			one := saying{axis: way.term.Axis, value: way.term.Value, first: i, last: i + len(way.words) - 1}
			one.from, one.to = one.first, one.last
			if way.term.Kind != "" && !r.ledIn(&one, s, &way.term, style) {
				continue
			}
			one.phrase = " " + strings.Join(textsOf(s.words[one.from:one.to+1]), " ")
			if way.term.Kind == "" {
				r.deny(&one, s, way.term.Denied)
			}
			all = append(all, one)
		}
	}
	var kept []saying
	for _, one := range all {
		if !slices.ContainsFunc(all, one.yields) {
			kept = append(kept, one)
		}
	}
	return kept
}

// yields reports whether another saying counts rather than this one.
func (s saying) yields(to saying) bool {
	length, other := s.last-s.first, to.last-to.first
	switch {
	case to.first <= s.first && s.last <= to.last && other > length:
		return true
	case s.axis != to.axis || s.first > to.last || to.first > s.last:
		return false
	}
	return other > length || other == length && to.first < s.first
}

// ledIn reads the quantity that a phrase leads in: "at 25 °C".
func (r *Reader) ledIn(one *saying, s *statement, term *lexicon.ConditionTerm, style quantity.NumberStyle) bool {
	rest := s.text[s.words[one.last].end:]
	start := len(s.text) - len(strings.TrimLeft(rest, " :"))
	rest = text.Clip(s.text[start:], longestQuantity)
	var read string
	if term.Kind == lexicon.DateQuantity {
		read = yearIn(rest)
		one.value = read
	} else {
		one.value, read = r.quantityOf(rest, term, style)
	}
	one.quantity = read
	for one.to+1 < len(s.words) && s.words[one.to+1].start < start+len(read) {
		one.to++
	}
	return one.value != ""
}

// longestQuantity is how much of a text, in bytes, is read where a quantity may begin.
const longestQuantity = 80

// quantityOf returns the quantity of a term's kind that a text begins with, as a
// condition has it and as written.
func (r *Reader) quantityOf(rest string, term *lexicon.ConditionTerm, style quantity.NumberStyle) (string, string) {
	spelled, written := "", ""
	if first, behind, _ := strings.Cut(rest, " "); term.Kind == quantity.Count {
		if count := r.countOf(first); count != "" {
			spelled, written, rest = count, first, count+" "+behind
		}
	}
	q, ok := r.lexicon.ReadQuantityIn(style, rest)
	if !ok || q.Min == nil || q.Max == nil {
		return "", ""
	}
	unit, ok := r.lexicon.FindUnitOf(term.Kind, q.Unit)
	isSpelled := func(s string) bool { return strings.HasSuffix(q.Text, " "+s) }
	if !ok || len(term.Units) > 0 && !slices.ContainsFunc(term.Units, isSpelled) {
		return "", ""
	}
	value := strconv.FormatFloat(*q.Min, 'g', -1, 64)
	if *q.Min != *q.Max {
		value += "-" + strconv.FormatFloat(*q.Max, 'g', -1, 64)
	}
	if term.Kind != quantity.Count {
		value += " " + unit.Symbol
	}
	return value, written + strings.TrimPrefix(q.Text, spelled)
}

// countOf returns the number above one that a word spells, "" for none.
func (r *Reader) countOf(word string) string {
	number, length := r.numerals.Read(word)
	if length == 0 || length < len(word) || number <= 1 {
		return ""
	}
	return strconv.Itoa(int(number))
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

// tellAlone finds the clauses of a text that say nothing but conditions, of what
// and of which device: "per chip" of "Google TPU, per chip". What they state a
// title states of all below it; of "Sparsity support" that would be wrong.
func (r *Reader) tellAlone(s *statement) {
	for start := 0; start < len(s.words); {
		end := start + 1
		for end < len(s.words) && !parts(s.text[s.words[end-1].end:s.words[end].start]) {
			end++
		}
		alone := r.isAlone(s, start, end)
		named := alone || r.isAlone(s, start, end, "section_titles", "engine_figures") // "Per SM resources"
		for i := range s.sayings {
			if one := &s.sayings[i]; start <= one.first && one.last < end {
				one.alone = alone || named && (one.axis == quarry.AxisPer || one.axis == axisEngine)
			}
		}
		start = end
	}
}

// parts reports whether what stands between two words parts two clauses.
func parts(gap string) bool {
	return strings.ContainsAny(gap, ",;:()[]|—–\n") || strings.Contains(gap, ". ") || strings.Contains(gap, " - ")
}

// isAlone reports whether the words say nothing but conditions, and of which figures
// they are. What goes on with an "and" is said beside other things.
func (r *Reader) isAlone(s *statement, start, end int, figures ...lexicon.Cue) bool {
	if start > 0 && r.cues["pairing"].Has(s.words[start].text) {
		return false
	}
	var left []string
	for i := start; i < end; i++ {
		word := s.words[i].text
		isOne := func(cue lexicon.Cue) bool { return r.cues[cue].Has(word) }
		if !s.covered[i] && !r.isFiller(word) && !slices.ContainsFunc(figures, isOne) {
			left = append(left, word)
		}
	}
	named := strings.Join(left, " ")
	return named == "" || len(r.lexicon.FindAttributes(named)) > 0
}

// isFiller reports whether a word adds nothing to the conditions beside it.
func (r *Reader) isFiller(word string) bool { return r.cues["label_fillers"].Has(word) }
