package app

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/storetest"
)

func TestADryRunShowsSomeOfWhatWouldChange(t *testing.T) {
	t.Parallel()
	opened, err := newRun(t).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer closeApp(t, opened)
	saveIn(t, opened, storetest.NewDraft("bread.md").Fact("Dough", "It rises.").Fact("Salt", "It slows yeast down.").Knowledge())
	next := storetest.NewDraft("bread.md").Fact("Salt", "It slows yeast down.")
	for _, subject := range []string{"Rye", "Spelt", "Wheat", "Oats"} {
		next = next.Fact(subject, "It is a grain.")
	}
	dry := &sampler{DryWriter: DryWriter{opened.Store}}
	difference, err := dry.SaveDocument(t.Context(), next.Knowledge())
	if err != nil || len(difference.Added) != 4 {
		t.Fatalf("%d would be added (%v), want 4", len(difference.Added), err)
	}
	got := map[quarry.JobChange][]string{}
	for _, sample := range dry.take() {
		got[sample.Change] = append(got[sample.Change], sample.Title+": "+sample.Text)
	}
	want := map[quarry.JobChange][]string{
		quarry.EntryAdded:   {"Rye: It is a grain.", "Spelt: It is a grain.", "Wheat: It is a grain."},
		quarry.EntryChanged: {"Salt: It slows yeast down."}, // it stands in another line
		quarry.EntryRemoved: {"Dough: It rises."},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("samples (-want +got):\n%s", diff)
	}
	if again := dry.take(); len(again) > 0 {
		t.Errorf("%d samples are taken twice", len(again))
	}
}
