package main

import (
	"context"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/search"
)

// modelState says of a server with a model what followers say of themselves: which model
// it is, and why it is not asked. It follows nothing, and no answer waits for it.
type modelState struct {
	name, model string
	trouble     func() string
	revision    func(context.Context) (quarry.Sequence, error)
}

// State is that of one which has read everything.
func (s modelState) State(ctx context.Context) quarry.FollowerState {
	revision, err := s.revision(ctx)
	return quarry.FollowerState{
		Name: s.name, Cursor: revision, Ready: err == nil, Aside: true, Reason: s.trouble(), Model: s.model,
	}
}

// modelStates returns the states of the servers that are asked beside the embedder's.
func (s *session) modelStates(b *App) []api.Follower {
	var all []api.Follower
	if b.reranker != nil {
		all = append(all, modelState{search.EngineReranker, b.reranker.Model(), b.reranker.Trouble, b.store.Revision})
	}
	if judge, err := s.modelJudge(); err == nil && judge != nil {
		all = append(all, modelState{"judge", judge.Name(), judge.Trouble, b.store.Revision})
	}
	return all
}
