package yamlrecords_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/yamlrecords"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

func TestOnlyRecordsAreTaken(t *testing.T) {
	t.Parallel()
	parser := yamlrecords.New(ingesttest.Lexicon(t))
	for name, tc := range map[string]struct {
		text string
		mine bool
	}{
		"a list of questions":      {"- question: Why salt?\n  answer: For taste.\n- question: Why sugar?\n  answer: For colour.\n", true},
		"one question":             {"question: Why salt?\nanswer: For taste.\n", true},
		"a map of lists":           {"bread:\n- q: Why salt?\n  a: For taste.\n- q: Why sugar?\n  a: For colour.\n", true},
		"a map of maps":            {"q1: {question: \"Why salt?\", answer: For taste.}\nq2: {question: \"Why sugar?\", answer: For colour.}\n", true},
		"a list of keys that ask":  {"- Why salt?: For taste.\n- Why sugar?: For colour.\n", true},
		"documents":                {"---\nquestion: Why salt?\nanswer: Taste.\n---\nquestion: Why rye?\nanswer: Sourness.\n", true},
		"a byte-order mark":        {"\ufeff- question: Why salt?\n  answer: For taste.\n- question: Why rye?\n  answer: It is sour.\n", true},
		"front matter":             {"---\ntitle: Bread\ntags: [a, b]\n---\n# Bread\n\nWhy salt? For taste.\n", false},
		"front matter and bullets": {"---\ntitle: Bread\n---\n- Salt: for taste\n- Sugar: for colour\n", false},
		"keyed bullets":            {"- Memory: 80 GB\n- Bandwidth: 3 TB/s\n", false},
		"keyed bullets, two deep":  {"- Salt:\n  - taste: strong\n- Sugar:\n  - colour: brown\n", false},
		"bullets that ask":         {"- What is rye?\n- Note: it is a grass.\n- What is oat?\n", false},
		"prose with colons":        {"Remember: salt comes late.\nNote: sugar comes never.\n", false},
		"labels":                   {"Q: Why salt?\nA: For taste.\n\nQ: Why sugar?\nA: For colour.\n", false},
		"labels in a list":         {"- Q: Why salt: for taste?\n  A: Yes: of course.\n- Q: Why sugar?\n  A: No.\n", false},
		"settings":                 {"server:\n  port: 80\n  host: a\nlog:\n  level: info\n", false},
		"settings of services":     {"services:\n  web:\n    image: a\n    ports: [80]\n  db:\n    image: b\n    ports: [81]\n", false},
		"jobs of steps":            {"jobs:\n  build:\n    steps:\n    - name: a\n      run: b\n    - name: c\n      run: d\n", false},
		"quantities by name":       {"H100:\n  memory: 80 GB\n  tdp: 700 W\nA100:\n  memory: 40 GB\n  tdp: 400 W\n", true},
		"quantities in flow style": {"anvil: {weight: 80 kg, power: 31 W}\nvice: {weight: 9 kg, power: 22 W}\n", true},
		"quantities two keys deep": {"shop:\n  tools:\n    anvil: {weight: 80 kg, power: 31 W}\n    vice: {weight: 9 kg, power: 22 W}\n", true},
		"containers by weight":     {"db:\n  image: postgres\n  size: 3 kg\n  power: 2 W\nweb:\n  image: nginx\n  size: 4 kg\n  power: 2 W\n", false},
		"settings of one name":     {"name: web\nport: 8080\ntimeout: 30\nmemory: 2 GB\nlevel: info\n", false},
		"services that are built": {
			"version: '3'\nservices:\n  db:\n    image: postgres:16\n    mem_limit: 512m\n    cpus: 0.5\n    ports: ['5432:5432']\n" +
				"  web:\n    image: nginx\n    mem_limit: 256m\n    cpus: 0.25\n    ports: ['80:80']\n", false,
		},
		"what a container may use": {
			"resources:\n  limits:\n    cpu: 500m\n    memory: 128Mi\n  requests:\n    cpu: 250m\n    memory: 64Mi\n", false,
		},
		"how long to wait":       {"read:\n  timeout: 30 s\n  size: 10 GB\nwrite:\n  timeout: 20 s\n  size: 5 GB\n", false},
		"jobs on runners":        {"jobs:\n  lint:\n    runs-on: ubuntu-24.04\n    timeout-minutes: 5\n  test:\n    runs-on: ubuntu-24.04\n    timeout-minutes: 20\n", false},
		"a schema of an API":     {"components:\n  schemas:\n    Pot: {type: object, maxProperties: 4, minProperties: 1}\n    Pan: {type: object, maxProperties: 9, minProperties: 2}\n", false},
		"plans and their prices": {"basic:\n  price: $5\n  storage: 10 GB\nfull:\n  price: $9\n  storage: 90 GB\n", false},
		"runs of a training":     {"train:\n  batch: 32\n  rate: 0.1\neval:\n  batch: 64\n  rate: 0.0\n", false},
		"Markdown":               {"# Bread\n\n- Salt: for taste\n\nAnd more.\n", false},
		"JSON":                   {"[{\"a\": 1}]\n", false},
		"nothing":                {"\n\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sure := parser.Recognise(ingest.NewText([]byte(tc.text)))
			if (sure > ingest.NotMine) != tc.mine {
				t.Errorf("sure to %v; want it taken: %t", sure, tc.mine)
			}
		})
	}
}

