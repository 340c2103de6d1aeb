package htmltext_test

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry/ingest/format/htmltext"
)

func TestAFragmentComesOutAsMarkdown(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ fragment, want string }{
		"plain text stays":              {"Salt lowers the freezing point.", "Salt lowers the freezing point."},
		"blocks part words":             {"<div>knead</div><div>rest</div>", "knead\n\nrest"},
		"a break ends a line":           {"knead<br>rest", "knead\nrest"},
		"two breaks end a paragraph":    {"knead<br><br/>rest", "knead\n\nrest"},
		"tags inside of a word":         {"sour<b>dough</b>", "sour**dough**"},
		"emphasis":                      {"<b>bold</b> and <i>slanted</i>", "**bold** and *slanted*"},
		"spaces move out of emphasis":   {"a<b> bold </b>word", "a **bold** word"},
		"emphasis over two lines":       {"<b>one<br>two</b>", "**one**\n**two**"},
		"entities":                      {"5&nbsp;&lt;&nbsp;6 &amp; caf&eacute;", "5 < 6 & café"},
		"a tag that is text":            {"the &lt;div&gt; tag", `the \<div> tag`},
		"code":                          {"run <code>a  &amp;&amp; b</code>", "run `a && b`"},
		"code with backticks":           {"<code>a ` b</code>", "``a ` b``"},
		"a block of code":               {"<pre><code class=\"language-go\">x := 1\n\n\ty()</code></pre>", "```go\nx := 1\n\n\ty()\n```"},
		"a fence inside of code":        {"<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````"},
		"a picture is its words":        {"see <img src=\"a.png\" alt=\"a retort\">", "see a retort"},
		"a sound is nothing":            {"Etna[sound:etna.mp3]", "Etna"},
		"card formulas":                 {"[$]a_1*b_2[/$] and [latex]$x$[/latex] and [$$]y[/$$]", "$a_1*b_2$ and $x$ and $$y$$"},
		"a formula stays":               {`\(a_{1} &lt; b*c*d\)`, `\(a_{1} < b*c*d\)`},
		"exponents":                     {"10<sup>3</sup> and H<sub>2</sub>O", "10<sup>3</sup> and H<sub>2</sub>O"},
		"a mark of a note":              {"true<sup><a href=\"#n1\">[1]</a></sup>.", "true."},
		"stars that would be emphasis":  {"2*3*4 and a * b", `2\*3\*4 and a \* b`},
		"a star alone":                  {"from 5* on", "from 5* on"},
		"underscores within words":      {"snake_case_name", "snake_case_name"},
		"underscores around a word":     {"__init__", `\_\_init\_\_`},
		"a number with a point":         {"1. What is yeast?", "1. What is yeast?"},
		"a fence in text":               {"<p>```</p><p>x</p>", "\\```\n\nx"},
		"a heading in text":             {"# of moles", `\# of moles`},
		"a list":                        {"<ul><li>one<li>two<ul><li>deep</ul><li>three</ul>after", "- one\n- two\n  - deep\n- three\n\nafter"},
		"numbers of lists are not said": {"<ol><li>one</li><li>two</li></ol>", "- one\n- two"},
		"paragraphs in items":           {"<ul><li><p>one</p><p>more</p></li><li><p>two</p></li></ul>", "- one\n\n  more\n- two"},
		"a quote":                       {"<blockquote><p>a</p><p>b</p></blockquote>c", "> a\n>\n> b\n\nc"},
		"a link":                        {"<a href=\"https://a.example/x(1)\">here</a>", "[here](https://a.example/x%281%29)"},
		"a link within the page":        {"<a href=\"#x\">here</a>", "here"},
		"a script is nothing":           {"a<script>alert(1)</script><style>b{}</style>c", "ac"},
		"a hidden part is nothing":      {"a<div hidden>b</div><span style=\"display: none\">c</span>", "a"},
		"unclosed tags":                 {"<p>a<p>b <b>c<p>d", "a\n\nb **c**\n\nd"},
		"crossed tags":                  {"<b>a<i>b</b>c</i>", "**a*b***c"},
		"terms":                         {"<dl><dt>Yeast<dd>A fungus.<dt>Salt<dd>A crystal.</dl>", "Yeast\n:   A fungus.\n\nSalt\n:   A crystal."},
		"a heading that never ends":     {"<h2>Yeast<p>A fungus.", "## Yeast\n\nA fungus."},
		"details": {
			"<details><summary>Why <b>rest</b>?</summary>So that gluten forms.</details>",
			"<details>\n<summary>Why rest?</summary>\n\nSo that gluten forms.\n\n</details>",
		},
		"a table": {
			"<table><tr><th>Acid<th>pH</tr><tr><td>Vinegar<td>2.5</table>",
			"| Acid | pH |\n| --- | --- |\n| Vinegar | 2.5 |",
		},
		"a table without a header": {
			"<table><tr><td>Who?<td>Solon</table>", "| | |\n| --- | --- |\n| Who? | Solon |",
		},
		"cells that span": {
			"<table><tr><th>A<th colspan=2>B</tr><tr><td rowspan=2>1<td>2<td>3</tr><tr><td>4|5<td>6</table>",
			"| A | B | B |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n| 1 | 4\\|5 | 6 |",
		},
		"two rows of headers": {
			"<table><thead><tr><th rowspan=2>Card<th colspan=2>Memory</tr><tr><th>Size<th>Speed</tr></thead><tr><td>X<td>8<td>9</table>",
			"| Card | Memory Size | Memory Speed |\n| --- | --- | --- |\n| X | 8 | 9 |",
		},
		"sections of a table": {
			"<table><tr><th colspan=2>Reds<tr><th>Wine<th>Sugar (g/L)<tr><td>Merlot<td>2<tr><th colspan=2>Whites<tr><td>Riesling<td>9</table>",
			"| Wine | Sugar (g/L) |\n| --- | --- |\n| Reds |\n| Merlot | 2 |\n| Whites |\n| Riesling | 9 |",
		},
		"sections below a header": {
			"<table><tr><th>Wine<th>Sugar (g/L)<tr><th colspan=2>Reds<tr><td>Merlot<td>2<tr><th colspan=2>Whites<tr><td>Riesling<td>9</table>",
			"| Wine | Sugar (g/L) |\n| --- | --- |\n| Reds |\n| Merlot | 2 |\n| Whites |\n| Riesling | 9 |",
		},
		"a title across a table": {
			"<table><tr><th colspan=2>Wines of 1990<tr><th>Wine<th>Sugar (g/L)<tr><td>Merlot<td>2<tr><td>Riesling<td>9</table>",
			"| Wine | Sugar (g/L) |\n| --- | --- |\n| Wines of 1990 |\n| Merlot | 2 |\n| Riesling | 9 |",
		},
		"TeX in a script":         {`a <script type="math/tex">x^2</script> b`, "a $x^2$ b"},
		"TeX beside MathML":       {`<math><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></math>`, "$x_1$"},
		"a table around code":     {"<table><tr><td class=gutter>1</td><td><pre>x</pre></td></tr></table>", "```\nx\n```"},
		"text in no cell":         {"<table>stray<tr><td>a</table>", "stray\n\n| |\n| --- |\n| a |"},
		"nothing":                 {" <br> &nbsp; ", ""},
		"a reference is no link":  {"[1]: see below", `\[1]: see below`},
		"ruled off":               {"a<hr>b", "a\n\n---\n\nb"},
		"a sound that never ends": {"a [sound:b", "a [sound:b"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := htmltext.Markdown(tc.fragment); got != tc.want {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
		})
	}
}

