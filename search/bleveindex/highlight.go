package bleveindex

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"

	"github.com/quarrykb/quarry/search"
)

// Matches prepares a query's text for finding its words, phrases included and
// exclusions not, in texts. A phrase of nothing but small words is found as a whole.
func (i *Index) Matches(query string) func(text string) []search.Range {
	a := i.asked()
	expression := search.ParseExpression(query)
	small := slices.DeleteFunc(a.phrases(expression.Phrases), func(p phrase) bool { return !p.isSmall() })
	readers := a.inEach()
	wanted := make([]map[string]bool, len(readers))
	for n, reader := range readers {
		read := reader.entryTerms
		if len(small) > 0 {
			read = reader.terms
		}
		wanted[n] = termSet(read(a.withoutSmallOthers(a.words(expression.Positive()))))
	}
	return func(text string) []search.Range {
		if len(wanted[0])+len(small) == 0 {
			return nil
		}
		var found []search.Range
		for n, reader := range readers {
			terms, everywhere := reader.marked(wanted[n], text)
			found = append(found, terms...)
			if len(small) == 0 {
				found = append(found, everywhere...)
			}
		}
		return apart(append(found, a.quoted(small, text)...))
	}
}

// marked returns where wanted terms stand in a text: of one that holds nothing but
// words that stand everywhere, these apart, which are terms then.
func (a analyzer) marked(wanted map[string]bool, text string) ([]search.Range, []search.Range) {
	var found, stopped []search.Range
	terms := false
	for at := 0; at < len(text); {
		if isEdgeByte(text[at]) {
			at++
			continue
		}
		end := chunkEnd(text, at)
		for _, term := range a.chunk(withoutEdge(text[at:end])) {
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

// withoutEdge returns what stands between two gaps without what ends no word.
func withoutEdge(chunk string) string {
	for chunk != "" && isEdgeByte(chunk[len(chunk)-1]) {
		chunk = chunk[:len(chunk)-1]
	}
	return chunk
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
	stopped    bool // for standing everywhere
}

// chunk returns the terms of what stands between two gaps of a text in NFC: they do
// not depend on what stands around.
func (a analyzer) chunk(text string) []chunkTerm {
	if known := get(a.chunks, text); known != nil {
		return known.is
	}
	words := a.asIs(text)
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
func (a analyzer) quoted(phrases []phrase, text string) []search.Range {
	if len(phrases) == 0 {
		return nil
	}
	places, words := map[string][]int{}, map[int]*analysis.Token{}
	for _, term := range a.placed(a.asIs(text)) {
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
