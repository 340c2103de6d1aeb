package storetest

import (
	"math"
	"testing"

	"github.com/quarrykb/quarry"
)

func confidenceTests() tests {
	return tests{
		"a spec has its confidence wherever it is read":   confidenceEverywhere,
		"a confidence is kept in thousandths":             confidenceInThousandths,
		"a confidence that is no share is refused":        confidenceRefused,
		"a spec that is read with less surety is changed": confidenceChanges,
	}
}

func confidently(confidence float64) func(*quarry.Spec) {
	return func(s *quarry.Spec) { s.Confidence = confidence }
}

func confidenceEverywhere(t *testing.T, store Store) {
	t.Helper()
	a := NewDraft("a.md").Spec("mill", "power", 1, "W", confidently(0.25)).Knowledge()
	save(t, store, a)
	save(t, store, NewDraft("b.md").Spec("mill", "power", 2, "W", confidently(0)).Knowledge())
	derive(t, store)
	of := func(where string, specs []quarry.Spec, want ...float64) {
		t.Helper()
		got := make([]float64, 0, len(specs))
		for _, s := range specs {
			got = append(got, s.Confidence)
		}
		equal(t, where, got, want)
	}
	one, _, err := store.Spec(t.Context(), a.Specs[0].ID)
	of("alone", []quarry.Spec{must(t, one, err)}, 0.25)
	page, err := store.Specs(t.Context(), quarry.Filter{}, everything())
	of("in a list", must(t, page, err).Items, 0.25, 0)
	claims, _, err := store.ClaimsOf(t.Context(), []quarry.DeviceID{"mill"}, nil)
	of("to compare", must(t, claims, err), 0.25, 0)
	conflicts, err := store.Conflicts(t.Context(), quarry.Filter{}, everything())
	of("in a conflict", must(t, conflicts, err).Items[0].Claims, 0.25, 0)
	entries, err := store.ContextEntries(t.Context(), quarry.ContextEntriesRequest{
		Refs: refsTo(a.Specs[0].Entry()), Devices: []quarry.DeviceID{"mill"}, Attributes: []quarry.AttributeID{"power"},
	})
	of("in a context", must(t, entries, err).Specs, 0.25)
	of("claimed in a context", entries.Claims, 0.25, 0)
	known, err := store.Knowledge(t.Context(), quarry.Filter{}, everything())
	of("in an export", must(t, known, err).Items[0].Specs, 0.25)
}

func confidenceInThousandths(t *testing.T, store Store) {
	t.Helper()
	for given, want := range map[float64]float64{0.12345: 0.123, 0.9999: 1, 1.0000002: 1, 0.0001: 0, 0.8996: 0.9} {
		k := NewDraft("a.md").Spec("mill", "power", 1, "W", confidently(given)).Knowledge()
		save(t, store, k)
		got, _, err := store.Spec(t.Context(), k.Specs[0].ID)
		equal(t, "confidence", must(t, got, err).Confidence, want)
		page, err := store.Specs(t.Context(), quarry.Filter{MinConfidence: want}, everything())
		equal(t, "specs as sure as that", must(t, page, err).Total, 1)
	}
}

func confidenceRefused(t *testing.T, store Store) {
	t.Helper()
	for _, given := range []float64{-0.1, 1.1, math.NaN(), math.Inf(1)} {
		_, err := store.SaveDocument(t.Context(), NewDraft("a.md").Spec("mill", "power", 1, "W", confidently(given)).Knowledge())
		is(t, "a confidence that is no share", err, quarry.KindInvalid)
	}
}

func confidenceChanges(t *testing.T, store Store) {
	t.Helper()
	as := func(confidence float64) quarry.Knowledge {
		return NewDraft("a.md").Spec("mill", "power", 1, "W", confidently(confidence)).Knowledge()
	}
	save(t, store, as(1))
	equal(t, "as sure", save(t, store, as(1)), quarry.Difference{})
	equal(t, "less sure", save(t, store, as(0.5)), quarry.Difference{Changed: refs(as(1))})
	equal(t, "as unsure", save(t, store, as(0.5001)), quarry.Difference{})
}
