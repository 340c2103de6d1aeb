package app

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/derive"
	"github.com/quarrykb/quarry/search"
)

// mostPatience is how long a server lets documents come in before it looks for
// answers although they go on coming.
const mostPatience = time.Minute

// answerFinder finds what answers questions by searching.
type answerFinder struct {
	*search.Searcher

	by      *App
	lexicon string // its fingerprint
}

// Answers returns what may answer a question. An engine that should answer and
// does not is an error: what it would find is not to be taken for missing. That of
// meaning has all vectors, and so it is the embedder that does not answer.
func (f *answerFinder) Answers(ctx context.Context, q quarry.Question, most int) (quarry.Found, error) {
	found, err := f.Searcher.Answers(ctx, q, most)
	if err != nil || len(found.Degraded) == 0 || f.by.Vectors.State(ctx).Waiting {
		return found, err
	}
	missing := quarry.Errorf(quarry.KindUnavailable, "the %s engine does not answer",
		strings.Join(found.Degraded, " and the "))
	if slices.Equal(found.Degraded, []string{search.EngineVector}) {
		missing = missing.WithCode("embedder_unavailable")
	}
	return found, missing
}

// State returns how far all that a search goes by has come. Vectors that wait
// for a service outside are not waited for: answers are looked for without them,
// and again when they are there. A model that was learnt from the entries is the same
// one however often it is learnt anew: what that shifts is asked for in turn.
func (f *answerFinder) State(ctx context.Context) derive.FinderState {
	words, meaning := f.by.Follower.State(ctx), f.by.Vectors.State(ctx)
	slowest := min(words.Cursor, f.by.glossary.State(ctx).Cursor)
	if meaning.Waiting {
		return derive.FinderState{Read: slowest, By: f.lexicon + " without " + f.by.Meaning.Given()}
	}
	return derive.FinderState{
		Read: min(slowest, meaning.Cursor), By: f.lexicon + " " + f.by.Meaning.Given(), Growing: f.by.Meaning.Growing(),
	}
}

// mostRounds bounds how often answers are looked for where they change what is
// searched.
const mostRounds = 3

// link looks for answers, and lets those that follow read what became of them. What
// cannot be asked now is asked later, as soon as it answers.
func (b *App) link(ctx context.Context) error {
	for range mostRounds {
		next, err := b.Links.CatchUp(ctx)
		if err = vectorsOrLater(err); err != nil || next.Added+next.Changed+next.Removed == 0 {
			return err
		}
		if err := b.ReadChanges(ctx); err != nil {
			return err
		}
	}
	return nil
}
