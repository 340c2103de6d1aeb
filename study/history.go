package study

import (
	"context"
	"io"

	"github.com/quarrykb/quarry"
)

// ExportHistory writes all that is kept of a learner. KindNotFound, before anything is
// written, where there is nothing.
func (d *Desk) ExportHistory(ctx context.Context, learner quarry.Learner, format Format, to io.Writer) error {
	return ctx.Err()
}

// ImportHistory takes over what ExportHistory wrote in FormatLines, also of another learner or
// by another server. Reviews that are there, by their ids, are passed over. KindInvalid, with
// the line, where it is none; then nothing is taken over.
func (d *Desk) ImportHistory(ctx context.Context, learner quarry.Learner, from io.Reader) (Imported, error) {
	return Imported{}, ctx.Err()
}

// TakeSchedules takes over the schedules that documents carry, as programs of flashcards write
// them, for questions that a filter lets through and the learner has no card of, and returns
// of how many.
func (d *Desk) TakeSchedules(ctx context.Context, learner quarry.Learner, f quarry.Filter) (int, error) {
	return 0, ctx.Err()
}
