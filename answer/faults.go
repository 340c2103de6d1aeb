package answer

import "slices"

// agreement says whether a number of the reference stands in the answer.
type agreement struct {
	given     int // place of the number that stands for it, or -1
	agrees    bool
	tolerance float64
}

// compareNumbers finds for each number of the reference the one that was given in its
// place: one that agrees, or else one that counts or measures the same.
func (c *compared) compareNumbers() {
	taken := make([]bool, len(c.given.numbers))
	c.numbers = make([]agreement, len(c.reference.numbers))
	for i, expected := range c.reference.numbers {
		a := &c.numbers[i]
		a.given = -1
		for k, n := range c.given.numbers {
			agrees, tolerance := c.judge.agrees(expected, n)
			a.tolerance = max(a.tolerance, tolerance)
			if agrees && n.denied == expected.denied && (!a.agrees || !taken[k]) {
				a.given, a.agrees = k, true
			}
		}
		if a.agrees {
			taken[a.given] = true
		}
	}
	for i, expected := range c.reference.numbers {
		if c.numbers[i].agrees {
			continue
		}
		for k, n := range c.given.numbers {
			if !taken[k] && !c.isOfQuestion(n) && c.inPlaceOf(expected, n) {
				c.numbers[i].given, taken[k] = k, true
				break
			}
		}
	}
}

// inPlaceOf reports whether a number of the answer stands for one of the reference: what
// they count has one name, or they measure the same and nothing else of it is told.
func (c *compared) inPlaceOf(expected, given number) bool {
	alone := len(c.reference.numbers) == 1 && c.isBare(expected)
	if expected.kind != given.kind {
		return alone
	}
	if expected.noun != "" && given.noun != "" {
		return expected.noun == given.noun
	}
	return alone || expected.kind != "" && c.sharesClause(expected, given)
}

// sharesClause reports whether the clauses of two numbers have a word in common.
func (c *compared) sharesClause(expected, given number) bool {
	clause := c.reference.words[expected.word].clause
	for i, w := range c.given.words {
		if w.clause == c.given.words[given.word].clause && c.known[i].at >= 0 && c.reference.words[c.known[i].at].clause == clause {
			return true
		}
	}
	return false
}

// clausesOf returns the words of a text by clause.
func clausesOf(r *reading) [][]int {
	var clauses [][]int
	for i, w := range r.words {
		if i == 0 || w.clause != r.words[i-1].clause {
			clauses = append(clauses, nil)
		}
		clauses[len(clauses)-1] = append(clauses[len(clauses)-1], i)
	}
	return clauses
}

// mostClauses is how many clauses of a text are held against each other.
const mostClauses = 80

// contradicted returns which share of what the answer says of the reference's matter it
// says otherwise. A clause is held against that of the reference with which it shares
// most; a denial turns it round, and so does the opposite of a word, so that two of them
// say the same again.
func (c *compared) contradicted() (float64, float64) {
	against, all := 0.0, 0.0
	reference, given := clausesOf(c.reference), clausesOf(c.given)
	reference, given = reference[:min(len(reference), mostClauses)], given[:min(len(given), mostClauses)]
	for _, g := range given {
		var best pairing
		for _, r := range reference {
			if p := c.pair(r, g); p.shared > best.shared {
				best = p
			}
		}
		all += best.shared
		if best.turned {
			against += best.shared
			for _, i := range best.clause {
				c.against[i] = true
			}
		}
	}
	if all == 0 {
		return 0, 0
	}
	return against / all, against
}

// pairing is what two clauses have in common.
type pairing struct {
	shared float64 // weight
	turned bool    // one says the opposite of the other
	clause []int   // of the reference
}

func (c *compared) pair(reference, given []int) pairing {
	const sure = 0.8
	p := pairing{clause: reference}
	same, denied, opposed := 0.0, 0.0, 0
	oneDenies := c.given.denies(given) != c.reference.denies(reference)
	for _, i := range given {
		w := c.given.words[i]
		for _, k := range reference {
			other := c.reference.words[k]
			switch {
			case w.tells() && other.tells() && (w.stem == other.stem || c.known[i].at == k && c.known[i].share >= sure):
				p.shared += w.weight
				switch {
				case w.denied != other.denied:
					denied += w.weight
				case !oneDenies: // else it is of what the denial is said
					same += w.weight
				}
			case w.opposes(other) && len(c.given.at[other.stem]) == 0 && len(c.reference.at[w.stem]) == 0:
				p.shared += max(w.weight, other.weight) / 2
				opposed++
				if w.denied != other.denied {
					opposed++
				}
			}
		}
	}
	p.turned = (denied > same) != (opposed%2 == 1)
	return p
}

// denies reports whether a word of a clause is denied.
func (r *reading) denies(clause []int) bool {
	return slices.ContainsFunc(clause, func(i int) bool { return r.words[i].denied })
}

// mixed returns which share of what the answer takes from the reference stands together
// there in other parts than in the answer: each of its clauses has one part of the
// reference that it takes most from. Words that stand in several parts tell nothing.
func (c *compared) mixed() float64 {
	part := func(w word) int { return w.sentence }
	in := map[string]map[int]bool{}
	for _, i := range c.reference.content {
		w := c.reference.words[i]
		if in[w.stem] == nil {
			in[w.stem] = map[int]bool{}
		}
		in[w.stem][part(w)] = true
	}
	all, most := 0.0, 0.0
	for _, g := range clausesOf(c.given) {
		by := map[int]float64{}
		for _, i := range g {
			if at := c.known[i].at; at >= 0 && len(in[c.reference.words[at].stem]) == 1 {
				by[part(c.reference.words[at])] += c.given.words[i].weight * c.known[i].share
			}
		}
		best := 0.0
		for _, weight := range by {
			all += weight
			best = max(best, weight)
		}
		most += best
	}
	if all == 0 {
		return 0
	}
	return 1 - most/all
}

// owners returns for each word of a text the last word before it, in its sentence or the
// one before, that names one of several things that question, reference and answer speak of.
func (c *compared) owners(r *reading, anchors map[string]bool) []string {
	owners := make([]string, len(r.words))
	last := ""
	for i, w := range r.words {
		if anchors[w.stem] {
			last = w.stem
		}
		owners[i] = last
	}
	return owners
}

// otherOwner returns which share of the words that both texts have is said of another
// thing in the answer than in the reference.
func (c *compared) otherOwner() float64 {
	anchors := map[string]bool{}
	for stem := range c.question.at {
		if len(c.reference.at[stem]) > 0 && len(c.given.at[stem]) > 0 {
			anchors[stem] = true
		}
	}
	if len(anchors) < 2 {
		return 0
	}
	reference, given := c.owners(c.reference, anchors), c.owners(c.given, anchors)
	all, other := 0.0, 0.0
	for _, i := range c.given.content {
		at := c.known[i].at
		w := c.given.words[i]
		if at < 0 || anchors[w.stem] || given[i] == "" || reference[at] == "" {
			continue
		}
		straight := slices.ContainsFunc(c.reference.at[c.reference.words[at].stem], func(k int) bool { return reference[k] == given[i] })
		all += w.weight
		if !straight {
			other += w.weight
		}
	}
	if all == 0 {
		return 0
	}
	return other / all
}
