package quarry_test

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
)

func closeLexicon(t *testing.T) *quarry.Lexicon {
	t.Helper()
	built, err := quarry.NewLexicon(quarry.LexiconData{Devices: []quarry.Device{
		{ID: "nvidia-h100", Name: "NVIDIA H100", Vendor: "NVIDIA", Aliases: []string{"H100", "Hopper H100"}},
		{ID: "nvidia-h100-sxm", Name: "NVIDIA H100 SXM", Vendor: "NVIDIA", Aliases: []string{"H100 SXM"}},
		{ID: "nvidia-a100", Name: "NVIDIA A100", Vendor: "NVIDIA", Aliases: []string{"A100"}},
		{ID: "nvidia-h200", Name: "NVIDIA H200", Vendor: "NVIDIA", Aliases: []string{"H200"}},
		{ID: "nvidia-geforce-rtx-4090", Name: "NVIDIA GeForce RTX 4090", Vendor: "NVIDIA", Aliases: []string{"GeForce RTX 4090", "RTX 4090"}},
		{ID: "intel-gaudi-3", Name: "Intel Gaudi 3", Vendor: "Intel", Aliases: []string{"Gaudi 3"}},
		{ID: "pcie-5-0", Name: "PCIe 5.0"},
		{ID: "broadcom-tomahawk-5", Name: "Broadcom Tomahawk 5", Vendor: "Broadcom", Aliases: []string{"Tomahawk 5"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return built
}

func TestASlipOfTheLettersIsForgivenAndADigitNeverTakenForAnother(t *testing.T) {
	t.Parallel()
	built := closeLexicon(t)
	for name, want := range map[string][]quarry.DeviceID{
		"nvida h100":       {"nvidia-h100"},
		"nvidai-h100":      {"nvidia-h100"},
		"hoper h100":       {"nvidia-h100"},
		"h100":             {"nvidia-h100"},
		"H100 SXN":         {"nvidia-h100-sxm"},
		"gefroce rtx4090":  {"nvidia-geforce-rtx-4090"},
		"GeForceRTX 4090":  {"nvidia-geforce-rtx-4090"},
		"rxt 4090":         {"nvidia-geforce-rtx-4090"},
		"gaudy 3":          {"intel-gaudi-3"},
		"Intle Gaudi3":     {"intel-gaudi-3"},
		"tomohwak 5":       {"broadcom-tomahawk-5"},
		"pci 5.0":          {"pcie-5-0"},
		"pcie 50":          nil,
		"h10":              nil,
		"h1000":            nil,
		"h101":             nil,
		"j100":             nil,
		"b100":             nil,
		"nvidia h300":      nil,
		"rtx 4080":         nil,
		"gaudi":            nil,
		"gaudi 2":          nil,
		"thomas hawke 5":   nil,
		"":                 nil,
		"tomahawk 5 of us": nil,
	} {
		var got []quarry.DeviceID
		for _, device := range built.Devices() {
			if _, near := device.Slips(name); near {
				got = append(got, device.ID)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q is close to %v, want %v", name, got, want)
		}
	}
}

// Whoever mistypes a digit is not told of the device whose digits are others.
func TestADigitThatIsChangedAddedOrLostLeavesNothingClose(t *testing.T) {
	t.Parallel()
	built := closeLexicon(t)
	for _, device := range built.Devices() {
		for _, name := range append([]string{device.Name}, device.Aliases...) {
			for _, slip := range digitSlips(name) {
				if slips, near := device.Slips(slip); near {
					t.Errorf("%q is %d slips from %q of %s, want it far off", slip, slips, name, device.ID)
				}
			}
		}
	}
}

// digitSlips returns a name with one digit changed, doubled or left out.
func digitSlips(name string) []string {
	var slips []string
	for i := range len(name) {
		if name[i] < '0' || name[i] > '9' {
			continue
		}
		before, after := name[:i], name[i+1:]
		slips = append(slips, before+after, before+string(name[i])+name[i:])
		for digit := '0'; digit <= '9'; digit++ {
			if byte(digit) != name[i] {
				slips = append(slips, before+string(digit)+after)
			}
		}
	}
	return slips
}
