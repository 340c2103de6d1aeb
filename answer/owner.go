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
	names := c.subjects()
	most := 0.0
	for k, x := range names {
		for _, y := range names[:k] {
			if other, same := c.saidOf(x, y); other > same {
				most = max(most, other-same)
			}
		}
	}
	if total == 0 {
		return 0
	}
	return min(1, most/total)
}

// subjects returns what both texts may speak of: what the question names, and what a clause
// of both begins with.
func (c *compared) subjects() []string {
	const most = 12
	begins := func(r *reading) map[string]bool {
		stems := map[string]bool{}
		clause := -1
		for _, w := range r.words {
			if w.tells() && w.clause != clause {
				clause = w.clause
				stems[w.stem] = true
			}
		}
		return stems
	}
	reference, given := begins(c.reference), begins(c.given)
	var names []string
	for _, i := range c.reference.content {
		stem := c.reference.words[i].stem
		if len(c.given.at[stem]) == 0 || slices.Contains(names, stem) || len(names) == most {
			continue
		}
		if len(c.question.at[stem]) > 0 || reference[stem] && given[stem] {
			names = append(names, stem)
		}
	}
	return names
}

// saidOf returns the weight of the words that the answer says of the other one of two
// things than the reference, and of those that both say of the same.
func (c *compared) saidOf(x, y string) (float64, float64) {
	reference, given := ownersOf(c.reference, x, y), ownersOf(c.given, x, y)
	if reference == nil || given == nil {
		return 0, 0
	}
	other, same := 0.0, 0.0
	count := func(at int, owner string, weight float64) {
		stem := c.reference.words[at].stem
		places := c.reference.at[stem]
		if len(places) == 0 {
			places = []int{at}
		}
		of := map[string]bool{}
		for _, k := range places {
			of[reference[k]] = true
		}
		switch {
		case owner == "" || of[""] || len(of) != 1:
		case of[owner]:
			same += weight
		default:
			other += weight
		}
	}
	for _, i := range c.given.content {
		w := c.given.words[i]
		if at := c.known[i].at; at >= 0 && w.stem != x && w.stem != y {
			count(at, given[i], w.weight)
		}
	}
	for k, n := range c.numbers {
		if n.agrees {
			count(c.reference.numbers[k].word, given[c.given.numbers[n.given].word], numberWeight)
		}
	}
	return other, same
}

// ownersOf tells for each word of a text of which of two things it is said: of the one that
// its sentence names alone, or its clause, or of the last one that was named.
func ownersOf(r *reading, x, y string) []string {
	bySentence, byClause := map[int]string{}, map[int]string{}
	const both = "both"
	note := func(in map[int]string, at int, name string) {
		if had, ok := in[at]; ok && had != name {
			name = both
		}
		in[at] = name
	}
	for _, name := range []string{x, y} {
		if len(r.at[name]) == 0 {
			return nil
		}
		for _, i := range r.at[name] {
			note(bySentence, r.words[i].sentence, name)
			note(byClause, r.words[i].clause, name)
		}
	}
	owners := make([]string, len(r.words))
	last := ""
	for i, w := range r.words {
		if w.stem == x || w.stem == y {
			last = w.stem
		}
		owners[i] = last
		if name := byClause[w.clause]; name != "" && name != both {
			owners[i] = name
		}
		if name := bySentence[w.sentence]; name != "" && name != both {
			owners[i] = name
		}
	}
	return owners
}
