package answer

import "slices"

// point is a key point of a reference answer and what an answer has of it.
type point struct {
	clauses        []int
	weight         float64 // among the required ones; 0 where it only explains
	total, present float64 // weights of its terms
	contradicted   bool
}

// enough is the share of a point's words that say it: few answers use all of them.
const enough = 0.65

// coverage returns how much of the point is there: 0 to 1.
func (p point) coverage() float64 {
	if p.total == 0 {
		return 0
	}
	return min(1, p.present/p.total/enough)
}

// A long reference answer has so many key points; further ones are not looked at.
const mostPoints = 60

// pointsOf parts a reference answer into key points and says which are required.
func pointsOf(q question, r *reading) []point {
	if q.asks == asksFact || q.asks == asksNumber {
		partFirst(q, r)
	}
	if q.asks == asksList {
		partItems(r)
		partLabels(r)
	}
	var points []point
	last := -1
	for i, c := range r.clauses {
		if c.point != last {
			if len(points) == mostPoints {
				break
			}
			points, last = append(points, point{}), c.point
		}
		points[len(points)-1].clauses = append(points[len(points)-1].clauses, i)
	}
	return points
}

// partFirst parts the first clause that answers from those that explain it: in "In
// 1648, in Münster" a date was asked for. Where several numbers were, each is a point.
func partFirst(q question, r *reading) {
	first := slices.IndexFunc(r.clauses, func(c clause) bool {
		return len(c.numbers) > 0 || q.asks == asksFact && hasOwn(c)
	})
	if first < 0 {
		return
	}
	ends := r.endsOf(first, q.several)
	at := 0
	for k := range r.clauses {
		for at < len(ends) && k > ends[at] {
			at++
		}
		if at < len(ends) {
			r.clauses[k].point = at
		} else {
			r.clauses[k].point += len(ends) + len(r.clauses)
		}
	}
}

// endsOf returns the clauses that points end with: the first one, and those of several
// numbers behind it.
func (r reading) endsOf(first int, numbers []int) []int {
	ends := []int{first}
	for _, n := range numbers {
		if at := r.numbers[n].clause; at > ends[len(ends)-1] {
			ends = append(ends, at)
		}
	}
	return ends
}

// hasOwn reports whether a clause says anything that the question does not say.
func hasOwn(c clause) bool {
	for _, t := range c.terms {
		if !t.asked {
			return true
		}
	}
	return false
}

// partItems makes a point of every item of a list that stands in one sentence.
func partItems(r *reading) {
	partAnds(r)
	const several = 3
	own, points := 0, map[int]bool{}
	for _, c := range r.clauses {
		if hasOwn(c) {
			own++
			points[c.point] = true
		}
	}
	if own < several || len(points) > 1 {
		return
	}
	for i := range r.clauses {
		r.clauses[i].point = i
	}
}

// partAnds parts the last clause at its last "and": "guanine and cytosine" end a list.
func partAnds(r *reading) {
	last := len(r.clauses) - 1
	if last < 0 {
		return
	}
	c := r.clauses[last]
	for i := len(r.spoken) - 1; i >= 0 && r.spoken[i].start > c.start; i-- {
		if w := r.spoken[i]; r.words.is(cueAnd, w.lower) && w.end < c.end {
			before, behind := c.partedAt(w, r)
			r.clauses = append(r.clauses[:last:last], before, behind)
			for _, n := range behind.numbers {
				r.numbers[n].clause = last + 1
			}
			return
		}
	}
}

// partedAt parts a clause at a word.
func (c clause) partedAt(w spoken, r *reading) (clause, clause) {
	before, behind := c, c
	before.end, behind.start, behind.item = w.start, w.end+1, false
	before.label = false
	at := slices.IndexFunc(c.terms, func(t term) bool { return t.at > w.start })
	if at < 0 {
		at = len(c.terms)
	}
	before.terms, behind.terms = c.terms[:at:at], c.terms[at:]
	before.numbers, behind.numbers = nil, nil
	for _, n := range c.numbers {
		if r.numbers[n].at < w.start {
			before.numbers = append(before.numbers, n)
		} else {
			behind.numbers = append(behind.numbers, n)
		}
	}
	return before, behind
}

// partLabels parts the names of things from what is said of each, where two or more
// points begin with a name: "Temporal locality: …".
func partLabels(r *reading) {
	const several = 2
	labels, last := 0, -1
	for _, c := range r.clauses {
		if c.point != last && c.label {
			labels++
		}
		last = c.point
	}
	if labels < several {
		return
	}
	last = -1
	for i := range r.clauses {
		c := &r.clauses[i]
		first := c.point != last
		last = c.point
		c.explains = !first || !c.label
		c.point = 2 * c.point
		if !first {
			c.point++
		}
	}
}

// weigh says how much each point counts among the required ones.
func weigh(q question, r reading, points []point) {
	at := 0
	for i := range points {
		first := r.clauses[points[i].clauses[0]]
		if first.explains || r.saysNothing(points[i]) || onlyAside(r, points[i]) && i > 0 || announces(r, points, i) {
			continue
		}
		points[i].weight = q.weightAt(at)
		at++
	}
}

// announces reports whether a point only says that a list follows: "In order of cost:".
func announces(r reading, points []point, at int) bool {
	last := r.clauses[points[at].clauses[len(points[at].clauses)-1]]
	return last.label && at+1 < len(points) && r.clauses[points[at+1].clauses[0]].item && !r.clauses[points[at].clauses[0]].item
}

// items counts the items of a reference answer.
func (r reading) items() int {
	count := 0
	for _, c := range r.clauses {
		if c.item {
			count++
		}
	}
	return count
}

func (q question) weightAt(at int) float64 {
	const second, third = 0.6, 0.25
	switch q.asks {
	case asksList, asksContrast, asksSome:
		return 1
	case asksDefinition, asksFact, asksNumber, asksVerdict:
		if at > 0 && at >= len(q.several) {
			return 0
		}
		return 1
	case asksExplanation:
		switch at {
		case 0:
			return 1
		case 1:
			return second
		case 2:
			return third
		}
	}
	return 0
}

func onlyAside(r reading, p point) bool {
	for _, c := range p.clauses {
		if !r.clauses[c].aside {
			return false
		}
	}
	return true
}

// saysNothing reports whether a point consists of words that stand in sentences about
// anything ("in general."), or is the head of a table.
func (r reading) saysNothing(p point) bool {
	for _, at := range p.clauses {
		c := r.clauses[at]
		if !c.head && (len(c.numbers) > 0 || slices.ContainsFunc(c.terms, func(t term) bool { return t.weight > genericWeight || !r.words.generic[t.keys[0]] })) {
			return false
		}
	}
	return true
}
