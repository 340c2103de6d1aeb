package markdown_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/markdown"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

// compareTrees holds the trees of documents against what they should be.
func compareTrees(t *testing.T, trees map[string]shownTree) {
	t.Helper()
	parser := markdown.New(ingesttest.Lexicon(t))
	for name, tc := range trees {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := ingest.NewText([]byte(tc.source))
			found, err := parser.Parse(t.Context(), text)
			if err != nil {
				t.Fatal(err)
			}
			want := strings.TrimPrefix(tc.want, "\n")
			if diff := cmp.Diff(want, ingesttest.Tree(text, found.Tree)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// shownTree is a document, and its tree as ingesttest.Tree writes it.
type shownTree struct{ source, want string }

func TestATreeShowsWhatTheDocumentShows(t *testing.T) {
	t.Parallel()
	compareTrees(t, map[string]shownTree{
		"headings": {"# The *big* `loom`\n\nTwo\nlines\n---\n", `
heading 1 "The big loom" @1:2 from "The *big* ` + "`loom`" + `"
heading 2 "Two lines" @3:0 from "Two\nlines"
`},
		"headings with attributes": {"# The loom {#loom .wide}\n\nTwo sets {1, 2} {x}\n---\n", `
heading 1 "The loom" @1:2
heading 2 "Two sets {1, 2} {x}" @3:0
`},
		"lines": {"**Width:** 80&nbsp;cm, `35` of [it](https://example.org)\nA   b<br>c <b>d</b>\n<b>Key</b>: \\*v*\n", `
paragraph
  line "Width: 80\u00a0cm, 35 of it" @1:0 strong "Width:" from "**Width:** 80&nbsp;cm, ` + "`35`" + ` of [it](https://example.org)"
  line "A   b" @2:0
  line "c d" @2:9 from "c <b>d</b>"
  line "Key: *v*" @3:0 from "<b>Key</b>: \\*v*"
`},
		"a table": {"Sizes\n\n| **Part** | `x` |\n| --- | --- |\n| ä \\| b | 1<br>2 | more |\n| c | **4** kg |\n\nAll in mm.\n", `
paragraph
  line "Sizes" @1:0
table header=1
  caption "Sizes" @1:0
  caption "All in mm." @8:0
  row
    "Part" @3:2 strong "Part" from "**Part**"
    "x" @3:13 from "` + "`x`" + `"
  row
    "ä | b" @5:2 from "ä \\| b"
    "1; 2" @5:11 from "1<br>2"
    "more" @5:20
  row
    "c" @6:2
    "4 kg" @6:6 strong "4" from "**4** kg"
paragraph
  line "All in mm." @8:0
`},
		"a table without a header": {"| | |\n|---|---|\n| a | b |\n", `
table header=0
  row
    "a" @3:2
    "b" @3:6
`},
		"lists": {"- one\n  two\n  1. *in*: 1\n\n     | a |\n     |---|\n     | 2 |\n", `
list ordered=false terms=false
  item
    line "one" @1:2
    line "two" @2:2
    list ordered=true terms=false
      item
        line "in: 1" @3:5 strong "in" from "*in*: 1"
        table header=1
          row
            "a" @5:7
          row
            "2" @7:7
`},
		"definitions": {"Term\nTwin\n: meaning\n: other\n\nNext\n: last\n", `
list ordered=false terms=true
  item
    line "Term" @1:0
    line "Twin" @2:0
    paragraph
      line "meaning" @3:2
    paragraph
      line "other" @4:2
  item
    line "Next" @6:0
    paragraph
      line "last" @7:2
`},
		"code and quotes": {"\ttab\tcode\n\t  more\n\n> said\n> ```py\n>  x = 1\n> ```\n", `
code ""
  line "tab\tcode" @1:1
  line "  more" @2:1
quote
  paragraph
    line "said" @4:2
  code "py"
    line " x = 1" @6:2
`},
		"notes": {"Width[^b] is 3.\n\n[^b]: Of the **reed**\n    alone.\n", `
paragraph
  line "Width is 3." @1:0 from "Width[^b] is 3."
paragraph
  line "[^b]: Of the reed" @3:0 from "[^b]: Of the **reed**"
  line "alone." @4:4
`},
	})
}

func TestDataInATextIsARecord(t *testing.T) {
	t.Parallel()
	compareTrees(t, map[string]shownTree{
		"JSON in a quote":        {"> ```json\n> {\"a\": [1,\n>   2]}\n> ```\n", "quote\n  record\n    a (\"a\"): \"\" at \"[1,\\n>   2]\"\n      - \"1\" at \"1\"\n      - \"2\" at \"2\"\n"},
		"JSON that does not say": {"```\n[1]\n```\n", "record\n  - \"1\" at \"1\"\n"},
		"what is no JSON":        {"```\n[1] see\n```\n", "code \"\"\n  line \"[1] see\" @2:0\n"},
		"YAML in a list":         {"- ```yaml\n  x: {y: 1}\n  z: 2\n  ```\n", "list ordered=false terms=false\n  item\n    record\n      x (x): \"\" at \"{y: 1}\"\n        y (y): \"1\" at \"1\"\n      z (z): \"2\" at \"2\"\n"},
		"broken YAML":            {"```yaml\na: [\n```\n", "code \"yaml\"\n  line \"a: [\" @2:0\n"},
		"TOML":                   {"```toml\na = 1 # n\n```\n", "record\n  a (a): \"1\" at \"1\" note \"n\" @2:6 from \"# n\"\n"},
		"flat keys":              {"width: 80 cm\ndepth: 40 cm\n", "paragraph\n  line \"width: 80 cm\" @1:0\n  line \"depth: 40 cm\" @2:0\n"},
		"bullets with keys":      {"- size:\n  - width: 80 cm\n", "list ordered=false terms=false\n  item\n    line \"size:\" @1:2\n    list ordered=false terms=false\n      item\n        line \"width: 80 cm\" @2:4\n"},
		"front matter":           {"---\ntitle: Loom\nwidth: 80 cm # of it\n---\nText\n", "front\n  title (title): \"Loom\" at \"Loom\"\n  width (width): \"80 cm\" at \"80 cm\" note \"of it\" @3:13 from \"# of it\"\nparagraph\n  line \"Text\" @5:0\n"},
		"front matter of TOML":   {"+++\ntitle = 'Loom'\n+++\nText\n", "front\n  title (title): \"Loom\" at \"'Loom'\"\nparagraph\n  line \"Text\" @4:0\n"},
	})
}

func TestHTMLInMarkdownIsPartOfTheTree(t *testing.T) {
	t.Parallel()
	compareTrees(t, map[string]shownTree{
		"a table over blank lines": {"<table>\n<tr><th>A</th></tr>\n\n<tr><td>b</td></tr>\n</table>\n", "table header=1\n  row\n    \"A\" @2:8 title\n  row\n    \"b\" @4:8\n"},
		"a table of HTML": {"<table>\n<caption>Cap</caption>\n<tr><th colspan=2>T</th></tr>\n<tr><th rowspan=\"2\">A<td><b>x</b> y<br>z</tr>\n<tr><td>q</td></tr>\n</table>\n\nBelow.\n", `
table header=1
  caption "Cap" @2:9
  caption "Below." @8:0
  row
    "T" @3:18 title
    "T" @3:18 title again
  row
    "A" @4:20 title
    "x y; z" @4:28 strong "x" from "x</b> y<br>z"
  row
    "A" @4:20 title again
    "q" @5:8
paragraph
  line "Below." @8:0
`},
	})
}
