package yamlrecords_test

import (
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/yamlrecords"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

func TestTOMLIsTakenUnlessItIsSettings(t *testing.T) {
	t.Parallel()
	parser := yamlrecords.NewTOML(ingesttest.Lexicon(t))
	for name, tc := range map[string]struct {
		text string
		mine bool
	}{
		"a sheet":        {"# Loom\nname = \"Weber 12\"\n\n[size]\nwidth = \"80 cm\"\n", true},
		"records":        {"[[loom]]\nname = \"A\"\nwidth = 80\n[[loom]]\nname = \"B\"\nwidth = 90\n", true},
		"settings":       {"[server]\nhost = \"a\"\nport = 80\n", false},
		"an equation":    {"x = y + 1\n\nThe rest is prose.\n", false},
		"a link":         {"[bread]\n\nSalt comes late.\n", false},
		"JSON":           {"[{\"a\": 1}]\n", false},
		"nothing at all": {"\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := parser.Recognise(ingest.NewText([]byte(tc.text))) > ingest.NotMine; got != tc.mine {
				t.Errorf("taken: %v, want %v", got, tc.mine)
			}
		})
	}
	found, err := parser.Parse(t.Context(), ingest.NewText([]byte("[size]\nwidth = \"80 cm\"\n")))
	if err != nil {
		t.Fatal(err)
	}
	if whole, ok := found.Tree.Blocks[0].(*doc.Record); !ok || whole.Value.Fields[0].Value.Fields[0].Value.Text != "80 cm" {
		t.Errorf("tree %v, want the record", found.Tree)
	}
}
