package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/store/sqlite"
)

// asked is a store whose questions are asked for by their ids, in this order
// and then from the first again.
type asked struct {
	session *app.Session
	store   *sqlite.Store
	ids     []quarry.QuestionID
	close   func() error
}

const (
	askedAgain = 500    // of the library
	askedOnce  = 50_000 // more than all rounds ask for, and than a store keeps
	samples    = 100    // the last ids, which answers are compared and sized by
)

// openAgain opens the library, to be asked for the same questions again and
// again.
func openAgain(ctx context.Context, dir string) (*asked, error) {
	b, err := openLibrary(ctx, dir)
	if err != nil {
		return nil, err
	}
	a := &asked{session: b.session, store: b.store, close: b.close}
	if a.ids, err = firstIDs(ctx, b.store, askedAgain); err != nil {
		return nil, errors.Join(err, b.close())
	}
	return a, nil
}

// openOnce opens the store with many questions, to be asked for each of them
// for the first time.
func openOnce(ctx context.Context, dir string) (*asked, error) {
	session, err := app.NewSession(manyDir(dir)) //nolint:contextcheck // Nothing in it can take long.
	if err != nil {
		return nil, err
	}
	store, err := openDeck(ctx, session.Data, manyQuestions)
	if err != nil {
		return nil, err
	}
	a := &asked{session: session, store: store, close: store.Close}
	if a.ids, err = firstIDs(ctx, store, askedOnce); err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return a, nil
}

// firstIDs lists so many ids, which keeps none of the questions in memory: those
// of questions that ask what no other one does, as nearly all do of which people
// keep notes. Those of the generated documents often say the same.
func firstIDs(ctx context.Context, store *sqlite.Store, count int) ([]quarry.QuestionID, error) {
	var ids []quarry.QuestionID
	request := quarry.PageRequest{Limit: min(count, 10_000)}
	for len(ids) < count {
		page, err := store.Questions(ctx, quarry.Filter{}, request)
		if err != nil {
			return nil, err
		}
		for _, q := range page.Items {
			if len(q.Variants) == 0 {
				ids = append(ids, q.ID)
			}
		}
		if page.Next == nil {
			break
		}
		request.After = *page.Next
	}
	if len(ids) < count {
		return nil, fmt.Errorf("there are %d questions, want %d", len(ids), count)
	}
	return ids[:count], nil
}

// inFull asks for all of a question: the peers answer all of it.
const inFull = "?view=full"

// path is where the i-th question is read.
func (a *asked) path(i int) string { return "/v1/questions/" + string(a.ids[i%len(a.ids)]) }

// samples are the places of the last ids.
func (a *asked) samples() []int {
	places := make([]int, samples)
	for i := range places {
		places[i] = len(a.ids) - samples + i
	}
	return places
}

// handler returns the API over the store.
func (a *asked) handler(ctx context.Context, addr string) (http.Handler, error) {
	return handlerOf(ctx, a.session, a.store, api.Config{Addr: addr})
}
