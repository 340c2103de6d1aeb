package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// mostKindWords is how many words tell a kind of what is counted, with the noun.
const mostKindWords = 4

// ofKindCounted returns what a number counts where the one beside it counts things of
// another kind by the same noun: "8 compute dies + 4 I/O dies". Else it returns
// what was known of it.
func (l *line) ofKindCounted(i int, known meaning) meaning {
	if len(l.said.numbers) < 2 || !l.reader.counts(l.said.numbers[i]) {
		return known
	}
	own := l.kindCounted(i)
	if own.noun == "" || !l.isOfAnotherKind(i-1, i) && !l.isOfAnotherKind(i, i+1) {
		return known
	}
	named := known.attributes
	if len(named) == 0 {
		named = l.reader.attributesCalled(own.noun)
	}
	if len(named) == 0 || slices.ContainsFunc(named, func(a quarry.Attribute) bool { return !isCount(a) }) {
		return known
	}
	return meaning{attributes: named, written: own.phrase, own: true, length: own.length, variant: own.phrase}
}

// kindCounted is a kind of what a number counts: of "4 I/O dies", "I/O dies".
type kindCounted struct {
	phrase, noun string
	length, end  int // of the phrase behind the digits, and where it ends in the text
}

// isOfAnotherKind reports whether two numbers count things of two kinds by the same
// noun, with nothing but "+", "and" or a comma between them.
func (l *line) isOfAnotherKind(first, second int) bool {
	if first < 0 || second >= len(l.said.numbers) {
		return false
	}
	a, b := l.kindCounted(first), l.kindCounted(second)
	if a.noun == "" || a.noun != b.noun || strings.EqualFold(a.phrase, b.phrase) || a.end > l.said.numbers[second].start {
		return false
	}
	switch strings.TrimSpace(l.said.text[a.end:l.said.numbers[second].start]) {
	case "+", "and", ",", "&", ", and", "plus":
		return true
	}
	return false
}

// kindCounted returns the kind of what a number counts, where more than one word
// tell it.
func (l *line) kindCounted(i int) kindCounted {
	n := l.said.numbers[i]
	if !l.reader.counts(n) || n.each != nil {
		return kindCounted{}
	}
	from := n.start + digitsEnd(n.Text)
	behind := nearWords(l.said.text[from:])
	tokens := tokensOf(behind)
	for length := 1; length <= min(mostKindWords, len(tokens)); length++ {
		last := tokens[length-1]
		if text.IsDigit(last.text[0]) {
			break
		}
		if rest := behind[last.end:]; strings.HasPrefix(rest, "/") || !l.reader.endsNoun(rest) {
			continue
		}
		if length == 1 || l.reader.isVague(last.text) {
			break
		}
		return kindCounted{behind[tokens[0].start:last.end], last.text, last.end, from + last.end}
	}
	return kindCounted{}
}
