package check

import "slices"

// doubtful reports whether an answer that seems to be right says something that may
// make it wrong, and nobody can tell: a number that the reference does not have where
// one of its own is missing, or a denial of what it affirms. What is meant so may only
// be put in another way.
func (m *measured) doubtful(j *Judge) bool {
	return m.doubtsNumber(j) || m.doubtsDenial()
}

func (m *measured) doubtsNumber(j *Judge) bool {
	explained := map[int]bool{}
	for _, agreeing := range m.agreeing {
		for _, k := range agreeing {
			explained[k] = true
		}
	}
	for i, expected := range m.reference.numbers {
		if len(m.agreeing[i]) > 0 || !m.isRequired(expected.clause) {
			continue
		}
		for k, given := range m.answer.numbers {
			if _, ok := j.comparable(expected, given); ok && !explained[k] && !m.isOfQuestion(given) {
				return true
			}
		}
	}
	return false
}

// doubtsDenial looks for what the answer denies and the reference, or the question
// that it answers, only affirms.
func (m *measured) doubtsDenial() bool {
	affirmedIn, deniedIn := map[string]bool{}, map[string]bool{}
	note := func(clauses []clause) {
		for _, c := range clauses {
			for _, t := range c.terms {
				for _, key := range t.keys {
					affirmedIn[key] = affirmedIn[key] || t.polarity == affirmed
					deniedIn[key] = deniedIn[key] || t.polarity != affirmed
				}
			}
		}
	}
	note(m.reference.clauses)
	if m.question.asks != asksVerdict {
		note(m.question.reading.clauses)
	}
	for _, c := range m.answer.clauses {
		if slices.ContainsFunc(c.terms, func(t term) bool { return t.polarity == denied && m.opposesReference(t) }) {
			continue // "not slower" is a way to say "faster"
		}
		for _, t := range c.terms {
			if t.polarity != denied || isGeneric(t.keys[0]) || t.asked && m.question.asks == asksVerdict {
				continue
			}
			knows := slices.ContainsFunc(t.keys, func(key string) bool { return affirmedIn[key] })
			if knows && !slices.ContainsFunc(t.keys, func(key string) bool { return deniedIn[key] }) {
				return true
			}
		}
	}
	return false
}

// opposesReference reports whether the reference answer affirms the opposite of a term.
func (m *measured) opposesReference(t term) bool {
	return slices.ContainsFunc(m.reference.clauses, func(c clause) bool {
		return slices.ContainsFunc(c.terms, func(other term) bool { return other.polarity == affirmed && opposes(t, other) })
	})
}
