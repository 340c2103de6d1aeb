package restructuredtext_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/markdown"
	"github.com/quarrykb/quarry/ingest/format/restructuredtext"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

// What was written over as Markdown stands in the text itself.
func TestATreeHasItsPlacesInTheText(t *testing.T) {
	t.Parallel()
	text := ingest.NewText([]byte("Looms\n=====\n\n.. note:: Read on.\n\n* **Width:** 80 cm\n\nSizes::\n\n    a  b\n\n=====  =====\nPart   Size\n=====  =====\nreed   ``4``\n=====  =====\n"))
	words := ingesttest.Lexicon(t)
	found, err := restructuredtext.New(words, markdown.New(words)).Parse(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	want := `heading 1 "Looms" @1:0
paragraph
  line "Read on." @4:10
list ordered=false terms=false
  item
    line "Width: 80 cm" @6:2 strong "Width:" from "**Width:** 80 cm"
paragraph
  line "Sizes:" @8:0
code ""
  line "a  b" @10:4
table header=1
  row
    "Part" @13:0
    "Size" @13:7
  row
    "reed" @15:0
    "4" @15:9
`
	if diff := cmp.Diff(want, ingesttest.Tree(text, found.Tree)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
