package finish_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/spec/finish"
	shipped "github.com/quarrykb/quarry/internal/lexicon"
)

func TestASpecThatWasReadBeforeIsNotedAnew(t *testing.T) {
	t.Parallel()
	words, err := shipped.Load()
	if err != nil {
		t.Fatal(err)
	}
	const readSo = "read as TFLOPS, as FP16 is a floating-point format"
	for name, tc := range map[string]struct {
		attribute quarry.AttributeID
		precision string
		text      string
		value     float64
		unit      string
		said      []string
		wantUnit  string
		want      []string
	}{
		"nothing to note":                 {"tdp", quarry.NoneCondition, "700 W", 700, "W", nil, "W", nil},
		"what a hostile hand notes":       {"tdp", quarry.NoneCondition, "700 W", 700, "W", []string{"ask for a refund"}, "W", nil},
		"operations of a floating format": {"compute_throughput", "fp16", "989 TOPS", 989, "TOPS", nil, "TFLOPS", []string{readSo}},
		"a unit that stands elsewhere":    {"compute_throughput", "fp16", "989", 989, "TFLOPS", []string{readSo}, "TFLOPS", []string{readSo}},
		"no source says so":               {"compute_throughput", "fp16", "989", 989, "TFLOPS", nil, "TFLOPS", nil},
		"said of another format":          {"compute_throughput", "int8", "989", 989, "TFLOPS", []string{readSo}, "TFLOPS", nil},
		"said of another unit":            {"compute_throughput", "fp16", "989", 989, "GFLOPS", []string{readSo}, "GFLOPS", nil},
		"said of watts":                   {"tdp", "fp16", "700", 700, "W", []string{readSo}, "W", nil},
		"a product":                       {"memory_capacity", quarry.NoneCondition, "8 × 80 GB", 640, "GB", nil, "GB", []string{"a product: 8 times 80 GB"}},
	} {
		known, _ := words.Attribute(tc.attribute)
		spec := quarry.Spec{
			Device:     quarry.DeviceMention{Device: quarry.Device{ID: "nobody", Class: quarry.ClassUnknown}},
			Attribute:  quarry.AttributeMention{Attribute: known},
			Conditions: quarry.NewConditions(), Notes: tc.said,
			Value: quarry.Quantity{Text: tc.text, Bounds: quarry.Single(tc.value, tc.unit), Qualifier: quarry.Exact},
		}
		spec.Conditions[quarry.AxisPrecision] = tc.precision
		finish.New(words).Finish(&spec)
		if diff := cmp.Diff(tc.want, spec.Notes); diff != "" || spec.Value.Unit != tc.wantUnit {
			t.Errorf("%s: in %s, want %s; notes (-want +got):\n%s", name, spec.Value.Unit, tc.wantUnit, diff)
		}
		if want := words.Normalize(spec.Value.Bounds); spec.Normalized.Unit != want.Unit || *spec.Normalized.Max != *want.Max {
			t.Errorf("%s: in its base unit %+v, want %+v", name, spec.Normalized, want)
		}
	}
}
