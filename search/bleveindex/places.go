package bleveindex

import (
	"fmt"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// listing says which entry a document of the index is, and where it stands.
type listing struct {
	id    quarry.EntryID
	place search.Place
	open  bool // a question without an answer
}

// places remembers the listings that searches have read: some hundred bytes an
// entry that ever ranked high. Bleve numbers the documents of a segment once and
// never changes a segment, so that what was read stays true for as long as the
// segment is there. The zero value is empty.
type places struct {
	mu       sync.Mutex
	segments map[uint64][]atomic.Pointer[listing] // by the segment's id, then by document
}

// of returns what is remembered of every segment of a snapshot, in its order,
// and forgets the segments that it no longer has.
func (p *places) of(reader *scorch.IndexSnapshot) [][]atomic.Pointer[listing] {
	p.mu.Lock()
	defer p.mu.Unlock()
	segments := reader.Segments()
	remembered := make([][]atomic.Pointer[listing], len(segments))
	for i, segment := range segments {
		remembered[i] = p.segments[segment.Id()]
	}
	if len(segments) == len(p.segments) && !slices.ContainsFunc(remembered, isNew) {
		return remembered
	}
	p.segments = make(map[uint64][]atomic.Pointer[listing], len(segments))
	for i, segment := range segments {
		if isNew(remembered[i]) {
			remembered[i] = make([]atomic.Pointer[listing], segment.FullSize())
		}
		p.segments[segment.Id()] = remembered[i]
	}
	return remembered
}

func isNew(segment []atomic.Pointer[listing]) bool { return segment == nil }

// listings reads listings of one snapshot.
type listings struct {
	reader   *scorch.IndexSnapshot
	segments [][]atomic.Pointer[listing]
	values   index.DocValueReader // nil until something has to be read
}

func (s *snapshot) listings() *listings {
	return &listings{reader: s.IndexSnapshot, segments: s.places.of(s.IndexSnapshot)}
}

// at returns the listing of a document number.
func (l *listings) at(number uint64) (*listing, error) {
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
func (l *listings) read(number uint64) (*listing, error) {
	internal := index.NewIndexInternalID(nil, number)
	id, err := l.reader.ExternalID(internal)
	if err != nil {
		return nil, fmt.Errorf("read the id of document %d: %w", number, err)
	}
	if l.values == nil {
		if l.values, err = l.reader.DocValueReader([]string{fieldDocument, fieldLines, fieldAnswered}); err != nil {
			return nil, fmt.Errorf("read places: %w", err)
		}
	}
	read := &listing{id: quarry.EntryID(id)}
	err = l.values.VisitDocValues(internal, func(field string, value []byte) {
		switch field {
		case fieldDocument:
			read.place.Document = quarry.DocumentID(value)
		case fieldAnswered:
			read.open = string(value) == strconv.FormatBool(false)
		default:
			var lines [2]int64
			split(string(value), lines[:])
			read.place.LineStart, read.place.LineEnd = int(lines[0]), int(lines[1])
		}
	})
	if err != nil {
		return nil, fmt.Errorf("read the place of document %d: %w", number, err)
	}
	return read, nil
}
