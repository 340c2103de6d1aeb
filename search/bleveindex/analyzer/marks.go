package analyzer

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"

	"github.com/quarrykb/quarry/search"
)

// Marker prepares a query's text for finding its words, phrases included and
// exclusions not, in texts that are in NFC. A phrase of nothing but stop words is found
// as a whole.
func (a Analyzer) Marker(query string) func(text string) []search.Range {
	expression := search.ParseExpression(query)
	quoted := slices.DeleteFunc(a.phrases(expression.Phrases), func(p Phrase) bool { return !p.OnlyStopWords() })
	readers := a.inEach()
	wanted := make([]map[string]bool, len(readers))
	for n, reader := range readers {
		words := a.Words(expression.Positive())
		foreign := a.foreignStopWords(words)
		telling := slices.DeleteFunc(slices.Clone(words), func(word *analysis.Token) bool { return foreign[string(word.Term)] })
		if len(telling) == 0 {
			telling = words
		}
		read := reader.EntryTerms
		if len(quoted) > 0 {
			read = reader.Terms
		}
		wanted[n] = termSet(read(telling))
	}
	return func(text string) []search.Range {
		if len(wanted[0])+len(quoted) == 0 {
			return nil
		}
		var found []search.Range
		for n, reader := range readers {
			terms, stopped := reader.marked(wanted[n], text)
			found = append(found, terms...)
			if len(quoted) == 0 {
				found = append(found, stopped...)
			}
		}
		return apart(append(found, a.quoted(quoted, text)...))
	}
}

// termSet returns the terms of a text for look-ups.
func termSet(tokens analysis.TokenStream) map[string]bool {
	set := make(map[string]bool, len(tokens))
	for _, token := range tokens {
		set[string(token.Term)] = true
	}
	return set
}

// marked returns where wanted terms stand in a text: of one that holds nothing but stop
// words these apart, which are terms then.
func (a Analyzer) marked(wanted map[string]bool, text string) ([]search.Range, []search.Range) {
	var found, stopped []search.Range
	terms := false
	for at := 0; at < len(text); {
		if isEdgeByte(text[at]) {
			at++
			continue
		}
		end := chunkEnd(text, at)
		chunk := text[at:end]
		for chunk != "" && isEdgeByte(chunk[len(chunk)-1]) {
			chunk = chunk[:len(chunk)-1]
		}
		for _, term := range a.chunk(chunk) {
			terms = terms || !term.stopped
			switch {
			case !wanted[term.stem]:
			case term.stopped:
				stopped = append(stopped, search.Range{Start: at + term.start, End: at + term.end})
			default:
				found = append(found, search.Range{Start: at + term.start, End: at + term.end})
			}
		}
		at = end
	}
	if terms {
		return found, nil
	}
	return nil, stopped
}

// isEdgeByte reports whether an ASCII character stands in no term where it begins or
// ends what stands between two gaps. The signs of "C++" and "F#" do.
func isEdgeByte(c byte) bool {
	return c < utf8.RuneSelf && !isWordByte(c) && c != '+' && c != '#'
}

// chunkTerm is a term of what stands between two gaps, and where in it.
type chunkTerm struct {
	start, end int
	stem       string
	stopped    bool // it is a stop word
}

// chunk returns the terms of what stands between two gaps of a text in NFC: they do
// not depend on what stands around.
func (a Analyzer) chunk(text string) []chunkTerm {
	if known := get(a.chunks, text); known != nil {
		return known.is
	}
	words := a.asShown(text)
	terms := make([]chunkTerm, len(words))
	for i, word := range words {
		terms[i] = chunkTerm{start: word.Start, end: word.End, stopped: len(a.stop.Filter(analysis.TokenStream{word})) == 0}
	}
	for i, word := range a.stem.Filter(words) {
		terms[i].stem = string(word.Term)
	}
	return a.chunks.put(strings.Clone(text), terms).is
}

// quoted returns where phrases stand in a text.
func (a Analyzer) quoted(phrases []Phrase, text string) []search.Range {
	if len(phrases) == 0 {
		return nil
	}
	places, words := map[string][]int{}, map[int]*analysis.Token{}
	for _, term := range a.placed(a.asShown(text)) {
		places[string(term.Term)] = append(places[string(term.Term)], term.Position)
		words[term.Position] = term
	}
	var found []search.Range
	for _, p := range phrases {
		for _, start := range p.starts(func(term string) []int { return places[term] }) {
			found = append(found, search.Range{Start: words[start].Start, End: words[start+len(p)-1].End})
		}
	}
	return found
}

// apart puts ranges in order without overlap. A whole name comes before its parts,
// and stands for them.
func apart(found []search.Range) []search.Range {
	slices.SortStableFunc(found, func(one, other search.Range) int { return cmp.Compare(one.Start, other.Start) })
	last := 0
	return slices.DeleteFunc(found, func(next search.Range) bool {
		if next.Start < last {
			return true
		}
		last = next.End
		return false
	})
}
