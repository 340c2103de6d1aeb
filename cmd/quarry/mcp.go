package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/mcp"
)

type mcpCommand struct {
	PublicURL string `help:"What the addresses in answers begin with (the server's address, or nothing without one)." env:"QUARRY_PUBLIC_URL" placeholder:"URL"`
}

// Help says what it is for.
func (c *mcpCommand) Help() string {
	return `Speaks the Model Context Protocol on standard input and output, for a chatbot on
this machine that starts it: give it "quarry" as the command and "mcp" as its
argument. Add "--data" and an absolute folder, for chatbots start programs anywhere.

Where "quarry serve" has the data directory, that server is asked, by as many
chatbots as there are. Otherwise this process opens the directory itself, and has it
to itself until it ends; the addresses in answers are relative then (/v1/facts/…),
as nobody serves them, unless --public-url says where somebody does. "fetch" takes
them as they are. A chatbot that speaks HTTP needs none of this: it is told
the server's address with /mcp behind it.

Nothing but protocol is written to standard output; messages and logs go to standard
error. It ends when its input does.`
}

// Run speaks MCP until the input ends or somebody stops it.
func (c *mcpCommand) Run(s *session) error {
	from, err := s.askForLong()
	if err != nil {
		return err
	}
	tools, err := mcp.New(mcp.Config{
		Transport: from, Address: from.address, PublicURL: c.PublicURL, Build: version(), Log: s.log,
	})
	if err != nil {
		return errors.Join(quarry.Errorf(quarry.KindInternal, "cannot offer the tools: %v", err).Because(err), from.close())
	}
	return errors.Join(tools.Serve(s.ctx, s.in, s.out), from.close())
}

// lastingAsker answers for longer than a server may live: a chatbot runs for days. Where
// the server that was asked is gone, the one that took its place is, or this process.
type lastingAsker struct {
	session *session

	mu  sync.Mutex
	now *asker
}

func (s *session) askForLong() (*lastingAsker, error) {
	first, err := s.askFollowed(s.ctx, "mcp", (*base).readChanges)
	if err != nil {
		return nil, err
	}
	return &lastingAsker{session: s, now: first}, nil
}

// RoundTrip asks whoever answers now, and once more where nobody did.
func (a *lastingAsker) RoundTrip(r *http.Request) (*http.Response, error) {
	a.mu.Lock()
	asked := a.now
	a.mu.Unlock()
	response, err := asked.send(r)
	if err == nil || r.Context().Err() != nil {
		return response, err
	}
	next, err := a.instead(asked)
	if err != nil {
		return nil, err
	}
	return next.send(r)
}

// instead returns who answers in the place of one that does not.
func (a *lastingAsker) instead(gone *asker) (*asker, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.now != gone {
		return a.now, nil // somebody else noticed
	}
	next, err := a.session.askFollowed(a.session.ctx, "mcp", (*base).readChanges)
	if err != nil {
		return nil, err
	}
	a.now = next
	return next, gone.close()
}

func (a *lastingAsker) close() error {
	a.mu.Lock() // a call may still be on its way
	defer a.mu.Unlock()
	return a.now.close()
}

// address returns where the server is that answers now, "" where this process does, at
// which nobody can ask.
func (a *lastingAsker) address() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.now.base == insideBase {
		return ""
	}
	return a.now.base
}

// send asks by a request that was made for any address.
func (a *asker) send(r *http.Request) (*http.Response, error) {
	to, err := url.Parse(a.base)
	if err != nil {
		return nil, fmt.Errorf("read the address of the server: %w", err)
	}
	sent := r.Clone(r.Context())
	sent.URL.Host, sent.Host = to.Host, ""
	if r.GetBody != nil {
		if sent.Body, err = r.GetBody(); err != nil {
			return nil, fmt.Errorf("read the body again: %w", err)
		}
	}
	return a.client.Transport.RoundTrip(sent)
}
