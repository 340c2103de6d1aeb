package bleveindex

import (
	"context"
	"fmt"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// eligible are the documents that meet a query's filter and hold every phrase which it
// requires. The bitmaps of the index say which documents these are, before a single
// posting is read, and only they are scored: the rarest word, and what passes the
// filter, bound what reading all others costs. Ten thousand questions that share their
// words are passed over at once by a search for what answers one of them.
// How rare a term is goes by the bitmaps too, so that scores are those of a
// ranker without them, to the last bit.
type eligible struct {
	numbers  []uint64          // of documents, ascending
	segments []*roaring.Bitmap // the same by segment, counted within it
	firsts   []int             // by segment: which of the numbers is its first
}

// restrict keeps to those of some documents, by segment, that hold all phrases.
func (r *ranker) restrict(ctx context.Context, among []*roaring.Bitmap, phrases []phrase) error {
	r.eligible = &eligible{}
	for at, held := range among {
		var err error
		if len(phrases) > 0 {
			held, err = r.texts[at].all(ctx, phrases, held)
		}
		if err != nil {
			return fmt.Errorf("read where required words stand: %w", err)
		}
		r.eligible.add(held, r.fields[titleField].columns[at].offset)
	}
	r.begin(len(r.eligible.numbers))
	return nil
}

// meetingAll returns the documents that are alive and meet all clauses, by segment.
func (s *snapshot) meetingAll(filter []clause) ([]*roaring.Bitmap, error) {
	segments := s.Segments()
	among := make([]*roaring.Bitmap, len(segments))
	for at, of := range segments {
		if len(filter) == 0 {
			among[at] = of.DocNumbersLive()
		}
	}
	for n, next := range filter {
		met, err := s.meetingOne(next)
		if err != nil {
			return nil, fmt.Errorf("read which entries pass the filter: %w", err)
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

// meetingOne is meetingAll for one clause.
func (s *snapshot) meetingOne(c clause) ([]*roaring.Bitmap, error) {
	met := make([]*roaring.Bitmap, len(s.Segments()))
	for at := range met {
		met[at] = roaring.New()
	}
	for _, one := range c {
		columns, err := openColumns(s.IndexSnapshot, one.field)
		if err != nil {
			return nil, err
		}
		for at := range columns {
			having, err := columns[at].having(one.term)
			if err != nil {
				return nil, err
			}
			met[at].Or(having)
		}
	}
	return met, nil
}

func (e *eligible) add(having *roaring.Bitmap, offset uint64) {
	e.firsts = append(e.firsts, len(e.numbers))
	e.segments = append(e.segments, having)
	for each := having.Iterator(); each.HasNext(); {
		e.numbers = append(e.numbers, offset+uint64(each.Next()))
	}
}

// havingEither returns the documents that have any of some terms; nil, which is
// all, where one is a small word, which no bitmap tells of, or where there are none.
func (c *column) havingEither(terms []string) (*roaring.Bitmap, error) {
	if slices.ContainsFunc(terms, isSmall) {
		return nil, nil
	}
	var either *roaring.Bitmap
	for _, term := range terms {
		having, err := c.having(term)
		if err != nil {
			return nil, err
		}
		if either == nil {
			either = having
		} else {
			either = roaring.Or(either, having)
		}
	}
	return either, nil
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

// findEligible fills what was found with where any form of a term stands in eligible
// documents, and counts the entries that have it anywhere.
func (r *ranker) findEligible(forms []string) error {
	r.with, r.within = 0, [scoredFields]int{}
	for i := range r.found {
		r.found[i] = r.found[i][:0]
	}
	for at := range r.eligible.segments {
		if err := r.findEligibleIn(at, forms); err != nil {
			return err
		}
	}
	return nil
}

// findEligibleIn is findEligible for one segment.
func (r *ranker) findEligibleIn(at int, forms []string) error {
	var standing [scoredFields]*roaring.Bitmap
	for i := range r.fields {
		for _, form := range forms {
			found, err := r.fields[i].columns[at].find([]byte(form))
			if err != nil {
				return err
			}
			having, err := bitmapOf(found)
			if err != nil {
				return err
			}
			r.within[i] += cardinality(having)
			standing[i] = joinedTo(standing[i], having, len(forms))
			if err := r.takeEligible(i, at, found, having); err != nil {
				return err
			}
		}
	}
	r.with += inAny(standing)
	return nil
}

// joinedTo returns the documents that have one of so many forms, of which another is
// read: its bitmap alone is good no longer than until the next.
func joinedTo(before, having *roaring.Bitmap, forms int) *roaring.Bitmap {
	switch {
	case forms == 1:
		return having
	case before == nil:
		return having.Clone()
	}
	return roaring.Or(before, having)
}

// takeEligible reads the postings of a field in a segment that are eligible.
func (r *ranker) takeEligible(field, at int, found segment.PostingsIterator, standing *roaring.Bitmap) error {
	eligible := r.eligible.segments[at]
	if !eligible.Intersects(standing) {
		return nil
	}
	f := &r.fields[field]
	if known, ok := found.(segment.OptimizablePostingsIterator); ok && known.ActualBitmap() != nil {
		known.ReplaceActual(roaring.And(standing, eligible))
	}
	offset, slot := f.columns[at].offset, r.eligible.firsts[at]
	for {
		next, err := found.Next()
		if err != nil || next == nil {
			return err
		}
		for r.eligible.numbers[slot] < offset+next.Number() {
			slot++
		}
		r.found[field] = append(r.found[field], posting{
			number: uint64(slot), //nolint:gosec // never negative
			part:   r.part(f, next, r.kinds[at][next.Number()]),
		})
	}
}

// inAny counts the documents that have a term in any field.
func inAny(standing [scoredFields]*roaring.Bitmap) int {
	title, text, heading := standing[titleField], standing[textField], standing[headingField]
	if !heading.IsEmpty() {
		title = roaring.Or(title, heading)
	}
	return int(title.OrCardinality(text)) //nolint:gosec // far fewer than an int holds
}

func cardinality(of *roaring.Bitmap) int {
	return int(of.GetCardinality()) //nolint:gosec // far fewer than an int holds
}

// number returns the number of a document that is ranked.
func (r *ranker) number(document int) uint64 {
	if r.eligible == nil {
		return uint64(document) //nolint:gosec // never negative
	}
	return r.eligible.numbers[document]
}
