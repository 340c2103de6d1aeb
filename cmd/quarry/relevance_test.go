package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// relevanceFloors is what each mode reaches at least on the judged set: a little
// less than was measured, so that only a real loss is one.
func relevanceFloors() map[string]scoresView {
	return map[string]scoresView{
		"lexical": {NDCG: 0.82, MRR: 0.85, Recall: 0.88},
	}
}

func TestSearchesStayAsGoodAsTheyWere(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	runHere(t, "--data", data, "ingest", "--progress", "none", "testdata/relevance/notes")
	var got evalView
	if err := json.Unmarshal(runHere(t, "--data", data, "eval", "--json", "testdata/relevance/judged.json"), &got); err != nil {
		t.Fatalf("read the figures: %v", err)
	}
	if got.Queries < 50 {
		t.Errorf("%d queries were asked: the judged set is not whole", got.Queries)
	}
	for _, note := range got.Notes {
		if strings.Contains(note, "judged documents") {
			t.Errorf("note: %s", note)
		}
	}
	for mode, floor := range relevanceFloors() {
		measured := got.Modes[mode]
		t.Logf("%s: %+v", mode, measured)
		if measured.NDCG < floor.NDCG || measured.MRR < floor.MRR || measured.Recall < floor.Recall {
			t.Errorf("%s reaches %+v, want at least %+v", mode, measured, floor)
		}
	}
}

// runHere runs one command line in this process and returns what it printed.
func runHere(t *testing.T, args ...string) []byte {
	t.Helper()
	var out, complaints bytes.Buffer
	code := execute(t.Context(), args, stdio{in: strings.NewReader(""), out: &out, err: &complaints})
	if code != exitDone {
		t.Fatalf("quarry %s: exit %d: %s", strings.Join(args, " "), code, complaints.String())
	}
	return out.Bytes()
}
