package lexicon_test

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

func load(t *testing.T) *lexicon.Lexicon {
	t.Helper()
	built, err := lexicon.Load()
	if err != nil {
		t.Fatalf("the built-in lexicon does not load: %v", err)
	}
	return built
}

func TestADeviceIsFoundByEveryNamePeopleWrite(t *testing.T) {
	t.Parallel()
	built := load(t)
	for name, want := range map[string]quarry.DeviceID{
		"h100":                                "nvidia-h100",
		"H100":                                "nvidia-h100",
		"NVIDIA H100":                         "nvidia-h100",
		"nvidia h100":                         "nvidia-h100",
		"nvidia-h100":                         "nvidia-h100",
		"Hopper H100":                         "nvidia-h100",
		"NVIDIA Hopper H100":                  "nvidia-h100",
		"H100 SXM5 80GB":                      "nvidia-h100-sxm",
		"NVIDIA H100 80GB HBM3":               "nvidia-h100-sxm",
		"H100 PCIe":                           "nvidia-h100-pcie",
		"A100-SXM4-80GB":                      "nvidia-a100-sxm-80gb",
		"A100 (40 GB)":                        "nvidia-a100-40gb",
		"A100 80GB PCIe":                      "nvidia-a100-pcie-80gb",
		"Tesla V100-SXM2-16GB":                "nvidia-v100-sxm2-16gb",
		"GB200 NVL72":                         "nvidia-gb200-nvl72",
		"Grace Hopper":                        "nvidia-gh200",
		"RTX4090":                             "nvidia-geforce-rtx-4090",
		"GeForce RTX 4090":                    "nvidia-geforce-rtx-4090",
		"Nvidia GeForce RTX 4090":             "nvidia-geforce-rtx-4090",
		"NVIDIA RTX 4060 Mobile":              "nvidia-geforce-rtx-4060-mobile",
		"GeForce RTX 3050 Mobile/ Laptop":     "nvidia-geforce-rtx-3050-mobile",
		"RTX 6000 Pro Blackwell":              "nvidia-rtx-pro-6000-blackwell",
		"RTX 6000 Ada Generation":             "nvidia-rtx-6000-ada",
		"T4 GPU accelerator (PCIe card)":      "nvidia-t4",
		"jetson agx orin":                     "nvidia-jetson-agx-orin",
		"AGX Orin 64GB":                       "nvidia-jetson-agx-orin-64gb",
		"Jetson Orin Nano Super":              "nvidia-jetson-orin-nano-super",
		"Jetson AGX Thor Series":              "nvidia-jetson-agx-thor",
		"MI300X":                              "amd-mi300x",
		"AMD MI300X":                          "amd-mi300x",
		"AMD Instinct MI300X":                 "amd-mi300x",
		"Radeon RX 7900 XTX":                  "amd-radeon-rx-7900-xtx",
		"Gaudi3":                              "intel-gaudi-3",
		"Ponte Vecchio":                       "intel-max-1550",
		"TPUv4":                               "google-tpu-v4",
		"Google TPU v5e":                      "google-tpu-v5e",
		"M4":                                  "apple-m4",
		"M4 Max":                              "apple-m4-max",
		"Apple M4 Max":                        "apple-m4-max",
		"ARM Mali-G710":                       "arm-mali-g710",
		"Mali-G78":                            "arm-mali-g78",
		"NVLink 4.0":                          "nvlink-4-0",
		"NVLink4":                             "nvlink-4-0",
		"fifth-generation NVLink":             "nvlink-5-0",
		"PCIe Gen5 x16":                       "pcie-5-0",
		"PCI Express 5.0":                     "pcie-5-0",
		"infiniband hdr":                      "infiniband-hdr",
		"HDR InfiniBand":                      "infiniband-hdr",
		"NDR400":                              "infiniband-ndr",
		"400G Ethernet":                       "ethernet-400g",
		"400GbE":                              "ethernet-400g",
		"Tomahawk 5":                          "broadcom-tomahawk-5",
		"HBM3e":                               "hbm3e",
		"LPDDR5X":                             "lpddr5x",
		"bfloat16":                            "bf16",
		"TensorFloat-32":                      "tf32",
		"FP8 (E4M3)":                          "fp8-e4m3",
		"UE8M0 FP8":                           "ue8m0",
		"half precision":                      "fp16",
		"GPT-OSS-120B":                        "gpt-oss-120b",
		"Llama 3.1 70B":                       "llama-3-1-70b",
		"AMD Ryzen AI Max+ 395":               "amd-ryzen-ai-max-395",
		"Intel Arc A770":                      "intel-arc-a770",
		"H100 GPU accelerator (SXM card)":     "nvidia-h100-sxm",
		"NVIDIA RTX PRO 6000 Blackwell 96 GB": "nvidia-rtx-pro-6000-blackwell",
	} {
		if got, ok := built.FindDevice(name); !ok || got.ID != want {
			t.Errorf("FindDevice(%q) = %q, %t; want %q", name, got.ID, ok, want)
		}
	}
}

