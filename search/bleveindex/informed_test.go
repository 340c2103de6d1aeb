package bleveindex_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
)

// newLexicon knows a few GPUs, units and synonyms.
func newLexicon(tb testing.TB) *lexicon.Lexicon {
	tb.Helper()
	lexicon, err := lexicon.New(lexicon.Data{
		Fingerprint: "test/1",
		Devices: []quarry.Device{
			{ID: "nvidia-h100", Name: "NVIDIA H100", Vendor: "NVIDIA", Class: quarry.ClassGPU, Aliases: []string{"H100", "Hopper-100"}},
			{ID: "nvidia-h100-pcie", Name: "NVIDIA H100 PCIe", Vendor: "NVIDIA", Class: quarry.ClassGPU, Family: "nvidia-h100"},
			{ID: "nvidia-h200", Name: "NVIDIA H200", Vendor: "NVIDIA", Class: quarry.ClassGPU, Aliases: []string{"H200"}},
			{ID: "fp16", Name: "FP16", Class: quarry.ClassFormat},
			{ID: "bf16", Name: "BF16", Class: quarry.ClassFormat},
		},
		Attributes: []quarry.Attribute{
			{ID: "memory_capacity", Name: "Memory capacity", Kind: "data", Classes: []quarry.DeviceClass{quarry.ClassGPU}, Aliases: []string{"VRAM", "Memory size"}},
			{ID: "tdp", Name: "TDP", Kind: "power"},
			{ID: "ports", Name: "Ports", Classes: []quarry.DeviceClass{quarry.ClassSwitch}, Aliases: []string{"Radix"}},
		},
		Units: []quantity.Unit{
			{Symbol: "B/s", Kind: "bandwidth", Base: "B/s", Factor: 1},
			{Symbol: "GB/s", Kind: "bandwidth", Base: "B/s", Factor: 1e9},
			{Symbol: "TB/s", Kind: "bandwidth", Base: "B/s", Factor: 1e12},
			{Symbol: "g", Kind: "mass", Base: "g", Factor: 1},
			{Symbol: "kg", Kind: "mass", Base: "g", Factor: 1000},
		},
		Synonyms: [][]string{
			{"gradient checkpointing", "activation recomputation", "rematerialisation"},
			{"key-value cache", "KV cache"},
			{"all-reduce", "allreduce", "all reduce"},
			{"out of memory", "OOM"},
			{"TDP", "power draw"},
		},
		Asking: lexicon.AskingWords{
			Instructions: []string{"explain", "describe"}, Courtesies: []string{"please", "pls", "vs", "dont", "understand"},
		},
	})
	if err != nil {
		tb.Fatalf("lexicon: %v", err)
	}
	return lexicon
}

// informed opens an index of these entries that knows the lexicon.
func informed(tb testing.TB, entries ...quarry.Entry) *bleveindex.Index {
	tb.Helper()
	return filled(tb, bleveindex.Options{Lexicon: newLexicon(tb)}, entries...)
}

// filled opens an index of these entries, and closes it behind the test.
func filled(tb testing.TB, options bleveindex.Options, entries ...quarry.Entry) *bleveindex.Index {
	tb.Helper()
	index, err := bleveindex.Open(tb.Context(), tb.TempDir(), options)
	if err != nil {
		tb.Fatalf("open: %v", err)
	}
	tb.Cleanup(func() {
		if err := index.Close(); err != nil {
			tb.Errorf("close: %v", err)
		}
	})
	build, err := index.Rebuild(tb.Context())
	if err != nil {
		tb.Fatalf("rebuild: %v", err)
	}
	if err := build.Apply(tb.Context(), search.Batch{Puts: entries, Cursor: 1}); err != nil {
		tb.Fatalf("apply: %v", err)
	}
	if err := build.Commit(tb.Context()); err != nil {
		tb.Fatalf("commit: %v", err)
	}
	return index
}

// informedOf is informed of facts, each with its name for an id.
func informedOf(t *testing.T, texts map[string]string) *bleveindex.Index {
	t.Helper()
	return informed(t, factsOf(texts)...)
}

func checkFound(t *testing.T, index *bleveindex.Index, wanted map[string][]string) {
	t.Helper()
	for text, want := range wanted {
		if diff := cmp.Diff(want, found(t, index, text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}
