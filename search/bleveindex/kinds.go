package bleveindex

import (
	"fmt"
	"sync"

	"github.com/blevesearch/bleve/v2/index/scorch"

	"github.com/quarrykb/quarry"
)

// kinds remembers of which kind each document of a segment is: a byte each, 0
// for none, otherwise 1 + its place in quarry.EntryKinds. Bleve never changes a
// segment. The zero value is empty.
type kinds struct {
	mu       sync.Mutex
	segments map[uint64][]uint8 // by the segment's id, then by document
}

// of returns the kinds in every segment of a snapshot, in its order, and
// forgets the segments that it no longer has.
func (k *kinds) of(reader *scorch.IndexSnapshot) ([][]uint8, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	segments := reader.Segments()
	all := make([][]uint8, len(segments))
	fresh := false
	for i, segment := range segments {
		held, known := k.segments[segment.Id()]
		if !known {
			var err error
			if held, err = readKinds(segment); err != nil {
				return nil, err
			}
			fresh = true
		}
		all[i] = held
	}
	if !fresh && len(segments) == len(k.segments) {
		return all, nil
	}
	k.segments = make(map[uint64][]uint8, len(segments))
	for i, segment := range segments {
		k.segments[segment.Id()] = all[i]
	}
	return all, nil
}

// readKinds reads them from the postings of each kind. Documents that were
// deleted have theirs too: an older snapshot may still show them.
func readKinds(of *scorch.SegmentSnapshot) ([]uint8, error) {
	dictionary, err := of.Segment().Dictionary(fieldKind)
	if err != nil {
		return nil, fmt.Errorf("open the dictionary of kinds: %w", err)
	}
	held := make([]uint8, of.Segment().Count())
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
			held[next.Number()] = uint8(n + 1)
		}
	}
	return held, nil
}