func TestHostileFragmentsStaySmall(t *testing.T) {
	t.Parallel()
	const many = 100_000
	for name, fragment := range map[string]string{
		"nested":         strings.Repeat("<div>", many) + "x" + strings.Repeat("</div>", many),
		"nested lists":   strings.Repeat("<ul><li>x", many),
		"nested quotes":  strings.Repeat("<blockquote>x", many),
		"nested tables":  strings.Repeat("<table><tr><td>x", many),
		"emphasis":       strings.Repeat("<p><b><i>x", many),
		"attributes":     "<p " + strings.Repeat("a=b ", many) + ">x",
		"spans":          "<table>" + strings.Repeat("<tr><td rowspan=65534 colspan=1000>x", many/10),
		"columns":        "<table><tr>" + strings.Repeat("<td>x", many),
		"ignored tags":   strings.Repeat("x</q>", many),
		"fonts":          strings.Repeat("<font size=1>x", many) + strings.Repeat("<p>y", many),
		"one character":  strings.Repeat("x", 10*many),
		"stars":          strings.Repeat("*a", many),
		"sounds":         strings.Repeat("[sound:", many),
		"links":          strings.Repeat("<a href=http://a.b>x<div>", many),
		"wide then tall": "<table><tr>" + strings.Repeat("<td>x", 200) + strings.Repeat("<tr><td>x", many),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := htmltext.Markdown(fragment); len(got) > 5*len(fragment)+(1<<20) {
				t.Errorf("%d bytes became %d", len(fragment), len(got))
			}
		})
	}
}
