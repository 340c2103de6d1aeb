package answer

import "slices"

// faultKind says what is wrong with a thing that an answer says.
type faultKind int

const (
	faultyNumber faultKind = iota
	faultyCount            // of a thing that is called the same
	faultyPolarity
	faultyDirection
	faultyBinding // what holds of one thing is said of another
)

// fault is a clause of the answer that contradicts one of the reference answer.
type fault struct {
	reference, given int
	kind             faultKind
}

func (m *measured) fault(reference, given int, kind faultKind) {
	m.faults = append(m.faults, fault{reference, given, kind})
	for i := range m.points {
		if slices.Contains(m.points[i].clauses, reference) {
			m.points[i].contradicted = true
		}
	}
}

// mostClauses is how many clauses of an answer are held against the reference.
const mostClauses = 200

// mostHeld is how many clauses of a reference answer they are held against.
const mostHeld = 80

// findFaults holds every clause of the answer against the one of the reference that it
// is about.
func (m *measured) findFaults() {
	index := m.index()
	things := m.things()
	m.told = things
	own := map[string]bool{}
	for _, c := range m.reference.clauses {
		own[m.reference.text[c.start:c.end]] = true
	}
	for g, c := range m.answer.clauses[:min(len(m.answer.clauses), mostClauses)] {
		r, ok := m.about(index, things, g)
		if !ok || own[m.answer.text[c.start:c.end]] || c.denies(m.answer.numbers) && m.saysOfOther(c) {
			continue
		}
		m.findOpposites(r, g)
		pair := m.pairUp(r, g)
		m.denyQuestion(&pair, r, g)
		m.unclear = m.unclear || pair.unclear && pair.close()
		m.mirrored = m.mirrored || pair.mirrored()
		m.exchanged = m.exchanged || m.exchanges(r, g)
		switch {
		case pair.turned():
			m.fault(r, g, faultyDirection)
		case pair.denied():
			m.fault(r, g, faultyPolarity)
		}
	}
	m.findBindings(things)
	m.findTurnedQuotients()
	m.findSwapped()
	m.findOnes()
}

// findOpposites looks for the opposite of what stands beside the clause that one of the
// answer is about, in the same sentence.
func (m *measured) findOpposites(reference, given int) {
	for r, c := range m.reference.clauses[:min(len(m.reference.clauses), mostHeld)] {
		if r == reference || c.point != m.reference.clauses[reference].point {
			continue
		}
		if pair := m.pairUp(r, given); pair.opposed > 0 && pair.own > 0 && pair.denied() {
			m.fault(r, given, faultyPolarity)
		}
	}
}

// denyQuestion counts what a clause denies of the question's own words: "keys
// are not stored" denies that they are what is stored.
func (m *measured) denyQuestion(p *pairing, reference, given int) {
	if m.question.asks == asksVerdict || p.shared == 0 {
		return
	}
	for _, t := range m.answer.clauses[given].terms {
		if t.polarity != denied || !t.asked {
			continue
		}
		if _, both := m.reference.clauses[reference].find(t); !both && m.question.affirms(t) {
			p.differed += t.weight
		}
	}
}

// affirms reports whether a question says something without denying it.
func (q question) affirms(t term) bool {
	return slices.ContainsFunc(q.reading.clauses, func(c clause) bool {
		said, ok := c.find(t)
		return ok && said.polarity == affirmed
	})
}

// index returns the clauses of the reference answer by the keys of their terms.
func (m *measured) index() map[string][]int {
	index := map[string][]int{}
	for i, c := range m.reference.clauses {
		for _, t := range c.terms {
			for _, key := range slices.Concat(t.keys, t.parts) {
				if list := index[key]; len(list) == 0 || list[len(list)-1] != i {
					index[key] = append(list, i)
				}
			}
		}
	}
	return index
}

// about returns the clause of the reference answer that one of the answer is about:
// the one with which it shares most.
func (m *measured) about(index map[string][]int, t things, given int) (int, bool) {
	candidates := map[int]bool{}
	for _, said := range m.answer.clauses[given].terms {
		for _, key := range slices.Concat(said.keys, said.parts) {
			for _, at := range index[key] {
				candidates[at] = true
			}
		}
	}
	best, most := -1, 0.0
	for at := range m.reference.clauses[:min(len(m.reference.clauses), mostHeld)] {
		if !candidates[at] || t.apart(at, given) {
			continue
		}
		if score := m.pairUp(at, given).nearness(); score > most {
			best, most = at, score
		}
	}
	return best, best >= 0
}

