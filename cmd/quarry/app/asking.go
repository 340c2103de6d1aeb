package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/write"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/store/sqlite"
)

// Need is what has to be open for a command to be answered where no server is.
type Need string

// What a command may need.
const (
	NeedStore   Need = "store"   // the database alone
	NeedIndex   Need = "search"  // the indexes, which have read every change
	NeedAnswers Need = "answers" // the database, in which answers were looked for in all that is stored
	NeedJobs    Need = "jobs"    // a desk, which does none of its jobs
	NeedWriting Need = "correct" // the indexes, which read in the end what was corrected
)

// Ask lets a command ask what answers it: a running server, or the API in this process.
func (s *Session) Ask(ctx context.Context, need Need, use func(*Client) error) error {
	var from *Client
	var err error
	switch need {
	case NeedStore:
		from, err = s.askStore(ctx)
	case NeedIndex:
		from, err = s.askOpened(ctx, string(need), (*App).ReadChanges)
	case NeedAnswers:
		from, err = s.askAnswers(ctx)
	case NeedJobs:
		from, err = s.askJobs(ctx)
	case NeedWriting:
		from, err = s.askOpened(ctx, string(need), (*App).ReadChanges)
	}
	if err != nil {
		return err
	}
	from.lexicon = s.Lexicon
	return errors.Join(use(from), from.close())
}

func (s *Session) askStore(ctx context.Context) (*Client, error) {
	if server, ok := s.Server(); ok {
		return OverNetwork(server), nil
	}
	store, err := s.OpenStore(ctx, sqlite.OpenReadOnly)
	if err != nil {
		return nil, err
	}
	server, err := s.ReadOnlyHandler(ctx, store, api.Config{})
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return inProcess(server.Handler(), store.Close), nil
}

// askAnswers looks for answers where that was not done in all that is stored. Where it
// cannot be done, what was found before is asked for.
func (s *Session) askAnswers(ctx context.Context) (*Client, error) {
	behind := 0
	if _, ok := s.Server(); !ok { // which looks for them itself
		err := s.ReadStore(ctx, func(store *sqlite.Store) error {
			var err error
			behind, err = store.LinksBehind(ctx)
			return err
		})
		if err != nil || behind == 0 {
			return s.askStore(ctx)
		}
	}
	from, err := s.askOpened(ctx, string(NeedIndex), (*App).CatchUp)
	if err == nil || ctx.Err() != nil {
		return from, err
	}
	_, _ = fmt.Fprintf(s.Err, "quarry: %d changes were not looked at for answers yet: %s\n", behind,
		quarry.Explain(err).Message)
	return s.askStore(ctx)
}

// askOpened opens everything, for a command that says its name and what has to follow the
// changes first: an index is opened by one process only, so this one takes the data
// directory where no server has it.
func (s *Session) askOpened(
	ctx context.Context, command string, follow func(*App, context.Context) error,
) (*Client, error) {
	held, server, err := s.EnterStored(ctx, command)
	if err != nil {
		return nil, err
	}
	if server != nil {
		return OverNetwork(*server), nil
	}
	opened, err := s.Open(ctx)
	if err != nil {
		return nil, errors.Join(err, held.Release())
	}
	closeAll := func() error { return errors.Join(opened.Close(), held.Release()) }
	served, err := s.Handler(ctx, opened, api.Config{
		Writing: write.Config{Corrector: Corrector{opened}}, Access: api.Access{Token: held.Holder.Token},
	})
	if err == nil {
		err = follow(opened, ctx)
	}
	if err != nil {
		return nil, errors.Join(err, closeAll())
	}
	from := inProcess(served.Handler(), func() error {
		return errors.Join(follow(opened, context.WithoutCancel(ctx)), closeAll())
	})
	from.client.Transport = withToken{held.Holder.Token, from.client.Transport}
	return from, nil
}

func (s *Session) askJobs(ctx context.Context) (*Client, error) {
	held, server, err := s.EnterStored(ctx, string(NeedJobs))
	if err != nil {
		return nil, err
	}
	if server != nil {
		return OverNetwork(*server), nil
	}
	store, err := s.OpenStore(ctx, sqlite.Open)
	if err != nil {
		return nil, errors.Join(err, held.Release())
	}
	closeAll := func() error { return errors.Join(store.Close(), held.Release()) }
	opened := &App{Store: store, pipeline: s.Pipeline(), lexicon: s.Lexicon}
	desk, err := s.OpenDesk(ctx, opened, backup.NewFolder(&s.Dir, "", nil, ""))
	if err != nil {
		return nil, errors.Join(err, closeAll())
	}
	served, err := s.ReadOnlyHandler(ctx, store, api.Config{
		Writing: desk.Writing(opened), Access: api.Access{Token: held.Holder.Token},
	})
	if err != nil {
		return nil, errors.Join(err, closeAll())
	}
	from := inProcess(served.Handler(), closeAll)
	from.client.Transport = withToken{held.Holder.Token, from.client.Transport}
	return from, nil
}
