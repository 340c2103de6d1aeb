package fact_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/fact"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	shipped "github.com/quarrykb/quarry/internal/lexicon"
)

// somewhere is a span for what a test does not look up.
func somewhere(at int) quarry.Span {
	return quarry.Span{ByteStart: at, ByteEnd: at + 1, LineStart: 1, LineEnd: 1}
}

// row returns the cells of a row, side by side.
func row(texts ...string) []fact.Cell {
	cells := make([]fact.Cell, len(texts))
	for i, text := range texts {
		cells[i] = fact.Cell{Text: text, Span: somewhere(i)}
	}
	return cells
}

func TestARowStatesItsCellsBehindTheirTitles(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		titles [][]fact.Cell
		row    []fact.Cell
		want   string // subject, statement
	}{
		"one header":         {[][]fact.Cell{row("Loaf", "Weight", "Salt")}, row("Rye", "340 g", "2 %"), "Rye: Weight: 340 g; Salt: 2 %"},
		"two header rows":    {[][]fact.Cell{row("Loaf", "Weight", "Weight"), row("Loaf", "raw", "baked")}, row("Rye", "380 g", "340 g"), "Rye: Weight raw: 380 g; Weight baked: 340 g"},
		"no header":          {nil, row("Rye", "340 g"), "Rye: 340 g"},
		"an empty cell":      {[][]fact.Cell{row("Loaf", "Weight", "Salt")}, row("Rye", "", "2 %"), "Rye: Salt: 2 %"},
		"a cell too many":    {[][]fact.Cell{row("Loaf", "Weight")}, row("Rye", "340 g", "dark"), "Rye: Weight: 340 g; dark"},
		"no label":           {[][]fact.Cell{row("Loaf", "Weight")}, row("", "340 g"), "Weight: 340 g: Weight: 340 g"},
		"nothing but a name": {[][]fact.Cell{row("Loaf", "Weight")}, row("Rye", " "), ""},
	} {
		facts, warnings := fact.Table{Titles: tc.titles, Rows: [][]fact.Cell{tc.row}}.Facts()
		said := make([]string, len(facts))
		for i, one := range facts {
			said[i] = one.Subject + ": " + one.Statement
		}
		if got := strings.Join(said, ""); got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
		if tooLong := name == "a cell too many" || name == "no header"; (len(warnings) > 0) != tooLong {
			t.Errorf("%s: it warns %q", name, warnings)
		}
	}
}

func TestARowUnderAVeryLongHeaderStatesItsCellsAlone(t *testing.T) {
	t.Parallel()
	titles := row("Loaf", "Weight")
	titles[1].Span = quarry.Span{ByteStart: 1, ByteEnd: 5000, LineStart: 1, LineEnd: 1}
	facts, _ := fact.Table{Titles: [][]fact.Cell{titles}, Rows: [][]fact.Cell{row("Rye", "340 g")}}.Facts()
	if facts[0].Statement != "340 g" || len(facts[0].Source.Context) > 0 {
		t.Errorf("statement %q with context %v; want the cell alone", facts[0].Statement, facts[0].Source.Context)
	}
}

func TestASentenceThatSaysWhatSomethingIsDefinesIt(t *testing.T) {
	t.Parallel()
	reader := fact.NewReader(ingesttest.Lexicon(t))
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
		found, ok := reader.Definition(fact.Item{Value: sentence, Span: somewhere(0)})
		if found.Subject != want || ok != (want != "") {
			t.Errorf("Definition(%q) has the subject %q, %t; want %q", sentence, found.Subject, ok, want)
		}
	}
}

func TestAStatementIsAboutItsHeadingItsLabelsAndItsKey(t *testing.T) {
	t.Parallel()
	place := fact.Place{Headings: []string{"Kitchen", "Bread", "Limits"}}
	place = place.Under(fact.Label{Text: "Rye:", Span: somewhere(1)}).Under(fact.Label{Text: "rye", Span: somewhere(2)})
	place = place.Under(fact.Label{Text: "a lead-in of many words that proves much and names nothing", Span: somewhere(3)})
	found, ok := fact.Item{Key: " Heat: ", Value: "hot", Span: somewhere(9), Place: place}.Fact()
	if want := "Bread – Limits – Rye – Heat"; found.Subject != want || !ok {
		t.Errorf("subject = %q, want %q", found.Subject, want)
	}
}

func TestOnlyTheInnermostLabelsSpeak(t *testing.T) {
	t.Parallel()
	place := fact.Place{}
	for i := range 20 {
		place = place.Under(fact.Label{Text: fmt.Sprint("level ", i), Span: somewhere(i)})
	}
	long := fact.Label{Text: "long", Span: quarry.Span{ByteStart: 100, ByteEnd: 1000, LineStart: 1, LineEnd: 1}}
	place = place.Under(long).Under(fact.Label{Span: somewhere(30)})
	found, _ := fact.Item{Value: "deep", Span: somewhere(50), Place: place}.Fact()
	var spans []int
	for _, piece := range found.Source.Context {
		spans = append(spans, piece.Span.ByteStart)
	}
	if want := []int{19, 18, 17, 16, 15, 14, 13, 12}; !slices.Equal(spans, want) {
		t.Errorf("context = %v, want %v", spans, want)
	}
	if strings.Contains(found.Subject, "level 11") || !strings.HasPrefix(found.Subject, "level 12") {
		t.Errorf("subject = %q, want one that begins at level 12", found.Subject)
	}
}

func TestAFactWithoutAPlaceIsNamedByItsFirstWords(t *testing.T) {
	t.Parallel()
	found, ok := fact.Item{Value: "one two three four five six seven", Span: somewhere(0)}.Fact()
	if want := "one two three four five six"; found.Subject != want || !ok {
		t.Errorf("subject = %q, want %q", found.Subject, want)
	}
	if found, ok := (fact.Item{Key: "Key", Value: " \n", Span: somewhere(0)}).Fact(); ok {
		t.Errorf("an empty value is a fact: %+v", found)
	}
}

func TestAShortLineIsATitle(t *testing.T) {
	t.Parallel()
	words, err := shipped.Load()
	if err != nil {
		t.Fatal(err)
	}
	reader := fact.NewReader(words)
	for line, want := range map[string]string{
		"NVIDIA H100": "device", "h100 sxm5:": "device", "The H100 card": "device", "H100 and B200": "title", "It has an H100.": "title",
		"A H100; and more": "", "Topping E30": "title", "Rock of Gibraltar": "title", "Eiffel Tower (Paris)": "title", "3D printers": "",
		"Key figures of the Orlo CP-740 cordless pump": "", "Patient A1": "title", "of two": "", "": "",
	} {
		got := ""
		switch {
		case reader.NamesDevice(line):
			got = "device"
		case fact.MayBeTitle(line):
			got = "title"
		}
		if got != want {
			t.Errorf("%q is taken for a %q, want %q", line, got, want)
		}
	}
}