// pairing is what two clauses have in common, and in what they differ.
type pairing struct {
	shared, opposed    int
	opposite           int         // of the opposed ones, those that are both affirmed or both denied
	unclear            bool        // it says the opposite of one thing and the same as another
	agreeing, differed float64     // of the terms that one of them denies: those that both do, those that one does
	own                int         // of the shared ones, those that the question does not say
	terms, others      int         // own ones of each
	roles              [][2]string // of the terms that they share
}

func (m *measured) pairUp(reference, given int) pairing {
	return pairOf(m.around(reference), m.reference.clauses[reference], m.answer.clauses[given])
}

// around returns the clauses of the sentence that one of the reference answer is of.
func (m *measured) around(reference int) []clause {
	from, to := reference, reference+1
	for from > 0 && m.reference.clauses[from-1].point == m.reference.clauses[reference].point {
		from--
	}
	for to < len(m.reference.clauses) && m.reference.clauses[to].point == m.reference.clauses[reference].point {
		to++
	}
	return m.reference.clauses[from:to]
}

// pairOf holds two clauses against each other; around the one of the reference stand
// those of its sentence.
func pairOf(around []clause, r, g clause) pairing {
	p := pairing{terms: r.own(), others: g.own()}
	for _, t := range r.terms {
		if other, ok := g.find(t); ok {
			p.share(g, t, other)
		} else {
			p.oppose(around, r, g, t)
		}
	}
	return p
}

// share takes in a term that both clauses have.
func (p *pairing) share(g clause, t, other term) {
	p.shared++
	if !t.asked && t.weight > hardlyWeight {
		p.own++
	}
	p.roles = append(p.roles, [2]string{t.role, other.role})
	turned := slices.ContainsFunc(g.terms, func(o term) bool { return opposes(t, o) && o.polarity != t.polarity })
	switch {
	case t.polarity == hedged, other.polarity == hedged:
	case t.polarity != other.polarity && !turned:
		p.differed += t.weight
	case t.polarity == other.polarity && t.polarity == denied:
		p.agreeing += t.weight
	}
}

// oppose looks for the opposite of a term: where the sentence of the reference answer
// has both, as when it compares, that is uncertain, and where its clause has both, it says
// nothing.
func (p *pairing) oppose(around []clause, r, g clause, t term) {
	for _, other := range g.terms {
		if !opposes(t, other) {
			continue
		}
		if _, both := r.find(other); both || t.polarity == hedged || other.polarity == hedged {
			continue
		}
		if slices.ContainsFunc(around, func(c clause) bool { _, both := c.find(other); return both }) {
			p.unclear = p.unclear || t.polarity == other.polarity
			continue
		}
		p.opposed++
		if t.polarity == other.polarity {
			p.differed += 1
			p.opposite++
		} else {
			p.agreeing += 1
		}
		return
	}
}

// nearness says how much two clauses are about the same.
func (p pairing) nearness() float64 {
	const agreement, opposition, own = 0.25, 0.9, 0.5
	return own*float64(p.shared+p.own) + opposition*float64(p.opposed) + agreement*(p.agreeing-p.differed)
}

// close reports whether they are about the same at all.
func (p pairing) close() bool {
	common := p.own + p.opposed
	return common >= 2 || common == 1 && (min(p.terms, p.others) <= 1 || p.shared > 1 && p.opposed > 0)
}

// own counts the terms of a clause that the question does not say.
func (c clause) own() int {
	count := 0
	for _, t := range c.terms {
		if !t.asked {
			count++
		}
	}
	return count
}

// denied reports whether one clause denies what the other affirms.
// The opposite of two things that have changed places is the same: "A is slower than B"
// for "B is faster than A".
func (p pairing) denied() bool {
	return p.close() && p.differed > p.agreeing && p.differed > 0 && !p.mirrored()
}

// turned reports whether two things have changed places: from this to that, from that
// to this.
func (p pairing) turned() bool { return p.differed == 0 && p.swapped() }

// mirrored reports whether they have, and the opposite is said of them.
func (p pairing) mirrored() bool { return p.opposite > 0 && p.swapped() }

func (p pairing) swapped() bool {
	for i, a := range p.roles {
		for _, b := range p.roles[i+1:] {
			if a[0] != a[1] && sameRole(a[0], b[1]) && sameRole(a[1], b[0]) {
				return true
			}
		}
	}
	return false
}

// sameRole reports whether two things stand in the same direction, or in that of a word
// and of its opposite.
func sameRole(a, b string) bool {
	return a == b || a == "before" && b == "after" || a == "after" && b == "before"
}
