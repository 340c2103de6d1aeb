package tomltree_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/record"
	"github.com/quarrykb/quarry/ingest/tomltree"
)

func TestValuesKeepTheirPlacesAndNotes(t *testing.T) {
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
	value, err := tomltree.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`name: kind 1 "Weber \"12\"" at "\"Weber \\\"12\\\"\"" note "as sold" at "# as sold"`,
		`size: kind 5 "" at "width = 80.5"`,
		`size.width: kind 2 "80.5" at "80.5"`,
		`shafts: kind 4 "" at "[4, { count = 8 }]"`,
		`shafts.: kind 2 "4" at "4"`,
		`shafts.: kind 5 "" at "{ count = 8"`,
		`shafts..count: kind 2 "8" at "8"`,
		`frame: kind 5 "" at "folds = true"`,
		`frame.folds: kind 3 "true" at "true"`,
		`reed: kind 4 "" at "reed]]\ndents = 40 # per 10 cm\n[[reed]]\ndents = 60"`,
		`reed.: kind 5 "" at "reed]]\ndents = 40"`,
		`reed..dents: kind 2 "40" at "40" note "per 10 cm" at "# per 10 cm"`,
		`reed.: kind 5 "" at "reed]]\ndents = 60"`,
		`reed..dents: kind 2 "60" at "60"`,
	}
	if diff := cmp.Diff(want, told(text, "", record.Doc(text, value))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// told lists what a value holds, with what is written where it says that it stands.
func told(text *ingest.Text, above string, v doc.Value) []string {
	var said []string
	tell := func(name string, inner doc.Value, note doc.Text) {
		line := fmt.Sprintf("%s%s: kind %d %q at %q", above, name, inner.Kind, inner.Text, text.Cut(inner.Span))
		if note.Text != "" {
			line += fmt.Sprintf(" note %q at %q", note.Text, text.Cut(note.Span))
		}
		said = append(append(said, line), told(text, above+name+".", inner)...)
	}
	for _, field := range v.Fields {
		tell(strings.Trim(text.Cut(field.Key), `"`), field.Value, field.Note)
	}
	for _, item := range v.Items {
		tell("", item, doc.Text{})
	}
	return said
}

func TestFaultsAreNamedByTheirLine(t *testing.T) {
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
			_, err := tomltree.Parse(ingest.NewText([]byte(tc.text)))
			fault, ok := errors.AsType[*ingest.LineError](err)
			if !ok || fault.Line != tc.line {
				t.Errorf("error %v, want one of line %d", err, tc.line)
			}
		})
	}
}
