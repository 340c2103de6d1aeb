package postings

import (
	"fmt"
	"sync"

	"github.com/blevesearch/bleve/v2/index/scorch"

	"github.com/quarrykb/quarry"
)

// PerSegment remembers something of every segment of an index. Bleve numbers the documents
// of a segment once and never changes a segment, so that what was read stays true for as
// long as the segment is there. The zero value is empty.
type PerSegment[T any] struct {
	mu       sync.Mutex
	segments map[uint64]T // by the segment's id
}

// Of returns what is remembered of every segment of a snapshot, in its order, reads what
// is new, and forgets the segments that the snapshot no longer has.
func (p *PerSegment[T]) Of(
	reader *scorch.IndexSnapshot, read func(*scorch.SegmentSnapshot) (T, error),
) ([]T, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	segments := reader.Segments()
	all := make([]T, len(segments))
	fresh := false
	for i, segment := range segments {
		held, known := p.segments[segment.Id()]
		if !known {
			var err error
			if held, err = read(segment); err != nil {
				return nil, err
			}
			fresh = true
		}
		all[i] = held
	}
	if fresh || len(segments) != len(p.segments) {
		p.segments = make(map[uint64]T, len(segments))
		for i, segment := range segments {
			p.segments[segment.Id()] = all[i]
		}
	}
	return all, nil
}

// ReadKinds returns of which kind each document of a segment is: 0 for none, otherwise
// 1 + its place in quarry.EntryKinds. Documents that were deleted have theirs too: an older
// snapshot may still show them.
func ReadKinds(of *scorch.SegmentSnapshot) ([]uint8, error) {
	dictionary, err := of.Segment().Dictionary(FieldKind)
	if err != nil {
		return nil, fmt.Errorf("open the dictionary of kinds: %w", err)
	}
	kinds := make([]uint8, of.Segment().Count())
	for n, kind := range quarry.EntryKinds() {
		list, err := dictionary.PostingsList([]byte(kind), nil, nil)
		if err != nil {
			return nil, fmt.Errorf("read which entries are %ss: %w", kind, err)
		}
		documents := list.Iterator(false, false, false, nil)
		for {
			next, err := documents.Next()
			if err != nil {
				return nil, fmt.Errorf("read which entries are %ss: %w", kind, err)
			}
			if next == nil {
				break
			}
			kinds[next.Number()] = uint8(n + 1)
		}
	}
	return kinds, nil
}
