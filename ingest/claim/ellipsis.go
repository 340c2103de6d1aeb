package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// complete fills in what a clause leaves out that says no more than "without":
// of the number before it, with the number format that it is of. "1,979 TFLOPS
// with sparsity, 989 without".
func (r *Reader) complete(s *statement) {
	for i := 1; i < len(s.numbers); i++ {
		if !s.areBeside(i-1, i) {
			continue
		}
		before, one := &s.clauses[s.of[i-1]], &s.clauses[s.of[i]]
		said, ok := r.completed(one.words, before.words)
		if !ok || one.numbers != 1 {
			continue
		}
		one.words, one.elliptic = said, true
		if formats := r.formatsIn(before.words); len(r.formatsIn(said)) == 0 && one.parent == before.parent {
			for _, format := range formats {
				one.say(" " + format.Written)
			}
		}
	}
}

// areBeside reports whether two numbers stand in clauses of one bracket, or the
// second in the bracket behind the first.
func (s *statement) areBeside(first, second int) bool {
	a, b := s.of[first], s.of[second]
	if a < 0 || b < 0 || a == b {
		return false
	}
	around := s.clauses[b].parent
	if around >= 0 && s.clauses[around].numbers == 0 { // "1,979 TFLOPS with sparsity (989 without)"
		return s.clauses[around].parent == s.clauses[a].parent
	}
	return around == a || around == s.clauses[a].parent
}

// completed returns words that leave open with or without what they are meant,
// and behind it the condition that other words state.
func (r *Reader) completed(words, before string) (string, bool) {
	words = spelledOut(words)
	at := r.barePreposition(words)
	if at < 0 {
		return words, false
	}
	tokens := tokensOf(before)
	for _, one := range slices.Backward(r.sayings(before, tokens, claimed{})) {
		first := one.first
		if r.cues[includingWords].Has(tokens[first].text) && first < one.last {
			first++
		}
		if one.value != "" && one.opposite != "" {
			return words[:at] + " " + before[tokens[first].start:tokens[one.last].end] + words[at:], true
		}
	}
	return words, false
}

// barePreposition returns where a "with" or a "without" ends behind which
// nothing stands, or an "it"; -1 for none.
func (r *Reader) barePreposition(words string) int {
	tokens := tokensOf(words)
	for i, word := range tokens {
		if !r.cues[withWords].Has(word.text) {
			continue
		}
		end := word.end
		if i+1 < len(tokens) && r.cues[objectPronouns].Has(tokens[i+1].text) {
			end = tokens[i+1].end
		}
		if endsStatement(words[end:]) || strings.HasPrefix(words[end:], ":") {
			return word.end
		}
	}
	return -1
}

// spelledOut writes "w/ sparsity" and "w/o sparsity" in words.
func spelledOut(words string) string {
	words = " " + strings.TrimSpace(words) + " "
	words = strings.ReplaceAll(words, " w/o ", " without ")
	return strings.TrimSpace(strings.ReplaceAll(words, " w/ ", " with "))
}

// shareUnits gives a bare number beside which nothing stands but what it depends
// on the unit of the number that it is beside: "989 TFLOPS (1,979 with
// sparsity)", "989 dense, 1,979 sparse TFLOPS"; or else the one that its key
// states.
func (r *Reader) shareUnits(s *statement, key meaning) {
	for i := range s.numbers {
		words, ok := r.bareWords(s, i)
		switch {
		case !ok:
			r.repeatMultiple(&s.numbers[i].Quantity, key)
		case i > 0 && r.sharesUnit(s, i, i-1, words, key):
			s.numbers[i].Unit = s.numbers[i-1].Unit
		case i+1 < len(s.numbers) && r.sharesUnit(s, i, i+1, words, key):
			s.numbers[i].Unit = s.numbers[i+1].Unit
		default:
			stated := r.unitOfKey(key)
			s.numbers[i].Unit = stated.unit.Symbol
			multiply(&s.numbers[i].Quantity, stated.times)
		}
	}
}

// repeatMultiple gives a number the unit of its key, which states the multiple behind
// the number once more: "Price (k$): 12 k".
func (r *Reader) repeatMultiple(q *quarry.Quantity, key meaning) {
	many, ok := r.lexicon.FindUnitOf(kindOfCounts, q.Unit)
	if !ok || many.Factor < leastMultiple {
		return
	}
	if stated := r.unitOfKey(key); Repeats(r.lexicon, many, stated.unit) {
		q.Unit = stated.unit.Symbol
	}
}

// unitOfKey returns the unit that a key states which what it names is measured
// in, and by which its numbers are multiplied: of "Memory (GB): 80" and "Price
// ($ millions): 3". The zero value for none.
func (r *Reader) unitOfKey(key meaning) hint {
	if len(key.attributes) == 0 || !strings.ContainsAny(key.written, "([,/") && !strings.Contains(key.written, " per ") {
		return hint{}
	}
	units, _ := r.unitsIn(key.written, spelling{})
	for _, stated := range units {
		if !stated.weak && key.hasKind(stated.unit.Kind) {
			return stated
		}
	}
	return hint{times: r.timesAlone(key.written, units)}
}

// hasKind reports whether it is known that something named has values of a kind.
func (m meaning) hasKind(kind quarry.QuantityKind) bool {
	return slices.ContainsFunc(m.attributes, func(a quarry.Attribute) bool { return slices.Contains(kindsOf(a), kind) })
}

// bareWords returns what stands beside a number without a unit, where that is
// all of its clause and says nothing but what the number depends on.
func (r *Reader) bareWords(s *statement, i int) (string, bool) {
	n := s.numbers[i]
	if n.Unit != "" || s.of[i] < 0 || s.clauses[s.of[i]].numbers != 1 {
		return "", false
	}
	one := &s.clauses[s.of[i]]
	words := strings.Replace(strings.TrimPrefix(one.words, one.lead), n.Text, " ", 1)
	words = spelledOut(strings.TrimPrefix(strings.TrimSpace(words), "or "))
	return words, r.speaks(words)
}

// sharesUnit reports whether a bare number is meant in another one's unit: in the
// brackets behind it, or where both state the same axis, or where what their key
// names has such a unit.
func (r *Reader) sharesUnit(s *statement, i, other int, words string, key meaning) bool {
	unit := s.numbers[other].Unit
	if unit == "" || !s.areBeside(min(i, other), max(i, other)) {
		return false
	}
	if !r.states(words, s.numbers[i].Quantity) || r.mayBeYear(s.numbers[i].Text, words) {
		return false
	}
	if other < i && s.clauses[s.of[i]].parent != s.clauses[s.of[other]].parent {
		return true
	}
	axes := r.axesOf(words)
	for _, axis := range r.axesOf(s.clauses[s.of[other]].words) {
		if slices.Contains(axes, axis) {
			return true
		}
	}
	kind := r.kindOf(unit)
	return other < i && kind != kindOfCounts && key.hasKind(kind)
}

// axesOf returns the axes that words state something on.
func (r *Reader) axesOf(words string) []quarry.Axis {
	var axes []quarry.Axis
	for _, one := range r.sayings(words, tokensOf(words), claimed{}) {
		if one.value != "" {
			axes = append(axes, one.axis)
		}
	}
	return axes
}