func TestWhatIsNoYAMLIsRefusedWithItsLine(t *testing.T) {
	t.Parallel()
	const list = "- question: Why salt?\n  answer: For taste.\n- question: Why rye?\n  answer: It is sour.\n"
	parser := yamlrecords.New(ingesttest.Lexicon(t))
	for name, tc := range map[string]struct {
		text string
		line int
		says string
	}{
		"a key twice":      {list + "  answer: No.\n", 5, `"answer" stands twice in one object, on lines 4 and 5`},
		"nested too deep":  {list + "  more: " + strings.Repeat("[", 70) + strings.Repeat("]", 70) + "\n", 5, "nested more than"},
		"an unknown alias": {list + "  more: *nobody\n", 5, "nobody"},
		"an open quote":    {list + "  more: \"x\n", 5, "not valid YAML"},
		"a bad indent":     {list + " more: x\n  b: c\n", 4, "not valid YAML"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := ingest.NewText([]byte(tc.text))
			if parser.Recognise(text) == ingest.NotMine {
				t.Fatal("not recognised")
			}
			_, err := parser.Parse(t.Context(), text)
			at, ok := errors.AsType[*ingest.LineError](err)
			if !ok || at.Line != tc.line || !strings.Contains(at.Error(), tc.says) || !quarry.IsKind(err, quarry.KindInvalid) {
				t.Errorf("refused with %v; want line %d and %q", err, tc.line, tc.says)
			}
		})
	}
}

func TestAliasesAreNotExpanded(t *testing.T) {
	t.Parallel()
	var bomb strings.Builder
	bomb.WriteString("- question: Why salt?\n  answer: &a0 [taste, taste]\n")
	for n := 1; n < 60; n++ {
		last, next := strconv.Itoa(n-1), strconv.Itoa(n)
		bomb.WriteString("- question: Why " + next + "?\n  answer: &a" + next + " [*a" + last + ", *a" + last + "]\n")
	}
	found, err := yamlrecords.New(ingesttest.Lexicon(t)).Parse(t.Context(), ingest.NewText([]byte(bomb.String())))
	if err != nil || len(found.Questions) != 60 || len(found.Warnings) == 0 {
		t.Errorf("%d questions, warnings %q, error %v; want 60 questions and a warning", len(found.Questions), found.Warnings, err)
	}
}

// Files at which a reader of YAML may work too long, as parts that are repeated
// up to a size.
func hostile() map[string][3]string {
	const list = "- question: Why salt?\n  answer: For taste.\n- question: Why rye?\n  answer: It is sour.\n"
	return map[string][3]string{
		"records":       {"", "- question: What is %?\n  answer: |\n    b\n", ""},
		"comments":      {list, "# c\n", ""},
		"flow lists":    {list + "  more: ", "[", ""},
		"flow maps":     {list + "  more: ", "{a: ", ""},
		"one long flow": {list + "  more: [", "é, ", "]\n"},
		"list marks":    {list, "- ", "\n"},
		"keys":          {"", "k%: v\n", ""},
		"an open quote": {list + "  more: \"", "x ", ""},
		"block text":    {list + "  more: |\n", "    x\n", ""},
		"folded text":   {list + "  more: >\n", "    x\n\n", ""},
		"plain text":    {list + "  more: x\n", "    x\n", ""},
		"anchors":       {list + "  more: ", "&a ", ""},
		"tags":          {list + "  more: ", "!a ", ""},
		"colons":        {list, ": ", ""},
		"marks of keys": {list, "? ", ""},
		"documents":     {"", "---\na: b\nc: d\n", ""},
		"dashes":        {list, "-\n", ""},
		"old line ends": {list, "a: b\r", ""},
	}
}

func TestTheCostOfHostileTextsIsLinear(t *testing.T) { //nolint:paralleltest // others would be counted too
	parser := yamlrecords.New(ingesttest.Lexicon(t))
	ingesttest.Linear(t, ingesttest.Grown(hostile()), func(content []byte) {
		text := ingest.NewText(content)
		parser.Recognise(text)
		if _, err := parser.Parse(t.Context(), text); err != nil && !quarry.IsKind(err, quarry.KindInvalid) {
			t.Fatal(err)
		}
	})
}
