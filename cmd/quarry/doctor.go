package main

import (
	"context"
	"io"

	"github.com/schollz/progressbar/v3"

	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/doctor"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/store/sqlite"
)

type doctorCommand struct {
	JSON bool `help:"Print the examination as JSON."`
}

// Run checks what is stored, and ends with exit code 1 where something is
// wrong. It writes nothing and may run beside a server.
func (c *doctorCommand) Run(ctx context.Context, s *app.Session) error {
	return s.ReadStore(ctx, func(store *sqlite.Store) error {
		found := doctor.NewChart(s.Data, s.Out, c.JSON)
		if err := doctor.Examine(ctx, &s.Dir, store, found, examining(s.Err)); err != nil {
			return err
		}
		return found.Close()
	})
}

// examining draws a bar on a terminal, and nothing anywhere else.
func examining(out io.Writer) func(documents int) func() {
	return func(documents int) func() {
		if documents < 2 || !present.IsScreen(out) {
			return func() {}
		}
		bar := progressbar.NewOptions(documents,
			progressbar.OptionSetWriter(out), progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(present.BarEvery), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetDescription("examining documents"))
		return func() { _ = bar.Add(1) } // a terminal that went away is none of our business
	}
}
