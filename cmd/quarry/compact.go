package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/store/sqlite"
)

type compactCommand struct {
	JSON bool `help:"Print what came of it as JSON."`
}

// Help says when that is worth it.
func (c *compactCommand) Help() string {
	return "Stop the server first. What was deleted leaves room in the database that is used again, so that the file grows " +
		"no further, and does not get smaller either: this gives the room back. quarry doctor says how much there is. " +
		"The disk needs space for a second database meanwhile."
}

// Run compacts the database, which no other process may have open for writing.
func (c *compactCommand) Run(ctx context.Context, s *app.Session) (err error) {
	if err := s.Present(ctx); err != nil {
		return err
	}
	held, err := s.Acquire(ctx, "compact")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, held.Release()) }()
	done, err := sqlite.Compact(ctx, s.Database())
	if err != nil {
		return present.Stopped(ctx, err, "the database is as it was")
	}
	report := compactReport{File: s.Database(), BytesBefore: done.Before.Taken, Bytes: done.After.Taken}
	if c.JSON {
		return present.JSON(s.Out, report)
	}
	_, err = fmt.Fprintf(s.Out, "quarry: %s takes %s, %s before\n", report.File, present.Megabytes(report.Bytes),
		present.Megabytes(report.BytesBefore))
	return err
}

// compactReport is what came of compacting, in JSON.
type compactReport struct {
	File        string `json:"file"`
	BytesBefore int64  `json:"bytes_before"`
	Bytes       int64  `json:"bytes"`
}
