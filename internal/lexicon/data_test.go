package lexicon_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

func TestTheTaxonomyHasTwoLevelsAndCoversTheField(t *testing.T) {
	t.Parallel()
	built := load(t)
	for _, id := range []quarry.TopicID{
		"architecture", "memory", "precision", "kernels", "profiling", "training", "inference",
		"interconnects", "hardware", "performance", "cpu", "ml",
	} {
		if topic, ok := built.Topic(id); !ok || topic.Parent != "" {
			t.Errorf("topic %q = %+v, %t; want a topic of the top level", id, topic, ok)
		}
	}
	children := 0
	for _, topic := range built.Topics() {
		parent, _ := built.Topic(topic.Parent)
		if parent.Parent != "" {
			t.Errorf("topic %q is a grandchild of %q", topic.ID, parent.Parent)
		}
		if topic.Parent != "" {
			children++
		}
	}
	if children < 30 {
		t.Errorf("got %d children, want 30 or more", children)
	}
	if tree := built.TopicTree("memory"); len(tree) < 2 || tree[0] != "memory" {
		t.Errorf("TopicTree(memory) = %v, want memory and its children", tree)
	}
}

func TestATopicMeasuresAttributesThatThereAre(t *testing.T) {
	t.Parallel()
	built := load(t)
	for _, topic := range built.Topics() {
		for _, attribute := range topic.Attributes {
			if _, known := built.Attribute(attribute); !known {
				t.Errorf("topic %q measures %q, which is no attribute", topic.ID, attribute)
			}
		}
	}
}

func TestAKeywordSpeaksForOneTopicOnly(t *testing.T) {
	t.Parallel()
	owner := map[string]quarry.TopicID{}
	for _, topic := range load(t).Topics() {
		keywords := slices.Concat(topic.Keywords, topic.Everyday)
		if len(keywords) < 5 {
			t.Errorf("topic %q has %d keywords, want 5 or more", topic.ID, len(keywords))
		}
		for _, keyword := range keywords {
			slug := text.Slug(keyword)
			if other, twice := owner[slug]; twice {
				t.Errorf("keyword %q speaks for %q and %q", keyword, other, topic.ID)
			}
			owner[slug] = topic.ID
		}
	}
}

func TestOnlyNamesAmongTheEverydayWordsHaveACapital(t *testing.T) {
	t.Parallel()
	for _, topic := range load(t).Topics() {
		for _, keyword := range slices.Concat(topic.Keywords, topic.Everyday) {
			if keyword != strings.ToLower(keyword) && !isNameOf(topic, keyword) {
				t.Errorf("keyword %q of %q is not lower case", keyword, topic.ID)
			}
		}
	}
}

// isNameOf reports whether an everyday word of a topic is written as a name.
func isNameOf(topic lexicon.Topic, keyword string) bool {
	return slices.Contains(topic.Everyday, keyword) && keyword[0] >= 'A' && keyword[0] <= 'Z' && keyword[1:] == strings.ToLower(keyword[1:])
}

func TestWordsOfOtherFieldsSpeakForNoTopicByThemselves(t *testing.T) {
	t.Parallel()
	sure := map[string]bool{}
	for _, topic := range load(t).Topics() {
		for _, word := range topic.Keywords {
			sure[word] = true
		}
	}
	for _, word := range []string{
		"adam", "carbon", "energy", "performance", "cloud", "generation", "power", "memory", "model", "process", "attention", "zero",
		"temperature", "spine", "request", "feature", "gradient", "die", "race", "arm", "dollar", "branch",
	} {
		if sure[word] {
			t.Errorf("%q speaks for a topic by itself", word)
		}
	}
}

// TestNoDeviceIsCalledByAnOrdinaryWord wants a digit in every name of one
// word: "Thor", "Arc" and "Grace" stand in texts that mean no chip. Of names
// without a digit these are no words of any language.
func TestNoDeviceIsCalledByAnOrdinaryWord(t *testing.T) {
	t.Parallel()
	coined := []string{"nvswitch", "bfloat", "xgmi", "ualink", "sdxl", "dbrx", "mrdimm", "mcrdimm", "socamm", "groqchip", "neuronlink"}
	for _, device := range load(t).Devices() {
		for _, name := range append([]string{string(device.ID), device.Name}, device.Aliases...) {
			slug := text.Slug(name)
			bare := strings.TrimPrefix(slug, text.Slug(device.Vendor)+"-")
			if !strings.ContainsFunc(slug, unicode.IsDigit) && !strings.Contains(slug, "-") && !slices.Contains(coined, bare) {
				t.Errorf("device %q is called %q", device.ID, name)
			}
			if len(slug) < 2 || !strings.ContainsFunc(slug, unicode.IsLetter) {
				t.Errorf("device %q is called %q, which may be a number", device.ID, name)
			}
		}
	}
}

