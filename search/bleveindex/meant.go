package bleveindex

import (
	"context"
	"slices"
)

// meantWeight is how much a word counts that may be meant, against the one that is
// written.
const meantWeight = 0.45

// addMeant adds to the scores what entries have of the words that may be meant by
// common ones which no entry has: "contracts with children" by "contacts with
// children". The query says what it says and is not repaired, but a letter is soon
// lost, and where entries have the longer word beside another of the query's, it
// may be that.
func (s *snapshot) addMeant(ctx context.Context, r *ranker, text string, written []spelled) error {
	unknown := slices.DeleteFunc(slices.Clone(written), func(w spelled) bool {
		return !w.common || !r.missing[w.term]
	})
	if len(unknown) == 0 {
		return nil
	}
	others, err := s.coOccurrenceOf(text)
	if err != nil {
		return err
	}
	for _, word := range unknown[:min(mostRepairs, len(unknown))] {
		meant, err := s.lostLetter(others, word)
		if err != nil {
			return err
		}
		if meant == "" {
			continue
		}
		next := alternative{terms: s.schema.analyzer.stems(meant), of: []string{word.term}, weight: meantWeight}
		if err := r.addAlternative(ctx, next); err != nil {
			return err
		}
	}
	return nil
}

// lostLetter returns the likeliest of the words that a common one would be if it
// had lost a letter, not the first, and that stand beside another word of the
// query, if entries have any of these; "" where there is none.
func (s *snapshot) lostLetter(from *coOccurrence, word spelled) (string, error) {
	near, err := s.near(fieldWord, word.word, 1)
	if err != nil {
		return "", err
	}
	forms, err := s.inOtherForms(word)
	if err != nil {
		return "", err
	}
	var beside []meaning
	for _, longer := range append(meantBy(word.word, near), forms...) {
		_, together, err := from.expects(longer.word)
		if err != nil {
			return "", err
		}
		if longer.weight >= otherForm*letterLost && (together > 0 || len(from.companions) == 0) {
			beside = append(beside, longer)
		}
	}
	return from.likeliest(beside)
}
