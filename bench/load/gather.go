package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"
)

// around is a crowd: the caller that gathers it lets it leave.
type around struct {
	stop      context.CancelFunc
	group     sync.WaitGroup
	mu        sync.Mutex
	errors    []error
	reindexed int
	idle      []net.Conn
}

// gather opens the idle connections and the slow exports, and begins to reindex. It
// returns once each export has begun; leave ends all of it, whatever gather returned.
func gather(ctx context.Context, own writer, idle, slow int) (*around, error) {
	ctx, stop := context.WithCancel(ctx)
	a := &around{stop: stop}
	address := strings.TrimPrefix(own.base, "http://")
	for range idle {
		connection, err := ask(ctx, address, "/livez")
		if err != nil {
			return a, fmt.Errorf("idle connection %d: %w", len(a.idle)+1, err)
		}
		a.idle = append(a.idle, connection)
	}
	a.group.Go(func() { a.reindex(ctx, own) })
	var begun sync.WaitGroup
	for range slow {
		begun.Add(1)
		a.group.Go(func() {
			if err := readSlowly(ctx, address, sync.OnceFunc(begun.Done)); err != nil {
				a.note(err)
			}
		})
	}
	begun.Wait()
	return a, nil
}

func (a *around) note(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.errors = append(a.errors, err)
}

// leave ends the crowd, waits for the last reindex, and returns what failed and how many
// reindexes were done.
func (a *around) leave() ([]error, int) {
	a.stop()
	a.group.Wait()
	for _, connection := range a.idle {
		_ = connection.Close()
	}
	return a.errors, a.reindexed
}

// reindex reads everything again and builds the indexes anew, one time after the other.
// The last one ends although ctx has.
func (a *around) reindex(ctx context.Context, own writer) {
	for ctx.Err() == nil {
		if err := own.job(context.WithoutCancel(ctx), "/v1/admin/reindex", `{"extract":true}`); err != nil {
			a.note(err)
			return
		}
		a.reindexed++
	}
}

// Of an export some bytes are taken in each pause, with little room for more on the way.
const (
	slowBytes = 4 << 10
	slowPause = time.Second
)

// readSlowly takes an export until ctx ends. One that ends before is an error.
func readSlowly(ctx context.Context, address string, begun func()) error {
	defer begun()
	connection, err := ask(ctx, address, "/v1/export")
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = connection.Close() })()
	defer func() { _ = connection.Close() }()
	begun()
	pause := time.NewTicker(slowPause)
	defer pause.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-pause.C:
		}
		if _, err := io.CopyN(io.Discard, connection, slowBytes); err != nil && ctx.Err() == nil {
			return fmt.Errorf("a slow export: %w", err)
		}
	}
}

// ask sends a request on a connection of its own, and returns that once a good answer has
// begun: what comes next is the rest of it.
func ask(ctx context.Context, address, path string) (net.Conn, error) {
	connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	if tcp, ok := connection.(*net.TCPConn); ok {
		_ = tcp.SetReadBuffer(slowBytes) // less is better, and more does no harm
	}
	const good = "HTTP/1.1 200"
	begin := make([]byte, len(good))
	if _, err = fmt.Fprintf(connection, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path); err == nil {
		_, err = io.ReadFull(connection, begin)
	}
	if err == nil && string(begin) != good {
		err = fmt.Errorf("%s: %s", path, begin)
	}
	if err != nil {
		return nil, errors.Join(err, connection.Close())
	}
	return connection, nil
}
