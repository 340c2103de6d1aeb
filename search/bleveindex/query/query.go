package query

import (
	"slices"

	"github.com/blevesearch/bleve/v2/analysis"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex/analyzer"
)

// compoundWeight is how much a word that is written together or apart counts against the
// query's own words: "finetuning" for "fine-tuning", an identifier for its parts.
const compoundWeight = 0.5

// mostAlternatives bounds what other words may cost a query.
const mostAlternatives = 48

// Request is a query in the index's terms.
type Request struct {
	Terms        []string              // each once, in the order of the text
	Also         []Alternative         // what says the same as some of the terms
	Meant        []Paraphrase          // what it means besides
	Requirements analyzer.Requirements // of a match, besides its words
	Asking       map[string]bool       // those of the terms that only say that something is asked
	Forms        analyzer.Forms        // of its terms and of those of its alternatives
	Figure       bool                  // it asks for nothing but a value, or for an attribute of a device
	Rest         string                // its words without its values
}

// Alternative is what an entry may have in the place of some of a query's terms.
type Alternative struct {
	Terms  []string // all of them
	Of     []string // which of the query's terms they stand for
	Weight float64  // of the terms, against the query's own
	Covers float64  // how much of what they stand for is there with them; Weight where it is 0

	Lastly  bool // it counts only where no entry has what it stands for
	Instead bool // it says nothing more of an entry that has what it stands for

	name string // that it is, if it is one
}

// Reader reads queries. It may be used by several goroutines.
type Reader struct {
	analyzer    analyzer.Analyzer
	lexicon     *lexicon.Lexicon // nil knows no devices, no units, no synonyms and no asking words
	asking      map[string]bool  // words that only ask
	names       Names            // of the lexicon
	learnt      *learntNames     // of the documents; nil knows nothing
	paraphrases paraphrases
	alike       map[string][]string // what the lexicon says means the same as a name, by its slug
}

// NewReader returns a reader of queries to entries that were analyzed so. Both the lexicon
// and the expander may be nil.
func NewReader(a analyzer.Analyzer, known *lexicon.Lexicon, documents Expander) *Reader {
	r := &Reader{
		analyzer: a, lexicon: known, asking: map[string]bool{}, alike: map[string][]string{},
		names: NewNames(a, known), paraphrases: newParaphrases(a, known),
	}
	if documents != nil {
		r.learnt = &learntNames{from: documents, analyzer: a}
	}
	if known == nil {
		return r
	}
	words := known.Asking()
	for _, word := range slices.Concat(words.Instructions, words.Courtesies) {
		r.asking[word] = true
	}
	r.knowAlike(known.Synonyms())
	return r
}

// Read turns an expression into terms and alternatives, for an index of the languages of
// an analyzer. It has no terms where the text names none. A query of nothing but stop words
// asks for these, unless they are a phrase, which counts as one term.
func (r *Reader) Read(a analyzer.Analyzer, e search.Expression) Request {
	rest, values, numbers := r.values(e.Words)
	tokens := r.analyzer.Terms(r.analyzer.Words(search.Expression{Words: rest, Phrases: e.Phrases}.Positive()))
	if len(tokens)+len(values) == 0 && !r.analyzer.HasStopPhrase(e.Phrases) {
		tokens = r.analyzer.EntryTerms(r.analyzer.Words(e.Positive()))
	}
	wanted := Request{Terms: append(analyzer.Plain(tokens), values...), Requirements: a.Requirements(e), Rest: rest}
	for _, token := range tokens {
		if token.Type == analyzer.Compound {
			wanted.join(token, tokens)
		}
	}
	wanted.Asking = r.onlyAsking(rest, wanted.Terms)
	attributes := r.attributes(e.Words)
	if wanted.Figure = r.asksFigure(wanted, e, attributes); wanted.Figure {
		for i := range attributes {
			attributes[i].Weight, attributes[i].Covers = 1, 1
		}
	}
	expansions := [][]Alternative{numbers, r.devices(e.Words), attributes, r.synonyms(e.Words), r.joined(e.Words)}
	for _, next := range slices.Concat(expansions...) {
		wanted.offer(next)
	}
	wanted.Meant = r.paraphrases.in(r.analyzer.Stems(e.Words))
	wanted.translate(a, e.Positive())
	return wanted
}

// join takes in a compound: it stands for its parts, or for itself where these
// say nothing.
func (r *Request) join(whole *analysis.Token, among analysis.TokenStream) {
	var parts []string
	for _, token := range among {
		if token.Type != analyzer.Compound && token.Start >= whole.Start && token.End <= whole.End {
			parts = append(parts, string(token.Term))
		}
	}
	term := string(whole.Term)
	if len(parts) == 0 {
		if !slices.Contains(r.Terms, term) {
			r.Terms = append(r.Terms, term)
		}
		return
	}
	r.offer(Alternative{Terms: []string{term}, Of: parts, Weight: compoundWeight})
}

// offer takes in an alternative, where it says something new and there is room.
func (r *Request) offer(a Alternative) {
	isNew := func(term string) bool { return !slices.Contains(r.Terms, term) }
	if len(r.Also) < mostAlternatives && slices.ContainsFunc(a.Terms, isNew) {
		r.Also = append(r.Also, a)
	}
}

// translate adds what the terms are in the other languages of an index.
func (r *Request) translate(a analyzer.Analyzer, text string) {
	if !a.Others() {
		return
	}
	texts := []string{text}
	for _, next := range r.Also {
		texts = append(texts, next.name)
	}
	r.Forms = a.Forms(texts...)
	light := map[string]bool{}
	for term := range r.Asking {
		light[term] = true
	}
	for _, stem := range a.ForeignStopWords(text) {
		light[stem] = true
	}
	if slices.ContainsFunc(r.Terms, func(term string) bool { return !light[term] }) {
		r.Asking = light
	}
}

// onlyAsking returns the terms of a query that say what the reader is to do with a
// subject, and nothing of the subject: "explain", "please". A query of nothing else asks about
// these words.
func (r *Reader) onlyAsking(text string, terms []string) map[string]bool {
	light := map[string]bool{}
	for _, word := range r.analyzer.Words(text) {
		if written := string(word.Term); r.asking[written] {
			light[r.analyzer.StemOf(written)] = true
		}
	}
	if !slices.ContainsFunc(terms, func(term string) bool { return !light[term] }) {
		return nil
	}
	return light
}

// joined returns for every two words of a short text that stand side by side
// the one that they may be written as: "batchnorm" for "batch norm".
func (r *Reader) joined(text string) []Alternative {
	words := r.analyzer.Words(text)
	if len(words) > analyzer.MostPaired {
		return nil
	}
	var all []Alternative
	for i := 1; i < len(words); i++ {
		left, right := words[i-1], words[i]
		if left.Type == analyzer.Compound || right.Type == analyzer.Compound || right.Start != left.End+1 ||
			!analyzer.StartsWithLetter(left.Term) || !analyzer.StartsWithLetter(right.Term) {
			continue
		}
		pair := &analysis.Token{Term: slices.Concat(left.Term, right.Term), Position: 1}
		of := r.analyzer.TermsOf(string(left.Term) + " " + string(right.Term))
		for _, term := range analyzer.Plain(r.analyzer.Terms(analysis.TokenStream{pair})) {
			all = append(all, Alternative{Terms: []string{term}, Of: of, Weight: compoundWeight})
		}
	}
	return all
}
