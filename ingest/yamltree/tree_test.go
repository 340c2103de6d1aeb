package yamltree_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/record"
	"github.com/quarrykb/quarry/ingest/yamltree"
)

func TestValuesKeepTheirPlacesAndNotes(t *testing.T) {
	t.Parallel()
	text := ingest.NewText([]byte(strings.Join([]string{
		"loom:  # as built",
		"  width: 80 cm  # of the reed, not the frame",
		"  shafts: [4, 8]",
		"  folds: true",
		"  weight: \"31 kg\"",
		"",
	}, "\n")))
	value, err := yamltree.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	var tell func(name string, v doc.Value)
	tell = func(name string, v doc.Value) {
		for _, field := range v.Fields {
			said = append(said, fmt.Sprintf("%s %s: kind %d %q at %q note %q at %q column %d", name, text.Cut(field.Key), field.Value.Kind,
				field.Value.Text, text.Cut(field.Value.Span), field.Note.Text, text.Cut(field.Note.Span), field.Note.Column))
			tell(field.Name, field.Value)
		}
		for _, item := range v.Items {
			said = append(said, fmt.Sprintf("%s - %q at %q", name, item.Text, text.Cut(item.Span)))
		}
	}
	tell("", record.Doc(text, value))
	want := []string{
		` loom: kind 5 "" at "width: 80 cm  # of the reed, not the frame\n  shafts: [4, 8]\n  folds: true\n  weight: \"31 kg\"" note "as built" at "# as built" column 7`,
		`loom width: kind 1 "80 cm" at "80 cm" note "of the reed, not the frame" at "# of the reed, not the frame" column 16`,
		`loom shafts: kind 4 "" at "[4, 8]" note "" at "" column 0`,
		`shafts - "4" at "4"`,
		`shafts - "8" at "8"`,
		`loom folds: kind 3 "true" at "true" note "" at "" column 0`,
		`loom weight: kind 1 "31 kg" at "\"31 kg\"" note "" at "" column 0`,
	}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
