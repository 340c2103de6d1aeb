package answer

import "slices"

// swapped returns how much more of what both texts say is said of the other of two things
// in the answer than in the reference, as a share of what both say: 1 where "A is small, B
// is large" became "B is small, A is large". The two are those for which that is most.
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
	names := c.subjects()
	most := 0.0
	for k, x := range names {
		for _, y := range names[:k] {
			most = max(most, c.saidOfOther(x, y))
		}
	}
	return min(1, most/total)
}

// subjects returns the stems of what both texts may speak of: what the question names, and
// what a clause of both begins with.
func (c *compared) subjects() []string {
	const most = 12
	reference, given := c.reference.openings(), c.given.openings()
	var names []string
	for _, i := range c.reference.content {
		stem := c.reference.words[i].stem
		named := len(c.question.at[stem]) > 0 || reference[stem] && given[stem]
		if named && len(c.given.at[stem]) > 0 && len(names) < most && !slices.Contains(names, stem) {
			names = append(names, stem)
		}
	}
	return names
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
	for _, i := range c.given.content {
		if w := c.given.words[i]; c.known[i].at >= 0 && w.stem != x && w.stem != y {
			sum += w.weight * c.otherwise(c.known[i].at, reference, given[i])
		}
	}
	for k, n := range c.numbers {
		if n.agrees {
			sum += numberWeight * c.otherwise(c.reference.numbers[k].word, reference, given[c.given.numbers[n.given].word])
		}
	}
	return sum
}

// otherwise returns 1 where a word of the reference is said there of another owner than in the
// answer, -1 where of the same, and 0 where it is said of several or of none.
func (c *compared) otherwise(at int, owners []string, given string) float64 {
	places := c.reference.at[c.reference.words[at].stem]
	if len(places) == 0 { // a number
		places = []int{at}
	}
	owner := owners[places[0]]
	several := slices.ContainsFunc(places, func(k int) bool { return owners[k] != owner })
	switch {
	case several, owner == "", given == "":
		return 0
	case owner == given:
		return -1
	}
	return 1
}

// ownersAmong tells for each word of a text of which of two things it is said: of the one
// that its sentence names alone, or its clause, or else of the last one that was named.
func (r *reading) ownersAmong(x, y string) []string {
	bySentence := r.namedAlone(x, y, func(w word) int { return w.sentence })
	byClause := r.namedAlone(x, y, func(w word) int { return w.clause })
	owners := make([]string, len(r.words))
	last := ""
	for i, w := range r.words {
		if w.stem == x || w.stem == y {
			last = w.stem
		}
		owners[i] = last
		if name := byClause[w.clause]; name != "" {
			owners[i] = name
		}
		if name := bySentence[w.sentence]; name != "" {
			owners[i] = name
		}
	}
	return owners
}

// namedAlone returns which one of two things each part of a text names that does not name
// the other one.
func (r *reading) namedAlone(x, y string, partOf func(word) int) map[int]string {
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
