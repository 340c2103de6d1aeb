package datatree_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/datatree"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

func TestValuesOfYAMLKeepTheirPlacesAndNotes(t *testing.T) {
	t.Parallel()
	text := ingest.NewText([]byte(strings.Join([]string{
		"loom:  # as built",
		"  width: 80 cm  # of the reed, not the frame",
		"  shafts: [4, 8]",
		"  folds: true",
		"  weight: \"31 kg\"",
		"",
	}, "\n")))
	value, err := datatree.YAML(text)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		"record",
		`  loom (loom): "" at "width: 80 cm  # of the reed, not the frame\n  shafts: [4, 8]\n  folds: true\n  weight: \"31 kg\"" note "as built" @1:7 from "# as built"`,
		`    width (width): "80 cm" at "80 cm" note "of the reed, not the frame" @2:16 from "# of the reed, not the frame"`,
		`    shafts (shafts): "" at "[4, 8]"`,
		`      - "4" at "4"`,
		`      - "8" at "8"`,
		`    folds (folds): "true" at "true"`,
		`    weight (weight): "31 kg" at "\"31 kg\""`,
		"",
	}, "\n")
	if diff := cmp.Diff(want, ingesttest.Tree(text, doc.Document{Blocks: []doc.Block{&doc.Record{Value: value}}})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
