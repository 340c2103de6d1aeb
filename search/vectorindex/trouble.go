package vectorindex

import (
	"context"
	"log/slog"

	"github.com/quarrykb/quarry"
)

// Trouble says why the last query that the embedder was asked for has no vector, ""
// where it has one.
func (i *Index) Trouble() string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.trouble
}

// noteTrouble takes in what came of asking the embedder for a query. It is logged
// when it begins and when it is over, and not for every query between. A caller that left
// before the answer says nothing of the embedder.
func (i *Index) noteTrouble(ctx context.Context, err error) {
	if ctx.Err() != nil {
		return
	}
	now := ""
	if err != nil {
		now = "queries have no vectors: " + quarry.Explain(err).Message
	}
	i.mu.Lock()
	before := i.trouble
	i.trouble = now
	i.mu.Unlock()
	switch {
	case before == "" && err != nil:
		i.options.Log.WarnContext(ctx, "the embedder makes no vectors of queries: searches go by words", slog.Any("error", err))
	case before != "" && err == nil:
		i.options.Log.InfoContext(ctx, "the embedder makes vectors of queries again")
	}
}
