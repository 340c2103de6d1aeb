package answer

import "slices"

// subjectOf returns the name that a number of a text is said of: the last one before it
// in its sentence that the question or capitals name, or "".
func (r reading) subjectOf(number int) string {
	n := r.numbers[number]
	for i := n.clause; i >= 0 && r.clauses[i].sentence == r.clauses[n.clause].sentence; i-- {
		for _, t := range slices.Backward(r.clauses[i].terms) {
			if t.at < n.at && t.role != comparedRole && (t.weight >= nameWeight || t.asked && t.weight >= usualWeight) {
				return t.keys[0]
			}
		}
	}
	return ""
}

// findSwapped looks for numbers that the reference says of one thing and the answer of
// another, where the reference says another number of that one: a number belongs to what
// it is said of.
func (m *measured) findSwapped() {
	subjects := make([]string, len(m.reference.numbers))
	for i := range m.reference.numbers {
		subjects[i] = m.reference.subjectOf(i)
	}
	for k, given := range m.answer.numbers {
		said := m.answer.subjectOf(k)
		if said == "" || given.denied {
			continue
		}
		at, ok := m.misplaced(k, said, subjects)
		if ok {
			m.fault(m.reference.numbers[at].clause, given.clause, faultyBinding)
			return
		}
	}
}

// misplaced returns the number that the reference says of the thing of which the answer
// says another one.
func (m *measured) misplaced(given int, said string, subjects []string) (int, bool) {
	other := -1
	for i, subject := range subjects {
		switch {
		case !slices.Contains(m.agreeing[i], given):
		case subject == said || subject == "":
			return 0, false
		default:
			other = i
		}
	}
	if other < 0 {
		return 0, false
	}
	expected := m.reference.numbers[other]
	at := slices.IndexFunc(m.reference.numbers, func(n number) bool {
		return n.noun != "" && n.noun == expected.noun && n.kind == expected.kind && n.Text != expected.Text
	})
	if at < 0 || subjects[at] != said || len(m.agreeing[at]) > 0 && slices.ContainsFunc(m.agreeing[at], func(k int) bool { return m.answer.subjectOf(k) == said }) {
		return 0, false
	}
	return at, true
}
