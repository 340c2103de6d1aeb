package search

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// Completer is an engine that finds entries while somebody types.
type Completer interface {
	// Complete ranks at most so many entries whose titles hold every word of a
	// text, the last one at least by its beginning.
	Complete(ctx context.Context, text string, most int) ([]Ranked, error)
}

// spare is how many more entries are looked at than are shown: of many, one
// title shows.
const spare = 8

// Suggest returns entries whose titles complete a text, best first: those whose
// title begins with the text, then those that have its words elsewhere. Of
// entries with the same title the first is returned. It is
// quarry.KindUnavailable where no engine can complete.
func (s *Searcher) Suggest(ctx context.Context, text string, limit int) ([]quarry.Entry, error) {
	if limit < 1 {
		return nil, quarry.Errorf(quarry.KindInvalid, "limit must be at least 1")
	}
	ranked, err := s.complete(ctx, text, spare*limit)
	if err != nil || len(ranked) == 0 {
		return nil, err
	}
	refs := make([]quarry.EntryRef, len(ranked))
	for i, one := range ranked {
		refs[i] = one.EntryRef
	}
	read, _, err := s.entries.Entries(ctx, refs)
	if err != nil {
		return nil, fmt.Errorf("read the entries of %d suggestions: %w", len(refs), err)
	}
	return completed(inOrder(read, refs), text, limit), nil
}

func (s *Searcher) complete(ctx context.Context, text string, most int) ([]Ranked, error) {
	for _, engine := range s.engines {
		if completer, ok := engine.Engine.(Completer); ok {
			return completer.Complete(ctx, text, most)
		}
	}
	return nil, quarry.Errorf(quarry.KindUnavailable, "no engine can complete a text").WithCode("engine_unavailable")
}

// inOrder returns entries in the order of their references.
func inOrder(entries []quarry.Entry, refs []quarry.EntryRef) []quarry.Entry {
	read := make(map[quarry.EntryRef]quarry.Entry, len(entries))
	for _, entry := range entries {
		read[entry.EntryRef] = entry
	}
	var ordered []quarry.Entry
	for _, ref := range refs {
		if entry, ok := read[ref]; ok {
			ordered = append(ordered, entry)
		}
	}
	return ordered
}

// completed returns the first entries of different titles, those first that
// begin with the text.
func completed(entries []quarry.Entry, text string, limit int) []quarry.Entry {
	typed, seen := folded(text), map[string]bool{}
	var begin, hold []quarry.Entry
	for _, entry := range entries {
		title := folded(entry.Title)
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

// folded returns a text in which only words count.
func folded(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }
