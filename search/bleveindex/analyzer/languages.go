package analyzer

import (
	"slices"

	"github.com/blevesearch/bleve/v2/analysis"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// English is the code of the language that every text is taken for in which no other
// is found.
const English = "en"

// MostPaired is how many words a query has at most whose neighbours are looked
// for as one word.
const MostPaired = 12

// An entry has the stems of the language that it is in. A query is too short to tell
// its own: its terms are English, and each is found as well by what its word is in the
// other languages of the index, as if entries had the one for the other. An index that
// is English alone has no others, and costs and scores what it would without them.

// language is how the words of a language are folded.
type language struct {
	code   string
	stem   stemmer
	chunks cache[[]chunkTerm] // of texts in which matches were looked for
}

func newLanguage(known *lexicon.Lexicon, code string) language {
	var folding *text.Language
	if known != nil {
		folding = known.Language(code)
	} else {
		folding, _ = text.NewLanguage(English, text.Exceptions{})
	}
	return language{code: code, stem: newStemmer(folding), chunks: newCache[[]chunkTerm]()}
}

// Language is the code of the language whose words the analyzer folds.
func (a Analyzer) Language() string { return a.code }

// For returns the analyzer of a text, in the language that it is in.
func (a Analyzer) For(text string) Analyzer {
	if a.lexicon == nil {
		return a
	}
	return a.in(a.lexicon.LanguageOf(text))
}

func (a Analyzer) in(code string) Analyzer {
	for _, other := range a.others {
		if other.code == code {
			a.language = other
		}
	}
	return a
}

// inEach returns the analyzer itself and those of the other languages.
func (a Analyzer) inEach() []Analyzer {
	all := []Analyzer{a}
	for _, other := range a.others {
		all = append(all, a.in(other.code))
	}
	return all
}

// Among returns the analyzer of queries to entries in English and in those of the other
// languages that are there.
func (a Analyzer) Among(there func(code string) (bool, error)) (Analyzer, error) {
	all := a.others
	a.others = nil
	for _, other := range all {
		is, err := there(other.code)
		if err != nil {
			return a, err
		}
		if is {
			a.others = append(a.others, other)
		}
	}
	return a, nil
}

// Others reports whether there are languages besides English.
func (a Analyzer) Others() bool { return len(a.others) > 0 }

// Speaks reports whether a language is one of the others.
func (a Analyzer) Speaks(code string) bool {
	return slices.ContainsFunc(a.others, func(l language) bool { return l.code == code })
}

// Forms is what stands for a term in other languages, by the term.
type Forms map[string][]string

// Of returns a term and what stands for it.
func (f Forms) Of(term string) []string { return append([]string{term}, f[term]...) }

// Forms returns what stands in other languages for the terms of some texts, and for
// every two of their words written as one, if it differs.
func (a Analyzer) Forms(texts ...string) Forms {
	if len(a.others) == 0 {
		return nil
	}
	forms := Forms{}
	add := func(word []byte) {
		term := string(a.stem.of(word))
		for _, other := range a.others {
			if form := string(other.stem.of(word)); !slices.Contains(forms.Of(term), form) {
				forms[term] = append(forms[term], form)
			}
		}
	}
	for _, text := range texts {
		words := a.Words(text)
		for i, word := range words {
			add(word.Term)
			if i > 0 && len(words) <= MostPaired {
				add(slices.Concat(words[i-1].Term, word.Term))
			}
		}
	}
	return forms
}

// ForeignStopWords returns the stems of those of a query's words that stand everywhere in
// another language.
func (a Analyzer) ForeignStopWords(text string) []string {
	var stems []string
	for word := range a.foreignStopWords(a.Words(text)) {
		stems = append(stems, string(a.stem.of([]byte(word))))
	}
	return stems
}

// foreignStopWords returns those of a query's words that stand everywhere in another
// language, if it has more of them than English ones: "wie", "ist" and "die" in "Wie groß
// ist die GPU". These have postings, unlike [StopWords], since "die" is a word of English.
func (a Analyzer) foreignStopWords(words analysis.TokenStream) map[string]bool {
	if len(a.others) == 0 {
		return nil
	}
	common := map[string]map[string]bool{}
	for _, word := range words {
		code := a.lexicon.LanguageOfWord(string(word.Term))
		if common[code] == nil {
			common[code] = map[string]bool{}
		}
		common[code][string(word.Term)] = true
	}
	for _, other := range a.others {
		if len(common[other.code]) > len(common[English]) {
			return common[other.code]
		}
	}
	return nil
}
