package main

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/cmd/quarry/present"
)

// What a server does at its start makes vectors again that were lost from the
// table, as a repair of a damaged database may lose them.
func TestVectorsThatWereLostAreMadeAgain(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	if code, out := runs(t, s.Data, "ingest", writeNotes(t, 0, standingDocuments)); code != present.ExitDone {
		t.Fatalf("ingest ended with %d: %s", code, out)
	}
	before := allVectors(t, s.Data)
	hurt("DELETE FROM vectors WHERE kind = 'passage'")(t, s.Data)
	if code, out := runs(t, s.Data, "doctor"); code != present.ExitCouldNot || !strings.Contains(out, "have no vector") {
		t.Errorf("the doctor ends with %d and says %s", code, out)
	}
	opened, err := s.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(opened.Vectors.CatchUp(t.Context()), opened.Vectors.Audit(t.Context())); err != nil {
		t.Fatal(err)
	}
	closeBase(t, opened)
	if diff := cmp.Diff(before.of, allVectors(t, s.Data).of); diff != "" {
		t.Errorf("vectors (-before +after):\n%s", diff)
	}
	if code, out := runs(t, s.Data, "doctor"); code != present.ExitDone {
		t.Errorf("the doctor ends with %d and says %s", code, out)
	}
}
