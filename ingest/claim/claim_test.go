package claim_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/claim"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

// somewhere is a span for what a test does not look up.
func somewhere(at int) quarry.Span {
	return quarry.Span{ByteStart: at, ByteEnd: at + 1, LineStart: 1, LineEnd: 1}
}

// said shows specs as "device attribute: value".
func said(specs []quarry.Spec) []string {
	shown := []string{}
	for _, s := range specs {
		shown = append(shown, fmt.Sprintf("%s %s: %s", s.Device.ID, s.Attribute.ID, s.Value.Text))
	}
	return shown
}

func TestAKeyedNumberIsASpecOfTheNearestDevice(t *testing.T) {
	t.Parallel()
	reader := claim.NewReader(ingesttest.Lexicon(t))
	for name, tc := range map[string]struct {
		key, value string
		headings   []string
		labels     []string
		want       []string
	}{
		"under a heading":                 {"Memory", "16 GB", []string{"Cards", "The X1"}, nil, []string{"acme-x1 memory_capacity: 16 GB"}},
		"under an outer heading":          {"Memory", "16 GB", []string{"X1", "Details"}, nil, []string{"acme-x1 memory_capacity: 16 GB"}},
		"under a label":                   {"Memory", "16 GB", []string{"X2"}, []string{"X1:"}, []string{"acme-x1 memory_capacity: 16 GB"}},
		"in the words of the number":      {"Memory", "24 GB (X2), 16 GB (X1)", []string{"Cards"}, nil, []string{"acme-x2 memory_capacity: 24 GB", "acme-x1 memory_capacity: 16 GB"}},
		"a number's own words come first": {"Memory", "24 GB on the X2; 16 GB", []string{"X1"}, nil, []string{"acme-x2 memory_capacity: 24 GB", "acme-x1 memory_capacity: 16 GB"}},
		"a thousand is one number":        {"Cores", "4,096", []string{"X1"}, nil, []string{"acme-x1 cores: 4,096"}},
		"brackets hold it together":       {"Cores", "18 (9 fast, 9 slow)", []string{"X1"}, nil, []string{"acme-x1 cores: 18"}},
		"of another kind":                 {"Memory", "16 GB, 448 GB/s", []string{"X1"}, nil, []string{"acme-x1 memory_capacity: 16 GB"}},
		"no device":                       {"Memory", "16 GB", []string{"Cards"}, nil, nil},
		"two devices in the heading":      {"Memory", "16 GB", []string{"X1", "X1 and X2"}, nil, nil},
		"a heading that compares":         {"Power", "70 W", []string{"X1", "Advantages over the X2"}, nil, nil},
		"a label that compares":           {"Power", "70 W", []string{"X1"}, []string{"Compared with X2"}, nil},
		"a multiple":                      {"Throughput", "2.25x that of the X2", []string{"X1"}, nil, nil},
		"more than another":               {"Power", "30 W more than the X2", []string{"X1"}, nil, nil},
		"compared in brackets":            {"Bandwidth", "448 GB/s (vs. 1 TB/s on the X2)", []string{"X1"}, nil, []string{"acme-x1 memory_bandwidth: 448 GB/s"}},
		"compared in plain words":         {"Bandwidth", "448 GB/s against 1 TB/s of the X2", []string{"X1"}, nil, []string{"acme-x1 memory_bandwidth: 448 GB/s"}},
		"an unlisted attribute":           {"Colour", "16 GB", []string{"X1"}, nil, nil},
		"a key too long to be a label":    {"Memory" + strings.Repeat(" of the card", 30), "16 GB", []string{"X1"}, nil, nil},
		"no number":                       {"Memory", "plenty", []string{"X1"}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			place := claim.Place{Headings: tc.headings}
			for i, label := range tc.labels {
				place = place.Under(claim.Label{Text: label, Span: somewhere(i)})
			}
			found := reader.Item(claim.Item{Key: tc.key, Value: tc.value, Span: somewhere(99), Place: place})
			if diff := cmp.Diff(append([]string{}, tc.want...), said(found.Specs)); diff != "" {
				t.Errorf("specs (-want +got):\n%s", diff)
			}
			if len(found.Facts) != 1 || found.Facts[0].Statement != tc.value {
				t.Errorf("facts = %+v, want one that says %q", found.Facts, tc.value)
			}
		})
	}
}

func row(texts ...string) []claim.Cell {
	var cells []claim.Cell
	for i, text := range texts {
		cell := claim.Cell{Text: text, Span: somewhere(10 * i)}
		if text == "" {
			cell.Span.ByteEnd = cell.Span.ByteStart
		}
		cells = append(cells, cell)
	}
	return cells
}

