package derive

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/feed"
)

// GlossaryStore is what the glossary is derived in. It keeps the cursor.
type GlossaryStore interface {
	// DeriveGlossary reads at most so many changes, looks into the entries that
	// changed and writes what they say and the cursor, all of it or nothing.
	// Another version begins at the first change.
	DeriveGlossary(ctx context.Context, version string, most int,
		mine func(quarry.Entry) []quarry.Abbreviation) (quarry.Derived, error)
	// GlossaryDerived returns how far a version has come.
	GlossaryDerived(ctx context.Context, version string) (quarry.Derived, error)
	// Glossary returns what all entries say together.
	Glossary(ctx context.Context) ([]quarry.GlossaryTerm, quarry.Sequence, error)
}

// AbbreviationMiner finds the short forms in one entry.
type AbbreviationMiner interface {
	// Mine returns what an entry says that short forms stand for.
	Mine(e quarry.Entry) []quarry.Abbreviation
	// Version changes whenever the same entry would give others.
	Version() string
}

// NameOfGlossary is the name of the follower that derives the glossary.
const NameOfGlossary = "glossary"

// changesAtOnce is how many changes are read in one transaction.
const changesAtOnce = 2000

// Glossary is the follower that derives the glossary, and knows what it says. Its
// methods may be called side by side.
type Glossary struct {
	*feed.Loop

	store GlossaryStore
	miner AbbreviationMiner
	known atomic.Pointer[names]
}

// names are the groups of names that a glossary comes to.
type names struct {
	groups [][]string
	number uint64
	cursor quarry.Sequence // up to which the glossary was derived
}

// NewGlossary returns the follower. Look is the time between two looks at the
// feed without a Notify, 0 for the default.
func NewGlossary(store GlossaryStore, miner AbbreviationMiner, look time.Duration, log *slog.Logger) *Glossary {
	return &Glossary{Loop: feed.NewLoop(NameOfGlossary, look, log), store: store, miner: miner}
}

// Run derives until ctx ends, and then returns nil. What goes wrong is logged
// and tried again at the next look. The caller starts Run in a goroutine and
// waits for it.
func (g *Glossary) Run(ctx context.Context) error { return g.Loop.Run(ctx, g.CatchUp) }

// CatchUp derives from every change up to the feed's end.
func (g *Glossary) CatchUp(ctx context.Context) error {
	return g.Alone(ctx, func() error {
		at, err := g.store.GlossaryDerived(ctx, g.miner.Version())
		if err != nil {
			return fmt.Errorf("derive the glossary: %w", err)
		}
		first := at.Cursor
		for at.Cursor < at.Revision {
			g.Told(feed.Step{Done: int(at.Cursor - first), Of: int(at.Revision - first)})
			if at, err = g.store.DeriveGlossary(ctx, g.miner.Version(), changesAtOnce, g.miner.Mine); err != nil {
				return fmt.Errorf("derive the glossary: %w", err)
			}
		}
		if before := g.known.Load(); before != nil && before.cursor == at.Cursor {
			return nil
		}
		return g.learn(ctx, at.Cursor)
	})
}

// learn reads what the glossary says now. An entry that only moved can change
// that, too.
func (g *Glossary) learn(ctx context.Context, cursor quarry.Sequence) error {
	terms, _, err := g.store.Glossary(ctx)
	if err != nil {
		return fmt.Errorf("learn what the glossary says: %w", err)
	}
	next := &names{cursor: cursor, number: 1}
	for _, term := range terms {
		for _, e := range term.Expansions {
			next.groups = append(next.groups, []string{term.Term, e.Text})
		}
	}
	if before := g.known.Load(); before != nil {
		next.number = before.number
		if !slices.EqualFunc(before.groups, next.groups, slices.Equal) {
			next.number++
		}
	}
	g.known.Store(next)
	return nil
}

// Names returns each short form with each thing that it stands for, and a number
// that changes whenever they do. Before the first CatchUp there are none. The
// caller does not change what it returns.
func (g *Glossary) Names() ([][]string, uint64) {
	known := g.known.Load()
	if known == nil {
		return nil, 0
	}
	return known.groups, known.number
}

// State says how far the glossary is derived. It is ready once the feed's end was
// seen. It asks the store only before that: nothing else derives.
func (g *Glossary) State(ctx context.Context) quarry.FollowerState {
	if known := g.known.Load(); known != nil {
		return g.Loop.State(known.cursor, nil)
	}
	at, err := g.store.GlossaryDerived(ctx, g.miner.Version())
	return g.Loop.State(at.Cursor, err)
}
