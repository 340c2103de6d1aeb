package answer

import "slices"

// quotient is a ratio that a text names: what is divided, and by what.
type quotient struct {
	clause int
	sides  [2][]term
	loose  bool // "over", which may only say where something is
}

// quotients finds the ratios of a text: "A divided by B", "A per B", "A over B", "the
// ratio of A to B", "divide A by B".
func (r reading) quotients() []quotient {
	var found []quotient
	for i, c := range r.clauses {
		words := r.spokenIn(c)
		for k := range words {
			from, over, to, ok := partsOfQuotient(words, k)
			if !ok || slices.ContainsFunc(words, func(w spoken) bool { return w.number < 0 && r.words.denialOf(w.lower) == denies }) {
				continue
			}
			q := quotient{clause: i, sides: [2][]term{c.between(from, over), c.between(to, c.end+1)}, loose: words[k].lower == "over"}
			if len(q.sides[0]) == 0 && i > 0 && r.clauses[i-1].sentence == c.sentence {
				q.sides[0] = r.clauses[i-1].terms
			}
			found = append(found, q)
			break
		}
	}
	return found
}

// spokenIn returns the words of a clause.
func (r reading) spokenIn(c clause) []spoken {
	from, _ := slices.BinarySearchFunc(r.spoken, c.start, func(w spoken, at int) int { return w.start - at })
	to := from
	for to < len(r.spoken) && r.spoken[to].start < c.end {
		to++
	}
	return r.spoken[from:to]
}

// partsOfQuotient returns where what is divided begins and ends, and where what it is
// divided by begins.
func partsOfQuotient(words []spoken, at int) (int, int, int, bool) { //nolint:revive // three places and whether there are any
	w := words[at]
	next := func(lower string) int {
		return slices.IndexFunc(words[at+1:], func(w spoken) bool { return w.lower == lower })
	}
	behind := func(lower string) (int, int, int, bool) {
		k := next(lower)
		if k < 1 {
			return 0, 0, 0, false
		}
		return w.end, words[at+1+k].start, words[at+1+k].end, true
	}
	switch {
	case w.number >= 0:
	case w.lower == "divided" && next("by") == 0:
		return words[0].start, w.start, words[at+1].end, true
	case w.lower == "divide" || w.lower == "dividing":
		return behind("by")
	case w.lower == "ratio" && next("of") == 0:
		return behind("to")
	case at > 0 && (w.lower == "per" || w.lower == "over"):
		return words[0].start, w.start, w.end, true
	}
	return 0, 0, 0, false
}

// between returns the terms of a clause that begin between two places.
func (c clause) between(from, to int) []term {
	var terms []term
	for _, t := range c.terms {
		if t.at >= from && t.at < to {
			terms = append(terms, t)
		}
	}
	return terms
}

// findTurnedQuotients looks for ratios that are turned upside down: what the reference
// divides by, the answer divides.
func (m *measured) findTurnedQuotients() {
	given := m.answer.quotients()
	if len(given) == 0 {
		return
	}
	for _, r := range m.reference.quotients() {
		for _, g := range given {
			if r.loose && g.loose {
				continue
			}
			straight := common(r, 0, g, 0) + common(r, 1, g, 1)
			crossed := common(r, 0, g, 1) + common(r, 1, g, 0)
			if crossed > straight && common(r, 0, g, 1) > 0 && common(r, 1, g, 0)+common(r, 0, g, 0) > 0 {
				m.fault(r.clause, g.clause, faultyDirection)
				m.turned = true
				return
			}
		}
	}
}

// common returns the weight of what a side of one ratio has in common with one of
// another: words that both of its sides have tell nothing.
func common(r quotient, side int, g quotient, other int) float64 {
	weight := 0.0
	has := func(terms []term, t term) bool {
		return slices.ContainsFunc(terms, func(o term) bool { return matches(t, o) })
	}
	for _, t := range r.sides[side] {
		if !has(r.sides[1-side], t) && has(g.sides[other], t) && !has(g.sides[1-other], t) {
			weight += t.weight
		}
	}
	return weight
}
