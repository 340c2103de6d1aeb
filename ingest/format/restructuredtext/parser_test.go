package restructuredtext_test

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

func TestReStructuredTextIsToldFromMarkdown(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text string
		mine bool
	}{
		"titles of other marks":        {"Salt\n~~~~\n\nOld.\n\nUses\n^^^^\n\nMany.\n", true},
		"titles over and under":        {"====\nSalt\n====\n\nOld.\n\n----\nUses\n----\n\nMany.\n", true},
		"a directive among titles":     {"Salt\n====\n\n.. note:: Dry.\n\nUses\n----\n\nMany.\n", true},
		"directives":                   {"Salt.\n\n.. note:: Dry.\n\n.. code-block:: c\n\n   x\n", true},
		"literal blocks and a target":  {".. _salt:\n\nSalt is this::\n\n    NaCl\n", true},
		"underlined headings":          {"Salt\n====\n\nUses\n----\n\nMany.\n", false},
		"a table between rules":        {"Salt\n====\n\n====  =====\nkind  grams\n====  =====\nrock  12\n====  =====\n", true},
		"a rule in two pieces":         {"Salt\n====\n\nOld.\n\n===  ===\n\nNew.\n", false},
		"headings of marks":            {"# Salt\n\n.. note:: Dry.\n\n## Uses\n", false},
		"an admonition in Markdown":    {"# Salt\n\n## Uses\n\n[a](b)\n\n.. admonition:: Why?\n\n   So.\n\n.. note:: Dry.\n", false},
		"rules between paragraphs":     {"Salt.\n\n****\n\nUses.\n\n~~~~\nx\n~~~~\n", false},
		"code between fences of marks": {"~~~~\nSalt\n~~~~\n\n```\nx\n```\n", false},
		"AsciiDoc":                     {"= Salt\n\n[stem]\n++++\nx\n++++\n\n.Why?\n[%collapsible]\n====\nSo.\n====\n\n----\nx\n----\n", false},
		"words":                        {"Nothing: at all...\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sure := parser(ingesttest.Lexicon(t)).Recognise(ingest.NewText([]byte(tc.text)))
			if (sure > ingest.NotMine) != tc.mine {
				t.Errorf("sure to %v; want it taken: %t", sure, tc.mine)
			}
		})
	}
}

func TestTheCostOfHostileTextsIsLinear(t *testing.T) { //nolint:paralleltest // others would be counted too
	p := parser(ingesttest.Lexicon(t))
	ingesttest.Linear(t, ingesttest.Repeated("", map[string]string{
		"directives": ".. note::\n", "directives within": ".. note::\n  .. note::\n    .. note::\n", "terms": "a?\n b\n", "titles": "a\n~\n",
		"levels": "a\n=\nb\n-\nc\n~\nd\n^\n", "grid rules": "+-+-+\n", "simple rules": "= =\n", "rows": "+--+\n|a |\n", "roles": ":a:`", "marks": "`a",
		"links": "`a <b>`_", "literals": "a::\n\n b\n\n", "fields": ":a: b\n", "options": ".. x::\n :a: b\n", "footnotes": ".. [1] a\n",
		"list tables": ".. list-table::\n\n * - a\n   - b\n", "long rules": strings.Repeat("=", 500) + "\n", "colons": ":a",
	}), func(content []byte) {
		text := ingest.NewText(content)
		p.Recognise(text)
		if _, err := p.Parse(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	})
}

func TestDirectivesDeepInDirectivesAreRead(t *testing.T) {
	t.Parallel()
	var deep strings.Builder
	for n := range 400 {
		deep.WriteString(strings.Repeat(" ", n) + ".. note::\n")
	}
	if _, err := parser(ingesttest.Lexicon(t)).Parse(t.Context(), ingest.NewText([]byte(deep.String()))); err != nil {
		t.Fatal(err)
	}
}
