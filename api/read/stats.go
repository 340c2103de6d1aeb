package read

import (
	"context"
	"fmt"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// StatsReader counts what the store holds.
type StatsReader interface {
	Stats(ctx context.Context) (quarry.Stats, error)
}

// GetStats answers counts, coverage and the state of every follower.
//
//	@Summary		Read statistics
//	@Description	Counts, coverage over all documents' lines, the revision, and the state of every index that follows it.
//	@x-whole		true
//	@Success		200		{object}	view.Stats
//	@Router			/v1/stats [get]
func (h *Handlers) GetStats(c *gin.Context) error {
	ctx := c.Request.Context()
	stats, err := h.Store.Stats(ctx)
	if err != nil {
		return fmt.Errorf("count the store: %w", err)
	}
	return h.AnswerAt(c, stats.Revision, view.Stats{
		Documents: stats.Documents, Counts: view.Counts(stats.Counts), Answered: stats.Answered,
		Coverage: stats.Coverage, Lines: view.LineCounts(stats.Lines), Bytes: stats.Bytes,
		Revision: int64(stats.Revision), Version: h.Build,
		Followers: view.Map(h.States(ctx), func(f quarry.FollowerState) view.Follower {
			return view.NewFollower(f, stats.Revision)
		}),
	})
}
