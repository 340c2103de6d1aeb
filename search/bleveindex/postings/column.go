package postings

import (
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// Column is one field of one segment, as one search reads it. Bleve's own reader
// of a term opens every segment's dictionary anew for every term, which costs
// half of what reading the postings does; a column is opened once a search. It
// is for one goroutine.
type Column struct {
	Of         *scorch.SegmentSnapshot
	Offset     uint64 // of the segment's documents among all
	Dictionary segment.TermDictionary

	postings segment.PostingsList     // of the term before, to be used again
	iterator segment.PostingsIterator // the same
	kept     map[string]segment.PostingsList
}

// Open opens a field in every segment of a snapshot, in order.
func Open(reader *scorch.IndexSnapshot, field string) ([]Column, error) {
	segments := reader.Segments()
	columns := make([]Column, len(segments))
	offset := uint64(0)
	for i, of := range segments {
		dictionary, err := of.Segment().Dictionary(field)
		if err != nil {
			return nil, fmt.Errorf("open the dictionary of %s: %w", field, err)
		}
		columns[i] = Column{Of: of, Offset: offset, Dictionary: dictionary}
		offset += of.Segment().Count()
	}
	return columns, nil
}

// OpenScored opens the fields whose terms count.
func OpenScored(reader *scorch.IndexSnapshot) ([ScoredFields][]Column, error) {
	var fields [ScoredFields][]Column
	for i, name := range Scored() {
		var err error
		if fields[i], err = Open(reader, name); err != nil {
			return fields, err
		}
	}
	return fields, nil
}

// Find returns where a term stands in entries that are alive, ascending. What it
// returns is good until the next call.
func (c *Column) Find(term []byte) (segment.PostingsIterator, error) {
	if known, ok := c.kept[string(term)]; ok {
		c.iterator = known.Iterator(true, true, false, c.iterator)
		return c.iterator, nil
	}
	var err error
	if c.postings, err = c.Dictionary.PostingsList(term, c.Of.Deleted(), c.postings); err != nil {
		return nil, err
	}
	c.iterator = c.postings.Iterator(true, true, false, c.iterator)
	return c.iterator, nil
}

// Having returns the documents that have a term, which is about to be read. The
// bitmap is not to be changed.
func (c *Column) Having(term string) (*roaring.Bitmap, error) {
	known, err := c.keep(term)
	if err != nil {
		return nil, err
	}
	return Bitmap(known.Iterator(false, false, false, nil))
}

// HavingAny returns the documents that have any of some terms, of which there is at least
// one. The bitmap is not to be changed.
func (c *Column) HavingAny(terms []string) (*roaring.Bitmap, error) {
	having, err := c.Having(terms[0])
	for _, term := range terms[1:] {
		if err != nil {
			return nil, err
		}
		var also *roaring.Bitmap
		if also, err = c.Having(term); err == nil {
			having = roaring.Or(having, also)
		}
	}
	return having, err
}

// Places returns the postings of a term with its places, of none but some
// documents as far as the index can leave others out.
func (c *Column) Places(term string, among *roaring.Bitmap) (segment.PostingsIterator, error) {
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
func (c *Column) keep(term string) (segment.PostingsList, error) {
	if known, ok := c.kept[term]; ok {
		return known, nil
	}
	list, err := c.Dictionary.PostingsList([]byte(term), c.Of.Deleted(), nil)
	if err != nil {
		return nil, err
	}
	if c.kept == nil {
		c.kept = map[string]segment.PostingsList{}
	}
	c.kept[term] = list
	return list, nil
}

// Bitmap returns the documents that postings are of. It is not to be changed,
// and good for as long as the postings.
func Bitmap(of segment.PostingsIterator) (*roaring.Bitmap, error) {
	known, ok := of.(segment.OptimizablePostingsIterator)
	if !ok {
		return nil, fmt.Errorf("the postings of a %T have no bitmap", of)
	}
	if all := known.ActualBitmap(); all != nil {
		return all, nil
	}
	if only, ok := known.DocNum1Hit(); ok {
		return roaring.BitmapOf(uint32(only)), nil //nolint:gosec // Bleve numbers documents in 32 bits.
	}
	return roaring.New(), nil
}

// Cardinality counts the documents of a bitmap.
func Cardinality(of *roaring.Bitmap) int {
	return int(of.GetCardinality()) //nolint:gosec // far fewer than an int holds
}

// Frequency counts the entries that are alive and have a term.
func Frequency(columns []Column, term string) (int, error) {
	count := 0
	for i := range columns {
		list, err := columns[i].Dictionary.PostingsList([]byte(term), columns[i].Of.Deleted(), nil)
		if err != nil {
			return 0, fmt.Errorf("count the entries with %q: %w", term, err)
		}
		count += int(list.Count()) //nolint:gosec // far fewer than an int holds
	}
	return count, nil
}

// Occurs reports whether an entry that is alive has any of some terms.
func Occurs(columns []Column, terms ...string) (bool, error) {
	for i := range columns {
		for _, term := range terms {
			if count, err := Frequency(columns[i:i+1], term); count > 0 || err != nil {
				return count > 0, err
			}
		}
	}
	return false, nil
}
