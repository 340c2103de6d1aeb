package main

import (
	"encoding/json"
	"path/filepath"
	"testing"
)

// What the reader of facts reaches at least on the judged statements: a little less than was
// measured. On training, which it was fitted to, that is precision .915, recall .725 and the same
// subject for .519; out of fold .901, .719 and .491. Held was measured once with these weights
// (.849, .670, .585), and nothing was chosen after it: one of its documents is nothing but questions
// with their answers, of which no facts are made.
func TestFactsAreReadAsPeopleJudgeThem(t *testing.T) {
	t.Parallel()
	for part, want := range map[string]struct {
		cards                        int
		precision, recall, asSubject float64
	}{
		"training": {854, 0.91, 0.72, 0.51},
		"held":     {352, 0.84, 0.66, 0.57},
	} {
		files, err := filepath.Glob(filepath.Join("testdata", "statements", part, "*.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Cards             int
			Precision, Recall float64
			SameSubject       float64 `json:"same_subject"`
		}
		if err := json.Unmarshal(runHere(t, append([]string{"eval", "facts", "--json"}, files...)...), &got); err != nil {
			t.Fatalf("read the figures: %v", err)
		}
		if got.Cards != want.cards || got.Precision < want.precision || got.Recall < want.recall || got.SameSubject < want.asSubject {
			t.Errorf("%s: %+v; want at least %+v", part, got, want)
		}
	}
}
