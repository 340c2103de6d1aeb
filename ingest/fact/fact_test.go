package fact_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/fact"
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
		got := ""
		if item, ok := fact.NewHeader(tc.titles...).Row(fact.Place{}, tc.row); ok {
			stated := item.Fact()
			got = stated.Subject + ": " + stated.Statement
		}
		if got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}

func TestARowUnderAVeryLongHeaderStatesItsCellsAlone(t *testing.T) {
	t.Parallel()
	titles := row("Loaf", "Weight")
	titles[1].Span = quarry.Span{ByteStart: 1, ByteEnd: 5000, LineStart: 1, LineEnd: 1}
	item, _ := fact.NewHeader(titles).Row(fact.Place{}, row("Rye", "340 g"))
	if stated := item.Fact(); stated.Statement != "340 g" || len(stated.Source.Context) > 0 {
		t.Errorf("statement %q with context %v; want the cell alone", stated.Statement, stated.Source.Context)
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
	item := fact.Item{Value: "deep", Span: somewhere(50), Place: place}
	var spans []int
	for _, piece := range item.Fact().Source.Context {
		spans = append(spans, piece.Span.ByteStart)
	}
	if want := []int{19, 18, 17, 16, 15, 14, 13, 12}; !slices.Equal(spans, want) {
		t.Errorf("context = %v, want %v", spans, want)
	}
}

func reader(t *testing.T) (*shipped.Lexicon, *fact.Reader) {
	t.Helper()
	words, err := shipped.Load()
	if err != nil {
		t.Fatal(err)
	}
	return words, fact.NewReader(words)
}

// paragraphs returns a document with a paragraph for each line, under a title.
func paragraphs(title string, lines ...string) (*ingest.Text, []doc.Section) {
	t := ingest.NewText([]byte(strings.Join(lines, "\n")))
	section := doc.Section{Titles: []string{title}}
	for i, line := range lines {
		place := doc.Place{First: i + 1, Last: i + 1}
		section.Blocks = append(section.Blocks, &doc.Paragraph{Place: place, Lines: []doc.Text{{Text: line, Span: t.LineSpan(i+1, i+1)}}})
	}
	return t, []doc.Section{{}, section}
}

// What stands alone is a fact, and its subject the thing itself; what leans on its surroundings,
// asks, refers to other texts or only names is none.
func TestAFactIsWhatCanBeReadAlone(t *testing.T) {
	t.Parallel()
	words, facts := reader(t)
	for line, want := range map[string]string{
		"A sourdough starter is a culture of wild yeast and bacteria that lets a dough rise without added yeast.": "sourdough starter",
		"Rye flour holds more water than wheat flour, because its pentosans bind it.":                             "Rye flour",
		"**Autolyse**: a rest of flour and water before kneading, in which gluten forms by itself.":               "Autolyse",
		"A peel is a flat shovel with a long handle for moving loaves.":                                           "peel",
		"This is why.":                                                    "",
		"It is also true of the others.":                                  "",
		"Why does a crust crackle when the loaf cools?":                   "",
		"Baker, J. and Miller, K.: Bread, 2nd ed., Flour Press 1998.":     "",
		"Version 3, last updated 14 March 2021 by the editors.":           "",
		"There are three kinds:":                                          "",
		"Rye, wheat":                                                      "",
		"We will see in the next chapter how you can make your own loaf.": "",
	} {
		text, sections := paragraphs("Bread", strings.ReplaceAll(line, "**", ""))
		found := facts.Read(text, words.Language("en"), sections).Facts
		got := ""
		if len(found) > 0 {
			got = found[0].Subject
		}
		if got != want || len(found) > 1 {
			t.Errorf("%q: %d facts, the first about %q; want %q", line, len(found), got, want)
		}
	}
}

// What names a subject is a part of what a fact can be traced to.
func TestASubjectHasItsEvidence(t *testing.T) {
	t.Parallel()
	words, facts := reader(t)
	text, sections := paragraphs("Leaven",
		"A sourdough starter is a culture of wild yeast that raises bread without added yeast. The yeast lives on sugars of the flour, so it must be fed with fresh flour and water every single day.")
	found := facts.Read(text, words.Language("en"), sections).Facts
	if len(found) != 2 {
		t.Fatalf("%d facts, want both sentences: %+v", len(found), found)
	}
	for _, one := range found {
		pieces := append([]string{text.Cut(one.Source.Span)}, one.Source.Heading...)
		for _, piece := range one.Source.Context {
			pieces = append(pieces, text.Cut(piece.Span))
		}
		evidence := strings.Join(pieces, " ")
		if !strings.Contains(evidence, one.Subject) {
			t.Errorf("the subject %q of %q stands in none of %q", one.Subject, one.Statement, evidence)
		}
	}
}

func TestASentenceThatPointsBackIsAPartOfTheOneBefore(t *testing.T) {
	t.Parallel()
	words, facts := reader(t)
	const culture = "A sourdough starter is a culture of wild yeast that raises bread without added yeast."
	for said, want := range map[string][]string{
		culture + " It is fed with fresh flour and water every single day.":                             {culture + " It is fed with fresh flour and water every single day."},
		culture + " Rye flour holds far more water than wheat flour does, since its pentosans bind it.": {culture, "Rye flour holds far more water than wheat flour does, since its pentosans bind it."},
		culture + " On its way through the dough it makes acids and gas, which raise the loaf.":         {culture + " On its way through the dough it makes acids and gas, which raise the loaf."},
		culture + " Water boils at a lower temperature the higher above the sea it is heated.":          {culture, "Water boils at a lower temperature the higher above the sea it is heated."},
		culture + " It is fed with these:":                                                              {culture},
		"It is fed with fresh flour and water.":                                                         nil,
	} {
		text, sections := paragraphs("Leaven", said)
		if got := statements(facts.Read(text, words.Language("en"), sections).Facts); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

func TestWhatSamplesAreToldHasNames(t *testing.T) {
	t.Parallel()
	words, facts := reader(t)
	text, sections := paragraphs("Bread", "Rye flour holds more water than wheat flour.")
	for _, one := range facts.Samples(text, words.Language("en"), sections) {
		if len(one.Features) != len(fact.Features()) || len(one.Subjects) == 0 || len(one.Subjects[0].Features) != len(fact.SubjectFeatures()) {
			t.Errorf("%d features and %d subjects", len(one.Features), len(one.Subjects))
		}
	}
}

func TestAShortLineIsATitle(t *testing.T) {
	t.Parallel()
	_, facts := reader(t)
	for line, want := range map[string]string{
		"NVIDIA H100": "device", "h100 sxm5:": "device", "The H100 card": "device", "H100 and B200": "title", "It has an H100.": "title",
		"A H100; and more": "", "Topping E30": "title", "Rock of Gibraltar": "title", "Eiffel Tower (Paris)": "title", "3D printers": "",
		"Key figures of the Orlo CP-740 cordless pump": "", "Patient A1": "title", "of two": "", "": "",
	} {
		got := ""
		switch {
		case facts.NamesDevice(line):
			got = "device"
		case fact.MayBeTitle(line):
			got = "title"
		}
		if got != want {
			t.Errorf("%q is taken for a %q, want %q", line, got, want)
		}
	}
}
