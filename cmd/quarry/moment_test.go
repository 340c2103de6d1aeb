package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/internal/disk"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/store/storetest"
)

// How much is written beside how many readers.
const (
	momentDocuments = 48
	momentReaders   = 32
)

// lifetime is from when to when an entry is stored.
type lifetime struct{ absent, gone quarry.Sequence }

// seen is an entry that an answer of a revision held.
type seen struct {
	id       quarry.EntryID
	revision quarry.Sequence
	mode     quarry.Mode
}

// While documents come and go, no answer holds an entry that its own revision
// does not have.
func TestAnswersBesideAWriterAreOfOneMoment(t *testing.T) {
	t.Parallel()
	words, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	s := &app.Session{Dir: datadir.Dir{Disk: disk.System{}, Data: t.TempDir(), Lexicon: words, Log: slog.New(slog.DiscardHandler), Told: io.Discard}, Streams: app.Streams{Out: io.Discard, Err: io.Discard}}
	opened, err := s.Open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	lives := map[quarry.EntryID]lifetime{}
	write(ctx, t, opened, 0, lives) // so that there is an index before anybody asks
	if err := errors.Join(opened.Follower.CatchUp(ctx), opened.Vectors.CatchUp(ctx)); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	group.Go(func() { _ = opened.Follow(ctx) }) // it ends with its context
	done := make(chan struct{})
	all := make([]map[seen]bool, momentReaders)
	for i := range all {
		all[i] = map[seen]bool{}
		group.Go(func() { readUntil(ctx, t, done, opened, all[i]) })
	}
	writeAndDelete(ctx, t, opened, lives)
	close(done)
	stop()
	group.Wait()
	checkLives(t, lives, all)
	if err := opened.Close(); err != nil {
		t.Error(err)
	}
}

// checkLives fails where an answer held what its revision does not have.
func checkLives(t *testing.T, lives map[quarry.EntryID]lifetime, all []map[seen]bool) {
	t.Helper()
	answers := 0
	for _, of := range all {
		answers += len(of)
		for one := range of {
			if life := lives[one.id]; one.revision <= life.absent || (life.gone > 0 && one.revision >= life.gone) {
				t.Errorf("%s at %d holds %s, which was not there until %d and not from %d on", one.mode, one.revision, one.id, life.absent, life.gone)
			}
		}
	}
	if answers == 0 {
		t.Error("no search found anything")
	}
}

// write saves a document and remembers when its entries came.
func write(ctx context.Context, t *testing.T, opened *app.App, number int, lives map[quarry.EntryID]lifetime) quarry.Knowledge {
	t.Helper()
	k := storetest.NewDraft(fmt.Sprintf("tides/%03d.md", number)).
		Fact("Tide", fmt.Sprintf("The tide of harbour %d comes twice a day.", number)).
		Fact("Ebb", fmt.Sprintf("The ebb of harbour %d lays mud bare.", number)).
		Passage(fmt.Sprintf("In harbour %d ships wait for the tide.", number)).Knowledge()
	before := at(ctx, t, opened)
	if _, err := opened.Store.SaveDocument(ctx, k); err != nil {
		t.Error(err)
	}
	for _, id := range idsIn(k) {
		lives[id] = lifetime{absent: before}
	}
	return k
}

// writeAndDelete saves documents and deletes every third one later.
func writeAndDelete(ctx context.Context, t *testing.T, opened *app.App, lives map[quarry.EntryID]lifetime) {
	t.Helper()
	var saved []quarry.Knowledge
	for i := range momentDocuments {
		saved = append(saved, write(ctx, t, opened, i+1, lives))
		if i%3 == 2 {
			forget(ctx, t, opened, saved[i/2], lives)
		}
		opened.Follower.Notify()
		opened.Vectors.Notify()
		if i%8 == 0 {
			if err := opened.Vectors.CatchUp(ctx); err != nil {
				t.Error(err)
			}
		}
	}
}

func forget(ctx context.Context, t *testing.T, opened *app.App, k quarry.Knowledge, lives map[quarry.EntryID]lifetime) {
	t.Helper()
	if _, err := opened.Store.DeleteDocument(ctx, k.Document.ID); err != nil {
		t.Error(err)
	}
	after := at(ctx, t, opened)
	for _, id := range idsIn(k) {
		if life := lives[id]; life.gone == 0 {
			lives[id] = lifetime{absent: life.absent, gone: after}
		}
	}
}

func at(ctx context.Context, t *testing.T, opened *app.App) quarry.Sequence {
	t.Helper()
	revision, err := opened.Store.Revision(ctx)
	if err != nil {
		t.Error(err)
	}
	return revision
}

func idsIn(k quarry.Knowledge) []quarry.EntryID {
	var ids []quarry.EntryID
	for _, f := range k.Facts {
		ids = append(ids, quarry.EntryID(f.ID))
	}
	for _, p := range k.Passages {
		ids = append(ids, quarry.EntryID(p.ID))
	}
	return ids
}

// readUntil searches in every mode until it is told to stop.
func readUntil(ctx context.Context, t *testing.T, done <-chan struct{}, opened *app.App, into map[seen]bool) {
	t.Helper()
	for n := 0; ; n++ {
		select {
		case <-done:
			return
		default:
		}
		mode := quarry.Modes()[n%len(quarry.Modes())]
		found, err := opened.Searcher.Search(ctx, quarry.Query{Text: "tide of a harbour", Mode: mode, Limit: 50})
		if err != nil && !quarry.IsKind(err, quarry.KindUnavailable) && ctx.Err() == nil {
			t.Errorf("%s: %v", mode, err)
		}
		for _, hit := range found.Hits {
			into[seen{hit.ID, found.Revision, mode}] = true
		}
	}
}
