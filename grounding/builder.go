package grounding

import (
	"cmp"
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// Searcher finds entries, and says whether they answer a query.
type Searcher interface {
	Search(ctx context.Context, q quarry.Query) (quarry.Found, error)
}

// Reader reads entries whole, all of one moment.
type Reader interface {
	ContextEntries(ctx context.Context, r quarry.ContextEntriesRequest) (quarry.ContextEntries, error)
}

// Judge says whether what was found answers a query, how likely that is, and why.
type Judge interface {
	Judge(query string, found quarry.Found) (quarry.Answerable, float64, string)
}

// Setup is what a builder works with.
type Setup struct {
	Judge    Judge // of claims that are asked for by name; without one what the searcher says stands
	Searcher Searcher
	Reader   Reader
	Lexicon  *lexicon.Lexicon
}

// Builder makes groundings. Its tokenizers are read when they are first used.
type Builder struct {
	setup   Setup
	tokens  tokenizers
	english *text.Language
}

// NewBuilder returns a builder.
func NewBuilder(s Setup) *Builder {
	return &Builder{setup: s, tokens: newTokenizers(), english: s.Lexicon.Language("en")}
}

// How many hits a grounding is made of: one for so many tokens of the budget.
const (
	fewestHits   = 24
	mostHits     = 100
	tokensPerHit = 60
)

// Ground searches once, reads once, judges with the claims that are asked for by name what the
// search did not find answered, and chooses. A request is
// quarry.KindInvalid where it has no room or names no tokenizer; the errors of a search are those of quarry.Query.
func (b *Builder) Ground(ctx context.Context, r quarry.GroundingRequest) (quarry.Grounding, error) {
	if r.MaxTokens < 1 {
		return quarry.Grounding{}, quarry.Errorf(quarry.KindInvalid, "a grounding has room for at least one token")
	}
	counter, err := b.tokens.counter(r.Tokenizer)
	if err != nil {
		return quarry.Grounding{}, err
	}
	r.Query.Limit, r.Query.Offset = min(max(fewestHits, r.MaxTokens/tokensPerHit), mostHits), 0
	r.Query.Facets, r.Query.Highlight, r.Query.Explain = nil, false, false
	found, err := b.setup.Searcher.Search(ctx, r.Query)
	if err != nil {
		return quarry.Grounding{}, fmt.Errorf("search for entries: %w", err)
	}
	asked := b.read(cmp.Or(found.CorrectedQuery, r.Query.Text), found.Hits)
	entries, err := b.setup.Reader.ContextEntries(ctx, asked.request)
	if err != nil {
		return quarry.Grounding{}, fmt.Errorf("read what was found: %w", err)
	}
	if err := ctx.Err(); err != nil {
		return quarry.Grounding{}, err
	}
	asked.addDiscovered(entries.Devices)
	claims := asked.claims(entries.Claims)
	claims = claims[:min(len(claims), mostClaimed)]
	b.judgeClaims(r.Query.Text, &found, claims)
	g := quarry.Grounding{
		Answerable: cmp.Or(found.Answerable, quarry.AnswerableNo), Reason: found.Reason, Confidence: found.Confidence,
		MaxTokens: r.MaxTokens, Tokenizer: counter.name, Mode: found.Mode, CorrectedQuery: found.CorrectedQuery,
		Degraded: found.Degraded, Revision: min(found.Revision, entries.Revision),
	}
	c := &chooser{counter: counter, excerpts: b.excerptsFor(found.Words)}
	candidates := gather(found.Hits, entries, claims)
	c.fill(&g, r.Query.Text, candidates, asked.disputed(entries, candidates))
	return g, nil
}

// judgeClaims judges anew what a search did not find answered, with the claims before it that
// are asked for by name: they were read, and not searched for.
func (b *Builder) judgeClaims(query string, found *quarry.Found, claims []quarry.Spec) {
	if b.setup.Judge == nil || len(claims) == 0 || found.Answerable == quarry.AnswerableYes {
		return
	}
	with := *found
	with.Hits = nil
	for _, claim := range claims {
		with.Hits = append(with.Hits, quarry.Hit{Entry: claim.Entry()})
	}
	with.Hits = append(with.Hits, found.Hits...)
	if says, confidence, reason := b.setup.Judge.Judge(query, with); says != quarry.AnswerableNo && confidence > found.Confidence {
		found.Answerable, found.Confidence, found.Reason = says, confidence, reason
	}
}
