package bleveindex

import (
	"maps"
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/index/scorch"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// english is the code of the language that every text is taken for in which no other
// is found.
const english = "en"

// An entry has the stems of the language that it is in. A query is too short to tell
// its own: its terms are English, and each is found as well by what its word is in the
// other languages of the index, as if entries had the one for the other. An index that
// is English alone has no others, and costs and scores what it would without them.

// language is how the words of a language are folded.
type language struct {
	code   string
	stem   stemmer
	chunks kept[[]chunkTerm] // of texts in which matches were looked for
}

func newLanguage(known *lexicon.Lexicon, code string) language {
	return language{code: code, stem: newStemmer(languageOf(known, code)), chunks: newKept[[]chunkTerm]()}
}

// otherLanguages returns those besides English that texts are found to be in.
func otherLanguages(known *lexicon.Lexicon) []language {
	if known == nil {
		return nil
	}
	var others []language
	for _, code := range lexicon.Languages() {
		if code != english {
			others = append(others, newLanguage(known, code))
		}
	}
	return others
}

// in returns the analyzer of texts in a language.
func (a analyzer) in(code string) analyzer {
	for _, other := range a.others {
		if other.code == code {
			a.language = other
		}
	}
	return a
}

// alone returns the analyzer of texts in English alone.
func (a analyzer) alone() analyzer {
	a.others = nil
	return a
}

// inEach returns the analyzer itself and those of the other languages.
func (a analyzer) inEach() []analyzer {
	all := []analyzer{a}
	for _, other := range a.others {
		all = append(all, a.in(other.code))
	}
	return all
}

// analyzerOf returns the analyzer of an entry's texts.
func (s *schema) analyzerOf(e quarry.Entry) analyzer {
	if s.lexicon == nil {
		return s.analyzer
	}
	texts := scoredTexts(e)
	return s.analyzer.in(s.lexicon.LanguageOf(strings.Join(texts[:], "\n")))
}

// askedIn is the analyzer of queries to an index as it was at one moment.
type askedIn struct {
	moment   *scorch.IndexSnapshot
	analyzer analyzer
}

// asked returns the analyzer of queries to the snapshot: for English and the other
// languages that its entries are in. It is kept until the index changes, for to open the
// dictionaries of languages would be a tenth of a short search.
func (s *snapshot) asked() (analyzer, error) {
	a := s.schema.analyzer.alone()
	if len(s.schema.analyzer.others) == 0 {
		return a, nil
	}
	if kept := s.asking.Load(); kept != nil && kept.moment == s.IndexSnapshot {
		return kept.analyzer, nil
	}
	columns, err := openColumns(s.IndexSnapshot, fieldLanguage)
	if err != nil {
		return a, err
	}
	for _, other := range s.schema.analyzer.others {
		there, err := occurs(columns, other.code)
		if err != nil {
			return a, err
		}
		if there {
			a.others = append(a.others, other)
		}
	}
	s.asking.Store(&askedIn{s.IndexSnapshot, a})
	return a, nil
}

// asked returns the analyzer of queries: for English alone if the index cannot be read,
// which the search tells then.
func (i *Index) asked() analyzer {
	a := i.schema.analyzer.alone()
	if err := i.look(func(s *snapshot) error {
		var err error
		a, err = s.asked()
		return err
	}); err != nil {
		return i.schema.analyzer.alone()
	}
	return a
}

// otherForms is what stands for a term in other languages, by the term.
type otherForms map[string][]string

// of returns a term and what stands for it.
func (f otherForms) of(term string) []string { return append([]string{term}, f[term]...) }

// forms returns what stands in other languages for the terms of some texts, and for
// every two of their words written as one, if it differs.
func (a analyzer) forms(texts ...string) otherForms {
	if len(a.others) == 0 {
		return nil
	}
	forms := otherForms{}
	for _, text := range texts {
		words := a.words(text)
		for i, word := range words {
			a.addForms(forms, word.Term)
			if i > 0 && len(words) <= mostPaired {
				a.addForms(forms, slices.Concat(words[i-1].Term, word.Term))
			}
		}
	}
	return forms
}

func (a analyzer) addForms(forms otherForms, word []byte) {
	term := string(a.stem.of(word))
	for _, other := range a.others {
		if form := string(other.stem.of(word)); !slices.Contains(forms.of(term), form) {
			forms[term] = append(forms[term], form)
		}
	}
}

// smallOthers returns those of a query's words that stand everywhere in another language, if
// it has more of them than English ones: "wie", "ist" and "die" in "Wie groß ist die GPU".
// These have postings, unlike [smallWords], since "die" is a word of English.
func (a analyzer) smallOthers(words analysis.TokenStream) map[string]bool {
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
		if len(common[other.code]) > len(common[english]) {
			return common[other.code]
		}
	}
	return nil
}

// withoutSmallOthers returns the words of a query that tell what it is about; all of
// them if none does.
func (a analyzer) withoutSmallOthers(words analysis.TokenStream) analysis.TokenStream {
	small := a.smallOthers(words)
	telling := slices.DeleteFunc(slices.Clone(words), func(word *analysis.Token) bool { return small[string(word.Term)] })
	if len(telling) == 0 {
		return words
	}
	return telling
}

// withKnown returns a query's words that could be slips of the pen, and notes which of them
// stand everywhere in another language: "warum" is no "warm". In a language that no entry is
// in none is a slip.
func (a analyzer) withKnown(written []spelled, query string) []spelled {
	if a.lexicon == nil {
		return written
	}
	is := func(code string) bool {
		return slices.ContainsFunc(a.others, func(l language) bool { return l.code == code })
	}
	if asked := a.lexicon.LanguageOfQuery(query); asked != english && !is(asked) {
		return nil
	}
	for i, word := range written {
		written[i].common = word.common || is(a.lexicon.LanguageOfWord(word.word))
	}
	return written
}

// translate adds to a request what its terms are in the other languages of an index.
func (r *request) translate(a analyzer, text string) {
	r.written = a.withKnown(r.written, text)
	if len(a.others) == 0 {
		return
	}
	texts := []string{text}
	for _, next := range r.also {
		texts = append(texts, next.named)
	}
	r.forms = a.forms(texts...)
	light := maps.Clone(r.asking)
	if light == nil {
		light = map[string]bool{}
	}
	for word := range a.smallOthers(a.words(text)) {
		light[string(a.stem.of([]byte(word)))] = true
	}
	if slices.ContainsFunc(r.terms, func(term string) bool { return !light[term] }) {
		r.asking = light
	}
}
