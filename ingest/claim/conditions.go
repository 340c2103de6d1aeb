package claim

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// conditions reads what the words around a number state. What they do not
// state stays unstated, and so does an axis of which they state two things:
// "per link per GPU" is a matter for a person.
func (r *Reader) conditions(c claimed) quarry.Conditions {
	conditions := quarry.NewConditions()
	if precision := r.precisionOf(c); precision != "" {
		conditions[quarry.AxisPrecision] = precision
	}
	count, of := r.crowdOf(c.words, c.device.Written)
	around := strings.ReplaceAll(c.attribute.Written+" "+c.words, "per "+c.device.Written, "per "+string(c.device.Class))
	around = strings.ReplaceAll(around, c.device.Written, " ")
	said := r.stated(around, c)
	for axis, values := range said {
		if axis == axisLimit && c.quantity.Qualifier != quarry.Exact {
			continue // "minimum 5 W" says it of the number already
		}
		if len(values) == 1 {
			conditions[axis] = values[0]
		}
	}
	r.noted(conditions, c)
	if len(said[quarry.AxisPer]) == 0 {
		conditions[quarry.AxisPer] = cmp.Or(of, r.perUnknown(around, c))
	}
	if len(said[axisCount]) == 0 && count != "" {
		conditions[axisCount] = count
	}
	if currency := r.currencyOf(&c); len(said[axisCurrency]) == 0 && currency != "" {
		conditions[axisCurrency] = currency
	}
	return conditions
}

// noted lets the note that a number points at say more of it than its titles do:
// one under "Power max" may be estimated.
func (r *Reader) noted(conditions quarry.Conditions, c claimed) {
	if c.notes == "" {
		return
	}
	for axis, values := range r.stated(c.notes, c) {
		if len(values) == 1 {
			conditions[axis] = values[0]
		}
	}
}

// axisCount is of how many devices a number is.
const axisCount quarry.Axis = "count"

// axisEngine is which engines of a device compute.
const axisEngine quarry.Axis = "engine"

// mostPer is the most words of what a number is said to be of each of.
const mostPer = 2

// perUnknown returns of what a number is, in the source's own words where the
// lexicon has none: "8 engines per Xe core". The last of them must be a word for
// what is counted so, or the first a unit: "cost per kWh".
func (r *Reader) perUnknown(around string, c claimed) string {
	tokens := tokensOf(around)
	known := strings.ToLower(c.attribute.Name + " " + c.quantity.Text)
	for i, word := range tokens {
		if word.text != "per" {
			continue
		}
		of := r.things(r.wordsOfPer(around, tokens[i:]))
		phrase := "per " + strings.Join(of, " ")
		if len(of) == 0 || strings.Contains(known, phrase) || (i > 0 && r.isCalled(c.attribute.ID, tokens[i-1].text+" "+phrase)) {
			continue
		}
		return strings.Join(of, "_")
	}
	return quarry.Unstated
}

// things returns as many of the words behind a "per" as name something of which
// numbers are.
func (r *Reader) things(of []string) []string {
	if len(of) > 0 && !r.ofThings[of[len(of)-1]] {
		if len(r.lexicon.FindFold(of[0])) == 0 {
			return nil
		}
		return of[:1]
	}
	return of
}

// countedWords returns the last words of what the lexicon knows numbers to be of.
func countedWords(terms []lexicon.ConditionTerm) map[string]bool {
	counted := map[string]bool{}
	for _, term := range terms {
		if term.Axis != quarry.AxisPer {
			continue
		}
		for _, phrase := range term.Phrases {
			if words := textsOf(tokensOf(phrase)); len(words) > 1 && (words[0] == "per" || words[0] == "each") {
				counted[words[len(words)-1]] = true
			}
		}
	}
	return counted
}

// isCalled reports whether a phrase is a name of an attribute: "bits per
// parameter".
func (r *Reader) isCalled(id quarry.AttributeID, phrase string) bool {
	return slices.ContainsFunc(r.lexicon.FindAttributes(phrase), func(a quarry.Attribute) bool { return a.ID == id })
}

