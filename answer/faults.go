package answer

import (
	"math"
	"slices"
)

// agreement says whether a number of the reference stands in the answer.
type agreement struct {
	given     int // place of the number that stands for it, or -1
	agrees    bool
	tolerance float64
}

// compareNumbers finds for each number of the reference the one that was given in its
// place: one that agrees, rather one that no other number took, or else one that counts or
// measures the same.
func (c *compared) compareNumbers() {
	taken := make([]bool, len(c.given.numbers))
	c.numbers = make([]agreement, len(c.reference.numbers))
	for i, expected := range c.reference.numbers {
		a := agreement{given: -1}
		for k, n := range c.given.numbers {
			agrees, tolerance := expected.agrees(n)
			a.tolerance = max(a.tolerance, tolerance)
			if agrees && n.denied == expected.denied && (!a.agrees || taken[a.given] && !taken[k]) {
				a.given, a.agrees = k, true
			}
		}
		if c.numbers[i] = a; a.agrees {
			taken[a.given] = true
		}
	}
	for i, expected := range c.reference.numbers {
		if c.numbers[i].agrees {
			continue
		}
		stands := func(n number) bool { return !c.isOfQuestion(n) && c.inPlaceOf(expected, n) }
		if k := slices.IndexFunc(c.given.numbers, stands); k >= 0 && !taken[k] {
			c.numbers[i].given, taken[k] = k, true
		}
	}
}

// inPlaceOf reports whether a number of the answer stands for one of the reference: the
// reference says nothing else, what they count has one name, or their sentences speak of
// the same.
func (c *compared) inPlaceOf(expected, given number) bool {
	if len(c.reference.numbers) == 1 && c.isBare(expected) {
		return true
	}
	if _, ok := expected.beside(given); !ok || !expected.countsAs(given) {
		return false
	}
	if expected.noun != "" && expected.noun == given.noun {
		return true
	}
	sentence := c.reference.words[expected.word].sentence
	for i, w := range c.given.words {
		at := c.known[i].at
		if w.sentence == c.given.words[given.word].sentence && at >= 0 && c.reference.words[at].sentence == sentence {
			return true
		}
	}
	return false
}

// givesOtherNumber reports whether the answer has another number in the place of one.
func (c *compared) givesOtherNumber() bool {
	return slices.ContainsFunc(c.numbers, func(a agreement) bool { return !a.agrees && a.given >= 0 })
}

// clausesOf returns the words of a text by clause. One that is very long is several.
func clausesOf(r *reading) [][]int {
	const longest = 40
	var clauses [][]int
	for i, w := range r.words {
		if i == 0 || w.clause != r.words[i-1].clause || len(clauses[len(clauses)-1]) == longest {
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
func (c *compared) contradicted() float64 {
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
	return against / max(all, math.SmallestNonzeroFloat64)
}

// pairing is what two clauses have in common.
type pairing struct {
	shared float64 // weight
	turned bool    // one says the opposite of the other
	clause []int   // of the reference
}

func (c *compared) pair(reference, given []int) pairing {
	p := pairing{clause: reference}
	same, otherwise, opposed := 0.0, 0.0, 0
	denies := func(r *reading, clause []int) bool {
		return slices.ContainsFunc(clause, func(i int) bool { return r.words[i].denied })
	}
	for _, i := range given {
		for _, k := range reference {
			w, other := &c.given.words[i], &c.reference.words[k]
			denied := w.denied != other.denied
			switch {
			case c.same(i, k) && denied:
				otherwise += w.weight
			case c.same(i, k):
				same += w.weight
			case w.opposes(other) && len(c.given.at[other.stem]) == 0 && len(c.reference.at[w.stem]) == 0:
				const half = 2
				p.shared += max(w.weight, other.weight) / half
				if !denied {
					opposed++
				}
			}
		}
	}
	p.shared += same + otherwise
	if denies(c.given, given) != denies(c.reference, reference) { // what stands before the denial is what it is said of
		same = 0
	}
	p.turned = (otherwise > same) != (opposed%2 == 1)
	return p
}

// same reports whether a word of the answer is one of the reference.
func (c *compared) same(given, reference int) bool {
	const sure = 0.8
	w, other := &c.given.words[given], &c.reference.words[reference]
	return w.tells() && other.tells() && (w.stem == other.stem || c.known[given].at == reference && c.known[given].share >= sure)
}
