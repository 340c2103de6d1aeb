package lexicon_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

func parse(yaml string) (*lexicon.Lexicon, error) {
	return lexicon.Parse(lexicon.File{Name: "mine.yaml", Data: []byte(yaml)})
}

func mustParse(t *testing.T, yaml string) *lexicon.Lexicon {
	t.Helper()
	built, err := parse(yaml)
	if err != nil {
		t.Fatalf("Parse: %v", err)
	}
	return built
}

func TestAFileAddsToTheBuiltInLexicon(t *testing.T) {
	t.Parallel()
	built := mustParse(t, `
topics:
  - {id: engines, name: Engines, keywords: [piston]}
  - {id: turbines, name: Turbines, parent: engines, keywords: [blade]}
devices:
  - {id: acme-v8, name: Acme V8, vendor: Acme, aliases: [V8 Mark II]}
attributes:
  - {id: bore, name: Bore, kind: length, unit: mm, aliases: [Cylinder bore]}
units:
  - {symbol: furlong, kind: length, base: m, factor: 201.168, aliases: [furlongs]}
grades:
  easy: [apprentice]
synonyms:
  - [spark plug, sparking plug]
`)
	if got, _ := built.FindDevice("v8 mark ii"); got.ID != "acme-v8" || got.Class != quarry.ClassUnknown {
		t.Errorf("FindDevice(v8 mark ii) = %+v, want acme-v8 of class unknown", got)
	}
	if got, _ := built.FindDevice("H100"); got.ID != "nvidia-h100" {
		t.Errorf("FindDevice(H100) = %q, want the built-in device still there", got.ID)
	}
	if got := built.TopicTree("engines"); !slices.Equal(got, []quarry.TopicID{"engines", "turbines"}) {
		t.Errorf("TopicTree(engines) = %v, want engines and turbines", got)
	}
	if got := built.FindAttributes("cylinder bore"); len(got) != 1 || got[0].ID != "bore" {
		t.Errorf("FindAttributes(cylinder bore) = %+v, want bore", got)
	}
	if got := built.Normalize(quarry.Single(2, "furlongs")); got.Empty() || *got.Min != 402.336 {
		t.Errorf("2 furlongs = %+v, want 402.336 m", shown(got))
	}
	if got, _ := built.GradeOf("Apprentice"); got != quarry.Easy {
		t.Errorf("GradeOf(Apprentice) = %q, want easy", got)
	}
}

func TestAnEntryWithAKnownIDExtendsTheOneThatStands(t *testing.T) {
	t.Parallel()
	built := mustParse(t, `
devices:
  - {id: nvidia-h100, aliases: [the big one]}
topics:
  - {id: memory, name: Storage, keywords: [warehouse]}
synonyms:
  - [gradient checkpointing, forgetful training]
`)
	device, _ := built.FindDevice("the big one")
	if device.ID != "nvidia-h100" || device.Name != "NVIDIA H100" || device.Vendor != "NVIDIA" {
		t.Errorf("the extended device = %+v, want the H100 with its name and vendor", device)
	}
	topic, _ := built.Topic("memory")
	if topic.Name != "Storage" || !slices.Contains(topic.Keywords, "warehouse") || !slices.Contains(topic.Keywords, "vram") {
		t.Errorf("the extended topic = %+v, want the new name and both files' keywords", topic)
	}
	for _, group := range built.Synonyms() {
		if slices.Contains(group, "forgetful training") && !slices.Contains(group, "activation recomputation") {
			t.Errorf("the extended group = %q, want the built-in terms in it", group)
		}
	}
}

func TestParaphrasesAreAdded(t *testing.T) {
	t.Parallel()
	standard := mustParse(t, "{}\n").Paraphrases()
	built := mustParse(t, `
paraphrases:
  - {said: [runs dry, thirsty], meant: [fuel level]}
`).Paraphrases()
	last := built[len(built)-1]
	if len(built) != len(standard)+1 || !slices.Equal(last.Said, []string{"runs dry", "thirsty"}) || !slices.Equal(last.Meant, []string{"fuel level"}) {
		t.Errorf("%d paraphrases, the last %+v; want one more than %d, of the file", len(built), last, len(standard))
	}
}