func TestEveryClassOfDeviceHasItsFamous(t *testing.T) {
	t.Parallel()
	built := load(t)
	for id, want := range map[quarry.DeviceID]quarry.DeviceClass{
		"nvidia-b200": quarry.ClassGPU, "amd-mi355x": quarry.ClassGPU, "intel-gaudi-3": quarry.ClassAccelerator,
		"google-tpu-v5p": quarry.ClassAccelerator, "apple-m4-max": quarry.ClassSoC,
		"nvidia-jetson-orin-nano": quarry.ClassModule, "nvlink-5-0": quarry.ClassInterconnect,
		"pcie-6-0": quarry.ClassInterconnect, "infiniband-xdr": quarry.ClassInterconnect, "cxl-3-0": quarry.ClassInterconnect,
		"hbm4": quarry.ClassMemory, "gddr7": quarry.ClassMemory, "mxfp4": quarry.ClassFormat, "nvfp4": quarry.ClassFormat,
		"ue8m0": quarry.ClassFormat, "int4": quarry.ClassFormat, "broadcom-tomahawk-4": quarry.ClassSwitch,
		"nvidia-quantum-2": quarry.ClassSwitch, "nvidia-spectrum-4": quarry.ClassSwitch,
		"nvidia-gb200-nvl72": quarry.ClassSystem, "gpt-3": quarry.ClassModel, "nvidia-grace": quarry.ClassCPU,
	} {
		if device, ok := built.Device(id); !ok || device.Class != want {
			t.Errorf("device %q = class %q, %t; want %q", id, device.Class, ok, want)
		}
	}
}

func TestTheAttributesThatClientsRelyOnAreThere(t *testing.T) {
	t.Parallel()
	built := load(t)
	for _, id := range []quarry.AttributeID{
		"memory_bandwidth", "memory_capacity", "bandwidth", "nvlink_bandwidth", "compute_throughput",
		"compute_efficiency", "tdp", "power", "transistors", "l2_cache", "bus_width", "data_rate", "clock", "latency",
		"price", "cuda_cores", "tensor_cores", "compute_units", "gpu_cores", "sm_count", "process_node", "bits",
		"block_size", "switching_capacity",
	} {
		if _, ok := built.Attribute(id); !ok {
			t.Errorf("attribute %q is missing", id)
		}
	}
}

func TestALabelMeansTheAttributeThatPeopleMean(t *testing.T) {
	t.Parallel()
	built := load(t)
	for name, c := range map[string]struct {
		label string
		class quarry.DeviceClass
		unit  string
		want  quarry.AttributeID
	}{
		"bandwidth of a GPU":        {"Bandwidth", quarry.ClassGPU, "TB/s", "memory_bandwidth"},
		"bandwidth of a link":       {"Bandwidth", quarry.ClassInterconnect, "GB/s", "bandwidth"},
		"bits of a link":            {"Bandwidth", quarry.ClassInterconnect, "Gb/s", "bandwidth"},
		"memory":                    {"Memory", quarry.ClassGPU, "GB", "memory_capacity"},
		"memory size":               {"Memory Size", quarry.ClassGPU, "GiB", "memory_capacity"},
		"VRAM":                      {"VRAM", quarry.ClassGPU, "GB", "memory_capacity"},
		"a format is a throughput":  {"FP16", quarry.ClassGPU, "TFLOPS", "compute_throughput"},
		"two formats":               {"FP16 / BF16", quarry.ClassGPU, "TFLOPS", "compute_throughput"},
		"integers":                  {"INT8", quarry.ClassGPU, "TOPS", "compute_throughput"},
		"performance":               {"Performance", quarry.ClassModule, "TOPS", "compute_throughput"},
		"efficiency":                {"AI TOPS/Watt", quarry.ClassGPU, "TOPS/W", "compute_efficiency"},
		"board power":               {"TBP", quarry.ClassGPU, "W", "tdp"},
		"thermal design power":      {"Thermal Design Power", quarry.ClassGPU, "W", "tdp"},
		"power consumption":         {"Power Consumption", quarry.ClassModule, "W", "power"},
		"NVLink of a GPU":           {"NVLink", quarry.ClassGPU, "GB/s", "nvlink_bandwidth"},
		"a per-pin rate":            {"Operating Frequency", quarry.ClassMemory, "Gbps", "data_rate"},
		"a clock":                   {"Operating Frequency", quarry.ClassGPU, "MHz", "clock"},
		"latency in time":           {"Latency", quarry.ClassInterconnect, "µs", "latency"},
		"latency in cycles":         {"Latency", quarry.ClassGPU, "cycles", "latency"},
		"a node":                    {"Fab", quarry.ClassGPU, "nm", "process_node"},
		"shading units":             {"Shading Units", quarry.ClassGPU, "", "stream_processors"},
		"CUDA cores":                {"Total CUDA Cores", quarry.ClassGPU, "", "cuda_cores"},
		"compute units":             {"Compute Units", quarry.ClassGPU, "", "compute_units"},
		"SM count":                  {"SM Count", quarry.ClassGPU, "", "sm_count"},
		"bits of a format":          {"Bits/Param", quarry.ClassFormat, "", "bits"},
		"block size":                {"Block Size", quarry.ClassFormat, "elements", "block_size"},
		"switching capacity":        {"Switching capacity", quarry.ClassSwitch, "Tbps", "switching_capacity"},
		"the neural engine":         {"Neural Engine", quarry.ClassSoC, "TOPS", "neural_engine_throughput"},
		"price":                     {"MSRP", quarry.ClassGPU, "$", "price"},
		"an engine's torque":        {"Torque", quarry.ClassUnknown, "Nm", "torque"},
		"an engine's horsepower":    {"Horsepower", quarry.ClassUnknown, "hp", "power"},
		"tokens a second":           {"Tokens/Second", quarry.ClassModel, "Tokens/Second", "tokens_per_second"},
		"bus width":                 {"Memory Bus width", quarry.ClassGPU, "bit", "bus_width"},
		"cache":                     {"L2", quarry.ClassGPU, "MB", "l2_cache"},
		"memory clock in transfers": {"Memory clock", quarry.ClassGPU, "GT/s", "memory_clock"},
	} {
		if got := meant(built, c.label, c.class, c.unit); got != c.want {
			t.Errorf("%s: %q of a %s in %q means %q, want %q", name, c.label, c.class, c.unit, got, c.want)
		}
	}
}

