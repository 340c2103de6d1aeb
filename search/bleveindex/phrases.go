package bleveindex

import (
	"cmp"
	"slices"

	"github.com/blevesearch/bleve/v2/analysis"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// phrase is what may stand at each of its places, one behind the other. It has a
// place for every word, small ones too. Whether one stands in a text is told
// here, by where terms stand, whatever says that: the index or the text itself.
type phrase [][]string

// demanded is what a query demands besides its words.
type demanded struct {
	must []phrase // each stands in the title or in the text
	not  []phrase // none does
}

func (a analyzer) demanded(e search.Expression) demanded {
	return demanded{must: a.phrases(e.Phrases), not: a.phrases(e.Excluded)}
}

// longestPhrase is how many words of a phrase count.
const longestPhrase = 64

// phrases reads phrases, each once, short ones first. Those in which nothing can be searched for are
// left out, and so is what is behind the words of a phrase that count.
func (a analyzer) phrases(texts []string) []phrase {
	var all []phrase
	for _, text := range texts {
		next := a.phrase(text)
		next = next[:min(longestPhrase, len(next))]
		same := func(known phrase) bool { return slices.EqualFunc(known, next, slices.Equal[[]string]) }
		if len(next) > 0 && !slices.ContainsFunc(all, same) {
			all = append(all, next)
		}
	}
	slices.SortStableFunc(all, func(one, other phrase) int { return cmp.Compare(len(one), len(other)) })
	return all
}

// phrase reads one: at each place, what its word is in any of the languages.
func (a analyzer) phrase(text string) phrase {
	var terms analysis.TokenStream
	for _, reader := range a.inEach() {
		terms = append(terms, reader.placed(reader.words(text))...)
	}
	if len(terms) == 0 {
		return nil
	}
	first := terms[0].Position
	places := make(phrase, terms[len(terms)-1].Position-first+1)
	for _, term := range terms {
		at := term.Position - first
		if next := string(term.Term); !slices.Contains(places[at], next) {
			places[at] = append(places[at], next)
		}
	}
	return places
}

// placed turns words into what phrases are made of: the terms of the index, and
// small words as they are.
func (a analyzer) placed(words analysis.TokenStream) analysis.TokenStream {
	kept := make(analysis.TokenStream, 0, len(words))
	for _, word := range words {
		switch {
		case !a.small.has(word.Term):
		case word.Type == compound:
			continue
		default:
			word.Term, word.KeyWord = append([]byte(smallMark), word.Term...), true
		}
		kept = append(kept, word)
	}
	return a.stem.Filter(kept)
}

// standing returns where the terms of a text stand, ascending.
func (a analyzer) standing(text string) map[string][]int {
	places := map[string][]int{}
	for _, term := range a.placed(a.words(text)) {
		places[string(term.Term)] = append(places[string(term.Term)], term.Position)
	}
	return places
}

// holds reads off an entry whether it meets what is demanded.
func (a analyzer) holds(e quarry.Entry, d demanded) bool {
	title, text := a.standing(e.Title), a.standing(e.Text)
	stands := func(p phrase) bool {
		return p.stands(func(term string) []int { return title[term] }) ||
			p.stands(func(term string) []int { return text[term] })
	}
	return !slices.ContainsFunc(d.not, stands) &&
		!slices.ContainsFunc(d.must, func(p phrase) bool { return !stands(p) })
}

// stands reports whether a phrase stands where its terms do.
func (p phrase) stands(where func(term string) []int) bool { return len(p.starts(where)) > 0 }

// starts returns where a phrase begins, given where each term stands, ascending.
func (p phrase) starts(where func(term string) []int) []int {
	starts := slices.Clone(anyOf(p[0], where))
	for at := 1; at < len(p) && len(starts) > 0; at++ {
		starts = followed(starts, anyOf(p[at], where), at)
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

// followed leaves those of starts so far behind which one of some places is.
func followed(starts, places []int, behind int) []int {
	kept, at := starts[:0], 0
	for _, start := range starts {
		for at < len(places) && places[at] < start+behind {
			at++
		}
		if at < len(places) && places[at] == start+behind {
			kept = append(kept, start)
		}
	}
	return kept
}

// hasSmall reports whether small words stand in what is demanded.
func (d demanded) hasSmall() bool {
	has := func(p phrase) bool { return slices.ContainsFunc(slices.Concat(p...), isSmall) }
	return slices.ContainsFunc(d.must, has) || slices.ContainsFunc(d.not, has)
}

// isSmall reports whether a phrase has nothing but small words.
func (p phrase) isSmall() bool {
	return !slices.ContainsFunc(p, func(terms []string) bool {
		return slices.ContainsFunc(terms, func(term string) bool { return !isSmall(term) })
	})
}

// told returns the terms for the small words that must stand in an entry, and for
// those that must stand side by side.
func (p phrase) told() []string {
	var told []string
	last := ""
	for _, may := range p {
		word := ""
		if len(may) == 1 && isSmall(may[0]) {
			word = may[0][len(smallMark):]
			told = append(told, word)
			if last != "" {
				told = append(told, pairOf(last, word))
			}
		}
		last = word
	}
	return distinct(told)
}

// isTold reports whether which entries hold a phrase is told without where its
// words stand: it is one word, or two small ones.
func (p phrase) isTold() bool {
	return p.isOne() || len(p) <= 2 && p.isSmall()
}

// isOne reports whether a phrase is one word that has postings.
func (p phrase) isOne() bool { return len(p) == 1 && !slices.ContainsFunc(p[0], isSmall) }
