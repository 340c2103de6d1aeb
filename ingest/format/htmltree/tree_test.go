package htmltree_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// An element that nothing closes ends where another closes it.
func TestEveryNodeHasItsPlace(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		page, of      string
		whole, within string
	}{
		"an element":         {"a<p class=x>b</p>c", "p", "<p class=x>b</p>", "b"},
		"one without an end": {"<p>b", "p", "<p>b", "b"},
		"one that ends early": {
			"<ul><li>a<li>b</ul>", "li", "<li>a", "a",
		},
		"emphasis around a block": {"<b>a<p>b</b>c</p>", "b", "<b>a<p>b</b>", "a<p>b"},
		"one that is empty":       {"a<br>b", "br", "<br>", ""},
		"letters of many bytes":   {"ä<i>ö</i>", "i", "<i>ö</i>", "ö"},
		"entities":                {"&amp;<i>&lt;</i>", "i", "<i>&lt;</i>", "&lt;"},
	} {
		tree, places := htmltree.ParseAt(tc.page)
		at := places[htmltree.First(tree, tc.of)]
		if got := tc.page[at.Start:at.End]; got != tc.whole {
			t.Errorf("%s: stands in %q, want %q", name, got, tc.whole)
		}
		if got := tc.page[at.InnerStart:at.InnerEnd]; got != tc.within {
			t.Errorf("%s: holds %q, want %q", name, got, tc.within)
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
