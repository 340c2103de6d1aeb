package datatree_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/datatree"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

func TestValuesOfTOMLKeepTheirPlacesAndNotes(t *testing.T) {
	t.Parallel()
	text := ingest.NewText([]byte(strings.Join([]string{
		"# a loom",
		`name = "Weber \"12\"" # as sold`,
		"size.width = 80.5",
		"shafts = [4, { count = 8 }]",
		"[frame]",
		"folds = true",
		"[[reed]]",
		"dents = 40 # per 10 cm",
		"[[reed]]",
		"dents = 60",
	}, "\n")))
	value, err := datatree.TOML(text)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		"record",
		`  name (name): "Weber \"12\"" at "\"Weber \\\"12\\\"\"" note "as sold" @2:22 from "# as sold"`,
		`  size (size): "" at "width = 80.5"`,
		`    width (width): "80.5" at "80.5"`,
		`  shafts (shafts): "" at "[4, { count = 8 }]"`,
		`    - "4" at "4"`,
		`    - "" at "{ count = 8"`,
		`      count (count): "8" at "8"`,
		`  frame (frame): "" at "folds = true"`,
		`    folds (folds): "true" at "true"`,
		`  reed (reed): "" at "reed]]\ndents = 40 # per 10 cm\n[[reed]]\ndents = 60"`,
		`    - "" at "reed]]\ndents = 40"`,
		`      dents (dents): "40" at "40" note "per 10 cm" @8:11 from "# per 10 cm"`,
		`    - "" at "reed]]\ndents = 60"`,
		`      dents (dents): "60" at "60"`,
		"",
	}, "\n")
	if diff := cmp.Diff(want, ingesttest.Tree(text, doc.Document{Blocks: []doc.Block{&doc.Record{Value: value}}})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFaultsOfTOMLAreNamedByTheirLine(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text string
		line int
	}{
		"a key twice":         {"a = 1\nb = 2\na = 3\n", 3},
		"a value that is not": {"\ufeffa = 1\nb = two\n", 2},
		"a table for a text":  {"a = 1\n[a.b]\nc = 2\n", 2},
		"too deep":            {"a = 1\nb = " + strings.Repeat("[", 100) + strings.Repeat("]", 100), 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := datatree.TOML(ingest.NewText([]byte(tc.text)))
			fault, ok := errors.AsType[*ingest.LineError](err)
			if !ok || fault.Line != tc.line {
				t.Errorf("error %v, want one of line %d", err, tc.line)
			}
		})
	}
}
