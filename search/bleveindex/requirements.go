package bleveindex

import (
	"context"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex/analyzer"
	"github.com/quarrykb/quarry/search/bleveindex/postings"
	"github.com/quarrykb/quarry/search/bleveindex/score"
)

var (
	_ search.Requirer     = (*Index)(nil)
	_ search.Requirements = requirements{}
)

// Requirements prepares what a query's text requires besides its words, for engines
// that do not go by words: that an entry holds every phrase and nothing that is
// excluded, in its title or in its text. It is nil where the text requires nothing.
func (i *Index) Requirements(query string) search.Requirements {
	wanted := i.asked().Requirements(search.ParseExpression(query))
	if wanted.Empty() {
		return nil
	}
	return requirements{index: i, wanted: wanted}
}

// requirements are what one query requires.
type requirements struct {
	index  *Index
	wanted analyzer.Requirements
}

// MetBy reads off an entry whether it meets them.
func (r requirements) MetBy(e quarry.Entry) bool {
	return r.index.schema.analyzerOf(e).Meets(e, r.wanted)
}

// Among returns which of some entries are in the index and meet them, and the
// change up to which that is known. No text is read. An index that cannot tell
// now is quarry.KindUnavailable.
func (r requirements) Among(
	ctx context.Context, refs []quarry.EntryRef,
) (map[quarry.EntryRef]bool, quarry.Sequence, error) {
	met := make(map[quarry.EntryRef]bool, len(refs))
	var read quarry.Sequence
	err := r.index.look(func(s *snapshot) error {
		known, err := readRecord(s)
		if err != nil {
			return err
		}
		read = known.Cursor
		ids, err := postings.Open(s.IndexSnapshot, postings.FieldEntry)
		if err != nil {
			return err
		}
		segments, err := score.NewPhraseMatchers(s.IndexSnapshot, s.schema.analyzer.StopWords)
		if err != nil {
			return err
		}
		for i, matcher := range segments {
			numbers, among, err := numbersOf(&ids[i], refs)
			if err != nil {
				return err
			}
			if among, err = matcher.Meeting(ctx, r.wanted, among); err != nil {
				return err
			}
			for each := among.Iterator(); each.HasNext(); {
				met[numbers[each.Next()]] = true
			}
		}
		return nil
	})
	return met, read, err
}

// numbersOf returns the documents of a segment that are alive and are one of some
// entries.
func numbersOf(ids *postings.Column, refs []quarry.EntryRef) (map[uint32]quarry.EntryRef, *roaring.Bitmap, error) {
	numbers, all := map[uint32]quarry.EntryRef{}, roaring.New()
	for _, ref := range refs {
		found, err := ids.Find([]byte(ref.ID))
		if err != nil {
			return nil, nil, fmt.Errorf("look up %q: %w", ref.ID, err)
		}
		next, err := found.Next()
		if err != nil {
			return nil, nil, fmt.Errorf("look up %q: %w", ref.ID, err)
		}
		if next != nil {
			number := uint32(next.Number()) //nolint:gosec // Bleve numbers documents in 32 bits.
			numbers[number] = ref
			all.Add(number)
		}
	}
	return numbers, all, nil
}
