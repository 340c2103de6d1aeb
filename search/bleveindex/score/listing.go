package score

import (
	"fmt"
	"strconv"
	"sync/atomic"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex/postings"
)

// Listing says which entry a document of the index is, and where it stands.
type Listing struct {
	ID    quarry.EntryID
	Place search.Place
	Open  bool // a question without an answer
}

// ListingMemory remembers the listings that searches have read: some hundred bytes an
// entry that ever ranked high.
type ListingMemory = postings.PerSegment[[]atomic.Pointer[Listing]]

// Listings reads listings of one snapshot.
type Listings struct {
	reader   *scorch.IndexSnapshot
	segments [][]atomic.Pointer[Listing]
	values   index.DocValueReader // nil until something has to be read
}

// NewListings returns the listings of a snapshot, of which some are remembered.
func NewListings(reader *scorch.IndexSnapshot, memory *ListingMemory) (*Listings, error) {
	segments, err := memory.Of(reader, func(of *scorch.SegmentSnapshot) ([]atomic.Pointer[Listing], error) {
		return make([]atomic.Pointer[Listing], of.FullSize()), nil
	})
	return &Listings{reader: reader, segments: segments}, err
}

// at returns the listing of a document number.
func (l *Listings) at(number uint64) (*Listing, error) {
	local := number
	for _, segment := range l.segments {
		if local >= uint64(len(segment)) {
			local -= uint64(len(segment))
			continue
		}
		if known := segment[local].Load(); known != nil {
			return known, nil
		}
		read, err := l.read(number)
		if err == nil {
			segment[local].Store(read)
		}
		return read, err
	}
	return nil, fmt.Errorf("document %d is in no segment", number)
}

// read asks bleve. It is fastest in ascending order: to come back to a segment
// is what takes time.
func (l *Listings) read(number uint64) (*Listing, error) {
	internal := index.NewIndexInternalID(nil, number)
	id, err := l.reader.ExternalID(internal)
	if err != nil {
		return nil, fmt.Errorf("read the id of document %d: %w", number, err)
	}
	if l.values == nil {
		fields := []string{postings.FieldDocument, postings.FieldLines, postings.FieldAnswered}
		if l.values, err = l.reader.DocValueReader(fields); err != nil {
			return nil, fmt.Errorf("read places: %w", err)
		}
	}
	read := &Listing{ID: quarry.EntryID(id)}
	err = l.values.VisitDocValues(internal, func(field string, value []byte) {
		switch field {
		case postings.FieldDocument:
			read.Place.Document = quarry.DocumentID(value)
		case postings.FieldAnswered:
			read.Open = string(value) == strconv.FormatBool(false)
		default:
			var lines [2]int64
			postings.SplitNumbers(string(value), lines[:])
			read.Place.LineStart, read.Place.LineEnd = int(lines[0]), int(lines[1])
		}
	})
	if err != nil {
		return nil, fmt.Errorf("read the place of document %d: %w", number, err)
	}
	return read, nil
}
