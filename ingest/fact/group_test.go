package fact_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
)

// outline returns a document of a title, a label and a list: an item for each line behind the
// first, within the one above it where two spaces lead it in.
func outline(lines ...string) (*ingest.Text, []doc.Section) {
	t := ingest.NewText([]byte(strings.Join(lines, "\n")))
	piece := func(i int) (doc.Place, []doc.Text) {
		text := strings.TrimSpace(lines[i])
		return doc.Place{First: i + 1, Last: i + 1}, []doc.Text{{Text: text, Span: t.LineSpan(i+1, i+1)}}
	}
	place, label := piece(0)
	list := &doc.List{}
	for i := 1; i < len(lines); i++ {
		_, own := piece(i)
		if lines[i] == "-" {
			own = nil
		}
		if strings.HasPrefix(lines[i], "  ") {
			above := &list.Items[len(list.Items)-1]
			if len(above.Blocks) == 0 {
				above.Blocks = []doc.Block{&doc.List{}}
			}
			inner := above.Blocks[0].(*doc.List)
			inner.Items = append(inner.Items, doc.Item{Lines: own})
			continue
		}
		list.Items = append(list.Items, doc.Item{Lines: own})
	}
	section := doc.Section{Titles: []string{"The bakery", "Ovens"}, Blocks: []doc.Block{&doc.Paragraph{Place: place, Lines: label}, list}}
	return t, []doc.Section{{}, section}
}

func statements(facts []quarry.Fact) []string {
	var all []string
	for _, one := range facts {
		all = append(all, one.Statement)
	}
	return all
}

// Entries that say too little alone say it together, each word of it within the fact's bytes or
// its context; what makes a fact alone stays one.
func TestEntriesSayTogetherWhatTheyDoNotSayAlone(t *testing.T) {
	t.Parallel()
	words, facts := reader(t)
	for name, tc := range map[string]struct {
		lines []string
		want  []string
	}{
		"fragments": {
			[]string{"Deck oven:", "Floor: slabs of stone, 30 mm thick", "Heat: 250 °C below, 230 °C above", "Loading: by peel or belt", "Steam: ten minutes at the start"},
			[]string{"Floor: slabs of stone, 30 mm thick; Heat: 250 °C below, 230 °C above; Loading: by peel or belt; Steam: ten minutes at the start"},
		},
		"fragments within fragments": {
			[]string{"Deck oven:", "Floor: slabs of stone, 30 mm thick", "Heat sources", "  gas burners of 30 kW", "  electric coils of 24 kW", "Loading: by peel or belt", "Steam: ten minutes at the start"},
			[]string{"Floor: slabs of stone, 30 mm thick; Heat sources: gas burners of 30 kW, electric coils of 24 kW; Loading: by peel or belt; Steam: ten minutes at the start"},
		},
		"sentences": {
			[]string{
				"Deck oven:", "The stone floor of a deck oven stores heat and gives it to the loaf, which makes a thick crust.",
				"Steam is let into the chamber for the first ten minutes, so that the crust stays soft while the loaf rises.",
			},
			[]string{
				"The stone floor of a deck oven stores heat and gives it to the loaf, which makes a thick crust.",
				"Steam is let into the chamber for the first ten minutes, so that the crust stays soft while the loaf rises.",
			},
		},
		"an empty entry among them": {
			[]string{"Deck oven:", "Floor: slabs of stone, 30 mm thick", "-", "Heat: 250 °C below, 230 °C above", "Loading: by peel or belt", "Steam: ten minutes at the start"},
			[]string{"Floor: slabs of stone, 30 mm thick; Heat: 250 °C below, 230 °C above; Loading: by peel or belt; Steam: ten minutes at the start"},
		},
		"an empty entry behind them": {
			[]string{"Deck oven:", "Floor: slabs of stone, 30 mm thick", "Heat: 250 °C below, 230 °C above", "Loading: by peel or belt", "Steam: ten minutes at the start", "-"},
			[]string{"Floor: slabs of stone, 30 mm thick; Heat: 250 °C below, 230 °C above; Loading: by peel or belt; Steam: ten minutes at the start"},
		},
		"one fragment": {[]string{"Deck oven:", "stone slabs"}, nil},
	} {
		text, sections := outline(tc.lines...)
		found := facts.Read(text, words.Language("en"), sections).Facts
		if got := statements(found); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
			continue
		}
		for _, one := range found {
			pieces := append([]string{text.Cut(one.Source.Span)}, one.Source.Heading...)
			for _, piece := range one.Source.Context {
				pieces = append(pieces, text.Cut(piece.Span))
			}
			evidence := strings.Join(pieces, " ")
			for word := range strings.FieldsSeq(one.Subject + " " + one.Statement) {
				if !strings.Contains(evidence, strings.Trim(word, ",;:.")) {
					t.Errorf("%s: %q stands in no evidence %q", name, word, evidence)
				}
			}
		}
	}
}

// What is too long for one statement is not joined, but the lists within it are.
func TestALongListIsJoinedInItsParts(t *testing.T) {
	t.Parallel()
	words, facts := reader(t)
	lines := []string{"Ovens:"}
	for _, oven := range []string{"Deck oven", "Rack oven", "Tunnel oven", "Wood-fired oven", "Combination oven", "Stone oven", "Convection oven"} {
		lines = append(lines, oven, "  Floor: slabs of stone, 30 mm thick", "  Heat: burners below, coils above", "  Loading: by peel, by belt of 60 cm or by trolley")
	}
	text, sections := outline(lines...)
	found := facts.Read(text, words.Language("en"), sections).Facts
	if len(found) != 7 || found[1].Subject != "Rack oven" || found[1].Source.LineStart != 7 || found[1].Source.LineEnd != 9 {
		t.Errorf("%d facts, want one of each oven: %+v", len(found), found)
	}
}

// Lists of terms within such lists are read once, however many terms stand above each.
func TestTermsWithinTermsAreReadOnce(t *testing.T) {
	t.Parallel()
	words, facts := reader(t)
	text := ingest.NewText([]byte("starter\nlevain\nA culture of wild yeast that lets a dough rise without added yeast.\n"))
	line := func(n int) []doc.Text {
		return []doc.Text{{Text: strings.TrimSpace(text.Cut(text.LineSpan(n, n))), Span: text.LineSpan(n, n)}}
	}
	var inner doc.Block = &doc.Paragraph{Place: doc.Place{First: 3, Last: 3}, Lines: line(3)}
	const depth = 40
	for range depth {
		inner = &doc.List{Terms: true, Items: []doc.Item{{Lines: slices.Concat(line(1), line(2)), Blocks: []doc.Block{inner}}}}
	}
	found := facts.Read(text, words.Language("en"), []doc.Section{{Titles: []string{"Leaven"}, Blocks: []doc.Block{inner}}}).Facts
	if len(found) != 2 {
		t.Errorf("%d facts, want one for each of the innermost terms", len(found))
	}
}
