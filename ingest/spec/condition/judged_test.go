package condition_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/spec/condition"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// judged is a number as documents have it, and what a person says it depends on.
type judged struct {
	device    string // an id or a name; one that the lexicon does not know is discovered
	attribute string // likewise
	value     string
	words     condition.Words
	want      string
}

func judgedClaims() map[string]judged {
	type w = condition.Words
	return map[string]judged{
		// The documents of corpus/documents/specs.
		"a rate of two formats":         {"A30", "compute_throughput", "165 TFLOPS", w{Label: "FP16/BF16 Tensor Core", Own: "dense", Around: []string{"NVIDIA A30"}}, "engine=tensor_core precision=fp16 sparsity=dense | engine=tensor_core precision=bf16 sparsity=dense"},
		"a unit in the title":           {"L4", "compute_throughput", "121", w{Label: "FP16/BF16 Tensor Core, dense (TFLOPS)", Around: []string{"Peak rates, dense; with structured sparsity each Tensor Core rate doubles."}}, "basis=peak engine=tensor_core precision=fp16 sparsity=dense | basis=peak engine=tensor_core precision=bf16 sparsity=dense"},
		"a caption that says it of all": {"L4", "compute_throughput", "30.3 TFLOPS", w{Label: "FP32", Around: []string{"Peak rates, dense; with structured sparsity each Tensor Core rate doubles."}}, "basis=peak precision=fp32 sparsity=dense"},
		"both directions in brackets":   {"V100", "interconnect_bandwidth", "300 GB/s", w{Label: "NVLink bandwidth (both directions)"}, "direction=both"},
		"a row that titles others":      {"A100", "compute_throughput", "624 TFLOPS", w{Label: "With sparsity FP16 Tensor Core"}, "engine=tensor_core precision=fp16 sparsity=sparse"},
		"such a row as a title":         {"A100", "compute_throughput", "624 TFLOPS", w{Label: "FP16 Tensor Core", Around: []string{"**With sparsity**", "NVIDIA A100"}}, "engine=tensor_core precision=fp16 sparsity=sparse"},
		"and of a power no sparsity":    {"A100", "tdp", "400 W", w{Label: "TDP", Around: []string{"With sparsity"}}, ""},
		"a boost clock":                 {"A100", "boost_clock", "1,410 MHz", w{Label: "Boost clock"}, ""},
		"a clock at boost":              {"A100", "x:Clock", "1,410 MHz", w{Label: "Clock (boost clock)"}, "clock=boost"},
		"per chip by title and heading": {"TPU v4", "compute_throughput", "275 TFLOPS", w{Label: "BF16 per chip", Around: []string{"Google TPU, per chip"}}, "per=chip precision=bf16"},
		"per chip by heading alone":     {"TPU v4", "memory_capacity", "32 GB", w{Label: "Memory capacity", Around: []string{"Google TPU, per chip"}}, "per=chip"},
		"per pod, not per chip":         {"TPU v4", "gpu_count", "4,096", w{Label: "Chips per pod", Around: []string{"Google TPU, per chip"}}, "per=pod"},
		"per pod in its own name":       {"TPU v4", "x:Chips per pod", "4,096", w{Label: "Chips per pod", Around: []string{"Google TPU, per chip"}}, ""},
		"what a clause goes on with":    {"H100", "compute_throughput", "34 TFLOPS", w{Label: "FP64", Around: []string{"Rates of the ordinary units, and of the Tensor Cores with structured sparsity:"}}, "precision=fp64"},
		"the most of a power":           {"DGX H100", "tdp", "10.2 kW", w{Label: "Maximum power"}, "limit=max"},
		"a heading of engines":          {"H100", "compute_throughput", "989 TFLOPS", w{Label: "FP16", Around: []string{"Tensor Core throughput"}}, "engine=tensor_core precision=fp16"},
		"a heading of a feature":        {"H100", "compute_throughput", "989 TFLOPS", w{Label: "FP16", Around: []string{"Sparsity features", "Sparse attention"}}, "precision=fp16"},
		"a direction in a title's unit": {"TPU v4", "interconnect_bandwidth", "45 GB/s", w{Label: "ICI BW/link (one-way, GB/s)"}, "direction=one"},
		"a title of the ports' memory":  {"H100", "memory_capacity", "80 GB", w{Label: "Memory", Around: []string{"Both directions", "Peak rates"}}, ""},
		"a denial in a heading":         {"H100", "compute_throughput", "989 TFLOPS", w{Label: "FP16", Around: []string{"Throughput without sparsity (H100)"}}, "precision=fp16 sparsity=dense"},
		"nearer headings first":         {"H100", "compute_throughput", "989 TFLOPS", w{Label: "FP16", Around: []string{"Dense", "With sparsity"}}, "precision=fp16 sparsity=dense"},
		"per link beside the number":    {"MI300X", "interconnect_bandwidth", "128 GB/s", w{Label: "Infinity Fabric bandwidth per link", Own: "bidirectional"}, "direction=both per=link"},
		"a heading of sparse rates":     {"MI300X", "compute_throughput", "2,614.9 TFLOPS", w{Label: "FP16", Around: []string{"AMD Instinct: rates with structured sparsity"}}, "precision=fp16 sparsity=sparse"},
		"up to is no condition":         {"Jetson Thor", "compute_throughput", "up to 1 PFLOPS", w{Label: "FP4 Tensor Core, sparse"}, "engine=tensor_core precision=fp4 sparsity=sparse"},
		"a peak engine clock":           {"MI300X", "boost_clock", "2,100 MHz", w{Label: "Peak engine clock"}, "basis=peak"},
		"a count of engines per GPU":    {"M60", "x:Tensor Cores", "40", w{Label: "Tensor Cores per GPU"}, "per=gpu"},

		// Figures of parts below titles that name them.
		"a title of a part":              {"H100", "cuda_cores", "128", w{Label: "CUDA cores", Around: []string{"SM details"}}, "per=sm"},
		"of parts, in the plural":        {"H100", "tensor_cores", "4", w{Label: "Tensor Cores", Around: []string{"Execution units", "Streaming Multiprocessors (SMs) - Deep Dive"}}, "per=sm"},
		"with the device before it":      {"H100", "register_file", "256 KB", w{Label: "Register file", Around: []string{"H100 SM architecture"}}, "per=sm"},
		"what one part holds":            {"H100", "cuda_cores", "128", w{Label: "CUDA cores", Around: []string{"Each SM has:"}}, "per=sm"},
		"a title of no part's figures":   {"H100", "cuda_cores", "16,896", w{Label: "CUDA cores", Around: []string{"SM scheduling and its history"}}, ""},
		"more than a part can have":      {"H100", "cuda_cores", "16,896", w{Label: "CUDA cores", Around: []string{"Streaming multiprocessors"}}, ""},
		"how many parts there are":       {"H100", "sm_count", "132", w{Label: "SM count", Around: []string{"SM details"}}, ""},
		"a clock has no parts":           {"H100", "boost_clock", "1,980 MHz", w{Label: "Boost clock", Around: []string{"SM details"}}, ""},
		"a cache that is the whole's":    {"H100", "l2_cache", "50 MB", w{Label: "L2 cache", Around: []string{"SM resources"}}, ""},
		"a title of all parts":           {"H100", "x:FP64 units", "8,448", w{Label: "Vector units", Around: []string{"Total of all SMs"}}, ""},
		"a label of all parts":           {"H100", "x:Vector units", "8,448", w{Label: "Total vector units", Around: []string{"SM details"}}, ""},
		"a nearer statement of another":  {"H100", "x:Vector units", "64", w{Label: "Vector units per GPU", Around: []string{"SM details"}}, "per=gpu"},
		"a part behind a slash":          {"H100", "cuda_cores", "128", w{Label: "CUDA cores/SM"}, "per=sm"},
		"two things joined by one":       {"H100", "memory_capacity", "80 GB", w{Label: "CPU/GPU memory"}, ""},
		"a list below a part":            {"H100", "rt_cores", "1", w{Label: "SM; RT cores"}, "per=sm"},
		"a bold title before its titles": {"H100", "cuda_cores", "128", w{Label: "CUDA cores", Around: []string{"Execution units"}, Over: []string{"Streaming Multiprocessors (SMs)"}}, "per=sm"},
		"every part":                     {"H100", "cuda_cores", "128", w{Label: "CUDA cores", Own: "in every streaming multiprocessor"}, "per=sm"},

		// Data sheets and web pages.
		"an asterisk":                 {"H100", "compute_throughput", "3,958 TFLOPS", w{Label: "FP8 Tensor Core*", Notes: "With sparsity."}, "engine=tensor_core precision=fp8 sparsity=sparse"},
		"a note of estimates":         {"H100", "compute_throughput", "~4,000", w{Label: "Peak FP8 TFLOPS", Notes: "Estimated."}, "basis=estimated precision=fp8"},
		"own words before a note":     {"H100", "compute_throughput", "989 TFLOPS", w{Label: "FP16", Own: "dense", Notes: "Twice as much with sparsity"}, "precision=fp16 sparsity=dense"},
		"own words before labels":     {"H100", "compute_throughput", "989 TFLOPS", w{Label: "FP16 with sparsity", Own: "without sparsity"}, "precision=fp16 sparsity=dense"},
		"an open own before labels":   {"H100", "compute_throughput", "989 TFLOPS", w{Label: "FP16 dense", Own: "with or without sparsity"}, "precision=fp16"},
		"measured at a power":         {"H100", "compute_throughput", "700 TFLOPS", w{Label: "BF16 throughput", Own: "measured, at 650 W"}, "basis=achievable power=650 W precision=bf16"},
		"a clock in a clause":         {"H100", "compute_throughput", "67 TFLOPS", w{Label: "FP32", Own: "at 1.98 GHz"}, "clock=1.98 GHz precision=fp32"},
		"a format beside a clock":     {"H100", "boost_clock", "1.98 GHz", w{Label: "FP32 boost clock"}, ""},
		"a format of a memory's size": {"H100", "memory_capacity", "80 GB", w{Label: "Memory for FP16"}, ""},
		"formats not side by side":    {"H100", "compute_throughput", "989 TFLOPS", w{Label: "FP16 with FP32 accumulate"}, ""},
		"a format of the heading":     {"H100", "compute_throughput", "989 TFLOPS", w{Label: "Throughput", Around: []string{"FP16 performance"}}, "precision=fp16"},
		"a heading of something else": {"H100", "compute_throughput", "989 TFLOPS", w{Label: "Throughput", Around: []string{"Training FP8 models"}}, ""},
		"a format is not its own":     {"FP8", "compute_throughput", "2 PFLOPS", w{Label: "Throughput of FP8"}, ""},
		"a peak of a rate":            {"H100", "memory_bandwidth", "3.35 TB/s", w{Label: "Max memory bandwidth"}, "basis=peak"},
		"the most of a rate":          {"H100", "memory_bandwidth", "3.35 TB/s", w{Label: "Bandwidth, max."}, "basis=peak"},
		"per watt is the attribute":   {"H100", "compute_efficiency", "1.4 TFLOPS/W", w{Label: "Performance per watt"}, ""},
		"of the whole system":         {"H100", "compute_throughput", "32 PFLOPS", w{Label: "FP8", Own: "for 8 GPUs"}, "count=8 precision=fp8"},
		"each way":                    {"NVLink 4.0", "bandwidth", "25 GB/s", w{Label: "Bandwidth", Own: "per link, each direction"}, "direction=one per=link"},
		"a stroke and what it is per": {"H100", "interconnect_bandwidth", "900 GB/s", w{Label: "NVLink bandwidth", Own: "/GPU"}, "per=gpu"},
		"unknown things":              {"Arc B580", "x:Engines", "8", w{Label: "Engines per Xe core"}, "per=xe_core"},
		"a price of a launch":         {"RTX 4090", "price", "$1,599", w{Label: "Launch price"}, "as_of=launch currency=usd"},
		"Canadian dollars":            {"RTX 4090", "price", "$2,099", w{Label: "Price (CAD)"}, "currency=cad"},
		"a date":                      {"RTX 4090", "price", "€1,800", w{Label: "Price", Around: []string{"Prices as of May 2025"}}, "as_of=May 2025 currency=eur"},

		// Other fields.
		"a column of least values":     {"Orla 31", "power", "20 W", w{Label: "power_min_w"}, "limit=min"},
		"and of greatest":              {"Orla 31", "power", "120 W", w{Label: "power_max_w"}, "limit=max"},
		"the least by its own word":    {"LM7805", "x:Supply voltage", "7 V", w{Label: "Supply voltage", Own: "min"}, "limit=min"},
		"the usual":                    {"LM7805", "x:Quiescent current", "5 mA", w{Label: "Quiescent current Typ.", Own: "at 25 °C"}, "limit=typ temperature=25 °C"},
		"the most of a temperature":    {"LM7805", "x:Junction temperature", "125 °C", w{Label: "Junction temperature", Own: "max."}, "limit=max"},
		"minutes are no least":         {"Orchard 16", "x:Time", "12 min", w{Label: "Time (min)"}, ""},
		"the least of players":         {"Board game", "x:Players", "2", w{Label: "Players min"}, "limit=min"},
		"the most without a unit":      {"H100", "compute_throughput", "1,979", w{Label: "Max FP16"}, "basis=peak precision=fp16"},
		"two limits":                   {"LM7805", "x:Supply voltage", "7 V", w{Label: "Supply voltage (min/max)"}, ""},
		"nor is litres a minute":       {"Pump 3", "x:Flow", "20 L/min", w{Label: "Flow (L/min)"}, ""},
		"a peak of an engine":          {"Harrier 2.0", "power", "180 kW", w{Label: "power peak_kW"}, "basis=peak"},
		"at a rotation":                {"Harrier 2.0", "x:Torque", "340 Nm", w{Label: "Torque", Own: "at 1,750 rpm"}, "rotation=1750 rpm"},
		"at a sign":                    {"Harrier 2.0", "x:Torque", "340 Nm", w{Label: "Torque @ 1,750 rpm"}, "rotation=1750 rpm"},
		"at half load":                 {"Kiln K12", "power", "4 W", w{Label: "Power", Own: "idle"}, "load=idle"},
		"per serving":                  {"Oat bar", "x:Energy", "190 kcal", w{Label: "Energy per serving"}, "per=serving"},
		"cost per kilowatt hour":       {"Grid", "x:Cost", "$0.31", w{Label: "Cost per kWh"}, "currency=usd per=kwh"},
		"sequential reads":             {"SN850X", "x:Bandwidth", "7,300 MB/s", w{Label: "Sequential read"}, "access=sequential_read"},
		"at room temperature":          {"Cell 21700", "x:Capacity", "5 Ah", w{Label: "Capacity", Own: "at room temperature"}, "temperature=room"},
		"a heading of two loads":       {"Kiln K12", "power", "40 W", w{Label: "Power", Around: []string{"At idle and under full load"}}, ""},
		"a caption's limits are none":  {"LM7805", "x:Supply voltage", "7 V", w{Label: "Supply voltage", Around: []string{"Maximum ratings"}}, ""},
		"a caption's quantity is none": {"LM7805", "x:Quiescent current", "5 mA", w{Label: "Quiescent current", Around: []string{"Characteristics at 25 °C"}}, ""},
		"a device called Max":          {"M2 Max", "memory_bandwidth", "400 GB/s", w{Label: "Memory bandwidth", Own: "(M2 Max)"}, ""},
		"another device called Max":    {"M2", "memory_bandwidth", "100 GB/s", w{Label: "Memory bandwidth", Own: "(M2 Max: 400)"}, ""},
	}
}

