package bleveindex

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/blevesearch/bleve/v2/index/scorch"
	segment "github.com/blevesearch/scorch_segment_api/v2"

	"github.com/quarrykb/quarry"
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

// statementWeight is how much a fact or a spec counts against what says more: a
// reader who asks in words wants the passage that explains it, or the question
// that was answered, before ten lines that share the words.
const statementWeight = 0.7

// ranker scores every entry that has at least one of a query's terms:
//
//	kind · √covered · Σ over fields weight · Σ over terms idf · tf·(k1+1) / (tf + k1·(1-b + b·length/average))
//
// with idf = ln(1 + (N-n+½) / (n+½)), where n counts the entries that have the
// term in the field, or in any field where the field is that of headings. The average is that of the entries of the same kind: a
// statement is no better a match than a section only because it is short, as
// all statements are. What is covered is the share of the query's terms that the
// entry has in any field, each counted by its idf over all: without it, a short
// title that repeats one word of a question outranks the entry that answers all
// of it. N, n and the averages are those of the entries that are alive, and
// terms are added in the query's order, so that a score depends on nothing else
// and equal entries score alike to the last bit.
//
// Where a query requires words, only the documents that have them are scored:
// see [eligible].
type ranker struct {
	*scratch

	eligible   *eligible       // nil scores every document
	texts      []phraseMatcher // what tells of phrases, by segment; nil where nothing is demanded
	entries    uint64
	fields     [scoredFields]scored
	kinds      [][]uint8          // by segment, then by document
	weights    [mostKinds]float64 // by kind
	asked      float64            // the summed idf of the query's terms
	rarest     float64            // the idf of a term that one entry has
	byWords    float64            // of that, what only words find
	names      []quarry.Meant     // of what is meant by everyday words
	forms      otherForms         // of terms in other languages
	idf        map[string]float64 // of each of the query's terms, over all fields
	missing    map[string]bool    // the terms that no entry has
	round      uint32             // of reading a term
	choice     uint32             // of reading an alternative
	paraphrase uint32             // of reading what is meant
	with       int                // how many entries have the term that was read last, in any field
	within     [scoredFields]int  // the same, in each field
}

// mostKinds is one more than there are kinds of entry: 0 is none of them.
const mostKinds = 5

// scored is a field whose terms count.
type scored struct {
	name    string
	weight  float64
	average [mostKinds]float64 // length, in terms, by kind
	columns []column
}

// scratch is memory that searches use again. Documents are counted in it from 0:
// by their numbers, or among the eligible ones where a query has some.
type scratch struct {
	scores  []float64               // by document; 0 where nothing matches
	covered []float64               // by document: the summed idf of the terms that match
	states  []state                 // by document
	found   [scoredFields][]posting // of one term, by field, ascending
	having  []uint64                // documents that have one term in any field
	meant   []posting               // what a paraphrase adds
	meaning []uint64                // documents that have any name of it
	pending []posting               // what an alternative may add
	matches []match                 // by document number
	chosen  []float64               // scores that are being put in order
}

// begin makes room for so many documents that have nothing.
func (s *scratch) begin(documents int) {
	s.scores, s.covered, s.states = zeroed(s.scores, documents), zeroed(s.covered, documents), zeroed(s.states, documents)
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
	round  uint32 // in which a term was found
	choice uint32 // the alternative that held counts for
	held   int    // how many of its terms the document has
	means  uint32 // the paraphrase that it has a name of
	said   uint32 // the alternative that it needs not, as it has what that stands for
}

// posting is what one term contributes to one entry before its idf.
type posting struct {
	number uint64
	part   float64
}

