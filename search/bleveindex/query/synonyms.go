package query

import (
	"slices"
	"sync"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/search/bleveindex/analyzer"
)

// synonymWeight is how much another name of a thing counts against the query's own words.
const synonymWeight = 0.45

// Expander knows what else things are called in the documents themselves:
// abbreviations and what they stand for.
type Expander interface {
	// Names returns groups of names of one thing each, and a number that changes
	// whenever they do. It is asked at every search and answers from memory.
	Names() ([][]string, uint64)
}

// learntNames is what an expander knows, read when that changes. Nil knows nothing.
type learntNames struct {
	from     Expander
	analyzer analyzer.Analyzer

	mu     sync.Mutex
	known  Names
	number uint64
	built  bool
}

// now returns the names of this moment.
func (l *learntNames) now() Names {
	if l == nil {
		return Names{}
	}
	groups, number := l.from.Names()
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.built || number != l.number {
		l.known, l.number, l.built = newNames(l.analyzer, groups), number, true
		l.known.learnt = true
	}
	return l.known
}

// Names is a thesaurus: it knows what else a thing is called. It does not change.
type Names struct {
	groups [][]name
	learnt bool             // from the documents themselves
	starts map[string][]int // by the first word of a name: its groups
}

// name is one name of a thing.
type name struct {
	written string
	words   []string // stems, stop words included: how a query is read
	terms   []string // what an entry has that says it; none where too little is left
}

// NewNames returns the names that a lexicon has of things; nil has none.
func NewNames(a analyzer.Analyzer, known *lexicon.Lexicon) Names {
	if known == nil {
		return newNames(a, nil)
	}
	return newNames(a, known.Synonyms())
}

func newNames(a analyzer.Analyzer, groups [][]string) Names {
	all := Names{starts: map[string][]int{}}
	for n, names := range groups {
		var group []name
		for _, written := range names {
			next := newName(a, written)
			if len(next.words) == 0 || slices.ContainsFunc(group, next.equal) {
				continue
			}
			group = append(group, next)
			if first := next.words[0]; !slices.Contains(all.starts[first], n) {
				all.starts[first] = append(all.starts[first], n)
			}
		}
		all.groups = append(all.groups, group)
	}
	return all
}

// newName reads one. Where stop words are left out, a name that hyphens join is looked for
// joined, and any other is not looked for: "out of memory" is more than memory.
func newName(a analyzer.Analyzer, written string) name {
	n := name{written: written, words: a.Stems(written)}
	tokens := a.Terms(a.Words(written))
	if n.terms = analyzer.Plain(tokens); len(n.terms) == len(n.words) {
		return n
	}
	n.terms = nil
	for _, token := range tokens {
		if token.Type == analyzer.Compound && token.Start == 0 && token.End == len(written) {
			n.terms = []string{string(token.Term)}
		}
	}
	return n
}

// begins reports whether words begin with the name.
func (n name) begins(words []string) bool {
	return len(n.words) <= len(words) && slices.Equal(n.words, words[:len(n.words)])
}

func (n name) equal(other name) bool { return slices.Equal(n.words, other.words) }

// TermsIn returns a term for each place where stems name something, whichever of its
// names that is. No word is such a term.
func (n Names) TermsIn(stems []string) []string {
	var terms []string
	for at := range stems {
		for _, group := range n.starts[stems[at]] {
			if slices.ContainsFunc(n.groups[group], func(one name) bool { return one.begins(stems[at:]) }) {
				terms = append(terms, " "+n.groups[group][0].written)
			}
		}
	}
	return terms
}

// synonyms returns the other names of what a text names, by the longest name of each
// group that stands there. An abbreviation that documents explain themselves says nothing
// more of an entry that has the query's own words: who asks for a GPU does not mean the one
// that spells it out first. It counts in their place only.
func (r *Reader) synonyms(text string) []Alternative {
	var all []Alternative
	words := r.analyzer.Stems(text)
	for _, known := range []Names{r.names, r.learnt.now()} {
		for at := range words {
			for _, group := range known.starts[words[at]] {
				var named name
				for _, n := range known.groups[group] {
					if len(n.words) > len(named.words) && n.begins(words[at:]) {
						named = n
					}
				}
				if named.words == nil {
					continue
				}
				for _, n := range known.groups[group] {
					if len(n.terms) > 0 && !n.equal(named) {
						all = append(all, Alternative{
							Terms: n.terms, Of: named.words, Weight: synonymWeight, Instead: known.learnt, name: n.written,
						})
					}
				}
			}
		}
	}
	return all
}
