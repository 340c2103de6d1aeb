package answer

import "slices"

// findOnes looks for things of which the reference answer counts several and the answer
// says that there is one: "one running average per weight". A "one" is no number
// elsewhere.
func (m *measured) findOnes() {
	for i, n := range m.reference.numbers {
		if n.kind != "" || n.noun == "" || n.denied || len(m.agreeing[i]) > 0 || n.Middle() == 1 {
			continue
		}
		for g, c := range m.answer.clauses[:min(len(m.answer.clauses), mostClauses)] {
			const alike = 1.5 // the thing and what is said of it
			if len(c.numbers) == 0 && shared(m.reference.clauses[n.clause], c) >= alike && m.answer.hasOneOf(c, n.noun) {
				m.fault(n.clause, g, faultyCount)
				break
			}
		}
	}
}

// hasOneOf reports whether a clause says that there is one of a thing.
func (r reading) hasOneOf(c clause, noun string) bool {
	words := r.spokenIn(c)
	for i, w := range words {
		if r.words.is(cueJustOne, w.lower) && r.beginsWith(words[i+1:], noun) {
			return true
		}
	}
	return false
}

// beginsWith reports whether words begin with a noun, and with nothing before it that says
// anything.
func (r reading) beginsWith(words []spoken, noun string) bool {
	for _, next := range words {
		if next.stem == noun {
			return true
		}
		if next.number >= 0 || r.words.isSilent(next) || !r.words.generic[next.stem] {
			return false
		}
	}
	return false
}

// beginsWithCount reports whether a clause is what the reference answer begins with, and
// begins with how many of a thing there are: that is what was asked for.
func (m *measured) beginsWithCount(clause int) bool {
	c := m.reference.clauses[clause]
	if clause > 0 || len(c.numbers) == 0 {
		return false
	}
	first := m.reference.numbers[c.numbers[0]]
	return !slices.ContainsFunc(c.between(0, first.at), func(t term) bool { return !t.asked && t.weight >= usualWeight })
}
