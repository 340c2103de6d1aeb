package sqlite_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/storetest"
)

func TestPlacesAreListedByCollectionAndPath(t *testing.T) {
	t.Parallel()
	store := openEmpty(t)
	for _, place := range [][2]string{{"wills", "a.md"}, {"letters", "b.md"}, {"letters", "a.md"}} {
		if _, err := store.SaveDocument(t.Context(), storetest.NewDraft(place[1]).In(place[0]).Knowledge()); err != nil {
			t.Fatal(err)
		}
	}
	want := []quarry.Place{{Collection: "letters", Path: "a.md"}, {Collection: "letters", Path: "b.md"}, {Collection: "wills", Path: "a.md"}}
	for _, most := range []int{2, 3, 4} {
		got, revision, err := store.Places(t.Context(), most)
		if diff := cmp.Diff(want[:min(most, len(want))], got); err != nil || diff != "" {
			t.Errorf("at most %d (%v) (-want +got):\n%s", most, err, diff)
		}
		if now, err := store.Revision(t.Context()); err != nil || revision != now {
			t.Errorf("read at %d, now is %d (%v)", revision, now, err)
		}
	}
}
