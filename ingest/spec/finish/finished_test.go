package finish_test

import (
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/spec/finish"
	shipped "github.com/quarrykb/quarry/internal/lexicon"
)

func TestANumberComesToItsBaseUnit(t *testing.T) {
	t.Parallel()
	words, err := shipped.Load()
	if err != nil {
		t.Fatal(err)
	}
	finisher := finish.New(words)
	for name, tc := range map[string]struct {
		attribute quarry.AttributeID
		text      string
		value     float64
		unit      string
		want      float64
		wantUnit  string
		note      string
	}{
		"the unit of the attribute":    {"sm_count", "132", 132, "", 132, "1", ""},
		"a tolerance of a temperature": {"temperature", "± 1 °C", 1, "°C", 1, "K", ""},
		"a temperature":                {"temperature", "20 °C", 20, "°C", 293.15, "K", ""},
		"far above what is known": {
			"tdp", "70 kW", 70, "kW", 70000, "W",
			"more than 3 times the most that one gpu is known for: perhaps a system of several, perhaps a prefix",
		},
		"a product": {"memory_capacity", "2 × 48 GB", 96, "GB", 96e9, "B", "a product: 2 times 48 GB"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			attribute, _ := words.Attribute(tc.attribute)
			device, _ := words.FindDevice("H100")
			spec := quarry.Spec{
				Device: quarry.DeviceMention{Device: device, Written: "H100"}, Attribute: quarry.AttributeMention{Attribute: attribute},
				Conditions: quarry.NewConditions(), Value: quarry.Quantity{Bounds: quarry.Single(tc.value, tc.unit), Text: tc.text},
			}
			finisher.Finish(&spec)
			if got := spec.Normalized; got.Min == nil || *got.Min != tc.want || got.Unit != tc.wantUnit {
				t.Errorf("normalised: got %v, want %v %s", got, tc.want, tc.wantUnit)
			}
			if got := append(spec.Notes, "")[0]; got != tc.note {
				t.Errorf("note: got %q, want %q", got, tc.note)
			}
		})
	}
}
