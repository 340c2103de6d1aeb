package bleveindex

import (
	"context"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

var (
	_ search.Demander = (*Index)(nil)
	_ search.Demands  = demands{}
)

// Demands prepares what a query's text demands besides its words, for engines
// that do not go by words: that an entry holds every phrase and nothing that is
// excluded, in its title or in its text. It is nil where the text demands nothing.
func (i *Index) Demands(query string) search.Demands {
	wanted := i.asked().demanded(search.ParseExpression(query))
	if len(wanted.must)+len(wanted.not) == 0 {
		return nil
	}
	return demands{index: i, wanted: wanted}
}

// demands are what one query demands.
type demands struct {
	index  *Index
	wanted demanded
}

// Holds reads off an entry whether it meets them.
func (d demands) Holds(e quarry.Entry) bool { return d.index.schema.analyzerOf(e).holds(e, d.wanted) }

// Among returns which of some entries are in the index and meet them, and the
// change up to which that is known. No text is read. An index that cannot tell
// now is quarry.KindUnavailable.
func (d demands) Among(ctx context.Context, refs []quarry.EntryRef) (map[quarry.EntryRef]bool, quarry.Sequence, error) {
	met := make(map[quarry.EntryRef]bool, len(refs))
	var read quarry.Sequence
	err := d.index.look(func(s *snapshot) error {
		known, err := readRecord(s)
		if err != nil {
			return err
		}
		if !s.schema.tells(known, d.wanted) {
			return unavailable()
		}
		read = known.Cursor
		return s.meeting(ctx, d.wanted, refs, met)
	})
	return met, read, err
}

// tells reports whether an index with this record can tell who meets what is
// demanded: an older one, which serves until it is built anew, does not say where
// small words stand.
func (s *schema) tells(known record, wanted demanded) bool {
	return known.Small == s.analyzer.small.version() || !wanted.hasSmall()
}

// meeting notes which of some entries meet what is demanded.
func (s *snapshot) meeting(ctx context.Context, wanted demanded, refs []quarry.EntryRef, into map[quarry.EntryRef]bool) error {
	ids, err := openColumns(s.IndexSnapshot, fieldEntry)
	if err != nil {
		return err
	}
	segments, err := s.phraseMatchers()
	if err != nil {
		return err
	}
	for i, h := range segments {
		numbers, err := numbersOf(&ids[i], refs)
		if err != nil {
			return err
		}
		among := roaring.New()
		for number := range numbers {
			among.Add(number)
		}
		if among, err = h.meeting(ctx, wanted, among); err != nil {
			return err
		}
		for each := among.Iterator(); each.HasNext(); {
			into[numbers[each.Next()]] = true
		}
	}
	return nil
}

// meeting returns those of some documents that meet what is demanded.
func (h phraseMatcher) meeting(ctx context.Context, wanted demanded, among *roaring.Bitmap) (*roaring.Bitmap, error) {
	among, err := h.all(ctx, wanted.must, among)
	if err != nil {
		return nil, err
	}
	return h.none(ctx, wanted.not, among)
}

// phraseMatchers returns those of the index, by segment.
func (s *snapshot) phraseMatchers() ([]phraseMatcher, error) {
	var fields [phraseFields][]column
	for i := range fields {
		var err error
		if fields[i], err = openColumns(s.IndexSnapshot, scoredNames()[i]); err != nil {
			return nil, err
		}
	}
	return s.phraseMatchersOf(fields)
}

// phraseMatchersOf is phraseMatchers for fields that are open.
func (s *snapshot) phraseMatchersOf(fields [phraseFields][]column) ([]phraseMatcher, error) {
	all := make([]phraseMatcher, len(fields[titleField]))
	for field, columns := range fields {
		told, err := openColumns(s.IndexSnapshot, toldNames()[field])
		if err != nil {
			return nil, err
		}
		for i := range all {
			h := &all[i]
			h.of, h.offset, h.small = columns[i].of, columns[i].offset, s.schema.analyzer.small
			h.fields[field], h.told[field] = &columns[i], &told[i]
		}
	}
	return all, nil
}

// numbersOf returns the documents of a segment that are alive and are one of some
// entries.
func numbersOf(ids *column, refs []quarry.EntryRef) (map[uint32]quarry.EntryRef, error) {
	numbers := map[uint32]quarry.EntryRef{}
	for _, ref := range refs {
		found, err := ids.find([]byte(ref.ID))
		if err != nil {
			return nil, fmt.Errorf("look up %q: %w", ref.ID, err)
		}
		next, err := found.Next()
		if err != nil {
			return nil, fmt.Errorf("look up %q: %w", ref.ID, err)
		}
		if next != nil {
			numbers[uint32(next.Number())] = ref //nolint:gosec // Bleve numbers documents in 32 bits.
		}
	}
	return numbers, nil
}
