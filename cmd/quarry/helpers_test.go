package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/internal/disk"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/store/storetest"
)

// standingDocuments is enough for related terms to be learnt.
const standingDocuments = 30

// newSession returns a session over a data directory of its own.
func newSession(tb testing.TB) *app.Session {
	tb.Helper()
	words, err := lexicon.Load()
	if err != nil {
		tb.Fatal(err)
	}
	return &app.Session{
		Dir:     datadir.Dir{Disk: disk.System{}, Data: tb.TempDir(), Lexicon: words, Log: slog.New(slog.DiscardHandler), Told: io.Discard},
		Streams: app.Streams{Out: io.Discard, Err: io.Discard},
	}
}

func closeBase(t *testing.T, opened *app.App) {
	t.Helper()
	if err := opened.Close(); err != nil {
		t.Error(err)
	}
}

// fillStanding stores documents and lets everything follow them.
func fillStanding(t *testing.T, opened *app.App) {
	t.Helper()
	things := []string{"yeast lifts a loaf", "a kiln fires clay", "a court hears an appeal", "acid etches copper", "a warp runs in step"}
	for i := range standingDocuments {
		thing := things[i%len(things)]
		save(t, opened, storetest.NewDraft(fmt.Sprintf("notes/%03d.md", i)).
			Fact(fmt.Sprintf("Note %d", i), fmt.Sprintf("It is known that %s, as experiment %d of room %d showed.", thing, i, i%7)).
			Passage(fmt.Sprintf("In room %d we saw that %s, and wrote down %d pages of what came of it.", i%7, thing, i)).Knowledge())
	}
	if err := opened.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func save(t *testing.T, opened *app.App, k quarry.Knowledge) {
	t.Helper()
	if _, err := opened.Store.SaveDocument(t.Context(), k); err != nil {
		t.Fatal(err)
	}
}

// waitFor waits until something holds, as long as the context lasts.
func waitFor(ctx context.Context, t *testing.T, what string, holds func() bool) {
	t.Helper()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for !holds() {
		select {
		case <-look.C:
		case <-ctx.Done():
			t.Fatalf("waited for %s in vain", what)
		}
	}
}
