package doc_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/ingest/doc"
)

func heading(line, level int, title string) *doc.Heading {
	return &doc.Heading{Place: doc.Place{First: line, Last: line}, Text: doc.Text{Text: title}, Level: level}
}

func TestALineStandsUnderTheTitlesAboveIt(t *testing.T) {
	t.Parallel()
	document := doc.Document{Blocks: []doc.Block{
		heading(2, 1, "Dyes"), heading(4, 3, "Wool"), heading(6, 3, "Silk"), heading(8, 2, "Wood"), heading(10, 1, "Looms"),
	}}
	sections := document.Sections(func(title string) string { return title })
	for name, tc := range map[string]struct {
		line, level int
		want        []string
	}{
		"above all":                   {1, 0, nil},
		"on a title":                  {4, 0, []string{"Dyes"}},
		"below one":                   {7, 0, []string{"Dyes", "Silk"}},
		"behind all":                  {99, 0, []string{"Looms"}},
		"a heading beside another":    {7, 3, []string{"Dyes"}},
		"a heading below another":     {7, 4, []string{"Dyes", "Silk"}},
		"a heading that ends several": {9, 1, nil},
	} {
		if got := doc.Above(sections, tc.line, tc.level); !cmp.Equal(tc.want, got) {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}
