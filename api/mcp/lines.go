package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// serveLines answers on a pair of streams.
func serveLines(ctx context.Context, server *sdk.Server, in io.Reader, out io.Writer) error {
	answers := &shared{to: out}
	defer func() { _ = answers.Close() }() // it never fails
	transport := &patient{IOTransport: &sdk.IOTransport{
		Reader: io.NopCloser(newSieve(in, answers)), Writer: answers, MaxLineLength: LongestMessage + 1,
	}}
	if err := server.Run(ctx, transport); err != nil && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("speak MCP: %w", err)
	}
	return nil
}

// patient is a transport whose input ends when what was asked is answered: a script
// that writes its questions and closes the pipe gets all of its answers.
type patient struct{ *sdk.IOTransport }

// Connect opens the connection.
func (t *patient) Connect(ctx context.Context) (sdk.Connection, error) {
	connection, err := t.IOTransport.Connect(ctx)
	if err != nil {
		return nil, fmt.Errorf("open the streams: %w", err)
	}
	return &patientConnection{
		Connection: connection, asked: map[jsonrpc.ID]bool{}, answered: make(chan struct{}, 1), closed: make(chan struct{}),
	}, nil
}

type patientConnection struct {
	sdk.Connection

	mu       sync.Mutex
	asked    map[jsonrpc.ID]bool // what has no answer yet
	answered chan struct{}       // has room for one: something was answered
	closing  sync.Once
	closed   chan struct{}
}

// Read returns the next message, and the end of the input once nothing is under way.
func (c *patientConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	if request, ok := message.(*jsonrpc.Request); ok && request.IsCall() {
		c.mu.Lock()
		c.asked[request.ID] = true
		c.mu.Unlock()
	}
	if err != nil {
		c.wait(ctx)
	}
	return message, err
}

// wait returns when everything was answered, or the caller has gone.
func (c *patientConnection) wait(ctx context.Context) {
	for {
		c.mu.Lock()
		left := len(c.asked)
		c.mu.Unlock()
		if left == 0 {
			return
		}
		select {
		case <-c.answered:
		case <-c.closed:
			return
		case <-ctx.Done():
			return
		}
	}
}

// Write sends a message.
func (c *patientConnection) Write(ctx context.Context, message jsonrpc.Message) error {
	err := c.Connection.Write(ctx, message)
	if response, ok := message.(*jsonrpc.Response); ok {
		c.mu.Lock()
		delete(c.asked, response.ID)
		c.mu.Unlock()
		select {
		case c.answered <- struct{}{}:
		default:
		}
	}
	return err
}

// Close ends the connection.
func (c *patientConnection) Close() error {
	c.closing.Do(func() { close(c.closed) })
	return c.Connection.Close()
}
