package study

import (
	"context"
)

// Next returns what a learner is to be asked.
func (d *Desk) Next(ctx context.Context, r NextRequest) (Next, error) {
	return Next{Learner: r.Learner}, ctx.Err()
}
