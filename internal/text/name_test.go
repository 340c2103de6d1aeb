package text_test

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry/internal/text"
)

func TestANameInCodeIsPartedIntoItsWords(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct{ within, apart []string }{
		"":                {nil, nil},
		"__":              {nil, nil},
		"question":        {[]string{"question"}, []string{"question"}},
		"correctAnswer_1": {[]string{"correct", "Answer", "1"}, []string{"correct", "Answer", "1"}},
		"gpu2Name":        {[]string{"gpu2Name"}, []string{"gpu", "2", "Name"}},
		"FAQItem":         {[]string{"FAQ", "Item"}, []string{"FAQ", "Item"}},
		"isFAQ":           {[]string{"is", "FAQ"}, []string{"is", "FAQ"}},
		"numGPUs":         {[]string{"num", "GPUs"}, []string{"num", "GPUs"}},
		"peakTFLOPs":      {[]string{"peak", "TFLOPs"}, []string{"peak", "TFLOPs"}},
		"tdp_kW":          {[]string{"tdp", "kW"}, []string{"tdp", "kW"}},
		"bandwidthGBps":   {[]string{"bandwidth", "GBps"}, []string{"bandwidth", "GBps"}},
		"md:answer-text":  {[]string{"md", "answer", "text"}, []string{"md", "answer", "text"}},
		"Schwierigkeit":   {[]string{"Schwierigkeit"}, []string{"Schwierigkeit"}},
		"höheÜber":        {[]string{"höhe", "Über"}, []string{"höhe", "Über"}},
		"Q1":              {[]string{"Q1"}, []string{"Q", "1"}},
		"2nd answer":      {[]string{"2nd", "answer"}, []string{"2", "nd", "answer"}},
	} {
		if got := text.NameWords(name, text.DigitsWithin); !slices.Equal(got, want.within) {
			t.Errorf("NameWords(%q, DigitsWithin) = %q, want %q", name, got, want.within)
		}
		if got := text.NameWords(name, text.DigitsApart); !slices.Equal(got, want.apart) {
			t.Errorf("NameWords(%q, DigitsApart) = %q, want %q", name, got, want.apart)
		}
	}
}

func TestANameIsSpacedAsItsWordsAreWritten(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"memory_bandwidth":     "memory bandwidth",
		"memoryGB":             "memory GB",
		"NVLink":               "NVLink",
		"tdp_kW (max)":         "tdp kW (max)",
		"Memory clock eFuse":   "Memory clock eFuse",
		"_private_":            "private",
		"util_%":               "util %",
		"kWh":                  "kWh",
		"fp16TFLOPS":           "fp16TFLOPS",
		"100Gbps":              "100Gbps",
		"maxTFLOPs/W":          "max TFLOPs/W",
		"maximaleLeistungÜber": "maximale Leistung Über",
	} {
		if got := text.Spaced(name); got != want {
			t.Errorf("Spaced(%q) = %q, want %q", name, got, want)
		}
	}
}
