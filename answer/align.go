package answer

import "slices"

// alignedNumbers are the numbers that a reference answer says each of a thing of its own, as
// in "the K1 has 40, the K2 has 72": a number belongs to what it is said of.
type alignedNumbers struct {
	numbers []int       // of the reference answer, in its order
	labels  []term      // of the things that they are said of
	owner   map[int]int // by number of the answer: that of the reference in whose place it stands
	asked   bool        // the question names every one of the things, and so asks for every number
}

// align finds which numbers belong to which things.
func (m *measured) align() alignedNumbers {
	var a alignedNumbers
	same := m.reference.numbersLike(0)
	for _, behind := range []bool{false, true} {
		if a.labels = m.reference.labelsOf(same, behind); len(a.labels) > 1 {
			break
		}
	}
	if len(a.labels) < 2 {
		return alignedNumbers{}
	}
	a.numbers = same[:len(a.labels)]
	a.asked = !slices.ContainsFunc(a.labels, func(t term) bool { return !t.asked })
	a.owner = a.ownersIn(m.answer.reading, m.comparableTo(a.numbers[0]))
	return a
}

// numbersLike returns the numbers that count or measure the same as one.
func (r reading) numbersLike(first int) []int {
	var same []int
	for i := first; i < len(r.numbers); i++ {
		one, n := r.numbers[first], r.numbers[i]
		if n.kind == one.kind && !n.denied && (n.noun == one.noun || n.noun == "" || one.noun == "") {
			same = append(same, i)
		}
	}
	return same
}

// comparableTo returns the numbers of the answer that may stand in the place of one of
// the reference.
func (m *measured) comparableTo(reference int) []int {
	var numbers []int
	expected := m.reference.numbers[reference]
	for k, n := range m.answer.numbers {
		if (n.kind == expected.kind || n.kind == "" || expected.kind == "") && !n.denied && !m.isOfQuestion(n) {
			numbers = append(numbers, k)
		}
	}
	return numbers
}

// labelsOf returns the first name in front of each number, or behind each, that stands
// with no other one. Numbers from the first one on that has none explain, where the
// names stand in front.
func (r reading) labelsOf(numbers []int, behind bool) []term {
	beside := make([][]term, len(numbers))
	for i := range numbers {
		beside[i] = r.namesBeside(numbers, i, behind)
	}
	var labels []term
	for i := range numbers {
		at := slices.IndexFunc(beside[i], func(t term) bool {
			for k, others := range beside {
				if k != i && slices.ContainsFunc(others, func(o term) bool { return o.keys[0] == t.keys[0] }) {
					return false
				}
			}
			return true
		})
		switch {
		case at >= 0:
			labels = append(labels, beside[i][at])
		case behind:
			return nil
		default:
			return labels
		}
	}
	return labels
}

// namesBeside returns the names that stand in the sentence of a number between it and the
// one before, or the one behind.
func (r reading) namesBeside(numbers []int, i int, behind bool) []term {
	n := r.numbers[numbers[i]]
	from, to := r.beside(numbers, i, behind)
	var names []term
	for _, c := range r.clauses {
		if c.sentence != r.clauses[n.clause].sentence {
			continue
		}
		for _, t := range c.between(from, to) {
			if t.role != comparedRole && (t.weight >= nameWeight || t.asked && t.weight >= usualWeight) && !r.counts(t) {
				names = append(names, t)
			}
		}
	}
	return names
}

// beside returns where the stretch begins and ends between a number and the one before,
// or the one behind.
func (r reading) beside(numbers []int, i int, behind bool) (int, int) {
	at := r.numbers[numbers[i]].at
	switch {
	case behind && i+1 < len(numbers):
		return at, r.numbers[numbers[i+1]].at
	case behind:
		return at, len(r.text)
	case i > 0:
		return r.numbers[numbers[i-1]].at, at
	}
	return 0, at
}

// counts reports whether a term is what numbers count.
func (r reading) counts(t term) bool {
	return slices.ContainsFunc(r.numbers, func(n number) bool { return n.noun == t.keys[0] })
}

// said is a thing or a number in the order in which an answer speaks of them.
type said struct {
	number int // -1 for a thing
	thing  int
	at     int
}

// ownersIn says for numbers of an answer in whose place they stand: in that of the thing
// before or behind them, or of all things in their order where it names none.
func (a alignedNumbers) ownersIn(r reading, numbers []int) map[int]int {
	order := a.order(r, numbers)
	things := slices.DeleteFunc(slices.Clone(order), func(s said) bool { return s.number >= 0 })
	owner := map[int]int{}
	switch {
	case len(things) == 0 && len(numbers) == len(a.numbers):
		for i, k := range numbers {
			owner[k] = a.numbers[i]
		}
	case len(things) > 0 && len(things) == len(numbers) && inTwoRows(order):
		for i, k := range numbers {
			owner[k] = a.numbers[things[i].thing]
		}
	case len(things) > 0:
		return a.neighbours(order)
	}
	return owner
}

// neighbours gives each number the place of the thing before it, or behind it where a
// number comes first.
func (a alignedNumbers) neighbours(order []said) map[int]int {
	step := -1
	if order[0].number >= 0 {
		step = 1
	}
	owner := map[int]int{}
	for i, s := range order {
		if at := i + step; s.number >= 0 && at >= 0 && at < len(order) && order[at].number < 0 && !a.namesTwo(order, at) {
			owner[s.number] = a.numbers[order[at].thing]
		}
	}
	return owner
}

// order returns the things and the numbers in the order in which they stand.
func (a alignedNumbers) order(r reading, numbers []int) []said {
	var order []said
	for _, k := range numbers {
		order = append(order, said{number: k, at: r.numbers[k].at})
	}
	for _, c := range r.clauses {
		for _, t := range c.terms {
			thing := slices.IndexFunc(a.labels, func(label term) bool {
				return slices.ContainsFunc(label.keys, func(key string) bool { return slices.Contains(t.keys, key) })
			})
			if thing >= 0 {
				order = append(order, said{number: -1, thing: thing, at: t.at})
			}
		}
	}
	slices.SortStableFunc(order, func(x, y said) int { return x.at - y.at })
	return order
}

// inTwoRows reports whether all things stand before all numbers, or behind: "the K1 and
// the K2 have 40 and 72".
func inTwoRows(order []said) bool {
	changes := 0
	for i := range order[1:] {
		if (order[i].number < 0) != (order[i+1].number < 0) {
			changes++
		}
	}
	return changes == 1
}

// namesTwo reports whether beside a thing stands another one, so that a number
// may be of either.
func (a alignedNumbers) namesTwo(order []said, at int) bool {
	other := func(i int) bool {
		return i >= 0 && i < len(order) && order[i].number < 0 && order[i].thing != order[at].thing
	}
	alone := at > 0 && order[at-1].number >= 0 && at+1 < len(order) && order[at+1].number >= 0
	return !alone && (other(at-1) || other(at+1))
}

// belongs reports whether a number of the answer may stand in the place of one of the
// reference.
func (a alignedNumbers) belongs(reference, given int) bool {
	owner, known := a.owner[given]
	return !known || owner == reference || !slices.Contains(a.numbers, reference)
}
