package answer

import "slices"

// offer is what a question offers to choose from: "the H100 or the B200?".
type offer struct{ sides [2][]string } // stems that only one side has

// longestOffered is how many words of each side are looked at.
const longestOffered = 4

// offerOf reads the offer of a question; false where it makes none.
func offerOf(q question) (offer, bool) {
	words := q.reading.spoken
	at := slices.IndexFunc(words, func(w spoken) bool { return w.number < 0 && q.reading.words.is(cueOr, w.lower) })
	if at < 1 || at == len(words)-1 || q.asks == asksVerdict {
		return offer{}, false
	}
	var left, right []string
	for i := at - 1; i >= max(0, at-longestOffered) && (i == at-1 || !parted(words[i], words[i+1])); i-- {
		left = q.offered(left, words[i])
	}
	for i := at + 1; i < min(len(words), at+1+longestOffered) && (i == at+1 || !parted(words[i-1], words[i])); i++ {
		right = q.offered(right, words[i])
	}
	o := offer{sides: [2][]string{without(left, right), without(right, left)}}
	return o, len(o.sides[0]) > 0 && len(o.sides[1]) > 0
}

// parted reports whether a mark stands between two words.
func parted(a, b spoken) bool { return b.start-a.end > 1 }

func (q question) offered(stems []string, w spoken) []string {
	if w.number >= 0 || q.reading.words.isSilent(w) {
		return stems
	}
	return append(stems, w.stem)
}

func without(stems, others []string) []string {
	return slices.DeleteFunc(slices.Clone(stems), func(stem string) bool { return slices.Contains(others, stem) })
}

// chosen says which sides a text chooses: those that it names, and neither denies nor
// only compares with.
func (o offer) chosen(clauses []clause) [2]bool {
	var sides [2]bool
	for _, c := range clauses {
		for _, t := range c.terms {
			if t.polarity == denied || t.role == comparedRole {
				continue
			}
			for i, stems := range o.sides {
				named := slices.Contains(stems, t.keys[0]) || slices.ContainsFunc(t.parts, func(part string) bool { return slices.Contains(stems, part) })
				sides[i] = sides[i] || named
			}
		}
	}
	return sides
}

// choice says how an answer chooses among what the question offers.
type choice int

const (
	noChoice choice = iota
	rightChoice
	wrongChoice
	bothChosen
)

// opposesQuestion reports whether an answer turns round what was asked for.
func (m *measured) opposesQuestion() bool {
	return slices.ContainsFunc(m.answer.clauses, func(c clause) bool {
		return slices.ContainsFunc(c.terms, func(t term) bool {
			return slices.ContainsFunc(m.question.reading.clauses, func(asked clause) bool {
				return slices.ContainsFunc(asked.terms, func(other term) bool { return opposes(t, other) && t.polarity == other.polarity })
			})
		})
	})
}

func (m *measured) choice() choice {
	o, ok := offerOf(m.question)
	if !ok {
		return noChoice
	}
	first := 0
	for first < len(m.reference.clauses)-1 && len(m.reference.clauses[first].terms) == 0 {
		first++
	}
	right, given := o.chosen(m.reference.clauses[:min(first+1, len(m.reference.clauses))]), o.chosen(m.answer.clauses)
	if given[0] != given[1] && m.opposesQuestion() { // that one is smaller says that the other is larger
		given[0], given[1] = given[1], given[0]
	}
	switch {
	case right[0] == right[1], !given[0] && !given[1]:
		return noChoice
	case given[0] && given[1]:
		return bothChosen
	case given == right:
		return rightChoice
	}
	return wrongChoice
}
