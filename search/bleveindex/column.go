package bleveindex

import (
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// column is one field of one segment, as one search reads it. Bleve's own reader
// of a term opens every segment's dictionary anew for every term, which costs
// half of what reading the postings does; a column is opened once a search. It
// is for one goroutine.
type column struct {
	of         *scorch.SegmentSnapshot
	offset     uint64 // of the segment's documents among all
	dictionary segment.TermDictionary
	postings   segment.PostingsList     // of the term before, to be used again
	iterator   segment.PostingsIterator // the same

	kept map[string]segment.PostingsList // of terms that are read twice
}

// openColumns opens a field in every segment of a snapshot, in order.
func openColumns(reader *scorch.IndexSnapshot, field string) ([]column, error) {
	segments := reader.Segments()
	columns := make([]column, len(segments))
	offset := uint64(0)
	for i, of := range segments {
		dictionary, err := of.Segment().Dictionary(field)
		if err != nil {
			return nil, fmt.Errorf("open the dictionary of %s: %w", field, err)
		}
		columns[i] = column{of: of, offset: offset, dictionary: dictionary}
		offset += of.Segment().Count()
	}
	return columns, nil
}

// find returns where a term stands in entries that are alive, ascending. What it
// returns is good until the next call.
func (c *column) find(term []byte) (segment.PostingsIterator, error) {
	if known, ok := c.kept[string(term)]; ok {
		c.iterator = known.Iterator(true, true, false, c.iterator)
		return c.iterator, nil
	}
	var err error
	if c.postings, err = c.dictionary.PostingsList(term, c.of.Deleted(), c.postings); err != nil {
		return nil, err
	}
	c.iterator = c.postings.Iterator(true, true, false, c.iterator)
	return c.iterator, nil
}

// having returns the documents that have a term, which is about to be read. The
// bitmap is not to be changed.
func (c *column) having(term string) (*roaring.Bitmap, error) {
	known, err := c.keep(term)
	if err != nil {
		return nil, err
	}
	return bitmapOf(known.Iterator(false, false, false, nil))
}

// havingAny returns the documents that have any of some terms. The bitmap is not to be
// changed.
func (c *column) havingAny(terms []string) (*roaring.Bitmap, error) {
	having, err := c.having(terms[0])
	for _, term := range terms[1:] {
		if err != nil {
			return nil, err
		}
		var also *roaring.Bitmap
		if also, err = c.having(term); err == nil {
			having = roaring.Or(having, also)
		}
	}
	return having, err
}

// standing returns the postings of a term with its places, of none but some
// documents as far as the index can leave others out.
func (c *column) standing(term string, among *roaring.Bitmap) (segment.PostingsIterator, error) {
	known, err := c.keep(term)
	if err != nil {
		return nil, err
	}
	found := known.Iterator(true, true, true, nil)
	if fewer, ok := found.(segment.OptimizablePostingsIterator); ok && fewer.ActualBitmap() != nil {
		fewer.ReplaceActual(roaring.And(fewer.ActualBitmap(), among))
	}
	return found, nil
}

// keep returns the postings of a term that is read more than once.
func (c *column) keep(term string) (segment.PostingsList, error) {
	if known, ok := c.kept[term]; ok {
		return known, nil
	}
	list, err := c.dictionary.PostingsList([]byte(term), c.of.Deleted(), nil)
	if err != nil {
		return nil, err
	}
	if c.kept == nil {
		c.kept = map[string]segment.PostingsList{}
	}
	c.kept[term] = list
	return list, nil
}

// bitmapOf returns the documents that postings are of. It is not to be changed,
// and good for as long as the postings.
func bitmapOf(postings segment.PostingsIterator) (*roaring.Bitmap, error) {
	known, ok := postings.(segment.OptimizablePostingsIterator)
	if !ok {
		return nil, fmt.Errorf("the postings of a %T have no bitmap", postings)
	}
	if all := known.ActualBitmap(); all != nil {
		return all, nil
	}
	if only, ok := known.DocNum1Hit(); ok {
		return roaring.BitmapOf(uint32(only)), nil //nolint:gosec // Bleve numbers documents in 32 bits.
	}
	return roaring.New(), nil
}
