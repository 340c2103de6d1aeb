package answer

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
)

// A model that was fitted to other features would be asked the wrong questions.
func TestAModelThatDoesNotFitIsRefused(t *testing.T) {
	t.Parallel()
	if _, err := readModel(weightsFile); err != nil {
		t.Fatalf("the built-in model: %v", err)
	}
	for name, change := range map[string]func(string) string{
		"no JSON":           func(string) string { return "weights" },
		"nothing":           func(string) string { return "{}" },
		"a feature renamed": func(s string) string { return strings.Replace(s, `"name":"echo"`, `"name":"memory"`, 1) },
		"features turned round": func(s string) string {
			return strings.NewReplacer(`"name":"numbers"`, `"name":"swapped"`, `"name":"swapped"`, `"name":"numbers"`).Replace(s)
		},
		"a feature too few": func(s string) string { return dropFeature(t, s) },
	} {
		if _, err := readModel([]byte(change(string(weightsFile)))); err == nil || !strings.Contains(err.Error(), "model of answers") {
			t.Errorf("%s: error %v, want one that names the model", name, err)
		}
	}
}

// dropFeature returns a model without the last feature of one of its parts.
func dropFeature(t *testing.T, s string) string {
	t.Helper()
	var whole map[string]any
	if err := json.Unmarshal([]byte(s), &whole); err != nil {
		t.Fatal(err)
	}
	part, ok := whole["correct"].(map[string]any)
	if !ok {
		t.Fatal("the model has no part of that name")
	}
	all, ok := part["features"].([]any)
	if !ok {
		t.Fatal("the model has no features")
	}
	part["features"] = all[:len(all)-1]
	encoded, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}

// What is right is right in part, and a verdict needs its threshold.
func TestAVerdictNeedsItsThreshold(t *testing.T) {
	t.Parallel()
	by := Thresholds{Incorrect: 0.6, Partly: 0.4, Correct: 0.7, Low: 0.45}
	for _, tc := range []struct {
		score, partly, correct, confidence float64
		verdict                            quarry.AnswerVerdict
	}{
		{0.9, 0.95, 0.85, 0.85, quarry.VerdictCorrect},
		{0.9, 0.95, 0.65, 0.65, quarry.VerdictUnsure},
		{0.4, 0.95, 0.85, 0.85, quarry.VerdictUnsure}, // its grade would be low
		{0.2, 0.25, 0.05, 0.75, quarry.VerdictIncorrect},
		{0.5, 0.25, 0.05, 0.75, quarry.VerdictUnsure}, // its grade would not be low
		{0.6, 0.875, 0.375, 0.5, quarry.VerdictPartly},
		{0.6, 0.75, 0.5, 0.5, quarry.VerdictUnsure},
	} {
		o := opinion{tc.score, tc.partly, tc.correct}
		if got := by.Verdict(o.score, o.partly, o.correct); got != tc.verdict || !near(o.confidence(got), tc.confidence) {
			t.Errorf("%+v is %s, confidence %v, want %+v", o, got, o.confidence(got), tc)
		}
	}
	m := model{}
	m.Correct.Start = 3 // likelier right than right in part
	if o := m.judge(nil); o.correct != o.partly {
		t.Errorf("right with %v, and at least in part with %v", o.correct, o.partly)
	}
}

func near(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }
