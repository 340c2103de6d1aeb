package bleveindex

import (
	"fmt"

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
	var err error
	if c.postings, err = c.dictionary.PostingsList(term, c.of.Deleted(), c.postings); err != nil {
		return nil, err
	}
	c.iterator = c.postings.Iterator(true, true, false, c.iterator)
	return c.iterator, nil
}
