package bleveindex

import (
	"context"
	"errors"
	"fmt"
	"math"

	index "github.com/blevesearch/bleve_index_api"
)

// The constants of BM25 (Robertson and Zaragoza, "The Probabilistic Relevance
// Framework: BM25 and Beyond", 2009), and how much a term in the title counts
// against one in the text.
const (
	saturation  = 1.2  // k1
	byLength    = 0.75 // b
	titleWeight = 2.0
	textWeight  = 1.0
)

// ranker scores every entry that has at least one of a query's terms:
//
//	Σ over terms idf(t) · Σ over fields weight · tf·(k1+1) / (tf + k1·(1-b + b·length/average))
//
// with idf(t) = ln(1 + (N-n+½) / (n+½)), where n counts the entries that have
// the term in either field: that a word is rare in titles says little, for
// titles are short. N, n and the averages are those of the entries that are
// alive, and terms are added in the query's order, so that a score depends on
// nothing else and equal entries score alike to the last bit.
type ranker struct {
	*scratch

	reader  index.IndexReader
	entries uint64
	fields  [2]scored
}

// scored is a field whose terms count.
type scored struct {
	name    string
	weight  float64
	average float64 // length, in terms
}

// scratch is memory that searches use again.
type scratch struct {
	scores []float64    // by document number; 0 where nothing matches
	found  [2][]posting // of one term, by field, ascending
}

// posting is what one term contributes to one entry before its idf.
type posting struct {
	number uint64
	part   float64
}

func newRanker(reader index.IndexReader, tokens lengths, memory *scratch) (*ranker, error) {
	entries, err := reader.DocCount()
	if err != nil {
		return nil, fmt.Errorf("count entries: %w", err)
	}
	clear(memory.scores)
	mean := func(sum int64) float64 { return max(1, float64(sum)/float64(max(1, entries))) }
	return &ranker{
		scratch: memory, reader: reader, entries: entries,
		fields: [2]scored{
			{name: fieldTitle, weight: titleWeight, average: mean(tokens.Title)},
			{name: fieldText, weight: textWeight, average: mean(tokens.Text)},
		},
	}, nil
}

// add adds one term to the scores.
func (r *ranker) add(ctx context.Context, term string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	for i, field := range r.fields {
		var err error
		if r.found[i], err = r.read(ctx, r.found[i][:0], term, field); err != nil {
			return fmt.Errorf("read where %q stands: %w", term, err)
		}
	}
	idf := inverseFrequency(r.entries, union(r.found[0], r.found[1]))
	for _, found := range r.found {
		if len(found) == 0 {
			continue
		}
		r.grow(int(found[len(found)-1].number) + 1) //nolint:gosec // Bleve numbers documents in 32 bits.
		for _, p := range found {
			r.scores[p.number] += idf * p.part
		}
	}
	return nil
}

// read appends what a term contributes in one field.
func (r *ranker) read(ctx context.Context, into []posting, term string, field scored) ([]posting, error) {
	reader, err := r.reader.TermFieldReader(ctx, []byte(term), field.name, true, true, false)
	if err != nil {
		return into, err
	}
	var one index.TermFieldDoc
	for {
		next, err := reader.Next(&one)
		if err != nil || next == nil {
			return into, errors.Join(err, reader.Close())
		}
		frequency := float64(next.Freq)
		length := 1 / (next.Norm * next.Norm)
		part := field.weight * frequency * (saturation + 1) /
			(frequency + saturation*(1-byLength+byLength*length/field.average))
		into = append(into, posting{number: next.ID.Value(), part: part})
	}
}

// grow makes room for the scores of so many documents.
func (r *ranker) grow(length int) {
	if missing := length - len(r.scores); missing > 0 {
		r.scores = append(r.scores, make([]float64, missing)...)
	}
}

func inverseFrequency(entries, with uint64) float64 {
	n := float64(with)
	return math.Log(1 + (float64(entries)-n+0.5)/(n+0.5))
}

// union counts the numbers that stand in either of two ascending lists.
func union(a, b []posting) uint64 {
	count := uint64(len(a))
	i := 0
	for _, p := range b {
		for i < len(a) && a[i].number < p.number {
			i++
		}
		if i == len(a) || a[i].number != p.number {
			count++
		}
	}
	return count
}
