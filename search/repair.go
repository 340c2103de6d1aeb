package search

import (
	"context"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// Repairer is an engine that knows which words its entries have.
type Repairer interface {
	// Repaired returns a query's text with its slips of the pen put right, the text
	// itself where there are none.
	Repaired(ctx context.Context, text string) (string, error)
}

// repaired returns what a query is taken for before engines are asked that cannot
// tell a slip themselves; "" where that is what it says. An engine that cannot
// answer repairs nothing: when it is asked for hits, it says so itself. Where it is
// the only engine, it puts slips right as it goes.
func (s *Searcher) repaired(ctx context.Context, q quarry.Query) string {
	if q.Mode == quarry.ModeLexical || len(s.engines) == 1 {
		return ""
	}
	for _, engine := range s.engines {
		repairer, ok := engine.Engine.(Repairer)
		if !ok {
			continue
		}
		if better, err := repairer.Repaired(ctx, q.Text); err == nil && better != q.Text {
			return better
		}
	}
	return ""
}

// shortestTelling is how many letters a word has that tells something of what a query
// is about, where nothing but its letters are known.
const shortestTelling = 4

// kept returns how much of what was searched for the query itself asks for, from 0 to
// 1: a word that was taken for a slip may be meant as it is written, the sooner the
// shorter it is. What is excluded and what only asks tell nothing of that, however
// many words they are.
func (h engineResults) kept(asking askingWords) float64 {
	written, meant := asked(h.written), asked(h.correctedQuery())
	if len(written) != len(meant) {
		return 1
	}
	words, kept := 0.0, 0.0
	for i, word := range written {
		if letters := utf8.RuneCountInString(word); letters >= shortestTelling && !asking.asks(word) {
			words++
			alike := 1 - float64(text.Slips(word, meant[i]))/float64(letters)
			kept += max(0, alike*alike)
		}
	}
	if words == 0 {
		return 1
	}
	return kept / words
}

// asked returns the words in lower case that a query wants to find.
func asked(query string) []string { return text.Words(ParseExpression(query).Positive()) }
