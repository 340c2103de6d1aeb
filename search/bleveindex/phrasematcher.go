package bleveindex

import (
	"context"
	"fmt"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// phraseFields are the fields in which a phrase may stand.
const phraseFields = 2

// smallNames names what says where small words stand in the fields of phrases.
func smallNames() [phraseFields]string { return [phraseFields]string{fieldSmallTitle, fieldSmallText} }

// toldNames names what says which small words stand in them.
func toldNames() [phraseFields]string { return [phraseFields]string{fieldToldTitle, fieldToldText} }

// phraseMatcher tells which documents of a segment hold phrases: first by the bitmaps
// of their words, then by where these stand, in the documents alone that are left.
type phraseMatcher struct {
	of     *scorch.SegmentSnapshot
	offset uint64 // of its documents among all
	fields [phraseFields]*column
	told   [phraseFields]*column // which small words stand in them, and which side by side
	small  smallWords
}

// all returns those of some documents that hold every phrase.
func (h phraseMatcher) all(ctx context.Context, phrases []phrase, among *roaring.Bitmap) (*roaring.Bitmap, error) {
	for _, p := range phrases {
		err := ctx.Err()
		if err == nil {
			among, err = h.worded(p, among)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, p := range phrases {
		var err error
		if p.isTold() {
			continue // by its words
		}
		if among, err = h.one(ctx, p, among); err != nil {
			return nil, err
		}
	}
	return among, nil
}

// none returns those of some documents that hold none of some phrases.
func (h phraseMatcher) none(ctx context.Context, phrases []phrase, among *roaring.Bitmap) (*roaring.Bitmap, error) {
	for _, p := range phrases {
		held, err := h.one(ctx, p, among)
		if err != nil {
			return nil, err
		}
		among = roaring.AndNot(among, held)
	}
	return among, nil
}

// one returns those of some documents that hold a phrase in either field.
func (h phraseMatcher) one(ctx context.Context, p phrase, among *roaring.Bitmap) (*roaring.Bitmap, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	held := roaring.New()
	among, err := h.worded(p, among)
	if err != nil || p.isTold() {
		return among, err
	}
	for field := range h.fields {
		further, err := h.in(ctx, field, p, roaring.AndNot(among, held))
		if err != nil {
			return nil, err
		}
		held.Or(further)
	}
	return held, nil
}

// worded returns those of some documents that may hold a phrase by their words.
func (h phraseMatcher) worded(p phrase, among *roaring.Bitmap) (*roaring.Bitmap, error) {
	having, err := h.having(p)
	if err != nil || having == nil {
		return among, err
	}
	return roaring.And(among, having), nil
}

// having returns the documents that have a phrase's words in one field, wherever
// they stand in it; nil for all.
func (h phraseMatcher) having(p phrase) (*roaring.Bitmap, error) {
	title, err := h.havingIn(titleField, p)
	if err != nil || title == nil {
		return nil, err
	}
	text, err := h.havingIn(textField, p)
	if err != nil || text == nil {
		return nil, err
	}
	return roaring.Or(title, text), nil
}

// havingIn is having for one field.
func (h phraseMatcher) havingIn(field int, p phrase) (*roaring.Bitmap, error) {
	told, err := inAll(p.told(), h.told[field].having)
	if err != nil {
		return nil, err
	}
	worded, err := inAll(p, h.fields[field].havingEither)
	switch {
	case err != nil || told == nil:
		return worded, err
	case worded == nil:
		return told, nil
	}
	return roaring.And(worded, told), nil
}

// in returns those of some documents that hold a phrase in one field.
func (h phraseMatcher) in(ctx context.Context, field int, p phrase, among *roaring.Bitmap) (*roaring.Bitmap, error) {
	having, err := h.havingIn(field, p)
	if err != nil {
		return nil, err
	}
	if having != nil {
		among = roaring.And(among, having)
	}
	if p.isTold() || among.IsEmpty() {
		return among, nil
	}
	reading, err := h.read(field, p, among)
	if err != nil {
		return nil, err
	}
	held := roaring.New()
	for each := among.Iterator(); each.HasNext(); {
		document := each.Next()
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := reading.at(uint64(document)); err != nil {
			return nil, fmt.Errorf("read where the words of a phrase stand: %w", err)
		}
		if p.stands(reading.where) {
			held.Add(document)
		}
	}
	return held, nil
}

// reading reads where the terms of a phrase stand in one field, one document
// after the other.
type reading struct {
	of       *scorch.SegmentSnapshot
	name     string // of the field that says where small words stand
	small    smallWords
	places   map[string]*[]int // by term
	postings []termReading
	wanted   map[byte]*[]int // of small words, by number
}

// termReading is where one term stands.
type termReading struct {
	places   *[]int
	postings segment.PostingsIterator
	next     segment.Posting // nil behind the last
}

// read begins before the first of some documents.
func (h phraseMatcher) read(field int, p phrase, among *roaring.Bitmap) (*reading, error) {
	terms := distinct(slices.Concat(p...))
	r := &reading{
		of: h.of, name: smallNames()[field], small: h.small, places: map[string]*[]int{}, wanted: h.small.wanted(terms),
	}
	for _, term := range terms {
		if isSmall(term) {
			r.places[term] = r.wanted[h.small.numbers[term[len(smallMark):]]]
			continue
		}
		next := termReading{places: new([]int)}
		var err error
		if next.postings, err = h.fields[field].standing(term, among); err == nil {
			next.next, err = next.postings.Next()
		}
		if err != nil {
			return nil, fmt.Errorf("read where %q stands: %w", term, err)
		}
		r.places[term] = next.places
		r.postings = append(r.postings, next)
	}
	return r, nil
}

// at goes to a document behind the last one.
func (r *reading) at(document uint64) error {
	for i := range r.postings {
		if err := r.postings[i].at(document); err != nil {
			return err
		}
	}
	if len(r.wanted) == 0 {
		return nil
	}
	for _, places := range r.wanted {
		*places = (*places)[:0]
	}
	return r.of.VisitDocument(document, func(field string, _ byte, code []byte, _ []uint64) bool {
		if field == r.name {
			r.small.find(code, r.wanted)
		}
		return field != r.name
	})
}

func (t *termReading) at(document uint64) error {
	*t.places = (*t.places)[:0]
	for t.next != nil && t.next.Number() < document {
		var err error
		if t.next, err = t.postings.Next(); err != nil {
			return err
		}
	}
	if t.next == nil || t.next.Number() > document {
		return nil
	}
	for _, location := range t.next.Locations() {
		*t.places = append(*t.places, int(location.Pos())) //nolint:gosec // far fewer than an int holds
	}
	return nil
}

// where returns where a term stands in the document.
func (r *reading) where(term string) []int { return *r.places[term] }

// withoutPhrases returns those of some matches, by document number, that hold no
// excluded phrase.
func withoutPhrases(ctx context.Context, matches []match, segments []phraseMatcher, excluded []phrase) ([]match, error) {
	kept, at := matches[:0], 0
	for _, h := range segments {
		of, among := at, roaring.New()
		for ; at < len(matches) && matches[at].number < h.offset+h.of.Segment().Count(); at++ {
			among.Add(uint32(matches[at].number - h.offset)) //nolint:gosec // Bleve numbers documents in 32 bits.
		}
		among, err := h.none(ctx, excluded, among)
		if err != nil {
			return nil, err
		}
		for _, m := range matches[of:at] {
			if among.Contains(uint32(m.number - h.offset)) { //nolint:gosec // the same
				kept = append(kept, m)
			}
		}
	}
	return kept, nil
}
