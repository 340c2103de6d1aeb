package bleveindex

import (
	"context"
	"fmt"
	"slices"

	index "github.com/blevesearch/bleve_index_api"
)

// mostQuoted is how many phrases of small words count.
const mostQuoted = 8

// addPhrases adds to the scores what phrases count that have nothing but small
// words, of which the index has no postings: each is a term of which the eligible documents
// have one.
func (s *snapshot) addPhrases(ctx context.Context, r *ranker, phrases []phrase) error {
	small := slices.DeleteFunc(slices.Clone(phrases), func(p phrase) bool { return !p.isSmall() })
	if len(small) == 0 {
		return nil
	}
	sizes, err := s.lengthsOf(ctx, r.eligible.numbers)
	if err != nil {
		return err
	}
	for _, p := range small[:min(mostQuoted, len(small))] {
		q := quotation{ranker: r, phrase: p, idf: r.inverseFrequency(len(r.eligible.numbers)), sizes: sizes}
		for at, h := range r.texts {
			if err := q.add(ctx, at, h); err != nil {
				return err
			}
		}
		for document := range r.eligible.numbers {
			r.covered[document] += q.idf
		}
		r.asked += q.idf
	}
	return nil
}

// lengthsOf reads the lengths of the fields of some documents, ascending.
func (s *snapshot) lengthsOf(ctx context.Context, documents []uint64) ([]lengths, error) {
	reader, err := s.DocValueReader([]string{fieldLengths})
	if err != nil {
		return nil, fmt.Errorf("read lengths: %w", err)
	}
	sizes := make([]lengths, len(documents))
	for i, number := range documents {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		err := reader.VisitDocValues(index.NewIndexInternalID(nil, number), func(_ string, value []byte) {
			split(string(value), sizes[i].Tokens[:])
		})
		if err != nil {
			return nil, fmt.Errorf("read the length of document %d: %w", number, err)
		}
	}
	return sizes, nil
}

// quotation is a phrase that counts as one term.
type quotation struct {
	*ranker

	phrase phrase
	idf    float64
	sizes  []lengths // of the eligible documents
}

// add adds it to the scores of the eligible documents of a segment.
func (q quotation) add(ctx context.Context, at int, h phraseMatcher) error {
	for field := range h.fields {
		held, err := h.in(ctx, field, q.phrase, q.eligible.segments[at])
		if err != nil {
			return err
		}
		document := q.eligible.firsts[at]
		for each := held.Iterator(); each.HasNext(); {
			local := uint64(each.Next())
			for q.eligible.numbers[document] < h.offset+local {
				document++
			}
			q.scores[document] += q.idf * q.weigh(field, document, q.kinds[at][local])
		}
	}
	return nil
}

// weigh returns what it contributes in a field of an eligible document of a kind.
func (q quotation) weigh(field, document int, kind uint8) float64 {
	f := &q.fields[field]
	return q.weights[kind] * f.partOf(1, 1/float64(max(1, q.sizes[document].Tokens[field])), f.average[kind])
}
