package claim_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/ingest/claim"
	fields "github.com/quarrykb/quarry/internal/lexicon"
)

// A number that could mean two things means what those beside it do, in the same
// field of other records.
func TestTheNumbersOfAFieldTellWhatOneOfThemMeans(t *testing.T) {
	t.Parallel()
	builtIn, err := fields.Load()
	if err != nil {
		t.Fatal(err)
	}
	reader := claim.NewReader(builtIn)
	for name, tc := range map[string]struct {
		records, want []string
	}{
		"seconds beside degrees": {
			[]string{"model: Teal 5, drift: 2°, weight: 4 kg", "model: Teal 7, drift: 12″, weight: 5 kg", "model: Teal 9, drift: 40′, weight: 6 kg"},
			[]string{"2°: 2 °", "4 kg: 4 kg", "12″: 12 arcsec", "5 kg: 5 kg", "40′: 40 arcmin", "6 kg: 6 kg"},
		},
		"sums of thousands beside hundreds": {
			[]string{"model: Hob 2, price: €1.249, weight: 9.5 kg", "model: Hob 3, price: €749, weight: 8.5 kg", "model: Hob 4, price: € 2.099, weight: 11 kg"},
			[]string{"€1.249: 1249 EUR", "9.5 kg: 9.5 kg", "€749: 749 EUR", "8.5 kg: 8.5 kg", "€ 2.099: 2099 EUR", "11 kg: 11 kg"},
		},
		"sums of what is unknown": {
			[]string{"model: Hob 2, price: €1.249, weight: 9.5 kg", "model: Hob 3, price: €749.50, weight: 8.5 kg"},
			[]string{"9.5 kg: 9.5 kg", "€749.50: 749.5 EUR", "8.5 kg: 8.5 kg"},
		},
		"prices of less than one": {
			[]string{"model: Hob 2, gas price: €1.249, weight: 9.5 kg", "model: Hob 3, gas price: €1.75, weight: 8.5 kg"},
			[]string{"€1.249: 1.249 EUR", "9.5 kg: 9.5 kg", "€1.75: 1.75 EUR", "8.5 kg: 8.5 kg"},
		},
		"the mark of seconds beside minutes of another field": {
			[]string{"model: Teal 5, drift: 2° 30′, blur: 2″, width: 12″", "model: Teal 7, drift: 3°, blur: 3″, width: 15″"},
			[]string{"2° 30′: 2.5 °", "12″: 12 inch", "3°: 3 °", "15″: 15 inch"},
		},
		"thousands of what is not counted": {
			[]string{"model: Teal 5, sold ('000): 12.5, flux (10^3 s⁻¹): 3, weight: 4 kg", "model: Teal 7, sold ('000): 9, flux (10^3 s⁻¹): 4, weight: 5 kg"},
			[]string{"12.5: 12.5 thousand", "3: 3000 ", "4 kg: 4 kg", "9: 9 thousand", "4: 4000 ", "5 kg: 5 kg"},
		},
		"decimal commas among points": {
			[]string{"model: Hob 2, load: 1.234 W, weight: 9.5 kg", "model: Hob 3, load: 987,5 W, weight: 8.5 kg"},
			[]string{"1.234 W: 1234 W", "9.5 kg: 9.5 kg", "987,5 W: 987.5 W", "8.5 kg: 8.5 kg"},
		},
		"both styles in one field": {
			[]string{"model: Hob 2, load: 1.234 W, weight: 9.5 kg", "model: Hob 3, load: 987,5 W, weight: 8.5 kg", "model: Hob 4, load: 2.25 W, weight: 9 kg"},
			[]string{"9.5 kg: 9.5 kg", "8.5 kg: 8.5 kg", "2.25 W: 2.25 W", "9 kg: 9 kg"},
		},
		"inches beside degrees of another field": {
			[]string{"model: Teal 5, tilt: 20°, pane: 12″, weight: 4 kg", "model: Teal 7, tilt: 25°, pane: 15″, weight: 5 kg"},
			[]string{"20°: 20 °", "12″: 12 inch", "4 kg: 4 kg", "25°: 25 °", "15″: 15 inch", "5 kg: 5 kg"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, specs := range reader.Records(records(tc.records)) {
				for _, spec := range specs {
					got = append(got, fmt.Sprintf("%s: %v %s", spec.Value.Text, *spec.Value.Min, spec.Value.Unit))
				}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("numbers (-want +got):\n%s", diff)
			}
		})
	}
}
