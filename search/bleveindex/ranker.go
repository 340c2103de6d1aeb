package bleveindex

import (
	"context"
	"fmt"
	"math"

	"github.com/blevesearch/bleve/v2/index/scorch"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// The constants of BM25 (Robertson and Zaragoza, "The Probabilistic Relevance
// Framework: BM25 and Beyond", 2009), and how much a term in the title counts
// against one in the text: more serves short questions and answers better, less
// serves notes whose headings repeat.
const (
	saturation  = 1.2  // k1
	byLength    = 0.75 // b
	titleWeight = 1.75
	textWeight  = 1.0
)

// ranker scores every entry that has at least one of a query's terms:
//
//	√covered · Σ over fields weight · Σ over terms idf · tf·(k1+1) / (tf + k1·(1-b + b·length/average))
//
// with idf = ln(1 + (N-n+½) / (n+½)), where n counts the entries that have the
// term in the field. What is covered is the share of the query's terms that the
// entry has in any field, each counted by its idf over both: without it, a
// short title that repeats one word of a question outranks the entry that
// answers all of it. N, n and the averages are those of the entries that are
// alive, and terms are added in the query's order, so that a score depends on
// nothing else and equal entries score alike to the last bit.
type ranker struct {
	*scratch

	entries uint64
	fields  [2]scored
	asked   float64 // the summed idf of the query's terms
}

// scored is a field whose terms count.
type scored struct {
	name    string
	weight  float64
	average float64 // length, in terms
	columns []column
}

// scratch is memory that searches use again.
type scratch struct {
	scores  []float64    // by document number; 0 where nothing matches
	covered []float64    // by document number: the summed idf of the terms that match
	found   [2][]posting // of one term, by field, ascending
	matches []match      // by document number
	chosen  []float64    // scores that are being put in order
}

// posting is what one term contributes to one entry before its idf.
type posting struct {
	number uint64
	part   float64
}

func newRanker(reader *scorch.IndexSnapshot, tokens lengths, memory *scratch) (*ranker, error) {
	entries, err := reader.DocCount()
	if err != nil {
		return nil, fmt.Errorf("count entries: %w", err)
	}
	clear(memory.scores)
	clear(memory.covered)
	mean := func(sum int64) float64 { return max(1, float64(sum)/float64(max(1, entries))) }
	r := &ranker{
		scratch: memory, entries: entries,
		fields: [2]scored{
			{name: fieldTitle, weight: titleWeight, average: mean(tokens.Title)},
			{name: fieldText, weight: textWeight, average: mean(tokens.Text)},
		},
	}
	for i := range r.fields {
		if r.fields[i].columns, err = openColumns(reader, r.fields[i].name); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// add adds one term to the scores.
func (r *ranker) add(ctx context.Context, term string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	for i := range r.fields {
		var err error
		if r.found[i], err = r.fields[i].read(r.found[i][:0], []byte(term)); err != nil {
			return fmt.Errorf("read where %q stands: %w", term, err)
		}
	}
	for _, found := range r.found {
		idf := r.inverseFrequency(len(found))
		for _, p := range found {
			r.grow(p.number)
			r.scores[p.number] += idf * p.part
		}
	}
	r.cover()
	return nil
}

// cover notes which entries have the term that was read last.
func (r *ranker) cover() {
	title, text := r.found[0], r.found[1]
	idf := r.inverseFrequency(len(title) + onlyIn(text, title, func(posting) {}))
	for _, p := range title {
		r.covered[p.number] += idf
	}
	onlyIn(text, title, func(p posting) { r.covered[p.number] += idf })
	r.asked += idf
}

// score returns what an entry scores, 0 for one without any of the terms.
func (r *ranker) score(number int) float64 {
	if r.scores[number] == 0 {
		return 0
	}
	return r.scores[number] * math.Sqrt(r.covered[number]/r.asked)
}

// read appends what a term contributes in one field.
func (f *scored) read(into []posting, term []byte) ([]posting, error) {
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
			into = append(into, posting{number: f.columns[i].offset + next.Number(), part: f.part(next)})
		}
	}
	return into, nil
}

func (f *scored) part(p segment.Posting) float64 {
	// Bleve's norm is 1/√length; the fraction is expanded by its square.
	frequency, norm := float64(p.Frequency()), p.Norm()
	shortness := norm * norm
	return f.weight * (saturation + 1) * frequency * shortness /
		((frequency+saturation*(1-byLength))*shortness + saturation*byLength/f.average)
}

// grow makes room for the scores of a document.
func (r *ranker) grow(number uint64) {
	if missing := int(number) + 1 - len(r.scores); missing > 0 { //nolint:gosec // Bleve numbers documents in 32 bits.
		r.scores = append(r.scores, make([]float64, missing)...)
		r.covered = append(r.covered, make([]float64, missing)...)
	}
}

func (r *ranker) inverseFrequency(with int) float64 {
	n := float64(with)
	return math.Log(1 + (float64(r.entries)-n+0.5)/(n+0.5))
}

// onlyIn visits the postings of one ascending list that are not in another, and
// counts them.
func onlyIn(list, other []posting, visit func(posting)) int {
	count, i := 0, 0
	for _, p := range list {
		for i < len(other) && other[i].number < p.number {
			i++
		}
		if i == len(other) || other[i].number != p.number {
			count++
			visit(p)
		}
	}
	return count
}
