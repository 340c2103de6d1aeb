package promptlist_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/question/promptlist"
)

func TestALineThatDoesNotAskAndIsNoTitleIsKeptAsProse(t *testing.T) {
	t.Parallel()
	const note = "These were collected over many years, from people who bake for a living."
	text := "Bread\n" + strings.Repeat("What is rye?\n", 10) + note + "\n" + strings.Repeat("What is spelt?\n", 10) + "The end\n"
	found, err := promptlist.New(ingesttest.Lexicon(t)).Parse(t.Context(), ingest.NewText([]byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	var prose []string
	for _, p := range found.Passages {
		prose = append(prose, p.Text)
	}
	if want := []string{note, "The end"}; !slices.Equal(prose, want) {
		t.Errorf("prose %q; want %q", prose, want)
	}
	if found.Title != "Bread" || len(found.Questions) != 20 || len(found.Marks) != 1 {
		t.Errorf("title %q, %d questions, marks %v; want Bread, 20 and one", found.Title, len(found.Questions), found.Marks)
	}
}
