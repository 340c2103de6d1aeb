package condition_test

import (
	"testing"

	"github.com/quarrykb/quarry/ingest/spec/condition"
	"github.com/quarrykb/quarry/internal/lexicon"
)

func builtIn(tb testing.TB) *lexicon.Lexicon {
	tb.Helper()
	words, err := lexicon.Load()
	if err != nil {
		tb.Fatal(err)
	}
	return words
}

func TestALabelWithoutItsConditionsNamesTheAttribute(t *testing.T) {
	t.Parallel()
	reader := condition.New(builtIn(t))
	for label, want := range map[string]string{
		"Peak FP16 Tensor throughput with sparsity": "Tensor throughput",
		"NVLink bandwidth (both directions)":        "NVLink bandwidth",
		"FP16 Tensor Core, dense":                   "Tensor Core",
		"Dense FP16, Matrix Cores":                  "",
		"FP16/BF16":                                 "",
		"BF16 with sparsity, per chip":              "",
		"Memory capacity per chip":                  "Memory capacity",
		"Boost clock":                               "Boost clock",
		"Tensor Cores per GPU":                      "Tensor Cores",
		"Threads per SM":                            "Threads",
		"FLOPs per byte":                            "FLOPs per byte",
		"Performance per watt":                      "Performance per watt",
		"TDP as of May 2025":                        "TDP",
		"Supply voltage (min)":                      "Supply voltage",
		"Min. supply voltage":                       "supply voltage",
		"Torque @ 1,750 rpm":                        "Torque",
		"power_max_w":                               "power w",
		"Glow without sparsity":                     "Glow",
		"Total number of widgets":                   "widgets",
		"Energy per serving":                        "Energy",
		"Memory bandwidth (theoretical, per GPU)":   "Memory bandwidth",
		"Glow (typ., at 25 °C) [W]":                 "Glow [W]",
		"Peak":                                      "",
		"With sparsity":                             "",
		"":                                          "",
	} {
		if got := reader.Without(label); got != want {
			t.Errorf("%q without its conditions: got %q, want %q", label, got, want)
		}
	}
}

func TestWordsThatOnlyStateAreNoName(t *testing.T) {
	t.Parallel()
	reader := condition.New(builtIn(t))
	for words, want := range map[string]bool{
		"peak": true, "dense, with sparsity": true, "per GPU": true, "Typ.": true, "max": true, "with and without sparsity": true,
		"at 25 °C": true, "FP16, dense": true, "(both directions)": true, "2:4 structured sparsity": true, "at boost": true,
		"as of May 2025": true, "per Xe core": true,
		"boost clock": false, "Tensor Cores": false, "sparsity support": false, "memory": false, "with the": false, "": false, "H100": false,
		"peak power": false, "dense layers": false, "batch size": false,
	} {
		if got := reader.OnlyStates(words); got != want {
			t.Errorf("%q only states conditions: got %t, want %t", words, got, want)
		}
	}
}
