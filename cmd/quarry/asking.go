package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/store/sqlite"
)

// need is what has to be open for a command to be answered where no server is.
type need string

const (
	needStore   need = "store"   // the database alone
	needIndex   need = "search"  // the indexes, which have read every change
	needAnswers need = "answers" // the database, in which answers were looked for in all that is stored
	needJobs    need = "jobs"    // a desk, which does none of its jobs
)

// ask lets a command ask what answers it: a running server, or the API in this process.
func (s *session) ask(ctx context.Context, need need, use func(*asker) error) error {
	var from *asker
	var err error
	switch need {
	case needStore:
		from, err = s.askStore(ctx)
	case needIndex:
		from, err = s.askOpened(ctx, string(need), (*App).readChanges)
	case needAnswers:
		from, err = s.askAnswers(ctx)
	case needJobs:
		from, err = s.askJobs(ctx)
	}
	if err != nil {
		return err
	}
	from.lexicon = s.Lexicon
	return errors.Join(use(from), from.close())
}

func (s *session) askStore(ctx context.Context) (*asker, error) {
	if server, ok := s.Server(); ok {
		return overNetwork(server), nil
	}
	store, err := s.OpenStore(ctx, sqlite.OpenReadOnly)
	if err != nil {
		return nil, err
	}
	server, err := s.readOnlyHandler(ctx, store, api.Config{})
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return inProcess(server.Handler(), store.Close), nil
}

// askAnswers looks for answers where that was not done in all that is stored. Where it
// cannot be done, what was found before is asked for.
func (s *session) askAnswers(ctx context.Context) (*asker, error) {
	behind := 0
	if _, ok := s.Server(); !ok { // which looks for them itself
		err := s.ReadStore(ctx, func(store *sqlite.Store) (err error) {
			behind, err = store.LinksBehind(ctx)
			return err
		})
		if err != nil || behind == 0 {
			return s.askStore(ctx)
		}
	}
	from, err := s.askOpened(ctx, string(needIndex), (*App).catchUp)
	if err == nil || ctx.Err() != nil {
		return from, err
	}
	_, _ = fmt.Fprintf(s.err, "quarry: %d changes were not looked at for answers yet: %s\n", behind, quarry.Explain(err).Message)
	return s.askStore(ctx)
}

// askOpened opens everything, for a command that says its name and what has to follow the
// changes first: an index is opened by one process only, so this one takes the data
// directory where no server has it.
func (s *session) askOpened(ctx context.Context, command string, follow func(*App, context.Context) error) (*asker, error) {
	held, server, err := s.EnterStored(ctx, command)
	if err != nil {
		return nil, err
	}
	if server != nil {
		return overNetwork(*server), nil
	}
	opened, err := s.open(ctx)
	if err != nil {
		return nil, errors.Join(err, held.Release())
	}
	closeAll := func() error { return errors.Join(opened.close(), held.Release()) }
	served, err := s.handler(ctx, opened, api.Config{})
	if err == nil {
		err = follow(opened, ctx)
	}
	if err != nil {
		return nil, errors.Join(err, closeAll())
	}
	return inProcess(served.Handler(), closeAll), nil
}

func (s *session) askJobs(ctx context.Context) (*asker, error) {
	held, server, err := s.EnterStored(ctx, string(needJobs))
	if err != nil {
		return nil, err
	}
	if server != nil {
		return overNetwork(*server), nil
	}
	store, err := s.OpenStore(ctx, sqlite.Open)
	if err != nil {
		return nil, errors.Join(err, held.Release())
	}
	closeAll := func() error { return errors.Join(store.Close(), held.Release()) }
	opened := &App{store: store, pipeline: s.pipeline()}
	desk, err := s.openDesk(ctx, opened, backup.NewFolder(&s.Dir, "", nil, ""))
	if err != nil {
		return nil, errors.Join(err, closeAll())
	}
	served, err := s.readOnlyHandler(ctx, store, api.Config{
		Writing: desk.writing(opened), Access: api.Access{Token: held.Holder.Token},
	})
	if err != nil {
		return nil, errors.Join(err, closeAll())
	}
	from := inProcess(served.Handler(), closeAll)
	from.client.Transport = withToken{held.Holder.Token, from.client.Transport}
	return from, nil
}
