package answer

import (
	"slices"
	"strings"

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
	doubted   bool
	turned    bool   // a ratio stands upside down, or a relation is turned round
	exchanged bool   // two words have each other's place
	mirrored  bool   // the opposite is said of two things that have changed places
	misread   bool   // another sign stands between the same things
	unclear   bool   // it says the opposite of one thing and the same as another
	told      things // what the reference answer tells apart
	alignment alignedNumbers
	formula   formula // that of the reference answer

	calculates formulaAgreement

	deniedNumber bool            // the one that was asked for
	lookup       *answer         // the reference answer, where it was needed
	common       map[string]bool // the words that several points have
	own          float64         // weight of what the answer says and the question does not
	asked        float64         // weight of what it repeats
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
	m.regard()
	m.compareFormula(newReader(j.lexicon, j.words))
	m.alignment = m.align()
	if m.alignment.asked && m.question.asks == asksNumber {
		m.question.several = m.alignment.numbers
	}
	m.points = pointsOf(m.question, &m.reference)
	weigh(m.question, m.reference, m.points)
	m.findCommon()
	m.compareNumbers(j)
	m.cover()
	m.findFaults()
	m.relate()
	m.regardFormula()
	m.doubted = m.doubtful(j)
	return m
}

// regard looks at how the reference answer is written: of a long list of ways some are
// enough, and a definition in items is explained by all of them.
func (m *measured) regard() {
	const many, several = 4, 2
	switch items := m.reference.items(); {
	case items >= many && (m.question.asks == asksExplanation || m.question.asks == asksDefinition):
		m.question.asks = asksSome
	case items >= several && m.question.asks == asksDefinition:
		m.question.asks = asksExplanation
	case m.question.asks == asksDefinition && m.reference.points > 1 && len(m.leading()) > 1:
		m.question.asks = asksContrast
	case m.question.asks == asksExplanation && m.question.perhapsNames() && m.isTerse():
		m.question.asks = asksFact
	}
}

// isTerse reports whether the reference answer begins with a name and explains it in
// further sentences.
func (m *measured) isTerse() bool {
	const few = 4
	count := 0
	for _, w := range m.reference.spoken {
		if len(m.reference.clauses) > 0 && w.end <= m.reference.clauses[0].end {
			count++
		}
	}
	return count <= few && m.reference.points > 1 && m.reference.clauses[1].point > 0
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
		m.points[i].total, m.points[i].present = m.weighPoint(m.points[i], spelled, false)
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
		m.points[i].total, m.points[i].present = m.weighPoint(m.points[i], spelled, true)
	}
	m.own += m.asked
}

func (m *measured) weighPoint(p point, spelled map[int]bool, asked bool) (float64, float64) { //nolint:revive // asked is what counts
	total, present := 0.0, 0.0
	seen := map[string]bool{}
	for _, c := range p.clauses {
		for _, t := range m.reference.clauses[c].terms {
			if t.asked && !asked || seen[t.keys[0]] {
				continue
			}
			seen[t.keys[0]] = true
			weight := t.weight * m.distinct(t)
			total += weight
			present += weight * m.presence(t, spelled)
		}
		for _, n := range m.reference.clauses[c].numbers {
			total += m.weightOfNumber(n)
			present += m.weightOfNumber(n) * float64(min(1, len(m.agreeing[n])))
		}
	}
	return total, present
}

// presence returns how surely the answer has a term, also where it has only the first
// letter of it in a short form.
func (m *measured) presence(t term, spelled map[int]bool) float64 {
	if spelled[t.at] {
		return 1
	}
	return m.answer.presence(t)
}

// distinct is 1 for a word that one point alone has, and less where things are told
// apart and several have it.
func (m *measured) distinct(t term) float64 {
	const common = 0.3
	if m.question.asks == asksContrast && m.common[t.keys[0]] {
		return common
	}
	return 1
}

// findCommon notes the words that several points have.
func (m *measured) findCommon() {
	m.common = map[string]bool{}
	in := map[string]int{}
	for i, p := range m.points {
		for _, c := range p.clauses {
			for _, t := range m.reference.clauses[c].terms {
				if at, known := in[t.keys[0]]; known && at != i {
					m.common[t.keys[0]] = true
				}
				in[t.keys[0]] = i
			}
		}
	}
}

// weightOfNumber is small for numbers that only say how many things are spoken of.
func (m *measured) weightOfNumber(n int) float64 {
	const small = 0.3
	if number := m.reference.numbers[n]; number.worded && m.question.asks != asksNumber {
		return small
	}
	return numberWeight
}

// lead returns what it is worth that the first clause of a definition is all there:
// how it goes on need not be said.
func (m *measured) lead() float64 {
	const whole, worth, least = 0.9, 0.65, 0.9
	if m.question.asks != asksDefinition || len(m.points) == 0 || len(m.points[0].clauses) < 2 {
		return 0
	}
	first := m.points[0].clauses[0]
	if behind := m.reference.text[m.reference.clauses[first].end:]; strings.HasPrefix(behind, ":") {
		return 0
	}
	total, present := m.weighPoint(point{clauses: m.points[0].clauses[:1]}, nil, false)
	if total < least || present < whole*total {
		return 0
	}
	return worth
}

// choosesItems reports whether fewer things are to be named than the reference names.
func (m *measured) choosesItems() bool {
	return m.question.asks == asksList && m.question.wanted > 0 && m.question.wanted < float64(m.required())
}

// required counts the required points.
func (m *measured) required() int {
	count := 0
	for _, p := range m.points {
		if p.weight > 0 {
			count++
		}
	}
	return count
}

// score returns how much of what was asked for is there: 0 to 1.
func (m *measured) score() float64 {
	const bonus = 0.2
	total, present, further := 0.0, 0.0, 0.0
	for _, p := range m.points {
		const much = 3
		weight := p.weight * min(p.total, much)
		if m.question.asks == asksSome {
			weight = 1
		}
		if p.weight == 0 {
			further = max(further, p.coverage())
			continue
		}
		if p.total > 0 {
			total += weight
			present += weight * p.coverage()
		}
	}
	if total == 0 {
		return 0
	}
	switch {
	case m.question.asks == asksSome:
		total *= enough
	case m.choosesItems():
		total *= m.question.wanted / float64(m.required())
	}
	return min(1, max(present/total, m.lead())+bonus*further)
}