func TestAnEntryThatReplacesDropsTheOneThatStands(t *testing.T) {
	t.Parallel()
	built := mustParse(t, `
devices:
  - {id: nvidia-a16, name: Another A16, replace: true}
`)
	device, _ := built.Device("nvidia-a16")
	if device.Name != "Another A16" || device.Vendor != "" || len(device.Aliases) > 0 {
		t.Errorf("the new device = %+v, want nothing of the old one", device)
	}
	if got, ok := built.FindDevice("A16 PCIe"); ok {
		t.Errorf("FindDevice(A16 PCIe) = %q, want none: the alias went with its device", got.ID)
	}
}

func TestAGradeWordMeansWhatTheLastFileSays(t *testing.T) {
	t.Parallel()
	built := mustParse(t, "grades:\n  medium: [Senior]\n")
	if got, _ := built.GradeOf("senior"); got != quarry.Medium {
		t.Errorf("GradeOf(senior) = %q, want medium", got)
	}
}

func TestLaterFilesLieOverEarlierOnes(t *testing.T) {
	t.Parallel()
	built, err := lexicon.Parse(
		lexicon.File{Name: "one.yaml", Data: []byte("devices:\n  - {id: kiln-1, name: First name}\n")},
		lexicon.File{Name: "two.yaml", Data: []byte("devices:\n  - {id: kiln-1, name: Second name}\n")},
	)
	if err != nil {
		t.Fatalf("Parse: %v", err)
	}
	if device, _ := built.Device("kiln-1"); device.Name != "Second name" {
		t.Errorf("the device is called %q, want the second file's name", device.Name)
	}
}

func TestTheFingerprintFollowsTheDataAndNotItsForm(t *testing.T) {
	t.Parallel()
	standard := load(t).Fingerprint()
	if got := mustParse(t, "# nothing\n").Fingerprint(); got != standard {
		t.Errorf("a file of comments changed the fingerprint from %q to %q", standard, got)
	}
	got := mustParse(t, "grades:\n  easy: [apprentice]\n").Fingerprint()
	if got == standard {
		t.Errorf("a new grade word left the fingerprint at %q", got)
	}
	if extended := mustParse(t, "devices:\n  - {id: nvidia-h100, aliases: [the big one]}\n").Fingerprint(); !lexicon.IsOwn(extended) {
		t.Errorf("a new name left the fingerprint at %q", extended)
	}
	if lexicon.IsOwn(standard) || !lexicon.IsOwn(got) {
		t.Errorf("%q and %q: want the second alone to be the user's own", standard, got)
	}
}

