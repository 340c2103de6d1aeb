package csvrecords_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/csvrecords"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

func TestRowsAreATableOfTheTree(t *testing.T) {
	t.Parallel()
	text := ingest.NewText([]byte("# looms of 1990\nname,width (cm)\nWeber 12,80\nWeber 14,90\nWeber 16,95\nWeber 18,97\n\"Größe \"\"B\"\"\",95,new\n"))
	found, err := csvrecords.New(ingesttest.Lexicon(t)).Parse(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	want := `table header=1
  caption "looms of 1990" @1:0 from "# looms of 1990"
  row
    "name" @2:0
    "width (cm)" @2:5
  row
    "Weber 12" @3:0
    "80" @3:9
  row
    "Weber 14" @4:0
    "90" @4:9
  row
    "Weber 16" @5:0
    "95" @5:9
  row
    "Weber 18" @6:0
    "97" @6:9
  row
    "Größe \"B\"" @7:0 from "\"Größe \"\"B\"\"\""
    "95" @7:14
    "new" @7:17
`
	if diff := cmp.Diff(want, ingesttest.Tree(text, found.Tree)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestQuestionsAreNoTree(t *testing.T) {
	t.Parallel()
	text := ingest.NewText([]byte("question,answer\nWhy salt?,For taste.\nWhy rye?,It is sour.\n"))
	found, err := csvrecords.New(ingesttest.Lexicon(t)).Parse(t.Context(), text)
	if err != nil || len(found.Questions) != 2 || len(found.Tree.Blocks) > 0 {
		t.Errorf("%d questions, %d blocks, error %v; want 2, 0 and none", len(found.Questions), len(found.Tree.Blocks), err)
	}
}
