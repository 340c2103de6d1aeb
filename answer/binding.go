package answer

import "slices"

// things are what a reference answer tells apart, and the clauses that speak of each.
type things struct {
	labels    map[string]bool
	reference []string // by clause: the label of the thing that it speaks of, or ""
	given     []string
}

func (m *measured) things() things {
	t := things{labels: m.labels()}
	if len(t.labels) < 2 {
		return t
	}
	t.reference = t.of(m.reference, func(n int) string { return m.reference.numbers[n].Text })
	t.given = t.of(m.answer.reading, m.meant)
	return t
}

// meant returns how the reference answer writes a number of the answer.
func (m *measured) meant(given int) string {
	for i, n := range m.reference.numbers {
		if slices.Contains(m.agreeing[i], given) {
			return n.Text
		}
	}
	return ""
}

// of returns of what each clause of a text speaks. One that names nothing goes on about
// what was named before, one that names several about none.
func (t things) of(r reading, written func(number int) string) []string {
	about := make([]string, 0, len(r.clauses))
	last := ""
	for _, c := range r.clauses {
		label, several := t.named(c, written)
		switch {
		case several:
			last = ""
		case label != "":
			last = label
		}
		about = append(about, last)
	}
	return about
}

func (t things) named(c clause, written func(number int) string) (string, bool) {
	found, several := "", false
	see := func(key string) {
		if t.labels[key] {
			several = several || found != "" && found != key
			found = key
		}
	}
	for _, term := range c.terms {
		if term.role != comparedRole {
			see(term.keys[0])
		}
	}
	for _, n := range c.numbers {
		see("#" + written(n))
	}
	return found, several
}

// apart reports whether two clauses speak of different things.
func (t things) apart(reference, given int) bool {
	return len(t.reference) > 0 && t.reference[reference] != "" && t.given[given] != "" && t.reference[reference] != t.given[given]
}

// findBindings looks for what holds of one thing and is said of another. It takes
// words that belong to one thing alone.
func (m *measured) findBindings(t things) {
	if len(t.reference) == 0 {
		return
	}
	all := m.owners(t)
	bound, misbound := 0.0, 0.0
	worst := fault{kind: faultyBinding, reference: -1}
	for g, c := range m.answer.clauses[:min(len(m.answer.clauses), mostClauses)] {
		if t.given[g] == "" {
			continue
		}
		b := m.bind(c, t.given[g], all)
		bound, misbound = bound+b.right, misbound+b.wrong
		if b.wrong > b.right && worst.reference < 0 {
			worst.reference, worst.given = b.clause, g
		}
	}
	const least, few, hardly = 1.9, 1.3, 0.4
	swapped := misbound >= least && misbound > bound || misbound >= few && bound <= hardly
	if swapped && worst.reference >= 0 {
		m.fault(worst.reference, worst.given, worst.kind)
	}
}

// owner is the thing that a word belongs to, and where it stands.
type owner struct {
	label  string
	clause int
	shared bool // with another thing
}

// labels returns the words by which a reference answer tells the things apart that it
// speaks of: what stands before a colon, the words of the question that some clauses
// have and others have not, or what each clause begins with.
func (m *measured) labels() map[string]bool {
	if titles := m.titles(); len(titles) > 1 {
		return titles
	}
	if m.question.asks == asksContrast || m.question.asks == asksList {
		if labels := m.askedApart(); len(labels) > 1 {
			return labels
		}
	}
	return m.leading()
}

// askedApart returns the words of the question that tell clauses apart: some have
// them, and none but one of them stands beside several others, as "store" does in "a
// row store" and "a column store".
func (m *measured) askedApart() map[string]bool {
	in, beside := map[string]int{}, map[string]map[string]bool{}
	clauses := 0
	for _, c := range m.reference.clauses {
		keys := c.askedKeys()
		if len(c.terms) > 0 {
			clauses++
		}
		for _, key := range keys {
			in[key]++
			for _, other := range keys {
				note(beside, key, other)
			}
		}
	}
	labels := map[string]bool{}
	for key, count := range in {
		const itself = 1
		if count < clauses && len(beside[key])-itself <= 1 {
			labels[key] = true
		}
	}
	return labels
}

