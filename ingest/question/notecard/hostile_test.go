package notecard_test

import (
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/question/notecard"
)

func TestTheCostOfHostileTextsIsLinear(t *testing.T) { //nolint:paralleltest // others would be counted too
	finder := notecard.New(ingesttest.Lexicon(t))
	ingesttest.Linear(t, ingesttest.Repeated("", map[string]string{
		"separators":       "?\n",
		"cards":            "What?\n?\nx\n\n",
		"a long front":     "x y\n",
		"colons":           "a :: b\n",
		"colons on a line": "a :: b ",
		"tags":             "#card ",
		"tagged":           "- a #card\n",
		"tagged lines":     "a #card\n",
		"tagged headings":  "# a #card\n\n",
		"nested":           "#flashcards\n  - a #card\n    - b #card\n      - c #card\n",
		"clozes":           "#flashcards\n{{c1::a}} b\n",
		"open clozes":      "{{c1::",
		"highlights":       "#flashcards a ==b",
		"schedules":        "a::b <!--SR:!1-->\n<!--SR:!1-->\n",
		"labels":           "Q:: a\n",
		"backticks":        "`::",
	}), func(text []byte) { finder.Find(ingest.NewLines(ingest.NewText(text))) })
}
