package score

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	segment "github.com/blevesearch/scorch_segment_api/v2"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/bleveindex/analyzer"
	"github.com/quarrykb/quarry/search/bleveindex/postings"
	"github.com/quarrykb/quarry/search/bleveindex/query"
)

// The constants of BM25 (Robertson and Zaragoza, "The Probabilistic Relevance
// Framework: BM25 and Beyond", 2009), and how much a term in the title or in the
// headings above counts against one in the text: more serves short questions and
// answers better, less serves notes whose headings repeat.
const (
	saturation    = 1.2  // k1
	byLength      = 0.75 // b
	titleWeight   = 1.75
	textWeight    = 1.0
	headingWeight = 1.0
)

const (
	// statementWeight is how much a fact or a spec counts against what says more: a
	// reader who asks in words wants the passage that explains it, or the question
	// that was answered, before ten lines that share the words.
	statementWeight = 0.7

	// figureWeight is how much a spec counts for a query that asks for a figure and
	// nothing else: it claims what others but use.
	figureWeight = 3

	// askingWeight is how much a word counts that only says that something is asked,
	// against one of what is asked about.
	askingWeight = 0.1
)

// Ranker scores every entry that has at least one of a query's terms:
//
//	kind · √covered · Σ over fields weight · Σ over terms idf · tf·(k1+1) / (tf + k1·(1-b + b·length/average))
//
// with idf = ln(1 + (N-n+½) / (n+½)), where n counts the entries that have the
// term in the field, or in any field where the field is that of headings. The
// average is that of the entries of the same kind: a statement is no better a
// match than a section only because it is short, as all statements are. What is covered is the share of the query's terms that the
// entry has in any field, each counted by its idf over all: without it, a short
// title that repeats one word of a question outranks the entry that answers all
// of it. N, n and the averages are those of the entries that are alive, and
// terms are added in the query's order, so that a score depends on nothing else
// and equal entries score alike to the last bit.
//
// Where a query has a filter or requires phrases, only the documents that meet these are
// scored.
type Ranker struct {
	*Memory

	reader  *scorch.IndexSnapshot
	among   []*roaring.Bitmap // by segment: the documents that are scored; nil for all
	phrases []PhraseMatcher   // by segment; nil where no phrase is required or excluded
	without []analyzer.Phrase
	entries uint64
	fields  [postings.ScoredFields]scored
	kinds   [][]uint8          // by segment, then by document
	weights [mostKinds]float64 // by kind
	asked   float64            // the summed idf of the query's terms
	rarest  float64            // the idf of a term that one entry has
	byWords float64            // of that, what only words find
	names   []quarry.Meant     // of what is meant by everyday words
	forms   analyzer.Forms     // of terms in other languages
	idf     map[string]float64 // of each of the query's terms, over all fields
	missing map[string]bool    // the terms that no entry has

	with   int                        // how many entries have the term that was read last, in any field
	within [postings.ScoredFields]int // the same, in each field
}

// mostKinds is one more than there are kinds of entry: 0 is none of them.
const mostKinds = 5

// scored is a field whose terms count.
type scored struct {
	weight  float64
	average [mostKinds]float64 // length, in terms, by kind
	columns []postings.Column
}

// Memory is what searches use again. What a document has is by its number.
type Memory struct {
	Matches []Match // by document number

	scores  []float64                        // by document; 0 where nothing matches
	covered []float64                        // by document: the summed idf of the terms that match
	states  []state                          // by document; what an earlier round left says nothing
	found   [postings.ScoredFields][]posting // of one term, by field, ascending
	having  []uint64                         // documents that have one term in any field
	meant   []posting                        // what a paraphrase adds
	meaning []uint64                         // documents that have any name of it
	pending []posting                        // what an alternative may add
	chosen  []float64                        // scores that are being put in order

	round      uint64 // of reading a term: no search has one of another's
	choice     uint64 // of reading an alternative
	paraphrase uint64 // of reading what is meant
}