func note(pairs map[string]map[string]bool, key, other string) {
	if pairs[key] == nil {
		pairs[key] = map[string]bool{}
	}
	pairs[key][other] = true
}

// askedKeys returns the words of a clause that the question says, each once.
func (c clause) askedKeys() []string {
	var keys []string
	for _, t := range c.terms {
		if t.asked && t.weight >= usualWeight && !slices.Contains(keys, t.keys[0]) {
			keys = append(keys, t.keys[0])
		}
	}
	return keys
}

// titles returns the words that stand before a colon, each alone.
func (m *measured) titles() map[string]bool {
	titles := map[string]bool{}
	for _, c := range m.reference.clauses {
		if !c.label || c.own() != 1 {
			continue
		}
		for _, t := range c.terms {
			if !t.asked {
				titles[t.keys[0]] = true
			}
		}
	}
	return titles
}

// leading returns the first words of the clauses, or their numbers, where each of three
// or more has its own.
func (m *measured) leading() map[string]bool {
	const fewest = 3
	words, numbers := map[string]bool{}, map[string]bool{}
	count := 0
	for _, c := range m.reference.clauses {
		if len(c.numbers) == 1 {
			numbers["#"+m.reference.numbers[c.numbers[0]].Text] = true
		}
		own := slices.IndexFunc(c.terms, func(t term) bool { return !t.asked })
		if own >= 0 {
			words[c.terms[own].keys[0]] = true
			count++
		}
	}
	switch listed := m.question.asks == asksList || m.question.asks == asksContrast; {
	case count > 1 && len(numbers) == count:
		return numbers
	case count >= fewest && listed && len(words) == count:
		return words
	}
	return nil
}

// owners are the things that the words of a reference answer are said of, by key.
type owners map[string]owner

func (o owners) add(key, label string, clause int) {
	if other, known := o[key]; !known {
		o[key] = owner{label: label, clause: clause}
	} else if other.label != label {
		o[key] = owner{shared: true}
	}
}

func (m *measured) owners(t things) owners {
	all := owners{}
	for i, c := range m.reference.clauses {
		for _, key := range m.ownKeys(c, t.labels) {
			all.add(key, t.reference[i], i)
		}
	}
	return all
}

// ownKeys returns the keys of what a clause says of the thing that it speaks of.
func (m *measured) ownKeys(c clause, labels map[string]bool) []string {
	var keys []string
	for _, t := range c.terms {
		if !t.asked && !labels[t.keys[0]] {
			keys = append(keys, t.keys...)
		}
	}
	for _, n := range c.numbers {
		if key := "#" + m.reference.numbers[n].Text; !labels[key] {
			keys = append(keys, key)
		}
	}
	return keys
}

// binding weighs the words of a clause that are said of the right thing, and those that
// are said of another.
type binding struct {
	right, wrong float64
	clause       int // of the reference, to which the last of the wrong ones belongs
}

func (b *binding) add(o owner, label string, weight float64) {
	switch o.label {
	case "":
	case label:
		b.right += weight
	default:
		b.wrong += weight
		b.clause = o.clause
	}
}

func (m *measured) bind(c clause, label string, all owners) binding {
	b := binding{clause: -1}
	for _, t := range c.terms {
		if at := slices.IndexFunc(t.keys, func(key string) bool { _, known := all[key]; return known }); at >= 0 && !t.asked {
			b.add(all[t.keys[at]], label, t.weight)
		}
	}
	for _, n := range c.numbers {
		b.add(all["#"+m.meant(n)], label, numberWeight)
	}
	return b
}
