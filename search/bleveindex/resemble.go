package bleveindex

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// How much a term in an entry's text counts here, against titleWeight for one in
// its title: entries that ask the same are looked for, and an answer that mentions
// it asks something else. The common words of a title are rather the form of a
// question ("explain how") than what it is about. Of the text of the entry itself
// the words count that fewest others have, each a little.
const (
	resemblingTextWeight = 0.4
	formWeight           = 0.3

	mostTelling   = 24 // terms
	tellingWeight = 0.25
)

// Resembling ranks the entries that pass a filter by the words of an entry's title
// and the most telling ones of its text. What it names keeps nothing apart.
func (i *Index) Resembling(ctx context.Context, to quarry.Entry, f quarry.Filter, most int) (search.Ranking, error) {
	filter, err := filterClauses(f)
	if err != nil {
		return search.Ranking{}, err
	}
	var ranking search.Ranking
	err = i.look(func(s *snapshot) error {
		known, err := readRecord(s)
		if err != nil {
			return err
		}
		ranking.Revision = known.Cursor
		ranker, err := s.newRanker(ctx, known.Tokens, filter, demanded{})
		if err != nil {
			return err
		}
		ranker.fields[textField].weight = resemblingTextWeight
		if err := errors.Join(s.rankTitle(ctx, ranker, to.Title), s.rankTelling(ctx, ranker, to)); err != nil {
			return err
		}
		matches, err := s.passing(ctx, ranker, nil)
		if err != nil {
			return err
		}
		s.memory.matches, ranking.Total = matches, len(matches)
		ranking.Hits, err = best(s.listings(), s.memory, most)
		return err
	})
	return ranking, err
}

// rankTitle adds to the scores what entries have of the words of a title.
func (s *snapshot) rankTitle(ctx context.Context, r *ranker, title string) error {
	a, err := s.asked()
	if err != nil {
		return err
	}
	wanted := s.schema.read(search.Expression{Words: title})
	wanted.translate(a, title)
	r.forms = wanted.forms
	var common []string
	wanted.terms = slices.DeleteFunc(wanted.terms, func(term string) bool {
		if s.schema.common[term] {
			common = append(common, term)
		}
		return s.schema.common[term]
	})
	for _, term := range common {
		if err := r.addWeighted(ctx, term, formWeight); err != nil {
			return err
		}
	}
	return r.addAll(ctx, wanted)
}

// rankTelling adds to the scores what entries have of the telling words of an entry's text.
func (s *snapshot) rankTelling(ctx context.Context, r *ranker, to quarry.Entry) error {
	if r.asked == 0 { // of a title in which nothing can be searched
		return nil
	}
	columns, err := openColumns(s.IndexSnapshot, fieldText)
	if err != nil {
		return err
	}
	type telling struct {
		term  string
		count int
	}
	var all []telling
	a := s.schema.analyzerOf(to)
	for _, term := range plainTerms(a.terms(a.words(to.Text))) {
		count, err := frequency(columns, term)
		if err != nil {
			return err
		}
		if _, asked := r.idf[term]; count > 1 && !asked { // the one is the entry's own
			all = append(all, telling{term, count})
		}
	}
	slices.SortStableFunc(all, func(a, b telling) int { return cmp.Compare(a.count, b.count) })
	for _, next := range all[:min(mostTelling, len(all))] {
		if err := r.addAlternative(ctx, alternative{terms: []string{next.term}, weight: tellingWeight}); err != nil {
			return err
		}
	}
	return nil
}
