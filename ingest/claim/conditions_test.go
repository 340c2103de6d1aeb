package claim_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/claim"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// What a source says of a number is kept as it says it, and what it takes back
// or leaves open is not claimed.
func TestConditionsAreWhatTheWordsState(t *testing.T) {
	t.Parallel()
	reader := claim.NewReader(smallField(t))
	for value, want := range map[string]string{
		"40 TFLOPS dense":                         "sparsity=dense",
		"80 TFLOPS, with sparsity":                "sparsity=sparse",
		"40 TFLOPS without structured sparsity":   "sparsity=dense",
		"40 TFLOPS (non-sparse)":                  "sparsity=dense",
		"40 TFLOPS, no 2:4 sparsity":              "sparsity=dense",
		"40 TFLOPS, sparsity: off":                "sparsity=dense",
		"40 TFLOPS (sparsity is not used)":        "sparsity=dense",
		"40 TFLOPS w/o sparsity":                  "sparsity=dense",
		"40 TFLOPS ohne sparsity":                 "sparsity=dense",
		"80 TFLOPS sparse, ECC off":               "sparsity=sparse",
		"80 TFLOPS sparse off-chip":               "sparsity=sparse",
		"80 TFLOPS, no loss, sparse":              "sparsity=sparse",
		"80 TFLOPS (sparsity on or off)":          "",
		"80 TFLOPS with or without sparsity":      "",
		"80 TFLOPS cum vel sine without sparsity": "sparsity=dense",
		"80 TFLOPS cum vel without sparsity":      "",
		"34 TFLOPS, peak not included":            "",
		"40 TFLOPS dense, 80 TFLOPS sparse":       "sparsity=dense|sparsity=sparse",
		"40 TFLOPS theoretical, 33 measured":      "basis=peak|basis=achievable",
		"34 TFLOPS is not peak":                   "",
		"50 TFLOPS per link per GPU":              "",
		"50 TFLOPS per link":                      "per=link",
		"12 TFLOPS, both directions together":     "direction=both",
		"12 TFLOPS (Peak One)":                    "",
		"12 TFLOPS dense or sparse, as you like":  "",
	} {
		t.Run(value, func(t *testing.T) {
			t.Parallel()
			found := reader.Item(claim.Item{
				Key: "Throughput", Value: value, Span: quarry.Span{ByteEnd: 1, LineStart: 1, LineEnd: 1},
				Place: claim.Place{Headings: []string{"Peak One"}},
			})
			var got []string
			for _, spec := range found.Specs {
				got = append(got, statedPairs(spec.Conditions))
			}
			if diff := cmp.Diff(want, strings.Join(got, "|")); diff != "" {
				t.Errorf("conditions (-want +got):\n%s", diff)
			}
		})
	}
}

func statedPairs(conditions quarry.Conditions) string {
	var pairs []string
	for _, pair := range conditions.Pairs() {
		if !strings.HasSuffix(pair, quarry.Unstated) && !strings.HasSuffix(pair, quarry.NoneCondition) {
			pairs = append(pairs, pair)
		}
	}
	return strings.Join(pairs, ",")
}

// smallField is a small field of its own.
func smallField(t *testing.T) *lexicon.Lexicon {
	t.Helper()
	words, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	built, err := lexicon.New(lexicon.Data{
		Devices: []quarry.Device{{ID: "peak-one", Name: "Peak One", Class: quarry.ClassGPU}},
		Cues: append(words.Data().Cues,
			lexicon.CueWords{Cue: "pairing", Words: []string{"or", "vel"}}, lexicon.CueWords{Cue: "including", Words: []string{"with", "cum"}}),
		Attributes: []quarry.Attribute{{ID: "throughput", Name: "Throughput", Kind: "flops", Unit: "TFLOPS"}},
		Units:      []quantity.Unit{{Symbol: "TFLOPS", Kind: "flops", Base: "FLOP/s", Factor: 1e12}},
		Conditions: []lexicon.ConditionTerm{
			{Axis: quarry.AxisSparsity, Value: "dense", Phrases: []string{"dense"}},
			{Axis: quarry.AxisSparsity, Value: "sparse", Denied: "dense", Phrases: []string{"sparse", "sparsity", "structured sparsity"}},
			{Axis: quarry.AxisBasis, Value: "peak", Phrases: []string{"peak", "theoretical"}},
			{Axis: quarry.AxisBasis, Value: "achievable", Phrases: []string{"measured"}},
			{Axis: quarry.AxisPer, Value: "link", Phrases: []string{"per link"}},
			{Axis: quarry.AxisPer, Value: "gpu", Phrases: []string{"per GPU"}},
			{Axis: quarry.AxisDirection, Value: "both", Phrases: []string{"both directions"}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return built
}
