package lexicon_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

func closeLexicon(t *testing.T) *lexicon.Lexicon {
	t.Helper()
	built, err := lexicon.New(lexicon.Data{Devices: []quarry.Device{
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
	devices := closeLexicon(t).Devices()
	misspelt := lexicon.NewMisspellings(devices)
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
		"H١00":             nil,
	} {
		var got []quarry.DeviceID
		near := misspelt.Of(name)
		for _, at := range slices.Sorted(maps.Keys(near)) {
			got = append(got, devices[at].ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q is close to %v, want %v", name, got, want)
		}
	}
}

// A mistyped digit is not told of the device whose digits are others.
func TestADigitThatIsChangedAddedOrLostLeavesNothingClose(t *testing.T) {
	t.Parallel()
	for _, device := range closeLexicon(t).Devices() {
		misspelt := lexicon.NewMisspellings([]quarry.Device{device})
		for _, name := range append([]string{device.Name}, device.Aliases...) {
			for _, slip := range digitSlips(name) {
				if slips, near := misspelt.Of(slip)[0]; near {
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

// Slips that are close are told apart by their number, and blanks are none.
func TestTheFewestSlipsOfAnyNameCount(t *testing.T) {
	t.Parallel()
	misspelt := lexicon.NewMisspellings(closeLexicon(t).Devices()[:1])
	for name, want := range map[string]int{
		"h-100": 0, "NVIDIA H 100": 0, "hoper h100": 1, "nvidai h100": 1, "nvdia hoper h100": 2,
	} {
		if got, near := misspelt.Of(name)[0]; got != want || !near {
			t.Errorf("%q has %d slips (%t), want %d", name, got, near, want)
		}
	}
}

// So many names of the same letters are more than anybody can mean by one.
func TestNamesThatLookAlikeAreNotAllHeldAgainstOne(t *testing.T) {
	t.Parallel()
	devices := slices.Repeat([]quarry.Device{{ID: "7", Name: "amber oven"}}, 20_000)
	if near := lexicon.NewMisspellings(devices).Of("amber ovne"); len(near) == 0 || len(near) > 5_000 {
		t.Errorf("%d devices are near, want some and no more than 5,000", len(near))
	}
}

func TestSlipsAreCountedAsPeopleMakeThem(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		a, b string
		want int
	}{
		"the same": {"falcon", "falcon", 0}, "one lost": {"falcn", "falcon", 1}, "one added": {"falcoon", "falcon", 1},
		"one changed": {"falcom", "falcon", 1}, "two swapped": {"faclon", "falcon", 1}, "two apart": {"flacno", "falcon", 2},
		"nothing": {"", "ab", 2}, "umlauts": {"öfen", "ofen", 1}, "equal letters between": {"abcb", "bacb", 1},
		"too long": {strings.Repeat("a", 65), "a", 64},
	} {
		for _, pair := range [][2]string{{tc.a, tc.b}, {tc.b, tc.a}} {
			if got := text.Slips(pair[0], pair[1]); got != tc.want {
				t.Errorf("%s: %q and %q are %d slips apart, want %d", name, pair[0], pair[1], got, tc.want)
			}
		}
	}
}
