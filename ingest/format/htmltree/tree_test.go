package htmltree_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

func TestEveryTextHasItsPlace(t *testing.T) {
	t.Parallel()
	for page, want := range map[string][]string{
		"a<p class=x>b</p>c":        {"a", "b", "c"},
		"<ul><li>a<li> b\n</ul>":    {"a", " b\n"},
		"<b>a<p>b</b>c</p>":         {"a", "b", "c"},
		"ä<i>ö</i>&amp;<i>&lt;</i>": {"ä", "ö", "&amp;", "&lt;"},
	} {
		const before = 3
		tree, places := htmltree.ParseAt(page, before)
		var got []string
		for node := range htmltree.All(tree) {
			if at, ok := places[node]; ok {
				got = append(got, page[at.Start-before:at.End-before])
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", page, diff)
		}
	}
}

// laidOut returns what stands in each place of a table, in brackets where it stood before.
func laidOut(page string, grid htmltree.Grid) [][]string {
	tree, _ := htmltree.Parse(page)
	var rows [][]string
	for _, places := range grid.Rows(htmltree.First(tree, "table")) {
		var row []string
		for _, place := range places {
			text := htmltree.Text(place.Node, 10)
			if place.Again {
				text = "(" + text + ")"
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	return rows
}

func TestACellStandsWhereverItReaches(t *testing.T) {
	t.Parallel()
	keep := func(*html.Node) bool { return false }
	wide := htmltree.Grid{Columns: 9, Repeats: 99, Skip: keep}
	for name, tc := range map[string]struct {
		page string
		grid htmltree.Grid
		want [][]string
	}{
		"columns":          {"<table><tr><td colspan=2>a<td>b</table>", wide, [][]string{{"a", "(a)", "b"}}},
		"rows":             {"<table><tr><td rowspan=2>a<td>b<tr><td>c</table>", wide, [][]string{{"a", "b"}, {"(a)", "c"}}},
		"rows at the end":  {"<table><tr><td>a<td rowspan=2>b<tr><td>c</table>", wide, [][]string{{"a", "b"}, {"c", "(b)"}}},
		"both":             {"<table><tr><td rowspan=2 colspan=2>a<tr><td>b</table>", wide, [][]string{{"a", "(a)"}, {"(a)", "(a)", "b"}}},
		"no number":        {"<table><tr><td colspan=x>a<td colspan=-1>b</table>", wide, [][]string{{"a", "b"}}},
		"too many columns": {"<table><tr><td colspan=9>a</table>", htmltree.Grid{Columns: 2, Repeats: 99, Skip: keep}, [][]string{{"a", "(a)"}}},
		"too many repeats": {"<table><tr><td rowspan=3>a<tr><td>b<tr><td>c</table>", htmltree.Grid{Columns: 9, Repeats: 1, Skip: keep}, [][]string{{"a"}, {"(a)", "b"}, {"c"}}},
		"what is left out": {
			"<table><tr><td hidden>a<td>b</table>",
			htmltree.Grid{Columns: 9, Repeats: 99, Skip: func(node *html.Node) bool { _, hidden := htmltree.Attr(node, "hidden"); return hidden }},
			[][]string{{"b"}},
		},
	} {
		if diff := cmp.Diff(tc.want, laidOut(tc.page, tc.grid)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
