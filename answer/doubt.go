package answer

import "slices"

// doubtful reports whether an answer that seems to be right says something that may
// make it wrong or not: a number that the reference does not have where
// one of its own is missing, or a denial of what it affirms. What is meant so may only
// be put in another way.
func (m *measured) doubtful(j *Judge) bool {
	return m.unclear || m.misread || m.exchanged || m.doubtsNumber(j) || m.doubtsDenial() || m.doubtsSubject() || m.doubtsAvoidance() || m.deniesAlone() || m.doubtsWhole() || m.doubtsPairs()
}

// doubtsWhole reports whether a share that agrees is one of another thing: two per cent of
// the water, where the reference says of the flour.
func (m *measured) doubtsWhole() bool {
	for i, expected := range m.reference.numbers {
		whole := m.reference.wholeOf(i)
		if !isShare(expected) || len(whole) == 0 || len(m.agreeing[i]) == 0 {
			continue
		}
		if !slices.ContainsFunc(m.agreeing[i], func(k int) bool { return !m.isOfOther(whole, m.answer.wholeOf(k)) }) {
			return true
		}
	}
	return false
}

// isOfOther reports whether a share is of something that the reference does not name, and
// not of what it names there.
func (m *measured) isOfOther(whole, given []term) bool {
	names := func(terms []term, t term) bool {
		return slices.ContainsFunc(terms, func(o term) bool { return matches(t, o) })
	}
	foreign := slices.ContainsFunc(given, func(t term) bool {
		return !t.asked && t.weight >= usualWeight && !names(whole, t) && m.source().presence(t) == 0
	})
	return foreign && slices.ContainsFunc(whole, func(t term) bool { return t.weight >= usualWeight && !names(given, t) })
}

// wholeOf returns the terms behind a number and its "of": what it is a share of.
func (r reading) wholeOf(number int) []term {
	n := r.numbers[number]
	c := r.clauses[n.clause]
	words := r.spokenIn(c)
	at := slices.IndexFunc(words, func(w spoken) bool { return w.number == number })
	if at < 0 || at+1 >= len(words) || words[at+1].lower != "of" {
		return nil
	}
	return c.between(words[at+1].end, c.end+1)
}

// deniesAlone reports whether an answer denies something where the reference denies
// nothing at all, in a clause that speaks of the same things.
func (m *measured) deniesAlone() bool {
	if slices.ContainsFunc(m.reference.spoken, m.reference.words.isDenial) || m.question.asks != asksVerdict && slices.ContainsFunc(m.question.reading.spoken, m.reference.words.isDenial) {
		return false
	}
	if slices.ContainsFunc(m.reference.clauses, func(c clause) bool {
		return slices.ContainsFunc(c.terms, func(t term) bool { return t.without != "" })
	}) {
		return false
	}
	return slices.ContainsFunc(m.answer.clauses, func(c clause) bool {
		return c.denies(m.answer.numbers) && m.speaksOfReference(c) && !m.turnsRound(c) && !m.saysOfOther(c)
	})
}

// denies reports whether anything is denied in a clause.
func (c clause) denies(numbers []number) bool {
	return slices.ContainsFunc(c.terms, func(t term) bool { return t.polarity == denied }) ||
		slices.ContainsFunc(c.numbers, func(n int) bool { return numbers[n].denied })
}

// speaksOfReference reports whether a clause has a word or a number of the reference that
// the question does not have.
func (m *measured) speaksOfReference(c clause) bool {
	return m.knownWeight(c) >= genericWeight || slices.ContainsFunc(c.numbers, func(n int) bool { return m.meant(n) != "" })
}

// doubtsAvoidance reports whether an answer to what something avoids says that it does
// just that.
func (m *measured) doubtsAvoidance() bool {
	avoids := func(w spoken) bool {
		return m.reference.words.isDenial(w) && !m.reference.words.is(cueConditional, w.lower)
	}
	return slices.ContainsFunc(m.question.reading.spoken, avoids) && m.question.asks != asksVerdict &&
		slices.ContainsFunc(m.answer.clauses, func(c clause) bool { return c.pronoun }) && !slices.ContainsFunc(m.answer.spoken, avoids)
}

