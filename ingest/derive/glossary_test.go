package derive_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/feed"
	"github.com/quarrykb/quarry/ingest/derive"
)

// pages is a glossary that is derived two changes at a time.
type pages struct {
	cursor, revision quarry.Sequence
	terms            []quarry.GlossaryTerm
	failing          error
}

func (p *pages) GlossaryDerived(context.Context, string) (quarry.Derived, error) {
	return quarry.Derived{Cursor: p.cursor, Revision: p.revision}, nil
}

func (p *pages) DeriveGlossary(
	context.Context, string, int, func(quarry.Entry) []quarry.Abbreviation,
) (quarry.Derived, error) {
	if p.failing != nil {
		return quarry.Derived{}, p.failing
	}
	p.cursor = min(p.cursor+2, p.revision)
	return quarry.Derived{Cursor: p.cursor, Revision: p.revision}, nil
}

func (p *pages) Glossary(context.Context) ([]quarry.GlossaryTerm, quarry.Sequence, error) {
	return p.terms, p.revision, nil
}

// miner finds nothing.
type miner struct{}

func (miner) Mine(quarry.Entry) []quarry.Abbreviation { return nil }
func (miner) Version() string                         { return "miner/1" }

func newGlossary(store derive.GlossaryStore) *derive.Glossary {
	return derive.NewGlossary(store, miner{}, time.Hour, slog.New(slog.DiscardHandler))
}

func term(short string, long ...string) quarry.GlossaryTerm {
	t := quarry.GlossaryTerm{Term: short}
	for _, text := range long {
		t.Expansions = append(t.Expansions, quarry.Expansion{Text: text})
	}
	return t
}

func TestTheGlossaryIsDerivedToTheEndOfTheFeed(t *testing.T) {
	t.Parallel()
	store := &pages{revision: 3, terms: []quarry.GlossaryTerm{term("SM", "streaming multiprocessor", "state machine")}}
	g := newGlossary(store)
	var told []feed.Step
	g.Tell(func(s feed.Step) { told = append(told, s) })
	if groups, number := g.Names(); groups != nil || number != 0 {
		t.Errorf("names at first = %q, %d, want none", groups, number)
	}
	if state := g.State(t.Context()); state.Ready || state.Name != "glossary" {
		t.Errorf("state at first = %+v, want not ready", state)
	}
	if err := g.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]feed.Step{{Done: 0, Of: 3}, {Done: 2, Of: 3}}, told); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	groups, _ := g.Names()
	if diff := cmp.Diff([][]string{{"SM", "streaming multiprocessor"}, {"SM", "state machine"}}, groups); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(quarry.FollowerState{Name: "glossary", Cursor: 3, Ready: true}, g.State(t.Context())); diff != "" {
		t.Errorf("state (-want +got):\n%s", diff)
	}
}

func TestTheNumberOfTheNamesRisesWithTheirChanges(t *testing.T) {
	t.Parallel()
	store := &pages{revision: 1, terms: []quarry.GlossaryTerm{term("RNA", "ribonucleic acid")}}
	g := newGlossary(store)
	numbers := make([]uint64, 0, 3)
	for _, change := range []func(){
		func() {},
		func() { store.revision++ },
		func() {
			store.revision, store.terms = store.revision+1, append(store.terms, term("DNA", "deoxyribonucleic acid"))
		},
	} {
		change()
		if err := g.CatchUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, number := g.Names()
		numbers = append(numbers, number)
	}
	if numbers[0] != numbers[1] || numbers[1] == numbers[2] {
		t.Errorf("numbers = %d, want another one behind the last change only", numbers)
	}
}

func TestAGlossaryThatCannotBeDerivedSaysSo(t *testing.T) {
	t.Parallel()
	store := &pages{revision: 1, failing: quarry.Errorf(quarry.KindUnavailable, "the disk is full")}
	g := newGlossary(store)
	if err := g.CatchUp(t.Context()); !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("error = %v, want that of the store", err)
	}
	if state := g.State(t.Context()); state.Ready || state.Reason != "the last attempt did not succeed: the disk is full" {
		t.Errorf("state = %+v, want the failure", state)
	}
	store.failing = nil
	if err := g.CatchUp(t.Context()); err != nil || !g.State(t.Context()).Ready {
		t.Errorf("afterwards: %v, %+v, want it ready", err, g.State(t.Context()))
	}
}