func TestANameThatOnlyResemblesADeviceIsNone(t *testing.T) {
	t.Parallel()
	built := load(t)
	for _, name := range []string{"", " ", "H10", "H1000", "B2000", "T44", "Max", "Arc", "Thor", "Nano", "Orin", "NVLink", "PCIe", "Ethernet"} {
		if got, ok := built.FindDevice(name); ok {
			t.Errorf("FindDevice(%q) = %q, want none", name, got.ID)
		}
	}
	if got, _ := built.FindDevice("T400"); got.ID != "nvidia-t400" {
		t.Errorf("FindDevice(T400) = %q, want nvidia-t400 and not the T4", got.ID)
	}
}

func TestATextNamesItsDevicesByTheLongestName(t *testing.T) {
	t.Parallel()
	built := load(t)
	for text, want := range map[string][]quarry.DeviceID{
		"an M4 Max is no M4":                             {"apple-m4-max", "apple-m4"},
		"M4 Ultra":                                       {"apple-m4-ultra"},
		"A T400 card":                                    {"nvidia-t400"},
		"a 100 GB/s link, a 40 W part":                   nil,
		"80 GB 200 W":                                    nil,
		"eight H100s and two L40S":                       {"nvidia-h100", "nvidia-l40s"},
		"We use A100. 40 GB of it are full.":             {"nvidia-a100"},
		"A100, 40 GB":                                    {"nvidia-a100"},
		"HBM3 Specifications (H100)":                     {"hbm3", "nvidia-h100"},
		"Hopper (H100) against Volta (V100)":             {"nvidia-h100", "nvidia-v100"},
		"**NVIDIA B200**":                                {"nvidia-b200"},
		"NVLink 4.0: 100 GB/s":                           {"nvlink-4-0"},
		"RTX 4070 Ti Super, RTX 4070 Ti and RTX 4070":    {"nvidia-geforce-rtx-4070-ti-super", "nvidia-geforce-rtx-4070-ti", "nvidia-geforce-rtx-4070"},
		"in FP16/BF16":                                   {"fp16", "bf16"},
		"max power, nano scale, thor and the arc of it":  nil,
		"The grace period of the ampere is a long story": nil,
	} {
		var got []quarry.DeviceID
		for _, mention := range built.DevicesIn(text) {
			got = append(got, mention.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("DevicesIn(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestAFamilyMeansItselfAndItsSKUs(t *testing.T) {
	t.Parallel()
	built := load(t)
	want := []quarry.DeviceID{"nvidia-h100", "nvidia-h100-sxm", "nvidia-h100-pcie", "nvidia-h100-nvl", "nvidia-h100-96gb", "nvidia-h100-64gb"}
	if got := built.DeviceFamily("nvidia-h100"); !slices.Equal(got, want) {
		t.Errorf("DeviceFamily(nvidia-h100) = %v, want %v", got, want)
	}
	if got := built.DeviceFamily("nvidia-h100-sxm"); !slices.Equal(got, want[1:2]) {
		t.Errorf("DeviceFamily(nvidia-h100-sxm) = %v, want itself alone", got)
	}
}

func TestTheSameDataHasTheSameFingerprint(t *testing.T) {
	t.Parallel()
	one, two := load(t), load(t)
	if one.Fingerprint() == "" || one.Fingerprint() != two.Fingerprint() {
		t.Errorf("fingerprints %q and %q, want one that is not empty", one.Fingerprint(), two.Fingerprint())
	}
}
