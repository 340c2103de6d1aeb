package mochi_test

import (
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/mochi"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

func TestOtherTextsBetweenMarksAreNoDecks(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"thematic breaks":       "# Salt\n\nIt is old.\n\n---\n\n## Uses\n\nMany.\n\n---\n\n## Price\n\nLow.\n",
		"underlined headings":   "Salt\n====\n\nIt is old.\n\nUses\n----\n\nMany.\n\nPrice\n-----\n\nLow.\n",
		"slides":                "---\nmarp: true\n---\n\n# Salt\n\n---\n\n# Uses\n\n- many\n\n---\n\n# Why salt?\n\n- taste\n\n---\n\n# End\n",
		"YAML documents":        "---\nkind: Pod\nname: a\n---\nkind: Job\nname: b\n---\nkind: Job\nname: c\n---\nkind: Pod\nname: d\n",
		"notes with a head":     "---\nid: a\n---\nOne long note.\n---\nid: b\n---\nAnother long note.\n---\nid: c\n---\nA third.\n",
		"questions in sections": "What is it?\n\nSalt.\n\n---\n\nWhy is it?\n\nTaste.\n\n---\n\nWhere is it?\n\nHere.\n\n---\n\nWho?\n\nMe.\n",
		"code":                  "```\nWhat?\n---\nx\n---\nWhy?\n---\ny\n```\n",
		"words":                 "Nothing at all.\n",
		"templates":             "---\nlayout: a\n---\n{{ content }}\n---\nlayout: b\n---\n{{ salt }}\n---\nlayout: c\n---\n{{ rye }}\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if sure := mochi.New(ingesttest.Lexicon(t)).Recognise(ingest.NewText([]byte(text))); sure != ingest.NotMine {
				t.Errorf("sure to %v", sure)
			}
		})
	}
}

func TestTheCostOfHostileTextsIsLinear(t *testing.T) { //nolint:paralleltest // others would be counted too
	p := mochi.New(ingesttest.Lexicon(t))
	ingesttest.Linear(t, ingesttest.Repeated("", map[string]string{
		"---\n":                               "---\n",
		"---\na: b\n":                         "---\na: b\n",
		"---\na: b\n---\nWhat?\n---\n{{x}}\n": "---\na: b\n---\nWhat?\n---\n{{x}}\n",
		"{{":                                  "{{",
		"===\n---\n":                          "===\n---\n",
		"What?\n---\nx\n---\n":                "What?\n---\nx\n---\n",
	}), func(content []byte) {
		text := ingest.NewText(content)
		p.Recognise(text)
		if _, err := p.Parse(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	})
}
