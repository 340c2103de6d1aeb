package search

import (
	"context"

	"github.com/quarrykb/quarry"
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
