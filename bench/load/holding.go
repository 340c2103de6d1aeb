package main

import (
	"context"
	"errors"

	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/grounding"
)

// holding is what quarry holds open, opened as it opens it.
type holding struct {
	*app.App

	session *app.Session
	builder *grounding.Builder
}

// openHolding opens a data directory that a quarry left, in which everything has nothing to read.
func openHolding(ctx context.Context, data string) (*holding, error) {
	session, err := app.NewSession(data) //nolint:contextcheck // Nothing in it can take long.
	if err != nil {
		return nil, err
	}
	opened, err := session.Open(ctx)
	if err != nil {
		return nil, err
	}
	if err := opened.ReadChanges(ctx); err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return &holding{opened, session, grounding.NewBuilder(grounding.Setup{
		Searcher: opened.Searcher, Reader: opened.Store, Lexicon: session.Lexicon,
	})}, nil
}