// doubtsSubject reports whether an answer to what makes one thing better than another
// speaks of the other alone.
func (m *measured) doubtsSubject() bool {
	var one, other []term
	for _, c := range m.question.reading.clauses {
		for _, t := range c.terms {
			if t.role == comparedRole {
				other = append(other, t)
			} else if t.weight > usualWeight {
				one = append(one, t)
			}
		}
	}
	says := func(terms []term) bool {
		return slices.ContainsFunc(m.answer.clauses, func(c clause) bool {
			return slices.ContainsFunc(terms, func(t term) bool {
				found, ok := c.find(t)
				return ok && found.role != comparedRole
			})
		})
	}
	named := slices.ContainsFunc(m.reference.clauses, func(c clause) bool {
		return slices.ContainsFunc(other, func(t term) bool { _, ok := c.find(t); return ok })
	})
	return len(one) > 0 && !named && says(other) && !says(one)
}

func (m *measured) doubtsNumber(j *Judge) bool {
	explained := map[int]bool{}
	for _, agreeing := range m.agreeing {
		for _, k := range agreeing {
			explained[k] = true
		}
	}
	for i, expected := range m.reference.numbers {
		if len(m.agreeing[i]) == 0 && m.isRequired(expected.clause) && m.hasOther(j, expected, explained) {
			return true
		}
	}
	return false
}

// hasOther reports whether an answer has a number that might stand for the expected one
// and is none of the reference's.
func (m *measured) hasOther(j *Judge, expected number, explained map[int]bool) bool {
	for k, given := range m.answer.numbers {
		if _, ok := j.comparable(expected, given); ok && !explained[k] && !m.isOfQuestion(given) {
			return true
		}
	}
	return false
}

// stances are the keys that texts affirm and deny.
type stances struct{ affirmed, denied map[string]bool }

func (s stances) note(clauses []clause) {
	for _, c := range clauses {
		for _, t := range c.terms {
			for _, key := range t.keys {
				s.affirmed[key] = s.affirmed[key] || t.polarity == affirmed
				s.denied[key] = s.denied[key] || t.polarity != affirmed
			}
			s.denied[t.without] = true
		}
	}
}

// onlyAffirms reports whether a term is affirmed and nowhere denied.
func (s stances) onlyAffirms(t term) bool {
	return slices.ContainsFunc(t.keys, func(key string) bool { return s.affirmed[key] }) &&
		!slices.ContainsFunc(t.keys, func(key string) bool { return s.denied[key] })
}

// onlyDenies reports whether a term is denied and nowhere affirmed.
func (s stances) onlyDenies(t term) bool {
	return slices.ContainsFunc(t.keys, func(key string) bool { return s.denied[key] }) &&
		!slices.ContainsFunc(t.keys, func(key string) bool { return s.affirmed[key] })
}

// doubtsDenial looks for what the answer denies and the reference, or the question
// that it answers, only affirms.
func (m *measured) doubtsDenial() bool {
	known := stances{map[string]bool{}, map[string]bool{}}
	known.note(m.reference.clauses)
	ruling := m.question.asks == asksVerdict
	if !ruling {
		known.note(m.question.reading.clauses)
	}
	doubts := func(t term) bool {
		return t.polarity == denied && !m.reference.words.generic[t.keys[0]] && (!ruling || !t.asked) && known.onlyAffirms(t)
	}
	return slices.ContainsFunc(m.answer.clauses, func(c clause) bool {
		return slices.ContainsFunc(c.terms, doubts) && !m.turnsRound(c) && !m.saysOfOther(c)
	})
}

// turnsRound reports whether a clause denies the opposite of what the reference says:
// "not slower" is a way to say "faster".
func (m *measured) turnsRound(c clause) bool {
	return slices.ContainsFunc(c.terms, func(t term) bool { return t.polarity == denied && m.opposesReference(t) })
}

// opposesReference reports whether the reference answer affirms the opposite of a term.
func (m *measured) opposesReference(t term) bool {
	return slices.ContainsFunc(m.reference.clauses, func(c clause) bool {
		return slices.ContainsFunc(c.terms, func(other term) bool { return other.polarity == affirmed && opposes(t, other) })
	})
}