// begin makes room for so many documents that have nothing.
func (m *Memory) begin(documents int) {
	m.scores, m.covered = zeroed(m.scores, documents), zeroed(m.covered, documents)
	if len(m.states) < documents {
		m.states = make([]state, documents)
	}
}

func zeroed[T any](used []T, length int) []T {
	if cap(used) < length {
		return make([]T, length)
	}
	used = used[:length]
	clear(used)
	return used
}

// state notes of a document what was read last.
type state struct {
	round  uint64 // in which a term was found
	choice uint64 // the alternative that held counts for
	held   int    // how many of its terms the document has
	means  uint64 // the paraphrase that it has a name of
	said   uint64 // the alternative that it needs not, as it has what that stands for
}

// posting is what one term contributes to one entry before its idf.
type posting struct {
	number uint64
	part   float64
}

// Over is what a ranker scores.
type Over struct {
	Reader       *scorch.IndexSnapshot
	Tokens       Tally     // of all entries
	Kinds        [][]uint8 // of entries, by segment and document: see [postings.ReadKinds]
	StopWords    analyzer.StopWords
	Filter       []Clause
	Requirements analyzer.Requirements
	Memory       *Memory // of no other search at the same time
}

// New returns a ranker of the documents that pass a filter and hold all phrases.
func New(ctx context.Context, o Over) (*Ranker, error) {
	entries, err := o.Reader.DocCount()
	if err != nil {
		return nil, fmt.Errorf("count entries: %w", err)
	}
	r := &Ranker{
		Memory: o.Memory, reader: o.Reader, entries: entries, kinds: o.Kinds, without: o.Requirements.Not,
		idf: map[string]float64{}, missing: map[string]bool{},
	}
	r.rarest = r.inverseFrequency(1)
	columns, err := postings.OpenScored(o.Reader)
	if err != nil {
		return nil, err
	}
	weights := [postings.ScoredFields]float64{titleWeight, textWeight, headingWeight}
	for i := range r.fields {
		r.fields[i] = scored{weight: weights[i], columns: columns[i]}
	}
	for n, kind := range quarry.EntryKinds() {
		r.weights[n+1] = 1
		if kind == quarry.EntryFact || kind == quarry.EntrySpec {
			r.weights[n+1] = statementWeight
		}
		for i := range r.fields {
			r.fields[i].average[n+1] = o.Tokens[kind].average(i)
		}
	}
	if !o.Requirements.Empty() {
		if r.phrases, err = newPhraseMatchers(o.Reader, o.StopWords, columns); err != nil {
			return nil, err
		}
	}
	documents := 0
	for _, kinds := range o.Kinds {
		documents += len(kinds)
	}
	r.begin(documents)
	if len(o.Filter)+len(o.Requirements.Must) > 0 {
		return r, r.restrict(ctx, o.Filter, o.Requirements.Must)
	}
	return r, nil
}

// Add scores what a request asks for.
func (r *Ranker) Add(ctx context.Context, wanted query.Request) error {
	r.forms = wanted.Forms
	if wanted.Figure {
		r.weights[1+slices.Index(quarry.EntryKinds(), quarry.EntrySpec)] = figureWeight
	}
	for _, term := range wanted.Terms {
		weight := 1.0
		if wanted.Asking[term] {
			weight = askingWeight
		}
		if err := r.addTerm(ctx, term, weight); err != nil {
			return err
		}
	}
	for _, next := range wanted.Also {
		if next.Lastly && slices.ContainsFunc(next.Of, func(term string) bool { return !r.missing[term] }) {
			continue
		}
		if err := r.AddAlternative(ctx, next); err != nil {
			return err
		}
	}
	return r.addParaphrases(ctx, wanted.Meant)
}

