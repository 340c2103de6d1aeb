package passage_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/passage"
)

// longest is about the length at which passages are cut, in bytes.
const longest = 1800

// cutterOf cuts a text in English.
func cutterOf(t *testing.T, text string) *passage.Cutter {
	t.Helper()
	known := ingesttest.Lexicon(t)
	return &passage.Cutter{Text: ingest.NewText([]byte(text)), Language: known.Language("en")}
}

// linesOf returns the lines of passages.
func linesOf(passages []quarry.Passage) [][2]int {
	lines := make([][2]int, len(passages))
	for i, p := range passages {
		lines[i] = [2]int{p.Source.LineStart, p.Source.LineEnd}
	}
	return lines
}

func TestShortBlocksShareAPassage(t *testing.T) {
	t.Parallel()
	c := cutterOf(t, "# Wool\n\nMadder dyes red.\n\n- weld\n- woad\n")
	titles := []string{"Dyes", "Wool"}
	got := c.Section(doc.Section{Titles: titles, Blocks: []doc.Block{
		&doc.Paragraph{Place: doc.Place{First: 3, Last: 3}},
		&doc.List{Place: doc.Place{First: 5, Last: 6}},
	}})
	if diff := cmp.Diff([][2]int{{3, 6}}, linesOf(got)); diff != "" {
		t.Fatalf("lines (-want +got):\n%s", diff)
	}
	if got[0].Text != "Madder dyes red.\n\n- weld\n- woad" || !cmp.Equal(got[0].Source.Heading, titles) {
		t.Errorf("text %q under %q", got[0].Text, got[0].Source.Heading)
	}
	if got[0].Source.Heading[0] = "changed"; titles[0] != "Dyes" {
		t.Error("the passage shares its titles with the section")
	}
}

func TestALongListIsCutBetweenItsItems(t *testing.T) {
	t.Parallel()
	item := "- " + strings.Repeat("word ", longest/15) + "\n  and the rest\n"
	c := cutterOf(t, strings.Repeat(item, 8))
	list := &doc.List{Place: doc.Place{First: 1, Last: 16}}
	for n := 1; n <= 16; n += 2 {
		list.Items = append(list.Items, doc.Item{Place: doc.Place{First: n, Last: n + 1}})
	}
	got := c.Section(doc.Section{Blocks: []doc.Block{list}})
	if diff := cmp.Diff([][2]int{{1, 4}, {5, 8}, {9, 12}, {13, 16}}, linesOf(got)); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

func TestTheHeaderOfALongTableIsRepeated(t *testing.T) {
	t.Parallel()
	row := "| " + strings.Repeat("x", longest/2) + " |\n"
	c := cutterOf(t, "| Dye |\n|---|\n"+strings.Repeat(row, 4))
	got := c.Section(doc.Section{Blocks: []doc.Block{&doc.Table{Place: doc.Place{First: 1, Last: 6}}}})
	if len(got) < 2 {
		t.Fatalf("%d passages, want several", len(got))
	}
	for i, p := range got {
		if !strings.HasPrefix(p.Text, "| Dye |\n|---|\n| x") {
			t.Errorf("passage %d begins with %.20q, want the header", i+1, p.Text)
		}
		if hasContext := len(p.Source.Context) == 1; hasContext != (i > 0) {
			t.Errorf("passage %d has the context %v", i+1, p.Source.Context)
		}
	}
}

func TestALongLineIsCutWhereASentenceEnds(t *testing.T) {
	t.Parallel()
	const sentence = "The fleece is washed before it is dyed. "
	c := cutterOf(t, strings.Repeat(sentence, 200))
	got := c.Section(doc.Section{Blocks: []doc.Block{&doc.Paragraph{Place: doc.Place{First: 1, Last: 1}}}})
	var all strings.Builder
	for i, p := range got {
		if len(p.Text) > longest || !strings.HasSuffix(p.Text, "dyed.") {
			t.Errorf("passage %d has %d bytes and ends with %q", i+1, len(p.Text), p.Text[len(p.Text)-10:])
		}
		all.WriteString(p.Text + " ")
	}
	if all.String() != strings.Repeat(sentence, 200) {
		t.Error("the passages do not say what the line says")
	}
}

func TestWhatSaysNothingByItselfIsNoPassage(t *testing.T) {
	t.Parallel()
	c := cutterOf(t, "---\n\n- [Wool](#wool)\n")
	link := doc.Text{Text: "Wool", Inline: &doc.Inline{Links: []doc.Link{{Range: doc.Range{To: 4}, URL: "#wool"}}}}
	got := c.Section(doc.Section{Blocks: []doc.Block{
		&doc.Structure{Place: doc.Place{First: 1, Last: 1}},
		&doc.List{Place: doc.Place{First: 3, Last: 3}, Items: []doc.Item{{Lines: []doc.Text{link}}}},
	}})
	if len(got) > 0 {
		t.Errorf("passages %v, want none", linesOf(got))
	}
}

func TestPlainLinesAreKeptBesideWhatIsTaken(t *testing.T) {
	t.Parallel()
	c := cutterOf(t, "a\nb\n\nc\nd\n")
	got := c.Plain(1, 5, []bool{false, false, true, false, false, false}, []string{"Dyes"})
	if diff := cmp.Diff([][2]int{{1, 1}, {4, 5}}, linesOf(got)); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	long := cutterOf(t, strings.Repeat(strings.Repeat("x", 1023)+"\n", 70))
	if got := long.Plain(1, 70, make([]bool, 71), nil); len(got) != 3 || got[2].Source.LineEnd != 70 {
		t.Errorf("lines %v, want three passages up to the last line", linesOf(got))
	}
}
