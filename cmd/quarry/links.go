package main

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// mostPatience is how long a server lets documents come in before it looks for
// answers although they go on coming.
const mostPatience = time.Minute

// answerFinder finds what answers questions by searching.
type answerFinder struct {
	*base

	lexicon string // its fingerprint
}

// Answers returns what may answer a question. An engine that should answer and
// does not is an error: what it would find is not to be taken for missing. That of
// meaning has all vectors, and so it is the embedder that does not answer.
func (f *answerFinder) Answers(ctx context.Context, q quarry.Question, most int) (quarry.Found, error) {
	found, err := f.searcher.Answers(ctx, q, most)
	if err != nil || len(found.Degraded) == 0 || f.vectors.State(ctx).Waiting {
		return found, err
	}
	missing := quarry.Errorf(quarry.KindUnavailable, "the %s engine does not answer", strings.Join(found.Degraded, " and the "))
	if slices.Equal(found.Degraded, []string{search.EngineVector}) {
		missing = missing.WithCode("embedder_unavailable")
	}
	return found, missing
}

// Foresee prepares what is asked next.
func (f *answerFinder) Foresee(ctx context.Context, questions []quarry.Question) {
	f.searcher.Foresee(ctx, questions)
}

// Standing returns how far all that a search goes by has come. Vectors that wait
// for somebody outside are not waited for: answers are looked for without them,
// and again when they are there.
func (f *answerFinder) Standing(ctx context.Context) (quarry.Sequence, string) {
	words, meaning := f.follower.State(ctx), f.vectors.State(ctx)
	slowest := min(words.Cursor, f.glossary.State(ctx).Cursor)
	if meaning.Waiting {
		return slowest, f.lexicon + " without " + meaning.Model
	}
	return min(slowest, meaning.Cursor), f.lexicon + " " + meaning.Model
}

// mostRounds bounds how often answers are looked for where they change what is
// searched.
const mostRounds = 3

// link looks for answers, and lets those that follow read what became of them. What
// cannot be asked now is asked later, as soon as it answers.
func (b *base) link(ctx context.Context) error {
	for range mostRounds {
		next, err := b.links.CatchUp(ctx)
		if err = vectorsOrLater(err); err != nil || next.Added+next.Changed+next.Removed == 0 {
			return err
		}
		if err := b.readChanges(ctx); err != nil {
			return err
		}
	}
	return nil
}