func TestAFaultIsReportedWithItsFileAndLine(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ yaml, want string }{
		"unknown key":             {"devices:\n  - id: a\n    colour: red\n", `mine.yaml:3: unknown field "colour"`},
		"unknown noun":            {"\ngadgets: []\n", `mine.yaml:2: unknown field "gadgets"`},
		"key twice":               {"devices:\n  - id: a\n    id: b\n", `mine.yaml:3: `},
		"broken YAML":             {"devices:\n  - {id: a\n", `mine.yaml:2: `},
		"list for a word":         {"devices:\n  - id: [a]\n", `mine.yaml:2: a word is expected`},
		"word for a list":         {"devices: a\n", `mine.yaml:1: `},
		"empty word":              {"grades:\n  easy:\n    - ''\n", `mine.yaml:3: a word is expected`},
		"no id":                   {"devices:\n  - name: A\n", `lexicon mine.yaml: entry 1 of the devices has no id`},
		"id twice":                {"devices:\n  - {id: a, name: A1}\n  - {id: a, name: A2}\n", `mine.yaml:3: device "a" stands at mine.yaml:2 already`},
		"odd id":                  {"devices:\n  - {id: A 1, name: A1}\n", `mine.yaml:2: device id "A 1"`},
		"no name":                 {"devices:\n  - {id: a}\n", `mine.yaml:2: device "a" has no name`},
		"odd class":               {"classes: [Car Engine]\n", `mine.yaml:1: class id "Car Engine"`},
		"unknown class":           {"devices:\n  - {id: a, name: A1,\n     class: toaster}\n", `mine.yaml:3: device "a": class "toaster"`},
		"unknown family":          {"devices:\n  - {id: a, name: A1, family: b}\n", `mine.yaml:2: device "a": no family "b"`},
		"a SKU of a SKU":          {"devices:\n  - {id: a, name: A1, family: nvidia-h100-sxm}\n", `mine.yaml:2: device "a": no family "nvidia-h100-sxm" that is no SKU itself`},
		"family of itself":        {"devices:\n  - {id: a, name: A1, family: a}\n", `mine.yaml:2: device "a": no family "a" that is no SKU itself`},
		"families in a circle":    {"devices:\n  - {id: a, name: A1, family: b}\n  - {id: b, name: B1, family: a}\n", `mine.yaml:2: device "a": no family "b" that is no SKU itself`},
		"a family made a SKU":     {"devices:\n  - {id: nvidia-h100, family: nvidia-h200}\n", `lexicon mine.yaml: device "nvidia-h100-sxm": no family "nvidia-h100" that is no SKU itself`},
		"topic above itself":      {"topics:\n  - {id: a, name: A, parent: a}\n", `mine.yaml:2: topic "a": no top-level topic "a"`},
		"topics in a circle":      {"topics:\n  - {id: a, name: A, parent: b}\n  - {id: b, name: B, parent: a}\n", `mine.yaml:2: topic "a": no top-level topic "b"`},
		"alias of marks":          {"devices:\n  - {id: a, name: A1, aliases: ['--']}\n", `mine.yaml:2: device "a": alias "--"`},
		"alias that is taken":     {"devices:\n  - id: a\n    name: A1\n    aliases:\n      - kiln 9\n      - nvidia h100\n", `mine.yaml:6: "nvidia h100" of device "a" is a name of "nvidia-h100" already ("nvidia-h100" in the built-in lexicon`},
		"alias taken mine":        {"devices:\n  - {id: a, name: A1}\n  - {id: b, name: B1, aliases: [a 1]}\n", `mine.yaml:3: "a 1" of device "b" is a name of "a" already ("A1" in mine.yaml:2)`},
		"attribute's alias":       {"attributes:\n  - {id: a, name: A, kind: data_rate,\n     classes: [gpu], aliases: [VRAM bandwidth]}\n", `mine.yaml:3: "VRAM bandwidth" of attribute "a" is a name of "memory_bandwidth" already ("VRAM bandwidth" in the built-in lexicon`},
		"an added alias":          {"attributes:\n  - id: bandwidth\n    classes: [gpu]\n    aliases: [VRAM bandwidth]\n", `mine.yaml:4: "VRAM bandwidth" of attribute "bandwidth" is a name of "memory_bandwidth" already`},
		"attribute taken mine":    {"attributes:\n  - {id: a, name: A}\n  - {id: b, name: B, aliases: [a]}\n", `mine.yaml:3: "a" of attribute "b" is a name of "a" already ("a" in mine.yaml:2)`},
		"unknown parent":          {"topics:\n  - {id: a, name: A, parent: b}\n", `mine.yaml:2: topic "a": no top-level topic "b"`},
		"grandchild":              {"topics:\n  - {id: a, name: A, parent: quantization}\n", `mine.yaml:2: topic "a": no top-level topic "quantization"`},
		"unit without a kind":     {"units:\n  - {symbol: q, factor: 1}\n", `mine.yaml:2: unit "q" needs a kind`},
		"a further unit of mine":  {"units:\n  - {symbol: q, kind: quiet}\n  - {symbol: z, kind: quiet}\n", `mine.yaml:3: unit "z" needs a factor: how many q it is`},
		"factor that is none":     {"units:\n  - {symbol: q, kind: length, base: m, factor: wide}\n", `mine.yaml:2: unit "q": factor "wide" is no positive number`},
		"factor of nothing":       {"units:\n  - {symbol: q, kind: length, base: m, factor: 0}\n", `mine.yaml:2: unit "q": factor "0" is no positive number`},
		"another base":            {"units:\n  - {symbol: q, kind: length, base: q, factor: 1}\n", `mine.yaml:2: unit "q": the base of kind "length" is "m"`},
		"a base that is none":     {"units:\n  - {symbol: q, kind: quiet, base: z, factor: 1}\n", `mine.yaml:2: unit "q": its base "z" is no unit of factor 1`},
		"unit that is taken":      {"units:\n  - {symbol: q, kind: length, base: m, factor: 3, aliases: [mm]}\n", `mine.yaml:2: "mm" of unit "q" is a name of "mm" already`},
		"unknown kind":            {"attributes:\n  - {id: a, name: A, kind: mood}\n", `mine.yaml:2: attribute "a": no unit measures "mood"`},
		"unit of another kind":    {"attributes:\n  - {id: a, name: A, kind: length, unit: W}\n", `mine.yaml:2: attribute "a": "W" is no unit of [length]`},
		"kind and kinds":          {"attributes:\n  - {id: a, name: A, kind: length, kinds: [time]}\n", `mine.yaml:2: attribute "a": kind and kinds exclude each other`},
		"reserved attribute":      {"attributes:\n  - {id: x_a, name: A}\n", `mine.yaml:2: attribute "x_a": "x_" is kept`},
		"class of an attribute":   {"attributes:\n  - {id: a, name: A, classes: [toaster]}\n", `mine.yaml:2: attribute "a": class "toaster"`},
		"class of a range":        {"attributes:\n  - {id: a, name: A, kind: length, ranges: [{classes: [toaster], to: 1 m}]}\n", `mine.yaml:2: attribute "a": class "toaster"`},
		"range without ends":      {"attributes:\n  - id: a\n    name: A\n    kind: length\n    ranges: [{classes: [gpu]}]\n", `mine.yaml:2: attribute "a": a range needs an end`},
		"range without number":    {"attributes:\n  - id: a\n    name: A\n    kind: length\n    ranges: [{to: wide}]\n", `mine.yaml:5: attribute "a": "wide" begins with no number`},
		"range of another kind":   {"attributes:\n  - id: a\n    name: A\n    kind: length\n    ranges: [{from: 1 W}]\n", `mine.yaml:5: attribute "a": "W" is no unit of it`},
		"range of two kinds":      {"attributes:\n  - id: a\n    name: A\n    kinds: [length, power]\n    ranges: [{from: 1 m, to: 1 W}]\n", `mine.yaml:5: attribute "a": "1 m" cannot be converted to "W"`},
		"range backwards":         {"attributes:\n  - id: a\n    name: A\n    kind: length\n    ranges: [{from: 1 km, to: 1 m}]\n", `mine.yaml:5: attribute "a": "1 km" is more than "1 m"`},
		"axis of a range":         {"attributes:\n  - id: a\n    name: A\n    kind: length\n    ranges: [{to: 1 m, when: {Per: sm}}]\n", `mine.yaml:5: condition id "Per"`},
		"no axis":                 {"conditions:\n  - {value: wet, phrases: [wet]}\n", `lexicon mine.yaml: entry 1 of the conditions has no id`},
		"neither value nor kind":  {"conditions:\n  - {axis: mood, phrases: [wet]}\n", `mine.yaml:2: condition of axis "mood" needs either a value or the kind`},
		"value and kind":          {"conditions:\n  - {axis: mood, value: wet, kind: time, phrases: [wet]}\n", `mine.yaml:2: condition of axis "mood" needs either`},
		"numerals of no language": {"numerals:\n  numbers: {een: 1}\n", `mine.yaml:1: numerals are of a language`},
		"no phrases":              {"conditions:\n  - {axis: mood, value: wet}\n", `mine.yaml:2: condition "mood=wet" has no phrases`},
		"phrase of marks":         {"conditions:\n  - {axis: mood, value: wet, phrases: ['@']}\n", `mine.yaml:2: condition "mood=wet": phrase "@"`},
		"phrase that is taken":    {"conditions:\n  - {axis: sparsity, value: wet, phrases: [Dense]}\n", `mine.yaml:2: "Dense" of condition "sparsity=wet" is a name of "sparsity=dense" already ("dense" in the built-in lexicon`},
		"quantity of no kind":     {"conditions:\n  - {axis: mood, kind: joy, phrases: [at]}\n", `mine.yaml:2: condition "mood=joy": no unit measures "joy"`},
		"unit of no kind":         {"conditions:\n  - {axis: mood, kind: time, phrases: [at], units: [W]}\n", `mine.yaml:2: condition "mood=time": "W" is no unit of "time"`},
		"denial of nothing":       {"conditions:\n  - {axis: mood, value: wet, denied: dry, phrases: [wet]}\n", `mine.yaml:2: condition "mood=wet": "dry" is no other value`},
		"odd value":               {"conditions:\n  - {axis: mood, value: Wet, phrases: [wet]}\n", `mine.yaml:2: condition id "Wet"`},
		"axis of formats":         {"conditions:\n  - {axis: precision, value: fp3, phrases: [three]}\n", `mine.yaml:2: condition "precision=fp3": the precision`},
		"axis of tables":          {"conditions:\n  - {axis: variant, value: a, phrases: [a]}\n", `mine.yaml:2: condition "variant=a": variants`},
		"condition twice":         {"conditions:\n  - {axis: mood, value: wet, phrases: [wet]}\n  - {axis: mood, value: wet, phrases: [soaked]}\n", `mine.yaml:3: condition "mood=wet" stands at mine.yaml:2 already`},
		"namesake of marks":       {"namesakes: ['#']\n", `mine.yaml:1: namesake "#"`},
		"variant of marks":        {"variants: ['#']\n", `mine.yaml:1: variant "#"`},
		"name label of marks":     {"name_labels: ['#']\n", `mine.yaml:1: name label "#"`},
		"grade word twice":        {"grades:\n  easy: [apprentice]\n  hard: [Apprentice]\n", `mine.yaml:3: grade word "Apprentice" stands at mine.yaml:2 already`},
		"lone synonym":            {"synonyms:\n  - [alone]\n", `mine.yaml:2: synonym "alone" stands alone`},
		"paraphrase of nothing":   {"paraphrases:\n  - {said: [stuck]}\n", `mine.yaml:2: paraphrase "stuck" lacks what is meant`},
		"paraphrase unsaid":       {"paraphrases:\n  - {meant: [deadlock]}\n", `mine.yaml:2: paraphrase "deadlock" lacks what is said`},
		"anchor":                  {"devices: &d\n  - {id: a, name: A1}\n", `mine.yaml:1: anchors`},
		"two documents":           {"grades: {}\n---\ngrades: {}\n", `mine.yaml holds more than one YAML document`},
		"deep brackets":           {"a: " + strings.Repeat("[", 40) + "\n", `mine.yaml:1: nested deeper`},
		"deep dashes":             {strings.Repeat("- ", 40) + "\n", `mine.yaml:1: indented by more`},
		"deep keys":               {"a:\n" + strings.Repeat(" ", 80) + "b: 1\n", `mine.yaml:2: indented by more`},
		"long word":               {"grades:\n  easy: [" + strings.Repeat("x", 201) + "]\n", `mine.yaml:2: a text is longer than 200 bytes`},
		"long line":               {"#" + strings.Repeat("x", lexicon.MaxLineBytes) + "\n", `mine.yaml:1: a line is longer`},
		"many lines":              {strings.Repeat("\n", lexicon.MaxLines+1), `mine.yaml has more than 50000 lines`},
		"large":                   {strings.Repeat("#\n", lexicon.MaxBytes/2+1), `mine.yaml is larger than`},
		"not UTF-8":               {"grades:\n  easy: [\xff]\n", `mine.yaml is not UTF-8`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := parse(c.yaml)
			if err == nil {
				t.Fatalf("no error, want one with %q", c.want)
			}
			shown := quarry.Explain(err)
			if !strings.Contains(shown.Message, c.want) || shown.Kind != quarry.KindInvalid && shown.Kind != quarry.KindTooLarge {
				t.Errorf("error %q of kind %d, want one that the caller may read, with %q", shown.Message, shown.Kind, c.want)
			}
		})
	}
}

