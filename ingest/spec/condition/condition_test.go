package condition_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/spec/condition"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// smallField is the small field of the claims that are taken back or left open.
func smallField(t *testing.T) *lexicon.Lexicon {
	t.Helper()
	words := builtIn(t)
	built, err := lexicon.New(lexicon.Data{
		Devices:    []quarry.Device{{ID: "peak-one", Name: "Peak One", Class: quarry.ClassGPU}},
		Cues:       append(words.Data().Cues, lexicon.CueWords{Cue: "pairing", Words: []string{"or", "vel"}}),
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

func TestWhatWordsTakeBackOrLeaveOpenIsNotStated(t *testing.T) {
	t.Parallel()
	words := smallField(t)
	reader := condition.New(words)
	for own, want := range map[string]string{
		"without structured sparsity":      "sparsity=dense",
		"(non-sparse)":                     "sparsity=dense",
		", no 2:4 sparsity":                "sparsity=dense",
		", sparsity: off":                  "sparsity=dense",
		"(sparsity is not used)":           "sparsity=dense",
		"w/o sparsity":                     "sparsity=dense",
		"ohne sparsity":                    "sparsity=dense",
		"sparse, ECC off":                  "sparsity=sparse",
		", no loss, sparse":                "sparsity=sparse",
		"with or without sparsity":         "",
		"cum vel without sparsity":         "",
		", peak not included":              "",
		"dense, with the use of 2025 maps": "sparsity=dense",
		"the 2024 Peak One":                "",
		"is not peak":                      "",
		"per link per GPU":                 "",
		", both directions together":       "direction=both",
		"(Peak One)":                       "",
		"dense or sparse, as you like":     "",
		"per Peak One":                     "per=gpu",
	} {
		t.Run(own, func(t *testing.T) {
			t.Parallel()
			peakOne, _ := words.Device("peak-one")
			throughput := words.FindAttributes("Throughput")[0]
			got := reader.Session(quantity.DecimalPoint).Read(condition.Claim{
				Device:    quarry.DeviceMention{Device: peakOne, Written: "Peak One"},
				Attribute: quarry.AttributeMention{Attribute: throughput, Written: "Throughput"},
				Quantity:  quarry.Quantity{Bounds: quarry.Single(40, "TFLOPS"), Text: "40 TFLOPS", Qualifier: quarry.Exact},
				Words:     condition.Words{Label: "Throughput", Own: own, Around: []string{"Peak One"}},
			})
			if diff := cmp.Diff(want, stated(got)); diff != "" {
				t.Errorf("conditions (-want +got):\n%s", diff)
			}
		})
	}
}

// stated returns what sets of conditions state.
func stated(all []quarry.Conditions) string {
	sets := make([]string, len(all))
	for i, conditions := range all {
		var pairs []string
		for _, pair := range conditions.Pairs() {
			if !strings.HasSuffix(pair, "="+quarry.Unstated) && pair != "precision="+quarry.NoneCondition {
				pairs = append(pairs, pair)
			}
		}
		sets[i] = strings.Join(pairs, " ")
	}
	return strings.Join(sets, " | ")
}
