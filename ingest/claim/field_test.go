package claim_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/ingest/claim"
	fields "github.com/quarrykb/quarry/internal/lexicon"
)

// The key of a record may end in its unit, whole, and with words behind it.
func TestAKeyHasItsUnitWholeOrNone(t *testing.T) {
	t.Parallel()
	builtIn, err := fields.Load()
	if err != nil {
		t.Fatal(err)
	}
	reader := claim.NewReader(builtIn)
	for key, want := range map[string]string{
		"energy_density_Wh_per_kg": "energy_density in Wh/kg",
		"cost_usd_per_gb":          "x_cost in USD/GB",
		"flour_scoops_per_kg":      "x_flour_scoops_per_kg in ",
		"max_discharge_A":          "x_max_discharge in A",
		"trunk_gbs":                "x_trunk in GB/s",
		"b_tbs":                    "x_b in TB/s",
		"memory_bandwidth_gbs":     "memory_bandwidth in GB/s",
		"memory_gbs":               "memory_capacity in GB",
		"oil_flow_lph":             "x_oil_flow in L/h",
		"link_mbytes_s":            "x_link in MB/s",
		"battery_kwh":              "battery_capacity in kWh",
		"steam_pressure_bar":       "x_steam_pressure in bar",
		"oil_flow_l_per_min":       "x_oil_flow in L/min",
		"oil_temp_C":               "x_oil_temp in °C",
		"oil_temp_c_max":           "x_oil_temp_max in °C",
		"c":                        "x_c in ",
		"flash_point_F":            "x_flash_point in °F",
		"lamp_color_temp_K":        "x_lamp_color_temp in K",
		"store_c":                  "x_store_c in ",
		"range_k":                  "x_range_k in ",
		"grade_f":                  "x_grade_f in ",
		"clock_mhz_max":            "clock in MHz",
		"store_kb_per_core":        "x_store_per_core in kB",
		"power_w":                  "power in W",
		"shaft_width_mm_max":       "x_shaft_width_max in mm",
		"length_in":                "length in inch",
		"parts_in":                 "x_parts_in in ",
	} {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			one := claim.Record{Subject: 0, Fields: []claim.Field{
				{Name: row("name")[0], Value: row("Pump A100X")[0]},
				{Name: row("", key)[1], Value: row("", "25")[1]},
				{Name: row("", "", "weight_kg")[2], Value: row("", "", "3")[2]},
				{Name: row("", "", "", "length_mm")[3], Value: row("", "", "", "90")[3]},
			}}
			var got []string
			for _, spec := range slices.Concat(reader.Records([]claim.Record{one})...) {
				if spec.Attribute.Written == key {
					got = append(got, fmt.Sprintf("%s in %s", spec.Attribute.ID, spec.Value.Unit))
				}
			}
			if diff := cmp.Diff([]string{want}, got); diff != "" {
				t.Errorf("specs (-want +got):\n%s", diff)
			}
		})
	}
}
