package answer

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// compareNumbers finds for each number of the reference answer the one that was given
// in its place.
func (m *measured) compareNumbers(j *Judge) {
	taken := map[int]bool{}
	tolerances := make([]float64, len(m.reference.numbers))
	for i := range m.reference.numbers {
		tolerances[i] = m.agreeOn(j, i, taken)
	}
	for i, expected := range m.reference.numbers {
		check := quarry.NumberCheck{Expected: expected.Quantity, Tolerance: tolerances[i]}
		if agreeing := m.agreeing[i]; len(agreeing) > 0 {
			check.Given, check.Agrees = &m.answer.numbers[agreeing[0]].Quantity, true
		} else if k, ok := m.instead(j, i, taken); ok {
			check.Given = &m.answer.numbers[k].Quantity
			taken[k] = true
			m.fault(m.reference.numbers[i].clause, m.answer.numbers[k].clause, m.faultOfNumber(j, i, k))
		}
		m.numbers = append(m.numbers, check)
	}
}

// faultOfNumber says what is wrong with a number: it is that of another thing, or of none.
func (m *measured) faultOfNumber(j *Judge, reference, given int) faultKind {
	swapped := slices.ContainsFunc(m.alignment.numbers, func(other int) bool {
		agrees, _ := j.agrees(m.reference.numbers[other], m.answer.numbers[given])
		return agrees && other != reference
	})
	if swapped && m.alignment.owner[given] == reference {
		return faultyBinding
	}
	if expected := m.reference.numbers[reference]; expected.kind == "" && expected.noun != "" && expected.noun == m.answer.numbers[given].noun {
		return faultyCount
	}
	return faultyNumber
}

// agreeOn finds the numbers of the answer that are one of the reference, and returns by
// how much they may be off.
func (m *measured) agreeOn(j *Judge, at int, taken map[int]bool) float64 {
	expected, tolerance, other := m.reference.numbers[at], 0.0, -1
	for k, given := range m.answer.numbers {
		agrees, by := j.agrees(expected, given)
		tolerance = max(tolerance, by)
		switch {
		case !agrees:
		case given.denied != expected.denied:
			other = k
		case m.alignment.belongs(at, k) && m.sameThing(expected, given):
			m.agreeing[at] = append(m.agreeing[at], k)
			taken[k] = true
		}
	}
	if other >= 0 && len(m.agreeing[at]) == 0 {
		m.denyNumber(at, other)
		taken[other] = true
	}
	return tolerance
}

// denyNumber notes that the answer denies a number of the reference, or the other way
// round.
func (m *measured) denyNumber(reference, given int) {
	m.fault(m.reference.numbers[reference].clause, m.answer.numbers[given].clause, faultyPolarity)
	m.deniedNumber = m.deniedNumber || m.isAsked(reference)
}

// sameThing reports whether two plain numbers may count the same thing. Only those
// that a text calls differently do not.
func (m *measured) sameThing(expected, given number) bool {
	if expected.kind != "" || given.kind != "" || expected.noun == "" || given.noun == "" || expected.noun == given.noun {
		return true
	}
	other := slices.ContainsFunc(m.reference.numbers, func(n number) bool { return n.noun == given.noun })
	return !other
}

// instead returns the number of the answer that stands in the place of one of the
// reference.
func (m *measured) instead(j *Judge, at int, taken map[int]bool) (int, bool) {
	expected := m.reference.numbers[at]
	asked := m.isAsked(at)
	best, found := 0, false
	for k, given := range m.answer.numbers {
		if taken[k] || m.isOfQuestion(given) || !m.alignment.belongs(at, k) {
			continue
		}
		if _, ok := j.comparable(expected, given); !ok && !asked {
			continue
		}
		if m.samePlace(expected, given) {
			return k, true
		}
		if asked && !found {
			best, found = k, true
		}
	}
	return best, found
}

// samePlace reports whether two numbers stand in the same place: what they count or
// measure is called the same, and so are the things that their clauses speak of.
func (m *measured) samePlace(expected, given number) bool {
	named := expected.noun != "" && expected.noun == given.noun
	if expected.kind != given.kind {
		return named
	}
	return (named || expected.kind != "" || expected.noun == given.noun) && m.aligned(expected, given)
}

func (m *measured) isOfQuestion(given number) bool {
	return slices.ContainsFunc(m.question.reading.numbers, func(n number) bool { return n.Text == given.Text })
}

// isAsked reports whether a number of the reference answer is the one that was asked
// for.
func (m *measured) isAsked(at int) bool {
	if m.formula.leads {
		return false
	}
	if m.question.asks != asksNumber && !m.isBareNumber() {
		return false
	}
	return at == 0 || slices.Contains(m.question.several, at)
}

// askedNumbers returns the numbers that were asked for, with what was given in their
// places.
func (m *measured) askedNumbers() []quarry.NumberCheck {
	var asked []quarry.NumberCheck
	for i, n := range m.numbers {
		if m.isAsked(i) {
			asked = append(asked, n)
		}
	}
	return asked
}

// isBareNumber reports whether the reference answer begins with a number, and hardly
// says anything else before it goes on.
func (m *measured) isBareNumber() bool {
	const few = 2.5
	if m.question.asks == asksContrast || m.question.asks == asksList || m.question.asks == asksExplanation || len(m.reference.numbers) == 0 {
		return false
	}
	first := m.reference.clauses[m.reference.numbers[0].clause]
	weight := 0.0
	for _, c := range m.reference.clauses[:m.reference.numbers[0].clause+1] {
		for _, t := range c.terms {
			if !t.asked {
				weight += t.weight
			}
		}
	}
	return weight <= few && len(first.numbers) > 0
}

// aligned reports whether two numbers stand in clauses that speak of the same thing: of
// anything at all, or of nothing but the number.
func (m *measured) aligned(expected, given number) bool {
	r, g := m.reference.clauses[expected.clause], m.answer.clauses[given.clause]
	if len(g.terms) == 0 || len(r.terms) == 0 || expected.noun != "" && expected.noun == given.noun {
		return true
	}
	return shared(r, g) > 0
}

// shared returns the weight of the terms that two clauses share.
func shared(r, g clause) float64 {
	weight := 0.0
	for _, t := range r.terms {
		if _, ok := g.find(t); ok {
			weight += t.weight
		}
	}
	return weight
}

// find returns the term of a clause that matches another's.
func (c clause) find(t term) (term, bool) {
	for _, other := range c.terms {
		if matches(t, other) {
			return other, true
		}
	}
	return term{}, false
}

func matches(a, b term) bool {
	for _, key := range a.keys {
		if slices.Contains(b.keys, key) {
			return true
		}
	}
	return slices.ContainsFunc(a.parts, func(part string) bool { return slices.Contains(b.parts, part) || b.keys[0] == part }) ||
		slices.Contains(b.parts, a.keys[0])
}

// opposes reports whether two terms mean the opposite of each other.
func opposes(a, b term) bool {
	if a.without != "" && a.without == b.keys[0] || b.without != "" && b.without == a.keys[0] {
		return true
	}
	return slices.ContainsFunc(a.sides, func(side string) bool { return slices.Contains(b.sides, otherSide(side)) })
}
