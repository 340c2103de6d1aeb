package check

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// measured is an answer held against a reference answer.
type measured struct {
	question  question
	reference reading
	answer    *answer
	points    []point
	numbers   []quarry.NumberCheck
	agreeing  map[int][]int // by number of the reference: those of the answer
	faults    []fault
	own       float64 // weight of what the answer says and the question does not
	asked     float64 // weight of what it repeats
}

// measure holds an answer against a reference answer.
func (j *Judge) measure(q question, reference, given reading) *measured {
	markAsked(q, &reference)
	markAsked(q, &given)
	m := &measured{question: q, reference: reference, answer: newAnswer(given), agreeing: map[int][]int{}}
	for _, c := range given.clauses {
		for _, t := range c.terms {
			if t.asked {
				m.asked += t.weight
			} else {
				m.own += t.weight
			}
		}
	}
	m.own += numberWeight * float64(m.newNumbers())
	m.points = pointsOf(q, &m.reference)
	weigh(q, m.reference, m.points)
	m.compareNumbers(j)
	m.cover()
	m.findFaults()
	return m
}

// newNumbers counts the numbers that the question does not have.
func (m *measured) newNumbers() int {
	count := 0
	for _, n := range m.answer.numbers {
		known := slices.ContainsFunc(m.question.reading.numbers, func(other number) bool { return other.Text == n.Text })
		if !known {
			count++
		}
	}
	return count
}

// markAsked marks the terms that the question says, which earn nothing.
func markAsked(q question, r *reading) {
	for i := range r.clauses {
		for k := range r.clauses[i].terms {
			t := &r.clauses[i].terms[k]
			t.asked = q.stems[t.keys[0]] || len(t.parts) > 0 && !slices.ContainsFunc(t.parts, func(part string) bool { return !q.stems[part] })
		}
	}
}

// cover weighs what of each point is there. Where the question says everything that
// is required, as when it offers two things to choose from, its words count.
func (m *measured) cover() {
	spelled := m.answer.spells(m.reference)
	for i := range m.points {
		m.points[i].total, m.points[i].heard = m.weighPoint(m.points[i], spelled, false)
	}
	required := 0.0
	for _, p := range m.points {
		if p.weight > 0 {
			required += p.total
		}
	}
	if required > 0 {
		return
	}
	for i := range m.points {
		m.points[i].total, m.points[i].heard = m.weighPoint(m.points[i], spelled, true)
	}
	m.own += m.asked
}

func (m *measured) weighPoint(p point, spelled map[int]bool, asked bool) (float64, float64) { //nolint:revive // asked is what counts
	total, heard := 0.0, 0.0
	for _, c := range p.clauses {
		for _, t := range m.reference.clauses[c].terms {
			if t.asked && !asked {
				continue
			}
			total += t.weight
			if spelled[t.at] {
				heard += t.weight
			} else {
				heard += t.weight * m.answer.hears(t)
			}
		}
		for _, n := range m.reference.clauses[c].numbers {
			weight := m.weightOfNumber(n)
			total += weight
			if len(m.agreeing[n]) > 0 {
				heard += weight
			}
		}
	}
	return total, heard
}

// weightOfNumber is small for numbers that only say how many things are spoken of.
func (m *measured) weightOfNumber(n int) float64 {
	const small = 0.3
	if number := m.reference.numbers[n]; number.worded && m.question.asks != asksNumber {
		return small
	}
	return numberWeight
}

// score returns how much of what was asked for is there: 0 to 1.
func (m *measured) score() float64 {
	const bonus = 0.2
	total, heard, further := 0.0, 0.0, 0.0
	for _, p := range m.points {
		weight := p.weight
		if m.question.asks == asksList || m.question.asks == asksContrast {
			weight = min(p.total, 3)
		}
		if p.weight == 0 {
			further = max(further, p.coverage())
			continue
		}
		if p.total > 0 {
			total += weight
			heard += weight * p.coverage()
		}
	}
	if total == 0 {
		return 0
	}
	return min(1, heard/total+bonus*further)
}
