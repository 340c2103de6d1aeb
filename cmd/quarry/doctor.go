package main

import (
	"context"

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
		show := func(documents int) func() { return present.Counted(s.Err, documents, "examining documents") }
		if err := doctor.Examine(ctx, &s.Dir, store, found, show); err != nil {
			return err
		}
		return found.Close()
	})
}
