package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/lexicon"
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
	s := &session{ctx: ctx, data: t.TempDir(), lexicon: words, log: slog.New(slog.DiscardHandler), stdio: stdio{out: io.Discard, err: io.Discard}}
	opened, err := s.open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	group.Go(func() { _ = opened.follow(ctx) }) // it ends with its context
	done := make(chan struct{})
	all := make([]map[seen]bool, momentReaders)
	for i := range all {
		all[i] = map[seen]bool{}
		group.Go(func() { readUntil(ctx, t, done, opened, all[i]) })
	}
	lives := writeAndDelete(ctx, t, opened)
	close(done)
	stop()
	group.Wait()
	checkLives(t, lives, all)
	if err := opened.close(); err != nil {
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
		t.Error("nobody found anything")
	}
}

// writeAndDelete saves documents and deletes every third one later.
func writeAndDelete(ctx context.Context, t *testing.T, opened *base) map[quarry.EntryID]lifetime {
	t.Helper()
	lives := map[quarry.EntryID]lifetime{}
	var saved []quarry.Knowledge
	for i := range momentDocuments {
		k := storetest.NewDraft(fmt.Sprintf("tides/%03d.md", i)).
			Fact("Tide", fmt.Sprintf("The tide of harbour %d comes twice a day.", i)).
			Fact("Ebb", fmt.Sprintf("The ebb of harbour %d lays mud bare.", i)).
			Passage(fmt.Sprintf("In harbour %d ships wait for the tide.", i)).Knowledge()
		before := at(ctx, t, opened)
		if _, err := opened.store.SaveDocument(ctx, k); err != nil {
			t.Error(err)
		}
		saved = append(saved, k)
		for _, id := range idsIn(k) {
			lives[id] = lifetime{absent: before}
		}
		if i%3 == 2 {
			forget(ctx, t, opened, saved[i/2], lives)
		}
		opened.follower.Notify()
		opened.vectors.Notify()
		if i%8 == 0 {
			if err := opened.vectors.CatchUp(ctx); err != nil {
				t.Error(err)
			}
		}
	}
	return lives
}

func forget(ctx context.Context, t *testing.T, opened *base, k quarry.Knowledge, lives map[quarry.EntryID]lifetime) {
	t.Helper()
	if _, err := opened.store.DeleteDocument(ctx, k.Document.ID); err != nil {
		t.Error(err)
	}
	after := at(ctx, t, opened)
	for _, id := range idsIn(k) {
		if life := lives[id]; life.gone == 0 {
			lives[id] = lifetime{absent: life.absent, gone: after}
		}
	}
}

func at(ctx context.Context, t *testing.T, opened *base) quarry.Sequence {
	t.Helper()
	revision, err := opened.store.Revision(ctx)
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
func readUntil(ctx context.Context, t *testing.T, done <-chan struct{}, opened *base, into map[seen]bool) {
	t.Helper()
	for n := 0; ; n++ {
		select {
		case <-done:
			return
		default:
		}
		mode := quarry.Modes()[n%len(quarry.Modes())]
		found, err := opened.searcher.Search(ctx, quarry.Query{Text: "tide of a harbour", Mode: mode, Limit: 50})
		if err != nil && !quarry.IsKind(err, quarry.KindUnavailable) && ctx.Err() == nil {
			t.Errorf("%s: %v", mode, err)
		}
		for _, hit := range found.Hits {
			into[seen{hit.ID, found.Revision, mode}] = true
		}
	}
}
