package main

import (
	"context"
	"errors"

	"github.com/quarrykb/quarry/api/mcp"
	"github.com/quarrykb/quarry/cmd/quarry/app"
)

type mcpCommand struct {
	Text      bool   `help:"Give every answer as text, for a chatbot that shows its model nothing else."`
	PublicURL string `help:"What the addresses in answers begin with (the server's address, or nothing without one)." env:"QUARRY_PUBLIC_URL" placeholder:"URL"`
}

// Help says what it is for.
func (c *mcpCommand) Help() string {
	return `Speaks the Model Context Protocol on standard input and output, for a chatbot on
this machine that starts it: give it "quarry" as the command and "mcp" as its
argument. Add "--data" and an absolute folder, for chatbots start programs anywhere.

Where "quarry serve" has the data directory, that server is asked, by as many
chatbots as there are. Otherwise this process opens the directory itself, and has it
to itself until it ends. Then there is no server, and unless --public-url names one
the addresses in answers are relative (/v1/facts/…). "fetch" takes them as they are.
A chatbot that speaks HTTP needs none of this: it is told the server's address with
/mcp behind it.

Nothing but protocol is written to standard output; messages and logs go to standard
error. It ends when its input does.`
}

// Run speaks MCP until the input ends or it is stopped.
func (c *mcpCommand) Run(ctx context.Context, s *app.Session) error {
	from, err := s.AskForLong(ctx)
	if err != nil {
		return err
	}
	tools := mcp.New(mcp.Config{
		Transport: from, Address: from.Address, PublicURL: c.PublicURL, AsText: c.Text, Build: s.Build.Version, Log: s.Log,
	})
	return errors.Join(tools.Serve(ctx, s.In, s.Out), from.Close())
}
