package storetest

import (
	"fmt"
	"testing"

	"github.com/quarrykb/quarry"
)

func contextEntryTests() tests {
	return tests{
		"context entries are whole entries, with what answers the open questions": contextEntriesWhole,
		"context entries come with claims and with what these disagree on":        contextEntriesDisagree,
		"context entries have the conflict that was asked for before any others":  contextEntriesAskedFirst,
		"context entries have what is claimed of devices that were discovered":    contextEntriesDiscovered,
		"context entries pass over what is not stored":                            contextEntriesGone,
	}
}

// refsTo names entries of a document.
func refsTo(entries ...quarry.Entry) []quarry.EntryRef {
	all := make([]quarry.EntryRef, len(entries))
	for i, e := range entries {
		all[i] = e.EntryRef
	}
	return all
}

func contextEntriesWhole(t *testing.T, store Store) {
	t.Helper()
	asks, notes := firing(t, store)
	link(t, store, answered(asks, answering(notes)[:2]...))
	wanted := refsTo(asks.Questions[0].Entry(), notes.Facts[0].Entry())
	got, err := store.ContextEntries(t.Context(), quarry.ContextEntriesRequest{Refs: wanted})
	must(t, got, err)
	equal(t, "facts", len(got.Facts), 1)
	equal(t, "the citations of a fact", got.Facts[0].Citations, notes.Facts[0].Citations)
	equal(t, "passages that answer", len(got.Passages), 1)
	equal(t, "the question and the one that answers it", len(got.Questions), 2)
	equal(t, "what answers", len(got.Questions[0].BestAnswers), 2)
	equal(t, "the answer", got.Questions[1].Answer, notes.Questions[0].Answer)
	equal(t, "revision", got.Revision, revisionOf(t, store))
}

func contextEntriesDisagree(t *testing.T, store Store) {
	t.Helper()
	a := NewDraft("a.md").Spec("mill", "power", 1, "W").Spec("mill", "speed", 1, "m/s").Spec("drill", "power", 5, "W").Knowledge()
	save(t, store, a)
	save(t, store, NewDraft("b.md").Spec("mill", "power", 2, "W").Knowledge())
	derive(t, store)
	of := func(r quarry.ContextEntriesRequest) quarry.ContextEntries {
		got, err := store.ContextEntries(t.Context(), r)
		return must(t, got, err)
	}
	got := of(quarry.ContextEntriesRequest{Refs: refsTo(a.Specs[0].Entry(), a.Specs[1].Entry())})
	equal(t, "specs", len(got.Specs), 2)
	equal(t, "conflicts of the specs", len(got.Conflicts), 1)
	equal(t, "claims of the conflict", len(got.Conflicts[0].Claims), 2)
	equal(t, "claims that were not asked for", len(got.Claims), 0)
	got = of(quarry.ContextEntriesRequest{Devices: []quarry.DeviceID{"mill"}, Attributes: []quarry.AttributeID{"power"}})
	equal(t, "claims", len(got.Claims), 2)
	equal(t, "conflicts of the claims", len(got.Conflicts), 1)
	got = of(quarry.ContextEntriesRequest{Devices: []quarry.DeviceID{"drill"}, Attributes: []quarry.AttributeID{"power", "speed"}})
	equal(t, "claims of another device", len(got.Claims), 1)
	equal(t, "conflicts of those", len(got.Conflicts), 0)
	under := func(values ...string) map[quarry.Axis][]string {
		return map[quarry.Axis][]string{quarry.AxisPrecision: values} //nolint:exhaustive // one axis is asked for
	}
	wanted := quarry.ContextEntriesRequest{Devices: []quarry.DeviceID{"mill"}, Attributes: []quarry.AttributeID{"power"}}
	wanted.Conditions = under("fp8")
	equal(t, "claims under other conditions", len(of(wanted).Claims), 0)
	wanted.Conditions = under("fp8", quarry.NoneCondition)
	equal(t, "claims that state no condition", len(of(wanted).Claims), 2)
}

func contextEntriesAskedFirst(t *testing.T, store Store) {
	t.Helper()
	one, other := NewDraft("a.md"), NewDraft("b.md")
	for i := range 12 {
		attribute := fmt.Sprintf("speed_%d", i)
		one, other = one.Spec("mill", attribute, 1, "W"), other.Spec("mill", attribute, 2, "W")
	}
	found := one.Knowledge()
	save(t, store, one.Spec("drill", "power", 1, "W").Knowledge())
	save(t, store, other.Spec("drill", "power", 2, "W").Knowledge())
	derive(t, store)
	var entries []quarry.Entry
	for _, spec := range found.Specs {
		entries = append(entries, spec.Entry())
	}
	got, err := store.ContextEntries(t.Context(), quarry.ContextEntriesRequest{
		Refs: refsTo(entries...), Devices: []quarry.DeviceID{"drill"}, Attributes: []quarry.AttributeID{"power"},
	})
	must(t, got, err)
	equal(t, "specs that were found", len(got.Specs), 12)
	equal(t, "conflicts", len(got.Conflicts), 10)
	equal(t, "the device of the first", got.Conflicts[0].Device.ID, "drill")
}

func contextEntriesDiscovered(t *testing.T, store Store) {
	t.Helper()
	discovered := func(s *quarry.Spec) { s.Device.Discovered = true }
	save(t, store, NewDraft("a.md").Spec("press-2", "power", 1, "W", discovered).Spec("mill", "power", 1, "W").Knowledge())
	wanted := quarry.ContextEntriesRequest{Names: []quarry.DeviceID{"press", "press-2", "mill"}, Attributes: []quarry.AttributeID{"power"}}
	got, err := store.ContextEntries(t.Context(), wanted)
	must(t, got, err)
	equal(t, "devices", len(got.Devices), 1)
	equal(t, "the device", got.Devices[0].ID, "press-2")
	equal(t, "whether it was discovered", got.Devices[0].Discovered, true)
	equal(t, "claims", len(got.Claims), 1)
}

func contextEntriesGone(t *testing.T, store Store) {
	t.Helper()
	a := Mixed("a.md")
	save(t, store, a)
	wanted := append(refsTo(entriesOf(a)...), quarry.EntryRef{Kind: quarry.EntryFact, ID: "f_none"})
	got, err := store.ContextEntries(t.Context(), quarry.ContextEntriesRequest{Refs: wanted})
	must(t, got, err)
	equal(t, "entries", len(got.Questions)+len(got.Facts)+len(got.Specs)+len(got.Passages), len(wanted)-1)
	_, err = store.ContextEntries(t.Context(), quarry.ContextEntriesRequest{Refs: make([]quarry.EntryRef, 10_001)})
	is(t, "too many", err, quarry.KindTooLarge)
}
