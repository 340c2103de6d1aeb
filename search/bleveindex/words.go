package bleveindex

import (
	"slices"

	"github.com/blevesearch/bleve/v2/analysis"

	"github.com/quarrykb/quarry/search"
)

// How much other ways of writing and of saying something count against the
// query's own words.
const (
	compoundWeight = 0.5 // "finetuning" for "fine-tuning", an identifier for its parts
	synonymWeight  = 0.45
	deviceWeight   = 0.45
	numberWeight   = 1.0 // a value's number, whatever is counted
	numberCovers   = 0.3 // of what is asked for, where it is the value
	unitWeight     = 0.3 // the letters of its unit
	unitCovers     = 0.05
)

// mostPaired is how many words a query has at most whose neighbours are looked
// for as one word.
const mostPaired = 12

// mostAlternatives bounds what other words may cost a query.
const mostAlternatives = 48

// read turns an expression into terms and alternatives. A query of nothing but
// words that stand everywhere asks for these, unless they are a phrase, which
// counts as one: see [ranker.addPhrases].
func (s *schema) read(e search.Expression) request {
	rest, values, numbers := s.values(e.Words)
	terms := s.analyzer.terms(s.analyzer.words(search.Expression{Words: rest, Phrases: e.Phrases}.Positive()))
	small := slices.ContainsFunc(s.analyzer.phrases(e.Phrases), phrase.isSmall)
	if len(terms)+len(values) == 0 && !small {
		terms = s.analyzer.entryTerms(s.analyzer.words(e.Positive()))
	}
	wanted := request{terms: append(plainTerms(terms), values...)}
	for _, token := range terms {
		if token.Type == compound {
			wanted.join(token, terms)
		}
	}
	wanted.written, wanted.names, wanted.asking = s.written(rest), s.identifiers(rest), s.asking(rest, wanted.terms)
	figures := s.figures(e.Words)
	if wanted.figure = s.asksFigure(wanted, e, figures); wanted.figure {
		for i := range figures {
			figures[i].weight, figures[i].covers = 1, 1
		}
	}
	for _, next := range slices.Concat(numbers, s.devices(e.Words), figures, s.synonyms(e.Words), s.joined(e.Words)) {
		wanted.offer(next)
	}
	wanted.meant = s.paraphrases.in(s.analyzer.stems(e.Words))
	return wanted
}

// joined returns for every two words of a short text that stand side by side
// the one that they may be written as: "batchnorm" for "batch norm".
func (s *schema) joined(text string) []alternative {
	words := s.analyzer.words(text)
	if len(words) > mostPaired {
		return nil
	}
	var all []alternative
	for i := 1; i < len(words); i++ {
		left, right := words[i-1], words[i]
		if left.Type == compound || right.Type == compound || right.Start != left.End+1 ||
			!startsWithLetter(left.Term) || !startsWithLetter(right.Term) {
			continue
		}
		pair := &analysis.Token{Term: slices.Concat(left.Term, right.Term), Position: 1}
		of := plainTerms(s.analyzer.terms(s.analyzer.words(string(left.Term) + " " + string(right.Term))))
		for _, term := range plainTerms(s.analyzer.terms(analysis.TokenStream{pair})) {
			all = append(all, alternative{terms: []string{term}, of: of, weight: compoundWeight})
		}
	}
	return all
}

// distinct returns the terms each once.
func distinct(terms []string) []string {
	var once []string
	for _, term := range terms {
		if !slices.Contains(once, term) {
			once = append(once, term)
		}
	}
	return once
}

// plainTerms returns the distinct terms that are no compounds, in their order.
func plainTerms(tokens analysis.TokenStream) []string {
	var terms []string
	for _, token := range tokens {
		if term := string(token.Term); token.Type != compound && len(terms) < mostTerms && !slices.Contains(terms, term) {
			terms = append(terms, term)
		}
	}
	return terms
}

// join takes in a compound: it stands for its parts, or for itself where these
// say nothing.
func (r *request) join(whole *analysis.Token, among analysis.TokenStream) {
	var parts []string
	for _, token := range among {
		if token.Type != compound && token.Start >= whole.Start && token.End <= whole.End {
			parts = append(parts, string(token.Term))
		}
	}
	term := string(whole.Term)
	if len(parts) == 0 {
		if !slices.Contains(r.terms, term) {
			r.terms = append(r.terms, term)
		}
		return
	}
	r.offer(alternative{terms: []string{term}, of: parts, weight: compoundWeight})
}

// offer takes in an alternative, where it says something new and there is room.
func (r *request) offer(a alternative) {
	known := func(term string) bool { return slices.Contains(r.terms, term) }
	if len(r.also) == mostAlternatives || !slices.ContainsFunc(a.terms, func(term string) bool { return !known(term) }) {
		return
	}
	r.also = append(r.also, a)
}

// termSet returns the terms of a text for look-ups.
func termSet(tokens analysis.TokenStream) map[string]bool {
	set := make(map[string]bool, len(tokens))
	for _, token := range tokens {
		set[string(token.Term)] = true
	}
	return set
}