func TestATableHoldsItsDevicesInRowsOrInColumns(t *testing.T) {
	t.Parallel()
	reader := claim.NewReader(ingesttest.Lexicon(t))
	long := strings.Repeat("X1 ", 100)
	for name, tc := range map[string]struct {
		rows [][]claim.Cell // the first is the header
		want []string
	}{
		"in columns": {
			[][]claim.Cell{row("", "X1", "X2"), row("Memory", "16 GB", "24 GB"), row("Colour", "red", "blue")},
			[]string{"acme-x1 memory_capacity: 16 GB", "acme-x2 memory_capacity: 24 GB"},
		},
		"in rows": {
			[][]claim.Cell{row("Card", "Memory", "TDP"), row("X1", "16 GB", "250"), row("X2", "24 GB", "320 W")},
			[]string{"acme-x1 memory_capacity: 16 GB", "acme-x1 power: 250", "acme-x2 memory_capacity: 24 GB", "acme-x2 power: 320 W"},
		},
		"the unit in the header":          {[][]claim.Cell{row("Card", "Memory (GB)"), row("X1", "16")}, []string{"acme-x1 memory_capacity: 16"}},
		"the unit in the row's label":     {[][]claim.Cell{row("", "X1"), row("Memory, GB", "16")}, []string{"acme-x1 memory_capacity: 16"}},
		"an attribute that is discovered": {[][]claim.Cell{row("", "X1"), row("Boost", "30 W")}, []string{"acme-x1 x_boost: 30 W"}},
		"a bare number of nothing known":  {[][]claim.Cell{row("", "X1"), row("Boost", "30")}, []string{"acme-x1 x_boost: 30"}},
		"a column that compares":          {[][]claim.Cell{row("", "X1", "X2 vs. X1"), row("Memory", "16 GB", "8 GB")}, []string{"acme-x1 memory_capacity: 16 GB"}},
		"a row that compares":             {[][]claim.Cell{row("", "X1"), row("Gain over X2", "8 GB")}, nil},
		"a multiple":                      {[][]claim.Cell{row("", "X1"), row("Throughput", "1.5x")}, nil},
		"a multiple by its header":        {[][]claim.Cell{row("Card", "Boost (x)"), row("X1", "1.5")}, nil},
		"a short row":                     {[][]claim.Cell{row("", "X1", "X2"), row("Memory", "16 GB")}, []string{"acme-x1 memory_capacity: 16 GB"}},
		"a surplus cell":                  {[][]claim.Cell{row("", "X1"), row("Memory", "16 GB", "24 GB")}, []string{"acme-x1 memory_capacity: 16 GB"}},
		"no label":                        {[][]claim.Cell{row("", "X1"), row("", "16 GB")}, nil},
		"no header":                       {[][]claim.Cell{row("Card", ""), row("X1", "16 GB")}, nil},
		"a header too long to be a label": {[][]claim.Cell{row("Memory", long), row("Memory", "16 GB")}, nil},
		"a label too long to be one":      {[][]claim.Cell{row("", "X1"), row("Memory "+long, "16 GB")}, nil},
		"a header that names two devices": {[][]claim.Cell{row("", "X1 and X2"), row("Memory", "16 GB")}, nil},
		"a number format is no device":    {[][]claim.Cell{row("Card", "FP16"), row("X1", "80 TFLOPS")}, []string{"acme-x1 x_fp16: 80 TFLOPS"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := reader.Grid(claim.Grid{Header: tc.rows[0], Rows: tc.rows[1:]})
			if diff := cmp.Diff(append([]string{}, tc.want...), said(found.Specs)); diff != "" {
				t.Errorf("specs (-want +got):\n%s", diff)
			}
			for _, spec := range found.Specs {
				if slices.ContainsFunc(spec.Source.Context, func(c quarry.Context) bool { return c.Span.ByteStart >= c.Span.ByteEnd }) {
					t.Errorf("%s has an empty piece of context", spec.Value.Text)
				}
			}
		})
	}
}

func TestARowUnderAVeryLongHeaderStatesItsCellsAlone(t *testing.T) {
	t.Parallel()
	reader := claim.NewReader(ingesttest.Lexicon(t))
	grid := claim.Grid{Header: row("Loaf", "Weight"), Rows: [][]claim.Cell{row("Rye", "340 g")}}
	grid.Header[1].Span = quarry.Span{ByteStart: 1, ByteEnd: 5000, LineStart: 1, LineEnd: 1}
	fact := reader.Grid(grid).Facts[0]
	if fact.Statement != "340 g" || len(fact.Source.Context) > 0 {
		t.Errorf("statement %q with context %v; want the cell alone", fact.Statement, fact.Source.Context)
	}
}

