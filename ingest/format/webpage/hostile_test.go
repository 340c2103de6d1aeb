package webpage_test

import (
	"testing"

	"github.com/quarrykb/quarry/ingest/format/webpage"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

func TestTheCostOfHostilePagesIsLinear(t *testing.T) { //nolint:paralleltest // others would be counted too
	extractor := webpage.New(ingesttest.Lexicon(t))
	ingesttest.Linear(t, ingesttest.Repeated("<!doctype html><body>", map[string]string{
		"divs":             "<div>",
		"divs and ends":    "<div></div></div>",
		"fonts":            "<p><font color=1>x",
		"bold":             "<b>x",
		"links":            "<a href=#x>y<div>",
		"toggles":          "<button aria-expanded=true aria-controls=x>y?<div>",
		"questions":        "<div class=question>y?",
		"lists":            "<ul><li><a href=#x>y</a>",
		"tables":           "<table><tr><td>x",
		"table rows":       "<tr><td rowspan=9 colspan=9>x",
		"headers":          "<header class=sidebar>x",
		"ignored":          "x</table>",
		"attributes":       "<p a=b c=d hidden=no>",
		"entities":         "&amp;&nosuch",
		"comments":         "<!-- x --><!x>",
		"sups":             "<sup>x",
		"pres":             "<pre>x",
		"definitions":      "<dl><dt>x?<dd>y",
		"scripts":          "<script>x</script>",
		"open scripts":     "<script><!--",
		"stars":            "*a _b ",
		"details":          "<details><summary>x",
		"half tags":        "<x <",
		"unclosed quotes":  `<a b="`,
		"ids":              "<i id=x aria-controls=x role=button>",
		"headings in cell": "<td><h1>x",
		"asking links":     "<h2>x</h2><ul><li><a href=x>y?</a><li><a href=x>y?</a></ul><b></b>",
		"boxes":            "<div><h2>x?</h2>y</div>",
		"silent ends":      "<p>Last updated on 3 May</p><br>",
	}), func(page []byte) {
		if _, err := extractor.Extract(t.Context(), page); err != nil {
			t.Errorf("refused: %v", err)
		}
	})
}
