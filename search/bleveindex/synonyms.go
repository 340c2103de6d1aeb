package bleveindex

import (
	"slices"
	"sync"
)

// Expander knows what else things are called in the documents themselves:
// abbreviations and what they stand for.
type Expander interface {
	// Names returns groups of names of one thing each, and a number that changes
	// whenever they do. It is asked at every search and answers from memory.
	Names() ([][]string, uint64)
}

// learnt is the thesaurus of what an expander knows, built when that changes.
// Nil knows nothing.
type learnt struct {
	from     Expander
	analyzer analyzer

	mu     sync.Mutex
	known  thesaurus
	number uint64
	built  bool
}

// names returns the thesaurus of this moment.
func (l *learnt) names() thesaurus {
	if l == nil {
		return thesaurus{}
	}
	groups, number := l.from.Names()
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.built || number != l.number {
		l.known, l.number, l.built = newThesaurus(l.analyzer, groups), number, true
		l.known.learnt = true
	}
	return l.known
}

// thesaurus knows what else a thing is called. It does not change.
type thesaurus struct {
	groups [][]name
	learnt bool             // from the documents themselves
	starts map[string][]int // by the first word of a name: its groups
}

// name is one name of a thing.
type name struct {
	written string
	words   []string // stems, those included that stand everywhere: how a query is read
	terms   []string // what an entry has that says it; none where too little is left
}

func newThesaurus(a analyzer, groups [][]string) thesaurus {
	t := thesaurus{starts: map[string][]int{}}
	for _, names := range groups {
		t.add(a, names)
	}
	return t
}

func (t *thesaurus) add(a analyzer, names []string) {
	var group []name
	for _, written := range names {
		next := a.name(written)
		if len(next.words) == 0 || slices.ContainsFunc(group, next.equal) {
			continue
		}
		group = append(group, next)
		if first := next.words[0]; !slices.Contains(t.starts[first], len(t.groups)) {
			t.starts[first] = append(t.starts[first], len(t.groups))
		}
	}
	t.groups = append(t.groups, group)
}

// begins reports whether words begin with the name.
func (n name) begins(words []string) bool {
	return len(n.words) <= len(words) && slices.Equal(n.words, words[:len(n.words)])
}

func (n name) equal(other name) bool { return slices.Equal(n.words, other.words) }

// name reads one. Where words that stand everywhere are left out, a name that
// hyphens join is looked for joined, and any other is not looked for: "out of
// memory" is more than memory.
func (a analyzer) name(written string) name {
	n := name{written: written, words: a.stems(written)}
	terms := a.terms(a.words(written))
	if n.terms = plainTerms(terms); len(n.terms) == len(n.words) {
		return n
	}
	n.terms = nil
	for _, token := range terms {
		if token.Type == compound && token.Start == 0 && token.End == len(written) {
			n.terms = []string{string(token.Term)}
		}
	}
	return n
}

// stems returns the stems of all words of a text that are no compounds, in their
// order.
func (a analyzer) stems(text string) []string {
	var stems []string
	for _, token := range a.stem.Filter(a.words(text)) {
		if token.Type != compound {
			stems = append(stems, string(token.Term))
		}
	}
	return stems
}

// synonyms returns the other names of what a text names.
func (s *schema) synonyms(text string) []alternative {
	var all []alternative
	words := s.analyzer.stems(text)
	for _, t := range []thesaurus{s.thesaurus, s.learnt.names()} {
		for at := range words {
			for _, group := range t.starts[words[at]] {
				all = append(all, t.otherNames(group, words[at:])...)
			}
		}
	}
	return all
}

// named returns a term for each place where words name something, whichever of its
// names that is. No word is such a term.
func (t thesaurus) named(words []string) []string {
	var terms []string
	for at := range words {
		for _, group := range t.starts[words[at]] {
			if slices.ContainsFunc(t.groups[group], func(n name) bool { return n.begins(words[at:]) }) {
				terms = append(terms, " "+t.groups[group][0].written)
			}
		}
	}
	return terms
}

// otherNames returns the names of a group besides the longest one that some
// words begin with.
func (t thesaurus) otherNames(group int, words []string) []alternative {
	var named name
	for _, n := range t.groups[group] {
		if len(n.words) > len(named.words) && n.begins(words) {
			named = n
		}
	}
	if named.words == nil {
		return nil
	}
	var others []alternative
	for _, n := range t.groups[group] {
		if len(n.terms) > 0 && !n.equal(named) {
			others = append(others, alternative{terms: n.terms, of: named.words, weight: synonymWeight, instead: t.learnt, named: n.written})
		}
	}
	return others
}
