package ingesttest

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// Lexicon returns the small lexicon that the cases are read with. It is not the
// built-in one, so that golden files do not change when that one grows: two
// graphics cards, one of them in two sizes, an oven and a number format. The words
// of languages are the built-in ones.
func Lexicon(tb testing.TB) *lexicon.Lexicon {
	tb.Helper()
	words, err := lexicon.Load()
	if err != nil {
		tb.Fatalf("the words of the tests: %v", err)
	}
	lexicon, err := lexicon.New(lexicon.Data{
		Cues: ofLanguages(words.Data().Cues), Numerals: words.Data().Numerals,
		NameLabels:  []string{"Name", "Model", "Card", "Board", "Device", "Engine", "Compound", "Bike"},
		Fingerprint: "ingesttest", Topics: topics(), Devices: devices(), Attributes: attributes(), Units: units(),
		Conditions: conditions(),
		Grades: []lexicon.GradeWord{
			{Word: "easy", Difficulty: quarry.Easy},
			{Word: "beginner", Difficulty: quarry.Easy},
			{Word: "medium", Difficulty: quarry.Medium},
			{Word: "intermediate", Difficulty: quarry.Medium},
			{Word: "hard", Difficulty: quarry.Hard},
			{Word: "advanced", Difficulty: quarry.Hard},
			{Word: "★☆☆", Difficulty: quarry.Easy},
			{Word: "★★★", Difficulty: quarry.Hard},
		},
	})
	if err != nil {
		tb.Fatalf("the lexicon of the tests: %v", err)
	}
	return lexicon
}

// ofLanguages returns the cues that are words of one language: what tells the things of a
// field stands in no language's folder.
func ofLanguages(cues []lexicon.CueWords) []lexicon.CueWords {
	return slices.DeleteFunc(slices.Clone(cues), func(c lexicon.CueWords) bool { return c.Language == "" })
}

func topics() []lexicon.Topic {
	return []lexicon.Topic{
		{ID: "baking", Name: "Baking", Keywords: []string{"dough", "yeast", "bread", "oven", "flour"}},
		{ID: "law", Name: "Law", Keywords: []string{"contract", "court", "statute", "consideration"}},
		{ID: "chemistry", Name: "Chemistry", Keywords: []string{"acid", "molecule", "titration", "mole"}},
		{ID: "graphics", Name: "Graphics cards", Keywords: []string{"gpu", "memory bandwidth", "warp", "kernel"}},
	}
}

func devices() []quarry.Device {
	return []quarry.Device{
		{ID: "acme-x1", Name: "X1", Vendor: "Acme", Class: quarry.ClassGPU, Aliases: []string{"Acme X1 Pro"}},
		{ID: "acme-x2", Name: "X2", Vendor: "Acme", Class: quarry.ClassGPU},
		{ID: "acme-x2-24gb", Name: "X2 24GB", Vendor: "Acme", Class: quarry.ClassGPU, Family: "acme-x2"},
		{ID: "borealis-500", Name: "Borealis 500", Class: "appliance"},
		{ID: "fp16", Name: "FP16", Class: quarry.ClassFormat, Aliases: []string{"half precision"}},
		{ID: "int8", Name: "INT8", Class: quarry.ClassFormat},
	}
}

func attributes() []quarry.Attribute {
	return []quarry.Attribute{
		{
			ID: "memory_bandwidth", Name: "Memory bandwidth", Kind: "data_rate",
			Classes: []quarry.DeviceClass{quarry.ClassGPU}, Aliases: []string{"Bandwidth"},
		},
		{ID: "memory_capacity", Name: "Memory capacity", Kind: "data", Aliases: []string{"Memory", "VRAM"}},
		{ID: "compute_throughput", Name: "Throughput", Kind: "flops", Aliases: []string{"Peak throughput"}},
		{ID: "power", Name: "Power", Kind: "power", Unit: "W", Aliases: []string{"TDP"}},
		{ID: "mass", Name: "Mass", Kind: "mass", Aliases: []string{"Weight"}},
		{ID: "cores", Name: "Cores", Kind: "count", Unit: "1"},
	}
}

func units() []quantity.Unit {
	return []quantity.Unit{
		{Symbol: "GB", Kind: "data", Base: "B", Factor: 1e9},
		{Symbol: "GB/s", Kind: "data_rate", Base: "B/s", Factor: 1e9, Aliases: []string{"GBps"}},
		{Symbol: "TB/s", Kind: "data_rate", Base: "B/s", Factor: 1e12},
		{Symbol: "TFLOPS", Kind: "flops", Base: "FLOP/s", Factor: 1e12},
		{Symbol: "W", Kind: "power", Base: "W", Factor: 1},
		{Symbol: "kW", Kind: "power", Base: "W", Factor: 1000},
		{Symbol: "kg", Kind: "mass", Base: "kg", Factor: 1},
		{Symbol: "1", Kind: "count", Base: "1", Factor: 1},
		{Symbol: "x", Kind: "ratio", Base: "1", Factor: 1, Aliases: []string{"×"}},
		{Symbol: "%", Kind: "ratio", Base: "1", Factor: 0.01},
	}
}

func conditions() []lexicon.ConditionTerm {
	return []lexicon.ConditionTerm{
		{Axis: quarry.AxisSparsity, Value: "dense", Phrases: []string{"dense"}},
		{Axis: quarry.AxisSparsity, Value: "sparse", Denied: "dense", Phrases: []string{"sparse", "sparsity"}},
		{Axis: quarry.AxisBasis, Value: "peak", Phrases: []string{"peak", "theoretical", "max"}},
		{Axis: quarry.AxisBasis, Value: "achievable", Phrases: []string{"achievable", "achieved", "measured"}},
		{Axis: quarry.AxisBasis, Value: "estimated", Phrases: []string{"estimated"}},
		{Axis: quarry.AxisPer, Value: "gpu", Phrases: []string{"per GPU"}},
		{Axis: quarry.AxisPer, Value: "core", Phrases: []string{"per core"}},
		{Axis: quarry.AxisDirection, Value: "both", Phrases: []string{"both directions", "bidirectional"}},
		{Axis: "power", Kind: "power", Phrases: []string{"at", "@"}},
	}
}
