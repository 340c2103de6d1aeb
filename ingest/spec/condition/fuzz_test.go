package condition_test

import (
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/spec/condition"
	"github.com/quarrykb/quarry/internal/quantity"
)

// FuzzRead hands over words of any kind: there is at least one set of conditions, it
// has the axes that are always there, and none is empty.
func FuzzRead(f *testing.F) {
	words := builtIn(f)
	reader := condition.New(words)
	for _, one := range judgedClaims() {
		f.Add(one.device, one.words.Label, one.words.Own, one.words.Notes)
	}
	f.Add("", "@", "per ", "without\x00 (")
	f.Add("x", "İper x per x", "at @ 8 GPUs at 1e999 W", "2:4:8 sparsity: off/on")
	f.Fuzz(func(t *testing.T, device, label, own, notes string) {
		c := judged{device: "H100", attribute: "compute_throughput", value: "40 TFLOPS"}.claim(t, words)
		c.Device.Written, c.Device.Discovered = device, len(device)%2 == 0
		c.Words = condition.Words{Label: label, Own: own, Notes: notes, Around: []string{own, label}}
		all := reader.Session(quantity.DecimalPoint).Read(c)
		if len(all) == 0 {
			t.Fatal("no conditions")
		}
		for _, conditions := range all {
			for _, axis := range []quarry.Axis{quarry.AxisPrecision, quarry.AxisSparsity, quarry.AxisPer, quarry.AxisBasis} {
				if conditions[axis] == "" {
					t.Errorf("nothing of %s in %v", axis, conditions)
				}
			}
			for axis, value := range conditions {
				if value == "" {
					t.Errorf("%s is empty", axis)
				}
			}
		}
		reader.Without(label)
		reader.OnlyStates(own)
	})
}
