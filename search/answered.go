package search

import (
	"context"
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// mostRead is how many bytes of an entry are held against questions.
const mostRead = 4096

// AnsweredBy returns the questions without an answer that share the most words with an
// entry and the titles above it, rare ones counting more: at most so many, best first. It
// asks what [Searcher.Answers] does from the other side, by the words alone that say how
// likely an answer is.
func (s *Searcher) AnsweredBy(ctx context.Context, by quarry.Entry, most int) ([]quarry.EntryRef, error) {
	at := s.at(EngineLexical)
	if at < 0 {
		return nil, notThere(EngineLexical)
	}
	said := strings.Join(append([]string{by.Title}, by.Source.Heading...), ". ") + ". " + by.Text
	ranking, err := s.engines[at].Engine.Search(ctx, quarry.Query{
		Text: s.undemanding(text.Clip(said, mostRead)), Limit: most,
		Filter: quarry.Filter{Kinds: []quarry.EntryKind{quarry.EntryQuestion}, Answered: quarry.No},
	})
	if err != nil {
		return nil, fmt.Errorf("look for what %s answers: %w", by.ID, err)
	}
	refs := make([]quarry.EntryRef, len(ranking.Hits))
	for i, hit := range ranking.Hits {
		refs[i] = hit.EntryRef
	}
	return refs, nil
}
