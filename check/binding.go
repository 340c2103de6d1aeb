package check

import "slices"

// findBindings looks for what holds of one thing and is said of another. It takes
// words that belong to one thing alone.
func (m *measured) findBindings() {
	labels := m.labels()
	if len(labels) < 2 {
		return
	}
	owners := m.owners(labels)
	bound, misbound, last := 0.0, 0.0, ""
	worst := fault{kind: faultyBinding, reference: -1}
	for g, c := range m.answer.clauses[:min(len(m.answer.clauses), mostClauses)] {
		label, several := labelOf(c, labels)
		if several {
			last = ""
			continue
		}
		if label == "" {
			label = last
		}
		last = label
		if label == "" {
			continue
		}
		right, wrong, clause := m.bind(c, label, owners)
		bound, misbound = bound+right, misbound+wrong
		if wrong > right && worst.reference < 0 {
			worst.reference, worst.given = clause, g
		}
	}
	const least = 1.9
	if misbound >= least && misbound > bound && worst.reference >= 0 {
		m.fault(worst.reference, worst.given, faultyBinding)
	}
}

// owner is the thing that a word belongs to, and where it stands.
type owner struct {
	label  string
	clause int
	shared bool // with another thing
}

// labels returns the words by which a reference answer tells the things apart that it
// speaks of: those of the question that some clauses have and others have not.
func (m *measured) labels() map[string]bool {
	in := map[string]int{}
	clauses := 0
	for _, c := range m.reference.clauses {
		if len(c.terms) == 0 {
			continue
		}
		clauses++
		seen := map[string]bool{}
		for _, t := range c.terms {
			if t.asked && !seen[t.keys[0]] && t.weight >= usualWeight {
				seen[t.keys[0]] = true
				in[t.keys[0]]++
			}
		}
	}
	labels := map[string]bool{}
	for key, count := range in {
		if count < clauses {
			labels[key] = true
		}
	}
	if len(labels) < 2 && m.question.asks != asksExplanation && m.question.asks != asksDefinition {
		return m.leading()
	}
	return labels
}

// leading returns the first words of the clauses, where each has its own.
func (m *measured) leading() map[string]bool {
	labels, count := map[string]bool{}, 0
	for _, c := range m.reference.clauses {
		for _, t := range c.terms {
			if !t.asked {
				labels[t.keys[0]] = true
				count++
				break
			}
		}
	}
	if len(labels) != count {
		return nil
	}
	return labels
}

func labelOf(c clause, labels map[string]bool) (string, bool) {
	found := ""
	for _, t := range c.terms {
		if !labels[t.keys[0]] {
			continue
		}
		if found != "" && found != t.keys[0] {
			return "", true
		}
		found = t.keys[0]
	}
	return found, false
}

// owners returns for each word of the reference answer the thing that it is said of.
func (m *measured) owners(labels map[string]bool) map[string]owner {
	owners, last := map[string]owner{}, ""
	for i, c := range m.reference.clauses {
		label, several := labelOf(c, labels)
		if label == "" && !several {
			label = last
		}
		last = label
		for _, t := range c.terms {
			if labels[t.keys[0]] {
				continue
			}
			for _, key := range t.keys {
				if other, known := owners[key]; known && other.label != label {
					owners[key] = owner{shared: true}
				} else if !known {
					owners[key] = owner{label: label, clause: i}
				}
			}
		}
		for _, n := range c.numbers {
			key := "#" + m.reference.numbers[n].Text
			if other, known := owners[key]; known && other.label != label {
				owners[key] = owner{shared: true}
			} else if !known {
				owners[key] = owner{label: label, clause: i}
			}
		}
	}
	return owners
}

// bind weighs the words of a clause that are said of the right thing, and those that
// are said of another.
func (m *measured) bind(c clause, label string, owners map[string]owner) (float64, float64, int) {
	right, wrong, clause := 0.0, 0.0, -1
	weigh := func(o owner, known bool, weight float64) {
		switch {
		case !known || o.shared || o.label == "":
		case o.label == label:
			right += weight
		default:
			wrong += weight
			clause = o.clause
		}
	}
	for _, t := range c.terms {
		for _, key := range t.keys {
			if o, known := owners[key]; known {
				weigh(o, known, t.weight)
				break
			}
		}
	}
	for _, n := range c.numbers {
		for i := range m.reference.numbers {
			if slices.Contains(m.agreeing[i], n) {
				o, known := owners["#"+m.reference.numbers[i].Text]
				weigh(o, known, numberWeight)
			}
		}
	}
	return right, wrong, clause
}