// newRanker returns a ranker that has yet to be told which documents it scores:
// all of them or the eligible ones.
func newRanker(reader *scorch.IndexSnapshot, tokens tally, kinds [][]uint8, memory *scratch) (*ranker, error) {
	entries, err := reader.DocCount()
	if err != nil {
		return nil, fmt.Errorf("count entries: %w", err)
	}
	r := &ranker{
		scratch: memory, entries: entries, kinds: kinds,
		idf: map[string]float64{}, missing: map[string]bool{},
	}
	r.rarest = r.inverseFrequency(1)
	for n, kind := range quarry.EntryKinds() {
		r.weights[n+1] = kindWeight(kind)
	}
	names, weights := scoredNames(), [scoredFields]float64{titleWeight, textWeight, headingWeight}
	for i := range r.fields {
		f := &r.fields[i]
		f.name, f.weight = names[i], weights[i]
		for n, kind := range quarry.EntryKinds() {
			f.average[n+1] = tokens[kind].average(i)
		}
		if f.columns, err = openColumns(reader, f.name); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func kindWeight(kind quarry.EntryKind) float64 {
	if kind == quarry.EntryFact || kind == quarry.EntrySpec {
		return statementWeight
	}
	return 1
}

// addWeighted adds one of the query's terms to the scores, as if it were so much as
// rare as it is.
func (r *ranker) addWeighted(ctx context.Context, term string, weight float64) error {
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
	if isValue(term) && r.with > 0 {
		r.byWords += idf
	}
	r.idf[term], r.missing[term] = idf, r.with == 0
	return nil
}

// read finds where a term stands, in each field and in any.
func (r *ranker) read(ctx context.Context, term string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r.round++
	r.having = r.having[:0]
	if err := r.find(r.forms.of(term)); err != nil {
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
	if r.eligible == nil {
		r.with = len(r.having)
	}
	return nil
}

// find fills what was found with where any form of a term stands in each field, and
// counts the entries that have it there.
func (r *ranker) find(forms []string) error {
	if r.eligible != nil {
		return r.findEligible(forms)
	}
	for i := range r.fields {
		r.found[i] = r.found[i][:0]
		for _, form := range forms {
			var err error
			if r.found[i], err = r.postings(&r.fields[i], r.found[i], []byte(form)); err != nil {
				return err
			}
		}
		r.within[i] = len(r.found[i])
	}
	return nil
}

// addAlternative adds what an entry has that says the same as some of the
// query's terms in other words: all of those words, or it is not that.
func (r *ranker) addAlternative(ctx context.Context, a alternative) error {
	if a.instead {
		if err := r.noteSaid(ctx, a.of); err != nil {
			return err
		}
	}
	rarity, err := r.gather(ctx, a.terms)
	if err != nil {
		return err
	}
	r.settle(a, rarity)
	return nil
}

// gather keeps what terms would add to entries that have all of them, and returns how
// rare they are together.
func (r *ranker) gather(ctx context.Context, terms []string) (float64, error) {
	r.choice++
	r.pending = r.pending[:0]
	rarity := 0.0
	for n, term := range terms {
		if err := r.read(ctx, term); err != nil {
			return 0, err
		}
		r.hold(n)
		rarity += r.inverseFrequency(r.with)
		if _, asked := r.idf[term]; !asked {
			r.suspend()
		}
	}
	return rarity, nil
}

// hold counts the term that was read last for the documents that have it and
// the n terms before it.
func (r *ranker) hold(n int) {
	for _, number := range r.having {
		s := &r.states[number]
		if s.choice != r.choice {
			s.choice, s.held = r.choice, 0
		}
		if s.held == n {
			s.held++
		}
	}
}

// suspend keeps what the term that was read last would add. One that is asked
// for counts already.
func (r *ranker) suspend() {
	idf := r.inverseFrequency(r.with)
	for i, found := range r.found {
		rarity := r.rarity(i, idf)
		for _, p := range found {
			r.pending = append(r.pending, posting{number: p.number, part: rarity * p.part})
		}
	}
}

// settle gives an alternative's entries what they have. The last of its terms
// was the one that was read last; together they are so rare.
func (r *ranker) settle(a alternative, rarity float64) {
	stands := r.stands(a.of)
	weight := a.weight * a.bound(stands, rarity)
	for _, p := range r.pending {
		if r.replaces(p.number, len(a.terms)) {
			r.scores[p.number] += weight * p.part
		}
	}
	for _, number := range r.having {
		if r.replaces(number, len(a.terms)) {
			r.covered[number] += cmp.Or(a.covers, a.weight) * stands
		}
	}
}

// stands returns how much of a query some of its terms are.
func (r *ranker) stands(terms []string) float64 {
	sum := 0.0
	for _, term := range terms {
		sum += r.idf[term]
	}
	return sum
}

// has reports whether a document has so many terms of the last alternative.
func (r *ranker) has(number uint64, terms int) bool {
	s := r.states[number]
	return s.choice == r.choice && s.held == terms
}

// score returns what an entry scores, 0 for one without any of the terms.
func (r *ranker) score(document int) float64 {
	if r.scores[document] == 0 {
		return 0
	}
	return r.scores[document] * math.Sqrt(r.share(document))
}

// share returns how much of the query an entry with some of its terms covers.
func (r *ranker) share(document int) float64 { return min(1, r.covered[document]/r.asked) }

// wordsOnly returns how much of the query only words find.
func (r *ranker) wordsOnly() float64 {
	if r.byWords == 0 {
		return 0
	}
	return min(1, r.byWords/r.asked)
}

// postings appends what a term contributes in one field.
func (r *ranker) postings(f *scored, into []posting, term []byte) ([]posting, error) {
	for i := range f.columns {
		found, err := f.columns[i].find(term)
		if err != nil {
			return into, err
		}
		for {
			next, err := found.Next()
			if err != nil {
				return into, err
			}
			if next == nil {
				break
			}
			into = append(into, posting{
				number: f.columns[i].offset + next.Number(), part: r.part(f, next, r.kinds[i][next.Number()]),
			})
		}
	}
	return into, nil
}

// part returns what a term contributes in a field of an entry of a kind.
func (r *ranker) part(f *scored, p segment.Posting, kind uint8) float64 {
	return r.weights[kind] * f.part(p, f.average[kind])
}

func (f *scored) part(p segment.Posting, average float64) float64 {
	// Bleve's norm is 1/√length; the fraction is expanded by its square.
	norm := p.Norm()
	return f.partOf(float64(p.Frequency()), norm*norm, average)
}

// partOf returns what a term contributes that stands so often in a field of a
// length of 1/shortness.
func (f *scored) partOf(frequency, shortness, average float64) float64 {
	return f.weight * (saturation + 1) * frequency * shortness /
		((frequency+saturation*(1-byLength))*shortness + saturation*byLength/average)
}

// rarity returns the idf by which the term that was read last counts in a field.
// Few entries have headings above them: there the idf is that over all fields.
func (r *ranker) rarity(field int, overall float64) float64 {
	if field == headingField {
		return overall
	}
	return r.inverseFrequency(r.within[field])
}

func (r *ranker) inverseFrequency(with int) float64 {
	n := float64(with)
	return math.Log(1 + (float64(r.entries)-n+0.5)/(n+0.5))
}
