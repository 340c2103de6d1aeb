package score

import (
	"context"
	"fmt"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	segment "github.com/blevesearch/scorch_segment_api/v2"

	"github.com/quarrykb/quarry/search/bleveindex/analyzer"
	"github.com/quarrykb/quarry/search/bleveindex/postings"
)

// Clause is met by a document that has one of some terms.
type Clause []FieldTerm

// FieldTerm is a term of a field.
type FieldTerm struct{ Field, Term string }

// restrict keeps to the documents that meet a query's filter and hold every phrase which it
// requires. The bitmaps of the index say which these are, before a single posting is read,
// and only they are scored: ten thousand questions that share their words are passed over at
// once by a search for what answers one of them. How rare a term is goes by the bitmaps
// too, so that scores are those of a ranker of all documents, to the last bit.
func (r *Ranker) restrict(ctx context.Context, filter []Clause, phrases []analyzer.Phrase) error {
	among, err := meetingAll(r.reader, filter)
	if err != nil {
		return err
	}
	for at := range among {
		if len(phrases) == 0 {
			break
		}
		if among[at], err = r.phrases[at].all(ctx, phrases, among[at]); err != nil {
			return fmt.Errorf("read where required words stand: %w", err)
		}
	}
	r.among = among
	return nil
}

// meetingAll returns the documents that are alive and meet all clauses, by segment.
func meetingAll(reader *scorch.IndexSnapshot, filter []Clause) ([]*roaring.Bitmap, error) {
	segments := reader.Segments()
	among := make([]*roaring.Bitmap, len(segments))
	for at, of := range segments {
		if len(filter) == 0 {
			among[at] = of.DocNumbersLive()
		}
	}
	for n, clause := range filter {
		met := make([]*roaring.Bitmap, len(segments))
		for at := range met {
			met[at] = roaring.New()
		}
		var columns []postings.Column
		for i, one := range clause {
			if i == 0 || one.Field != clause[i-1].Field {
				var err error
				if columns, err = postings.Open(reader, one.Field); err != nil {
					return nil, fmt.Errorf("read which entries pass the filter: %w", err)
				}
			}
			for at := range columns {
				having, err := columns[at].Having(one.Term)
				if err != nil {
					return nil, fmt.Errorf("read which entries pass the filter: %w", err)
				}
				met[at].Or(having)
			}
		}
		for at := range among {
			if n > 0 {
				met[at].And(among[at])
			}
			among[at] = met[at]
		}
	}
	return among, nil
}

// find fills what was found with where any form of a term stands in each field of the
// documents that are scored, and counts the entries that have it anywhere.
func (r *Ranker) find(forms []string) error {
	r.with, r.within = 0, [postings.ScoredFields]int{}
	for i := range r.found {
		r.found[i] = r.found[i][:0]
	}
	for at := range r.kinds {
		var standing [postings.ScoredFields]*roaring.Bitmap
		for i := range r.fields {
			var err error
			if standing[i], err = r.findInColumn(i, at, forms); err != nil {
				return err
			}
		}
		if r.among == nil {
			continue
		}
		title, text, heading := standing[postings.Title], standing[postings.Text], standing[postings.Heading]
		if !heading.IsEmpty() {
			title = roaring.Or(title, heading)
		}
		r.with += int(title.OrCardinality(text)) //nolint:gosec // far fewer than an int holds
	}
	if r.among == nil {
		for i, found := range r.found {
			r.within[i] = len(found)
		}
	}
	return nil
}

// findInColumn is find for one field of one segment. Where not all documents are scored it
// returns those that have a form there, scored or not.
func (r *Ranker) findInColumn(field, at int, forms []string) (*roaring.Bitmap, error) {
	var standing *roaring.Bitmap
	for _, form := range forms {
		found, err := r.fields[field].columns[at].Find([]byte(form))
		if err != nil {
			return nil, err
		}
		if r.among != nil {
			having, err := postings.Bitmap(found)
			if err != nil {
				return nil, err
			}
			r.within[field] += postings.Cardinality(having)
			switch { // The bitmap of one form is good no longer than until the next is read.
			case len(forms) == 1:
				standing = having
			case standing == nil:
				standing = having.Clone()
			default:
				standing = roaring.Or(standing, having)
			}
			if !r.among[at].Intersects(having) {
				continue
			}
			if known, ok := found.(segment.OptimizablePostingsIterator); ok && known.ActualBitmap() != nil {
				known.ReplaceActual(roaring.And(having, r.among[at]))
			}
		}
		if err := r.take(field, at, found); err != nil {
			return nil, err
		}
	}
	return standing, nil
}

// take reads postings of a field in a segment.
func (r *Ranker) take(field, at int, found segment.PostingsIterator) error {
	f := &r.fields[field]
	for {
		next, err := found.Next()
		if err != nil || next == nil {
			return err
		}
		r.found[field] = append(r.found[field], posting{
			number: f.columns[at].Offset + next.Number(), part: r.part(f, next, r.kinds[at][next.Number()]),
		})
	}
}

// havingEither returns the documents that have any of some terms; nil, which is
// all, where one is a stop word, which no bitmap tells of, or where there are none.
func havingEither(c *postings.Column, terms []string) (*roaring.Bitmap, error) {
	if len(terms) == 0 || slices.ContainsFunc(terms, analyzer.IsStopWord) {
		return nil, nil
	}
	return c.HavingAny(terms)
}

// inAll returns the documents that have all of something; nil is all documents.
func inAll[T any](wanted []T, having func(T) (*roaring.Bitmap, error)) (*roaring.Bitmap, error) {
	var all *roaring.Bitmap
	for _, one := range wanted {
		next, err := having(one)
		switch {
		case err != nil:
			return nil, err
		case all == nil:
			all = next
		case next != nil:
			all = roaring.And(all, next)
		}
		if all != nil && all.IsEmpty() {
			break
		}
	}
	return all, nil
}
