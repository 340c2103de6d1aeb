package claim_test

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/claim"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	shipped "github.com/quarrykb/quarry/internal/lexicon"
)

// lines cuts a text into lines, as a fence has them.
func lines(text string) []claim.Line {
	var all []claim.Line
	start := 0
	for line := range strings.Lines(text) {
		all = append(all, claim.Line{Text: strings.TrimRight(line, "\n"), Start: start, Number: len(all) + 1})
		start += len(line)
	}
	return all
}

// read takes a text through all readers of lines.
func read(reader *claim.Reader, text string) []quarry.Spec {
	place := claim.Place{Headings: []string{"X1"}}
	specs := reader.Lines(lines(text), place)
	sheet := reader.Sheet()
	for i, line := range lines(text) {
		key, value, _ := strings.Cut(line.Text, ": ")
		span := quarry.Span{ByteStart: line.Start, ByteEnd: line.Start + max(1, len(line.Text)), LineStart: i + 1, LineEnd: i + 1}
		specs = append(specs, sheet.Item(claim.Item{Key: key, Value: value, Span: span, Place: place}).Specs...)
		specs = append(specs, reader.Prose(line.Text, span, place)...)
	}
	return append(specs, sheet.Rest().Specs...)
}

func FuzzLines(f *testing.F) {
	for _, seed := range []string{
		"Memory: 16 GB (X1), 24 GB (X2)\nCores: 18 (9 fast, 9 slow)", "X1\n│ Memory │ 16 GB │ x │\n│ Power │ 250 W │ y │",
		"- FP16: 80 TFLOPS (X1)\n- INT8: 160 TFLOPS, with sparsity", "The X1 has 448 GB/s of bandwidth and 16 GB of memory.",
		"Power: configurable between 40 W and 130 W at 20 W*", "((((1 GB [2 GB) 3 GB] per X1", "8x X1: 4 × 80 GB per core per GPU to ~7 GB",
	} {
		f.Add(seed)
	}
	reader := claim.NewReader(ingesttest.Lexicon(f))
	f.Fuzz(func(t *testing.T, text string) {
		for _, spec := range read(reader, text) {
			if spec.Value.Text == "" || spec.Device.ID == "" || spec.Attribute.ID == "" {
				t.Errorf("a spec of nothing: %+v", spec)
			}
			if !strings.Contains(strings.ReplaceAll(text, "`", ""), strings.TrimSpace(spec.Value.Text)) {
				t.Errorf("%q does not stand in the text", spec.Value.Text)
			}
		}
	})
}

func TestTheCostOfLinesIsLinear(t *testing.T) { //nolint:paralleltest // it counts what is allocated
	reader := claim.NewReader(ingesttest.Lexicon(t))
	ingesttest.Linear(t, ingesttest.Repeated("X1\n", map[string]string{
		"numbers":     "Memory: " + strings.Repeat("16 GB ", 300) + "\n",
		"one line":    "16 GB ",
		"brackets":    "Memory: " + strings.Repeat("(1 GB ", 300) + "\n",
		"commas":      "Memory: 1 GB" + strings.Repeat(", dense", 250) + "\n",
		"devices":     "Memory: 1 GB " + strings.Repeat("X1 ", 500) + "\n",
		"per":         "Memory: 1 GB " + strings.Repeat("per ", 400) + "\n",
		"strokes":     strings.Repeat("| ", 900) + "\n",
		"gaps":        "X1  " + strings.Repeat("a  ", 600) + "\n",
		"unknown":     "Thing: 7 W\n",
		"one of them": "Memory: 16 GB\n",
		"marks":       "Memory: 16 GB" + strings.Repeat("*", 1500) + "\n",
		"siblings":    "Memory: 16 GB (X1)\nThing: 4\n",
	}), func(text []byte) { read(reader, string(text)) })
}

func BenchmarkLines(b *testing.B) {
	reader := claim.NewReader(ingesttest.Lexicon(b))
	text := strings.Repeat("Memory: 16 GB (X1), 24 GB (X2)\nThroughput: 80 TFLOPS FP16, with sparsity\nColour: red\nNote: it is quiet\n", 250)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		reader.Lines(lines(text), claim.Place{Headings: []string{"Cards"}})
	}
}

func TestWhatOnlyCanBeSoIsNoClaimWithoutABound(t *testing.T) {
	t.Parallel()
	terms, err := shipped.Parse(shipped.File{Name: "x1.yaml", Data: []byte("devices: [{id: x1, name: X1, class: gpu}]")})
	if err != nil {
		t.Fatal(err)
	}
	reader := claim.NewReader(terms)
	for text, want := range map[string]quarry.Qualifier{
		"The X1 has a power of 200 W.": quarry.Exact, "The X1 can have a power of 200 W.": "",
		"The X1 can have a power of up to 200 W.": quarry.UpTo,
		"Power: 200 W": quarry.Exact, "Power: can be 200 W": "", "Power: can be up to 200 W": quarry.UpTo,
	} {
		var got quarry.Qualifier
		if specs := read(reader, text); len(specs) > 0 {
			got = specs[0].Value.Qualifier
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
