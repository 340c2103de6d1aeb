package answer

import (
	"slices"
	"strings"
)

// exchanges reports whether two words of a clause of the reference have each other's
// place in one of the answer: "Y depends on X" for "X depends on Y". What
// that means is uncertain, since some words join two things in any order.
func (m *measured) exchanges(reference, given int) bool {
	r, g := m.reference.clauses[reference], m.answer.clauses[given]
	if m.reference.turnsOrder(r) != m.answer.turnsOrder(g) {
		return false
	}
	places := make([]int, len(r.terms))
	for i, t := range r.terms {
		places[i] = slices.IndexFunc(g.terms, func(other term) bool { return matches(t, other) && t.polarity == other.polarity })
	}
	for i, x := range places {
		for k := i + 2; k < len(places); k++ {
			y := places[k]
			if x >= 0 && y >= 0 && m.reference.isOrdered(r, i, k) &&
				sameBefore(r, k, g, x) && sameBefore(r, i, g, y) && !sameBefore(r, i, r, k) {
				return true
			}
		}
	}
	return false
}

// isOrdered reports whether it means something that one term of a clause stands before
// another.
func (r reading) isOrdered(c clause, i, k int) bool {
	return !c.marks(i, k) && !r.words.mutual[c.terms[k-1].keys[0]] && !r.coordinates(c, k) && !r.coordinates(c, i)
}

// marks reports whether words say in which direction each of two terms stands, so that
// their order does not.
func (c clause) marks(i, k int) bool {
	const fewest = usualWeight
	return c.terms[i].role != c.terms[k].role || c.terms[i].weight < fewest || c.terms[k].weight < fewest
}

// turnsOrder reports whether a clause has a word that turns the order of others round:
// "is used by", "the compiler's".
func (r reading) turnsOrder(c clause) bool {
	return slices.ContainsFunc(r.spokenIn(c), func(w spoken) bool { return r.words.is(cueBy, w.lower) || strings.HasSuffix(w.lower, "'s") })
}

// coordinates reports whether "and" or "or" stands between a term and the one before it.
func (r reading) coordinates(c clause, at int) bool {
	if at == 0 {
		return false
	}
	return slices.ContainsFunc(r.spokenIn(c), func(w spoken) bool {
		return (r.words.is(cueAnd, w.lower) || r.words.is(cueOr, w.lower)) && w.start > c.terms[at-1].at && w.start < c.terms[at].at
	})
}

// sameBefore reports whether the same stands before two terms: a term, or nothing.
func sameBefore(a clause, at int, b clause, other int) bool {
	if at == 0 || other == 0 {
		return at == other
	}
	return matches(a.terms[at-1], b.terms[other-1])
}