func TestTheFirstUnitOfAKindIsItsBase(t *testing.T) {
	t.Parallel()
	built, err := parse("units:\n  - {symbol: sone, kind: loudness}\n  - {symbol: millisone, kind: loudness, factor: 1/1000}\n" +
		"attributes:\n  - {id: fan_loudness, name: Fan loudness, kind: loudness}\n")
	if err != nil {
		t.Fatal(err)
	}
	got, err := built.Convert(quarry.Single(3100, "millisone"), "sone")
	if err != nil || *got.Max != 3.1 {
		t.Errorf("3,100 millisone = %+v, %v; want 3.1 sone", got, err)
	}
}

func TestABareNumberOfACountOrARatioIsTheNumberItself(t *testing.T) {
	t.Parallel()
	built, err := parse("attributes:\n  - {id: cop, name: COP, kind: ratio}\n  - {id: scop, name: SCOP, kind: ratio, unit: 1}\n" +
		"  - {id: load, name: Load, kind: ratio, unit: '%'}\n  - {id: shelves, name: Shelves, kind: count}\n" +
		"  - {id: depth, name: Depth, kind: length}\n")
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[quarry.AttributeID]string{
		"cop": "1", "scop": "1", "load": "%", "shelves": "1", "depth": "", "utilisation": "",
	} {
		if attribute, known := built.Attribute(id); !known || attribute.Unit != want {
			t.Errorf("%s: known %t, bare numbers are in %q, want %q", id, known, attribute.Unit, want)
		}
	}
	if _, known := built.FindUnitOf("ratio", "1"); !known {
		t.Error("1 is no unit of a ratio")
	}
}

