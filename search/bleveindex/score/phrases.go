package score

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"

	"github.com/quarrykb/quarry/search/bleveindex/analyzer"
	"github.com/quarrykb/quarry/search/bleveindex/postings"
)

// PhraseMatcher tells which documents of a segment hold phrases: first by the bitmaps
// of their words, then by where these stand, in the documents alone that are left.
type PhraseMatcher struct {
	of        *scorch.SegmentSnapshot
	offset    uint64 // of its documents among all
	fields    [postings.PhraseFields]*postings.Column
	stopTerms [postings.PhraseFields]*postings.Column // which stop words stand in them, and which side by side
	stopWords analyzer.StopWords
}

// NewPhraseMatchers returns those of an index, by segment.
func NewPhraseMatchers(reader *scorch.IndexSnapshot, stopWords analyzer.StopWords) ([]PhraseMatcher, error) {
	fields, err := postings.OpenScored(reader)
	if err != nil {
		return nil, err
	}
	return newPhraseMatchers(reader, stopWords, fields)
}

// newPhraseMatchers is NewPhraseMatchers for fields that are open.
func newPhraseMatchers(
	reader *scorch.IndexSnapshot, stopWords analyzer.StopWords, fields [postings.ScoredFields][]postings.Column,
) ([]PhraseMatcher, error) {
	all := make([]PhraseMatcher, len(fields[postings.Title]))
	for field, name := range postings.StopTerms() {
		stopTerms, err := postings.Open(reader, name)
		if err != nil {
			return nil, err
		}
		for i := range all {
			m, column := &all[i], &fields[field][i]
			m.of, m.offset, m.stopWords = column.Of, column.Offset, stopWords
			m.fields[field], m.stopTerms[field] = column, &stopTerms[i]
		}
	}
	return all, nil
}

// Meeting returns those of some documents of the segment that are as is required.
func (m PhraseMatcher) Meeting(
	ctx context.Context, r analyzer.Requirements, among *roaring.Bitmap,
) (*roaring.Bitmap, error) {
	among, err := m.all(ctx, r.Must, among)
	if err != nil {
		return nil, err
	}
	return m.none(ctx, r.Not, among)
}