func TestConditionsAreWhatDocumentsState(t *testing.T) {
	t.Parallel()
	words := builtIn(t)
	session := condition.New(words).Session(quantity.DecimalPoint)
	for name, tc := range judgedClaims() {
		got := session.Read(tc.claim(t, words))
		if diff := cmp.Diff(tc.want, stated(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// claim returns what is known of the number.
func (j judged) claim(tb testing.TB, words *lexicon.Lexicon) condition.Claim {
	tb.Helper()
	c := condition.Claim{Words: j.words}
	known, ok := words.FindDevice(j.device)
	if !ok {
		known = quarry.Device{ID: "x", Name: j.device, Class: quarry.ClassUnknown, Discovered: true}
	}
	c.Device = quarry.DeviceMention{Device: known, Written: j.device}
	if label, discovered := strings.CutPrefix(j.attribute, "x:"); discovered {
		c.Attribute = quarry.AttributeMention{Attribute: lexicon.DiscoveredAttribute(label), Written: label}
	} else {
		attribute, ok := words.Attribute(quarry.AttributeID(j.attribute))
		if !ok {
			tb.Fatalf("no attribute is called %q", j.attribute)
		}
		c.Attribute = quarry.AttributeMention{Attribute: attribute, Written: j.words.Label}
	}
	c.Quantity, ok = words.ReadQuantity(j.value)
	if !ok {
		tb.Fatalf("%q is no quantity", j.value)
	}
	return c
}