func TestASentenceThatSaysWhatSomethingIsDefinesIt(t *testing.T) {
	t.Parallel()
	reader := claim.NewReader(ingesttest.Lexicon(t))
	for sentence, want := range map[string]string{
		"A warrant is an order of a court.":                     "A warrant",
		"The acids of wine are weak ones.":                      "The acids of wine",
		"pH means the power of hydrogen.":                       "",
		"`const` denotes a value.":                              "`const`",
		"Autolyse refers to a rest of flour.":                   "Autolyse",
		"Autolyse refers the reader elsewhere.":                 "",
		"HBM stands for stacked memory.":                        "HBM",
		"This is an order.":                                     "",
		"There are two courts.":                                 "",
		"It is raining.":                                        "",
		"In law, a warrant is an order.":                        "",
		"If it rains, the street is wet.":                       "",
		"A warrant is not an order.":                            "",
		"A warrant is void.":                                    "",
		"A warrant is.":                                         "",
		"One two three four five six seven eight nine ten is x": "",
		"":         "",
		"is it so": "",
	} {
		fact, ok := reader.Sentence(sentence, somewhere(0), claim.Place{}, nil)
		if fact.Subject != want || ok != (want != "") {
			t.Errorf("Sentence(%q) has the subject %q, %t; want %q", sentence, fact.Subject, ok, want)
		}
	}
}

func TestAStatementIsAboutItsHeadingItsLabelsAndItsKey(t *testing.T) {
	t.Parallel()
	place := claim.Place{Headings: []string{"Kitchen", "Bread", "Limits"}}
	place = place.Under(claim.Label{Text: "Rye:", Span: somewhere(1)}).Under(claim.Label{Text: "rye", Span: somewhere(2)})
	place = place.Under(claim.Label{Text: "a lead-in of many words that proves much and names nothing", Span: somewhere(3)})
	if got, want := place.Subject(" Heat: "), "Bread – Limits – Rye – Heat"; got != want {
		t.Errorf("subject = %q, want %q", got, want)
	}
}

func TestOnlyTheInnermostLabelsSpeak(t *testing.T) {
	t.Parallel()
	reader := claim.NewReader(ingesttest.Lexicon(t))
	place := claim.Place{}
	for i := range 20 {
		place = place.Under(claim.Label{Text: fmt.Sprint("level ", i), Span: somewhere(i)})
	}
	long := claim.Label{Text: "long", Span: quarry.Span{ByteStart: 100, ByteEnd: 1000, LineStart: 1, LineEnd: 1}}
	fact := reader.Item(claim.Item{Value: "deep", Span: somewhere(50), Place: place.Under(long).Under(claim.Label{Span: somewhere(30)})}).Facts[0]
	var spans []int
	for _, piece := range fact.Source.Context {
		spans = append(spans, piece.Span.ByteStart)
	}
	if want := []int{19, 18, 17, 16, 15, 14, 13, 12}; !slices.Equal(spans, want) {
		t.Errorf("context = %v, want %v", spans, want)
	}
	if strings.Contains(fact.Subject, "level 11") || !strings.HasPrefix(fact.Subject, "level 12") {
		t.Errorf("subject = %q, want one that begins at level 12", fact.Subject)
	}
}

func TestAFactWithoutAPlaceIsNamedByItsFirstWords(t *testing.T) {
	t.Parallel()
	reader := claim.NewReader(ingesttest.Lexicon(t))
	const text = "one two three four five six seven"
	item := reader.Item(claim.Item{Value: text, Span: somewhere(0)}).Facts
	formula, ok := reader.Formula(text, somewhere(0), claim.Place{})
	const want = "one two three four five six"
	if len(item) != 1 || item[0].Subject != want || !ok || formula.Subject != want {
		t.Errorf("subjects = %+v, %q; want %q", item, formula.Subject, want)
	}
	if _, ok := reader.Formula(" \n", somewhere(0), claim.Place{}); ok {
		t.Error("white space is a formula")
	}
	if found := reader.Item(claim.Item{Key: "Key", Value: " ", Span: somewhere(0)}); len(found.Facts) > 0 {
		t.Errorf("an empty value is a fact: %+v", found.Facts)
	}
}
