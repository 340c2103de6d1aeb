package main

import (
	"encoding/json"
	"path/filepath"
	"testing"
)

// What estimates of difficulties reach at least: a little less than was measured (.502 and
// .980 of the entries that the model was fitted to, out of fold .495 and .977; .468 and .964 of
// the held ones, which were looked at once). An entry that was judged counts as long as it is
// read: 124 of the held 155 are.
func TestDifficultiesAreEstimatedAsPeopleJudgeThem(t *testing.T) {
	t.Parallel()
	for set, want := range map[string]struct {
		entries             int
		accuracy, withinOne float64
	}{
		"training": {290, 0.48, 0.96},
		"held":     {120, 0.44, 0.94},
	} {
		files, err := filepath.Glob(filepath.Join("testdata", "difficulty", set, "*.jsonl"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no judged entries of %s: %v", set, err)
		}
		var got struct {
			Examples  int
			Accuracy  float64
			WithinOne float64 `json:"within_one"`
			Majority  struct{ Accuracy, P float64 }
		}
		if err := json.Unmarshal(runHere(t, append([]string{"eval", "difficulty", "--json"}, files...)...), &got); err != nil {
			t.Fatalf("read the figures: %v", err)
		}
		if got.Examples < want.entries || got.Accuracy < want.accuracy || got.WithinOne < want.withinOne {
			t.Errorf("%s: of %d entries %.3f right and %.3f within one grade; want of at least %d %.3f and %.3f", set,
				got.Examples, got.Accuracy, got.WithinOne, want.entries, want.accuracy, want.withinOne)
		}
		if got.Majority.P >= 0.05 {
			t.Errorf("%s: %.3f are right, and %.3f by the most frequent difficulty: p %.3f", set, got.Accuracy, got.Majority.Accuracy, got.Majority.P)
		}
	}
}
