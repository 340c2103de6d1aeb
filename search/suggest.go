package search

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// Completer is an engine that finds entries while a query is being typed.
type Completer interface {
	// Complete ranks at most so many entries whose titles hold every word of a
	// text, the last one at least by its beginning. Where nothing does, it may
	// complete what it takes the text for, and says so in CorrectedQuery.
	Complete(ctx context.Context, text string, most int) (Ranking, error)
}

// spare is how many more entries are looked at than are shown: of many, one
// title shows.
const spare = 8

// Suggest returns entries whose titles complete a text, best first: those whose
// title begins with the text, then those that have its words elsewhere. Of
// entries with the same title the first is returned. Where nothing completes the
// text, its slips of the pen are put right. It is quarry.KindUnavailable where no
// engine can complete.
func (s *Searcher) Suggest(ctx context.Context, text string, limit int) (quarry.Suggested, error) {
	if limit < 1 {
		return quarry.Suggested{}, quarry.Errorf(quarry.KindInvalid, "limit must be at least 1")
	}
	ranking, err := s.complete(ctx, text, spare*limit)
	if err != nil {
		return quarry.Suggested{}, err
	}
	suggested := quarry.Suggested{CorrectedQuery: ranking.CorrectedQuery, Revision: ranking.Revision}
	if len(ranking.Hits) == 0 {
		return suggested, nil
	}
	refs := make([]quarry.EntryRef, len(ranking.Hits))
	for i, one := range ranking.Hits {
		refs[i] = one.EntryRef
	}
	alive, err := s.entries(ctx, refs)
	if err != nil {
		return quarry.Suggested{}, err
	}
	var ordered []quarry.Entry
	for _, ref := range refs {
		if entry := alive[ref]; entry != nil {
			ordered = append(ordered, *entry)
		}
	}
	suggested.Entries = completed(ordered, cmp.Or(ranking.CorrectedQuery, text), limit)
	return suggested, nil
}

func (s *Searcher) complete(ctx context.Context, text string, most int) (Ranking, error) {
	for _, engine := range s.setup.Engines {
		if completer, ok := engine.Engine.(Completer); ok {
			return completer.Complete(ctx, text, most)
		}
	}
	return Ranking{}, quarry.Errorf(quarry.KindUnavailable, "no engine can complete a text").WithCode("engine_unavailable")
}

// completed returns the first entries of different titles, those first that
// begin with the text.
func completed(entries []quarry.Entry, written string, limit int) []quarry.Entry {
	typed, seen := text.Folded(written), map[string]bool{}
	var begin, hold []quarry.Entry
	for _, entry := range entries {
		title := text.Folded(entry.Title)
		switch {
		case seen[title]:
		case strings.HasPrefix(title, typed):
			begin = append(begin, entry)
		default:
			hold = append(hold, entry)
		}
		seen[title] = true
	}
	all := slices.Concat(begin, hold)
	return all[:min(limit, len(all))]
}
