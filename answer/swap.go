package answer

import (
	"cmp"
	"slices"
)

// swapped returns how much more of what both texts say is said of the other of two things
// in the answer than in the reference, as a share of what both say: 1 where "A is small, B
// is large" became "B is small, A is large". The two are those for which that is most, of what
// the question names and what a clause of both texts begins with.
func (c *compared) swapped() float64 {
	total := 0.0
	for _, i := range c.given.content {
		if c.known[i].at >= 0 {
			total += c.given.words[i].weight
		}
	}
	if total == 0 {
		return 0
	}
	const mostNames = 12
	reference, given := c.reference.openings(), c.given.openings()
	var names []string
	most := 0.0
	for _, i := range c.reference.content {
		x := c.reference.words[i].stem
		named := len(c.question.at[x]) > 0 || reference[x] && given[x]
		if !named || len(c.given.at[x]) == 0 || len(names) == mostNames || slices.Contains(names, x) {
			continue
		}
		for _, y := range names {
			most = max(most, c.saidOfOther(x, y))
		}
		names = append(names, x)
	}
	return min(1, most/total)
}

// openings returns the stems with which the clauses of a text begin.
func (r *reading) openings() map[string]bool {
	stems, clause := map[string]bool{}, -1
	for _, w := range r.words {
		if w.tells() && w.clause != clause {
			clause = w.clause
			stems[w.stem] = true
		}
	}
	return stems
}

// saidOfOther returns the weight of what the answer says of the other one of two things than
// the reference, less that of what both say of the same.
func (c *compared) saidOfOther(x, y string) float64 {
	reference, given := c.reference.ownersAmong(x, y), c.given.ownersAmong(x, y)
	sum := 0.0
	add := func(weight float64, at int, owner string) {
		places := c.reference.at[c.reference.words[at].stem]
		if len(places) == 0 { // a number
			places = []int{at}
		}
		own := reference[places[0]]
		several := slices.ContainsFunc(places, func(k int) bool { return reference[k] != own })
		switch {
		case several, own == "", owner == "":
		case own == owner:
			sum -= weight
		default:
			sum += weight
		}
	}
	for _, i := range c.given.content {
		if w := c.given.words[i]; c.known[i].at >= 0 && w.stem != x && w.stem != y {
			add(w.weight, c.known[i].at, given[i])
		}
	}
	for k, n := range c.numbers {
		if n.agrees {
			add(numberWeight, c.reference.numbers[k].word, given[c.given.numbers[n.given].word])
		}
	}
	return sum
}

// ownersAmong tells for each word of a text of which of two things it is said: of the one
// that its sentence names alone, or its clause, or else of the last one that was named.
func (r *reading) ownersAmong(x, y string) []string {
	alone := func(partOf func(word) int) map[int]string { // which one a part of the text names, "" where both
		named := map[int]string{}
		for _, i := range r.at[x] {
			named[partOf(r.words[i])] = x
		}
		for _, i := range r.at[y] {
			part := partOf(r.words[i])
			if named[part] == x {
				named[part] = ""
			} else if _, both := named[part]; !both {
				named[part] = y
			}
		}
		return named
	}
	bySentence := alone(func(w word) int { return w.sentence })
	byClause := alone(func(w word) int { return w.clause })
	owners := make([]string, len(r.words))
	last := ""
	for i, w := range r.words {
		if w.stem == x || w.stem == y {
			last = w.stem
		}
		owners[i] = cmp.Or(bySentence[w.sentence], byClause[w.clause], last)
	}
	return owners
}