// addTerm adds one of the query's terms to the scores, as if it were so much as
// rare as it is.
func (r *Ranker) addTerm(ctx context.Context, term string, weight float64) error {
	if err := r.read(ctx, term); err != nil {
		return err
	}
	idf := weight * r.inverseFrequency(r.with)
	for i, found := range r.found {
		rarity := weight * r.rarity(i, idf/weight)
		for _, p := range found {
			r.scores[p.number] += rarity * p.part
		}
	}
	for _, number := range r.having {
		r.covered[number] += idf
	}
	r.asked += idf
	if query.IsValue(term) && r.with > 0 {
		r.byWords += idf
	}
	r.idf[term], r.missing[term] = idf, r.with == 0
	return nil
}

// read finds where a term stands, in each field and in any.
func (r *Ranker) read(ctx context.Context, term string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r.round++
	r.having = r.having[:0]
	if err := r.find(r.forms.Of(term)); err != nil {
		return fmt.Errorf("read where %q stands: %w", term, err)
	}
	for _, found := range r.found {
		for _, p := range found {
			if s := &r.states[p.number]; s.round != r.round {
				s.round = r.round
				r.having = append(r.having, p.number)
			}
		}
	}
	if r.among == nil {
		r.with = len(r.having)
	}
	return nil
}

// part returns what a term contributes in a field of an entry of a kind.
func (r *Ranker) part(f *scored, p segment.Posting, kind uint8) float64 {
	// Bleve's norm is 1/√length; the fraction is expanded by its square.
	norm := p.Norm()
	return r.weights[kind] * f.part(float64(p.Frequency()), norm*norm, f.average[kind])
}

// part returns what a term contributes that stands so often in a field of a
// length of 1/shortness.
func (f *scored) part(frequency, shortness, average float64) float64 {
	return f.weight * (saturation + 1) * frequency * shortness /
		((frequency+saturation*(1-byLength))*shortness + saturation*byLength/average)
}

// rarity returns the idf by which the term that was read last counts in a field.
// Few entries have headings above them: there the idf is that over all fields.
func (r *Ranker) rarity(field int, overall float64) float64 {
	if field == postings.Heading {
		return overall
	}
	return r.inverseFrequency(r.within[field])
}

func (r *Ranker) inverseFrequency(with int) float64 {
	n := float64(with)
	return math.Log(1 + (float64(r.entries)-n+0.5)/(n+0.5))
}

// score returns what an entry scores, 0 for one without any of the terms.
func (r *Ranker) score(document int) float64 {
	if r.scores[document] == 0 {
		return 0
	}
	return r.scores[document] * math.Sqrt(r.share(document))
}

// share returns how much of the query an entry with some of its terms covers.
func (r *Ranker) share(document int) float64 { return min(1, r.covered[document]/r.asked) }

// Missing returns those of the query's terms that no entry has.
func (r *Ranker) Missing() map[string]bool { return r.missing }

// Meant returns the names of what is meant by everyday words, as far as the query's own
// words do not find it.
func (r *Ranker) Meant() []quarry.Meant { return r.names }

// WordsOnly returns how much of the query only words find.
func (r *Ranker) WordsOnly() float64 {
	if r.byWords == 0 {
		return 0
	}
	return min(1, r.byWords/r.asked)
}

// QueryWords returns the words of a query's text that were looked for, in its order,
// with how rare each is.
func (r *Ranker) QueryWords(a analyzer.Analyzer, text string) []quarry.QueryWord {
	if r.rarest == 0 {
		return nil
	}
	var words []quarry.QueryWord
	seen := map[string]bool{}
	for _, word := range a.Words(text) {
		term := a.StemOf(string(word.Term))
		idf, asked := r.idf[term]
		if word.Type == analyzer.Compound || !asked || seen[term] {
			continue
		}
		seen[term] = true
		words = append(words, quarry.QueryWord{
			Text: string(word.Term), Rarity: min(1, idf/r.rarest), Known: !r.missing[term],
		})
	}
	return words
}
