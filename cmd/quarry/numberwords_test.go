package main

import (
	"testing"

	"github.com/quarrykb/quarry"
)

func TestANumberIsFoundByItsWord(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	runHere(t, "--data", s.Data, "ingest", "--progress", "none", "testdata/numbers")
	opened, err := s.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer closeBase(t, opened)
	found, err := opened.Searcher.Search(t.Context(), quarry.Query{Text: "reading of zero", Limit: 5})
	if err != nil {
		t.Fatal(err)
	}
	const want = "Why does the boiler's gauge show 0 although it burns?"
	if len(found.Hits) == 0 || found.Hits[0].Title != want {
		t.Errorf("found %+v, want the question about 0", found.Hits)
	}
}