// wordsOfPer returns the words behind the "per" that some tokens begin with.
func (r *Reader) wordsOfPer(text string, tokens []token) []string {
	var of []string
	for i, next := range tokens[1:] {
		if len(of) == mostPer || strings.Trim(text[tokens[i].end:next.start], " ") != "" || r.isPerEnd(next.text) {
			break
		}
		of = append(of, next.text)
	}
	return of
}

// isPerEnd reports whether a word ends what a number is of, or is a measure and
// thus a part of the unit.
func (r *Reader) isPerEnd(word string) bool {
	return r.cues[perEnds].Has(word) || text.IsDigit(word[0])
}

// isStating reports whether a single word states a condition: "dense", "peak".
func (r *Reader) isStating(word string) bool {
	return slices.ContainsFunc(r.wordings[word], func(w wording) bool { return len(w.words) == 1 && w.term.Kind == "" })
}

// wording is one way to state a condition, in lower-case words.
type wording struct {
	words []string
	term  lexicon.ConditionTerm
}

// wordings are the lexicon's phrases by their first word, the longest first.
func wordings(terms []lexicon.ConditionTerm) map[string][]wording {
	all := map[string][]wording{}
	for _, term := range terms {
		for _, phrase := range term.Phrases {
			if words := textsOf(tokensOf(phrase)); len(words) > 0 {
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
	value       string
	opposite    string // what its denial states
	first, last int    // words of the phrase, both inclusive
	from, to    int    // all words that belong to it, its denial among them
}

// within reports whether the words are some of those that state more: of "per
// Tensor Core" only the whole counts.
func (s saying) within(all []saying) bool {
	return slices.ContainsFunc(all, func(o saying) bool {
		return o.first <= s.first && s.last <= o.last && o.last-o.first > s.last-s.first
	})
}

// stated returns the different values that the words state, by axis.
func (r *Reader) stated(around string, c claimed) map[quarry.Axis][]string {
	said := make(map[quarry.Axis][]string)
	tokens := tokensOf(around)
	name := " " + text.SlugWith(c.attribute.Name, ' ') + " "
	all := r.sayings(around, tokens, c)
	for _, one := range all {
		phrase := " " + strings.Join(textsOf(tokens[one.first:one.last+1]), " ")
		if one.axis == axisEngine && !dependsOnEngine(c.attribute.Attribute) || strings.Contains(name, phrase) || one.within(all) { // a boost clock is no clock at boost clock
			continue
		}
		if one.value != "" && !slices.Contains(said[one.axis], one.value) {
			said[one.axis] = append(said[one.axis], one.value)
		}
	}
	return said
}

// sayings returns what the words state, in their order. Of phrases of one axis
// that overlap the one that begins first counts, unless a longer one ends later.
func (r *Reader) sayings(text string, tokens []token, c claimed) []saying {
	var all []saying
	lasts := make(map[quarry.Axis]int) // where the last of each axis stands
	for i, word := range tokens {
		for _, way := range r.wordings[word.text] {
			one := saying{axis: way.term.Axis, opposite: way.term.Denied, first: i, last: i + len(way.words) - 1}
			at, known := lasts[one.axis]
			if known && !one.outdoes(all[at]) || !begins(tokens[i:], way.words) {
				continue
			}
			if one, ok := r.says(text, tokens, one, way.term, c); ok {
				all = one.among(all)
				lasts[one.axis] = len(all) - 1
			}
		}
	}
	return all
}

// outdoes reports whether a phrase counts beside the one before it, or rather
// than it where they overlap: "sparsity not used" rather than "with sparsity".
func (s saying) outdoes(before saying) bool {
	return s.first > before.last || s.last > before.last && s.last-s.first > before.last-before.first
}

// among adds a saying to those before it, but for the one that it outdoes.
func (s saying) among(all []saying) []saying {
	for i := max(0, len(all)-mostOverlapped); i < len(all); i++ {
		if all[i].axis == s.axis && s.first <= all[i].last {
			all[i].value = ""
		}
	}
	return append(all, s)
}

// mostOverlapped is how many sayings may stand over the same words.
const mostOverlapped = 16

// says fills in what a phrase states at its words; nothing where it is denied
// and the denial has no meaning.
func (r *Reader) says(text string, tokens []token, one saying, term lexicon.ConditionTerm, c claimed) (saying, bool) {
	one.from, one.to = one.first, one.last
	if term.Kind != "" {
		value, ok := r.ledIn(text[tokens[one.last].end:], term, c)
		one.value = value
		return one, ok
	}
	one, how := r.deny(one, text, tokens)
	switch how {
	case affirmed:
		one.value = term.Value
	case denied:
		one.value = term.Denied
	case either:
	}
	return one, true
}

// ledIn reads the quantity that a phrase leads in: "at 25 °C". The claim's own
// number is no condition of itself.
func (r *Reader) ledIn(rest string, term lexicon.ConditionTerm, c claimed) (string, bool) {
	rest = window(strings.TrimLeft(rest, " @"))
	if term.Kind == lexicon.DateQuantity {
		return yearIn(rest)
	}
	if first, behind, _ := strings.Cut(rest, " "); term.Kind == kindOfCounts && r.countOf(first) != "" {
		rest = r.countOf(first) + " " + behind
	}
	quantity, ok := r.lexicon.ReadQuantityIn(c.place.Numbers, rest)
	if !ok || quantity.Min == nil || quantity.Max == nil || quantity.Text == c.quantity.Text {
		return "", false
	}
	unit, ok := r.lexicon.FindUnitOf(term.Kind, quantity.Unit)
	if !ok || !isSpelled(quantity.Text, term.Units) {
		return "", false
	}
	value := strconv.FormatFloat(*quantity.Min, 'g', -1, 64)
	if *quantity.Min != *quantity.Max {
		value += "-" + strconv.FormatFloat(*quantity.Max, 'g', -1, 64)
	}
	if term.Kind != kindOfCounts {
		value += " " + unit.Symbol
	}
	return value, true
}

// kindOfCounts is the kind of numbers without a dimension.
const kindOfCounts = quantity.Count

// isSpelled reports whether a quantity's unit has one of the spellings that a
// term wants; any where it wants none.
func isSpelled(written string, spellings []string) bool {
	return len(spellings) == 0 || slices.ContainsFunc(spellings, func(s string) bool { return strings.HasSuffix(written, " "+s) })
}

// yearIn returns the date that a text begins with: a year, with the month or
// the quarter before it.
func yearIn(text string) (string, bool) {
	words := tokensOf(text)
	for i := range words[:min(len(words), 3)] {
		if isYear(words[i].text) {
			return strings.TrimSpace(text[:words[i].end]), true
		}
	}
	return "", false
}

// speaks reports whether a label says nothing but what it depends on, of which
// attribute and of which device: "With sparsity:", "Peak performance (H100)".
// What it states holds for every number below it. "Sparsity support" does not
// say that what stands below it is sparse.
func (r *Reader) speaks(label string) bool {
	if len(label) > longestKey {
		return false
	}
	rest := label
	for _, device := range r.lexicon.DevicesIn(label) {
		rest = strings.Replace(rest, device.Written, " ", 1)
	}
	tokens := tokensOf(rest)
	said := make([]bool, len(tokens))
	for _, one := range r.sayings(rest, tokens, claimed{}) {
		for i := one.from; i <= one.to; i++ {
			said[i] = true
		}
	}
	var left []string
	for i, word := range tokens {
		if !said[i] && !r.isFiller(word.text) {
			left = append(left, word.text)
		}
	}
	return len(left) == 0 || len(r.lexicon.FindAttributes(strings.Join(left, " "))) > 0
}

// isFiller reports whether a word of a label adds nothing to what it states.
func (r *Reader) isFiller(word string) bool { return r.cues[labelFillers].Has(word) }
