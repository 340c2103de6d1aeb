package lexicon_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

func namesOf(d quarry.Device) []string { return append([]string{d.Name}, d.Aliases...) }

// Whatever people call a device, it is found by that name and named by it in a
// text, and nothing else is.
func TestEveryNameIsItsOwnDevicesAlone(t *testing.T) {
	t.Parallel()
	built := load(t)
	for _, device := range built.Devices() {
		for _, name := range namesOf(device) {
			if got, ok := built.FindDevice(name); !ok || got.ID != device.ID {
				t.Errorf("FindDevice(%q) = %q, %t; want %q", name, got.ID, ok, device.ID)
			}
			mentions := built.DevicesIn("of the " + name + ", as it is")
			if len(mentions) != 1 || mentions[0].ID != device.ID || mentions[0].Written != strings.TrimSuffix(name, "+") {
				t.Errorf("a text with %q names %+v, want %q alone", name, mentions, device.ID)
			}
		}
	}
}

// A label such as "FP16" heads throughputs, and "Fourth-generation NVLink" what a
// GPU does over it; any other name of a device would hide an attribute, or be
// hidden by it.
func TestNoDeviceIsCalledLikeAUnitOrAnAttribute(t *testing.T) {
	t.Parallel()
	built := load(t)
	for _, device := range built.Devices() {
		for _, name := range namesOf(device) {
			if unit, taken := built.FindUnit(name); taken && !headsValues(device) {
				t.Errorf("%q of %s is a unit, too: %s", name, device.ID, unit.Symbol)
			}
			if among := built.FindAttributes(name); len(among) > 0 && !headsValues(device) {
				t.Errorf("%q of %s is an attribute, too: %s", name, device.ID, among[0].ID)
			}
		}
	}
}

func TestASKUIsFoundByTheWaysInWhichTablesWriteIt(t *testing.T) {
	t.Parallel()
	built := load(t)
	for written, want := range map[string]quarry.DeviceID{
		"A100 40GB":                             "nvidia-a100-40gb",
		"A100 (40 GB)":                          "nvidia-a100-40gb",
		"A100 (80 GB)":                          "nvidia-a100-80gb",
		"A100-80GB":                             "nvidia-a100-80gb",
		"A100 SXM4 80GB":                        "nvidia-a100-sxm-80gb",
		"H100 PCIe 80GB":                        "nvidia-h100-pcie",
		"H100 (PCIe)":                           "nvidia-h100-pcie",
		"H100-SXM5-80GB":                        "nvidia-h100-sxm",
		"H100 GPU accelerator (SXM card)":       "nvidia-h100-sxm",
		"H100 GPU accelerator (PCIe card)":      "nvidia-h100-pcie",
		"H200 GPU accelerator (PCIe card)":      "nvidia-h200-nvl",
		"K80 GPU accelerator":                   "nvidia-k80",
		"M4 GPU accelerator":                    "nvidia-m4",
		"A2 GPU accelerator (PCIe card)":        "nvidia-a2",
		"Tesla P40":                             "nvidia-p40",
		"V100 SXM2 32GB":                        "nvidia-v100-sxm2-32gb",
		"RTX 3050 6 GB":                         "nvidia-geforce-rtx-3050-6gb",
		"Radeon RX 9060 XT 16 GB":               "amd-radeon-rx-9060-xt-16gb",
		"DDR5-4800":                             "ddr5-4800",
		"LPDDR5X-8533":                          "lpddr5x-8533",
		"PCIe Gen 5 x4":                         "pcie-5-0-x4",
		"MXFP8 E4M3":                            "mxfp8-e4m3",
		"FP8 (E5M2)":                            "fp8-e5m2",
		"1.6T Ethernet":                         "ethernet-1600g",
		"Quadro RTX A6000":                      "nvidia-rtx-a6000",
		"NVIDIA RTX PRO 6000 Blackwell (96 GB)": "nvidia-rtx-pro-6000-blackwell",
	} {
		if got, ok := built.FindDevice(written); !ok || got.ID != want {
			t.Errorf("FindDevice(%q) = %q, %t; want %q", written, got.ID, ok, want)
		}
		if got := named(built, "The "+written+" is meant."); !slices.Equal(got, []quarry.DeviceID{want}) {
			t.Errorf("DevicesIn(%q) = %v, want %q alone", written, got, want)
		}
	}
}

