package condition_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/spec/condition"
)

func TestASpecIsFinished(t *testing.T) {
	t.Parallel()
	words := builtIn(t)
	reader := condition.New(words)
	for name, tc := range map[string]struct {
		claim judged
		unit  string
		low   float64
		notes string
	}{
		"operations of a floating-point format": {
			judged{"H100", "compute_throughput", "1,979 TOPS", condition.Words{Label: "FP16 dense"}, ""}, "FLOP/s", 1979e12,
			"read as TFLOPS, as FP16 is a floating-point format",
		},
		"operations of an integer format": {judged{"H100", "compute_throughput", "1,979 TOPS", condition.Words{Label: "INT8 dense"}, ""}, "OP/s", 1979e12, ""},
		"the unit of the attribute":       {judged{"H100", "sm_count", "132", condition.Words{Label: "SMs"}, ""}, "1", 132, ""},
		"a tolerance of a temperature":    {judged{"Probe 3", "x:Accuracy", "± 1 °C", condition.Words{Label: "Accuracy"}, ""}, "K", -1, ""},
		"a product":                       {judged{"H100", "memory_capacity", "2 × 48 GB", condition.Words{Label: "Memory"}, ""}, "B", 96e9, "a product: 2 times 48 GB"},
		"an approximate range":            {judged{"Lamp 3", "x:Draw", "~20-30 W", condition.Words{Label: "Draw"}, ""}, "W", 20, "an approximate range"},
		"far above": {
			judged{"H100", "tdp", "70 kW", condition.Words{Label: "TDP"}, ""}, "W", 70000,
			"more than 3 times the most that one gpu is known for: perhaps a system of several, perhaps a prefix",
		},
		"but of a hundred": {judged{"H100", "tdp", "70 kW", condition.Words{Label: "TDP of 100 H100"}, ""}, "W", 70000, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := tc.claim.claim(t, words)
			spec := quarry.Spec{Device: c.Device, Attribute: c.Attribute, Value: c.Quantity, Conditions: reader.Read(c)[0]}
			reader.Finish(&spec)
			if spec.Normalized.Unit != tc.unit || spec.Normalized.Min == nil || *spec.Normalized.Min != tc.low {
				t.Errorf("normalised: got %v %q, want %v %q", spec.Normalized.Min, spec.Normalized.Unit, tc.low, tc.unit)
			}
			if diff := cmp.Diff(tc.notes, strings.Join(spec.Notes, "|")); diff != "" {
				t.Errorf("notes (-want +got):\n%s", diff)
			}
		})
	}
}

func BenchmarkReadOfManyRows(b *testing.B) {
	words := builtIn(b)
	session := condition.New(words).Session()
	claims := make([]condition.Claim, 0, len(judgedClaims()))
	for _, one := range judgedClaims() {
		claims = append(claims, one.claim(b, words))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		session.Read(claims[i%len(claims)])
	}
}

func BenchmarkReadOfOneNumber(b *testing.B) {
	words := builtIn(b)
	reader := condition.New(words)
	c := judgedClaims()["the sparse rate beside it"].claim(b, words)
	b.ReportAllocs()
	for b.Loop() {
		reader.Read(c)
	}
}

func BenchmarkFinish(b *testing.B) {
	words := builtIn(b)
	reader := condition.New(words)
	c := judgedClaims()["the sparse rate beside it"].claim(b, words)
	spec := quarry.Spec{Device: c.Device, Attribute: c.Attribute, Value: c.Quantity, Conditions: reader.Read(c)[0]}
	b.ReportAllocs()
	for b.Loop() {
		again := spec
		reader.Finish(&again)
	}
}
