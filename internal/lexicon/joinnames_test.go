package lexicon_test

import (
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

func TestAQueryMayWriteADevicesNameApart(t *testing.T) {
	t.Parallel()
	lexicon, err := lexicon.New(lexicon.Data{
		Devices: []quarry.Device{
			{ID: "h100", Name: "H100", Vendor: "NVIDIA", Class: quarry.ClassGPU},
			{ID: "a100", Name: "A100", Class: quarry.ClassGPU},
			{ID: "t4", Name: "T4", Class: quarry.ClassGPU},
			{ID: "mi300x", Name: "MI300X", Class: quarry.ClassGPU},
			{ID: "rtx-4090", Name: "RTX 4090", Class: quarry.ClassGPU},
			{ID: "fp8", Name: "FP8", Class: quarry.ClassFormat},
		},
		Units: []quantity.Unit{{Symbol: "W", Kind: "power", Base: "W", Factor: 1}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"H 100 memory bandwidth":    "H100 memory bandwidth",
		"h-100 and mi 300x, fp 8":   "h100 and mi300x, fp8",
		"price of an NVIDIA H 100":  "price of an NVIDIA H100",
		"A-100 against H 100s":      "A100 against H100s",
		"rtx 4090 or rtx-4090":      "rtx 4090 or rtx-4090",
		"steel of grade H 100 %":    "steel of grade H 100 %",
		"H 100 W heaters":           "H 100 W heaters",
		"a 100 page book, A 100":    "a 100 page book, A 100",
		"in 8 h 100 loaves":         "in 8 h 100 loaves",
		"H 100.5 or H 100,000":      "H 100.5 or H 100,000",
		`it says "H 100" and H 100`: `it says "H 100" and H100`,
		"bolts of size T 4":         "bolts of size T 4",
		"H  100, H, 100, ah-h-100":  "H  100, H, 100, ah-h-100",
		"é 100 h":                   "é 100 h",
	} {
		if got := lexicon.JoinNames(text); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}
