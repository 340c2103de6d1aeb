package query

import (
	"slices"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex/analyzer"
)

// paraphrases knows what is meant by what people say in everyday words. It does not
// change.
type paraphrases struct {
	all    []Paraphrase
	starts map[string][]int // by the first word of an expression
}

// Paraphrase is what a query means by some of its terms.
type Paraphrase struct {
	Of    []string // the stems of the expression, stop words among them
	Meant []MeantName
}

// MeantName is a name of what is meant. It is there where all of its terms are.
type MeantName struct {
	Written string
	Terms   []string
}

func newParaphrases(a analyzer.Analyzer, known *lexicon.Lexicon) paraphrases {
	p := paraphrases{starts: map[string][]int{}}
	if known == nil {
		return p
	}
	for _, one := range known.Paraphrases() {
		var meant []MeantName
		for _, written := range one.Meant {
			if name := newName(a, written); len(name.terms) > 0 {
				meant = append(meant, MeantName{written, name.terms})
			}
		}
		for _, written := range one.Said {
			if stems := a.Stems(written); len(stems) > 0 && len(meant) > 0 {
				p.starts[stems[0]] = append(p.starts[stems[0]], len(p.all))
				p.all = append(p.all, Paraphrase{stems, meant})
			}
		}
	}
	return p
}

// in returns what is meant by words. They say an expression if they have all of its
// words, wherever these stand.
func (p paraphrases) in(words []string) []Paraphrase {
	var found []Paraphrase
	isMissing := func(word string) bool { return !slices.Contains(words, word) }
	for at, word := range words {
		if slices.Contains(words[:at], word) {
			continue
		}
		for _, i := range p.starts[word] {
			if len(found) < mostAlternatives && !slices.ContainsFunc(p.all[i].Of, isMissing) {
				found = append(found, p.all[i])
			}
		}
	}
	return found
}

// Paraphrases reports whether a text says anything in everyday words.
func (r *Reader) Paraphrases(text string) bool {
	return len(r.paraphrases.in(r.analyzer.Stems(search.ParseExpression(text).Words))) > 0
}
