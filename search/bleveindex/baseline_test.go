package bleveindex_test

import (
	"path/filepath"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/bleveindex"
)

func TestABareIndexFindsWhatHasAnyOfTheWords(t *testing.T) {
	t.Parallel()
	bare, err := bleveindex.NewBare(filepath.Join(t.TempDir(), "bare"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := bare.Close(); err != nil {
			t.Error(err)
		}
	}()
	entry := func(id quarry.EntryID, title, text string) quarry.Entry {
		return quarry.Entry{EntryRef: quarry.EntryRef{Kind: quarry.EntryFact, ID: id}, Title: title, Text: text}
	}
	if err := bare.Add([]quarry.Entry{
		entry("f_1", "Harbour", "It is deep."), entry("f_2", "Quay", "A harbour has one."), entry("f_3", "Kiln", "It fires clay."),
	}); err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string]int{"harbours": 2, "harbour clay": 3, "giraffe": 0} {
		if found, err := bare.Search(t.Context(), words, 10); err != nil || found != want {
			t.Errorf("%q finds %d (%v), want %d", words, found, err, want)
		}
	}
}
