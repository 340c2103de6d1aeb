package answer

import "slices"

// saysOfOther reports whether a clause that denies something is about another thing than
// the reference answer: its sentence begins with a word that neither that nor the question
// has, and what it denies the answer affirms elsewhere. "FP16 underflows to zero; bfloat16
// does not.".
func (m *measured) saysOfOther(c clause) bool {
	at := slices.IndexFunc(m.answer.clauses, func(other clause) bool { return other.sentence == c.sentence && len(other.terms) > 0 })
	if at < 0 {
		return false
	}
	subject := m.answer.clauses[at].terms[0]
	if subject.asked || subject.polarity != affirmed || subject.weight < usualWeight || m.source().presence(subject) > 0 {
		return false
	}
	return !slices.ContainsFunc(c.terms, func(t term) bool {
		return t.polarity == denied && m.source().presence(t) > 0 && !m.affirmsElsewhere(t, c)
	})
}

// affirmsElsewhere reports whether the answer affirms in another sentence what it denies in
// one.
func (m *measured) affirmsElsewhere(t term, c clause) bool {
	return slices.ContainsFunc(m.answer.clauses[:min(len(m.answer.clauses), mostClauses)], func(other clause) bool {
		said, ok := other.find(t)
		return ok && other.sentence != c.sentence && said.polarity == affirmed
	})
}

// deniesPoint reports whether an answer has words of a key point only where it denies them.
func (m *measured) deniesPoint(p point) bool {
	known := stances{map[string]bool{}, map[string]bool{}}
	known.note(m.answer.clauses)
	return slices.ContainsFunc(p.clauses, func(at int) bool {
		return slices.ContainsFunc(m.reference.clauses[at].terms, func(t term) bool {
			return t.polarity == affirmed && t.weight >= usualWeight && !t.asked && known.onlyDenies(t)
		})
	})
}
