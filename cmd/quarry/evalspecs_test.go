package main

import (
	"encoding/json"
	"testing"
)

// What the reader of specs reaches at least on the sheets that may be learnt from: a little
// less than was measured (recall .709, precision .843, .084 of the negatives taken). Those of
// testdata/specs/held measure once, and are in no test.
func TestSpecsOfDataSheetsAreReadAsPeopleJudgeThem(t *testing.T) {
	t.Parallel()
	const specs, recall, precision, taken = 2359, 0.70, 0.835, 0.086
	var got struct {
		Specs, Negatives, Taken int
		Recall, Precision       float64
	}
	if err := json.Unmarshal(runHere(t, "eval", "specs", "--json", "testdata/specs/training/gold.json"), &got); err != nil {
		t.Fatalf("read the figures: %v", err)
	}
	if got.Specs != specs || got.Recall < recall || got.Precision < precision {
		t.Errorf("of %d specs recall %v, precision %v; want of %d at least %v and %v", got.Specs, got.Recall, got.Precision, specs, recall, precision)
	}
	if most := taken * float64(got.Negatives); float64(got.Taken) > most {
		t.Errorf("%d negatives taken, want at most %v", got.Taken, most)
	}
}
