package main

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
)

// vectorsHeld is what a database holds of vectors.
type vectorsHeld struct {
	model   string
	trained int
	changed int
	of      map[quarry.EntryID]string
}

// Equal compares everything to the last bit.
func (v vectorsHeld) Equal(other vectorsHeld) bool { return fmt.Sprint(v) == fmt.Sprint(other) }

// allVectors reads the only generation that there may be.
func allVectors(t *testing.T, data string) vectorsHeld {
	t.Helper()
	store, err := sqlite.OpenReadOnly(t.Context(), filepath.Join(data, "quarry.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer closeStore(t, store)
	all, err := store.Embeddings(t.Context())
	if err != nil || len(all) != 1 || !all[0].Serving {
		t.Fatalf("%d generations of vectors (%v), want the one that serves", len(all), err)
	}
	held := vectorsHeld{model: all[0].Embedder, trained: all[0].Trained, changed: all[0].Changed, of: map[quarry.EntryID]string{}}
	for after := (quarry.EntryRef{}); ; {
		some, err := store.ScanVectors(t.Context(), all[0].Number, after, 500)
		if err != nil {
			t.Fatal(err)
		}
		if len(some) == 0 {
			return held
		}
		for _, v := range some {
			held.of[v.ID] = fmt.Sprintf("%x %q", v.Values, v.About)
		}
		after = some[len(some)-1].EntryRef
	}
}
