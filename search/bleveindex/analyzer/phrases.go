package analyzer

import (
	"cmp"
	"slices"

	"github.com/blevesearch/bleve/v2/analysis"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// Phrase is what may stand at each of its places, one behind the other. It has a
// place for every word, stop words too. Whether one stands in a text is told
// here, by where terms stand, whatever says that: the index or the text itself.
type Phrase [][]string

// Requirements is what a query requires of an entry besides its words.
type Requirements struct {
	Must []Phrase // each stands in the title or in the text
	Not  []Phrase // none does
}

// Requirements reads what an expression requires.
func (a Analyzer) Requirements(e search.Expression) Requirements {
	return Requirements{Must: a.phrases(e.Phrases), Not: a.phrases(e.Excluded)}
}

// Empty reports whether nothing is required.
func (r Requirements) Empty() bool { return len(r.Must)+len(r.Not) == 0 }

// Meets reads off an entry whether it is as is required.
func (a Analyzer) Meets(e quarry.Entry, r Requirements) bool {
	title, text := a.places(e.Title), a.places(e.Text)
	stands := func(p Phrase) bool {
		return p.Stands(func(term string) []int { return title[term] }) ||
			p.Stands(func(term string) []int { return text[term] })
	}
	return !slices.ContainsFunc(r.Not, stands) &&
		!slices.ContainsFunc(r.Must, func(p Phrase) bool { return !stands(p) })
}

// places returns where the terms of a text stand, ascending.
func (a Analyzer) places(text string) map[string][]int {
	places := map[string][]int{}
	for _, term := range a.placed(a.Words(text)) {
		places[string(term.Term)] = append(places[string(term.Term)], term.Position)
	}
	return places
}

// placed turns words into what phrases are made of: the terms of the index, and
// stop words as they are.
func (a Analyzer) placed(words analysis.TokenStream) analysis.TokenStream {
	kept := make(analysis.TokenStream, 0, len(words))
	for _, word := range words {
		switch {
		case !a.StopWords.has(word.Term):
		case word.Type == Compound:
			continue
		default:
			word.Term, word.KeyWord = append([]byte(stopMark), word.Term...), true
		}
		kept = append(kept, word)
	}
	return a.stem.Filter(kept)
}

// HasStopPhrase reports whether one of some phrases has nothing but stop words.
func (a Analyzer) HasStopPhrase(texts []string) bool {
	return slices.ContainsFunc(a.phrases(texts), Phrase.OnlyStopWords)
}

// longestPhrase is how many words of a phrase count.
const longestPhrase = 64

// phrases reads phrases, each once, short ones first. Those in which nothing can be searched for are
// left out, and so is what is behind the words of a phrase that count.
func (a Analyzer) phrases(texts []string) []Phrase {
	var all []Phrase
	for _, text := range texts {
		next := a.phrase(text)
		next = next[:min(longestPhrase, len(next))]
		same := func(known Phrase) bool { return slices.EqualFunc(known, next, slices.Equal[[]string]) }
		if len(next) > 0 && !slices.ContainsFunc(all, same) {
			all = append(all, next)
		}
	}
	slices.SortStableFunc(all, func(one, other Phrase) int { return cmp.Compare(len(one), len(other)) })
	return all
}

// phrase reads one: at each place, what its word is in any of the languages.
func (a Analyzer) phrase(text string) Phrase {
	var terms analysis.TokenStream
	for _, reader := range a.inEach() {
		terms = append(terms, reader.placed(reader.Words(text))...)
	}
	if len(terms) == 0 {
		return nil
	}
	first := terms[0].Position
	places := make(Phrase, terms[len(terms)-1].Position-first+1)
	for _, term := range terms {
		at := term.Position - first
		if next := string(term.Term); !slices.Contains(places[at], next) {
			places[at] = append(places[at], next)
		}
	}
	return places
}

// Stands reports whether a phrase stands where its terms do.
func (p Phrase) Stands(where func(term string) []int) bool { return len(p.starts(where)) > 0 }

// starts returns where a phrase begins, given where each term stands, ascending.
func (p Phrase) starts(where func(term string) []int) []int {
	starts := slices.Clone(anyOf(p[0], where))
	for behind := 1; behind < len(p) && len(starts) > 0; behind++ {
		places := anyOf(p[behind], where)
		kept, at := starts[:0], 0
		for _, start := range starts {
			for at < len(places) && places[at] < start+behind {
				at++
			}
			if at < len(places) && places[at] == start+behind {
				kept = append(kept, start)
			}
		}
		starts = kept
	}
	return starts
}

// anyOf returns where any of some terms stands, ascending.
func anyOf(terms []string, where func(term string) []int) []int {
	if len(terms) == 1 {
		return where(terms[0])
	}
	var all []int
	for _, term := range terms {
		all = append(all, where(term)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// OnlyStopWords reports whether a phrase has nothing but stop words.
func (p Phrase) OnlyStopWords() bool {
	return !slices.ContainsFunc(p, func(terms []string) bool {
		return slices.ContainsFunc(terms, func(term string) bool { return !IsStopWord(term) })
	})
}

// StopTerms returns the terms for the stop words that must stand in an entry, and for
// those that must stand side by side.
func (p Phrase) StopTerms() []string {
	var terms []string
	last := ""
	for _, may := range p {
		word := ""
		if len(may) == 1 && IsStopWord(may[0]) {
			word = may[0][len(stopMark):]
			terms = append(terms, word)
			if last != "" {
				terms = append(terms, pairOf(last, word))
			}
		}
		last = word
	}
	return Distinct(terms)
}

// ToldByTerms reports whether which entries hold a phrase is told without where its
// words stand: it is one word that has postings, or two stop words.
func (p Phrase) ToldByTerms() bool {
	return len(p) == 1 && !slices.ContainsFunc(p[0], IsStopWord) || len(p) <= 2 && p.OnlyStopWords()
}
