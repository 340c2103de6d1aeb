package grounding

import (
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Searcher finds entries.
type Searcher interface {
	Search(ctx context.Context, q quarry.Query) (quarry.Found, error)
}

// Reader reads entries whole, all of one moment.
type Reader interface {
	ContextEntries(ctx context.Context, r quarry.ContextEntriesRequest) (quarry.ContextEntries, error)
}

// Setup is what a builder works with.
type Setup struct {
	Searcher Searcher
	Reader   Reader
	Lexicon  *lexicon.Lexicon
}

// Builder makes groundings. Its tokenizers are read when they are first used.
type Builder struct {
	searcher Searcher
	reader   Reader
	tokens   tokenizers
	language language
}

// NewBuilder returns a builder.
func NewBuilder(s Setup) *Builder {
	return &Builder{searcher: s.Searcher, reader: s.Reader, language: newLanguage(s.Lexicon)}
}

// How many hits a grounding is made of: one for so many tokens of the budget.
const (
	fewestHits   = 24
	mostHits     = 100
	tokensPerHit = 60
)

// Ground searches once, reads once, and chooses. A request is
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
	found, err := b.searcher.Search(ctx, r.Query)
	if err != nil {
		return quarry.Grounding{}, fmt.Errorf("search for entries: %w", err)
	}
	asked := b.language.read(r.Query.Text, found, nil)
	entries, err := b.reader.ContextEntries(ctx, asked.request(r.Query.Text, found.Hits))
	if err != nil {
		return quarry.Grounding{}, fmt.Errorf("read what was found: %w", err)
	}
	if len(entries.Devices) > 0 {
		asked = b.language.read(r.Query.Text, found, entries.Devices)
	}
	claims := asked.claims(entries)
	candidates := gather(found.Hits, entries, claimed{mapped(claims, refOf), len(asked.devices) * len(asked.attributes), asked.isLookUp()})

	if err := ctx.Err(); err != nil {
		return quarry.Grounding{}, err
	}
	judged := asked.judge(candidates, entries, found)
	if judged.answerable == quarry.AnswerableNo {
		candidates = asked.telling(candidates)
	}
	g := quarry.Grounding{
		Answerable: judged.answerable, Reason: judged.reason, Confidence: judged.confidence,
		MaxTokens: r.MaxTokens, Tokenizer: counter.name, Mode: found.Mode, CorrectedQuery: found.CorrectedQuery,
		Degraded: found.Degraded, Revision: min(found.Revision, entries.Revision),
	}
	candidates, disputes := asked.inTurn(candidates), asked.disputed(entries, counter)
	filled := asked.fill(g, counter, r.Query.Text, asked.worth(candidates), disputes)
	if bounded, less := asked.withoutUntold(g, filled.Passages); less {
		filled = asked.fill(bounded, counter, r.Query.Text, asked.worth(candidates), disputes)
	}
	return filled, nil
}

func refOf(claim quarry.Spec) quarry.EntryRef {
	return quarry.EntryRef{Kind: quarry.EntrySpec, ID: quarry.EntryID(claim.ID)}
}
