package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// apart tells how the numbers of a line stand beside each other.
type apart int

const (
	onlyOne   apart = iota // it cannot be told whether one of them is what the line is about
	together               // each measures something else, and nothing else is said: "12 V, 2 A"
	entwined               // … and something is said of one of them: "12 V, 2 A max"
	otherwise              // … and what is said may be of something else
)

// standing tells how the numbers of a line stand beside each other that begins with
// one, of which nothing but its key says what they are of.
func (l *line) standing() apart {
	found, kinds, at := together, map[quarry.QuantityKind]bool{}, 0
	for i := range l.said.numbers {
		n := &l.said.numbers[i]
		kind := l.reader.kindOf(n.Unit)
		if !isOfThings(kind) || kind == "temperature" || kinds[kind] || n.start < at {
			return onlyOne
		}
		kinds[kind] = true
		found = max(found, l.reader.standingBeside(l.said.text[at:n.start]))
		at = n.end
	}
	if len(kinds) < 2 {
		return onlyOne
	}
	return max(found, l.reader.standingBeside(l.said.text[at:]))
}

// standingBeside tells how a number stands beside the next by what is between them.
func (r *Reader) standingBeside(between string) apart {
	found := together
	for word := range strings.FieldsFuncSeq(between, func(c rune) bool { return strings.ContainsRune(" ,/;@.\u00a0", c) }) {
		word = strings.ToLower(word)
		switch {
		case r.cues["between_ratings"].Has(word):
		case word == "peak" || r.limitWords[word] != "":
			found = entwined
		default:
			return otherwise
		}
	}
	return found
}

// standsTogether keeps the numbers of a cell each by itself that stand together in it, and
// reports whether the cell is done with: where something is said of one of them,
// it cannot be told whether it is of the others too.
func (t *table) standsTogether(v *value, l *line) bool {
	standing := l.standing()
	if standing != together {
		return standing == entwined
	}
	for i := range l.said.numbers {
		each := *v
		each.common, each.counted = nil, false
		t.take(&each, l.said.numbers[i].Quantity, "")
	}
	return true
}