// all returns those of some documents that hold every phrase.
func (m PhraseMatcher) all(
	ctx context.Context, phrases []analyzer.Phrase, among *roaring.Bitmap,
) (*roaring.Bitmap, error) {
	for _, p := range phrases {
		err := ctx.Err()
		if err == nil {
			among, err = m.worded(p, among)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, p := range phrases {
		if p.ToldByTerms() {
			continue // by its words
		}
		var err error
		if among, err = m.one(ctx, p, among); err != nil {
			return nil, err
		}
	}
	return among, nil
}

// none returns those of some documents that hold none of some phrases.
func (m PhraseMatcher) none(
	ctx context.Context, phrases []analyzer.Phrase, among *roaring.Bitmap,
) (*roaring.Bitmap, error) {
	for _, p := range phrases {
		held, err := m.one(ctx, p, among)
		if err != nil {
			return nil, err
		}
		among = roaring.AndNot(among, held)
	}
	return among, nil
}

// one returns those of some documents that hold a phrase in either field.
func (m PhraseMatcher) one(ctx context.Context, p analyzer.Phrase, among *roaring.Bitmap) (*roaring.Bitmap, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	among, err := m.worded(p, among)
	if err != nil || p.ToldByTerms() {
		return among, err
	}
	held := roaring.New()
	for field := range m.fields {
		further, err := m.in(ctx, field, p, roaring.AndNot(among, held))
		if err != nil {
			return nil, err
		}
		held.Or(further)
	}
	return held, nil
}

// worded returns those of some documents that may hold a phrase by their words: these
// stand in one field, wherever in it.
func (m PhraseMatcher) worded(p analyzer.Phrase, among *roaring.Bitmap) (*roaring.Bitmap, error) {
	title, err := m.wordedIn(postings.Title, p)
	if err != nil || title == nil {
		return among, err
	}
	text, err := m.wordedIn(postings.Text, p)
	if err != nil || text == nil {
		return among, err
	}
	return roaring.And(among, roaring.Or(title, text)), nil
}

// wordedIn returns the documents that have a phrase's words in one field; nil for all.
func (m PhraseMatcher) wordedIn(field int, p analyzer.Phrase) (*roaring.Bitmap, error) {
	stopped, err := inAll(p.StopTerms(), m.stopTerms[field].Having)
	if err != nil {
		return nil, err
	}
	worded, err := inAll(p, func(terms []string) (*roaring.Bitmap, error) {
		return havingEither(m.fields[field], terms)
	})
	switch {
	case err != nil || stopped == nil:
		return worded, err
	case worded == nil:
		return stopped, nil
	}
	return roaring.And(worded, stopped), nil
}

// in returns those of some documents that hold a phrase in one field.
func (m PhraseMatcher) in(
	ctx context.Context, field int, p analyzer.Phrase, among *roaring.Bitmap,
) (*roaring.Bitmap, error) {
	having, err := m.wordedIn(field, p)
	if err != nil {
		return nil, err
	}
	if having != nil {
		among = roaring.And(among, having)
	}
	if p.ToldByTerms() || among.IsEmpty() {
		return among, nil
	}
	reading, err := m.read(field, p, among)
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
		if p.Stands(func(term string) []int { return *reading.places[term] }) {
			held.Add(document)
		}
	}
	return held, nil
}

// reading reads where the terms of a phrase stand in one field, one document
// after the other.
type reading struct {
	PhraseMatcher

	stopField string            // says where stop words stand
	places    map[string]*[]int // by term
	terms     []termReading
	wanted    analyzer.StopPlaces
}

// termReading is where one term stands.
type termReading struct {
	places   *[]int
	postings segment.PostingsIterator
	next     segment.Posting // nil behind the last
}

// read begins before the first of some documents.
func (m PhraseMatcher) read(field int, p analyzer.Phrase, among *roaring.Bitmap) (*reading, error) {
	terms := analyzer.Distinct(slices.Concat(p...))
	r := &reading{PhraseMatcher: m, stopField: postings.StopPlaces()[field], places: map[string]*[]int{}}
	var stops map[string]*[]int
	r.wanted, stops = m.stopWords.Places(terms)
	maps.Copy(r.places, stops)
	for _, term := range terms {
		if analyzer.IsStopWord(term) {
			continue
		}
		next := termReading{places: new([]int)}
		var err error
		if next.postings, err = m.fields[field].Places(term, among); err == nil {
			next.next, err = next.postings.Next()
		}
		if err != nil {
			return nil, fmt.Errorf("read where %q stands: %w", term, err)
		}
		r.places[term] = next.places
		r.terms = append(r.terms, next)
	}
	return r, nil
}

// at goes to a document behind the last one.
func (r *reading) at(document uint64) error {
	for i := range r.terms {
		if err := r.terms[i].at(document); err != nil {
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
		if field == r.stopField {
			r.stopWords.Decode(code, r.wanted)
		}
		return field != r.stopField
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

// withoutPhrases returns those of some matches, by document number, that hold no
// excluded phrase.
func withoutPhrases(
	ctx context.Context, matches []Match, segments []PhraseMatcher, excluded []analyzer.Phrase,
) ([]Match, error) {
	kept, at := matches[:0], 0
	for _, m := range segments {
		of, among := at, roaring.New()
		for ; at < len(matches) && matches[at].Number < m.offset+m.of.Segment().Count(); at++ {
			among.Add(uint32(matches[at].Number - m.offset)) //nolint:gosec // Bleve numbers documents in 32 bits.
		}
		among, err := m.none(ctx, excluded, among)
		if err != nil {
			return nil, err
		}
		for _, match := range matches[of:at] {
			if among.Contains(uint32(match.Number - m.offset)) { //nolint:gosec // the same
				kept = append(kept, match)
			}
		}
	}
	return kept, nil
}

// mostQuoted is how many phrases of stop words count.
const mostQuoted = 8

// AddStopPhrases adds to the scores what those of the required phrases count that have
// nothing but stop words, of which the index has no postings: each is a term of which the
// documents that are scored have one.
func (r *Ranker) AddStopPhrases(ctx context.Context, phrases []analyzer.Phrase) error {
	stops := slices.DeleteFunc(slices.Clone(phrases), func(p analyzer.Phrase) bool { return !p.OnlyStopWords() })
	if len(stops) == 0 {
		return nil
	}
	values, err := r.reader.DocValueReader([]string{postings.FieldLengths})
	if err != nil {
		return fmt.Errorf("read lengths: %w", err)
	}
	scored := 0
	for _, among := range r.among {
		scored += postings.Cardinality(among)
	}
	idf := r.inverseFrequency(scored)
	for _, p := range stops[:min(mostQuoted, len(stops))] {
		for at, m := range r.phrases {
			for field := range m.fields {
				held, err := m.in(ctx, field, p, r.among[at])
				if err != nil {
					return err
				}
				f := &r.fields[field]
				for each := held.Iterator(); each.HasNext(); {
					local := each.Next()
					document := m.offset + uint64(local)
					size, err := lengthsOf(values, document)
					if err != nil {
						return err
					}
					kind := r.kinds[at][local]
					shortness := 1 / float64(max(1, size.Tokens[field]))
					r.scores[document] += idf * (r.weights[kind] * f.part(1, shortness, f.average[kind]))
				}
			}
			for each := r.among[at].Iterator(); each.HasNext(); {
				r.covered[m.offset+uint64(each.Next())] += idf
			}
		}
		r.asked += idf
	}
	return nil
}

// lengthsOf reads the lengths of the fields of a document.
func lengthsOf(values index.DocValueReader, document uint64) (Lengths, error) {
	var size Lengths
	err := values.VisitDocValues(index.NewIndexInternalID(nil, document), func(_ string, value []byte) {
		postings.SplitNumbers(string(value), size.Tokens[:])
	})
	if err != nil {
		return size, fmt.Errorf("read the length of document %d: %w", document, err)
	}
	return size, nil
}
