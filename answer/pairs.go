package answer

import "slices"

// doubtsPairs reports whether a clause of the answer says of names of different clauses of
// the reference what each of those says of names of its own: who followed whom.
func (m *measured) doubtsPairs() bool {
	in := m.reference.clausesOfNames()
	return slices.ContainsFunc(m.answer.clauses[:min(len(m.answer.clauses), mostClauses)], func(c clause) bool {
		first := several
		for _, name := range m.answer.namesIn(c) {
			switch at, known := in[name]; {
			case !known || at == several:
			case first == several:
				first = at
			case at != first && sayTheSame(m.reference.clauses[first], m.reference.clauses[at], c):
				return true
			}
		}
		return false
	})
}

// several is in the place of a clause where there is more than one.
const several = -1

// clausesOfNames says of every name in which clause it stands.
func (r reading) clausesOfNames() map[string]int {
	in := map[string]int{}
	for i, c := range r.clauses {
		for _, name := range r.namesIn(c) {
			if at, known := in[name]; known && at != i {
				in[name] = several
			} else if !known {
				in[name] = i
			}
		}
	}
	return in
}

// namesIn returns the names in a clause, each with the number behind it: "Orion 7". What
// has a number behind it is a name also where a sentence begins.
func (r reading) namesIn(c clause) []string {
	var names []string
	words := r.spokenIn(c)
	for _, t := range c.terms {
		at := slices.IndexFunc(words, func(w spoken) bool { return w.start == t.at })
		numbered := at >= 0 && at+1 < len(words) && words[at+1].number >= 0 && words[at+1].start == words[at].end+1 &&
			r.numbers[words[at+1].number].kind == ""
		switch {
		case numbered:
			names = append(names, t.keys[0]+" "+r.numbers[words[at+1].number].Text)
		case t.weight >= nameWeight:
			names = append(names, t.keys[0])
		}
	}
	return names
}

// sayTheSame reports whether clauses have a word in common that is no name.
func sayTheSame(a, b, c clause) bool {
	return slices.ContainsFunc(a.terms, func(t term) bool {
		_, second := b.find(t)
		_, third := c.find(t)
		return second && third && t.weight < nameWeight && t.weight >= usualWeight
	})
}