// meant returns the first attribute of a label that a class has and that
// measures a unit: what the data promises to a caller that chooses so.
func meant(l *lexicon.Lexicon, label string, class quarry.DeviceClass, symbol string) quarry.AttributeID {
	unit, _ := l.FindUnit(symbol)
	for _, attribute := range l.FindAttributes(label) {
		has := len(attribute.Classes) == 0 || slices.Contains(attribute.Classes, class)
		if has && (symbol == "" && attribute.Unit != "" || symbol != "" && attribute.Measures(unit.Kind)) {
			return attribute.ID
		}
	}
	return ""
}

func TestAGradeWordMeansItsDifficultyInAnyCase(t *testing.T) {
	t.Parallel()
	built := load(t)
	for word, want := range map[string]quarry.Difficulty{
		"easy": quarry.Easy, "Beginner": quarry.Easy, "FUNDAMENTALS": quarry.Easy, "junior": quarry.Easy, "★☆☆": quarry.Easy,
		"einfach": quarry.Easy, "1/3": quarry.Easy, "medium": quarry.Medium, "Intermediate": quarry.Medium,
		"★★☆": quarry.Medium, "3/5": quarry.Medium, "hard": quarry.Hard, "Advanced": quarry.Hard, "senior": quarry.Hard,
		"★★★": quarry.Hard, "5/5": quarry.Hard, "schwierig": quarry.Hard, "困难": quarry.Hard,
	} {
		if got, ok := built.GradeOf(word); !ok || got != want {
			t.Errorf("GradeOf(%q) = %q, %t; want %q", word, got, ok, want)
		}
	}
	for _, word := range []string{"introduction", "normal", "high", "overview", ""} {
		if got, ok := built.GradeOf(word); ok {
			t.Errorf("GradeOf(%q) = %q, want none", word, got)
		}
	}
}

func TestATrailingGradeIsSplitOffItsQuestion(t *testing.T) {
	t.Parallel()
	built := load(t)
	for line, want := range map[string]struct {
		question   string
		difficulty quarry.Difficulty
	}{
		"What is a warp? easy":            {"What is a warp?", quarry.Easy},
		"What is a warp? (medium)":        {"What is a warp?", quarry.Medium},
		"What is a warp? **Hard**":        {"What is a warp?", quarry.Hard},
		"What is a warp? [★★☆]":           {"What is a warp?", quarry.Medium},
		"What is a warp? · easy":          {"What is a warp?", quarry.Easy},
		"Why is it hard":                  {"Why is it hard", ""},
		"What is 1 - 2/3 in words? (1/3)": {"What is 1 - 2/3 in words? (1/3)", ""},
		"easy":                            {"easy", ""},
	} {
		question, difficulty, ok := built.TrailingGrade(line)
		if question != want.question || difficulty != want.difficulty || ok != (want.difficulty != "") {
			t.Errorf("TrailingGrade(%q) = %q, %q, %t; want %q, %q", line, question, difficulty, ok, want.question, want.difficulty)
		}
	}
}

func TestSynonymsStandInOneGroupEach(t *testing.T) {
	t.Parallel()
	group := map[string]int{}
	for i, terms := range load(t).Synonyms() {
		for _, term := range terms {
			if other, twice := group[term]; twice && other != i {
				t.Errorf("synonym %q stands in two groups", term)
			}
			group[term] = i
		}
	}
	if one, two := group["gradient checkpointing"], group["activation recomputation"]; one != two {
		t.Errorf("gradient checkpointing stands in group %d, activation recomputation in %d; want one group", one, two)
	}
}
