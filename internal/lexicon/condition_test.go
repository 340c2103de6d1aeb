package lexicon_test

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

func TestTheConditionsThatSourcesStateAreThere(t *testing.T) {
	t.Parallel()
	stated := map[quarry.Axis]map[string][]string{}
	for _, term := range load(t).ConditionTerms() {
		if stated[term.Axis] == nil {
			stated[term.Axis] = map[string][]string{}
		}
		stated[term.Axis][term.Value] = append(stated[term.Axis][term.Value], term.Phrases...)
	}
	type statement struct {
		axis          quarry.Axis
		value, phrase string
	}
	for _, want := range []statement{
		{quarry.AxisSparsity, "sparse", "with sparsity"},
		{quarry.AxisSparsity, "dense", "dense"},
		{quarry.AxisBasis, "peak", "theoretical"},
		{quarry.AxisBasis, "achievable", "measured"},
		{quarry.AxisBasis, "estimated", "estimated"},
		{quarry.AxisPer, "gpu", "per GPU"},
		{quarry.AxisPer, "pin", "per pin"},
		{quarry.AxisPer, "system", "system total"},
		{quarry.AxisDirection, "both", "bidirectional"},
		{quarry.AxisDirection, "one", "per direction"},
		{"clock", "boost", "boost clock"},
		{"clock", "", "@"},
		{"temperature", "", "at"},
		{"rotation", "", "at"},
		{"count", "", "for"},
		{"as_of", "", "as of"},
		{"as_of", "launch", "launch price"},
		{"load", "idle", "idle"},
	} {
		if got := stated[want.axis][want.value]; !slices.Contains(got, want.phrase) {
			t.Errorf("%s=%s is stated by %q, want %q among it", want.axis, want.value, got, want.phrase)
		}
	}
}

func TestAWordIsAValueOfItsAxisOnly(t *testing.T) {
	t.Parallel()
	known := load(t)
	for word, want := range map[string]bool{"sparse": true, "dense": true, "peak": false, "sparsity": false, "": false} {
		if got := known.IsValueOf(quarry.AxisSparsity, word); got != want {
			t.Errorf("%q is a value of sparsity: %t, want %t", word, got, want)
		}
	}
	if subject := known.ClaimSubject("fp16 Sparse throughput"); subject.Attribute != "throughput" ||
		subject.Conditions[quarry.AxisSparsity] != "sparse" || subject.Conditions[quarry.AxisPrecision] == "" {
		t.Errorf("what is asked for is read as %+v", subject)
	}
}

func TestAConditionIsExtendedByItsAxisAndValue(t *testing.T) {
	t.Parallel()
	built := mustParse(t, `
conditions:
  - {axis: basis, value: peak, phrases: [on paper]}
  - {axis: mood, value: wet, denied: dry, phrases: [wet]}
  - {axis: mood, value: dry, phrases: [dry]}
  - {axis: load, value: idle, phrases: [at rest], replace: true}
`)
	found := map[string]lexicon.ConditionTerm{}
	for _, term := range built.ConditionTerms() {
		found[string(term.Axis)+"="+term.Value] = term
	}
	if got := found["basis=peak"].Phrases; !slices.Contains(got, "on paper") || !slices.Contains(got, "theoretical") {
		t.Errorf("peak is stated by %q, want both files' phrases", got)
	}
	if got := found["mood=wet"]; got.Denied != "dry" {
		t.Errorf("the new condition = %+v, want dry as its denial", got)
	}
	if got := found["load=idle"].Phrases; !slices.Equal(got, []string{"at rest"}) {
		t.Errorf("the replaced condition is stated by %q, want the new phrase alone", got)
	}
}

func TestATitleThatNamesDevicesIsKnownInAnyForm(t *testing.T) {
	t.Parallel()
	built := mustParse(t, "name_labels: [Kiln]\n")
	for title, want := range map[string]bool{
		"Model": true, "model": true, "MODELS": true, "Device": true, "Switch model": true, "Engine": true,
		"**Compound**": true, "Gerät": true, "Modèle": true, "Vehículo": true, "Model number": true, "Kiln": true,
		"GPU name": true, "Number of devices": false, "Type": false, "Memory": false, "Bandwidth": false, "": false,
		"Model size": false, "Device count": false,
	} {
		if got := built.IsNameLabel(title); got != want {
			t.Errorf("IsNameLabel(%q) = %t, want %t", title, got, want)
		}
	}
	if !slices.Contains(built.NameLabels(), "Kiln") {
		t.Error("the file's own title is not among the name labels")
	}
}