func named(l *lexicon.Lexicon, text string) []quarry.DeviceID {
	var ids []quarry.DeviceID
	for _, mention := range l.DevicesIn(text) {
		ids = append(ids, mention.ID)
	}
	return ids
}

// What only holds a device's name is not that device.
func TestANameInsideALongerOneIsNoDevice(t *testing.T) {
	t.Parallel()
	built := load(t)
	for text, want := range map[string]string{
		"M4 Max":                    "apple-m4-max",
		"the M4 and the M4 Max":     "apple-m4 apple-m4-max",
		"M1-M4":                     "apple-m1 apple-m4",
		"T400":                      "nvidia-t400",
		"A10G, A10 and A100":        "nvidia-a10g nvidia-a10 nvidia-a100",
		"a 100 GB/s link":           "",
		"H 100":                     "",
		"H100X":                     "",
		"H100-X":                    "",
		"XH100":                     "",
		"H1000":                     "",
		"GPT-4.5":                   "gpt-4-5",
		"GPT-4.7":                   "",
		"GPT-4.":                    "gpt-4",
		"Llama 3.9":                 "",
		"TPU v4-8":                  "",
		"PCIe 4.0-5.0":              "pcie-4-0",
		"DDR5-9999":                 "",
		"DDR5-based":                "ddr5",
		"RX 560 XT":                 "",
		"RX 560 (XT)":               "",
		"RTX 4090-D":                "nvidia-geforce-rtx-4090-d",
		"Quadro RTX 3000 Max-Q":     "",
		"GeForce GTX 1660 (Laptop)": "",
		"RTX 4070 TI SUPER":         "nvidia-geforce-rtx-4070-ti-super",
		"Cortex-M4 and Cortex M3":   "",
		"BMW M4":                    "",
		"Rage Mobility M4 (AGP 4×)": "",
		"the M4 motorway":           "",
		"T4 cells":                  "",
		"an L4 load balancer":       "",
		"King Air B200":             "",
		"Volkswagen T4":             "",
		"power 10":                  "",
		"two A100s and H100's":      "nvidia-a100 nvidia-h100",
		"A100 (with a fan)":         "nvidia-a100",
		"A100 (80 GB":               "nvidia-a100",
		"GPUs (A100, 80 GB)":        "nvidia-a100",
		"INT 3 traps":               "",
		"RTX 4090 super-fast":       "nvidia-geforce-rtx-4090",
		"H100 mobile racks":         "nvidia-h100",
		"MI300X/MI325X":             "amd-mi300x amd-mi325x",
		"FP16x2":                    "",
		"NVLink 4.0.":               "nvlink-4-0",
		"Apple M4 (Max)":            "apple-m4-max",
		"NVIDIA Tesla T4":           "nvidia-t4",
	} {
		var ids []string
		for _, id := range named(built, text) {
			ids = append(ids, string(id))
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("DevicesIn(%q) = %q, want %q", text, got, want)
		}
	}
}

// headsValues reports whether a device's name may be a label or a unit, too.
func headsValues(d quarry.Device) bool {
	return d.Class == quarry.ClassFormat || d.Class == quarry.ClassInterconnect
}

func TestAFilesOwnNamesakesAndVariantsAreNoDevices(t *testing.T) {
	t.Parallel()
	built := mustParse(t, `
devices:
  - {id: kiln-4, name: Kiln 4, aliases: [BMW M4]}
namesakes: [Kiln 4 Street]
variants: [Grande]
`)
	for text, want := range map[string]quarry.DeviceID{
		"at Kiln 4 Street": "", "a Kiln 4 Grande": "", "a KILN 4 GRANDE": "", "a Kiln 4 (Grande)": "", "a Kiln 4-Grande": "",
		"Kiln 4 grande": "kiln-4", "Kiln 4, Grande": "kiln-4", "a Kiln 4 Grander": "kiln-4", "a BMW M4": "kiln-4",
	} {
		got := append(named(built, text), "")
		if got[0] != want {
			t.Errorf("%q names %q, want %q", text, got[0], want)
		}
	}
}
