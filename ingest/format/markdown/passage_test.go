package markdown_test

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// mostPassage is the length, in bytes, that no passage of text goes beyond.
const mostPassage = 2000

func parse(t *testing.T, text string) ingest.Extraction {
	t.Helper()
	found, err := newParser(t).Parse(t.Context(), ingest.NewText([]byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func texts(passages []quarry.Passage) []string {
	all := make([]string, 0, len(passages))
	for _, p := range passages {
		all = append(all, p.Text)
	}
	return all
}

func TestALongParagraphBecomesPassagesThatLoseNothing(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text string
		ends string // how every passage but the last ends
	}{
		"of many lines":      {strings.Repeat("some words without an end\n", 2000), "end"},
		"on one line":        {strings.Repeat("Dough needs time, and more of it. ", 2000), "it."},
		"quoted":             {strings.Repeat("> some words without an end\n", 2000), "end"},
		"without sentences":  {strings.Repeat("flour ", 2000), "flour"},
		"without any spaces": {strings.Repeat("é", 20_000), "é"},
		"without Latin":      {strings.Repeat("面团需要时间。", 2000), "。"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := texts(parse(t, "# Bread\n\n"+tc.text+"\n").Passages)
			for _, passage := range got {
				if len(passage) > mostPassage || !strings.HasSuffix(passage, tc.ends) {
					t.Errorf("a passage of %d bytes ends in %q", len(passage), passage[max(0, len(passage)-20):])
				}
			}
			bare := func(text string) string { return strings.Join(strings.Fields(text), "") }
			if whole := bare(strings.Join(got, " ")); whole != bare(tc.text) {
				t.Errorf("%d bytes in the passages, %d in the paragraph", len(whole), len(bare(tc.text)))
			}
		})
	}
}

func TestWhatBelongsTogetherIsNotCut(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text  string
		whole string // stands in one passage
	}{
		"a list item":      {"- a\n- " + strings.Repeat("long words, ", 300) + "end\n- b\n", strings.Repeat("long words, ", 300) + "end"},
		"a table row":      {"|a|\n|-|\n|b|\n|" + strings.Repeat("cell ", 700) + "|\n", strings.Repeat("cell ", 700)},
		"a fence of code":  {"```go\n" + strings.Repeat("x++\n", 1000) + "```\n", "```go\n" + strings.Repeat("x++\n", 1000) + "```"},
		"a code block":     {strings.Repeat("    x++\n", 900), strings.TrimSpace(strings.Repeat("    x++\n", 900))},
		"a short sentence": {"Knead the dough.\n", "Knead the dough."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, passage := range parse(t, "# Bread\n\n"+tc.text).Passages {
				if strings.Contains(passage.Text, tc.whole) {
					return
				}
			}
			t.Errorf("no passage has %.60q", tc.whole)
		})
	}
}

func TestAVeryLongFenceIsCutBetweenItsLines(t *testing.T) {
	t.Parallel()
	got := texts(parse(t, "# Code\n\n```go\n"+strings.Repeat("total += one\n", 4000)+"```\n").Passages)
	if len(got) < 20 {
		t.Fatalf("%d passages; want the fence in pieces", len(got))
	}
	for _, passage := range got[:len(got)-1] {
		if len(passage) > mostPassage || !strings.HasSuffix(passage, "total += one") {
			t.Errorf("a passage of %d bytes ends in %q", len(passage), passage[max(0, len(passage)-20):])
		}
	}
}