func TestFilesAreReadFromDisk(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mine.yaml")
	if err := os.WriteFile(path, []byte("devices:\n  - {id: kiln-1, name: Kiln 1}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	built, err := lexicon.Load(path)
	if err != nil {
		t.Fatalf("Load: %v", err)
	}
	if _, ok := built.FindDevice("kiln 1"); !ok {
		t.Error("the file's device is not found")
	}
	for name, path := range map[string]string{"missing": path + ".not", "a folder": t.TempDir()} {
		if _, err := lexicon.Load(path); !quarry.IsKind(err, quarry.KindInvalid) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v, want one of kind invalid that names %s", name, err, path)
		}
	}
}

func TestAttributesMayShareANameWhereSomethingElseTellsThemApart(t *testing.T) {
	t.Parallel()
	for name, yaml := range map[string]string{
		"the kind":       "attributes:\n  - {id: a, name: A, kind: power, classes: [gpu], aliases: [VRAM bandwidth]}\n",
		"the class":      "classes: [kiln]\nattributes:\n  - {id: a, name: A, kind: data_rate, classes: [kiln], aliases: [VRAM bandwidth]}\n",
		"that it is any": "attributes:\n  - {id: a, name: A, kind: data_rate, aliases: [VRAM bandwidth]}\n",
		"it is the same": "attributes:\n  - {id: memory_bandwidth, aliases: [VRAM bandwidth, Store speed]}\n",
	} {
		if _, err := lexicon.Parse(lexicon.File{Name: "mine.yaml", Data: []byte(yaml)}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
